"""A camera never keeps its service from going on or ending, and needs nothing before it is open."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading

import numpy as np
import pytest

from hardware.devices import DeviceFault
from hardware.drivers.cameras.device import OPENING, PATIENCE, SourcedCamera
from hardware.drivers.cameras.source import Picture, Source
from hardware.drivers.simulated.clock import SimulatedClock
from tests.rigs.cameras import Seen
from tests.rigs.devices import arrived
from tests.rigs.house import ROOT

EXITING = """
import asyncio, threading
from hardware.drivers.cameras.device import SourcedCamera
from hardware.drivers.system_clock import SystemClock

class Hung:
    def open(self): pass
    def take(self): threading.Event().wait()
    def idle(self): return False
    def wake(self): pass
    def close(self): pass

async def main():
    async with SourcedCamera("camera", SystemClock(), Hung) as camera:
        asking = asyncio.ensure_future(anext(camera.shots()))
        await asyncio.sleep(0.01)
        asking.cancel()
    print("closed")

asyncio.run(main())
print("over")
"""
WITHOUT = """
import asyncio, sys
for name in {missing!r}:
    sys.modules[name] = None
from hardware.drivers.cameras.factory import csi_camera, files_camera, stream_camera, usb_camera
from hardware.drivers.system_clock import SystemClock
from pathlib import Path

async def main():
    clock = SystemClock()
    for camera in (
        usb_camera("camera", clock, None, (640, 480), 15),
        csi_camera("camera", clock, 0, (640, 480), 15),
        stream_camera("camera", clock, "http://127.0.0.1:9/"),
        files_camera("camera", clock, Path("/")),
    ):
        try:
            await camera.__aenter__()
        except OSError as fault:
            print(fault)

asyncio.run(main())
"""


class Played(Source):
    """A source that does what it is told, and notes who asks it."""

    def __init__(self) -> None:
        self.threads: set[str] = set()
        self.closed = 0
        self.going = threading.Event()
        self.going.set()
        self.error: Exception | None = None

    def open(self) -> None:
        self._noted()

    def take(self) -> Picture | None:
        self._noted()
        return np.zeros((2, 2, 3), np.uint8)

    def close(self) -> None:
        self.threads.add(threading.current_thread().name)
        self.closed += 1

    def _noted(self) -> None:
        self.threads.add(threading.current_thread().name)
        self.going.wait()
        if self.error is not None:
            raise self.error


def program(text: str) -> list[str]:
    run = subprocess.run(
        [sys.executable, "-c", text],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    return run.stdout.splitlines()


def test_a_program_ends_although_its_camera_hangs() -> None:
    assert program(EXITING) == ["closed", "over"]


@pytest.mark.parametrize("missing", [("cv2",), ("numpy", "cv2")])
def test_where_opencv_is_missing_each_camera_says_what_to_do(missing: tuple[str, ...]) -> None:
    told = program(WITHOUT.format(missing=missing))

    assert len(told) == 4
    for line in told:
        if "picamera2" not in line:
            assert line.startswith("camera needs OpenCV, which is not installed; ")
            assert "sudo apt install python3-opencv" in line


def test_one_thread_does_everything_with_a_camera() -> None:
    async def story() -> None:
        source = Played()
        camera = SourcedCamera("camera", SimulatedClock(), lambda: source)
        for _ in range(2):
            async with camera:
                await anext(camera.shots())
                assert not await camera.hold_still()
        async with camera:
            assert source.closed == 2
        assert source.threads == {"camera"}

    asyncio.run(story())


def test_a_camera_that_never_opens_is_given_up_and_closed_when_it_does() -> None:
    async def story() -> None:
        clock, source = SimulatedClock(), Played()
        source.going.clear()
        camera = SourcedCamera("camera", clock, lambda: source)
        opening = asyncio.ensure_future(camera.__aenter__())
        await clock.pass_by(OPENING)
        with pytest.raises(DeviceFault, match=r"^camera does not open within 15 s$"):
            await opening
        again = asyncio.ensure_future(camera.__aenter__())
        await clock.pass_by(PATIENCE)
        with pytest.raises(DeviceFault, match=r"^camera hangs, and has not been let go of yet$"):
            await again
        assert source.closed == 0
        source.going.set()
        async with camera:
            assert source.closed == 1

    asyncio.run(story())


def test_whoever_stops_asking_leaves_nothing_behind() -> None:
    async def story() -> None:
        clock, source = SimulatedClock(), Played()
        async with SourcedCamera("camera", clock, lambda: source) as camera:
            source.going.clear()
            seen = asyncio.ensure_future(anext(camera.shots()))
            await arrived()
            seen.cancel()
            with pytest.raises(asyncio.CancelledError):
                await seen
            source.going.set()
            await anext(camera.shots())
        assert clock.next_call is None

    asyncio.run(story())


def test_a_bug_in_a_driver_is_no_fault_of_the_device() -> None:
    async def story() -> None:
        source = Played()
        async with SourcedCamera("camera", SimulatedClock(), lambda: source) as camera:
            source.error = KeyError("a bug")
            with pytest.raises(KeyError):
                await anext(camera.shots())

    asyncio.run(story())


def test_pictures_of_an_earlier_opening_do_not_go_on_with_the_next() -> None:
    async def story() -> None:
        camera = SourcedCamera("camera", SimulatedClock(), Played)
        async with camera:
            earlier = camera.shots()
            await anext(earlier)
        async with camera:
            with pytest.raises(StopAsyncIteration):
                await anext(earlier)
            seen = Seen(camera)
            await seen.first.wait()
        await seen.over()

    asyncio.run(story())
