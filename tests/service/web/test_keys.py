"""A table's key is kept, readable to its owner only, and never told."""

import logging
from collections.abc import Callable
from pathlib import Path

import pytest

from service.web.keys import is_key, key_of
from tests.rigs.logs import LogWatch

LOGGER = "service.web.keys"


def spoilt(path: Path) -> None:
    path.write_text("no key at all, but a secret\n", encoding="utf-8")


def no_text(path: Path) -> None:
    path.write_bytes(b"\xff\xfe\x00")


def far_too_long(path: Path) -> None:
    path.write_text("x" * 100_000, encoding="utf-8")


def a_folder(path: Path) -> None:
    path.mkdir()


def a_link_to_nowhere(path: Path) -> None:
    path.symlink_to(path)


def test_a_table_keeps_its_key(tmp_path: Path) -> None:
    assert key_of(tmp_path, "window") == key_of(tmp_path, "window")


def test_every_table_has_a_key_of_its_own(tmp_path: Path) -> None:
    assert key_of(tmp_path, "window") != key_of(tmp_path, "corner")


def test_only_its_owner_may_read_a_key(tmp_path: Path) -> None:
    key_of(tmp_path, "window")
    (file,) = tmp_path.iterdir()
    assert file.stat().st_mode & 0o777 == 0o600

    file.chmod(0o644)
    key_of(tmp_path, "window")

    assert file.stat().st_mode & 0o777 == 0o600


def test_the_folder_of_a_key_is_made(tmp_path: Path) -> None:
    assert key_of(tmp_path / "not" / "there", "window") == key_of(
        tmp_path / "not" / "there", "window"
    )


@pytest.mark.parametrize("spoil", [spoilt, no_text, far_too_long, a_link_to_nowhere])
def test_a_file_that_holds_no_key_is_replaced_with_a_warning(
    spoil: Callable[[Path], None], tmp_path: Path, expected_logs: LogWatch
) -> None:
    expected_logs.expect(LOGGER, logging.WARNING, "cannot be used")
    spoil(tmp_path / "window.key")

    key = key_of(tmp_path, "window")

    assert key_of(tmp_path, "window") == key
    assert [file.name for file in tmp_path.iterdir()] == ["window.key"]


def test_a_key_that_cannot_be_kept_still_opens_the_table(
    tmp_path: Path, expected_logs: LogWatch
) -> None:
    expected_logs.expect(LOGGER, logging.WARNING, "cannot be used")
    expected_logs.expect(LOGGER, logging.WARNING, "cannot be kept")
    a_folder(tmp_path / "window.key")

    assert key_of(tmp_path, "window")


def test_no_key_is_ever_logged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, expected_logs: LogWatch
) -> None:
    expected_logs.expect(LOGGER, logging.WARNING, "cannot be used")
    with caplog.at_level(logging.DEBUG):
        spoilt(tmp_path / "window.key")
        key = key_of(tmp_path, "window")

    assert key not in caplog.text
    assert "secret" not in caplog.text


@pytest.mark.parametrize("given", ["", "x", "é", "\ud800", "x" * 10_000])
def test_what_is_not_the_key_is_not_the_key(given: str, tmp_path: Path) -> None:
    key = key_of(tmp_path, "window")

    assert is_key(key, key)
    assert not is_key(given, key)
