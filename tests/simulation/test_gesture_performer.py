"""A hand performs every gesture at the devices of its table, however places are named."""

from dataclasses import dataclass, field

import pytest

from hardware.checkers import Colour, Place, point
from hardware.drivers.clocks import SimulatedClock
from hardware.drivers.simulated.simulated_devices import SimulatedButtons, SimulatedDice
from hardware.drivers.simulated.simulated_table import BOX, NoChecker, SimulatedTable
from hardware.signals import Button, DiceState, PlayerRequestKind
from referee.seating import ORIENTATIONS, Orientation
from service.camera.board_calibration import START_LAYOUT
from simulation.gesture_performer import GesturePerformer
from simulation.gestures import (
    Cock,
    Fetch,
    Gesture,
    Lift,
    LiftDice,
    Nudge,
    Pause,
    Press,
    Put,
    PutAway,
    PutBetween,
    RollDice,
    SendRequest,
    SettleDice,
    Straighten,
    rename_places,
)

LIGHT = Colour.LIGHT
SIX, FIVE = point(6), point(5)


@dataclass
class Table:
    """The devices of a table, and the requests of its people."""

    checkers: SimulatedTable = field(default_factory=lambda: SimulatedTable(START_LAYOUT))
    requests: list[tuple[Colour, PlayerRequestKind, int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        clock = SimulatedClock()
        self.dice = SimulatedDice("dice", clock)
        self.hand = GesturePerformer.at(
            self.checkers,
            (self.dice, SimulatedButtons("few", clock, (Button.CUBE,))),
            lambda *request: self.requests.append(request),
        )

    def do(self, *gestures: Gesture) -> None:
        for gesture in gestures:
            self.hand.perform(gesture)


@pytest.fixture
def table() -> Table:
    return Table()


def test_checker_is_carried_and_put_straight(table: Table) -> None:
    table.do(Lift(SIX), PutBetween(FIVE, SIX, LIGHT, (SIX,)), Pause(1.0), Straighten(FIVE, SIX))

    assert (table.checkers.count(SIX, LIGHT), table.checkers.count(FIVE, LIGHT)) == (4, 1)
    assert not table.checkers.leaning_checkers


def test_checker_of_another_set_is_fetched_and_put_down(table: Table) -> None:
    table.do(Fetch(LIGHT), Put(FIVE, LIGHT), Nudge(FIVE))

    assert table.checkers.extra_checkers == (LIGHT,)
    assert table.checkers.count(FIVE, LIGHT) == 1


def test_checker_of_another_set_is_put_away(table: Table) -> None:
    table.do(Fetch(LIGHT), PutAway(LIGHT))

    assert not table.checkers.extra_checkers
    assert not table.checkers.hand


def test_dice_roll_settle_lie_askew_and_are_lifted(table: Table) -> None:
    states = []
    for gesture in (RollDice(None), SettleDice((3, 1), None), RollDice(None), Cock(None)):
        table.do(gesture)
        states.append(table.dice.reading().state)
    table.do(LiftDice(None))

    rolling, settled, cocked = DiceState.ROLLING, DiceState.SETTLED, DiceState.COCKED
    assert states == [rolling, settled, rolling, cocked]
    assert table.dice.reading().state is DiceState.LIFTED


def test_request_reaches_its_receiver(table: Table) -> None:
    table.do(SendRequest(LIGHT, PlayerRequestKind.CHOOSE, 2), Press(Button.CUBE))
    assert table.requests == [(LIGHT, PlayerRequestKind.CHOOSE, 2)]


@pytest.mark.parametrize(
    ("gesture", "refusal"),
    [
        (Lift(FIVE), NoChecker),
        (Put(FIVE, LIGHT), NoChecker),
        (Straighten(FIVE, SIX), NoChecker),
        (Press(Button.UNDO), ValueError),
        (RollDice(LIGHT), KeyError),
    ],
)
def test_gesture_that_is_not_possible_changes_nothing(
    table: Table, gesture: Gesture, refusal: type[Exception]
) -> None:
    before = table.checkers.snapshot

    with pytest.raises(refusal):
        table.do(gesture)

    assert table.checkers.snapshot == before


@pytest.mark.parametrize("orientation", ORIENTATIONS)
def test_renamed_places_are_those_of_the_turned_board(orientation: Orientation) -> None:
    leaning = PutBetween(FIVE, SIX, LIGHT, (SIX,))
    five, six = orientation[FIVE], orientation[SIX]

    assert rename_places(leaning, orientation) == PutBetween(five, six, LIGHT, (six,))
    assert rename_places(Straighten(FIVE, SIX), orientation) == Straighten(five, six)
    for kind in (Lift, Put):
        assert rename_places(kind(SIX, LIGHT), orientation) == kind(six, LIGHT)
    assert rename_places(Nudge(Place(BOX)), orientation) == Nudge(Place(BOX))
    assert rename_places(Press(Button.CUBE), orientation) == Press(Button.CUBE)
