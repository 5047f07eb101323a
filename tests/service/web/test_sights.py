"""Whoever has the key looks through the camera of a table; nobody else does."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from service.seeing.eyes import Eyes
from service.seeing.glimpse import Outcome, Quad, Verdict
from service.web.limits import MOST_LOOKING
from service.web.messages.from_page import Calibrate, Follow, ForgetBoard, Pixel
from service.web.messages.looks import Camera, Sight
from service.web.messages.to_page import Done, Refused, Why
from tests.rigs.finding import found_once
from tests.rigs.looked_at import learn_once
from tests.rigs.seeing import SMALL, WATCHED, known
from tests.rigs.tables import SETUP
from tests.rigs.wire import Answer, Page, Served, served

Rule = Callable[[Served], Awaitable[None]]
PICTURE, BOARD = "/t/table/camera/picture", "/t/table/camera/board"
EVERY = tuple(Pixel(x, y) for x, y in ((150, 60), (480, 60), (500, 430), (140, 430)))


@pytest.fixture(autouse=True)
def no_work_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    learn_once(monkeypatch)
    monkeypatch.setattr("service.seeing.starting.found", found_once)


def seen(folder: Path, rule: Rule) -> None:
    """Let a rule hold at a table that a camera sees, and whose board it knows."""

    async def run() -> None:
        known(folder)
        async with served(folder, WATCHED) as table:
            await rule(table)

    asyncio.run(run())


async def asked(table: Served, path: str, key: str | None = None) -> Answer:
    return await table.get(path, authorization=f"Bearer {table.key if key is None else key}")


def test_a_picture_and_the_board_in_it_are_for_whoever_has_the_key(tmp_path: Path) -> None:
    async def rule(table: Served) -> None:
        answer = await asked(table, PICTURE)
        picture = cv2.imdecode(np.frombuffer(answer.body, np.uint8), cv2.IMREAD_COLOR)
        assert (answer.status, answer.headers["content-type"]) == (200, "image/jpeg")
        assert answer.headers["cache-control"] == "no-store"
        assert picture is not None
        assert picture.shape == (SMALL[1], SMALL[0], 3)

        found = await asked(table, BOARD)
        assert found.status == 200
        assert found.text.count('"x"') == 4

        for path in (PICTURE, BOARD):
            for key in ("", "wrong", table.key[:-1], f"{table.key}x"):
                assert (await asked(table, path, key)).status == 403
            assert (await table.get(path)).status == 403
            assert (await table.get(path, authorization=f"Basic {table.key}")).status == 403
            assert (await table.get(f"{path}?key={table.key}")).status == 403

    seen(tmp_path, rule)


def test_a_table_without_a_camera_shows_no_picture(tmp_path: Path) -> None:
    async def run() -> None:
        async with served(tmp_path, SETUP) as table:
            assert (await asked(table, PICTURE)).status == 404
            assert (await asked(table, BOARD)).status == 404
            assert (await asked(table, "/t/none/camera/picture")).status == 404
            async with table.greeted() as page:
                for deed in (Calibrate(), ForgetBoard()):
                    refusal = await page.act(deed)
                    assert isinstance(refusal, Refused)
                    assert refusal.why is Why.NOT_POSSIBLE
                await page.say(Follow(diagnostics=False, camera=True))
                await page.settle()
                assert not any(isinstance(it, Camera | Sight) for it in page.heard)

    asyncio.run(run())


def test_a_flood_of_questions_is_answered_shortly(tmp_path: Path) -> None:
    async def rule(table: Served) -> None:
        lookout = table.club.tables["table"].lookout
        assert lookout is not None
        asking = [asyncio.ensure_future(asked(table, PICTURE)) for _ in range(60)]
        answers = await asyncio.gather(*asking)

        given = [answer.body for answer in answers if answer.status == 200]
        refused = [answer for answer in answers if answer.status == 429]
        assert len(given) + len(refused) == len(answers)
        assert given
        assert len(set(given)) <= -(-len(given) // MOST_LOOKING) + 1

    seen(tmp_path, rule)


async def camera_of(page: Page, wanted: Callable[[Camera], bool]) -> Camera:
    """The camera as it is shown once it is as wanted."""
    while not wanted(camera := await page.hear_of(Camera)):
        pass
    return camera


def number(camera: Camera) -> int:
    """Of what came of the last lesson."""
    return camera.verdict.number if camera.verdict else 0


def test_what_is_seen_is_shown_to_those_who_look(tmp_path: Path) -> None:
    async def rule(table: Served) -> None:
        async with table.greeted(key=False) as page:
            camera = await page.hear_of(Camera)
            assert (camera.width, camera.height) == SMALL
            assert (camera.learnt, camera.trouble, camera.verdict) == (True, "", None)
            await page.settle()
            assert not any(isinstance(it, Sight) for it in page.heard)

            await page.say(Follow(diagnostics=False, camera=True))
            sight = await page.hear_of(Sight)
            assert len(sight.places) == 28
            assert len(sight.corners) == 4
            assert sight.lines.startswith("M")

            await page.say(Follow(diagnostics=False))
            await page.settle()
            shown = len(page.heard)
            table.seated.checkers.lift(next(iter(sight.places)))
            await table.seated.passes(2)
            await page.settle()
            assert not any(isinstance(it, Sight) for it in page.heard[shown:])

    seen(tmp_path, rule)


def test_a_board_is_learnt_anew_and_forgotten_by_whoever_has_the_key(tmp_path: Path) -> None:
    async def rule(table: Served) -> None:
        async with table.greeted(key=False) as spectator:
            for deed in (Calibrate(), ForgetBoard()):
                refusal = await spectator.act(deed)
                assert isinstance(refusal, Refused)
                assert refusal.why is Why.NO_KEY
        async with table.greeted() as page:
            assert isinstance(await page.act(Calibrate()), Done)
            camera = await camera_of(page, lambda it: number(it) == 1 and not it.learning)
            assert camera.verdict
            assert (camera.verdict.number, camera.verdict.well) == (1, True)

            assert isinstance(await page.act(ForgetBoard()), Done)
            await camera_of(page, lambda it: not it.learnt and it.verdict is None)
            assert not (tmp_path / "table.camera").exists()

    seen(tmp_path, rule)


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


def test_corners_that_are_none_are_refused_and_change_nothing(tmp_path: Path) -> None:
    async def rule(table: Served) -> None:
        kept = (tmp_path / "table.camera").read_bytes()
        async with table.greeted() as page:
            for what, corners in CORNERS.items():
                deed = f'{{"is":"Calibrate","corners":{corners}}}'
                act = f'{{"is":"Act","session":"{page.session}","number":1,"deed":{deed}}}'
                await page.line.send(act)
                assert (await page.hear_of(Refused)).why is Why.MALFORMED, what
            for at, (what, four) in enumerate(SHAPES.items(), 1):
                shape = Calibrate(tuple(Pixel(x, y) for x, y in four))
                assert isinstance(await page.act(shape), Done)
                camera = await camera_of(page, lambda it, at=at: number(it) == at)  # type: ignore[misc] # bound as it is now
                assert camera.verdict
                assert not camera.verdict.well, what
                assert "corners" in camera.verdict.words, what
        assert (tmp_path / "table.camera").read_bytes() == kept

    seen(tmp_path, rule)


def test_a_second_lesson_is_refused_to_everybody_and_later_allowed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    goes_on = asyncio.Event()

    async def calibrate(_eyes: Eyes, _corners: Quad | None) -> Verdict:
        await goes_on.wait()
        return Verdict(Outcome.NO_BOARD)

    monkeypatch.setattr(Eyes, "calibrate", calibrate)

    async def rule(table: Served) -> None:
        async with table.greeted() as one, table.greeted() as two:
            assert isinstance(await one.act(Calibrate()), Done)
            for page in (one, two):
                refusal = await page.act(Calibrate(EVERY))
                assert isinstance(refusal, Refused)
                assert "just learning" in refusal.words
            goes_on.set()
            await camera_of(two, lambda it: number(it) == 1 and not it.learning)
            assert isinstance(await two.act(Calibrate(EVERY)), Done)

    seen(tmp_path, rule)
