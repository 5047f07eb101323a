"""The table of a group, for people, and its record, for machines."""

import platform
from collections.abc import Iterator, Mapping
from os import cpu_count
from typing import Any

from benchmarks.contest import Figures, Group, Target

NONE = "-"


def machine() -> str:
    """The machine and the Python that are measured on."""
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return f"{cpu_count()} {platform.machine()} cores, {python}"


def lines(group: Group, figures: Mapping[str, Figures]) -> Iterator[str]:
    """The table, then each target and whether it is reached."""
    rows = [_row(name, group, figures) for name in figures]
    rows += [(name, reason, "", "") for name, reason in group.absent.items()]
    head = ("contestant", group.unit, "agreement", "ours / theirs")
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    yield f"{group.title}: {group.about}."
    yield ""
    for name, *cells in (head, tuple("-" * width for width in widths), *rows):
        padded = (cell.rjust(width) for cell, width in zip(cells, widths[1:], strict=True))
        yield "  ".join([name.ljust(widths[0]), *padded]).rstrip()
    yield ""
    for target in group.targets:
        yield f"target: {target.times:g} x {target.rival}: {_verdict(target, group, figures)}"


def record(group: Group, figures: Mapping[str, Figures]) -> dict[str, Any]:
    """All results, in plain values."""
    return {
        "title": group.title,
        "about": group.about,
        "unit": group.unit,
        "contestants": [
            {
                "name": name,
                "per_second": round(found.per_second, 1),
                "agreed": found.agreed,
                "ours_over_theirs": round(_ratio(name, group, figures), 3),
            }
            for name, found in figures.items()
        ],
        "absent": dict(group.absent),
        "targets": [
            {
                "times": target.times,
                "rival": target.rival,
                "verdict": _verdict(target, group, figures),
            }
            for target in group.targets
        ],
    }


def _row(name: str, group: Group, figures: Mapping[str, Figures]) -> tuple[str, str, str, str]:
    found = figures[name]
    agreed = NONE if found.agreed is None else f"{found.agreed:,} of {group.size:,}"
    return name, f"{found.per_second:,.0f}", agreed, f"{_ratio(name, group, figures):.2f}"


def _ratio(name: str, group: Group, figures: Mapping[str, Figures]) -> float:
    return figures[group.ours].per_second / figures[name].per_second


def _verdict(target: Target, group: Group, figures: Mapping[str, Figures]) -> str:
    if target.rival not in figures:
        return "not measured"
    ratio = _ratio(target.rival, group, figures)
    return f"{'reached' if ratio >= target.times else 'NOT REACHED'} ({ratio:.2f})"
