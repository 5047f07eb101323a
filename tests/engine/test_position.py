"""A setup may be anything; a position is legal; the conversion names every fault."""

import pytest
from hypothesis import given

from engine.backgammon.errors import NotAPosition
from engine.backgammon.position import START, Position, Setup, SetupFault, SetupFaultKind
from engine.sides import BySide, Side
from tests.rigs.engine.random_positions import positions

ALL_OFF = {0: 15}


def test_the_starting_position_is_the_same_from_both_sides() -> None:
    assert START.mirrored == START
    assert START.pips == BySide(167, 167)


def test_points_are_numbered_from_the_movers_home() -> None:
    assert [START.counts[point - 1] for point in (24, 13, 8, 6)] == [2, 5, 3, 5]
    assert [START.counts[point - 1] for point in (1, 12, 17, 19)] == [-2, -5, -3, -5]


def test_every_fault_of_a_setup_is_named_at_once() -> None:
    setup = Setup.of({6: 10, 5: 6}, {20: 2, 3: 12})
    assert setup.faults() == (
        SetupFault(SetupFaultKind.TOO_MANY, Side.MOVER, 1),
        SetupFault(SetupFaultKind.TOO_FEW, Side.OTHER, 1),
        SetupFault(SetupFaultKind.SHARED_POINT, point=5),
    )
    with pytest.raises(NotAPosition) as refused:
        setup.position()
    assert refused.value.faults == setup.faults()


def test_both_sides_cannot_have_borne_off_all() -> None:
    (fault,) = Setup.of(ALL_OFF, ALL_OFF).faults()
    assert fault.kind is SetupFaultKind.BOTH_FINISHED


@pytest.mark.parametrize("counts", [(), (0,) * 27, (15,) + (0,) * 27, (-1,) * 28, (99,) * 28])
def test_counts_that_are_no_position_are_refused_when_made(counts: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match=r"."):
        Position(counts)


def test_setup_may_be_given_field_by_field() -> None:
    counts = START.counts
    mine = [max(count, 0) for count in counts]
    theirs = [max(-count, 0) for count in counts]
    assert Setup.of_fields(mine, theirs) == START.setup
    mine[24], mine[26], theirs[25], theirs[27] = 1, 2, 3, 4
    setup = Setup.of_fields(mine, theirs)
    assert (setup.mover[25], setup.mover[0], setup.other[25], setup.other[0]) == (1, 2, 3, 4)


def test_a_setup_has_26_counts_a_side_and_none_below_zero() -> None:
    with pytest.raises(ValueError, match="26 counts"):
        Setup((0,) * 25, (0,) * 26)
    with pytest.raises(ValueError, match="26 counts"):
        Setup((-1,) + (0,) * 25, (0,) * 26)


@given(positions())
def test_turning_a_position_twice_changes_nothing(position: Position) -> None:
    assert position.mirrored.mirrored == position
    assert position.mirrored.pips == BySide(position.pips.other, position.pips.mover)
    assert position.mirrored.setup == position.setup.mirrored


@given(positions())
def test_position_survives_the_conversion_to_a_setup_and_back(position: Position) -> None:
    assert position.setup.position() == position
    assert hash(position.setup.position()) == hash(position)
    assert eval(repr(position)) == position  # noqa: S307 - a value's repr can be pasted back


def test_sides_in_contact_can_still_meet() -> None:
    assert START.has_contact
    assert not Setup.of({6: 15}, {6: 15}).position().has_contact
    assert Setup.of({25: 1, 1: 14}, {1: 15}).position().has_contact
    assert not Setup.of({12: 15}, {12: 15}).position().has_contact
    assert Setup.of({13: 15}, {13: 15}).position().has_contact


def test_a_checker_on_the_bar_still_has_25_points_to_go() -> None:
    assert Setup.of({25: 2, 0: 13}, {1: 1, 0: 14}).position().pips == BySide(50, 1)


def test_a_side_with_all_its_checkers_off_has_won() -> None:
    assert START.winner is None
    assert Setup.of(ALL_OFF, {24: 15}).position().winner is Side.MOVER
    assert Setup.of({24: 15}, ALL_OFF).position().winner is Side.OTHER
