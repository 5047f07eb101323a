"""The caption of the board says what is left to do for a play, where that is certain."""

import pytest

from engine.backgammon.position import START, Position
from hardware.checkers import bar, point, tray
from referee.match_settings import CLUB_PROFILE
from service.story.simulated_evening import Evening
from service.words.captions import state_in_words
from service.words.phrases import Language, load_phrases
from tests.rigs.engine.play_notation import board
from tests.rigs.referee.board_views import evening_at

ENGLISH, FRENCH = load_phrases(Language("en")), load_phrases(Language("fr"))
BLOTS = board("13:2 8:2 6:11", "20:1 18:1 13:13")
BLOCKED = board("13:2 2:13", "18:2 5:13")
"""Light has two threes to play, from point 13 to point 10, and no third."""
LAST_FOUR = board("1:4", "1:15")


def carry(evening: Evening, *ways: tuple[int, int]) -> None:
    """Carries these checkers, and waits until the board lies still."""
    for source, target in ways:
        evening.carry(point(source), point(target) if target else tray(evening.state.colour))
    evening.wait(1)


def caption_of(evening: Evening) -> str:
    return state_in_words(evening.state, ENGLISH)


@pytest.mark.parametrize(
    ("position", "throw", "ways", "left"),
    [
        (START, "31", [(8, 5)], "1"),
        (START, "31", [(6, 5)], "3"),
        (START, "33", [(8, 5)], "3, 3 and 3"),
        (START, "33", [(8, 5), (8, 5), (6, 3)], "3"),
        (BLOCKED, "33", [(13, 10)], "3"),
    ],
)
def test_the_numbers_that_can_still_be_played_are_named(
    position: Position, throw: str, ways: list[tuple[int, int]], left: str
) -> None:
    evening = evening_at(position, throw)
    carry(evening, *ways)
    assert caption_of(evening) == f"Still to play: {left}."


def test_caption_is_available_in_french() -> None:
    evening = evening_at(START, "33")
    carry(evening, (8, 5), (8, 5))
    assert state_in_words(evening.state, FRENCH) == "Il reste à jouer\u00a0: 3 et 3."


def test_a_hit_checker_that_was_left_lying_belongs_on_the_bar() -> None:
    evening = evening_at(BLOTS, "61", kind="slots")
    carry(evening, (13, 7), (8, 7))
    assert caption_of(evening) == "The checker that was hit belongs on the bar."

    hit = evening.state.colour.other
    evening.carry(point(7), bar(hit), hit)
    evening.wait(1)
    assert caption_of(evening) == "Legal: 13/7* 8/7."


def test_several_hit_checkers_are_counted() -> None:
    evening = evening_at(BLOTS, "63", kind="slots")
    carry(evening, (13, 7), (8, 5))
    assert caption_of(evening) == "The 2 checkers that were hit belong on the bar."


def test_number_left_to_play_is_named_before_a_hit_checker() -> None:
    evening = evening_at(BLOTS, "61", kind="slots")
    carry(evening, (13, 7))
    assert caption_of(evening) == "Still to play: 1."


def test_ambiguous_number_is_not_named() -> None:
    evening = evening_at(LAST_FOUR, "21")
    carry(evening, (1, 0))
    assert caption_of(evening) == "Not finished yet."


def test_finished_play_under_a_hand_lacks_no_hit_checker() -> None:
    evening = evening_at(START, "61", kind="camera")
    evening.hold_over((point(2),))
    carry(evening, (8, 2), (6, 5))
    assert caption_of(evening) == "I cannot see the whole board."

    evening.hold_over(())
    evening.wait(1)
    assert caption_of(evening) == "Legal: 8/2 6/5."


def test_caption_gives_no_help_where_plays_are_judged_only_at_the_end() -> None:
    evening = evening_at(START, "31", profile=CLUB_PROFILE)
    carry(evening, (8, 5))
    assert caption_of(evening) == "Ann is moving."
