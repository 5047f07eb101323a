"""The part of a page that shows the end of a game."""

from __future__ import annotations

from dataclasses import dataclass

from hardware.checkers import Colour


@dataclass(frozen=True, slots=True)
class EndingFact:
    """A line of the card at the end of a game: the score, the length, the objections."""

    label: str
    words: str


@dataclass(frozen=True, slots=True)
class EndingShown:
    """The end of a game, as a card shows it."""

    id: str
    """Differs for every end of a game at this table."""
    match: int
    """The number of the match in the journal."""
    is_match: bool
    """True if the match has a winner."""
    winner: Colour
    title: str
    """The winner in words."""
    how: str
    """The kind of ending, and the points."""
    facts: tuple[EndingFact, ...]


@dataclass(frozen=True, slots=True)
class EndingPart:
    """The end of the last game, until the next one begins with a throw."""

    ended: EndingShown | None
