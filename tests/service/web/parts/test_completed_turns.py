"""A page is shown what the last turn moved, for as long as the board is as it left it."""

from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from pathlib import Path

import pytest

from engine.backgammon.dice import Dice
from engine.backgammon.game.match import Match, Phase
from engine.backgammon.moves.plays import StepSequence
from engine.backgammon.moves.steps import CheckerStep
from engine.backgammon.rulebook import TOURNAMENT
from engine.players import Player
from hardware.checkers import Colour, bar, point, tray
from hardware.signals import PlayerRequestKind, PositionSetUp
from referee.match_settings import MONEY_PROFILE
from referee.seating import Seating
from service.records.position_ids import read_board
from service.records.score_sheet import CompletedTurn
from service.web.messages.to_page import MovedChecker, RecordPart
from service.web.parts.completed_turns import moved_checkers
from tests.rigs.tables.page_view import SETUP, PageView, open_page_view

MIDDLE = "-b----E-C---eEA--c-e----A-"
LIGHT, DARK = Colour.LIGHT, Colour.DARK


@pytest.fixture
def page(tmp_path: Path) -> AbstractAsyncContextManager[PageView]:
    return open_page_view(tmp_path)


async def end_turn(page: PageView) -> None:
    page.seated.dice().lift()
    await page.seated.pass_seconds(1)


async def test_last_turn_is_shown_until_the_next_player_has_moved_something(
    page: PageView,
) -> None:
    await page.play_31()
    assert page.game().last_turn is None

    await end_turn(page)

    shown = page.game().last_turn
    assert shown
    assert (shown.colour, shown.words, shown.dice) == (LIGHT, "31: 8/5 6/5", (3, 1))
    assert shown.moved == (
        MovedChecker(point(8), point(5)),
        MovedChecker(point(6), point(5)),
    )
    await page.throw(6, 2)
    assert page.game().last_turn == shown

    await page.lift(1)
    assert page.game().last_turn is None


async def test_turn_that_is_taken_back_is_no_last_turn(page: PageView) -> None:
    await page.play_31()
    await end_turn(page)
    await page.ask(DARK, PlayerRequestKind.UNDO)
    await page.ask(LIGHT, PlayerRequestKind.YES)

    assert page.game().last_turn is None


async def test_position_set_up_by_hand_has_no_last_turn(page: PageView) -> None:
    await page.play_31()
    await end_turn(page)
    seated = page.seated
    layout = read_board(MIDDLE)
    seated.table.submit(PositionSetUp("page", seated.clock.now(), layout, LIGHT))
    await seated.pass_seconds(1)
    for colour in Colour:
        await page.ask(colour, PlayerRequestKind.YES)
    await seated.arrange(layout)

    assert page.seated.table.state.match.game.phase is Phase.TO_THROW
    assert page.game().last_turn is None


async def test_board_that_was_knocked_has_no_last_turn(page: PageView) -> None:
    await page.play_31()
    await end_turn(page)
    assert page.game().last_turn

    await page.carry(24, 22)

    assert page.game().last_turn is None


async def test_illegal_play_that_stood_marks_no_checker(tmp_path: Path) -> None:
    async with open_page_view(tmp_path, replace(SETUP, referee=MONEY_PROFILE)) as page:
        await page.throw(3, 1)
        await page.carry(8, 4)
        await page.carry(6, 4)
        await page.throw(6, 5)
        record = page.look()["Record"]
        assert isinstance(record, RecordPart)
        (row,) = record.game.rows
        shown = page.game().last_turn

    assert row.note.startswith("Not legal")
    assert (row.dice, row.moved) == ((3, 1), ())
    assert shown
    assert (shown.dice, shown.moved) == ((3, 1), ())


async def test_objections_stand_in_the_record_before_the_turn_they_were_about(
    page: PageView,
) -> None:
    await page.throw(3, 1)
    await page.carry(8, 2)
    await page.ask(LIGHT, PlayerRequestKind.DONE)
    await page.carry(2, 5)
    await page.carry(6, 5)
    await end_turn(page)
    record = page.look()["Record"]
    assert isinstance(record, RecordPart)

    (row,) = record.game.rows
    (objection,) = row.objections
    assert "point 2" in objection
    assert row.words == "31: 8/5 6/5"
    assert row.cube
    assert (row.cube.value, row.cube.owner) == (1, None)


@pytest.mark.parametrize(
    ("player", "steps", "moved"),
    [
        (
            Player.ONE,
            (CheckerStep(25, 3), CheckerStep(22, 4, hits=True)),
            (MovedChecker(bar(LIGHT), point(18), (point(18),)),),
        ),
        (
            Player.TWO,
            (CheckerStep(25, 3), CheckerStep(2, 4)),
            (MovedChecker(bar(DARK), point(3)), MovedChecker(point(23), tray(DARK))),
        ),
    ],
)
def test_moved_checkers_are_on_the_places_of_the_table(
    player: Player, steps: StepSequence, moved: tuple[MovedChecker, ...]
) -> None:
    match = Match(TOURNAMENT, 3)
    turn = CompletedTurn(player, match, match, Dice(4, 3), "a play", steps=steps)

    assert moved_checkers(turn, Seating(Player.ONE)) == moved
