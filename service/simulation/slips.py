"""The ways a person errs at the table, each done to a legal play, with the reasons that fit it.

Nothing here knows how the engine explains: a slip moves checkers as a hand would, and beside it
stand the reasons an onlooker would give.
"""
# ruff: noqa: D103 - the name of a slip says what is done

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum

from engine.backgammon.position import Setup
from engine.backgammon.why.reasons import Why
from service.simulation.scenes import BAR, HOME, PLACES, POINTS, TRAY, Move, Scene, Table

PAIR = 2

Hand = Callable[[Scene, Table], bool]
"""Makes the slip on a table; False if the scene gives no occasion for it."""


class When(Enum):
    """When a slip happens."""

    PLAYING = "instead of the play"
    LAST = "instead of the last step"
    AFTERWARDS = "after the play"


@dataclass(frozen=True, slots=True)
class Slip:
    """A way to err, and the reasons of which the first one given must be one."""

    name: str
    when: When
    right: frozenset[Why]
    also: frozenset[Why]
    """What the board may be told as, too: now and then another way to err leads to the same."""
    make: Hand

    def plant(self, scene: Scene, *then: Slip) -> Setup | None:
        """The board after this slip and others, if the scene gives occasion for them."""
        table = Table(scene.plays.position)
        if self.when is When.AFTERWARDS:
            table.follow(scene.line)
        elif self.when is When.LAST:
            if not scene.line:
                return None
            table.follow(scene.line[:-1])
        made = all(slip.make(scene, table) for slip in (self, *then))
        return table.setup if made else None


SLIPS: list[Slip] = []
"""All of them, in the order of this file."""


def slip(when: When, *right: Why, also: Iterable[Why] = ()) -> Callable[[Hand], Hand]:
    """Keep a way to err, with the reasons that are right for it."""

    def keep(make: Hand) -> Hand:
        name = make.__name__.replace("_", " ")
        SLIPS.append(Slip(name, when, frozenset(right), frozenset(also), make))
        return make

    return keep


def _carry_one_of(scene: Scene, table: Table, moves: list[Move]) -> bool:
    if moves:
        table.carry(*scene.chance.choice(moves))
    return bool(moves)


# ---- distances ----


@slip(When.LAST, Why.NO_DIE, also=[Why.BOTH_DICE, Why.CHECKER_BEHIND, Why.POINT_BLOCKED])
def a_pip_short(scene: Scene, table: Table) -> bool:
    return _off_by(1, scene, table)


@slip(When.LAST, Why.NO_DIE)
def a_pip_too_far(scene: Scene, table: Table) -> bool:
    return _off_by(-1, scene, table)


def _off_by(pips: int, scene: Scene, table: Table) -> bool:
    source, distance = scene.line[-1].source, scene.line[-1].die - pips
    target = source - distance
    if distance < 1 or distance in scene.reach or target < 1 or table.theirs[target] > 1:
        return False
    table.carry(source, target)
    return True


@slip(When.LAST, Why.NO_DIE, also=[Why.CHECKER_BEHIND])
def onward_by_any_distance(scene: Scene, table: Table) -> bool:
    distances = set(POINTS) - scene.reach
    return not table.mover[BAR] and _carry_one_of(scene, table, table.moves(*distances))


@slip(When.PLAYING, Why.NO_DIE, also=[Why.CHECKER_BEHIND])
def the_same_number_twice(scene: Scene, table: Table) -> bool:
    if scene.plays.dice.is_double or len(scene.line) < PAIR:
        return False
    table.follow(scene.line[:1])
    moves = table.moves(scene.line[0].die)
    return not table.mover[BAR] and _carry_one_of(scene, table, moves)


@slip(When.AFTERWARDS, Why.NO_DIE, also=[Why.CHECKER_BEHIND])
def one_move_too_many(scene: Scene, table: Table) -> bool:
    return not table.mover[BAR] and _carry_one_of(scene, table, table.moves(scene.any_die()))


# ---- numbers not played ----


@slip(When.PLAYING, Why.BOTH_DICE, Why.STILL_ON_BAR)
def one_number_of_two(scene: Scene, table: Table) -> bool:
    table.follow(scene.line[:1])
    return len(scene.line) == len(scene.numbers) == PAIR


@slip(When.PLAYING, Why.BOTH_DICE)
def one_number_that_shuts_out_the_other(scene: Scene, table: Table) -> bool:
    if scene.plays.required < PAIR or not scene.dead_ends:
        return False
    table.follow([scene.chance.choice(scene.dead_ends)])
    return True


