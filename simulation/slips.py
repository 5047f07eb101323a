"""Ways to play wrongly, each with the reasons that fit it."""
# ruff: noqa: D103 - the name of a slip says what is done

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum

from engine.backgammon.illegal_plays.play_reasons import ReasonKind as Why
from engine.backgammon.position import BAR, HOME, OFF, Setup
from simulation.slip_scenes import PLACES, POINTS, RulelessTable, SlipMove, SlipScene

PAIR = 2

SlipMaker = Callable[[SlipScene, RulelessTable], bool]
"""Makes the slip on a table; returns False if the scene gives no opportunity for it."""


class SlipMoment(Enum):
    """The moment of a slip in a turn."""

    PLAYING = "instead of the play"
    LAST = "instead of the last step"
    AFTERWARDS = "after the play"


@dataclass(frozen=True, slots=True)
class Slip:
    """A way to err, and the reasons of which the referee's first one must be one."""

    name: str
    when: SlipMoment
    expected_reasons: frozenset[Why]
    accepted_reasons: frozenset[Why]
    """Reasons that are accepted too, because another error may lead to the same board."""
    make: SlipMaker

    def plant(self, scene: SlipScene, *then: Slip) -> Setup | None:
        """The board after this slip and others; None if the scene gives no opportunity for them."""
        table = RulelessTable(scene.plays.position)
        if self.when is SlipMoment.AFTERWARDS:
            table.follow(scene.line)
        elif self.when is SlipMoment.LAST:
            if not scene.line:
                return None
            table.follow(scene.line[:-1])
        made = all(slip.make(scene, table) for slip in (self, *then))
        return table.setup if made else None


PLAYING, LAST, AFTERWARDS = SlipMoment
SLIPS: list[Slip] = []
"""All slips, in the order of this file."""


def register_slip(
    when: SlipMoment, *right: Why, also: Iterable[Why] = ()
) -> Callable[[SlipMaker], SlipMaker]:
    """Registers a function as a slip, with the reasons that are right for it."""

    def keep(make: SlipMaker) -> SlipMaker:
        name = make.__name__.replace("_", " ")
        SLIPS.append(Slip(name, when, frozenset(right), frozenset(also), make))
        return make

    return keep


def _carry_one_of(scene: SlipScene, table: RulelessTable, moves: list[SlipMove]) -> bool:
    if moves:
        table.carry(*scene.rng.choice(moves))
    return bool(moves)


# ---- distances ----


@register_slip(LAST, Why.NO_DIE, also=[Why.BOTH_DICE, Why.CHECKER_BEHIND, Why.POINT_BLOCKED])
def a_pip_short(scene: SlipScene, table: RulelessTable) -> bool:
    return _off_by(1, scene, table)


@register_slip(LAST, Why.NO_DIE)
def a_pip_too_far(scene: SlipScene, table: RulelessTable) -> bool:
    return _off_by(-1, scene, table)


def _off_by(pips: int, scene: SlipScene, table: RulelessTable) -> bool:
    source, distance = scene.line[-1].source, scene.line[-1].die - pips
    target = source - distance
    if distance < 1 or distance in scene.reach or target < 1 or table.other[target] > 1:
        return False
    table.carry(source, target)
    return True


@register_slip(LAST, Why.NO_DIE, also=[Why.CHECKER_BEHIND])
def onward_by_any_distance(scene: SlipScene, table: RulelessTable) -> bool:
    distances = set(POINTS) - scene.reach
    return not table.mover[BAR] and _carry_one_of(scene, table, table.moves(*distances))


@register_slip(PLAYING, Why.NO_DIE, also=[Why.CHECKER_BEHIND])
def the_same_number_twice(scene: SlipScene, table: RulelessTable) -> bool:
    if scene.plays.dice.is_double or len(scene.line) < PAIR:
        return False
    table.follow(scene.line[:1])
    moves = table.moves(scene.line[0].die)
    return not table.mover[BAR] and _carry_one_of(scene, table, moves)


@register_slip(AFTERWARDS, Why.NO_DIE, also=[Why.CHECKER_BEHIND])
def one_move_too_many(scene: SlipScene, table: RulelessTable) -> bool:
    return not table.mover[BAR] and _carry_one_of(scene, table, table.moves(scene.any_die()))


# ---- numbers not played ----


@register_slip(PLAYING, Why.BOTH_DICE, Why.STILL_ON_BAR)
def one_number_of_two(scene: SlipScene, table: RulelessTable) -> bool:
    table.follow(scene.line[:1])
    return len(scene.line) == len(scene.numbers) == PAIR


@register_slip(PLAYING, Why.BOTH_DICE)
def one_number_that_shuts_out_the_other(scene: SlipScene, table: RulelessTable) -> bool:
    if scene.plays.required < PAIR or not scene.dead_ends:
        return False
    table.follow([scene.rng.choice(scene.dead_ends)])
    return True


