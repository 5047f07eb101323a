"""A table stores every signal before it is judged, and carries out the effects."""

import asyncio
import logging
from collections.abc import Iterable
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from engine.backgammon.game.match import Phase
from engine.players import Player
from hardware import signals
from hardware.checkers import Layout, Place, point
from hardware.drivers.clocks import SimulatedClock
from hardware.drivers.simulated.simulated_devices import SimulatedLamps
from hardware.observations import Observation
from hardware.outputs import DARK_FRAME, LampFrame
from referee import notices
from referee.effects import Effect, RecordEvent, ReportVerdict, ShowLamps, StartNextMatch
from referee.notices import Notice
from referee.state import State
from referee.verdicts import Complete, OnTheWay, Unchanged
from service.storage.journal_tables import JournalProblem
from service.table.device_factory import ConfiguredLamps, DeviceSet, create_devices
from service.table.refereed_table import RefereedTable
from service.table.supervisor import FIRST_RETRY_DELAY, LinkState
from tests.rigs.environment.log_watch import LogWatch
from tests.rigs.storage.example_journals import RecordingJournal
from tests.rigs.tables.table_in_memory import (
    TABLE_SETTINGS,
    HandsAtTable,
    open_table,
    random_record,
    tidy_performance,
)

OPEN = dict.fromkeys(("board", "dice", "buttons", "lamps"), LinkState.OPEN)
LIFT = (point(8), point(5))


TABLE_LOGGER = "service.table.refereed_table"


@pytest.fixture
def journal() -> RecordingJournal:
    return RecordingJournal()


@pytest.fixture
def seated(journal: RecordingJournal) -> AbstractAsyncContextManager[HandsAtTable]:
    return open_table(journal=journal)


async def move(seated: HandsAtTable, source: Place, target: Place) -> None:
    colour = seated.checkers.lift(source)
    await seated.pass_seconds(0.2)
    seated.checkers.put(target, colour)
    await seated.pass_seconds(0.2)


def notice_kinds(effects: Iterable[Effect]) -> list[type[Notice]]:
    return [type(effect) for effect in effects if isinstance(effect, Notice)]


async def test_a_lifted_checker_lights_where_it_may_go(seated: HandsAtTable) -> None:
    await seated.throw(3, 1)

    seated.checkers.lift(point(8))
    await seated.table.wait_until_quiet()

    assert isinstance(seated.table.state.verdict, OnTheWay)
    assert {point(5), point(7), point(4)} <= seated.lamps.visible_frame.lights.keys()


async def test_a_board_is_judged_when_it_has_been_still_and_not_before(
    seated: HandsAtTable,
) -> None:
    await seated.throw(3, 1)
    seated.checkers.lift(point(8))
    seated.checkers.put(point(2), seated.checkers.hand[0])
    await seated.pass_seconds(0.3)
    assert seated.table.state.verdict is None or isinstance(seated.table.state.verdict, OnTheWay)

    await seated.pass_seconds(0.2)

    assert seated.table.state.observed.still_at is None


async def test_listener_receives_every_effect(seated: HandsAtTable) -> None:
    await seated.throw(3, 1)
    await move(seated, point(8), point(5))
    await move(seated, point(6), point(5))
    assert isinstance(seated.table.state.verdict, Complete)
    await seated.lift_dice()

    kinds = [type(effect) for effect in seated.effects]
    assert {ReportVerdict, ShowLamps, RecordEvent} <= set(kinds)
    assert kinds.count(RecordEvent) == 3
    assert seated.table.state.match.game.turn is Player.TWO
    happened = [it for it in seated.effects if isinstance(it, RecordEvent)]
    assert happened[-1].after == seated.table.state.match
    assert all(one.after == two.before for one, two in pairwise(happened))


async def test_a_signal_is_on_the_disk_before_it_is_judged(
    seated: HandsAtTable, journal: RecordingJournal
) -> None:
    journal.operations.clear()
    seated.buttons.press(signals.Button.UNDO)
    await seated.table.wait_until_quiet()

    assert journal.operations == ["add", "written", "decide"]


async def test_signals_arriving_while_the_disk_is_slow_are_stored_in_one_batch(
    seated: HandsAtTable, journal: RecordingJournal
) -> None:
    journal.slow = True
    journal.operations.clear()
    for _ in range(6):
        seated.buttons.press(signals.Button.UNDO)
        await asyncio.sleep(0)
        await asyncio.sleep(0)
    await seated.table.wait_until_quiet()

    first, *rest = " ".join(journal.operations).split("written")
    assert first.split() == ["add"]
    assert rest[0].split() == ["decide", *["add"] * 5]
    assert rest[1].split() == ["decide"] * 5


