"""Why something that a page asks for is not done."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.words import Phrases
from service.web.messages.to_page import Why


class NotDone(Exception):
    """What was asked for is not done, and nothing has changed."""

    def __init__(self, why: Why, key: str | None = None, **values: Any) -> None:
        super().__init__(why.value if key is None else key)
        self.why = why
        self.key = why.value if key is None else key
        """Of the phrase that says so: `page.refused.<key>`."""
        self.values = values

    def told(self, phrases: Phrases) -> str:
        """The same for people."""
        return phrases.say(f"page.refused.{self.key}", **self.values)

    def beside(self, _phrases: Phrases) -> Mapping[str, str]:
        """What is wrong with each setting of an agreement, by its key."""
        return {}
