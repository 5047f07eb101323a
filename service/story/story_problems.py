"""Problems of stories, in words."""

from __future__ import annotations

from engine.scanner import NotationError
from service.words.phrases import Phrases
from service.words.printable_text import printable
from service.words.rule_texts import notation_error_in_words

MAX_QUOTED = 80
"""The most characters of a line that are quoted."""


class StoryProblem(Exception):
    """A fault of a story, or of a line of one; `phrase` is the key of its words."""

    def __init__(self, phrase: str, **values: object) -> None:
        super().__init__(phrase, values)
        self.phrase = phrase
        self.values = values
        self.line: int | None = None
        """The number of the line in its file, from 1; None if the whole text is meant."""

    def at(self, line: int) -> StoryProblem:
        """The same problem with the number of its line, unless it already has one."""
        if self.line is None:
            self.line = line
        return self

    def in_words(self, phrases: Phrases) -> str:
        values: dict[str, object] = {
            name: printable(_value_in_words(value, phrases), MAX_QUOTED)
            for name, value in self.values.items()
        }
        return phrases.say(f"story.{self.phrase}", count=None, **values)


def _value_in_words(value: object, phrases: Phrases) -> str:
    if isinstance(value, NotationError):
        return notation_error_in_words(value, phrases, "fault")
    return str(value)
