"""The game as states and events: what may come when, from whom, and what follows."""

from collections.abc import Iterator
from dataclasses import fields, replace
from enum import Enum
from random import Random
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.backgammon.dice import ALL_THROWS, NUMBERS, Dice
from engine.backgammon.game import events
from engine.backgammon.game.course import apply
from engine.backgammon.game.events import Ban, Refusal
from engine.backgammon.game.match import Crawford, Ending, Game, Match, Phase, Result
from engine.backgammon.game.scoring import CENTRED, Cube, Win, win_of
from engine.backgammon.game.turns import legal_plays
from engine.backgammon.position import START, Position
from engine.backgammon.rulebook import (
    GRAVES,
    PARKER,
    SEASIDE,
    TOURNAMENT,
    TRICTRAC,
    BackgammonWhen,
    DoublingFrom,
    FirstDice,
    GammonWhen,
    IllegalPlay,
    Option,
    PlayedFor,
    RefusalCosts,
    Rulebook,
)
from engine.players import ByPlayer, Player
from tests.rigs.engine.play_notation import (
    ONE,
    TWO,
    after,
    board,
    play,
    position_after,
    refusal_of,
    resigned_game,
    result_of_bearing_off,
    throw,
    to_throw,
    turn,
)

BOOK = replace(TOURNAMENT, beavers=Option.ON)
LENIENT = replace(TOURNAMENT, illegal_play=IllegalPlay.OPPONENT_DECIDES)
LAST_CHECKER = board("1:1", "6:15")
START_FOR_ONE = position_after(START, "24/23 13/10").mirrored
"""The board that ONE finds after the turn of TWO with which most tests here begin."""


def in_phase(phase: Phase) -> Match:
    """A match in this phase, ONE on turn, a turn of TWO completed before unless it is too soon."""
    opening = Match(BOOK)
    to_throw = turn_of_opening(opening)
    doubled = after(to_throw, events.Double(ONE))
    to_play = after(to_throw, throw(ONE, "31"))
    return {
        Phase.OPENING: opening,
        Phase.TO_THROW: to_throw,
        Phase.DOUBLED: doubled,
        Phase.BEAVERED: after(doubled, events.Beaver(TWO)),
        Phase.TO_PLAY: to_play,
        Phase.PLAYED: after(to_play, play(to_play, "8/5 6/5")),
        Phase.OVER: after(doubled, events.Drop(TWO)),
    }[phase]


def turn_of_opening(match: Match) -> Match:
    """The match after TWO has won the opening throw and played it."""
    begun = after(match, events.OpeningThrow(1, 3))
    return after(begun, play(begun, "24/23 13/10"), events.EndTurn(TWO))


def every_event(player: Player, match: Match) -> dict[str, events.Event]:
    """One event of each kind, from this player where it comes from one; the play is a legal one."""
    result = next(iter(legal_plays(match))) if match.game.dice else START
    particular: dict[str, events.Event] = {
        "OpeningThrow": events.OpeningThrow(3, 1),
        "Throw": events.Throw(player, Dice(6, 2)),
        "Play": events.Play(player, result),
        "Resign": events.Resign(player, Win.GAMMON),
        "NextGame": events.NextGame(),
    }
    kinds = {kind.__name__: kind for kind in get_args(events.Event)}
    return {name: particular.get(name) or kind(player) for name, kind in kinds.items()}


