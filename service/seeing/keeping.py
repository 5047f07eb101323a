"""What was learnt of a board, kept beside the journal of its table: one small file of arrays."""

from __future__ import annotations

import io
import logging
import zipfile
from collections.abc import Mapping
from dataclasses import astuple, fields
from math import prod
from pathlib import Path
from typing import Any

import numpy as np
from numpy.lib import format as arrays
from numpy.typing import NDArray

from service.files import NoFile, TooLarge, read_small, write_whole
from vision.eye import Eye
from vision.field import Field
from vision.home import Home
from vision.learned import Learned
from vision.looks import Looks
from vision.plane import shape

VERSION = 1
MOST_BYTES = 8_000_000
"""Far more than the largest board takes."""
HOMES = tuple(Home)
"""They are kept as numbers."""
Arrays = Mapping[str, NDArray[Any]]
KINDS: Mapping[str, tuple[str, int]] = {
    "version": ("i8", 0),
    "matrix": ("f8", 2),
    "size": ("i8", 1),
    "lens": ("f8", 0),
    "field": ("f8", 1),
    "home": ("i8", 0),
    "ground": ("u1", 3),
    "spread": ("u1", 2),
    "known": ("b1", 2),
    "light": ("f4", 1),
    "dark": ("f4", 1),
    "light_colour": ("f4", 1),
    "dark_colour": ("f4", 1),
    "falloff": ("f4", 2),
}
"""What the file holds: of what each array is, and how many dimensions it has."""
LOOKS = tuple(one.name for one in fields(Looks))
UNREADABLE = (
    zipfile.BadZipFile, RuntimeError, ValueError, TypeError, KeyError, EOFError, OSError,
)  # fmt: skip
"""What `zipfile` and numpy say of a file that somebody has tampered with."""

log = logging.getLogger(__name__)


class OfNoUse(ValueError):
    """A file that holds no board, or one that this version does not read."""


def keep(learned: Learned, file: Path) -> bool:
    """Write down what was learnt; a disk that refuses is logged."""
    try:
        write_whole(file, bytes_of(learned))
    except OSError as problem:
        log.warning("what the camera has learnt cannot be kept: %s", problem)
        return False
    return True


def kept(file: Path) -> Learned | None:
    """What was learnt; None if nothing was kept, or nothing that is of any use: that is logged."""
    try:
        return learned_of(read_small(file, MOST_BYTES))
    except FileNotFoundError:
        return None
    except (OSError, NoFile, TooLarge, OfNoUse) as problem:
        log.warning("%s is of no use, so the board has to be learnt anew: %s", file.name, problem)
        return None


def forget(file: Path) -> None:
    """Let nothing be kept any more; a disk that refuses is logged."""
    try:
        file.unlink(missing_ok=True)
    except OSError as problem:
        log.warning("what the camera has learnt cannot be forgotten: %s", problem)


def bytes_of(learned: Learned) -> bytes:
    """A board as a file."""
    eye, looks = learned.eye, learned.looks
    content: dict[str, Any] = {
        "version": VERSION,
        "matrix": eye.matrix,
        "size": eye.size,
        "lens": eye.lens,
        "field": astuple(learned.field),
        "home": HOMES.index(learned.home),
        **{name: getattr(looks, name) for name in LOOKS},
    }
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as packed:
        for name, (kind, _) in KINDS.items():
            with packed.open(f"{name}.npy", "w") as file:
                arrays.write_array(
                    file, np.asarray(content[name], kind), (1, 0), allow_pickle=False
                )
    return written.getvalue()


def learned_of(data: bytes) -> Learned:
    """The board in a file; OfNoUse says why there is none."""
    try:
        return _learned(_arrays(data))
    except UNREADABLE as problem:
        raise OfNoUse(str(problem) or type(problem).__name__) from problem


def _arrays(data: bytes) -> Arrays:
    """Every array of the file, each checked before memory is asked for it."""
    found: dict[str, NDArray[Any]] = {}
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        members = packed.infolist()
        if sum(info.file_size for info in members) > MOST_BYTES:
            raise OfNoUse("it holds too much")
        if any(info.compress_type != zipfile.ZIP_STORED for info in members):
            raise OfNoUse("it is packed otherwise than we do")
        for name, (kind, dimensions) in KINDS.items():
            content = packed.read(f"{name}.npy")
            _check(content, np.dtype(kind), dimensions)
            found[name] = arrays.read_array(io.BytesIO(content), allow_pickle=False)
    return found


def _check(content: bytes, kind: np.dtype[Any], dimensions: int) -> None:
    """OfNoUse if this is not an array of such numbers, all of them there."""
    beginning = io.BytesIO(content)
    if arrays.read_magic(beginning) != (1, 0):
        raise OfNoUse("an array is of another version")
    sides, _, found = arrays.read_array_header_1_0(beginning)
    whole = prod(sides) * kind.itemsize == len(content) - beginning.tell()
    if found != kind or len(sides) != dimensions or not whole:
        raise OfNoUse("an array is not what it should be")


def _learned(found: Arrays) -> Learned:
    if int(found["version"]) != VERSION:
        raise OfNoUse(f"it is of version {int(found['version'])}, and not {VERSION}")
    if not all(np.isfinite(one).all() for one in found.values()):
        raise OfNoUse("it holds numbers that are none")
    width, height = (int(side) for side in found["size"])
    field = Field(*(float(measure) for measure in found["field"]))
    looks = Looks(**{name: found[name] for name in LOOKS})
    _check_board(found["matrix"], looks, field)
    eye = Eye(found["matrix"], (width, height), float(found["lens"]))
    with np.errstate(all="ignore"):
        eye.corners(field)  # which are refused if nobody can see a board so
    home = int(found["home"])
    if home not in range(len(HOMES)):
        raise OfNoUse("its home is nowhere")
    return Learned(eye, field, HOMES[home], looks)


def _check_board(matrix: NDArray[Any], looks: Looks, field: Field) -> None:
    """OfNoUse if the arrays are not of one board."""
    plane = shape(field)
    fitting = (
        matrix.shape == (3, 4),
        looks.ground.shape == (*plane, 3),
        looks.spread.shape == plane,
        looks.known.shape == plane,
        looks.falloff.shape == plane,
        looks.light_colour.shape == looks.dark_colour.shape == (3,),
        (looks.falloff > 0).all(),
    )
    if not all(fitting):
        raise OfNoUse("its arrays are not of one board")
