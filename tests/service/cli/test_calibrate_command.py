"""`kibitz calibrate` calibrates a camera from the starting position, and reports the result."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.checkers import point
from service.camera.calibration_store import load_calibration as kept_board
from service.cli import calibrate_command
from service.storage.journal import JournalLock
from simulation.rendering.board_pictures import START
from tests.rigs.environment.command_shell import ENGLISH, CommandShell
from tests.rigs.vision import photo_readings as photos
from tests.rigs.vision.rendered_boards import corners_of, find_board_once
from vision.picture_arrays import Picture

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
GREY = np.full((photos.SMALL[1], photos.SMALL[0], 3), 128, np.uint8)
LEARNT, NOT_LEARNT, REFUSED = 0, 1, 2


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> CommandShell:
    photos.patch_calibrate_once(monkeypatch)
    monkeypatch.setattr("service.camera.board_calibration.find_board", find_board_once)
    monkeypatch.setattr(calibrate_command, "SETTLING", 0.0)
    (tmp_path / "kibitz.toml").write_text(CONFIGURATION.format(folder=tmp_path), "utf-8")
    (tmp_path / "pictures").mkdir()
    return CommandShell(tmp_path, monkeypatch)


def show_to_camera(shell: CommandShell, *pictures: Picture) -> None:
    """Puts these pictures before the camera, one after the other."""
    for number, picture in enumerate(pictures):
        photos.write_picture(picture, shell.folder / "pictures" / f"{number}.png")


def calibration_file(shell: CommandShell, table: str = "club") -> Path:
    """The file in which `kibitz run` looks for the calibration."""
    return shell.folder / "journals" / f"{table}.camera"


def test_starting_position_is_calibrated_and_stored_where_the_service_looks(
    shell: CommandShell,
) -> None:
    show_to_camera(shell, photos.small_picture().picture)

    result = shell.kibitz("calibrate")

    assert result.exit_code == LEARNT, result.output
    assert "The camera has learnt the board." in result.output
    assert "light and" in result.output
    learned = kept_board(calibration_file(shell))
    assert learned is not None
    assert learned.camera.size == photos.SMALL


@pytest.mark.release
def test_other_position_is_not_calibrated_and_the_remedy_is_reported(shell: CommandShell) -> None:
    show_to_camera(shell, photos.small_picture(photos.layout_without_one(START, point(8))).picture)

    result = shell.kibitz("calibrate")

    assert result.exit_code == NOT_LEARNT, result.output
    assert "missing or cannot be made out on point 8 (as Alice counts)" in result.output
    assert "straight, flat" in result.output
    assert not calibration_file(shell).exists()


def test_a_later_picture_will_do_as_well(shell: CommandShell) -> None:
    show_to_camera(shell, GREY, GREY, photos.small_picture().picture)
    assert shell.kibitz("calibrate").exit_code == LEARNT


def test_corners_can_be_given(shell: CommandShell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.camera.board_calibration.find_board", None)
    view = photos.small_picture()
    show_to_camera(shell, view.picture)

    result = shell.kibitz("calibrate", "--corners", photos.corner_text(corners_of(view)))

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
def test_corners_of_no_board_are_reported_as_such(
    shell: CommandShell, corners: str, exit_code: int, words: str
) -> None:
    show_to_camera(shell, GREY)

    result = shell.kibitz("calibrate", "--corners", corners)

    assert (result.exit_code, words in result.output) == (exit_code, True), result.output


@pytest.mark.parametrize(
    ("picture", "words"), [(GREY, "No board was found"), (GREY * 0, "too dark")]
)
def test_failed_calibration_is_explained(shell: CommandShell, picture: Picture, words: str) -> None:
    show_to_camera(shell, picture)

    result = shell.kibitz("calibrate")

    assert (result.exit_code, words in result.output) == (NOT_LEARNT, True), result.output


def test_overlay_is_drawn_over_the_picture(shell: CommandShell) -> None:
    show_to_camera(shell, photos.small_picture().picture)

    result = shell.kibitz("calibrate", "--overlay", "drawn.jpg")

    drawn = cv2.imread(str(shell.folder / "drawn.jpg"))
    assert result.exit_code == LEARNT
    assert drawn is not None
    assert drawn.shape == photos.small_picture().picture.shape
    assert np.abs(drawn.astype(int) - photos.small_picture().picture).max() > 100


def test_failed_calibration_preserves_the_earlier_one(shell: CommandShell) -> None:
    show_to_camera(shell, photos.small_picture().picture)
    shell.kibitz("calibrate")
    known = calibration_file(shell).read_bytes()
    show_to_camera(shell, GREY)

    assert shell.kibitz("calibrate").exit_code == NOT_LEARNT
    assert calibration_file(shell).read_bytes() == known


def test_a_table_that_is_in_use_is_calibrated_on_its_page(shell: CommandShell) -> None:
    show_to_camera(shell, photos.small_picture().picture)
    (shell.folder / "journals").mkdir()
    lock = JournalLock(shell.folder / "journals" / "club.journal")
    lock.take()

    result = shell.kibitz("calibrate")
    lock.release()

    assert result.exit_code == REFUSED
    assert "on its page" in result.output
    assert not calibration_file(shell).exists()


def test_table_is_free_again_after_a_calibration(shell: CommandShell) -> None:
    show_to_camera(shell, GREY)
    shell.kibitz("calibrate")

    lock = JournalLock(shell.folder / "journals" / "club.journal")
    lock.take()
    lock.release()


def test_unreachable_camera_is_reported(shell: CommandShell) -> None:
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
def test_impossible_request_is_refused_before_the_camera_is_opened(
    shell: CommandShell, options: tuple[str, ...], words: str
) -> None:
    with (shell.folder / "kibitz.toml").open("a", encoding="utf-8") as file:
        file.write(BLIND)

    result = shell.kibitz("calibrate", *options)

    assert (result.exit_code, words in result.output) == (REFUSED, True), result.output
    assert "looking" not in result.output


def test_of_several_cameras_one_is_named(shell: CommandShell) -> None:
    file = shell.folder / "kibitz.toml"
    other = file.read_text("utf-8").replace('name = "club"', 'name = "home"')
    with file.open("a", encoding="utf-8") as more:
        more.write(other[other.index("[[table]]") :])
    show_to_camera(shell, photos.small_picture().picture)

    unnamed, named = shell.kibitz("calibrate"), shell.kibitz("calibrate", "--table", "home")

    assert (unnamed.exit_code, "club | home" in unnamed.output) == (REFUSED, True), unnamed.output
    assert (named.exit_code, calibration_file(shell, "home").exists()) == (LEARNT, True), (
        named.output
    )


def test_marker_sheet_is_written_without_a_camera(shell: CommandShell) -> None:
    result = shell.kibitz("calibrate", "--markers-sheet", "cards.svg")

    assert (result.exit_code, result.output) == (LEARNT, "")
    assert (shell.folder / "cards.svg").read_text("utf-8").startswith("<svg ")


def test_marker_sheet_is_written_to_no_other_kind_of_file(shell: CommandShell) -> None:
    result = shell.kibitz("calibrate", "--markers-sheet", "cards.pdf")

    assert result.exit_code == REFUSED
    (line,) = result.stderr.splitlines()
    assert "cards.pdf: the name of the marker sheet must end in .svg" in line
    assert not (shell.folder / "cards.pdf").exists()


def test_unwritable_file_is_reported(shell: CommandShell) -> None:
    result = shell.kibitz("calibrate", "--markers-sheet", "none/cards.svg")

    assert result.exit_code == REFUSED
    assert "cannot be written" in result.output


def test_calibrate_speaks_french_too(shell: CommandShell) -> None:
    show_to_camera(shell, photos.small_picture().picture)

    result = shell.kibitz("calibrate", "--language", "fr", environment=ENGLISH)

    assert "La caméra a appris le tablier." in result.output
