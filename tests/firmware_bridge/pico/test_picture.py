"""Lamp pictures, and the limit of their current."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.pico import lamps
from hardware.outputs import PER_CHANNEL, Rhythm
from tests.rigs.firmware.fake_parts import PlainStrip

MILLIAMPS_PER_STEP = PER_CHANNEL / 255
"""The same as on the host; otherwise the board would dim the pictures of the host again."""


@st.composite
def pictures(draw: st.DrawFn) -> tuple[bytes, bytes, int]:
    """Inks, a row, and the milliamperes allowed."""
    count = draw(st.sampled_from((1, 26, 52, 78)))
    inks = draw(st.lists(st.binary(min_size=4, max_size=4), max_size=12))
    used = b"." + lamps.LETTERS[: len(inks)]
    row = bytes(draw(st.lists(st.sampled_from(used), min_size=count, max_size=count)))
    return b"".join(inks).hex().encode() or lamps.NO_INKS, row, draw(st.integers(0, 2000))


@given(pictures())
def test_a_picture_never_draws_more_than_is_allowed(drawn: tuple[bytes, bytes, int]) -> None:
    inks, row, milliamps = drawn
    picture = lamps.Picture(inks, row, PlainStrip(len(row)), milliamps)

    for eighth in range(lamps.EIGHTHS):
        pixels = picture.pixels(picture.lit_inks(eighth))
        load = sum(pixels) * MILLIAMPS_PER_STEP
        assert len(pixels) == 3 * len(row)
        assert load == 0 or load + len(row) <= milliamps + 1e-9


def test_all_white_is_dimmed_to_just_what_is_allowed() -> None:
    picture = lamps.Picture(b"ffffffff", b"a" * 26, PlainStrip(26), 400)

    load = sum(picture.pixels(picture.lit_inks(0))) * MILLIAMPS_PER_STEP + 26

    assert 390 < load <= 400


def test_colours_that_fit_are_left_as_they_are() -> None:
    picture = lamps.Picture(b"38000000003800ff", b"ab" * 13, PlainStrip(26), 400)
    assert picture.pixels(picture.lit_inks(0)) == bytes((0, 0, 0, 0, 0x38, 0)) * 13


def test_a_steady_lamp_does_not_flicker_while_others_blink() -> None:
    picture = lamps.Picture(b"fffffffffffffff0", b"a" + b"b" * 25, PlainStrip(26), 400)

    steady = {picture.pixels(picture.lit_inks(eighth))[:3] for eighth in range(lamps.EIGHTHS)}

    assert len(steady) == 1


@pytest.mark.parametrize("rhythm", Rhythm)
def test_every_rhythm_of_the_lamps_can_be_kept(rhythm: Rhythm) -> None:
    eighths = sum(1 << 7 - place for place, mark in enumerate(rhythm.value) if mark == "#")
    picture = lamps.Picture(b"010203%02x" % eighths, b"a", PlainStrip(1), 400)

    shown = [picture.pixels(picture.lit_inks(eighth)) for eighth in range(lamps.EIGHTHS)]

    assert shown == [
        b"\x01\x02\x03" if rhythm.is_on(eighth / 8) else bytes(3) for eighth in range(lamps.EIGHTHS)
    ]


def test_the_heaviest_moment_is_when_most_shines_at_once() -> None:
    assert lamps.heaviest(bytes((1, 2, 3, 0xF0, 10, 0, 0, 0x0F)), b"aab") == 12
    assert lamps.heaviest(bytes((1, 2, 3, 0xF0, 10, 0, 0, 0x1F)), b"aab") == 22


@pytest.mark.parametrize(
    ("inks", "row"),
    [
        *((b"-", b"a" + b"." * 25), (b"00ff00ff", b"b" + b"." * 25), (b"00ff00ff", b"a")),
        *((b"00ff00ff", b"a" * 27), (b"00FF00ff", b"a" * 26), (b"00ff00f", b"." * 26)),
        *((b"00ff00f", b"a" * 26), (b"00ff00ff0", b"a" * 26), (b"", b"." * 26)),
        *((b"--------", b"a" * 26), (b"+0ff00ff", b"a" * 26), (b"00ff00ff" * 53, b"." * 26)),
    ],
)
def test_malformed_lamp_picture_is_recognised(inks: bytes, row: bytes) -> None:
    assert not lamps.is_picture(inks, row, 26)


def test_fifty_two_inks_have_letters() -> None:
    assert len(lamps.LETTERS) == 52
    assert lamps.is_picture(b"00ff00ff" * 52, b"Z" * 26, 26)
    assert lamps.INK == 8
