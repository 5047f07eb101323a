"""A recorded game as events and as its file has it, and the faults of one that was read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum

from engine.checkers.game.course import apply
from engine.checkers.game.events import Event, Refusal
from engine.checkers.game.match import Match
from engine.checkers.illegal_plays.play_reasons import Reason
from engine.checkers.position import SetupFault
from engine.checkers.rulebook import Rulebook
from engine.players import ByPlayer, Player
from engine.scanner import NotationError

RULEBOOK = "Rulebook"
"""The name of our own tag for the rulebook of a game; the format has none."""


@dataclass(frozen=True, slots=True)
class Tag:
    """One fact about a game: a name, the date, the result."""

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class ReplayedEvent:
    """One event of a game, with the match before and after it."""

    before: Match
    event: Event
    after: Match


@dataclass(frozen=True, slots=True)
class CheckersRecord:
    """One game from its first event; player ONE has the dark checkers."""

    rulebook: Rulebook
    tags: tuple[Tag, ...]
    events: tuple[Event, ...]

    def tag(self, name: str) -> str | None:
        """The value of the first tag of this name; None if there is none."""
        return next((tag.value for tag in self.tags if tag.name.lower() == name.lower()), None)

    @property
    def names(self) -> ByPlayer[str]:
        """The names of the players; empty where the file does not tell."""
        return ByPlayer(self.tag("Black") or "", self.tag("White") or "")

    @property
    def final(self) -> Match:
        """The match after its last event."""
        match = Match(self.rulebook)
        for scene in self.replay():
            match = scene.after
        return match

    def replay(self) -> Iterator[ReplayedEvent]:
        """Yields every event with the match around it; raises `ValueError` for a refused one."""
        match = Match(self.rulebook)
        for index, event in enumerate(self.events):
            after = apply(match, event)
            if isinstance(after, Refusal):
                raise ValueError(f"event {index + 1}, {event}, is refused: {after}")  # noqa: TRY004
            yield ReplayedEvent(match, event, after)
            match = after


class RecordFaultKind(Enum):
    """The kinds of faults in a recorded game."""

    UNREADABLE = "unreadable"
    WRONG_GAME_TYPE = "wrong_game_type"
    UNKNOWN_RULEBOOK = "unknown_rulebook"
    WRONG_POSITION = "wrong_position"
    NO_CHECKER = "no_checker"
    ILLEGAL_MOVE = "illegal_move"
    UNCLEAR_MOVE = "unclear_move"
    WRONG_NUMBER = "wrong_number"
    GAME_OVER = "game_over"
    """A move after the end of the game."""
    WRONG_RESULT = "wrong_result"
    NO_RESULT = "no_result"


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordFault:
    """One thing wrong in a file of games; fields that do not apply are empty."""

    kind: RecordFaultKind
    game: int
    """The number of the game in its file, counted from 1."""
    move: int | None = None
    """The number of the move; None outside of the moves."""
    player: Player | None = None
    """The player to move, who numbers the fields of the reasons; None outside of the moves."""
    line: int = 0
    """The line of the file, counted from 1."""
    text: str = ""
    """The text in the file."""
    reasons: tuple[Reason, ...] = ()
    """The rules that an illegal move breaks."""
    misread: NotationError | None = field(default=None, compare=False)
    """The error from reading."""
    setup_faults: tuple[SetupFault, ...] = ()
    """The faults of a position that is none."""
    expected: str = ""
    ends_game: bool = False
    """True if the rest of the game could not be read because of this fault."""


@dataclass(frozen=True, slots=True)
class GamesReading:
    """The games of a file, and their faults in the order of the file."""

    games: tuple[CheckersRecord, ...]
    faults: tuple[RecordFault, ...] = ()
    unfinished: tuple[int, ...] = ()
    """The numbers of the games that are not over."""
