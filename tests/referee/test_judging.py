"""What is wrong on a board that lies still is told with its reason, and with the way back."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from engine.backgammon.dice import Dice
from engine.backgammon.moves.plays import LegalPlays
from engine.backgammon.players import Player
from engine.backgammon.position import START, Position
from engine.backgammon.why.reasons import Why
from hardware.checkers import BACKGAMMON, Colour, Layout, Place, bar, point, tray
from hardware.drivers.simulated.faults import Fault
from hardware.observations import Observation
from hardware.signals import Button, DiceState, TimeCame
from referee.effects import Judged, Notice, What
from referee.judging import moves_of, places_of
from referee.profiles import CLUB, MONEY
from referee.settings import MatchSettings
from referee.state import State
from referee.step import step
from referee.verdicts import (
    Complete,
    Disturbed,
    Illegal,
    Move,
    OnTheWay,
    Unchanged,
    Unreadable,
    Verdict,
)
from tests.rigs.evening import Evening
from tests.rigs.looks import SEATING, agreed, at_table
from tests.rigs.play import board
from tests.rigs.strategies import positions, throws

LIGHT, DARK = Colour
SOUND = ["slots", "hall", "counts"]


def carried(evening: Evening, *ways: tuple[Place, Place], colour: Colour = LIGHT) -> Verdict | None:
    """The verdict once these have been carried and the board has lain still."""
    for source, target in ways:
        evening.carry(source, target, colour)
    evening.wait(1)
    return evening.state.verdict


def pt(*numbers: int) -> tuple[Place, Place]:
    source, target = numbers
    return point(source), point(target)


def whys(verdict: Verdict | None) -> list[Why]:
    assert isinstance(verdict, Illegal)
    return [reason.why for reason in verdict.reasons]


def put_right(evening: Evening) -> None:
    """Carry what the verdict says."""
    for move in moves_of(evening.state.verdict):
        colour = evening.lift(move.source, move.colour) if move.source else move.colour
        if move.target and colour:
            evening.put(move.target, colour)
    evening.wait(1)


def told(evening: Evening) -> list[What]:
    """All that people have been told."""
    return [
        effect.what
        for heard in evening.heard
        for effect in heard.step.effects
        if isinstance(effect, Notice)
    ]


# ---- one wrong checker ----

BLOCKED = board("13:2 8:5 6:8", "14:2 6:13")
BAR_FIRST = board("25:1 13:5 8:3 6:6", "24:2 13:5 8:3 6:5")
ALMOST_HOME = board("7:1 5:4 4:4 3:4", "1:15")
TWO_LAST = board("5:1 3:2 2:2", "1:15")


@pytest.mark.parametrize("kind", SOUND)
@pytest.mark.parametrize(
    ("position", "throw", "way", "why"),
    [
        (START, "31", pt(8, 9), Why.WRONG_DIRECTION),
        (START, "31", pt(13, 11), Why.NO_DIE),
        (BLOCKED, "21", pt(13, 11), Why.POINT_BLOCKED),
        (BAR_FIRST, "31", pt(13, 10), Why.STILL_ON_BAR),
        (ALMOST_HOME, "51", (point(5), tray(LIGHT)), Why.NOT_ALL_HOME),
        (TWO_LAST, "43", (point(2), tray(LIGHT)), Why.CHECKER_BEHIND),
    ],
)
def test_one_wrong_checker_is_told_with_its_reason_and_how_to_put_it_back(
    position: Position, throw: str, way: tuple[Place, Place], why: Why, kind: str
) -> None:
    evening = at_table(position, throw, kind=kind)
    verdict = carried(evening, way)
    assert why in whys(verdict)
    put_right(evening)
    assert evening.state.verdict == Unchanged()


def test_the_opponents_checker_is_not_to_be_moved() -> None:
    evening = at_table(START, "31")
    verdict = carried(evening, pt(12, 11), colour=DARK)
    assert whys(verdict) == [Why.OPPONENTS_CHECKER_MOVED]
    assert moves_of(verdict) == (Move(point(11), point(12), DARK),)


def test_a_hit_checker_belongs_on_the_bar() -> None:
    evening = at_table(board("13:2 8:2 6:11", "20:1 18:1 13:13"), "61")
    evening.lift(point(7), DARK)
    evening.put(tray(DARK), DARK)
    verdict = carried(evening, pt(13, 7))
    assert whys(verdict) == [Why.HIT_CHECKER_NOT_ON_BAR]
    assert moves_of(verdict) == (Move(tray(DARK), bar(DARK), DARK),)


def test_what_is_right_already_is_left_alone() -> None:
    """After a good first step only the second is taken back."""
    evening = at_table(START, "31")
    verdict = carried(evening, pt(8, 5), pt(13, 11))
    assert moves_of(verdict) == (Move(point(11), point(13), LIGHT),)


def test_half_a_throw_is_no_error_while_the_turn_lasts_and_is_one_when_it_ends() -> None:
    evening = at_table(START, "31")
    assert carried(evening, pt(8, 5)) == OnTheWay((), ())
    evening.dice(DiceState.LIFTED)
    assert told(evening)[-1] is What.ILLEGAL
    assert evening.state.match.game.turn is Player.ONE


def test_beside_a_wrong_checker_nobody_is_told_that_his_play_is_not_finished() -> None:
    assert Why.BOTH_DICE not in whys(carried(at_table(START, "31"), pt(13, 11)))


def test_before_the_throw_nothing_is_to_be_moved() -> None:
    evening = at_table(START)
    assert whys(carried(evening, pt(13, 10))) == [Why.MOVED_BEFORE_THROW]
    put_right(evening)
    assert evening.state.verdict == Unchanged()


def test_before_the_throw_checkers_may_be_lifted() -> None:
    evening = at_table(START)
    evening.lift(point(13))
    evening.wait(5)
    assert evening.state.verdict == OnTheWay((point(13),), (), 1)


@st.composite
def one_astray(draw: st.DrawFn) -> tuple[Position, Dice, Place, Place]:
    """A checker of the mover's carried where no step of the throw takes any."""
    position, dice = draw(positions()), draw(throws())
    layout = SEATING.layout(position, Player.ONE)
    sources = [place for place in BACKGAMMON if layout.count(place, LIGHT)]
    source = draw(st.sampled_from(sources))
    return position, dice, source, draw(st.sampled_from(BACKGAMMON))


