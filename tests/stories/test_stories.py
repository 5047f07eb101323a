"""Every story gives the same text again; docs/stories.md explains how to read and write one."""

import os
from functools import cache
from pathlib import Path

import pytest

from engine.backgammon.game.course import apply
from engine.backgammon.game.match import Match
from engine.backgammon.illegal_plays.play_reasons import ReasonKind
from referee.effects import RecordEvent, StartNextMatch
from referee.match_settings import Hints
from referee.notice_contents import findings_of
from referee.notices import Notice
from referee.state import State
from referee.step import step
from service.story.simulated_evening import Evening, RefereedSignal
from service.story.story_problems import StoryProblem
from service.story.story_text import evening_of, lines_with_answers, read_story, rerun_story

HERE = Path(__file__).parent
STORIES = sorted(HERE.glob("*.story"))
WRITE = os.environ.get("KIBITZ_STORIES") == "write"
HELPING = {"movable", "lifted", "destination"}


def names(path: Path) -> str:
    return path.stem


@cache
def heard_in(path: Path) -> Evening:
    story = read_story(path.read_text("utf-8"))
    evening = evening_of(story)
    for _line in lines_with_answers(story, evening):
        pass
    return evening


@pytest.mark.parametrize("path", STORIES, ids=names)
def test_story_is_reproduced_word_for_word(path: Path) -> None:
    text = path.read_text("utf-8")
    again = rerun_story(text)
    if WRITE:
        path.write_text(again, "utf-8")
    else:
        assert again == text


@pytest.mark.release(after=40)
@pytest.mark.parametrize("path", STORIES, ids=names)
def test_the_same_signals_always_lead_to_the_same(path: Path) -> None:
    heard = heard_in(path).history
    state = heard[0].before
    for one in heard:
        again = step(state, one.signal)
        assert again == one.step
        another = any(isinstance(effect, StartNextMatch) for effect in again.effects)
        state = State.of(state.settings) if another else again.state


@pytest.mark.parametrize("path", STORIES, ids=names)
def test_only_legal_events_happen_in_a_story(path: Path) -> None:
    for one in heard_in(path).history:
        match: Match = one.before.match
        for effect in one.step.effects:
            if isinstance(effect, RecordEvent):
                outcome = apply(match, effect.event)
                assert isinstance(outcome, Match), f"{effect.event}: {outcome}"
                match = outcome
        assert match == one.step.state.match or _was_set_up(one)


@pytest.mark.parametrize("path", STORIES, ids=names)
def test_lamps_give_no_help_to_a_player_without_hints(path: Path) -> None:
    for one in heard_in(path).history:
        if one.step.state.hints[one.step.state.colour] is Hints.NONE:
            assert HELPING.isdisjoint(meaning.value for meaning in one.step.state.lamps.values())


def test_every_reason_appears_in_some_story() -> None:
    told_of = {
        reason.why
        for path in STORIES
        for one in heard_in(path).history
        for effect in one.step.effects
        if isinstance(effect, Notice)
        for reason in findings_of(effect)[0]
    }
    # Before the throw there is no turn whose end could tell it: the lamps do.
    assert told_of | {ReasonKind.MOVED_BEFORE_THROW} == set(ReasonKind)
    assert "ILLEGAL (moved before throw)" in (HERE / "reason-moved-before-throw.story").read_text()


@pytest.mark.parametrize(
    "text", ["match: 3\n", "weather: fine\n\nset up\n", "match: 3\n\nlight sneezes\n", "\nset up\n"]
)
def test_text_that_is_no_story_is_refused(text: str) -> None:
    with pytest.raises(StoryProblem, match=r"header|unknown_line"):
        rerun_story(text)


def _was_set_up(one: RefereedSignal) -> bool:
    before: State = one.before
    return before.set_up_request is not None and one.step.state.set_up_request is None
