"""Several tables in one process share nothing, and each goes on where it was."""

import asyncio
import logging
from dataclasses import replace
from pathlib import Path
from threading import Event

import pytest

from engine.backgammon.game.match import Phase
from engine.players import Player
from hardware.checkers import point
from hardware.drivers.simulated.simulated_devices import SwitchFault
from hardware.signals import (
    Button,
    DeviceLost,
    DiceReading,
    GarbledData,
    ServiceRestarted,
    Signal,
)
from referee import notices
from referee.effects import RecordEvent
from referee.match_settings import CLUB_PROFILE
from referee.state import State
from referee.step import StepResult, step
from referee.verdicts import OnTheWay, Unchanged
from service.config.service_settings import TableSettings as Setup
from service.drivers.simulated_drivers import SimulatedDiceOptions, SimulatedSlotsOptions
from service.storage.journal_reader import StoredMatch, read_journal, read_match
from service.storage.journal_tables import JournalProblem
from service.table.inbox import MAX_SIGNALS_PER_SECOND
from service.table.table_runtime import (
    SimulatedPowerSupply,
    TableRuntime,
    journal_path,
    run_table,
    run_tables,
)
from tests.rigs.environment.log_watch import LogWatch
from tests.rigs.tables.table_in_memory import (
    TABLE_SETTINGS,
    HandsAtTable,
    hands_at,
    nothing,
    play_evening,
    random_record,
    service_options,
    tidy_performance,
)

OTHER = Setup(
    name="other", length=3, board=SimulatedSlotsOptions(), dice=SimulatedDiceOptions(pairs=2)
)


def ignore_table(_runtime: TableRuntime) -> None:
    """Ignores the table."""


async def begin(seated: HandsAtTable) -> None:
    await seated.throw(3, 1)
    seated.checkers.lift(point(8))
    await seated.pass_seconds(1)


async def whole_match(seated: HandsAtTable) -> None:
    await seated.play(tidy_performance(random_record()))


def stored_matches(folder: Path, name: str = TABLE_SETTINGS.name) -> list[StoredMatch]:
    return list(read_journal(journal_path(folder, name)))


def test_every_signal_and_every_decision_of_an_evening_is_in_the_journal(tmp_path: Path) -> None:
    play_evening(tmp_path, whole_match)

    (match,) = stored_matches(tmp_path)
    assert match.problem is None
    assert match.settings == TABLE_SETTINGS.match_settings
    assert all(entry.decision for entry in match.entries)


def test_a_match_goes_on_where_it_was(tmp_path: Path) -> None:
    first = play_evening(tmp_path, begin)
    second = play_evening(tmp_path, nothing)

    before, after = first.table.state, second.table.state
    assert second.resumption.state is not None
    assert after.match == before.match
    assert isinstance(before.verdict, OnTheWay)
    assert after.verdict == before.verdict
    (match,) = stored_matches(tmp_path)
    assert sum(isinstance(entry.signal, ServiceRestarted) for entry in match.entries) == 1


def test_clock_of_a_table_never_runs_back_across_restarts(tmp_path: Path) -> None:
    for _ in range(3):
        play_evening(tmp_path, nothing)

    (match,) = stored_matches(tmp_path)
    times = [entry.signal.at for entry in match.entries]
    assert times == sorted(times)


def test_a_decision_lost_in_a_power_cut_is_made_again(tmp_path: Path) -> None:
    async def cut(seated: HandsAtTable) -> None:
        await begin(seated)
        seated.table._journal.decide = lambda *_decision: None  # type: ignore[method-assign]
        seated.dice().lift()
        seated.buttons.press(Button.CUBE)
        await seated.pass_seconds(1)

    play_evening(tmp_path, cut)
    (match,) = stored_matches(tmp_path)
    assert None in {entry.decision for entry in match.entries}

    play_evening(tmp_path, nothing)

    (match,) = stored_matches(tmp_path)
    assert None not in {entry.decision for entry in match.entries}


def test_a_match_that_is_over_is_followed_by_a_new_one(tmp_path: Path) -> None:
    play_evening(tmp_path, whole_match)
    second = play_evening(tmp_path, nothing)

    assert second.resumption.state is None
    assert [match.head.number for match in stored_matches(tmp_path)] == [1, 2]
    assert second.table.state.match.game.phase is Phase.OPENING


def test_another_match_than_the_last_begins_anew(tmp_path: Path) -> None:
    play_evening(tmp_path, begin)
    second = play_evening(tmp_path, nothing, replace(TABLE_SETTINGS, names=("Alice", "Carol")))

    assert second.resumption.state is None
    assert second.table.state.settings.names.two == "Carol"
    assert second.table.clock.now() > 3


def test_a_new_match_can_be_asked_for(tmp_path: Path) -> None:
    play_evening(tmp_path, begin)
    assert play_evening(tmp_path, nothing, new_match=True).resumption.state is None


