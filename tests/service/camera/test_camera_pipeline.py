"""The camera pipeline of a table answers what it sees, and calibrates on request."""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from hardware.checkers import Colour, Layout, point
from hardware.observations import EMPTY_SIGHTING, UNKNOWN_SIGHTING
from hardware.signals import CameraProblem
from referee.seating import ORIENTATIONS, Orientation
from service.camera.board_calibration import START_LAYOUT
from service.camera.camera_pipeline import CameraPipeline
from service.camera.camera_state import CalibrationOutcome, CameraState, Quad
from service.camera.picture_executor import run_at_once
from service.drivers.camera_drivers import SimulatedCameraOptions
from service.table.device_factory import CameraOptions
from simulation.simulated_camera import SimulatedCamera
from tests.rigs.tables import camera_tables as tables
from tests.rigs.vision.photo_readings import layout_without_one
from vision.calibration.calibration_flaws import CalibrationFlaw


def true_corners(camera: SimulatedCamera) -> Quad:
    first, second, third, fourth = ((float(x), float(y)) for x, y in camera.corners)
    return first, second, third, fourth


def unpacked(jpeg: bytes) -> NDArray[np.uint8]:
    picture = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    return picture.view(np.uint8)


async def test_camera_without_a_picture_has_no_state() -> None:
    pipeline = CameraPipeline("camera", run_at_once)
    assert (pipeline.state, pipeline.result, pipeline.is_calibrated) == (None, None, False)
    assert await pipeline.picture() is None
    assert await pipeline.find_board() is None
    assert (await pipeline.calibrate()).outcome is CalibrationOutcome.NO_PICTURE


@pytest.mark.release
async def test_a_picture_is_packed_when_it_is_asked_for_and_as_small_as_it_is_wanted(
    tmp_path: Path,
) -> None:
    async with tables.open_camera_table(tables.known_board(tmp_path)) as seated:
        plain = await tables.pipeline_of(seated).picture()
        drawn = await tables.pipeline_of(seated).picture(drawn=True)
        small = await tables.pipeline_of(seated).picture(widest=320)

        assert plain
        assert drawn
        assert small
        assert (plain.size, drawn.size, small.size) == (tables.SMALL, tables.SMALL, (320, 240))
        one, other = (unpacked(photo.jpeg) for photo in (plain, drawn))
        assert one.shape == other.shape == (tables.SMALL[1], tables.SMALL[0], 3)
        assert not np.array_equal(one, other)


@pytest.mark.release
async def test_a_board_is_learnt_from_corners_in_any_order(tmp_path: Path) -> None:
    async with tables.open_camera_table(tables.known_board(tmp_path)) as seated:
        pipeline, corners = tables.pipeline_of(seated), true_corners(tables.camera_of(seated))
        await pipeline.delete_calibration()
        assert not pipeline.is_calibrated
        assert await pipeline.picture(drawn=True) is not None

        around = corners[2], corners[1], corners[0], corners[3]
        result = await pipeline.calibrate(around)

        assert result.is_success
        assert pipeline.result == result
        assert result.quality
        assert result.quality.checker_pixels > 20
        assert result.corners
        apart = np.abs(np.array(sorted(result.corners)) - np.array(sorted(corners)))
        assert apart.max() < 15
        await seated.pass_seconds(2)
        assert tables.claims_everything_correctly(seated)


@pytest.mark.release
async def test_failed_calibration_is_explained_and_the_earlier_one_remains(tmp_path: Path) -> None:
    async with tables.open_camera_table(tables.known_board(tmp_path)) as seated:
        pipeline, corners = tables.pipeline_of(seated), true_corners(tables.camera_of(seated))
        nowhere: Quad = ((0, 0), (9, 0), (9, 9), (0, 9))
        crossed: Quad = (corners[0], corners[2], corners[1], corners[3])
        for bad in (nowhere, crossed):
            assert (await pipeline.calibrate(bad)).outcome is CalibrationOutcome.BAD_CORNERS

        tables.camera_of(seated).cover()
        await seated.pass_seconds(1)
        assert (await pipeline.calibrate()).outcome is CalibrationOutcome.TOO_DARK
        tables.camera_of(seated).uncover()

        await seated.arrange(Layout({}))
        result = await pipeline.calibrate(corners)
        expected = (CalibrationOutcome.NOT_THE_START, CalibrationFlaw.UNLIKE)
        assert (result.outcome, result.flaw) == expected
        assert result.places == ()

        await seated.arrange(layout_without_one(START_LAYOUT, point(8)))
        result = await pipeline.calibrate(corners)
        assert (result.flaw, result.places) == (CalibrationFlaw.MISSING, (point(8),))
        assert pipeline.is_calibrated


async def test_deleted_calibration_stays_deleted_after_a_restart(tmp_path: Path) -> None:
    options = tables.known_board(tmp_path)
    async with tables.open_camera_table(options) as seated:
        seated.checkers.lift(point(6), Colour.LIGHT)
        await tables.pipeline_of(seated).delete_calibration()
        await seated.pass_seconds(1)
        assert tables.claims_nothing(seated)

    assert options.calibration_file
    assert not options.calibration_file.exists()


async def test_subscriber_is_notified_of_every_picture(tmp_path: Path) -> None:
    async with tables.open_camera_table(tables.known_board(tmp_path)) as seated:
        seen = list[float]()

        def changed() -> None:
            state = tables.pipeline_of(seated).state
            assert state
            seen.append(state.at)

        with tables.pipeline_of(seated).subscribe(changed):
            await seated.pass_seconds(1)
        many = len(seen)
        await seated.pass_seconds(1)

        assert 4 <= many <= 6
        assert seen == sorted(set(seen))
        assert len(seen) == many


async def test_a_board_known_in_pictures_of_another_size_has_to_be_learnt_anew(
    tmp_path: Path,
) -> None:
    larger = replace(tables.CAMERA_TABLE, camera=SimulatedCameraOptions(size=(720, 480)))
    async with tables.open_camera_table(
        CameraOptions(tables.known_board(tmp_path).calibration_file), larger
    ) as seated:
        tables.camera_of(seated).cover()
        await seated.pass_seconds(2)
        state = tables.pipeline_of(seated).state
        assert state
        assert (state.is_calibrated, state.problem) == (False, CameraProblem.TOO_DARK)


@pytest.mark.parametrize("orientation", ORIENTATIONS)
def test_sighting_uses_the_numbering_of_the_board_for_every_seating(
    orientation: Orientation,
) -> None:
    counted = {point(1): UNKNOWN_SIGHTING, point(20): EMPTY_SIGHTING}
    state = CameraState(2.0, (640, 480), is_calibrated=True, orientation=orientation)

    observation = state.observation("camera", counted)

    assert observation.sightings == {
        orientation[point(1)]: UNKNOWN_SIGHTING,
        orientation[point(20)]: EMPTY_SIGHTING,
    }
    assert (observation.source, observation.at) == ("camera", 2.0)
