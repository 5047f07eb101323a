"""An ordinary user, where a test must not do something: root is refused nothing."""

from __future__ import annotations

import os

import pytest

from tests.rigs.needs import Need


def lacking() -> str:
    return "root runs them, who is refused nothing" if os.geteuid() == 0 else ""


NEED = Need(
    "ordinary_user",
    "what somebody may not do",
    "To run them: be an ordinary user, as .ci/run is.",
    lacking,
)


@pytest.fixture
def ordinary_user() -> None:
    """Whoever runs the tests may not do everything."""
    NEED.must_be_there()
