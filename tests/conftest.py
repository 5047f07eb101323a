"""What every test obeys: a quiet log, and chance that repeats itself unless soaked."""

import logging
import os
from collections.abc import Iterator

import pytest
from hypothesis import settings

from tests.rigs.logs import LogWatch
from tests.rigs.needs import Need

pytest_plugins = [
    "tests.rigs.browser",
    "tests.rigs.firmware",
    "tests.rigs.pico_image",
    "tests.rigs.systemd",
    "tests.rigs.users",
]

USUAL_EXAMPLES = 100
SOAK = int(os.environ.get("KIBITZ_SOAK", "0"))

settings.register_profile("default", deadline=None, derandomize=True, max_examples=USUAL_EXAMPLES)
settings.register_profile(
    "soak", deadline=None, print_blob=True, max_examples=USUAL_EXAMPLES * max(SOAK, 1)
)
settings.load_profile("soak" if SOAK else "default")


def needs() -> dict[str, Need]:
    """Returns the needs, by the fixture with which a test asks for each."""
    # Not before pytest has prepared their assertions.
    from tests.rigs import browser, firmware, pico_image, systemd, users

    return {
        "browser_path": browser.NEED,
        "interpreter": firmware.NEED,
        "pico_image": pico_image.NEED,
        "systemd_analyze": systemd.NEED,
        "ordinary_user": users.NEED,
    }


def pytest_report_header() -> list[str]:
    """Tells before the first test what will be skipped, and for want of what."""
    return [line for need in needs().values() if (line := need.announcement)]


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks whatever needs what a machine may lack."""
    for fixture, need in needs().items():
        need.mark(items, fixture)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Tells loudly what was not proved."""
    for need in needs().values():
        need.tell(terminalreporter)


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
