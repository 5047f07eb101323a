"""Programs that play a match: by a chooser, at random, or against themselves."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from engine.backgammon.dice import NUMBERS, Dice
from engine.backgammon.game import events
from engine.backgammon.game.course import apply
from engine.backgammon.game.events import Refusal
from engine.backgammon.game.match import Game, Match, Phase
from engine.backgammon.game.turns import legal_plays
from engine.backgammon.notation.record.record import Record
from engine.backgammon.rulebook import Rulebook
from engine.backgammon.strategy.computer import Computer, Strategy
from engine.players import ByPlayer, Player


@dataclass(frozen=True, slots=True)
class RandomPlayer:
    """Plays at random, takes every double and agrees to every request."""

    rng: random.Random

    def answer(self, match: Match, player: Player) -> events.Event:
        """The event by which this player acts; the match must wait for him."""
        game = match.game
        if game.resignation:
            return events.AcceptResignation(player)
        if game.undo_asked_by:
            return events.AgreeUndo(player)
        if game.phase in (Phase.DOUBLED, Phase.BEAVERED):
            return events.Take(player)
        if game.phase is Phase.TO_THROW:
            return events.Throw(player, throw_dice(self.rng))
        if game.phase is Phase.PLAYED:
            return events.EndTurn(player)
        return self._play(match, player)

    def _play(self, match: Match, player: Player) -> events.Event:
        plays = legal_plays(match)
        if plays.position in plays:
            return events.EndTurn(player)
        return events.Play(player, self.rng.choice(sorted(plays, key=lambda play: play.counts)))


def throw_dice(rng: random.Random) -> Dice:
    """A random throw of two dice."""
    return Dice(rng.choice(NUMBERS), rng.choice(NUMBERS))


@dataclass(slots=True)
class ProgramPlayer:
    """Acts for a player as a chooser decides, and offers to resign at most once in a turn."""

    chooser: Strategy
    rng: random.Random
    resigned_in: Game | None = None
    """The game in which a resignation was offered last; None after any other act."""

    def answer(self, match: Match, player: Player) -> events.Event:
        """The event by which this player acts; the match must wait for him."""
        game = match.game
        is_asked = game.resignation or game.undo_asked_by
        may_play = game.phase is Phase.TO_PLAY and not is_asked
        if may_play and game.position in legal_plays(match):
            return events.EndTurn(player)
        event = self.chooser.choose(match)
        if event is None and game != self.resigned_in:
            event = self.chooser.offer_resignation(match)
        self.resigned_in = game if isinstance(event, events.Resign) else None
        return event or events.Throw(player, throw_dice(self.rng))


NAMES = ByPlayer("O", "X")
FAST_PLAYER = Computer(second_looks=1)
"""The default player: fast enough for a whole match, and good enough to be watched."""


def play_against_itself(
    seed: int, rulebook: Rulebook, length: int, chooser: Strategy = FAST_PLAYER
) -> Record:
    """A match of the chooser against itself, with the cube; one game if the length is 0."""
    rng = Random(seed)  # noqa: S311 - dice that can be had again, no secret
    happened = tuple(_course(Match(rulebook, length), chooser, rng))
    return Record(NAMES, rulebook, length, happened)


def _course(match: Match, chooser: Strategy, rng: Random) -> Iterator[events.Event]:
    players = {player: ProgramPlayer(chooser, rng) for player in Player}
    while not _is_over(match):
        event = _next_event(match, players, rng)
        outcome = apply(match, event)
        if isinstance(outcome, Refusal):
            raise ValueError(f"{event} is refused: {outcome}")  # noqa: TRY004
        yield event
        match = outcome


def _is_over(match: Match) -> bool:
    return bool(match.winner) or (not match.length and match.game.phase is Phase.OVER)


def _next_event(match: Match, players: dict[Player, ProgramPlayer], rng: Random) -> events.Event:
    match match.game.phase:
        case Phase.OVER:
            return events.NextGame()
        case Phase.OPENING:
            return events.OpeningThrow(rng.choice(NUMBERS), rng.choice(NUMBERS))
    return players[match.to_act].answer(match, match.to_act)
