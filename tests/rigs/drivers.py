"""Every driver there is, in the rig in which it proves the contracts."""

from collections.abc import Mapping
from functools import partial

from hardware.checkers import Colour
from hardware.devices import Device, Reporter
from hardware.drivers.simulated.boards import BOARDS
from tests.rigs.cameras import CAMERAS
from tests.rigs.devices import (
    ButtonsRig,
    ClockRig,
    DiceRig,
    LampsRig,
    Maker,
    ReporterRig,
    Rig,
    SensorRig,
    SounderRig,
    simulated_buttons,
    simulated_clock,
    simulated_dice,
    simulated_lamps,
    simulated_sensor,
    simulated_sounder,
    system_clock,
)
from tests.rigs.dice_rigs import PRINTING_AND_SMART
from tests.rigs.pi_pins import pi_buttons, pi_plain_lamps, pi_sounder, pi_strip, pi_switches
from tests.rigs.seeing import camera_sensor
from tests.rigs.wired import (
    dice_behind_a_board,
    dice_on_their_own,
    wired_buttons,
    wired_lamps,
    wired_sounder,
    wired_switches,
)

SWITCHES: Mapping[str, Maker[SensorRig]] = {
    **{f"simulated {kind}": partial(simulated_sensor, kind) for kind in BOARDS},
    "wired switches": partial(wired_switches, 1),
    "wired magnetic sensors": partial(wired_switches, 2),
    "switches on a Pi": pi_switches,
}
"""Each of these tells at once, and in one report, what has happened."""
SENSORS: Mapping[str, Maker[SensorRig]] = {**SWITCHES, "camera": camera_sensor}
"""A camera claims nothing where something changes, and tells what came of it once that lies still;
and whatever it sees, it takes for a set of thirty checkers."""
DICE: Mapping[str, Maker[DiceRig]] = {
    "simulated dice": simulated_dice,
    "simulated dice of one player": partial(simulated_dice, Colour.DARK),
    "dice behind a board": dice_behind_a_board,
    "dice on a line of their own": dice_on_their_own,
    **PRINTING_AND_SMART,
}
BUTTONS: Mapping[str, Maker[ButtonsRig]] = {
    "simulated buttons": simulated_buttons,
    "wired buttons": wired_buttons,
    "buttons on a Pi": pi_buttons,
}
LAMPS: Mapping[str, Maker[LampsRig]] = {
    "simulated lamps": simulated_lamps,
    **{f"{each} wired lamps at each place": partial(wired_lamps, each) for each in (1, 2, 3)},
    **{f"{each} lamps on a Pi at each place": partial(pi_strip, each) for each in (1, 2, 3)},
    "plain lamps on a Pi": pi_plain_lamps,
}
SOUNDERS: Mapping[str, Maker[SounderRig]] = {
    "simulated sounder": simulated_sounder,
    "wired sounder": wired_sounder,
    "sounder on a Pi": pi_sounder,
}
CLOCKS: Mapping[str, Maker[ClockRig]] = {
    "simulated clock": simulated_clock,
    "system clock": system_clock,
}
REPORTERS: Mapping[str, Maker[ReporterRig[Reporter]]] = {**SWITCHES, **DICE, **BUTTONS}
DEVICES: Mapping[str, Maker[Rig[Device]]] = {
    **SENSORS,
    **REPORTERS,
    **LAMPS,
    **SOUNDERS,
    **CAMERAS,
}
