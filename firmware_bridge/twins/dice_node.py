"""A pair of dice on a line of its own, without dice: the real firmware behind a real port."""

from __future__ import annotations

import os
from pathlib import Path
from threading import Thread
from time import monotonic
from types import TracebackType
from typing import Self

from firmware_bridge.pico.board import Board
from firmware_bridge.pico.identity import Identity, boot_of
from firmware_bridge.twins.terminal import Terminal, point
from firmware_bridge.twins.thrown_dice import ThrownDice
from hardware.signals import DiceSeen, DiceState

TURN = 0.005
"""Seconds from one look at the dice to the next."""
ALONE = 3.0
"""Seconds after which whoever has said nothing is not there."""


class _Plugged:
    """What there is while the plug is in: a port, the firmware behind it, and what runs it."""

    def __init__(self, uid: str, doing: str) -> None:
        self.terminal = Terminal()
        self.dice = ThrownDice(doing, self._is_heard)
        self._uid = uid
        self._heard: float | None = None
        self._restarts = False
        self._stopped = False
        self._started = monotonic()
        self._thread = Thread(target=self._run, name=f"dice {uid}", daemon=True)
        self._thread.start()

    def pull(self) -> None:
        # In this order: a terminal that is being read from does not hang up.
        self._stopped = True
        self._thread.join()
        self.terminal.close()

    def read(self) -> bytes:
        """What the firmware reads."""
        if data := self.terminal.read():
            self._heard = monotonic()
        return data

    def writable(self) -> bool:
        return self.terminal.writable()

    def write(self, data: bytes) -> None:
        self.terminal.write(data)

    def now(self) -> int:
        """The time of the firmware."""
        return int((monotonic() - self._started) * 1000)

    def memory(self) -> int:
        """Nobody counts it here."""
        return 0

    def restart(self) -> None:
        """The firmware wants to be started again."""
        self._restarts = True

    def _is_heard(self) -> bool:
        return self._heard is not None and monotonic() < self._heard + ALONE

    def _run(self) -> None:
        board = self._board()
        while not self._stopped:
            self.terminal.wait(TURN)
            board.step()
            if self._restarts:
                self._restarts, self._started = False, monotonic()
                board = self._board()

    def _board(self) -> Board:
        identity = Identity(b"dice", self._uid.encode("ascii"), boot_of(os.urandom(4)), b"-")
        return Board(self, self, identity, chip=self, dice=self.dice)


class DiceNode:
    """Dice that are thrown by saying what they show; the hands of the world, and their plug."""

    def __init__(self, link: Path | None = None, uid: str = "d1ce0001") -> None:
        self._link = link
        self._uid = uid
        self._doing: tuple[DiceState, tuple[int, ...]] = (DiceState.LIFTED, ())
        self._plugged: _Plugged | None = None

    def __enter__(self) -> Self:
        self.plug_in()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.unplug()

    @property
    def where(self) -> Path:
        """The port to open: the link, if there is one, which stays the same when replugged."""
        if self._link is not None:
            return self._link
        if self._plugged is None:
            raise RuntimeError("these dice are not plugged in")
        return self._plugged.terminal.path

    def plug_in(self) -> None:
        """Put the plug in; OSError where there are no ports to be had, or no link can be made."""
        if self._plugged is not None:
            return
        plugged = _Plugged(self._uid, _written(*self._doing))
        try:
            if self._link is not None:
                point(self._link, plugged.terminal.path)
        except OSError:
            plugged.pull()
            raise
        self._plugged = plugged

    def unplug(self) -> None:
        """Pull the plug: the port is gone, and so is its link; twice is fine."""
        plugged, self._plugged = self._plugged, None
        if plugged is None:
            return
        if self._link is not None and self._link.is_symlink():
            self._link.unlink()
        plugged.pull()

    def roll(self, *numbers: int) -> None:
        """Throw: they roll, and at once come to rest showing these numbers."""
        _checked(numbers)
        self.start_rolling()
        self.settle(*numbers)

    def start_rolling(self) -> None:
        """Throw: they roll until they settle or are cocked."""
        self._turn(DiceState.ROLLING)

    def settle(self, *numbers: int) -> None:
        """Lie still and flat, showing one number or two."""
        self._turn(DiceState.SETTLED, _checked(numbers))

    def cock(self) -> None:
        """Lie still, but one of them not flat."""
        self._turn(DiceState.COCKED)

    def lift(self) -> None:
        """Go back into the cup."""
        self._turn(DiceState.LIFTED)

    def _turn(self, state: DiceState, numbers: tuple[int, ...] = ()) -> None:
        if (state, numbers) == self._doing:
            return
        self._doing = (state, numbers)
        if self._plugged is not None:
            self._plugged.dice.do(_written(state, numbers))


def _checked(numbers: tuple[int, ...]) -> tuple[int, ...]:
    """These numbers; ValueError if no dice show them."""
    return DiceSeen("dice", 0.0, DiceState.SETTLED, numbers).numbers


def _written(state: DiceState, numbers: tuple[int, ...]) -> str:
    """State and faces, as they are written on the wire."""
    return f"{state.name[0]} {''.join(map(str, numbers)) or '-'}"
