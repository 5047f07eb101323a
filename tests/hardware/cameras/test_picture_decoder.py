"""A picture is decoded upright and in colours; anything else is refused in one clear sentence."""

import os
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.drivers.cameras.picture_decoder import (
    MAX_BYTES,
    PictureProblem,
    PictureRefused,
    decode_picture,
    read_picture,
)
from tests.rigs.environment.checkout import ROOT
from tests.rigs.vision.picture_files import (
    BLUE,
    GREEN,
    HEIGHT,
    RED,
    WIDTH,
    animated_png,
    bmp_with_size,
    encode_picture,
    jpeg_with_size,
    png_with_size,
    sample_picture,
    webp_with_size,
    with_orientation,
)

MAX_JPEG_ERROR = 60
"""The largest change of a colour (of 255) by JPEG compression."""
MAX_MEGABYTES = 300
JPEG = encode_picture(sample_picture())


def colours(data: bytes) -> list[tuple[int, ...]]:
    """The pure colours nearest to those of the four corners, clockwise from the first."""
    picture = decode_picture(data)
    assert picture.dtype == np.uint8
    assert picture.shape[2] == 3
    spots = [picture[5, 5], picture[5, -5], picture[-5, -5], picture[-5, 5]]
    return [tuple(255 if value > 255 - MAX_JPEG_ERROR else 0 for value in spot) for spot in spots]


