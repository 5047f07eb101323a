"""What every test obeys: a quiet log, and chance that repeats itself unless soaked."""

import logging
import os
from collections.abc import Iterator

import pytest
from hypothesis import settings

from tests.rigs.logs import LogWatch

pytest_plugins = ["tests.rigs.browser", "tests.rigs.firmware", "tests.rigs.pico_image"]

USUAL_EXAMPLES = 100
SOAK = int(os.environ.get("KIBITZ_SOAK", "0"))

settings.register_profile("default", deadline=None, derandomize=True, max_examples=USUAL_EXAMPLES)
settings.register_profile(
    "soak", deadline=None, print_blob=True, max_examples=USUAL_EXAMPLES * max(SOAK, 1)
)
settings.load_profile("soak" if SOAK else "default")


@pytest.fixture(scope="session")
def soak_factor() -> int:
    """How many times longer than usual a proof should go on."""
    return max(SOAK, 1)


@pytest.fixture
def expected_logs() -> LogWatch:
    """Where a test declares the warnings it means to cause, with `expect`."""
    return LogWatch()


@pytest.fixture(autouse=True)
def _quiet_log(expected_logs: LogWatch) -> Iterator[None]:
    """Fail the test when the log holds a warning nobody expected."""
    root = logging.getLogger()
    root.addHandler(expected_logs)
    yield
    root.removeHandler(expected_logs)
    faults = expected_logs.faults()
    assert not faults, "\n".join(faults)
