"""A wrong board that lies still is judged with its reason, and with the way back."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from engine.backgammon.dice import Dice
from engine.backgammon.illegal_plays.play_reasons import ReasonKind
from engine.backgammon.position import START, Position
from engine.players import Player
from hardware.checkers import BACKGAMMON, Colour, Layout, Place, bar, point, tray
from hardware.drivers.simulated.simulated_devices import SwitchFault
from hardware.observations import Observation
from hardware.signals import Button, DiceState, TimerExpired
from referee import notices, verdicts
from referee.effects import ReportVerdict
from referee.hand_pace import LONG_FACTOR, UNKNOWN_REST
from referee.match_settings import CLUB_PROFILE, MONEY_PROFILE, MatchSettings, Profile
from referee.state import State
from referee.step import step
from referee.unexplained_boards import moves_of, places_of
from service.story.simulated_evening import Evening
from tests.rigs.engine.play_notation import board
from tests.rigs.engine.random_positions import positions, throws
from tests.rigs.referee.board_views import SEATING, evening_at, make_settings

LIGHT, DARK = Colour
SOUND = ["slots", "hall", "counts"]
LONG = LONG_FACTOR * UNKNOWN_REST
"""Seconds after which a rest is long for hands of which nothing is known."""


def carry_and_wait(
    evening: Evening, *ways: tuple[Place, Place], colour: Colour = LIGHT
) -> verdicts.Verdict | None:
    """The verdict once these checkers have been carried and have rested for long."""
    for source, target in ways:
        evening.carry(source, target, colour)
    evening.wait(LONG)
    return evening.state.verdict


def pt(*numbers: int) -> tuple[Place, Place]:
    source, target = numbers
    return point(source), point(target)


def whys(verdict: verdicts.Verdict | None) -> list[ReasonKind]:
    assert isinstance(verdict, verdicts.Illegal)
    return [reason.why for reason in verdict.reasons]


def put_right(evening: Evening) -> None:
    """Carries as the verdict says."""
    for move in moves_of(evening.state.verdict):
        colour = evening.lift(move.source, move.colour) if move.source else move.colour
        if move.target and colour:
            evening.put(move.target, colour)
    evening.wait(1)


# ---- one wrong checker ----

BLOCKED = board("13:2 8:5 6:8", "14:2 6:13")
BAR_FIRST = board("25:1 13:5 8:3 6:6", "24:2 13:5 8:3 6:5")
ALMOST_HOME = board("7:1 5:4 4:4 3:4", "1:15")
TWO_LAST = board("5:1 3:2 2:2", "1:15")


@pytest.mark.parametrize("kind", SOUND)
@pytest.mark.parametrize(
    ("position", "throw", "way", "why"),
    [
        (START, "31", pt(8, 9), ReasonKind.WRONG_DIRECTION),
        (START, "31", pt(13, 11), ReasonKind.NO_DIE),
        (BLOCKED, "21", pt(13, 11), ReasonKind.POINT_BLOCKED),
        (BAR_FIRST, "31", pt(13, 10), ReasonKind.STILL_ON_BAR),
        (ALMOST_HOME, "51", (point(5), tray(LIGHT)), ReasonKind.NOT_ALL_HOME),
        (TWO_LAST, "43", (point(2), tray(LIGHT)), ReasonKind.CHECKER_BEHIND),
    ],
)
def test_wrong_checker_is_reported_with_its_reason_and_its_way_back(
    position: Position, throw: str, way: tuple[Place, Place], why: ReasonKind, kind: str
) -> None:
    evening = evening_at(position, throw, kind=kind)
    verdict = carry_and_wait(evening, way)
    assert why in whys(verdict)
    put_right(evening)
    assert evening.state.verdict == verdicts.Unchanged()


def test_the_opponents_checker_is_not_to_be_moved() -> None:
    evening = evening_at(START, "31")
    verdict = carry_and_wait(evening, pt(12, 11), colour=DARK)
    assert whys(verdict) == [ReasonKind.OPPONENTS_CHECKER_MOVED]
    assert moves_of(verdict) == (verdicts.CheckerMove(point(11), point(12), DARK),)


def test_a_hit_checker_belongs_on_the_bar() -> None:
    evening = evening_at(board("13:2 8:2 6:11", "20:1 18:1 13:13"), "61")
    evening.lift(point(7), DARK)
    evening.put(tray(DARK), DARK)
    carry_and_wait(evening, pt(13, 7), pt(8, 7))
    evening.press(Button.LIGHT)
    verdict = evening.state.verdict
    assert whys(verdict) == [ReasonKind.HIT_CHECKER_NOT_ON_BAR]
    assert moves_of(verdict) == (verdicts.CheckerMove(tray(DARK), bar(DARK), DARK),)


def test_correct_step_is_left_alone() -> None:
    """After a good first step only the second is taken back."""
    evening = evening_at(START, "31")
    verdict = carry_and_wait(evening, pt(8, 5), pt(13, 11))
    assert moves_of(verdict) == (verdicts.CheckerMove(point(11), point(13), LIGHT),)


def test_half_a_throw_is_no_error_while_the_turn_lasts_and_is_one_when_it_ends() -> None:
    evening = evening_at(START, "31")
    assert carry_and_wait(evening, pt(8, 5)) == verdicts.OnTheWay((), ())
    evening.dice(DiceState.LIFTED)
    assert evening.notices()[-1] is notices.IllegalPlayRefused
    assert evening.state.match.game.turn is Player.ONE


def test_unfinished_play_is_not_reported_beside_a_wrong_checker() -> None:
    assert ReasonKind.BOTH_DICE not in whys(carry_and_wait(evening_at(START, "31"), pt(13, 11)))


def test_moves_before_the_throw_are_illegal() -> None:
    evening = evening_at(START)
    assert whys(carry_and_wait(evening, pt(13, 10))) == [ReasonKind.MOVED_BEFORE_THROW]
    put_right(evening)
    assert evening.state.verdict == verdicts.Unchanged()


def test_before_the_throw_checkers_may_be_lifted() -> None:
    evening = evening_at(START)
    evening.lift(point(13))
    evening.wait(5)
    assert evening.state.verdict == verdicts.OnTheWay((point(13),), (), 1)


@st.composite
def misplaced_checkers(draw: st.DrawFn) -> tuple[Position, Dice, Place, Place]:
    """A throw, and a checker of the mover's that is carried anywhere."""
    position, dice = draw(positions()), draw(throws())
    layout = SEATING.layout(position, Player.ONE)
    sources = [place for place in BACKGAMMON.places if layout.count(place, LIGHT)]
    source = draw(st.sampled_from(sources))
    return position, dice, source, draw(st.sampled_from(BACKGAMMON.places))


