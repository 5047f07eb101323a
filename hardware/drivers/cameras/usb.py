"""A camera that the system knows as a video device, as those at USB ports are."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import cv2
import numpy as np

from hardware.devices import DeviceFault
from hardware.drivers.cameras.quiet import quieten
from hardware.drivers.cameras.source import Picture, Source

DEVICES = Path("/dev")
NAMES = Path("v4l/by-id")
"""Where the devices have names that stay the same."""
NUMBERED = re.compile(r"video\d")
NOT_ALLOWED = "say `sudo usermod -aG video $USER`, then log out and in again"
FIRST_PART = "*-video-index0"
"""The names of those that give pictures; a camera has others, which tell about them."""
STALE = 0.004
"""Seconds; what came sooner was not taken now, but lay in a buffer."""
MOST_SPOILED = 5
"""Pictures one after the other that may have come to harm on the way."""
MOST_STALE = 8
"""Pictures that the buffers of a camera may hold."""
SETTLING = 4
"""Pictures until a camera has done what it was told."""
TRIES = 3
"""Exposures that are tried until pictures are as bright as before."""
GAMMA = 2.2
"""How much faster light grows than the bytes that tell of it."""
LIKE_BEFORE = (0.8, 1.25)
"""How bright a picture may be that is held, in terms of what it was before."""
DARKEST = 4.0
"""Of 255; in anything darker there is no telling."""


class Video(Protocol):
    """What is used of the VideoCapture of OpenCV."""

    def isOpened(self) -> bool: ...  # noqa: N802 - as OpenCV has it
    def grab(self) -> bool: ...
    def retrieve(self) -> tuple[bool, Any]: ...
    def get(self, what: int, /) -> float: ...
    def set(self, what: int, value: float, /) -> bool: ...
    def release(self) -> None: ...


def opened_video(path: str) -> Video:
    """The device at this path, be it open or not."""
    quieten()
    return cv2.VideoCapture(path, cv2.CAP_V4L2)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a camera is asked for."""

    device: str | None
    """A number, a path, or a name among those that stay; None is the first that opens."""
    width: int
    height: int
    fps: int


@dataclass(frozen=True, slots=True)
class Hold:
    """Something that a camera does by itself until it is told to leave it."""

    automatic: int
    value: int
    """What it turns meanwhile."""
    on: float
    off: float


EXPOSURE = Hold(cv2.CAP_PROP_AUTO_EXPOSURE, cv2.CAP_PROP_EXPOSURE, 3, 1)
COLOURS = Hold(cv2.CAP_PROP_AUTO_WB, cv2.CAP_PROP_WB_TEMPERATURE, 1, 0)
FOCUS = Hold(cv2.CAP_PROP_AUTOFOCUS, cv2.CAP_PROP_FOCUS, 1, 0)
NEEDED, WELCOME = (EXPOSURE, COLOURS), (FOCUS,)
"""Without the first a picture is not held; many a camera has nothing to focus."""


