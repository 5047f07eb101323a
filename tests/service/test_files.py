"""A small file is read whole, and nothing else is waited for."""

import os
from pathlib import Path

import pytest

from service.files import NoFile, TooLarge, read_small


def test_a_small_file_is_read_whole(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"12345")

    assert read_small(tmp_path / "file", 5) == b"12345"


def test_a_file_that_is_larger_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"123456")

    with pytest.raises(TooLarge):
        read_small(tmp_path / "file", 5)


def test_nobody_waits_for_the_other_end_of_a_pipe(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    monkeypatch.setattr(Path, "stat", lambda *_: (tmp_path / "file").lstat())

    with pytest.raises(NoFile):
        read_small(pipe, 5)


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(NoFile):
        read_small(tmp_path, 5)


def test_a_file_that_is_not_there_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read_small(tmp_path / "file", 5)
