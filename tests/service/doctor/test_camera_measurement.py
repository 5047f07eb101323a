"""The doctor measures the pictures of each camera for a while, and names their faults."""

import asyncio
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.drivers.cameras.camera_factory import files_camera
from hardware.drivers.clocks import SimulatedClock, SystemClock
from hardware.drivers.simulated.simulated_table import SimulatedTable
from service.config.service_settings import TableSettings
from service.doctor.camera_measurement import measure_camera
from service.doctor.device_checks import (
    BLACK_BRIGHTNESS,
    BLURRED_SHARPNESS,
    DAZZLED_BRIGHTNESS,
    DIM_BRIGHTNESS,
    check_camera,
)
from service.doctor.facts import CameraMeasurement
from service.doctor.findings import Finding, Severity
from service.doctor.findings import FindingKind as Kind
from service.doctor.machine_checks import groups_of, needs_of_tables
from service.drivers.camera_drivers import (
    CsiCameraOptions,
    FilesCameraOptions,
    StreamCameraOptions,
    UsbCameraOptions,
)
from service.drivers.driver_entry import CameraDriverOptions, NoBoardOptions
from service.words.phrases import available_languages, load_phrases
from simulation.rendering.board_pictures import START
from simulation.rendering.exposure import PictureArray
from simulation.simulated_camera import SimulatedCamera

LANGUAGES = [load_phrases(language) for language in available_languages()]
USB = TableSettings(board=NoBoardOptions(), camera=UsbCameraOptions())
GOOD = CameraMeasurement("table", "", 1280, 720, 15.0, 0.4, 0.2, can_lock_exposure=True)
SIZE = (640, 360)
PROBLEM, HINT = Severity.PROBLEM, Severity.HINT
OTHER_SIZE = (HINT, Kind.CAMERA_OTHER_SIZE)
DARK = (BLACK_BRIGHTNESS + DIM_BRIGHTNESS) / 2


def findings_of(seen: CameraMeasurement, table: TableSettings = USB) -> list[tuple[Severity, Kind]]:
    """The findings of the doctor except for good ones; all have words in every language."""
    findings: Iterable[Finding] = list(check_camera(table, seen))
    for phrases in LANGUAGES:
        for one in findings:
            assert one.in_words(phrases)
            assert one.level is Severity.OK or one.advice(phrases)
    return [(one.level, one.what) for one in findings if one.level is not Severity.OK]


def measure(simulated: SimulatedCamera) -> CameraMeasurement:
    """The measurement of a simulated camera that always has another picture ready."""
    return asyncio.run(measure_camera("table", simulated, seconds=0.01))


def over_a_table(light: str = "soft") -> SimulatedCamera:
    table, clock = SimulatedTable(START), SimulatedClock()
    return SimulatedCamera("camera", table, clock, light=light, size=SIZE, pace=1e18)


def test_good_camera_is_reported_with_size_and_rate() -> None:
    (finding,) = check_camera(USB, GOOD)

    assert finding.level is Severity.OK
    assert finding.in_words(LANGUAGES[0]) == (
        "Table table, camera: 1280 × 720 pixels, 15 pictures per second."  # noqa: RUF001 - as it is printed
    )


@pytest.mark.parametrize(
    ("seen", "expected"),
    [
        (GOOD, []),
        (CameraMeasurement("table", "camera is not plugged in"), [(PROBLEM, Kind.NO_CAMERA)]),
        (replace(GOOD, brightness=BLACK_BRIGHTNESS / 2), [(PROBLEM, Kind.CAMERA_BLACK)]),
        (replace(GOOD, brightness=DARK), [(HINT, Kind.CAMERA_DIM)]),
        (replace(GOOD, brightness=(1 + DAZZLED_BRIGHTNESS) / 2), [(HINT, Kind.CAMERA_DAZZLED)]),
        (replace(GOOD, sharpness=BLURRED_SHARPNESS / 2), [(HINT, Kind.CAMERA_BLURRED)]),
        (replace(GOOD, rate=1.0), [(HINT, Kind.CAMERA_SLOW)]),
        (replace(GOOD, can_lock_exposure=False), [(HINT, Kind.CAMERA_NOT_LOCKABLE)]),
        (replace(GOOD, width=800, height=600), [OTHER_SIZE]),
        (replace(GOOD, width=320, height=240), [(HINT, Kind.CAMERA_SMALL), OTHER_SIZE]),
    ],
)
def test_camera_problem_is_reported_with_what_to_do(
    seen: CameraMeasurement, expected: list[tuple[Severity, Kind]]
) -> None:
    assert findings_of(seen) == expected


def test_only_a_camera_with_a_plug_is_to_be_plugged_in() -> None:
    away = CameraMeasurement("table", "camera is not reached")
    far = TableSettings(board=NoBoardOptions(), camera=StreamCameraOptions())
    assert findings_of(away, far) == [(PROBLEM, Kind.FAULT)]


def test_pictures_taken_before_may_come_slowly_and_have_any_size() -> None:
    files = TableSettings(board=NoBoardOptions(), camera=FilesCameraOptions())
    assert findings_of(replace(GOOD, rate=0.5, width=1000, height=600), files) == []


def test_a_camera_that_is_plugged_in_needs_the_group_that_may_use_it() -> None:
    video: dict[CameraDriverOptions, tuple[str, ...]] = {
        UsbCameraOptions(): ("video",), CsiCameraOptions(): ("video",), StreamCameraOptions(): (),
        FilesCameraOptions(): (),
    }  # fmt: skip
    for driver, groups in video.items():
        table = TableSettings(board=NoBoardOptions(), camera=driver)
        assert groups_of(needs_of_tables([table])) == groups


def test_a_camera_over_a_board_in_good_light_has_no_fault() -> None:
    seen = measure(over_a_table())

    assert (seen.width, seen.height, seen.can_lock_exposure) == (*SIZE, True)
    assert DIM_BRIGHTNESS < seen.brightness < DAZZLED_BRIGHTNESS
    assert seen.sharpness > BLURRED_SHARPNESS


def test_covered_camera_is_black_unfocused_one_blurred_and_dusk_is_dim() -> None:
    covered, unfocused, dusk = over_a_table(), over_a_table(), over_a_table("dusk")
    covered.cover()
    unfocused.unfocus()

    assert measure(covered).brightness < BLACK_BRIGHTNESS
    assert measure(unfocused).sharpness < BLURRED_SHARPNESS
    assert measure(dusk).brightness < measure(over_a_table()).brightness


def test_a_camera_that_cannot_be_reached_says_why() -> None:
    camera = over_a_table()
    camera.unplug()

    assert measure(camera).why == "camera is not plugged in"


def test_a_folder_of_one_picture_is_looked_at_once(tmp_path: Path) -> None:
    white: PictureArray = np.full((480, 640, 3), 250, np.uint8)
    cv2.imwrite(str(tmp_path / "1.png"), white)

    seen = asyncio.run(measure_camera("table", files_camera("camera", SystemClock(), tmp_path)))

    assert (seen.width, seen.height, seen.rate) == (640, 480, 0.0)
    assert seen.brightness > DAZZLED_BRIGHTNESS
