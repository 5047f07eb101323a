"""`kibitz watch`: a folder of pictures followed as a table's camera would follow a game."""

import json
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from hardware.checkers import Layout, Pile, Place, point
from simulation.rendering.board_geometry import BoardPlan
from simulation.rendering.board_looks import find_look
from simulation.rendering.board_pictures import START, render_board
from simulation.rendering.dice_and_cube import place_dice
from simulation.rendering.picture_conditions import VIEWPOINTS
from simulation.rendering.renderer import Thing
from tests.rigs.environment.command_shell import CommandShell
from tests.rigs.vision import photo_readings as photos
from tests.rigs.vision.rendered_boards import corners_of
from vision.picture_arrays import Picture


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> CommandShell:
    photos.patch_calibrate_once(monkeypatch)
    return CommandShell(tmp_path, monkeypatch)


def move_checker(layout: Layout, source: Place, target: Place) -> Layout:
    piles = dict(layout.piles)
    pile = piles.pop(source)
    if pile.count > 1:
        piles[source] = Pile(pile.colour, pile.count - 1)
    piles[target] = Pile(pile.colour, (piles[target].count if target in piles else 0) + 1)
    return Layout(piles)


HALF = move_checker(START, point(24), point(18))
FIRST = move_checker(HALF, point(18), point(13))
"""Light has run with six and five."""
BETWEEN = move_checker(FIRST, point(12), point(16))
SECOND = move_checker(BETWEEN, point(1), point(2))
"""Dark has played four and one."""


def picture(layout: Layout, throw: int = 0, seed: int = 0) -> Picture:
    """The picture of the camera, with the dice as they came to lie in that throw."""
    chance = Random(throw)  # noqa: S311 - where dice come to lie, no secret
    dice: list[Thing] = (
        [*place_dice(BoardPlan(find_look("club")), (6, 5), 1, chance)] if throw else []
    )
    view = render_board(
        "club", "soft", VIEWPOINTS["leaning"], layout, size=photos.SMALL, things=dice, frame=seed
    )
    return view.picture


GAME = (
    (START, 0), (START, 1), (HALF, 1), (FIRST, 1), (FIRST, 2), (BETWEEN, 2), (SECOND, 2),
    (SECOND, 3),
)  # fmt: skip
"""The checkers in each picture of an evening, and the throw after which the dice lie so."""


def evening(folder: Path) -> Path:
    folder.mkdir()
    for number, (layout, throw) in enumerate(GAME):
        photos.write_picture(picture(layout, throw, number), folder / f"{number:04}.png")
    return folder


def watch_json(shell: CommandShell, folder: Path, *options: str) -> list[dict[str, Any]]:
    result = shell.kibitz("watch", str(folder), "--json", *options)
    assert result.exit_code == 0, result.output
    return [json.loads(line) for line in result.stdout.splitlines()]


def corners() -> tuple[str, str]:
    """Corners in the form in which people type them."""
    return "--corners", photos.corner_text(corners_of(photos.small_picture()))


@pytest.mark.release
def test_every_turn_is_reported_after_the_picture_that_leaves_no_doubt(shell: CommandShell) -> None:
    lines = watch_json(shell, evening(shell.folder / "evening"), *corners())

    assert [(line["mover"], line["play"], line["frame"]) for line in lines] == [
        ("light", "24/13", 4),
        ("dark", "24/23 13/9", 7),
    ]
    assert lines[0]["file"] == "0004.png"
    assert lines[0]["dice"] == [6, 5]
    assert lines[0]["xgid"].startswith("XGID=-b----E-C---eF---c-e----A-")


def test_turns_are_described_in_words(shell: CommandShell) -> None:
    result = shell.kibitz("watch", str(evening(shell.folder / "evening")), *corners())

    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        "  1. Light 65: 24/13   (0004.png)",
        "  2. Dark 41: 24/23 13/9   (0007.png)",
        "2 turns are certain.",
    ]


