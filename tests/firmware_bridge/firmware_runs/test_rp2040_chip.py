"""The real MicroPython on the real chip provides all that the firmware asks of a Pico."""

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

import pytest

from firmware_bridge.serial_port import SerialPort
from hardware.drivers.clocks import SystemClock
from service.doctor.machine_probe import probe_port
from tests.rigs.firmware.pico_fixtures import CHIP_UID, MakeChip
from tests.rigs.micropython.simulated_pico import DARK, Lamp, Pico
from tests.rigs.wire.pseudo_terminals import Direction
from tests.rigs.wire.raw_host import RawHost, from_board, wire_line

pytestmark = pytest.mark.soak

SLOW = 30.0
"""Seconds after which a wait fails; the simulated chip is slower than a real one."""
INSTALLING = 120
"""Seconds that an installation may take."""
TRIES = 3
"""The most requests that a host needs if a start takes longer than that of a real chip."""
UNHEARD = 150
"""Requests whose answers are more than fits between a board and its host."""
MIDDLE = 32768
NORTH = 8000
STOP = b"\r\x03"
AGAIN = b"\r\x03\x03\x04"
"""Ends the line, stops the program if there is one, and starts it again."""


@contextmanager
def greeted(pico: Pico) -> Iterator[RawHost]:
    """A conversation in which every hello has been answered, so that later changes are reported."""
    with RawHost(pico.port) as talk:
        talk.ask("HELLO 1", SLOW)
        talk.ask("PING greeted", SLOW)
        yield talk


@contextmanager
def starting_again(pico: Pico) -> Iterator[None]:
    """Waits until this has restarted the board."""
    starts = pico.world.outputs.events.count("booted")
    yield
    pico.world.until(
        lambda: pico.world.outputs.events.count("booted") > starts, "another start", SLOW
    )


def mpremote(pico: Pico, *command: str) -> subprocess.CompletedProcess[str]:
    """The output of mpremote, a person's tool for MicroPython."""
    return subprocess.run(
        [sys.executable, "-m", "mpremote", "connect", pico.port, *command],
        capture_output=True,
        text=True,
        check=False,
        timeout=SLOW,
    )


def test_board_reports_the_id_of_its_chip(chip: Pico) -> None:
    with greeted(chip) as talk:
        info = talk.hello()

    assert info["uid"] == CHIP_UID
    assert [info[key] for key in ("board", "cells", "leds", "btn")] == ["kibitz", "128", "26", "4"]


@pytest.mark.parametrize("sensor", [0, 7, 8, 127])
def test_each_switch_is_read_through_the_chain(chip: Pico, sensor: int) -> None:
    with greeted(chip) as talk:
        chip.world.press(sensor)

        assert talk.hear("S ", SLOW).split(" ")[2] == f"{1 << 127 - sensor:032x}"


def test_picture_is_shown_by_the_lamps(chip: Pico) -> None:
    shown = (Lamp(16, 0, 0), Lamp(0, 32, 0), Lamp(0, 0, 48), *[DARK] * 23)
    with greeted(chip) as talk:
        assert talk.ask(f"LED 100000ff002000ff000030ff abc{'.' * 23}") == "OK LED"

    chip.world.until(lambda: chip.world.lamps == shown, "the picture", SLOW)


def test_a_button_is_counted(chip: Pico) -> None:
    with greeted(chip) as talk:
        chip.world.push(2)

        assert talk.hear("B ", SLOW) == "B 0 0 1 0"


def test_the_piezo_sounds_and_is_silent_again(chip: Pico) -> None:
    with greeted(chip) as talk:
        for hertz in (2000, 20, 20000):
            assert talk.ask(f"BUZ {hertz} 50") == "OK BUZ"
            heard = partial(heard_last, chip, [hertz, 0])
            chip.world.until(heard, f"{hertz} Hz, and silence", SLOW)


def heard_last(chip: Pico, tones: list[int]) -> bool:
    return chip.world.outputs.tones[-len(tones) :] == tones


def test_magnetic_sensors_are_measured_bank_by_bank(new_chip: MakeChip) -> None:
    pico = new_chip(SENSORS="hall")
    pico.plug()
    with greeted(pico) as talk:
        pico.world.feel(0, MIDDLE + NORTH)
        pico.world.feel(127, MIDDLE - NORTH)

        talk.hear(lambda body: body.startswith("S ") and body.endswith(f" 4{'0' * 62}2"), SLOW)


