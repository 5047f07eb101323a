"""Checking recorded matches: every turn replayed, every fault told."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from engine.backgammon.errors import NotationError
from engine.backgammon.game.match import Match, Phase
from engine.backgammon.game.refusals import Refusal
from engine.backgammon.notation.record.mat import parse_mat
from engine.backgammon.notation.record.reading import Fault, Reading, Told
from engine.backgammon.notation.record.replay import read_script
from engine.backgammon.notation.record.script import RULEBOOK
from engine.backgammon.notation.record.sgf import parse_sgf
from engine.backgammon.players import ByPlayer, Player
from engine.backgammon.rulebook import RULEBOOKS, TOURNAMENT, Option, Rulebook
from referee.telling import tell_misread, tell_reason, tell_refusal
from referee.words import Phrases
from service.files import NoFile, TooLarge, read_small
from service.printing import printable

LARGEST = 10_000_000
"""Bytes; a record of a thousand games is far smaller."""
LONGEST_SHOWN = 80
"""Letters of a play; sixteen moves have room."""


class Unreadable(Exception):
    """A file that is no match record; says why."""

    def __init__(self, key: str, path: Path, problem: object = "") -> None:
        super().__init__(key, path, problem)
        self.key = key
        self.path = path
        self.problem = problem

    def told(self, phrases: Phrases) -> str:
        """The same in words."""
        return phrases.say(f"error.{self.key}", file=self.path, problem=self.problem)


def read_match(path: Path, rulebook: Rulebook | None) -> Reading:
    """The match in a file, by this rulebook or, if none is given, by the one it names."""
    text = _text(path)
    parse = parse_sgf if text.lstrip("\ufeff \t\r\n").startswith("(") else parse_mat
    try:
        script = parse(text)
        named = RULEBOOKS.get(script.tag(RULEBOOK) or "", TOURNAMENT)
        return read_script(script, rulebook or named)
    except NotationError as error:
        raise Unreadable("no_record", path, error) from error


def verdict(path: Path, reading: Reading, phrases: Phrases) -> list[str]:
    """`ok` with length and score, or a line for each fault; and what rules it was read by."""
    names = reading.record.names
    faults = [_fault(path, fault, names, phrases) for fault in reading.faults]
    if faults:
        sum_up = [phrases.say("check.faults", count=len(faults), file=path)]
    else:
        sum_up = [_ok(path, reading.record.final, names, phrases)]
        sum_up += _unfinished(reading.record.final, phrases)
    lines = [*faults, ", ".join([*sum_up, *_read_how(reading, phrases)])]
    return [printable(line) for line in lines]


def _text(path: Path) -> str:
    try:
        content = read_small(path, LARGEST)
    except NoFile as error:
        raise Unreadable("no_file", path) from error
    except TooLarge as error:
        raise Unreadable("too_large", path, LARGEST) from error
    except OSError as error:
        raise Unreadable("cannot_read", path, error.strerror) from error
    if not content.strip():
        raise Unreadable("empty", path)
    if b"\0" in content:
        raise Unreadable("no_text", path)
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        return content.decode("latin-1")


def _ok(path: Path, final: Match, names: ByPlayer[str], phrases: Phrases) -> str:
    key = "check.match" if final.length else "check.money"
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
    """That the match is not won yet, or that play for stakes stops in the middle of a game."""
    finished = final.winner if final.length else final.game.phase is Phase.OVER
    if not finished:
        yield phrases.say("check.unfinished")


def _read_how(reading: Reading, phrases: Phrases) -> Iterator[str]:
    """By which rules it was read, if not by those of the rulebook asked for."""
    rulebook = reading.record.rulebook
    off = {knob for knob in reading.knobs_turned if getattr(rulebook, knob) in (False, Option.OFF)}
    how = [
        phrases.say(f"check.{'without' if knob in off else 'with'}_{knob}")
        for knob in reading.knobs_turned
    ]
    if how:
        yield phrases.say("check.read", how=phrases.listed(how))


def _fault(path: Path, fault: Fault, names: ByPlayer[str], phrases: Phrases) -> str:
    what = phrases.say(
        f"fault.{fault.kind.value}",
        text=printable(fault.text, LONGEST_SHOWN),
        found=_shown(fault.found, names),
        expected=_shown(fault.expected, names),
        why=" ".join(_why(fault, phrases)),
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


def _why(fault: Fault, phrases: Phrases) -> Iterator[str]:
    if fault.misread:
        yield tell_misread(fault.misread, phrases, "fault")
    if fault.ban:
        yield tell_refusal(Refusal(fault.ban), phrases)
    for reason in fault.reasons:
        yield tell_reason(reason, phrases)


def _shown(told: Told, names: ByPlayer[str]) -> str:
    """A value of a file, as people write it."""
    if isinstance(told, Player):
        return names[told]
    return f"{told.one} - {told.two}" if isinstance(told, ByPlayer) else str(told)
