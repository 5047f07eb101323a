"""Labelled pictures of simulated boards are true, in the form that the report reads."""

import json
from collections import Counter
from pathlib import Path

import cv2
import numpy as np
import pytest

from simulation.rendering.exposure import PictureArray
from tools.vision_samples.__main__ import write_frames
from tools.vision_samples.frames import KINDS, frames
from tools.vision_samples.games import Kind
from tools.vision_samples.ground_truth import TruthLine
from tools.vision_samples.sequences import moves, sequence
from tools.vision_samples.setups import SEQUENCES, SETUPS, SampleSetup

Drawn = list[tuple[PictureArray, TruthLine]]
POINTS = range(1, 25)
START = [-2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2]
SMALL = SampleSetup("t1", "club", "above", "for a test", size=(320, 180))
PLAYED = SampleSetup("t2", "wood", "above", "for a test", size=(160, 90))


@pytest.fixture(scope="module")
def drawn() -> Drawn:
    return [(view.picture, truth) for view, truth in frames(SMALL, 0)]


@pytest.fixture(scope="module")
def played() -> list[TruthLine]:
    return [truth for _, truth in sequence(PLAYED, 0, 3)]


def test_a_set_up_begins_with_the_starting_position_and_ends_with_a_hand(drawn: Drawn) -> None:
    truths = [line for _, line in drawn]

    assert truths[0]["points"] == START
    assert [line["role"] for line in truths] == ["calibration_start", *["test"] * len(KINDS)]
    assert [line["hand"] for line in truths] == [False] * len(KINDS) + [True]
    assert [line["state"] for line in truths] == ["settled"] * len(KINDS) + ["hand"]
    assert not any(truths[0]["point_cover"])
    assert max(truths[-1]["point_cover"]) > 0.3


def test_all_thirty_checkers_are_listed(drawn: Drawn) -> None:
    for _, line in drawn:
        for colour, sign in (("A", 1), ("B", -1)):
            on_points = sum(max(sign * count, 0) for count in line["points"])
            assert on_points + line["bar"][colour] + line["off"][colour] == 15
        assert line["complete"]


def test_each_listed_checker_is_where_the_points_have_it(drawn: Drawn) -> None:
    for _, line in drawn:
        there = Counter((checker["at"], checker["c"]) for checker in line["checkers"])
        for number, count in enumerate(line["points"], 1):
            assert there[str(number), "A"] == max(count, 0)
            assert there[str(number), "B"] == max(-count, 0)


def test_corners_and_checkers_are_within_the_picture(drawn: Drawn) -> None:
    for picture, line in drawn:
        high, wide = picture.shape[:2]
        assert line["size"] == [wide, high]
        spots = np.array([*line["corners"], *(it["px"] for it in line["checkers"])])
        assert (spots >= 0).all()
        assert (spots < [wide, high]).all()


def test_rectified_by_its_corners_a_board_has_its_checkers_on_their_points(drawn: Drawn) -> None:
    field = np.array([[0, 0], [13, 0], [13, 11.3], [0, 11.3]], np.float32)
    for _, line in drawn:
        way = cv2.getPerspectiveTransform(np.array(line["corners"], np.float32), field)
        for checker in line["checkers"]:
            if checker["at"].isdecimal() and not checker["layer"]:
                spot = np.array([[checker["px"]]], np.float32)
                x, y = cv2.perspectiveTransform(spot, way)[0, 0]
                assert abs(x - _column(int(checker["at"]))) < 0.45
                assert bool(y > 11.3 / 2) is (int(checker["at"]) <= 12)


def test_positions_of_every_kind_come_up(drawn: Drawn) -> None:
    truths = [line for _, line in drawn]

    assert {line["kind"] for line in truths} == {"start", *(kind.value for kind in Kind)}
    assert any(max(map(abs, line["points"])) > 5 for line in truths)
    assert any(sum(line["bar"].values()) for line in truths)
    assert any(sum(line["off"].values()) > 8 for line in truths)


def test_the_same_seed_gives_the_same_and_another_does_not() -> None:
    one, again, other = (next(iter(frames(SMALL, seed))) for seed in (3, 3, 4))

    assert one[1] == again[1]
    assert np.array_equal(one[0].picture, again[0].picture)
    assert not np.array_equal(one[0].picture, other[0].picture)


def test_a_sequence_shows_each_turn_from_the_throw_to_the_end(played: list[TruthLine]) -> None:
    turns = moves(PLAYED, 0, 3)

    assert [line["frame"] for line in played] == list(range(len(played)))
    assert [line["t"] for line in played] == sorted(line["t"] for line in played)
    assert [line["phase"] for line in played[:2]] == ["start", "start"]
    for turn in turns:
        phases = [line["phase"] for line in played if line["turn"] == turn["turn"]]
        assert (phases[0], phases[-1]) == ("dice_rolled", "moved")
    assert [len(turn["dice"]) for turn in turns] == [2, 2, 2]


def test_settled_board_equals_the_board_with_its_moves_made(played: list[TruthLine]) -> None:
    points = list(START)
    for turn in moves(PLAYED, 0, 3):
        sign = 1 if turn["player"] == "A" else -1
        for step in turn["moves"]:
            _carry(points, sign, step)
        last = [line for line in played if line["turn"] == turn["turn"]][-1]
        assert last["points"] == points


def test_only_settled_pictures_are_without_a_hand(played: list[TruthLine]) -> None:
    assert {line["state"] for line in played} == {"settled", "moving"}
    for line in played:
        assert line["hand"] is (line["state"] == "moving")
        assert line["in_hand"] is None or line["state"] == "moving"


def test_every_set_up_has_a_name_of_its_own() -> None:
    names = [setup.name for setup in (*SETUPS, *SEQUENCES)]

    assert len(set(names)) == len(names)
    assert len({setup.look for setup in SETUPS}) == 12
    assert len({setup.light for setup in SETUPS}) > 8


def test_a_folder_has_the_pictures_and_the_truth_beside_them(tmp_path: Path) -> None:
    write_frames(SMALL, tmp_path, 5)

    lines = (tmp_path / "truth_t1.jsonl").read_text("utf-8").splitlines()
    truths = [json.loads(line) for line in lines]
    assert len(truths) == 1 + len(KINDS)
    for line in truths:
        picture = cv2.imread(str(tmp_path / line["image"]))
        assert picture is not None
        assert list(picture.shape[1::-1]) == line["size"]


def _carry(points: list[int], sign: int, step: TruthLine) -> None:
    """Makes a step, which is numbered as its mover counts."""
    source, target = (at if sign > 0 else 25 - at for at in (step["frm"], step["to"]))
    if source in POINTS:
        points[source - 1] -= sign
    if target in POINTS:
        points[target - 1] = sign + (0 if step["hit"] else points[target - 1])


def _column(point: int) -> float:
    """The middle of a point, in widths of one, on a board with a bar as wide as a point."""
    across = 12 - point if point <= 12 else point - 13
    return across + 0.5 + (across >= 6)