@slip(When.PLAYING, Why.LARGER_DIE)
def the_smaller_number_where_only_one_can_be_played(scene: Scene, table: Table) -> bool:
    if scene.plays.required != 1 or not scene.dead_ends:
        return False
    table.follow([scene.chance.choice(scene.dead_ends)])
    return True


@slip(When.PLAYING, Why.MORE_OF_DOUBLE, Why.STILL_ON_BAR)
def a_double_not_played_to_the_end(scene: Scene, table: Table) -> bool:
    if not scene.plays.dice.is_double or len(scene.line) < PAIR:
        return False
    table.follow(scene.line[: scene.chance.randrange(1, len(scene.line))])
    return True


@slip(When.PLAYING, Why.BOTH_DICE, Why.MORE_OF_DOUBLE, Why.NUMBER_PLAYABLE, Why.STILL_ON_BAR)
def nothing_played(scene: Scene, _: Table) -> bool:
    return bool(scene.line)


# ---- the bar, and points in the way ----


@slip(When.PLAYING, Why.STILL_ON_BAR)
def the_bar_forgotten(scene: Scene, table: Table) -> bool:
    return bool(table.mover[BAR]) and _carry_one_of(scene, table, table.moves(scene.any_die()))


@slip(When.PLAYING, Why.STILL_ON_BAR)
def the_second_on_the_bar_forgotten(scene: Scene, table: Table) -> bool:
    if table.mover[BAR] < PAIR or not scene.line:
        return False
    table.follow(scene.line[:1])
    left = list(scene.numbers)
    left.remove(scene.line[0].die)
    return _carry_one_of(scene, table, table.moves(*left))


@slip(When.PLAYING, Why.POINT_BLOCKED)
def entered_on_a_blocked_point(scene: Scene, table: Table) -> bool:
    moves = [(BAR, BAR - die) for die in scene.numbers if table.theirs[BAR - die] > 1]
    return bool(table.mover[BAR]) and _carry_one_of(scene, table, moves)


@slip(When.LAST, Why.POINT_BLOCKED)
def onto_a_blocked_point(scene: Scene, table: Table) -> bool:
    moves = table.moves(scene.line[-1].die, blocked=True)
    return not table.mover[BAR] and _carry_one_of(scene, table, moves)


@slip(When.LAST, Why.POINT_BLOCKED)
def a_whole_point_sent_to_the_bar(scene: Scene, table: Table) -> bool:
    moves = table.moves(scene.line[-1].die, blocked=True)
    if table.mover[BAR] or not moves:
        return False
    source, target = scene.chance.choice(moves)
    table.carry(source, target)
    while table.theirs[target]:
        table.push(target, BAR)
    return True


# ---- bearing off ----


@slip(When.LAST, Why.NOT_ALL_HOME)
def borne_off_too_early(scene: Scene, table: Table) -> bool:
    moves = [(point, TRAY) for point in table.resting if point <= scene.line[-1].die]
    early = bool(table.outside) and not table.mover[BAR]
    return early and _carry_one_of(scene, table, moves)


@slip(When.LAST, Why.CHECKER_BEHIND)
def borne_off_with_one_behind(scene: Scene, table: Table) -> bool:
    rear = max(place for place in PLACES if table.mover[place])
    nearer = [point for point in table.resting if point < min(rear, scene.line[-1].die)]
    moves = [(point, TRAY) for point in nearer]
    return rear <= HOME and _carry_one_of(scene, table, moves)


# ---- the wrong checker, the wrong way ----


@slip(
    When.LAST,
    *(Why.POINT_BLOCKED, Why.NOT_ALL_HOME, Why.CHECKER_BEHIND, Why.STILL_ON_BAR),
    *(Why.BOTH_DICE, Why.MORE_OF_DOUBLE, Why.LARGER_DIE),
)
def another_checker_by_the_same_number(scene: Scene, table: Table) -> bool:
    moves = [(point, max(point - scene.line[-1].die, TRAY)) for point in table.resting]
    return _carry_one_of(scene, table, moves)


@slip(When.LAST, Why.WRONG_DIRECTION, also=[Why.NO_DIE, Why.STILL_ON_BAR, Why.CHECKER_BEHIND])
def a_number_played_backwards(scene: Scene, table: Table) -> bool:
    return _carry_one_of(scene, table, table.moves(-scene.line[-1].die))