@given(one_astray())
def test_whoever_follows_the_way_back_has_nothing_wrong_any_more(
    case: tuple[Position, Dice, Place, Place],
) -> None:
    position, dice, source, target = case
    assume(position.winner is None)
    evening = at_table(position, str(dice), kind="hall")
    verdict = carried(evening, (source, target))
    if isinstance(verdict, Illegal | Disturbed):
        for _ in range(5):
            put_right(evening)
        assert isinstance(evening.state.verdict, Unchanged | OnTheWay | Complete)


@given(one_astray())
def test_a_wrong_checker_is_never_told_before_the_board_is_still(
    case: tuple[Position, Dice, Place, Place],
) -> None:
    position, dice, source, target = case
    assume(position.winner is None)
    evening = at_table(position, str(dice), kind="counts")
    carried(evening, (source, target))
    for heard in evening.heard:
        for effect in heard.step.effects:
            if isinstance(effect, Judged) and isinstance(effect.verdict, Illegal | Disturbed):
                assert isinstance(heard.signal, TimeCame)


# ---- a bumped board ----

BUMP = [(13, 14), (13, 15), (8, 9), (6, 3), (24, 22), (24, 23)]


def bumped(throw: str = "31") -> Evening:
    evening = at_table(START, throw)
    evening.knock([(point(source), point(target)) for source, target in BUMP])
    evening.wait(1)
    return evening


@pytest.mark.parametrize("throw", ["", "31"])
def test_a_bumped_board_is_disturbed_and_nobody_is_accused(throw: str) -> None:
    verdict = bumped(throw).state.verdict
    assert isinstance(verdict, Disturbed)
    assert len(verdict.moves) == len(BUMP)


def test_a_bumped_board_is_led_back_to_where_it_was() -> None:
    evening = bumped()
    put_right(evening)
    assert evening.state.verdict == Unchanged()
    assert evening.table.layout == SEATING.layout(START, Player.ONE)