# ok: it happens. Otherwise the ban, for ONE who is on turn and, after a slash, for TWO.
COURSE = """
                  opening to_throw doubled  beavered to_play    played   over
OpeningThrow      ok      now      double   double   now        now      over
Throw             now     ok/turn  double   double   now/play   now/ok   over
CockedThrow       ok      ok/turn  double   double   now        now      over
VoidThrow         now     now      double   double   ok/turn    ok/turn  over
Play              now     now      double   double   ok/turn    ok/turn  over
TakeBack          now     now      double   double   none/turn  ok/turn  over
EndTurn           now     now      double   double   play/turn  ok/turn  over
Challenge         now     right    double   double   now        now      right
Double            before  ok/turn  double   double   before/play before/ok over
Take              offer   offer    turn/ok  ok/turn  offer      offer    over
Drop              offer   offer    turn/ok  ok/turn  offer      offer    over
Beaver            offer   offer    turn/ok  double   offer      offer    over
Resign            now     ok       ok       ok       ok         ok       over
AcceptResignation offer   offer    offer    offer    offer      offer    over
PlayOn            offer   offer    offer    offer    offer      offer    over
AskUndo           none    ok       ok       ok       ok         ok       ok
AgreeUndo         none    none     none     none     none       none     none
RefuseUndo        none    none     none     none     none       none     none
RunOutOfTime      ok      ok       ok       ok       ok         ok       ok
NextGame          now     now      double   double   now        now      ok
"""
BANS = {
    "ok": None, "now": Ban.NOT_NOW, "turn": Ban.NOT_YOUR_TURN, "offer": Ban.NOTHING_OFFERED,
    "before": Ban.DOUBLE_BEFORE_THROW, "double": Ban.ANSWER_DOUBLE, "over": Ban.GAME_OVER,
    "play": Ban.PLAY_FIRST, "none": Ban.NOTHING_TO_TAKE_BACK, "right": Ban.NOTHING_TO_CHALLENGE,
}  # fmt: skip
EVENTS = [row.split()[0] for row in COURSE.strip().splitlines()[1:]]
PLAYING = [phase for phase in Phase if phase not in (Phase.OPENING, Phase.OVER)]
each_event = pytest.mark.parametrize("name", EVENTS)
each_player = pytest.mark.parametrize("player", Player)


def course() -> Iterator[tuple[Phase, str, Player, Ban | None]]:
    """Every cell of the table, for each player."""
    head, *rows = (line.split() for line in COURSE.strip().splitlines())
    for name, *cells in rows:
        for phase, cell in zip(head, cells, strict=True):
            one, _, two = cell.partition("/")
            yield Phase(phase), name, ONE, BANS[one]
            yield Phase(phase), name, TWO, BANS[two or one]


def ban_of(match: Match, event: events.Event) -> Ban | None:
    """The ban on an event, the match being as it was; None if it happens."""
    before = repr(match)
    outcome = apply(match, event)
    assert repr(match) == before
    return outcome.ban if isinstance(outcome, Refusal) else None


@pytest.mark.parametrize(("phase", "name", "player", "ban"), list(course()))
def test_every_event_in_every_phase_happens_or_is_refused_for_its_reason(
    phase: Phase, name: str, player: Player, ban: Ban | None
) -> None:
    match = in_phase(phase)
    assert match.game.phase is phase

    assert ban_of(match, every_event(player, match)[name]) is ban


def test_the_course_knows_every_event() -> None:
    assert sorted(EVENTS) == sorted(kind.__name__ for kind in get_args(events.Event))


@each_event
@pytest.mark.parametrize("phase", PLAYING)
def test_resignation_is_answered_by_the_opponent_before_all_else(phase: Phase, name: str) -> None:
    match = after(in_phase(phase), events.Resign(ONE, Win.BACKGAMMON))
    bans = [ban_of(match, every_event(player, match)[name]) for player in Player]

    if name in ("AcceptResignation", "PlayOn"):
        assert bans == [Ban.OWN_OFFER, None]
    elif name == "RunOutOfTime":
        assert bans == [None, None]
    else:
        assert bans == [Ban.ANSWER_RESIGNATION] * 2


@each_event
@pytest.mark.parametrize("phase", [*PLAYING, Phase.OVER])
def test_undo_request_is_answered_by_the_opponent_before_all_else(phase: Phase, name: str) -> None:
    match = after(in_phase(phase), events.AskUndo(TWO))
    bans = [ban_of(match, every_event(player, match)[name]) for player in Player]

    if name in ("AgreeUndo", "RefuseUndo"):
        assert bans == [None, Ban.OWN_OFFER]
    elif name == "RunOutOfTime":
        assert bans == [None, None]
    else:
        assert bans == [Ban.ANSWER_UNDO] * 2


