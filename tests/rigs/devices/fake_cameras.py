"""A phone, an OpenCV capture and a Picamera2 that follow a script."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.rigs.vision.picture_files import encode_picture

BETWEEN = 0.002
"""Seconds between two pictures."""


@dataclass
class FakePhone:
    """The pictures, the protocol and the faults of a phone."""

    brightness: int = 100
    plugged: bool = True
    going: asyncio.Event = field(default_factory=asyncio.Event)
    """Set while it answers."""
    path: str = "/video"
    """The path of its pictures."""
    answer: Callable[[FakePhone, str], bytes | None] = lambda _phone, _path: None
    """A complete answer for a path instead of its pictures, or None."""
    lengths: bool = True
    drips: bytes = b""
    """Bytes that it sends without end instead of its pictures, a little at a time."""
    single: bool = False
    """True if it sends one picture for each request."""
    boundary: str = "--frame"
    port: int = 0
    requests: list[str] = field(default_factory=list)
    """The requests, with their headers."""
    sent: int = 0
    """The number of pictures sent."""
    goals: dict[int, asyncio.Event] = field(default_factory=dict)
    """Events of waiters, by the number of pictures they wait for."""
    lines: dict[asyncio.StreamWriter, asyncio.Task[None]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.going.set()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}{self.path}"

    def unplug(self) -> None:
        self.plugged = False
        self.going.set()
        for line in self.lines:
            line.transport.abort()

    def plug_in(self) -> None:
        self.plugged = True

    def hang(self) -> None:
        self.going.clear()

    def go_on(self) -> None:
        self.going.set()

    def picture(self) -> bytes:
        return encode_picture(np.full((120, 160, 3), self.brightness, np.uint8))

    async def has_sent(self, pictures: int) -> None:
        """Waits until that many more pictures were sent."""
        goal = asyncio.Event()
        self.goals[self.sent + pictures] = goal
        await goal.wait()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answers one request."""
        task = asyncio.current_task()
        assert task is not None
        self.lines[writer] = task
        with suppress(ConnectionError, asyncio.IncompleteReadError):
            if self.plugged:
                request = (await reader.readuntil(b"\r\n\r\n")).decode()
                self.requests.append(request)
                await self._answer(request.split()[1], writer)
        self.lines.pop(writer)
        if self.plugged:
            writer.close()
        else:
            writer.transport.abort()

    async def _answer(self, path: str, writer: asyncio.StreamWriter) -> None:
        await self.going.wait()
        other = self.answer(self, path)
        if other is not None:
            writer.write(other)
            await writer.drain()
        elif self.drips:
            await self._drip(writer)
        elif self.single:
            writer.write(ok_head("image/jpeg") + self.picture())
            await writer.drain()
        else:
            await self._stream(writer)

    async def _drip(self, writer: asyncio.StreamWriter) -> None:
        while self.plugged and not writer.is_closing():
            writer.write(self.drips)
            await writer.drain()
            await asyncio.sleep(BETWEEN)

    async def _stream(self, writer: asyncio.StreamWriter) -> None:
        writer.write(ok_head(f"multipart/x-mixed-replace; boundary={self.boundary}"))
        dashes = "--" + self.boundary.lstrip("-")
        while self.plugged and not writer.is_closing():
            await self.going.wait()
            picture = self.picture()
            length = f"Content-Length: {len(picture)}\r\n" if self.lengths else ""
            head = f"{dashes}\r\nContent-Type: image/jpeg\r\n{length}\r\n"
            writer.write(head.encode() + picture + b"\r\n")
            await writer.drain()
            self.sent += 1
            if goal := self.goals.pop(self.sent, None):
                goal.set()
            await asyncio.sleep(BETWEEN)


def ok_head(kind: str) -> bytes:
    return f"HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nConnection: close\r\n\r\n".encode()


def status_answer(number: int, *headers: str) -> bytes:
    lines = [f"HTTP/1.1 {number} So", "Content-Length: 0", *headers]
    return "\r\n".join([*lines, "", ""]).encode()


@asynccontextmanager
async def serve_phone(phone: FakePhone) -> AsyncIterator[FakePhone]:
    """Serves the phone on a port of this machine."""
    server = await asyncio.start_server(phone.serve, "127.0.0.1", 0)
    phone.port = server.sockets[0].getsockname()[1]
    try:
        yield phone
    finally:
        phone.unplug()
        server.close()
        await asyncio.gather(*phone.lines.values())