@register_slip(PLAYING, Why.LARGER_DIE)
def the_smaller_number_where_only_one_can_be_played(scene: SlipScene, table: RulelessTable) -> bool:
    if scene.plays.required != 1 or not scene.dead_ends:
        return False
    table.follow([scene.rng.choice(scene.dead_ends)])
    return True


@register_slip(PLAYING, Why.MORE_OF_DOUBLE, Why.STILL_ON_BAR)
def a_double_not_played_to_the_end(scene: SlipScene, table: RulelessTable) -> bool:
    if not scene.plays.dice.is_double or len(scene.line) < PAIR:
        return False
    table.follow(scene.line[: scene.rng.randrange(1, len(scene.line))])
    return True


@register_slip(PLAYING, Why.BOTH_DICE, Why.MORE_OF_DOUBLE, Why.NUMBER_PLAYABLE, Why.STILL_ON_BAR)
def nothing_played(scene: SlipScene, _: RulelessTable) -> bool:
    return bool(scene.line)


# ---- the bar, and points in the way ----


@register_slip(PLAYING, Why.STILL_ON_BAR)
def the_bar_forgotten(scene: SlipScene, table: RulelessTable) -> bool:
    return bool(table.mover[BAR]) and _carry_one_of(scene, table, table.moves(scene.any_die()))


@register_slip(PLAYING, Why.STILL_ON_BAR)
def the_second_on_the_bar_forgotten(scene: SlipScene, table: RulelessTable) -> bool:
    if table.mover[BAR] < PAIR or not scene.line:
        return False
    table.follow(scene.line[:1])
    left = list(scene.numbers)
    left.remove(scene.line[0].die)
    return _carry_one_of(scene, table, table.moves(*left))


@register_slip(PLAYING, Why.POINT_BLOCKED)
def entered_on_a_blocked_point(scene: SlipScene, table: RulelessTable) -> bool:
    moves = [(BAR, BAR - die) for die in scene.numbers if table.other[BAR - die] > 1]
    return bool(table.mover[BAR]) and _carry_one_of(scene, table, moves)


@register_slip(LAST, Why.POINT_BLOCKED)
def onto_a_blocked_point(scene: SlipScene, table: RulelessTable) -> bool:
    moves = table.moves(scene.line[-1].die, blocked=True)
    return not table.mover[BAR] and _carry_one_of(scene, table, moves)


@register_slip(LAST, Why.POINT_BLOCKED)
def a_whole_point_sent_to_the_bar(scene: SlipScene, table: RulelessTable) -> bool:
    moves = table.moves(scene.line[-1].die, blocked=True)
    if table.mover[BAR] or not moves:
        return False
    source, target = scene.rng.choice(moves)
    table.carry(source, target)
    while table.other[target]:
        table.push(target, BAR)
    return True


# ---- bearing off ----


@register_slip(LAST, Why.NOT_ALL_HOME)
def borne_off_too_early(scene: SlipScene, table: RulelessTable) -> bool:
    moves = [(point, OFF) for point in table.resting if point <= scene.line[-1].die]
    early = bool(table.outside) and not table.mover[BAR]
    return early and _carry_one_of(scene, table, moves)


@register_slip(LAST, Why.CHECKER_BEHIND)
def borne_off_with_one_behind(scene: SlipScene, table: RulelessTable) -> bool:
    rear = max(place for place in PLACES if table.mover[place])
    nearer = [point for point in table.resting if point < min(rear, scene.line[-1].die)]
    moves = [(point, OFF) for point in nearer]
    return rear <= HOME and _carry_one_of(scene, table, moves)


# ---- the wrong checker, the wrong way ----


@register_slip(
    LAST,
    *(Why.POINT_BLOCKED, Why.NOT_ALL_HOME, Why.CHECKER_BEHIND, Why.STILL_ON_BAR),
    *(Why.BOTH_DICE, Why.MORE_OF_DOUBLE, Why.LARGER_DIE),
)
def another_checker_by_the_same_number(scene: SlipScene, table: RulelessTable) -> bool:
    moves = [(point, max(point - scene.line[-1].die, OFF)) for point in table.resting]
    return _carry_one_of(scene, table, moves)


@register_slip(LAST, Why.WRONG_DIRECTION, also=[Why.NO_DIE, Why.STILL_ON_BAR, Why.CHECKER_BEHIND])
def a_number_played_backwards(scene: SlipScene, table: RulelessTable) -> bool:
    return _carry_one_of(scene, table, table.moves(-scene.line[-1].die))


@register_slip(
    AFTERWARDS,
    Why.WRONG_DIRECTION,
    also=[Why.NO_DIE, Why.CHECKER_BEHIND, Why.NOT_ALL_HOME, Why.STILL_ON_BAR, Why.POINT_BLOCKED],
)
def one_move_back(scene: SlipScene, table: RulelessTable) -> bool:
    return _carry_one_of(scene, table, table.moves(-scene.any_die()))


