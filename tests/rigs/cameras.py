"""Rigs for cameras: each real driver before what is played of another maker, or real files."""

from __future__ import annotations

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

from hardware.devices import Camera, DeviceFault
from hardware.drivers.cameras.csi import CsiSource
from hardware.drivers.cameras.csi import Wanted as WantedRibbon
from hardware.drivers.cameras.device import SourcedCamera
from hardware.drivers.cameras.factory import files_camera, stream_camera
from hardware.drivers.cameras.usb import UsbSource, Wanted
from hardware.drivers.simulated.camera.device import SimulatedCamera
from hardware.drivers.simulated.clock import SimulatedClock
from hardware.drivers.simulated.table import SimulatedTable
from hardware.shots import Shot
from tests.rigs.devices import A_FEW, Maker, Rig
from tests.rigs.phone import Phone, serving
from tests.rigs.pictures import written
from tests.rigs.scripted_video import ScriptedPicamera, ScriptedVideo, World

HALF = 100
"""What is darker is nearly dark."""
AT_ONCE = 1e18
"""Pictures a second of a camera that nobody has to wait for."""
LEVELS = (40, 90, 140, 190)
"""How bright the pictures of a folder are."""


def nothing() -> None:
    """Nothing can be done to it."""


@dataclass(frozen=True)
class CameraRig(Rig[Camera]):
    """A camera, and what can happen to it."""

    hang: Callable[[], None] | None = field(default=None, kw_only=True)
    """From now on whatever it is asked is never answered."""
    go_on: Callable[[], None] = field(default=nothing, kw_only=True)
    shine: Callable[[int], None] | None = field(default=None, kw_only=True)
    """From now on all that is before it is so bright."""


class Seen:
    """What came of asking a camera for pictures again and again."""

    def __init__(self, camera: Camera) -> None:
        self.shots: list[Shot] = []
        self.lost: DeviceFault | None = None
        self.first = asyncio.Event()
        self._looking = asyncio.ensure_future(self._look(camera))

    async def over(self) -> None:
        """Return once nothing more can come."""
        await self._looking

    async def _look(self, camera: Camera) -> None:
        try:
            async for shot in camera.shots():
                self.shots.append(shot)
                self.first.set()
        except DeviceFault as fault:
            self.lost = fault


async def shot_of(camera: Camera) -> Shot:
    """The next picture."""
    shots = camera.shots()
    return await anext(shots)


@asynccontextmanager
async def usb() -> AsyncIterator[CameraRig]:
    """A camera at the path /dev/video0 of a machine that is played."""
    world, clock, ticks = World(), SimulatedClock(5.0), count()
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
            wanted, video = Wanted("0", 160, 120, 15), partial(ScriptedVideo, world)
            return UsbSource(wanted, lambda: float(next(ticks)), Path(folder), video)

        camera = SourcedCamera("camera", clock, source)
        shine = partial(setattr, world, "brightness")
        yield CameraRig(
            camera, clock, unplug, plug_in, hang=world.hang, go_on=world.go_on, shine=shine
        )
        world.go_on()


@asynccontextmanager
async def csi() -> AsyncIterator[CameraRig]:
    """A camera at a ribbon that is played."""
    world, clock = World(), SimulatedClock(5.0)
    made = partial(ScriptedPicamera, world)
    camera = SourcedCamera("camera", clock, lambda: CsiSource(WantedRibbon(0, 160, 120, 15), made))
    plugs = (partial(setattr, world, "plugged", value) for value in (False, True))
    shine = partial(setattr, world, "brightness")
    yield CameraRig(camera, clock, *plugs, hang=world.hang, go_on=world.go_on, shine=shine)
    world.go_on()


@asynccontextmanager
async def stream(*, single: bool = False, lengths: bool = True) -> AsyncIterator[CameraRig]:
    """A phone in the network of this machine."""
    clock = SimulatedClock(5.0)
    async with serving(Phone(single=single, lengths=lengths)) as phone:
        camera = stream_camera("camera", clock, phone.url)
        shine = partial(setattr, phone, "brightness")
        yield CameraRig(
            camera,
            clock,
            phone.unplug,
            phone.plug_in,
            hang=phone.hang,
            go_on=phone.go_on,
            shine=shine,
        )
        await camera.__aexit__(None, None, None)


@asynccontextmanager
async def folder() -> AsyncIterator[CameraRig]:
    """A folder of pictures, shown again and again."""
    with tempfile.TemporaryDirectory() as place:
        pictures, away = Path(place, "pictures"), Path(place, "away")
        write_pictures(pictures)
        yield _files(pictures, away)


@asynccontextmanager
async def film() -> AsyncIterator[CameraRig]:
    """A film, shown again and again."""
    with tempfile.TemporaryDirectory() as place:
        path, away = Path(place, "film.avi"), Path(place, "away")
        write_film(path)
        yield _files(path, away)


def write_pictures(folder: Path) -> None:
    """Pictures 8 to 11, each brighter than the one before."""
    folder.mkdir()
    for number, level in enumerate(LEVELS, 8):
        picture = np.full((120, 160, 3), level, np.uint8)
        (folder / f"{number}.png").write_bytes(written(picture, ".png"))


def write_film(path: Path) -> None:
    """A film of four pictures, each brighter than the one before."""
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
async def simulated() -> AsyncIterator[CameraRig]:
    """A camera over a simulated table, which has a picture ready whenever it is asked."""
    clock = SimulatedClock(5.0)
    camera = SimulatedCamera("camera", SimulatedTable(A_FEW), clock, size=(320, 240), pace=AT_ONCE)

    def shine(level: int) -> None:
        camera.cover() if level < HALF else camera.uncover()

    yield CameraRig(camera, clock, camera.unplug, camera.plug_in, shine=shine)


CAMERAS: Mapping[str, Maker[CameraRig]] = {
    "simulated camera": simulated,
    "camera at USB": usb,
    "camera at a ribbon": csi,
    "stream of a phone": stream,
    "stream without lengths": partial(stream, lengths=False),
    "picture fetched each time": partial(stream, single=True),
    "folder of pictures": folder,
    "film": film,
}
HANGING: Mapping[str, Maker[CameraRig]] = {
    name: CAMERAS[name]
    for name in (
        "camera at USB",
        "camera at a ribbon",
        "stream of a phone",
        "stream without lengths",
        "picture fetched each time",
    )
}
"""Those that can leave somebody waiting."""
SEEING: Mapping[str, Maker[CameraRig]] = {
    **HANGING,
    "simulated camera": simulated,
}
"""Those before which something can change."""
