"""Corners are parsed as people write them, and errors in them are named."""

import json
from pathlib import Path

import pytest

from service.camera.corner_texts import parse_corners
from service.camera.picture_errors import UnusableInput
from vision.camera_model import Corners

POINTS: list[list[float]] = [[100, 80], [900, 82.5], [940, 600], [60, 590]]
CORNERS = Corners((100, 80), (900, 82.5), (940, 600), (60, 590))
SIZE = (1280, 720)
SHORTLY = dict(zip(("TL", "TR", "BR", "BL"), POINTS, strict=True))
NAMES = ("top_left", "top_right", "bottom_right", "bottom_left")


@pytest.mark.parametrize(
    "text",
    [
        "100,80 900,82.5 940,600 60,590",
        "100 80 900 82.5 940 600 60 590",
        "100,80,900,82.5,940,600,60,590",
        " (100, 80) (900, 82.5) (940, 600) (60, 590) ",
        "100x80; 900x82.5; 940x600; 60x590",
        "1e2,8e1 +900,82.5 940,600 60,590.0",
        json.dumps(POINTS),
        json.dumps({"corners": POINTS}),
        json.dumps(dict(zip(NAMES, POINTS, strict=True))),
        json.dumps({name: {"x": x, "y": y} for name, (x, y) in SHORTLY.items()}),
    ],
)
def test_corners_are_read_in_every_spelling(text: str) -> None:
    assert parse_corners(text, SIZE) == CORNERS


def test_corners_may_stand_in_a_file(tmp_path: Path) -> None:
    file = tmp_path / "corners.json"
    file.write_text(json.dumps({"corners": POINTS}), encoding="utf-8")

    assert parse_corners(str(file), SIZE) == CORNERS


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "corners_many"),
        ("100,80 900,80 940,600", "corners_many"),
        ("1 2 3 4 5 6 7 8 9", "corners_many"),
        ("[]", "corners_many"),
        ("100,80 900,80 940,six 60,600", "corners_word"),
        ("[[100, true], [900, 80], [940, 600], [60, 600]]", "corners_word"),
        ('{"here": [100, 80]}', "corners_word"),
        ("{}", "corners_word"),
        ("nan,80 900,80 940,600 60,600", "corners_infinite"),
        ("1e999,80 900,80 940,600 60,600", "corners_infinite"),
        ("100,80 940,600 900,80 60,600", "corners_crossing"),
        ("0,0 0,0 0,0 0,0", "corners_crossing"),
        ("0,0 300,300 600,600 900,900", "corners_crossing"),
        ("100,80 9000,80 940,600 60,600", "corners_outside"),
        ("100,-800 900,80 940,600 60,600", "corners_outside"),
        ("100,80 130,80 130,110 100,110", "corners_small"),
        ("nowhere.json", "corners_no_file"),
        ("\0", "corners_no_file"),
        ("rubbish" * 9000, "corners_no_file"),
    ],
)
def test_invalid_corners_are_refused_with_their_reason(text: str, why: str) -> None:
    with pytest.raises(UnusableInput) as refused:
        parse_corners(text, SIZE)
    assert refused.value.key == why


@pytest.mark.parametrize("deep", [900, 100_000])
def test_deep_nesting_is_no_way_to_write_corners(deep: int) -> None:
    with pytest.raises(UnusableInput) as refused:
        parse_corners("[" * deep + "]" * deep, SIZE)
    assert refused.value.key == "corners_many"


def test_very_long_digits_are_refused_quickly(tmp_path: Path) -> None:
    file = tmp_path / "corners.txt"
    file.write_text("9" * 99_999 + "z", encoding="utf-8")

    with pytest.raises(UnusableInput) as refused:
        parse_corners(str(file), SIZE)

    assert refused.value.key == "corners_word"


def test_a_whole_number_too_large_for_a_float_is_not_a_pixel() -> None:
    with pytest.raises(UnusableInput) as refused:
        parse_corners(f"[{'9' * 400}, 80, 900, 80, 940, 600, 60, 600]", SIZE)
    assert refused.value.key == "corners_infinite"


@pytest.mark.parametrize("data", [b"", b"\xff\xfe\x00", b"\x89PNG\r\n", b"100,80"])
def test_a_file_without_corners_is_refused(tmp_path: Path, data: bytes) -> None:
    file = tmp_path / "corners.txt"
    file.write_bytes(data)

    with pytest.raises(UnusableInput):
        parse_corners(str(file), SIZE)


def test_corners_a_little_outside_of_the_picture_are_taken() -> None:
    assert parse_corners("-20,-10 1290,0 1290,730 -5,725", SIZE).width > SIZE[0]


def test_corners_that_go_round_the_other_way_are_a_mirror_image() -> None:
    assert parse_corners("900,80 100,80 60,600 940,600", SIZE).is_mirrored
