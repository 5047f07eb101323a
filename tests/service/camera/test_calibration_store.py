"""A calibration is stored in a file, and no other file is taken for one."""

import io
import logging
import zipfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from hardware.checkers import Colour
from hardware.drivers.clocks import SimulatedClock
from hardware.drivers.simulated.simulated_table import SimulatedTable
from service.camera import calibration_store
from service.camera.board_calibration import START_LAYOUT
from simulation.simulated_camera import SimulatedCamera
from tests.rigs.environment.log_watch import LogWatch
from tests.rigs.tables.camera_tables import SMALL, usual_calibration
from vision.board_reader import read_picture

Spoil = Callable[[dict[str, bytes]], None]


def with_members(spoil: Spoil) -> bytes:
    """A file whose members have been tampered with, with correct checksums."""
    with zipfile.ZipFile(
        io.BytesIO(calibration_store.encode_calibration(usual_calibration()))
    ) as packed:
        members = {name: packed.read(name) for name in packed.namelist()}
    spoil(members)
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as packed:
        for name, content in members.items():
            packed.writestr(name, content)
    return written.getvalue()


def with_header_byte(local: int, central: int, value: int) -> bytes:
    """A file in whose local and central headers the bytes at these offsets have another value."""
    content = bytearray(calibration_store.encode_calibration(usual_calibration()))
    for head, offset in ((b"PK\x03\x04", local), (b"PK\x01\x02", central)):
        at = content.find(head)
        while at >= 0:
            content[at + offset] = value
            at = content.find(head, at + len(head))
    return bytes(content)


def npy_bytes(value: object, *, pickled: bool = False) -> bytes:
    written = io.BytesIO()
    np.save(written, np.asarray(value), allow_pickle=pickled)
    return written.getvalue()


def replacing(name: str, content: bytes) -> Spoil:
    return lambda members: members.update({f"{name}.npy": content})


@pytest.mark.release
def test_stored_calibration_reads_a_board_as_before(tmp_path: Path) -> None:
    file, board = tmp_path / "table.camera", usual_calibration()
    table = SimulatedTable(START_LAYOUT)
    table.put("p7", table.lift("p13", Colour.LIGHT))  # type: ignore[arg-type] # as they are called
    picture = SimulatedCamera("camera", table, SimulatedClock(), size=SMALL).take_picture()

    assert calibration_store.store_calibration(board, file)
    again = calibration_store.load_calibration(file)

    assert again is not None
    assert (again.field, again.home) == (board.field, board.home)
    assert again.camera.size == board.camera.size
    for name in calibration_store.APPEARANCE_FIELDS:
        assert np.array_equal(getattr(again.appearance, name), getattr(board.appearance, name))
    assert read_picture(picture, again).sightings == read_picture(picture, board).sightings


def test_no_calibration_is_stored_at_first_and_after_deletion(tmp_path: Path) -> None:
    file = tmp_path / "table.camera"
    assert calibration_store.load_calibration(file) is None

    calibration_store.store_calibration(usual_calibration(), file)
    calibration_store.delete_calibration(file)
    calibration_store.delete_calibration(file)

    assert calibration_store.load_calibration(file) is None


@pytest.mark.parametrize(
    "content",
    [b"", b"no board", b"PK\x05\x06" + bytes(18), bytes(calibration_store.MAX_FILE_BYTES + 1)],
    ids=["nothing", "text", "empty archive", "too large"],
)
def test_invalid_calibration_file_is_reported_once_and_left_alone(
    tmp_path: Path, expected_logs: LogWatch, content: bytes
) -> None:
    expected_logs.expect(
        "service.camera.calibration_store", logging.WARNING, "table: unusable calibration"
    )
    file = tmp_path / "table.camera"
    file.write_bytes(content)

    assert calibration_store.load_calibration(file) is None
    assert file.read_bytes() == content


@pytest.mark.parametrize("at", range(0, 1_100_000, 100_000))
def test_a_file_that_broke_off_or_of_which_a_byte_is_wrong_is_of_no_use(at: int) -> None:
    good = calibration_store.encode_calibration(usual_calibration())

    for bad in (good[:at], good[:at] + bytes([good[at] ^ 1]) + good[at + 1 :]):
        with pytest.raises(calibration_store.UnusableCalibration):
            calibration_store.decode_calibration(bad)


@pytest.mark.parametrize(
    "spoil",
    [
        replacing("version", npy_bytes(np.int64(2))),
        replacing("version", npy_bytes([1, 1])),
        replacing("home", npy_bytes(np.int64(9))),
        replacing("home", npy_bytes(np.int64(-1))),
        replacing("matrix", npy_bytes(np.full((3, 4), np.nan))),
        replacing("matrix", npy_bytes(np.zeros((4, 3)))),
        replacing("matrix", npy_bytes(np.zeros((3, 4)))),
        replacing("size", npy_bytes([0, 0])),
        replacing("field", npy_bytes(np.zeros(5))),
        replacing("field", npy_bytes([1.0, 11.0, 0.9])),
        replacing("ground", npy_bytes(np.zeros((5, 5, 3), np.uint8))),
        replacing("light", npy_bytes(np.zeros(7, np.float32))),
        replacing("dark", npy_bytes(np.zeros(32**3))),
        replacing("known", npy_bytes(np.array([{"a": 1}]), pickled=True)),
        replacing("known", npy_bytes(np.zeros((3, 3), bool))[:-2]),
        replacing("known", b"\x93NUMPY\x01\x00"),
        replacing("known", b"\x93NUMPY\x01\x00\x10\x00{1: 2, 'a': 3}   "),
        lambda members: members.update(
            {"falloff.npy": npy_bytes(0 * usual_calibration().appearance.falloff)}
        ),
        replacing("ground", npy_bytes(np.zeros((2, 2, 2), np.uint8)).replace(b"(2, 2", b"(9, 9")),
        replacing("ground", bytes(calibration_store.MAX_FILE_BYTES + 1)),
        lambda members: members.clear(),
    ],
)  # fmt: skip
def test_arrays_that_are_not_of_one_board_are_of_no_use(spoil: Spoil) -> None:
    bad = with_members(spoil)
    with pytest.raises(calibration_store.UnusableCalibration):
        calibration_store.decode_calibration(bad)


@pytest.mark.parametrize(
    ("local", "central", "value"),
    [(6, 8, 1), (6, 8, 32), (8, 10, zipfile.ZIP_DEFLATED), (8, 10, 99), (4, 6, 200)],
    ids=["locked", "patched", "deflated", "packed strangely", "of another time"],
)
def test_an_archive_that_cannot_be_opened_is_of_no_use(
    local: int, central: int, value: int
) -> None:
    bad = with_header_byte(local, central, value)
    with pytest.raises(calibration_store.UnusableCalibration):
        calibration_store.decode_calibration(bad)


def test_every_array_has_a_kind() -> None:
    assert set(calibration_store.APPEARANCE_FIELDS) <= set(calibration_store.STORED_ARRAYS)


def test_storage_error_is_reported(tmp_path: Path, expected_logs: LogWatch) -> None:
    words = "cannot store the calibration"
    expected_logs.expect("service.camera.calibration_store", logging.WARNING, words)

    assert not calibration_store.store_calibration(
        usual_calibration(), tmp_path / "nowhere" / "table.camera"
    )
