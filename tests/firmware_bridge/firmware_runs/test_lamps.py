"""Lamps shine as requested, decoded from the very pulses that the strip would get."""

import random

import pytest

from tests.rigs.firmware.pico_fixtures import MakePico
from tests.rigs.micropython.simulated_pico import DARK, Lamp, Pico
from tests.rigs.wire.raw_host import RawHost

COUNT = 26
MILLIAMPS = 400
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def current(lamps: tuple[Lamp, ...]) -> float:
    """Milliamperes that lamps take."""
    return sum(20 * sum(lamp) / 255 + 1 for lamp in lamps)


def test_each_lamp_has_the_ink_of_its_letter(pico: Pico, talk: RawHost) -> None:
    assert talk.ask(f"LED 100000ff002000ff000030ff .abc{'.' * 22}") == "OK LED"

    shown = (DARK, Lamp(16, 0, 0), Lamp(0, 32, 0), Lamp(0, 0, 48), *[DARK] * 22)
    pico.world.until(lambda: pico.world.lamps == shown, f"{shown}")


def test_as_many_inks_as_a_line_holds(pico: Pico, talk: RawHost) -> None:
    chance = random.Random(4)  # noqa: S311  # chance that repeats itself
    lamps = [Lamp(*(chance.randrange(9) for _ in range(3))) for _ in range(COUNT)]
    inks = "".join(f"{red:02x}{green:02x}{blue:02x}ff" for red, green, blue in lamps)

    assert talk.ask(f"LED {inks} {LETTERS}") == "OK LED"

    pico.world.until(lambda: pico.world.lamps == tuple(lamps), f"{lamps}")


def test_current_limit_holds_for_every_picture(pico: Pico, talk: RawHost) -> None:
    assert talk.ask(f"LED ffffffff {'a' * COUNT}") == "OK LED"
    pico.world.until(
        lambda: len(set(pico.world.lamps)) == 1 and pico.world.lamps[0][0] > 20, "white"
    )

    red, green, blue = pico.world.lamps[0]
    assert red == green == blue
    assert MILLIAMPS * 0.9 < current(pico.world.lamps) <= MILLIAMPS


@pytest.mark.release
def test_each_lamp_has_the_rhythm_of_its_ink(pico: Pico, talk: RawHost) -> None:
    rhythms = {"f0": (4, 4), "aa": (1, 1), "80": (1, 7), "cc": (2, 2), "fe": (7, 1)}
    inks = "".join(f"002000{eighths}" for eighths in rhythms)

    talk.ask(f"LED {inks} abcde{'.' * 21}")
    pico.world.until(lambda: Lamp(0, 32, 0) in pico.world.lamps, "green")

    expected = [pytest.approx(eighths, abs=0.5) for eighths in rhythms.values()]
    # A busy machine may disturb a recording, but hardly five of them.
    recordings = (pico.world.rhythms(2.4)[: len(rhythms)] for _ in range(5))
    shown = Lamp(0, 32, 0), DARK
    assert any([tuple(map(it.lasting, shown)) for it in found] == expected for found in recordings)


def test_a_steady_lamp_does_not_flicker_beside_one_that_blinks(pico: Pico, talk: RawHost) -> None:
    talk.ask(f"LED ff0000ff00ffffaa {'ab' * 13}")
    pico.world.until(lambda: len(set(pico.world.lamps)) == 2, "two inks")
    pico.world.outputs.frames.clear()
    pico.world.until(lambda: len(pico.world.outputs.frames) > 8, "more frames")

    assert len({frame.lamps[0] for frame in pico.world.outputs.frames}) == 1
    assert all(current(frame.lamps) <= MILLIAMPS for frame in pico.world.outputs.frames)


def test_refused_request_changes_nothing(pico: Pico, talk: RawHost) -> None:
    talk.ask(f"LED 000010ff {'a' * COUNT}")
    assert talk.ask(f"LED 100000ff {'a' * COUNT}.") == "ERR arg"
    pico.world.outputs.frames.clear()
    pico.world.until(lambda: pico.world.outputs.frames, "the next frame")

    assert pico.world.lamps == (Lamp(0, 0, 16),) * COUNT


@pytest.mark.release
def test_unchanged_picture_is_sent_again(pico: Pico, talk: RawHost) -> None:
    talk.ask(f"LED 000010ff {'a' * COUNT}")
    pico.world.until(lambda: pico.world.lamps == (Lamp(0, 0, 16),) * COUNT, "blue")
    pico.world.outputs.frames.clear()

    pico.world.until(lambda: len(pico.world.outputs.frames) >= 2, "the same again, and again")
    assert {frame.lamps for frame in pico.world.outputs.frames} == {(Lamp(0, 0, 16),) * COUNT}


@pytest.mark.parametrize("count", [0, 52, 78])
def test_a_strip_may_be_of_any_length(new_pico: MakePico, count: int) -> None:
    pico = new_pico(LAMPS=count)
    pico.plug()
    with RawHost(pico.port) as talk:
        assert talk.hello()["leds"] == str(count)
        if count:
            assert talk.ask(f"LED 000800ff {'a' * count}") == "OK LED"
            pico.world.until(lambda: pico.world.lamps == (Lamp(0, 8, 0),) * count, "green")
        else:
            assert talk.ask("LED - .").startswith("ERR ")


@pytest.mark.release
def test_board_without_a_host_says_so_until_the_next_request(pico: Pico, talk: RawHost) -> None:
    talk.ask(f"LED 000010ff {'a' * COUNT}")
    wanted = (Lamp(0, 0, 16),) * COUNT
    pico.world.until(lambda: pico.world.lamps == wanted, "blue")

    pico.world.until(lambda: pico.world.lamps != wanted, "that there is no host")
    alone = set(pico.world.lamps)
    talk.ask("PING again")

    assert alone.isdisjoint(wanted)
    pico.world.until(lambda: pico.world.lamps == wanted, "blue again")
