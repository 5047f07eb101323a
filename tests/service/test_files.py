"""A small file is read whole, and nothing else is waited for."""

import os
from pathlib import Path

import pytest

from service.files import NoFile, TooLarge, read_small, write_whole


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


def test_a_file_is_written_whole(tmp_path: Path) -> None:
    write_whole(tmp_path / "file", "before")
    write_whole(tmp_path / "file", "après")
    assert (tmp_path / "file").read_text(encoding="utf-8") == "après"
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_a_file_that_cannot_be_written_is_as_it_was(tmp_path: Path) -> None:
    (tmp_path / "file").mkdir()
    with pytest.raises(OSError, match="file"):
        write_whole(tmp_path / "file", "text")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_what_is_written_never_goes_where_a_link_leads(tmp_path: Path) -> None:
    (tmp_path / "other").write_text("theirs")
    (tmp_path / "file.new").symlink_to(tmp_path / "other")

    write_whole(tmp_path / "file", "ours")

    assert (tmp_path / "file").read_text() == "ours"
    assert (tmp_path / "other").read_text() == "theirs"


def test_nobody_waits_to_write_for_the_other_end_of_a_pipe(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "file.new")

    write_whole(tmp_path / "file", "ours")

    assert (tmp_path / "file").read_text() == "ours"
