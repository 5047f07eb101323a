"""What goes wrong with a table: each kind in its own way, and at moments that chance picks."""

from __future__ import annotations

import logging
from random import Random

import pytest

from hardware.drivers.simulated.boards import SlotBoard
from hardware.drivers.simulated.buttons import SimulatedButtons
from hardware.drivers.simulated.clock import SimulatedClock
from hardware.drivers.simulated.faults import Fault
from hardware.drivers.simulated.table import SimulatedTable
from referee.effects import What
from referee.profiles import CASUAL
from service.simulation.evening import Plan
from service.simulation.gestures import Pause
from service.simulation.troubles import AWAY, FOUND_AGAIN, Trouble, Troubles
from tests.rigs.logs import LogWatch
from tests.rigs.umpired import recorded, umpired

SWITCHES = (Trouble.BOUNCE, Trouble.MISSED, Trouble.DEAD, Trouble.STUCK)
TURNS = 500


def at_a_table(kind: Trouble) -> tuple[Troubles, SlotBoard]:
    clock = SimulatedClock()
    board = SlotBoard("board", SimulatedTable(), clock)
    devices = [board, SimulatedButtons("buttons", clock)]
    return Troubles(kind, board, devices, Random(1)), board  # noqa: S311 - trouble, no secret


@pytest.mark.parametrize("kind", SWITCHES)
def test_a_switch_is_spoilt_now_and_then(kind: Trouble) -> None:
    troubles, board = at_a_table(kind)

    pauses = [pause for _ in range(TURNS) for pause in troubles.next()]

    assert pauses == []
    assert {switch.fault for switch in board.faulty} == {Fault(kind.value)}
    assert 0 < troubles.happened < TURNS / 5


@pytest.mark.parametrize("kind", [Trouble.DEAD, Trouble.STUCK])
def test_what_does_not_mend_itself_goes_wrong_only_once(kind: Trouble) -> None:
    troubles, board = at_a_table(kind)

    for _ in range(TURNS):
        list(troubles.next())

    assert troubles.happened == len(board.faulty) == 1


def test_a_plug_that_was_pulled_is_put_in_again_after_a_while() -> None:
    troubles, board = at_a_table(Trouble.UNPLUGGED)
    unplugged = 0

    for _ in range(TURNS):
        for pause in troubles.next():
            unplugged += not board.plugged
            assert pause in (Pause(AWAY), Pause(FOUND_AGAIN))

    assert unplugged > 0
    assert board.plugged
    assert troubles.happened > unplugged


@pytest.mark.parametrize("kind", Trouble)
def test_only_what_the_trouble_brings_about_is_expected(kind: Trouble) -> None:
    alarms = at_a_table(kind)[0].alarms

    assert bool(alarms) == (kind in (Trouble.MISSED, Trouble.DEAD, Trouble.STUCK))
    assert What.ILLEGAL not in alarms


@pytest.mark.parametrize("sensor", ["slots", "hall"])
@pytest.mark.parametrize("kind", Trouble)
def test_no_play_is_lost_whatever_goes_wrong(
    kind: Trouble, sensor: str, expected_logs: LogWatch
) -> None:
    if kind is Trouble.UNPLUGGED:
        expected_logs.expect("service.tables.supervisor", logging.WARNING, "cannot be reached")

    umpire = umpired(recorded(3), Plan(CASUAL, sensor, trouble=kind))

    assert umpire.score.lost_plays == umpire.score.false_alarms == 0, umpire.complaints[:3]
    assert umpire.score.turns > 50
