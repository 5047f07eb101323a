"""`kibitz look`: what lies on the board in a picture, for people and for programs."""

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from click.testing import Result

from hardware.checkers import point
from simulation.rendering.board_geometry import HomeQuarter
from simulation.rendering.board_pictures import BoardPicture
from tests.rigs.environment.command_shell import CommandShell
from tests.rigs.vision.photo_readings import (
    KNOCK_DEGREES,
    corner_text,
    layout_without_one,
    patch_calibrate_once,
    small_picture,
    write_picture,
)
from tests.rigs.vision.rendered_boards import MIDDLE, corners_of

MIDDLE_XGID = "XGID=aa--BaD-C---dD---c-dAa--A-:0:0:1:00:0:0:0:0:10"
START_XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10"
POINTS = [-1, 0, 0, 2, -1, 4, 0, 3, 0, 0, 0, -4, 4, 0, 0, 0, -3, 0, -4, 1, -1, 0, 0, 1]
"""The points of `MIDDLE_XGID`, with light checkers above zero."""


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> CommandShell:
    patch_calibrate_once(monkeypatch)
    return CommandShell(tmp_path, monkeypatch)


def at(view: BoardPicture) -> tuple[str, str]:
    """The option with the corners of the board in a picture."""
    return "--corners", corner_text(corners_of(view))


def look(shell: CommandShell, view: BoardPicture, *options: str) -> Result:
    """The output of `kibitz look` for a picture; START.png is the starting position."""
    write_picture(small_picture().picture, shell.folder / "START.png")
    return shell.kibitz("look", write_picture(view.picture, shell.folder / "now.png"), *options)


def look_json(shell: CommandShell, view: BoardPicture, *options: str) -> dict[str, Any]:
    result = look(shell, view, "--json", *options)
    assert result.exit_code == 0, result.output
    found: dict[str, Any] = json.loads(result.output)
    return found


def test_json_numbers_the_points_as_the_corners_do(shell: CommandShell) -> None:
    view = small_picture(MIDDLE)

    found = look_json(shell, view, *at(view), "--learn", "START.png")

    assert found["points"] == POINTS
    assert found["bar"] == {"light": 0, "dark": 1}
    assert found["off"] == {"light": 0, "dark": 0}
    for count, (low, high) in zip(POINTS, found["range"]["points"], strict=True):
        assert low <= count <= high
    assert np.abs(np.array(found["corners"]) - view.corners).max() < 4
    assert (found["order"], found["positive"], found["learnt"]) == ("corners", "light", True)


@pytest.mark.release
def test_the_camera_may_stand_at_the_other_side_of_a_board_with_its_home_at_the_left(
    shell: CommandShell,
) -> None:
    view = small_picture(MIDDLE, HomeQuarter.TOP_LEFT)
    write_picture(small_picture(home=HomeQuarter.TOP_LEFT).picture, shell.folder / "far.png")

    found = look_json(shell, view, *at(view), "--learn", "far.png")

    assert found["points"] == [-count for count in (*POINTS[12:], *POINTS[:12])]
    assert (found["positive"], found["home"]["light"]) == ("dark", "top-left")


def test_text_gives_the_position_and_the_confidence_of_each_place(shell: CommandShell) -> None:
    start = small_picture()
    result = look(shell, small_picture(MIDDLE), *at(start), "--learn", "START.png")

    assert MIDDLE_XGID in result.output
    assert "GNU Backgammon: yHPwgFCY5+ABIQ" in result.output
    assert "+13-14-15-16-17-18-" in result.output
    assert "Confidence for each place" in result.output


@pytest.mark.release
def test_a_board_is_found_in_the_picture_that_it_is_learnt_from(shell: CommandShell) -> None:
    found = look_json(shell, small_picture(MIDDLE), "--learn", "START.png")

    assert found["points"] == POINTS
    assert (found["order"], found["xgid"]) == ("light", MIDDLE_XGID)


def test_the_starting_position_itself_needs_nothing_learnt(shell: CommandShell) -> None:
    view = small_picture()

    found = look_json(shell, view, *at(view))

    assert found["learnt"] is True
    assert "nothing_learnt" not in found["warnings"]
    assert found["xgid"] == START_XGID


@pytest.mark.release
@pytest.mark.parametrize("in_which", ["before", "after"])
def test_a_camera_that_was_knocked_since_the_start_still_knows_the_board(
    shell: CommandShell, in_which: str
) -> None:
    view = small_picture(MIDDLE, bump=KNOCK_DEGREES)
    corners = at(view if in_which == "after" else small_picture())

    found = look_json(shell, view, *corners, "--learn", "START.png")

    assert found["points"] == POINTS
    assert np.abs(np.array(found["corners"]) - view.corners).max() < 4


@pytest.mark.release
def test_a_picture_may_be_smaller_than_the_one_it_is_learnt_from(shell: CommandShell) -> None:
    view = small_picture(MIDDLE)
    large = cv2.resize(small_picture().picture, (1280, 960))
    write_picture(np.asarray(large, np.uint8), shell.folder / "large.png")

    found = look_json(shell, view, *at(view), "--learn", "large.png")

    assert found["points"] == POINTS


def test_expected_position_is_scored_in_the_exit_code(shell: CommandShell) -> None:
    view, learnt = small_picture(MIDDLE), (*at(small_picture()), "--learn", "START.png")

    as_expected = look(shell, view, *learnt, "--expect", MIDDLE_XGID)
    otherwise = look(shell, view, *learnt, "--expect", "4HPwATDgc/ABMA")

    assert (as_expected.exit_code, otherwise.exit_code) == (0, 1)
    assert "As expected: 28 of 28 places; within the reported range: 28" in as_expected.output
    assert "point 6 should have 5 light, but was read as 4 light." in otherwise.output


def test_reading_is_drawn_over_a_copy(shell: CommandShell) -> None:
    view = small_picture()

    look(shell, view, *at(view), "--overlay", "drawn.jpg")

    drawn = cv2.imread(str(shell.folder / "drawn.jpg"))
    assert drawn is not None
    assert drawn.shape == view.picture.shape
    assert np.abs(drawn.astype(int) - view.picture).max() > 100


@pytest.mark.release
def test_missing_checker_is_reported_and_makes_no_position(shell: CommandShell) -> None:
    view = small_picture(layout_without_one(MIDDLE, point(8)))

    found = look_json(shell, view, *at(view), "--learn", "START.png")

    assert found["complete"] is False
    assert found["range"]["points"][7][0] <= 2


@pytest.mark.release
def test_uncalibrated_reading_warns_that_orientation_and_colours_are_guessed(
    shell: CommandShell,
) -> None:
    view = small_picture(MIDDLE)

    found = look_json(shell, view, *at(view))

    assert "nothing_learnt" in found["warnings"]
    assert (found["learnt"], found["complete"]) == (False, False)


@pytest.mark.parametrize("watched", [True, False])
def test_steps_that_take_time_are_told_to_a_person_at_a_terminal(
    shell: CommandShell,
    monkeypatch: pytest.MonkeyPatch,
    watched: bool,  # noqa: FBT001 - both
) -> None:
    monkeypatch.setattr("click.testing._NamedTextIOWrapper.isatty", lambda _stream: watched)
    view = small_picture(MIDDLE)

    options = (*at(view), "--learn", "START.png", "--overlay", "seen.png", "--json")
    result = look(shell, view, *options)

    steps = ["Learning the board from START.png…", f"Reading {shell.folder / 'now.png'}…"]
    told = [*steps, "Drawing seen.png…"] if watched else []
    assert result.stderr.splitlines() == told
    assert json.loads(result.stdout)
