"""Viewers with the key look through the camera of a table; nobody else does."""

import asyncio
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import cv2
import numpy as np
import pytest

from service.camera.camera_pipeline import CameraPipeline
from service.camera.camera_state import CalibrationOutcome, CalibrationResult, Quad
from service.web.messages.device_messages import CameraPart, CameraViewPart
from service.web.messages.from_page import Calibrate, ForgetBoard, Pixel, Subscribe
from service.web.messages.to_page import ActionDone, RefusalKind, Refused
from service.web.rate_limits import MAX_PICTURE_REQUESTS
from tests.rigs.tables.camera_tables import CAMERA_TABLE, SMALL, known_board
from tests.rigs.tables.page_client import HttpAnswer, PageClient, ServedTable, serve_tables
from tests.rigs.tables.table_in_memory import TABLE_SETTINGS
from tests.rigs.vision.photo_readings import patch_calibrate_once
from tests.rigs.vision.rendered_boards import find_board_once

PICTURE, BOARD = "/t/table/camera/picture", "/t/table/camera/board"
FOUR_CORNERS = tuple(Pixel(x, y) for x, y in ((150, 60), (480, 60), (500, 430), (140, 430)))


@pytest.fixture(autouse=True)
def share_slow_results(monkeypatch: pytest.MonkeyPatch) -> None:
    patch_calibrate_once(monkeypatch)
    monkeypatch.setattr("service.camera.board_calibration.find_board", find_board_once)


@pytest.fixture
def table(tmp_path: Path) -> AbstractAsyncContextManager[ServedTable]:
    known_board(tmp_path)
    return serve_tables(tmp_path, CAMERA_TABLE)


async def get_with_key(table: ServedTable, path: str, key: str | None = None) -> HttpAnswer:
    return await table.get(path, authorization=f"Bearer {table.key if key is None else key}")


@pytest.mark.release
async def test_camera_picture_and_board_search_require_the_key(table: ServedTable) -> None:
    answer = await get_with_key(table, PICTURE)
    picture = cv2.imdecode(np.frombuffer(answer.body, np.uint8), cv2.IMREAD_COLOR)
    assert (answer.status, answer.headers["content-type"]) == (200, "image/jpeg")
    assert answer.headers["cache-control"] == "no-store"
    assert picture is not None
    assert picture.shape == (SMALL[1], SMALL[0], 3)

    found = await get_with_key(table, BOARD)
    assert found.status == 200
    assert found.text.count('"x"') == 4

    for path in (PICTURE, BOARD):
        for key in ("", "wrong", table.key[:-1], f"{table.key}x"):
            assert (await get_with_key(table, path, key)).status == 403
        assert (await table.get(path)).status == 403
        assert (await table.get(path, authorization=f"Basic {table.key}")).status == 403
        assert (await table.get(f"{path}?key={table.key}")).status == 403


async def test_a_table_without_a_camera_shows_no_picture(tmp_path: Path) -> None:
    async with serve_tables(tmp_path, TABLE_SETTINGS) as table, table.greeted() as page:
        for path in (PICTURE, BOARD, "/t/none/camera/picture"):
            assert (await get_with_key(table, path)).status == 404
        for action in (Calibrate(), ForgetBoard()):
            refusal = await page.act(action)
            assert isinstance(refusal, Refused)
            assert refusal.kind is RefusalKind.NOT_POSSIBLE
        await page.say(Subscribe(diagnostics=False, camera=True))
        await page.settle()
        assert not any(isinstance(it, CameraPart | CameraViewPart) for it in page.messages)


