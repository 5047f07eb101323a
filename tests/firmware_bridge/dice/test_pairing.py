"""Two single dice are one pair."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.dice.pairing import UNKNOWN, Die, Pair, paired
from hardware.signals import DiceState

R, S, C, L = DiceState
ROLLING, COCKED, LIFTED = Die(R), Die(C), Die(L)

dice = st.one_of(
    st.sampled_from([UNKNOWN, ROLLING, COCKED, LIFTED]),
    st.builds(Die, st.just(S), st.integers(1, 6)),
)
pairs = st.one_of(st.none(), st.sampled_from([Pair(R), Pair(C), Pair(L), Pair(S, (6, 2))]))


@pytest.mark.parametrize(
    ("one", "other", "pair"),
    [
        (ROLLING, Die(S, 3), Pair(R)),
        (ROLLING, LIFTED, Pair(R)),
        (ROLLING, UNKNOWN, Pair(R)),
        (ROLLING, COCKED, Pair(R)),
        (Die(S, 3), Die(S, 5), Pair(S, (3, 5))),
        (Die(S, 5), Die(S, 3), Pair(S, (5, 3))),
        (COCKED, Die(S, 5), Pair(C)),
        (COCKED, COCKED, Pair(C)),
        (LIFTED, LIFTED, Pair(L)),
    ],
)
def test_two_dice_do_together(one: Die, other: Die, pair: Pair) -> None:
    assert paired((one, other), None) == pair


def test_one_die_that_is_touched_changes_nothing() -> None:
    before = Pair(S, (3, 5))
    assert paired((LIFTED, Die(S, 5)), before) == before
    assert paired((LIFTED, COCKED), Pair(C)) == Pair(C)


def test_dice_that_are_thrown_one_after_the_other_roll_until_both_lie() -> None:
    done = [
        (ROLLING, LIFTED),
        (Die(S, 4), LIFTED),
        (Die(S, 4), ROLLING),
        (Die(S, 4), Die(S, 1)),
    ]
    pair: Pair | None = Pair(L)
    said = [pair := paired(now, pair) for now in done]
    assert said == [Pair(R), Pair(R), Pair(R), Pair(S, (4, 1))]


def test_as_long_as_one_die_is_not_known_nothing_is_told() -> None:
    assert paired((UNKNOWN, Die(S, 3)), None) is None


@given(dice, dice, pairs)
def test_numbers_are_shown_only_when_all_lie_flat(
    one: Die, other: Die, before: Pair | None
) -> None:
    pair = paired((one, other), before)
    if pair is not None and pair != before and pair.numbers:
        assert pair.numbers == (one.number, other.number)


@pytest.mark.parametrize(("state", "number"), [(S, 0), (S, 7), (R, 3), (None, 1), (C, -1)])
def test_a_die_shows_a_number_only_when_it_lies(state: DiceState | None, number: int) -> None:
    with pytest.raises(ValueError, match="does not show"):
        Die(state, number)
