"""Plays through one game of a script, and notes everything in it that cannot be so."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NoReturn

from engine.backgammon.errors import NotationError, NothingToHit
from engine.backgammon.game import events
from engine.backgammon.game.course import apply
from engine.backgammon.game.ending import gammons_count_single
from engine.backgammon.game.match import Match, Phase
from engine.backgammon.game.refusals import Ban, Refusal
from engine.backgammon.game.scoring import Win
from engine.backgammon.game.turns import legal_plays
from engine.backgammon.notation.play.play_text import read_play
from engine.backgammon.notation.record.reading import Fault, Wrong
from engine.backgammon.notation.record.script import (
    Beavered,
    Doubled,
    Dropped,
    Entry,
    Moved,
    ScriptGame,
    Took,
    Won,
)
from engine.backgammon.players import Player
from engine.backgammon.position import Setup
from engine.backgammon.rulebook import FirstDice
from engine.backgammon.why.explain import why_not

MOST_TIES = 4
"""Up to so many automatic doubles are thought of where a file does not tell of any."""


@dataclass(frozen=True, slots=True)
class Story:
    """What came of reading a game: its events, its faults, and the match after it."""

    events: tuple[events.Event, ...]
    faults: tuple[Fault, ...]
    match: Match

    @property
    def is_over(self) -> bool:
        return self.match.game.phase is Phase.OVER

    @property
    def is_broken_off(self) -> bool:
        """Whether something made it impossible to read on."""
        return any(fault.ends_game for fault in self.faults)


def read_game(start: Match, game: ScriptGame) -> Story:
    """The story of a game; where its first stake is not told, the one with the fewest faults."""
    if game.stake is not None:
        return _GameReader(start, game).read(game.stake.bit_length() - 1)
    best = _GameReader(start, game).read()
    most = start.rulebook.automatic_doubles
    for ties in range(1, (MOST_TIES if most is None else min(most, MOST_TIES)) + 1):
        if not best.faults:
            break
        story = _GameReader(start, game).read(ties)
        best = min(best, story, key=lambda story: len(story.faults))
    return best


class _Stuck(Exception):
    """The game cannot go on from here."""


class _GameReader:
    """The match as far as it has been read, with the events and faults so far."""

    def __init__(self, start: Match, game: ScriptGame) -> None:
        self.match = start
        self.game = game
        self.events: list[events.Event] = []
        self.faults: list[Fault] = []

    def read(self, ties: int = 0) -> Story:
        """Everything that can be read, if the stake was doubled by so many ties."""
        try:
            self._begin(ties)
            for entry, following in pairwise((*self.game.entries, None)):
                if entry:
                    _FOLLOW[type(entry)](self, entry, following)
        except _Stuck:
            pass
        return Story(tuple(self.events), tuple(self.faults), self.match)

    def moved(self, entry: Moved, following: Entry | None) -> None:
        """The dice are thrown, and played."""
        match = self.match
        if match.game.phase is Phase.BEAVERED and match.game.turn is entry.player:
            self._do(entry, events.Take(entry.player))
        if match.game.phase is Phase.OPENING and match.rulebook.first_dice is FirstDice.OPENING:
            self._throw_for_opening(entry)
        else:
            self._do(entry, events.Throw(entry.player, entry.dice))
        if not self._is_only_thrown(entry, following):
            self._play(entry)

    def doubled(self, entry: Doubled, _following: Entry | None) -> None:
        """The stake is to be doubled; a double in answer to a double is a beaver."""
        game = self.match.game
        beaver = game.phase is Phase.DOUBLED and entry.player is game.turn.opponent
        self._offer(entry, (events.Beaver if beaver else events.Double)(entry.player))

    def beavered(self, entry: Beavered, _following: Entry | None) -> None:
        """The stake is to be doubled again at once."""
        self._offer(entry, events.Beaver(entry.player))

    def took(self, entry: Took, _following: Entry | None) -> None:
        """The stake is doubled."""
        self._do(entry, events.Take(entry.player))

    def dropped(self, entry: Dropped, _following: Entry | None) -> None:
        """The game is given up."""
        self._do(entry, events.Drop(entry.player))

    def won(self, entry: Won, _following: Entry | None) -> None:
        """The game is over; if it was not yet, the loser has resigned."""
        if self.match.game.phase is not Phase.OVER:
            win = self._win_resigned(entry.points)
            loser = entry.player.opponent
            self._do(entry, events.Resign(loser, win), events.AcceptResignation(entry.player))
        result = self.match.game.result
        if result and result.winner is not entry.player:
            self._note(Wrong.WRONG_WINNER, entry, found=entry.player, expected=result.winner)
        elif result and result.points != entry.points:
            self._note(Wrong.WRONG_POINTS, entry, found=entry.points, expected=result.points)
        if entry.match and not self.match.winner:
            self._note(Wrong.MATCH_NOT_WON, entry)

    def _begin(self, ties: int) -> None:
        """The opening throw is tied as often as it takes for the stake, and won where need be."""
        for _ in range(ties):
            self._do(None, events.OpeningThrow(1, 1))
        if self.match.game.cube.value != 1 << ties:
            stake = self.match.game.cube.value
            self._note(Wrong.WRONG_STAKE, None, found=1 << ties, expected=stake)
        if self.game.entries and self.match.rulebook.first_dice is FirstDice.ANEW:
            first = self.game.entries[0]
            self._do(first, _opening_won_by(first.player, 2, 1))

    def _throw_for_opening(self, entry: Moved) -> None:
        if entry.dice.is_double:
            self._give_up(Wrong.OPENING_DOUBLE, entry)
        self._do(entry, _opening_won_by(entry.player, entry.dice.high, entry.dice.low))

    def _is_only_thrown(self, entry: Moved, following: Entry | None) -> bool:
        """Whether the game ended, or the file did, before these dice were played."""
        if not entry.played:
            return True
        if entry.text or isinstance(following, Moved | Doubled | Beavered | Took | Dropped):
            return False
        return self.match.game.position not in legal_plays(self.match)

    def _play(self, entry: Moved) -> None:
        board = self._board_after(entry)
        game = self.match.game
        if board.faults():
            reasons = why_not(game.position, game.dice, board, self.match.rulebook)
            self._give_up(Wrong.ILLEGAL_PLAY, entry, text=entry.text, reasons=reasons)
        position = board.position()
        if position != game.position or position not in legal_plays(self.match):
            self._do(entry, events.Play(entry.player, position))
        if reasons := self.match.game.reasons:
            self._note(Wrong.ILLEGAL_PLAY, entry, text=entry.text, reasons=reasons)
        self._do(entry, events.EndTurn(entry.player))

    def _board_after(self, entry: Moved) -> Setup:
        """The board a play describes, with hits marked where there are none or not."""
        try:
            return self._read_play(entry, entry.text)
        except NothingToHit:
            board = self._read_play(entry, entry.text.replace("*", ""))
        self._note(Wrong.MARK_WITHOUT_HIT, entry, text=entry.text)
        return board

    def _read_play(self, entry: Moved, text: str) -> Setup:
        """The board a play describes; NothingToHit if only a mark is wrong."""
        try:
            return read_play(text, legal_plays(self.match))
        except NothingToHit:
            raise
        except NotationError as misread:
            self._give_up(Wrong.UNCLEAR_PLAY, entry, text=entry.text, misread=misread)

    def _offer(self, entry: Doubled | Beavered, event: events.Double | events.Beaver) -> None:
        self._do(entry, event)
        offer = self.match.game.offer
        if entry.value not in (None, offer):
            self._note(Wrong.WRONG_STAKE, entry, found=entry.value, expected=offer)

    def _win_resigned(self, points: int) -> Win:
        """The win that is worth these points, or comes nearest."""
        if gammons_count_single(self.match):
            return Win.SINGLE
        times = -(-points // self.match.game.cube.value)
        return Win(min(max(times, Win.SINGLE), Win.BACKGAMMON))

    def _do(self, entry: Entry | None, *happening: events.Event) -> None:
        """What happened, one thing after the other, as far as the rules know it."""
        for event in happening:
            after = apply(self.match, event)
            if isinstance(after, Refusal):
                wrong_player = after.ban is Ban.NOT_YOUR_TURN
                kind = Wrong.WRONG_PLAYER if wrong_player else Wrong.NOT_ALLOWED
                self._give_up(kind, entry, ban=after.ban, reasons=after.reasons)
            self.match = after
            self.events.append(event)

    def _note(self, kind: Wrong, entry: Entry | None, **details: Any) -> None:
        self.faults.append(
            Fault(
                kind=kind,
                game=self.game.number,
                move=entry.row if entry else None,
                player=entry.player if entry else None,
                line=(entry or self.game).line,
                **details,
            )
        )

    def _give_up(self, kind: Wrong, entry: Entry | None, **details: Any) -> NoReturn:
        self._note(kind, entry, ends_game=True, **details)
        raise _Stuck


_FOLLOW: dict[type[Entry], Callable[[_GameReader, Any, Entry | None], None]] = {
    Moved: _GameReader.moved,
    Doubled: _GameReader.doubled,
    Beavered: _GameReader.beavered,
    Took: _GameReader.took,
    Dropped: _GameReader.dropped,
    Won: _GameReader.won,
}


def _opening_won_by(player: Player, high: int, low: int) -> events.OpeningThrow:
    pips = (high, low) if player is Player.ONE else (low, high)
    return events.OpeningThrow(*pips)
