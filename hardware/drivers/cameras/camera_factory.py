"""Creates cameras by kind, without loading their libraries."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from hardware.devices import Camera, Clock, DeviceFault
from hardware.drivers.cameras.sourced_camera import PictureSource, SourcedCamera

NO_OPENCV = (
    "needs OpenCV, which is not installed; on a 32-bit system, for which Kibitz cannot install it, "
    "run `sudo apt install python3-opencv` and create Kibitz's environment with "
    "`python3 -m venv --system-site-packages`"
)


def usb_camera(
    name: str, clock: Clock, device: str | None, size: tuple[int, int], fps: int
) -> Camera:
    """A USB camera: a number, a path, a name in /dev/v4l/by-id, or the first one found."""

    def source() -> PictureSource:
        from hardware.drivers.cameras.usb_source import UsbSettings, UsbSource

        return UsbSource(UsbSettings(device, *size, fps), time.monotonic)

    return SourcedCamera(name, clock, _require_opencv(source))


def csi_camera(name: str, clock: Clock, number: int, size: tuple[int, int], fps: int) -> Camera:
    """A camera on the ribbon of a Pi."""

    def source() -> PictureSource:
        from hardware.drivers.cameras.csi_source import CsiSettings, CsiSource

        return CsiSource(CsiSettings(number, *size, fps))

    return SourcedCamera(name, clock, _require_opencv(source))


def stream_camera(name: str, clock: Clock, url: str) -> Camera:
    """A camera that streams over HTTP; no message ever contains its address."""

    def source() -> PictureSource:
        from hardware.drivers.cameras.stream_source import StreamSource

        return StreamSource(url)

    return SourcedCamera(name, clock, _require_opencv(source))


def files_camera(
    name: str, clock: Clock, path: Path, *, pace: float = 0.0, repeats: bool = False
) -> Camera:
    """A camera that replays a folder of pictures or a film, one picture every `pace` seconds."""

    def source() -> PictureSource:
        from hardware.drivers.cameras.file_source import open_files

        return open_files(path, repeats=repeats)

    return SourcedCamera(name, clock, _require_opencv(source), pace)


def _require_opencv(make: Callable[[], PictureSource]) -> Callable[[], PictureSource]:
    """Wraps a source factory: a missing library becomes a DeviceFault."""

    def make_source() -> PictureSource:
        try:
            return make()
        except ModuleNotFoundError as error:
            raise DeviceFault(NO_OPENCV) from error

    return make_source
