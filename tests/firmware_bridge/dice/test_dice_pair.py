"""Two single dice are one pair."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.dice_pair import UNKNOWN_DIE, DicePair, Die, combine_dice
from hardware.signals import DiceState

R, S, C, _ON_CHECKER, L = DiceState
ROLLING, COCKED, LIFTED = Die(R), Die(C), Die(L)

dice = st.one_of(
    st.sampled_from([UNKNOWN_DIE, ROLLING, COCKED, LIFTED]),
    st.builds(Die, st.just(S), st.integers(1, 6)),
)
pairs = st.one_of(
    st.none(), st.sampled_from([DicePair(R), DicePair(C), DicePair(L), DicePair(S, (6, 2))])
)


@pytest.mark.parametrize(
    ("one", "other", "pair"),
    [
        (ROLLING, Die(S, 3), DicePair(R)),
        (ROLLING, LIFTED, DicePair(R)),
        (ROLLING, UNKNOWN_DIE, DicePair(R)),
        (ROLLING, COCKED, DicePair(R)),
        (Die(S, 3), Die(S, 5), DicePair(S, (3, 5))),
        (Die(S, 5), Die(S, 3), DicePair(S, (5, 3))),
        (COCKED, Die(S, 5), DicePair(C)),
        (COCKED, COCKED, DicePair(C)),
        (LIFTED, LIFTED, DicePair(L)),
    ],
)
def test_states_of_two_dice_are_combined(one: Die, other: Die, pair: DicePair) -> None:
    assert combine_dice((one, other), None) == pair


def test_one_die_that_is_touched_changes_nothing() -> None:
    before = DicePair(S, (3, 5))
    assert combine_dice((LIFTED, Die(S, 5)), before) == before
    assert combine_dice((LIFTED, COCKED), DicePair(C)) == DicePair(C)


def test_dice_that_are_thrown_one_after_the_other_roll_until_both_lie() -> None:
    done = [(ROLLING, LIFTED), (Die(S, 4), LIFTED), (Die(S, 4), ROLLING), (Die(S, 4), Die(S, 1))]
    pair: DicePair | None = DicePair(L)
    pairs = [pair := combine_dice(now, pair) for now in done]
    assert pairs == [DicePair(R), DicePair(R), DicePair(R), DicePair(S, (4, 1))]


def test_pair_with_an_unknown_die_is_not_reported() -> None:
    assert combine_dice((UNKNOWN_DIE, Die(S, 3)), None) is None


@given(dice, dice, pairs)
def test_pair_shows_only_settled_numbers(one: Die, other: Die, before: DicePair | None) -> None:
    pair = combine_dice((one, other), before)
    if pair is not None and pair != before and pair.numbers:
        assert pair.numbers == (one.number, other.number)


@pytest.mark.parametrize(("state", "number"), [(S, 0), (S, 7), (R, 3), (None, 1), (C, -1)])
def test_a_die_shows_a_number_only_when_it_lies(state: DiceState | None, number: int) -> None:
    with pytest.raises(ValueError, match="does not show"):
        Die(state, number)
