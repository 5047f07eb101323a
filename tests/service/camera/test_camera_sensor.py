"""A camera as a board sensor: it learns its board, claims what it sees, and says what is wrong."""

import logging
from collections.abc import Sequence
from pathlib import Path

import pytest

from hardware.checkers import Colour, Layout, Pile, point
from hardware.signals import CameraProblem
from referee import notices
from referee.notices import Notice
from service.camera.camera_state import CalibrationOutcome
from service.table.device_factory import CameraOptions
from tests.rigs.environment.log_watch import LogWatch
from tests.rigs.tables import camera_tables as tables
from tests.rigs.tables.table_in_memory import HandsAtTable

LIGHT = Colour.LIGHT


def camera_notices(seated: HandsAtTable) -> Sequence[tuple[type[Notice], CameraProblem | None]]:
    """The kinds of the notices about the camera, with its trouble."""
    camera = notices.CameraProblemFound, notices.CameraProblemSolved
    about = (*camera, notices.DevicesLost, notices.DevicesBack)
    shown = (one for one in seated.effects if isinstance(one, about))
    return [(type(one), getattr(one, "trouble", None)) for one in shown]


@pytest.mark.release
async def test_a_board_in_the_starting_position_is_calibrated_automatically(tmp_path: Path) -> None:
    options = CameraOptions(tmp_path / "table.camera")
    async with tables.open_camera_table(options) as seated:
        assert tables.claims_nothing(seated)
        await seated.pass_seconds(3)

        assert tables.claims_everything_correctly(seated)
        assert camera_notices(seated) == []
        result = tables.pipeline_of(seated).result
        assert result is not None
        assert (result.outcome, result.is_stored) == (CalibrationOutcome.LEARNT, True)

    async with tables.open_camera_table(options) as seated:
        assert tables.claims_everything_correctly(seated)
        assert tables.pipeline_of(seated).result is None


@pytest.mark.release
async def test_a_board_that_is_not_known_is_asked_to_be_set_up(tmp_path: Path) -> None:
    async with tables.open_camera_table(CameraOptions(tmp_path / "table.camera")) as seated:
        seated.checkers.arrange(Layout({point(6): Pile(LIGHT, 5)}))
        await seated.pass_seconds(4)

        assert tables.claims_nothing(seated)
        assert camera_notices(seated) == [(notices.CameraProblemFound, CameraProblem.UNKNOWN_BOARD)]


async def test_a_covered_camera_claims_nothing_and_says_so(tmp_path: Path) -> None:
    async with tables.open_camera_table(tables.known_board(tmp_path)) as seated:
        tables.camera_of(seated).cover()
        await seated.pass_seconds(0.5)
        assert tables.claims_nothing(seated)
        await seated.pass_seconds(5)
        (notice,) = camera_notices(seated)
        assert notice[0] is notices.CameraProblemFound

        tables.camera_of(seated).uncover()
        await seated.pass_seconds(3)
        assert tables.claims_everything_correctly(seated)
        assert camera_notices(seated)[1:] == [(notices.CameraProblemSolved, None)]


@pytest.mark.release
async def test_a_camera_of_held_exposure_exposes_anew_where_the_light_has_gone(
    tmp_path: Path,
) -> None:
    async with tables.open_camera_table(tables.known_board(tmp_path)) as seated:
        camera = tables.camera_of(seated)
        camera.dim(0.02)
        await seated.pass_seconds(5)
        held = camera.take_picture().mean()
        await seated.pass_seconds(10)

        assert camera.take_picture().mean() > 3 * held
        assert not tables.claims_nothing(seated)


async def test_calibration_survives_an_unplugged_camera(
    tmp_path: Path, expected_logs: LogWatch
) -> None:
    expected_logs.expect("service.table.supervisor", logging.WARNING, "camera cannot be reached")
    async with tables.open_camera_table(tables.known_board(tmp_path)) as seated:
        tables.camera_of(seated).unplug()
        await seated.pass_seconds(1)
        assert "camera" not in seated.table.state.observed.observations
        assert tables.pipeline_of(seated).state is None

        tables.camera_of(seated).plug_in()
        await seated.pass_seconds(8)
        assert tables.claims_everything_correctly(seated)
        assert [kind for kind, _ in camera_notices(seated)] == [
            notices.DevicesLost,
            notices.DevicesBack,
        ]


async def test_a_checker_that_is_moved_is_seen_where_it_lies_then(tmp_path: Path) -> None:
    async with tables.open_camera_table(tables.known_board(tmp_path)) as seated:
        seated.checkers.put(point(5), seated.checkers.lift(point(6)))
        await seated.pass_seconds(2)

        assert tables.claims_everything_correctly(seated)
        assert seated.table.state.view[point(5)].allows(1, 0)
        assert not seated.table.state.view[point(5)].allows(0, 0)
