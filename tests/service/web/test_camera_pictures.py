"""Pictures of a camera are packed only for who asks, once for all, and not too often."""

import asyncio
from typing import Any, cast

import pytest

from service.web.rate_limits import MAX_PICTURE_REQUESTS
from service.web.table_camera import PICTURE_INTERVAL, CameraPictures, TooManyWaiting
from tests.rigs.tables.camera_tables import CORNERS, FakeCameraPipeline

PACKED_A_SECOND = 1 / PICTURE_INTERVAL


class Clock:
    """A clock that advances only where somebody waits."""

    def __init__(self) -> None:
        self.time = 100.0

    def now(self) -> float:
        return self.time

    async def wait(self, seconds: float) -> None:
        await asyncio.sleep(0)
        self.time += seconds


@pytest.fixture
def gaze() -> FakeCameraPipeline:
    return FakeCameraPipeline()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def lookout(gaze: FakeCameraPipeline, clock: Clock) -> CameraPictures:
    return CameraPictures(cast(Any, gaze), clock.wait, clock.now)


async def seen(lookout: CameraPictures) -> bytes:
    photo = await lookout.picture()
    assert photo
    return photo.jpeg


async def test_no_picture_is_encoded_without_a_request(gaze: FakeCameraPipeline) -> None:
    assert (gaze.photos, gaze.searches) == (0, 0)


async def test_simultaneous_requests_share_one_picture(
    lookout: CameraPictures, gaze: FakeCameraPipeline
) -> None:
    pictures = await asyncio.gather(*(seen(lookout) for _ in range(MAX_PICTURE_REQUESTS)))

    assert set(pictures) == {b"picture 1"}
    assert gaze.photos == 1


async def test_endless_requests_get_a_few_pictures_a_second(
    lookout: CameraPictures, gaze: FakeCameraPipeline, clock: Clock
) -> None:
    begun = clock.now()
    for _ in range(1000):
        await lookout.picture()

    assert gaze.photos == 1000
    assert gaze.photos / (clock.now() - begun) <= PACKED_A_SECOND * 1.01


async def test_more_than_a_few_do_not_wait_for_a_picture(
    lookout: CameraPictures, gaze: FakeCameraPipeline
) -> None:
    asking = [asyncio.ensure_future(lookout.picture()) for _ in range(1000)]
    answers = await asyncio.gather(*asking, return_exceptions=True)

    refused = [one for one in answers if isinstance(one, TooManyWaiting)]
    assert len(refused) == 1000 - MAX_PICTURE_REQUESTS
    assert gaze.photos == 1


async def test_a_camera_that_shows_nothing_gives_no_picture(
    lookout: CameraPictures, gaze: FakeCameraPipeline
) -> None:
    gaze.state = None
    assert await lookout.picture() is None
    assert await lookout.board() is None


async def test_one_search_for_the_board_is_for_all_who_ask_meanwhile(
    lookout: CameraPictures, gaze: FakeCameraPipeline
) -> None:
    boards = await asyncio.gather(lookout.board(), lookout.board())
    assert list(boards) == [CORNERS, CORNERS]
    assert gaze.searches == 1


async def test_error_of_the_camera_pipeline_is_not_hidden(
    lookout: CameraPictures, gaze: FakeCameraPipeline
) -> None:
    gaze.picture = _fails  # type: ignore[method-assign] # it is to fail
    with pytest.raises(ZeroDivisionError):
        await lookout.picture()


async def _fails() -> None:
    raise ZeroDivisionError
