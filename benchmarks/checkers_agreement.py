"""Compares our legal results of checkers with every peer's, over as many positions as are asked."""

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from importlib.util import find_spec
from random import Random

from benchmarks.checkers import letters_of
from benchmarks.checkers_brute_force import forced_results, free_results
from benchmarks.checkers_openspiel import played_games
from benchmarks.checkers_peers import PEERS, Results
from engine.checkers.moves.generation import Bits, legal_results
from engine.checkers.moves.plays import LegalPlays
from engine.checkers.position import START, Position, Rank, Setup
from engine.checkers.rulebook import ENGLISH, SEASIDE
from engine.checkers.squares import SQUARES, field_of
from engine.checkers.strategy.search import Limits, find_best_play

LOOK_AHEAD = Limits(nodes=0, depth=2, least_depth=2)
MAX_PLAYS, BY_CHANCE, MAX_CHECKERS = 120, 8, 16
REPORTED_EVERY = 10_000


def main(arguments: Sequence[str] | None = None) -> None:
    """Compares, and exits with the first position on which somebody disagrees."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.checkers_agreement")
    parser.add_argument("--positions", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(arguments)
    peers = [(peer.name, peer.prepare(), peer.results) for peer in PEERS if find_spec(peer.module)]
    say(f"beside brute force: {', '.join(name for name, _, _ in peers) or 'nobody'}")
    for number, position in enumerate(positions(asked.positions, asked.seed), 1):
        ours = frozenset(legal_results(*position.bits, ENGLISH))
        for name, prepare, results in peers:
            compare(name, position, results(prepare(position)), ours)
        compare_with_brute_force(position, ours)
        report(number, asked.positions)
    if find_spec("pyspiel"):
        compare_with_openspiel(asked.positions, Random(asked.seed))  # noqa: S311 - a sample


def compare_with_openspiel(number: int, chance: Random) -> None:
    """Plays games of OpenSpiel along, and exits with the first position that differs."""
    say("beside OpenSpiel, which plays from the start")
    chooser = _player(chance)
    for count, (position, theirs) in enumerate(played_games(number, chance, chooser), 1):
        compare("OpenSpiel", position, theirs, frozenset(legal_results(*position.bits, ENGLISH)))
        report(count, number)


def report(number: int, total: int) -> None:
    """Tells now and then how far it is."""
    if not number % REPORTED_EVERY or number == total:
        say(f"{number:,} positions, the same results")


def compare(name: str, position: Position, theirs: Results, ours: Results) -> None:
    """Exits if a peer's results are others."""
    if theirs != ours:
        sys.exit(f"{name} disagrees on {position}: {sorted(theirs ^ ours)}")


def compare_with_brute_force(position: Position, ours: Results) -> None:
    """Exits if brute force finds others, by either rulebook."""
    free = legal_results(*position.bits, SEASIDE)
    letters = letters_of(position)
    for name, rule, results in (
        ("english", forced_results, ours),
        ("seaside", free_results, frozenset(free)),
    ):
        found = {frozenset(letters_of(Position.trusted(*it)).items()) for it in results}
        if rule(letters) != found:
            sys.exit(f"brute force disagrees by {name} on {position}")


def positions(number: int, seed: int) -> Iterator[Position]:
    """Yields different positions of games by chance and of sensible ones, from many beginnings."""
    chance, met = Random(seed), set[Bits]()  # noqa: S311 - a sample is no secret
    beginnings = (lambda: START, lambda: START, lambda: _anywhere(chance))
    while True:
        start = chance.choice(beginnings)()
        for position in _game(start, chance, _player(chance)):
            if position.bits not in met:
                met.add(position.bits)
                yield position
            if len(met) == number:
                return


def _player(chance: Random) -> Callable[[Position, list[Bits]], Position]:
    """A player by chance, or one that looks ahead."""

    def by_chance(_: Position, plays: list[Bits]) -> Position:
        return Position.trusted(*chance.choice(plays))

    def sensibly(position: Position, _: list[Bits]) -> Position:
        return find_best_play(position, ENGLISH, LOOK_AHEAD).play

    return chance.choice((by_chance, sensibly))


def _game(
    position: Position, chance: Random, player: Callable[[Position, list[Bits]], Position]
) -> Iterator[Position]:
    for ply in range(MAX_PLAYS):
        plays = sorted(it.bits for it in LegalPlays(position, ENGLISH))
        yield position
        if not plays:
            return
        by_chance = ply < BY_CHANCE
        play = Position.trusted(*chance.choice(plays)) if by_chance else player(position, plays)
        position = play.mirrored


def _anywhere(chance: Random) -> Position:
    """A legal position with men and kings anywhere."""
    while True:
        squares = chance.sample(range(1, SQUARES + 1), chance.randint(2, MAX_CHECKERS))
        border = chance.randint(1, len(squares) - 1)
        sides = (squares[:border], squares[border:])
        ranks = list(Rank)
        setup = Setup.of(*({field_of(it): chance.choice(ranks) for it in side} for side in sides))
        if not setup.faults():
            return setup.position()


def say(text: str) -> None:
    """Tells the person waiting."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
