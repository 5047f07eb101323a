"""What is done to a simulated Pico, and what is seen of it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from statistics import median
from typing import NamedTuple

SWITCHES = 128
DIGITS = SWITCHES // 4
BUTTONS = (10, 11, 12, 13)
"""The pins of the buttons, which connect them to ground."""
STRIP = 22
"""The pin of the lamps."""
PIEZO = 14
DICE = 1
"""The UART that the dice are on."""
PATIENCE = 10.0
"""Seconds after which nothing is hoped for any more; far more than anything should take."""
EIGHTHS = 8


class Lamp(NamedTuple):
    """How one lamp shines, each part from 0 to 255."""

    red: int
    green: int
    blue: int


DARK = Lamp(0, 0, 0)


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture that was sent to the strip, and when."""

    at: float
    lamps: tuple[Lamp, ...]

    @classmethod
    def from_bits(cls, at: float, sent: bytes) -> Frame:
        """The lamps take green first."""
        lamps = zip(sent[1::3], sent[::3], sent[2::3], strict=True)
        return cls(at, tuple(Lamp(*lamp) for lamp in lamps))


@dataclass
class Seen:
    """All that has been seen of a Pico since it was plugged in first."""

    frames: list[Frame] = field(default_factory=list)
    tones: list[int] = field(default_factory=list)
    """Hertz, one after the other; 0 is silence."""
    to_dice: bytes = b""
    events: list[str] = field(default_factory=list)
    """booted, ended (its program; now it prompts), restarted."""
    tracebacks: list[str] = field(default_factory=list)
    """Why its program has ended."""


class World:
    """The switches, sensors, buttons and dice in front of a Pico, and its lamps and its piezo."""

    def __init__(self) -> None:
        self.seen = Seen()
        self._changed = threading.Condition()
        self._say: Callable[[str], None] | None = None
        self._closed: set[int] = set()
        self._pressed: set[int] = set()
        self._poles: dict[int, int] = {}

    def press(self, *cells: int) -> None:
        """The magnets of these checkers close their switches."""
        self._closed.update(cells)
        self._tell_switches()

    def release(self, *cells: int) -> None:
        """These checkers are lifted."""
        self._closed.difference_update(cells)
        self._tell_switches()

    def lay(self, cells: set[int]) -> None:
        """These switches are closed, and no others."""
        self._closed = set(cells)
        self._tell_switches()

    def bounce(self, cell: int, milliseconds: int) -> None:
        """For a moment a switch is the other way round."""
        self._tell(f"bounce {_bits({cell}):0{DIGITS}x} {milliseconds}")

    def feel(self, cell: int, measured: int) -> None:
        """A magnetic sensor measures this, 32768 with no magnet."""
        self._poles[cell] = measured
        self._tell(f"sensor {cell} {measured}")

    def push(self, button: int) -> None:
        """A finger is on this button, counted from 0."""
        self._pressed.add(button)
        self._tell(f"pin {BUTTONS[button]} 0")

    def let_go(self, button: int) -> None:
        self._pressed.discard(button)
        self._tell(f"pin {BUTTONS[button]} 1")

    def dice_say(self, data: bytes) -> None:
        """Bytes from the dice behind the board."""
        self._tell(f"uart {DICE} {data.hex()}")

    def hang(self, watched: float = 4.0) -> None:
        """The program goes no further; its watchdog, if awake, ends that in so many seconds."""
        self._tell(f"hang {watched * 1000:.0f}")

    def break_part(self, part: str) -> None:
        """From now on this part (spi, adc, uart) raises an OSError."""
        self._tell(f"break {part}")

    def mend_part(self, part: str) -> None:
        self._tell(f"mend {part}")

    @property
    def lamps(self) -> tuple[Lamp, ...]:
        """What the lamps show now; empty if they were never told anything."""
        return self.seen.frames[-1].lamps if self.seen.frames else ()

    def until(self, true: Callable[[], object], what: str, patience: float = PATIENCE) -> None:
        """Wait until this can be seen."""
        with self._changed:
            if not self._changed.wait_for(true, patience):
                raise AssertionError(f"never seen: {what}; last seen: {self.last()}")

    def last(self) -> str:
        """What was seen last, for whoever looks for a fault."""
        lit = {number: lamp for number, lamp in enumerate(self.lamps) if lamp != DARK}
        seen = self.seen
        return f"lamps {lit}, tones {seen.tones[-4:]}, events {seen.events[-4:]}, {seen.tracebacks}"

    def rhythms(self, seconds: float) -> tuple[Rhythm, ...]:
        """Watch all lamps for so long."""
        began = time.monotonic()
        time.sleep(seconds)
        with self._changed:
            frames = list(self.seen.frames)
        lamps = range(len(self.lamps))
        return tuple(Rhythm(tuple(_shown(frames, lamp, began))) for lamp in lamps)

    def join(self, say: Callable[[str], None]) -> None:
        """A Pico is there, to be told how things stand."""
        self._say = say
        self._tell_switches()
        for button in self._pressed:
            self.push(button)
        for cell, measured in self._poles.items():
            self.feel(cell, measured)

    def leave(self) -> None:
        """The Pico is gone, and its lamps with it."""
        self._say = None

    def note(self, line: str) -> None:
        """What a Pico tells of itself."""
        what, *words = line.split()
        seen = self.seen
        with self._changed:
            if what == "pixels" and int(words[0]) == STRIP:
                sent = bytes.fromhex(words[1])
                seen.frames.append(Frame.from_bits(time.monotonic(), sent))
            elif what == "tone" and int(words[0]) == PIEZO:
                hertz, duty = int(words[1]), int(words[2])
                seen.tones.append(hertz if duty else 0)
            elif what == "uart" and int(words[0]) == DICE:
                seen.to_dice += bytes.fromhex(words[1])
            elif what == "ended":
                seen.tracebacks.append(bytes.fromhex(words[0]).decode())
                seen.events.append(what)
            else:
                seen.events.append(what)
            self._changed.notify_all()

    def _tell_switches(self) -> None:
        # A pull-up makes an open switch a 1.
        self._tell(f"switches {_bits(set(range(SWITCHES)) - self._closed):0{DIGITS}x}")

    def _tell(self, line: str) -> None:
        if self._say is not None:
            self._say(line)


def _bits(cells: set[int]) -> int:
    """The first switch is the highest bit."""
    return sum(1 << (SWITCHES - 1 - cell) for cell in cells)


class Rhythm(NamedTuple):
    """How a lamp shone: one colour after the other, and for how many eighths of a second each."""

    stretches: tuple[tuple[Lamp, float], ...]

    def lasting(self, lamp: Lamp) -> float:
        """How many eighths of a second it usually lasts that a lamp shines like this."""
        return median(eighths for shown, eighths in self.stretches if shown == lamp)


def _shown(frames: list[Frame], lamp: int, began: float) -> Iterator[tuple[Lamp, float]]:
    """The stretches of one colour, without the first and the last, which are cut off."""
    colour, since = DARK, 0.0
    for frame in frames:
        if (now := frame.lamps[lamp]) != colour:
            if since > began:
                yield colour, (frame.at - since) * EIGHTHS
            colour, since = now, frame.at
