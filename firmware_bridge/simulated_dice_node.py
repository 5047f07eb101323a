"""The real firmware with simulated dice behind a pseudo terminal."""

from __future__ import annotations

import os
import tty
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from errno import EEXIST
from pathlib import Path
from select import select
from threading import Thread
from time import monotonic
from typing import Self

from firmware_bridge.pico.board import Board
from firmware_bridge.pico.chip import Identity, boot_id
from firmware_bridge.pico.framing import GENERATION_MODULUS
from hardware.signals import DiceReading, DiceState

READ_SIZE = 16
"""Maximum number of bytes per read, as few as on a Pico."""


class PseudoTerminal:
    """A pseudo terminal: our end, and a path that others open like any serial port."""

    def __init__(self) -> None:
        self._ours, self._theirs = os.openpty()
        # A new terminal echoes, so that the device would receive its own output.
        tty.setraw(self._theirs)
        os.set_blocking(self._ours, False)
        self.path = Path(os.ttyname(self._theirs))
        """The path of the port. The other end stays open here, as ours would hang up without it."""

    def wait(self, seconds: float) -> None:
        """Waits until data has arrived, for so many seconds at most."""
        select([self._ours], [], [], seconds)

    def read(self) -> bytes:
        """Reads what has arrived, at most `READ_SIZE` bytes."""
        try:
            return os.read(self._ours, READ_SIZE)
        except BlockingIOError:
            return b""

    def can_write(self) -> bool:
        """True if data can be written without blocking."""
        return bool(select([], [self._ours], [], 0)[1])

    def write(self, data: bytes) -> None:
        """Sends data; drops it if nobody reads."""
        with suppress(BlockingIOError):
            os.write(self._ours, data)

    def close(self) -> None:
        """Closes both ends; whoever has opened the port loses it."""
        os.close(self._ours)
        os.close(self._theirs)


def point_link(link: Path, at: Path) -> None:
    """Points a symbolic link at a port, replacing an older link; OSError if it cannot."""
    if link.exists() and not link.is_symlink():
        raise FileExistsError(EEXIST, "exists already and is not a link", str(link))
    fresh = link.with_name(f"{link.name}.{os.getpid()}")
    fresh.symlink_to(at)
    try:
        fresh.replace(link)
    except OSError:
        fresh.unlink()
        raise


class SimulatedDicePair:
    """One pair of dice with its pending changes; implements the firmware's dice."""

    def __init__(self, doing: str, is_heard: Callable[[], bool]) -> None:
        self.generation = 0
        self.state = doing
        """State and faces in the notation of the wire."""
        self._is_heard = is_heard
        self._is_sent = True
        self._changes: deque[str] = deque()

    @property
    def pairs(self) -> Sequence[SimulatedDicePair]:
        """The only pair of this device."""
        return [self]

    def change(self, doing: str) -> None:
        """Queues a change; may be called from another thread than the firmware's."""
        self._changes.append(doing)

    def tick(self, now: int) -> None:
        """Applies one change after the other if the host listens, otherwise all at once."""
        del now
        while self._changes and (self._is_sent or not self._is_heard()):
            self.state = self._changes.popleft()
            self.generation = (self.generation + 1) % GENERATION_MODULUS
            self._is_sent = False

    def encode(self) -> bytes:
        self._is_sent = True
        return f"D 0 {self.generation} {self.state}".encode("ascii")


TICK = 0.005
"""Interval between two ticks of the firmware in seconds."""
HOST_TIMEOUT = 3.0
"""Seconds of silence after which the host counts as absent."""