@given(misplaced_checkers())
def test_way_back_leaves_nothing_wrong(case: tuple[Position, Dice, Place, Place]) -> None:
    position, dice, source, target = case
    assume(position.winner is None)
    evening = evening_at(position, str(dice), kind="hall")
    verdict = carry_and_wait(evening, (source, target))
    if isinstance(verdict, verdicts.Illegal | verdicts.Disturbed):
        for _ in range(5):
            put_right(evening)
        assert isinstance(
            evening.state.verdict, verdicts.Unchanged | verdicts.OnTheWay | verdicts.Complete
        )


@given(misplaced_checkers())
def test_wrong_checker_is_never_reported_before_the_board_is_still(
    case: tuple[Position, Dice, Place, Place],
) -> None:
    position, dice, source, target = case
    assume(position.winner is None)
    evening = evening_at(position, str(dice), kind="counts")
    carry_and_wait(evening, (source, target))
    for entry in evening.history:
        for effect in entry.step.effects:
            if isinstance(effect, ReportVerdict) and isinstance(
                effect.verdict, verdicts.Illegal | verdicts.Disturbed
            ):
                assert isinstance(entry.signal, TimerExpired)


# ---- a bumped board ----

BUMP = [(13, 14), (13, 15), (8, 9), (6, 3), (24, 22), (24, 23)]


def bump_board(throw: str = "31") -> Evening:
    evening = evening_at(START, throw)
    evening.knock([(point(source), point(target)) for source, target in BUMP])
    evening.wait(1)
    return evening


@pytest.mark.parametrize("throw", ["", "31"])
def test_bumped_board_is_disturbed_and_blames_no_player(throw: str) -> None:
    verdict = bump_board(throw).state.verdict
    assert isinstance(verdict, verdicts.Disturbed)
    assert len(verdict.moves) == len(BUMP)


