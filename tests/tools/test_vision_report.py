"""The report on readings counts correctly, and prints what it has counted."""

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from engine.backgammon.position import START as OPENING
from hardware.checkers import Colour, Layout, Place, point
from simulation.rendering.board_pictures import START
from tests.rigs.vision.photo_readings import (
    CountWeights,
    photo_reading_of,
    reading_of,
    small_picture,
    write_picture,
)
from tests.rigs.vision.rendered_boards import MIDDLE, corners_of, layout_of
from tools.generated_documents import fill_tables
from tools.vision_report import tables, vision_document
from tools.vision_report.__main__ import main
from tools.vision_report.labels import Label, NoLabels, labelled_folders
from tools.vision_report.measurements import Find, LearnedBoard, Look
from tools.vision_report.report import Report
from tools.vision_report.scores import Naming, score_places, scored_either_way
from tools.vision_report.turn_tracking import TrackedTurns, Turn, alike, position_of, turns_of
from vision.camera_model import Corners
from vision.field_geometry import LightHome

LIGHT, DARK = Colour
AS_A = Naming(LightHome.BOTTOM_RIGHT, light_is_a=True)
CORNERS = [[100, 80], [500, 80], [540, 400], [60, 400]]
POINTS = [-2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2]
PLACES = 28
Doubts = dict[Place, CountWeights]
MISSED: Doubts = {point(8): {(2, 0): 1}}
"""Two checkers claimed where three lie."""


def line(**more: object) -> dict[str, Any]:
    """The truth of a picture, of the starting position if nothing else is said."""
    about = {"image": "a_00.jpg", "setup": "a", "state": "settled", "difficulty": "easy"}
    lying = {"points": POINTS, "bar": {"A": 0, "B": 0}, "off": {"A": 0, "B": 0}}
    return {**about, "corners": CORNERS, "a_home": "bottom-right", **lying, **more}


def labels(folder: Path, *lines: dict[str, Any]) -> Sequence[Label]:
    (folder / "truth_a.jsonl").write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    return labelled_folders([folder])[0].labels


@pytest.fixture
def start(tmp_path: Path) -> Label:
    return labels(tmp_path, line())[0]


def look(label: Label, layout: Layout = START, doubts: Doubts | None = None) -> Look:
    reading = reading_of(layout, doubts=doubts)
    return Look(
        label, score_places(label, reading, AS_A), 0.02, sight=photo_reading_of(reading).sight
    )


def test_start_is_recognised_by_its_layout_and_not_by_its_name(tmp_path: Path) -> None:
    others = line(state="hand"), line(points=[0, *POINTS[1:]]), line(a_home=None)
    assert [it.is_start for it in labels(tmp_path, line(), *others)] == [True, False, False, False]


def test_a_folder_without_the_truth_is_named(tmp_path: Path) -> None:
    with pytest.raises(NoLabels, match="no truth"):
        labelled_folders([tmp_path])


def test_a_folder_with_a_game_is_a_sequence(tmp_path: Path) -> None:
    labels(tmp_path, line(frame=0))
    assert not labelled_folders([tmp_path])[0].is_sequence

    (tmp_path / "game.json").touch()
    assert labelled_folders([tmp_path])[0].is_sequence


def test_every_place_is_scored_by_what_it_is_taken_for_and_by_what_is_claimed(start: Label) -> None:
    doubts: Doubts = {point(6): {(4, 0): 0.6, (5, 0): 0.4}, **MISSED}

    places = {place.name: place for place in look(start, doubts=doubts).places}

    assert len(places) == PLACES
    assert (places["p6"].right, places["p6"].inside) == (False, True)
    assert (places["p8"].right, places["p8"].inside) == (False, False)
    assert all(place.right for name, place in places.items() if name not in ("p6", "p8"))


@pytest.mark.parametrize("home", list(LightHome))
@pytest.mark.parametrize("light_is_a", [True, False])
def test_the_truth_meets_the_reading_wherever_home_is(
    start: Label, home: LightHome, *, light_is_a: bool
) -> None:
    naming = Naming(home, light_is_a=light_is_a)
    points = [0] * 24
    for number in range(1, 25):
        light, dark = (START.count(point(number), colour) for colour in Colour)
        points[home.number(number) - 1] = (light - dark) * (1 if light_is_a else -1)

    places = score_places(replace(start, points=tuple(points)), reading_of(START), naming)

    assert all(place.right and place.inside for place in places)


def test_better_assignment_of_colours_is_scored_where_none_is_given(start: Label) -> None:
    turned = replace(start, points=tuple(-count for count in POINTS))
    assert all(place.right for place in scored_either_way(turned, reading_of(START)))


