"""The clauses that several leaflets share, and the plays that each leaflet allows or refuses.

A paragraph of a table begins with its clauses and their rule; docs/rulebooks.md has them in words.
"""

import re
from collections.abc import Callable

import pytest

from engine.backgammon.dice import Dice
from engine.backgammon.game import events
from engine.backgammon.game.events import Ban
from engine.backgammon.game.match import Ending, Match, Phase, Result
from engine.backgammon.game.scoring import CENTRED, Cube, Win
from engine.backgammon.illegal_plays.play_reasons import ReasonKind
from engine.backgammon.position import START
from engine.backgammon.rulebook import (
    CLASSIC,
    GRAVES,
    PARKER,
    SEASIDE,
    TOURNAMENT,
    TRICTRAC,
    PlayedFor,
    Rulebook,
)
from engine.players import ByPlayer, Player
from engine.sides import BySide
from tests.rigs.engine.play_notation import (
    ONE,
    TWO,
    after,
    board,
    broken_rules,
    legal,
    position_after,
    refusal_of,
    result_of_bearing_off,
    throw,
    to_throw,
    turn,
)

BOOKS = {"PB": PARKER, "CL": CLASSIC, "GR": GRAVES, "SE": SEASIDE, "TT": TRICTRAC, "TO": TOURNAMENT}

