"""What a study has found out: lines of numbers, what was aimed at, and both as text and values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil
from statistics import mean, median
from typing import Any

NONE = "-"
EXACT = 100
"""From here on, a number is told without a fraction."""


@dataclass(frozen=True, slots=True)
class Extent:
    """How thoroughly to study."""

    rounds: int
    matches: int
    """How many of the recorded matches are played on the usual board."""
    others: int
    """How many are on every other board."""
    some: int
    """How many are, where it takes longer."""
    most: int | None
    """How much of a match hands play, in gestures; None: all of it."""
    gestures: int
    """What hands do where each of it has to wait for the disk."""
    before: int
    """What they have done before a process is looked at."""
    seconds: float
    """How long an idle process is watched."""
    hours: float
    """How long hands play on simulated time before the page is looked at, and then again."""


@dataclass(frozen=True, slots=True)
class Line:
    """What was found out about one thing: a number for each column, None where there is none."""

    name: str
    values: tuple[float | None, ...]


@dataclass(frozen=True, slots=True)
class Aim:
    """What a number must not be above."""

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
    """All that a study has found out."""

    title: str
    about: str
    columns: tuple[str, ...]
    lines: Sequence[Line]
    aims: Sequence[Aim] = ()
    notes: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Spread:
    """How a number is spread over many measurements."""

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
    """Three digits of it, or all in front of the point."""
    if value is None:
        return NONE
    return f"{value:,.0f}" if abs(value) >= EXACT or value == int(value) else f"{value:.3g}"


def told(account: Account) -> Iterator[str]:
    """The table, then what is to be noted, then each aim and whether it is reached."""
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
    """The same in plain values."""
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
