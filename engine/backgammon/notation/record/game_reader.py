"""A reader of one game of a script: plays it by the rules and records every fault in it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NoReturn

from engine.backgammon.errors import NothingToHit
from engine.backgammon.game import events
from engine.backgammon.game.course import apply
from engine.backgammon.game.events import Ban, Refusal
from engine.backgammon.game.match import Match, Phase
from engine.backgammon.game.scoring import Win
from engine.backgammon.game.turns import gammons_count_single, legal_plays
from engine.backgammon.illegal_plays.explanation import find_reasons
from engine.backgammon.notation.play_text import read_play
from engine.backgammon.notation.record import record
from engine.backgammon.notation.record.record import RecordFault, RecordFaultKind
from engine.backgammon.position import Setup
from engine.backgammon.rulebook import FirstDice
from engine.players import Player
from engine.scanner import NotationError

MAX_TIES = 4
"""The largest number of automatic doubles assumed where a file does not mention any."""


@dataclass(frozen=True, slots=True)
class GameReading:
    """The result of reading a game: its events, its faults, and the match after it."""

    events: tuple[events.Event, ...]
    faults: tuple[RecordFault, ...]
    match: Match

    @property
    def is_over(self) -> bool:
        return self.match.game.phase is Phase.OVER

    @property
    def is_broken_off(self) -> bool:
        """True if a fault made it impossible to read the rest of the game."""
        return any(fault.ends_game for fault in self.faults)


def read_game(start: Match, game: record.ScriptGame) -> GameReading:
    """Reads a game; if its first stake is unknown, assumes the one with the fewest faults."""
    if game.set_up:
        return _GameReader(start, game).read()
    if game.stake is not None:
        return _GameReader(start, game).read(game.stake.bit_length() - 1)
    best = _GameReader(start, game).read()
    most = start.rulebook.automatic_doubles
    for ties in range(1, (MAX_TIES if most is None else min(most, MAX_TIES)) + 1):
        if not best.faults:
            break
        reading = _GameReader(start, game).read(ties)
        best = min(best, reading, key=lambda reading: len(reading.faults))
    return best


class _CannotGoOn(Exception):
    """The game cannot go on from here."""


class _GameReader:
    """Reads one game: the match so far, with its events and faults."""

    def __init__(self, start: Match, game: record.ScriptGame) -> None:
        self.match = start
        self.game = game
        self.events: list[events.Event] = []
        self.faults: list[RecordFault] = []

    def read(self, ties: int = 0) -> GameReading:
        """Reads the whole game, assuming that `ties` ties doubled the stake."""
        try:
            self._begin(ties)
            for entry, following in pairwise((*self.game.entries, None)):
                if entry:
                    _FOLLOW[type(entry)](self, entry, following)
        except _CannotGoOn:
            pass
        return GameReading(tuple(self.events), tuple(self.faults), self.match)

    def read_move(self, entry: record.MoveEntry, following: record.Entry | None) -> None:
        """Throws the dice, and plays them."""
        match = self.match
        if match.game.phase is Phase.BEAVERED and match.game.turn is entry.player:
            self._do(entry, events.Take(entry.player))
        if match.game.phase is Phase.OPENING and match.rulebook.first_dice is FirstDice.OPENING:
            self._throw_for_opening(entry)
        else:
            self._do(entry, events.Throw(entry.player, entry.dice))
        if not self._is_only_thrown(entry, following):
            self._play(entry)

    def read_double(self, entry: record.DoubleEntry, _following: record.Entry | None) -> None:
        """Doubles; a double in answer to a double is a beaver."""
        game = self.match.game
        beaver = game.phase is Phase.DOUBLED and entry.player is game.turn.opponent
        self._offer(entry, (events.Beaver if beaver else events.Double)(entry.player))

    def read_beaver(self, entry: record.BeaverEntry, _following: record.Entry | None) -> None:
        """Doubles again at once."""
        self._offer(entry, events.Beaver(entry.player))

    def read_answer(
        self, entry: record.TakeEntry | record.DropEntry, _following: record.Entry | None
    ) -> None:
        """Takes or drops the double."""
        answer = events.Take if isinstance(entry, record.TakeEntry) else events.Drop
        self._do(entry, answer(entry.player))

    def read_win(self, entry: record.WinEntry, _following: record.Entry | None) -> None:
        """Compares the result with the game's; if the game is not over, the loser has resigned."""
        if self.match.game.phase is not Phase.OVER:
            win = self._win_resigned(entry.points)
            loser = entry.player.opponent
            self._do(entry, events.Resign(loser, win), events.AcceptResignation(entry.player))
        result = self.match.game.result
        if result and result.winner is not entry.player:
            found, due = entry.player, result.winner
            self._note(RecordFaultKind.WRONG_WINNER, entry, found=found, expected=due)
        elif result and result.points != entry.points:
            points = result.points
            self._note(RecordFaultKind.WRONG_POINTS, entry, found=entry.points, expected=points)
        if entry.match and not self.match.winner:
            self._note(RecordFaultKind.MATCH_NOT_WON, entry)

    def _begin(self, ties: int) -> None:
        """Makes the tied opening throws that the stake needs, and the winning one if need be."""
        if self.game.set_up:
            return
        for _ in range(ties):
            self._do(None, events.OpeningThrow(1, 1))
        if self.match.game.cube.value != 1 << ties:
            stake = self.match.game.cube.value
            self._note(RecordFaultKind.WRONG_STAKE, None, found=1 << ties, expected=stake)
        if self.game.entries and self.match.rulebook.first_dice is FirstDice.ANEW:
            first = self.game.entries[0]
            self._do(first, _opening_won_by(first.player, 2, 1))

    def _throw_for_opening(self, entry: record.MoveEntry) -> None:
        if entry.dice.is_double:
            self._give_up(RecordFaultKind.OPENING_DOUBLE, entry)
        self._do(entry, _opening_won_by(entry.player, entry.dice.high, entry.dice.low))

    def _is_only_thrown(self, entry: record.MoveEntry, following: record.Entry | None) -> bool:
        """True if the game or the file ended before these dice were played."""
        if not entry.played:
            return True
        if entry.text or not (following is None or isinstance(following, record.WinEntry)):
            return False
        return self.match.game.position not in legal_plays(self.match)

    def _play(self, entry: record.MoveEntry) -> None:
        board = self._board_after(entry)
        game = self.match.game
        if board.faults():
            reasons = find_reasons(game.position, game.dice, board, self.match.rulebook)
            self._give_up(RecordFaultKind.ILLEGAL_PLAY, entry, text=entry.text, reasons=reasons)
        position = board.position()
        if position != game.position or position not in legal_plays(self.match):
            self._do(entry, events.Play(entry.player, position))
        if reasons := self.match.game.reasons:
            self._note(RecordFaultKind.ILLEGAL_PLAY, entry, text=entry.text, reasons=reasons)
        self._do(entry, events.EndTurn(entry.player))

    def _board_after(self, entry: record.MoveEntry) -> Setup:
        """The board that a play describes; marks of hits may be wrong."""
        try:
            return self._read_play(entry, entry.text)
        except NothingToHit:
            board = self._read_play(entry, entry.text.replace("*", ""))
        self._note(RecordFaultKind.MARK_WITHOUT_HIT, entry, text=entry.text)
        return board

    def _read_play(self, entry: record.MoveEntry, text: str) -> Setup:
        """The board that a play describes; raises `NothingToHit` if only a mark is wrong."""
        try:
            return read_play(text, legal_plays(self.match))
        except NothingToHit:
            raise
        except NotationError as misread:
            self._give_up(RecordFaultKind.UNCLEAR_PLAY, entry, text=entry.text, misread=misread)

    def _offer(self, entry: record.DoubleEntry | record.BeaverEntry, event: events.Event) -> None:
        self._do(entry, event)
        offer = self.match.game.offer
        if entry.value not in (None, offer):
            self._note(RecordFaultKind.WRONG_STAKE, entry, found=entry.value, expected=offer)

    def _win_resigned(self, points: int) -> Win:
        """The win that is worth these points, or the nearest one."""
        if gammons_count_single(self.match):
            return Win.SINGLE
        times = -(-points // self.match.game.cube.value)
        return Win(min(max(times, Win.SINGLE), Win.BACKGAMMON))

    def _do(self, entry: record.Entry | None, *happening: events.Event) -> None:
        """Applies events one by one; records a fault and stops at the first one that is refused."""
        for event in happening:
            after = apply(self.match, event)
            if isinstance(after, Refusal):
                wrong_player = after.ban is Ban.NOT_YOUR_TURN
                kind = RecordFaultKind.WRONG_PLAYER if wrong_player else RecordFaultKind.NOT_ALLOWED
                self._give_up(kind, entry, ban=after.ban, reasons=after.reasons)
            self.match = after
            self.events.append(event)

    def _note(self, kind: RecordFaultKind, entry: record.Entry | None, **details: Any) -> None:
        if entry:
            details |= {"move": entry.row, "player": entry.player}
        line = (entry or self.game).line
        self.faults.append(RecordFault(kind=kind, game=self.game.number, line=line, **details))

    def _give_up(
        self, kind: RecordFaultKind, entry: record.Entry | None, **details: Any
    ) -> NoReturn:
        self._note(kind, entry, ends_game=True, **details)
        raise _CannotGoOn


_FOLLOW: dict[type[record.Entry], Callable[[_GameReader, Any, record.Entry | None], None]] = {
    record.MoveEntry: _GameReader.read_move,
    record.DoubleEntry: _GameReader.read_double,
    record.BeaverEntry: _GameReader.read_beaver,
    record.TakeEntry: _GameReader.read_answer,
    record.DropEntry: _GameReader.read_answer,
    record.WinEntry: _GameReader.read_win,
}


def _opening_won_by(player: Player, high: int, low: int) -> events.OpeningThrow:
    pips = (high, low) if player is Player.ONE else (low, high)
    return events.OpeningThrow(*pips)
