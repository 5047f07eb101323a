"""The drivers of electronic dice that are not part of a board."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Annotated, ClassVar

from firmware_bridge.bluetooth_dice import GODICE, PIXELS, BluetoothDice, DiceModel
from firmware_bridge.board_link import BoardLink
from firmware_bridge.port_discovery import AUTO, port_at
from firmware_bridge.printed_dice import QUIET, LineDice, ThrowParser, ThrowPattern
from firmware_bridge.serial_port import SerialPort
from hardware.devices import Device
from service.drivers import driver_entry
from service.drivers.pico_drivers import wired_dice
from service.schema.configuration_problems import MistakeKind, SettingMistake
from service.schema.setting_marks import NumberRange, TextFormat, WordForNone
from service.schema.settings_schema import CombinedCheck

DICE_KIND = "dice"
"""The kind that dice with their own port report over the wire."""
DIE_FORMAT = TextFormat(re.compile(r"[0-9A-Za-z][0-9A-Za-z:-]{1,63}"), "die")
PATTERN_FORMAT = TextFormat(re.compile(r".{1,200}"), "pattern")


@dataclass(frozen=True, slots=True, kw_only=True)
class SerialDiceOptions(driver_entry.DiceDriverOptions):
    """Dice with their own port that speak the wire protocol."""

    pairs: driver_entry.PairsSetting = 1
    """2: each player has a pair."""
    port: driver_entry.PortSetting = None
    """None: the first port at which dice answer."""
    uid: driver_entry.UidSetting = None
    """The unique id of the dice; None: any dice."""


def _create_serial_dice(
    options: SerialDiceOptions, context: driver_entry.DriverContext
) -> Iterable[Device]:
    port = port_at(options.port or AUTO, context.clock, {DICE_KIND}, options.uid)
    link = BoardLink(port, context.clock, (), {DICE_KIND})
    return wired_dice(options.pairs, link, context.clock)


SERIAL_DICE = driver_entry.Driver(
    name="serial",
    options=SerialDiceOptions,
    create=_create_serial_dice,
    needs=frozenset({driver_entry.MachineNeed.SERIAL_PORT}),
    exclusive_resource=lambda it: it.port or f"auto dice {it.uid or 'any'}",
    port=lambda it: it.port,
    probe=driver_entry.Probe.IDENTIFY,
    identity=lambda it: driver_entry.WireIdentity(DICE_KIND, it.uid),
)


def _check_pattern(pattern: str | None) -> Iterator[SettingMistake]:
    try:
        ThrowPattern(pattern or "(.)")
    except ValueError as problem:
        yield SettingMistake(("pattern",), MistakeKind.NO_PATTERN, {"problem": str(problem)})


@dataclass(frozen=True, slots=True, kw_only=True)
class LineDiceOptions(driver_entry.DiceDriverOptions):
    """Dice with their own port that print their numbers as text lines."""

    CHECKS: ClassVar[tuple[CombinedCheck, ...]] = (CombinedCheck(("pattern",), _check_pattern),)
    port: Annotated[str, driver_entry.PORT_FORMAT] = "/dev/ttyUSB0"
    baud: Annotated[int, NumberRange(300, 3_000_000)] = 115_200
    pattern: Annotated[str | None, PATTERN_FORMAT, WordForNone("auto")] = None
    """A regular expression for a throw, with a group for each number; None: any usual format."""
    quiet: Annotated[float, NumberRange(0, 10, "seconds")] = QUIET
    """Seconds during which a repeated line counts as the same throw."""


def _create_line_dice(
    options: LineDiceOptions, context: driver_entry.DriverContext
) -> Iterable[Device]:
    pattern = None if options.pattern is None else ThrowPattern(options.pattern)
    printed = ThrowParser(pattern, options.quiet)
    port = SerialPort(options.port, options.baud)
    return [LineDice("dice", context.clock, port, printed)]


LINE_DICE = driver_entry.Driver(
    name="lines",
    options=LineDiceOptions,
    create=_create_line_dice,
    needs=frozenset({driver_entry.MachineNeed.SERIAL_PORT}),
    exclusive_resource=lambda it: it.port,
    port=lambda it: it.port,
    probe=driver_entry.Probe.OPEN,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class BluetoothDiceOptions(driver_entry.DiceDriverOptions):
    """The base class of the options of Bluetooth dice."""

    dice: Annotated[
        tuple[Annotated[str, DIE_FORMAT], Annotated[str, DIE_FORMAT]] | None, WordForNone("auto")
    ] = None
    """The addresses of both dice; None: the first two in range."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GoDiceOptions(BluetoothDiceOptions):
    """A pair of GoDice."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PixelsOptions(BluetoothDiceOptions):
    """A pair of Pixels dice."""


def _bluetooth_dice(
    name: str, model: DiceModel, options: type[BluetoothDiceOptions]
) -> driver_entry.Driver[BluetoothDiceOptions]:
    def create(it: BluetoothDiceOptions, context: driver_entry.DriverContext) -> Iterable[Device]:
        return [BluetoothDice("dice", context.clock, model, it.dice or ())]

    needs = frozenset({driver_entry.MachineNeed.BLUETOOTH})
    return driver_entry.Driver(
        name=name, options=options, create=create, needs=needs, probe=driver_entry.Probe.OPEN
    )


GODICE_DICE = _bluetooth_dice("godice", GODICE, GoDiceOptions)
PIXELS_DICE = _bluetooth_dice("pixels", PIXELS, PixelsOptions)
