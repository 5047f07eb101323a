"""A whole game that is soon over: the throws are large doubles, and the plays are by chance."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from engine.backgammon.dice import Dice
from engine.backgammon.game import events
from engine.backgammon.game.course import apply
from engine.backgammon.game.match import Match, Phase
from engine.backgammon.game.turns import legal_plays
from engine.backgammon.players import Player
from engine.backgammon.rulebook import TOURNAMENT

SEED = 4588
"""Of a game with hits, entering from the bar, and turns without a play, in nineteen turns."""
FIRST = Player.ONE
"""Who makes the opening throw with the first of two dice."""
LARGE = tuple(Dice(number, number) for number in (3, 4, 5, 6))


def short_game(length: int, seed: int = SEED) -> Iterator[tuple[Match, events.Event]]:
    """All that happens in the first game of a match, each with the match before it."""
    chance = Random(seed)  # noqa: S311 - dice, no secrets
    match = Match(TOURNAMENT, length)
    while match.game.phase is not Phase.OVER:
        event = _next(match, chance)
        yield match, event
        outcome = apply(match, event)
        assert isinstance(outcome, Match), outcome
        match = outcome


def _next(match: Match, chance: Random) -> events.Event:
    game, turn = match.game, match.game.turn
    if game.phase is Phase.OPENING:
        return events.OpeningThrow(*chance.sample(range(1, 7), 2))
    if game.phase is Phase.TO_THROW:
        return events.Throw(turn, chance.choice(LARGE))
    plays = sorted(legal_plays(match), key=lambda play: play.counts)
    if game.phase is Phase.PLAYED or game.position in plays:
        return events.EndTurn(turn)
    return events.Play(turn, chance.choice(plays))