def test_dice_behind_the_board_are_heard_even_after_a_new_start(new_chip: MakeChip) -> None:
    pico = new_chip(DICE=1)
    pico.plug()
    with greeted(pico) as talk:
        world = pico.world
        world.until(lambda: b"ROLL 0" in world.outputs.to_dice, "a question", SLOW)
        world.dice_say(bytes(range(256)) * 3 + b"\n" + from_board(0, "D 0 1 S 53"))
        assert talk.hear("D 0 ", SLOW).endswith(" S 53")
        talk.send(AGAIN)
        talk.ask("HELLO 1", SLOW)
        talk.ask("PING again", SLOW)
        world.dice_say(from_board(0, "D 0 1 S 64"))

        assert talk.hear(lambda body: body.endswith(" S 64"), SLOW)


def test_board_restarts_on_request(chip: Pico) -> None:
    with starting_again(chip), greeted(chip) as talk:
        assert talk.ask("RESET") == "OK RESET"

    with greeted(chip) as talk:
        assert talk.hello()["uid"] == CHIP_UID


def test_a_board_that_hangs_is_started_again(chip: Pico) -> None:
    with starting_again(chip), greeted(chip):
        chip.world.hang()


def test_ended_program_stays_at_its_prompt(chip: Pico) -> None:
    with greeted(chip) as talk:
        talk.send(STOP)
        # Longer than a watchdog of an RP2040 can wait.
        talk.listen(10)

        assert b"KeyboardInterrupt: \r" in talk.noise
        assert chip.world.outputs.events == ["booted"]


def test_a_program_that_has_ended_can_be_started_again(chip: Pico) -> None:
    with greeted(chip) as talk:
        talk.send(STOP)
        talk.listen(1)
        talk.send(AGAIN)

        talk.ask("HELLO 1", SLOW)
    assert b"MPY: soft reboot\r" in talk.noise
    assert chip.world.outputs.events == ["booted"]


def test_a_host_revives_a_program_that_has_ended(chip: Pico) -> None:
    with greeted(chip) as talk:
        talk.send(STOP)
        talk.listen(1)
    asked = [asyncio.run(probe_port(SerialPort(chip.port), SystemClock())) for _ in range(TRIES)][
        -1
    ]

    assert asked.info is not None
    assert asked.info.uid == CHIP_UID
    assert chip.world.outputs.events == ["booted"]


def test_impossible_setting_is_reported_at_the_prompt(new_chip: MakeChip) -> None:
    pico = new_chip(LAMPS=27)
    pico.plug()
    with RawHost(pico.port) as talk:
        talk.listen(5)

    assert any(b"LAMPS must be 0 or 26 or 52 or 78, not 27" in noise for noise in talk.noise)


def test_host_that_does_not_read_blocks_nothing_and_garbles_no_line(chip: Pico) -> None:
    with greeted(chip) as talk:
        chip.wire.hold(Direction.TO_HOST)
        for number in range(1, UNHEARD):
            talk.send(wire_line(number, "HELLO 1"))
        talk.send(wire_line(UNHEARD, f"LED ff0000ff {'a' * 26}"))
        chip.world.until(
            lambda: any(lamp.red > lamp.blue for lamp in chip.world.lamps), "red", SLOW
        )
        chip.wire.hold()
        talk.ask("PING heard", SLOW)

    assert not talk.noise


@pytest.mark.parametrize("attempt", range(3))
def test_mpremote_interrupts_a_running_board(chip: Pico, attempt: int) -> None:
    with greeted(chip):
        pass
    done = mpremote(chip, "exec", "print(6 * 7)")

    assert (done.returncode, done.stdout.strip()) == (0, "42"), (attempt, done)


def test_the_firmware_is_installed_on_a_new_pico_and_again_on_a_board(new_chip: MakeChip) -> None:
    pico = new_chip(blank=True)
    pico.plug()
    for options in ([], ["--lamps", "52"], ["--buttons", "3"]):
        done = subprocess.run(
            [sys.executable, "-m", "service", "firmware", "install", "--port", pico.port, *options],
            capture_output=True,
            text=True,
            check=False,
            timeout=INSTALLING,
        )
        assert done.returncode == 0, done

    with greeted(pico) as talk:
        info = talk.hello()
    assert [info[key] for key in ("uid", "leds", "btn")] == [CHIP_UID, "52", "3"]
