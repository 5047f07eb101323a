"""The command `kibitz export`: a match of a journal as a file that other programs read."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import click

from referee.words import Phrases
from service.commands.options import ANY_PATH, BadInput, speaking
from service.formats import Format, written
from service.journal.problems import JournalProblem
from service.journal.salvaging import salvaged_match
from service.printing import printable
from service.terminal.keeping import write_new

SUFFIXES: Mapping[str, tuple[Format, ...]] = {
    ".mat": (Format.MAT,),
    ".sgf": (Format.SGF,),
    ".txt": (Format.TEXT, Format.MAT, Format.IDS),
    ".ids": (Format.IDS,),
}
"""The formats that go with the end of a file's name; the first is what it means by itself."""


@click.command("export")
@click.argument("match", metavar="MATCH")
@click.option(
    "--format",
    "wanted",
    type=click.Choice([one.value for one in Format]),
    help="How to write it; if not given, as the file ends, or else mat. text differs from mat only "
    "where illegal plays stood: it marks them. ids has a line for each decision, with the XGID and "
    "the GNU id of the moment.",
)
@click.option("--output", type=ANY_PATH, help="A new file; if not given, the terminal.")
@speaking
def export_command(
    *, match: str, wanted: str | None, output: Path | None, phrases: Phrases
) -> None:
    """Write down a match of a journal: MATCH is JOURNAL, or JOURNAL#2 for its second match."""
    form = _form(wanted, output, phrases)
    path, number = parted(match)
    try:
        salvaged = salvaged_match(path, number)
    except JournalProblem as problem:
        raise BadInput.of(problem.told(phrases), phrases) from problem
    (kept,) = salvaged.matches
    made = written(kept, form)
    _write(made.text, output, phrases)
    for broken in filter(None, (salvaged.problem, kept.problem)):
        click.echo(printable(broken.told(phrases)), err=True)
    for remark in made.remarks(phrases):
        click.echo(remark, err=True)
    if output:
        games = phrases.say("export.games", count=made.games)
        click.echo(phrases.say("export.written", file=output, games=games))


def _form(wanted: str | None, output: Path | None, phrases: Phrases) -> Format:
    """The format that is asked for, by name or by how the file ends; refused if by both, unlike."""
    meant = SUFFIXES.get(output.suffix.lower(), ()) if output else ()
    form = Format(wanted) if wanted else next(iter(meant), Format.MAT)
    if meant and form not in meant:
        raise BadInput(
            phrases, "other_format", file=output, suffix=meant[0].value, wanted=form.value
        )
    return form


def parted(match: str) -> tuple[Path, int | None]:
    """The path of the journal, and the number of the match if one follows after a #."""
    path, mark, number = match.rpartition("#")
    if mark and number.isascii() and number.isdecimal() and not Path(match).exists():
        return Path(path), int(number)
    return Path(match), None


def _write(text: str, output: Path | None, phrases: Phrases) -> None:
    if output is None:
        click.echo(text, nl=False)
        return
    try:
        write_new(output, text)
    except FileExistsError as problem:
        raise BadInput(phrases, "file_exists", file=output) from problem
    except OSError as problem:
        raise BadInput(phrases, "cannot_write", file=output, problem=problem.strerror) from problem
