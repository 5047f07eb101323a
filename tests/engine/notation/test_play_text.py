"""Plays are written as people write them, and read as people mean them."""

from contextlib import suppress
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine.backgammon.dice import Dice
from engine.backgammon.illegal_plays.explanation import find_reasons
from engine.backgammon.illegal_plays.play_reasons import ReasonKind
from engine.backgammon.moves.plays import LegalPlays, StepSequence
from engine.backgammon.moves.steps import CheckerStep
from engine.backgammon.notation.play_text import (
    describe_play,
    read_play,
    write_play,
    write_result,
    write_steps,
)
from engine.backgammon.position import START, Position, Setup, SetupFaultKind
from engine.scanner import NotationError
from tests.rigs.engine.play_notation import board, position_after
from tests.rigs.engine.random_positions import corrupted_text, positions, throws
from tests.rigs.engine.reference_results import play_rows

BLOTS_ON_THE_WAY = Setup.of({24: 1, 6: 14}, {7: 1, 6: 1, 2: 13}).position()
"""A checker on 24, and blots on 18 and 19."""


def line(*steps: tuple[int, int] | tuple[int, int, bool]) -> StepSequence:
    return tuple(CheckerStep(*step) for step in steps)


def plays(mover: dict[int, int], other: dict[int, int], dice: str) -> LegalPlays:
    """The plays of a throw; checkers that are not given are borne off."""
    for side in (mover, other):
        side[0] = side.get(0, 0) + 15 - sum(side.values())
    return LegalPlays(Setup.of(mover, other).position(), Dice.parse(dice))


def after(legal: LegalPlays, text: str) -> dict[int, int]:
    """The mover's checkers after what a text describes, and the opponent's on the bar."""
    board = read_play(text, legal)
    mover = {place: count for place, count in enumerate(board.mover) if count}
    return {**mover, -25: board.other[25]}


@pytest.mark.release
def test_every_play_of_the_oracles_comes_back_from_its_text() -> None:
    for pair in play_rows():
        legal = LegalPlays(pair.position, pair.dice)
        for play, steps in legal.lines.items():
            assert read_play(write_play(steps), legal) == play.setup, (pair.id, write_play(steps))
            assert read_play(write_steps(steps), legal) == play.setup, (pair.id, steps)


@given(positions(), throws(), st.randoms())
def test_written_play_reads_back_for_every_order_of_steps(
    position: Position, dice: Dice, chance: Random
) -> None:
    legal = LegalPlays(position, dice)
    node, steps = legal.tree, list[CheckerStep]()
    while node.playable:
        steps.append(chance.choice(list(node.next)))
        node = node.next[steps[-1]]
    for text in (write_play(tuple(steps)), write_steps(tuple(steps))):
        assert read_play(text, legal) == node.position.setup
    moves = write_play(tuple(steps)).replace("*", "").split()
    chance.shuffle(moves)
    board = read_play(", ".join(moves), legal)
    assert board.mover == node.position.setup.mover


@pytest.mark.parametrize(
    ("steps", "text"),
    [
        (line(), "-"),
        (line((13, 3), (6, 1)), "13/10 6/5"),
        (line((6, 1), (13, 3)), "13/10 6/5"),
        (line((13, 3), (13, 1)), "13/12 13/10"),
        (line((13, 6), (13, 6)), "13/7(2)"),
        (line((25, 4, True), (25, 2)), "bar/23 bar/21*"),
        (line((6, 6), (5, 5)), "6/off 5/off"),
        (line((2, 6), (2, 5)), "2/off(2)"),
        (line((24, 6), (18, 5)), "24/13"),
        (line((24, 6, True), (18, 5)), "24/18*/13"),
        (line((24, 6, True), (18, 5, True)), "24/18*/13*"),
        (line((24, 6), (18, 5, True)), "24/13*"),
        (line((24, 6, True), (24, 6), (18, 6), (18, 6)), "24/18*/12(2)"),
        (line((24, 6, True), (24, 6), (18, 6)), "24/18 24/18*/12"),
        (line((8, 2), (8, 2), (8, 2), (6, 2)), "8/6(2) 8/4"),
        (line((7, 1), (6, 6)), "7/off"),
    ],
)
def test_play_is_written_from_back_to_front_each_way_in_one(steps: StepSequence, text: str) -> None:
    assert write_play(steps) == text


def test_records_have_a_play_step_by_step() -> None:
    steps = line((25, 4, True), (21, 4), (6, 4), (2, 4))
    assert write_steps(steps) == "25/21* 21/17 6/2 2/0"
    assert write_steps(()) == ""


