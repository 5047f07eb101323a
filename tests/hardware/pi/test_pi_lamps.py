"""Lamps on the pins of a Pi, decoded from the bits on the wire; their current is limited."""

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.checkers import Colour, Place, bar, point
from hardware.devices import DeviceFault
from hardware.drivers.pi import pi_outputs
from hardware.drivers.pi.simulated_pins import SimulatedPins
from hardware.outputs import (
    DARK_FRAME,
    DutyFrame,
    LampFrame,
    LampLight,
    Rgb,
    Rhythm,
    peak_milliamps,
)
from hardware.sensor_map import P5
from tests.rigs.devices.pi_rigs import OFF, PiBench, make_switches

colours = st.builds(Rgb, *[st.integers(0, 255)] * 3)
lights = st.builds(LampLight, colours, st.sampled_from(Rhythm))
frames = st.dictionaries(st.sampled_from(P5.lamps), lights).map(LampFrame)
BLUE = LampLight(Rgb(0, 0, 56))
WHITE = LampLight(Rgb(255, 255, 255))


@dataclass
class CountedBus:
    """A bus that records its data."""

    sent: list[bytes]

    def transfer(self, data: bytes) -> bytes:
        self.sent.append(data)
        return bytes(len(data))

    def close(self) -> None: ...


@given(st.lists(colours, min_size=26, max_size=26))
def test_every_colour_of_every_lamp_arrives(lamps: list[Rgb]) -> None:
    pins = SimulatedPins()
    pins.open()
    strip = pi_outputs.StripPart(P5.lamps, 1, 2000.0)
    strip.open(pins)
    strip.show(
        LampFrame({place: LampLight(lamp) for place, lamp in zip(P5.lamps, lamps, strict=True)})
    )
    strip.tick(0.0)

    assert pins.strip.lamps == tuple(lamps)


def test_a_message_begins_low_and_ends_with_280_microseconds_of_low() -> None:
    encoded = pi_outputs.encode_strip([Rgb(255, 0, 129)])

    assert encoded[:1] == b"\0"
    assert encoded[1:10].hex() == "924924" + "db6db6" + "d24926"
    assert encoded[10:] == bytes(90)
    assert 90 * 8 / 2_400_000 >= 280e-6


@pytest.mark.parametrize("lamps", P5.lamp_counts)
def test_longest_message_fits_into_one_transfer_of_the_kernel(lamps: int) -> None:
    assert len(pi_outputs.encode_strip([OFF] * lamps)) < 4096


@given(frames, st.sampled_from((1, 2, 3)), st.integers(0, 2000))
def test_lamps_never_draw_more_than_they_may(frame: LampFrame, each: int, most: int) -> None:
    shown = pi_outputs.limit_current(frame, P5.lamps, each, most)
    idle = pi_outputs.IDLE_MILLIAMPS * each * len(P5.lamps)

    assert peak_milliamps(DutyFrame(shown)) * each + idle <= max(most, idle) + 1e-6


@given(frames)
def test_lamps_that_may_draw_enough_are_left_as_they_are(frame: LampFrame) -> None:
    assert pi_outputs.limit_current(frame, P5.lamps, 1, 26 * 61.0) == frame


async def test_a_bug_that_wants_all_white_cannot_brown_out_the_pi(bench: PiBench) -> None:
    async with pi_outputs.PiStrip("strip", bench.clock, bench.board, most_milliamps=400.0) as strip:
        await strip.show(LampFrame(dict.fromkeys(P5.lamps, WHITE)))
        await bench.settle()
        drawn = sum(lamp.red + lamp.green + lamp.blue for lamp in bench.pins.strip.lamps)
        assert 300 < drawn / 255 * 20 + 26 <= 400