def test_a_bumped_board_is_led_back_to_where_it_was() -> None:
    evening = bump_board()
    put_right(evening)
    assert evening.state.verdict == verdicts.Unchanged()
    assert evening.table.layout == SEATING.layout(START, Player.ONE)


def test_bumped_board_put_right_one_by_one_is_led_to_the_end() -> None:
    evening = bump_board()
    for left in range(len(BUMP), 0, -1):
        moves = moves_of(evening.state.verdict)
        assert isinstance(evening.state.verdict, verdicts.Disturbed | verdicts.OnTheWay)
        assert len(moves) <= left
        if not moves:
            break
        (move, *_) = moves
        assert move.source
        assert move.target
        evening.carry(move.source, move.target, move.colour)
        evening.wait(1)
    assert not isinstance(evening.state.verdict, verdicts.Illegal)


def test_a_bumped_board_ends_no_turn() -> None:
    evening = bump_board()
    evening.dice(DiceState.LIFTED)
    assert evening.state.match.game.turn is Player.ONE
    assert evening.notices()[-1] is notices.BoardDisturbed


def test_a_board_that_is_being_set_up_is_led_and_never_judged() -> None:
    evening = Evening(make_settings(), ("hall",))
    evening.table.arrange(Layout({}))
    evening.begin()
    assert isinstance(evening.state.verdict, verdicts.Disturbed)
    assert len(evening.state.verdict.moves) == 30
    assert all(move.source is None for move in evening.state.verdict.moves)


# ---- too many, too few, nothing ----


def add_checker(evening: Evening, place: Place, colour: Colour = LIGHT) -> verdicts.Verdict | None:
    evening.table.add_extra(colour)
    evening.put(place, colour)
    evening.wait(LONG)
    return evening.state.verdict


def test_thirty_one_checkers_cannot_be_read_while_the_turn_lasts() -> None:
    evening = evening_at(START, "31")
    assert isinstance(add_checker(evening, point(2)), verdicts.UnreadableBoard)


def test_end_of_the_turn_asks_whether_a_switch_sticks() -> None:
    evening = evening_at(START, "31", kind="slots")
    carry_and_wait(evening, pt(8, 5), pt(6, 5))
    evening.break_switch(point(2), 1, SwitchFault.STUCK)
    evening.wait(1)
    evening.dice(DiceState.LIFTED)
    assert evening.notices()[-1] is notices.SwitchClosed
    evening.press(Button.DARK)
    assert evening.state.match.game.turn is Player.TWO


def test_unseen_table_is_unreadable_and_its_match_stands_still() -> None:
    evening = evening_at(START, "31")
    evening.unplug("hall")
    evening.wait(5)
    assert evening.state.verdict == verdicts.UnreadableBoard(())
    match = evening.state.match
    evening.dice(DiceState.LIFTED)
    assert evening.notices()[-1] is notices.SensorsBlind
    assert evening.state.match is match


def test_a_table_where_hands_hide_everything_is_unreadable_as_well() -> None:
    settings: MatchSettings = make_settings()
    state = step(State.of(settings), Observation("camera", 1.0, {})).state
    state = step(state, TimerExpired("clock", 2.0)).state
    assert state.verdict == verdicts.UnreadableBoard(())


# ---- strictness ----


@pytest.mark.parametrize("profile", [CLUB_PROFILE, MONEY_PROFILE], ids=lambda profile: profile.name)
def test_every_profile_judges_alike_and_only_what_comes_of_it_differs(profile: Profile) -> None:
    strict = carry_and_wait(evening_at(START, "31"), pt(13, 11))
    assert carry_and_wait(evening_at(START, "31", profile=profile), pt(13, 11)) == strict


# ---- what a verdict points at ----


def test_a_verdict_names_the_places_where_something_is_wrong_once_each() -> None:
    ways = ((point(1), point(2)), (point(1), None), (None, point(3)))
    moves = tuple(verdicts.CheckerMove(source, target) for source, target in ways)
    assert places_of(verdicts.Disturbed(moves)) == (point(1), point(2), point(3))
    assert places_of(verdicts.UnreadableBoard((point(4),))) == (point(4),)
    assert places_of(verdicts.Unchanged()) == places_of(None) == ()
    assert moves_of(verdicts.Complete(START)) == moves_of(None) == ()
