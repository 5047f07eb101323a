"""What some tests need and a machine may lack: they are skipped, which is told first and last.

`KIBITZ_REQUIRE` names, with commas, the needs whose absence is a failure.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import NoReturn

import pytest

REQUIRED = "KIBITZ_REQUIRE"
NOT_THERE = 3
"""The exit code if something is required and not there."""


@dataclass(frozen=True, slots=True)
class Need:
    """Something without which some tests cannot run."""

    name: str
    """As the marker and `KIBITZ_REQUIRE` name it."""
    proves: str
    """What is not proved without it."""
    cure: str
    """How to get it, in a sentence."""
    lacking: Callable[[], str]
    """Says why it is not there, as a clause; nothing if it is."""

    @property
    def missing(self) -> str:
        """What the reason of every such skip begins with."""
        return f"no {self.name}: "

    @property
    def is_required(self) -> bool:
        """Whether its absence is a failure."""
        return self.name in os.environ.get(REQUIRED, "").split(",")

    @property
    def announcement(self) -> str:
        """The line shown before the first test, if anything is missing."""
        if not (why := self.lacking()):
            return ""
        then = "are required here" if self.is_required else "will be skipped"
        return f"{self.missing}tests of {self.proves} {then}, and {why}. {self.cure}"

    def must_be_there(self) -> None:
        """Leaves a test out if it is not."""
        if why := self.lacking():
            self.do_without(why)

    def do_without(self, why: str) -> NoReturn:
        """Leaves a test out, loudly; where this is required, gives up."""
        if self.is_required:
            pytest.exit(f"{REQUIRED} asks for the {self.name}: {why}. {self.cure}", NOT_THERE)
        pytest.skip(f"{self.missing}{why}")

    def tell(self, reporter: pytest.TerminalReporter) -> None:
        """Says loudly what was not proved."""
        skipped = [
            report
            for report in reporter.getreports("skipped")
            if isinstance(report.longrepr, tuple) and self.missing in report.longrepr[2]
        ]
        if not skipped:
            return
        reporter.section(f"{self.name.upper()} TESTS DID NOT RUN", sep="=", red=True, bold=True)
        reasons = sorted({report.longrepr[2].partition(self.missing)[2] for report in skipped})
        told = f"{len(skipped)} tests of {self.proves} were skipped: {'; '.join(reasons)}"
        for line in (told, self.cure):
            reporter.write_line(line, red=True, bold=True)

    def mark(self, items: list[pytest.Item], fixture: str) -> None:
        """Marks whatever asks for this fixture, so that `-m 'not ...'` leaves it out."""
        for item in items:
            if isinstance(item, pytest.Function) and fixture in item.fixturenames:
                item.add_marker(self.name)
