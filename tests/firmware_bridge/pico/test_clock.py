"""Time on a chip whose counter begins again."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.pico.clock import Clock

PERIOD = 1 << 30
HALF = PERIOD // 2


def difference(late: int, early: int) -> int:
    """As MicroPython's ticks_diff."""
    return (late - early + HALF) % PERIOD - HALF


@given(st.integers(0, PERIOD - 1), st.lists(st.integers(0, HALF - 1), max_size=20))
def test_time_goes_on_when_the_counter_begins_again(start: int, steps: list[int]) -> None:
    ticks = start
    clock = Clock(lambda: ticks, difference)
    seen = [clock.now()]

    for step in steps:
        ticks = (ticks + step) % PERIOD
        seen.append(clock.now())

    assert [late - early for early, late in pairwise(seen)] == steps
