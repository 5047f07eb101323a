"""Another match can begin at any moment, and every signal belongs to one match or the other."""

import asyncio
import logging
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from engine.backgammon.game.match import Phase
from engine.players import Player
from hardware.checkers import Colour, point
from hardware.observations import Observation
from hardware.signals import (
    Button,
    ButtonPressed,
    DeviceLost,
    DiceReading,
    PlayerRequest,
    PlayerRequestKind,
    Signal,
)
from referee.effects import Effect, StartNextMatch
from referee.match_settings import MatchSettings
from referee.seating import NEAR_RIGHT, ORIENTATIONS, Orientation
from referee.state import State
from referee.verdicts import OnTheWay, Unchanged
from tests.rigs.environment.log_watch import LogWatch
from tests.rigs.storage.example_journals import RecordingJournal
from tests.rigs.tables.table_in_memory import (
    TABLE_SETTINGS,
    HandsAtTable,
    open_table,
    random_record,
    tidy_performance,
)

OTHER = replace(TABLE_SETTINGS, names=("Carol", "Dave"), length=5, light=Player.TWO).match_settings


@dataclass
class JournalByMatch(RecordingJournal):
    """A journal that notes which signals belong to which match."""

    matched: list[list[Signal]] = field(default_factory=list)

    def begin(self, settings: MatchSettings) -> int:
        self.matched.append([])
        return super().begin(settings)

    def add(self, signal: Signal) -> int:
        self.matched[-1].append(signal)
        return super().add(signal)


@pytest.fixture
def journal() -> JournalByMatch:
    return JournalByMatch()


@pytest.fixture
def seated(journal: JournalByMatch) -> AbstractAsyncContextManager[HandsAtTable]:
    return open_table(journal=journal)


async def begin(
    seated: HandsAtTable, orientation: Orientation = NEAR_RIGHT, computer: Any = None
) -> None:
    await seated.table.begin_match(OTHER, computer, orientation)
    await seated.pass_seconds(1)


async def test_a_match_begins_in_the_midst_of_another_with_what_lies_on_the_table(
    seated: HandsAtTable, journal: JournalByMatch
) -> None:
    await seated.throw(3, 1)
    seated.checkers.lift(point(8))
    await seated.pass_seconds(1)
    assert isinstance(seated.table.state.verdict, OnTheWay)
    seated.effects.clear()

    await begin(seated)

    state = seated.table.state
    assert state.settings == seated.table.settings == journal.matches[-1] == OTHER
    assert (state.match.game.phase, state.match.length) == (Phase.OPENING, 5)
    assert state.observed.observations.keys() == {"board"}
    assert not isinstance(state.verdict, Unchanged)
    assert seated.effects[0] == StartNextMatch()
    assert seated.lamps.visible_frame.lights.keys() == state.lamps.keys()

    seated.checkers.put(point(8), seated.checkers.hand[0])
    await seated.pass_seconds(1)
    assert isinstance(seated.table.state.verdict, Unchanged)
    await seated.throw(6, 2)
    assert seated.table.state.match.game.phase is Phase.TO_PLAY


async def test_dice_that_lie_on_the_table_are_no_throw_of_the_new_match(
    seated: HandsAtTable, journal: JournalByMatch
) -> None:
    await seated.throw(3, 1)

    await begin(seated)

    assert seated.table.state.match.game.phase is Phase.OPENING
    (dice,) = [it for it in journal.matched[-1] if isinstance(it, DiceReading)]
    assert dice.standing
    assert seated.table.state.dice["dice"].numbers == (3, 1)


async def test_every_signal_belongs_to_one_match_and_none_is_lost(
    seated: HandsAtTable, journal: JournalByMatch
) -> None:
    journal.slow = True
    seated.buttons.press(Button.UNDO)
    await asyncio.sleep(0)
    now = seated.clock.now()
    requests = [
        PlayerRequest("page", now + n / 100, Colour.LIGHT, PlayerRequestKind.HINTS, 1)
        for n in range(10)
    ]
    before, after = requests[:5], requests[5:]
    for request in before:
        seated.table.submit(request)
        await asyncio.sleep(0)
    beginning = asyncio.ensure_future(begin(seated))
    await asyncio.sleep(0)
    for request in after:
        seated.table.submit(request)
        await asyncio.sleep(0)
    await beginning

    stored = [
        [it for it in signals if isinstance(it, PlayerRequest)] for signals in journal.matched
    ]
    assert stored == [before, after]
    pressed = [it for signals in journal.matched for it in signals if isinstance(it, ButtonPressed)]
    assert len(pressed) == 1


@pytest.mark.parametrize("orientation", ORIENTATIONS)
async def test_observations_are_renamed_when_the_seating_changes(
    seated: HandsAtTable, journal: JournalByMatch, orientation: Orientation
) -> None:
    seated.checkers.lift(point(6))
    await seated.pass_seconds(1)
    (before,) = seated.table.state.observed.observations.values()

    await begin(seated, orientation)

    assert seated.table.orientation == orientation
    renamed = journal.matched[-1][0]
    assert isinstance(renamed, Observation)
    assert renamed == orientation.observation(before)
    await seated.arrange(orientation.layout(State.of(OTHER).expected_layout))
    assert isinstance(seated.table.state.verdict, Unchanged)
    (now,) = seated.table.state.observed.observations.values()
    assert now.sightings == orientation.observation(seated.board.observe()).sightings

    await begin(seated, NEAR_RIGHT)
    (again,) = seated.table.state.observed.observations.values()
    assert again == orientation.observation(now)


