"""A switch has changed once enough samples in a row say so, here as on the Pico."""

from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.pico import debounce as pico
from hardware.debounce import AGREEING, Debounce

samples = st.lists(st.integers(0, 255), max_size=60)
restless = st.lists(
    st.tuples(st.integers(0, 7), st.integers(1, 10)).map(lambda it: [1 << it[0]] * it[1]),
    max_size=12,
).map(lambda runs: [sample for run in runs for sample in run])


def test_a_change_takes_as_many_samples_as_must_agree() -> None:
    debounce = Debounce(0)

    assert [debounce.take(1) for _ in range(AGREEING)] == [0, 0, 0, 1]
    assert debounce.settled == 1


def test_a_flicker_begins_the_count_anew() -> None:
    debounce = Debounce(0)

    for sample in (1, 1, 1, 0) * 9:
        assert debounce.take(sample) == 0
        assert not debounce.settled


def test_it_is_at_rest_when_the_last_sample_says_nothing_else() -> None:
    debounce = Debounce(0b10)

    rests = [debounce.at_rest]
    for sample in (0b11, 0b10):
        debounce.take(sample)
        rests.append(debounce.at_rest)

    assert rests == [True, False, True]


def test_each_switch_is_counted_for_itself() -> None:
    debounce = Debounce(0)

    told = [debounce.take(sample) for sample in (0b01, 0b11, 0b11, 0b11, 0b11)]

    assert told == [0, 0, 0, 0b01, 0b10]


@given(st.integers(0, 255), samples | restless, st.integers(pico.FEWEST, pico.MOST))
def test_the_pico_counts_alike(found: int, taken: list[int], agreeing: int) -> None:
    ours = Debounce(found, agreeing)
    theirs = pico.Debounce(8, samples=agreeing)
    theirs.begin(found)

    for sample in taken:
        assert ours.take(sample) == theirs.sample(sample)
        assert ours.settled == theirs.state
