"""Dice are a mixed throw or a double, and nothing else."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.backgammon.dice import ALL_THROWS, NUMBERS, Dice

numbers = st.sampled_from(NUMBERS)


@given(numbers, numbers)
def test_the_order_in_which_dice_fell_does_not_matter(one: int, two: int) -> None:
    assert Dice(one, two) == Dice(two, one)
    assert Dice(one, two).high >= Dice(one, two).low


def test_there_are_twenty_one_throws() -> None:
    assert len(set(ALL_THROWS)) == 21


def test_a_double_is_played_four_times_and_a_mixed_throw_number_by_number() -> None:
    assert Dice(4, 4).numbers == (4, 4, 4, 4)
    assert Dice(1, 6).numbers == (6, 1)


@pytest.mark.parametrize(("one", "two"), [(0, 1), (7, 1), (3, -1), (6, 99)])
def test_a_die_shows_one_to_six(one: int, two: int) -> None:
    with pytest.raises(ValueError, match="a die shows 1 to 6"):
        Dice(one, two)


@given(numbers, numbers)
def test_dice_round_trip_as_text(one: int, two: int) -> None:
    assert Dice.parse(str(Dice(one, two))) == Dice(one, two)


@pytest.mark.parametrize("text", ["31", "13", "3-1", "3 1", "1,3", " 3 1 "])
def test_dice_are_read_as_people_write_them(text: str) -> None:
    assert Dice.parse(text) == Dice(3, 1)


@given(st.text(max_size=6).filter(lambda text: not re.fullmatch(r"\s*[1-6].?[1-6]\s*", text)))
def test_any_other_text_is_refused_with_one_clear_message(text: str) -> None:
    with pytest.raises(ValueError, match="dice are two numbers from 1 to 6"):
        Dice.parse(text)
