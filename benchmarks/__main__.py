"""Measures Kibitz beside its peers and floors, and prints one table for each group or study."""

import argparse
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from benchmarks.accounts import Account, Extent, told, values
from benchmarks.board import board
from benchmarks.camera import camera
from benchmarks.idle import idle
from benchmarks.kept import kept
from benchmarks.latency import latency
from benchmarks.measure import measure
from benchmarks.memory import memory
from benchmarks.page import page
from benchmarks.page_load import page_load
from benchmarks.page_memory import page_memory
from benchmarks.reasons import reasons
from benchmarks.report import lines, machine, record
from benchmarks.simulation import simulation
from benchmarks.steps import steps
from benchmarks.throws import throws
from benchmarks.vision import vision

GROUPS = {"throws": throws}
"""What can be measured, by name: each makes its group from the size wanted at most."""
STUDIES: Mapping[str, Callable[[Extent], Account]] = {
    "steps": steps,
    "reasons": reasons,
    "latency": latency,
    "journal": kept,
    "simulation": simulation,
    "memory": memory,
    "idle": idle,
    "board": board,
    "vision": vision,
    "camera": camera,
    "page": page,
    "page-load": page_load,
    "page-memory": page_memory,
}
"""What is found out about the referee and the service, by name."""
ROUNDS, SECONDS = 7, 0.25
QUICK_ROUNDS, QUICK_SECONDS, QUICK_SAMPLE = 2, 0.02, 400
FULL = Extent(
    rounds=3,
    matches=50,
    others=15,
    some=5,
    most=None,
    gestures=2000,
    before=800,
    seconds=10,
    hours=1,
)
QUICK = Extent(
    rounds=1,
    matches=1,
    others=1,
    some=1,
    most=300,
    gestures=100,
    before=50,
    seconds=0.2,
    hours=0.02,
)


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure what is asked for; a missed target is told, and is no failure."""
    asked = _asked(arguments)
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
    """Measure contestants; gives all that was found out, and where our answers are wrong."""
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
        say("\n".join([*told(account), ""]))
        records[name] = values(account)
    return records


def say(text: str) -> None:
    """Tell the person waiting."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def _asked(arguments: Sequence[str] | None) -> argparse.Namespace:
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
