"""The drivers of a board on the pins of a Pi, and of its parts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from hardware.drivers.pi.pi_board import PiBoard
from hardware.drivers.pi.pi_inputs import PiButtons, PiSwitches
from hardware.drivers.pi.pi_outputs import PiPlainLamps, PiSounder, PiStatusLight, PiStrip
from hardware.sensor_map import P5, SENSOR_MAPS
from hardware.signals import Button
from service.drivers import driver_entry
from service.drivers.pico_drivers import FOUR_BUTTONS
from service.schema.setting_marks import ListLength, NumberRange

PINS = frozenset({driver_entry.MachineNeed.PINS})


@dataclass(frozen=True, slots=True, kw_only=True)
class PiBoardOptions(driver_entry.BoardDriverOptions):
    """A board on the pins of the Pi."""

    layout: Literal["p5"] = "p5"
    pins: Literal["lgpio", "mock"] = "lgpio"
    """The library for the pins; `mock` works on a machine without any."""


def _has_mock_pins(options: PiBoardOptions) -> bool:
    return options.pins == "mock"


def _create_board(options: PiBoardOptions, context: driver_entry.DriverContext) -> list[PiSwitches]:
    sensor_map = SENSOR_MAPS[options.layout]
    return [PiSwitches("board", context.clock, context.pins, sensor_map)]


PI_BOARD = driver_entry.Driver(
    name="pi",
    options=PiBoardOptions,
    create=_create_board,
    connect=lambda it, clock: PiBoard(clock, it.pins),
    needs=PINS,
    is_simulated=_has_mock_pins,
    exclusive_resource=lambda it: "" if _has_mock_pins(it) else "pins",
    probe=driver_entry.Probe.OPEN,
)


def _part(
    options: type[driver_entry.OptionsT],
    create: driver_entry.DeviceFactory[driver_entry.OptionsT],
    name: str = "pi",
) -> driver_entry.Driver[driver_entry.OptionsT]:
    return driver_entry.Driver(
        name=name,
        options=options,
        create=create,
        needs=PINS,
        needed_board="pi",
        probe=driver_entry.Probe.OPEN,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class PiButtonsOptions(driver_entry.ButtonsDriverOptions):
    """Buttons on the pins of the Pi."""

    meanings: Annotated[tuple[Button, ...], ListLength(1, len(FOUR_BUTTONS))] = FOUR_BUTTONS
    """The meaning of each button, in the order of the wiring."""


PI_BUTTONS = _part(
    PiButtonsOptions,
    lambda it, context: [PiButtons("buttons", context.clock, context.pins, it.meanings)],
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PiStripOptions(driver_entry.LampsDriverOptions):
    """An LED strip on the pins of the Pi."""

    each: Annotated[int, NumberRange(1, 3)] = 1
    """Number of LEDs of the strip at each place."""


def _create_strip(options: PiStripOptions, context: driver_entry.DriverContext) -> list[PiStrip]:
    lamps, most = len(P5.lamps) * options.each, float(options.most_milliamps)
    return [PiStrip("lamps", context.clock, context.pins, lamps, most)]


PI_STRIP = _part(PiStripOptions, _create_strip)


@dataclass(frozen=True, slots=True, kw_only=True)
class PiPlainLampsOptions(driver_entry.LampsDriverOptions):
    """Plain lamps on the pins of the Pi, on or off."""


PI_PLAIN_LAMPS = _part(
    PiPlainLampsOptions,
    lambda _options, context: [PiPlainLamps("lamps", context.clock, context.pins)],
    name="pi-plain",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PiSounderOptions(driver_entry.SounderDriverOptions):
    """A piezo sounder on the pins of the Pi."""


PI_SOUNDER = _part(
    PiSounderOptions, lambda _options, context: [PiSounder("sounder", context.clock, context.pins)]
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PiStatusLightOptions(driver_entry.StatusDriverOptions):
    """A status light on the pins of the Pi."""


PI_STATUS_LIGHT = _part(
    PiStatusLightOptions,
    lambda _options, context: [PiStatusLight("status", context.clock, context.pins)],
)