def test_place_of_unknown_truth_is_not_scored(start: Label) -> None:
    hidden = replace(start, points=(None, *start.points[1:]), off=None)

    names = {place.name for place in look(hidden).places}

    assert len(names) == PLACES - 3
    assert not names & {"p1", "off.A", "off.B"}


def test_checkers_on_top_may_be_left_out(start: Label) -> None:
    stacked = layout_of({6: 7, 8: 3, 13: 3, 24: 2}, {19: 5, 17: 3, 12: 5, 1: 2})
    flat = layout_of({6: 5, 8: 3, 13: 5, 24: 2}, {19: 5, 17: 3, 12: 5, 1: 2})
    points = [-2, 0, 0, 0, 0, 7, 0, 3, 0, 0, 0, -5, 3, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2]

    places = {it.name: it for it in look(replace(start, points=tuple(points)), flat).places}
    assert not places["p6"].right
    assert places["p6"].right_from_above
    assert not places["p13"].right_from_above
    assert all(it.right for it in look(replace(start, points=tuple(points)), stacked).places)


def test_points_under_a_hand_and_beside_it_are_counted_apart(start: Label) -> None:
    cover = tuple(0.5 if slot == 12 else 0.0 for slot in range(1, 25))
    hand = replace(start, settled=False, cover=cover)

    near = {place.name for place in look(hand).places if place.at_hand}

    assert near == {"p11", "p12"}


def test_a_row_counts_pictures_places_and_claims(start: Label) -> None:
    cover = tuple(1.0 if slot == 8 else 0.0 for slot in range(1, 25))
    hand = replace(start, settled=False, cover=cover)
    lost = Look(start, why="lost")
    good = look(start)
    bad = look(start, doubts=MISSED)
    wrong_at_hand = look(hand, doubts=MISSED)

    name, pictures, exact, above, inside, right, claimed, certain, near, ms = tables.row(
        "some", [good, bad, lost, wrong_at_hand]
    )

    assert (name, pictures, ms) == ("some", "4", "20")
    assert (exact, above, inside) == ("1 of 3", "1 of 3", "1 of 3")
    assert (right, claimed, certain) == ("98.21 %", "98.21 %", "100.00 %")
    assert near == "1 of 3"


def test_a_board_counts_as_found_within_two_hundredths_of_its_width(start: Label) -> None:
    finds = [Find(start, aside, 0.1) for aside in (0.019, 0.021, float("inf"))]

    assert tables.found_row("all", finds) == ("all", "3", "1 of 3", "2.1 %", "100")
    assert tables.found_row("none", finds[2:]) == ("none", "1", "0 of 1", "-", "100")


def test_each_stage_has_a_row() -> None:
    rows = [*tables.stage_rows([("read", 0.02), ("learnt", 1), ("read", 0.04)])]
    assert rows == [("read", "2", "30.0", "40.0"), ("learnt", "1", "1000.0", "1000.0")]


def test_miss_is_reported_with_the_truth(start: Label) -> None:
    bad = look(start, doubts={**MISSED, point(1): {(0, 2): 0.4, (0, 3): 0.6}})

    assert [*tables.misses(bad)] == [
        "a_00.jpg p1: saw -3, claims -3..-2, is -2 inside",
        "a_00.jpg p8: saw 2, claims 2..2, is 3 OUTSIDE",
    ]
    assert [*tables.misses(Look(start, why="lost"))] == ["a_00.jpg: not read: lost"]


def test_columns_of_a_table_are_aligned() -> None:
    assert tables.table(("what", "n"), [("ab", "10"), ("c", "2")]) == (
        "| what |  n |\n| ---- | -: |\n| ab   | 10 |\n| c    |  2 |"
    )


def test_share_of_nothing_has_no_number() -> None:
    assert (str(tables.Share.of([])), tables.Share.of([]).percent) == ("-", "-")


def turn(mover: Colour, number: int) -> Turn:
    """A turn that differs from others in the place of one pile."""
    points = [0] * 24
    points[number - 1], points[24 - number - 1] = 15, -15
    label = Label(
        Path("x"), "a", "", "renders", True, Corners.of(np.array(CORNERS, float)), None,
        tuple(points), None, None, (0.0,) * 24, 5,
    )  # fmt: skip
    return mover, position_of(label, AS_A)


def test_turns_are_reported_correctly_in_their_order() -> None:
    one, two, three = turn(LIGHT, 1), turn(DARK, 2), turn(LIGHT, 3)

    assert alike([one, two, three], [one, two, three]) == 3
    assert alike([one, two, three], [one, three]) == 2
    assert alike([one, two, three], [one, turn(LIGHT, 5), two, three]) == 3
    assert alike([one, two, three], [three, one]) == 1
    assert alike([one, two], []) == 0
    assert alike([one], [turn(DARK, 1)]) == 0


