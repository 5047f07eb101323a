"""kibitz check, export and replay: recorded matches and journals."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from hardware.signals import Signal
from service.cli import command_options
from service.cli.game_commands import FileCheck
from service.cli.game_table import GAMES, RULEBOOK_CHOICES, check_rulebook, game_of_record
from service.records.match_account import account_of
from service.records.match_files import (
    ExportFormat,
    UnreadableMatch,
    export_match,
    read_record_text,
    write_new,
)
from service.storage.journal import effects_text
from service.storage.journal_reader import StoredMatch
from service.storage.journal_repair import salvage_journal, salvage_match
from service.storage.journal_replay import ReplayedSignal, replay_match
from service.storage.journal_tables import JournalProblem
from service.storage.stored_decisions import is_of_newer_program, normalized_decision
from service.storage.stored_format import FORMAT
from service.words.phrases import Phrases
from service.words.printable_text import printable

FAULTS_FOUND = 1
"""The exit code if something violates the rules."""


@click.command("check")
@click.argument("files", nargs=-1, required=True, type=command_options.ANY_PATH)
@click.option(
    "--rulebook",
    type=click.Choice(RULEBOOK_CHOICES),
    help="Rulebook. Default: the one that a file names, else tournament, or english for checkers.",
)
@command_options.language_option
def check_command(*, files: tuple[Path, ...], rulebook: str | None, phrases: Phrases) -> None:
    """Replay every turn of recorded matches, and report violations of the rules."""
    worst = 0
    for file in files:
        try:
            found = _check(file, rulebook, phrases)
        except UnreadableMatch as error:
            refusal = command_options.InputError.from_text(error.in_words(phrases), phrases)
            refusal.show()
            worst = refusal.exit_code
            continue
        click.echo("\n".join(found.lines))
        worst = max(worst, FAULTS_FOUND if found.has_faults else 0)
    sys.exit(worst)


def _check(file: Path, rulebook: str | None, phrases: Phrases) -> FileCheck:
    """Checks a file of the game that it is of."""
    text = read_record_text(file)
    game = game_of_record(file, text)
    return GAMES[game].check(file, text, check_rulebook(game, rulebook, phrases), phrases)


FORMATS_BY_EXTENSION: Mapping[str, tuple[ExportFormat, ...]] = {
    ".mat": (ExportFormat.MAT,),
    ".sgf": (ExportFormat.SGF,),
    ".txt": (ExportFormat.TEXT, ExportFormat.MAT, ExportFormat.IDS),
    ".ids": (ExportFormat.IDS,),
}
"""The formats that a file extension allows; the first one is its default."""


@click.command("export")
@click.argument("match", metavar="MATCH")
@click.option(
    "--format",
    "wanted",
    type=click.Choice([one.value for one in ExportFormat]),
    help="Output format. Default: by file extension, else mat. text differs from mat only where "
    "illegal plays stood: it marks them. ids has a line for each decision, with XGID and GNU id.",
)
@click.option(
    "--output", type=command_options.ANY_PATH, help="New file to write. Default: the terminal."
)
@command_options.language_option
def export_command(
    *, match: str, wanted: str | None, output: Path | None, phrases: Phrases
) -> None:
    """Export a match of a journal: MATCH is JOURNAL, or JOURNAL#2 for its second match."""
    export_format = _chosen_format(wanted, output, phrases)
    path, number = split_match(match)
    with command_options.refusing(JournalProblem, phrases):
        salvaged = salvage_match(path, number)
    (stored,) = salvaged.matches
    exported = export_match(stored, export_format)
    _write(exported.text, output, phrases)
    for problem in filter(None, (salvaged.problem, stored.problem)):
        click.echo(printable(problem.in_words(phrases)), err=True)
    for remark in exported.remarks(phrases):
        click.echo(remark, err=True)
    if output:
        games = phrases.say("export.games", count=exported.games)
        click.echo(phrases.say("export.written", file=output, games=games))


def _chosen_format(wanted: str | None, output: Path | None, phrases: Phrases) -> ExportFormat:
    """The output format, by option or by file extension; InputError if they differ."""
    allowed = FORMATS_BY_EXTENSION.get(output.suffix.lower(), ()) if output else ()
    export_format = ExportFormat(wanted) if wanted else next(iter(allowed), ExportFormat.MAT)
    if allowed and export_format not in allowed:
        suffix = allowed[0].value
        raise command_options.InputError(
            phrases, "other_format", file=output, suffix=suffix, wanted=export_format.value
        )
    return export_format


