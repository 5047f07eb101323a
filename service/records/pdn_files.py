"""Files of checkers games (PDN): reports of their faults, and the text of a match in progress."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from engine.checkers.errors import SeveralMoves
from engine.checkers.game.course import apply
from engine.checkers.game.events import Event, NextGame, Refusal
from engine.checkers.game.match import Match
from engine.checkers.notation.pdn_reader import read_pdn
from engine.checkers.notation.pdn_tokens import MAX_TEXT
from engine.checkers.notation.pdn_writer import write_pdn
from engine.checkers.notation.record import GamesReading, RecordFault, RecordFaultKind
from engine.checkers.rulebook import RULEBOOKS, Rulebook
from engine.players import ByPlayer, Player
from engine.scanner import NotationError
from service.records.match_files import MAX_PLAY_LENGTH, UnreadableMatch
from service.words.checkers_texts import pdn_names, reason_in_words, setup_faults_in_words
from service.words.phrases import Phrases
from service.words.printable_text import printable

MAX_LISTED_FAULTS = 1000
"""The number of faults of a file that are listed; the rest are only counted."""
_UNREADABLE = {
    "{": "open_comment", "[": "wrong_tag", "(": "open_variation", ")": "closed_variation",
}  # fmt: skip
"""The phrases for text that cannot be read, by its first letter."""


def read_games(path: Path, text: str, rulebook: Rulebook | None) -> GamesReading:
    """The games of a file by the given rulebook, or else by the one that each of them names.

    Raises UnreadableMatch if the text is longer than any file.
    """
    try:
        return read_pdn(text, rulebook)
    except NotationError as error:
        raise UnreadableMatch("too_large", path, MAX_TEXT) from error


def games_report(path: Path, reading: GamesReading, phrases: Phrases) -> list[str]:
    """The lines of the result: `ok` with the number of games, or each fault; then the rules."""
    count = len(reading.faults)
    lines = [
        _fault_line(path, fault, reading, phrases) for fault in reading.faults[:MAX_LISTED_FAULTS]
    ]
    if count > MAX_LISTED_FAULTS:
        more = count - MAX_LISTED_FAULTS
        lines.append(phrases.say("checkers.check.more", count=more, file=path))
    if count:
        sum_up = [phrases.say("check.faults", count=count, file=path)]
    elif not reading.games:
        sum_up = [phrases.say("checkers.check.no_games", file=path)]
    else:
        sum_up = [phrases.say("checkers.check.ok", count=len(reading.games), file=path)]
        if unfinished := len(reading.unfinished):
            sum_up.append(phrases.say("checkers.check.unfinished", count=unfinished))
    books = dict.fromkeys(game.rulebook.name for game in reading.games)
    if books:
        sum_up.append(phrases.say("checkers.check.rules", rules=phrases.join(books)))
    return [printable(line) for line in (*lines, ", ".join(sum_up))]


def _fault_line(path: Path, fault: RecordFault, reading: GamesReading, phrases: Phrases) -> str:
    player = fault.player and (reading.games[fault.game - 1].names[fault.player] or None)
    what = fault_in_words(fault, phrases)
    if fault.ends_game:
        what += " " + phrases.say("fault.rest_unread")
    return phrases.say(
        "check.where" if player else _key_of_place(fault),
        file=path,
        line=fault.line,
        game=fault.game,
        move=fault.move,
        player=player,
        what=what,
    )


def _key_of_place(fault: RecordFault) -> str:
    return "check.where_game" if fault.move is None else "checkers.check.where_move"


def fault_in_words(fault: RecordFault, phrases: Phrases) -> str:
    """A fault in words, with squares by their numbers."""
    key, text, ways, rest = fault.kind.value, fault.text, "", ""
    if fault.kind is RecordFaultKind.UNREADABLE:
        key = _UNREADABLE.get(text[:1], key)
        text = text if key in _UNREADABLE.values() else (text.split() or [text])[0]
    if fault.misread and fault.kind is RecordFaultKind.WRONG_POSITION:
        key, rest = "unreadable_position", fault.misread.text[fault.misread.at :]
    if isinstance(fault.misread, SeveralMoves):
        key, ways = "several_moves", phrases.join(fault.misread.ways, joined_by="or")
    is_rulebook = fault.kind is RecordFaultKind.UNKNOWN_RULEBOOK
    return phrases.say(
        f"checkers.fault.{key}",
        text=printable(text, MAX_PLAY_LENGTH),
        rest=repr(rest[:MAX_PLAY_LENGTH]),
        expected=phrases.join(RULEBOOKS, joined_by="or") if is_rulebook else fault.expected,
        ways=ways,
        why=" ".join(_reasons(fault, phrases)),
    )


def _reasons(fault: RecordFault, phrases: Phrases) -> Iterator[str]:
    names = pdn_names(dark=fault.player is Player.ONE)
    yield from (reason_in_words(reason, names, phrases) for reason in fault.reasons)
    dark = fault.text.strip()[:1].upper() == "B"
    yield from setup_faults_in_words(fault.setup_faults, phrases, dark_to_move=dark)


def match_text(start: Match, names: ByPlayer[str], day: str, happened: tuple[Event, ...]) -> str:
    """The games of a match with these events, as PDN."""
    games, match = [], start
    for event in happened:
        if isinstance(event, NextGame):
            games.append(match)
        outcome = apply(match, event)
        if isinstance(outcome, Refusal):
            raise ValueError(f"{event} is refused: {outcome}")  # noqa: TRY004 - a fault of ours
        match = outcome
    return write_pdn((*games, match), names, {"Date": day})
