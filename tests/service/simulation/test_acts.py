"""What people do besides moving checkers."""

from random import Random

from engine.backgammon.dice import Dice
from engine.backgammon.moves.plays import LegalPlays
from engine.backgammon.position import START
from hardware.checkers import Colour
from hardware.signals import Button, Wish
from service.simulation import acts
from service.simulation.gestures import Cock, LiftDice, Pause, Press, Roll, Say, Throw
from service.simulation.habits import TIDY, Act, Habits, Temper

LIGHT, DARK = Colour.LIGHT, Colour.DARK


def temper(habits: Habits = TIDY) -> Temper:
    return Temper(habits, Random(1))  # noqa: S311 - hands, not secrets


def done(gestures: acts.Gestures) -> list[object]:
    return [gesture for gesture in gestures if not isinstance(gesture, Pause)]


def test_whoever_is_asked_which_play_he_made_knows() -> None:
    plays = list(LegalPlays(START, Dice(3, 1)))
    assert acts.answer_which(plays, plays[3]) == 3
    assert acts.answer_which(plays[:3], plays[3]) is None


def test_a_turn_is_completed_by_dice_or_button_or_not_at_all() -> None:
    assert done(acts.end_turn(Act.DICE, DARK, DARK, temper())) == [LiftDice(DARK)]
    assert done(acts.end_turn(Act.BUTTON, DARK, None, temper())) == [Press(Button.DARK)]
    assert done(acts.end_turn(Act.OPPONENT, DARK, None, temper())) == []


def test_a_turn_is_never_completed_in_haste() -> None:
    first = next(acts.end_turn(Act.DICE, DARK, None, temper()))
    assert isinstance(first, Pause)
    assert first.seconds >= 0.5


def test_people_may_speak_where_others_press_buttons() -> None:
    talker = temper(Habits(page=1.0))
    assert done(acts.double(LIGHT, talker)) == [Say(LIGHT, Wish.DOUBLE)]
    assert done(acts.double(LIGHT, temper())) == [Press(Button.CUBE)]
    assert done(acts.beaver(LIGHT, talker)) == [Say(LIGHT, Wish.BEAVER)]
    assert done(acts.agree(DARK, temper())) == [Press(Button.DARK)]
    assert done(acts.refuse(DARK, talker)) == [Say(DARK, Wish.NO)]
    assert done(acts.next_game(DARK, talker)) == [Say(DARK, Wish.NEXT)]


def test_dice_roll_before_they_lie_still() -> None:
    assert done(acts.throw((6, 2), None, temper())) == [Roll(None), Throw((6, 2), None)]
    assert done(acts.cock(DARK, temper())) == [Roll(DARK), Cock(DARK), LiftDice(DARK)]


def test_a_tie_in_the_opening_is_thrown_and_picked_up() -> None:
    rolled, thrown, lifted = done(acts.opening_tie(temper(), own_dice=False))
    assert (rolled, lifted) == (Roll(None), LiftDice(None))
    assert isinstance(thrown, Throw)
    assert thrown.numbers[0] == thrown.numbers[1]
    assert len(done(acts.opening_tie(temper(), own_dice=True))) == 6