@each_player
@each_event
def test_after_the_match_nothing_happens_but_undo(name: str, player: Player) -> None:
    resigned = after(turn_of_opening(Match(BOOK, 1)), events.Resign(TWO, Win.SINGLE))
    won = after(resigned, events.AcceptResignation(ONE))
    reopening = {"Challenge": Ban.NOTHING_TO_CHALLENGE, "AskUndo": None}
    unasked = dict.fromkeys(("AgreeUndo", "RefuseUndo"), Ban.NOTHING_TO_TAKE_BACK)

    ban = ban_of(won, every_event(player, won)[name])

    assert ban is {**reopening, **unasked}.get(name, Ban.MATCH_OVER)


@each_player
@each_event
@pytest.mark.parametrize("phase", Phase)
def test_every_event_is_refused_after_time_is_up(phase: Phase, name: str, player: Player) -> None:
    lost = after(in_phase(phase), events.RunOutOfTime(TWO))

    assert lost.winner is ONE
    assert ban_of(lost, every_event(player, lost)[name]) is Ban.MATCH_OVER


def test_an_offer_does_not_save_a_player_from_his_clock() -> None:
    match = in_phase(Phase.TO_THROW)

    for offer in (events.Resign(TWO, Win.SINGLE), events.AskUndo(TWO)):
        lost = after(match, offer, events.RunOutOfTime(TWO))

        assert lost.winner is ONE
        assert refusal_of(lost, throw(ONE, "31")).ban is Ban.MATCH_OVER


def test_the_next_game_keeps_the_score_and_nothing_else() -> None:
    over = after(in_phase(Phase.DOUBLED), events.Take(TWO), events.Resign(ONE, Win.GAMMON))

    match = after(over, events.AcceptResignation(TWO), events.NextGame())

    assert match == Match(BOOK, score=ByPlayer(0, 4), number=2)
    assert match.before is None


@pytest.mark.parametrize(
    ("first_dice", "doubling_from", "ban"),
    [
        (FirstDice.ANEW, DoublingFrom.FIRST_TURN, None),
        (FirstDice.ANEW, DoublingFrom.AFTER_FIRST_THROW, Ban.NO_DOUBLE_BEFORE_FIRST_THROW),
        (FirstDice.OPENING, DoublingFrom.FIRST_TURN, Ban.DOUBLE_BEFORE_THROW),
        (FirstDice.OPENING, DoublingFrom.AFTER_FIRST_THROW, Ban.DOUBLE_BEFORE_THROW),
    ],
)
def test_the_beginner_doubles_only_if_he_has_still_to_throw(
    first_dice: FirstDice, doubling_from: DoublingFrom, ban: Ban | None
) -> None:
    rulebook = replace(BOOK, first_dice=first_dice, doubling_from=doubling_from)
    begun = after(Match(rulebook), events.OpeningThrow(3, 1))

    assert ban_of(begun, events.Double(ONE)) is ban


def test_score_below_zero_is_refused() -> None:
    with pytest.raises(ValueError, match="0 or more"):
        Match(BOOK, score=ByPlayer(-3, 4))


@pytest.mark.parametrize("doubling_from", DoublingFrom)
def test_the_second_player_may_double_before_he_has_thrown(doubling_from: DoublingFrom) -> None:
    match = turn_of_opening(Match(replace(BOOK, doubling_from=doubling_from)))
    assert ban_of(match, events.Double(ONE)) is None


def test_cube_belongs_to_the_player_who_took_it_last() -> None:
    taken = after(in_phase(Phase.DOUBLED), events.Take(TWO))
    assert taken.game.cube == Cube(2, TWO)
    assert refusal_of(taken, events.Double(ONE)).ban is Ban.NOT_YOUR_CUBE

    back = after(turn(taken, "31", "8/5 6/5"), events.Double(TWO), events.Take(ONE))
    assert back.game.cube == Cube(4, ONE)
    assert refusal_of(back, events.Double(TWO)).ban is Ban.NOT_YOUR_CUBE
    assert after(turn(back, "31", "8/5 6/5"), events.Double(ONE)).game.offer == 8


@pytest.mark.parametrize(("costs", "stake"), [*zip(RefusalCosts, (2, 4), strict=True)])
def test_refusing_costs_the_stake_before_or_that_offered(costs: RefusalCosts, stake: int) -> None:
    match = to_throw(replace(BOOK, refusal_costs=costs), START, cube=Cube(2, ONE))

    dropped = after(match, events.Double(ONE), events.Drop(TWO))

    assert dropped.game.result == Result(ONE, Ending.DROPPED, stake)
    assert dropped.score == ByPlayer(stake, 0)


