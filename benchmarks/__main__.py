"""Measures Kibitz beside its peers, and prints one table for each group of contestants."""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from benchmarks.measure import measure
from benchmarks.report import lines, machine, record
from benchmarks.throws import throws

GROUPS = {"throws": throws}
"""What can be measured, by name: each makes its group from the size wanted at most."""
ROUNDS, SECONDS = 7, 0.25
QUICK_ROUNDS, QUICK_SECONDS, QUICK_SAMPLE = 2, 0.02, 400


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure the groups asked for; a missed target is told, and is no failure."""
    asked = _asked(arguments)
    rounds = asked.rounds or (QUICK_ROUNDS if asked.quick else ROUNDS)
    seconds = QUICK_SECONDS if asked.quick else SECONDS
    most = asked.sample or (QUICK_SAMPLE if asked.quick else None)
    how = f"processor time, best of {rounds} rounds in turns; {machine()}"
    say(f"{how}\n")
    records, wrong = {}, []
    for name in asked.groups or GROUPS:
        group = GROUPS[name](most=most, with_peers=not asked.no_peers)
        figures = measure(group, rounds=rounds, seconds=seconds)
        say("\n".join(lines(group, figures)))
        records[name] = record(group, figures)
        wrong += [name] if figures[group.ours].agreed not in (None, group.size) else []
    if asked.json:
        text = json.dumps({"how": how, "groups": records}, indent=1)
        asked.json.write_text(text + "\n", encoding="utf-8")
    if wrong:
        sys.exit(f"kibitz: wrong answers, so the speed means nothing: {', '.join(wrong)}")


def say(text: str) -> None:
    """Tell the person waiting."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def _asked(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("groups", nargs="*", metavar="group", help=f"one of {', '.join(GROUPS)}")
    parser.add_argument("--rounds", type=int, help=f"how often everyone has a turn ({ROUNDS})")
    parser.add_argument("--sample", type=int, help="measure on so many questions, not on all")
    parser.add_argument("--quick", action="store_true", help="a first impression in seconds")
    parser.add_argument("--no-peers", action="store_true", help="Kibitz and the floor alone")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there as well")
    asked = parser.parse_args(arguments)
    if unknown := sorted({*asked.groups} - {*GROUPS}):
        parser.error(f"no such group: {', '.join(unknown)}")
    return asked


if __name__ == "__main__":
    main()
