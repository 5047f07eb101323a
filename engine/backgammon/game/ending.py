"""How a game ends, and how the next one begins."""

from __future__ import annotations

from dataclasses import replace

from engine.backgammon.game.events import NextGame
from engine.backgammon.game.match import Crawford, Ending, Game, Match, Phase, Result
from engine.backgammon.game.scoring import Win
from engine.backgammon.players import Player


def finish(match: Match, winner: Player, ending: Ending, stake: int, win: Win) -> Match:
    """The match after a game won: the stake counted as often as the win is worth."""
    times = 1 if gammons_count_single(match) else int(win)
    points = stake * times
    game = replace(
        match.game,
        phase=Phase.OVER,
        dice=None,
        played=None,
        offer=0,
        resignation=None,
        result=Result(winner, ending, points, win),
    )
    score = match.score.having(winner, match.score[winner] + points)
    return replace(match, score=score, game=game)


def gammons_count_single(match: Match) -> bool:
    """Whether Jacoby's rule holds just now: in force, and nobody has doubled."""
    return match.rulebook.jacoby.in_force(match.length) and match.game.cube.owner is None


def next_game(match: Match, _event: NextGame) -> Match:
    """The match with the checkers set up again."""
    return replace(
        match, number=match.number + 1, crawford=_next_crawford(match), game=Game(), before=None
    )


def is_crawford_due(match: Match) -> bool:
    """Whether the next game is the one without doubling: the first with a player 1 point short."""
    if not (match.rulebook.crawford and match.length and match.crawford is Crawford.AHEAD):
        return False
    return [match.points_needed(player) for player in Player].count(1) == 1


def _next_crawford(match: Match) -> Crawford:
    if match.crawford is not Crawford.AHEAD:
        return Crawford.PAST
    return Crawford.NOW if is_crawford_due(match) else Crawford.AHEAD
