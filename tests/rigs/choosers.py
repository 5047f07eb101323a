"""Matches between choosers, the dice thrown for them."""

from collections.abc import Iterator
from random import Random

from engine.backgammon.dice import NUMBERS, Dice
from engine.backgammon.game import events
from engine.backgammon.game.course import apply
from engine.backgammon.game.match import Game, Match, Phase
from engine.backgammon.game.turns import legal_plays
from engine.backgammon.players import ByPlayer
from engine.backgammon.playing.chooser import Chooser
from engine.backgammon.rulebook import Rulebook


class Dicer:
    """A chooser that makes any play, takes every double and never offers anything."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)  # noqa: S311 - dice, not secrets

    def choose(self, match: Match) -> events.Event | None:
        player = match.to_act
        match match.game.phase:
            case Phase.DOUBLED | Phase.BEAVERED:
                return events.Take(player)
            case Phase.TO_PLAY:
                plays = sorted(legal_plays(match), key=lambda play: play.counts)
                return events.Play(player, self.chance.choice(plays))
            case Phase.PLAYED:
                return events.EndTurn(player)
        return events.AcceptResignation(player) if match.game.resignation else None

    def give_up(self, _match: Match) -> events.Resign | None:
        return None


def course(
    rulebook: Rulebook, length: int, seats: ByPlayer[Chooser], seed: int, games: int = 1
) -> Iterator[Match]:
    """Every moment of a match till it is won or so many games are over; nothing may be refused."""
    chance = Random(seed)  # noqa: S311 - dice, not secrets
    match, asked = Match(rulebook, length), Game()
    while True:
        yield match
        if match.winner or (match.game.phase is Phase.OVER and match.number == games):
            return
        chooser, game = seats[match.to_act], match.game
        event = chooser.choose(match)
        if event is None and game.phase is Phase.TO_THROW and game != asked:
            event, asked = chooser.give_up(match), game
        outcome = apply(match, event or _from_the_table(match, chance))
        assert isinstance(outcome, Match), (event, outcome)
        match = outcome


def _from_the_table(match: Match, chance: Random) -> events.Event:
    if match.game.phase is Phase.OVER:
        return events.NextGame()
    one, two = chance.choices(NUMBERS, k=2)
    if match.game.phase is Phase.OPENING:
        return events.OpeningThrow(one, two)
    return events.Throw(match.to_act, Dice(one, two))
