"""The doctor watches each camera for a while, and tells what is wrong with its pictures."""

import asyncio
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.drivers.cameras.factory import files_camera
from hardware.drivers.simulated.camera.device import SimulatedCamera
from hardware.drivers.simulated.camera.exposing import Picture
from hardware.drivers.simulated.camera.pictures import START
from hardware.drivers.simulated.clock import SimulatedClock
from hardware.drivers.simulated.table import SimulatedTable
from hardware.drivers.system_clock import SystemClock
from referee.words import Language, load_phrases
from service.config.cameras import CsiCamera, FilesCamera, StreamCamera, UsbCamera
from service.config.drivers import NoBoard
from service.config.settings import Table
from service.doctor.cameras import BLACK, BLURRED, DAZZLED, DIM, camera
from service.doctor.facts import Watched
from service.doctor.findings import Finding, Level, What
from service.doctor.needs import Needs
from service.doctor.pictures import watched

LANGUAGES = [load_phrases(language) for language in Language]
USB = Table(board=NoBoard(), camera=UsbCamera())
GOOD = Watched(
    "table", width=1280, height=720, rate=15.0, brightness=0.4, sharpness=0.2, holds=True
)
SIZE = (640, 360)


def found(seen: Watched, table: Table = USB) -> list[tuple[Level, What]]:
    """What the doctor says but that it is there; all of it has words in every language."""
    findings: Iterable[Finding] = list(camera(table, seen))
    for phrases in LANGUAGES:
        for one in findings:
            assert one.told(phrases)
            assert one.level is Level.OK or one.advice(phrases)
    return [(one.level, one.what) for one in findings if one.level is not Level.OK]


def looked_at(simulated: SimulatedCamera) -> Watched:
    """What is found of a simulated camera that has always another picture ready."""

    async def story() -> Watched:
        return await watched("table", simulated, seconds=0.01)

    return asyncio.run(story())


def over_a_table(light: str = "soft") -> SimulatedCamera:
    table, clock = SimulatedTable(START), SimulatedClock()
    return SimulatedCamera("camera", table, clock, light=light, size=SIZE, pace=1e18)


def test_a_good_camera_is_told_with_its_size_and_its_rate() -> None:
    (told,) = camera(USB, GOOD)

    assert told.level is Level.OK
    assert told.told(LANGUAGES[0]) == (
        "Table table, camera: 1280 × 720 pixels, 15 pictures a second."  # noqa: RUF001 - as it is told
    )


@pytest.mark.parametrize(
    ("seen", "expected"),
    [
        (GOOD, []),
        (Watched("table", "camera is not plugged in"), [(Level.PROBLEM, What.NO_CAMERA)]),
        (replace(GOOD, brightness=BLACK / 2), [(Level.PROBLEM, What.CAMERA_BLACK)]),
        (replace(GOOD, brightness=(BLACK + DIM) / 2), [(Level.HINT, What.CAMERA_DIM)]),
        (replace(GOOD, brightness=(1 + DAZZLED) / 2), [(Level.HINT, What.CAMERA_DAZZLED)]),
        (replace(GOOD, sharpness=BLURRED / 2), [(Level.HINT, What.CAMERA_BLURRED)]),
        (replace(GOOD, rate=1.0), [(Level.HINT, What.CAMERA_SLOW)]),
        (replace(GOOD, holds=False), [(Level.HINT, What.CAMERA_RESTLESS)]),
        (replace(GOOD, width=800, height=600), [(Level.HINT, What.CAMERA_OTHER_SIZE)]),
        (
            replace(GOOD, width=320, height=240),
            [(Level.HINT, What.CAMERA_SMALL), (Level.HINT, What.CAMERA_OTHER_SIZE)],
        ),
    ],
)
def test_what_is_wrong_with_a_camera_is_told_with_what_to_do(
    seen: Watched, expected: list[tuple[Level, What]]
) -> None:
    assert found(seen) == expected


def test_only_a_camera_with_a_plug_is_to_be_plugged_in() -> None:
    away = Watched("table", "camera is not reached")
    far = Table(board=NoBoard(), camera=StreamCamera())
    assert found(away, far) == [(Level.PROBLEM, What.FAULT)]


def test_pictures_taken_before_may_come_slowly_and_have_any_size() -> None:
    files = Table(board=NoBoard(), camera=FilesCamera())

    assert found(replace(GOOD, rate=0.5, width=1000, height=600), files) == []


def test_a_camera_that_is_plugged_in_needs_the_group_that_may_use_it() -> None:
    groups = {
        type(driver): Needs.of([Table(board=NoBoard(), camera=driver)]).groups
        for driver in (UsbCamera(), CsiCamera(), StreamCamera(), FilesCamera())
    }

    assert groups == {
        UsbCamera: ("video",),
        CsiCamera: ("video",),
        StreamCamera: (),
        FilesCamera: (),
    }


def test_a_camera_over_a_board_in_good_light_is_well() -> None:
    seen = looked_at(over_a_table())

    assert (seen.width, seen.height, seen.holds) == (*SIZE, True)
    assert DIM < seen.brightness < DAZZLED
    assert seen.sharpness > BLURRED


def test_what_is_covered_is_black_what_is_unfocused_is_blurred_and_dusk_is_dim() -> None:
    covered, unfocused, dusk = over_a_table(), over_a_table(), over_a_table("dusk")
    covered.cover()
    unfocused.unfocus()

    assert looked_at(covered).brightness < BLACK
    assert looked_at(unfocused).sharpness < BLURRED
    assert looked_at(dusk).brightness < looked_at(over_a_table()).brightness


def test_a_camera_that_cannot_be_reached_says_why() -> None:
    camera = over_a_table()
    camera.unplug()

    assert looked_at(camera).why == "camera is not plugged in"


def test_a_folder_of_one_picture_is_looked_at_once(tmp_path: Path) -> None:
    white: Picture = np.full((480, 640, 3), 250, np.uint8)
    cv2.imwrite(str(tmp_path / "1.png"), white)

    seen = asyncio.run(watched("table", files_camera("camera", SystemClock(), tmp_path)))

    assert (seen.width, seen.height, seen.rate) == (640, 480, 0.0)
    assert seen.brightness > DAZZLED
