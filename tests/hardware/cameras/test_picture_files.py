"""A picture is opened upright, in colours, and what is none is refused in one clear sentence."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.drivers.cameras.picture_files import (
    MOST_BYTES,
    PictureRefused,
    Why,
    decoded,
    opened_picture,
)
from tests.rigs.house import ROOT
from tests.rigs.pictures import (
    BLUE,
    GREEN,
    HEIGHT,
    RED,
    WIDTH,
    bmp_saying,
    drawn,
    jpeg_saying,
    moving_png,
    png_saying,
    turned,
    webp_saying,
    written,
)

LIKE = 60
"""By how much a colour may differ that was packed as a JPEG."""
MOST_MEGABYTES = 300
JPEG = written(drawn())


def colours(data: bytes) -> list[tuple[int, ...]]:
    """The pure colours nearest to those of the four corners, clockwise from the first."""
    picture = decoded(data)
    assert picture.dtype == np.uint8
    assert picture.shape[2] == 3
    spots = [picture[5, 5], picture[5, -5], picture[-5, -5], picture[-5, 5]]
    return [tuple(255 if value > 255 - LIKE else 0 for value in spot) for spot in spots]


@pytest.mark.parametrize("ending", [".jpg", ".png", ".webp", ".bmp"])
def test_a_picture_is_opened_as_it_is(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"Vor dem Spiel é{ending}"
    path.write_bytes(written(drawn(), ending))

    picture = opened_picture(path)

    assert picture.shape == (HEIGHT, WIDTH, 3)
    assert np.abs(picture.astype(int) - drawn()).mean() < 12


@pytest.mark.parametrize(
    ("orientation", "expected"),
    [
        (1, [RED, BLUE, BLUE, GREEN]),
        (3, [BLUE, GREEN, RED, BLUE]),
        (6, [GREEN, RED, BLUE, BLUE]),
        (8, [BLUE, BLUE, GREEN, RED]),
    ],
)
def test_a_picture_that_says_how_it_is_turned_is_turned_upright(
    orientation: int, expected: list[tuple[int, int, int]]
) -> None:
    assert colours(turned(JPEG, orientation)) == expected


def test_grey_transparent_and_deep_pictures_have_three_colours_of_eight_bits() -> None:
    grey = cv2.cvtColor(drawn(), cv2.COLOR_BGR2GRAY)
    alpha = cv2.cvtColor(drawn(), cv2.COLOR_BGR2BGRA)
    deep = drawn().astype(np.uint16) * 257

    found = [decoded(written(picture, ".png")) for picture in (grey, alpha, deep)]

    assert [(one.shape, one.dtype.name) for one in found] == [((HEIGHT, WIDTH, 3), "uint8")] * 3
    assert np.array_equal(found[1], drawn())
    assert np.array_equal(found[2], drawn())


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", Why.EMPTY),
        (b"hello, I am a text\n" * 50, Why.NO_PICTURE),
        (b"\xff\xd8\xff", Why.CUT_SHORT),
        (JPEG[: len(JPEG) // 2], Why.CUT_SHORT),
        (JPEG[:-2], Why.CUT_SHORT),
        (JPEG[:2] + JPEG[-2:], Why.CUT_SHORT),
        (written(drawn(), ".png")[:-20], Why.CUT_SHORT),
        (written(drawn(), ".webp")[:-20], Why.CUT_SHORT),
        (written(drawn(), ".bmp")[:-20], Why.CUT_SHORT),
        (b"\0\0\0\x18ftypheic" + b"\0" * 50, Why.FOREIGN),
        (b"\0\0\0\x18ftypmp42" + b"\0" * 50, Why.NO_PICTURE),
        (b"GIF89a" + b"\0" * 50, Why.FOREIGN),
        (b"II*\0" + b"\0" * 50, Why.FOREIGN),
        (moving_png(drawn()), Why.MOVING),
        (webp_saying(100, 100, flags=2), Why.MOVING),
        (png_saying(20_000, 10_000), Why.TOO_LARGE),
        (png_saying(0xFFFFFFFF, 0xFFFFFFFF), Why.TOO_LARGE),
        (jpeg_saying(20_000, 10_000, JPEG), Why.TOO_LARGE),
        (bmp_saying(20_000, -10_000, written(drawn(), ".bmp")), Why.TOO_LARGE),
        (bmp_saying(-20_000, 10_000, written(drawn(), ".bmp")), Why.TOO_LARGE),
        (webp_saying(16_383, 16_383), Why.TOO_LARGE),
        (png_saying(0, 10), Why.CUT_SHORT),
        (png_saying(2_000, 2_000, b"\0" * 100), Why.DAMAGED),
        (bmp_saying(4_000, 4_000, written(drawn(), ".bmp")), Why.CUT_SHORT),
    ],
)
def test_what_is_no_picture_is_refused_and_told_why(data: bytes, why: Why) -> None:
    with pytest.raises(PictureRefused, match=r"^the board ") as refused:
        decoded(data, "the board")

    assert refused.value.why is why
    assert "{" not in str(refused.value)


@pytest.mark.parametrize(
    ("start", "kind"),
    [(b"\0\0\0\x18ftypavif", "AVIF"), (b"\0\0\0\x18ftypheic", "HEIC"), (b"II*\0", "TIFF")],
)
def test_a_way_of_writing_that_cannot_be_read_is_named(start: bytes, kind: str) -> None:
    with pytest.raises(PictureRefused) as refused:
        decoded(start + b"\0" * 50, "it")

    told = f"it is written as {kind}, which cannot be read; save it as JPEG"
    assert str(refused.value) == told


def test_a_picture_of_endless_filling_is_not_waited_for() -> None:
    with pytest.raises(PictureRefused) as refused:
        decoded(JPEG[:2] + b"\xff" * 4_000_000)

    assert refused.value.why is Why.CUT_SHORT


def test_a_picture_of_endless_scans_is_not_waited_for() -> None:
    head, end = JPEG.index(b"\xff\xda"), len(JPEG) - 2
    scan = JPEG[head : head + 14]

    with pytest.raises(PictureRefused) as refused:
        decoded(JPEG[:end] + scan * 500 + JPEG[end:])
    assert refused.value.why is Why.CUT_SHORT


def test_what_is_no_file_of_a_picture_is_refused_without_waiting(tmp_path: Path) -> None:
    pipe, link, long = tmp_path / "pipe", tmp_path / "link", tmp_path / "long"
    os.mkfifo(pipe)
    link.symlink_to(tmp_path / "nowhere.jpg")
    with long.open("wb") as file:
        file.truncate(MOST_BYTES * 1000)

    whys = {}
    for path in (pipe, link, long, tmp_path, tmp_path / "no", tmp_path / "a\0b", Path("/dev/zero")):
        with pytest.raises(PictureRefused) as refused:
            opened_picture(path)
        assert str(refused.value).startswith(str(path))
        whys[path.name] = refused.value.why
    assert list(whys.values()) == [
        Why.NO_FILE,
        Why.MISSING,
        Why.TOO_LONG,
        Why.FOLDER,
        Why.MISSING,
        Why.UNREADABLE,
        Why.NO_FILE,
    ]


SPOILING = """
import random
from pathlib import Path
import numpy as np
from hardware.drivers.cameras.picture_files import PictureRefused, decoded
from tests.rigs.pictures import *

