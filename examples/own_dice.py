"""A driver of your own: electronic dice whose numbers another program writes to a file.

Copy this file to any folder, and name it in kibitz.toml:

    [service]
    drivers = ["~/own_dice.py"]

    [[table]]
    dice = { driver = "own", path = "~/throw" }

Then `touch ~/throw` before Kibitz starts, and `echo 3 5 > ~/throw` is a throw.
docs/drivers.md explains all of it.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from hardware.devices import Clock, Device, DeviceFault
from hardware.driver_base import SignalDevice
from hardware.signals import DiceReading, DiceState, GarbledData
from service.drivers.driver_entry import DiceDriverOptions, Driver, DriverContext, Probe
from service.schema.setting_marks import FileOrFolder, Meaning, NumberRange

THROW = re.compile(r"\s*([1-6])(?:\s+([1-6]))?\s*")
"""The numbers of both dice, or of the only one that was thrown."""
MAX_BYTES = 80
"""Bytes that are read of the file; a throw needs four."""


@dataclass(frozen=True, slots=True)
class FileContent:
    """The content of the file, and the time at which it was written."""

    text: str
    at: int
    """Nanoseconds; the same numbers at another time are another throw."""

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of the throw; none if the text is not a throw."""
        throw = THROW.fullmatch(self.text)
        return tuple(int(number) for number in throw.groups() if number) if throw else ()


class OwnDice(SignalDevice):
    """A pair of dice for both players; cocked or lifted dice are never reported."""

    def __init__(self, name: str, clock: Clock, path: Path, pause: float) -> None:
        super().__init__(name, clock)
        self._path = path
        self._pause = pause
        self._written = FileContent("", 0)
        self._watching: asyncio.Task[None] | None = None

    async def _connect(self) -> None:
        try:
            self._written = self._read()
        except OSError as error:
            raise DeviceFault(f"{self.name} cannot be read: {error.strerror}") from error
        self._watching = self._start(self._watch())

    async def _disconnect(self) -> None:
        if self._watching is not None:
            self._watching.cancel()

    def _initial_signal(self) -> DiceReading | None:
        """The throw that lay there when the dice were opened."""
        if not self._written.numbers:
            return None
        return self._reading(DiceState.SETTLED, self._written.numbers, standing=True)

    async def _watch(self) -> None:
        """Reads the file again and again, and reports each new throw."""
        while True:
            await self._clock.wait_until(self._clock.now() + self._pause)
            try:
                written = self._read()
            except OSError as error:
                self._mark_lost(f"cannot be read any more: {error.strerror}")
                return
            if written != self._written:
                self._written = written
                self._report_throw(written)

    def _report_throw(self, written: FileContent) -> None:
        if written.numbers:
            self._report(self._reading(DiceState.ROLLING))
            self._report(self._reading(DiceState.SETTLED, written.numbers))
        elif written.text.strip():
            said = f"wrote {written.text!a}, which is not a throw"
            self._report(GarbledData(self.name, self._clock.now(), said))

    def _reading(
        self, state: DiceState, numbers: tuple[int, ...] = (), *, standing: bool = False
    ) -> DiceReading:
        return DiceReading(self.name, self._clock.now(), state, numbers, standing=standing)

    def _read(self) -> FileContent:
        with self._path.open("rb") as file:
            text = file.read(MAX_BYTES).decode("ascii", "replace")
        return FileContent(text, self._path.stat().st_mtime_ns)


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnDiceOptions(DiceDriverOptions):
    """The options of these dice, each with its type, its range, its meaning and its default."""

    path: Annotated[Path, FileOrFolder(), Meaning("The file with the last throw, such as 3 5.")] = (
        Path("~/throw")
    )
    pause: Annotated[
        float, NumberRange(0.02, 2, "seconds"), Meaning("The time between two looks at the file.")
    ] = 0.2


def create_own_dice(options: OwnDiceOptions, context: DriverContext) -> Iterable[Device]:
    """Creates the dice of a table without opening them."""
    return [OwnDice("dice", context.clock, options.path.expanduser(), options.pause)]


DRIVERS = (
    Driver(
        name="own",
        options=OwnDiceOptions,
        create=create_own_dice,
        exclusive_resource=lambda options: str(options.path),
        probe=Probe.OPEN,
    ),
)
"""The drivers that this file brings."""
