"""The command `kibitz replay`: a journal judged again, and compared with what was decided."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from hardware.signals import Signal
from referee.words import Phrases
from service.commands.options import ANY_PATH, BadInput, Refusal, speaking
from service.journal.journal import effects_text
from service.journal.problems import JournalProblem
from service.journal.reading import KeptMatch
from service.journal.salvaging import salvaged_journal, salvaged_match
from service.plain import text_of
from service.printing import printable
from service.tables.resuming import Rejudged, rejudged

DIFFERENT = 1
"""What `replay` leaves as its exit code where a verdict is another one now."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """What comes of judging some matches again."""

    signals: int = 0
    undecided: int = 0
    """Signals on which no decision was kept."""
    different: int = 0
    first: tuple[KeptMatch, Rejudged] | None = None
    """The first signal that is judged differently."""


@click.command("replay")
@click.argument("journal", type=ANY_PATH)
@click.option("--match", "number", type=click.IntRange(1), help="Only the match of this number.")
@speaking
def replay_command(*, journal: Path, number: int | None, phrases: Phrases) -> None:
    """Judge every signal of a journal again, and compare the verdicts with those kept."""
    try:
        found = salvaged_match(journal, number) if number else salvaged_journal(journal)
    except JournalProblem as problem:
        raise BadInput.of(problem.told(phrases), phrases) from problem
    comparison = compare(found.matches)
    click.echo("\n".join(map(printable, _told(comparison, phrases))))
    problems = (found.problem, *(match.problem for match in found.matches))
    if broken := [problem for problem in problems if problem]:
        raise Refusal("\n".join(where.told(phrases) for where in broken))
    sys.exit(DIFFERENT if comparison.different else 0)


def compare(matches: Sequence[KeptMatch]) -> Comparison:
    """Judge these matches again."""
    signals = undecided = different = 0
    first = None
    for match in matches:
        for again in rejudged(match):
            signals += 1
            undecided += again.entry.decision is None and not again.failure
            if differs(again):
                different += 1
                first = first or (match, again)
    return Comparison(signals, undecided, different, first)


def differs(again: Rejudged) -> bool:
    """Whether a signal is judged differently from what was decided, or cannot be judged."""
    kept = again.entry.decision
    return again.failure is not None or kept not in (None, effects_text(again.effects))


def _told(comparison: Comparison, phrases: Phrases) -> Iterator[str]:
    if comparison.first:
        yield from _difference(*comparison.first, phrases)
        many = comparison.different
        yield phrases.say("replay.more", count=many, total=comparison.signals)
    else:
        yield phrases.say("replay.same", count=comparison.signals)
    if comparison.undecided:
        yield phrases.say("replay.undecided", count=comparison.undecided)


def _difference(match: KeptMatch, again: Rejudged, phrases: Phrases) -> Iterator[str]:
    entry = again.entry
    yield phrases.say(
        "replay.differs",
        match=match.head.number,
        number=entry.number,
        kept=entry.kept,
        at=f"{entry.signal.at:.3f}",
    )
    yield phrases.say("replay.signal", signal=text_of(entry.signal, Signal))
    then = _effects(entry.decision, phrases)
    now = _effects(effects_text(again.effects), phrases)
    if again.failure:
        now = [phrases.say("replay.failed", problem=repr(again.failure))]
    for key, effects, others in (("then", then, now), ("now", now, then)):
        alone = [effect for effect in effects if effect not in others] or effects
        yield from (phrases.say(f"replay.{key}", effect=effect) for effect in alone)


def _effects(decision: str | None, phrases: Phrases) -> list[str]:
    """A line for each effect of a decision as it is kept."""
    effects = json.loads(decision or "[]")
    lines = [json.dumps(effect, ensure_ascii=False) for effect in effects]
    return lines or [phrases.say("replay.nothing")]