class UsbSource(Source):
    """Pictures of a video device, each as fresh as it can be."""

    def __init__(
        self,
        wanted: Wanted,
        seconds: Callable[[], float],
        devices: Path = DEVICES,
        video: Callable[[str], Video] = opened_video,
    ) -> None:
        self._wanted = wanted
        self._seconds = seconds
        self._devices = devices
        self._opened = video
        self._video: Video | None = None
        self._is_held = False

    def open(self) -> None:
        faults = []
        for path in self._paths():
            try:
                self._open(path)
            except DeviceFault as fault:
                self.close()
                faults.append(str(fault))
            else:
                return
        raise DeviceFault(faults[0] if faults else "is not plugged in: there is no video device")

    def take(self) -> Picture:
        for _ in range(MOST_SPOILED):
            try:
                got, picture = self._fresh().retrieve()
            except cv2.error:
                continue
            if got and picture is not None:
                return _coloured(picture)
        raise DeviceFault("gives pictures that cannot be read")

    def hold_still(self) -> bool:
        if self._is_held:
            return True
        video = self._there
        before = _brightness(self.take())
        held = [_held(video, hold) for hold in (*NEEDED, *WELCOME)]
        self._is_held = all(held[: len(NEEDED)]) and self._stays_like(before)
        if not self._is_held:
            self._let_go(video)
        return self._is_held

    def _stays_like(self, before: float) -> bool:
        """Whether pictures stay as bright; many a camera does not tell how long it exposes."""
        video, (low, high) = self._there, LIKE_BEFORE
        for _ in range(TRIES):
            for _ in range(SETTLING):
                self.take()
            part = _brightness(self.take()) / before
            if low <= part <= high:
                return True
            video.set(EXPOSURE.value, max(video.get(EXPOSURE.value) / part**GAMMA, 1))
        return False

    def close(self) -> None:
        video, self._video = self._video, None
        if video is not None:
            video.release()

    def _fresh(self) -> Video:
        """The camera, with a picture in its hand that was taken just now."""
        video = self._there
        for _ in range(MOST_STALE):
            before = self._seconds()
            if not video.grab():
                raise DeviceFault("gives no picture any more")
            if self._seconds() - before > STALE:
                break
        return video

    @property
    def _there(self) -> Video:
        if self._video is None:
            raise DeviceFault("is not open")
        return self._video

    def _paths(self) -> Iterable[Path]:
        """Where to look for it."""
        device = self._wanted.device
        if device is None:
            return _first_parts(self._devices)
        if device.isdecimal():
            return [self._devices / f"video{device}"]
        return [self._devices / NAMES / device]

    def _open(self, path: Path) -> None:
        """Open the camera at this path, and see that it gives a picture."""
        if not path.exists():
            raise DeviceFault(f"is not plugged in: there is no {path}")
        if not os.access(path, os.R_OK | os.W_OK):
            raise DeviceFault(f"may not be used: {path} is for others; {NOT_ALLOWED}")
        # OpenCV knows a device by a path without links only.
        self._video = video = self._opened(str(path.resolve()))
        if not video.isOpened():
            raise DeviceFault(f"cannot be opened: {path} is in use, or is no camera")
        asked: Mapping[int, float] = {
            # The size of a picture is only kept to once its kind is known.
            cv2.CAP_PROP_FOURCC: cv2.VideoWriter.fourcc(*"MJPG"),
            cv2.CAP_PROP_FRAME_WIDTH: self._wanted.width,
            cv2.CAP_PROP_FRAME_HEIGHT: self._wanted.height,
            cv2.CAP_PROP_FPS: self._wanted.fps,
            cv2.CAP_PROP_BUFFERSIZE: 1,
        }
        for what, value in asked.items():
            video.set(what, value)
        self._let_go(video)
        if not video.grab():
            raise DeviceFault(f"gives no picture: {path} is in use, or is no camera")

    def _let_go(self, video: Video) -> None:
        """Let it do by itself what it can; it may remember what an earlier owner told it."""
        self._is_held = False
        for hold in (*NEEDED, *WELCOME):
            video.set(hold.automatic, hold.on)


def _held(video: Video, hold: Hold) -> bool:
    """Tell it to leave something as it is; whether it says that it does, for many only nod."""
    value = video.get(hold.value)
    could = video.get(hold.automatic) != hold.off
    video.set(hold.automatic, hold.off)
    video.set(hold.value, value)
    return could and video.get(hold.automatic) == hold.off and video.get(hold.value) == value


def _first_parts(devices: Path) -> list[Path]:
    """Cameras at USB ports, or else, where devices have no names, any; a Pi has many others."""
    if named := sorted((devices / NAMES).glob(FIRST_PART)):
        return named
    found = [path for path in devices.glob("video*") if NUMBERED.fullmatch(path.name)]
    return sorted(found, key=lambda path: int(path.name.removeprefix("video")))


def _coloured(picture: Any) -> Picture:
    """The picture with blue, green and red, whatever the camera has."""
    plain = np.asarray(picture, np.uint8)
    if plain.ndim == 2:  # noqa: PLR2004 - rows and columns, without colours
        plain = np.asarray(cv2.cvtColor(plain, cv2.COLOR_GRAY2BGR), np.uint8)
    return plain


def _brightness(picture: Picture) -> float:
    return max(float(picture[::8, ::8].mean()), DARKEST)
