"""The clauses of the `trictrac` leaflet, TT-1 to TT-13; docs/rulebooks.md has them in words."""

from collections.abc import Iterable
from string import Formatter

import pytest

from engine.backgammon.cube import CENTRED, Cube
from engine.backgammon.dice import ALL_THROWS, Dice
from engine.backgammon.errors import NotAPosition
from engine.backgammon.game import events
from engine.backgammon.game.match import Ending, Match, Phase, Result
from engine.backgammon.game.refusals import Ban, Refusal
from engine.backgammon.game.scoring import Win
from engine.backgammon.moves.plays import LegalPlays
from engine.backgammon.position import START
from engine.backgammon.rulebook import TRICTRAC
from engine.backgammon.sides import BySide, Side
from engine.backgammon.why.reasons import Reason, Why
from referee.telling import tell_reason, tell_refusal
from referee.words import Language, Phrases, load_phrases
from tests.rigs.play import (
    ONE,
    TWO,
    after,
    board,
    borne_off,
    legal,
    moved,
    refused,
    throw,
    to_throw,
    turn,
    whys,
)

CLOSED = "6:2 5:2 4:2 3:2 2:2 1:2"
LANGUAGES = [load_phrases(language) for language in Language]


def test_tt_1_each_side_has_fifteen_checkers() -> None:
    setup = Match(TRICTRAC).game.position.setup

    assert [sum(setup[side]) for side in Side] == [15, 15]
    with pytest.raises(NotAPosition):
        board("6:15 5:1 0:0", "6:15")


@pytest.mark.parametrize("ties", range(7))
def test_tt_2_every_tie_is_thrown_again_and_doubles_the_stake(ties: int) -> None:
    match = after(Match(TRICTRAC), *[events.OpeningThrow(3, 3)] * ties)

    assert match.game.phase is Phase.OPENING
    assert match.game.cube == Cube(2**ties)


def test_tt_2_no_tie_doubles_beyond_64() -> None:
    match = after(Match(TRICTRAC), *[events.OpeningThrow(3, 3)] * 8)

    assert match.game.cube == Cube(64)


def test_tt_3_the_higher_plays_the_opening_numbers() -> None:
    match = after(Match(TRICTRAC), events.OpeningThrow(3, 3), events.OpeningThrow(2, 4))

    assert (match.game.turn, match.game.dice) == (TWO, Dice(4, 2))


@pytest.mark.parametrize(
    ("blocks", "reasons"),
    [("17:2", set()), ("16:2", set()), ("16:2 17:2", {Why.POINT_BLOCKED})],
)
def test_tt_4_the_dice_count_singly_and_each_lands_open(blocks: str, reasons: set[Why]) -> None:
    position = board("13:2", blocks)

    assert whys(TRICTRAC, position, "54", "13/4") == reasons


def test_tt_5_both_numbers_are_used_whenever_possible() -> None:
    assert whys(TRICTRAC, START, "31", "8/5") == {Why.BOTH_DICE}


def test_tt_5_the_turn_passes_if_nothing_can_be_moved() -> None:
    match = turn(to_throw(TRICTRAC, board("13:2", "17:2 18:2")), "65")

    assert (match.game.phase, match.game.turn) == (Phase.TO_THROW, TWO)


@pytest.mark.parametrize("moves", ["13/12 12/11 11/10 10/9", "13/12 13/12 13/11", "13/12 8/5"])
def test_tt_6_a_doublet_is_four_moves_by_any_checkers(moves: str) -> None:
    position = board("13:4 8:4", "6:15")

    assert moved(position, moves) in legal(TRICTRAC, position, "11")


def test_tt_7_two_or_more_checkers_block_a_point_that_may_be_passed() -> None:
    position = board("13:2", "17:3")

    assert whys(TRICTRAC, position, "51", "13/8 13/12") == {Why.POINT_BLOCKED}
    assert moved(position, "13/7 13/12") in legal(TRICTRAC, position, "61")


