"""The tables of docs/build that follow from the maps and the constants of the software."""

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from math import hypot

from firmware_bridge.pico import settings
from firmware_bridge.pico.lamps import LAMP, PART
from firmware_bridge.pico.slot_sensors import APPEARS_AT, BANK, DISAPPEARS_AT, MIDDLE
from hardware.outputs import limit_power, peak_milliamps
from hardware.sensor_map import C64, P5, SENSOR_MAPS, SensorMap
from referee.palettes import STANDARD, frame
from tools.bootstrap import ROOT
from tools.light_scenes import scenes
from tools.wiring.chain import INPUTS, chips_for, slot_name
from tools.wiring.controllers import Controller, pi_controller, pico_controller
from tools.wiring.hall import banks_for
from tools.wiring.lamps import output_of
from tools.wiring.parts_lists import Part, of_hall, of_pi, of_pico, of_plain_lamps

DOCTOR_PHRASES = ROOT / "service" / "words" / "en" / "doctor.toml"
REMANENCE = 1190.0
"""Millitesla of magnets of grade N35."""
MAGNETS = ((8.0, 3.0), (10.0, 3.0))
"""Diameter and thickness of discs, in millimetres."""
GAPS = (5, 6, 8, 10, 12, 15)
VOLTS, PULL_UP = 3.3, 10.0
"""The supply of the chips, and the pull-up at each input in kiloohms."""
SENSITIVITY = {"DRV5055A1": 60.0, "DRV5055A2": 30.0}
"""Millivolts per millitesla at 3.3 V, by the data sheets of their maker."""
SUPPLIES = (0.5, 1.0, 2.0, 3.0, 5.0)
"""Amperes that can be bought."""
AIR = 1.25
"""A supply lasts if it need not give all it can."""


def tables() -> Mapping[str, str]:
    """Each table by the name that it has in the papers."""
    return {
        **{name: _table(("part", "how many", "why"), rows) for name, rows in _parts()},
        "pins of the pico": pins(pico_controller()),
        "pins of the pi": pins(pi_controller()),
        "chips": chips(P5),
        "banks": banks(P5),
        "chips of squares": chips(C64),
        "banks of squares": banks(C64),
        "layouts of squares": layouts(),
        "current of squares": square_currents(),
        "plain lamps": plain_lamps(),
        "lamps and current": currents(),
        "magnets": magnets(),
        "thresholds": thresholds(),
        "what the doctor says": complaints(),
    }


def _parts() -> Iterator[tuple[str, Iterator[Part]]]:
    yield "parts for the pico", of_pico()
    yield "parts for hall sensors", of_hall()
    yield "parts for squares", of_pico(C64)
    yield "parts for hall sensors of squares", of_hall(C64)
    yield "parts for the pi", of_pi()
    yield "parts for plain lamps", of_plain_lamps()


def pins(controller: Controller) -> str:
    """Every pin that is used, in the order of the fingers, and then those with power."""
    used = sorted(controller.uses.values(), key=lambda one: one.number)
    rows = [(f"{one.number}", one.printed, one.use) for one in used]
    rows += [
        (", ".join(map(str, supply.numbers)), supply.printed, supply.use)
        for supply in controller.supplies
    ]
    return _table(("pin", "name", "goes to"), rows)


def chips(sensor_map: SensorMap) -> str:
    """The slot at each input of each 74HC165."""
    each = len(INPUTS)
    rows = (
        (f"{chip + 1}", *(_slot(each * chip + order, sensor_map) for order in range(each)))
        for chip in range(chips_for(len(sensor_map)))
    )
    return _table(("chip", *INPUTS), rows)


def banks(sensor_map: SensorMap) -> str:
    """The slots of each bank of magnetic sensors."""
    rows = (
        (
            f"{bank}",
            f"{_slot(bank * BANK, sensor_map)} to {_slot((bank + 1) * BANK - 1, sensor_map)}",
        )
        for bank in range(banks_for(sensor_map))
    )
    return _table(("bank", "I0 to I15"), rows)


def plain_lamps() -> str:
    """The lamp at each output of each 74HC595."""
    rows = (
        (str(place), "chip {} {}".format(*output_of(lamp))) for lamp, place in enumerate(P5.lamps)
    )
    return _table(("place", "output"), rows)


