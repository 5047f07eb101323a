"""The command `kibitz export`: a match of a journal as a file that other programs read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import Enum
from pathlib import Path

import click

from engine.backgammon.notation.record.mat import write_mat
from engine.backgammon.notation.record.script import RULEBOOK, Moved, Script, Tag
from engine.backgammon.notation.record.sgf import write_sgf
from engine.backgammon.notation.record.text import write_text
from engine.backgammon.notation.record.transcript import script_of
from referee.words import Phrases
from service.commands.options import BadInput, speaking
from service.journal.problems import JournalProblem
from service.journal.salvaging import salvaged_match
from service.printing import printable
from service.tables.recorded import Recorded, recorded
from service.terminal.keeping import write_new


class Format(Enum):
    """How a match can be written down."""

    MAT = "mat"
    SGF = "sgf"
    TEXT = "text"


WRITE: Mapping[Format, Callable[[Script], str]] = {
    Format.MAT: write_mat,
    Format.SGF: write_sgf,
    Format.TEXT: write_text,
}
SUFFIXES: Mapping[str, tuple[Format, ...]] = {
    ".mat": (Format.MAT,),
    ".sgf": (Format.SGF,),
    ".txt": (Format.TEXT, Format.MAT),
}
"""The formats that go with the end of a file's name; the first is what it means by itself."""
ILLEGAL = {Format.MAT: "export.illegal_lost", Format.SGF: "export.illegal_sgf"}
"""What to tell of illegal plays that stood, where a format has no word for them."""


@click.command("export")
@click.argument("match", metavar="MATCH")
@click.option(
    "--format",
    "wanted",
    type=click.Choice([one.value for one in Format]),
    help="How to write it; if not given, as the file ends, or else mat. text differs from mat only "
    "where illegal plays stood: it marks them.",
)
@click.option(
    "--output", type=click.Path(path_type=Path), help="A new file; if not given, the terminal."
)
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
    found = recorded(kept)
    tag = Tag(RULEBOOK, found.record.rulebook.name)
    script = script_of(found.record, [tag])
    _write(WRITE[form](script), output, phrases)
    for broken in filter(None, (salvaged.problem, kept.problem)):
        click.echo(printable(broken.told(phrases)), err=True)
    for remark in _remarks(found, script, form, phrases):
        click.echo(remark, err=True)
    if output:
        games = phrases.say("export.games", count=len(script.games))
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


def _remarks(found: Recorded, script: Script, form: Format, phrases: Phrases) -> Iterator[str]:
    """What people should know of the file."""
    illegal = sum(_stood_illegally(script))
    if illegal and form in ILLEGAL:
        yield phrases.say(ILLEGAL[form], count=illegal)
    if found.set_up:
        games = phrases.listed(found.set_up)
        yield phrases.say("export.set_up", count=len(found.set_up), games=games)
    if found.record.length and not found.record.final.winner:
        yield phrases.say("export.unfinished")


def _stood_illegally(script: Script) -> Iterable[bool]:
    entries = (entry for game in script.games for entry in game.entries)
    return (isinstance(entry, Moved) and entry.illegal for entry in entries)


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
