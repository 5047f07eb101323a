"""`kibitz watch`: a folder of pictures followed as a table's camera would follow a game."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from hardware.checkers import Layout, Pile, Place, point
from hardware.drivers.simulated.camera.pictures import START, rendered
from hardware.drivers.simulated.camera.plans import Plan
from hardware.drivers.simulated.camera.rendering import Thing
from hardware.drivers.simulated.camera.stock import look_of
from hardware.drivers.simulated.camera.throwing import thrown
from hardware.drivers.simulated.camera.viewpoints import VIEWPOINTS
from tests.rigs.commands import Shell
from tests.rigs.looked_at import SMALL, corners_of, kept, learn_once, seen, written
from vision.pictures import Picture


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shell:
    learn_once(monkeypatch)
    return Shell(tmp_path, monkeypatch)


def carried(layout: Layout, source: Place, target: Place) -> Layout:
    """The layout after a checker was carried."""
    piles = dict(layout.piles)
    pile = piles.pop(source)
    if pile.count > 1:
        piles[source] = Pile(pile.colour, pile.count - 1)
    piles[target] = Pile(pile.colour, (piles[target].count if target in piles else 0) + 1)
    return Layout(piles)


HALF = carried(START, point(24), point(18))
FIRST = carried(HALF, point(18), point(13))
"""Light has run with six and five."""
BETWEEN = carried(FIRST, point(12), point(16))
SECOND = carried(BETWEEN, point(1), point(2))
"""Dark has played four and one."""


def picture(layout: Layout, throw: int = 0, seed: int = 0) -> Picture:
    """What the camera sees, the dice lying as they came to lie in that throw."""
    chance = Random(throw)  # noqa: S311 - where dice come to lie, no secret
    dice: list[Thing] = [*thrown(Plan(look_of("club")), (6, 5), 1, chance)] if throw else []
    view = rendered(
        "club", "soft", VIEWPOINTS["leaning"], layout, size=SMALL, things=dice, frame=seed
    )
    return view.picture


GAME = (
    (START, 0), (START, 1), (HALF, 1), (FIRST, 1), (FIRST, 2), (BETWEEN, 2), (SECOND, 2),
    (SECOND, 3),
)  # fmt: skip
"""How the checkers lie in each picture of an evening, and by which throw the dice do."""


def evening(folder: Path) -> Path:
    """A folder with the pictures of an evening."""
    folder.mkdir()
    for number, (layout, throw) in enumerate(GAME):
        kept(picture(layout, throw, number), folder / f"{number:04}.png")
    return folder


def told(shell: Shell, folder: Path, *options: str) -> list[dict[str, Any]]:
    result = shell.kibitz("watch", str(folder), "--json", *options)
    assert result.exit_code == 0, result.output
    return [json.loads(line) for line in result.stdout.splitlines()]


def corners() -> tuple[str, str]:
    """As somebody types them."""
    return "--corners", written(corners_of(seen()))


def test_every_turn_is_told_after_the_picture_that_leaves_no_doubt(
    shell: Shell, tmp_path: Path
) -> None:
    lines = told(shell, evening(tmp_path / "evening"), *corners())

    assert [(line["mover"], line["play"], line["frame"]) for line in lines] == [
        ("light", "24/13", 4),
        ("dark", "24/23 13/9", 7),
    ]
    assert lines[0]["file"] == "0004.png"
    assert lines[0]["dice"] == [6, 5]
    assert lines[0]["xgid"].startswith("XGID=-b----E-C---eF---c-e----A-")


def test_people_are_told_in_words(shell: Shell, tmp_path: Path) -> None:
    result = shell.kibitz("watch", str(evening(tmp_path / "evening")), *corners())

    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        "  1. Light 65: 24/13   (0004.png)",
        "  2. Dark 41: 24/23 13/9   (0007.png)",
        "2 turns are certain.",
    ]


def test_a_picture_that_cannot_be_looked_at_is_passed_over(shell: Shell, tmp_path: Path) -> None:
    folder = evening(tmp_path / "evening")
    (folder / "0002.png").write_bytes(b"no picture")
    kept(np.zeros((120, 160, 3), np.uint8), folder / "0005.png")

    result = shell.kibitz("watch", str(folder), "--json", *corners())

    assert result.exit_code == 0
    assert [json.loads(line)["play"] for line in result.stdout.splitlines()] == [
        "24/13",
        "24/23 13/9",
    ]
    assert result.stderr.count("Passed over") == 2
    assert "0005.png has another size" in result.stderr


def test_the_starting_position_may_be_learnt_from_another_folder(
    shell: Shell, tmp_path: Path
) -> None:
    folder = evening(tmp_path / "evening")
    kept(seen().picture, tmp_path / "start.png")
    for number in (0, 1):
        (folder / f"{number:04}.png").unlink()

    lines = told(shell, folder, "--learn", str(tmp_path / "start.png"), *corners())

    assert [line["play"] for line in lines] == ["24/13", "24/23 13/9"]


def folder_of(folder: Path, *pictures: Picture) -> Path:
    """A folder with these pictures."""
    folder.mkdir()
    for number, each in enumerate(pictures):
        kept(each, folder / f"{number:04}.png")
    return folder


def test_one_picture_after_each_turn_is_enough(shell: Shell, tmp_path: Path) -> None:
    turns = (START, FIRST, SECOND)
    folder = folder_of(tmp_path / "turns", *(picture(layout) for layout in turns))

    lines = told(shell, folder, *corners())

    assert [line["play"] for line in lines] == ["24/13", "24/23 13/9"]


TWO = carried(carried(SECOND, point(6), point(3)), point(6), point(3))
ELSEWHERE = carried(TWO, point(6), point(4))
"""Light would have moved three checkers, two by three and one by two."""
PART = carried(START, point(24), point(23))
"""Light has played a one, and no throw is a one alone."""
DARKNESS = np.zeros((SMALL[1], SMALL[0], 3), np.uint8)


@pytest.mark.parametrize(
    ("pictures", "plays", "why"),
    [
        ((START, FIRST, SECOND, ELSEWHERE), 1, "What lies in 0003.png cannot be reached"),
        ((START, PART), 0, "What was played in 0001.png is not certain yet"),
        ((START, FIRST, None, None), 1, "From 0002.png on the board is not in full view"),
    ],
    ids=["nothing leads there", "unfinished", "in the dark"],
)
def test_what_stays_open_is_said_beside_the_turns(
    shell: Shell, tmp_path: Path, pictures: tuple[Layout | None, ...], plays: int, why: str
) -> None:
    shots = (DARKNESS if layout is None else picture(layout) for layout in pictures)
    folder = folder_of(tmp_path / "turns", *shots)

    result = shell.kibitz("watch", str(folder), "--json", *corners())

    assert result.exit_code == 1
    assert len([json.loads(line) for line in result.stdout.splitlines()]) == plays
    assert result.stderr.startswith(why)


def refused(shell: Shell, folder: Path, *options: str) -> str:
    """The one line that says why nothing can be followed."""
    result = shell.kibitz("watch", str(folder), *options)
    assert result.exit_code == 2
    assert result.stdout == ""
    lines: list[str] = result.stderr.splitlines()
    assert len(lines) == 1
    return lines[0]


def test_what_is_no_folder_of_pictures_is_refused_in_one_line(shell: Shell, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    assert "is not a folder" in refused(shell, tmp_path / "nowhere")
    assert "has no pictures" in refused(shell, tmp_path / "empty")


def test_a_folder_without_the_starting_position_is_refused(shell: Shell, tmp_path: Path) -> None:
    (tmp_path / "one").mkdir()
    kept(picture(SECOND), tmp_path / "one" / "a.png")
    assert "starting position" in refused(shell, tmp_path / "one", *corners())


def test_one_picture_is_a_game_in_which_nothing_was_played(shell: Shell, tmp_path: Path) -> None:
    (tmp_path / "one").mkdir()
    kept(picture(START), tmp_path / "one" / "a.png")
    assert told(shell, tmp_path / "one", *corners()) == []
