"""Hands answer what the referee asks, and see to it that their plays are recorded."""

from dataclasses import replace

import pytest

from hardware.checkers import Colour, bar, point
from hardware.drivers.simulated.simulated_devices import SwitchFault
from hardware.signals import PlayerRequest, PlayerRequestKind, Signal
from referee import notices
from referee.match_settings import CASUAL_PROFILE, MONEY_PROFILE
from referee.notices import Notice
from referee.state import State
from referee.step import StepResult, step
from service.simulated_match.runner import SimulationOptions
from service.simulated_match.simulated_people import SimulatedPeople
from simulation import gestures
from simulation.habits import TIDY
from tests.rigs.simulation.umpired_matches import beginning_of, recorded_match, umpire_of
from tests.rigs.tables.table_in_memory import open_table, tidy_performance


class Overheard:
    """Records the requests of simulated people, and the notices of the referee."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.requests: list[PlayerRequestKind] = []
        self.notice_kinds: list[type[Notice]] = []
        patch.setattr("service.table.refereed_table.step", self._step)

    def _step(self, state: State, signal: Signal) -> StepResult:
        if isinstance(signal, PlayerRequest):
            self.requests.append(signal.kind)
        judged = step(state, signal)
        self.notice_kinds += [type(it) for it in judged.effects if isinstance(it, Notice)]
        return judged


@pytest.fixture
def overheard(monkeypatch: pytest.MonkeyPatch) -> Overheard:
    return Overheard(monkeypatch)


def tidy(sensor: str, **planned: object) -> SimulationOptions:
    return replace(SimulationOptions(CASUAL_PROFILE, sensor, habits=TIDY), **planned)  # type: ignore[arg-type] # any


def test_simulated_people_answer_which_play_they_made(overheard: Overheard) -> None:
    umpire = umpire_of(recorded_match(0), tidy("single"))

    assert notices.WhichPlay in overheard.notice_kinds
    assert PlayerRequestKind.CHOOSE in overheard.requests
    assert umpire.score.lost_plays == umpire.score.false_alarms == 0


def test_a_question_that_was_asked_of_a_wrong_play_is_answered_for_the_right_one() -> None:
    plan = SimulationOptions(CASUAL_PROFILE, "single", seed=3, errors=0.5)
    umpire = umpire_of(recorded_match(30), plan)

    assert umpire.score.lost_plays == umpire.score.false_alarms == 0


async def test_simulated_people_touch_an_unfelt_checker_before_they_insist(
    overheard: Overheard,
) -> None:
    async with open_table() as seated:
        hands = SimulatedPeople(seated.table, seated.devices, seated.clock)
        for slot in range(1, 6):
            seated.board.set_fault(point(5), slot, SwitchFault.MISSED)
        await hands.perform(iter(tidy_performance(beginning_of(4, 2))))

    assert hands.umpire.score.lost_plays == 0
    assert notices.SwitchDead not in overheard.notice_kinds


def test_simulated_people_take_back_a_wrong_turn_that_was_completed(overheard: Overheard) -> None:
    umpire = umpire_of(beginning_of(120), tidy("single", errors=1.0))

    assert umpire.score.untellable > 0
    assert PlayerRequestKind.UNDO in overheard.requests
    assert umpire.score.lost_plays == 0


def test_the_opponent_has_a_play_retaken_that_only_stands(overheard: Overheard) -> None:
    umpire = umpire_of(beginning_of(60), tidy("hall", errors=1.0, profile=MONEY_PROFILE))

    assert notices.IllegalPlayChoice in overheard.notice_kinds
    assert PlayerRequestKind.CHALLENGE in overheard.requests
    assert umpire.score.lost_plays == 0


async def test_a_hand_lays_a_stacked_checker_beside_the_others() -> None:
    async with open_table() as seated:
        hands = SimulatedPeople(seated.table, seated.devices, seated.clock)
        board, dark = seated.checkers, point(12)
        board.lift(dark)
        board.lift(dark)
        for _ in range(2):
            board.put(dark, Colour.DARK, slot=1)
        hands._hand.tidy([dark])

    assert board.is_flat(dark)
    assert board.count(dark, Colour.DARK) == 5


async def test_time_passes_as_slowly_as_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    async def play(speed: float | None) -> None:
        async with open_table() as seated:
            hands = SimulatedPeople(seated.table, seated.devices, seated.clock, speed=speed)
            monkeypatch.setattr("service.simulated_match.simulated_people.asyncio.sleep", sleep)
            await hands._pause(3.0)
            monkeypatch.undo()

    await play(None)
    await play(2.0)

    assert slept == [1.5]


async def test_hands_touch_only_a_table_that_is_simulated() -> None:
    async with open_table() as seated:
        devices = replace(seated.devices, checkers=None)
        with pytest.raises(ValueError, match="simulated"):
            SimulatedPeople(seated.table, devices, seated.clock)


async def test_a_hand_does_every_gesture() -> None:
    six, bars = point(6), bar(Colour.LIGHT)
    every_gesture = (
        gestures.Lift(six, Colour.LIGHT),
        gestures.PutBetween(six, point(5), Colour.LIGHT, ()),
        gestures.Straighten(six, point(5)),
        gestures.Nudge(six),
        gestures.Fetch(Colour.DARK),
        gestures.Put(bars, Colour.DARK),
        gestures.RollDice(None),
        gestures.Cock(None),
        gestures.LiftDice(None),
        gestures.Pause(1),
    )

    async with open_table() as seated:
        hands = SimulatedPeople(seated.table, seated.devices, seated.clock)
        for gesture in every_gesture:
            hands._hand.perform(gesture)
        assert not hands._hand.has_set_up(seated.table.state.expected_layout)

    assert seated.checkers.count(six, Colour.LIGHT) == 5
    assert seated.checkers.count(bars, Colour.DARK) == 1
