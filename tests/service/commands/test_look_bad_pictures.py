"""What is no picture of a board gets a clear answer in one line, or a reading full of doubt."""

from __future__ import annotations

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
from hardware.drivers.simulated.camera.hands import reaching
from hardware.drivers.simulated.camera.laying import spot
from hardware.drivers.simulated.camera.pictures import LIFTED, START, View, lifted, rendered
from hardware.drivers.simulated.camera.viewpoints import VIEWPOINTS
from tests.rigs.commands import Shell
from tests.rigs.looked_at import SMALL, corners_of, kept, learn_once, seen, without_one
from tests.rigs.looked_at import written as typed
from tests.rigs.no_boards import tablecloth
from tests.rigs.pictures import (
    bmp_saying,
    drawn,
    jpeg_saying,
    moving_png,
    png_saying,
    turned,
    webp_saying,
    written,
)
from tests.rigs.vision_boards import MIDDLE
from vision.corners import Corners
from vision.pictures import Picture

AROUND_CLOTH = "230,30 710,30 710,510 230,510"
HUGE = (20_000, 10_000)
"""Two hundred million pixels."""


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shell:
    learn_once(monkeypatch)
    return Shell(tmp_path, monkeypatch)


def refused(result: Result, *words: str) -> None:
    """Exit code 2 and one line with these words."""
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


def crowded(lying: Layout) -> View:
    """The same board with one light checker more."""
    view = seen(lying)
    x, y, z = spot(view.plan, point(10))
    more = lifted(view.plan, Colour.LIGHT, (x, y, z - LIFTED))
    return rendered("club", "soft", VIEWPOINTS["leaning"], lying, size=SMALL, things=[more])


