"""A USB camera, through OpenCV."""

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
from hardware.drivers.cameras.picture_decoder import silence_opencv
from hardware.drivers.cameras.sourced_camera import PictureSource, PixelArray

DEVICES = Path("/dev")
STABLE_NAMES = Path("v4l/by-id")
"""Folder of the stable names of video devices."""
NUMBERED = re.compile(r"video\d")
NOT_ALLOWED = "run `sudo usermod -aG video $USER`, then log out and in again"
PICTURE_DEVICES = "*-video-index0"
"""Names of the devices that deliver pictures; the other devices of a camera hold metadata."""
FRESH_AFTER = 0.004
"""Seconds; a picture that arrives sooner was not fresh but waited in a buffer."""
MAX_DAMAGED = 5
"""Maximum number of damaged pictures in a row."""
MAX_BUFFERED = 8
"""Maximum number of pictures in the buffers of a camera."""
SETTLING_PICTURES = 4
"""Number of pictures until new camera settings have taken effect."""
EXPOSURE_TRIES = 3
"""Number of exposures to try until pictures are as bright as before."""
GAMMA = 2.2
"""Exponent by which light grows faster than pixel values."""
BRIGHTNESS_RANGE = (0.8, 1.25)
"""Allowed range of the brightness of a held picture, relative to before."""
MIN_BRIGHTNESS = 4.0
"""Brightness (of 255) below which a measurement is meaningless."""


class VideoCapture(Protocol):
    """The part of OpenCV's VideoCapture that is used."""

    def isOpened(self) -> bool: ...  # noqa: N802 - OpenCV's name
    def grab(self) -> bool: ...
    def retrieve(self) -> tuple[bool, Any]: ...
    def get(self, what: int, /) -> float: ...
    def set(self, what: int, value: float, /) -> bool: ...
    def release(self) -> None: ...


def open_video(path: str) -> VideoCapture:
    """The video device at this path, opened or not."""
    silence_opencv()
    return cv2.VideoCapture(path, cv2.CAP_V4L2)


@dataclass(frozen=True, slots=True)
class UsbSettings:
    """The requested device, picture size and frame rate."""

    device: str | None
    """A number, a path or a stable name; None for the first device that opens."""
    width: int
    height: int
    fps: int


@dataclass(frozen=True, slots=True)
class AutoControl:
    """A control that a camera regulates by itself until that is switched off."""

    automatic: int
    value: int
    """The control that it regulates."""
    on: float
    off: float


EXPOSURE = AutoControl(cv2.CAP_PROP_AUTO_EXPOSURE, cv2.CAP_PROP_EXPOSURE, 3, 1)
COLOURS = AutoControl(cv2.CAP_PROP_AUTO_WB, cv2.CAP_PROP_WB_TEMPERATURE, 1, 0)
FOCUS = AutoControl(cv2.CAP_PROP_AUTOFOCUS, cv2.CAP_PROP_FOCUS, 1, 0)
REQUIRED_CONTROLS, OPTIONAL_CONTROLS = (EXPOSURE, COLOURS), (FOCUS,)
"""A picture is held only if the first group can be; many cameras have no focus."""


