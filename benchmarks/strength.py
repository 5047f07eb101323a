"""The strength of the computer player: its errors as GNU Backgammon sees them, and its games.

Asks for gnubg-nn, which `.venv-bench` holds: `.venv-bench/bin/python -m benchmarks.strength`.
"""

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from importlib import import_module
from itertools import count, cycle, islice
from math import sqrt
from random import Random
from statistics import mean, stdev
from time import process_time

from benchmarks.__main__ import say
from engine.backgammon.dice import NUMBERS, Dice
from engine.backgammon.game.match import Game, Match, Phase
from engine.backgammon.game.scoring import win_of
from engine.backgammon.game.turns import legal_plays
from engine.backgammon.position import START, Position
from engine.backgammon.rulebook import TOURNAMENT
from engine.backgammon.strategy.computer import Computer, best_play

Strategy = Callable[[Match], Position]
"""Chooses a player's play of the throw."""
SEED = 2
TIMED = 1_000
"""Number of choices that are timed."""


def by_chance(match: Match, chance: Random) -> Position:
    """Any play."""
    return chance.choice(sorted(legal_plays(match), key=lambda play: play.counts))


def by_habit(match: Match) -> Position:
    """A beginner's play: hit what can be hit, then leave as few blots as possible."""
    plays = legal_plays(match)
    return max(plays, key=lambda play: (play.pips.other, -play.setup.mover.count(1), play.counts))


class Gnubg:
    """GNU Backgammon's nets, asked without looking ahead."""

    def __init__(self) -> None:
        self.nets = import_module("gnubg_nn")

    def equities(self, match: Match) -> dict[Position, float]:
        """The value of each play of the throw, for stakes and without a cube."""
        return {play: self._equity(play) for play in legal_plays(match)}

    def play(self, match: Match) -> Position:
        """The play that is worth most."""
        equities = self.equities(match)
        return max(equities, key=lambda play: (equities[play], play.counts))

    def _equity(self, play: Position) -> float:
        if play.winner:
            return float(win_of(play, TOURNAMENT))
        board = [list(side[1:]) for side in (play.setup.mover, play.setup.other)]
        win, gammon, backgammon, *lost = self.nets.probabilities(board, 0)
        return float(sum(lost) - (2 * win - 1 + gammon + backgammon))


def match_after_throw(position: Position, dice: Dice) -> Match:
    """A throw to play, for stakes."""
    return Match(TOURNAMENT, game=Game(Phase.TO_PLAY, position, dice=dice, begun=True))


def moments(players: Sequence[Strategy], chance: Random) -> Iterator[tuple[Match, Position]]:
    """Each throw of a game, with the choices of the first and then of the second player."""
    position, dice = START, Dice(*chance.sample(NUMBERS, 2))
    for player in cycle(players):
        match = match_after_throw(position, dice)
        played = player(match)
        yield match, played
        if played.winner:
            return
        position, dice = played.mirrored, Dice(*chance.choices(NUMBERS, k=2))


def points(ours: Strategy, theirs: Strategy, games: int) -> list[int]:
    """Our points in each game, gammons counted and without a cube; both begin equally often."""
    chance, won = Random(SEED), []  # noqa: S311 - dice, not secrets
    for number in range(games):
        players = (theirs, ours) if number % 2 else (ours, theirs)
        history = list(moments(players, chance))
        we_won = (len(history) + number) % 2
        won.append(int(win_of(history[-1][1], TOURNAMENT)) * (1 if we_won else -1))
    return won


def decisions(number: int) -> list[Match]:
    """Throws from the computer's games with itself that leave it a choice."""
    chance = Random(SEED)  # noqa: S311 - dice, not secrets
    games = (moments((best_play, best_play), chance) for _ in count())
    matches = (match for game in games for match, _ in game)
    return list(islice((match for match in matches if len(legal_plays(match)) > 1), number))


def losses(
    strategy: Strategy, judged: Sequence[tuple[Match, dict[Position, float]]]
) -> list[float]:
    """The cost of each choice by the peer's reckoning, in thousandths of a point."""
    return [
        1000 * (max(equities.values()) - equities[strategy(match)]) for match, equities in judged
    ]


def times(strategy: Strategy, matches: Sequence[Match]) -> list[float]:
    """The processor time of each choice, in milliseconds."""
    found = []
    for match in matches:
        start = process_time()
        strategy(match)
        found.append(1000 * (process_time() - start))
    return found


def tell_errors(strategies: Mapping[str, Strategy], gnubg: Gnubg, number: int) -> None:
    """Prints the losses of each player, in contact and in the race."""
    judged = [(match, gnubg.equities(match)) for match in decisions(number)]
    for contact in (True, False):
        pairs = [pair for pair in judged if pair[0].game.position.has_contact is contact]
        say(f"{'contact' if contact else 'race'}, {len(pairs)} choices:")
        for name, strategy in strategies.items():
            lost = losses(strategy, pairs)
            same = mean(loss == 0 for loss in lost)
            say(f"    {name}: {mean(lost):.1f} lost, {same:.0%} the same")
    for name, strategy in strategies.items():
        taken = times(strategy, [match for match, _ in judged[:TIMED]])
        say(f"{name}: {mean(taken):.1f} ms for a choice, {max(taken):.0f} at most")


def tell_games(ours: str, theirs: str, strategies: Mapping[str, Strategy], games: int) -> None:
    """Prints the result of one player against another."""
    won = points(strategies[ours], strategies[theirs], games)
    error, wins = stdev(won) / sqrt(len(won)), mean(one > 0 for one in won)
    say(f"{ours} against {theirs}: {mean(won):+.3f} ± {error:.3f} points, {wins:.1%} won")


def main(arguments: Sequence[str] | None = None) -> None:
    """Measures, and prints errors and games."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.strength", description=__doc__)
    parser.add_argument("--decisions", type=int, default=5_000)
    parser.add_argument("--games", type=int, default=1_000)
    asked = parser.parse_args(arguments)
    gnubg, chance = Gnubg(), Random(SEED)  # noqa: S311 - dice, not secrets
    strategies: dict[str, Strategy] = {
        "computer": partial(best_play, second_looks=Computer().second_looks),
        "computer, one look": best_play,
        "beginner": by_habit,
        "chance": partial(by_chance, chance=chance),
    }
    tell_errors(strategies, gnubg, asked.decisions)
    strategies["GNU Backgammon"] = gnubg.play
    for theirs in ("chance", "beginner", "GNU Backgammon"):
        tell_games("computer, one look", theirs, strategies, asked.games)
    tell_games("computer", "GNU Backgammon", strategies, asked.games)


if __name__ == "__main__":
    main()
