"""`kibitz calibrate`: a camera learns its board from the starting position, and that is told."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.checkers import point
from hardware.drivers.simulated.camera.pictures import START
from service.commands import calibrate
from service.journal.lock import Claim
from service.seeing.keeping import kept as kept_board
from tests.rigs.commands import ENGLISH, Shell
from tests.rigs.finding import found_once
from tests.rigs.looked_at import SMALL, corners_of, kept, learn_once, seen, without_one, written
from vision.pictures import Picture

CONFIGURATION = """
[service]
journals = "{folder}/journals"
[[table]]
name = "club"
names = ["Alice", "Bob"]
[table.board]
driver = "none"
[table.camera]
driver = "files"
path = "{folder}/pictures"
pace = 0
"""
BLIND = """
[[table]]
name = "felt"
"""
GREY = np.full((SMALL[1], SMALL[0], 3), 128, np.uint8)
LEARNT, NOT_LEARNT, REFUSED = 0, 1, 2


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shell:
    learn_once(monkeypatch)
    monkeypatch.setattr("service.seeing.starting.found", found_once)
    monkeypatch.setattr(calibrate, "SETTLING", 0.0)
    (tmp_path / "kibitz.toml").write_text(CONFIGURATION.format(folder=tmp_path), "utf-8")
    (tmp_path / "pictures").mkdir()
    return Shell(tmp_path, monkeypatch)


def before(shell: Shell, *pictures: Picture) -> None:
    """Let the camera see these, one after the other."""
    for number, picture in enumerate(pictures):
        kept(picture, shell.folder / "pictures" / f"{number}.png")


def board(shell: Shell, table: str = "club") -> Path:
    """Where `kibitz run` looks for what was learnt."""
    return shell.folder / "journals" / f"{table}.camera"


def test_the_starting_position_is_learnt_and_kept_where_the_service_looks(shell: Shell) -> None:
    before(shell, seen().picture)

    result = shell.kibitz("calibrate")

    assert result.exit_code == LEARNT, result.output
    assert "The board is learnt." in result.output
    assert "light and" in result.output
    learned = kept_board(board(shell))
    assert learned is not None
    assert learned.eye.size == SMALL


def test_another_position_is_not_learnt_and_what_to_do_is_told(shell: Shell) -> None:
    before(shell, seen(without_one(START, point(8))).picture)

    result = shell.kibitz("calibrate")

    assert result.exit_code == NOT_LEARNT, result.output
    assert "missing, or cannot be made out, on point 8 (as Alice counts)" in result.output
    assert "in order" in result.output
    assert not board(shell).exists()


def test_a_later_picture_will_do_as_well(shell: Shell) -> None:
    before(shell, GREY, GREY, seen().picture)

    assert shell.kibitz("calibrate").exit_code == LEARNT


def test_corners_can_be_told(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.seeing.starting.found", None)
    view = seen()
    before(shell, view.picture)

    result = shell.kibitz("calibrate", "--corners", written(corners_of(view)))

    assert result.exit_code == LEARNT, result.output


@pytest.mark.parametrize(
    ("corners", "exit_code", "words"),
    [
        ("100,100 110,100 110,110 100,110", NOT_LEARNT, "cannot be those of a board"),
        ("1e9,0 2e9,0 2e9,1e9 1e9,1e9", NOT_LEARNT, "cannot be those of a board"),
        ("nan,0 10,0 10,10 0,10", REFUSED, "number of pixels"),
        ("0,0 100,100 100,0 0,100", REFUSED, "do not go around"),
        ("0,0 100,0 100,100", REFUSED, "four corners"),
    ],
)
def test_corners_of_no_board_are_told_to_be_so(
    shell: Shell, corners: str, exit_code: int, words: str
) -> None:
    before(shell, GREY)

    result = shell.kibitz("calibrate", "--corners", corners)

    assert (result.exit_code, words in result.output) == (exit_code, True), result.output


@pytest.mark.parametrize(
    ("picture", "words"), [(GREY, "No board is found"), (GREY * 0, "too dark")]
)
def test_where_nothing_can_be_learnt_it_is_told_why(
    shell: Shell, picture: Picture, words: str
) -> None:
    before(shell, picture)

    result = shell.kibitz("calibrate")

    assert (result.exit_code, words in result.output) == (NOT_LEARNT, True), result.output


def test_what_is_seen_is_drawn_over_the_picture(shell: Shell) -> None:
    before(shell, seen().picture)

    result = shell.kibitz("calibrate", "--overlay", "drawn.jpg")

    drawn = cv2.imread(str(shell.folder / "drawn.jpg"))
    assert result.exit_code == LEARNT
    assert drawn is not None
    assert drawn.shape == seen().picture.shape
    assert np.abs(drawn.astype(int) - seen().picture).max() > 100


def test_what_was_learnt_before_stays_if_nothing_better_is_learnt(shell: Shell) -> None:
    before(shell, seen().picture)
    shell.kibitz("calibrate")
    known = board(shell).read_bytes()
    before(shell, GREY)

    assert shell.kibitz("calibrate").exit_code == NOT_LEARNT
    assert board(shell).read_bytes() == known


def test_a_table_that_is_in_use_is_calibrated_on_its_page(shell: Shell) -> None:
    before(shell, seen().picture)
    (shell.folder / "journals").mkdir()
    claim = Claim(shell.folder / "journals" / "club.journal")
    claim.take()

    result = shell.kibitz("calibrate")
    claim.drop()

    assert result.exit_code == REFUSED
    assert "on its page" in result.output
    assert not board(shell).exists()


def test_afterwards_the_table_is_free_again(shell: Shell) -> None:
    before(shell, GREY)
    shell.kibitz("calibrate")

    claim = Claim(shell.folder / "journals" / "club.journal")
    claim.take()
    claim.drop()


def test_a_camera_that_cannot_be_reached_is_told_of(shell: Shell) -> None:
    result = shell.kibitz("calibrate")

    assert result.exit_code == REFUSED
    assert "no picture" in result.output


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--table", "home"), "no table home"),
        (("--table", "felt"), "No camera"),
        (("--overlay", "drawn.gif"), ".jpg"),
    ],
)
def test_what_cannot_be_done_is_refused_before_the_camera_is_opened(
    shell: Shell, options: tuple[str, ...], words: str
) -> None:
    with (shell.folder / "kibitz.toml").open("a", encoding="utf-8") as file:
        file.write(BLIND)

    result = shell.kibitz("calibrate", *options)

    assert (result.exit_code, words in result.output) == (REFUSED, True), result.output
    assert "looking" not in result.output


def test_of_several_cameras_one_is_named(shell: Shell) -> None:
    file = shell.folder / "kibitz.toml"
    other = file.read_text("utf-8").replace('name = "club"', 'name = "home"')
    with file.open("a", encoding="utf-8") as more:
        more.write(other[other.index("[[table]]") :])
    before(shell, seen().picture)

    unnamed, named = shell.kibitz("calibrate"), shell.kibitz("calibrate", "--table", "home")

    assert (unnamed.exit_code, "club | home" in unnamed.output) == (REFUSED, True), unnamed.output
    assert (named.exit_code, board(shell, "home").exists()) == (LEARNT, True), named.output


def test_the_cards_for_the_corners_are_kept_without_a_camera(shell: Shell) -> None:
    result = shell.kibitz("calibrate", "--markers-sheet", "cards.svg")

    assert (result.exit_code, result.output) == (LEARNT, "")
    assert (shell.folder / "cards.svg").read_text("utf-8").startswith("<svg ")


def test_the_cards_are_kept_in_no_file_of_another_kind(shell: Shell) -> None:
    result = shell.kibitz("calibrate", "--markers-sheet", "cards.pdf")

    assert result.exit_code == REFUSED
    (line,) = result.stderr.splitlines()
    assert "cards.pdf: the cards are kept as .svg" in line
    assert not (shell.folder / "cards.pdf").exists()


def test_a_file_that_cannot_be_written_is_told_of(shell: Shell) -> None:
    result = shell.kibitz("calibrate", "--markers-sheet", "none/cards.svg")

    assert result.exit_code == REFUSED
    assert "cannot be written" in result.output


def test_it_speaks_french_too(shell: Shell) -> None:
    before(shell, seen().picture)

    result = shell.kibitz("calibrate", "--language", "fr", environment=ENGLISH)

    assert "Le tablier est appris." in result.output
