"""The cameras that a configuration can name, besides the simulated one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from hardware.devices import Camera, Clock
from hardware.drivers.cameras.factory import csi_camera, files_camera, stream_camera, usb_camera
from service.config import cameras
from service.config.drivers import Driver

CAMERA = "camera"
"""What the camera of a table is called."""
CAMERAS: Mapping[type[Driver], Callable[[Any, Clock], Camera]] = {
    cameras.UsbCamera: lambda it, clock: usb_camera(CAMERA, clock, it.device, it.size, it.fps),
    cameras.CsiCamera: lambda it, clock: csi_camera(CAMERA, clock, it.number, it.size, it.fps),
    cameras.StreamCamera: lambda it, clock: stream_camera(CAMERA, clock, it.url),
    cameras.FilesCamera: lambda it, clock: files_camera(
        CAMERA,
        clock,
        it.path.expanduser(),
        pace=it.pace,
        repeats=it.after_last is cameras.AfterLast.REPEATS,
    ),
}
"""What makes the camera of a driver; none of them needs a library before it is opened."""
