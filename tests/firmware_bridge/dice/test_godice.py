"""What GoDice say, packet by packet."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.dice.bluetooth.godice import understand
from firmware_bridge.dice.bluetooth.makes import Battery, Dots, Said
from firmware_bridge.dice.pairing import Die
from hardware.signals import DiceState

R, S, C, _ = DiceState


@pytest.mark.parametrize(
    ("packet", "said"),
    [
        ("52", Die(R)),
        ("53 c0 00 00", Die(S, 1)),
        ("53 00 00 40", Die(S, 2)),
        ("53 00 40 00", Die(S, 3)),
        ("53 00 c0 00", Die(S, 4)),
        ("53 00 00 c0", Die(S, 5)),
        ("53 40 00 00", Die(S, 6)),
        ("53 3e 05 fb", Die(S, 6)),
        ("46 53 c1 02 fe", Die(S, 1)),
        ("4d 53 01 41 ff", Die(S, 3)),
        ("54 53 2d 2d 00", Die(C)),
        ("53 2d 2d 03", Die(C)),
        ("53 80 80 80", Die(C)),
        ("53 80 00 00", Die(S, 1)),
        ("42 61 74 57", Battery(87)),
        ("42 61 74 00", Battery(0)),
        ("43 6f 6c 03", Dots("blue")),
    ],
)
def test_a_packet_tells(packet: str, said: Said) -> None:
    assert understand(bytes.fromhex(packet)) == said


@pytest.mark.parametrize(
    "packet",
    [
        "",
        "53",
        "53 40",
        "53 40 00",
        "53 40 00 00 00",
        "53 00 00 00",
        "46 53 40 00",
        "54 53 40 00",
        "54 53 40 00 00 00",
        "4d 53",
        "42 61 74",
        "42 61 74 65",
        "42 61 74 57 00",
        "43 6f 6c",
        "43 6f 6c 06",
        "54 61 70",
        "44 54 61 70",
        "43 68 61 72 01",
        "ff ff ff ff",
    ],
)
def test_any_other_packet_tells_nothing_of_the_throw(packet: str) -> None:
    assert understand(bytes.fromhex(packet)) is None


@given(st.binary(max_size=24))
def test_no_packet_is_too_odd(packet: bytes) -> None:
    said = understand(packet)
    assert said is None or isinstance(said, Die | Battery | Dots)