@pytest.mark.parametrize(("costs", "stake"), [*zip(RefusalCosts, (2, 4), strict=True)])
def test_a_beaver_is_refused_like_any_double(costs: RefusalCosts, stake: int) -> None:
    match = to_throw(replace(BOOK, refusal_costs=costs), START)

    beavered = after(match, events.Double(ONE), events.Beaver(TWO))

    assert after(beavered, events.Drop(ONE)).score == ByPlayer(0, stake)


def test_player_who_beavers_keeps_the_cube() -> None:
    taken = after(in_phase(Phase.BEAVERED), events.Take(ONE))

    assert (taken.game.cube, taken.game.turn) == (Cube(4, TWO), ONE)
    assert refusal_of(taken, events.Double(ONE)).ban is Ban.NOT_YOUR_CUBE
    assert after(turn(taken, "31", "8/5 6/5"), events.Double(TWO)).game.offer == 8


@pytest.mark.parametrize(
    ("beavers", "length", "ban"),
    [
        (Option.OFF, 0, Ban.NO_BEAVERS),
        (Option.FOR_STAKES, 0, None),
        (Option.FOR_STAKES, 5, Ban.NO_BEAVERS),
        (Option.ON, 5, None),
    ],
)
def test_beavers_are_off_or_for_stakes_or_on(beavers: Option, length: int, ban: Ban | None) -> None:
    match = to_throw(replace(BOOK, beavers=beavers), START, length=length)
    assert ban_of(after(match, events.Double(ONE)), events.Beaver(TWO)) is ban


def test_cube_never_rises_above_its_top() -> None:
    rulebook = replace(BOOK, cube_top=2, automatic_doubles=None)
    doubled = after(to_throw(rulebook, START), events.Double(ONE))

    assert refusal_of(doubled, events.Beaver(TWO)).ban is Ban.CUBE_AT_TOP
    at_top = to_throw(rulebook, START, cube=Cube(2))
    assert refusal_of(at_top, events.Double(ONE)).ban is Ban.CUBE_AT_TOP
    tied = after(Match(rulebook), events.OpeningThrow(1, 1), events.OpeningThrow(2, 2))
    assert tied.game.cube == Cube(2)


@pytest.mark.parametrize(("most", "stakes"), [(0, "111"), (1, "222"), (2, "244"), (None, "248")])
def test_ties_double_the_stake_as_often_as_the_rulebook_says(most: int | None, stakes: str) -> None:
    match = Match(replace(BOOK, automatic_doubles=most))

    for ties, stake in enumerate(stakes, 1):
        tied = after(match, *[events.OpeningThrow(6, 6)] * ties)
        assert (tied.game.phase, tied.game.cube) == (Phase.OPENING, Cube(int(stake)))


@pytest.mark.parametrize(
    "match",
    [
        Match(replace(SEASIDE, automatic_doubles=None)),
        Match(replace(TOURNAMENT, automatic_doubles=None), 3, crawford=Crawford.NOW),
    ],
    ids=["no cube", "Crawford game"],
)
def test_tie_does_not_double_where_doubling_is_not_allowed(match: Match) -> None:
    assert after(match, events.OpeningThrow(6, 6)) == match


def test_there_is_one_crawford_game_in_a_match() -> None:
    match = Match(TOURNAMENT, 4)
    crawford = [match.crawford]

    for winner, win in ((ONE, Win.SINGLE), (ONE, Win.GAMMON), (TWO, Win.BACKGAMMON)):
        match = after(resigned_game(match, winner, win), events.NextGame())
        crawford.append(match.crawford)

    assert match.score == ByPlayer(3, 3)
    assert crawford == [Crawford.AHEAD, Crawford.AHEAD, Crawford.NOW, Crawford.PAST]