@slip(
    When.AFTERWARDS,
    Why.WRONG_DIRECTION,
    also=[Why.NO_DIE, Why.CHECKER_BEHIND, Why.NOT_ALL_HOME, Why.STILL_ON_BAR, Why.POINT_BLOCKED],
)
def one_move_back(scene: Scene, table: Table) -> bool:
    return _carry_one_of(scene, table, table.moves(-scene.any_die()))


@slip(When.AFTERWARDS, Why.WRONG_DIRECTION)
def a_borne_off_checker_taken_back(scene: Scene, table: Table) -> bool:
    free = [
        (TRAY, point) for point in POINTS if not table.theirs[point] and point not in table.went
    ]
    may = table.mover[TRAY] > 0 and TRAY not in table.came
    return may and _carry_one_of(scene, table, free)


@slip(When.AFTERWARDS, Why.WRONG_DIRECTION)
def an_own_checker_put_on_the_bar(scene: Scene, table: Table) -> bool:
    moves = [(point, BAR) for point in table.resting]
    return BAR not in table.went and _carry_one_of(scene, table, moves)


# ---- hit checkers ----


@slip(When.AFTERWARDS, Why.HIT_CHECKER_NOT_ON_BAR, also=[Why.BOTH_DICE])
def a_hit_checker_left_where_it_was(scene: Scene, table: Table) -> bool:
    return _hit_checker_to(table.hit, scene, table)


@slip(When.AFTERWARDS, Why.HIT_CHECKER_NOT_ON_BAR)
def a_hit_checker_put_into_the_tray(scene: Scene, table: Table) -> bool:
    return _hit_checker_to([TRAY], scene, table)


@slip(When.AFTERWARDS, Why.HIT_CHECKER_NOT_ON_BAR)
def a_hit_checker_put_on_another_point(scene: Scene, table: Table) -> bool:
    other_points = [point for point in POINTS if not table.mover[point] and point not in table.hit]
    return _hit_checker_to(other_points, scene, table)


@slip(When.AFTERWARDS, Why.HIT_CHECKER_NOT_ON_BAR)
def a_hit_checker_kept_in_the_hand(_: Scene, table: Table) -> bool:
    if not table.hit or not table.theirs[BAR]:
        return False
    table.theirs[BAR] -= 1
    return True


def _hit_checker_to(places: list[int], scene: Scene, table: Table) -> bool:
    if not table.hit or not table.theirs[BAR]:
        return False
    table.push(BAR, scene.chance.choice(places))
    return True


# ---- the opponent's checkers, and how many there are ----


@slip(When.AFTERWARDS, Why.OPPONENTS_CHECKER_MOVED, also=[Why.HIT_CHECKER_NOT_ON_BAR])
def an_opponents_checker_moved(scene: Scene, table: Table) -> bool:
    source = scene.chance.choice(_places_of_theirs(table))
    target = scene.chance.choice([at for at in table.free(table.theirs) if at != source])
    table.push(source, target)
    return True


@slip(When.AFTERWARDS, Why.OPPONENTS_CHECKER_MOVED)
def a_blot_sent_to_the_bar_without_a_hit(scene: Scene, table: Table) -> bool:
    blots = [point for point in POINTS if table.theirs[point] == 1]
    if blots:
        table.push(scene.chance.choice(blots), BAR)
    return bool(blots)


@slip(When.AFTERWARDS, Why.CHECKERS_MISSING)
def an_own_checker_missing(scene: Scene, table: Table) -> bool:
    table.mover[scene.chance.choice([at for at in PLACES if table.mover[at]])] -= 1
    return True


@slip(When.AFTERWARDS, Why.CHECKERS_TOO_MANY)
def an_own_checker_too_many(scene: Scene, table: Table) -> bool:
    table.mover[scene.chance.choice(table.free(table.mover))] += 1
    return True


@slip(When.AFTERWARDS, Why.CHECKERS_MISSING, also=[Why.HIT_CHECKER_NOT_ON_BAR])
def an_opponents_checker_missing(scene: Scene, table: Table) -> bool:
    table.theirs[scene.chance.choice(_places_of_theirs(table))] -= 1
    return True


@slip(When.AFTERWARDS, Why.CHECKERS_TOO_MANY)
def an_opponents_checker_too_many(scene: Scene, table: Table) -> bool:
    table.theirs[scene.chance.choice(table.free(table.theirs))] += 1
    return True


def _places_of_theirs(table: Table) -> list[int]:
    """Where the other side has a checker, leaving out those just hit."""
    just_hit = {BAR} if table.hit else set()
    return [place for place in PLACES if table.theirs[place] and place not in just_hit]
