"""The rules for every test: a quiet log, and chance that repeats itself unless soaked."""

import logging
import os
from collections.abc import Iterator

import pytest
from hypothesis import settings

from tests.rigs.environment.log_watch import LogWatch
from tests.rigs.environment.optional_needs import Need

pytest_plugins = [
    "tests.rigs.environment.async_tests",
    "tests.rigs.environment.environment_fixtures",
    "tests.rigs.environment.release_proofs",
    "tests.rigs.firmware.pico_fixtures",
    "tests.rigs.vision.empty_boards",
]

USUAL_EXAMPLES = 25
RELEASE_EXAMPLES = 100
SOAK = int(os.environ.get("KIBITZ_SOAK", "0"))
LONGEST = ("tests/page/", "tests/vision/", "tests/firmware_bridge/firmware_runs/", "tests/service/")
"""The folders in which a file of tests takes longest."""
MOST_WORKERS = 4
"""Processes that run tests at once, at most; more than this only crowd the memory of a Pi."""

for name, examples in (("default", USUAL_EXAMPLES), ("release", RELEASE_EXAMPLES)):
    settings.register_profile(name, deadline=None, derandomize=True, max_examples=examples)
settings.register_profile(
    "soak", deadline=None, print_blob=True, max_examples=RELEASE_EXAMPLES * max(SOAK, 1)
)


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Chooses how many examples a property has; UsageError if a file of tests does not exist."""
    # The processes that pytest-xdist starts would not say so.
    for file in (arg.partition("::")[0] for arg in config.args):
        if not config.invocation_params.dir.joinpath(file).exists():
            raise pytest.UsageError(f"there is no {file}")
    release = "release" if config.getoption("release") else "default"
    settings.load_profile("soak" if SOAK else release)


def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores, since some wait for devices; no worker for a single core."""
    cores = os.cpu_count() or 1
    return min(cores + 1, MOST_WORKERS) if cores > 1 else 0


def needs() -> dict[str, Need]:
    """Returns the needs, by the fixture with which a test asks for each."""
    # Not before pytest has prepared their assertions.
    from tests.rigs.environment import environment_fixtures
    from tests.rigs.firmware import pico_fixtures

    return {
        "browser_path": environment_fixtures.BROWSER_NEED,
        "interpreter": pico_fixtures.FIRMWARE_NEED,
        "pico_image": pico_fixtures.PICO_IMAGE_NEED,
        "systemd_analyze": environment_fixtures.SYSTEMD_NEED,
        "type_errors": environment_fixtures.TYPESCRIPT_NEED,
        "ordinary_user": environment_fixtures.ORDINARY_USER_NEED,
    }


def pytest_report_header() -> list[str]:
    """Lists, before the first test, the tests that will be skipped, with the reason."""
    return [line for need in needs().values() if (line := need.announcement)]


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Marks tests with optional needs, and has the longest files begin first."""
    for fixture, need in needs().items():
        need.mark(items, fixture)
    if config.args == config.getini("testpaths"):
        # Else one worker would be busy with a long file at the end, and the others idle.
        items.sort(key=lambda item: not item.nodeid.startswith(LONGEST))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Reports loudly which proofs were skipped."""
    for need in needs().values():
        need.report_skips(terminalreporter)


@pytest.fixture(scope="session")
def soak_factor() -> int:
    """The factor by which a proof should go on longer than usual."""
    return max(SOAK, 1)


@pytest.fixture
def expected_logs() -> LogWatch:
    """The log, to which a test declares the warnings it means to cause, with `expect`."""
    return LogWatch()


@pytest.fixture(autouse=True)
def _quiet_log(expected_logs: LogWatch) -> Iterator[None]:
    """Fails the test when the log holds a warning that was not announced."""
    root = logging.getLogger()
    root.addHandler(expected_logs)
    yield
    root.removeHandler(expected_logs)
    faults = expected_logs.faults()
    assert not faults, "\n".join(faults)
