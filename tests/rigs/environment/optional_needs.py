"""Optional needs of tests: without them tests are skipped, with a warning before and after.

`KIBITZ_REQUIRE` names, with commas, the needs whose absence is a failure.
"""

import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import NoReturn

import pytest

REQUIRED = "KIBITZ_REQUIRE"
WORKER = "PYTEST_XDIST_WORKER"
"""Set where several processes run the tests at once."""
NOT_THERE = 3
"""Exit code if a required need is missing."""


@dataclass(frozen=True, slots=True)
class Need:
    """A need without which some tests cannot run."""

    name: str
    """Name of the marker, and in `KIBITZ_REQUIRE`."""
    proves: str
    """Subject of the tests that need it."""
    cure: str
    """Remedy, in a sentence."""
    missing_reason: Callable[[], str]
    """Returns the reason for its absence as a clause; empty if it is present."""

    @property
    def missing(self) -> str:
        """The beginning of the reason of every such skip."""
        return f"no {self.name}: "

    @property
    def is_required(self) -> bool:
        return self.name in os.environ.get(REQUIRED, "").split(",")

    @property
    def announcement(self) -> str:
        """The line shown before the first test if the need is missing; empty otherwise."""
        if not (why := self.missing_reason()):
            return ""
        then = "are required here" if self.is_required else "will be skipped"
        return f"{self.missing}tests of {self.proves} {then}, and {why}. {self.cure}"

    def require(self) -> None:
        if why := self.missing_reason():
            self.skip_test(why)

    def skip_test(self, why: str) -> NoReturn:
        """Skips the test, or ends the run where the need is required."""
        if self.is_required:
            texts = f"{REQUIRED} asks for the {self.name}: {why}. {self.cure}"
            if WORKER in os.environ:
                # One of several workers cannot end the others.
                pytest.fail(texts, pytrace=False)
            pytest.exit(texts, NOT_THERE)
        pytest.skip(f"{self.missing}{why}")

    def report_skips(self, reporter: pytest.TerminalReporter) -> None:
        """Reports the skipped tests in red."""
        skipped = [
            report
            for report in reporter.getreports("skipped")
            if isinstance(report.longrepr, tuple) and self.missing in report.longrepr[2]
        ]
        if not skipped:
            return
        reporter.section(f"{self.name.upper()} TESTS DID NOT RUN", sep="=", red=True, bold=True)
        reasons = sorted({report.longrepr[2].partition(self.missing)[2] for report in skipped})
        texts = f"{len(skipped)} tests of {self.proves} were skipped: {'; '.join(reasons)}"
        for line in (texts, self.cure):
            reporter.write_line(line, red=True, bold=True)

    def mark(self, items: list[pytest.Item], fixture: str) -> None:
        """Marks all tests with this fixture, so that `-m 'not ...'` leaves them out."""
        for item in items:
            if isinstance(item, pytest.Function) and fixture in item.fixturenames:
                item.add_marker(self.name)
