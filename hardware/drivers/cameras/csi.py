"""A camera at the ribbon of a Pi, through picamera2, which comes with the system."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from hardware.devices import DeviceFault
from hardware.drivers.cameras.source import Picture, Source

NO_PICAMERA = (
    "needs picamera2, which is not installed; say `sudo apt install python3-picamera2` and make "
    "Kibitz's environment with `python3 -m venv --system-site-packages`"
)
MISFIT = (
    "needs a picamera2 that fits numpy ({problem}); Raspberry Pi OS of 2025 (trixie) or later has "
    "one"
)
WAITING = 4.0
"""Seconds that a picture is waited for."""
SETTLING = 6
"""Pictures until the camera has done what it was told."""
ALIKE = 0.1
"""By what part the exposure may differ from what it was told."""
STREAM = "main"
BGR = "RGB888"
"""What libcamera calls bytes in the order blue, green, red."""
HELD = {"AeEnable": False, "AwbEnable": False}
NEEDED = ("ExposureTime", "AnalogueGain", "ColourGains")
"""What a picture tells of how it was taken, and what holds it."""
LENS = "LensPosition"
AF_MODE, AF_MANUAL = "AfMode", 0


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a camera is asked for."""

    number: int
    width: int
    height: int
    fps: int


def picamera(number: int) -> Any:
    """The camera of this number, as picamera2 has it."""
    try:
        from picamera2 import Picamera2  # type: ignore[import-not-found]  # it is the system's
    except ImportError:
        raise DeviceFault(NO_PICAMERA) from None
    except ValueError as error:
        raise DeviceFault(MISFIT.format(problem=error)) from error
    if number >= len(Picamera2.global_camera_info()):
        raise DeviceFault(
            "is not plugged in: `rpicam-hello --list-cameras` tells which the Pi knows"
        )
    return Picamera2(number)


class CsiSource(Source):
    """Pictures of a camera at the ribbon, each taken after it was asked for."""

    def __init__(self, wanted: Wanted, camera: Callable[[int], Any] = picamera) -> None:
        self._wanted = wanted
        self._made = camera
        self._camera: Any = None

    def open(self) -> None:
        wanted = self._wanted
        try:
            self._camera = camera = self._made(wanted.number)
            how = camera.create_video_configuration(
                main={"size": (wanted.width, wanted.height), "format": BGR},
                controls={"FrameRate": float(wanted.fps)},
                # Else a picture may be as old as the last time somebody asked.
                queue=False,
            )
            camera.configure(how)
            camera.start()
        except (RuntimeError, IndexError) as error:
            raise DeviceFault(f"cannot be opened: {_why(error)}; is it in use?") from error

    def take(self) -> Picture:
        try:
            picture = self._camera.capture_array(STREAM, wait=WAITING)
        except (RuntimeError, OSError) as error:
            raise DeviceFault(f"gives no picture any more: {_why(error)}") from error
        return np.ascontiguousarray(picture[:, :, :3], np.uint8)

    def hold_still(self) -> bool:
        camera = self._camera
        try:
            told = camera.capture_metadata(wait=WAITING)
            if any(name not in told for name in NEEDED):
                return False
            held = HELD | {name: told[name] for name in NEEDED}
            if LENS in told and AF_MODE in camera.camera_controls:
                held |= {AF_MODE: AF_MANUAL, LENS: told[LENS]}
            camera.set_controls(held)
            for _ in range(SETTLING):
                camera.capture_metadata(wait=WAITING)
            after = camera.capture_metadata(wait=WAITING)
        except (RuntimeError, OSError) as error:
            raise DeviceFault(f"cannot be told to hold still: {_why(error)}") from error
        return _alike(told, after)

    def close(self) -> None:
        camera, self._camera = self._camera, None
        if camera is None:
            return
        try:
            camera.close()
        except (RuntimeError, OSError):
            # What is gone need not be let go of.
            return


def _alike(told: Mapping[str, Any], after: Mapping[str, Any]) -> bool:
    """Whether the camera exposes as it was told to."""
    wanted, has = (it["ExposureTime"] * it["AnalogueGain"] for it in (told, after))
    return bool(abs(has - wanted) <= ALIKE * wanted)


def _why(error: Exception) -> str:
    """What picamera2 says; when nothing comes, it says nothing."""
    return str(error) or f"nothing comes within {WAITING:g} s"
