"""A camera on the ribbon of a Pi, through picamera2."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from hardware.devices import DeviceFault
from hardware.drivers.cameras.sourced_camera import PictureSource, PixelArray

NO_PICAMERA = (
    "needs picamera2, which is not installed; run `sudo apt install python3-picamera2` and create "
    "Kibitz's environment with `python3 -m venv --system-site-packages`"
)
WRONG_PICAMERA = (
    "needs a picamera2 that fits numpy ({problem}); Raspberry Pi OS of 2025 (trixie) or later has "
    "one"
)
PICTURE_TIMEOUT = 4.0
"""Timeout of one picture in seconds."""
SETTLING_PICTURES = 6
"""Number of pictures until new camera settings have taken effect."""
EXPOSURE_TOLERANCE = 0.1
"""Largest relative difference between the requested and the actual exposure."""
STREAM = "main"
BGR = "RGB888"
"""The libcamera name of bytes in the order blue, green, red."""
MANUAL_CONTROLS = {"AeEnable": False, "AwbEnable": False}
NEEDED_METADATA = ("ExposureTime", "AnalogueGain", "ColourGains")
"""The metadata of a picture that is needed to hold its exposure and white balance."""
LENS = "LensPosition"
AF_MODE, AF_MANUAL = "AfMode", 0


@dataclass(frozen=True, slots=True)
class CsiSettings:
    """The requested camera, picture size and frame rate."""

    number: int
    width: int
    height: int
    fps: int


def open_picamera(number: int) -> Any:
    """Returns the picamera2 camera with this number; DeviceFault if that is impossible."""
    try:
        from picamera2 import Picamera2  # type: ignore[import-not-found]  # it is the system's
    except ImportError:
        raise DeviceFault(NO_PICAMERA) from None
    except ValueError as error:
        raise DeviceFault(WRONG_PICAMERA.format(problem=error)) from error
    if number >= len(Picamera2.global_camera_info()):
        raise DeviceFault(
            "is not plugged in: run `rpicam-hello --list-cameras` to list the cameras of this Pi"
        )
    return Picamera2(number)


class CsiSource(PictureSource):
    """Pictures of a camera on the ribbon, each taken after it was requested."""

    def __init__(self, wanted: CsiSettings, camera: Callable[[int], Any] = open_picamera) -> None:
        self._wanted = wanted
        self._open_camera = camera
        self._camera: Any = None

    def open(self) -> None:
        wanted = self._wanted
        try:
            self._camera = camera = self._open_camera(wanted.number)
            how = camera.create_video_configuration(
                main={"size": (wanted.width, wanted.height), "format": BGR},
                controls={"FrameRate": float(wanted.fps)},
                # A queued picture may be as old as the previous request.
                queue=False,
            )
            camera.configure(how)
            camera.start()
        except (RuntimeError, IndexError) as error:
            raise DeviceFault(f"cannot be opened: {_error_text(error)}; is it in use?") from error

    def take(self) -> PixelArray:
        try:
            picture = self._camera.capture_array(STREAM, wait=PICTURE_TIMEOUT)
        except (RuntimeError, OSError) as error:
            raise DeviceFault(f"delivers no more pictures: {_error_text(error)}") from error
        return np.ascontiguousarray(picture[:, :, :3], np.uint8)

    def freeze_exposure(self) -> bool:
        camera = self._camera
        try:
            metadata = camera.capture_metadata(wait=PICTURE_TIMEOUT)
            if any(name not in metadata for name in NEEDED_METADATA):
                return False
            held = MANUAL_CONTROLS | {name: metadata[name] for name in NEEDED_METADATA}
            if LENS in metadata and AF_MODE in camera.camera_controls:
                held |= {AF_MODE: AF_MANUAL, LENS: metadata[LENS]}
            camera.set_controls(held)
            for _ in range(SETTLING_PICTURES):
                camera.capture_metadata(wait=PICTURE_TIMEOUT)
            after = camera.capture_metadata(wait=PICTURE_TIMEOUT)
        except (RuntimeError, OSError) as error:
            raise DeviceFault(f"cannot hold its exposure: {_error_text(error)}") from error
        return _exposes_alike(metadata, after)

    def close(self) -> None:
        camera, self._camera = self._camera, None
        if camera is None:
            return
        try:
            camera.close()
        except (RuntimeError, OSError):
            # A camera that is gone need not be released.
            return


def _exposes_alike(metadata: Mapping[str, Any], after: Mapping[str, Any]) -> bool:
    """True if the actual exposure is close to the requested one."""
    wanted, has = (it["ExposureTime"] * it["AnalogueGain"] for it in (metadata, after))
    return bool(abs(has - wanted) <= EXPOSURE_TOLERANCE * wanted)


def _error_text(error: Exception) -> str:
    """The text of an error of picamera2, which has none for a timeout."""
    return str(error) or f"no picture within {PICTURE_TIMEOUT:g} s"
