"""During a self-test the referee gets no signals of sensors; afterwards it goes on."""

import logging
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager

import pytest

from engine.backgammon.game.match import Phase
from hardware.checkers import BACKGAMMON, Colour, Layout, Place, point
from hardware.drivers.simulated.simulated_devices import SwitchFault
from hardware.drivers.simulated.simulated_table import BOX
from hardware.observations import Observation
from hardware.outputs import DutyFrame, peak_milliamps
from hardware.signals import Button, DiceReading, PlayerRequestKind
from referee.effects import LampMeaning
from referee.seating import Orientation
from referee.state import State
from referee.verdicts import Disturbed, OnTheWay, Unchanged
from service.table.self_test import (
    SECONDS_PER_COLOUR,
    SECONDS_PER_LAMP,
    SETTLING_SECONDS,
    TEST_COLOURS,
    LampSelfTest,
    SelfTestEnd,
    SwitchFindingKind,
    SwitchSelfTest,
)
from service.table.supervisor import FIRST_RETRY_DELAY
from tests.rigs.environment.log_watch import LogWatch
from tests.rigs.storage.example_journals import RecordingJournal
from tests.rigs.tables.table_in_memory import TABLE_SETTINGS, HandsAtTable, open_table

EMPTY = Layout({})
START = State.of(TABLE_SETTINGS.match_settings).expected_layout


@asynccontextmanager
async def open_game(journal: RecordingJournal) -> AsyncIterator[HandsAtTable]:
    async with open_table(journal=journal) as seated:
        await seated.throw(3, 1)
        journal.signals.clear()
        yield seated


@pytest.fixture
def journal() -> RecordingJournal:
    return RecordingJournal()


@pytest.fixture
def seated(journal: RecordingJournal) -> AbstractAsyncContextManager[HandsAtTable]:
    return open_game(journal)


def self_test(seated: HandsAtTable) -> SwitchSelfTest:
    assert isinstance(seated.table.self_test, SwitchSelfTest)
    return seated.table.self_test


async def start_switch_test(seated: HandsAtTable) -> None:
    """Starts the self-test of the switches, and empties the board."""
    seated.table.start_switch_test()
    await seated.arrange(EMPTY)


async def put(seated: HandsAtTable, place: Place) -> None:
    colour = seated.checkers.lift(BOX)
    seated.checkers.put(place, colour)
    await seated.pass_seconds(1)


async def test_all_lamps_shine_within_the_current_they_may_draw_and_then_the_game_goes_on(
    seated: HandsAtTable, journal: RecordingJournal
) -> None:
    table, before = seated.table, seated.lamps.visible_frame
    table.start_lamp_test()
    for colour in TEST_COLOURS:
        await table.wait_until_quiet()
        assert isinstance(table.self_test, LampSelfTest)
        assert table.self_test.colour == colour
        assert seated.lamps.visible_frame.lights.keys() == set(BACKGAMMON.places)
        assert (
            peak_milliamps(DutyFrame(seated.lamps.visible_frame))
            <= TABLE_SETTINGS.lamps.most_milliamps
        )
        assert table.lamp_picture.frame == seated.lamps.visible_frame
        assert not table.lamp_picture.meanings
        await seated.pass_seconds(SECONDS_PER_COLOUR)
    for place in BACKGAMMON.places:
        assert table.self_test
        assert table.self_test.place == place
        assert seated.lamps.visible_frame.lights.keys() == {place}
        await seated.pass_seconds(SECONDS_PER_LAMP)

    assert table.self_test
    assert table.self_test.end is SelfTestEnd.DONE
    assert seated.lamps.visible_frame == before
    assert not journal.signals


async def test_signals_during_a_self_test_reach_neither_referee_nor_journal(
    seated: HandsAtTable, journal: RecordingJournal
) -> None:
    state = seated.table.state
    await start_switch_test(seated)
    await put(seated, point(1))
    seated.dice().lift()
    seated.buttons.press(Button.RESIGN)
    await seated.pass_seconds(1)

    assert seated.table.state == state
    assert not journal.signals
    assert seated.table.source_stats["board"].signals > 1


async def test_referee_receives_the_current_state_after_a_self_test(
    seated: HandsAtTable, journal: RecordingJournal
) -> None:
    await start_switch_test(seated)
    seated.checkers.arrange(START)
    seated.checkers.lift(point(8))
    await seated.lift_dice()

    seated.table.stop_self_test()
    await seated.pass_seconds(1)

    assert self_test(seated).end is SelfTestEnd.STOPPED
    observation, dice, *_ = journal.signals
    assert isinstance(observation, Observation)
    assert isinstance(dice, DiceReading)
    assert dice.standing
    state = seated.table.state
    assert state.match.game.phase is Phase.TO_PLAY
    assert isinstance(state.verdict, OnTheWay)
    assert state.lamps[point(5)] is LampMeaning.DESTINATION
    assert seated.lamps.visible_frame.lights.keys() == state.lamps.keys()


async def test_the_game_goes_on_where_it_was_once_the_checkers_are_set_up_again(
    seated: HandsAtTable,
) -> None:
    before = seated.table.state
    await start_switch_test(seated)
    seated.table.stop_self_test()
    await seated.pass_seconds(1)
    assert isinstance(seated.table.state.verdict, Disturbed)
    assert LampMeaning.MISSING in seated.table.state.lamps.values()

    await seated.arrange(START)

    assert seated.table.state.match == before.match
    assert isinstance(seated.table.state.verdict, Unchanged)


