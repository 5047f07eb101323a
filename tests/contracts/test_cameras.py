"""The contract of cameras: they show what is before them, and report faults in time."""

import asyncio
import threading
from pathlib import Path

import numpy as np
import pytest

from hardware.devices import Camera, DeviceFault
from hardware.drivers.cameras.sourced_camera import OPEN_TIMEOUT, PICTURE_TIMEOUT
from tests.rigs.devices.camera_rigs import (
    CAMERAS,
    CHANGING_CAMERAS,
    HANGING_CAMERAS,
    CameraRig,
    ShotRecorder,
    next_shot,
)
from tests.rigs.devices.device_rigs import deliver_pending, parametrize_rigs

ENOUGH = 5
"""Pictures after which every pending one has come."""
AGAIN, FEW = 20, 5
"""The number of openings of a camera, and of connections that the other end may still hold."""


@parametrize_rigs(CAMERAS)
async def test_camera_has_the_interface_of_a_camera(rig: CameraRig) -> None:
    assert isinstance(rig.device, Camera)


@parametrize_rigs(CAMERAS)
async def test_a_picture_has_rows_columns_and_three_colours_and_its_time(rig: CameraRig) -> None:
    async with rig.device as camera:
        shots = camera.shots()
        first = await anext(shots)
        rig.clock.advance(1)
        second = await anext(shots)

    assert first.pixels.dtype == np.uint8
    assert (first.pixels.ndim, first.pixels.shape[2]) == (3, 3)
    assert second.at - first.at == 1


@parametrize_rigs(CAMERAS)
async def test_delivered_picture_does_not_change(rig: CameraRig) -> None:
    async with rig.device as camera:
        shots = camera.shots()
        first = (await anext(shots)).pixels
        before = first.copy()
        if rig.shine is not None:
            rig.shine(200)
        for _ in range(ENOUGH):
            await anext(shots)

    assert np.array_equal(first, before)


@parametrize_rigs(CHANGING_CAMERAS)
async def test_camera_shows_the_current_scene(rig: CameraRig) -> None:
    assert rig.shine is not None
    async with rig.device as camera:
        shots, levels = camera.shots(), []
        for level in (60, 180):
            rig.shine(level)
            for _ in range(ENOUGH - 1):
                await anext(shots)
            levels.append(float((await anext(shots)).pixels.mean()))

    assert levels[1] > levels[0] + 20


@parametrize_rigs(CAMERAS)
async def test_reading_can_be_stopped_and_begun_again(rig: CameraRig) -> None:
    async with rig.device as camera:
        for _ in range(3):
            await next_shot(camera)


@parametrize_rigs(CAMERAS)
async def test_camera_says_whether_it_froze_its_exposure_and_continues(rig: CameraRig) -> None:
    async with rig.device as camera:
        assert isinstance(await camera.freeze_exposure(), bool)
        await next_shot(camera)


@parametrize_rigs(CAMERAS)
async def test_unplugged_camera_raises_a_device_fault(rig: CameraRig) -> None:
    async with rig.device as camera:
        await next_shot(camera)
        rig.unplug()
        with pytest.raises(DeviceFault, match=f"^{camera.name} "):
            await _read_all_pending(camera)
        with pytest.raises(DeviceFault, match=f"^{camera.name} "):
            await next_shot(camera)


@parametrize_rigs(CAMERAS)
async def test_a_camera_that_came_back_must_be_opened_anew(rig: CameraRig) -> None:
    async with rig.device as camera:
        rig.unplug()
        with pytest.raises(DeviceFault):
            await _read_all_pending(camera)
        rig.plug_in()
        with pytest.raises(DeviceFault):
            await next_shot(camera)

    async with rig.device as camera:
        await next_shot(camera)


@parametrize_rigs(CAMERAS)
async def test_closing_ends_the_pictures_without_a_fault(rig: CameraRig) -> None:
    async with rig.device as camera:
        recorder = ShotRecorder(camera)
        await recorder.first.wait()
    await recorder.over()

    assert recorder.lost is None


@parametrize_rigs(CAMERAS)
async def test_a_closed_camera_shows_nothing(rig: CameraRig) -> None:
    with pytest.raises(RuntimeError, match=rig.device.name):
        await next_shot(rig.device)
    with pytest.raises(RuntimeError, match=rig.device.name):
        await rig.device.freeze_exposure()


@parametrize_rigs(HANGING_CAMERAS)
async def test_a_camera_that_hangs_is_lost_in_time(rig: CameraRig) -> None:
    assert rig.hang is not None
    async with rig.device as camera:
        await next_shot(camera)
        rig.hang()
        recorder = ShotRecorder(camera)
        while not recorder.lost:
            await rig.clock.pass_seconds(PICTURE_TIMEOUT)

        assert f"{camera.name} has delivered no picture for 5 s" in str(recorder.lost)


@parametrize_rigs(HANGING_CAMERAS)
async def test_a_camera_that_hangs_is_closed_at_once(rig: CameraRig) -> None:
    assert rig.hang is not None
    async with rig.device as camera:
        rig.hang()
        recorder = ShotRecorder(camera)
        await deliver_pending()
    await recorder.over()

    assert recorder.lost is None


@parametrize_rigs(HANGING_CAMERAS)
async def test_a_camera_that_hung_can_be_opened_once_it_goes_on(rig: CameraRig) -> None:
    assert rig.hang is not None
    async with rig.device as camera:
        rig.hang()
        recorder = ShotRecorder(camera)
        while not recorder.lost:
            await rig.clock.pass_seconds(PICTURE_TIMEOUT)
    opening = asyncio.ensure_future(rig.device.__aenter__())
    while not opening.done():
        await rig.clock.pass_seconds(OPEN_TIMEOUT)
    with pytest.raises(DeviceFault, match=rig.device.name):
        await opening
    rig.go_on()

    async with rig.device as camera:
        await next_shot(camera)


@parametrize_rigs(CAMERAS)
async def test_a_camera_opened_again_and_again_leaves_nothing_behind(rig: CameraRig) -> None:
    async def open_and_read() -> None:
        async with rig.device as camera:
            await next_shot(camera)

    await open_and_read()
    await _threads_ended(rig)
    before = _open_files()
    for _ in range(AGAIN):
        await open_and_read()

    await _threads_ended(rig)
    assert _open_files() <= before + FEW


async def _threads_ended(rig: CameraRig) -> None:
    """Returns once the threads of the camera have ended."""
    for thread in threading.enumerate():
        if thread.name == rig.device.name:
            await asyncio.to_thread(thread.join)


def _open_files() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


async def _read_all_pending(camera: Camera) -> None:
    """Reads so many pictures that every pending one has come."""
    shots = camera.shots()
    for _ in range(100 * ENOUGH):
        await anext(shots)
