"""A Pico on a desk: the firmware in MicroPython, and the parts wired to it."""

from __future__ import annotations

import socket
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import NamedTuple, Protocol

from tests.rigs.environment.checkout import ROOT
from tests.rigs.wire.pseudo_terminals import SerialWire

SWITCHES = 128
DIGITS = SWITCHES // 4
BUTTONS = (10, 11, 12, 13)
"""The pins of the buttons, which connect them to ground."""
STRIP = 22
"""The pin of the lamps."""
PIEZO = 14
DICE = 1
"""The UART of the dice."""
PATIENCE = 10.0
"""Seconds after which a wait fails; far more than anything should take."""
EIGHTHS = 8


class Lamp(NamedTuple):
    """Colour of one lamp, each part from 0 to 255."""

    red: int
    green: int
    blue: int


DARK = Lamp(0, 0, 0)


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture sent to the strip, with its time."""

    at: float
    lamps: tuple[Lamp, ...]

    @classmethod
    def from_bits(cls, at: float, sent: bytes) -> Frame:
        """The frame of these bytes, which have green first."""
        lamps = zip(sent[1::3], sent[::3], sent[2::3], strict=True)
        return cls(at, tuple(Lamp(*lamp) for lamp in lamps))


@dataclass
class PicoOutputs:
    """All outputs of a Pico since it was first plugged in."""

    frames: list[Frame] = field(default_factory=list)
    tones: list[int] = field(default_factory=list)
    """Frequencies in order; 0 is silence."""
    to_dice: bytes = b""
    events: list[str] = field(default_factory=list)
    """Events: booted, ended (the program; now it prompts), restarted."""
    tracebacks: list[str] = field(default_factory=list)
    """Tracebacks of ended programs."""


class PicoWorld:
    """The switches, sensors, buttons and dice in front of a Pico, and its lamps and its piezo."""

    def __init__(self) -> None:
        self.outputs = PicoOutputs()
        self._changed = threading.Condition()
        self._say: Callable[[str], None] | None = None
        self._closed: set[int] = set()
        self._pressed: set[int] = set()
        self._poles: dict[int, int] = {}

    def press(self, *cells: int) -> None:
        """Closes the switches of these cells."""
        self._closed.update(cells)
        self._tell_switches()

    def release(self, *cells: int) -> None:
        """Opens the switches of these cells."""
        self._closed.difference_update(cells)
        self._tell_switches()

    def lay(self, cells: set[int]) -> None:
        """Closes these switches, and no others."""
        self._closed = set(cells)
        self._tell_switches()

    def bounce(self, cell: int, milliseconds: int) -> None:
        """Inverts a switch for a moment."""
        self._tell(f"bounce {_bits({cell}):0{DIGITS}x} {milliseconds}")

    def feel(self, cell: int, measured: int) -> None:
        """Sets the value of a magnetic sensor; 32768 is no magnet."""
        self._poles[cell] = measured
        self._tell(f"sensor {cell} {measured}")

    def push(self, button: int) -> None:
        """Presses a button, counted from 0."""
        self._pressed.add(button)
        self._tell(f"pin {BUTTONS[button]} 0")

    def let_go(self, button: int) -> None:
        self._pressed.discard(button)
        self._tell(f"pin {BUTTONS[button]} 1")

    def dice_say(self, data: bytes) -> None:
        """Sends bytes from the dice behind the board."""
        self._tell(f"uart {DICE} {data.hex()}")

    def hang(self, watched: float = 4.0) -> None:
        """Hangs the program; an active watchdog restarts it after that many seconds."""
        self._tell(f"hang {watched * 1000:.0f}")

    def break_part(self, part: str) -> None:
        """Makes this part (spi, adc, uart) raise an OSError from now on."""
        self._tell(f"break {part}")

    def mend_part(self, part: str) -> None:
        self._tell(f"mend {part}")

    @property
    def lamps(self) -> tuple[Lamp, ...]:
        """The current colours of the lamps; empty before the first picture."""
        return self.outputs.frames[-1].lamps if self.outputs.frames else ()

    def until(self, condition: Callable[[], object], what: str, patience: float = PATIENCE) -> None:
        """Waits until a condition holds, or fails with a description."""
        with self._changed:
            if not self._changed.wait_for(condition, patience):
                raise AssertionError(f"never seen: {what}; last seen: {self.last()}")

    def last(self) -> str:
        """A summary of the last outputs, for diagnosis."""
        lit = {number: lamp for number, lamp in enumerate(self.lamps) if lamp != DARK}
        out = self.outputs
        return f"lamps {lit}, tones {out.tones[-4:]}, events {out.events[-4:]}, {out.tracebacks}"

    def rhythms(self, seconds: float) -> tuple[RecordedRhythm, ...]:
        """The rhythms of all lamps, recorded for that many seconds."""
        began = time.monotonic()
        time.sleep(seconds)
        with self._changed:
            frames = list(self.outputs.frames)
        lamps = range(len(self.lamps))
        return tuple(RecordedRhythm(tuple(_colour_periods(frames, lamp, began))) for lamp in lamps)

    def join(self, say: Callable[[str], None]) -> None:
        """Connects a Pico and sends it the current inputs."""
        self._say = say
        self._tell_switches()
        for button in self._pressed:
            self.push(button)
        for cell, measured in self._poles.items():
            self.feel(cell, measured)

    def leave(self) -> None:
        """Disconnects the Pico."""
        self._say = None

    def note(self, line: str) -> None:
        """Records a line of output of a Pico."""
        what, *words = line.split()
        outputs = self.outputs
        with self._changed:
            if what == "pixels" and int(words[0]) == STRIP:
                sent = bytes.fromhex(words[1])
                outputs.frames.append(Frame.from_bits(time.monotonic(), sent))
            elif what == "tone" and int(words[0]) == PIEZO:
                hertz, duty = int(words[1]), int(words[2])
                outputs.tones.append(hertz if duty else 0)
            elif what == "uart" and int(words[0]) == DICE:
                outputs.to_dice += bytes.fromhex(words[1])
            elif what == "ended":
                outputs.tracebacks.append(bytes.fromhex(words[0]).decode())
                outputs.events.append(what)
            else:
                outputs.events.append(what)
            self._changed.notify_all()

    def _tell_switches(self) -> None:
        # A pull-up makes an open switch a 1.
        self._tell(f"switches {_bits(set(range(SWITCHES)) - self._closed):0{DIGITS}x}")

    def _tell(self, line: str) -> None:
        if self._say is not None:
            self._say(line)


def _bits(cells: set[int]) -> int:
    """The cells as bits, the first switch in the highest bit."""
    return sum(1 << (SWITCHES - 1 - cell) for cell in cells)


class RecordedRhythm(NamedTuple):
    """Colours of a lamp in order, each with its duration in eighths of a second."""

    stretches: tuple[tuple[Lamp, float], ...]

    def lasting(self, lamp: Lamp) -> float:
        """The median duration, in eighths of a second, of a colour; 0 if it was not seen."""
        return median([eighths for shown, eighths in self.stretches if shown == lamp] or [0])


def _colour_periods(frames: list[Frame], lamp: int, began: float) -> Iterator[tuple[Lamp, float]]:
    """The periods of one colour, without the first and the last, which are cut off."""
    colour, since = DARK, 0.0
    for frame in frames:
        if (now := frame.lamps[lamp]) != colour:
            if since > began:
                yield colour, (frame.at - since) * EIGHTHS
            colour, since = now, frame.at


HERE = Path(__file__).parent
UID = "e6614103e7"
FIRMWARE = ROOT / "firmware_bridge" / "pico"
SMALL = 4096
"""Buffer of the line in bytes: as small as a socket allows, similar to the USB line of a Pico."""


@dataclass(frozen=True, slots=True)
class Interpreter:
    """Node with MicroPython, which runs the firmware."""

    node: str
    micropython: Path

    def command(self, files: Path, uid: str) -> list[str]:
        """The command that starts a Pico with these files and this id."""
        runner = [str(HERE / "runner.mjs"), str(self.micropython), str(HERE / "fakes")]
        return [self.node, *runner, str(files), uid]


class Chip(Protocol):
    """Protocol of a simulated Pico: an interpreter alone, or the whole chip."""

    def command(self, files: Path, uid: str) -> list[str]:
        """The command that starts a Pico with these files and this id."""


class Pico:
    """A board that can be plugged in and out repeatedly in the same world."""

    def __init__(self, chip: Chip, port: Path, uid: str = UID, files: Path = FIRMWARE) -> None:
        self.uid = uid
        self.world = PicoWorld()
        self.wire = SerialWire(port)
        self._command = chip.command(files, uid)
        self._power: _Power | None = None
        self._lock = threading.RLock()

    @property
    def port(self) -> str:
        """The path of its port on the host."""
        return str(self.wire.port)

    def plug(self) -> None:
        """Powers it on; the port appears."""
        with self._lock:
            self._power = _Power(self._command, self)
            self.wire.plug(self._power.line)

    def unplug(self) -> None:
        """Powers it off; the port disappears. Idempotent."""
        with self._lock:
            power, self._power = self._power, None
            self.wire.unplug()
            if power is not None:
                power.end()

    def kill(self) -> None:
        """Kills the process and leaves the port."""
        with self._lock:
            if self._power is not None:
                self._power.process.kill()

    def come_back(self, power: _Power) -> None:
        """Reconnects it after a reset, unless it was unplugged meanwhile."""
        with self._lock:
            if power is self._power:
                self.unplug()
                self.plug()


class _Power:
    """One run of a Pico, from plugging in to unplugging."""

    def __init__(self, command: list[str], pico: Pico) -> None:
        self.pico = pico
        self.line, line = socket.socketpair()
        self.news, news = socket.socketpair()
        self.life, life = socket.socketpair()
        for end in (line, self.line):
            end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SMALL)
        for end in (line, news):
            end.setblocking(False)
        fds = (news.fileno(), life.fileno())
        self.process = subprocess.Popen(
            [*command, *map(str, fds)], stdin=line.fileno(), stdout=line.fileno(), pass_fds=fds
        )
        for end in (line, news, life):
            end.close()
        self.thread = threading.Thread(target=self.listen, name=f"news of {pico.uid}", daemon=True)
        pico.world.join(self.say)
        self.thread.start()

    def say(self, line: str) -> None:
        try:
            self.news.sendall(line.encode() + b"\n")
        except OSError:
            return

    def listen(self) -> None:
        # A process that is killed before it has read everything resets the connection.
        with self.news.makefile(encoding="ascii") as lines, suppress(ConnectionResetError):
            for line in lines:
                self.pico.world.note(line)
                if line.startswith("restarted"):
                    threading.Thread(target=self.pico.come_back, args=(self,), daemon=True).start()

        if self.process.wait() > 0:
            self.pico.world.note("ended " + b"Node failed, and has said why.".hex())

    def end(self) -> None:
        self.pico.world.leave()
        self.process.kill()
        self.process.wait()
        self.thread.join()
        for end in (self.line, self.news, self.life):
            end.close()
