"""Pictures of a camera are packed only for who asks, once for all, and not too often."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, cast

import pytest

from service.web.limits import MOST_LOOKING
from service.web.lookout import BETWEEN, Lookout
from service.web.sharing import TooManyAsk
from tests.rigs.gaze import CORNERS, Gaze

PACKED_A_SECOND = 1 / BETWEEN


class Clock:
    """Time that goes by only where somebody waits."""

    def __init__(self) -> None:
        self.time = 100.0

    def now(self) -> float:
        return self.time

    async def wait(self, seconds: float) -> None:
        await asyncio.sleep(0)
        self.time += seconds


def holds(rule: Callable[[Lookout, Gaze, Clock], Awaitable[None]]) -> None:
    async def run() -> None:
        gaze, clock = Gaze(), Clock()
        await rule(Lookout(cast(Any, gaze), clock.wait, clock.now), gaze, clock)

    asyncio.run(run())


async def seen(lookout: Lookout) -> bytes:
    photo = await lookout.picture()
    assert photo
    return photo.jpeg


def test_nothing_is_packed_for_nobody() -> None:
    async def rule(_lookout: Lookout, gaze: Gaze, _clock: Clock) -> None:
        assert (gaze.photos, gaze.searches) == (0, 0)

    holds(rule)


def test_whoever_asks_at_the_same_time_sees_the_same_picture() -> None:
    async def rule(lookout: Lookout, gaze: Gaze, _clock: Clock) -> None:
        pictures = await asyncio.gather(*(seen(lookout) for _ in range(MOST_LOOKING)))

        assert set(pictures) == {b"picture 1"}
        assert gaze.photos == 1

    holds(rule)


def test_who_asks_without_end_is_given_a_few_pictures_a_second() -> None:
    async def rule(lookout: Lookout, gaze: Gaze, clock: Clock) -> None:
        begun = clock.now()
        for _ in range(1000):
            await lookout.picture()

        assert gaze.photos == 1000
        assert gaze.photos / (clock.now() - begun) <= PACKED_A_SECOND * 1.01

    holds(rule)


def test_more_than_a_few_do_not_wait_for_a_picture() -> None:
    async def rule(lookout: Lookout, gaze: Gaze, _clock: Clock) -> None:
        asking = [asyncio.ensure_future(lookout.picture()) for _ in range(1000)]
        answers = await asyncio.gather(*asking, return_exceptions=True)

        refused = [one for one in answers if isinstance(one, TooManyAsk)]
        assert len(refused) == 1000 - MOST_LOOKING
        assert gaze.photos == 1

    holds(rule)


def test_a_camera_that_shows_nothing_gives_no_picture() -> None:
    async def rule(lookout: Lookout, gaze: Gaze, _clock: Clock) -> None:
        gaze.glimpse = None
        assert await lookout.picture() is None
        assert await lookout.board() is None

    holds(rule)


def test_one_search_for_the_board_is_for_all_who_ask_meanwhile() -> None:
    async def rule(lookout: Lookout, gaze: Gaze, _clock: Clock) -> None:
        boards = await asyncio.gather(lookout.board(), lookout.board())
        assert list(boards) == [CORNERS, CORNERS]
        assert gaze.searches == 1

    holds(rule)


def test_a_fault_of_the_eyes_is_not_hidden() -> None:
    async def rule(lookout: Lookout, gaze: Gaze, _clock: Clock) -> None:
        gaze.picture = _fails  # type: ignore[method-assign] # it is to fail
        with pytest.raises(ZeroDivisionError):
            await lookout.picture()

    holds(rule)


async def _fails() -> None:
    raise ZeroDivisionError
