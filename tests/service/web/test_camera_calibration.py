"""Calibrations of a camera run one at a time, and each outcome is reported once."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any, cast

import pytest

from service.camera.camera_state import CalibrationOutcome, CalibrationResult
from service.web.messages.from_page import Calibrate, Pixel
from service.web.messages.to_page import ActionRefused
from service.web.table_camera import CalibrationTask
from tests.rigs.tables.camera_tables import CORNERS, FakeCameraPipeline

FOUR = tuple(Pixel(x, y) for x, y in CORNERS)


class Attempt:
    """A calibration in progress, and the number of notifications to pages."""

    def __init__(self) -> None:
        self.pipeline = FakeCameraPipeline()
        self.notifications = 0
        self.done = asyncio.Event()
        self.task = CalibrationTask(cast(Any, self.pipeline), self._changed)

    def _changed(self) -> None:
        self.notifications += 1
        if not self.task.is_under_way:
            self.done.set()

    async def over(self) -> None:
        """Waits until the request has been carried out."""
        self.done.clear()
        self.pipeline.goes_on.set()
        await self.done.wait()


@asynccontextmanager
async def open_attempt() -> AsyncIterator[Attempt]:
    attempt = Attempt()
    running = asyncio.ensure_future(attempt.task.run())
    yield attempt
    running.cancel()


@pytest.fixture
def attempt() -> AbstractAsyncContextManager[Attempt]:
    return open_attempt()


def numbered_outcome(attempt: Attempt) -> tuple[int, CalibrationOutcome] | None:
    result = attempt.task.numbered_result
    return result and (result[0], result[1].outcome)


async def test_a_board_is_learnt_with_the_corners_that_people_point_at(attempt: Attempt) -> None:
    attempt.task.calibrate(Calibrate(FOUR))
    assert attempt.task.is_under_way
    await attempt.over()

    assert attempt.pipeline.taught == [CORNERS]
    assert numbered_outcome(attempt) == (1, CalibrationOutcome.LEARNT)
    assert attempt.notifications


async def test_the_board_is_searched_for_without_corners(attempt: Attempt) -> None:
    attempt.task.calibrate(Calibrate())
    await attempt.over()

    assert attempt.pipeline.taught == [None]


async def test_a_second_board_is_not_learnt_at_the_same_time(attempt: Attempt) -> None:
    attempt.task.calibrate(Calibrate())
    with pytest.raises(ActionRefused, match="learning_already"):
        attempt.task.calibrate(Calibrate(FOUR))
    with pytest.raises(ActionRefused, match="learning_already"):
        attempt.task.forget()
    await attempt.over()
    attempt.task.calibrate(Calibrate(FOUR))
    await attempt.over()

    assert attempt.pipeline.taught == [None, CORNERS]


async def test_each_attempt_is_reported_with_its_own_number(attempt: Attempt) -> None:
    assert numbered_outcome(attempt) is None
    attempt.pipeline.outcome = CalibrationOutcome.NO_BOARD
    for number in (1, 2):
        attempt.task.calibrate(Calibrate())
        await attempt.over()
        assert numbered_outcome(attempt) == (number, CalibrationOutcome.NO_BOARD)
        assert numbered_outcome(attempt) == (number, CalibrationOutcome.NO_BOARD)


async def test_automatic_calibration_is_reported_only_if_it_succeeded(attempt: Attempt) -> None:
    attempt.pipeline.result = CalibrationResult(CalibrationOutcome.NOT_THE_START)
    assert numbered_outcome(attempt) is None

    attempt.pipeline.result = CalibrationResult(CalibrationOutcome.LEARNT)
    assert numbered_outcome(attempt) == (1, CalibrationOutcome.LEARNT)


async def test_a_board_that_is_forgotten_leaves_no_verdict(attempt: Attempt) -> None:
    attempt.task.calibrate(Calibrate())
    await attempt.over()
    attempt.task.forget()
    await attempt.over()

    assert numbered_outcome(attempt) is None
    assert not attempt.pipeline.is_calibrated


async def test_pages_are_notified_of_the_camera_as_long_as_the_table_is_open(
    attempt: Attempt,
) -> None:
    await asyncio.sleep(0)
    (follower,) = attempt.pipeline.followers
    before = attempt.notifications
    follower()
    assert attempt.notifications == before + 1