def test_a_picture_that_cannot_be_looked_at_is_passed_over(shell: CommandShell) -> None:
    folder = evening(shell.folder / "evening")
    (folder / "0002.png").write_bytes(b"no picture")
    photos.write_picture(np.zeros((120, 160, 3), np.uint8), folder / "0005.png")

    result = shell.kibitz("watch", str(folder), "--json", *corners())

    assert result.exit_code == 0
    plays = [json.loads(line)["play"] for line in result.stdout.splitlines()]
    assert plays == ["24/13", "24/23 13/9"]
    assert result.stderr.count("Skipped") == 2
    assert "0005.png has another size" in result.stderr


def test_the_starting_position_may_be_learnt_from_another_folder(shell: CommandShell) -> None:
    folder = evening(shell.folder / "evening")
    photos.write_picture(photos.small_picture().picture, shell.folder / "start.png")
    for number in (0, 1):
        (folder / f"{number:04}.png").unlink()

    lines = watch_json(shell, folder, "--learn", str(shell.folder / "start.png"), *corners())

    assert [line["play"] for line in lines] == ["24/13", "24/23 13/9"]


def folder_of(folder: Path, *pictures: Picture) -> Path:
    folder.mkdir()
    for number, each in enumerate(pictures):
        photos.write_picture(each, folder / f"{number:04}.png")
    return folder


def test_one_picture_after_each_turn_is_enough(shell: CommandShell) -> None:
    turns = (START, FIRST, SECOND)
    folder = folder_of(shell.folder / "turns", *(picture(layout) for layout in turns))

    lines = watch_json(shell, folder, *corners())

    assert [line["play"] for line in lines] == ["24/13", "24/23 13/9"]


TWO = move_checker(move_checker(SECOND, point(6), point(3)), point(6), point(3))
ELSEWHERE = move_checker(TWO, point(6), point(4))
"""Light would have moved three checkers, two by three and one by two."""
PART = move_checker(START, point(24), point(23))
"""Light has played a one, and no throw is a one alone."""
DARKNESS = np.zeros((photos.SMALL[1], photos.SMALL[0], 3), np.uint8)


@pytest.mark.release(after=1)
@pytest.mark.parametrize(
    ("pictures", "plays", "why"),
    [
        (
            (START, FIRST, SECOND, ELSEWHERE),
            1,
            "No throw leads from the earlier pictures to the position in 0003.png",
        ),
        ((START, PART), 0, "The play in 0001.png is not certain yet"),
        ((START, FIRST, None, None), 1, "From 0002.png on, the board is not in full view"),
    ],
    ids=["nothing leads there", "unfinished", "in the dark"],
)
def test_unresolved_turns_are_reported_beside_the_turns(
    shell: CommandShell, pictures: tuple[Layout | None, ...], plays: int, why: str
) -> None:
    shots = (DARKNESS if layout is None else picture(layout) for layout in pictures)
    folder = folder_of(shell.folder / "turns", *shots)

    result = shell.kibitz("watch", str(folder), "--json", *corners())

    assert result.exit_code == 1
    assert len([json.loads(line) for line in result.stdout.splitlines()]) == plays
    assert result.stderr.startswith(why)


def refusal_of(shell: CommandShell, folder: Path, *options: str) -> str:
    result = shell.kibitz("watch", str(folder), *options)
    assert result.exit_code == 2
    assert result.stdout == ""
    lines: list[str] = result.stderr.splitlines()
    assert len(lines) == 1
    return lines[0]


def test_folder_without_pictures_is_refused_in_one_line(shell: CommandShell) -> None:
    (shell.folder / "empty").mkdir()
    assert "is not a folder" in refusal_of(shell, shell.folder / "nowhere")
    assert "has no pictures" in refusal_of(shell, shell.folder / "empty")


def test_a_folder_without_the_starting_position_is_refused(shell: CommandShell) -> None:
    (shell.folder / "one").mkdir()
    photos.write_picture(picture(SECOND), shell.folder / "one" / "a.png")
    assert "starting position" in refusal_of(shell, shell.folder / "one", *corners())


def test_one_picture_is_a_game_in_which_nothing_was_played(shell: CommandShell) -> None:
    (shell.folder / "one").mkdir()
    photos.write_picture(picture(START), shell.folder / "one" / "a.png")
    assert watch_json(shell, shell.folder / "one", *corners()) == []