AUTO_EXPOSURE, EXPOSURE = cv2.CAP_PROP_AUTO_EXPOSURE, cv2.CAP_PROP_EXPOSURE
SUPPORTED_PROPERTIES: Mapping[int, float] = {
    cv2.CAP_PROP_AUTO_EXPOSURE: 3,
    cv2.CAP_PROP_EXPOSURE: 157,
    cv2.CAP_PROP_AUTO_WB: 1,
    cv2.CAP_PROP_WB_TEMPERATURE: 4600,
    cv2.CAP_PROP_AUTOFOCUS: 1,
    cv2.CAP_PROP_FOCUS: 30,
}
"""Initial values of the properties that a good camera lets a program set."""


@dataclass
class CameraScene:
    """The scene before a camera, and its faults."""

    brightness: int = 100
    plugged: bool = True
    going: threading.Event = field(default_factory=threading.Event)
    """Set while its calls return."""
    shape: tuple[int, ...] = (120, 160, 3)
    opened: list[object] = field(default_factory=list)
    released: int = 0
    harm: list[Exception | None] = field(default_factory=list)
    """The results of the next, failing pictures: an error, or None for a missing picture."""
    held_brightness: int | None = None
    """Brightness of pictures with frozen exposure; None leaves it unchanged."""

    own_exposure: float | None = None
    """The actual automatic exposure, if it differs from the reported one."""

    def __post_init__(self) -> None:
        self.going.set()

    def hang(self) -> None:
        self.going.clear()

    def go_on(self) -> None:
        self.going.set()

    def picture(self, *, held: bool, exposure: float = 0) -> NDArray[np.uint8]:
        shown = self.brightness
        if held and self.held_brightness is not None:
            shown = self.held_brightness
        if held and self.own_exposure is not None:
            shown = round(shown * (exposure / self.own_exposure) ** 0.45)
        return np.full(self.shape, min(shown, 255), np.uint8)


class ScriptedVideo:
    """A VideoCapture that applies the properties it supports and ignores the others."""

    def __init__(
        self, world: CameraScene, path: str, obeys: Mapping[int, float] = SUPPORTED_PROPERTIES
    ) -> None:
        self._world = world
        self._properties: dict[int, float] = dict(obeys)
        self._obeys = frozenset(obeys)
        self.requested: dict[int, float] = {}
        self.grabs = 0
        world.opened.append(path)
        self._grabbed: NDArray[np.uint8] | None = None

    def isOpened(self) -> bool:  # noqa: N802 - as OpenCV has it
        return self._world.plugged

    def grab(self) -> bool:
        self.grabs += 1
        self._world.going.wait()
        held = self._properties.get(AUTO_EXPOSURE) == 1
        self._grabbed = self._world.picture(held=held, exposure=self._properties.get(EXPOSURE, 0))
        return self._world.plugged

    def retrieve(self) -> tuple[bool, Any]:
        if self._world.harm:
            if (error := self._world.harm.pop()) is not None:
                raise error
            return False, None
        return self._grabbed is not None, self._grabbed

    def get(self, what: int, /) -> float:
        return self._properties.get(what, 0.0)

    def set(self, what: int, value: float, /) -> bool:
        self.requested[what] = value
        if what in self._obeys:
            self._properties[what] = value
        return True

    def release(self) -> None:
        self._world.released += 1


class ScriptedPicamera:
    """Stands in for Picamera2."""

    def __init__(self, world: CameraScene, number: int, *, obeys: bool = True) -> None:
        if not world.plugged:
            raise RuntimeError("Camera __init__ sequence did not complete.")
        self._world = world
        self._obeys = obeys
        self.camera_controls = {"AfMode": (0, 2, 0)}
        self.controls: dict[str, object] = {}
        self.configuration: dict[str, Any] = {}
        self.running = False
        world.opened.append(number)

    def create_video_configuration(self, **how: Any) -> dict[str, Any]:
        return how

    def configure(self, how: dict[str, Any]) -> None:
        self.configuration = how

    def start(self) -> None:
        self.running = True

    def capture_array(self, name: str, *, wait: float) -> NDArray[np.uint8]:
        assert (name, wait > 0, self.running) == ("main", True, True)
        self._world.going.wait()
        if not self._world.plugged:
            raise RuntimeError("the camera has gone")
        if self._world.harm and (error := self._world.harm.pop()) is not None:
            raise error
        return self._world.picture(held="AeEnable" in self.controls)

    def capture_metadata(self, *, wait: float) -> dict[str, Any]:
        assert wait > 0
        metadata = {"ExposureTime": 20_000, "AnalogueGain": 2.0, "ColourGains": (1.5, 1.9)}
        if self.controls and not self._obeys:
            metadata["ExposureTime"] = 33_000
        return {**metadata, "LensPosition": 3.5, "Lux": 100.0}

    def set_controls(self, controls: dict[str, object]) -> None:
        self.controls = controls

    def close(self) -> None:
        self._world.released += 1