def test_a_match_goes_on_with_the_referee_it_began_with(tmp_path: Path) -> None:
    stricter = replace(TABLE_SETTINGS, referee=CLUB_PROFILE)
    play_evening(tmp_path, begin)

    async def play_to_the_end(seated: HandsAtTable) -> None:
        assert seated.table.state.settings.profile == TABLE_SETTINGS.referee
        await seated.resign()

    second = play_evening(tmp_path, play_to_the_end, stricter)

    assert second.table.state.settings.profile == CLUB_PROFILE
    profiles = [match.settings.profile for match in stored_matches(tmp_path)]
    assert profiles == [TABLE_SETTINGS.referee, CLUB_PROFILE]


def test_a_signal_that_ended_the_service_is_left_out_when_it_starts_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, expected_logs: LogWatch
) -> None:
    expected_logs.expect("service.storage.journal_replay", logging.ERROR, "table.journal: signal ")

    def fragile(state: object, signal: object) -> object:
        if isinstance(signal, GarbledData):
            raise ZeroDivisionError("a bug")
        return step(state, signal)  # type: ignore[arg-type]

    async def meet_the_bug(seated: HandsAtTable) -> None:
        await begin(seated)
        seated.table.submit(GarbledData("page", seated.clock.now(), "hm"))
        await seated.pass_seconds(1)

    monkeypatch.setattr("service.table.refereed_table.step", fragile)
    monkeypatch.setattr("service.storage.journal_replay.step", fragile)
    with pytest.raises(ExceptionGroup) as caught:
        play_evening(tmp_path, meet_the_bug)
    assert caught.value.subgroup(ZeroDivisionError)

    second = play_evening(tmp_path, nothing)

    assert second.table.state.match.game.dice


