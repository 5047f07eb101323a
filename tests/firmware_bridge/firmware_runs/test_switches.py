"""Switches under the checkers are reported by the firmware as docs/wire.md says."""

import random
import time
from collections.abc import Iterator

import pytest

from tests.rigs.firmware.pico_fixtures import MakePico
from tests.rigs.micropython.simulated_pico import SWITCHES, Pico
from tests.rigs.wire.pseudo_terminals import Direction
from tests.rigs.wire.raw_host import RawHost

STEP = 0.005
"""Seconds between two samples of the switches."""
GLITCHES = 40
DIGITS = SWITCHES // 4


@pytest.fixture
def talk(pico: Pico) -> Iterator[RawHost]:
    with RawHost(pico.port) as talk:
        talk.hello()
        talk.ask("SNAP")
        yield talk


def bits(*sensors: int) -> str:
    """The sensors as on the wire: the first sensor in the highest bit, 1 for a checker."""
    return f"{sum(1 << (SWITCHES - 1 - sensor) for sensor in sensors):0{DIGITS}x}"


def test_each_switch_is_reported_separately(pico: Pico, talk: RawHost) -> None:
    for sensor in range(0, SWITCHES, 9):
        pico.world.lay({sensor})

        assert talk.hear(lambda body: body.startswith("S ")).split(" ")[2] == bits(sensor)


def test_whole_board_is_reported_at_once(pico: Pico, talk: RawHost) -> None:
    sensors = set(random.Random(3).sample(range(SWITCHES), 30))  # noqa: S311  # chance that repeats itself
    pico.world.lay(sensors)

    assert talk.hear("S ").split(" ")[2] == bits(*sensors)


def test_each_change_is_another_generation(pico: Pico, talk: RawHost) -> None:
    before = int(talk.ask("SNAP").split(" ")[2])
    pico.world.press(7)
    pressed = int(talk.hear("S ").split(" ")[1])
    pico.world.release(7)
    released = int(talk.hear("S ").split(" ")[1])

    assert (pressed, released) == (before + 1, before + 2)


def test_switch_closed_at_the_start_is_reported_at_once(new_pico: MakePico) -> None:
    pico = new_pico()
    pico.world.press(3, 100)
    pico.plug()
    with RawHost(pico.port) as talk:
        talk.hello()

        assert talk.ask("SNAP") == f"OK S 0 {bits(3, 100)}"


def test_glitch_of_four_milliseconds_is_never_reported(pico: Pico, talk: RawHost) -> None:
    before = talk.ask("SNAP")
    for sensor in range(GLITCHES):
        pico.world.bounce(sensor, 4)
        talk.listen(0.02)

    assert talk.ask("SNAP") == before
    assert [body for body in talk.unrequested if body.startswith("S ")] == []


def test_bouncing_contact_is_reported_once(pico: Pico, talk: RawHost) -> None:
    pico.world.press(50)
    for _ in range(3):
        pico.world.bounce(50, 2)
        time.sleep(0.003)
    talk.hear("S ")
    pico.world.press(51)

    assert talk.hear("S ").split(" ")[2] == bits(50, 51)


def test_switch_is_reported_after_four_equal_samples(pico: Pico, talk: RawHost) -> None:
    pressed = time.monotonic()
    pico.world.press(9)
    talk.hear("S ")

    assert time.monotonic() - pressed >= 3 * STEP


def test_number_of_samples_that_must_agree_can_be_set(pico: Pico, talk: RawHost) -> None:
    assert talk.ask("SET deb 8") == "OK SET"
    pressed = time.monotonic()
    pico.world.press(9)
    talk.hear("S ")

    assert time.monotonic() - pressed >= 7 * STEP


def test_late_reading_host_gets_the_newest_state(pico: Pico, talk: RawHost) -> None:
    pico.wire.hold(Direction.TO_HOST)
    for sensor in range(40):
        pico.world.lay({sensor})
        talk.listen(0.03)
    assert [body for body in talk.unrequested if body.startswith("S ")] == []
    pico.wire.hold()

    last = talk.hear(lambda body: body.endswith(bits(39)))
    assert talk.ask("SNAP") == f"OK {last}"
    assert talk.noise == []
    assert len(talk.unrequested) < 20
