"""Lamps on the pins of a Pi, decoded from the bits they were sent; they keep to their current."""

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.cells import LIT, P5, lamp_counts
from hardware.checkers import Colour, Place, bar, point
from hardware.devices import DeviceFault
from hardware.drivers.pi.lamps import AGAIN
from hardware.drivers.pi.plain_lamps import PiLamps
from hardware.drivers.pi.played import PlayedPins
from hardware.drivers.pi.strip import PiStrip, Strip
from hardware.drivers.pi.ws2812 import IDLE, capped, message
from hardware.lights import DARK, Frame, Light, Rgb, Rhythm
from hardware.power import worst_milliamps
from tests.rigs.pi_pins import OFF, Bench, in_loop, switches

colours = st.builds(Rgb, *[st.integers(0, 255)] * 3)
lights = st.builds(Light, colours, st.sampled_from(Rhythm))
frames = st.dictionaries(st.sampled_from(LIT), lights).map(Frame)
BLUE = Light(Rgb(0, 0, 56))
WHITE = Light(Rgb(255, 255, 255))


@dataclass
class CountedBus:
    """A bus that keeps what it was sent."""

    sent: list[bytes]

    def transfer(self, data: bytes) -> bytes:
        self.sent.append(data)
        return bytes(len(data))

    def close(self) -> None: ...


@given(st.lists(colours, min_size=26, max_size=26))
def test_every_colour_of_every_lamp_arrives(lamps: list[Rgb]) -> None:
    pins = PlayedPins()
    pins.open()
    strip = Strip(1, 2000.0)
    strip.open(pins)
    strip.show(Frame({place: Light(lamp) for place, lamp in zip(LIT, lamps, strict=True)}))
    strip.turn(0.0)

    assert pins.strip.lamps == tuple(lamps)


def test_a_message_begins_low_and_ends_with_280_microseconds_of_low() -> None:
    told = message([Rgb(255, 0, 129)])

    assert told[:1] == b"\0"
    assert told[1:10].hex() == "924924" + "db6db6" + "d24926"
    assert told[10:] == bytes(90)
    assert 90 * 8 / 2_400_000 >= 280e-6


@pytest.mark.parametrize("lamps", lamp_counts())
def test_the_longest_message_fits_into_what_the_kernel_takes_at_once(lamps: int) -> None:
    assert len(message([OFF] * lamps)) < 4096


@given(frames, st.sampled_from((1, 2, 3)), st.integers(0, 2000))
def test_lamps_never_draw_more_than_they_may(frame: Frame, each: int, most: int) -> None:
    shown = capped(frame, each, most)
    idle = IDLE * each * len(LIT)

    assert worst_milliamps(shown) * each + idle <= max(most, idle) + 1e-6


@given(frames)
def test_lamps_that_may_draw_enough_are_left_as_they_are(frame: Frame) -> None:
    assert capped(frame, 1, 26 * 61.0) == frame


@in_loop
async def test_a_bug_that_wants_all_white_cannot_brown_out_the_pi() -> None:
    bench = Bench()
    async with PiStrip("strip", bench.clock, bench.board, most_milliamps=400.0) as strip:
        await strip.show(Frame(dict.fromkeys(LIT, WHITE)))
        await bench.settle()
        drawn = sum(lamp.red + lamp.green + lamp.blue for lamp in bench.pins.strip.lamps)
        assert 300 < drawn / 255 * 20 + 26 <= 400


@in_loop
async def test_a_place_has_as_many_lamps_as_the_strip_has_for_it() -> None:
    bench = Bench()
    async with PiStrip("strip", bench.clock, bench.board, lamps=78) as strip:
        await strip.show(Frame({point(2): BLUE, bar(Colour.DARK): BLUE, Place("the floor"): WHITE}))
        await bench.settle()
        lit = [number for number, lamp in enumerate(bench.pins.strip.lamps) if lamp == BLUE.colour]
        assert lit == [3, 4, 5, 75, 76, 77]
        assert len(bench.pins.strip.lamps) == 78


def test_a_strip_of_any_other_length_is_refused() -> None:
    bench = Bench()
    with pytest.raises(ValueError, match="lamps, not 30"):
        PiStrip("strip", bench.clock, bench.board, lamps=30)


@in_loop
async def test_lamps_go_dark_when_nobody_keeps_their_rhythm_any_more() -> None:
    bench = Bench()
    async with PiStrip("strip", bench.clock, bench.board) as strip:
        await strip.show(Frame({point(2): BLUE}))
        await bench.settle()
        assert set(bench.pins.strip.lamps) == {OFF, BLUE.colour}
    assert set(bench.pins.strip.lamps) == {OFF}


@in_loop
async def test_switches_and_lamps_do_not_disturb_one_another() -> None:
    bench = Bench()
    sensor = switches(bench)
    async with sensor, PiStrip("strip", bench.clock, bench.board) as strip:
        for number in range(1, 25):
            bench.pins.chain.set(P5.cell(point(number), 1), closed=True)
            await strip.show(Frame({point(number): WHITE}))
            bench.pulse.take()
            lit = [at for at, lamp in enumerate(bench.pins.strip.lamps) if lamp != OFF]
            assert lit == [number - 1]
            assert sensor._opened.closed == bench.pins.chain.closed


@in_loop
async def test_switches_and_plain_lamps_do_not_disturb_one_another() -> None:
    bench = Bench()
    sensor = switches(bench)
    async with sensor, PiLamps("lamps", bench.clock, bench.board) as lamps:
        for number, place in enumerate(LIT):
            bench.pins.chain.set(number, closed=True)
            await lamps.show(Frame({place: BLUE}))
            bench.pulse.take()
            assert bench.pins.row.lit == 1 << number
            assert sensor._opened.closed == bench.pins.chain.closed


@in_loop
async def test_a_strip_and_plain_lamps_cannot_hang_on_the_same_wire() -> None:
    bench = Bench()
    async with PiStrip("strip", bench.clock, bench.board):
        with pytest.raises(DeviceFault, match=r"lamps wants GPIO7 \(pin 26\), which another"):
            await PiLamps("lamps", bench.clock, bench.board).__aenter__()
        bench.pulse.take()
    async with PiLamps("lamps", bench.clock, bench.board):
        pass


def test_a_picture_is_sent_once_and_now_and_then_again() -> None:
    bus = CountedBus([])
    strip = Strip(1, 400.0)
    strip._bus = bus
    strip.show(Frame({point(1): BLUE}))

    for turn in range(300):
        strip.turn(turn / 100)

    assert len(bus.sent) == 3 / AGAIN
    assert len(set(bus.sent)) == 1


def test_a_rhythm_is_kept_by_the_eighth() -> None:
    bus = CountedBus([])
    strip = Strip(1, 400.0)
    strip._bus = bus
    strip.show(Frame({point(1): Light(BLUE.colour, Rhythm.TRIPLE)}))

    for turn in range(100):
        strip.turn(turn / 100)

    assert len(bus.sent) == 6
    assert len(set(bus.sent)) == 2


@in_loop
async def test_dark_lamps_are_dark_to_begin_with() -> None:
    bench = Bench()
    bench.pins.strip.lamps = (WHITE.colour,) * 26
    async with PiStrip("strip", bench.clock, bench.board) as strip:
        assert set(bench.pins.strip.lamps) == {OFF}
        await strip.show(DARK)