@pytest.mark.parametrize(
    ("rulebook", "length"), [(TOURNAMENT, 0), (GRAVES, 2), (GRAVES, 0), (TOURNAMENT, 3)]
)
def test_no_game_is_a_crawford_game_without_the_rule_or_too_early_in_a_match(
    rulebook: Rulebook, length: int
) -> None:
    next_game = after(resigned_game(Match(rulebook, length), ONE), events.NextGame())
    assert next_game.crawford is Crawford.AHEAD


@pytest.mark.parametrize(
    ("jacoby", "length", "cube", "points"),
    [
        (Option.OFF, 0, CENTRED, 2),
        (Option.ON, 0, CENTRED, 1),
        (Option.ON, 5, CENTRED, 1),
        (Option.FOR_STAKES, 0, CENTRED, 1),
        (Option.FOR_STAKES, 5, CENTRED, 2),
        (Option.ON, 0, Cube(2, TWO), 4),
        (Option.ON, 0, Cube(2), 2),
    ],
)
def test_gammon_counts_single_until_a_double_under_the_jacoby_rule(
    jacoby: Option, length: int, cube: Cube, points: int
) -> None:
    rulebook = replace(BOOK, jacoby=jacoby)

    result = result_of_bearing_off(rulebook, "6:15", length=length, cube=cube)

    assert (result.win, result.points) == (Win.GAMMON, points)
    resigned = after(
        to_throw(rulebook, START, length=length, cube=cube),
        events.Resign(TWO, Win.GAMMON),
        events.AcceptResignation(ONE),
    )
    assert resigned.score == ByPlayer(points, 0)


# The win over a loser like this, for each pair of the knobs about gammons and backgammons.
WINS = """
loser      none_off+none_off_and_back none_off+back none_off_or_outside+none_off_and_back none_off_or_outside+back
6:14       1                          1             1                                     1
6:15       2                          2             2                                     2
7:1,6:13   1                          1             2                                     2
7:1,6:14   2                          2             2                                     2
24:1,6:13  1                          3             2                                     3
25:1,6:13  1                          3             2                                     3
19:1,6:14  3                          3             3                                     3
18:1,6:14  2                          2             2                                     2
25:1,6:14  3                          3             3                                     3
"""  # noqa: E501 - a table is read across


def wins() -> Iterator[tuple[str, GammonWhen, BackgammonWhen, Win]]:
    head, *rows = (line.split() for line in WINS.strip().splitlines())
    for loser, *cells in rows:
        for knobs, win in zip(head[1:], cells, strict=True):
            gammon, backgammon = knobs.upper().split("+")
            yield loser, GammonWhen[gammon], BackgammonWhen[backgammon], Win(int(win))


@pytest.mark.parametrize(("loser", "gammon_when", "backgammon_when", "win"), list(wins()))
def test_rulebook_defines_the_value_of_a_win(
    loser: str, gammon_when: GammonWhen, backgammon_when: BackgammonWhen, win: Win
) -> None:
    rulebook = replace(BOOK, gammon_when=gammon_when, backgammon_when=backgammon_when)
    assert result_of_bearing_off(rulebook, loser.replace(",", " ")).win is win


def test_a_game_that_goes_on_is_worth_nothing_yet() -> None:
    with pytest.raises(ValueError, match="nobody"):
        win_of(START, TOURNAMENT)


@each_player
@pytest.mark.parametrize("phase", PLAYING)
def test_either_player_may_resign_at_any_moment_of_play(phase: Phase, player: Player) -> None:
    match = in_phase(phase)
    offered = after(match, events.Resign(player, Win.BACKGAMMON))

    over = after(offered, events.AcceptResignation(player.opponent))

    points = 3 * match.game.cube.value
    assert over.game.result == Result(player.opponent, Ending.RESIGNED, points, Win.BACKGAMMON)
    assert over.score[player.opponent] == points
    assert after(offered, events.PlayOn(player.opponent)) == match


def test_a_player_takes_back_what_he_has_moved_and_plays_again() -> None:
    played, to_play = in_phase(Phase.PLAYED), in_phase(Phase.TO_PLAY)

    taken_back = after(played, events.TakeBack(ONE))

    assert taken_back == to_play
    played_anew = after(taken_back, play(to_play, "24/20"))
    assert played_anew.game.played == position_after(START_FOR_ONE, "24/20")


