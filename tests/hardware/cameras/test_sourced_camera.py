"""A camera never blocks its service or its exit, and needs no library before it is opened."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading

import numpy as np
import pytest

from hardware.devices import DeviceFault
from hardware.drivers.cameras import sourced_camera
from hardware.drivers.clocks import SimulatedClock
from tests.rigs.devices.camera_rigs import ShotRecorder
from tests.rigs.devices.device_rigs import deliver_pending
from tests.rigs.environment.checkout import ROOT

EXIT_WITH_HUNG_CAMERA = """
import asyncio, threading
from hardware.drivers.cameras.sourced_camera import SourcedCamera
from hardware.drivers.clocks import SystemClock

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
OPEN_WITHOUT_LIBRARIES = """
import asyncio, sys
for name in {missing!r}:
    sys.modules[name] = None
from hardware.drivers.cameras.camera_factory import csi_camera, files_camera
from hardware.drivers.cameras.camera_factory import stream_camera, usb_camera
from hardware.drivers.clocks import SystemClock
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


class ScriptedSource(sourced_camera.PictureSource):
    """A source that follows a script, and records its calls."""

    def __init__(self) -> None:
        self.threads: set[str] = set()
        self.closed = 0
        self.going = threading.Event()
        self.going.set()
        self.error: Exception | None = None

    def open(self) -> None:
        self._record_call()

    def take(self) -> sourced_camera.PixelArray | None:
        self._record_call()
        return np.zeros((2, 2, 3), np.uint8)

    def close(self) -> None:
        self.threads.add(threading.current_thread().name)
        self.closed += 1

    def _record_call(self) -> None:
        self.threads.add(threading.current_thread().name)
        self.going.wait()
        if self.error is not None:
            raise self.error


def run_program(text: str) -> list[str]:
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
    assert run_program(EXIT_WITH_HUNG_CAMERA) == ["closed", "over"]


@pytest.mark.parametrize("missing", [("cv2",), ("numpy", "cv2")])
def test_each_camera_reports_missing_opencv_with_what_to_install(missing: tuple[str, ...]) -> None:
    lines = run_program(OPEN_WITHOUT_LIBRARIES.format(missing=missing))

    assert len(lines) == 4
    for line in lines:
        if "picamera2" not in line:
            assert line.startswith("camera needs OpenCV, which is not installed; ")
            assert "sudo apt install python3-opencv" in line


async def test_one_thread_does_everything_with_a_camera() -> None:
    source = ScriptedSource()
    camera = sourced_camera.SourcedCamera("camera", SimulatedClock(), lambda: source)
    for _ in range(2):
        async with camera:
            await anext(camera.shots())
            assert not await camera.freeze_exposure()
    async with camera:
        assert source.closed == 2
    assert source.threads == {"camera"}


async def test_a_camera_that_never_opens_is_given_up_and_closed_when_it_does() -> None:
    clock, source = SimulatedClock(), ScriptedSource()
    source.going.clear()
    camera = sourced_camera.SourcedCamera("camera", clock, lambda: source)
    opening = asyncio.ensure_future(camera.__aenter__())
    await clock.pass_seconds(sourced_camera.OPEN_TIMEOUT)
    with pytest.raises(DeviceFault, match=r"^camera does not open within 15 s$"):
        await opening
    again = asyncio.ensure_future(camera.__aenter__())
    await clock.pass_seconds(sourced_camera.PICTURE_TIMEOUT)
    with pytest.raises(DeviceFault, match=r"^camera hangs: its last use has not ended yet$"):
        await again
    assert source.closed == 0
    source.going.set()
    async with camera:
        assert source.closed == 1


async def test_cancelled_reader_leaves_no_thread_behind() -> None:
    clock, source = SimulatedClock(), ScriptedSource()
    async with sourced_camera.SourcedCamera("camera", clock, lambda: source) as camera:
        source.going.clear()
        reading = asyncio.ensure_future(anext(camera.shots()))
        await deliver_pending()
        reading.cancel()
        with pytest.raises(asyncio.CancelledError):
            await reading
        source.going.set()
        await anext(camera.shots())
    assert clock.next_wake_up is None


async def test_bug_in_a_driver_is_not_reported_as_a_device_fault() -> None:
    source = ScriptedSource()
    async with sourced_camera.SourcedCamera("camera", SimulatedClock(), lambda: source) as camera:
        source.error = KeyError("a bug")
        with pytest.raises(KeyError):
            await anext(camera.shots())


async def test_pictures_of_an_earlier_opening_do_not_go_on_with_the_next() -> None:
    camera = sourced_camera.SourcedCamera("camera", SimulatedClock(), ScriptedSource)
    async with camera:
        earlier = camera.shots()
        await anext(earlier)
    async with camera:
        with pytest.raises(StopAsyncIteration):
            await anext(earlier)
        recorder = ShotRecorder(camera)
        await recorder.first.wait()
    await recorder.over()
