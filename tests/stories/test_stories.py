"""Every story is told again word for word; README.md tells how to read and write one."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

import pytest

from engine.backgammon.game.course import apply
from engine.backgammon.game.match import Match
from engine.backgammon.why.reasons import Why
from referee.effects import Happened, NextMatch, Notice
from referee.profiles import Hints
from referee.state import State
from referee.step import step
from tests.rigs.evening import Evening, Heard
from tests.rigs.story import evening_of, read_story, recorded, told

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
    for _line in told(story, evening):
        pass
    return evening


@pytest.mark.parametrize("path", STORIES, ids=names)
def test_a_story_is_told_again_word_for_word(path: Path) -> None:
    text = path.read_text("utf-8")
    again = recorded(text)
    if WRITE:
        path.write_text(again, "utf-8")
    else:
        assert again == text


@pytest.mark.parametrize("path", STORIES, ids=names)
def test_the_same_signals_always_lead_to_the_same(path: Path) -> None:
    heard = heard_in(path).heard
    state = heard[0].before
    for one in heard:
        again = step(state, one.signal)
        assert again == one.step
        another = any(isinstance(effect, NextMatch) for effect in again.effects)
        state = State.of(state.settings) if another else again.state


@pytest.mark.parametrize("path", STORIES, ids=names)
def test_whatever_happens_is_allowed_by_the_rules_and_nothing_else_happens(path: Path) -> None:
    for one in heard_in(path).heard:
        match: Match = one.before.match
        for effect in one.step.effects:
            if isinstance(effect, Happened):
                outcome = apply(match, effect.event)
                assert isinstance(outcome, Match), f"{effect.event}: {outcome}"
                match = outcome
        assert match == one.step.state.match or _was_set_up(one)


@pytest.mark.parametrize("path", STORIES, ids=names)
def test_the_lamps_help_nobody_who_is_to_have_no_hints(path: Path) -> None:
    for one in heard_in(path).heard:
        if one.step.state.hints[one.step.state.colour] is Hints.NONE:
            assert HELPING.isdisjoint(meaning.value for meaning in one.step.state.lit.values())


def test_every_reason_is_told_in_some_story() -> None:
    told_of = {
        reason.why
        for path in STORIES
        for one in heard_in(path).heard
        for effect in one.step.effects
        if isinstance(effect, Notice)
        for reason in effect.reasons
    }
    # Before the throw there is no turn whose end could tell it: the lamps do.
    assert told_of | {Why.MOVED_BEFORE_THROW} == set(Why)
    assert "ILLEGAL (moved before throw)" in (HERE / "reason-moved-before-throw.story").read_text()


@pytest.mark.parametrize(
    "text",
    ["match: 3\n", "weather: fine\n\nset up\n", "match: 3\n\nlight sneezes\n", "\nset up\n"],
)
def test_what_is_no_story_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"header|nobody knows"):
        recorded(text)


def _was_set_up(one: Heard) -> bool:
    before: State = one.before
    return before.wanted is not None and one.step.state.wanted is None
