"""The account of a match has its turns, what the referee said, who was asked and who answered."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from service.records.match_account import account_of
from service.storage.journal import effects_text
from service.storage.journal_reader import MatchHead, SignalEntry, StoredMatch
from service.story.story_text import evening_of, lines_with_answers, read_story
from service.words.phrases import Language, phrases_in

STORIES = Path(__file__).parents[2] / "stories"
ENGLISH, FRENCH = phrases_in(Language("en")), phrases_in(Language("fr"))
TIME = re.compile(r"\d\d:\d\d:\d\d  ")


def stored(name: str) -> StoredMatch:
    """The match of a story, as a journal would have it."""
    story = read_story((STORIES / f"{name}.story").read_text(encoding="utf-8"))
    evening = evening_of(story)
    for _line in lines_with_answers(story, evening):
        pass
    entries = tuple(
        SignalEntry(
            number, "2026-11-20T19:30:05.125+00:00", one.signal, effects_text(one.step.effects)
        )
        for number, one in enumerate(evening.history, start=1)
    )
    head = MatchHead(3, 1, "2026-11-20T19:00:00.000+00:00", "kibitz", "")
    return StoredMatch(head, evening.settings, entries)


def account(name: str) -> list[str]:
    """The lines of the account of a story, without their times."""
    title, *lines = account_of(stored(name), ENGLISH)
    assert title.startswith("Match 3 of 2026-11-20: Light has the light checkers, Dark the dark")
    assert all(TIME.match(line) for line in lines)
    return [TIME.sub("", line, count=1) for line in lines]


def after(lines: list[str], beginning: str) -> list[str]:
    """The lines that follow the first one with this beginning."""
    return lines[next(at for at, line in enumerate(lines) if line.startswith(beginning)) + 1 :]


def test_turns_are_told_in_their_order() -> None:
    assert account("resign-accepted")[:3] == [
        "Light throws 3, Dark throws 1.",
        "Light begins.",
        "Light plays 8/5 6/5.",
    ]


def test_next_game_begins_with_the_score() -> None:
    told = after(account("bearing-off"), "Light wins a game: 1 point.")
    assert told[:2] == ["Game 2.", "Match to 5: Light 1, Dark 0. Cube at 1."]


def test_question_names_who_is_asked_and_with_which_reason() -> None:
    asked, *rest = after(account("laid-on-top-slots"), "Light begins.")
    assert asked.startswith("  Referee, asking Dark: Light, does a checker lie on top of another")
    assert asked.endswith("press your button to confirm, or NO to deny. (said 3 times)")
    assert rest == [
        "  Nobody answers: the board changes, and the question lapses.",
        "Light plays 8/5 6/5.",
    ]


def test_plays_in_question_are_listed_with_the_choice_of_the_player() -> None:
    asked, *rest = after(account("ambiguous-choice"), "Light begins.")
    assert asked.startswith("  Referee, asking Light: Light, several plays look like this")
    assert asked.endswith("It could be 8/6 8/4 or 8/4 6/4.")
    assert rest[:2] == ["  Light says which play it was.", "Light plays 8/4 6/4."]


def test_no_to_a_play_shows_the_next_one() -> None:
    rest = after(account("ambiguous-button"), "  Referee, asking Light:")
    assert rest[:4] == [
        "  The answer is no: the next play is shown.",
        "  The answer is no: the next play is shown.",
        "  Light answers yes.",
        "Light plays 8/6 8/4.",
    ]


def test_early_throw_is_told_with_the_decision_about_it() -> None:
    rest = after(account("early-throw-choice-stands"), "  Referee, asking Light: Dark threw")
    assert rest[:3] == ["  Light answers yes.", "Light plays 8/5 6/5.", "Dark throws 64."]
    rest = after(account("early-throw-choice-void"), "  Referee, asking Light: Dark threw")
    assert rest[0].endswith("Light answers no.")
    assert rest[1].startswith("  Referee: Dark, that throw came too early")


def test_void_throw_is_told_with_the_consent_to_it() -> None:
    rest = after(account("dice-void-by-both"), "  Referee, asking Dark: Dark, Light wants")
    assert rest[0] == "  The button NO is pressed: Dark answers no."
    assert rest[3:5] == [
        "  Dark answers yes.",
        "Dark's throw does not count: it is thrown again.",
    ]


def test_button_that_asks_for_more_each_time_leaves_no_question_unanswered() -> None:
    told = account("resign-button")
    assert not any("Nobody answers" in line for line in told)
    assert "  Dark answers yes." in told


def test_illegal_play_that_stood_is_told_with_its_moves() -> None:
    told = after(account("illegal-opponent-challenges"), "Light begins.")
    assert told[0] == "Light plays 13/9 6/3, which is not legal."
    assert told[1].startswith("  Referee: Light, that play was not legal. From point 13 to point 9")
    assert told[2] == "Dark does not accept that play: Light plays it again."


def test_refused_switch_is_told_with_the_button_that_said_no() -> None:
    rest = after(account("missing-on-the-table"), "  Referee, asking Dark:")
    assert rest[0] == "  The button NO is pressed: Dark answers no."
    assert rest[1].startswith("  Referee: Light, one thing is not right yet.")


@pytest.mark.parametrize(
    "name", ["switch-dies", "reason-checkers-too-many", "camera-hidden-for-long"]
)
def test_yes_about_the_sensors_is_told_with_its_consequence(name: str) -> None:
    rest = after(account(name), "  Referee, asking ")
    assert any(line.endswith("answers yes.") for line in rest)


def test_switch_that_is_confirmed_while_setting_up_has_its_witness() -> None:
    rest = after(account("switch-dead-before-set-up"), "  Referee: Nearly set up")
    assert rest[0].startswith("  Referee, asking Light: Light, Dark says that all is right")
    assert rest[1] == "  Light answers yes."
    assert rest[2].startswith("  Referee: A switch is dead on point 19")


def test_player_who_agrees_after_all_is_named() -> None:
    rest = after(account("switch-silent-second-thought"), "  The button NO is pressed")
    assert "  Dark answers yes." in rest


def test_decisions_are_told_as_they_were_stored() -> None:
    match = stored("laid-on-top-slots")
    silent = replace(match, entries=tuple(replace(entry, decision="[]") for entry in match.entries))
    unreadable = replace(
        match, entries=tuple(replace(entry, decision="?") for entry in match.entries)
    )
    missing = replace(
        match, entries=tuple(replace(entry, decision=None) for entry in match.entries)
    )
    assert not any("Referee" in line for line in account_of(silent, ENGLISH))
    assert list(account_of(unreadable, ENGLISH)) == list(account_of(match, ENGLISH))
    assert list(account_of(missing, ENGLISH)) == list(account_of(match, ENGLISH))


def test_account_is_told_in_the_language_of_the_reader() -> None:
    lines = list(account_of(stored("ambiguous-choice"), FRENCH))
    assert any("  Light dit quel coup" in line for line in lines)


def test_time_that_cannot_be_read_is_told_as_it_stands() -> None:
    match = stored("resign-accepted")
    entries = tuple(replace(entry, stored_at="teatime") for entry in match.entries)
    _, first, *_ = account_of(replace(match, entries=entries), ENGLISH)
    assert first == "teatime  Light throws 3, Dark throws 1."