def test_turns_are_undone_one_after_the_other_as_often_as_both_agree() -> None:
    first = after(Match(BOOK), events.OpeningThrow(3, 1))
    one_turn = after(first, play(first, "8/5 6/5"), events.EndTurn(ONE))
    two_turns = turn(one_turn, "62", "24/18 13/11")

    once = after(two_turns, events.AskUndo(TWO), events.AgreeUndo(ONE))
    twice = after(once, events.AskUndo(TWO), events.AgreeUndo(ONE))

    assert once == after(one_turn, throw(TWO, "62"))
    assert twice == first
    assert refusal_of(twice, events.AskUndo(ONE)).ban is Ban.NOTHING_TO_TAKE_BACK


@pytest.mark.parametrize("length", [0, 1])
def test_the_last_turn_of_a_game_or_a_match_is_undone_if_both_agree(length: int) -> None:
    match = to_throw(BOOK, LAST_CHECKER, length=length)
    over = turn(match, "21", "1/0")
    assert over.score == ByPlayer(2, 0)

    undone = after(over, events.AskUndo(ONE), events.AgreeUndo(TWO))

    assert undone == after(match, throw(ONE, "21"))
    assert undone.winner is None


def test_the_next_game_closes_the_last_one_to_undo() -> None:
    over = turn(to_throw(BOOK, LAST_CHECKER), "21", "1/0")

    next_game = after(over, events.NextGame())

    assert refusal_of(next_game, events.AskUndo(ONE)).ban is Ban.NOTHING_TO_TAKE_BACK


def test_as_a_setting_a_player_undoes_his_own_turn_alone_until_the_next_throw() -> None:
    alone = replace(BOOK, undo_needs_both=False)
    match = turn_of_opening(Match(alone))
    begun = after(Match(alone), events.OpeningThrow(1, 3))
    thrown = after(match, throw(ONE, "31"))

    assert after(match, events.AskUndo(TWO)) == begun
    assert after(match, events.AskUndo(ONE)).game.undo_asked_by is ONE
    assert after(thrown, events.AskUndo(TWO)).game.undo_asked_by is TWO


@pytest.mark.parametrize("length", [0, 1])
def test_an_illegal_play_that_won_is_retaken_if_it_is_challenged(length: int) -> None:
    match = to_throw(LENIENT, board("6:2", "6:15"), length=length)
    won = turn(match, "21", "6/0 6/0")
    assert (won.game.phase, won.score) == (Phase.OVER, ByPlayer(2, 0))

    retaken = after(won, events.Challenge(TWO))

    assert retaken == after(match, throw(ONE, "21"))
    assert retaken.winner is None


def test_the_next_game_lets_an_illegal_play_that_won_stand() -> None:
    won = turn(to_throw(LENIENT, board("6:2", "6:15")), "21", "6/0 6/0")

    next_game = after(won, events.NextGame(), events.OpeningThrow(3, 1))
    begun = after(next_game, play(next_game, "8/5 6/5"), events.EndTurn(ONE))

    assert refusal_of(begun, events.Challenge(TWO)).ban is Ban.NOTHING_TO_CHALLENGE


def test_a_challenge_is_about_the_play_before_and_never_about_ones_own() -> None:
    legal = turn(to_throw(LENIENT, START), "31", "8/5 6/5")
    thrown = after(legal, throw(TWO, "62"))
    illegal = after(thrown, play(thrown, "24/18"))

    resigned = after(illegal, events.Resign(TWO, Win.SINGLE), events.AcceptResignation(ONE))

    for player in Player:
        assert refusal_of(resigned, events.Challenge(player)).ban is Ban.NOTHING_TO_CHALLENGE


def test_a_challenge_may_follow_a_resignation_that_was_refused() -> None:
    match = to_throw(LENIENT, START)
    illegal = turn(match, "31", "8/5")

    going_on = after(illegal, events.Resign(TWO, Win.SINGLE), events.PlayOn(ONE))

    assert after(going_on, events.Challenge(TWO)) == after(match, throw(ONE, "31"))


