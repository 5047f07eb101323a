"""A camera that shows stored pictures: in order, at their pace, once or repeatedly."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from hardware.devices import DeviceFault
from hardware.drivers.cameras.camera_factory import files_camera
from hardware.drivers.cameras.file_source import pictures_in
from hardware.drivers.clocks import SimulatedClock
from tests.rigs.devices.camera_rigs import LEVELS, ShotRecorder, write_film, write_pictures
from tests.rigs.vision.picture_files import encode_picture, png_with_size, sample_picture

Writer = Callable[[Path], None]


async def record_files(path: Path, seconds: float = 0.0, pace: float = 0.0) -> ShotRecorder:
    clock = SimulatedClock()
    async with files_camera("camera", clock, path, pace=pace) as camera:
        recorder = ShotRecorder(camera)
        if pace:
            await recorder.first.wait()
            await clock.pass_seconds(seconds)
        await recorder.over()
    return recorder


@pytest.mark.parametrize("write", [write_pictures, write_film])
def test_pictures_are_shown_in_order_until_the_end(tmp_path: Path, write: Writer) -> None:
    path = tmp_path / "shown.avi"
    write(path)

    recorder = asyncio.run(record_files(path))

    levels = [float(shot.pixels.mean()) for shot in recorder.shots]
    assert levels == pytest.approx(LEVELS, abs=3)
    assert recorder.lost is None


@pytest.mark.parametrize("write", [write_pictures, write_film])
async def test_pictures_that_repeat_begin_anew(tmp_path: Path, write: Writer) -> None:
    path = tmp_path / "shown.avi"
    write(path)
    async with files_camera("camera", SimulatedClock(), path, repeats=True) as camera:
        shots = camera.shots()
        levels = [float((await anext(shots)).pixels.mean()) for _ in range(9)]
    assert levels == pytest.approx([*LEVELS, *LEVELS, LEVELS[0]], abs=3)


async def test_each_picture_has_its_time(tmp_path: Path) -> None:
    write_pictures(tmp_path / "shown")
    clock = SimulatedClock(5.0)
    async with files_camera("camera", clock, tmp_path / "shown", pace=2.0) as camera:
        shots = camera.shots()
        times = [(await anext(shots)).at]
        for _ in LEVELS[1:]:
            next_one = asyncio.ensure_future(anext(shots))
            await clock.pass_seconds(1.9)
            assert not next_one.done()
            clock.advance(0.1)
            times.append((await next_one).at)
    assert times == pytest.approx([5, 7, 9, 11])


def test_pictures_are_sorted_by_number_and_other_files_are_ignored(tmp_path: Path) -> None:
    for name in ("10.png", "9.png", "a2.JPG", "a10.jpg", "A1.jpeg", ".hidden.png", "truth.json"):
        (tmp_path / name).touch()

    names = [path.name for path in pictures_in(tmp_path)]
    assert names == ["9.png", "10.png", "A1.jpeg", "a2.JPG", "a10.jpg"]


def test_camera_without_pictures_does_not_open(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("nothing to see")

    for path in (tmp_path, tmp_path / "notes.txt"):
        with pytest.raises(DeviceFault, match=f"^camera finds no picture in {path}$"):
            asyncio.run(record_files(path))
    with pytest.raises(
        DeviceFault, match=f"^camera finds no file or folder at {tmp_path}/nowhere$"
    ):
        asyncio.run(record_files(tmp_path / "nowhere"))


def test_folder_with_a_broken_picture_stops_there_and_names_it(tmp_path: Path) -> None:
    (tmp_path / "1.png").write_bytes(encode_picture(sample_picture(), ".png"))
    (tmp_path / "2.png").write_bytes(png_with_size(20_000, 10_000))

    recorder = asyncio.run(record_files(tmp_path))

    assert len(recorder.shots) == 1
    assert "2.png is too large a picture: it has 200 million pixels" in str(recorder.lost)
    assert str(recorder.lost).endswith("make it smaller")
