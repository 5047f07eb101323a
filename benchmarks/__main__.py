"""Measures Kibitz beside its peers and floors, and prints one table for each group or study."""

import argparse
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from benchmarks.board import measure_board
from benchmarks.camera import measure_camera
from benchmarks.checkers import checkers
from benchmarks.contest import measure
from benchmarks.idle_service import measure_idle_service
from benchmarks.journal_size import measure_journal_size
from benchmarks.latency import measure_latency
from benchmarks.memory import measure_memory
from benchmarks.page import measure_page
from benchmarks.page_load import measure_page_load
from benchmarks.page_memory import measure_page_memory
from benchmarks.page_motion import measure_page_motion
from benchmarks.reasons import measure_reasons
from benchmarks.report import lines, machine, record
from benchmarks.simulation import measure_simulation
from benchmarks.steps import measure_steps
from benchmarks.study_results import Account, Extent, table_lines, values
from benchmarks.throws import throws
from benchmarks.vision import measure_vision

GROUPS = {"throws": throws, "checkers": checkers}
"""The groups to measure, by name; each function takes the largest size and makes a group."""
STUDIES: Mapping[str, Callable[[Extent], Account]] = {
    "steps": measure_steps,
    "reasons": measure_reasons,
    "latency": measure_latency,
    "journal": measure_journal_size,
    "simulation": measure_simulation,
    "memory": measure_memory,
    "idle": measure_idle_service,
    "board": measure_board,
    "vision": measure_vision,
    "camera": measure_camera,
    "page": measure_page,
    "page-load": measure_page_load,
    "page-memory": measure_page_memory,
    "page-motion": measure_page_motion,
}
"""The studies of the referee and the service, by name."""
ROUNDS, SECONDS = 7, 0.25
QUICK_ROUNDS, QUICK_SECONDS, QUICK_SAMPLE = 2, 0.02, 400
FULL = Extent(
    rounds=3,
    matches=50,
    matches_elsewhere=15,
    slow_matches=5,
    max_gestures=None,
    awaited_gestures=2000,
    gestures_before=800,
    idle_seconds=10,
    played_hours=1,
)
QUICK = Extent(
    rounds=1,
    matches=1,
    matches_elsewhere=1,
    slow_matches=1,
    max_gestures=300,
    awaited_gestures=100,
    gestures_before=50,
    idle_seconds=0.2,
    played_hours=0.02,
)


def main(arguments: Sequence[str] | None = None) -> None:
    """Measures the groups that are named; a missed target is reported, and is not a failure."""
    asked = _parse_arguments(arguments)
    names = [name for name in asked.groups or (*GROUPS, *STUDIES) if name not in asked.without]
    say(f"{machine()}\n")
    records, wrong = _groups(asked, [name for name in names if name in GROUPS])
    records |= _studies(asked, [name for name in names if name in STUDIES])
    if asked.json:
        text = json.dumps({"how": machine(), "groups": records}, indent=1)
        asked.json.write_text(text + "\n", encoding="utf-8")
    if wrong:
        sys.exit(f"kibitz: wrong answers, so the speed means nothing: {', '.join(wrong)}")


def _groups(
    asked: argparse.Namespace, names: Sequence[str]
) -> tuple[dict[str, dict[str, Any]], list[str]]:
    """Measures contestants; the records, and the groups with wrong answers of ours."""
    rounds = asked.rounds or (QUICK_ROUNDS if asked.quick else ROUNDS)
    seconds = QUICK_SECONDS if asked.quick else SECONDS
    most = asked.sample or (QUICK_SAMPLE if asked.quick else None)
    how = f"processor time, best of {rounds} rounds in turns"
    records, wrong = {}, []
    for name in names:
        group = GROUPS[name](most=most, with_peers=not asked.no_peers)
        figures = measure(group, rounds=rounds, seconds=seconds)
        say("\n".join([*lines(group, figures), f"({how})", ""]))
        records[name] = {"how": how, **record(group, figures)}
        wrong += [name] if figures[group.ours].agreed not in (None, group.size) else []
    return records, wrong


def _studies(asked: argparse.Namespace, names: Sequence[str]) -> dict[str, dict[str, Any]]:
    extent = QUICK if asked.quick else FULL
    extent = replace(extent, rounds=asked.rounds or extent.rounds)
    records = {}
    for name in names:
        account = STUDIES[name](extent)
        say("\n".join([*table_lines(account), ""]))
        records[name] = values(account)
    return records


def say(text: str) -> None:
    """Tells the person waiting."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def _parse_arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    known = (*GROUPS, *STUDIES)
    parser.add_argument("groups", nargs="*", metavar="group", help=f"one of {', '.join(known)}")
    parser.add_argument(
        "--without", action="append", default=[], metavar="GROUP", help="leave this one out"
    )
    parser.add_argument("--rounds", type=int, help=f"how often everyone has a turn ({ROUNDS})")
    parser.add_argument("--sample", type=int, help="measure on so many questions, not on all")
    parser.add_argument("--quick", action="store_true", help="a first impression in seconds")
    parser.add_argument("--no-peers", action="store_true", help="Kibitz and the floor alone")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there as well")
    asked = parser.parse_args(arguments)
    if unknown := sorted({*asked.groups, *asked.without} - {*known}):
        parser.error(f"no such group: {', '.join(unknown)}")
    return asked


if __name__ == "__main__":
    main()
