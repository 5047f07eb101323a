"""`make settings` writes the tables of settings below their heading, and nothing above it."""

import pytest

from tools.settings_tables import MARK, with_tables


def test_tables_are_written_below_their_heading() -> None:
    written = with_tables(f"# A\n\n{MARK}old tables\n")
    assert written.startswith(f"# A\n\n{MARK}### `[service]`\n")
    assert "old tables" not in written


def test_document_without_the_heading_is_refused() -> None:
    with pytest.raises(SystemExit, match="has no heading '## Every setting'"):
        with_tables("# A\n")
