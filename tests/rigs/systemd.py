"""The program of systemd that checks units, for the one that comes with Kibitz."""

from __future__ import annotations

import shutil

import pytest

from tests.rigs.needs import Need

PROGRAM = "systemd-analyze"


def lacking() -> str:
    return "" if shutil.which(PROGRAM) else f"{PROGRAM} is not installed"


NEED = Need("systemd", "the service's unit", "To run them: apt-get install systemd.", lacking)


@pytest.fixture
def systemd_analyze() -> str:
    """The program."""
    NEED.must_be_there()
    return PROGRAM
