"""Every habit has a rate of its own, which may be set alone or multiplied."""

import pytest

from simulation.everyday_habits import HABIT_KINDS, HABITS, HUMAN, EverydayHabits, only


@pytest.mark.parametrize("name", HABITS)
def test_habit_that_is_chosen_alone_has_the_rate_of_people(name: str) -> None:
    habits = only({name: None})

    assert getattr(habits, name) == getattr(HUMAN, name) > 0
    assert sum(getattr(habits, other) for other in HABITS) == getattr(HUMAN, name)


def test_rate_may_be_given() -> None:
    assert only({"tapping": 0.75}) == EverydayHabits(
        **{**dict.fromkeys(HABITS, 0.0), "tapping": 0.75}
    )


def test_unknown_habit_is_refused() -> None:
    with pytest.raises(KeyError, match="snoring"):
        only({"snoring": 1.0})


@pytest.mark.parametrize("rate", [-0.1, 1.1])
def test_rate_is_a_probability(rate: float) -> None:
    with pytest.raises(ValueError, match="box"):
        EverydayHabits(box=rate)


def test_multiple_of_the_rates_is_never_above_one() -> None:
    often = HUMAN.times(10)

    assert often.wrong_bar == 1.0
    assert often.goes_away == pytest.approx(10 * HUMAN.goes_away)


def test_every_habit_says_what_it_is_and_of_which_kind() -> None:
    assert HABITS.keys() == HABIT_KINDS.keys()
    assert all(about and about[0].islower() for about in HABITS.values())