def test_a_cocked_throw_accepts_nothing() -> None:
    illegal = turn(to_throw(LENIENT, START), "31", "8/5")

    assert after(illegal, events.CockedThrow(TWO)) == illegal
    assert after(illegal, events.CockedThrow(TWO), events.Challenge(TWO)).game.turn is ONE


def test_an_early_throw_completes_a_play_that_lies_on_the_board() -> None:
    played = in_phase(Phase.PLAYED)

    early = after(played, throw(TWO, "62"))

    assert early == after(played, events.EndTurn(ONE), throw(TWO, "62"))
    assert early.before == in_phase(Phase.TO_PLAY)


def test_an_early_throw_lets_an_illegal_play_stand() -> None:
    thrown = after(to_throw(LENIENT, START), throw(ONE, "31"))
    illegal = after(thrown, play(thrown, "8/5"))

    early = after(illegal, throw(TWO, "62"))

    assert (early.game.position, early.game.reasons) == (position_after(START, "8/5").mirrored, ())


def test_an_early_double_completes_the_play_and_a_refused_one_does_not() -> None:
    played = in_phase(Phase.PLAYED)
    owned = replace(played, game=replace(played.game, cube=Cube(2, ONE)))

    completed = after(played, events.EndTurn(ONE))
    assert after(played, events.Double(TWO)) == after(completed, events.Double(TWO))
    assert refusal_of(owned, events.Double(TWO)).ban is Ban.NOT_YOUR_CUBE


@pytest.mark.parametrize("counts", [True, False])
def test_throw_after_the_last_checker_is_off_is_refused(counts: bool) -> None:  # noqa: FBT001 - a knob
    match = to_throw(replace(BOOK, early_throw_counts=counts), LAST_CHECKER)
    thrown = after(match, throw(ONE, "21"))

    assert refusal_of(after(thrown, play(thrown, "1/0")), throw(TWO, "62")).ban is Ban.GAME_OVER


@pytest.mark.parametrize("number", [-1, -2])
def test_a_knob_that_counts_is_never_turned_below_zero(number: int) -> None:
    with pytest.raises(ValueError, match="automatic_doubles"):
        replace(TOURNAMENT, automatic_doubles=number)
    with pytest.raises(ValueError, match="longest_match"):
        replace(TOURNAMENT, longest_match=number)
    with pytest.raises(ValueError, match="cube_top"):
        replace(TOURNAMENT, cube_top=number)


@pytest.mark.parametrize("top", [0, 3, 48])
def test_the_top_of_a_cube_is_a_power_of_two(top: int) -> None:
    with pytest.raises(ValueError, match="power of two"):
        replace(TOURNAMENT, cube_top=top)