class UsbSource(PictureSource):
    """Pictures of a video device, each as fresh as possible."""

    def __init__(
        self,
        wanted: UsbSettings,
        seconds: Callable[[], float],
        devices: Path = DEVICES,
        video: Callable[[str], VideoCapture] = open_video,
    ) -> None:
        self._wanted = wanted
        self._seconds = seconds
        self._devices = devices
        self._open_video = video
        self._video: VideoCapture | None = None
        self._is_frozen = False

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

    def take(self) -> PixelArray:
        for _ in range(MAX_DAMAGED):
            try:
                got, picture = self._grab_fresh().retrieve()
            except cv2.error:
                continue
            if got and picture is not None:
                return _with_colours(picture)
        raise DeviceFault("delivers damaged pictures")

    def freeze_exposure(self) -> bool:
        if self._is_frozen:
            return True
        video = self._require_video
        before = _brightness(self.take())
        held = [_switch_off(video, hold) for hold in (*REQUIRED_CONTROLS, *OPTIONAL_CONTROLS)]
        self._is_frozen = all(held[: len(REQUIRED_CONTROLS)]) and self._restore_brightness(before)
        if not self._is_frozen:
            self._switch_all_on(video)
        return self._is_frozen

    def _restore_brightness(self, before: float) -> bool:
        """Corrects a misreported exposure until pictures are as bright as before; False if not."""
        video, (low, high) = self._require_video, BRIGHTNESS_RANGE
        for _ in range(EXPOSURE_TRIES):
            for _ in range(SETTLING_PICTURES):
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

    def _grab_fresh(self) -> VideoCapture:
        """The camera after it has grabbed a fresh picture."""
        video = self._require_video
        for _ in range(MAX_BUFFERED):
            before = self._seconds()
            if not video.grab():
                raise DeviceFault("delivers no more pictures")
            if self._seconds() - before > FRESH_AFTER:
                break
        return video

    @property
    def _require_video(self) -> VideoCapture:
        if self._video is None:
            raise DeviceFault("is not open")
        return self._video

    def _paths(self) -> Iterable[Path]:
        """The paths of the devices to try."""
        device = self._wanted.device
        if device is None:
            return _usb_cameras(self._devices)
        if device.isdecimal():
            return [self._devices / f"video{device}"]
        return [self._devices / STABLE_NAMES / device]

    def _open(self, path: Path) -> None:
        """Opens the camera at this path and checks that it delivers a picture."""
        if not path.exists():
            raise DeviceFault(f"is not plugged in: there is no {path}")
        if not os.access(path, os.R_OK | os.W_OK):
            raise DeviceFault(f"may not be used: no permission for {path}; {NOT_ALLOWED}")
        # OpenCV does not follow symbolic links to a device.
        self._video = video = self._open_video(str(path.resolve()))
        if not video.isOpened():
            raise DeviceFault(f"cannot be opened: {path} is in use or is not a camera")
        asked: Mapping[int, float] = {
            # The picture format must be set before the size.
            cv2.CAP_PROP_FOURCC: cv2.VideoWriter.fourcc(*"MJPG"),
            cv2.CAP_PROP_FRAME_WIDTH: self._wanted.width,
            cv2.CAP_PROP_FRAME_HEIGHT: self._wanted.height,
            cv2.CAP_PROP_FPS: self._wanted.fps,
            cv2.CAP_PROP_BUFFERSIZE: 1,
        }
        for what, value in asked.items():
            video.set(what, value)
        self._switch_all_on(video)
        if not video.grab():
            raise DeviceFault(f"delivers no picture: {path} is in use or is not a camera")

    def _switch_all_on(self, video: VideoCapture) -> None:
        """Switches all automatic controls on; an earlier program may have switched them off."""
        self._is_frozen = False
        for hold in (*REQUIRED_CONTROLS, *OPTIONAL_CONTROLS):
            video.set(hold.automatic, hold.on)


def _switch_off(video: VideoCapture, hold: AutoControl) -> bool:
    """Switches one automatic control off; returns False if the camera does not confirm that."""
    value = video.get(hold.value)
    could = video.get(hold.automatic) != hold.off
    video.set(hold.automatic, hold.off)
    video.set(hold.value, value)
    return could and video.get(hold.automatic) == hold.off and video.get(hold.value) == value


def _usb_cameras(devices: Path) -> list[Path]:
    """The paths of USB cameras, or of all video devices where there are no stable names."""
    if named := sorted((devices / STABLE_NAMES).glob(PICTURE_DEVICES)):
        return named
    found = [path for path in devices.glob("video*") if NUMBERED.fullmatch(path.name)]
    return sorted(found, key=lambda path: int(path.name.removeprefix("video")))


def _with_colours(picture: Any) -> PixelArray:
    """The picture with three colour channels, whatever the camera delivers."""
    plain = np.asarray(picture, np.uint8)
    if plain.ndim == 2:  # noqa: PLR2004 - rows and columns, no colour channels
        plain = np.asarray(cv2.cvtColor(plain, cv2.COLOR_GRAY2BGR), np.uint8)
    return plain


def _brightness(picture: PixelArray) -> float:
    return max(float(picture[::8, ::8].mean()), MIN_BRIGHTNESS)
