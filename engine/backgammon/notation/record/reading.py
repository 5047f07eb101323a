"""What comes of reading a recorded match: the record, and everything that is wrong with it."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from engine.backgammon.errors import NotationError
from engine.backgammon.game.refusals import Ban
from engine.backgammon.notation.record.record import Record
from engine.backgammon.players import ByPlayer, Player
from engine.backgammon.why.reasons import Reason

Told = int | str | bool | Player | ByPlayer[int] | ByPlayer[str] | None
"""What a file says, or should."""


class Wrong(Enum):
    """The ways a recorded match can be wrong."""

    ILLEGAL_PLAY = "illegal_play"
    UNCLEAR_PLAY = "unclear_play"
    MARK_WITHOUT_HIT = "mark_without_hit"
    OPENING_DOUBLE = "opening_double"
    WRONG_PLAYER = "wrong_player"
    NOT_ALLOWED = "not_allowed"
    WRONG_STAKE = "wrong_stake"
    WRONG_POINTS = "wrong_points"
    WRONG_WINNER = "wrong_winner"
    MATCH_NOT_WON = "match_not_won"
    NO_END = "no_end"
    WRONG_NUMBER = "wrong_number"
    WRONG_NAMES = "wrong_names"
    WRONG_SCORE = "wrong_score"
    WRONG_CRAWFORD = "wrong_crawford"
    MATCH_OVER = "match_over"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """One thing wrong in a recorded match; fields that do not apply are empty."""

    kind: Wrong
    game: int
    """The number of the game, as its header has it."""
    move: int | None = None
    """The number of the move; None if it is the header."""
    player: Player | None = None
    line: int = 0
    """The line of the file, counted from 1."""
    text: str = ""
    """The play as it is written."""
    reasons: tuple[Reason, ...] = ()
    """Of an illegal play: the rules it breaks."""
    ban: Ban | None = None
    """Of what is not allowed: what stands against it."""
    misread: NotationError | None = field(default=None, compare=False)
    """Of an unclear play: why it could not be read."""
    found: Told = None
    expected: Told = None
    ends_game: bool = False
    """Whether the rest of the game could not be read for it."""


@dataclass(frozen=True, slots=True)
class Reading:
    """The match that was read, and its faults in the order of the file."""

    record: Record
    faults: tuple[Fault, ...] = ()
    knobs_turned: tuple[str, ...] = ()
    """What the match was read by is the rulebook asked for but for these fields of it."""