@pytest.mark.parametrize("ending", [".jpg", ".png", ".webp", ".bmp"])
def test_picture_is_decoded_unchanged(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"Vor dem Spiel é{ending}"
    path.write_bytes(encode_picture(sample_picture(), ending))

    picture = read_picture(path)

    assert picture.shape == (HEIGHT, WIDTH, 3)
    assert np.abs(picture.astype(int) - sample_picture()).mean() < 12


@pytest.mark.parametrize(
    ("orientation", "expected"),
    [
        (1, [RED, BLUE, BLUE, GREEN]),
        (3, [BLUE, GREEN, RED, BLUE]),
        (6, [GREEN, RED, BLUE, BLUE]),
        (8, [BLUE, BLUE, GREEN, RED]),
    ],
)
def test_picture_with_an_orientation_is_turned_upright(
    orientation: int, expected: list[tuple[int, int, int]]
) -> None:
    assert colours(with_orientation(JPEG, orientation)) == expected


def test_grey_transparent_and_deep_pictures_have_three_colours_of_eight_bits() -> None:
    grey = cv2.cvtColor(sample_picture(), cv2.COLOR_BGR2GRAY)
    alpha = cv2.cvtColor(sample_picture(), cv2.COLOR_BGR2BGRA)
    deep = sample_picture().astype(np.uint16) * 257

    found = [decode_picture(encode_picture(picture, ".png")) for picture in (grey, alpha, deep)]

    assert [(one.shape, one.dtype.name) for one in found] == [((HEIGHT, WIDTH, 3), "uint8")] * 3
    assert np.array_equal(found[1], sample_picture())
    assert np.array_equal(found[2], sample_picture())


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", PictureProblem.EMPTY),
        (b"hello, I am a text\n" * 50, PictureProblem.NO_PICTURE),
        (b"\xff\xd8\xff", PictureProblem.CUT_SHORT),
        (JPEG[: len(JPEG) // 2], PictureProblem.CUT_SHORT),
        (JPEG[:-2], PictureProblem.CUT_SHORT),
        (JPEG[:2] + JPEG[-2:], PictureProblem.CUT_SHORT),
        (encode_picture(sample_picture(), ".png")[:-20], PictureProblem.CUT_SHORT),
        (encode_picture(sample_picture(), ".webp")[:-20], PictureProblem.CUT_SHORT),
        (encode_picture(sample_picture(), ".bmp")[:-20], PictureProblem.CUT_SHORT),
        (b"\0\0\0\x18ftypheic" + b"\0" * 50, PictureProblem.FOREIGN),
        (b"\0\0\0\x18ftypmp42" + b"\0" * 50, PictureProblem.NO_PICTURE),
        (b"GIF89a" + b"\0" * 50, PictureProblem.FOREIGN),
        (b"II*\0" + b"\0" * 50, PictureProblem.FOREIGN),
        (animated_png(sample_picture()), PictureProblem.MOVING),
        (webp_with_size(100, 100, flags=2), PictureProblem.MOVING),
        (png_with_size(20_000, 10_000), PictureProblem.TOO_LARGE),
        (png_with_size(0xFFFFFFFF, 0xFFFFFFFF), PictureProblem.TOO_LARGE),
        (jpeg_with_size(20_000, 10_000, JPEG), PictureProblem.TOO_LARGE),
        (
            bmp_with_size(20_000, -10_000, encode_picture(sample_picture(), ".bmp")),
            PictureProblem.TOO_LARGE,
        ),
        (
            bmp_with_size(-20_000, 10_000, encode_picture(sample_picture(), ".bmp")),
            PictureProblem.TOO_LARGE,
        ),
        (webp_with_size(16_383, 16_383), PictureProblem.TOO_LARGE),
        (png_with_size(0, 10), PictureProblem.CUT_SHORT),
        (png_with_size(2_000, 2_000, b"\0" * 100), PictureProblem.DAMAGED),
        (
            bmp_with_size(4_000, 4_000, encode_picture(sample_picture(), ".bmp")),
            PictureProblem.CUT_SHORT,
        ),
    ],
)
def test_broken_picture_is_refused_with_its_reason(data: bytes, why: PictureProblem) -> None:
    with pytest.raises(PictureRefused, match=r"^the board ") as refused:
        decode_picture(data, "the board")

    assert refused.value.why is why
    assert "{" not in str(refused.value)


@pytest.mark.parametrize(
    ("start", "kind"),
    [(b"\0\0\0\x18ftypavif", "AVIF"), (b"\0\0\0\x18ftypheic", "HEIC"), (b"II*\0", "TIFF")],
)
def test_unsupported_format_is_named(start: bytes, kind: str) -> None:
    with pytest.raises(PictureRefused) as refused:
        decode_picture(start + b"\0" * 50, "it")

    expected = f"it is a {kind} file, which cannot be read; save it as JPEG"
    assert str(refused.value) == expected


def test_jpeg_with_endless_padding_is_refused() -> None:
    with pytest.raises(PictureRefused) as refused:
        decode_picture(JPEG[:2] + b"\xff" * 4_000_000)
    assert refused.value.why is PictureProblem.CUT_SHORT


def test_jpeg_with_endless_scans_is_refused() -> None:
    head, end = JPEG.index(b"\xff\xda"), len(JPEG) - 2
    scan = JPEG[head : head + 14]

    with pytest.raises(PictureRefused) as refused:
        decode_picture(JPEG[:end] + scan * 500 + JPEG[end:])
    assert refused.value.why is PictureProblem.CUT_SHORT


def test_path_that_is_no_regular_file_is_refused_without_waiting(tmp_path: Path) -> None:
    pipe, link, long = tmp_path / "pipe", tmp_path / "link", tmp_path / "long"
    os.mkfifo(pipe)
    link.symlink_to(tmp_path / "nowhere.jpg")
    with long.open("wb") as file:
        file.truncate(MAX_BYTES * 1000)

    reasons = {}
    for path in (pipe, link, long, tmp_path, tmp_path / "no", tmp_path / "a\0b", Path("/dev/zero")):
        with pytest.raises(PictureRefused) as refused:
            read_picture(path)
        assert str(refused.value).startswith(str(path))
        reasons[path.name] = refused.value.why
    assert list(reasons.values()) == [
        *(PictureProblem.NO_FILE, PictureProblem.MISSING, PictureProblem.TOO_LONG),
        *(PictureProblem.FOLDER, PictureProblem.MISSING, PictureProblem.UNREADABLE),
        PictureProblem.NO_FILE,
    ]


DECODE_BROKEN_FILES = """
import random
from pathlib import Path
import numpy as np
from hardware.drivers.cameras.picture_decoder import PictureRefused, decode_picture
from tests.rigs.vision.picture_files import *

def corrupted(data, chance):
    data = bytearray(data)
    for _ in range(chance.choice((1, 2, 8, 40))):
        at = chance.randrange(len(data) if chance.random() < 0.5 else min(len(data), 200))
        data[at] = chance.choice((0, 1, 255, chance.randrange(256)))
    return bytes(data[: len(data) - (chance.random() < 0.2) * chance.randrange(len(data))])

chance, opened = random.Random(6), 0
small = sample_picture(40, 30)
good = [encode_picture(small, ending) for ending in (".jpg", ".png", ".webp", ".bmp")]
good += [with_orientation(good[0], 6), animated_png(small)]
good += [webp_with_size(4_000, 4_000), webp_with_size(99, 99, 2)]
sizes = ((1, 25_000_000), (25_000_000, 1), (5_000, 5_000), (7_000, 7_000), (65_535, 65_535))
for size in sizes:
    good += [jpeg_with_size(size[0] & 65535, size[1] & 65535, good[0])]
    good += [bmp_with_size(*size, good[3])]
    good += [png_with_size(*size, bytes(5_000)), png_with_size(*size)]
for number in range(700):
    try:
        picture = decode_picture(corrupted(chance.choice(good), chance))
    except PictureRefused:
        continue
    assert picture.dtype == np.uint8 and picture.ndim == 3
    opened += 1
# The maximum that getrusage reports may be that of the parent process. Mapped pages of files are
# part of the cache of the system.
status = Path("/proc/self/status").read_text()
most, files = (int(status.split(name)[1].split()[0]) // 1024 for name in ("VmHWM:", "RssFile:"))
print(opened, most - files)
"""


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="only Linux reports it")
def test_any_file_is_decoded_or_refused_in_little_memory() -> None:
    run = subprocess.run(
        [sys.executable, "-c", DECODE_BROKEN_FILES],
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
    assert megabytes < MAX_MEGABYTES
