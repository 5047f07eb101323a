"""Match files: exports, checks of every turn, and the file of a match in progress."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from enum import Enum
from itertools import chain, count
from pathlib import Path
from typing import Any

from engine.backgammon.game.events import CockedThrow, Event, Refusal, VoidThrow
from engine.backgammon.game.match import Match, Phase
from engine.backgammon.notation.record.mat import parse_mat, write_mat, write_text
from engine.backgammon.notation.record.record import (
    RULEBOOK,
    FileValue,
    MatchReading,
    MoveEntry,
    Record,
    RecordFault,
    Script,
    Tag,
)
from engine.backgammon.notation.record.script_replay import read_script
from engine.backgammon.notation.record.sgf import parse_sgf, write_sgf
from engine.backgammon.notation.record.transcript import write_script
from engine.backgammon.rulebook import RULEBOOKS, TOURNAMENT, Option, Rulebook
from engine.players import ByPlayer, Player
from engine.scanner import NotationError
from service.records import score_sheet
from service.records.position_ids import ids_of
from service.records.stored_matches import RestoredRecord, record_of_match, sheet_by_replay
from service.storage.atomic_files import FileTooLarge, NotAFile, read_small_file, write_atomically
from service.storage.journal_reader import StoredMatch
from service.words.phrases import Phrases
from service.words.printable_text import printable
from service.words.rule_texts import notation_error_in_words, reason_in_words, refusal_in_words

MAX_FILE_BYTES = 10_000_000
"""The largest file in bytes; a record of a thousand games is far smaller."""
MAX_PLAY_LENGTH = 80
"""The most characters of a play that are shown; sixteen moves fit."""


class UnreadableMatch(Exception):
    """The file cannot be read as a match record."""

    def __init__(self, key: str, path: Path, problem: object = "") -> None:
        super().__init__(key, path, problem)
        self.key = key
        self.path = path
        self.problem = problem

    def in_words(self, phrases: Phrases) -> str:
        return phrases.say(f"error.{self.key}", file=self.path, problem=self.problem)


def read_match(path: Path, rulebook: Rulebook | None) -> MatchReading:
    """Reads the match in a file by the given rulebook, or else by the one that the file names.

    Raises UnreadableMatch if the file is not a match record.
    """
    return parse_match(path, read_record_text(path), rulebook)


def parse_match(path: Path, text: str, rulebook: Rulebook | None) -> MatchReading:
    """The match in the text of a file; see `read_match`."""
    parse = parse_sgf if text.lstrip("\ufeff \t\r\n").startswith("(") else parse_mat
    try:
        script = parse(text)
        named = RULEBOOKS.get(script.tag(RULEBOOK) or "", TOURNAMENT)
        return read_script(script, rulebook or named)
    except NotationError as error:
        raise UnreadableMatch("no_record", path, error) from error


def check_report(path: Path, reading: MatchReading, phrases: Phrases) -> list[str]:
    """The lines of the result: `ok` with length and score, or each fault; then the rules used."""
    names = reading.record.names
    faults = [_fault(path, fault, names, phrases) for fault in reading.faults]
    if faults:
        sum_up = [phrases.say("check.faults", count=len(faults), file=path)]
    else:
        sum_up = [_ok(path, reading.record.final, names, phrases)]
        sum_up += _unfinished(reading.record.final, phrases)
    lines = [*faults, ", ".join([*sum_up, *_rules_remark(reading, phrases)])]
    return [printable(line) for line in lines]


def read_record_text(path: Path) -> str:
    """The text of a file; raises UnreadableMatch if it is no text of the size of a record."""
    try:
        content = read_small_file(path, MAX_FILE_BYTES)
    except NotAFile as error:
        raise UnreadableMatch("no_file", path) from error
    except FileTooLarge as error:
        raise UnreadableMatch("too_large", path, MAX_FILE_BYTES) from error
    except OSError as error:
        raise UnreadableMatch("cannot_read", path, error.strerror) from error
    if not content.strip():
        raise UnreadableMatch("empty", path)
    if b"\0" in content:
        raise UnreadableMatch("no_text", path)
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        return content.decode("latin-1")


def _ok(path: Path, final: Match, names: ByPlayer[str], phrases: Phrases) -> str:
    key = "check.match" if final.length else "check.stakes"
    return phrases.say(
        "check.ok",
        count=final.number,
        file=path,
        length=phrases.say(key, count=final.length),
        one=names.one,
        two=names.two,
        score_one=final.score.one,
        score_two=final.score.two,
    )


def _unfinished(final: Match, phrases: Phrases) -> Iterator[str]:
    """A remark if the match is not won yet, or money play stops in the middle of a game."""
    finished = final.winner if final.length else final.game.phase is Phase.OVER
    if not finished:
        yield phrases.say("check.unfinished")


def _rules_remark(reading: MatchReading, phrases: Phrases) -> Iterator[str]:
    """A remark about the rules that reading had to change."""
    rulebook = reading.record.rulebook
    off = (False, Option.OFF)
    how = [
        phrases.say(f"check.{'without' if getattr(rulebook, knob) in off else 'with'}_{knob}")
        for knob in reading.changed_rules
    ]
    if how:
        yield phrases.say("check.read", how=phrases.join(how))


def _fault(path: Path, fault: RecordFault, names: ByPlayer[str], phrases: Phrases) -> str:
    what = phrases.say(
        f"fault.{fault.kind.value}",
        text=printable(fault.text, MAX_PLAY_LENGTH),
        found=_value_in_words(fault.found, names),
        expected=_value_in_words(fault.expected, names),
        why=" ".join(_reasons(fault, phrases)),
    )
    if fault.ends_game:
        what += " " + phrases.say("fault.rest_unread")
    key = "check.where" if fault.move is not None and fault.player else "check.where_game"
    return phrases.say(
        key,
        file=path,
        line=fault.line,
        game=fault.game,
        move=fault.move,
        player=names[fault.player] if fault.player else "",
        what=what,
    )


def _reasons(fault: RecordFault, phrases: Phrases) -> Iterator[str]:
    if fault.misread:
        yield notation_error_in_words(fault.misread, phrases, "fault")
    if fault.ban:
        yield refusal_in_words(Refusal(fault.ban), phrases)
    for reason in fault.reasons:
        yield reason_in_words(reason, phrases)


def _value_in_words(value: FileValue, names: ByPlayer[str]) -> str:
    if isinstance(value, Player):
        return names[value]
    return f"{value.one} - {value.two}" if isinstance(value, ByPlayer) else str(value)


class ExportFormat(Enum):
    """An export format."""

    MAT = "mat"
    SGF = "sgf"
    TEXT = "text"
    IDS = "ids"


ILLEGAL_REMARKS = {ExportFormat.MAT: "export.illegal_lost", ExportFormat.SGF: "export.illegal_sgf"}
"""The remarks about illegal plays that stood, for formats that cannot express them."""
WITHOUT_STAKES = (ExportFormat.MAT, ExportFormat.TEXT)
"""The formats that cannot say at which stake a game began."""
WITHOUT_POSITIONS = WITHOUT_STAKES
"""The formats that have no place for a position that was set up by hand."""
LONGEST_ELSEWHERE = 64
"""The longest match in points that other programs read, GNU Backgammon among them."""


@dataclass(frozen=True, slots=True)
class ExportedMatch:
    """The text of an exported match, and the remarks about it."""

    text: str
    export_format: ExportFormat
    recorded: RestoredRecord
    script: Script

    @property
    def games(self) -> int:
        return len(self.script.games)

    def remarks(self, phrases: Phrases) -> Iterator[str]:
        """Yields remarks about what the file, or another program that reads it, cannot express."""
        illegal = sum(_stood_illegally(self.script))
        if illegal and self.export_format in ILLEGAL_REMARKS:
            yield phrases.say(ILLEGAL_REMARKS[self.export_format], count=illegal)
        if self.export_format in _WRITERS:
            yield from self._remarks_of_formats(phrases)
        if self.recorded.record.length and not self.recorded.record.final.winner:
            yield phrases.say("export.unfinished")

    def _remarks_of_formats(self, phrases: Phrases) -> Iterator[str]:
        """Yields remarks about what no format for whole matches, or not this one, expresses."""
        doubled = [game.number for game in self.script.games if (game.stake or 1) > 1]
        if doubled and self.export_format in WITHOUT_STAKES:
            games = phrases.join(doubled)
            yield phrases.say("export.automatic_doubles", count=len(doubled), games=games)
        repeated = sum(
            isinstance(event, CockedThrow | VoidThrow) for event in self.recorded.record.events
        )
        if repeated:
            yield phrases.say("export.repeated_throws", count=repeated)
        if (length := self.recorded.record.length) > LONGEST_ELSEWHERE:
            yield phrases.say("export.too_long", length=length, longest=LONGEST_ELSEWHERE)
        set_up = self.recorded.games_with_set_up
        if set_up and self.export_format in WITHOUT_POSITIONS:
            games = phrases.join(set_up)
            yield phrases.say("export.set_up", count=len(set_up), games=games)


def export_match(stored: StoredMatch, form: ExportFormat) -> ExportedMatch:
    """Exports a match in a format."""
    found = record_of_match(stored)
    script = write_script(found.record, [Tag(RULEBOOK, found.record.rulebook.name)])
    text = _WRITERS[form](script) if form in _WRITERS else _ids(stored)
    return ExportedMatch(text, form, found, script)


_WRITERS: Mapping[ExportFormat, Callable[[Script], str]] = {
    ExportFormat.MAT: write_mat,
    ExportFormat.SGF: write_sgf,
    ExportFormat.TEXT: write_text,
}


def _stood_illegally(script: Script) -> Iterable[bool]:
    entries = (entry for game in script.games for entry in game.entries)
    return (isinstance(entry, MoveEntry) and entry.illegal for entry in entries)


def _ids(stored: StoredMatch) -> str:
    """One line of tab-separated values for each decision of a player."""
    light, names = stored.settings.light, stored.settings.names
    title = f"{printable(names[light])} - {printable(names[light.opponent])}"
    head = f"# {title}; Light, the first of them, has the capital letters"
    games = sheet_by_replay(stored).games
    lines = (line for game in games for line in _game_ids(game, light))
    return "".join(f"{line}\n" for line in (head, *lines))


def _game_ids(game: score_sheet.GameSheet, light: Player) -> Iterator[str]:
    for line in game.lines:
        if decision := _decision(line):
            ids = ids_of(line.before, light)
            colour = "light" if line.player is light else "dark"
            yield "\t".join((f"{game.start.number}", colour, decision, ids.xgid, ids.gnu_id))


def _decision(line: score_sheet.SheetLine) -> str:
    """The decision of a line as match files write it; empty if nobody decided anything."""
    match line:
        case score_sheet.CompletedTurn(dice=dice, play=play, reasons=reasons):
            return f"{dice}: {play or '-'}{' (illegal)' if reasons else ''}"
        case score_sheet.StakeOffer(stake=stake, beaver=beaver):
            return f"{'Beavers' if beaver else 'Doubles'} => {stake}"
        case score_sheet.StakeAnswer(takes=takes):
            return "Takes" if takes else "Drops"
        case score_sheet.AcceptedResignation(win=win):
            return f"Resigns {win.name.lower()}"
    return ""


def mat_text(start: Match, names: ByPlayer[str], events: tuple[Event, ...]) -> str:
    """A match with these events as a match file."""
    record = Record(names, start.rulebook, start.length, events)
    return write_mat(write_script(record, [Tag(RULEBOOK, start.rulebook.name)]))


@dataclass(slots=True)
class MatchFile:
    """The file of a match, written anew after every turn."""

    path: Path
    text_of: Callable[[tuple[Any, ...]], str]
    """The text of a match with these events."""
    text: str = field(default="", init=False)
    problem: OSError | None = field(default=None, init=False)

    def save(self, events: tuple[Any, ...]) -> None:
        """Writes the match so far; an OSError goes to `problem`, for `closing_message`."""
        self.text = self.text_of(events)
        try:
            write_atomically(self.path, self.text)
        except OSError as problem:
            self.problem = problem
        else:
            self.problem = None

    def closing_message(self, phrases: Phrases) -> str:
        """The final message: the path of the match, or its whole text if it was not written."""
        if not self.problem:
            return phrases.say("game.saved", file=self.path)
        said = phrases.say("game.not_saved", file=self.path, problem=self.problem.strerror)
        return f"{said}\n{self.text}"


def reserve_path(path: Path) -> None:
    """Creates an empty file to reserve its path; OSError if it exists or cannot be created."""
    path.open("x").close()


@contextmanager
def reserved_file(reserve: Callable[[], Path]) -> Iterator[Path]:
    """A file whose path is reserved, and removed at the end if nothing was written to it."""
    path = reserve()
    try:
        yield path
    finally:
        with suppress(OSError):
            if not path.stat().st_size:
                path.unlink()


def reserve_free_path(wanted: Path) -> Path:
    """Reserves the path or, if it exists, the first free one with a number; else raises OSError."""
    numbered = (wanted.with_stem(f"{wanted.stem}-{number}") for number in count(2))
    for candidate in chain([wanted], numbered):
        try:
            reserve_path(candidate)
        except FileExistsError:
            continue
        return candidate
    raise FileExistsError(str(wanted))


def write_new(path: Path, text: str) -> None:
    """Writes a new file; OSError, and no new file, if it exists or cannot be written."""
    reserve_path(path)
    try:
        write_atomically(path, text)
    except BaseException:
        path.unlink(missing_ok=True)
        raise