async def test_a_journal_that_cannot_be_written_does_not_stop_the_game(
    expected_logs: LogWatch,
) -> None:
    expected_logs.expect(TABLE_LOGGER, logging.ERROR, "cannot be written")
    expected_logs.expect(TABLE_LOGGER, logging.WARNING, "no entry was lost")
    problem = JournalProblem("full", Path("a.journal"))

    class Full(RecordingJournal):
        problem: JournalProblem | None = None

        async def wait_until_written(self) -> None:
            if self.problem:
                raise self.problem

    journal = Full()
    async with open_table(journal=journal) as seated:
        journal.problem = problem
        await seated.throw(3, 1)
        assert seated.table.state.match.game.phase is Phase.TO_PLAY
        assert seated.table.journal_problem is problem

        journal.problem = None
        seated.buttons.press(signals.Button.UNDO)
        await seated.table.wait_until_quiet()

        assert seated.table.journal_problem is None


async def test_a_bug_in_a_listener_ends_the_program_like_any_other() -> None:
    def fail(_effect: Effect) -> None:
        raise ZeroDivisionError("a page with a bug")

    with pytest.RaisesGroup(ZeroDivisionError, flatten_subgroups=True):
        async with open_table() as seated:
            seated.table.listeners.insert(0, fail)
            await seated.throw(3, 1)


async def test_invalid_signal_is_counted_and_logged_once_for_each_source(
    seated: HandsAtTable, expected_logs: LogWatch
) -> None:
    expected_logs.expect(TABLE_LOGGER, logging.WARNING, "invalid signal from dice")
    for _ in range(3):
        seated.table.submit(signals.GarbledData("dice", seated.clock.now(), "bad frame"))
    await seated.table.wait_until_quiet()

    assert seated.table.invalid_counts == {"dice": 3}
    assert notice_kinds(seated.effects).count(notices.NotUnderstood) == 3


async def test_people_are_heard_like_devices(seated: HandsAtTable) -> None:
    await seated.throw(3, 1)
    colour = seated.table.state.colour
    seated.request(colour, signals.PlayerRequestKind.RESIGN, 1)
    await seated.table.wait_until_quiet()

    assert seated.table.state.match.game.resignation


async def test_a_lost_board_is_shown_and_the_table_goes_on_when_it_is_back(
    seated: HandsAtTable, expected_logs: LogWatch
) -> None:
    expected_logs.expect("service.table.supervisor", logging.WARNING, "board")
    await seated.throw(3, 1)
    seated.board.unplug()
    await seated.table.wait_until_quiet()
    assert seated.table.links == {**OPEN, "board": LinkState.LOST}
    assert seated.table.state.lost == {"board"}

    seated.board.plug_in()
    await seated.pass_seconds(FIRST_RETRY_DELAY + 1)

    assert seated.table.links == OPEN
    assert isinstance(seated.table.state.verdict, Unchanged)
    assert {notices.DevicesLost, notices.DevicesBack} <= set(notice_kinds(seated.effects))


async def test_hands_play_a_whole_match_and_the_table_knows_every_event_of_it(
    seated: HandsAtTable,
) -> None:
    record = random_record()
    await seated.play(tidy_performance(record))

    happened = [effect.event for effect in seated.effects if isinstance(effect, RecordEvent)]
    assert happened == list(record.events)
    assert seated.table.state.match.winner is record.final.winner


async def test_next_match_begins_with_what_lies_on_the_table(
    seated: HandsAtTable, journal: RecordingJournal, expected_logs: LogWatch
) -> None:
    expected_logs.expect("service.table.supervisor", logging.WARNING, "dice")
    await seated.play(tidy_performance(random_record()))
    assert "checkpoint" in journal.operations
    seated.dice().unplug()
    await seated.table.wait_until_quiet()
    journal.signals.clear()

    colour = seated.table.state.colour
    seated.request(colour, signals.PlayerRequestKind.NEXT)
    await seated.table.wait_until_quiet()

    kinds = [type(signal) for signal in journal.signals[:4]]
    assert kinds == [signals.PlayerRequest, Observation, signals.DiceReading, signals.DeviceLost]
    assert len(journal.matches) == 2
    assert seated.table.state.match.score.one == seated.table.state.match.score.two == 0
    assert seated.table.state.observed.observations.keys() == {"board"}
    assert seated.table.state.lost == {"dice"}
    await seated.pass_seconds(1)
    assert seated.table.state.verdict is not None


async def test_signals_arriving_with_the_end_of_a_match_belong_to_the_next(
    seated: HandsAtTable, expected_logs: LogWatch
) -> None:
    expected_logs.expect(TABLE_LOGGER, logging.WARNING, "invalid signal from page")
    await seated.play(tidy_performance(random_record()))
    start = State.of(TABLE_SETTINGS.match_settings).expected_layout
    await seated.lift_dice()
    seated.effects.clear()
    now, colour = seated.clock.now(), seated.table.state.colour

    seated.request(colour, signals.PlayerRequestKind.NEXT)
    seated.request(colour, signals.PlayerRequestKind.NEXT)
    seated.checkers.arrange(start)
    seated.table.submit(signals.GarbledData("page", now, "said in the next match"))
    await seated.pass_seconds(1)
    await seated.throw(3, 1)

    assert sum(isinstance(effect, StartNextMatch) for effect in seated.effects) == 1
    assert notice_kinds(seated.effects).count(notices.NotUnderstood) == 1
    assert seated.table.state.match.game.phase is Phase.TO_PLAY