async def test_a_flood_of_picture_requests_is_limited(table: ServedTable) -> None:
    pictures = table.open_tables.by_name["table"].camera
    assert pictures is not None
    requests = [asyncio.ensure_future(get_with_key(table, PICTURE)) for _ in range(60)]
    answers = await asyncio.gather(*requests)

    received = [answer.body for answer in answers if answer.status == 200]
    refused = [answer for answer in answers if answer.status == 429]
    assert len(received) + len(refused) == len(answers)
    assert received
    assert len(set(received)) <= -(-len(received) // MAX_PICTURE_REQUESTS) + 1


async def camera_of(page: PageClient, condition: Callable[[CameraPart], bool]) -> CameraPart:
    """The part about the camera, once a condition is true of it."""
    while not condition(camera := await page.hear_of(CameraPart)):
        pass
    return camera


def number(camera: CameraPart) -> int:
    return camera.result.number if camera.result else 0


async def test_camera_state_is_sent_and_views_only_to_subscribers(table: ServedTable) -> None:
    async with table.greeted(key=False) as page:
        camera = await page.hear_of(CameraPart)
        assert (camera.width, camera.height) == SMALL
        assert (camera.calibrated, camera.trouble, camera.result) == (True, "", None)
        await page.settle()
        assert not any(isinstance(it, CameraViewPart) for it in page.messages)

        await page.say(Subscribe(diagnostics=False, camera=True))
        sight = await page.hear_of(CameraViewPart)
        assert len(sight.places) == 28
        assert len(sight.corners) == 4
        assert sight.lines.startswith("M")

        await page.say(Subscribe(diagnostics=False))
        await page.settle()
        shown = len(page.messages)
        table.seated.checkers.lift(next(iter(sight.places)))
        await table.seated.pass_seconds(2)
        await page.settle()
        assert not any(isinstance(it, CameraViewPart) for it in page.messages[shown:])


@pytest.mark.release
async def test_calibrating_and_forgetting_a_board_require_the_key(
    table: ServedTable, tmp_path: Path
) -> None:
    async with table.greeted(key=False) as spectator:
        for action in (Calibrate(), ForgetBoard()):
            refusal = await spectator.act(action)
            assert isinstance(refusal, Refused)
            assert refusal.kind is RefusalKind.NO_KEY
    async with table.greeted() as page:
        assert isinstance(await page.act(Calibrate()), ActionDone)
        camera = await camera_of(page, lambda it: number(it) == 1 and not it.calibrating)
        assert camera.result
        assert (camera.result.number, camera.result.success) == (1, True)

        assert isinstance(await page.act(ForgetBoard()), ActionDone)
        await camera_of(page, lambda it: not it.calibrated and it.result is None)
        assert not (tmp_path / "table.camera").exists()


CORNERS = {
    "three": '[{"x":1,"y":1},{"x":2,"y":1},{"x":2,"y":2}]',
    "five": "[" + ",".join('{"x":1,"y":1}' for _ in range(5)) + "]",
    "no numbers": '[{"x":"1","y":1},{"x":2,"y":1},{"x":2,"y":2},{"x":1,"y":2}]',
    "NaN": '[{"x":NaN,"y":1},{"x":2,"y":1},{"x":2,"y":2},{"x":1,"y":2}]',
    "without end": '[{"x":1e999,"y":1},{"x":2,"y":1},{"x":2,"y":2},{"x":1,"y":2}]',
    "huge": '[{"x":1e300,"y":1},{"x":2,"y":1},{"x":2,"y":2},{"x":1,"y":2}]',
    "no list": '{"x":1,"y":1}',
}
SHAPES = {
    "crossing": ((100, 100), (500, 100), (100, 400), (500, 400)),
    "far outside": ((-9000, -9000), (9000, -9000), (9000, 9000), (-9000, 9000)),
    "all in one spot": ((5, 5), (5, 5), (5, 5), (5, 5)),
    "in a line": ((0, 0), (100, 0), (200, 0), (300, 0)),
}


async def test_invalid_corners_are_refused_and_change_nothing(
    table: ServedTable, tmp_path: Path
) -> None:
    stored = (tmp_path / "table.camera").read_bytes()
    async with table.greeted() as page:
        for what, corners in CORNERS.items():
            action = f'{{"is":"Calibrate","corners":{corners}}}'
            request = (
                f'{{"is":"ActionRequest","session":"{page.session}","number":1,"action":{action}}}'
            )
            await page.line.send(request)
            assert (await page.hear_of(Refused)).kind is RefusalKind.MALFORMED, what
        for at, (what, four) in enumerate(SHAPES.items(), 1):
            shape = Calibrate(tuple(Pixel(x, y) for x, y in four))
            assert isinstance(await page.act(shape), ActionDone)
            camera = await camera_of(page, lambda it, at=at: number(it) == at)  # type: ignore[misc] # bound as it is now
            assert camera.result
            assert not camera.result.success, what
            assert "corners" in camera.result.words, what
    assert (tmp_path / "table.camera").read_bytes() == stored


async def test_a_second_calibration_is_refused_to_all_viewers_while_the_first_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    goes_on = asyncio.Event()

    async def calibrate(_pipeline: CameraPipeline, _corners: Quad | None) -> CalibrationResult:
        await goes_on.wait()
        return CalibrationResult(CalibrationOutcome.NO_BOARD)

    monkeypatch.setattr(CameraPipeline, "calibrate", calibrate)

    async with (
        serve_tables(tmp_path, CAMERA_TABLE) as table,
        table.greeted() as one,
        table.greeted() as two,
    ):
        assert isinstance(await one.act(Calibrate()), ActionDone)
        for page in (one, two):
            refusal = await page.act(Calibrate(FOUR_CORNERS))
            assert isinstance(refusal, Refused)
            assert "is learning a board just now" in refusal.words
        goes_on.set()
        await camera_of(two, lambda it: number(it) == 1 and not it.calibrating)
        assert isinstance(await two.act(Calibrate(FOUR_CORNERS)), ActionDone)
