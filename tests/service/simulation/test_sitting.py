"""Hands answer what the referee asks, and see to it that what they did is taken down."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from random import Random

import pytest

from hardware.checkers import Colour, bar, point
from hardware.drivers.simulated.faults import Fault
from hardware.drivers.simulated.table import SimulatedTable
from hardware.signals import Signal, Wish, Wished
from referee.effects import Notice, What
from referee.profiles import CASUAL, MONEY
from referee.state import State
from referee.step import Step, step
from service.simulation import gestures
from service.simulation.evening import Plan
from service.simulation.habits import TIDY, Temper
from service.simulation.performing import Evening, perform
from service.simulation.sitting import Sitting
from tests.rigs.tables import SETUP, sitting
from tests.rigs.umpired import beginning, recorded, umpired


class Overheard:
    """What people said at the table, and what they were told."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.wishes: list[Wish] = []
        self.told: list[What] = []
        patch.setattr("service.tables.table.step", self._step)

    def _step(self, state: State, signal: Signal) -> Step:
        if isinstance(signal, Wished):
            self.wishes.append(signal.wish)
        judged = step(state, signal)
        self.told += [it.what for it in judged.effects if isinstance(it, Notice)]
        return judged


@pytest.fixture
def overheard(monkeypatch: pytest.MonkeyPatch) -> Overheard:
    return Overheard(monkeypatch)


def tidy(sensor: str, **planned: object) -> Plan:
    return replace(Plan(CASUAL, sensor, habits=TIDY), **planned)  # type: ignore[arg-type] # any


def test_asked_which_play_it_was_they_tell_the_one_they_made(overheard: Overheard) -> None:
    umpire = umpired(recorded(0), tidy("single"))

    assert What.WHICH in overheard.told
    assert Wish.CHOOSE in overheard.wishes
    assert umpire.score.lost_plays == umpire.score.false_alarms == 0


def test_a_question_that_was_asked_of_a_wrong_play_is_answered_for_the_right_one() -> None:
    umpire = umpired(recorded(30), Plan(CASUAL, "single", seed=3, errors=0.5))

    assert umpire.score.lost_plays == umpire.score.false_alarms == 0


def test_where_a_checker_is_not_felt_they_touch_it_before_they_insist(
    overheard: Overheard,
) -> None:
    async def play() -> Sitting:
        async with sitting(setup=SETUP) as seated:
            hands = Sitting(seated.table, seated.devices, seated.clock)
            for slot in range(1, 6):
                seated.board.spoil(point(5), slot, Fault.MISSED)
            record = beginning(4, 2)
            chance = Temper(TIDY, Random(1))  # noqa: S311 - hands, no secret
            await hands.perform(perform(record, Evening(SETUP.match.seating), chance))
        return hands

    umpire = asyncio.run(play()).umpire

    assert umpire.score.lost_plays == 0
    assert What.SWITCH_DEAD not in overheard.told


def test_they_take_back_a_wrong_turn_that_was_completed(overheard: Overheard) -> None:
    umpire = umpired(beginning(120), tidy("single", errors=1.0))

    assert umpire.score.untellable > 0
    assert Wish.UNDO in overheard.wishes
    assert umpire.score.lost_plays == 0


def test_the_opponent_has_a_play_retaken_that_only_stands(overheard: Overheard) -> None:
    umpire = umpired(beginning(60), tidy("hall", errors=1.0, profile=MONEY))

    assert What.ILLEGAL_CHOICE in overheard.told
    assert Wish.CHALLENGE in overheard.wishes
    assert umpire.score.lost_plays == 0


def test_a_hand_lays_beside_the_others_what_lies_on_top() -> None:
    async def play() -> SimulatedTable:
        async with sitting() as seated:
            hands = Sitting(seated.table, seated.devices, seated.clock)
            board, dark = seated.checkers, point(12)
            board.lift(dark)
            board.lift(dark)
            for _ in range(2):
                board.put(dark, Colour.DARK, slot=1)
            hands._hand.tidy([dark])
        return board

    board = asyncio.run(play())
    assert board.is_flat(point(12))
    assert board.count(point(12), Colour.DARK) == 5


def test_time_passes_as_slowly_as_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    async def play(speed: float | None) -> None:
        async with sitting() as seated:
            hands = Sitting(seated.table, seated.devices, seated.clock, speed=speed)
            monkeypatch.setattr("service.simulation.sitting.asyncio.sleep", sleep)
            await hands._pause(3.0)
            monkeypatch.undo()

    asyncio.run(play(None))
    asyncio.run(play(2.0))

    assert slept == [1.5]


def test_hands_touch_only_a_table_that_is_simulated() -> None:
    async def play() -> None:
        async with sitting() as seated:
            devices = replace(seated.devices, checkers=None)
            Sitting(seated.table, devices, seated.clock)

    with pytest.raises(ValueError, match="simulated"):
        asyncio.run(play())


def test_a_hand_does_every_gesture() -> None:
    six, bars = point(6), bar(Colour.LIGHT)
    done = (
        gestures.Lift(six, Colour.LIGHT),
        gestures.PutBetween(six, point(5), Colour.LIGHT, ()),
        gestures.Straighten(six, point(5)),
        gestures.Nudge(six),
        gestures.Fetch(Colour.DARK),
        gestures.Put(bars, Colour.DARK),
        gestures.Roll(None),
        gestures.Cock(None),
        gestures.LiftDice(None),
        gestures.Pause(1),
    )

    async def play() -> SimulatedTable:
        async with sitting() as seated:
            hands = Sitting(seated.table, seated.devices, seated.clock)
            for gesture in done:
                hands._hand.do(gesture)
            assert not hands._hand.has_set_up(seated.table.state.expected_layout)
        return seated.checkers

    board = asyncio.run(play())
    assert board.count(six, Colour.LIGHT) == 5
    assert board.count(bars, Colour.DARK) == 1
