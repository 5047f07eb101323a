"""A switch has changed once enough samples in a row agree, on the host as on the Pico."""

from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.pico import sensors as pico
from hardware.drivers.pi.pi_board import SAMPLES, Debouncer

samples = st.lists(st.integers(0, 255), max_size=60)
restless = st.lists(
    st.tuples(st.integers(0, 7), st.integers(1, 10)).map(lambda run: [1 << run[0]] * run[1]),
    max_size=12,
).map(lambda runs: [sample for run in runs for sample in run])


def test_a_change_takes_as_many_samples_as_must_agree() -> None:
    debounce = Debouncer(0)

    assert [debounce.sample(1) for _ in range(SAMPLES)] == [0, 0, 0, 1]
    assert debounce.state == 1


def test_a_flicker_begins_the_count_anew() -> None:
    debounce = Debouncer(0)

    for sample in (1, 1, 1, 0) * 9:
        assert debounce.sample(sample) == 0
        assert not debounce.state


def test_debouncer_is_stable_if_the_last_sample_equals_its_state() -> None:
    debounce = Debouncer(0b10)

    rests = [debounce.is_stable]
    for sample in (0b11, 0b10):
        debounce.sample(sample)
        rests.append(debounce.is_stable)

    assert rests == [True, False, True]


def test_each_switch_is_counted_for_itself() -> None:
    debounce = Debouncer(0)

    changes = [debounce.sample(sample) for sample in (0b01, 0b11, 0b11, 0b11, 0b11)]

    assert changes == [0, 0, 0, 0b01, 0b10]


@given(st.integers(0, 255), samples | restless, st.integers(pico.MIN_SAMPLES, pico.MAX_SAMPLES))
def test_pico_debounces_alike(found: int, taken: list[int], agreeing: int) -> None:
    ours = Debouncer(found, agreeing)
    theirs = pico.Debounce(8, samples=agreeing)
    theirs.begin(found)

    for sample in taken:
        assert ours.sample(sample) == theirs.sample(sample)
        assert ours.state == theirs.state
