"""The states of the referee in all stories, wherever something changes that people may act on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from referee.state import State
from service.story.simulated_evening import Evening
from service.story.story_text import evening_of, lines_with_answers, read_story

STORIES = sorted((Path(__file__).parents[2] / "stories").glob("*.story"))


def evening(story: Path) -> Evening:
    """The evening of a story, to its end."""
    read = read_story(story.read_text(encoding="utf-8"))
    table = evening_of(read)
    for _ in lines_with_answers(read, table):
        pass
    return table


def moments(table: Evening) -> Iterator[State]:
    """The state whenever something has changed that could matter to an offer."""
    last: tuple[object, ...] = ()
    for entry in table.history:
        state = entry.step.state
        turn = state.this_turn
        now = (
            state.match, state.verdict, state.question, state.set_up_request, turn.is_done,
            state.is_moving,
        )  # fmt: skip
        if now != last:
            last = now
            yield state