async def test_a_table_that_is_resumed_asks_what_lies_there_and_lights_up_again() -> None:
    async with open_table() as seated:
        await seated.throw(3, 1)
        state, clock = seated.table.state, SimulatedClock(100)
    devices = create_devices(TABLE_SETTINGS, clock, state)
    journal = RecordingJournal()
    table = RefereedTable("table", TABLE_SETTINGS.match_settings, devices, clock, journal, state)
    again = HandsAtTable(table, devices, clock)
    async with table.open():
        await again.pass_seconds(1)

        assert isinstance(journal.signals[0], signals.ServiceRestarted)
        assert "begin" not in journal.operations
        assert table.state.match == state.match
        assert isinstance(table.state.verdict, Unchanged)
        assert again.lamps.visible_frame.lights.keys() >= {point(8)}


async def test_hanging_lamps_do_not_block_the_table() -> None:
    class Stuck(SimulatedLamps):
        async def show(self, frame: LampFrame) -> None:
            if frame != DARK_FRAME:
                await asyncio.get_running_loop().create_future()
            await super().show(frame)

    clock = SimulatedClock()
    usual = create_devices(TABLE_SETTINGS, clock, State.of(TABLE_SETTINGS.match_settings))
    lamps = (ConfiguredLamps(Stuck("stuck", clock)), *usual.lamps)
    devices = replace(usual, lamps=lamps)
    seated = HandsAtTable(
        RefereedTable("table", TABLE_SETTINGS.match_settings, devices, clock), devices, clock
    )
    async with seated.table.open():
        await seated.pass_seconds(1)
        await seated.throw(3, 1)
        seated.checkers.lift(point(8))
        await seated.table.wait_until_quiet()

        working = devices.all_of(SimulatedLamps)[1]
        assert point(5) in working.visible_frame.lights


async def test_a_bug_ends_the_service_and_darkens_the_lamps() -> None:
    with pytest.RaisesGroup(AttributeError, allow_unwrapped=True):
        async with open_table() as seated:
            await seated.throw(3, 1)
            seated.table.submit("no signal at all")  # type: ignore[arg-type]
            await seated.pass_seconds(1)
    assert seated.lamps.visible_frame == DARK_FRAME


async def test_a_bug_in_judging_ends_the_service(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.RaisesGroup(ZeroDivisionError, flatten_subgroups=True):
        async with open_table() as seated:
            step = "service.table.refereed_table.step"
            monkeypatch.setattr(step, lambda _state, _signal: 1 // 0)
            seated.buttons.press(signals.Button.NO)
            await seated.table.wait_until_quiet()
    assert seated.lamps.visible_frame == DARK_FRAME


async def test_signals_waiting_when_the_service_stops_are_still_judged() -> None:
    async with open_table() as seated:
        await seated.throw(3, 1)
        colour = seated.table.state.colour
        seated.request(colour, signals.PlayerRequestKind.RESIGN, 2)

    assert seated.table.state.match.game.resignation
    assert seated.lamps.visible_frame == DARK_FRAME


async def test_idle_table_runs_and_schedules_nothing(seated: HandsAtTable) -> None:
    await seated.throw(3, 1)
    loop: Any = asyncio.get_running_loop()
    for _ in range(30):
        await asyncio.sleep(0)

    assert not loop._ready
    assert not [call for call in loop._scheduled if not call.cancelled()]
    assert not [at for at, _, woken in seated.clock._waiting if not woken.done()]


async def test_only_the_last_timer_that_was_set_expires(
    seated: HandsAtTable, journal: RecordingJournal
) -> None:
    await seated.throw(3, 1)
    journal.signals.clear()
    for source, target in (LIFT, LIFT[::-1], LIFT):
        colour = seated.checkers.lift(source)
        await seated.pass_seconds(0.1)
        seated.checkers.put(target, colour)
        await seated.pass_seconds(0.1)
    await seated.pass_seconds(5)

    timers = [signal for signal in journal.signals if isinstance(signal, signals.TimerExpired)]
    assert len(timers) == 1


async def test_every_kind_of_device_says_that_it_is_simulated(seated: HandsAtTable) -> None:
    assert seated.table.simulated_devices == ("board", "dice", "buttons", "lamps")


async def test_a_device_of_unknown_make_is_just_one_more_source(seated: HandsAtTable) -> None:
    now = seated.clock.now()
    seated.table.submit(signals.DiceReading("other dice", now, signals.DiceState.SETTLED, (6, 2)))
    seated.table.submit(signals.ButtonPressed("other buttons", now, signals.Button.LIGHT))
    await seated.table.wait_until_quiet()

    assert seated.table.state.match.game.dice


async def test_a_table_without_devices_is_a_table(expected_logs: LogWatch) -> None:
    expected_logs.expect(TABLE_LOGGER, logging.WARNING, "invalid signal from page")
    clock = SimulatedClock()
    async with RefereedTable(
        "bare", TABLE_SETTINGS.match_settings, DeviceSet(()), clock
    ).open() as table:
        table.submit(signals.PlayChosen("page", 0.0, Layout({})))
        await table.wait_until_quiet()
        assert table.invalid_counts == {"page": 1}