class _RunningNode:
    """A plugged-in node: its terminal, its firmware, and the thread that runs it."""

    def __init__(self, uid: str, doing: str) -> None:
        self.terminal = PseudoTerminal()
        self.dice = SimulatedDicePair(doing, self._is_heard)
        self._uid = uid
        self._last_heard: float | None = None
        self._restarts = False
        self._stopped = False
        self._started = monotonic()
        self._thread = Thread(target=self._run, name=f"dice {uid}", daemon=True)
        self._thread.start()

    def pull(self) -> None:
        # In this order: a terminal does not close while it is being read.
        self._stopped = True
        self._thread.join()
        self.terminal.close()

    def read(self) -> bytes:
        """Reads bytes for the firmware."""
        if data := self.terminal.read():
            self._last_heard = monotonic()
        return data

    def can_write(self) -> bool:
        return self.terminal.can_write()

    def write(self, data: bytes) -> None:
        self.terminal.write(data)

    def now(self) -> int:
        """The time of the firmware in milliseconds."""
        return int((monotonic() - self._started) * 1000)

    def memory(self) -> int:
        """The free memory in bytes; not measured here."""
        return 0

    def restart(self) -> None:
        self._restarts = True

    def _is_heard(self) -> bool:
        return self._last_heard is not None and monotonic() < self._last_heard + HOST_TIMEOUT

    def _run(self) -> None:
        board = self._board()
        while not self._stopped:
            self.terminal.wait(TICK)
            board.tick()
            if self._restarts:
                self._restarts, self._started = False, monotonic()
                board = self._board()

    def _board(self) -> Board:
        identity = Identity(b"dice", self._uid.encode("ascii"), boot_id(os.urandom(4)), b"-")
        return Board(self, self, identity, chip=self, dice=self.dice)


class SimulatedDiceNode:
    """Simulated electronic dice on a serial port, with methods to throw and unplug them."""

    def __init__(self, link: Path | None = None, uid: str = "d1ce0001") -> None:
        self._link = link
        self._uid = uid
        self._state: tuple[DiceState, tuple[int, ...]] = (DiceState.LIFTED, ())
        self._plugged: _RunningNode | None = None

    def __enter__(self) -> Self:
        self.plug_in()
        return self

    def __exit__(self, *error: object) -> None:
        self.unplug()

    @property
    def path(self) -> Path:
        """The port to open: the link if there is one, which stays the same after replugging."""
        if self._link is not None:
            return self._link
        if self._plugged is None:
            raise RuntimeError("the dice node is not plugged in")
        return self._plugged.terminal.path

    def plug_in(self) -> None:
        """Plugs the node in; OSError if no port or link can be created."""
        if self._plugged is not None:
            return
        plugged = _RunningNode(self._uid, _wire_state(*self._state))
        try:
            if self._link is not None:
                point_link(self._link, plugged.terminal.path)
        except OSError:
            plugged.pull()
            raise
        self._plugged = plugged

    def unplug(self) -> None:
        """Unplugs the node: its port and link disappear; may be repeated."""
        plugged, self._plugged = self._plugged, None
        if plugged is None:
            return
        if self._link is not None and self._link.is_symlink():
            self._link.unlink()
        plugged.pull()

    def roll(self, *numbers: int) -> None:
        """Throws the dice: they roll and settle at once with these numbers."""
        _valid_numbers(numbers)
        self.start_rolling()
        self.settle(*numbers)

    def start_rolling(self) -> None:
        self._change(DiceState.ROLLING)

    def settle(self, *numbers: int) -> None:
        self._change(DiceState.SETTLED, _valid_numbers(numbers))

    def cock(self) -> None:
        self._change(DiceState.COCKED)

    def lift(self) -> None:
        self._change(DiceState.LIFTED)

    def _change(self, state: DiceState, numbers: tuple[int, ...] = ()) -> None:
        if (state, numbers) == self._state:
            return
        self._state = (state, numbers)
        if self._plugged is not None:
            self._plugged.dice.change(_wire_state(state, numbers))


def _valid_numbers(numbers: tuple[int, ...]) -> tuple[int, ...]:
    """Returns the numbers; ValueError if no dice show them."""
    return DiceReading("dice", 0.0, DiceState.SETTLED, numbers).numbers


def _wire_state(state: DiceState, numbers: tuple[int, ...]) -> str:
    """State and faces in the notation of the wire."""
    return f"{state.name[0]} {''.join(map(str, numbers)) or '-'}"
