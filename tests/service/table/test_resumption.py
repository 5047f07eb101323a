"""A resumed table knows the events that happened there."""

import asyncio
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from engine.backgammon.game import events
from engine.backgammon.game.match import Match
from engine.players import Player
from hardware.checkers import Colour, point
from hardware.signals import PlayerRequestKind, PositionSetUp
from referee.effects import Effect, RecordEvent
from service.config.service_settings import TableSettings as Setup
from service.storage.journal import Journal
from service.storage.journal_replay import ReplayedSignal, Resumption, resume
from service.table.table_runtime import TableRuntime, journal_path
from tests.rigs.tables import table_in_memory as tables

LONG = replace(tables.TABLE_SETTINGS, length=3)


async def some_games(seated: tables.HandsAtTable) -> None:
    await seated.play(tables.tidy_performance(tables.random_record()))


def evening(
    folder: Path, rule: tables.Rule = tables.nothing, setup: Setup = LONG
) -> tuple[TableRuntime, list[events.Event]]:
    """The running table, and all events that happened there."""
    happened: list[events.Event] = []

    def hear(effect: Effect) -> None:
        if isinstance(effect, RecordEvent):
            happened.append(effect.event)

    def watch(table: TableRuntime) -> None:
        table.table.listeners.append(hear)

    return tables.play_evening(folder, rule, setup, watch=watch), happened


def resume_again(folder: Path) -> tuple[Resumption, tuple[RecordEvent, ...]]:
    """The resumption of the evening in this folder, and the events that a listener is told of."""
    events = list[RecordEvent]()

    def listen(_match: int, past: ReplayedSignal) -> None:
        events.extend(it for it in past.effects if isinstance(it, RecordEvent))

    async def run() -> Resumption:
        async with Journal(journal_path(folder, LONG.name)) as journal:
            return await resume(journal, LONG.match_settings, listener=listen)

    return asyncio.run(run()), tuple(events)


def follow_events(happened: tuple[RecordEvent, ...], first: Match) -> Match:
    """The match after these events; asserts that each begins where the last one ended."""
    for one in happened:
        assert one.before == first
        first = one.after
    return first


def test_all_events_of_a_resumed_match_are_reported_in_order(tmp_path: Path) -> None:
    first, happened = evening(tmp_path, some_games)

    resumed, replayed = resume_again(tmp_path)

    assert resumed.state
    assert [one.event for one in replayed] == happened
    assert len(happened) > 50
    assert follow_events(replayed, LONG.match_settings.match()) == first.table.state.match


def test_undone_turn_is_reported_with_its_undo(tmp_path: Path) -> None:
    async def take_back_a_turn(seated: tables.HandsAtTable) -> None:
        await seated.throw(3, 1)
        for source in (point(8), point(6)):
            seated.checkers.put(point(5), seated.checkers.lift(source))
        await seated.pass_seconds(1)
        await seated.lift_dice()
        seated.request(Colour.LIGHT, PlayerRequestKind.UNDO)
        await seated.pass_seconds(1)

    first, happened = evening(tmp_path, take_back_a_turn)
    _, replayed = resume_again(tmp_path)

    assert [one.event for one in replayed] == happened
    assert events.AskUndo(Player.ONE) in happened
    assert follow_events(replayed, LONG.match_settings.match()) == first.table.state.match


def test_resumed_steps_have_a_gap_where_a_position_was_set_up(tmp_path: Path) -> None:
    async def set_up(seated: tables.HandsAtTable) -> None:
        await seated.throw(3, 1)
        layout = seated.table.state.expected_layout
        wanted = PositionSetUp("page", seated.clock.now(), layout, Colour.DARK)
        seated.table.submit(wanted)
        await seated.pass_seconds(2)
        seated.dice().lift()
        await seated.throw(6, 2)

    evening(tmp_path, set_up)
    resumed, happened = resume_again(tmp_path)

    assert any(one.after != two.before for one, two in pairwise(happened))
    assert resumed.state
    assert happened[-1].after == resumed.state.match


def test_new_match_has_no_score_sheet_to_continue(tmp_path: Path) -> None:
    first, _ = evening(tmp_path)
    assert first.resumed_sheet is None


@pytest.mark.release
def test_a_match_that_is_resumed_behind_others_brings_its_events(tmp_path: Path) -> None:
    _, happened = evening(tmp_path, some_games)
    evening(tmp_path, setup=replace(LONG, names=("Alice", "Carol")))

    again, replayed = resume_again(tmp_path)

    assert again.moved
    assert [one.event for one in replayed] == happened


def test_match_that_is_resumed_behind_others_has_the_number_that_follows(tmp_path: Path) -> None:
    async def begin(seated: tables.HandsAtTable) -> None:
        await seated.throw(3, 1)

    evening(tmp_path, begin)
    evening(tmp_path, setup=replace(LONG, names=("Alice", "Carol")))
    numbers = set[int]()

    async def run() -> int:
        async with Journal(journal_path(tmp_path, LONG.name)) as journal:
            await resume(
                journal, LONG.match_settings, listener=lambda match, _past: numbers.add(match)
            )
            return journal.match

    assert {asyncio.run(run())} == numbers == {3}


@pytest.mark.parametrize("on_request", [True, False])
async def test_resumed_match_begins_its_games_as_the_table_does_now(
    tmp_path: Path, *, on_request: bool
) -> None:
    async with tables.open_evening(tmp_path, LONG) as first:
        await tables.hands_at(first).throw(3, 1)
    settings = replace(LONG.match_settings, next_on_request=on_request)

    async with Journal(first.journal.path) as journal:
        resumed = await resume(journal, settings)

    assert resumed.state
    assert resumed.state.settings.next_on_request is on_request


@pytest.mark.parametrize("length", [1, 3])
async def test_match_that_begins_after_a_restart_does_not_count_the_match_before(
    tmp_path: Path, length: int
) -> None:
    lengths = list[float]()
    for _ in range(2):
        async with tables.open_evening(tmp_path, replace(LONG, length=length)) as runtime:
            seated = tables.hands_at(runtime)
            await seated.throw(3, 1)
            await seated.pass_seconds(100)
            light, dark = Colour
            seated.request(light, PlayerRequestKind.RESIGN, length)
            await seated.pass_seconds(1)
            seated.request(dark, PlayerRequestKind.YES)
            await seated.pass_seconds(1)
            assert runtime.table.state.match.winner
            ending = runtime.statistics.ending
            assert ending
            assert ending.serial == 1
            assert runtime.resumed_sheet is None
            lengths.append(ending.whole.seconds)
    assert lengths[0] == pytest.approx(lengths[1], abs=1)
