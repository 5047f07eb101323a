"""Buttons, piezo, magnetic sensors and dice behind the board do as docs/wire.md says."""

import pytest

from tests.rigs.firmware.pico_fixtures import MakePico
from tests.rigs.micropython.simulated_pico import BUTTONS, Pico
from tests.rigs.wire.raw_host import RawHost, from_board

MIDDLE = 32768
"""The value of a sensor without a magnet."""
NORTH = 8000
"""The change of the value of a sensor by a checker above it."""


@pytest.mark.parametrize("button", range(len(BUTTONS)))
def test_each_press_of_a_button_is_counted(pico: Pico, talk: RawHost, button: int) -> None:
    counts = [0] * len(BUTTONS)
    for presses in (1, 2):
        pico.world.push(button)
        counts[button] = presses
        assert talk.hear("B ") == f"B {' '.join(map(str, counts))}"
        pico.world.let_go(button)
        # The board debounces the release as well.
        talk.listen(0.1)

    assert talk.ask("BTN") == f"OK B {' '.join(map(str, counts))}"


def test_a_button_that_is_held_is_one_press(pico: Pico, talk: RawHost) -> None:
    talk.ask("SET beat 200")
    pico.world.push(2)
    talk.hear("B ")
    for _ in range(3):
        talk.hear("H ")

    assert talk.ask("BTN") == "OK B 0 0 1 0"


def test_the_piezo_sounds_and_is_silent_again(pico: Pico, talk: RawHost) -> None:
    talk.ask("BUZ 2000 50")
    pico.world.until(lambda: pico.world.outputs.tones[-2:] == [2000, 0], "a tone, and silence")


def test_the_piezo_can_be_silenced(pico: Pico, talk: RawHost) -> None:
    talk.ask("BUZ 1000 10000")
    pico.world.until(lambda: pico.world.outputs.tones[-1:] == [1000], "a tone")
    talk.ask("BUZ 0 0")

    pico.world.until(lambda: pico.world.outputs.tones[-1:] == [0], "silence")


@pytest.fixture
def hall(new_pico: MakePico) -> Pico:
    """A board that feels the poles of magnets."""
    pico = new_pico(SENSORS="hall")
    pico.plug()
    return pico


def test_magnetic_sensor_distinguishes_the_colours(hall: Pico) -> None:
    with RawHost(hall.port) as talk:
        assert talk.hello()["bits"] == "2"
        hall.world.feel(0, MIDDLE + NORTH)
        talk.hear(lambda body: body.startswith("S ") and body.endswith(" 4" + "0" * 63))
        hall.world.feel(127, MIDDLE - NORTH)
        talk.hear(lambda body: body.startswith("S ") and body.endswith(" 4" + "0" * 62 + "2"))


def test_a_magnetic_sensor_has_two_thresholds(hall: Pico) -> None:
    with RawHost(hall.port) as talk:
        talk.hello()
        assert talk.ask("SET thr 5000,3000") == "OK SET"
        hall.world.feel(1, MIDDLE + 4000)
        hall.world.feel(2, MIDDLE + 6000)
        talk.hear(lambda body: body.startswith("S ") and body.endswith(" 04" + "0" * 62))
        hall.world.feel(2, MIDDLE + 4000)
        hall.world.feel(0, MIDDLE + 6000)
        talk.hear(lambda body: body.startswith("S ") and body.endswith(" 44" + "0" * 62))
        hall.world.feel(2, MIDDLE + 2000)
        talk.hear(lambda body: body.startswith("S ") and body.endswith(" 4" + "0" * 63))


def test_bank_of_sensors_is_reported_as_measured(hall: Pico) -> None:
    with RawHost(hall.port) as talk:
        talk.hello()
        for sensor in range(8, 16):
            hall.world.feel(sensor, 30000 + sensor)
        values = " ".join(str(30000 + sensor) for sensor in range(8, 16))
        talk.ask_until("RAW 1", lambda answer: answer == f"OK RAW 1 {values}")
        assert talk.ask("RAW 15").startswith("OK RAW 15 ")
        assert talk.ask("RAW 16") == "ERR arg"


