"""Plays through a whole script under a rulebook: a record comes out, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace
from itertools import product
from typing import Any

from engine.backgammon.game.ending import is_crawford_due, next_game
from engine.backgammon.game.events import Event, NextGame
from engine.backgammon.game.match import Crawford, Match
from engine.backgammon.notation.record.game_reader import Story, read_game
from engine.backgammon.notation.record.reading import Fault, Reading, Wrong
from engine.backgammon.notation.record.record import Record, Restart
from engine.backgammon.notation.record.script import (
    BEAVER,
    CRAWFORD,
    CUBE_LIMIT,
    JACOBY,
    NO_CUBE,
    Script,
    ScriptGame,
)
from engine.backgammon.players import Player
from engine.backgammon.rulebook import TOURNAMENT, IllegalPlay, Option, PlayedFor, Rulebook

BY_AGREEMENT = frozenset(
    {Wrong.NOT_ALLOWED, Wrong.WRONG_STAKE, Wrong.WRONG_POINTS, Wrong.WRONG_SCORE}
)
"""What may be right by Jacoby's rule or by that of beavers."""


def read_script(script: Script, rulebook: Rulebook = TOURNAMENT) -> Reading:
    """The match a script tells, with all its faults.

    The rules it says were agreed on count before those of the rulebook, and its length may be any.
    Where play for stakes does not say, Jacoby's rule and beavers are as leaves the fewest faults.
    """
    best: Reading | None = None
    for book in _rulebooks(script, rulebook):
        reading = replace(_MatchReader(script, book).read(), knobs_turned=_turned(rulebook, book))
        if best is None or len(reading.faults) < len(best.faults):
            best = reading
        if not any(fault.kind in BY_AGREEMENT for fault in best.faults):
            break
    if best is None:
        raise ValueError("there is always a rulebook to read by")
    return best


class _MatchReader:
    """The match as far as it has been read."""

    def __init__(self, script: Script, rulebook: Rulebook) -> None:
        self.script = script
        self.rulebook = rulebook
        reading_by = replace(rulebook, illegal_play=IllegalPlay.OPPONENT_DECIDES)
        self.match = Match(reading_by, script.length)
        self.story: Story | None = None
        self.events: list[Event] = []
        self.faults: list[Fault] = []
        self.restarts: list[Restart] = []

    def read(self) -> Reading:
        """Every game, one after the other."""
        script = self.script
        for before, game in zip((None, *script.games), script.games, strict=False):
            self._read(before, game)
        stood = any(fault.kind is Wrong.ILLEGAL_PLAY for fault in self.faults)
        rulebook = self.match.rulebook if stood else self.rulebook
        events, restarts = tuple(self.events), tuple(self.restarts)
        record = Record(script.names, rulebook, script.length, events, restarts)
        return Reading(record, tuple(self.faults))

    def _read(self, before: ScriptGame | None, game: ScriptGame) -> None:
        if self.story and before and not (self.story.is_over or self.story.is_broken_off):
            last = before.entries[-1] if before.entries else None
            self._note(Wrong.NO_END, before, move=last and last.row)
        if game.names != self.script.names:
            self._note(Wrong.WRONG_NAMES, game, found=game.names, expected=self.script.names)
        if start := self._start(game):
            self.story = read_game(start, game)
            self.match = self.story.match
            self.events += self.story.events
            self.faults += self.story.faults

    def _start(self, game: ScriptGame) -> Match | None:
        """The match as the game begins, as its header has it; None if it has been won before."""
        due = self._due()
        told = self._told(game, due)
        if told.winner:
            self._note(Wrong.MATCH_OVER, game, found=game.score, ends_game=True)
            return None
        if due and (self.story or game.number == 1):
            self._compare(game, told, due)
        if told != due:
            crawford = told.crawford
            self.restarts.append(Restart(len(self.events), told.number, told.score, crawford))
        elif self.story:
            self.events.append(NextGame())
        return told

    def _due(self) -> Match | None:
        """The match as this game should find it; None where the game before does not tell."""
        if not self.story:
            return self.match
        if not self.story.is_over:
            return None
        return self.match if self.match.winner else next_game(self.match, NextGame())

    def _told(self, game: ScriptGame, due: Match | None) -> Match:
        """The match as the header has it; what it does not tell is taken from what is due."""
        known = due or self.match
        told = Match(
            known.rulebook, known.length, game.score or known.score, game.number, known.crawford
        )
        agreed = game.crawford in (None, known.crawford is Crawford.NOW)
        if told.winner or (due and agreed and told.score == known.score):
            return told
        return replace(told, crawford=_stage(told, told=game.crawford))

    def _compare(self, game: ScriptGame, told: Match, due: Match) -> None:
        """Note how the header differs from what is due."""
        if told.number != due.number:
            self._note(Wrong.WRONG_NUMBER, game, found=told.number, expected=due.number)
        if told.score != due.score:
            self._note(Wrong.WRONG_SCORE, game, found=told.score, expected=due.score)
        elif told.crawford is not due.crawford:
            crawford = due.crawford is Crawford.NOW
            self._note(Wrong.WRONG_CRAWFORD, game, found=game.crawford, expected=crawford)

    def _note(self, kind: Wrong, game: ScriptGame, **details: Any) -> None:
        self.faults.append(Fault(kind=kind, game=game.number, line=game.line, **details))


def _stage(match: Match, *, told: bool | None) -> Crawford:
    """Where a match stands with its Crawford game, at a score that did not come about by play."""
    if told or (told is None and is_crawford_due(match)):
        return Crawford.NOW
    one_point_short = any(match.points_needed(player) == 1 for player in Player)
    return Crawford.PAST if one_point_short else Crawford.AHEAD


def _rulebooks(script: Script, rulebook: Rulebook) -> Iterator[Rulebook]:
    """The rulebooks a match may have been played by, the likeliest first."""
    with_cube = script.tag(CUBE_LIMIT) != NO_CUBE
    book = replace(_for_length(rulebook, script.length), cube=rulebook.cube and with_cube)
    if script.length:
        told = script.is_on(CRAWFORD)
        yield book if told is None else replace(book, crawford=told)
        return
    for jacoby, beavers in product(
        _options(book.jacoby, told=script.is_on(JACOBY)),
        _options(book.beavers, told=script.is_on(BEAVER)),
    ):
        yield replace(book, jacoby=jacoby, beavers=beavers)


def _turned(rulebook: Rulebook, accepted: Rulebook) -> tuple[str, ...]:
    """The names of the fields in which two rulebooks differ."""
    names = (knob.name for knob in fields(Rulebook))
    return tuple(name for name in names if getattr(rulebook, name) != getattr(accepted, name))


def _for_length(rulebook: Rulebook, length: int) -> Rulebook:
    """The rulebook, and that a match as long as this may be played by it."""
    if not length:
        return rulebook
    longest = rulebook.longest_match
    return replace(
        rulebook,
        longest_match=longest if longest is None else max(longest, length),
        played_for=PlayedFor.MATCH_OR_STAKES,
    )


def _options(likelier: Option, *, told: bool | None) -> tuple[Option, ...]:
    """Whether an option of play for stakes may have been in force, the likelier first."""
    on = Option.FOR_STAKES if likelier is Option.OFF else likelier
    if told is not None:
        return (on if told else Option.OFF,)
    return (on, Option.OFF) if likelier is on else (Option.OFF, on)
