"""Results of a study: lines of numbers with their limits, as text and as plain values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil
from statistics import mean, median
from typing import Any

NONE = "-"
EXACT = 100
"""Numbers from this one on are written without a fraction."""


@dataclass(frozen=True, slots=True)
class Extent:
    """The extent of a study."""

    rounds: int
    matches: int
    """Number of recorded matches that are played on the usual board."""
    matches_elsewhere: int
    """Number of matches on every other board."""
    slow_matches: int
    """Number of matches in studies that take longer."""
    max_gestures: int | None
    """Gestures after which a match ends; None for whole matches."""
    awaited_gestures: int
    """Number of gestures where each has to wait for the disk."""
    gestures_before: int
    """Number of gestures before a process is measured."""
    idle_seconds: float
    """Seconds for which an idle process is watched."""
    played_hours: float
    """Simulated hours of play before the page is measured, and again before it is measured anew."""


@dataclass(frozen=True, slots=True)
class ResultLine:
    """The numbers of one thing: one for each column, None where there is none."""

    name: str
    values: tuple[float | None, ...]


@dataclass(frozen=True, slots=True)
class Aim:
    """An upper limit for a number."""

    what: str
    most: float
    found: float | None

    @property
    def verdict(self) -> str:
        if self.found is None:
            return "not measured"
        reached = "reached" if self.found <= self.most else "NOT REACHED"
        return f"{reached} ({number(self.found)})"


@dataclass(frozen=True, slots=True)
class Account:
    """The results of a study."""

    title: str
    about: str
    columns: tuple[str, ...]
    lines: Sequence[ResultLine]
    aims: Sequence[Aim] = ()
    notes: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Spread:
    """The spread of a number over many measurements."""

    size: int
    mean: float
    middle: float
    rare: float
    """Only one in a hundred is above."""
    worst: float

    @classmethod
    def of(cls, measured: Sequence[float]) -> Spread | None:
        """None if nothing was measured."""
        if not measured:
            return None
        ordered = sorted(measured)
        rare = ordered[ceil(0.99 * len(ordered)) - 1]
        return cls(len(ordered), mean(ordered), median(ordered), rare, ordered[-1])


def typical(rounds: Sequence[Spread]) -> Spread:
    """The median of each number over some rounds."""
    return Spread(
        rounds[0].size,
        median(one.mean for one in rounds),
        median(one.middle for one in rounds),
        median(one.rare for one in rounds),
        median(one.worst for one in rounds),
    )


def number(value: float | None) -> str:
    """A number with three digits, or all those in front of the point."""
    if value is None:
        return NONE
    return f"{value:,.0f}" if abs(value) >= EXACT or value == int(value) else f"{value:.3g}"


def table_lines(account: Account) -> Iterator[str]:
    """The lines of the table, then the notes, then each limit and whether it is kept."""
    head = ("", *account.columns)
    rows = [(line.name, *map(number, line.values)) for line in account.lines]
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    yield f"{account.title}: {account.about}."
    yield ""
    for name, *cells in (head, tuple("-" * width for width in widths), *rows):
        padded = (cell.rjust(width) for cell, width in zip(cells, widths[1:], strict=True))
        yield "  ".join([name.ljust(widths[0]), *padded]).rstrip()
    yield ""
    yield from account.notes
    for aim in account.aims:
        yield f"target: {aim.what}, at most {number(aim.most)}: {aim.verdict}"


def values(account: Account) -> dict[str, Any]:
    """The results in plain values."""
    return {
        "title": account.title,
        "about": account.about,
        "lines": [
            {"name": line.name, **dict(zip(account.columns, line.values, strict=True))}
            for line in account.lines
        ],
        "notes": [*account.notes],
        "targets": [
            {"what": aim.what, "most": aim.most, "verdict": aim.verdict} for aim in account.aims
        ],
    }