def test_who_puts_a_bumped_board_right_one_by_one_is_led_to_the_end() -> None:
    evening = bumped()
    for left in range(len(BUMP), 0, -1):
        moves = moves_of(evening.state.verdict)
        assert isinstance(evening.state.verdict, Disturbed | OnTheWay)
        assert len(moves) <= left
        if not moves:
            break
        (move, *_) = moves
        assert move.source
        assert move.target
        evening.carry(move.source, move.target, move.colour)
        evening.wait(1)
    assert not isinstance(evening.state.verdict, Illegal)


def test_a_bumped_board_ends_no_turn() -> None:
    evening = bumped()
    evening.dice(DiceState.LIFTED)
    assert evening.state.match.game.turn is Player.ONE
    assert told(evening)[-1] is What.DISTURBED


def test_a_board_that_is_being_set_up_is_led_and_never_judged() -> None:
    evening = Evening(agreed(), ("hall",))
    evening.table.arrange(Layout({}))
    evening.begin()
    assert isinstance(evening.state.verdict, Disturbed)
    assert len(evening.state.verdict.moves) == 30
    assert all(move.source is None for move in evening.state.verdict.moves)


# ---- too many, too few, nothing ----


def one_more(evening: Evening, place: Place, colour: Colour = LIGHT) -> Verdict | None:
    evening.table.fetch(colour)
    evening.put(place, colour)
    evening.wait(1)
    return evening.state.verdict


def test_thirty_one_checkers_cannot_be_read_while_the_turn_lasts() -> None:
    evening = at_table(START, "31")
    assert isinstance(one_more(evening, point(2)), Unreadable)


def test_at_the_end_of_the_turn_it_is_asked_whether_a_switch_sticks() -> None:
    evening = at_table(START, "31", kind="slots")
    carried(evening, pt(8, 5), pt(6, 5))
    evening.spoil(point(2), 1, Fault.STUCK)
    evening.wait(1)
    evening.dice(DiceState.LIFTED)
    assert told(evening)[-1] is What.SWITCH_CLOSED
    evening.press(Button.DARK)
    assert evening.state.match.game.turn is Player.TWO


def test_a_checker_that_stays_in_the_hand_ends_no_turn() -> None:
    evening = at_table(START, "31")
    carried(evening, pt(8, 5))
    evening.lift(point(6))
    evening.wait(1)
    evening.dice(DiceState.LIFTED)
    assert evening.state.match.game.turn is Player.ONE


def test_a_table_that_nobody_sees_is_unreadable_and_its_match_goes_nowhere() -> None:
    evening = at_table(START, "31")
    evening.unplug("hall")
    evening.wait(5)
    assert evening.state.verdict == Unreadable(())
    match = evening.state.match
    evening.dice(DiceState.LIFTED)
    assert told(evening)[-1] is What.UNREADABLE
    assert evening.state.match is match


def test_a_table_where_hands_hide_everything_is_unreadable_as_well() -> None:
    settings: MatchSettings = agreed()
    state = step(State.of(settings), Observation("camera", 1.0, {})).state
    state = step(state, TimeCame("clock", 2.0)).state
    assert state.verdict == Unreadable(())


# ---- strictness ----


@pytest.mark.parametrize("profile", [CLUB, MONEY], ids=lambda profile: profile.name)
def test_every_profile_judges_alike_and_only_what_comes_of_it_differs(profile: object) -> None:
    assert profile in (CLUB, MONEY)
    strict = carried(at_table(START, "31"), pt(13, 11))
    loose = carried(at_table(START, "31", profile=CLUB), pt(13, 11))
    assert strict == loose


# ---- what a verdict points at ----


def test_a_verdict_names_the_places_where_something_is_wrong_once_each() -> None:
    moves = (Move(point(1), point(2)), Move(point(1), None), Move(None, point(3), DARK))
    assert places_of(Disturbed(moves)) == (point(1), point(2), point(3))
    assert places_of(Unreadable((point(4),))) == (point(4),)
    assert places_of(Unchanged()) == places_of(None) == ()
    assert moves_of(Unchanged()) == moves_of(None) == ()


def test_where_nothing_is_wrong_nothing_is_to_be_carried() -> None:
    plays = LegalPlays(START, Dice(3, 1))
    play = next(iter(plays))
    assert moves_of(Complete(play)) == ()
