"""Pictures without a board get a clear answer in one line, or a reading full of doubt."""

import json
import os
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from click.testing import Result

from hardware.checkers import BACKGAMMON, Colour, Layout, point
from simulation.rendering.board_geometry import checker_spot
from simulation.rendering.board_pictures import (
    LIFTED,
    START,
    BoardPicture,
    lifted_checker,
    render_board,
)
from simulation.rendering.hand_and_arm import make_hand
from simulation.rendering.picture_conditions import VIEWPOINTS
from tests.rigs.environment.command_shell import CommandShell
from tests.rigs.vision import picture_files as files
from tests.rigs.vision.decoy_pictures import tablecloth
from tests.rigs.vision.photo_readings import (
    SMALL,
    corner_text,
    layout_without_one,
    patch_calibrate_once,
    small_picture,
    write_picture,
)
from tests.rigs.vision.rendered_boards import MIDDLE, corners_of
from vision.camera_model import Corners
from vision.picture_arrays import Picture

AROUND_CLOTH = "230,30 710,30 710,510 230,510"
HUGE = (20_000, 10_000)
"""Two hundred million pixels."""


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> CommandShell:
    patch_calibrate_once(monkeypatch)
    return CommandShell(tmp_path, monkeypatch)


def assert_refused(result: Result, *words: str) -> None:
    """Asserts exit code 2 and one line with these words."""
    assert result.exit_code == 2, result.output
    assert result.output.startswith("Error: ")
    assert result.output.count("\n") == 1
    for word in words:
        assert word in result.output


def a_cat() -> Picture:
    """Fur, and two eyes that are as round as checkers."""
    width, height = SMALL
    y, x = np.mgrid[:height, :width]
    fur = [128 + 90 * np.sin(x / 37 + y / 53), 100 + 80 * np.cos(x / 29), 90 + 60 * np.sin(y / 41)]
    picture = np.stack(fur, axis=-1).astype(np.uint8)
    for eye in (220, 420):
        cv2.circle(picture, (eye, 200), 40, (240, 240, 240), -1)
        cv2.circle(picture, (eye, 200), 15, (0, 0, 0), -1)
    return picture


def crowded(lying: Layout) -> BoardPicture:
    view = small_picture(lying)
    x, y, z = checker_spot(view.plan, point(10))
    more = lifted_checker(view.plan, Colour.LIGHT, (x, y, z - LIFTED))
    return render_board("club", "soft", VIEWPOINTS["leaning"], lying, size=SMALL, things=[more])