async def test_a_device_that_cannot_be_reached_is_still_lost_in_the_next_match(
    seated: HandsAtTable, journal: JournalByMatch, expected_logs: LogWatch
) -> None:
    expected_logs.expect("service.table.supervisor", logging.WARNING, "dice")
    seated.dice().unplug()
    await seated.table.wait_until_quiet()

    await begin(seated)

    assert seated.table.state.lost == {"dice"}
    assert any(isinstance(signal, DeviceLost) for signal in journal.matched[-1])


async def test_the_next_match_is_played_by_what_was_agreed_on_last(
    seated: HandsAtTable, journal: JournalByMatch
) -> None:
    one_point = replace(TABLE_SETTINGS, names=("Carol", "Dave"), length=1).match_settings
    await seated.table.begin_match(one_point, Player.TWO, NEAR_RIGHT)
    await seated.pass_seconds(1)
    await seated.play(tidy_performance(random_record()))
    assert seated.table.state.match.winner

    colour = seated.table.state.colour
    seated.request(colour, PlayerRequestKind.NEXT)
    await seated.pass_seconds(1)

    assert journal.matches == [TABLE_SETTINGS.match_settings, one_point, one_point]
    assert seated.table.computer_player is Player.TWO


async def test_matches_that_are_asked_for_together_begin_one_after_the_other(
    seated: HandsAtTable, journal: JournalByMatch
) -> None:
    async with asyncio.TaskGroup() as tasks:
        for names in (("Carol", "Dave"), ("Erin", "Frank")):
            settings = replace(TABLE_SETTINGS, names=names).match_settings
            tasks.create_task(seated.table.begin_match(settings, None, NEAR_RIGHT))
    assert [match.names.one for match in journal.matches] == ["Alice", "Carol", "Erin"]
    assert seated.table.state.observed.observations


async def test_match_begins_even_if_its_request_is_cancelled(
    seated: HandsAtTable, journal: JournalByMatch
) -> None:
    task = asyncio.ensure_future(begin(seated))
    await asyncio.sleep(0)
    task.cancel()
    await seated.pass_seconds(1)

    assert journal.matches[-1] == OTHER
    await asyncio.wait([task])
    assert task.cancelled()


async def test_preparation_runs_before_the_match_begins(
    seated: HandsAtTable, journal: JournalByMatch
) -> None:
    done_before: list[int] = []

    async def first() -> None:
        await asyncio.sleep(0)
        done_before.append(len(journal.matched))

    await seated.table.begin_match(OTHER, None, NEAR_RIGHT, first)

    assert done_before == [1]
    assert journal.matches[-1] == OTHER


def test_preparation_is_skipped_if_a_bug_ends_the_table_first() -> None:
    done: list[None] = []
    tasks: list[asyncio.Future[None]] = []

    async def first() -> None:
        done.append(None)

    def fail(_effect: Effect) -> None:
        raise ZeroDivisionError("a page with a bug")

    async def ask_and_fail() -> None:
        async with open_table() as seated:
            with seated.table.listen(fail):
                seated.request(Colour.LIGHT, PlayerRequestKind.DOUBLE)
                beginning = seated.table.begin_match(OTHER, None, NEAR_RIGHT, first)
                tasks.append(asyncio.ensure_future(beginning))
                await asyncio.wait(tasks)

    with pytest.RaisesGroup(ZeroDivisionError, flatten_subgroups=True):
        asyncio.run(ask_and_fail())
    assert tasks[0].cancelled()
    assert not done


async def test_a_table_that_is_closed_begins_no_match() -> None:
    async with open_table() as seated:
        pass
    with pytest.raises(RuntimeError, match="closed"):
        await seated.table.begin_match(OTHER, None, NEAR_RIGHT)


async def test_subscriber_is_notified_of_everything_visible(
    seated: HandsAtTable, expected_logs: LogWatch
) -> None:
    expected_logs.expect("service.table.supervisor", logging.WARNING, "board")
    news: list[State] = []
    effects: list[Effect] = []
    table = seated.table
    with table.subscribe(lambda: news.append(table.state)), table.listen(effects.append):
        seated.buttons.press(Button.UNDO)
        await table.wait_until_quiet()
        assert news
        news.clear()
        seated.board.unplug()
        await table.wait_until_quiet()
        assert news
        news.clear()
        await begin(seated)
        assert news[-1].settings == OTHER
        assert StartNextMatch() in effects
    news.clear()
    effects.clear()
    await seated.throw(3, 1)
    assert not news
    assert not effects


async def test_each_source_is_counted_and_its_last_signals_are_remembered(
    seated: HandsAtTable,
) -> None:
    for _ in range(25):
        seated.buttons.press(Button.UNDO)
        await seated.pass_seconds(1)

    stats = seated.table.source_stats
    assert stats["buttons"].signals == 25
    assert stats["buttons"].invalid == 0
    assert [type(signal) for signal in stats["buttons"].last] == [ButtonPressed] * 20
    assert stats["buttons"].last[-1].at > stats["buttons"].last[0].at
    assert stats["board"].signals == 1
