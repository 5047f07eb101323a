"""Each kind of error gets a reason that says what to put right, with its details."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

from engine.backgammon.dice import Dice
from engine.backgammon.illegal_plays.explanation import find_reasons
from engine.backgammon.illegal_plays.play_reasons import Reason, ReasonKind
from engine.backgammon.position import START, Setup
from engine.backgammon.rulebook import RULEBOOKS
from engine.sides import Side
from tests.rigs.engine.play_notation import board, moved_board, reasons_for

BOARDS = {
    "start": START,
    "blot on 5": board("24:2 13:5 8:3 6:5", "24:2 20:1 13:5 8:3 6:4"),
    "one on the bar": board("25:1 24:1 13:5 8:3 6:5", "24:2 13:5 8:3 6:5"),
    "two on the bar": board("25:2 13:5 8:3 6:5", "24:2 13:5 8:3 6:5"),
    "shut out": board("25:1 13:14", "6:3 5:3 4:3 3:2 2:2 1:2"),
    # 13/7 and 13/8 are open, but 13/2 is not.
    "either die": board("13:1", "23:2 1:13"),
    "bearing off": board("6:2 3:2", "6:15"),
}

# A rule, and below it a board | the throw | moves | the opponent's moves | the reasons: the kind,
# `other` if it is about the opponent's checkers, source/target, xcount, `at` points, `of` numbers.
ERRORS = """
a pip short is a distance for which no number is left
    start | 63 | 24/18 13/11 | | no_die 13/11 x2 of 3
a pip too far is a distance for which no number is left
    start | 63 | 24/18 13/9 | | no_die 13/9 x4 of 3
a checker that takes both numbers is reported as one move
    start | 63 | 24/14 | | no_die 24/14 x10 of 6,3
the same number cannot be played twice
    start | 63 | 24/18 13/7 | | no_die 13/7 x6 of 3
after a complete play no number is left for another move
    start | 31 | 8/5 6/5 24/23 | | no_die 24/23 x1
two numbers that do not reach the tray bear nothing off
    bearing off | 32 | 6/0 | | no_die 6/0 x6 of 3,2
checkers with the same error are reported once, with their number
    start | 31 | 13/11 13/11 | | no_die 13/11 x2 of 3,1 +1
    start | 31 | 13/11 13/11 13/11 | | no_die 13/11 x2 of 3,1 +2
the likelier pair of two wrong moves is reported: not 13/5 and, backwards, 8/10, the same board
    start | 64 | 13/10 8/5 | | no_die 13/10 x3 of 6,4; no_die 8/5 x3 of 6,4
one die is not enough where both can be played
    start | 31 | 8/5 | | both_dice x1 of 3,1
an empty play is not enough where both dice can be played
    start | 31 | | | both_dice of 3,1
a number may not be played so that it shuts out the other: 20/15 and then 10/4 plays both
    20:1 10:1, 20:2 16:2 | 65 | 20/14 | | both_dice x1 of 6,5
the larger die must be played where only one can
    either die | 65 | 13/8 | | larger_die x1 of 6
    either die | 65 | 13/7 | | -
either die will do where the rulebook is silent about the larger
    either die | 65 classic | 13/8 | | -
a playable number must be played
    either die | 65 | | | number_playable of 6
a player with a choice of numbers gets both reported
    either die | 65 parker | | | number_playable of 6,5
a double must be played to the end
    start | 11 | 8/7 8/7 | | more_of_double x2 of 1,1,1,1
a double must be played as often as it can be: the third 3 would land on the made point 4
    13:1 1:1, 21:2 | 33 | 13/10 | | more_of_double x1 of 3,3
no other checker moves while one is on the bar
    one on the bar | 31 | 13/10 6/5 | | still_on_bar 13/10 x1; still_on_bar 6/5 x1
no other checker moves while a second one is on the bar
    two on the bar | 31 | 25/22 6/5 | | still_on_bar 6/5 x1
a checker that entered goes no further while a second one is on the bar
    two on the bar | 31 | 25/21 | | still_on_bar 25/21 x1
a second checker on the bar must enter if it can
    two on the bar | 31 | 25/22 | | still_on_bar x1 of 1
a checker that hit on entering and moved on is reported from there
    25:2 13:5, 20:1 5:1 | 53 | 25/17 | 20/25 | still_on_bar 20/17 x1
