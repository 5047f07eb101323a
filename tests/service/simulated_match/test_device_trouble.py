"""Faults of a table happen each in its own way, at moments that chance picks."""

import logging
from random import Random

import pytest

from hardware.drivers.clocks import SimulatedClock
from hardware.drivers.simulated.board_sensors import SlotBoard
from hardware.drivers.simulated.simulated_devices import SimulatedButtons, SwitchFault
from hardware.drivers.simulated.simulated_table import SimulatedTable
from referee.match_settings import CASUAL_PROFILE
from service.simulated_match.runner import SimulationOptions
from service.simulated_match.simulated_people import (
    REOPENING_SECONDS,
    UNPLUGGED_SECONDS,
    DeviceTrouble,
    TroubleMaker,
)
from simulation.gestures import Pause
from tests.rigs.environment.log_watch import LogWatch
from tests.rigs.simulation.umpired_matches import recorded_match, umpire_of

SWITCHES = (DeviceTrouble.BOUNCE, DeviceTrouble.MISSED, DeviceTrouble.DEAD, DeviceTrouble.STUCK)
TURNS = 500


def at_a_table(kind: DeviceTrouble) -> tuple[TroubleMaker, SlotBoard]:
    clock = SimulatedClock()
    board = SlotBoard("board", SimulatedTable(), clock)
    devices = [board, SimulatedButtons("buttons", clock)]
    return TroubleMaker(kind, board, devices, Random(1)), board  # noqa: S311 - trouble, no secret


@pytest.mark.parametrize("kind", SWITCHES)
def test_a_switch_gets_its_fault_now_and_then(kind: DeviceTrouble) -> None:
    troubles, board = at_a_table(kind)

    pauses = [pause for _ in range(TURNS) for pause in troubles.next()]

    assert pauses == []
    assert {switch.fault for switch in board.faulty_switches} == {SwitchFault(kind.value)}
    assert 0 < troubles.happened < TURNS / 5


@pytest.mark.parametrize("kind", [DeviceTrouble.DEAD, DeviceTrouble.STUCK])
def test_permanent_fault_happens_only_once(kind: DeviceTrouble) -> None:
    troubles, board = at_a_table(kind)

    for _ in range(TURNS):
        list(troubles.next())

    assert troubles.happened == len(board.faulty_switches) == 1


def test_a_plug_that_was_pulled_is_put_in_again_after_a_while() -> None:
    troubles, board = at_a_table(DeviceTrouble.UNPLUGGED)
    unplugged = 0

    for _ in range(TURNS):
        for pause in troubles.next():
            unplugged += not board.is_plugged_in
            assert pause in (Pause(UNPLUGGED_SECONDS), Pause(REOPENING_SECONDS))

    assert unplugged > 0
    assert board.is_plugged_in
    assert troubles.happened > unplugged


def test_every_kind_of_trouble_may_come_in_one_match() -> None:
    troubles, board = at_a_table(DeviceTrouble.ALL)

    pauses = [pause for _ in range(TURNS) for pause in troubles.next()]

    assert {switch.fault for switch in board.faulty_switches} == set(SwitchFault)
    assert Pause(UNPLUGGED_SECONDS) in pauses


@pytest.mark.release(after=3)
@pytest.mark.parametrize("sensor", ["slots", "hall"])
@pytest.mark.parametrize("kind", DeviceTrouble)
def test_no_play_is_lost_in_any_device_trouble(
    kind: DeviceTrouble, sensor: str, expected_logs: LogWatch
) -> None:
    if kind in (DeviceTrouble.UNPLUGGED, DeviceTrouble.ALL):
        expected_logs.expect("service.table.supervisor", logging.WARNING, "cannot be reached")

    umpire = umpire_of(recorded_match(3), SimulationOptions(CASUAL_PROFILE, sensor, trouble=kind))

    assert umpire.score.lost_plays == umpire.score.false_alarms == 0, umpire.complaints[:3]
    assert umpire.score.turns > 50
