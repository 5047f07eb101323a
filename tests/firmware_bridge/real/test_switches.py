"""The switches under the checkers are felt by the firmware as docs/wire.md says."""

import random
import time
from collections.abc import Iterator

import pytest

from tests.rigs.firmware import MakePico
from tests.rigs.micropython.pico import Pico
from tests.rigs.micropython.world import SWITCHES
from tests.rigs.serial_wire import Way
from tests.rigs.talk import Talk

STEP = 0.005
"""Seconds between two looks at the switches."""
GLITCHES = 40
DIGITS = SWITCHES // 4


@pytest.fixture
def talk(pico: Pico) -> Iterator[Talk]:
    with Talk(pico.port) as talk:
        talk.hello()
        talk.ask("SNAP")
        yield talk


def bits(*cells: int) -> str:
    """As the wire has it: the first sensor in the highest bit, and 1 is a checker."""
    return f"{sum(1 << (SWITCHES - 1 - cell) for cell in cells):0{DIGITS}x}"


def test_each_switch_is_told_by_itself(pico: Pico, talk: Talk) -> None:
    for cell in range(0, SWITCHES, 9):
        pico.world.lay({cell})

        assert talk.hear(lambda told: told.startswith("S ")).split(" ")[2] == bits(cell)


def test_a_whole_board_is_told_at_once(pico: Pico, talk: Talk) -> None:
    cells = set(random.Random(3).sample(range(SWITCHES), 30))  # noqa: S311  # chance that repeats itself
    pico.world.lay(cells)

    assert talk.hear("S ").split(" ")[2] == bits(*cells)


def test_each_change_is_another_generation(pico: Pico, talk: Talk) -> None:
    before = int(talk.ask("SNAP").split(" ")[2])
    pico.world.press(7)
    pressed = int(talk.hear("S ").split(" ")[1])
    pico.world.release(7)
    released = int(talk.hear("S ").split(" ")[1])

    assert (pressed, released) == (before + 1, before + 2)


def test_what_is_closed_at_the_start_is_there_at_once(new_pico: MakePico) -> None:
    pico = new_pico()
    pico.world.press(3, 100)
    pico.plug()
    with Talk(pico.port) as talk:
        talk.hello()

        assert talk.ask("SNAP") == f"OK S 0 {bits(3, 100)}"


def test_a_glitch_of_four_milliseconds_is_never_told(pico: Pico, talk: Talk) -> None:
    before = talk.ask("SNAP")
    for cell in range(GLITCHES):
        pico.world.bounce(cell, 4)
        talk.listen(0.02)

    assert talk.ask("SNAP") == before
    assert [told for told in talk.told if told.startswith("S ")] == []


def test_a_contact_that_bounces_is_told_once(pico: Pico, talk: Talk) -> None:
    pico.world.press(50)
    for _ in range(3):
        pico.world.bounce(50, 2)
        time.sleep(0.003)
    talk.hear("S ")
    pico.world.press(51)

    assert talk.hear("S ").split(" ")[2] == bits(50, 51)


def test_a_switch_is_believed_after_four_equal_looks(pico: Pico, talk: Talk) -> None:
    pressed = time.monotonic()
    pico.world.press(9)
    talk.hear("S ")

    assert time.monotonic() - pressed >= 3 * STEP


def test_the_looks_that_must_agree_can_be_set(pico: Pico, talk: Talk) -> None:
    assert talk.ask("SET deb 8") == "OK SET"
    pressed = time.monotonic()
    pico.world.press(9)
    talk.hear("S ")

    assert time.monotonic() - pressed >= 7 * STEP


def test_a_host_that_does_not_listen_is_told_the_newest_afterwards(pico: Pico, talk: Talk) -> None:
    pico.wire.hold(Way.TO_HOST)
    for cell in range(40):
        pico.world.lay({cell})
        talk.listen(0.03)
    assert [told for told in talk.told if told.startswith("S ")] == []
    pico.wire.hold()

    last = talk.hear(lambda told: told.endswith(bits(39)))
    assert talk.ask("SNAP") == f"OK {last}"
    assert talk.noise == []
    assert len(talk.told) < 20
