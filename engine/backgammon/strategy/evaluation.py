"""The neural net that estimates how a game will end, and the value of points and of the cube."""

from __future__ import annotations

from base64 import b85decode
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import exp, tanh
from operator import mul
from struct import iter_unpack
from typing import NamedTuple

from engine.backgammon.game.match import Crawford, Match
from engine.backgammon.game.scoring import Cube, Win, win_of
from engine.backgammon.moves.steps import rearmost
from engine.backgammon.position import (
    BAR,
    CHECKERS,
    FIELDS,
    MOVER_OFF,
    OFF,
    OTHER_BAR,
    OTHER_OFF,
    POINTS,
    Position,
)
from engine.backgammon.rulebook import Rulebook
from engine.backgammon.strategy.weights import CONTACT, RACE
from engine.players import Player


class Chances(NamedTuple):
    """A player's chances; each kind of win or loss includes the more expensive kinds."""

    win: float
    gammon: float
    backgammon: float
    lost_gammon: float
    lost_backgammon: float

    @property
    def mirrored(self) -> Chances:
        """The chances of the opponent."""
        win, gammon, backgammon, lost_gammon, lost_backgammon = self
        return Chances(1 - win, lost_gammon, lost_backgammon, gammon, backgammon)

    @classmethod
    def certain(cls, win: Win) -> Chances:
        """The chances after a game was won with this win."""
        return cls(1, float(win >= Win.GAMMON), float(win >= Win.BACKGAMMON), 0, 0)


BY_POINT = 8
INPUTS = POINTS * BY_POINT + FIELDS - POINTS
BAR_SCALE, OFF_SCALE = 1 / 2, 1 / CHECKERS
"""The input for one checker on a bar or in a tray."""
SCALES = (BAR_SCALE, BAR_SCALE, OFF_SCALE, OFF_SCALE)


def point_inputs(count: int) -> tuple[float, ...]:
    """The inputs for a point: blot, made point, spare, more; for the mover, then for the other."""
    return (*_side_inputs(count), *_side_inputs(-count))


def _side_inputs(count: int) -> tuple[float, ...]:
    return (count == 1, count > 1, count > 2, max(0, count - 3) / 2)  # noqa: PLR2004 - the rule


Vector = tuple[float, ...]
"""One number for each hidden unit."""
OUTPUTS = len(Chances._fields)
FLOAT = 4
"""The size of an unpacked number in bytes."""


@dataclass(frozen=True, slots=True)
class Net:
    """A net with one hidden layer, whose inputs are looked up by field and count."""

    fields: tuple[tuple[Vector, ...], ...]
    """The sums that each count of a field adds; a negative count is indexed from the end."""
    bias: Vector
    output_weights: tuple[Vector, ...]
    output_bias: Vector

    def evaluate(self, counts: Sequence[int]) -> Chances:
        """The chances of the player who has just moved; `counts` are seen by this player."""
        rows = [rows[count] for rows, count in zip(self.fields, counts, strict=True) if count]
        hidden = [*map(tanh, map(sum, zip(self.bias, *rows, strict=True)))]
        sums = (sum(map(mul, hidden, row), start) for row, start in self._ends())
        return Chances(*(1 / (1 + exp(-total)) for total in sums))

    def _ends(self) -> zip[tuple[Vector, float]]:
        return zip(self.output_weights, self.output_bias, strict=True)

    @classmethod
    def unpack(cls, packed: str) -> Net:
        """The net with these weights, as `tools.training` packs them."""
        raw = b85decode(packed)
        hidden = _hidden_units(len(raw))
        small, large = raw[: INPUTS * hidden], raw[INPUTS * hidden :]
        values = [value for (value,) in iter_unpack("<f", large)]
        starts = range(0, (2 + OUTPUTS) * hidden, hidden)
        scales, bias, *answers = (tuple(values[at : at + hidden]) for at in starts)
        bytes_by_input = iter_unpack(f"{hidden}b", small)
        weights = [tuple(map(mul, scales, row)) for row in bytes_by_input]
        return cls(_field_tables(weights), bias, tuple(answers), tuple(values[-OUTPUTS:]))


def _hidden_units(size: int) -> int:
    """The number of hidden units that `size` bytes describe."""
    return (size - FLOAT * OUTPUTS) // (INPUTS + FLOAT * (2 + OUTPUTS))


def _field_tables(weights: Sequence[Vector]) -> tuple[tuple[Vector, ...], ...]:
    counts = (*range(CHECKERS + 1), *range(-CHECKERS, 0))
    points = [weights[at : at + BY_POINT] for at in range(0, POINTS * BY_POINT, BY_POINT)]
    tables = [tuple(_weighted_sum(point_inputs(n), point) for n in counts) for point in points]
    for scale, row in zip(SCALES, weights[POINTS * BY_POINT :], strict=True):
        tables.append(tuple(_weighted_sum((count * scale,), (row,)) for count in counts))
    return tuple(tables)


def _weighted_sum(inputs: Vector, weights: Sequence[Vector]) -> Vector:
    return tuple(sum(map(mul, inputs, column)) for column in zip(*weights, strict=True))


_unpack_net = cache(Net.unpack)