@pytest.mark.parametrize(
    "text",
    ["8/5 6/5", "6/5 8/5", "8/5, 6/5", "  8/5;6/5  ", "8/5\t 6/5\n", "8 / 5 6/ 5", "08/05 6/5"],
)
def test_moves_may_be_typed_in_any_order_with_any_space(text: str) -> None:
    assert after(LegalPlays(START, Dice(3, 1)), text) == {24: 2, 13: 5, 8: 2, 6: 4, 5: 2, -25: 0}


@pytest.mark.parametrize("text", ["bar/21 6/off", "BAR/21 6/Off", "25/21,6/0", "6/0 Bar/21"])
def test_bar_and_tray_have_names_and_numbers(text: str) -> None:
    """These names are valid even where the rules allow no such move."""
    legal = plays({25: 1, 6: 2}, {1: 2}, "64")
    assert after(legal, text) == {21: 1, 6: 1, 0: 13, -25: 0}


@pytest.mark.parametrize("text", ["13/7(2)", "13/7 (2)", "13/7 13/7", "13/10(2) 10/7(2)"])
def test_equal_moves_may_be_counted(text: str) -> None:
    legal = LegalPlays(START, Dice(3, 3))
    assert after(legal, text) == {24: 2, 13: 3, 8: 3, 7: 2, 6: 5, -25: 0}
    assert read_play(text, legal).position() in legal


@pytest.mark.parametrize("text", ["", " ", "-", "no play", "No Move", "dance"])
def test_no_play_is_the_unchanged_board(text: str) -> None:
    assert read_play(text, LegalPlays(START, Dice(6, 5))) == START.setup


def test_ambiguous_way_avoids_a_hit_if_possible() -> None:
    legal = plays({24: 1}, {7: 1, 2: 2}, "65")
    assert after(legal, "24/13") == {13: 1, 0: 14, -25: 0}
    assert after(legal, "24/18*/13") == after(legal, "24/18/13") == {13: 1, 0: 14, -25: 1}


def test_ambiguous_way_hits_if_no_other_way_is_legal() -> None:
    legal = plays({24: 1}, {7: 1, 6: 2}, "65")
    assert after(legal, "24/13") == {13: 1, 0: 14, -25: 1}


def test_hits_in_passing_are_all_made_where_a_double_leaves_no_choice() -> None:
    legal = plays({24: 1}, {4: 1, 7: 1, 13: 1}, "33")
    assert after(legal, "24/12") == {12: 1, 0: 14, -25: 3}
    assert after(legal, "24/21*/12*") == {12: 1, 0: 14, -25: 3}


def test_two_hitting_ways_are_ambiguous_until_one_is_named() -> None:
    legal = LegalPlays(BLOTS_ON_THE_WAY, Dice(6, 5))
    with pytest.raises(NotationError, match=r"24/18\*/13 or 24/19\*/13"):
        read_play("24/13", legal)
    by_18, by_19 = (read_play(text, legal) for text in ("24/18*/13", "24/19*/13"))
    assert by_18 != by_19
    assert by_18.position() in legal
    assert by_19.position() in legal


def test_the_last_checker_may_not_be_lifted_past_a_blot_it_must_hit() -> None:
    legal = plays({4: 1}, {22: 1, 1: 14}, "41")
    board = read_play("4/off", legal)
    assert board.position() in legal
    assert board.other[25] == 1


def test_bearing_off_with_a_larger_die_is_written_as_bearing_off() -> None:
    legal = plays({2: 2, 1: 1}, {1: 3}, "65")
    assert after(legal, "2/off(2)") == {1: 1, 0: 14, -25: 0}


@pytest.mark.parametrize(
    ("dice", "text", "why"),
    [
        ("65", "24/19 13/7", ReasonKind.POINT_BLOCKED),
        ("31", "8/4 6/5", ReasonKind.NO_DIE),
        ("31", "8/5", ReasonKind.BOTH_DICE),
        ("33", "13/7", ReasonKind.MORE_OF_DOUBLE),
        ("31", "5/8 6/5", ReasonKind.WRONG_DIRECTION),
        ("31", "6/off", ReasonKind.NOT_ALL_HOME),
        ("31", "-", ReasonKind.BOTH_DICE),
    ],
)
def test_an_illegal_play_is_read_so_that_the_rules_can_refuse_it(
    dice: str, text: str, why: ReasonKind
) -> None:
    before = Setup.of({24: 2, 13: 5, 8: 3, 6: 4, 5: 1}, {24: 2, 13: 5, 8: 3, 6: 5}).position()
    legal = LegalPlays(before, Dice.parse(dice))
    board = read_play(text, legal)
    assert why in {reason.why for reason in find_reasons(before, legal.dice, board)}