# Mover's checkers | the other's | throw: moves | `legal`, `only` these plays, or the broken rule.
PLAYS = """
CL-2 SE-2: a point is open if it is empty, own or held by one opponent
    13:3 11:1 | 15:1 17:2 | 32: 13/11 13/10 | legal
    13:3 11:1 | 15:1 17:2 | 52: 13/8 13/11 | point_blocked
GR-2: each die is a move of its own
    13:2 | 6:15 | 62: 13/7 13/11 | legal
    13:2 | 6:15 | 62: 13/7 7/5 | legal
GR-2: a checker lands on open points and passes over others
    13:2 | 17:2 15:1 | 51: 13/8 13/12 | point_blocked
    13:2 | 17:2 15:1 | 63: 13/7 13/10 | legal
PB-8 TT-7: two or more opponents block a point and may be passed
    13:2 | 17:2 | 51: 13/8 13/12 | point_blocked
    13:2 | 17:3 | 51: 13/8 13/12 | point_blocked
    13:2 | 17:2 | 61: 13/7 13/12 | legal
    13:2 | 17:3 | 61: 13/7 13/12 | legal
PB-5 TT-7: a point holds all fifteen of a side
    14:1 6:14 | 6:15 | 62: 14/6 | legal
PB-6: the numbers are played in any order by one man or two
    13:2 | 6:15 | 53: 13/8 13/10 | legal
    13:2 | 6:15 | 53: 13/8 8/5 | legal
    13:2 | 6:15 | 53: 13/10 10/5 | legal
CL-3 PB-6 SE-3 TT-4: one checker takes both counts only by way of an open point
    13:2 | 17:2 | 54: 13/4 | legal
    13:2 | 16:2 | 54: 13/4 | legal
    13:2 | 16:2 17:2 | 54: 13/4 | point_blocked
    13:2 | 17:2 | 53: 13/5 | legal
    13:2 | 15:2 | 53: 13/5 | legal
    13:2 | 17:2 15:2 | 53: 13/5 | point_blocked
CL-4: a double is four moves
    24:2 13:2 | 6:2 | 55: 13/8 13/8 8/3 8/3 | only
GR-3: a double is four moves
    13:2 | 6:15 | 33: 13/10 10/7 7/4 13/10 | legal
    13:2 | 6:15 | 33: 13/10 10/7 7/4 | more_of_double
SE-4: a double is four moves
    13:4 | 6:15 | 55: 13/8 8/3 13/8 13/8 | legal
    13:4 | 6:15 | 55: 13/8 13/8 13/8 | more_of_double
PB-7: a double is four moves by one to four men
    13:4 | 6:15 | 22: 13/11 11/9 9/7 7/5 | legal
    13:4 | 6:15 | 22: 13/11 11/9 13/11 11/9 | legal
    13:4 | 6:15 | 22: 13/11 11/9 13/11 13/11 | legal
    13:4 | 6:15 | 22: 13/11 13/11 13/11 13/11 | legal
TT-6: a doublet is four moves by any checkers
    13:4 8:4 | 6:15 | 11: 13/12 12/11 11/10 10/9 | legal
    13:4 8:4 | 6:15 | 11: 13/12 13/12 13/11 | legal
    13:4 8:4 | 6:15 | 11: 13/12 8/5 | legal
GR-3: of a double as many moves as possible are made
    13:1 | 21:2 | 33: 13/10 10/7 | only
    13:1 | 21:2 | 33: 13/10 | more_of_double
GR-4 PB-9 TT-5: both numbers are played when possible
    start | 31: 8/5 | both_dice
    start | 31: 8/5 6/5 | legal
GR-4 PB-9: the only number that can be played must be
    13:1 | 18:2 22:2 | 64: 13/9 | only
    13:1 | 18:2 22:2 | 64: - | number_playable
GR-4: of two numbers that exclude each other the larger must be played
    13:1 | 23:2 | 65: 13/7 | only
    13:1 | 23:2 | 65: 13/8 | larger_die
PB-9: of two numbers that exclude each other the player chooses
    13:1 | 23:2 | 65: 13/7, 13/8 | only
GR-6 PB-10: a blot that is landed on goes to the bar
    13:2 | 17:1 | 52: 13/8 13/11 | legal
SE-5: a blot that is landed on goes to the bar
    13:2 | 16:1 | 41: 13/9 13/12 | legal
GR-6: one double can hit four blots
    24:1 | 3:1 5:1 7:1 9:1 | 22: 24/22 22/20 20/18 18/16 | legal
GR-7 SE-6: all checkers enter before any other moves
    25:2 13:2 | 6:2 | 31: 25/22 25/24 | only
    25:2 13:2 | 6:2 | 31: 25/22 13/12 | still_on_bar
    25:2 13:2 | 6:2 | 41: 25/21 25/24 | only
    25:2 13:2 | 6:2 | 41: 25/21 13/12 | still_on_bar
GR-7: as many as possible enter and the rest of the throw is lost
    25:2 13:2 | 1:2 | 31: 25/22 | only
    25:2 13:2 | 1:2 | 31: 25/22 13/12 | still_on_bar
SE-6: a player who can enter must and loses the rest
    25:2 13:2 | 6:2 | 64: 25/21 | only
    25:2 13:2 | 6:2 | 64: - | still_on_bar
GR-7: after the last has entered the rest must be played
    25:1 13:2 | 1:2 | 31: 25/22 | both_dice
SE-6: after the last entry the rest is played by any checker
    25:1 13:2 | 6:2 | 64: 25/21 21/15, 25/21 13/7 | only
    25:1 13:2 | 6:2 | 64: 25/21 | both_dice
CL-5: the rest of the throw is free after entering
    25:1 13:1 8:1 | 6:2 | 63: 25/22 22/16, 25/22 13/7, 25/22 8/2 | only
PB-11: either die enters and the other moves any man, and nothing else moves before
    25:1 13:2 | 6:2 | 31: 13/10 13/12 | still_on_bar
    25:1 13:2 | 6:2 | 31: 25/22 13/12 | legal
    25:1 13:2 | 6:2 | 31: 25/24 13/10 | legal
    25:1 13:2 | 6:2 | 31: 25/22 22/21 | legal
PB-11: dice are not combined to enter
    25:1 13:2 | 1:2 3:2 | 31: - | only
PB-12: the bar holds any number of men of both sides
    25:6 13:9 | 25:4 18:1 6:10 | 21: 25/24 25/23 | legal
GR-8 PB-13 TT-10: all fifteen come home before any is borne off
    7:1 6:14 | 6:15 | 63: 6/0 6/3 | not_all_home
    7:1 6:14 | 6:15 | 61: 7/6 6/0 | legal
CL-6: checkers are borne off from a full home only
    7:1 4:14 | 6:15 | 41: 4/0 4/3 | not_all_home
    7:1 4:14 | 6:15 | 41: 7/6 4/0 | legal
SE-7: a number bears off from its own point only with all home
    6:2 3:2 | 6:15 | 63: 6/0 3/0 | legal
    7:1 6:2 3:2 | 6:15 | 63: 6/0 3/0 | not_all_home
PB-13: a die bears off from its own point or moves a man up
    6:4 5:4 4:4 3:3 | 6:15 | 63: 6/0 3/0 | legal
    6:4 5:4 4:4 3:3 | 6:15 | 63: 6/0 6/3 | legal
    6:4 5:4 4:4 3:3 | 6:15 | 63: 6/0 5/2 | legal
    6:4 5:4 4:4 3:3 | 6:15 | 63: 6/0 4/1 | legal
PB-13: a die higher than every man bears off from the farthest point
    4:2 3:6 2:7 | 6:15 | 63: 4/0 4/1, 4/0 3/0 | only
CL-6 TT-10: a die higher than needed bears off from the highest point
    4:3 1:3 | 6:15 | 65: 4/0 4/0 | only
    4:3 1:3 | 6:15 | 66: 4/0 4/0 4/0 1/0 | only
SE-7: a number higher than any occupied point takes one from the highest
    4:1 3:3 | 6:15 | 65: 4/0 3/0 | only
GR-8: a number bears off from its own point or from the highest
    6:2 1:2 | 6:15 | 61: 6/0 1/0, 6/0 6/5 | only
    5:2 4:2 | 6:15 | 61: 5/0 5/4, 5/0 4/3 | only
    3:2 2:2 | 6:15 | 61: 3/0 3/2, 3/0 2/1 | only
PB-13: no man is borne off past one on a higher point
    5:8 2:7 | 6:15 | 31: 2/0 5/4 | checker_behind
GR-8: a number of an empty point is played in full from a higher one
    6:2 5:2 3:2 | 6:15 | 41: 3/0 3/2 | checker_behind
    6:2 5:2 3:2 | 6:15 | 41: 6/2 3/2 | legal
    6:2 5:2 3:2 | 6:15 | 41: 5/1 3/2 | legal
SE-7 TT-10: a number of an empty point is moved from a higher one
    6:1 5:1 3:3 | 6:15 | 41: 3/0 3/2 | checker_behind
    6:1 5:1 3:3 | 6:15 | 41: 6/2 3/2 | legal
GR-9 SE-7 TT-10: bearing off is not required while another full play exists
    6:2 4:2 1:2 | 6:15 | 41: 4/0 1/0 | legal
    6:2 4:2 1:2 | 6:15 | 41: 6/2 6/5 | legal
CL-7 GR-10 PB-14 SE-8 TT-10: a checker hit while bearing off comes round first
    25:1 6:5 | 5:2 | 61: 25/24 6/0 | not_all_home
    25:1 6:5 | 5:2 | 61: 25/24 24/18 | legal
PB-15: a double bears off four men
    6:7 | 6:15 | 66: 6/0 6/0 6/0 6/0 | only
"""

