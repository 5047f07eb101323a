"""`kibitz look`: what lies on the board in a picture, for people and for programs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from click.testing import Result

from hardware.checkers import point
from hardware.drivers.simulated.camera.pictures import View
from hardware.drivers.simulated.camera.plans import Home
from tests.rigs.commands import Shell
from tests.rigs.looked_at import NUDGED, corners_of, kept, learn_once, seen, without_one, written
from tests.rigs.vision_boards import MIDDLE

MIDDLE_XGID = "XGID=aa--BaD-C---dD---c-dAa--A-:0:0:1:00:0:0:0:0:10"
START_XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10"
POINTS = [-1, 0, 0, 2, -1, 4, 0, 3, 0, 0, 0, -4, 4, 0, 0, 0, -3, 0, -4, 1, -1, 0, 0, 1]
"""The same for whoever counts from Light's home."""


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shell:
    learn_once(monkeypatch)
    return Shell(tmp_path, monkeypatch)


def look(shell: Shell, view: View, *options: str) -> Result:
    """What is told of a picture; START.png is the starting position."""
    kept(seen().picture, shell.folder / "START.png")
    return shell.kibitz("look", kept(view.picture, shell.folder / "now.png"), *options)


def told(shell: Shell, view: View, *options: str) -> dict[str, Any]:
    result = look(shell, view, "--json", *options)
    assert result.exit_code == 0, result.output
    found: dict[str, Any] = json.loads(result.output)
    return found


def test_programs_are_told_the_points_as_the_corners_number_them(shell: Shell) -> None:
    view = seen(MIDDLE)

    found = told(shell, view, "--corners", written(corners_of(view)), "--learn", "START.png")

    assert found["points"] == POINTS
    assert found["bar"] == {"light": 0, "dark": 1}
    assert found["off"] == {"light": 0, "dark": 0}
    for count, (low, high) in zip(POINTS, found["range"]["points"], strict=True):
        assert low <= count <= high
    assert np.abs(np.array(found["corners"]) - view.corners).max() < 4
    assert (found["order"], found["positive"], found["learnt"]) == ("corners", "light", True)


def test_the_camera_may_stand_at_the_other_side_of_a_board_with_its_home_at_the_left(
    shell: Shell,
) -> None:
    view = seen(MIDDLE, Home.TOP_LEFT)
    kept(seen(home=Home.TOP_LEFT).picture, shell.folder / "far.png")

    found = told(shell, view, "--corners", written(corners_of(view)), "--learn", "far.png")

    assert found["points"] == [-count for count in (*POINTS[12:], *POINTS[:12])]
    assert (found["positive"], found["home"]["light"]) == ("dark", "top-left")


def test_people_are_told_the_position_and_how_sure_each_place_is(shell: Shell) -> None:
    result = look(
        shell, seen(MIDDLE), "--corners", written(corners_of(seen())), "--learn", "START.png"
    )

    assert MIDDLE_XGID in result.output
    assert "GNU Backgammon: yHPwgFCY5+ABIQ" in result.output
    assert "+13-14-15-16-17-18-" in result.output
    assert "How sure each place is" in result.output


def test_a_board_is_found_in_the_picture_that_it_is_learnt_from(shell: Shell) -> None:
    found = told(shell, seen(MIDDLE), "--learn", "START.png")

    assert found["points"] == POINTS
    assert (found["order"], found["xgid"]) == ("light", MIDDLE_XGID)


def test_the_starting_position_itself_needs_nothing_learnt(shell: Shell) -> None:
    view = seen()

    found = told(shell, view, "--corners", written(corners_of(view)))

    assert found["learnt"] is True
    assert "nothing_learnt" not in found["warnings"]
    assert found["xgid"] == START_XGID


@pytest.mark.parametrize("in_which", ["before", "after"])
def test_a_camera_that_was_knocked_since_the_start_still_knows_the_board(
    shell: Shell, in_which: str
) -> None:
    view = seen(MIDDLE, bump=NUDGED)
    corners = written(corners_of(view if in_which == "after" else seen()))

    found = told(shell, view, "--corners", corners, "--learn", "START.png")

    assert found["points"] == POINTS
    assert np.abs(np.array(found["corners"]) - view.corners).max() < 4


def test_a_picture_may_be_smaller_than_the_one_it_is_learnt_from(shell: Shell) -> None:
    view = seen(MIDDLE)
    large = cv2.resize(seen().picture, (1280, 960))
    kept(np.asarray(large, np.uint8), shell.folder / "large.png")

    found = told(shell, view, "--corners", written(corners_of(view)), "--learn", "large.png")

    assert found["points"] == POINTS


def test_what_was_expected_is_scored_in_the_exit_code(shell: Shell) -> None:
    corners, view = written(corners_of(seen())), seen(MIDDLE)
    learnt = ("--corners", corners, "--learn", "START.png")

    as_expected = look(shell, view, *learnt, "--expect", MIDDLE_XGID)
    otherwise = look(shell, view, *learnt, "--expect", "4HPwATDgc/ABMA")

    assert (as_expected.exit_code, otherwise.exit_code) == (0, 1)
    assert "As expected: 28 of 28 places; 28 of 28 within" in as_expected.output
    assert "point 6 is to have 5 light, and is taken for 4 light." in otherwise.output


def test_what_was_read_is_drawn_over_a_copy(shell: Shell) -> None:
    view = seen()

    look(shell, view, "--corners", written(corners_of(view)), "--overlay", "drawn.jpg")

    drawn = cv2.imread(str(shell.folder / "drawn.jpg"))
    assert drawn is not None
    assert drawn.shape == view.picture.shape
    assert np.abs(drawn.astype(int) - view.picture).max() > 100


def test_one_checker_missing_is_told_and_is_no_position(shell: Shell) -> None:
    view = seen(without_one(MIDDLE, point(8)))
    corners = written(corners_of(view))

    found = told(shell, view, "--corners", corners, "--learn", "START.png")

    assert found["complete"] is False
    assert found["range"]["points"][7][0] <= 2


def test_without_anything_learnt_orientation_and_colours_are_told_to_be_guessed(
    shell: Shell,
) -> None:
    view = seen(MIDDLE)

    found = told(shell, view, "--corners", written(corners_of(view)))

    assert "nothing_learnt" in found["warnings"]
    assert (found["learnt"], found["complete"]) == (False, False)