def test_a_checker_put_on_a_held_point_shares_it_even_if_a_hit_is_claimed() -> None:
    legal = LegalPlays(START, Dice(6, 5))
    board = read_play("24/19*", legal)
    assert [fault.kind for fault in board.faults()] == [SetupFaultKind.SHARED_POINT]
    assert board.other == START.setup.other


def test_an_unfinished_play_still_hits_on_its_way() -> None:
    legal = plays({24: 1, 6: 1}, {4: 1, 2: 1}, "33")
    assert after(legal, "24/18") == {18: 1, 6: 1, 0: 13, -25: 1}


def test_an_illegal_move_still_hits_where_it_ends() -> None:
    legal = plays({24: 1, 6: 1}, {4: 1, 2: 1}, "65")
    assert after(legal, "24/21") == {21: 1, 6: 1, 0: 13, -25: 1}


@pytest.mark.parametrize(
    ("text", "at", "expected"),
    [
        ("13", 2, "a slash and where the checker goes"),
        ("13/", 3, "where the checker goes"),
        ("/7", 0, "where a checker comes from"),
        ("x/7", 0, "where a checker comes from"),
        ("8/5 banana", 4, "where a checker comes from"),
        ("26/20", 0, "where a checker comes from"),
        ("131/7", 2, "a slash"),
        ("13/-7", 3, "where the checker goes"),
        ("13/7*(2", 7, "a closing bracket"),
        ("13/7(5)", 5, "2, 3 or 4"),
        ("13/7(2)6/5", 7, "a space and the next move"),
        ("13/7**", 5, "a space and the next move"),
        ("8/5 \u0666/5", 4, "where a checker comes from"),
        ("off/5", 0, "a place to come from that is not off the board"),
        ("6/bar", 2, "a place to go that is not the bar"),
        ("6/6", 2, "nor to the same place"),
        ("6/off/5", 6, "no move on from off the board"),
        ("8/5 7/6", 4, "none on 7"),
        ("bar/22", 0, "none on 25"),
        ("12/6", 0, "none on 12"),
        ("24/18(3)", 0, "none on 24"),
        ("8/5 6/5*", 6, "nothing to hit"),
        ("6/off*", 2, "nothing to hit"),
        ("13/10/13 " * 9, 72, "at most 16 moves"),
    ],
)
def test_error_names_the_expectation_and_the_place(text: str, at: int, expected: str) -> None:
    with pytest.raises(NotationError, match=expected) as refused:
        read_play(text, LegalPlays(START, Dice(3, 1)))
    assert refused.value.at == at


@given(
    st.text()
    | st.text("0123456789/*() barof-,")
    | corrupted_text(st.sampled_from(("24/18*/13", "24/13 6/1(2)", "24/19*, bar/21 6/off")))
)
@example("9" * 5000)
@example("6/5 " * 5000)
@example("13/7(²)")
def test_any_text_is_read_or_refused(text: str) -> None:
    for dice in ("65", "33"):
        with suppress(NotationError):
            read_play(text, LegalPlays(BLOTS_ON_THE_WAY, Dice.parse(dice)))


def test_hit_made_on_a_detour_is_described() -> None:
    before = board("6:2 13:2", "20:1 15:1 6:5")
    backwards = position_after(before, "6/5 5/10")

    assert describe_play(LegalPlays(before, Dice(3, 1)), backwards) == "6/5*/10*"


def test_blot_passed_by_two_checkers_is_hit_once() -> None:
    before = board("8:2 13:2", "20:1 6:5")
    passed = position_after(before, "8/5 5/4 8/3")

    assert describe_play(LegalPlays(before, Dice(3, 1)), passed) == "8/5*/4 8/3"


def test_illegal_play_from_the_bar_is_named_as_people_name_it() -> None:
    before = board("25:1 1:2", "6:2")
    plays = LegalPlays(before, Dice(5, 3))

    assert write_result(plays, position_after(before, "25/24 1/0")) == "bar/24 1/off"
    assert write_result(plays, before) == ""
    assert all(write_result(plays, play) == write_play(plays.lines[play]) for play in plays)