def chances_after(played: Position, rulebook: Rulebook) -> Chances:
    """The chances of the player who has made this play; the other player throws next."""
    counts = played.counts
    if counts[MOVER_OFF] == CHECKERS:
        return Chances.certain(win_of(played, rulebook))
    net = _unpack_net(CONTACT if rearmost(counts) > _foremost_other(counts) else RACE)
    win, gammon, backgammon, lost_gammon, lost_backgammon = net.evaluate(counts)
    if counts[OTHER_OFF]:
        gammon = backgammon = 0
    if counts[MOVER_OFF]:
        lost_gammon = lost_backgammon = 0
    return Chances(win, gammon, backgammon, lost_gammon, lost_backgammon)


def chances_before(position: Position, rulebook: Rulebook) -> Chances:
    """The chances of the player who is next to throw."""
    return chances_after(position.mirrored, rulebook).mirrored


def _foremost_other(counts: Sequence[int]) -> int:
    """The other side's rearmost place, in the mover's numbering."""
    if counts[OTHER_BAR]:
        return OFF
    return next((point for point in range(1, POINTS + 1) if counts[point - 1] < 0), BAR)


GAMMONS = 1 / 5
"""The approximate part of won games that are gammons."""


def value_of_points(match: Match, player: Player, points: int) -> float:
    """The value to a player of winning this game and `points`; of losing them if negative."""
    if not match.length:
        return points
    needed = match.points_needed(player) - max(points, 0)
    others = match.points_needed(player.opponent) - max(-points, 0)
    ahead = match.rulebook.crawford and match.crawford is Crawford.AHEAD
    return match_winning_chance(needed, others, crawford_ahead=ahead)


def match_winning_chance(needed: int, others: int, *, crawford_ahead: bool) -> float:
    """The chance to win a match before a game; `needed` and `others` are points still to score."""
    if needed <= 0 or others <= 0:
        return float(needed <= 0)
    if needed == others:
        return 1 / 2
    if needed > others:
        return 1 - match_winning_chance(others, needed, crawford_ahead=crawford_ahead)
    if needed == 1:
        behind = _crawford_game(others) if crawford_ahead else _doubling_at_once(others)
        return 1 - behind
    return 1 / 2 + 0.85 * (others - needed) / (others + 6)  # Janowski's rule of thumb


def _crawford_game(needed: int) -> float:
    """The chance in the Crawford game of a player whose opponent needs one point."""
    won = (1 - GAMMONS) * _doubling_at_once(needed - 1) + GAMMONS * _doubling_at_once(needed - 2)
    return won / 2


@cache
def _doubling_at_once(needed: int) -> float:
    """The chance of a player after the Crawford game, who doubles every game at once."""
    if needed <= 0:
        return 1
    won = (1 - GAMMONS) * _doubling_at_once(needed - 2) + GAMMONS * _doubling_at_once(needed - 4)
    return won / 2


CUBE_LIFE = 2 / 3
"""The efficiency with which players use the cube; 1 is to double at the perfect moment."""


@dataclass(frozen=True, slots=True)
class Stake:
    """The value of each end of a game to a player: in points, or as his chance to win the match."""

    lost: float
    """A single loss."""
    gains: tuple[float, ...]
    """The value that each of the chances adds to a single loss."""
    dropping: float
    """The chance of winning below which he drops a double; 0 if he cannot be doubled."""
    cashing: float
    """The chance of winning above which the opponent drops; 1 if he cannot be doubled."""

    @classmethod
    def of(cls, match: Match, player: Player, cube: Cube) -> Stake:
        """The stake of a match's game with this cube."""
        single = match.rulebook.jacoby.in_force(match.length) and cube.owner is None
        times = (1, 1, 1) if single else (1, 2, 3)
        won, *more = (value_of_points(match, player, cube.value * n) for n in times)
        lost, *less = (value_of_points(match, player, -cube.value * n) for n in times)
        gains = (won - lost, more[0] - won, more[1] - more[0], less[0] - lost, less[1] - less[0])
        points = {turner: _cash_point(match, turner, cube) for turner in Player}
        return cls(lost, gains, 1 - points[player.opponent], points[player])

    def dead(self, chances: Chances) -> float:
        """The value of these chances if nobody turns the cube any more."""
        return sum(map(mul, self.gains, chances), self.lost)

    def live(self, chances: Chances) -> float:
        """The value of these chances with a live cube: after Janowski's `Take-Points in Money`."""
        won = (chances.win - self.dropping) / (self.cashing - self.dropping)
        hope = self.gains[0] * (min(max(won, 0), 1) - chances.win)
        return self.dead(chances) + CUBE_LIFE * hope


def _cash_point(match: Match, player: Player, cube: Cube) -> float:
    """The chance of winning, gammons aside, from which the opponent should drop a double."""
    if cube.owner is player.opponent or not match.rulebook.cube:
        return 1
    if not match.length:
        return 4 / 5
    if cube.value >= match.points_needed(player):
        return 1
    other, doubled = player.opponent, Cube(2 * cube.value, player.opponent)
    dropped, lost, won = (
        value_of_points(match, other, points)
        for points in (-cube.value, -doubled.value, doubled.value)
    )
    return 1 - _cash_point(match, other, doubled) * (dropped - lost) / (won - lost)
