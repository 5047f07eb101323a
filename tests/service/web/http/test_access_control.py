"""The key of a table is stored, readable to its owner only, and never printed."""

import logging
from collections.abc import Callable
from pathlib import Path

import pytest

from service.web.http.access_control import is_right_key, load_or_create_key
from tests.rigs.environment.log_watch import LogWatch

LOGGER = "service.web.http.access_control"


NO_KEYS: dict[str, Callable[[Path], object]] = {
    "spoilt": lambda path: path.write_text("no key at all, but a secret\n", encoding="utf-8"),
    "no text": lambda path: path.write_bytes(b"\xff\xfe\x00"),
    "far too long": lambda path: path.write_text("x" * 100_000, encoding="utf-8"),
    "a link to nowhere": lambda path: path.symlink_to(path),
}


def test_a_table_keeps_its_key(tmp_path: Path) -> None:
    assert load_or_create_key(tmp_path, "window") == load_or_create_key(tmp_path, "window")


def test_every_table_has_a_key_of_its_own(tmp_path: Path) -> None:
    assert load_or_create_key(tmp_path, "window") != load_or_create_key(tmp_path, "corner")


def test_only_its_owner_may_read_a_key(tmp_path: Path) -> None:
    load_or_create_key(tmp_path, "window")
    (file,) = tmp_path.iterdir()
    assert file.stat().st_mode & 0o777 == 0o600

    file.chmod(0o644)
    load_or_create_key(tmp_path, "window")

    assert file.stat().st_mode & 0o777 == 0o600


def test_the_folder_of_a_key_is_made(tmp_path: Path) -> None:
    folder = tmp_path / "not" / "there"
    assert load_or_create_key(folder, "window") == load_or_create_key(folder, "window")


@pytest.mark.parametrize("spoil", NO_KEYS.values(), ids=NO_KEYS)
def test_a_file_that_holds_no_key_is_replaced_with_a_warning(
    spoil: Callable[[Path], object], tmp_path: Path, expected_logs: LogWatch
) -> None:
    expected_logs.expect(LOGGER, logging.WARNING, "cannot use this key")
    spoil(tmp_path / "window.key")

    key = load_or_create_key(tmp_path, "window")

    assert load_or_create_key(tmp_path, "window") == key
    assert [file.name for file in tmp_path.iterdir()] == ["window.key"]


def test_key_that_cannot_be_stored_still_opens_the_table(
    tmp_path: Path, expected_logs: LogWatch
) -> None:
    expected_logs.expect(LOGGER, logging.WARNING, "cannot use this key")
    expected_logs.expect(LOGGER, logging.WARNING, "cannot store the key")
    (tmp_path / "window.key").mkdir()

    assert load_or_create_key(tmp_path, "window")


def test_no_key_is_ever_logged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, expected_logs: LogWatch
) -> None:
    expected_logs.expect(LOGGER, logging.WARNING, "cannot use this key")
    with caplog.at_level(logging.DEBUG):
        NO_KEYS["spoilt"](tmp_path / "window.key")
        key = load_or_create_key(tmp_path, "window")

    assert key not in caplog.text
    assert "secret" not in caplog.text


@pytest.mark.parametrize("given", ["", "x", "é", "\ud800", "x" * 10_000])
def test_wrong_key_is_rejected(given: str, tmp_path: Path) -> None:
    key = load_or_create_key(tmp_path, "window")

    assert is_right_key(key, key)
    assert not is_right_key(given, key)