def test_the_turns_of_a_sequence_are_those_in_which_a_checker_was_moved(start: Label) -> None:
    played = [*POINTS]
    played[7], played[4], played[5] = 2, 2, 4
    frames = [
        replace(start, frame=0, phase="start", turn=0),
        replace(start, frame=1, phase="dice_rolled", turn=1),
        replace(start, frame=2, phase="partial", turn=1, points=(*played[:5], 5, *played[6:])),
        replace(start, frame=3, phase="moved", turn=1, points=tuple(played)),
        replace(start, frame=4, phase="moved", turn=2, points=tuple(played)),
    ]

    ((mover, after),) = turns_of(frames, AS_A)

    assert mover is LIGHT
    assert after != OPENING
    assert position_of(start, AS_A) == OPENING


def test_impossible_points_are_no_position(start: Label) -> None:
    with pytest.raises(ValueError, match="no position"):
        position_of(replace(start, points=(1, *POINTS[1:])), AS_A)


def test_sequence_has_a_row_with_its_wrong_turns() -> None:
    sequence = TrackedTurns("q1", "calm", 80, 12, right=11, told=13, early=1, seconds=0.05)
    assert tables.followed_row(sequence) == ("q1: calm", "80", "12", "11", "2", "1", "50")


def report_on(tmp_path: Path) -> tuple[Report, Label]:
    """A report of one board that was read wrong once, with its pictures."""
    view = small_picture()
    write_picture(view.picture, tmp_path / "a_00.jpg")
    corners = corners_of(view).points.tolist()
    (label,) = labels(tmp_path, line(corners=corners))
    bad = look(label, doubts=MISSED)
    return Report(boards=[LearnedBoard(look(label), (look(label), bad))]), label


def test_worst_picture_of_each_board_is_shown_small_with_what_was_missed(tmp_path: Path) -> None:
    (bad,) = vision_document.worst(report_on(tmp_path)[0])
    jpeg = vision_document.draw_reading(bad)

    assert vision_document.caption(bad) == "`a_00.jpg`, easy: p8 is 3, taken for 2, claimed 2..2."
    assert len(jpeg) <= vision_document.MAX_BYTES
    assert cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR) is not None


def test_correctly_read_picture_is_no_miss(tmp_path: Path) -> None:
    report, label = report_on(tmp_path)

    board = LearnedBoard(look(label), (look(label),))
    assert vision_document.worst(replace(report, boards=[board])) == []


def test_measurements_are_stored_with_the_pictures_of_the_worst_misses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paper, pictures = tmp_path / "vision.md", tmp_path / "vision"
    paper.write_text(vision_document.PAPER.read_text(encoding="utf-8"), encoding="utf-8")
    pictures.mkdir()
    (pictures / "old.jpg").touch()
    monkeypatch.setattr("tools.vision_report.vision_document.PAPER", paper)
    monkeypatch.setattr("tools.vision_report.vision_document.PICTURES", pictures)
    report, _ = report_on(tmp_path)

    vision_document.keep(report, real=None)

    assert [file.name for file in pictures.iterdir()] == ["a_00.jpg"]
    stored_document = paper.read_text(encoding="utf-8")
    assert "![a_00.jpg](vision/a_00.jpg)" in stored_document
    assert report.text in stored_document
    assert "| by board |" in stored_document


def test_document_has_a_place_for_every_part() -> None:
    paper = vision_document.PAPER.read_text(encoding="utf-8")
    assert fill_tables(paper, {"drawn": "1", "misses": "2", "real": "3"}) != paper


@pytest.mark.release
def test_folder_is_reported_in_tables(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, layout in (("a_00.jpg", START), ("a_01.jpg", MIDDLE)):
        write_picture(small_picture(layout).picture, tmp_path / name)
    middle = [-1, 0, 0, 2, -1, 4, 0, 3, 0, 0, 0, -4, 4, 0, 0, 0, -3, 0, -4, 1, -1, 0, 0, 1]
    corners = corners_of(small_picture()).points.tolist()
    second = line(corners=corners, image="a_01.jpg", points=middle, bar={"A": 0, "B": 1})
    labels(tmp_path, line(corners=corners), second)

    main([str(tmp_path), "--only", "learnt", "blind", "--misses"])

    said = capsys.readouterr().out
    cells = (it.split("|") for it in said.splitlines())
    rows = {it[1].strip(): it for it in cells if it[1:]}
    assert rows["a"][3].strip() == "1 of 1"
    assert rows["learning a board from the starting position"][2].strip() == "1"
    assert rows["reading a board of which nothing was learnt"][2].strip() == "1"
    assert "OUTSIDE" not in said


def test_measurements_are_stored_only_if_everything_is_measured(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit):
        main(["somewhere", "--keep"])
    assert "is kept" in capsys.readouterr().err


def test_invalid_folder_is_reported_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="no truth"):
        main([str(tmp_path)])
