"""Replays a script under a rulebook: gives a record and its faults."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace
from itertools import product
from typing import Any

from engine.backgammon.game.events import Event, NextGame
from engine.backgammon.game.match import Crawford, Game, Match
from engine.backgammon.game.turns import is_crawford_due, next_game
from engine.backgammon.notation.record import record
from engine.backgammon.notation.record.game_reader import GameReading, read_game
from engine.backgammon.notation.record.record import RecordFault, RecordFaultKind
from engine.backgammon.rulebook import TOURNAMENT, IllegalPlay, Option, PlayedFor, Rulebook
from engine.players import Player

BY_AGREEMENT = (
    RecordFaultKind.NOT_ALLOWED,
    RecordFaultKind.WRONG_STAKE,
    RecordFaultKind.WRONG_POINTS,
    RecordFaultKind.WRONG_SCORE,
)
"""The kinds of faults that may come from Jacoby's rule or beavers in force."""


def read_script(script: record.Script, rulebook: Rulebook = TOURNAMENT) -> record.MatchReading:
    """The match of a script, with all its faults.

    The rules that the script names come before those of the rulebook, and it may have any length.
    If play for stakes names no rules, Jacoby's rule and beavers are set to give the fewest faults.
    """
    best: record.MatchReading | None = None
    for book in _rulebooks(script, rulebook):
        changed = _changed_rules(rulebook, book)
        reading = replace(_MatchReader(script, book).read(), changed_rules=changed)
        if best is None or len(reading.faults) < len(best.faults):
            best = reading
        if not any(fault.kind in BY_AGREEMENT for fault in best.faults):
            break
    if best is None:
        raise ValueError("there is always a rulebook to read by")
    return best


class _MatchReader:
    """Reads a script under one rulebook: the match so far, with its events and faults."""

    def __init__(self, script: record.Script, rulebook: Rulebook) -> None:
        self.script = script
        self.rulebook = rulebook
        reading_by = replace(rulebook, illegal_play=IllegalPlay.OPPONENT_DECIDES)
        self.match = Match(reading_by, script.length)
        self.reading: GameReading | None = None
        self.events: list[Event] = []
        self.faults: list[RecordFault] = []
        self.restarts: list[record.Restart] = []

    def read(self) -> record.MatchReading:
        """Reads every game, one after the other."""
        script = self.script
        for before, game in zip((None, *script.games), script.games, strict=False):
            self._read(before, game)
        stood = any(fault.kind is RecordFaultKind.ILLEGAL_PLAY for fault in self.faults)
        rulebook = self.match.rulebook if stood else self.rulebook
        events, restarts = tuple(self.events), tuple(self.restarts)
        played = record.Record(script.names, rulebook, script.length, events, restarts)
        return record.MatchReading(played, tuple(self.faults))

    def _read(self, before: record.ScriptGame | None, game: record.ScriptGame) -> None:
        ended = self.reading and (self.reading.is_over or self.reading.is_broken_off)
        if self.reading and before and not (ended or self._goes_on(game)):
            last = before.entries[-1] if before.entries else None
            self._note(RecordFaultKind.NO_END, before, move=last and last.row)
        if game.names != self.script.names:
            names = self.script.names
            self._note(RecordFaultKind.WRONG_NAMES, game, found=game.names, expected=names)
        if start := self._start(game):
            self.reading = read_game(start, game)
            self.match = self.reading.match
            self.events += self.reading.events
            self.faults += self.reading.faults

    def _start(self, game: record.ScriptGame) -> Match | None:
        """The match as the game begins, from its header; None if the match was won before."""
        due = self._due(game)
        header = self._match_of_header(game, due)
        if header.winner:
            self._note(RecordFaultKind.MATCH_OVER, game, found=game.score, ends_game=True)
            return None
        if due and (self.reading or game.number == 1):
            self._compare(game, header, due)
        if header == due and self.reading and not self._goes_on(game):
            self.events.append(NextGame())
        if header == due and not game.set_up:
            return header
        crawford, after = header.crawford, len(self.events)
        restart = record.Restart(after, header.number, header.score, crawford, game.set_up)
        self.restarts.append(restart)
        return restart.match(header.rulebook, header.length)

    def _goes_on(self, game: record.ScriptGame) -> bool:
        """True if this is the game that was being played, which goes on from another position."""
        playing = self.reading is not None and not self.reading.is_over
        return playing and game.set_up is not None and game.number == self.match.number

    def _due(self, game: record.ScriptGame) -> Match | None:
        """The match expected as the game begins; None if the game before was not finished."""
        if not self.reading:
            return self.match
        if self._goes_on(game):
            return replace(self.match, game=Game(), before=None)
        if not self.reading.is_over:
            return None
        return self.match if self.match.winner else next_game(self.match, NextGame())

    def _match_of_header(self, game: record.ScriptGame, due: Match | None) -> Match:
        """The match of the header; missing details come from the match that is due."""
        known = due or self.match
        score = game.score or known.score
        header = Match(known.rulebook, known.length, score, game.number, known.crawford)
        agreed = game.crawford in (None, known.crawford is Crawford.NOW)
        if header.winner or (due and agreed and header.score == known.score):
            return header
        return replace(header, crawford=_crawford_state(header, stated=game.crawford))

    def _compare(self, game: record.ScriptGame, header: Match, due: Match) -> None:
        """Records the differences between the header and the match that is due."""
        if header.number != due.number:
            self._note(RecordFaultKind.WRONG_NUMBER, game, found=header.number, expected=due.number)
        if header.score != due.score:
            self._note(RecordFaultKind.WRONG_SCORE, game, found=header.score, expected=due.score)
        elif header.crawford is not due.crawford:
            crawford = due.crawford is Crawford.NOW
            self._note(RecordFaultKind.WRONG_CRAWFORD, game, found=game.crawford, expected=crawford)

    def _note(self, kind: RecordFaultKind, game: record.ScriptGame, **details: Any) -> None:
        self.faults.append(RecordFault(kind=kind, game=game.number, line=game.line, **details))


