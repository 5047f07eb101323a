"""While lamps or switches are tried out, the referee is left alone; afterwards it goes on."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from engine.backgammon.game.match import Phase
from hardware.checkers import BACKGAMMON, Colour, Layout, Place, point
from hardware.drivers.simulated.faults import Fault
from hardware.drivers.simulated.table import BOX
from hardware.observations import Observation
from hardware.power import worst_milliamps
from hardware.signals import Button, DiceSeen, Wish, Wished
from referee.effects import Meaning
from referee.seating import Facing
from referee.state import State
from referee.verdicts import Disturbed, OnTheWay, Unchanged
from service.tables.supervisor import FIRST_WAIT
from service.tables.trying import (
    COLOUR_SHOWN,
    COLOURS,
    LAMP_SHOWN,
    End,
    Flaw,
    LampTrial,
    SwitchTrial,
)
from service.tables.tryout import STILL
from tests.rigs.logs import LogWatch
from tests.rigs.noted import Noted
from tests.rigs.tables import SETUP, Sitting, sitting

EMPTY = Layout({})
START = State.of(SETUP.match).expected_layout


def proved(rule: Callable[[Sitting, Noted], Awaitable[None]]) -> None:
    async def prove() -> None:
        book = Noted()
        async with sitting(journal=book) as seated:
            seated.dice().roll(3, 1)
            await seated.passes(1)
            book.signals.clear()
            await rule(seated, book)

    asyncio.run(prove())


def trial(seated: Sitting) -> SwitchTrial:
    assert isinstance(seated.table.trial, SwitchTrial)
    return seated.table.trial


async def emptied(seated: Sitting) -> None:
    """The switches are tried out, and the board is empty."""
    seated.table.try_switches()
    seated.checkers.arrange(EMPTY)
    await seated.passes(1)


async def put(seated: Sitting, place: Place) -> None:
    colour = seated.checkers.lift(BOX)
    seated.checkers.put(place, colour)
    await seated.passes(1)


def test_all_lamps_shine_within_the_current_they_may_draw_and_then_the_game_goes_on() -> None:
    async def rule(seated: Sitting, book: Noted) -> None:
        table, before = seated.table, seated.lamps.shining
        table.try_lamps()
        for colour in COLOURS:
            await table.quiet()
            assert isinstance(table.trial, LampTrial)
            assert table.trial.colour == colour
            assert seated.lamps.shining.lights.keys() == set(BACKGAMMON)
            assert worst_milliamps(seated.lamps.shining) <= SETUP.lamps.most_milliamps
            assert table.shining.frame == seated.lamps.shining
            assert not table.shining.meanings
            await seated.passes(COLOUR_SHOWN)
        for place in BACKGAMMON:
            assert table.trial
            assert table.trial.place == place
            assert seated.lamps.shining.lights.keys() == {place}
            await seated.passes(LAMP_SHOWN)

        assert table.trial
        assert table.trial.end is End.DONE
        assert seated.lamps.shining == before
        assert not book.signals

    proved(rule)


def test_what_sensors_say_meanwhile_reaches_neither_referee_nor_journal() -> None:
    async def rule(seated: Sitting, book: Noted) -> None:
        state = seated.table.state
        await emptied(seated)
        await put(seated, point(1))
        seated.dice().lift()
        seated.buttons.press(Button.RESIGN)
        await seated.passes(1)

        assert seated.table.state == state
        assert not book.signals
        assert seated.table.heard["board"].signals > 1

    proved(rule)


def test_afterwards_the_referee_is_told_how_things_stand() -> None:
    async def rule(seated: Sitting, book: Noted) -> None:
        await emptied(seated)
        seated.checkers.arrange(START)
        seated.checkers.lift(point(8))
        seated.dice().lift()
        await seated.passes(1)

        seated.table.stop_trial()
        await seated.passes(1)

        assert trial(seated).end is End.STOPPED
        seen, dice, *_ = book.signals
        assert isinstance(seen, Observation)
        assert isinstance(dice, DiceSeen)
        assert dice.standing
        state = seated.table.state
        assert state.match.game.phase is Phase.TO_PLAY
        assert isinstance(state.verdict, OnTheWay)
        assert state.lit[point(5)] is Meaning.DESTINATION
        assert seated.lamps.shining.lights.keys() == state.lit.keys()

    proved(rule)


def test_the_game_goes_on_where_it_was_once_the_checkers_are_set_up_again() -> None:
    async def rule(seated: Sitting, _book: Noted) -> None:
        before = seated.table.state
        await emptied(seated)
        seated.table.stop_trial()
        await seated.passes(1)
        assert isinstance(seated.table.state.verdict, Disturbed)
        assert Meaning.MISSING in seated.table.state.lit.values()

        seated.checkers.arrange(START)
        await seated.passes(1)

        assert seated.table.state.match == before.match
        assert isinstance(seated.table.state.verdict, Unchanged)

    proved(rule)


def test_what_comes_right_after_a_trial_is_told_after_what_came_in_it() -> None:
    async def rule(seated: Sitting, book: Noted) -> None:
        await emptied(seated)
        seated.checkers.arrange(START)
        await seated.table.quiet()
        seated.table.stop_trial()
        seated.checkers.lift(point(8))
        await seated.passes(1)

        first, last = [it for it in book.signals if isinstance(it, Observation)]
        assert first[point(8)].total.low == 3
        assert last[point(8)].total.low == 2
        assert isinstance(seated.table.state.verdict, OnTheWay)

    proved(rule)


def test_people_are_heard_while_something_is_tried_out() -> None:
    async def rule(seated: Sitting, _book: Noted) -> None:
        seated.table.try_lamps()
        colour = seated.table.state.colour
        seated.table.say(Wished("page", seated.clock.now(), colour, Wish.RESIGN, 1))
        await seated.passes(1)

        assert seated.table.state.match.game.resignation

    proved(rule)


def test_every_place_is_lit_where_a_checker_is_asked_for() -> None:
    async def rule(seated: Sitting, _book: Noted) -> None:
        await emptied(seated)
        for number in range(5):
            assert trial(seated).checker == number + 1
            assert seated.lamps.shining.lights.keys() == {point(1)}
            assert seated.table.shining.meanings == {point(1): Meaning.MISSING}
            await put(seated, point(1))
        assert trial(seated).place == point(2)

    proved(rule)


def test_dead_and_stuck_switches_are_found() -> None:
    async def rule(seated: Sitting, _book: Noted) -> None:
        seated.board.spoil(point(1), 2, Fault.DEAD)
        seated.board.spoil(point(3), 1, Fault.STUCK)
        await emptied(seated)
        assert trial(seated).answered == (point(3),)
        seated.table.skip_switch()
        await put(seated, point(1))
        await put(seated, point(1))
        assert trial(seated).checker == 2
        seated.table.skip_switch()

        assert [(it.flaw, it.place, it.checker) for it in trial(seated).faults] == [
            (Flaw.STILL_SEEN, point(3), 0),
            (Flaw.SILENT, point(1), 2),
        ]
        assert trial(seated).checker == 3

    proved(rule)


def test_what_is_put_down_right_before_a_switch_is_left_out_is_seen() -> None:
    async def rule(seated: Sitting, _book: Noted) -> None:
        await emptied(seated)
        seated.checkers.put(point(1), seated.checkers.lift(BOX))
        await seated.table.quiet()
        seated.table.skip_switch()
        await seated.passes(1)

        assert trial(seated).checker == 3

    proved(rule)


def test_a_bad_contact_does_not_answer_twice() -> None:
    async def rule(seated: Sitting, _book: Noted) -> None:
        seated.board.spoil(point(1), 1, Fault.BOUNCE)
        await emptied(seated)

        await put(seated, point(1))

        assert (trial(seated).checker, trial(seated).faults) == (2, ())

    proved(rule)


def test_a_checker_that_slides_over_other_places_is_no_fault() -> None:
    async def rule(seated: Sitting, _book: Noted) -> None:
        await emptied(seated)
        colour = seated.checkers.lift(BOX)
        for place in (point(3), point(2), point(1)):
            seated.checkers.put(place, colour)
            await seated.passes(STILL / 8)
            if place != point(1):
                seated.checkers.lift(place)
        await seated.passes(1)

        assert (trial(seated).checker, trial(seated).faults) == (2, ())

    proved(rule)


def test_a_device_that_is_lost_ends_its_trial(expected_logs: LogWatch) -> None:
    expected_logs.expect("service.tables.supervisor", logging.WARNING, "board")

    async def rule(seated: Sitting, _book: Noted) -> None:
        await emptied(seated)
        seated.board.unplug()
        await seated.table.quiet()

        assert trial(seated).end is End.LOST
        assert seated.table.state.lost == {"board"}
        assert seated.lamps.shining.lights.keys() == seated.table.state.lit.keys()

        seated.table.try_switches()
        assert trial(seated).end is End.LOST

        seated.checkers.arrange(START)
        seated.board.plug_in()
        await seated.passes(FIRST_WAIT + 1)
        assert isinstance(seated.table.state.verdict, Unchanged)

    proved(rule)


def test_a_new_match_ends_a_trial() -> None:
    async def rule(seated: Sitting, _book: Noted) -> None:
        await emptied(seated)
        facing = Facing(light_far=True)
        await seated.table.begin(SETUP.match, None, facing)
        await seated.passes(1)
        assert trial(seated).end is End.STOPPED
        assert isinstance(seated.table.state.verdict, Disturbed)

        seated.checkers.arrange(facing.layout(START))
        await seated.passes(1)
        assert isinstance(seated.table.state.verdict, Unchanged)

    proved(rule)


def test_places_are_named_as_light_counts_them_from_where_he_sits() -> None:
    async def rule(seated: Sitting, _book: Noted) -> None:
        facing = Facing(home_left=True)
        await seated.table.begin(SETUP.match, None, facing)
        await emptied(seated)
        assert trial(seated).place == point(1)
        assert seated.lamps.shining.lights.keys() == {point(12)}

        await put(seated, point(12))

        assert (trial(seated).checker, trial(seated).faults) == (2, ())

    proved(rule)


def test_one_trial_takes_the_place_of_another() -> None:
    async def rule(seated: Sitting, book: Noted) -> None:
        await emptied(seated)
        seated.table.try_lamps()
        await seated.passes(1)
        assert isinstance(seated.table.trial, LampTrial)
        assert not book.signals

        seated.table.try_switches()
        await seated.passes(1)
        assert trial(seated).place == point(1)
        assert seated.checkers[BOX].count(Colour.LIGHT) == 15

    proved(rule)


def test_leaving_out_and_stopping_mean_nothing_where_nothing_is_tried_out() -> None:
    async def rule(seated: Sitting, book: Noted) -> None:
        seated.table.skip_switch()
        seated.table.stop_trial()
        await seated.passes(1)

        assert seated.table.trial is None
        assert not book.signals

    proved(rule)
