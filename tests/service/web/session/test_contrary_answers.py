"""Of contrary answers in the same instant one is done, and whoever gave the other is told."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from engine.backgammon.game.match import Phase
from hardware.checkers import Colour, point
from hardware.signals import PlayerRequestKind
from service.config.service_settings import DEFAULT_NAMES
from service.config.service_settings import TableSettings as Setup
from service.drivers.simulated_drivers import SimulatedSlotsOptions
from service.table.table_runtime import TableRuntime, run_table
from service.web.messages import from_page
from service.web.messages.to_page import ActionRefused, RefusalKind
from service.web.open_tables import OpenTable
from tests.rigs.tables.table_in_memory import NAMES, HandsAtTable, hands_at, service_options

LIGHT, DARK = Colour
YES, NO = PlayerRequestKind.YES, PlayerRequestKind.NO
NEXT, UNDO = PlayerRequestKind.NEXT, PlayerRequestKind.UNDO
SETUP = Setup(names=NAMES, length=3, board=SimulatedSlotsOptions())
NAMELESS = replace(SETUP, names=DEFAULT_NAMES)


@dataclass
class PagesAtTable:
    """Two pages of a table, both of which show the game as it is now."""

    table: OpenTable
    seated: HandsAtTable

    async def ask(self, colour: Colour, kind: PlayerRequestKind, number: int = 0) -> None:
        self.seated.request(colour, kind, number)
        await self.seated.pass_seconds(1)

    async def at_once(self, *actions: from_page.Action) -> list[ActionRefused | None]:
        """The refusal of each of these actions, which come together; None for one that is done."""
        done = await asyncio.gather(
            *map(self.table.actions.carry_out, actions), return_exceptions=True
        )
        await self.seated.pass_seconds(1)
        assert all(it is None or isinstance(it, ActionRefused) for it in done), done
        return [it for it in done if it is None or isinstance(it, ActionRefused)]

    def request(self, colour: Colour, kind: PlayerRequestKind) -> from_page.MakeRequest:
        return from_page.MakeRequest(colour, kind, revision=self.table.parts.revision)

    @property
    def phase(self) -> Phase:
        return self.seated.table.state.match.game.phase


@asynccontextmanager
async def pages_at(folder: Path, setup: Setup = SETUP) -> AsyncIterator[PagesAtTable]:
    opened: list[OpenTable] = []

    def open_table(runtime: TableRuntime) -> None:
        opened.append(OpenTable.open(runtime, "key"))

    async with run_table(setup, service_options(folder), open_table) as runtime:
        seated = hands_at(runtime)
        await seated.pass_seconds(1)
        yield PagesAtTable(opened[0], seated)


@pytest.fixture
def pages(tmp_path: Path) -> AbstractAsyncContextManager[PagesAtTable]:
    return pages_at(tmp_path)


def expect_one_done(done: list[ActionRefused | None]) -> None:
    """Asserts that the first was done, and that the second was told what has happened."""
    first, second = done
    assert first is None
    assert second
    assert second.kind is RefusalKind.OUT_OF_DATE


async def play_31(pages: PagesAtTable) -> None:
    await pages.seated.throw(3, 1)
    for source, target in ((8, 5), (6, 5)):
        pages.seated.checkers.put(point(target), pages.seated.checkers.lift(point(source)))
        await pages.seated.pass_seconds(1)


@pytest.mark.parametrize(
    ("answers", "phase"), [((YES, NO), Phase.OVER), ((NO, YES), Phase.TO_PLAY)]
)
async def test_resignation_is_accepted_or_refused_but_not_both(
    pages: PagesAtTable, answers: tuple[PlayerRequestKind, ...], phase: Phase
) -> None:
    await pages.seated.throw(3, 1)
    await pages.ask(LIGHT, PlayerRequestKind.RESIGN, 1)

    done = await pages.at_once(*(pages.request(DARK, answer) for answer in answers))

    expect_one_done(done)
    assert pages.phase is phase


@pytest.mark.parametrize("kinds", [(NEXT, UNDO), (UNDO, NEXT)])
async def test_next_game_begins_or_taking_back_the_last_turn_is_asked_but_not_both(
    pages: PagesAtTable, kinds: tuple[PlayerRequestKind, ...]
) -> None:
    await play_31(pages)
    await pages.seated.lift_dice()
    await pages.ask(DARK, PlayerRequestKind.RESIGN, 1)
    await pages.ask(LIGHT, YES)
    assert pages.phase is Phase.OVER

    done = await pages.at_once(*(pages.request(LIGHT, kind) for kind in kinds))

    expect_one_done(done)
    match = pages.seated.table.state.match
    assert match.number == (2 if kinds[0] is NEXT else 1)
    assert (match.game.undo_asked_by is not None) is (kinds[0] is UNDO)


def lift_for_step(pages: PagesAtTable, number: int) -> from_page.LiftForStep:
    plays = pages.table.parts.plays
    assert plays
    count = len(pages.seated.checkers[point(number)])
    return from_page.LiftForStep(point(number), LIGHT, plays.number, count)


async def test_step_of_a_play_is_not_taken_back_once_the_turn_has_ended(
    pages: PagesAtTable,
) -> None:
    await play_31(pages)
    done = pages.request(LIGHT, PlayerRequestKind.DONE)

    expect_one_done(await pages.at_once(done, lift_for_step(pages, 5)))
    assert pages.phase is Phase.TO_THROW
    assert len(pages.seated.checkers[point(5)]) == 2


async def test_turn_goes_on_if_a_step_of_its_play_is_taken_back_first(
    pages: PagesAtTable,
) -> None:
    await play_31(pages)
    done = pages.request(LIGHT, PlayerRequestKind.DONE)

    await pages.at_once(lift_for_step(pages, 5), done)
    assert pages.phase is not Phase.TO_THROW
    assert len(pages.seated.checkers[point(5)]) == 1


async def test_two_pages_take_back_one_step_and_not_two(pages: PagesAtTable) -> None:
    await play_31(pages)
    step = lift_for_step(pages, 5)

    expect_one_done(await pages.at_once(step, step))
    assert len(pages.seated.checkers[point(5)]) == 1


async def test_same_answer_of_two_pages_counts_once(pages: PagesAtTable) -> None:
    await pages.seated.throw(3, 1)
    await pages.ask(LIGHT, PlayerRequestKind.RESIGN, 1)
    expect_one_done(await pages.at_once(*[pages.request(DARK, YES)] * 2))


async def test_thousand_contrary_answers_leave_one_that_is_done(pages: PagesAtTable) -> None:
    await pages.seated.throw(3, 1)
    await pages.ask(LIGHT, PlayerRequestKind.RESIGN, 1)
    done = await pages.at_once(*[pages.request(DARK, YES), pages.request(DARK, NO)] * 500)
    assert sum(it is None for it in done) == 1


async def test_players_are_named_by_one_page_only(tmp_path: Path) -> None:
    async with pages_at(tmp_path, NAMELESS) as pages:
        now = pages.table.parts.revision
        one, two = (
            from_page.BeginMatch(f'{{"names.one": "{name}", "names.two": "Bob"}}', now)
            for name in ("Alice", "Carol")
        )
        expect_one_done(await pages.at_once(one, two))
        assert tuple(pages.seated.table.state.settings.names) == ("Alice", "Bob")
        expect_one_done([None, *(await pages.at_once(from_page.KeepNames()))])


async def test_match_ends_only_the_one_that_its_page_showed(pages: PagesAtTable) -> None:
    shown = pages.table.runtime.journal.match
    begin = from_page.BeginMatch('{"names.one":"Carla","names.two":"Dino"}', instead=shown)
    other = from_page.BeginMatch('{"names.one":"Anna","names.two":"Ben"}', instead=shown)

    expect_one_done(await pages.at_once(begin, other))
    assert pages.seated.table.state.settings.names.one == "Carla"
    assert pages.table.runtime.journal.match == shown + 1
