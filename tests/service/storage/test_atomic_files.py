"""A small file is read and written whole, and reading never blocks."""

import os
from pathlib import Path

import pytest

from service.storage.atomic_files import FileTooLarge, NotAFile, read_small_file, write_atomically


def test_a_small_file_is_read_whole(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"12345")
    assert read_small_file(tmp_path / "file", 5) == b"12345"


def test_a_file_that_is_larger_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"123456")
    with pytest.raises(FileTooLarge):
        read_small_file(tmp_path / "file", 5)


def test_reading_a_pipe_does_not_block(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with monkeypatch.context() as patch:
        patch.setattr(Path, "stat", lambda *_, **__: (tmp_path / "file").lstat())
        with pytest.raises(NotAFile):
            read_small_file(pipe, 5)


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(NotAFile):
        read_small_file(tmp_path, 5)


def test_a_file_that_is_not_there_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read_small_file(tmp_path / "file", 5)


def test_a_file_is_written_whole(tmp_path: Path) -> None:
    write_atomically(tmp_path / "file", "before")
    write_atomically(tmp_path / "file", "après")
    assert (tmp_path / "file").read_text(encoding="utf-8") == "après"
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_a_file_that_cannot_be_written_is_as_it_was(tmp_path: Path) -> None:
    (tmp_path / "file").mkdir()
    with pytest.raises(OSError, match="file"):
        write_atomically(tmp_path / "file", "text")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_foreign_file_at_the_temporary_path_is_not_touched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("secrets.token_hex", lambda _: "0")
    (tmp_path / "other").write_text("theirs")
    (tmp_path / ".file-0.new").symlink_to(tmp_path / "other")

    with pytest.raises(FileExistsError):
        write_atomically(tmp_path / "file", "ours")

    assert (tmp_path / ".file-0.new").read_text() == "theirs"
