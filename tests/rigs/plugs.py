"""A serial port whose plug can be pulled: a pty behind a path, and an ear at its other side."""

import asyncio
import os
import tty
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

PATIENCE = 20.0
"""Seconds in which what is waited for must have been seen."""


class Plug:
    """The far end of a serial port; it comes back under the same path, as another pty."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.far = -1
        self._near = -1

    def plug_in(self) -> None:
        self.far, self._near = os.openpty()
        # A fresh pty echoes, and would not let every byte through.
        tty.setraw(self._near)
        os.set_blocking(self.far, False)
        self.path.unlink(missing_ok=True)
        self.path.symlink_to(os.ttyname(self._near))

    def unplug(self) -> None:
        if self.far < 0:
            return
        self.path.unlink()
        os.close(self.far)
        os.close(self._near)
        self.far = self._near = -1

    def say(self, data: bytes) -> None:
        os.write(self.far, data)

    def hear(self) -> bytes:
        """What has come in since the last time."""
        try:
            return os.read(self.far, 65536)
        except BlockingIOError:
            return b""


@contextmanager
def plugged(path: Path) -> Iterator[Plug]:
    """A port that is plugged in to begin with."""
    plug = Plug(path)
    plug.plug_in()
    try:
        yield plug
    finally:
        plug.unplug()


class Listener:
    """An ear that remembers what it heard, and can be waited for."""

    def __init__(self) -> None:
        self.heard = b""
        self.lost: list[str] = []
        self.most = 0
        """Bytes that came in at once."""
        self._news = asyncio.Event()

    def hear(self, data: bytes) -> None:
        self.heard += data
        self.most = max(self.most, len(data))
        self._news.set()

    def lose(self, why: str) -> None:
        self.lost.append(why)
        self._news.set()

    async def until(self, seen: Callable[[], object]) -> None:
        """Listen until this is so."""
        async with asyncio.timeout(PATIENCE):
            while not seen():
                self._news.clear()
                await self._news.wait()


async def heard_by(plug: Plug, enough: Callable[[bytes], object]) -> bytes:
    """What comes out at the far end, once it is enough."""
    heard, news = b"", asyncio.Event()
    loop = asyncio.get_running_loop()
    loop.add_reader(plug.far, news.set)
    try:
        async with asyncio.timeout(PATIENCE):
            while not enough(heard):
                await news.wait()
                news.clear()
                heard += plug.hear()
    finally:
        loop.remove_reader(plug.far)
    return heard
