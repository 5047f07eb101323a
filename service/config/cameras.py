"""The cameras that a table can name, and the options that each of them has."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import Annotated, ClassVar, Literal

from hardware.drivers.simulated.camera.lights import LIGHTS, Light
from hardware.drivers.simulated.camera.looks import Look
from hardware.drivers.simulated.camera.stock import CLUB, LOOKS
from hardware.drivers.simulated.camera.viewpoints import VIEWPOINTS, Viewpoint
from service.config.drivers import Driver
from service.config.marks import Absent, FileToo, Named, Range, Spelled

VIDEO = Spelled(re.compile(r"[0-9]{1,2}|/dev/[!-~]{1,199}|[A-Za-z][!-.0-~]{1,199}"), "video")
STREAM = Spelled(re.compile(r"https?://[!-~]{1,500}"), "stream", secret=True)

Side = Annotated[int, Range(160, 4096, "pixels")]
Size = tuple[Side, Side]
USUAL_SIZE = (1280, 720)
"""Wide and high enough for a board that fills most of the picture."""
Rate = Annotated[int, Range(1, 60)]


class AfterLast(Enum):
    """What becomes of a camera that has shown its last picture."""

    ENDS = "ends"
    REPEATS = "repeats"


@dataclass(frozen=True, slots=True, kw_only=True)
class NoCamera(Driver):
    """Nobody looks at the board."""

    driver: Literal["none"] = "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulatedCamera(Driver):
    """A camera that looks at the simulated table."""

    driver: Literal["simulated"] = "simulated"
    SIMULATED: ClassVar[bool] = True
    size: Size = USUAL_SIZE
    look: Annotated[Look, Named(LOOKS)] = CLUB
    light: Annotated[Light, Named(LIGHTS)] = LIGHTS["soft"]
    viewpoint: Annotated[Viewpoint, Named(VIEWPOINTS)] = VIEWPOINTS["leaning"]
    seed: Annotated[int, Range(0, 999999)] = 0
    """Of all that is left to chance: how checkers lie, and the noise of the pictures."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UsbCamera(Driver):
    """A camera at a USB port."""

    driver: Literal["usb"] = "usb"
    device: Annotated[str | None, VIDEO, Absent("auto")] = None
    """Its number, its path, or its name in /dev/v4l/by-id; None is the first that opens."""
    size: Size = USUAL_SIZE
    fps: Rate = 15
    """Pictures a second that it is asked for."""

    @property
    def holds(self) -> str:
        device = self.device or "auto camera"
        return f"/dev/video{device}" if device.isdecimal() else device


@dataclass(frozen=True, slots=True, kw_only=True)
class CsiCamera(Driver):
    """A camera at the ribbon of a Pi."""

    driver: Literal["csi"] = "csi"
    number: Annotated[int, Range(0, 3)] = 0
    """Which of those the Pi has."""
    size: Size = USUAL_SIZE
    fps: Rate = 15
    """Pictures a second that it is asked for."""

    @property
    def holds(self) -> str:
        return f"csi {self.number}"


@dataclass(frozen=True, slots=True, kw_only=True)
class StreamCamera(Driver):
    """A camera at the other end of the network, a phone for instance."""

    driver: Literal["stream"] = "stream"
    url: Annotated[str, STREAM] = field(default="http://192.168.1.20:8080/video", repr=False)
    """Where its pictures are; it may hold a password."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FilesCamera(Driver):
    """Pictures that were taken before."""

    driver: Literal["files"] = "files"
    path: Annotated[Path, FileToo()] = Path("~/pictures")
    """A folder of pictures, or a film."""
    pace: Annotated[float, Range(0, 60, "seconds")] = 1.0
    """From one picture to the next."""
    after_last: AfterLast = AfterLast.ENDS


CameraDriver = NoCamera | SimulatedCamera | UsbCamera | CsiCamera | StreamCamera | FilesCamera
