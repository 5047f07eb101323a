"""A match file is written whole or not at all, and never over somebody's file."""

import errno
import os
from pathlib import Path

import pytest

from service.records.match_files import write_new
from service.storage.atomic_files import write_atomically

FULL = OSError(errno.ENOSPC, "No space left on device")


@pytest.mark.parametrize("error", [FULL, KeyboardInterrupt()])
def test_a_file_that_cannot_be_written_leaves_nothing_behind_or_the_old_one(
    error: BaseException, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_handle: int) -> None:
        raise error

    path = tmp_path / "match.mat"
    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(type(error)):
        write_new(path, "a match")
    assert list(tmp_path.iterdir()) == []

    path.write_text("old", encoding="utf-8")
    with pytest.raises(type(error)):
        write_atomically(path, "new")
    assert list(tmp_path.iterdir()) == [path]
    assert path.read_text(encoding="utf-8") == "old"


@pytest.mark.parametrize("mode", [0o600, 0o644, 0o660])
def test_a_file_keeps_its_permissions_when_it_is_written(mode: int, tmp_path: Path) -> None:
    path = tmp_path / "match.mat"
    path.touch()
    path.chmod(mode)

    write_atomically(path, "a match")

    assert path.stat().st_mode & 0o777 == mode


def test_a_new_file_has_the_permissions_of_any_new_file(tmp_path: Path) -> None:
    usual = tmp_path / "usual"
    usual.touch()

    write_new(tmp_path / "match.mat", "a match")

    assert (tmp_path / "match.mat").stat().st_mode == usual.stat().st_mode


def test_a_file_that_is_there_is_not_written_and_stays(tmp_path: Path) -> None:
    path = tmp_path / "match.mat"
    path.write_text("precious", encoding="utf-8")

    with pytest.raises(FileExistsError):
        write_new(path, "a match")

    assert path.read_text(encoding="utf-8") == "precious"
