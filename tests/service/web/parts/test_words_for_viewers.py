"""Each page reads words that fit what it may do: its own buttons, or who acts."""

from collections.abc import Iterator
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import pytest

from hardware.checkers import Colour
from hardware.signals import PlayerRequestKind
from referee.notices import NoLegalPlay
from referee.state import State
from service.web.messages.log_messages import LogLine
from service.web.parts.table_parts import Viewer
from service.words.notice_texts import notice_in_words
from service.words.phrases import ENGLISH, phrases_for_viewer
from tests.rigs.tables.page_view import HOLDER, SETUP, PageView, open_page_view

SPECTATOR = Viewer(ENGLISH, may_act=False, diagnostics=False)
LIGHT, DARK = Colour


@pytest.fixture
def page(tmp_path: Path) -> AbstractAsyncContextManager[PageView]:
    return open_page_view(tmp_path)


def lines(page: PageView, viewer: Viewer = HOLDER) -> Iterator[LogLine]:
    yield from page.look(viewer)["Notices"].lines


async def play_and_end(page: PageView) -> None:
    await page.play_31()
    await page.ask(LIGHT, PlayerRequestKind.DONE)


async def test_request_to_take_back_is_no_objection(page: PageView) -> None:
    await play_and_end(page)
    await page.ask(LIGHT, PlayerRequestKind.UNDO)

    asked = list(lines(page))[-1]
    assert asked.words == (
        "Bob, Alice wants the last turn taken back: "
        "“Yes” agrees if you have not moved since, “No” refuses."
    )
    assert not asked.alarm


async def test_throw_before_the_answer_is_an_objection_that_names_the_buttons(
    page: PageView,
) -> None:
    await play_and_end(page)
    await page.ask(DARK, PlayerRequestKind.DOUBLE)
    await page.throw(3, 1)

    [(here, at_table)] = [
        pair
        for pair in zip(lines(page), lines(page, SPECTATOR), strict=True)
        if "does not count before" in pair[0].words
    ]
    assert here.words.endswith("Alice, Take or Drop?")
    assert at_table.words.endswith("Alice, your button takes, NO drops.")
    assert here.alarm


async def test_spectator_reads_who_throws_and_is_not_asked_to(page: PageView) -> None:
    assert page.game(HOLDER).next.words == "Throw both dice to begin."
    assert page.game(SPECTATOR).next.words == "Alice or Bob throws both dice to begin."


async def test_spectator_reads_who_ends_the_turn(page: PageView) -> None:
    await page.play_31()

    assert page.game(HOLDER).next.words == "“Done”, or picking up the dice, ends the turn."
    assert page.game(SPECTATOR).next.words == "Alice has yet to end the turn."


async def test_checker_in_hand_names_what_to_do_with_it(page: PageView) -> None:
    await page.throw(3, 1)
    await page.lift(8)

    assert page.game(HOLDER).verdict == "1 checker in hand: put it down."
    assert page.game(SPECTATOR).verdict == "Alice has 1 checker in hand."


def test_log_of_a_page_gives_no_order_to_end_a_turn_that_the_page_ends() -> None:
    settings = State.of(SETUP.match_settings).settings
    told = {
        may_act: notice_in_words(
            NoLegalPlay(LIGHT), settings, phrases_for_viewer(ENGLISH, may_act=may_act)
        )
        for may_act in (True, False)
    }
    assert told == {True: "Alice, you cannot move.", False: "Alice cannot move."}