def brightest() -> float:
    """Milliamperes of the brightest picture that Kibitz ever shows, with one lamp at each place."""
    frames = (frame(scene.meanings, STANDARD) for scene in scenes().values())
    return max(peak_milliamps(limit_power(one, 1, 10_000)) for one in frames)


def currents() -> str:
    """The current of a number of lamps, and its limits."""
    return _table(
        (
            "lamps",
            "all dark",
            "the brightest picture of Kibitz",
            "all white, if nothing held them back",
            f"most that the firmware lets through, set to {settings.MILLIAMPS}",
            "supply for all of it",
        ),
        map(_current, P5.lamp_counts),
    )


def _current(lamps: int) -> Iterator[str]:
    dark = LAMP * lamps
    white = dark + 3 * PART * lamps
    shown = dark + brightest() * lamps / len(P5.lamps)
    supply = next(one for one in SUPPLIES if one * 1000 >= shown * AIR)
    yield f"{lamps}"
    yield from (f"{value:.0f} mA" for value in (dark, shown, white, settings.MILLIAMPS))
    yield f"5 V, {supply:g} A"


def square_currents() -> str:
    """The current of the lamps of a board of squares, and its limits."""
    lamps = len(C64.lamps)
    dark, white = LAMP * lamps, (LAMP + 3 * PART) * lamps
    heads = ("lamps", "all dark", "all white, if nothing held them back", "most at first")
    row = (f"{lamps}", f"{dark} mA", f"{white} mA", f"{settings.MILLIAMPS} mA")
    return _table(heads, [row])


def layouts() -> str:
    """The layouts of a board of squares, with what each needs."""
    rows = (
        (
            f"`{it.name}`",
            f"{len(it)}",
            f"{chips_for(len(it))}",
            f"{banks_for(it)}",
            f"`{it.sensor_runs}`",
        )
        for it in SENSOR_MAPS.values()
        if it.board is C64.board
    )
    return _table(("layout", "sensors", "74HC165", "or banks of Hall sensors", "places"), rows)


def magnets() -> str:
    """The field of a magnet on its axis."""
    rows = (
        (f"{wide:g} x {thick:g} mm", *(f"{on_axis(wide, thick, gap):.0f} mT" for gap in GAPS))
        for wide, thick in MAGNETS
    )
    return _table(("magnet", *(f"{gap} mm" for gap in GAPS)), rows)


def on_axis(diameter: float, thickness: float, gap: float) -> float:
    """Millitesla so far (mm) from the face of a disc, straight before its middle."""
    radius, far = diameter / 2, gap + thickness
    return REMANENCE / 2 * (far / hypot(far, radius) - gap / hypot(gap, radius))


def thresholds() -> str:
    """The usual thresholds of the firmware, in millitesla, by kind of sensor."""
    on, off = APPEARS_AT, DISAPPEARS_AT
    rows = (
        (kind, f"{each:g} mV/mT", f"{millitesla(on, each):.1f}", f"{millitesla(off, each):.1f}")
        for kind, each in SENSITIVITY.items()
    )
    return _table(("sensor", "at 3.3 V", f"seen from ({on})", f"gone below ({off})"), rows)


def millitesla(value: float, sensitivity: float) -> float:
    """The field at the sensor for a distance from the middle, as the firmware measures it."""
    return value / (2 * MIDDLE) * VOLTS * 1000 / sensitivity


def contact_current(closed: int) -> float:
    """Milliamperes through the pull-ups of so many closed switches."""
    return closed * VOLTS / PULL_UP


def complaints() -> str:
    """Every finding of the doctor that is no good news, with what to do."""
    said = tomllib.loads(DOCTOR_PHRASES.read_text(encoding="utf-8"))["doctor"]
    rows = ((said["found"][what], advice) for what, advice in said["do"].items())
    return _table(("what it says", "what to do"), map(_in_words, rows))


def _in_words(row: Iterable[str]) -> Iterator[str]:
    """A finding in words; names in braces stand for its details."""
    for words in row:
        yield words.replace("|", "\\|").replace("<", "&lt;")


def _slot(cell: int, sensor_map: SensorMap) -> str:
    return f"{cell} ({slot_name(cell, sensor_map)})"


def _table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    heads = list(heads)
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(row)} |" for row in lines)
