"""The clauses of checkers in the `seaside` leaflet, and what it is silent about."""

from dataclasses import replace

import pytest

from engine.checkers.game import events
from engine.checkers.game.events import Ban
from engine.checkers.game.match import Ending, Match, Phase, Result
from engine.checkers.illegal_plays.explanation import find_reasons
from engine.checkers.illegal_plays.play_reasons import Reason, ReasonKind
from engine.checkers.illegal_plays.stuck_checkers import find_stuck_reasons
from engine.checkers.moves.plays import LegalPlays
from engine.checkers.position import START, SetupFaultKind
from engine.checkers.rulebook import ENGLISH, SEASIDE
from engine.checkers.squares import field_of
from engine.players import Player
from engine.sides import BySide
from tests.rigs.engine.checkers_boards import (
    ONE,
    TWO,
    after,
    begun,
    board,
    moved,
    place,
    refusal_of,
)


def test_sc_1_twelve_checkers_a_side_stand_on_one_colour_in_three_rows() -> None:
    own, other = " ".join(map(str, range(1, 13))), " ".join(map(str, range(21, 33)))
    assert Match(SEASIDE).game.position == START == board(own, other)

    on_light = place("1").mirrored
    assert on_light.faults() == ()
    faults = [fault.kind for fault in place(f"{own} 13", other).faults()]
    assert faults == [SetupFaultKind.TOO_MANY]


def test_sc_2_one_checker_steps_diagonally_forward_to_an_empty_square() -> None:
    assert set(LegalPlays(board("14", "32"))) == {board("17", "32"), board("18", "32")}

    two = place("17 19", "32")
    why = find_reasons(board("14 15", "32"), two)
    assert [reason.why for reason in why] == [ReasonKind.TWO_CHECKERS_MOVED]
    back = find_reasons(board("14", "32"), place("9", "32"))
    expected = Reason(ReasonKind.WRONG_DIRECTION, source=field_of(14), target=field_of(9))
    assert back == (expected,)


def test_sc_3_a_jump_captures_and_may_go_on_in_any_forward_direction() -> None:
    plays = LegalPlays(board("2", "7 15 16"))

    once, straight, bent = board("11", "15 16"), board("20", "15"), board("18", "16")
    assert {once, straight, bent} <= set(plays)
    no_room = LegalPlays(board("2", "7 11"))
    assert set(no_room) == {board("6", "7 11")}


def test_sc_4_neither_capturing_nor_jumping_on_is_compulsory() -> None:
    plays = LegalPlays(board("2", "7 16"))

    assert board("6", "7 16") in plays
    assert board("11", "16") in plays
    assert board("20") in plays
    assert set(LegalPlays(board("2", "7 16"), ENGLISH)) == {board("20")}


def test_sc_5_a_checker_in_the_far_row_is_king_at_once_and_takes_a_captured_one_of_its_own() -> (
    None
):
    match = after(begun(position=board("25 1", "12")))

    match = moved(match, "25-29")

    assert match.game.position.mirrored.king_squares.mover == (29,)
    assert match.game.crowns_owed == BySide((), ())
    king = set(LegalPlays(board("K18", "")))
    assert king == {board("K14"), board("K15"), board("K22"), board("K23")}
    assert board("K9", "") in LegalPlays(board("K18", "14"))


def test_sc_6_capturing_all_wins() -> None:
    match = moved(begun(position=board("14 1", "18")), "14x23")
    assert match.game.result == Result(ONE, Ending.CAPTURED_ALL)


def test_sc_6_leaving_the_opponent_without_a_move_wins() -> None:
    match = moved(begun(position=board("3 4", "12")), "4-8")
    assert match.game.result == Result(ONE, Ending.NO_MOVES)


def test_sc_7_a_captured_checker_is_taken_off_the_board() -> None:
    before = board("14", "18 32")

    why = find_reasons(before, place("23", "18 32"))

    assert [(reason.why, reason.fields) for reason in why] == [
        (ReasonKind.NOT_LIFTED, (field_of(18),))
    ]
    assert find_reasons(before, place("23", "32")) == ()