def split_match(match: str) -> tuple[Path, int | None]:
    """The path of the journal, and the number of the match after a #, if there is one."""
    path, mark, number = match.rpartition("#")
    if mark and number.isascii() and number.isdecimal() and not Path(match).exists():
        return Path(path), int(number)
    return Path(match), None


def _write(text: str, output: Path | None, phrases: Phrases) -> None:
    if output is None:
        click.echo(text, nl=False)
        return
    with command_options.refusing_file_errors(output, phrases):
        write_new(output, text)


MAX_EFFECT_LENGTH = 200
"""Maximum letters of a stored decision that is no list of effects."""
DECISIONS_DIFFER = 1
"""The exit code if a decision is different now."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """The result of judging matches again."""

    signals: int = 0
    undecided: int = 0
    """Number of signals without a stored decision."""
    different: int = 0
    first: tuple[StoredMatch, ReplayedSignal] | None = None
    """The first signal that is judged differently."""


@click.command("replay")
@click.argument("journal", type=command_options.ANY_PATH)
@click.option(
    "--match", "number", type=click.IntRange(1), help="Replay only the match with this number."
)
@click.option(
    "--account",
    is_flag=True,
    help="First tell the turns, and everything the referee said or asked, with the answers.",
)
@command_options.language_option
def replay_command(*, journal: Path, number: int | None, account: bool, phrases: Phrases) -> None:
    """Judge every signal of a journal again, and compare the decisions with the stored ones."""
    with command_options.refusing(JournalProblem, phrases):
        found = salvage_match(journal, number) if number else salvage_journal(journal)
    for match in found.matches if account else ():
        for line in account_of(match, phrases):
            click.echo(printable(line))
        click.echo()
    comparison = compare(found.matches)
    click.echo("\n".join(map(printable, _comparison_lines(comparison, phrases))))
    in_matches = (match.problem for match in found.matches)
    problems = (found.problem, *found.unreadable, *in_matches)
    if texts := [problem.in_words(phrases) for problem in problems if problem]:
        raise command_options.CommandError("\n".join(texts))
    sys.exit(DECISIONS_DIFFER if comparison.different else 0)


def compare(matches: Sequence[StoredMatch]) -> Comparison:
    """Judges matches again and counts the differences."""
    signals = undecided = different = 0
    first = None
    for match in matches:
        for replayed in replay_match(match):
            signals += 1
            undecided += replayed.entry.decision is None and not replayed.failure
            if differs(replayed):
                different += 1
                first = first or (match, replayed)
    return Comparison(signals, undecided, different, first)


def differs(replayed: ReplayedSignal) -> bool:
    """True if the decision on a signal is different now, or it cannot be judged."""
    stored, now = replayed.entry.decision, effects_text(replayed.effects)
    if replayed.failure is not None:
        return True
    return stored not in (None, now) and normalized_decision(stored) != now


def _comparison_lines(comparison: Comparison, phrases: Phrases) -> Iterator[str]:
    if comparison.first:
        yield from _difference_lines(*comparison.first, phrases)
        count = comparison.different
        yield phrases.say("replay.more", count=count, total=comparison.signals)
    else:
        yield phrases.say("replay.same", count=comparison.signals)
    if comparison.undecided:
        yield phrases.say("replay.undecided", count=comparison.undecided)


def _difference_lines(
    match: StoredMatch, signal: ReplayedSignal, phrases: Phrases
) -> Iterator[str]:
    entry = signal.entry
    at, of = f"{entry.signal.at:.3f}", match.head.number
    yield phrases.say("replay.differs", match=of, number=entry.number, kept=entry.stored_at, at=at)
    yield phrases.say("replay.signal", signal=FORMAT.encode(entry.signal, Signal))
    if is_of_newer_program(entry.decision):
        yield phrases.say("replay.newer")
    then = _effect_lines(normalized_decision(entry.decision), phrases)
    now = _effect_lines(effects_text(signal.effects), phrases)
    if signal.failure:
        now = [phrases.say("replay.failed", problem=repr(signal.failure))]
    for key, effects, others in (("then", then, now), ("now", now, then)):
        alone = [effect for effect in effects if effect not in others] or effects
        yield from (phrases.say(f"replay.{key}", effect=effect) for effect in alone)


def _effect_lines(decision: str | None, phrases: Phrases) -> list[str]:
    try:
        effects = json.loads(decision or "[]")
    except (ValueError, RecursionError):
        effects = None
    if not isinstance(effects, list):
        return [decision[:MAX_EFFECT_LENGTH]] if decision else []
    lines = [json.dumps(effect, ensure_ascii=False) for effect in effects]
    return lines or [phrases.say("replay.nothing")]
