"""Setups, positions, and the numbers and names of squares."""

from random import Random

import pytest

from engine.checkers.errors import NotAPosition
from engine.checkers.position import (
    START,
    Checkers,
    Position,
    Rank,
    Setup,
    SetupFault,
    SetupFaultKind,
)
from engine.checkers.squares import (
    bit_of,
    field_name,
    field_named,
    field_of,
    mirror_bits,
    mirror_square,
    square_name,
    square_named,
    square_of,
    square_on,
    squares_of,
)
from engine.sides import BySide, Side
from tests.rigs.engine.checkers_boards import board, place, random_position

SQUARES = range(1, 33)
NUMBERED = """
.  1  .  2  .  3  .  4
5  .  6  .  7  .  8  .
.  9  . 10  . 11  . 12
13 . 14  . 15  . 16  .
. 17  . 18  . 19  . 20
21 . 22  . 23  . 24  .
. 25  . 26  . 27  . 28
29 . 30  . 31  . 32  .
"""
"""The numbers of the notation, with Dark at the top and Light below."""


def test_squares_lie_where_the_notation_has_them() -> None:
    words = NUMBERED.split()
    for field, word in enumerate(words):
        assert square_on(field) == (None if word == "." else int(word))
        assert field_name(field, dark=True) == f"{'abcdefgh'[field % 8]}{8 - field // 8}"


@pytest.mark.parametrize(
    ("name", "dark", "light"), [("a1", 29, 4), ("b8", 1, 32), ("g1", 32, 1), ("h8", 4, 29)]
)
def test_corners_have_their_names_and_both_sides_numbers(name: str, dark: int, light: int) -> None:
    assert square_named(name, dark=True) == dark
    assert square_named(name, dark=False) == light
    assert square_name(dark, dark=True) == square_name(light, dark=False) == name


@pytest.mark.parametrize("dark", [True, False])
def test_names_and_numbers_are_inverse(*, dark: bool) -> None:
    for field in range(64):
        assert field_named(field_name(field, dark=dark), dark=dark) == field
    for square in SQUARES:
        assert square_on(field_of(square)) == square_of(bit_of(square)) == square
        assert squares_of(mirror_bits(bit_of(square))) == (mirror_square(square),)
        assert field_of(mirror_square(square)) == 63 - field_of(square)


@pytest.mark.parametrize("name", ["", "a", "a0", "a9", "i1", "A1", "a11", "11"])
def test_name_of_no_field_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="a1 to h8"):
        field_named(name, dark=True)


def test_light_field_has_no_square() -> None:
    assert square_named("a8", dark=True) is None


def test_position_is_the_inverse_of_its_setup_and_of_its_mirror() -> None:
    chance = Random(1)  # noqa: S311 - positions, not secrets
    for position in (START, *(random_position(chance) for _ in range(200))):
        assert position.setup.position() == position == Position(*position.bits)
        assert position.mirrored.mirrored == position
        assert position.mirrored.setup == position.setup.mirrored


def test_checkers_of_a_position_are_known_by_square() -> None:
    position = board("5 K9", "30 31 K2")
    assert position.man_squares == BySide((5,), (30, 31))
    assert position.king_squares == BySide((9,), (2,))
    assert position.captured_count == BySide(10, 9)


@pytest.mark.parametrize(
    ("mover", "other", "owed"),
    [
        ("1 2 3 4 5 6 7 8 9 10 11 K12", "32", BySide(1, 0)),
        ("1 2 3 4 5 6 7 8 9 10 K12", "32", BySide(0, 0)),
        ("1 2 3 4 5 6 7 8 9 K11 K12", "32", BySide(1, 0)),
        ("1", "K21 K22 K23 K24 K25 K26 K27", BySide(0, 2)),
    ],
)
def test_crown_is_owed_while_too_few_of_ones_own_are_captured(
    mover: str, other: str, owed: BySide[int]
) -> None:
    assert board(mover, other).crowns_owed == owed


def test_every_fault_of_a_setup_is_found_at_once() -> None:
    squares = [field_of(square) for square in range(1, 14)]
    far, light = field_of(30), 0
    mover = dict.fromkeys((*squares, far, light), Rank.MAN)
    other = {field_of(1): Rank.KING, field_of(2): Rank.MAN}

    faults = Setup.of(mover, other).faults()

    assert set(faults) == {
        SetupFault(SetupFaultKind.TOO_MANY, Side.MOVER, 3),
        SetupFault(SetupFaultKind.LIGHT_FIELD, Side.MOVER, fields=(light,)),
        SetupFault(SetupFaultKind.SHARED_FIELD, fields=(field_of(1), field_of(2))),
        SetupFault(SetupFaultKind.MAN_ON_FAR_ROW, Side.MOVER, fields=(far,)),
        SetupFault(SetupFaultKind.MAN_ON_FAR_ROW, Side.OTHER, fields=(field_of(2),)),
    }


def test_empty_board_is_no_position_and_one_empty_side_is() -> None:
    assert Setup().faults() == (SetupFault(SetupFaultKind.EMPTY_BOARD),)
    assert place("", "30").faults() == ()


def test_man_and_king_on_one_field_share_it() -> None:
    bit = 1 << field_of(9)
    faults = Setup(Checkers(bit, bit)).faults()
    assert faults == (SetupFault(SetupFaultKind.SHARED_FIELD, fields=(field_of(9),)),)


def test_setup_that_is_no_position_is_refused_with_its_faults() -> None:
    with pytest.raises(NotAPosition, match="man on the far row of the mover on 56") as refused:
        place("29").position()
    assert len(refused.value.faults) == 1


@pytest.mark.parametrize("bits", [(1 << 8, 1, 0), (1, 2, 4), (-1, 1, 0), (1, 1 << 35, 0)])
def test_bits_of_no_squares_are_refused(bits: tuple[int, int, int]) -> None:
    with pytest.raises(ValueError, match="bits of squares"):
        Position(*bits)


@pytest.mark.parametrize("bits", [-1, 1 << 64])
def test_fields_beyond_the_board_are_refused(bits: int) -> None:
    with pytest.raises(ValueError, match="fields 0 to 63"):
        Checkers(bits)
    with pytest.raises(ValueError, match="fields 0 to 63"):
        Setup.of({bits: Rank.MAN}, {})
