"""The drivers of a board with its own Pico, and of the parts that are connected to it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from firmware_bridge.board_devices import (
    WiredButtons,
    WiredDice,
    WiredLamps,
    WiredSounder,
    WiredSwitches,
)
from firmware_bridge.board_link import BoardLink
from firmware_bridge.port_discovery import AUTO, port_at
from firmware_bridge.wire.requests import ChangeSetting
from hardware.devices import Clock
from hardware.signals import Button
from service.drivers import driver_entry
from service.schema.setting_marks import ListLength, NumberRange

BOARD_KIND = "kibitz"
"""The kind that a board reports over the wire."""
MAX_BUTTONS = 8
"""The limit of the wire protocol."""
FOUR_BUTTONS = (Button.LIGHT, Button.DARK, Button.CUBE, Button.NO)
"""Sufficient for a whole match, doubling included."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PicoBoardOptions(driver_entry.BoardDriverOptions):
    """A board with its own Pico, connected by a serial port."""

    port: driver_entry.PortSetting = None
    """None: the first port at which a board answers."""
    uid: driver_entry.UidSetting = None
    """The unique id of the board; None: any board."""
    layout: Literal["p5"] = "p5"
    debounce: Annotated[int, NumberRange(2, 8)] = 4
    """Number of samples, 5 ms apart, that must agree."""


def _link(options: PicoBoardOptions, clock: Clock) -> BoardLink:
    settings = [ChangeSetting("deb", str(options.debounce))]
    port = port_at(options.port or AUTO, clock, {BOARD_KIND}, options.uid)
    return BoardLink(port, clock, settings, {BOARD_KIND})


PICO_BOARD = driver_entry.Driver(
    name="pico",
    options=PicoBoardOptions,
    create=lambda it, context: [
        WiredSwitches("board", context.clock, context.link, layout=it.layout)
    ],
    connect=_link,
    needs=frozenset({driver_entry.MachineNeed.SERIAL_PORT}),
    exclusive_resource=lambda it: it.port or f"auto board {it.uid or 'any'}",
    port=lambda it: it.port,
    probe=driver_entry.Probe.IDENTIFY,
    identity=lambda it: driver_entry.WireIdentity(BOARD_KIND, it.uid),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PicoDiceOptions(driver_entry.DiceDriverOptions):
    """Dice that are connected to the board of the table."""

    pairs: driver_entry.PairsSetting = 1
    """2: each player has a pair."""


def wired_dice(pairs: int, link: BoardLink, clock: Clock) -> list[WiredDice]:
    """The pairs of dice behind a link."""
    return [
        WiredDice(name, clock, link, number, colour)
        for number, (name, colour) in enumerate(driver_entry.dice_pairs(pairs))
    ]


PICO_DICE = driver_entry.Driver(
    name="pico",
    options=PicoDiceOptions,
    create=lambda it, context: wired_dice(it.pairs, context.link, context.clock),
    needed_board="pico",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PicoButtonsOptions(driver_entry.ButtonsDriverOptions):
    """Buttons that are connected to the board of the table."""

    meanings: Annotated[tuple[Button, ...], ListLength(1, MAX_BUTTONS)] = FOUR_BUTTONS
    """The meaning of each button, in the order of the wiring."""


PICO_BUTTONS = driver_entry.Driver(
    name="pico",
    options=PicoButtonsOptions,
    create=lambda it, context: [WiredButtons("buttons", context.clock, context.link, it.meanings)],
    needed_board="pico",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PicoLampsOptions(driver_entry.LampsDriverOptions):
    """The LED strip on the board of the table."""


PICO_LAMPS = driver_entry.Driver(
    name="pico",
    options=PicoLampsOptions,
    create=lambda _options, context: [WiredLamps("lamps", context.clock, context.link)],
    needed_board="pico",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PicoSounderOptions(driver_entry.SounderDriverOptions):
    """The piezo sounder on the board of the table."""


PICO_SOUNDER = driver_entry.Driver(
    name="pico",
    options=PicoSounderOptions,
    create=lambda _options, context: [WiredSounder("sounder", context.clock, context.link)],
    needed_board="pico",
)