@pytest.mark.release(after=2)
@pytest.mark.parametrize("thresholds", ["5000", "5000,6000", "5000,", "x,y", "99999,1", "1,2,3"])
def test_thresholds_that_make_no_sense_are_refused(hall: Pico, thresholds: str) -> None:
    with RawHost(hall.port) as talk:
        talk.hello()

        assert talk.ask(f"SET thr {thresholds}") == "ERR arg"


@pytest.fixture
def with_dice(new_pico: MakePico) -> Pico:
    """A board with two pairs of dice behind it."""
    pico = new_pico(DICE=2)
    pico.plug()
    return pico


def test_dice_behind_the_board_are_greeted_and_asked_and_passed_on(with_dice: Pico) -> None:
    world = with_dice.world
    with RawHost(with_dice.port) as talk:
        assert talk.hello()["dice"] == "2"
        world.until(lambda: world.outputs.to_dice.count(b"\n") >= 4, "four questions")
        asked = [row.partition(b"*")[0] for row in world.outputs.to_dice.splitlines()[:4]]
        assert asked == [b">01HELLO 1", b">02ROLL 0", b">03ROLL 1", b">04HELLO 1"]
        for number, (state, shown) in enumerate([("R -", "R -"), ("S 53", "S 53"), ("L -", "L -")]):
            world.dice_say(from_board(0, f"D 0 {number} {state}"))
            assert talk.hear("D 0 ").split(" ", 3)[3] == shown
        assert talk.ask("ROLL 0").split(" ", 4)[4] == "L -"
        assert talk.ask("ROLL 1").split(" ", 4)[4] == "E -"
        assert talk.ask("ROLL 2") == "ERR arg"


def test_the_same_numbers_thrown_again_are_another_throw(with_dice: Pico) -> None:
    with RawHost(with_dice.port) as talk:
        talk.hello()
        with_dice.world.dice_say(from_board(0, "D 1 7 S 66"))
        first = talk.hear("D 1 ").split(" ")
        with_dice.world.dice_say(from_board(0, "D 1 7 S 66") + from_board(0, "D 1 8 S 66"))
        second = talk.hear("D 1 ").split(" ")

    assert (first[3:], second[3:]) == (["S", "66"], ["S", "66"])
    assert int(second[2]) == int(first[2]) + 1


@pytest.mark.release
def test_dice_that_fall_silent_cannot_be_reached(with_dice: Pico) -> None:
    with RawHost(with_dice.port) as talk:
        talk.hello()
        with_dice.world.dice_say(from_board(0, "D 0 1 S 21"))
        talk.hear(lambda body: body.endswith("S 21"))

        assert talk.hear("D 0 ").split(" ", 3)[3] == "E -"


@pytest.mark.release(after=2)
@pytest.mark.parametrize(
    "noise",
    [
        *(b"3 5\n", b"<00D 0 1 S 77*00000000\n", from_board(0, "D 0 1 S 77")),
        *(from_board(0, "D 0 1 S"), from_board(0, "D 5 1 S 11"), from_board(0, "D x y S 11")),
        bytes(range(256)) * 3,
    ],
    ids=lambda noise: repr(noise[:12]),
)
def test_noise_of_dice_is_never_a_throw(with_dice: Pico, noise: bytes) -> None:
    with RawHost(with_dice.port) as talk:
        talk.hello()
        with_dice.world.dice_say(noise + b"\n" + from_board(0, "D 0 9 S 64"))

        assert talk.hear("D 0 ").endswith(" S 64")


def test_pico_with_only_dice_is_a_board_of_the_kind_dice(new_pico: MakePico) -> None:
    pico = new_pico(uid="d1ce", SENSORS=None, LAMPS=0, BUTTONS=0, BUZZER=False, DICE=1)
    pico.plug()
    with RawHost(pico.port) as talk:
        fields = talk.hello()

        kind, *parts = (fields[key] for key in ("board", "cells", "leds", "btn", "dice"))
        assert (kind, parts) == ("dice", ["0", "0", "0", "1"])
        pico.world.dice_say(from_board(0, "D 0 1 S 31"))
        assert talk.hear("D 0 ").endswith(" S 31")
        assert talk.ask("PING x") == "OK PING x"
        assert talk.ask("SET beat 500") == "OK SET"