JPEG, PNG = written(drawn(640, 480)), written(drawn(640, 480), ".png")
NO_PICTURES = {
    "empty": (b"", "is empty"),
    "text": (b"hello", "is not a picture"),
    "svg": (b'<svg xmlns="http://www.w3.org/2000/svg"/>', "is not a picture"),
    "pdf": (b"%PDF-1.7\n", "is not a picture"),
    "cut jpeg": (JPEG[: len(JPEG) // 2], "cut short"),
    "cut png": (PNG[: len(PNG) // 2], "cut short"),
    "harmed png": (PNG[:300] + b"\0" + PNG[301:], "damaged"),
    "animation": (moving_png(drawn()), "animation"),
    "huge jpeg": (jpeg_saying(*HUGE, JPEG), "200 million pixels"),
    "huge png": (png_saying(*HUGE), "200 million pixels"),
    "huge bmp": (bmp_saying(*HUGE, written(drawn(), ".bmp")), "200 million pixels"),
    "huge webp": (webp_saying(16_000, 12_500), "200 million pixels"),
    "huge gif": (b"GIF89a" + struct.pack("<HH", *HUGE) + bytes(99), "GIF"),
    "huge tiff": (b"II*\0" + bytes(99), "TIFF"),
    "huge jpeg 2000": (b"\0\0\0\x0cjP  \r\n\x87\n" + bytes(99), "JPEG 2000"),
    "huge pgm": (b"P5 20000 10000 255\n", "is not a picture"),
    "huge hdr": (b"#?RADIANCE\n\n-Y 10000 +X 20000\n", "is not a picture"),
    "a speck": (written(drawn(50, 50)), "too small"),
    "a thread": (written(drawn(5000, 8)), "too small"),
}


@pytest.mark.parametrize("name", list(NO_PICTURES))
@pytest.mark.parametrize("as_start", [False, True], ids=["looked at", "learnt from"])
def test_a_file_that_is_no_picture_is_refused_in_one_line(
    shell: Shell, capfd: pytest.CaptureFixture[str], name: str, *, as_start: bool
) -> None:
    data, word = NO_PICTURES[name]
    bad = shell.folder / "bad.jpg"
    bad.write_bytes(data)
    good = kept(drawn(640, 480), shell.folder / "good.png")

    asked = (good, "--learn", str(bad)) if as_start else (str(bad),)

    refused(shell.kibitz("look", *asked), word, "bad.jpg")
    assert capfd.readouterr().err == ""


def test_what_is_no_file_is_refused_and_nobody_waits_for_it(shell: Shell) -> None:
    folder, pipe = shell.folder / "folder", shell.folder / "pipe"
    folder.mkdir()
    os.mkfifo(pipe)

    refused(shell.kibitz("look", str(folder)), "is a folder")
    refused(shell.kibitz("look", str(pipe)), "no ordinary file")
    refused(shell.kibitz("look", "/dev/zero"), "no ordinary file")
    refused(shell.kibitz("look", "nothing.jpg"), "is not there")
    refused(shell.kibitz("look", "x" * 5000))


@pytest.mark.usefixtures("ordinary_user")
def test_a_picture_that_may_not_be_read_is_refused(shell: Shell) -> None:
    file = Path(kept(drawn(), shell.folder / "secret.png"))
    file.chmod(0)

    refused(shell.kibitz("look", str(file)), "may not be read by you")


def test_a_name_with_a_line_in_it_is_told_in_one_line(shell: Shell) -> None:
    file = shell.folder / "two\nlines.png"
    file.write_bytes(b"nothing")

    refused(shell.kibitz("look", str(file)), "two?lines.png")


def test_where_no_board_is_nothing_is_read(shell: Shell) -> None:
    file = kept(a_cat(), shell.folder / "cat.png")
    start = kept(seen().picture, shell.folder / "start.png")
    corners = typed(corners_of(seen()))

    refused(shell.kibitz("look", file), "No board is found")
    refused(shell.kibitz("look", file, "--corners", corners), "does not look like")
    refused(shell.kibitz("look", file, "--corners", corners, "--learn", start), "not found")
    refused(shell.kibitz("look", start, "--learn", file), "starting position", "cat.png")


def test_corners_that_fit_no_board_are_refused_in_one_line(shell: Shell) -> None:
    start = kept(seen(MIDDLE).picture, shell.folder / "now.png")
    cloth = kept(tablecloth(), shell.folder / "cloth.png")
    askew = typed(corners_of(seen()).turned(1))

    for options in ((), ("--json",)):
        refused(shell.kibitz("look", start, "--corners", askew, *options), "Within these corners")
    refused(shell.kibitz("look", cloth, "--corners", AROUND_CLOTH), "Within these corners")


def test_a_board_that_was_found_and_is_none_is_told_as_none(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    cloth = kept(tablecloth(), shell.folder / "cloth.png")
    around = Corners.of(np.array([(230, 30), (710, 30), (710, 510), (230, 510)], np.float64))
    monkeypatch.setattr("service.looking.looked.found", lambda _: around)

    refused(shell.kibitz("look", cloth), "What is in the picture does not look like")


def test_a_hand_over_a_part_of_a_board_hides_that_part_only(shell: Shell) -> None:
    view = seen(MIDDLE)
    x, y, _ = spot(view.plan, point(8), 2)
    hand = reaching((x, y, 0.3), -1, x)
    leaning = VIEWPOINTS["leaning"]
    covered = rendered("club", "soft", leaning, MIDDLE, size=SMALL, things=[hand])

    found = told(shell, covered.picture)

    assert "covered" in found["warnings"]
    assert 0 < len(found["covered"]) < len(BACKGAMMON) / 2


def test_a_damaged_jpeg_makes_no_noise(shell: Shell, capfd: pytest.CaptureFixture[str]) -> None:
    data = bytearray(written(drawn(240, 180)))
    for at in range(800, len(data) - 2, 97):
        data[at] = 0x55
    file = shell.folder / "scratched.jpg"
    file.write_bytes(data)

    refused(shell.kibitz("look", str(file)))
    assert capfd.readouterr().err == ""


def as_16_bits(picture: Picture) -> bytes:
    return written(picture.astype(np.uint16) * 257, ".png")


def as_grey(picture: Picture) -> bytes:
    return written(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), ".png")


def with_alpha(picture: Picture) -> bytes:
    see_through = np.full(picture.shape[:2], 90, np.uint8)
    return written(np.dstack([picture, see_through]), ".png")


def turned_by_exif(picture: Picture) -> bytes:
    """Lying on its side, and saying so."""
    return turned(written(np.rot90(picture).copy()), 6)


@pytest.mark.parametrize("written_as", [as_16_bits, as_grey, with_alpha, turned_by_exif])
def test_a_picture_may_be_written_in_any_honest_way(
    shell: Shell, written_as: Callable[[Picture], bytes]
) -> None:
    file = shell.folder / "start.jpg"
    file.write_bytes(written_as(seen().picture))

    result = shell.kibitz("look", str(file), "--corners", typed(corners_of(seen())), "--json")

    found = json.loads(result.output)
    assert found["learnt"] is True
    assert found["points"][:6] == [-2, 0, 0, 0, 0, 5]


def told(shell: Shell, picture: Picture, *options: str) -> dict[str, Any]:
    """What programs are told of a picture of the board that START.png shows."""
    kept(seen().picture, shell.folder / "START.png")
    file = kept(picture, shell.folder / "now.png")
    corners = ("--corners", typed(corners_of(seen())))
    result = shell.kibitz("look", file, *corners, *options, "--json")
    assert result.exit_code == 0, result.output
    found: dict[str, Any] = json.loads(result.output)
    return found


@pytest.mark.parametrize("options", [(), ("--learn", "START.png")], ids=["guessed", "learnt"])
@pytest.mark.parametrize(
    "view", [seen(without_one(START, point(6))), crowded(MIDDLE)], ids=["29", "31"]
)
def test_with_a_checker_too_few_or_too_many_nothing_is_certain(
    shell: Shell, view: View, options: tuple[str, ...]
) -> None:
    found = told(shell, view.picture, *options)

    assert found["complete"] is False
    assert found["warnings"]


@pytest.mark.parametrize(
    ("picture", "words"),
    [
        (seen(without_one(START, point(6))).picture, "missing, or cannot be made out, on point 6."),
        (crowded(START).picture, "too many for the starting position on point 10."),
        (seen(MIDDLE).picture, "on point 1, on point 6, on point 12"),
        (seen(Layout({})).picture, "does not show the starting position"),
    ],
    ids=["29", "31", "another position", "empty"],
)
def test_what_is_wrong_with_a_start_is_told_in_one_line(
    shell: Shell, picture: Picture, words: str
) -> None:
    start = kept(picture, shell.folder / "start.png")
    now = kept(seen(MIDDLE).picture, shell.folder / "now.png")

    refused(shell.kibitz("look", now, "--learn", start), "start.png", words)


def test_a_board_that_was_learnt_is_not_read_in_a_mirror(shell: Shell) -> None:
    start = kept(seen().picture, shell.folder / "start.png")
    now = kept(seen(MIDDLE).picture[:, ::-1], shell.folder / "now.png")

    refused(shell.kibitz("look", now, "--learn", start), "as a mirror does")


def test_a_picture_that_is_upside_down_is_read_from_its_start(shell: Shell) -> None:
    file = kept(seen().picture[::-1, ::-1], shell.folder / "start.png")

    found = json.loads(
        shell.kibitz("look", file, "--corners", typed(corners_of(seen())), "--json").output
    )

    assert (found["positive"], found["home"]["light"]) == ("dark", "top-left")
    assert found["learnt"] is True


def test_corners_that_go_round_like_in_a_mirror_are_told_of(shell: Shell) -> None:
    view = seen()
    file = kept(view.picture, shell.folder / "start.png")
    corners = corners_of(view)
    mirrored = type(corners).of(corners.points[[1, 0, 3, 2]])

    found = json.loads(shell.kibitz("look", file, "--corners", typed(mirrored), "--json").output)

    assert "mirrored" in found["warnings"]


def test_nothing_is_certain_of_a_board_seen_in_a_mirror(shell: Shell) -> None:
    found = told(shell, seen(MIDDLE).picture[:, ::-1])

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
        ("100,80 5000,80 540,400 60,400", "outside of the picture"),
        ("100,80 130,80 130,110 100,110", "too small"),
    ],
)
def test_corners_that_are_none_are_refused(shell: Shell, corners: str, word: str) -> None:
    file = kept(seen().picture, shell.folder / "start.png")

    refused(shell.kibitz("look", file, "--corners", corners), word)


def test_corners_may_be_four_arguments(shell: Shell) -> None:
    file = kept(seen().picture, shell.folder / "start.png")

    result = shell.kibitz("look", "--corners", *typed(corners_of(seen())).split(), file)

    assert result.exit_code == 0
    assert "XGID=" in result.output


@pytest.mark.parametrize(
    ("drawn_to", "word"),
    [
        ("nowhere/drawn.png", "cannot be written"),
        ("folder.png", "cannot be written"),
        ("drawn.xyz", ".png or .jpg"),
        ("start.png", "looked at"),
        ("link.png", "looked at"),
    ],
)
def test_an_overlay_that_cannot_be_kept_is_refused(shell: Shell, drawn_to: str, word: str) -> None:
    file = Path(kept(seen().picture, shell.folder / "start.png"))
    before = file.read_bytes()
    (shell.folder / "folder.png").mkdir()
    (shell.folder / "link.png").symlink_to(file)
    corners = typed(corners_of(seen()))

    result = shell.kibitz("look", "start.png", "--corners", corners, "--overlay", drawn_to)

    refused(result, word)
    assert file.read_bytes() == before


def test_pictures_of_cameras_that_cannot_be_the_same_are_refused(shell: Shell) -> None:
    start = kept(seen().picture, shell.folder / "start.png")
    other = kept(drawn(800, 480), shell.folder / "other.png")

    refused(shell.kibitz("look", other, "--learn", start), "800x480", "640x480")


@pytest.mark.parametrize("expected", ["", "nonsense", "XGID=", "4HPwATDgc"])
def test_what_is_no_position_cannot_be_expected(shell: Shell, expected: str) -> None:
    file = kept(drawn(640, 480), shell.folder / "start.png")

    refused(shell.kibitz("look", file, "--expect", expected))