@register_slip(AFTERWARDS, Why.WRONG_DIRECTION)
def a_borne_off_checker_taken_back(scene: SlipScene, table: RulelessTable) -> bool:
    free = [it for it in POINTS if not table.other[it] and it not in table.moved_from]
    may = table.mover[OFF] > 0 and OFF not in table.moved_to
    return may and _carry_one_of(scene, table, [(OFF, point) for point in free])


@register_slip(AFTERWARDS, Why.WRONG_DIRECTION)
def an_own_checker_put_on_the_bar(scene: SlipScene, table: RulelessTable) -> bool:
    moves = [(point, BAR) for point in table.resting]
    return BAR not in table.moved_from and _carry_one_of(scene, table, moves)


# ---- hit checkers ----


@register_slip(AFTERWARDS, Why.HIT_CHECKER_NOT_ON_BAR, also=[Why.BOTH_DICE])
def a_hit_checker_left_where_it_was(scene: SlipScene, table: RulelessTable) -> bool:
    return _hit_checker_to(table.hit, scene, table)


@register_slip(AFTERWARDS, Why.HIT_CHECKER_NOT_ON_BAR)
def a_hit_checker_put_into_the_tray(scene: SlipScene, table: RulelessTable) -> bool:
    return _hit_checker_to([OFF], scene, table)


@register_slip(AFTERWARDS, Why.HIT_CHECKER_NOT_ON_BAR)
def a_hit_checker_put_on_another_point(scene: SlipScene, table: RulelessTable) -> bool:
    other_points = [point for point in POINTS if not table.mover[point] and point not in table.hit]
    return _hit_checker_to(other_points, scene, table)


@register_slip(AFTERWARDS, Why.HIT_CHECKER_NOT_ON_BAR)
def a_hit_checker_kept_in_the_hand(_: SlipScene, table: RulelessTable) -> bool:
    if not table.hit or not table.other[BAR]:
        return False
    table.other[BAR] -= 1
    return True


def _hit_checker_to(places: list[int], scene: SlipScene, table: RulelessTable) -> bool:
    if not table.hit or not table.other[BAR]:
        return False
    table.push(BAR, scene.rng.choice(places))
    return True


# ---- the opponent's checkers, and how many there are ----


@register_slip(AFTERWARDS, Why.OPPONENTS_CHECKER_MOVED, also=[Why.HIT_CHECKER_NOT_ON_BAR])
def an_opponents_checker_moved(scene: SlipScene, table: RulelessTable) -> bool:
    source = scene.rng.choice(_places_of_theirs(table))
    target = scene.rng.choice([at for at in table.free(table.other) if at != source])
    table.push(source, target)
    return True


@register_slip(AFTERWARDS, Why.OPPONENTS_CHECKER_MOVED)
def a_blot_sent_to_the_bar_without_a_hit(scene: SlipScene, table: RulelessTable) -> bool:
    blots = [point for point in POINTS if table.other[point] == 1]
    if blots:
        table.push(scene.rng.choice(blots), BAR)
    return bool(blots)


@register_slip(AFTERWARDS, Why.CHECKERS_MISSING)
def an_own_checker_missing(scene: SlipScene, table: RulelessTable) -> bool:
    return _take_one(scene, table.mover, [at for at in PLACES if table.mover[at]])


@register_slip(AFTERWARDS, Why.CHECKERS_TOO_MANY)
def an_own_checker_too_many(scene: SlipScene, table: RulelessTable) -> bool:
    table.mover[scene.rng.choice(table.free(table.mover))] += 1
    return True


@register_slip(AFTERWARDS, Why.CHECKERS_MISSING, also=[Why.HIT_CHECKER_NOT_ON_BAR])
def an_opponents_checker_missing(scene: SlipScene, table: RulelessTable) -> bool:
    return _take_one(scene, table.other, _places_of_theirs(table))


@register_slip(AFTERWARDS, Why.CHECKERS_TOO_MANY)
def an_opponents_checker_too_many(scene: SlipScene, table: RulelessTable) -> bool:
    table.other[scene.rng.choice(table.free(table.other))] += 1
    return True


def _take_one(scene: SlipScene, side: list[int], places: list[int]) -> bool:
    """Takes a checker from one of these places, but from no tray: it is off wherever it lies."""
    on_board = [place for place in places if place != OFF]
    if on_board:
        side[scene.rng.choice(on_board)] -= 1
    return bool(on_board)


def _places_of_theirs(table: RulelessTable) -> list[int]:
    """The places of the other side's checkers, except those just hit."""
    just_hit = {BAR} if table.hit else set()
    return [place for place in PLACES if table.other[place] and place not in just_hit]
