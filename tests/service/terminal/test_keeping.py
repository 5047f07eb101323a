"""What is written down is there whole, or not at all, and nobody's file is lost by it."""

import errno
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from service.terminal.keeping import write_new, write_whole


def failing(error: BaseException) -> Callable[..., None]:
    def fail(*_arguments: object) -> None:
        raise error

    return fail


FULL = OSError(errno.ENOSPC, "No space left on device")


@pytest.mark.parametrize("error", [FULL, KeyboardInterrupt()])
def test_a_file_that_cannot_be_written_leaves_nothing_behind(
    error: BaseException, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "fsync", failing(error))

    with pytest.raises(type(error)):
        write_new(tmp_path / "match.mat", "a match")

    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("error", [FULL, KeyboardInterrupt()])
def test_what_cannot_be_written_anew_stays_as_it_was(
    error: BaseException, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "match.mat"
    path.write_text("old", encoding="utf-8")
    monkeypatch.setattr(os, "fsync", failing(error))

    with pytest.raises(type(error)):
        write_whole(path, "new")

    assert list(tmp_path.iterdir()) == [path]
    assert path.read_text(encoding="utf-8") == "old"


@pytest.mark.parametrize("mode", [0o600, 0o644, 0o660])
def test_a_file_is_for_the_same_people_after_it_was_written(mode: int, tmp_path: Path) -> None:
    path = tmp_path / "match.mat"
    path.touch()
    path.chmod(mode)

    write_whole(path, "a match")

    assert path.stat().st_mode & 0o777 == mode


def test_a_new_file_is_for_whom_the_system_says(tmp_path: Path) -> None:
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