a player shut out may move nothing
    shut out | 31 | 13/10 | | still_on_bar 13/10 x1
    shut out | 31 | | | -
a point of two or more of the opponent's checkers is blocked
    start | 54 | 24/19 13/9 | | point_blocked 24/19 at 19
a checker does not enter on a blocked point
    one on the bar | 65 | 25/19 | | point_blocked 25/19 at 19
a made point cannot be hit
    24:2 13:5, 6:2 2:13 | 54 | 24/19 13/9 | 19/25 19/25 | point_blocked 24/19 at 19
both blocking points are named where both ways are blocked
    24:2 13:5 8:3 6:5, 24:2 13:4 8:2 6:3 5:2 3:2 | 42 | 24/18 | | point_blocked 24/18 at 20,22
a player without a play learns what blocks it
    13:2, 18:2 17:2 | 65 | 13/7 | | point_blocked 13/7 at 7
    13:2, 18:2 17:2 | 65 | | | -
bearing off requires all checkers at home
    7:1 6:5 5:4 4:5, 24:2 13:5 8:3 6:5 | 62 | 6/0 5/3 | | not_all_home 6/0 at 7
a larger number bears off only from the rearmost point
    bearing off | 54 | 6/1 3/0 | | checker_behind 3/0 at 6 of 4
a checker never moves backwards
    start | 31 | 8/5 13/14 | | wrong_direction 13/14
a borne off checker does not come back
    bearing off | 54 | 0/4 | | wrong_direction 0/4
a player does not put his own checker on the bar
    start | 31 | 8/5 6/5 13/25 | | wrong_direction 13/25
a hit checker belongs on the bar wherever it was left
    blot on 5 | 31 | 8/5 6/5 | 25/5 | hit_checker_not_on_bar other x1 at 5
    blot on 5 | 31 | 8/5 6/5 | 25/0 | hit_checker_not_on_bar other x1 at 5
    blot on 5 | 31 | 8/5 6/5 | 25/- | hit_checker_not_on_bar other x1 at 5
    blot on 5 | 31 | 8/5 6/5 | 25/10 | hit_checker_not_on_bar other x1 at 5
a checker hit in passing belongs on the bar: 22 is blocked, so 24/16 goes over the blot on 18
    24:1 13:1, 7:1 3:2 | 62 | 24/16 | | hit_checker_not_on_bar other x1 at 18
    24:1 13:1, 7:1 3:2 | 62 | 24/16 | 18/25 | -
of two hit checkers the forgotten one is named
    24:2 13:5, 20:1 7:1 2:13 | 66 | 24/18 24/18 13/7 13/7 | 25/18 | hit_checker_not_on_bar other x1 at 18
a checker that was not hit does not belong on the bar
    blot on 5 | 31 | 24/23 13/10 | 5/25 | opponents_checker_moved other 5/25
a checker passed at a distance is not hit
    24:1 13:1, 7:1 4:1 | 62 | 24/16 | 21/25 | opponents_checker_moved other 21/25
a wrong move onto a blot gives only the move as reason: once it is put right, so is the blot
    blot on 5 | 42 | 24/20 8/5 | | no_die 8/5 x3 of 2
    blot on 5 | 42 | 24/20 8/5 | 25/5 | no_die 8/5 x3 of 2
the opponent's checkers are not to be moved, not even onto the mover's own points 13 and 5
    start | 31 | 8/5 6/5 | 12/14 | opponents_checker_moved other 12/14
    start | 31 | 8/5 6/5 | 12/0 | opponents_checker_moved other 12/0
    start | 31 | 8/5 6/5 | 12/25 | opponents_checker_moved other 12/25
    start | 31 | 8/5 6/5 | 12/13 | opponents_checker_moved other 12/13
    start | 31 | 8/5 6/5 | 12/5 | opponents_checker_moved other 12/5
missing checkers are counted and their places named
    start | 31 | 8/5 6/5 13/- | | checkers_missing x1 at 13
    start | 31 | 8/5 6/5 13/- 8/- | | checkers_missing x2 at 13,8
    start | 31 | 8/5 6/5 | 12/- | checkers_missing other x1 at 12
checkers too many are counted and their places named
    start | 31 | 8/5 6/5 -/9 | | checkers_too_many x1 at 9
    start | 31 | 8/5 6/5 | -/12 -/12 | checkers_too_many other x2 at 12,12