def _crawford_state(match: Match, *, stated: bool | None) -> Crawford:
    """The Crawford state of a match whose score did not come about by play."""
    if stated or (stated is None and is_crawford_due(match)):
        return Crawford.NOW
    one_point_short = any(match.points_needed(player) == 1 for player in Player)
    return Crawford.PAST if one_point_short else Crawford.AHEAD


def _rulebooks(script: record.Script, rulebook: Rulebook) -> Iterator[Rulebook]:
    """Yields the rulebooks that a match may have been played by, the likeliest first."""
    with_cube = script.tag(record.CUBE_LIMIT) != record.NO_CUBE
    book = replace(_for_length(rulebook, script.length), cube=rulebook.cube and with_cube)
    if script.length:
        stated = script.is_on(record.CRAWFORD)
        yield book if stated is None else replace(book, crawford=stated)
        return
    for jacoby, beavers in product(
        _options(book.jacoby, stated=script.is_on(record.JACOBY)),
        _options(book.beavers, stated=script.is_on(record.BEAVER)),
    ):
        yield replace(book, jacoby=jacoby, beavers=beavers)


def _changed_rules(rulebook: Rulebook, accepted: Rulebook) -> tuple[str, ...]:
    """The names of the fields in which two rulebooks differ."""
    names = (knob.name for knob in fields(Rulebook))
    return tuple(name for name in names if getattr(rulebook, name) != getattr(accepted, name))


def _for_length(rulebook: Rulebook, length: int) -> Rulebook:
    """The rulebook, changed if necessary to allow a match of this length."""
    if not length:
        return rulebook
    longest = rulebook.longest_match
    return replace(
        rulebook,
        longest_match=longest if longest is None else max(longest, length),
        played_for=PlayedFor.MATCH_OR_STAKES,
    )


def _options(likelier: Option, *, stated: bool | None) -> tuple[Option, ...]:
    """The states that an option may have had in play for stakes, the likelier first."""
    on = Option.FOR_STAKES if likelier is Option.OFF else likelier
    if stated is not None:
        return (on if stated else Option.OFF,)
    return (on, Option.OFF) if likelier is on else (Option.OFF, on)
