"""Lamps never draw more than the limit, and keep their relative brightness."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.checkers import BACKGAMMON, point
from hardware.outputs import (
    DARK_FRAME,
    DutyFrame,
    LampFrame,
    LampLight,
    Rgb,
    Rhythm,
    limit_power,
    peak_milliamps,
)

parts = st.integers(0, 255)
colours = st.builds(Rgb, parts, parts, parts)
lights = st.builds(LampLight, colours, st.sampled_from(Rhythm))
frames = st.builds(LampFrame, st.dictionaries(st.sampled_from(BACKGAMMON.places), lights))
brightnesses = st.floats(0, 1)
limits = st.floats(0, 2000)
channels = st.floats(5, 20)

WHITE = Rgb(255, 255, 255)
NO_LIMIT = 1e9
GLOW = 28 * 3 * 20 / 255
"""Milliamperes of all 28 lamps when each of their three parts is lit as dimly as possible."""


def split(colour: Rgb) -> tuple[int, int, int]:
    return colour.red, colour.green, colour.blue


def drawn_at(frame: LampFrame, at: float, channel: float) -> float:
    """The current at one moment, summed lamp by lamp."""
    lit = (light for light in frame.lights.values() if light.rhythm.is_on(at))
    return sum(sum(split(light.colour)) * channel / 255 for light in lit)


@given(frames, brightnesses, limits, channels)
def test_the_limit_holds_at_every_moment(
    frame: LampFrame, brightness: float, limit: float, channel: float
) -> None:
    sent = limit_power(frame, brightness, limit, channel)
    moments = [drawn_at(sent, eighth / 8, channel) for eighth in range(8)]
    assert max(moments) <= limit + 1e-9
    assert max(moments) == pytest.approx(peak_milliamps(sent, channel))


@given(frames, st.floats(0.01, 1), st.floats(GLOW, 2000))
def test_lit_lamps_stay_lit_where_the_limit_allows_a_glow(
    frame: LampFrame, brightness: float, limit: float
) -> None:
    sent = limit_power(frame, brightness, limit)
    assert sent.lights.keys() == frame.lights.keys()
    for place, light in frame.lights.items():
        before, after = split(light.colour), split(sent.lights[place].colour)
        assert [bool(part) for part in before] == [bool(part) for part in after]


@given(frames, brightnesses, limits)
def test_order_of_brightness_is_kept(frame: LampFrame, brightness: float, limit: float) -> None:
    sent = limit_power(frame, brightness, limit)
    pairs = [
        pair
        for place in sent.lights
        for pair in zip(
            split(frame.lights[place].colour), split(sent.lights[place].colour), strict=True
        )
    ]
    assert [after for _, after in sorted(pairs)] == sorted(after for _, after in pairs)


@given(frames, brightnesses, limits)
def test_rhythms_are_kept(frame: LampFrame, brightness: float, limit: float) -> None:
    sent = limit_power(frame, brightness, limit)
    assert all(light.rhythm is frame.lights[at].rhythm for at, light in sent.lights.items())


@given(frames, st.floats(0.01, 1), st.floats(GLOW, 2000))
def test_lamps_are_dimmed_no_more_than_the_limit_requires(
    frame: LampFrame, brightness: float, limit: float
) -> None:
    most = peak_milliamps(limit_power(frame, brightness, NO_LIMIT))
    limited = peak_milliamps(limit_power(frame, brightness, limit))
    step = most / 256 + GLOW
    assert limited == most or limited >= limit - step


def test_lamps_that_are_never_on_together_do_not_share_the_limit() -> None:
    early, late = Rhythm.FLASH, Rhythm.TRIPLE
    assert [early.is_on(0.25), late.is_on(0.25)] == [False, True]
    both = LampFrame({point(1): LampLight(WHITE, early), point(2): LampLight(WHITE, late)})
    assert peak_milliamps(DutyFrame(both)) == 120.0

    alone = LampFrame({point(1): LampLight(WHITE, Rhythm.DOUBLE)})
    assert limit_power(alone, 1, 60) == alone


def test_half_the_brightness_looks_like_half() -> None:
    lamp = LampFrame({point(1): LampLight(WHITE)})
    half = limit_power(lamp, 0.5, NO_LIMIT).lights[point(1)].colour
    assert (
        half
        == limit_power(LampFrame({point(1): LampLight(Rgb(128, 128, 128))}), 1, NO_LIMIT)
        .lights[point(1)]
        .colour
        == Rgb(55, 55, 55)
    )


def test_too_little_current_for_the_faintest_glow_leaves_all_dark() -> None:
    every = LampFrame({place: LampLight(WHITE) for place in BACKGAMMON.places})
    assert limit_power(every, 1, GLOW) != DARK_FRAME
    assert limit_power(every, 1, GLOW - 0.1) == DARK_FRAME
    assert limit_power(every, 0, NO_LIMIT) == DARK_FRAME
    assert limit_power(DARK_FRAME, 1, 0) == DARK_FRAME


@pytest.mark.parametrize("brightness", [-0.1, 1.1, float("nan")])
def test_a_brightness_lies_between_dark_and_full(brightness: float) -> None:
    with pytest.raises(ValueError, match="0 to 1"):
        limit_power(DARK_FRAME, brightness, 500)


@pytest.mark.parametrize(("limit", "channel"), [(-1, 20), (500, 0), (float("nan"), 20)])
def test_a_current_is_a_number_of_milliamperes(limit: float, channel: float) -> None:
    with pytest.raises(ValueError, match="no current"):
        limit_power(DARK_FRAME, 1, limit, channel)
