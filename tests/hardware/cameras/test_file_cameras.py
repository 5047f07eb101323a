"""A camera that shows what was taken before: in order, in its time, to the end or over again."""

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path

import pytest

from hardware.devices import DeviceFault
from hardware.drivers.cameras.camera_factory import files_camera
from hardware.drivers.cameras.file_source import pictures_in
from hardware.drivers.clocks import SimulatedClock
from tests.rigs.devices.camera_rigs import LEVELS, ShotRecorder, write_film, write_pictures
from tests.rigs.vision.picture_files import encode_picture, png_with_size, sample_picture

Writer = Callable[[Path], None]


def run(story: Coroutine[object, object, None]) -> None:
    asyncio.run(story)


async def seen_in(path: Path, seconds: float = 0.0, pace: float = 0.0) -> ShotRecorder:
    clock = SimulatedClock()
    async with files_camera("camera", clock, path, pace=pace) as camera:
        seen = ShotRecorder(camera)
        if pace:
            await seen.first.wait()
            await clock.pass_seconds(seconds)
        await seen.over()
    return seen


@pytest.mark.parametrize("write", [write_pictures, write_film])
def test_pictures_are_shown_in_order_and_then_it_is_over(tmp_path: Path, write: Writer) -> None:
    path = tmp_path / "shown.avi"
    write(path)

    seen = asyncio.run(seen_in(path))

    levels = [float(shot.pixels.mean()) for shot in seen.shots]
    assert levels == pytest.approx(LEVELS, abs=3)
    assert seen.lost is None


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


def test_pictures_are_counted_as_people_do_and_other_files_are_passed_over(tmp_path: Path) -> None:
    for name in ("10.png", "9.png", "a2.JPG", "a10.jpg", "A1.jpeg", ".hidden.png", "truth.json"):
        (tmp_path / name).touch()

    names = [path.name for path in pictures_in(tmp_path)]
    assert names == ["9.png", "10.png", "A1.jpeg", "a2.JPG", "a10.jpg"]


def test_camera_without_pictures_does_not_open(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("nothing to see")

    for path in (tmp_path, tmp_path / "notes.txt"):
        with pytest.raises(DeviceFault, match=f"^camera finds no picture in {path}$"):
            asyncio.run(seen_in(path))
    with pytest.raises(
        DeviceFault, match=f"^camera finds no file or folder at {tmp_path}/nowhere$"
    ):
        asyncio.run(seen_in(tmp_path / "nowhere"))


def test_a_folder_with_a_spoiled_picture_stops_there_and_names_it(tmp_path: Path) -> None:
    (tmp_path / "1.png").write_bytes(encode_picture(sample_picture(), ".png"))
    (tmp_path / "2.png").write_bytes(png_with_size(20_000, 10_000))

    seen = asyncio.run(seen_in(tmp_path))

    assert len(seen.shots) == 1
    assert "2.png is too large a picture: it has 200 million pixels" in str(seen.lost)
    assert str(seen.lost).endswith("make it smaller")