def test_tt_7_there_is_no_limit_to_ones_own_checkers_on_a_point() -> None:
    position = board("14:1 6:14", "6:15")

    assert moved(position, "14/6") in legal(TRICTRAC, position, "62")


def test_tt_8_a_hit_checker_goes_to_the_bar_and_enters_before_any_other_moves() -> None:
    hit = turn(to_throw(TRICTRAC, board("13:2", "16:1 10:2 6:2")), "41", "13/9 13/12")
    position = hit.game.position

    assert position.bar == BySide(1, 0)
    assert whys(TRICTRAC, position, "63", "10/4 10/7") == {Why.STILL_ON_BAR}
    assert moved(position, "25/22 10/4") in legal(TRICTRAC, position, "63")


def test_tt_8_the_turn_passes_if_no_matching_point_is_available() -> None:
    match = turn(to_throw(TRICTRAC, board("25:1 13:2", "6:2 4:2")), "64")

    assert (match.game.phase, match.game.turn) == (Phase.TO_THROW, TWO)


def test_tt_9_a_closed_board_keeps_the_checker_on_the_bar_until_a_point_opens() -> None:
    closed, opened = board("25:1 13:2", CLOSED), board("25:1 13:2", CLOSED.replace("6:2", "6:1"))

    for dice in ALL_THROWS:
        assert set(LegalPlays(closed, dice, TRICTRAC)) == {closed}
        assert (opened in LegalPlays(opened, dice, TRICTRAC)) is (6 not in dice.numbers)


def test_tt_10_bearing_off_starts_with_all_fifteen_home() -> None:
    position = board("7:1 6:14", "6:15")

    assert whys(TRICTRAC, position, "63", "6/0 6/3") == {Why.NOT_ALL_HOME}


@pytest.mark.parametrize(("dice", "moves"), [("65", "4/0 4/0"), ("66", "4/0 4/0 4/0 1/0")])
def test_tt_10_the_entire_throw_is_used_from_the_highest_point_if_need_be(
    dice: str, moves: str
) -> None:
    position = board("4:3 1:3", "6:15")

    assert set(legal(TRICTRAC, position, dice)) == {moved(position, moves)}


def test_tt_10_a_vacant_number_takes_nothing_off_while_others_stand_higher() -> None:
    position = board("6:1 5:1 3:3", "6:15")

    assert whys(TRICTRAC, position, "41", "3/0 3/2") == {Why.CHECKER_BEHIND}


def test_tt_10_bearing_off_is_not_compulsory_where_another_move_exists() -> None:
    position = board("6:2 4:2 1:2", "6:15")

    assert moved(position, "6/2 6/5") in legal(TRICTRAC, position, "41")


def test_tt_10_a_checker_hit_while_bearing_off_comes_home_first() -> None:
    position = board("25:1 6:5", "5:2")

    assert whys(TRICTRAC, position, "61", "25/24 6/0") == {Why.NOT_ALL_HOME}


def test_tt_11_the_cube_begins_in_the_middle() -> None:
    assert Match(TRICTRAC).game.cube == CENTRED
    assert CENTRED.owner is None


def test_tt_11_a_double_is_offered_on_ones_turn_before_the_throw() -> None:
    match = to_throw(TRICTRAC, START)

    assert after(match, events.Double(ONE)).game.phase is Phase.DOUBLED
    assert refused(match, events.Double(TWO)).ban is Ban.NOT_YOUR_TURN
    assert (
        refused(after(match, throw(ONE, "31")), events.Double(ONE)).ban is Ban.DOUBLE_BEFORE_THROW
    )


@pytest.mark.parametrize("stake", [1, 2, 4])
def test_tt_11_declining_loses_the_stake_before_the_double(stake: int) -> None:
    doubled = after(to_throw(TRICTRAC, START, cube=Cube(stake, ONE)), events.Double(ONE))

    assert after(doubled, events.Drop(TWO)).game.result == Result(ONE, Ending.DROPPED, stake)


