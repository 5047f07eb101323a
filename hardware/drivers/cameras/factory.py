"""Makes cameras: each kind by what is told of it, none of them opened, no library loaded yet."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from hardware.devices import Camera, Clock, DeviceFault
from hardware.drivers.cameras.device import SourcedCamera
from hardware.drivers.cameras.source import Source

NO_OPENCV = (
    "needs OpenCV, which is not installed; on a system of 32 bits, for which there is none to be "
    "installed with Kibitz, say `sudo apt install python3-opencv` and make Kibitz's environment "
    "with `python3 -m venv --system-site-packages`"
)


def usb_camera(
    name: str, clock: Clock, device: str | None, size: tuple[int, int], fps: int
) -> Camera:
    """A camera at a USB port: a number, a path, a name in /dev/v4l/by-id, or the first found."""

    def source() -> Source:
        from hardware.drivers.cameras.usb import UsbSource, Wanted

        return UsbSource(Wanted(device, *size, fps), time.monotonic)

    return SourcedCamera(name, clock, _seeing(source))


def csi_camera(name: str, clock: Clock, number: int, size: tuple[int, int], fps: int) -> Camera:
    """A camera at the ribbon of a Pi."""

    def source() -> Source:
        from hardware.drivers.cameras.csi import CsiSource, Wanted

        return CsiSource(Wanted(number, *size, fps))

    return SourcedCamera(name, clock, _seeing(source))


def stream_camera(name: str, clock: Clock, url: str) -> Camera:
    """A camera that shows its pictures over HTTP; what the address holds is never told."""

    def source() -> Source:
        from hardware.drivers.cameras.stream import StreamSource

        return StreamSource(url)

    return SourcedCamera(name, clock, _seeing(source))


def files_camera(
    name: str, clock: Clock, path: Path, *, pace: float = 0.0, repeats: bool = False
) -> Camera:
    """A camera that shows a folder of pictures, or a film, one picture every `pace` seconds."""

    def source() -> Source:
        from hardware.drivers.cameras.files import files_source

        return files_source(path, repeats=repeats)

    return SourcedCamera(name, clock, _seeing(source), pace)


def _seeing(make: Callable[[], Source]) -> Callable[[], Source]:
    """The same, but a library that is not there is a fault of the device, and told."""

    def made() -> Source:
        try:
            return make()
        except ModuleNotFoundError as error:
            raise DeviceFault(NO_OPENCV) from error

    return made