a checker still in the hand is missing from where it stood
    start | 31 | 8/5 13/- | | checkers_missing x1 at 13; both_dice x1 of 3,1
moves before the throw are refused
    start | | 8/5 | | moved_before_throw 8/5
    start | | | | -
a hit before the throw is reported as a move
    blot on 5 | | 8/5 | | moved_before_throw 8/5
    blot on 5 | | 8/5 | 25/- | moved_before_throw 8/5; checkers_missing other x1 at 5
before the throw the opponent's checkers are not to be moved either
    start | | | 12/14 | opponents_checker_moved other 12/14
errors of both sides are reported, the opponent's first
    start | 31 | 13/14 8/6 | 12/10 | opponents_checker_moved other 12/10; wrong_direction 13/14; no_die 8/6 x2 of 3,1
a forgotten hit and a lost checker are both reported
    blot on 5 | 31 | 8/5 6/5 13/- | 25/5 | hit_checker_not_on_bar other x1 at 5; checkers_missing x1 at 13
"""  # noqa: E501 - a table is read across


def read_reason(text: str) -> Reason:
    """A reason as the table writes it."""
    kind, *words = text.split()
    fields: dict[str, Any] = {"side": Side.OTHER} if "other" in words else {}
    for before, word in pairwise((kind, *words)):
        if "/" in word:
            fields["source"], fields["target"] = map(int, word.split("/"))
        elif word.startswith("+"):
            fields["others"] = int(word)
        elif word.startswith("x"):
            fields["count"] = int(word[1:])
        elif before in ("at", "of"):
            name = "points" if before == "at" else "numbers"
            fields[name] = tuple(map(int, word.split(",")))
    return Reason(ReasonKind(kind), **fields)


def errors() -> Iterator[pytest.ParameterSet]:
    rule = ""
    for line in ERRORS.strip().splitlines():
        if line.startswith(" "):
            yield pytest.param(*(cell.strip() for cell in line.split("|")), id=f"{rule}: {line}")
        rule = rule if line.startswith(" ") else line


@pytest.mark.parametrize(("position", "throw", "mine", "theirs", "why"), list(errors()))
def test_error_has_its_reason(position: str, throw: str, mine: str, theirs: str, why: str) -> None:
    before = BOARDS[position] if position in BOARDS else board(*position.split(", "))
    dice, _, book = throw.partition(" ")
    expected = [] if why == "-" else [read_reason(text) for text in why.split("; ")]

    rulebook = RULEBOOKS[book or "tournament"]
    assert reasons_for(before, dice, mine, theirs, rulebook) == expected


def test_a_double_allows_no_fifth_move() -> None:
    (fifth,) = reasons_for(START, "11", "8/7 8/7 6/5 6/5 24/23")
    assert (fifth.why, fifth.count, fifth.numbers) == (ReasonKind.NO_DIE, 1, ())


def test_thirty_checkers_in_the_trays_are_reported_for_both_sides() -> None:
    away = Setup.of({0: 15}, {0: 15})
    reasons = {reason.why for reason in reasons_of(away)}
    assert reasons == {ReasonKind.NOT_ALL_HOME, ReasonKind.OPPONENTS_CHECKER_MOVED}


def test_an_empty_board_lacks_thirty_checkers() -> None:
    reasons = reasons_of(Setup.of({}, {}))[:2]
    assert [(reason.why, reason.side, reason.count) for reason in reasons] == [
        (ReasonKind.CHECKERS_MISSING, Side.MOVER, 15),
        (ReasonKind.CHECKERS_MISSING, Side.OTHER, 15),
    ]


def test_every_displaced_checker_of_a_knocked_board_is_reported() -> None:
    knocked = moved_board(START, "24/2 24/9 13/20 13/11 13/7 8/13 6/4", "19/3 19/10 17/21 12/22")
    moved = {
        (reason.source, reason.target)
        for reason in reasons_of(knocked)
        if reason.why is ReasonKind.OPPONENTS_CHECKER_MOVED
    }
    assert {source for source, _ in moved} == {19, 17, 12}
    assert {target for _, target in moved} == {3, 10, 21, 22}


def reasons_of(found: Setup) -> tuple[Reason, ...]:
    return find_reasons(START, Dice(3, 1), found)