def test_match_is_resumed_as_it_was_recorded_though_this_program_would_judge_it_otherwise(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = play_evening(tmp_path, begin)

    def blind_to_dice(state: State, signal: Signal) -> StepResult:
        return StepResult(state) if isinstance(signal, DiceReading) else step(state, signal)

    monkeypatch.setattr("service.storage.journal_replay.step", blind_to_dice)
    second = play_evening(tmp_path, nothing)

    assert first.table.state.match.game.dice
    assert second.table.state.match == first.table.state.match
    assert second.table.state.plays
    assert second.resumed_sheet
    assert second.resumed_sheet.match == first.table.state.match


def test_damaged_journal_is_reported_and_its_intact_part_resumed(tmp_path: Path) -> None:
    play_evening(tmp_path, begin)
    path = journal_path(tmp_path, TABLE_SETTINGS.name)
    path.write_bytes(path.read_bytes()[:-100] + bytes(100))

    second = play_evening(tmp_path, nothing)

    assert [problem.key for problem in second.resumption.problems] == ["mended"]
    assert len(stored_matches(tmp_path)) in (1, 2)


def test_two_programs_do_not_write_one_journal(tmp_path: Path) -> None:
    async def open_again(_seated: HandsAtTable) -> None:
        with pytest.raises(JournalProblem) as caught:
            async with run_table(TABLE_SETTINGS, service_options(tmp_path), ignore_table):
                raise AssertionError
        assert caught.value.key == "in_use"

    play_evening(tmp_path, open_again)


def test_folder_that_cannot_be_created_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(JournalProblem):
        play_evening(tmp_path / "file" / "folder", nothing)


async def havoc(seated: HandsAtTable) -> None:
    """Makes everything go wrong at a table that can."""
    now = seated.clock.now
    for number in range(30):
        seated.board.unplug()
        seated.dice(seated.table.state.colour).unplug()
        seated.lamps.unplug()
        for _ in range(2 * MAX_SIGNALS_PER_SECOND):
            seated.buttons.press(Button.NO)
        seated.table.submit(GarbledData("page", now(), f"nonsense {number}"))
        await seated.pass_seconds(0.2)
        seated.board.plug_in()
        seated.lamps.plug_in()
        seated.dice(seated.table.state.colour).plug_in()
        fault = list(SwitchFault)[number % 4]
        seated.board.set_fault(point(1 + number % 24), 1 + number % 5, fault)
        await seated.pass_seconds(3)


@pytest.mark.release
def test_events_at_one_table_do_not_affect_another(tmp_path: Path, expected_logs: LogWatch) -> None:
    expected_logs.expect("service.table.supervisor", logging.WARNING, "cannot be reached")
    expected_logs.expect("service.table.inbox", logging.WARNING, "exceeds 200 signals")
    expected_logs.expect("service.table.refereed_table", logging.WARNING, "invalid signal")
    alone, together = tmp_path / "alone", tmp_path / "together"
    play_evening(alone, whole_match)

    async def both() -> None:
        async with (
            run_table(TABLE_SETTINGS, service_options(together), ignore_table) as one,
            run_table(OTHER, service_options(together), ignore_table) as two,
        ):
            havoc_task = asyncio.create_task(havoc(hands_at(two)))
            seated = hands_at(one)
            await seated.pass_seconds(1)
            await whole_match(seated)
            await havoc_task

    asyncio.run(both())

    name = journal_path(alone, TABLE_SETTINGS.name).name
    assert (together / name).read_bytes() == (alone / name).read_bytes()
    signals = [entry.signal for entry in read_match(journal_path(together, "other")).entries]
    assert sum(isinstance(signal, DeviceLost) for signal in signals) >= 20


def test_service_stops_on_request(tmp_path: Path) -> None:
    received: list[object] = []

    async def run() -> None:
        stop = asyncio.Event()

        def watch(table: TableRuntime) -> None:
            received.append(table.table.name)
            table.table.listeners.append(received.append)

        both, how = [TABLE_SETTINGS, OTHER], service_options(tmp_path)
        await run_tables(both, how, watch, stop, ready=stop.set)

    play_evening(tmp_path, begin)
    asyncio.run(run())

    assert received[0] == TABLE_SETTINGS.name
    assert OTHER.name in received
    assert notices.MatchResumed() in received
    assert not [effect for effect in received if isinstance(effect, RecordEvent)]


def test_a_table_that_cannot_be_opened_closes_those_that_are(tmp_path: Path) -> None:
    journal_path(tmp_path, OTHER.name).mkdir(parents=True)

    async def run() -> None:
        both, how = [TABLE_SETTINGS, OTHER], service_options(tmp_path)
        await run_tables(both, how, ignore_table, asyncio.Event())

    with pytest.raises(JournalProblem):
        asyncio.run(run())
    assert not (tmp_path / "table.journal.lock").exists()


def test_the_light_checkers_belong_to_the_configured_player(tmp_path: Path) -> None:
    second = play_evening(tmp_path, nothing, replace(TABLE_SETTINGS, light=Player.TWO))

    assert second.table.state.settings.light is Player.TWO
    assert isinstance(second.table.state.verdict, Unchanged)


def test_tables_that_are_open_go_on_while_another_reads_its_journal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_evening(tmp_path, begin)
    begun, went_on = Event(), Event()

    def slowly(*arguments: object) -> StoredMatch:
        begun.set()
        assert went_on.wait(10)
        return read_match(*arguments)  # type: ignore[arg-type]

    async def run() -> TableRuntime:
        async def go_on() -> None:
            await asyncio.to_thread(begun.wait, 10)
            went_on.set()

        going_on = asyncio.create_task(go_on())
        async with run_table(TABLE_SETTINGS, service_options(tmp_path), ignore_table) as table:
            await going_on
        return table

    monkeypatch.setattr("service.storage.journal_replay.read_match", slowly)

    assert asyncio.run(run()).resumption.state


def test_a_match_that_fits_again_goes_on_if_nothing_was_played_after_it(tmp_path: Path) -> None:
    first = play_evening(tmp_path, begin)
    others = (replace(TABLE_SETTINGS, names=("Alice", "Carol")), replace(TABLE_SETTINGS, length=9))
    misfits = [play_evening(tmp_path, nothing, other) for other in others]
    again = play_evening(tmp_path, nothing)

    unfinished = [table.resumption.unfinished for table in misfits]
    assert [match and match.number for match in unfinished] == [1, 1]
    assert again.resumption.state
    assert again.resumption.state.match == first.table.state.match
    matches = stored_matches(tmp_path)
    assert [match.head.number for match in matches] == [1, 2, 3, 4]
    signals = [[entry.signal for entry in match.entries] for match in (matches[0], matches[3])]
    assert signals[1][: len(signals[0])] == signals[0]
    assert all(entry.decision for entry in matches[3].entries)
    assert play_evening(tmp_path, nothing).resumption.state


def test_a_match_behind_one_that_was_played_is_not_resumed(tmp_path: Path) -> None:
    other = replace(TABLE_SETTINGS, names=("Alice", "Carol"))
    play_evening(tmp_path, begin)

    async def begin_anew(seated: HandsAtTable) -> None:
        seated.checkers.put(point(8), seated.checkers.hand[0])
        await seated.lift_dice()
        await begin(seated)

    play_evening(tmp_path, begin_anew, other)
    third = play_evening(tmp_path, nothing)

    assert third.resumption.state is None
    assert third.resumption.unfinished
    assert third.resumption.unfinished.number == 2


def test_a_match_that_was_given_up_for_a_new_one_does_not_come_back(tmp_path: Path) -> None:
    play_evening(tmp_path, begin)
    play_evening(tmp_path, nothing, new_match=True)
    play_evening(tmp_path, nothing, replace(TABLE_SETTINGS, length=9))

    resumption = play_evening(tmp_path, nothing).resumption
    assert (resumption.state, resumption.unfinished, resumption.moved) == (None, None, None)


def test_every_table_is_saved_before_the_service_begins_anew() -> None:
    happened: list[str] = []
    power = SimulatedPowerSupply(lambda: happened.append("begun anew"))
    with (
        power.saving_at_failure(lambda: happened.append("one")),
        power.saving_at_failure(lambda: happened.append("two")),
    ):
        power.cut()
    assert happened == ["one", "two", "begun anew"]


def test_a_table_that_is_closed_loses_nothing_by_a_power_cut() -> None:
    happened: list[str] = []
    power = SimulatedPowerSupply(lambda: happened.append("begun anew"))
    with power.saving_at_failure(lambda: happened.append("one")):
        pass
    power.cut()
    assert happened == ["begun anew"]
