"""A legal play may lie in any slots, and a faulty switch reads what it always reads."""

import pytest

from engine.backgammon.dice import Dice
from engine.backgammon.moves.plays import LegalPlays
from engine.backgammon.position import START, Position, Setup
from engine.players import Player
from hardware.checkers import BACKGAMMON, Colour, Layout, Pile, Place, bar, point, tray
from hardware.drivers.clocks import SimulatedClock
from hardware.drivers.simulated.board_sensors import BOARD_SENSORS
from hardware.drivers.simulated.simulated_devices import SwitchFault
from hardware.drivers.simulated.simulated_sensor import SimulatedSensor
from hardware.drivers.simulated.simulated_table import BOX, SimulatedTable
from referee.seating import Seating
from simulation.possible_looks import may_look_like
from tests.rigs.engine.play_notation import position_after

SEATING = Seating(Player.ONE)
EVERY_KIND = pytest.mark.parametrize("kind", BOARD_SENSORS[BACKGAMMON])
BY_SLOTS = pytest.mark.parametrize("kind", ["slots", "hall", "p5"])


def lying(kind: str, position: Position = START) -> tuple[SimulatedTable, SimulatedSensor]:
    table = SimulatedTable(SEATING.layout(position, Player.ONE))
    return table, BOARD_SENSORS[BACKGAMMON][kind]("board", table, SimulatedClock())


def looks_like(board: SimulatedSensor, position: Position) -> bool:
    return may_look_like(board, position.setup, Colour.LIGHT)


@EVERY_KIND
@pytest.mark.parametrize("dice", [Dice(3, 1), Dice(6, 4), Dice(2, 2)])
def test_every_board_looks_like_itself(kind: str, dice: Dice) -> None:
    for play in LegalPlays(START, dice):
        assert looks_like(lying(kind, play)[1], play)


@EVERY_KIND
def test_board_does_not_look_like_one_with_a_checker_elsewhere(kind: str) -> None:
    assert not looks_like(lying(kind)[1], position_after(START, "24/22"))


@BY_SLOTS
def test_checkers_may_lie_in_any_slots(kind: str) -> None:
    table, board = lying(kind)
    table.lift(point(24))
    table.put(point(24), Colour.LIGHT, 5)

    assert looks_like(board, START)


@BY_SLOTS
def test_dead_switch_hides_a_checker_wherever_a_play_may_put_it(kind: str) -> None:
    after = position_after(START, "24/22 24/20")
    table, board = lying(kind, after)
    table.lift(point(22))
    assert not looks_like(board, after)

    board.set_fault(point(22), 4, SwitchFault.DEAD)
    assert looks_like(board, after)


@BY_SLOTS
def test_stuck_switch_shows_a_checker_that_is_not_there(kind: str) -> None:
    _, board = lying(kind, START)
    board.set_fault(point(22), 3, SwitchFault.STUCK)

    assert looks_like(board, START)
    assert looks_like(board, position_after(START, "24/22 13/11")) is False


@BY_SLOTS
def test_stuck_switch_hides_that_a_checker_is_missing(kind: str) -> None:
    table, board = lying(kind)
    board.set_fault(point(24), 2, SwitchFault.STUCK)
    table.lift(point(24))

    assert looks_like(board, START)


@BY_SLOTS
def test_fault_elsewhere_excuses_nothing(kind: str) -> None:
    table, board = lying(kind)
    board.set_fault(point(6), 1, SwitchFault.DEAD)
    table.lift(point(24))

    assert not looks_like(board, START)


@BY_SLOTS
def test_switch_that_misses_a_checker_may_read_nothing(kind: str) -> None:
    table, board = lying(kind)
    board.set_fault(point(22), 1, SwitchFault.MISSED)

    assert looks_like(board, position_after(START, "24/22")) is False
    table.lift(point(24))
    assert looks_like(board, position_after(START, "24/22"))


@EVERY_KIND
def test_both_halves_of_the_bar_are_one_place(kind: str) -> None:
    hit = Setup.of({24: 2, 13: 5, 8: 3, 6: 5}, {24: 2, 13: 5, 8: 3, 6: 4, 25: 1}).position()
    table, board = lying(kind, hit)
    table.lift(bar(Colour.DARK))
    assert not looks_like(board, hit)

    table.put(bar(Colour.LIGHT), Colour.DARK)
    assert looks_like(board, hit)


@EVERY_KIND
def test_borne_off_checker_may_be_anywhere_off_the_board(kind: str) -> None:
    layout = Layout({point(1): Pile(Colour.LIGHT, 2), point(24): Pile(Colour.DARK, 15)})
    table = SimulatedTable(layout)
    board = BOARD_SENSORS[BACKGAMMON][kind]("board", table, SimulatedClock())
    position = Setup.of({1: 2, 0: 13}, {1: 15}).position()
    assert looks_like(board, position)

    table.lift(BOX, Colour.LIGHT)
    table.put(tray(Colour.DARK), Colour.LIGHT)
    assert looks_like(board, position)


def test_scale_that_is_dead_reads_nothing_whatever_lies_there() -> None:
    table, board = lying("counts")
    board.set_fault(point(24), 1, SwitchFault.DEAD)
    assert looks_like(board, START)

    table.lift(point(24))
    assert looks_like(board, START)


def test_colours_tell_plays_apart_only_to_a_board_that_feels_them() -> None:
    one, other = Place("p13"), Place("p12")
    for kind, alike in (("hall", False), ("slots", True)):
        table, board = lying(kind)
        light = [table.lift(one) for _ in range(5)]
        dark = [table.lift(other) for _ in range(5)]
        for colour in dark:
            table.put(one, colour)
        for colour in light:
            table.put(other, colour)
        assert looks_like(board, START) is alike