# The side that has not borne off its checkers, and how it has lost.
WINS = """
CL-8 CL-12: a loser outside his home or farther back loses more even with some off
    6:14 single, 6:15 gammon, 7:1 6:13 gammon, 18:1 6:1 gammon
    19:1 6:1 backgammon, 25:1 6:1 backgammon, 25:1 6:14 backgammon
SE-9: stakes are multiplied even for a loser with some off
    6:14 single, 6:15 gammon, 7:1 6:13 gammon, 19:1 6:1 backgammon, 25:1 6:1 backgammon
GR-12 PB-17 TT-12: a gammon is two stakes and a backgammon three
    6:14 single, 24:1 6:13 single, 6:15 gammon, 18:1 6:14 gammon
    24:1 6:14 backgammon, 25:1 6:14 backgammon
"""


def paragraphs(table: str) -> pytest.MarkDecorator:
    """Runs a test with the rulebook and the lines of each clause of a table."""
    heads = (paragraph.splitlines() for paragraph in re.split(r"\n(?! )", table.strip()))
    cases = [
        pytest.param(BOOKS[code[:2]], lines, id=f"{code} {rule}")
        for (codes, _, rule), lines in ((head.partition(": "), lines) for head, *lines in heads)
        for code in codes.split()
    ]
    return pytest.mark.parametrize(("rulebook", "lines"), cases)


def clauses(codes: str) -> Callable[..., pytest.MarkDecorator]:
    """Runs a test with the rulebook of each clause."""
    books = [BOOKS[code[:2]] for code in codes.split()]
    return pytest.mark.parametrize("rulebook", books, ids=codes.split())


def assert_play(rulebook: Rulebook, line: str) -> None:
    """Asserts what a line of the table of plays says."""
    *sides, played, outcome = (part.strip() for part in line.split("|"))
    position = START if sides == ["start"] else board(*sides)
    dice, _, moves = played.partition(": ")
    ways = [way.strip(" -") for way in moves.split(",")]
    plays = legal(rulebook, position, dice)
    if outcome == "only":
        assert set(plays) == {position_after(position, way) for way in ways}, line
    elif outcome == "legal":
        assert position_after(position, ways[0]) in plays, line
    broken = set() if outcome in ("only", "legal") else {ReasonKind(outcome)}
    assert all(broken_rules(rulebook, position, dice, way) == broken for way in ways), line


@paragraphs(PLAYS)
def test_plays_are_allowed_or_refused(rulebook: Rulebook, lines: list[str]) -> None:
    assert lines
    for line in lines:
        assert_play(rulebook, line)


@paragraphs(WINS)
def test_win_is_worth_one_two_or_three_stakes(rulebook: Rulebook, lines: list[str]) -> None:
    lengths = (0,) if rulebook.played_for is PlayedFor.STAKES else (0, 7)
    for loser, _, win in (case.rpartition(" ") for case in ", ".join(lines).split(", ")):
        for length in lengths:
            for cube in (CENTRED, Cube(2), Cube(4, ONE), Cube(4, TWO)):
                result = result_of_bearing_off(rulebook, loser, cube=cube, length=length)
                worth = Win[win.upper()]
                assert (result.win, result.points) == (worth, cube.value * worth), (loser, cube)


