"""What people may ask of the camera of a table: what it sees, and that it learns a board."""

import asyncio
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.checkers import Colour, Layout, point
from hardware.drivers.simulated.camera.device import SimulatedCamera
from hardware.signals import Trouble
from service.config import cameras
from service.seeing.eyes import Eyes
from service.seeing.glimpse import Outcome, Quad
from service.seeing.starting import LAID_OUT
from service.seeing.thinking import at_once
from service.tables.devices import Seeing
from tests.rigs.looked_at import without_one
from tests.rigs.seeing import (
    SMALL,
    WATCHED,
    camera_of,
    claims_nothing,
    eyes_of,
    known,
    proved,
    sees_what_lies_there,
)
from tests.rigs.tables import Sitting
from vision.learning.flaws import Flaw


def true_corners(camera: SimulatedCamera) -> Quad:
    first, second, third, fourth = ((float(x), float(y)) for x, y in camera.corners)
    return first, second, third, fourth


def unpacked(jpeg: bytes) -> NDArray[np.uint8]:
    picture = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    return picture.view(np.uint8)


def test_eyes_that_have_seen_nothing_have_nothing_to_show() -> None:
    async def prove() -> None:
        eyes = Eyes("camera", at_once)
        assert (eyes.glimpse, eyes.verdict, eyes.learnt) == (None, None, False)
        assert await eyes.picture() is None
        assert await eyes.find() is None
        assert (await eyes.calibrate()).outcome is Outcome.NO_PICTURE

    asyncio.run(prove())


def test_a_picture_is_packed_when_it_is_asked_for_and_as_small_as_it_is_wanted(
    tmp_path: Path,
) -> None:
    async def rule(seated: Sitting) -> None:
        plain = await eyes_of(seated).picture()
        drawn = await eyes_of(seated).picture(drawn=True)
        small = await eyes_of(seated).picture(widest=320)

        assert plain
        assert drawn
        assert small
        assert (plain.size, drawn.size, small.size) == (SMALL, SMALL, (320, 240))
        one, other = (unpacked(photo.jpeg) for photo in (plain, drawn))
        assert one.shape == other.shape == (SMALL[1], SMALL[0], 3)
        assert not np.array_equal(one, other)

    proved(rule, known(tmp_path))


def test_a_board_is_learnt_from_corners_in_any_order(tmp_path: Path) -> None:
    async def rule(seated: Sitting) -> None:
        eyes, corners = eyes_of(seated), true_corners(camera_of(seated))
        await eyes.forget()
        assert not eyes.learnt
        assert await eyes.picture(drawn=True) is not None

        around = corners[2], corners[1], corners[0], corners[3]
        verdict = await eyes.calibrate(around)

        assert verdict.learnt
        assert eyes.verdict == verdict
        assert verdict.fit
        assert verdict.fit.checker > 20
        assert verdict.corners
        apart = np.abs(np.array(sorted(verdict.corners)) - np.array(sorted(corners)))
        assert apart.max() < 15
        await seated.passes(2)
        assert sees_what_lies_there(seated)

    proved(rule, known(tmp_path))


def test_it_is_said_why_a_board_is_not_learnt_and_what_was_known_stays_known(
    tmp_path: Path,
) -> None:
    async def rule(seated: Sitting) -> None:
        eyes, corners = eyes_of(seated), true_corners(camera_of(seated))
        nowhere: Quad = ((0, 0), (9, 0), (9, 9), (0, 9))
        crossed: Quad = (corners[0], corners[2], corners[1], corners[3])
        for bad in (nowhere, crossed):
            assert (await eyes.calibrate(bad)).outcome is Outcome.BAD_CORNERS

        camera_of(seated).cover()
        await seated.passes(1)
        assert (await eyes.calibrate()).outcome is Outcome.TOO_DARK
        camera_of(seated).uncover()

        seated.checkers.arrange(Layout({}))
        await seated.passes(1)
        verdict = await eyes.calibrate(corners)
        assert (verdict.outcome, verdict.flaw) == (Outcome.NOT_THE_START, Flaw.UNLIKE)
        assert verdict.places == ()

        seated.checkers.arrange(without_one(LAID_OUT, point(8)))
        await seated.passes(1)
        verdict = await eyes.calibrate(corners)
        assert (verdict.flaw, verdict.places) == (Flaw.MISSING, (point(8),))
        assert eyes.learnt

    proved(rule, known(tmp_path))


def test_what_was_forgotten_is_not_known_after_the_next_start(tmp_path: Path) -> None:
    seeing = known(tmp_path)

    async def rule(seated: Sitting) -> None:
        seated.checkers.lift(point(6), Colour.LIGHT)
        await eyes_of(seated).forget()
        await seated.passes(1)
        assert claims_nothing(seated)

    proved(rule, seeing)
    assert seeing.file
    assert not seeing.file.exists()


def test_whoever_follows_is_told_of_every_picture(tmp_path: Path) -> None:
    async def rule(seated: Sitting) -> None:
        seen = list[float]()

        def changed() -> None:
            glimpse = eyes_of(seated).glimpse
            assert glimpse
            seen.append(glimpse.at)

        with eyes_of(seated).follow(changed):
            await seated.passes(1)
        many = len(seen)
        await seated.passes(1)

        assert 4 <= many <= 6
        assert seen == sorted(set(seen))
        assert len(seen) == many

    proved(rule, known(tmp_path))


def test_a_board_known_in_pictures_of_another_size_has_to_be_learnt_anew(tmp_path: Path) -> None:
    larger = replace(WATCHED, camera=cameras.SimulatedCamera(size=(720, 480)))

    async def rule(seated: Sitting) -> None:
        camera_of(seated).cover()
        await seated.passes(2)
        glimpse = eyes_of(seated).glimpse
        assert glimpse
        assert (glimpse.learnt, glimpse.trouble) == (False, Trouble.TOO_DARK)

    proved(rule, Seeing(known(tmp_path).file), larger)