def test_tt_11_after_that_doubling_alternates() -> None:
    taken = after(to_throw(TRICTRAC, START), events.Double(ONE), events.Take(TWO))

    assert refused(taken, events.Double(ONE)).ban is Ban.NOT_YOUR_CUBE
    assert after(turn(taken, "31", "8/5 6/5"), events.Double(TWO)).game.offer == 4


def test_tt_11_both_may_double_after_an_automatic_double() -> None:
    for player in (ONE, TWO):
        match = to_throw(TRICTRAC, START, cube=Cube(2))
        doubler = match if player is ONE else turn(match, "31", "8/5 6/5")

        assert after(doubler, events.Double(player)).game.offer == 4


@pytest.mark.parametrize(
    ("loser", "win"),
    [
        ("6:14", Win.SINGLE),
        ("24:1 6:13", Win.SINGLE),
        ("6:15", Win.GAMMON),
        ("24:1 6:14", Win.BACKGAMMON),
        ("25:1 6:14", Win.BACKGAMMON),
    ],
)
def test_tt_12_a_gammon_counts_double_and_a_backgammon_triple(loser: str, win: Win) -> None:
    result = borne_off(TRICTRAC, loser, cube=Cube(2))

    assert (result.win, result.points) == (win, 2 * win)


def test_tt_13_every_message_exists_in_english_and_in_french() -> None:
    english, french = LANGUAGES

    assert english.texts.keys() == french.texts.keys()
    assert english.synonyms.keys() == french.synonyms.keys()


def test_tt_13_both_languages_fill_in_the_same_names() -> None:
    english, french = (
        {key: names_in(text) for key, text in phrases.texts.items()} for phrases in LANGUAGES
    )

    assert english == french


@pytest.mark.parametrize("phrases", LANGUAGES, ids=lambda phrases: phrases.language.value)
def test_tt_13_no_phrase_is_empty_and_no_word_means_two_things(phrases: Phrases) -> None:
    words = [word for synonyms in phrases.synonyms.values() for word in synonyms]

    assert all(phrases.texts.values())
    assert all(phrases.synonyms.values())
    assert len(words) == len(set(words))


@pytest.mark.parametrize("phrases", LANGUAGES, ids=lambda phrases: phrases.language.value)
def test_tt_13_every_reason_and_every_refusal_is_said(phrases: Phrases) -> None:
    for count in (1, 2):
        for why in Why:
            reason = Reason(why, Side.OTHER, 13, 25, points=(8, 6, 0), count=count, numbers=(6, 5))
            assert tell_reason(reason, phrases)
    for ban in Ban:
        assert tell_refusal(Refusal(ban, (Reason(Why.BOTH_DICE),)), phrases)


@pytest.mark.parametrize("phrases", LANGUAGES, ids=lambda phrases: phrases.language.value)
def test_tt_13_no_phrase_is_left_over_where_reasons_and_refusals_are_said(phrases: Phrases) -> None:
    assert keys_under("reason", phrases) == {why.value for why in Why}
    assert keys_under("ban", phrases) == {ban.value for ban in Ban}


@pytest.mark.parametrize("phrases", LANGUAGES, ids=lambda phrases: phrases.language.value)
def test_tt_13_every_win_and_every_ending_is_said(phrases: Phrases) -> None:
    assert keys_under("win", phrases) == {win.name.lower() for win in Win}
    assert keys_under("ending", phrases) == {ending.value for ending in Ending}


def names_in(text: str) -> set[str]:
    """The {names} of a phrase."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def keys_under(table: str, phrases: Phrases) -> set[str]:
    """The keys in a table of phrases, whatever forms they have."""
    return set(_second_parts(table, phrases.texts))


def _second_parts(table: str, keys: Iterable[str]) -> Iterable[str]:
    for key in keys:
        first, second, *_ = key.split(".")
        if first == table:
            yield second
