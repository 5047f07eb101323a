"""The drivers of cameras."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import Annotated

from hardware.devices import Device
from hardware.drivers.cameras.camera_factory import (
    csi_camera,
    files_camera,
    stream_camera,
    usb_camera,
)
from service.drivers.driver_entry import (
    CameraDriverOptions,
    Driver,
    DriverContext,
    MachineNeed,
    Probe,
    always,
)
from service.schema.setting_marks import (
    FileOrFolder,
    NamedChoices,
    NumberRange,
    TextFormat,
    WordForNone,
)
from simulation.rendering.board_looks import CLUB, LOOKS, BoardLook
from simulation.rendering.picture_conditions import LIGHTS, VIEWPOINTS, SceneLight, Viewpoint

CAMERA_NAME = "camera"
"""The device name of the camera of a table."""
VIDEO_FORMAT = TextFormat(
    re.compile(r"[0-9]{1,2}|/dev/[!-~]{1,199}|[A-Za-z][!-.0-~]{1,199}"), "video"
)
STREAM_FORMAT = TextFormat(re.compile(r"https?://[!-~]{1,500}"), "stream", is_secret=True)

PictureSide = Annotated[int, NumberRange(160, 4096, "pixels")]
PictureSizeSetting = tuple[PictureSide, PictureSide]
DEFAULT_PICTURE_SIZE = (1280, 720)
"""Width and height in pixels; enough for a board that fills most of the picture."""
PictureRate = Annotated[int, NumberRange(1, 60)]


class AfterLast(Enum):
    """The behaviour of a camera after its last picture."""

    ENDS = "ends"
    REPEATS = "repeats"


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulatedCameraOptions(CameraDriverOptions):
    """A simulated camera above the simulated table."""

    size: PictureSizeSetting = DEFAULT_PICTURE_SIZE
    look: Annotated[BoardLook, NamedChoices(LOOKS)] = CLUB
    light: Annotated[SceneLight, NamedChoices(LIGHTS)] = LIGHTS["soft"]
    viewpoint: Annotated[Viewpoint, NamedChoices(VIEWPOINTS)] = VIEWPOINTS["leaning"]
    seed: Annotated[int, NumberRange(0, 999999)] = 0
    """Random seed for checker placement and image noise."""


def _create_simulated_camera(
    options: SimulatedCameraOptions, context: DriverContext
) -> Iterable[Device]:
    # A table without a camera must not load the libraries for pictures.
    from simulation.simulated_camera import SimulatedCamera, render_immediately

    camera = SimulatedCamera(
        CAMERA_NAME,
        context.checkers,
        context.clock,
        options.seed,
        look=options.look,
        light=options.light,
        viewpoint=options.viewpoint,
        size=options.size,
        dice=context.dice,
        drawing=context.executor or render_immediately,
    )
    return [camera]


SIMULATED_CAMERA = Driver(
    name="simulated",
    options=SimulatedCameraOptions,
    create=_create_simulated_camera,
    is_simulated=always,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class UsbCameraOptions(CameraDriverOptions):
    """A camera at a USB port."""

    device: Annotated[str | None, VIDEO_FORMAT, WordForNone("auto")] = None
    """Its number, its path, or its name in /dev/v4l/by-id; None: the first camera that opens."""
    size: PictureSizeSetting = DEFAULT_PICTURE_SIZE
    fps: PictureRate = 15
    """Requested pictures per second."""


def _usb_resource(options: UsbCameraOptions) -> str:
    device = options.device or "auto camera"
    return f"/dev/video{device}" if device.isdecimal() else device


USB_CAMERA = Driver(
    name="usb",
    options=UsbCameraOptions,
    create=lambda it, context: [usb_camera(CAMERA_NAME, context.clock, it.device, it.size, it.fps)],
    needs=frozenset({MachineNeed.VIDEO}),
    exclusive_resource=_usb_resource,
    probe=Probe.MEASURE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class CsiCameraOptions(CameraDriverOptions):
    """A camera on the ribbon cable of a Pi."""

    number: Annotated[int, NumberRange(0, 3)] = 0
    """The number of the camera port of the Pi."""
    size: PictureSizeSetting = DEFAULT_PICTURE_SIZE
    fps: PictureRate = 15
    """Requested pictures per second."""


CSI_CAMERA = Driver(
    name="csi",
    options=CsiCameraOptions,
    create=lambda it, context: [csi_camera(CAMERA_NAME, context.clock, it.number, it.size, it.fps)],
    needs=frozenset({MachineNeed.VIDEO}),
    exclusive_resource=lambda it: f"csi {it.number}",
    probe=Probe.MEASURE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class StreamCameraOptions(CameraDriverOptions):
    """A camera that streams over the network, such as a phone."""

    url: Annotated[str, STREAM_FORMAT] = field(default="http://192.168.1.20:8080/video", repr=False)
    """The address of its pictures; it may contain a password."""


STREAM_CAMERA = Driver(
    name="stream",
    options=StreamCameraOptions,
    create=lambda it, context: [stream_camera(CAMERA_NAME, context.clock, it.url)],
    probe=Probe.MEASURE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class FilesCameraOptions(CameraDriverOptions):
    """Recorded pictures instead of a camera."""

    path: Annotated[Path, FileOrFolder()] = Path("~/pictures")
    """A folder of pictures, or a video file."""
    pace: Annotated[float, NumberRange(0, 60, "seconds")] = 1.0
    """Seconds from one picture to the next."""
    after_last: AfterLast = AfterLast.ENDS


def _create_files_camera(options: FilesCameraOptions, context: DriverContext) -> Iterable[Device]:
    camera = files_camera(
        CAMERA_NAME,
        context.clock,
        options.path.expanduser(),
        pace=options.pace,
        repeats=options.after_last is AfterLast.REPEATS,
    )
    return [camera]


FILES_CAMERA = Driver(
    name="files", options=FilesCameraOptions, create=_create_files_camera, probe=Probe.MEASURE
)