SAMPLE = files.sample_picture(640, 480)
JPEG, PNG = files.encode_picture(SAMPLE), files.encode_picture(SAMPLE, ".png")
NO_PICTURES = {
    "empty": (b"", "is empty"),
    "text": (b"hello", "is not a picture"),
    "svg": (b'<svg xmlns="http://www.w3.org/2000/svg"/>', "is not a picture"),
    "pdf": (b"%PDF-1.7\n", "is not a picture"),
    "cut jpeg": (JPEG[: len(JPEG) // 2], "cut short"),
    "cut png": (PNG[: len(PNG) // 2], "cut short"),
    "harmed png": (PNG[:300] + b"\0" + PNG[301:], "damaged"),
    "animation": (files.animated_png(files.sample_picture()), "animation"),
    "huge jpeg": (files.jpeg_with_size(*HUGE, JPEG), "200 million pixels"),
    "huge png": (files.png_with_size(*HUGE), "200 million pixels"),
    "huge bmp": (
        files.bmp_with_size(*HUGE, files.encode_picture(files.sample_picture(), ".bmp")),
        "200 million pixels",
    ),
    "huge webp": (files.webp_with_size(16_000, 12_500), "200 million pixels"),
    "huge gif": (b"GIF89a" + struct.pack("<HH", *HUGE) + bytes(99), "GIF"),
    "huge tiff": (b"II*\0" + bytes(99), "TIFF"),
    "huge jpeg 2000": (b"\0\0\0\x0cjP  \r\n\x87\n" + bytes(99), "JPEG 2000"),
    "huge pgm": (b"P5 20000 10000 255\n", "is not a picture"),
    "huge hdr": (b"#?RADIANCE\n\n-Y 10000 +X 20000\n", "is not a picture"),
    "a speck": (files.encode_picture(files.sample_picture(50, 50)), "too small"),
    "a thread": (files.encode_picture(files.sample_picture(5000, 8)), "too small"),
}


@pytest.mark.parametrize("name", list(NO_PICTURES))
@pytest.mark.parametrize("as_start", [False, True], ids=["looked at", "learnt from"])
def test_a_file_that_is_no_picture_is_refused_in_one_line(
    shell: CommandShell, capfd: pytest.CaptureFixture[str], name: str, *, as_start: bool
) -> None:
    data, word = NO_PICTURES[name]
    bad = shell.folder / "bad.jpg"
    bad.write_bytes(data)
    good = write_picture(files.sample_picture(640, 480), shell.folder / "good.png")

    asked = (good, "--learn", str(bad)) if as_start else (str(bad),)

    assert_refused(shell.kibitz("look", *asked), word, "bad.jpg")
    assert capfd.readouterr().err == ""


def test_path_that_is_no_file_is_refused_without_waiting(shell: CommandShell) -> None:
    folder, pipe = shell.folder / "folder", shell.folder / "pipe"
    folder.mkdir()
    os.mkfifo(pipe)

    assert_refused(shell.kibitz("look", str(folder)), "is a folder")
    assert_refused(shell.kibitz("look", str(pipe)), "not a regular file")
    assert_refused(shell.kibitz("look", "/dev/zero"), "not a regular file")
    assert_refused(shell.kibitz("look", "nothing.jpg"), "does not exist")
    assert_refused(shell.kibitz("look", "x" * 5000))


@pytest.mark.usefixtures("ordinary_user")
def test_a_picture_that_may_not_be_read_is_refused(shell: CommandShell) -> None:
    file = Path(write_picture(files.sample_picture(), shell.folder / "secret.png"))
    file.chmod(0)

    assert_refused(shell.kibitz("look", str(file)), "cannot be read: permission denied")


def test_file_name_with_a_line_break_is_reported_in_one_line(shell: CommandShell) -> None:
    file = shell.folder / "two\nlines.png"
    file.write_bytes(b"nothing")

    assert_refused(shell.kibitz("look", str(file)), "two?lines.png")


@pytest.mark.release
def test_picture_without_a_board_is_refused(shell: CommandShell) -> None:
    file = write_picture(a_cat(), shell.folder / "cat.png")
    start = write_picture(small_picture().picture, shell.folder / "start.png")
    corners = corner_text(corners_of(small_picture()))

    assert_refused(shell.kibitz("look", file), "No board was found")
    assert_refused(shell.kibitz("look", file, "--corners", corners), "does not look like")
    assert_refused(shell.kibitz("look", file, "--corners", corners, "--learn", start), "not found")
    assert_refused(shell.kibitz("look", start, "--learn", file), "starting position", "cat.png")


@pytest.mark.release
def test_corners_that_fit_no_board_are_refused_in_one_line(shell: CommandShell) -> None:
    start = write_picture(small_picture(MIDDLE).picture, shell.folder / "now.png")
    cloth = write_picture(tablecloth(), shell.folder / "cloth.png")
    askew = corner_text(corners_of(small_picture()).rotated(1))

    for options in ((), ("--json",)):
        assert_refused(
            shell.kibitz("look", start, "--corners", askew, *options), "Within these corners"
        )
    assert_refused(shell.kibitz("look", cloth, "--corners", AROUND_CLOTH), "Within these corners")


@pytest.mark.release
def test_falsely_found_board_is_reported_as_no_board(
    shell: CommandShell, monkeypatch: pytest.MonkeyPatch
) -> None:
    cloth = write_picture(tablecloth(), shell.folder / "cloth.png")
    around = Corners.of(np.array([(230, 30), (710, 30), (710, 510), (230, 510)], np.float64))
    monkeypatch.setattr("service.camera.photo_reading.find_board", lambda _: around)

    assert_refused(shell.kibitz("look", cloth), "The picture does not look like")


@pytest.mark.release
def test_a_hand_over_a_part_of_a_board_hides_that_part_only(shell: CommandShell) -> None:
    view = small_picture(MIDDLE)
    x, y, _ = checker_spot(view.plan, point(8), 2)
    hand = make_hand((x, y, 0.3), -1, x)
    leaning = VIEWPOINTS["leaning"]
    covered = render_board("club", "soft", leaning, MIDDLE, size=SMALL, things=[hand])

    found = look_json(shell, covered.picture)

    assert "covered" in found["warnings"]
    assert 0 < len(found["covered"]) < len(BACKGAMMON.places) / 2


def test_a_damaged_jpeg_makes_no_noise(
    shell: CommandShell, capfd: pytest.CaptureFixture[str]
) -> None:
    data = bytearray(files.encode_picture(files.sample_picture(240, 180)))
    for at in range(800, len(data) - 2, 97):
        data[at] = 0x55
    file = shell.folder / "scratched.jpg"
    file.write_bytes(data)

    assert_refused(shell.kibitz("look", str(file)))
    assert capfd.readouterr().err == ""


def as_16_bits(picture: Picture) -> bytes:
    return files.encode_picture(picture.astype(np.uint16) * 257, ".png")


def as_grey(picture: Picture) -> bytes:
    return files.encode_picture(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), ".png")


def with_alpha(picture: Picture) -> bytes:
    see_through = np.full(picture.shape[:2], 90, np.uint8)
    return files.encode_picture(np.dstack([picture, see_through]), ".png")


def turned_by_exif(picture: Picture) -> bytes:
    """The picture on its side, with an EXIF tag that says so."""
    return files.with_orientation(files.encode_picture(np.rot90(picture).copy()), 6)


@pytest.mark.release(after=1)
@pytest.mark.parametrize("written_as", [as_16_bits, as_grey, with_alpha, turned_by_exif])
def test_a_picture_may_be_written_in_any_usual_format(
    shell: CommandShell, written_as: Callable[[Picture], bytes]
) -> None:
    file = shell.folder / "start.jpg"
    file.write_bytes(written_as(small_picture().picture))

    corners = corner_text(corners_of(small_picture()))
    result = shell.kibitz("look", str(file), "--corners", corners, "--json")

    found = json.loads(result.output)
    assert found["learnt"] is True
    assert found["points"][:6] == [-2, 0, 0, 0, 0, 5]


def look_json(shell: CommandShell, picture: Picture, *options: str) -> dict[str, Any]:
    """The JSON report on a picture of the board that START.png shows."""
    write_picture(small_picture().picture, shell.folder / "START.png")
    file = write_picture(picture, shell.folder / "now.png")
    corners = ("--corners", corner_text(corners_of(small_picture())))
    result = shell.kibitz("look", file, *corners, *options, "--json")
    assert result.exit_code == 0, result.output
    found: dict[str, Any] = json.loads(result.output)
    return found


@pytest.mark.release
@pytest.mark.parametrize("options", [(), ("--learn", "START.png")], ids=["guessed", "learnt"])
@pytest.mark.parametrize(
    "view",
    [lambda: small_picture(layout_without_one(START, point(6))), lambda: crowded(MIDDLE)],
    ids=["29", "31"],
)
def test_reading_with_a_wrong_number_of_checkers_is_incomplete(
    shell: CommandShell, view: Callable[[], BoardPicture], options: tuple[str, ...]
) -> None:
    found = look_json(shell, view().picture, *options)

    assert found["complete"] is False
    assert found["warnings"]


@pytest.mark.release
@pytest.mark.parametrize(
    ("view", "words"),
    [
        (
            lambda: small_picture(layout_without_one(START, point(6))),
            "missing or cannot be made out on point 6.",
        ),
        (lambda: crowded(START), "too many checkers for the starting position on point 10."),
        (lambda: small_picture(MIDDLE), "on point 1, on point 6, on point 12"),
        (lambda: small_picture(Layout({})), "does not show the starting position"),
    ],
    ids=["29", "31", "another position", "empty"],
)
def test_faults_of_a_starting_picture_are_reported_in_one_line(
    shell: CommandShell, view: Callable[[], BoardPicture], words: str
) -> None:
    start = write_picture(view().picture, shell.folder / "start.png")
    now = write_picture(small_picture(MIDDLE).picture, shell.folder / "now.png")

    assert_refused(shell.kibitz("look", now, "--learn", start), "start.png", words)


@pytest.mark.release
def test_a_board_that_was_learnt_is_not_read_in_a_mirror(shell: CommandShell) -> None:
    start = write_picture(small_picture().picture, shell.folder / "start.png")
    now = write_picture(small_picture(MIDDLE).picture[:, ::-1], shell.folder / "now.png")

    assert_refused(shell.kibitz("look", now, "--learn", start), "shows the learnt board mirrored")


def test_a_picture_that_is_upside_down_is_read_from_its_start(shell: CommandShell) -> None:
    file = write_picture(small_picture().picture[::-1, ::-1], shell.folder / "start.png")

    found = json.loads(
        shell.kibitz(
            "look", file, "--corners", corner_text(corners_of(small_picture())), "--json"
        ).output
    )

    assert (found["positive"], found["home"]["light"]) == ("dark", "top-left")
    assert found["learnt"] is True


def test_mirrored_corners_are_reported(shell: CommandShell) -> None:
    view = small_picture()
    file = write_picture(view.picture, shell.folder / "start.png")
    corners = corners_of(view)
    mirrored = type(corners).of(corners.points[[1, 0, 3, 2]])

    found = json.loads(
        shell.kibitz("look", file, "--corners", corner_text(mirrored), "--json").output
    )

    assert "mirrored" in found["warnings"]


@pytest.mark.release
def test_mirrored_board_is_never_read_with_certainty(shell: CommandShell) -> None:
    found = look_json(shell, small_picture(MIDDLE).picture[:, ::-1])

    assert found["complete"] is False
    assert "nothing_learnt" in found["warnings"]


@pytest.mark.parametrize(
    ("corners", "word"),
    [
        ("", "four corners"),
        ("1,2 3,4 5,6", "not 6"),
        ("nowhere.json", "nor a file"),
        ("100,80 500,80 540,six 60,400", "six"),
        ("nan,80 500,80 540,400 60,400", "number of pixels"),
        ("100,80 540,400 500,80 60,400", "do not go around"),
        ("100,80 5000,80 540,400 60,400", "outside the picture"),
        ("100,80 130,80 130,110 100,110", "too small"),
    ],
)
def test_invalid_corners_are_refused(shell: CommandShell, corners: str, word: str) -> None:
    file = write_picture(small_picture().picture, shell.folder / "start.png")
    assert_refused(shell.kibitz("look", file, "--corners", corners), word)


def test_corners_may_be_four_arguments(shell: CommandShell) -> None:
    file = write_picture(small_picture().picture, shell.folder / "start.png")

    result = shell.kibitz(
        "look", "--corners", *corner_text(corners_of(small_picture())).split(), file
    )

    assert result.exit_code == 0
    assert "XGID=" in result.output


@pytest.mark.parametrize(
    ("drawn_to", "word"),
    [
        ("nowhere/drawn.png", "cannot be written"), ("folder.png", "cannot be written"),
        ("drawn.xyz", ".png or .jpg"), ("start.png", "to be read"), ("link.png", "to be read"),
    ],
)  # fmt: skip
def test_unwritable_overlay_is_refused(shell: CommandShell, drawn_to: str, word: str) -> None:
    file = Path(write_picture(small_picture().picture, shell.folder / "start.png"))
    before = file.read_bytes()
    (shell.folder / "folder.png").mkdir()
    (shell.folder / "link.png").symlink_to(file)
    corners = corner_text(corners_of(small_picture()))

    result = shell.kibitz("look", "start.png", "--corners", corners, "--overlay", drawn_to)

    assert_refused(result, word)
    assert file.read_bytes() == before


def test_pictures_of_cameras_that_cannot_be_the_same_are_refused(shell: CommandShell) -> None:
    start = write_picture(small_picture().picture, shell.folder / "start.png")
    other = write_picture(files.sample_picture(800, 480), shell.folder / "other.png")

    assert_refused(shell.kibitz("look", other, "--learn", start), "800x480", "640x480")


@pytest.mark.parametrize("expected", ["", "nonsense", "XGID=", "4HPwATDgc"])
def test_invalid_expected_position_is_refused(shell: CommandShell, expected: str) -> None:
    file = write_picture(files.sample_picture(640, 480), shell.folder / "start.png")
    assert_refused(shell.kibitz("look", file, "--expect", expected))