async def test_signal_after_a_self_test_follows_the_last_observation_of_the_test(
    seated: HandsAtTable, journal: RecordingJournal
) -> None:
    await start_switch_test(seated)
    seated.checkers.arrange(START)
    await seated.table.wait_until_quiet()
    seated.table.stop_self_test()
    seated.checkers.lift(point(8))
    await seated.pass_seconds(1)

    first, last = [it for it in journal.signals if isinstance(it, Observation)]
    assert first[point(8)].total.low == 3
    assert last[point(8)].total.low == 2
    assert isinstance(seated.table.state.verdict, OnTheWay)


async def test_requests_of_people_are_judged_during_a_self_test(seated: HandsAtTable) -> None:
    seated.table.start_lamp_test()
    colour = seated.table.state.colour
    seated.request(colour, PlayerRequestKind.RESIGN, 1)
    await seated.pass_seconds(1)

    assert seated.table.state.match.game.resignation


async def test_every_place_is_lit_where_a_checker_is_asked_for(seated: HandsAtTable) -> None:
    await start_switch_test(seated)
    for number in range(5):
        assert self_test(seated).checker == number + 1
        assert seated.lamps.visible_frame.lights.keys() == {point(1)}
        assert seated.table.lamp_picture.meanings == {point(1): LampMeaning.MISSING}
        await put(seated, point(1))
    assert self_test(seated).place == point(2)


async def test_dead_and_stuck_switches_are_found(seated: HandsAtTable) -> None:
    seated.board.set_fault(point(1), 2, SwitchFault.DEAD)
    seated.board.set_fault(point(3), 1, SwitchFault.STUCK)
    await start_switch_test(seated)
    assert self_test(seated).wrong_places == (point(3),)
    seated.table.skip_switch()
    await put(seated, point(1))
    await put(seated, point(1))
    assert self_test(seated).checker == 2
    seated.table.skip_switch()

    assert [(it.kind, it.place, it.checker) for it in self_test(seated).findings] == [
        (SwitchFindingKind.STILL_SEEN, point(3), 0),
        (SwitchFindingKind.SILENT, point(1), 2),
    ]
    assert self_test(seated).checker == 3


async def test_checker_put_down_just_before_a_skip_is_counted(seated: HandsAtTable) -> None:
    await start_switch_test(seated)
    seated.checkers.put(point(1), seated.checkers.lift(BOX))
    await seated.table.wait_until_quiet()
    seated.table.skip_switch()
    await seated.pass_seconds(1)

    assert self_test(seated).checker == 3


async def test_a_bad_contact_does_not_answer_twice(seated: HandsAtTable) -> None:
    seated.board.set_fault(point(1), 1, SwitchFault.BOUNCE)
    await start_switch_test(seated)

    await put(seated, point(1))

    assert (self_test(seated).checker, self_test(seated).findings) == (2, ())


async def test_a_checker_that_slides_over_other_places_is_no_fault(seated: HandsAtTable) -> None:
    await start_switch_test(seated)
    colour = seated.checkers.lift(BOX)
    for place in (point(3), point(2), point(1)):
        seated.checkers.put(place, colour)
        await seated.pass_seconds(SETTLING_SECONDS / 8)
        if place != point(1):
            seated.checkers.lift(place)
    await seated.pass_seconds(1)

    assert (self_test(seated).checker, self_test(seated).findings) == (2, ())


async def test_a_device_that_is_lost_ends_its_self_test(
    seated: HandsAtTable, expected_logs: LogWatch
) -> None:
    expected_logs.expect("service.table.supervisor", logging.WARNING, "board")
    await start_switch_test(seated)
    seated.board.unplug()
    await seated.table.wait_until_quiet()

    assert self_test(seated).end is SelfTestEnd.LOST
    assert seated.table.state.lost == {"board"}
    assert seated.lamps.visible_frame.lights.keys() == seated.table.state.lamps.keys()

    seated.table.start_switch_test()
    assert self_test(seated).end is SelfTestEnd.LOST

    seated.checkers.arrange(START)
    seated.board.plug_in()
    await seated.pass_seconds(FIRST_RETRY_DELAY + 1)
    assert isinstance(seated.table.state.verdict, Unchanged)


async def test_a_new_match_ends_a_self_test(seated: HandsAtTable) -> None:
    await start_switch_test(seated)
    orientation = Orientation(light_far=True)
    await seated.table.begin_match(TABLE_SETTINGS.match_settings, None, orientation)
    await seated.pass_seconds(1)
    assert self_test(seated).end is SelfTestEnd.STOPPED
    assert isinstance(seated.table.state.verdict, Disturbed)

    await seated.arrange(orientation.layout(START))
    assert isinstance(seated.table.state.verdict, Unchanged)


async def test_places_are_named_as_light_counts_them_from_where_he_sits(
    seated: HandsAtTable,
) -> None:
    orientation = Orientation(home_left=True)
    await seated.table.begin_match(TABLE_SETTINGS.match_settings, None, orientation)
    await start_switch_test(seated)
    assert self_test(seated).place == point(1)
    assert seated.lamps.visible_frame.lights.keys() == {point(12)}

    await put(seated, point(12))

    assert (self_test(seated).checker, self_test(seated).findings) == (2, ())


async def test_one_self_test_takes_the_place_of_another(
    seated: HandsAtTable, journal: RecordingJournal
) -> None:
    await start_switch_test(seated)
    seated.table.start_lamp_test()
    await seated.pass_seconds(1)
    assert isinstance(seated.table.self_test, LampSelfTest)
    assert not journal.signals

    seated.table.start_switch_test()
    await seated.pass_seconds(1)
    assert self_test(seated).place == point(1)
    assert seated.checkers[BOX].count(Colour.LIGHT) == 15


async def test_skip_and_stop_do_nothing_without_a_self_test(
    seated: HandsAtTable, journal: RecordingJournal
) -> None:
    seated.table.skip_switch()
    seated.table.stop_self_test()
    await seated.pass_seconds(1)

    assert seated.table.self_test is None
    assert not journal.signals
