"""A camera is shown one board at a time, and what comes of it is told once."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, cast

import pytest

from service.seeing.glimpse import Outcome, Verdict
from service.web.messages.from_page import Calibrate, Pixel
from service.web.not_done import NotDone
from service.web.teaching import Teaching
from tests.rigs.gaze import CORNERS, Gaze

FOUR = tuple(Pixel(x, y) for x, y in CORNERS)


class Lesson:
    """Somebody who teaches, and how often pages were told that something may be new."""

    def __init__(self) -> None:
        self.gaze = Gaze()
        self.told = 0
        self.done = asyncio.Event()
        self.teaching = Teaching(cast(Any, self.gaze), self._changed)

    def _changed(self) -> None:
        self.told += 1
        if not self.teaching.is_under_way:
            self.done.set()

    async def over(self) -> None:
        """What was asked for has been done."""
        self.done.clear()
        self.gaze.goes_on.set()
        await self.done.wait()


def holds(rule: Callable[[Lesson], Awaitable[None]]) -> None:
    async def run() -> None:
        lesson = Lesson()
        running = asyncio.ensure_future(lesson.teaching.run())
        await rule(lesson)
        running.cancel()

    asyncio.run(run())


def numbered(lesson: Lesson) -> tuple[int, Outcome] | None:
    told = lesson.teaching.numbered
    return told and (told[0], told[1].outcome)


def test_a_board_is_learnt_with_the_corners_that_people_point_at() -> None:
    async def rule(lesson: Lesson) -> None:
        lesson.teaching.calibrate(Calibrate(FOUR))
        assert lesson.teaching.is_under_way
        await lesson.over()

        assert lesson.gaze.taught == [CORNERS]
        assert numbered(lesson) == (1, Outcome.LEARNT)
        assert lesson.told

    holds(rule)


def test_without_corners_the_board_is_to_be_found() -> None:
    async def rule(lesson: Lesson) -> None:
        lesson.teaching.calibrate(Calibrate())
        await lesson.over()

        assert lesson.gaze.taught == [None]

    holds(rule)


def test_a_second_board_is_not_learnt_at_the_same_time() -> None:
    async def rule(lesson: Lesson) -> None:
        lesson.teaching.calibrate(Calibrate())
        with pytest.raises(NotDone, match="learning_already"):
            lesson.teaching.calibrate(Calibrate(FOUR))
        with pytest.raises(NotDone, match="learning_already"):
            lesson.teaching.forget()
        await lesson.over()
        lesson.teaching.calibrate(Calibrate(FOUR))
        await lesson.over()

        assert lesson.gaze.taught == [None, CORNERS]

    holds(rule)


def test_each_attempt_is_told_with_another_number() -> None:
    async def rule(lesson: Lesson) -> None:
        assert numbered(lesson) is None
        lesson.gaze.outcome = Outcome.NO_BOARD
        for number in (1, 2):
            lesson.teaching.calibrate(Calibrate())
            await lesson.over()
            assert numbered(lesson) == (number, Outcome.NO_BOARD)
            assert numbered(lesson) == (number, Outcome.NO_BOARD)

    holds(rule)


def test_what_a_camera_tries_by_itself_is_told_only_if_it_went_well() -> None:
    async def rule(lesson: Lesson) -> None:
        lesson.gaze.verdict = Verdict(Outcome.NOT_THE_START)
        assert numbered(lesson) is None

        lesson.gaze.verdict = Verdict(Outcome.LEARNT)
        assert numbered(lesson) == (1, Outcome.LEARNT)

    holds(rule)


def test_a_board_that_is_forgotten_leaves_no_verdict() -> None:
    async def rule(lesson: Lesson) -> None:
        lesson.teaching.calibrate(Calibrate())
        await lesson.over()
        lesson.teaching.forget()
        await lesson.over()

        assert numbered(lesson) is None
        assert not lesson.gaze.learnt

    holds(rule)


def test_pages_are_told_whatever_the_eyes_have_to_tell_as_long_as_the_table_is_open() -> None:
    async def rule(lesson: Lesson) -> None:
        await asyncio.sleep(0)
        (follower,) = lesson.gaze.followers
        before = lesson.told
        follower()
        assert lesson.told == before + 1

    holds(rule)
