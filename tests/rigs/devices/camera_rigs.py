"""Rigs for cameras: each real driver with a scripted device or real files behind it."""

import asyncio
import tempfile
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from pathlib import Path

import cv2
import numpy as np

from hardware.devices import Camera, DeviceFault, Shot
from hardware.drivers.cameras.camera_factory import files_camera, stream_camera
from hardware.drivers.cameras.csi_source import CsiSettings, CsiSource
from hardware.drivers.cameras.sourced_camera import SourcedCamera
from hardware.drivers.cameras.usb_source import UsbSettings, UsbSource
from hardware.drivers.clocks import SimulatedClock
from hardware.drivers.simulated.simulated_table import SimulatedTable
from simulation.simulated_camera import SimulatedCamera
from tests.rigs.devices.device_rigs import FEW_CHECKERS, Rig, RigFactory
from tests.rigs.devices.fake_cameras import (
    CameraScene,
    FakePhone,
    ScriptedPicamera,
    ScriptedVideo,
    serve_phone,
)
from tests.rigs.vision.picture_files import encode_picture

DARK_BELOW = 100
"""The brightness below which a picture counts as dark."""
UNLIMITED_RATE = 1e18
"""A frame rate (pictures per second) that never makes a reader wait."""
LEVELS = (40, 90, 140, 190)
"""Brightness of the pictures of a folder."""


@dataclass(frozen=True)
class CameraRig(Rig[Camera]):
    """A camera with the controls of its scripted device."""

    hang: Callable[[], None] | None = field(default=None, kw_only=True)
    """Stops all answers of the device until `go_on`."""
    go_on: Callable[[], None] = field(default=lambda: None, kw_only=True)
    shine: Callable[[int], None] | None = field(default=None, kw_only=True)
    """Sets the brightness of the scene."""


class ShotRecorder:
    """The pictures, and the fault, of a camera that is read in a task."""

    def __init__(self, camera: Camera) -> None:
        self.shots: list[Shot] = []
        self.lost: DeviceFault | None = None
        self.first = asyncio.Event()
        self._looking = asyncio.ensure_future(self._look(camera))

    async def over(self) -> None:
        """Waits until the camera has ended."""
        await self._looking

    async def _look(self, camera: Camera) -> None:
        try:
            async for shot in camera.shots():
                self.shots.append(shot)
                self.first.set()
        except DeviceFault as fault:
            self.lost = fault


async def next_shot(camera: Camera) -> Shot:
    """The next picture."""
    shots = camera.shots()
    return await anext(shots)


@asynccontextmanager
async def usb_camera() -> AsyncIterator[CameraRig]:
    """A USB camera at /dev/video0 of a scripted machine."""
    world, clock, ticks = CameraScene(), SimulatedClock(5.0), count()
    with tempfile.TemporaryDirectory() as folder:
        device = Path(folder, "video0")

        def unplug() -> None:
            world.plugged = False
            device.unlink()

        def plug_in() -> None:
            world.plugged = True
            device.touch()

        plug_in()

        def source() -> UsbSource:
            wanted, video = UsbSettings("0", 160, 120, 15), partial(ScriptedVideo, world)
            return UsbSource(wanted, lambda: float(next(ticks)), Path(folder), video)

        camera = SourcedCamera("camera", clock, source)
        shine = partial(setattr, world, "brightness")
        yield CameraRig(
            camera, clock, unplug, plug_in, hang=world.hang, go_on=world.go_on, shine=shine
        )
        world.go_on()


@asynccontextmanager
async def csi_camera() -> AsyncIterator[CameraRig]:
    """A scripted CSI camera."""
    world, clock = CameraScene(), SimulatedClock(5.0)
    made = partial(ScriptedPicamera, world)
    camera = SourcedCamera("camera", clock, lambda: CsiSource(CsiSettings(0, 160, 120, 15), made))
    plugs = (partial(setattr, world, "plugged", value) for value in (False, True))
    shine = partial(setattr, world, "brightness")
    yield CameraRig(camera, clock, *plugs, hang=world.hang, go_on=world.go_on, shine=shine)
    world.go_on()


@asynccontextmanager
async def stream(*, single: bool = False, lengths: bool = True) -> AsyncIterator[CameraRig]:
    """A phone in the network of this machine that serves pictures."""
    clock = SimulatedClock(5.0)
    async with serve_phone(FakePhone(single=single, lengths=lengths)) as phone:
        camera = stream_camera("camera", clock, phone.url)
        shine = partial(setattr, phone, "brightness")
        plug = (phone.unplug, phone.plug_in)
        yield CameraRig(camera, clock, *plug, hang=phone.hang, go_on=phone.go_on, shine=shine)
        await camera.__aexit__(None, None, None)


@asynccontextmanager
async def folder() -> AsyncIterator[CameraRig]:
    """A folder of pictures that is repeated."""
    with tempfile.TemporaryDirectory() as place:
        pictures, away = Path(place, "pictures"), Path(place, "away")
        write_pictures(pictures)
        yield _files(pictures, away)


@asynccontextmanager
async def film() -> AsyncIterator[CameraRig]:
    """A film that is repeated."""
    with tempfile.TemporaryDirectory() as place:
        path, away = Path(place, "film.avi"), Path(place, "away")
        write_film(path)
        yield _files(path, away)


def write_pictures(folder: Path) -> None:
    """Writes pictures 8 to 11, each brighter than the one before."""
    folder.mkdir()
    for number, level in enumerate(LEVELS, 8):
        picture = np.full((120, 160, 3), level, np.uint8)
        (folder / f"{number}.png").write_bytes(encode_picture(picture, ".png"))


def write_film(path: Path) -> None:
    """Writes a film of four pictures, each brighter than the one before."""
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10, (160, 120))
    for level in LEVELS:
        writer.write(np.full((120, 160, 3), level, np.uint8))
    writer.release()


def _files(path: Path, away: Path) -> CameraRig:
    clock = SimulatedClock(5.0)
    camera = files_camera("camera", clock, path, repeats=True)

    def unplug() -> None:
        path.rename(away)

    def plug_in() -> None:
        away.rename(path)

    return CameraRig(camera, clock, unplug, plug_in)


@asynccontextmanager
async def simulated_camera() -> AsyncIterator[CameraRig]:
    """A camera over a simulated table that has a picture ready at any time."""
    clock = SimulatedClock(5.0)
    camera = SimulatedCamera(
        "camera", SimulatedTable(FEW_CHECKERS), clock, size=(320, 240), pace=UNLIMITED_RATE
    )

    def shine(level: int) -> None:
        camera.cover() if level < DARK_BELOW else camera.uncover()

    yield CameraRig(camera, clock, camera.unplug, camera.plug_in, shine=shine)


CAMERAS: Mapping[str, RigFactory[CameraRig]] = {
    "simulated camera": simulated_camera,
    "camera at USB": usb_camera,
    "camera at a ribbon": csi_camera,
    "stream of a phone": stream,
    "stream without lengths": partial(stream, lengths=False),
    "picture fetched each time": partial(stream, single=True),
    "folder of pictures": folder,
    "film": film,
}
NEVER_HANGING = ("simulated camera", "folder of pictures", "film")
HANGING_CAMERAS = {name: make for name, make in CAMERAS.items() if name not in NEVER_HANGING}
"""The cameras that can hang."""
CHANGING_CAMERAS = {**HANGING_CAMERAS, "simulated camera": simulated_camera}
"""The cameras with a scene that can change."""
