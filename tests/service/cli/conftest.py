"""A shell in a temporary folder, and an evening whose journal several commands read."""

from pathlib import Path

import pytest

from tests.rigs.environment.command_shell import CommandShell
from tests.rigs.tables.table_in_memory import record_evening, two_matches


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> CommandShell:
    return CommandShell(tmp_path, monkeypatch)


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return record_evening(tmp_path_factory.mktemp("evening"), two_matches)
