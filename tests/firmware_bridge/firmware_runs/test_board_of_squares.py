"""The real firmware under a board of squares: from switch to signal, from frame to lamp."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from firmware_bridge.board_devices import WiredLamps, WiredSwitches
from firmware_bridge.board_link import BoardLink
from firmware_bridge.serial_port import SerialPort
from hardware.checkers import BACKGAMMON, CHECKERS, SQUARES, Colour, Place, capture_place
from hardware.devices import DeviceFault
from hardware.drivers.clocks import SystemClock
from hardware.observations import (
    EMPTY_SIGHTING,
    Sighting,
    of_any_colour,
    of_colour,
    sighting_of_poles,
)
from hardware.outputs import LampFrame, LampLight, Rgb
from hardware.sensor_map import C32, C64, C88, SensorMap
from service.firmware.installer import layout_settings
from tests.rigs.firmware.pico_fixtures import MakePico
from tests.rigs.firmware.wired_desk import Desk, reached
from tests.rigs.micropython.simulated_pico import DARK, UID, Lamp, Pico

SOME = of_any_colour(1, CHECKERS.checkers)
"""The sighting of an occupied square: a man, or a king, of either colour."""
A_LIGHT = sighting_of_poles(1, 0, 1, most=CHECKERS.checkers)
A_DARK = sighting_of_poles(0, 1, 1, most=CHECKERS.checkers)
NORTH, SOUTH, FREE = 45000, 20000, 32768
"""Values of a magnetic sensor below a light checker, a dark one, and none."""


def pico_with(new_pico: MakePico, sensor_map: SensorMap, **settings: object) -> Pico:
    """A Pico that is set up for a layout, and plugged in."""
    pico = new_pico(UID, **{**layout_settings(sensor_map), **settings})
    pico.plug()
    return pico


async def seen_after(desk: Desk, count: int) -> dict[Place, Sighting]:
    """The occupied places of the last of so many observations."""
    await desk.board.until_observed(count)
    seen = desk.board.observations[count - 1].sightings
    return {place: sighting for place, sighting in seen.items() if sighting != EMPTY_SIGHTING}


@pytest.mark.parametrize("sensor_map", [C64, C32, C88], ids=str)
async def test_board_tells_the_places_of_its_sensors_and_lamps(
    new_pico: MakePico, sensor_map: SensorMap
) -> None:
    async with reached(pico_with(new_pico, sensor_map), CHECKERS) as desk:
        assert desk.switches.places == {*sensor_map.slots}
        assert desk.lamps.places == {*SQUARES}
        assert await seen_after(desk, 1) == {}
        assert desk.board.observations[0].sightings.keys() == sensor_map.slots.keys()


async def test_a_checker_is_felt_where_it_lies_and_where_it_is_put(new_pico: MakePico) -> None:
    pico = pico_with(new_pico, C64)
    pico.world.lay({C64.sensor_at(Place("c3"), 1)})
    async with reached(pico, CHECKERS) as desk:
        assert await seen_after(desk, 1) == {"c3": SOME}
        pico.world.lay(set())
        assert await seen_after(desk, 2) == {}
        pico.world.lay({C64.sensor_at(Place("d4"), 1)})
        assert await seen_after(desk, 3) == {"d4": SOME}


async def test_each_of_all_squares_is_distinguished(new_pico: MakePico) -> None:
    pico = pico_with(new_pico, C64)
    found = dict.fromkeys(SQUARES, 0)
    async with reached(pico, CHECKERS) as desk:
        await desk.board.until_observed(1)
        for bit in range(6):
            pico.world.lay({cell for cell in range(64) if cell >> bit & 1})
            for place in await seen_after(desk, bit + 2):
                found[place] |= 1 << bit

    assert [*found.values()] == [*range(64)]


async def test_all_squares_at_once_are_felt(new_pico: MakePico) -> None:
    pico = pico_with(new_pico, C64)
    pico.world.lay({*range(64)})
    async with reached(pico, CHECKERS) as desk:
        assert await seen_after(desk, 1) == dict.fromkeys(SQUARES, SOME)


async def test_captured_checkers_are_counted_beside_the_board(new_pico: MakePico) -> None:
    pico = pico_with(new_pico, C88)
    light, dark = (capture_place(colour) for colour in Colour)
    pico.world.lay({C88.sensor_at(light, slot) for slot in (1, 2, 3)})
    async with reached(pico, CHECKERS) as desk:
        assert await seen_after(desk, 1) == {light: of_any_colour(3)}
        pico.world.press(*(C88.sensor_at(dark, slot) for slot in range(1, 13)))
        full = of_any_colour(12, CHECKERS.checkers)
        assert await seen_after(desk, 2) == {light: of_any_colour(3), dark: full}


@contextmanager
def magnets(pico: Pico, **places: int) -> Iterator[None]:
    """Values of the sensors under these squares."""
    for place, measured in places.items():
        pico.world.feel(C64.sensor_at(Place(place), 1), measured)
    yield
    for place in places:
        pico.world.feel(C64.sensor_at(Place(place), 1), FREE)


async def test_magnetic_sensors_distinguish_colours_on_squares(new_pico: MakePico) -> None:
    pico = pico_with(new_pico, C64, SENSORS="hall")
    with magnets(pico, a1=NORTH, h8=SOUTH):
        async with reached(pico, CHECKERS) as desk:
            assert await seen_after(desk, 1) == {"a1": A_LIGHT, "h8": A_DARK}


async def test_magnetic_sensors_of_captured_checkers_fill_half_a_bank(
    new_pico: MakePico,
) -> None:
    pico = pico_with(new_pico, C88, SENSORS="hall")
    dark = capture_place(Colour.DARK)
    pico.world.feel(C88.sensor_at(dark, 12), SOUTH)
    async with reached(pico, CHECKERS) as desk:
        assert await seen_after(desk, 1) == {dark: of_colour(Colour.DARK, 1)}


async def test_lamps_shine_below_their_squares(new_pico: MakePico) -> None:
    pico = pico_with(new_pico, C64)
    lit = {Place("a1"): 10, Place("h2"): 20, Place("a2"): 30, Place("a8"): 40, Place("h8"): 50}
    frame = LampFrame({place: LampLight(Rgb(0, part, 0)) for place, part in lit.items()})
    at = {0: 10, 8: 20, 15: 30, 63: 40, 56: 50}
    """The number of each of these lamps on the strip that winds from row to row."""
    async with reached(pico, CHECKERS) as desk:
        await desk.lamps.show(frame)
        await desk.lit(tuple(Lamp(0, at[n], 0) if n in at else DARK for n in range(64)))


async def test_every_lamp_can_shine_at_once_within_the_current(new_pico: MakePico) -> None:
    pico = pico_with(new_pico, C64)
    white = LampLight(Rgb(255, 255, 255))
    async with reached(pico, CHECKERS) as desk:
        await desk.lamps.show(LampFrame(dict.fromkeys(SQUARES, white)))
        # 400 mA less 64 of idle lamps, for 64 lamps with three parts of 20 mA each.
        part = 255 * (400 - 64) // (64 * 3 * 20)
        await desk.lit((Lamp(part, part, part),) * 64)


async def refusal(pico: Pico, device: WiredSwitches | WiredLamps) -> str:
    with pytest.raises(DeviceFault) as fault:
        async with device:
            pass
    return str(fault.value).removeprefix(f"{device.name}: {pico.port} ")


async def test_table_for_backgammon_refuses_a_board_of_squares(new_pico: MakePico) -> None:
    pico = pico_with(new_pico, C64)
    clock = SystemClock()
    link = BoardLink(SerialPort(pico.port), clock)
    for device in (
        WiredSwitches("board", clock, link, BACKGAMMON),
        WiredLamps("lamps", clock, link, BACKGAMMON),
    ):
        said = await refusal(pico, device)
        assert said == "is a board for checkers, but this table is for backgammon"


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"GAME": "chess"}, "is a board for chess, but this table is for checkers"),
        ({"CELLS": 65}, "has 65 sensors, but describes 64"),
    ],
    ids=["game", "cells"],
)
async def test_settings_that_contradict_each_other_are_told_in_one_sentence(
    new_pico: MakePico, settings: dict[str, object], said: str
) -> None:
    pico = pico_with(new_pico, C64, **settings)
    clock = SystemClock()
    device = WiredSwitches("board", clock, BoardLink(SerialPort(pico.port), clock), CHECKERS)

    assert await refusal(pico, device) == said