async def test_a_place_has_as_many_lamps_as_the_strip_has_for_it(bench: PiBench) -> None:
    async with pi_outputs.PiStrip("strip", bench.clock, bench.board, lamps=78) as strip:
        await strip.show(
            LampFrame({point(2): BLUE, bar(Colour.DARK): BLUE, Place("the floor"): WHITE})
        )
        await bench.settle()
        lit = [number for number, lamp in enumerate(bench.pins.strip.lamps) if lamp == BLUE.colour]
        assert lit == [3, 4, 5, 75, 76, 77]
        assert len(bench.pins.strip.lamps) == 78


def test_a_strip_of_any_other_length_is_refused(bench: PiBench) -> None:
    with pytest.raises(ValueError, match="lamps, not 30"):
        pi_outputs.PiStrip("strip", bench.clock, bench.board, lamps=30)


async def test_lamps_go_dark_on_closing(bench: PiBench) -> None:
    async with pi_outputs.PiStrip("strip", bench.clock, bench.board) as strip:
        await strip.show(LampFrame({point(2): BLUE}))
        await bench.settle()
        assert set(bench.pins.strip.lamps) == {OFF, BLUE.colour}
    assert set(bench.pins.strip.lamps) == {OFF}


async def test_switches_and_lamps_do_not_disturb_one_another(bench: PiBench) -> None:
    sensor = make_switches(bench)
    async with sensor, pi_outputs.PiStrip("strip", bench.clock, bench.board) as strip:
        for number in range(1, 25):
            bench.pins.chain.set(P5.sensor_at(point(number), 1), closed=True)
            await strip.show(LampFrame({point(number): WHITE}))
            bench.ticker.take()
            lit = [at for at, lamp in enumerate(bench.pins.strip.lamps) if lamp != OFF]
            assert lit == [number - 1]
            assert sensor._open_part.closed == bench.pins.chain.closed


async def test_switches_and_plain_lamps_do_not_disturb_one_another(bench: PiBench) -> None:
    sensor = make_switches(bench)
    async with sensor, pi_outputs.PiPlainLamps("lamps", bench.clock, bench.board) as lamps:
        for number, place in enumerate(P5.lamps):
            bench.pins.chain.set(number, closed=True)
            await lamps.show(LampFrame({place: BLUE}))
            bench.ticker.take()
            assert bench.pins.row.lit == 1 << number
            assert sensor._open_part.closed == bench.pins.chain.closed


async def test_strip_and_plain_lamps_cannot_share_a_pin(bench: PiBench) -> None:
    async with pi_outputs.PiStrip("strip", bench.clock, bench.board):
        with pytest.raises(DeviceFault, match=r"lamps needs GPIO7 \(pin 26\), which another"):
            await pi_outputs.PiPlainLamps("lamps", bench.clock, bench.board).__aenter__()
        bench.ticker.take()
    async with pi_outputs.PiPlainLamps("lamps", bench.clock, bench.board):
        pass


def test_unchanged_picture_is_sent_again_at_intervals() -> None:
    bus = CountedBus([])
    strip = pi_outputs.StripPart(P5.lamps, 1, 400.0)
    strip._bus = bus
    strip.show(LampFrame({point(1): BLUE}))

    for tick in range(300):
        strip.tick(tick / 100)

    assert len(bus.sent) == 3 / pi_outputs.RESEND_AFTER
    assert len(set(bus.sent)) == 1


def test_rhythm_is_kept_to_an_eighth_of_a_second() -> None:
    bus = CountedBus([])
    strip = pi_outputs.StripPart(P5.lamps, 1, 400.0)
    strip._bus = bus
    strip.show(LampFrame({point(1): LampLight(BLUE.colour, Rhythm.TRIPLE)}))

    for tick in range(100):
        strip.tick(tick / 100)

    assert len(bus.sent) == 6
    assert len(set(bus.sent)) == 2


async def test_lamps_are_dark_after_opening(bench: PiBench) -> None:
    bench.pins.strip.lamps = (WHITE.colour,) * 26
    async with pi_outputs.PiStrip("strip", bench.clock, bench.board) as strip:
        assert set(bench.pins.strip.lamps) == {OFF}
        await strip.show(DARK_FRAME)
