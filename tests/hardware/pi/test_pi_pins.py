"""The map of the pins is right: by both numbers, and no pin is used twice."""

from itertools import chain

import pytest
from gpiozero.pins.mock import MockFactory  # type: ignore[import-untyped]  # it has no types

from hardware.drivers.pi.pins import GROUND, PINS, POWER_3V3, POWER_5V, Pin

HEADER = MockFactory().board_info.headers["J8"].pins


@pytest.mark.parametrize("pin", PINS.values(), ids=PINS.keys())
def test_both_numbers_of_a_pin_mean_the_same_pin(pin: Pin) -> None:
    assert HEADER[pin.header].name == pin.gpio


@pytest.mark.parametrize(("pins", "name"), [(POWER_3V3, "3V3"), (POWER_5V, "5V"), (GROUND, "GND")])
def test_the_pins_without_a_signal_are_all_named(pins: tuple[int, ...], name: str) -> None:
    assert pins == tuple(number for number in sorted(HEADER) if HEADER[number].name == name)


def test_no_pin_is_used_twice() -> None:
    used = [pin.header for pin in PINS.values()]
    assert len(used) == len(set(used))
    assert not set(used) & set(chain(POWER_3V3, POWER_5V, GROUND))


def test_a_pin_is_told_by_both_its_numbers() -> None:
    assert str(PINS["chain load"]) == "GPIO25 (pin 22)"
