"""A served table, and an evening whose journal several tests read."""

from contextlib import AbstractAsyncContextManager
from pathlib import Path

import pytest

from tests.rigs.tables.page_client import ServedTable, serve_tables
from tests.rigs.tables.table_in_memory import record_evening, two_matches


@pytest.fixture
def table(tmp_path: Path) -> AbstractAsyncContextManager[ServedTable]:
    """A table with its page."""
    return serve_tables(tmp_path)


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return record_evening(tmp_path_factory.mktemp("evening"), two_matches)
