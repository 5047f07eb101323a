"""GoDice and Pixels, packet by packet."""

from collections.abc import Callable
from types import UnionType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.bluetooth_dice import (
    BatteryLevel,
    DotColour,
    PacketContent,
    parse_godice,
    parse_pixels,
)
from firmware_bridge.dice_pair import UNKNOWN_DIE, Die
from hardware.signals import DiceState

R, S, C, _ON_CHECKER, L = DiceState


Parser = Callable[[bytes], PacketContent]
GODICE = (
    *(("52", Die(R)), ("53 c0 00 00", Die(S, 1)), ("53 00 00 40", Die(S, 2))),
    *(("53 00 40 00", Die(S, 3)), ("53 00 c0 00", Die(S, 4)), ("53 00 00 c0", Die(S, 5))),
    *(("53 40 00 00", Die(S, 6)), ("53 3e 05 fb", Die(S, 6)), ("46 53 c1 02 fe", Die(S, 1))),
    *(("4d 53 01 41 ff", Die(S, 3)), ("54 53 2d 2d 00", Die(C)), ("53 2d 2d 03", Die(C))),
    *(("53 80 80 80", Die(C)), ("53 80 00 00", Die(S, 1)), ("42 61 74 57", BatteryLevel(87))),
    *(("42 61 74 00", BatteryLevel(0)), ("43 6f 6c 03", DotColour("blue"))),
)
GODICE_OTHERS = (
    *("", "53", "53 40", "53 40 00", "53 40 00 00 00", "53 00 00 00", "46 53 40 00"),
    *("54 53 40 00", "54 53 40 00 00 00", "4d 53", "42 61 74", "42 61 74 65", "42 61 74 57 00"),
    *("43 6f 6c", "43 6f 6c 06", "54 61 70", "44 54 61 70", "43 68 61 72 01", "ff ff ff ff"),
)
PIXELS = (
    *(("03 00 00", UNKNOWN_DIE), ("03 01 00", Die(S, 1)), ("03 01 05", Die(S, 6))),
    *(("03 02 03", Die(L)), ("03 03 03", Die(R)), ("03 04 03", Die(C))),
    *(("03 05 02", Die(S, 3)), ("22 57 00", BatteryLevel(87)), ("22 64 02", BatteryLevel(100))),
)
PIXELS_OTHERS = (
    *("", "03", "03 01", "03 01 05 00", "03 01 06", "03 05 13", "03 01 ff", "03 06 01"),
    *("22 65 00", "22 57", "01"),
    *("02 06 09 02 11 22 33 44 55 66 77 88 10 20 00 11 22 33 01 04 57 00", "24 c4 00"),
)


@pytest.mark.parametrize(
    ("parse", "packet", "said"),
    [*((parse_godice, *row) for row in GODICE), *((parse_pixels, *row) for row in PIXELS)],
)
def test_packet_is_parsed(parse: Parser, packet: str, said: PacketContent) -> None:
    assert parse(bytes.fromhex(packet)) == said


@pytest.mark.parametrize(
    ("parse", "packet"),
    [*((parse_godice, it) for it in GODICE_OTHERS), *((parse_pixels, it) for it in PIXELS_OTHERS)],
)
def test_other_packet_is_ignored(parse: Parser, packet: str) -> None:
    assert parse(bytes.fromhex(packet)) is None


@pytest.mark.parametrize(
    ("parse", "kinds"),
    [(parse_godice, Die | BatteryLevel | DotColour), (parse_pixels, Die | BatteryLevel)],
)
@given(packet=st.binary(max_size=24))
def test_any_bytes_are_parsed_or_ignored(parse: Parser, kinds: UnionType, packet: bytes) -> None:
    said = parse(packet)
    assert said is None or isinstance(said, kinds)
