"""The strength of the computer player with the cube: its errors as bgsage sees them.

Asks for bgsage, which `.venv-bench` holds: `.venv-bench/bin/python -m benchmarks.cubes`.
"""

import argparse
from collections.abc import Sequence
from importlib import import_module
from statistics import mean
from typing import NamedTuple

from benchmarks.__main__ import say
from benchmarks.strength import decisions
from engine.backgammon.game import events
from engine.backgammon.game.match import Game, Match, Phase
from engine.backgammon.game.scoring import CENTRED, Cube
from engine.backgammon.position import Position
from engine.backgammon.rulebook import TOURNAMENT
from engine.backgammon.strategy.computer import Computer
from engine.players import NO_POINTS, ByPlayer, Player

APART = 6
"""From one position asked about to the next, so that they do not resemble one another."""


class Score(NamedTuple):
    """A situation to double in."""

    name: str
    length: int
    points: ByPlayer[int]
    cube: Cube


SCORES = (
    Score("for stakes", 0, NO_POINTS, CENTRED),
    Score("for stakes, owning the cube", 0, NO_POINTS, Cube(2, Player.ONE)),
    Score("2-4 in a match to 7", 7, ByPlayer(2, 4), CENTRED),
    Score("4-2 in a match to 7", 7, ByPlayer(4, 2), CENTRED),
)


class Losses(NamedTuple):
    """The losses by doubling or not, and by taking or not."""

    doubling: float
    taking: float | None
    """None where a double is out of the question."""


class Judge:
    """bgsage's nets, asked without looking ahead."""

    def __init__(self) -> None:
        self.analyzer = import_module("bgsage").BgBotAnalyzer(eval_level="1ply")

    def losses(self, position: Position, score: Score) -> Losses:
        """The computer's decisions in a position, each loss in thousandths of the stake."""
        *points, mover_bar, other_bar, _, _ = position.counts
        away1, away2 = (score.length - score.points[player] for player in Player)
        known = self.analyzer.cube_action(
            [other_bar, *points, mover_bar],
            score.cube.value,
            "player" if score.cube.owner else "centered",
            away1=away1,
            away2=away2,
            jacoby=False,
            beaver=False,
        )
        waiting, taken, dropped = known.equity_nd, known.equity_dt, known.equity_dp
        doubling = min(taken, dropped)
        doubles = isinstance(_answer(position, score, Phase.TO_THROW), events.Double)
        lost = max(waiting, doubling) - (doubling if doubles else waiting)
        if not (doubles or known.should_double):
            return Losses(1000 * lost, None)
        takes = isinstance(_answer(position, score, Phase.DOUBLED), events.Take)
        return Losses(1000 * lost, 1000 * ((taken if takes else dropped) - doubling))


def _answer(position: Position, score: Score, phase: Phase) -> events.Event | None:
    offer = 2 * score.cube.value if phase is Phase.DOUBLED else 0
    game = Game(phase, position, Player.ONE, begun=True, cube=score.cube, offer=offer)
    return Computer().choose(Match(TOURNAMENT, score.length, score.points, game=game))


def main(arguments: Sequence[str] | None = None) -> None:
    """Measures, and prints the errors."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.cubes", description=__doc__)
    parser.add_argument("--positions", type=int, default=1_000)
    asked = parser.parse_args(arguments)
    matches = decisions(APART * asked.positions)[::APART]
    judge = Judge()
    for score in SCORES:
        found = [judge.losses(match.game.position, score) for match in matches]
        takes = [judged.taking for judged in found if judged.taking is not None]
        doubling = f"{len(found)} doubles or not, {mean(one.doubling for one in found):.1f} lost"
        say(f"{score.name}: {doubling}; {len(takes)} takes or not, {mean(takes):.1f} lost")


if __name__ == "__main__":
    main()
