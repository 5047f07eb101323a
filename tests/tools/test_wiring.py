"""The pictures and tables for builders follow from the maps of the software."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from firmware_bridge.pico import pins as pico
from firmware_bridge.pico.slot_sensors import Hall, ShiftChain
from hardware.checkers import CHECKERS, SQUARES
from hardware.drivers.pi import pins as pi
from hardware.drivers.pi.gpio import SWITCH_END
from hardware.drivers.pi.pi_inputs import SwitchChain
from hardware.drivers.pi.pi_outputs import PlainLampChain
from hardware.outputs import LampFrame, LampLight, Rgb, Rhythm
from hardware.sensor_map import C64, P5, SensorMap
from tests.rigs.environment.checkout import ROOT
from tools.wiring import tables
from tools.wiring.build_documents import FOLDER, fill_document, papers, pictures
from tools.wiring.chain import INPUTS, chips_for, input_of, slot_name
from tools.wiring.controllers import (
    PICO_EDGES,
    PICO_USES,
    Controller,
    pi_controller,
    pico_controller,
)
from tools.wiring.lamps import OUTPUTS, PLAIN_CHIPS, output_of
from tools.wiring.parts_lists import BUTTONS

SVG = "{http://www.w3.org/2000/svg}"
MEASURED = 52
"""Milliamperes of a white WS2812B, the highest that any source we found has measured."""


def words_of(picture: str) -> str:
    drawing = ET.fromstring(pictures()[picture])  # noqa: S314 - we have just drawn it ourselves
    return "\n".join(text.text or "" for text in drawing.iter(f"{SVG}text"))


# The documents.


def test_the_tables_are_what_the_code_writes() -> None:
    for paper in papers():
        text = paper.read_text(encoding="utf-8")
        assert text == fill_document(text), f"`make wiring` writes {paper.name} anew"


def test_documents_show_every_picture_and_every_table() -> None:
    text = "".join(paper.read_text(encoding="utf-8") for paper in papers())
    assert {*re.findall(r"\(([\w-]+\.svg)\)", text)} == pictures().keys()
    assert {*re.findall(r"<!-- table: ([^>]+) -->", text)} == tables.tables().keys()


def test_documents_are_reached_from_the_first_one() -> None:
    first = (FOLDER / "README.md").read_text(encoding="utf-8")
    for paper in papers():
        assert paper.name == "README.md" or f"({paper.name}" in first
    assert "docs/build" in (ROOT / "README.md").read_text(encoding="utf-8")


def test_every_picture_is_drawn_for_light_and_dark() -> None:
    assert all("@media(prefers-color-scheme:dark)" in text for text in pictures().values())


# The pins.


@pytest.mark.parametrize("name", ["CHAIN_DATA", "STRIP_DATA", "PIEZO"])
def test_another_pin_of_pico_is_another_picture(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before = dict(pictures())
    monkeypatch.setattr(pico, name, 28)
    changed = {picture for picture, text in pictures().items() if text != before[picture]}
    assert "pico-pins.svg" in changed
    others = {picture for picture in changed if not picture.startswith("checkers-")}
    assert len(others) == 2
    if name != "PIEZO":
        assert len(changed) == 3, "the board of squares hangs on the same pins"
    assert "| 34 | GP28 |" in tables.pins(pico_controller())


@pytest.mark.parametrize("name", ["bus in", "bus out", "sounder", "button 1", "lamps latch"])
def test_another_pin_of_pi_is_another_picture(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before = dict(pictures())
    other = pi.Pin(21, 40, "elsewhere")
    monkeypatch.setattr(pi, "PINS", {**pi.PINS, name: other})
    changed = {picture for picture, text in pictures().items() if text != before[picture]}
    assert "pi-pins.svg" in changed
    assert len(changed) >= 2


def test_every_pin_of_the_map_of_the_pico_has_a_use() -> None:
    assert {name for name in vars(pico) if name.isupper()} == PICO_USES.keys()


def test_the_pins_of_the_pico_are_numbered_as_on_its_board() -> None:
    assert len(PICO_EDGES) == 40
    grounds = [number for number, name in enumerate(PICO_EDGES, 1) if name == "GND"]
    assert grounds == [3, 8, 13, 18, 23, 28, 38]
    numbers = [int(name[2:]) for name in PICO_EDGES if re.fullmatch(r"GP\d+", name)]
    assert numbers == [*range(23), 26, 27, 28]
    assert str(pico_controller().uses["CHAIN_DATA"]) == "GP16, pin 21"


def test_no_pin_is_used_twice() -> None:
    for controller in (pico_controller(), pi_controller()):
        numbers = sorted(one.number for one in controller.uses.values())
        assert all(one < other for one, other in pairwise(numbers))


@pytest.mark.parametrize("controller", [pico_controller(), pi_controller()], ids=str)
def test_pins_with_power_are_not_used_otherwise(controller: Controller) -> None:
    used = {one.number for one in controller.uses.values()}
    assert not used & controller.power.keys()


def test_the_pins_with_power_stand_in_the_table() -> None:
    of_pico, of_pi = tables.pins(pico_controller()), tables.pins(pi_controller())

    assert "| 36 | 3V3 | 3.3 V for the chips |" in of_pico
    assert "| 40 | VBUS | 5 V of the USB cable |" in of_pico
    assert "| 3, 8, 13, 18, 23, 28, 38 | GND | ground |" in of_pico
    assert "| 33 | AGND | ground, for Hall sensors |" in of_pico
    assert "| 1, 17 | 3V3 | 3.3 V for the chips |" in of_pi
    assert "| 2, 4 | 5V | 5 V for the lamps |" in of_pi
    assert f"| {', '.join(map(str, pi.GROUND))} | GND | ground |" in of_pi


# The chain.


class Chip:
    """A 74HC165 by its data sheet: parallel in while load is low, H first out."""

    def __init__(self) -> None:
        self.levels = dict.fromkeys("ABCDEFGH", 1)
        self._held = [1] * 8

    def load(self) -> None:
        self._held = [self.levels[name] for name in "ABCDEFGH"]

    @property
    def out(self) -> int:
        return self._held[-1]

    def clock(self, serial: int) -> None:
        self._held = [serial, *self._held[:-1]]


@dataclass
class Chain:
    """Chips as they are drawn: QH of each goes to SER of the one before it."""

    chips: Sequence[Chip]

    def load(self) -> None:
        for chip in self.chips:
            chip.load()

    def read(self, count: int) -> bytes:
        """The bits out of QH of the first chip, sampled before each clock."""
        bits = "".join(str(self._bit()) for _ in range(8 * count))
        return int(bits, 2).to_bytes(count, "big")

    def _bit(self) -> int:
        bit = self.chips[0].out
        coming = [*(chip.out for chip in self.chips[1:]), 1]
        for chip, serial in zip(self.chips, coming, strict=True):
            chip.clock(serial)
        return bit


def pulled(cell: int, sensor_map: SensorMap = P5) -> Chain:
    """A chain on which the input that the documents name for this sensor is at ground."""
    chips = [Chip() for _ in range(chips_for(len(sensor_map)))]
    chip, name = input_of(cell)
    chips[chip - 1].levels[name] = 0
    return Chain(chips)


@pytest.mark.parametrize(
    ("sensor_map", "cell"), [(it, cell) for it in (P5, C64) for cell in range(len(it))]
)
def test_pico_reads_each_sensor_from_the_documented_input(sensor_map: SensorMap, cell: int) -> None:
    chain, count = pulled(cell, sensor_map), len(sensor_map)

    class Load:
        def value(self, level: int = 0, /) -> int:
            if not level:
                chain.load()
            return level

    class Spi:
        def readinto(self, buffer: bytearray, _write: int, /) -> None:
            buffer[:] = chain.read(len(buffer))

    assert ShiftChain(Spi(), Load(), count).scan() == 1 << count - 1 - cell


@pytest.mark.parametrize("cell", range(len(P5)))
def test_pi_reads_each_sensor_from_the_documented_input(cell: int) -> None:
    chain = pulled(cell)
    bus = SimpleNamespace(transfer=lambda data: chain.read(len(data)))
    load = SimpleNamespace(off=chain.load, on=lambda: None)

    def bus_of(end: object) -> Any:
        assert end is SWITCH_END
        return bus

    part = SwitchChain(P5, lambda _at, _closed: None)
    part.open(SimpleNamespace(output=lambda _pin, **_measured_on: load, bus=bus_of))  # type: ignore[arg-type]  # as much of pins as it uses
    assert part.closed == 1 << len(P5) - 1 - cell


@pytest.mark.parametrize("sensor_map", [P5, C64], ids=str)
def test_the_table_of_chips_names_every_slot_once(sensor_map: SensorMap) -> None:
    named = re.findall(r"(\d+) \(([\w./]+)\)", tables.chips(sensor_map))
    assert named == [(str(cell), slot_name(cell, sensor_map)) for cell in range(len(sensor_map))]


def test_slots_have_short_names() -> None:
    assert (slot_name(0, C64), slot_name(63, C64)) == ("a1", "h8")
    assert (slot_name(0), slot_name(61), slot_name(127)) == ("1/1", "13/2", "bar.dark/4")


def test_the_map_of_squares_has_every_sensor_every_lamp_and_every_name() -> None:
    words = words_of("checkers-board.svg").split("\n")
    numbers = [int(word) for word in words if word.isdigit()]
    assert sorted(numbers) == sorted([*range(64), *range(64)])
    assert {*SQUARES} <= {*words}


def test_the_map_of_the_board_has_every_sensor_and_every_lamp() -> None:
    numbers = [int(word) for word in words_of("board.svg").split("\n") if word.isdigit()]
    expected = [*range(len(P5)), *range(len(P5.lamps)), *range(1, 25)]
    assert sorted(numbers) == sorted(expected)


# The lamps.


@pytest.mark.parametrize("lamp", range(len(P5.lamps)))
def test_each_plain_lamp_hangs_where_the_documents_say(lamp: int) -> None:
    frame = LampFrame({P5.lamps[lamp]: LampLight(Rgb(0, 255, 0), Rhythm.STEADY)})
    held = [0] * (8 * PLAIN_CHIPS)
    for byte in PlainLampChain(P5.lamps)._encode(frame, 0.0):
        for bit in range(7, -1, -1):
            held = [byte >> bit & 1, *held[:-1]]
    chip, output = output_of(lamp)
    assert held.index(1) == 8 * (chip - 1) + OUTPUTS.index(output[1])
    assert sum(held) == 1


# The numbers.


def rows(table: str) -> Iterator[Sequence[str]]:
    for line in table.splitlines()[2:]:
        yield [cell.strip() for cell in line.strip("|").split("|")]


def test_the_least_supply_that_is_named_gives_the_brightest_picture() -> None:
    for _, _, shown, _, _, supply in rows(tables.currents()):
        milliamps = float(shown.removesuffix(" mA"))
        assert milliamps < 1000 * float(supply.removeprefix("5 V, ").removesuffix(" A"))


def test_a_lamp_is_never_reckoned_to_draw_less_than_has_been_measured() -> None:
    for lamps, _, _, white, _, _ in rows(tables.currents()):
        assert float(white.removesuffix(" mA")) >= MEASURED * int(lamps)


def test_magnets_are_as_strong_as_a_field_calculator_has_them() -> None:
    calculated = {(8, 5): 68, (8, 8): 27, (10, 8): 37, (10, 10): 23, (10, 15): 8.9}
    for (wide, gap), millitesla in calculated.items():
        assert tables.on_axis(wide, 3, gap) == pytest.approx(millitesla, abs=0.7)


def test_thresholds_in_the_documents_are_those_of_the_firmware() -> None:
    switch = SimpleNamespace(value=lambda *_level: 0)
    sensors = Hall(SimpleNamespace(), [switch] * 7, switch, 16)
    assert f"({sensors._on})" in tables.thresholds()
    assert f"({sensors._off})" in tables.thresholds()


def test_second_kind_of_sensor_fits_the_firmware_as_documented() -> None:
    first, second = rows(tables.thresholds())
    assert first == ["DRV5055A1", "60 mV/mT", "2.5", "1.8"]
    assert second == ["DRV5055A2", "30 mV/mT", "5.0", "3.5"]


def test_the_currents_in_the_text_are_the_computed_ones() -> None:
    text = (FOLDER / "power.md").read_text(encoding="utf-8")
    assert f"{tables.contact_current(1):.2f} mA for each closed switch" in text
    assert f"which is {tables.contact_current(30):.0f} mA with all 30" in text


def test_the_parts_lists_have_as_many_as_the_maps() -> None:
    table = tables.tables()["parts for the pico"]
    assert f"| reed switch, 14 mm glass, 20-25 AT | {len(P5)} |" in table
    assert f"| 74HC165 | {chips_for(len(P5))} | {len(INPUTS)} switches each" in table
    squares = tables.tables()["parts for squares"]
    assert f"| reed switch, 14 mm glass, 20-25 AT | {len(C64)} |" in squares
    assert "| 74HC165 | 8 | 8 switches each: 8 x 8 = 64 |" in squares
    assert f"| disc magnet 10 x 3 mm, N35 | {CHECKERS.checkers} |" in squares
    assert f"| lamps WS2812B or SK6812 | {len(C64.lamps)} | one at each place |" in squares
    assert len(pico.BUTTONS) == len(pi.BUTTONS) == BUTTONS
