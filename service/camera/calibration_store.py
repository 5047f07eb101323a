"""The file of a calibration, beside the journal of its table."""

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

from service.storage.atomic_files import FileTooLarge, NotAFile, read_small_file, write_atomically
from vision.calibration_data import Appearance, Calibration
from vision.camera_model import BoardCamera
from vision.field_geometry import FieldGeometry, LightHome
from vision.top_view import plane_shape

VERSION = 1
MAX_FILE_BYTES = 8_000_000
"""The largest file that is read; calibrations are far smaller."""
HOMES = tuple(LightHome)
"""The homes in the order of their numbers in the file."""
Arrays = Mapping[str, NDArray[Any]]
STORED_ARRAYS: Mapping[str, tuple[str, int]] = {
    "version": ("i8", 0), "matrix": ("f8", 2), "size": ("i8", 1), "lens": ("f8", 0),
    "field": ("f8", 1), "home": ("i8", 0), "ground": ("u1", 3), "spread": ("u1", 2),
    "known": ("b1", 2), "light": ("f4", 1), "dark": ("f4", 1), "light_colour": ("f4", 1),
    "dark_colour": ("f4", 1), "falloff": ("f4", 2),
}  # fmt: skip
"""The arrays of the file, with the type and the number of dimensions of each."""
APPEARANCE_FIELDS = tuple(one.name for one in fields(Appearance))
DECODING_ERRORS = (
    zipfile.BadZipFile, RuntimeError, ValueError, TypeError, KeyError, EOFError, OSError,
)  # fmt: skip
"""The exceptions that `zipfile` and numpy raise for a damaged file."""

log = logging.getLogger(__name__)


class UnusableCalibration(ValueError):
    """The file contains no calibration, or one of another version."""


def store_calibration(calibration: Calibration, file: Path) -> bool:
    """Stores a calibration; logs and returns False if the disk refuses it."""
    try:
        write_atomically(file, encode_calibration(calibration))
    except OSError as problem:
        log.warning(
            "%s: cannot store the calibration; redo it after a restart: %s", file.stem, problem
        )
        return False
    return True


def load_calibration(file: Path) -> Calibration | None:
    """Returns the stored calibration, or None; logs a warning if the file is unusable."""
    try:
        return decode_calibration(read_small_file(file, MAX_FILE_BYTES))
    except FileNotFoundError:
        return None
    except (OSError, NotAFile, FileTooLarge, UnusableCalibration) as problem:
        log.warning("%s: unusable calibration; calibrate the board again: %s", file.stem, problem)
        return None


def delete_calibration(file: Path) -> None:
    """Deletes the stored calibration; logs a warning if the disk refuses."""
    try:
        file.unlink(missing_ok=True)
    except OSError as problem:
        log.warning("%s: cannot delete the calibration; it will come back: %s", file.stem, problem)


def encode_calibration(calibration: Calibration) -> bytes:
    """The content of the file for a calibration."""
    camera, appearance = calibration.camera, calibration.appearance
    content: dict[str, Any] = {
        "version": VERSION,
        "matrix": camera.matrix,
        "size": camera.size,
        "lens": camera.lens,
        "field": astuple(calibration.field),
        "home": HOMES.index(calibration.home),
        **{name: getattr(appearance, name) for name in APPEARANCE_FIELDS},
    }
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, (kind, _) in STORED_ARRAYS.items():
            with archive.open(f"{name}.npy", "w") as file:
                array = np.asarray(content[name], kind)
                arrays.write_array(file, array, (1, 0), allow_pickle=False)
    return buffer.getvalue()


def decode_calibration(data: bytes) -> Calibration:
    """Returns the calibration in a file's content; raises UnusableCalibration if it is unusable."""
    try:
        return _calibration_from(_arrays(data))
    except DECODING_ERRORS as problem:
        raise UnusableCalibration(str(problem) or type(problem).__name__) from problem


def _arrays(data: bytes) -> Arrays:
    """Returns the arrays of the file, each checked before memory is allocated for it."""
    found: dict[str, NDArray[Any]] = {}
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        members = archive.infolist()
        if sum(info.file_size for info in members) > MAX_FILE_BYTES:
            raise UnusableCalibration("its content is too large")
        if any(info.compress_type != zipfile.ZIP_STORED for info in members):
            raise UnusableCalibration("its arrays are compressed")
        for name, (kind, dimensions) in STORED_ARRAYS.items():
            content = archive.read(f"{name}.npy")
            _check_array(content, np.dtype(kind), dimensions)
            found[name] = arrays.read_array(io.BytesIO(content), allow_pickle=False)
    return found


def _check_array(content: bytes, kind: np.dtype[Any], dimensions: int) -> None:
    """Raises UnusableCalibration unless this is a whole array of this type and dimensions."""
    beginning = io.BytesIO(content)
    if arrays.read_magic(beginning) != (1, 0):
        raise UnusableCalibration("an array has another format version")
    sides, _, found = arrays.read_array_header_1_0(beginning)
    whole = prod(sides) * kind.itemsize == len(content) - beginning.tell()
    if found != kind or len(sides) != dimensions or not whole:
        raise UnusableCalibration("an array has the wrong type or shape")


def _calibration_from(found: Arrays) -> Calibration:
    if int(found["version"]) != VERSION:
        raise UnusableCalibration(f"its version is {int(found['version'])} instead of {VERSION}")
    if not all(np.isfinite(one).all() for one in found.values()):
        raise UnusableCalibration("it contains infinite or invalid numbers")
    width, height = (int(side) for side in found["size"])
    field = FieldGeometry(*(float(measure) for measure in found["field"]))
    appearance = Appearance(**{name: found[name] for name in APPEARANCE_FIELDS})
    _check_board(found["matrix"], appearance, field)
    camera = BoardCamera(found["matrix"], (width, height), float(found["lens"]))
    with np.errstate(all="ignore"):
        camera.corners(field)  # raises if no camera can see a board like this
    home = int(found["home"])
    if home not in range(len(HOMES)):
        raise UnusableCalibration("its home is invalid")
    return Calibration(camera, field, HOMES[home], appearance)


def _check_board(matrix: NDArray[Any], appearance: Appearance, field: FieldGeometry) -> None:
    """Raises UnusableCalibration if the arrays do not belong to one board."""
    plane = plane_shape(field)
    conditions = (
        matrix.shape == (3, 4),
        appearance.ground.shape == (*plane, 3),
        appearance.spread.shape == plane,
        appearance.known.shape == plane,
        appearance.falloff.shape == plane,
        appearance.light_colour.shape == appearance.dark_colour.shape == (3,),
        (appearance.falloff > 0).all(),
    )
    if not all(conditions):
        raise UnusableCalibration("its arrays do not belong to one board")