@clauses("CL-1 SE-1 GR-1")
@pytest.mark.parametrize(("one", "two", "winner"), [(5, 2, ONE), (2, 5, TWO)])
def test_higher_single_die_plays_both_numbers_shown(
    rulebook: Rulebook, one: int, two: int, winner: Player
) -> None:
    match = after(Match(rulebook), events.OpeningThrow(one, two))
    assert (match.game.turn, match.game.dice) == (winner, Dice(5, 2))


@clauses("CL-5 TT-8")
def test_hit_checker_goes_to_the_bar_and_enters_before_any_other_moves(rulebook: Rulebook) -> None:
    hit = turn(to_throw(rulebook, board("13:2", "16:1 10:2 6:2")), "41", "13/9 13/12")
    position = hit.game.position

    assert position.bar == BySide(1, 0)
    assert broken_rules(rulebook, position, "63", "10/4 10/7") == {ReasonKind.STILL_ON_BAR}
    assert position_after(position, "25/22 10/4") in legal(rulebook, position, "63")


@clauses("GR-5 SE-6 TT-5 TT-8")
@pytest.mark.parametrize(
    ("mover", "other", "dice"), [("13:2", "17:2 18:2", "65"), ("25:1 13:2", "6:2 4:2", "64")]
)
def test_player_who_can_play_nothing_loses_the_turn(
    rulebook: Rulebook, mover: str, other: str, dice: str
) -> None:
    match = turn(to_throw(rulebook, board(mover, other)), dice)

    assert (match.game.phase, match.game.turn) == (Phase.TO_THROW, TWO)
    assert match.game.position == board(mover, other).mirrored


@clauses("CL-9 GR-11 PB-18 TT-11")
def test_double_is_offered_on_ones_turn_before_the_throw(rulebook: Rulebook) -> None:
    match = to_throw(rulebook, START)

    assert after(match, events.Double(ONE)).game.offer == 2
    assert refusal_of(match, events.Double(TWO)).ban is Ban.NOT_YOUR_TURN
    thrown = after(match, throw(ONE, "31"))
    assert refusal_of(thrown, events.Double(ONE)).ban is Ban.DOUBLE_BEFORE_THROW


@clauses("CL-9 GR-11 PB-18 TT-11")
@pytest.mark.parametrize("value", [1, 2, 4, 8, 16, 32])
def test_cube_goes_to_the_player_who_takes(rulebook: Rulebook, value: int) -> None:
    match = to_throw(rulebook, START, cube=Cube(value, ONE))
    taken = after(match, events.Double(ONE), events.Take(TWO))

    assert taken.game.cube == Cube(2 * value, TWO)
    assert refusal_of(taken, events.Double(ONE)).ban is Ban.NOT_YOUR_CUBE


@clauses("CL-9 GR-11 PB-18 TT-11")
def test_only_the_owner_redoubles(rulebook: Rulebook) -> None:
    taken = after(to_throw(rulebook, START), events.Double(ONE), events.Take(TWO))

    assert refusal_of(taken, events.Double(ONE)).ban is Ban.NOT_YOUR_CUBE
    assert after(turn(taken, "31", "8/5 6/5"), events.Double(TWO)).game.offer == 4


@clauses("CL-11 GR-11 PB-18 TT-11")
@pytest.mark.parametrize("cube", [CENTRED, *(Cube(stake, ONE) for stake in (1, 2, 4, 8))])
def test_drop_ends_the_game_at_the_stake_before(rulebook: Rulebook, cube: Cube) -> None:
    match = to_throw(rulebook, START, cube=cube)

    dropped = after(match, events.Double(ONE), events.Drop(TWO))

    assert dropped.game.result == Result(ONE, Ending.DROPPED, cube.value)
    assert dropped.score == ByPlayer(cube.value, 0)


@clauses("CL-9 GR-11")
def test_cube_shows_64_at_most(rulebook: Rulebook) -> None:
    match = to_throw(rulebook, START, cube=Cube(64, ONE))
    assert refusal_of(match, events.Double(ONE)).ban is Ban.CUBE_AT_TOP


@clauses("CL-10 TO-2")
def test_match_to_one_point_has_no_cube(rulebook: Rulebook) -> None:
    match = to_throw(rulebook, START, length=1)
    assert refusal_of(match, events.Double(ONE)).ban is Ban.NO_CUBE_IN_ONE_POINT_MATCH
