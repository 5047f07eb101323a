"""The clauses of the `trictrac` leaflet, TT-1 to TT-13; docs/rulebooks.md has them in words."""

from string import Formatter

import pytest

from engine.backgammon.dice import ALL_THROWS, Dice
from engine.backgammon.errors import NotAPosition
from engine.backgammon.game import events
from engine.backgammon.game.events import Ban, Refusal
from engine.backgammon.game.match import Ending, Match, Phase
from engine.backgammon.game.scoring import CENTRED, Cube, Win
from engine.backgammon.illegal_plays.play_reasons import Reason, ReasonKind
from engine.backgammon.moves.plays import LegalPlays
from engine.backgammon.position import START
from engine.backgammon.rulebook import TRICTRAC
from engine.sides import Side
from service.words.phrases import Phrases, available_languages, load_phrases
from service.words.rule_texts import reason_in_words, refusal_in_words
from tests.rigs.engine.play_notation import ONE, TWO, after, board, to_throw, turn

CLOSED = "6:2 5:2 4:2 3:2 2:2 1:2"
LANGUAGES = [load_phrases(language) for language in available_languages()]


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


def test_tt_9_a_closed_board_keeps_the_checker_on_the_bar_until_a_point_opens() -> None:
    closed, opened = board("25:1 13:2", CLOSED), board("25:1 13:2", CLOSED.replace("6:2", "6:1"))

    for dice in ALL_THROWS:
        assert set(LegalPlays(closed, dice, TRICTRAC)) == {closed}
        assert (opened in LegalPlays(opened, dice, TRICTRAC)) is (6 not in dice.numbers)


def test_tt_11_the_cube_begins_in_the_middle() -> None:
    assert Match(TRICTRAC).game.cube == CENTRED
    assert CENTRED.owner is None


def test_tt_11_both_may_double_after_an_automatic_double() -> None:
    for player in (ONE, TWO):
        match = to_throw(TRICTRAC, START, cube=Cube(2))
        doubler = match if player is ONE else turn(match, "31", "8/5 6/5")

        assert after(doubler, events.Double(player)).game.offer == 4


@pytest.mark.parametrize("phrases", LANGUAGES, ids=lambda phrases: phrases.language)
def test_tt_13_every_language_has_every_message_with_the_same_names(phrases: Phrases) -> None:
    english, *_ = LANGUAGES
    assert names_by_key(phrases) == names_by_key(english)
    assert phrases.synonyms.keys() == english.synonyms.keys()


@pytest.mark.parametrize("phrases", LANGUAGES, ids=lambda phrases: phrases.language)
def test_tt_13_no_phrase_is_empty_and_no_word_means_two_things(phrases: Phrases) -> None:
    words = [word for synonyms in phrases.synonyms.values() for word in synonyms]

    assert all(phrases.texts.values())
    assert all(phrases.synonyms.values())
    assert len(words) == len(set(words))


@pytest.mark.parametrize("phrases", LANGUAGES, ids=lambda phrases: phrases.language)
def test_tt_13_every_reason_and_every_refusal_is_said(phrases: Phrases) -> None:
    for count in (1, 2):
        for why in ReasonKind:
            reason = Reason(why, Side.OTHER, 13, 25, points=(8, 6, 0), count=count, numbers=(6, 5))
            assert reason_in_words(reason, phrases)
    for ban in Ban:
        assert refusal_in_words(Refusal(ban, (Reason(ReasonKind.BOTH_DICE),)), phrases)


@pytest.mark.parametrize("phrases", LANGUAGES, ids=lambda phrases: phrases.language)
def test_tt_13_no_phrase_is_left_over_where_reasons_and_refusals_are_said(phrases: Phrases) -> None:
    assert keys_under("reason", phrases) == {why.value for why in ReasonKind}
    assert keys_under("ban", phrases) == {ban.value for ban in Ban}


@pytest.mark.parametrize("phrases", LANGUAGES, ids=lambda phrases: phrases.language)
def test_tt_13_every_win_and_every_ending_is_said(phrases: Phrases) -> None:
    assert keys_under("win", phrases) == {win.name.lower() for win in Win}
    assert keys_under("ending", phrases) == {ending.value for ending in Ending}


def names_by_key(phrases: Phrases) -> dict[str, set[str]]:
    """The {names} of each phrase."""
    return {key: names_in(text) for key, text in phrases.texts.items()}


def names_in(text: str) -> set[str]:
    """The {names} of a phrase."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def keys_under(table: str, phrases: Phrases) -> set[str]:
    """The keys in a table of phrases, whatever forms they have."""
    keys = (key.split(".") for key in phrases.texts)
    return {second for first, second, *_ in keys if first == table}
