"""The pace of hands is learnt from rests in passing, within sensible limits."""

from hypothesis import given
from hypothesis import strategies as st

from referee.hand_pace import LONG_FACTOR, LONGEST_REST, UNKNOWN_REST, HandPace

LEAST = 1.5
seconds = st.floats(0, 1000)


def test_unknown_hands_are_given_a_cautious_rest() -> None:
    assert HandPace().long_rest(LEAST) == LONG_FACTOR * UNKNOWN_REST


def test_a_rest_is_long_at_many_times_the_usual_rest_of_slow_hands() -> None:
    slow = HandPace().learn([1.2] * 50, LEAST)
    assert abs(slow.long_rest(LEAST) - LONG_FACTOR * 1.2) < 0.1


def test_quick_hands_come_down_to_the_least_rest() -> None:
    assert HandPace().learn([0.1] * 200, LEAST).long_rest(LEAST) == LEAST


def test_one_slow_touch_weighs_more_than_one_quick_one() -> None:
    at_first = HandPace()
    slower, quicker = at_first.learn([1.0], LEAST), at_first.learn([0.5], LEAST)
    assert slower.usual_rest - UNKNOWN_REST > UNKNOWN_REST - quicker.usual_rest > 0


def test_a_long_rest_may_have_been_a_mistake_and_counts_little() -> None:
    mistaken = HandPace().learn([600.0], LEAST).long_rest(LEAST)
    assert HandPace().long_rest(LEAST) < mistaken < HandPace().learn([2.5], LEAST).long_rest(LEAST)


@given(st.lists(seconds), st.floats(0, 10))
def test_a_long_rest_stays_between_the_least_and_the_longest(
    rests: list[float], least: float
) -> None:
    pace = HandPace().learn(rests, least)
    assert least <= pace.long_rest(least) <= max(least, LONGEST_REST)
    assert pace.usual_rest >= 0