@pytest.mark.parametrize(
    ("rulebook", "length", "words"),
    [
        (GRAVES, -1, "length"),
        (PARKER, 3, "parker is played for stakes"),
        (TRICTRAC, 1, "trictrac is played for stakes"),
        (TOURNAMENT, 26, "up to 25"),
    ],
)
def test_match_is_as_long_as_rulebook_allows(rulebook: Rulebook, length: int, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Match(rulebook, length)


KNOBS = {field.name: type(getattr(TOURNAMENT, field.name)) for field in fields(Rulebook)}
ANY_KNOB: dict[str, st.SearchStrategy[Any]] = {
    **{name: st.sampled_from(kind) for name, kind in KNOBS.items() if issubclass(kind, Enum)},
    **{name: st.booleans() for name, kind in KNOBS.items() if kind is bool},
    "name": st.just("turned at random"),
    "automatic_doubles": st.sampled_from([0, 1, 2, None]),
    "cube": st.sampled_from([True, True, False]),
    "cube_top": st.sampled_from([None, 1, 4, 64]),
    "longest_match": st.sampled_from([None, 7]),
}
rulebooks = st.fixed_dictionaries(ANY_KNOB).map(lambda knobs: Rulebook(**knobs))
UNEXPECTED = 0.15
"""The chance of an event, a player or a board that the match does not expect."""
LAST_CONTACT = board("6:2 4:2 1:1", "25:1 2:3")
ODD_BOARDS = [
    START,
    LAST_CHECKER,
    board("", "6:15"),
    board("6:15", ""),
    board("25:15", "25:15"),
    position_after(START, "13/7 13/8"),
]


@st.composite
def beginnings(draw: st.DrawFn) -> Match:
    """A match about to go on with a game, which may be nearly over already."""
    rulebook = draw(rulebooks)
    length = 0 if rulebook.played_for is PlayedFor.STAKES else draw(st.integers(0, 7))
    points = st.integers(0, max(length - 1, 0))
    return Match(
        rulebook,
        length,
        score=ByPlayer(draw(points), draw(points)),
        game=Game(position=draw(st.sampled_from([START, LAST_CHECKER, LAST_CONTACT]))),
    )


def some_event(chance: Random, match: Match) -> events.Event:
    """Mostly an event that the match is waiting for, now and then any event of any player."""
    name, player = chance.choice(awaited(match)), match.to_act
    if chance.random() < UNEXPECTED:
        name = chance.choice(EVENTS)
    if chance.random() < UNEXPECTED:
        player = player.opponent
    if name == "OpeningThrow":
        return events.OpeningThrow(chance.choice(NUMBERS), chance.choice(NUMBERS))
    if name == "Throw":
        return events.Throw(player, chance.choice(ALL_THROWS))
    if name == "Play":
        return events.Play(player, some_board(chance, match))
    if name == "Resign":
        return events.Resign(player, chance.choice(list(Win)))
    return every_event(player, match)[name]


def some_board(chance: Random, match: Match) -> Position:
    """Mostly a legal play, if there are dice."""
    odd = match.game.dice is None or chance.random() < UNEXPECTED
    return chance.choice(ODD_BOARDS if odd else list(legal_plays(match)))


def awaited(match: Match) -> tuple[str, ...]:
    """The events that bring a match forward."""
    if match.game.resignation:
        return ("AcceptResignation", "PlayOn")
    if match.game.undo_asked_by:
        return ("AgreeUndo", "RefuseUndo")
    return {
        Phase.OPENING: ("OpeningThrow",),
        Phase.TO_THROW: ("Throw", "Throw", "Double", "Challenge"),
        Phase.DOUBLED: ("Take", "Beaver", "Drop"),
        Phase.BEAVERED: ("Take", "Drop"),
        Phase.TO_PLAY: ("Play", "Play", "EndTurn"),
        Phase.PLAYED: ("EndTurn", "EndTurn", "TakeBack"),
        Phase.OVER: ("NextGame", "AskUndo", "Challenge"),
    }[match.game.phase]


def generations(match: Match | None) -> Iterator[Match]:
    """A match, and the matches it can be undone to."""
    while match:
        yield match
        match = match.before


def check_phase(game: Game) -> None:
    """Asserts that a game holds what belongs to its phase and nothing else."""
    phase = game.phase
    assert (game.dice is not None) is (phase in (Phase.TO_PLAY, Phase.PLAYED))
    assert (game.played is not None) is (phase is Phase.PLAYED)
    assert (game.offer > 0) is (phase in (Phase.DOUBLED, Phase.BEAVERED))
    assert (game.result is not None) is (phase is Phase.OVER)
    assert not game.reasons or phase in (Phase.PLAYED, Phase.TO_THROW, Phase.OVER)


def check_invariants(match: Match, then: Match, event: events.Event) -> None:
    """Asserts the invariants of a match: no event lowers a score or lifts the cube too high."""
    game, top = then.game, then.rulebook.cube_top
    check_phase(game)
    for position in (game.position, game.played or game.position):
        assert position.setup.faults() == ()
    assert top is None or max(game.cube.value, game.offer) <= top
    if not isinstance(event, events.AskUndo | events.AgreeUndo | events.Challenge):
        assert all(then.score[player] >= match.score[player] for player in Player)


@given(beginnings(), st.randoms(use_true_random=True))
def test_no_sequence_of_events_ever_breaks_a_match(beginning: Match, chance: Random) -> None:
    match = beginning
    happened = []

    for _ in range(100):
        event = some_event(chance, match)
        before = repr(match)
        outcome = apply(match, event)
        assert repr(match) == before
        if isinstance(outcome, Match):
            check_invariants(match, outcome, event)
            match = outcome
            happened.append(event)

    again = after(beginning, *happened)
    assert list(generations(again)) == list(generations(match))
