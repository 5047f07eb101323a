"""The rigs of all drivers, for the contracts."""

from collections.abc import Mapping
from functools import partial

from hardware.checkers import BOARDS, Colour
from hardware.devices import Device, InputDevice
from hardware.drivers.simulated.board_sensors import BOARD_SENSORS
from hardware.sensor_map import SENSOR_MAPS, usual_map
from tests.rigs.devices import device_rigs
from tests.rigs.devices.camera_rigs import CAMERAS
from tests.rigs.devices.dice_rigs import ELECTRONIC_DICE
from tests.rigs.devices.pi_rigs import pi_buttons, pi_plain_lamps, pi_sounder, pi_strip, pi_switches
from tests.rigs.firmware import wired_rigs
from tests.rigs.tables.camera_tables import camera_sensor

SWITCHES: Mapping[str, device_rigs.RigFactory[device_rigs.SensorRig]] = {
    **{
        f"simulated {kind} of {board.name}": partial(device_rigs.simulated_sensor, kind, board)
        for board, kinds in BOARD_SENSORS.items()
        for kind in kinds
    },
    **{
        f"{name} {it.name}": partial(rig, it)
        for it in SENSOR_MAPS.values()
        for name, rig in (
            ("wired switches", wired_rigs.wired_switches),
            ("wired magnetic sensors", wired_rigs.wired_magnets),
            ("switches on a Pi", pi_switches),
        )
    },
}
"""Sensors that report every change at once, and in one report."""
SENSORS: Mapping[str, device_rigs.RigFactory[device_rigs.SensorRig]] = {
    **SWITCHES,
    "camera": camera_sensor,
}
"""All sensors. A camera claims nothing where something changes, reports the result once it lies
still, and takes everything for a set of thirty checkers."""
DICE: Mapping[str, device_rigs.RigFactory[device_rigs.DiceRig]] = {
    "simulated dice": device_rigs.simulated_dice,
    "simulated dice of one player": partial(device_rigs.simulated_dice, Colour.DARK),
    "dice behind a board": wired_rigs.dice_behind_a_board,
    "dice on a line of their own": wired_rigs.standalone_dice,
    **ELECTRONIC_DICE,
}
BUTTONS: Mapping[str, device_rigs.RigFactory[device_rigs.ButtonsRig]] = {
    "simulated buttons": device_rigs.simulated_buttons,
    "wired buttons": wired_rigs.wired_buttons,
    "buttons on a Pi": pi_buttons,
}
LAMPS: Mapping[str, device_rigs.RigFactory[device_rigs.LampsRig]] = {
    "simulated lamps": device_rigs.simulated_lamps,
    **{
        f"{each} {name} at each place of {it.board.name}": partial(rig, each, it)
        for it in map(usual_map, BOARDS.values())
        for each in range(1, len(it.lamp_counts) + 1)
        for name, rig in (("wired lamps", wired_rigs.wired_lamps), ("lamps on a Pi", pi_strip))
    },
    **{
        f"plain lamps on a Pi at each place of {it.board.name}": partial(pi_plain_lamps, it)
        for it in map(usual_map, BOARDS.values())
    },
}
SOUNDERS: Mapping[str, device_rigs.RigFactory[device_rigs.SounderRig]] = {
    "simulated sounder": device_rigs.simulated_sounder,
    "wired sounder": wired_rigs.wired_sounder,
    "sounder on a Pi": pi_sounder,
}
CLOCKS: Mapping[str, device_rigs.RigFactory[device_rigs.ClockRig]] = {
    "simulated clock": device_rigs.simulated_clock,
    "system clock": device_rigs.system_clock,
}
INPUT_DEVICES: Mapping[str, device_rigs.RigFactory[device_rigs.InputDeviceRig[InputDevice]]] = {
    **SWITCHES,
    **DICE,
    **BUTTONS,
}
DEVICES: Mapping[str, device_rigs.RigFactory[device_rigs.Rig[Device]]] = {
    **SENSORS,
    **INPUT_DEVICES,
    **LAMPS,
    **SOUNDERS,
    **CAMERAS,
}