@pytest.mark.parametrize("player", list(Player))
def test_sc_8_the_players_decide_who_goes_first(player: Player) -> None:
    match = after(Match(SEASIDE), events.Begin(player))
    assert match.game.turn is player
    assert match.game.phase is Phase.TO_PLAY


def test_sc_9_a_checker_that_can_neither_step_nor_jump_is_blocked() -> None:
    plays = LegalPlays(board("6 9", "10 15 32"))

    why = find_stuck_reasons(LegalPlays(board("6 9", "10 13 14 15")), 6)
    assert [(reason.why, reason.fields) for reason in why] == [
        (ReasonKind.BLOCKED, tuple(sorted(map(field_of, (9, 10, 15)))))
    ]
    assert find_stuck_reasons(plays, 9) == ()


def test_man_crowned_by_a_jump_does_not_jump_on() -> None:
    before = board("22", "25 26")
    stops, goes_on = board("K29", "26"), board("K31", "25")
    assert {stops, goes_on} <= set(LegalPlays(before))
    wild = replace(SEASIDE, crowned_jumps_on=True)
    crowned = board("22", "26 27")
    assert board("K24") not in LegalPlays(crowned)
    assert board("K24") in LegalPlays(crowned, wild)


def test_own_checkers_are_not_jumped_unless_the_knob_says_so() -> None:
    before, over = board("1 6", "32"), board("6 10", "32")
    assert over not in LegalPlays(before)
    assert [it.why for it in find_reasons(before, over.setup)] == [ReasonKind.JUMPED_OWN]
    assert over in LegalPlays(before, replace(SEASIDE, jump_own=True))


def test_crown_is_owed_until_one_of_ones_own_is_captured() -> None:
    own = "1 2 3 4 6 7 8 9 10 11 12 25"
    match = moved(begun(position=board(own, "16 18 32")), "25-29")
    assert match.game.crowns_owed == BySide((), (33 - 29,))

    match = moved(match, "18-14", "29-25")
    assert match.game.crowns_owed == BySide((), (33 - 25,))
    match = moved(match, "14x5")
    assert match.game.crowns_owed == BySide((), ())


def test_third_repetition_is_a_draw() -> None:
    match = begun(position=board("K1", "K32"))
    round_trip = ("1-6", "32-27", "6-1", "27-32")

    twice = moved(match, *round_trip)
    assert twice.game.occurrences == 2
    assert twice.game.result is None
    thrice = moved(twice, *round_trip)

    assert thrice.game.result == Result(None, Ending.REPETITION)
    assert thrice.score.one == thrice.score.two == 1


def test_draw_is_agreed() -> None:
    asked = after(begun(), events.OfferDraw(ONE))
    assert refusal_of(asked, events.AcceptDraw(ONE)).ban is Ban.OWN_OFFER
    assert after(asked, events.DeclineDraw(TWO)).game.draw_offered_by is None
    assert after(asked, events.AcceptDraw(TWO)).game.result == Result(None, Ending.AGREED_DRAW)


def test_english_game_begins_with_dark() -> None:
    assert refusal_of(Match(ENGLISH), events.Begin(TWO)).ban is Ban.DARK_BEGINS
    assert after(Match(ENGLISH), events.Begin(ONE)).game.turn is ONE


def test_english_draw_is_claimed_after_forty_idle_moves_a_side() -> None:
    book = replace(ENGLISH, repetitions=None)
    match = begun(book, position=board("K1", "K32"))
    match = moved(match, *("1-6", "32-27", "6-1", "27-32") * 19, "1-6", "32-27", "6-1")
    assert refusal_of(match, events.ClaimDraw(TWO)).ban is Ban.NO_CLAIM

    match = moved(match, "27-32")

    assert match.game.idle_moves == 80
    assert after(match, events.ClaimDraw(ONE)).game.result == Result(None, Ending.CLAIMED_DRAW)
    freed = moved(begun(ENGLISH, position=board("K1 9", "K32")), "9-13")
    assert freed.game.idle_moves == 0
