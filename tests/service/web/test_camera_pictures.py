"""Pictures are encoded only on request, once for simultaneous requests, at a limited rate."""

import asyncio
from typing import Any, cast

import pytest

from service.web.rate_limits import MAX_PICTURE_REQUESTS
from service.web.table_camera import MIN_PAGE_PICTURE_INTERVAL, CameraPictures, TooManyWaiting
from tests.rigs.tables.camera_tables import CORNERS, FakeCameraPipeline

PICTURES_PER_SECOND = 1 / MIN_PAGE_PICTURE_INTERVAL


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
def pipeline() -> FakeCameraPipeline:
    return FakeCameraPipeline()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def camera_pictures(pipeline: FakeCameraPipeline, clock: Clock) -> CameraPictures:
    return CameraPictures(cast(Any, pipeline), clock.wait, clock.now)


async def jpeg_of(camera_pictures: CameraPictures) -> bytes:
    photo = await camera_pictures.picture()
    assert photo
    return photo.jpeg


async def test_no_picture_is_encoded_without_a_request(pipeline: FakeCameraPipeline) -> None:
    assert (pipeline.photos, pipeline.searches) == (0, 0)


async def test_simultaneous_requests_share_one_picture(
    camera_pictures: CameraPictures, pipeline: FakeCameraPipeline
) -> None:
    pictures = await asyncio.gather(
        *(jpeg_of(camera_pictures) for _ in range(MAX_PICTURE_REQUESTS))
    )

    assert set(pictures) == {b"picture 1"}
    assert pipeline.photos == 1


async def test_endless_requests_get_a_few_pictures_a_second(
    camera_pictures: CameraPictures, pipeline: FakeCameraPipeline, clock: Clock
) -> None:
    begun = clock.now()
    for _ in range(1000):
        await camera_pictures.picture()

    assert pipeline.photos == 1000
    assert pipeline.photos / (clock.now() - begun) <= PICTURES_PER_SECOND * 1.01


async def test_more_than_a_few_do_not_wait_for_a_picture(
    camera_pictures: CameraPictures, pipeline: FakeCameraPipeline
) -> None:
    requests = [asyncio.ensure_future(camera_pictures.picture()) for _ in range(1000)]
    answers = await asyncio.gather(*requests, return_exceptions=True)

    refused = [one for one in answers if isinstance(one, TooManyWaiting)]
    assert len(refused) == 1000 - MAX_PICTURE_REQUESTS
    assert pipeline.photos == 1


async def test_a_camera_that_shows_nothing_gives_no_picture(
    camera_pictures: CameraPictures, pipeline: FakeCameraPipeline
) -> None:
    pipeline.state = None
    assert await camera_pictures.picture() is None
    assert await camera_pictures.board() is None


async def test_simultaneous_requests_share_one_search_for_the_board(
    camera_pictures: CameraPictures, pipeline: FakeCameraPipeline
) -> None:
    boards = await asyncio.gather(camera_pictures.board(), camera_pictures.board())
    assert list(boards) == [CORNERS, CORNERS]
    assert pipeline.searches == 1


async def test_error_of_the_camera_pipeline_is_not_hidden(
    camera_pictures: CameraPictures, pipeline: FakeCameraPipeline
) -> None:
    pipeline.picture = _fails  # type: ignore[method-assign] # it is to fail
    with pytest.raises(ZeroDivisionError):
        await camera_pictures.picture()


async def _fails() -> None:
    raise ZeroDivisionError