def spoiled(data, chance):
    data = bytearray(data)
    for _ in range(chance.choice((1, 2, 8, 40))):
        at = chance.randrange(len(data) if chance.random() < 0.5 else min(len(data), 200))
        data[at] = chance.choice((0, 1, 255, chance.randrange(256)))
    return bytes(data[: len(data) - (chance.random() < 0.2) * chance.randrange(len(data))])

chance, opened = random.Random(6), 0
small = drawn(40, 30)
good = [written(small, ending) for ending in (".jpg", ".png", ".webp", ".bmp")]
good += [turned(good[0], 6), moving_png(small), webp_saying(4_000, 4_000), webp_saying(99, 99, 2)]
sizes = ((1, 25_000_000), (25_000_000, 1), (5_000, 5_000), (7_000, 7_000), (65_535, 65_535))
for size in sizes:
    good += [jpeg_saying(size[0] & 65535, size[1] & 65535, good[0]), bmp_saying(*size, good[3])]
    good += [png_saying(*size, bytes(5_000)), png_saying(*size)]
for number in range(700):
    try:
        picture = decoded(spoiled(chance.choice(good), chance))
    except PictureRefused:
        continue
    assert picture.dtype == np.uint8 and picture.ndim == 3
    opened += 1
# What getrusage tells would be the most of the process that started this one, too. The pages of
# files that are mapped are the system's cache.
status = Path("/proc/self/status").read_text()
most, files = (int(status.split(name)[1].split()[0]) // 1024 for name in ("VmHWM:", "RssFile:"))
print(opened, most - files)
"""


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="told by Linux alone")
def test_whatever_a_file_says_it_is_a_picture_or_refused_and_takes_little_memory() -> None:
    run = subprocess.run(
        [sys.executable, "-c", SPOILING],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )

    assert run.returncode == 0, run.stderr
    opened, megabytes = map(int, run.stdout.split())
    assert opened > 50
    assert megabytes < MOST_MEGABYTES
