"""Contacts that bounce."""

from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.pico.debounce import FEWEST, MOST, Debounce

SAMPLES = st.integers(FEWEST, MOST)


def one_by_one(cells: int, bits: int, samples: int, seen: list[int]) -> list[int]:
    """The states after each look, with a plain counter for each cell."""
    mask = (1 << bits) - 1
    state, wanted, count = [0] * cells, [0] * cells, [0] * cells
    states = []
    for look in seen:
        for cell in range(cells):
            value = look >> cell * bits & mask
            count[cell] = count[cell] + 1 if value == wanted[cell] else 1
            wanted[cell] = value
            if value == state[cell]:
                count[cell] = 0
            elif count[cell] == samples:
                state[cell], count[cell] = value, 0
        states.append(sum(value << cell * bits for cell, value in enumerate(state)))
    return states


@given(SAMPLES, st.lists(st.integers(0, 0xFF), max_size=60))
def test_it_counts_as_a_counter_for_each_contact_would(samples: int, seen: list[int]) -> None:
    debounce = Debounce(8, 1, samples)

    states = []
    for look in seen:
        debounce.sample(look)
        states.append(debounce.state)

    assert states == one_by_one(8, 1, samples, seen)


@given(
    SAMPLES,
    st.lists(st.sampled_from((0b0000, 0b0001, 0b0010, 0b1110, 0b0111, 0b1011)), max_size=60),
)
def test_a_cell_of_two_bits_changes_as_a_whole(samples: int, seen: list[int]) -> None:
    debounce = Debounce(2, 2, samples)

    states = []
    for look in seen:
        debounce.sample(look)
        states.append(debounce.state)

    assert states == one_by_one(2, 2, samples, seen)


@given(SAMPLES, st.lists(st.tuples(st.integers(0, (1 << 128) - 1), st.integers(1, 7))))
def test_what_is_seen_less_often_than_needed_never_counts(
    samples: int, glitches: list[tuple[int, int]]
) -> None:
    debounce = Debounce(128, 1, samples)

    for seen, looks in glitches:
        assert [debounce.sample(seen) for _ in range(min(looks, samples - 1))] == [0] * min(
            looks, samples - 1
        )
        assert debounce.sample(0) == 0


@given(SAMPLES, st.integers(1, (1 << 128) - 1))
def test_what_stays_counts_at_the_last_look_that_is_needed(samples: int, seen: int) -> None:
    debounce = Debounce(128, 1, samples)

    changes = [debounce.sample(seen) for _ in range(samples)]

    assert changes == [0] * (samples - 1) + [seen]
    assert debounce.state == seen


@given(SAMPLES, SAMPLES)
def test_another_number_of_looks_begins_to_count_anew(before: int, after: int) -> None:
    debounce = Debounce(4, 1, before)
    for _ in range(before - 1):
        debounce.sample(0b1000)

    debounce.start(after)

    assert [debounce.sample(0b1000) for _ in range(after)] == [0] * (after - 1) + [0b1000]


def test_nothing_to_watch_is_no_trouble() -> None:
    assert Debounce(0, 2).sample(0) == 0
