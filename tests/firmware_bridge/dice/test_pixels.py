"""What Pixels say, message by message."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.dice.bluetooth.makes import Battery, Said
from firmware_bridge.dice.bluetooth.pixels import understand
from firmware_bridge.dice.pairing import UNKNOWN, Die
from hardware.signals import DiceState

R, S, C, L = DiceState


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("03 00 00", UNKNOWN),
        ("03 01 00", Die(S, 1)),
        ("03 01 05", Die(S, 6)),
        ("03 02 03", Die(L)),
        ("03 03 03", Die(R)),
        ("03 04 03", Die(C)),
        ("03 05 02", Die(S, 3)),
        ("22 57 00", Battery(87)),
        ("22 64 02", Battery(100)),
    ],
)
def test_a_message_tells(message: str, said: Said) -> None:
    assert understand(bytes.fromhex(message)) == said


@pytest.mark.parametrize(
    "message",
    [
        "",
        "03",
        "03 01",
        "03 01 05 00",
        "03 01 06",
        "03 05 13",
        "03 01 ff",
        "03 06 01",
        "22 65 00",
        "22 57",
        "01",
        "02 06 09 02 11 22 33 44 55 66 77 88 10 20 00 11 22 33 01 04 57 00",
        "24 c4 00",
    ],
)
def test_any_other_message_tells_nothing_of_the_throw(message: str) -> None:
    assert understand(bytes.fromhex(message)) is None


@given(st.binary(max_size=24))
def test_no_message_is_too_odd(message: bytes) -> None:
    said = understand(message)
    assert said is None or isinstance(said, Die | Battery)
