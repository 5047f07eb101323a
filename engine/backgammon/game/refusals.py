"""Why an event is not allowed now."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from engine.backgammon.why.reasons import Reason


class Ban(Enum):
    """What stands against an event."""

    NOT_NOW = "not_now"
    NOT_YOUR_TURN = "not_your_turn"
    ANSWER_DOUBLE = "answer_double"
    ANSWER_RESIGNATION = "answer_resignation"
    ANSWER_UNDO = "answer_undo"
    OWN_OFFER = "own_offer"
    GAME_OVER = "game_over"
    MATCH_OVER = "match_over"
    ILLEGAL_PLAY = "illegal_play"
    PLAY_FIRST = "play_first"
    EARLY_THROW = "early_throw"
    NOTHING_OFFERED = "nothing_offered"
    DOUBLE_BEFORE_THROW = "double_before_throw"
    NOTHING_TO_TAKE_BACK = "nothing_to_take_back"
    NOTHING_TO_CHALLENGE = "nothing_to_challenge"
    NO_CUBE = "no_cube"
    NO_CUBE_IN_ONE_POINT_MATCH = "no_cube_in_one_point_match"
    NO_CUBE_IN_CRAWFORD_GAME = "no_cube_in_crawford_game"
    NOT_YOUR_CUBE = "not_your_cube"
    CUBE_AT_TOP = "cube_at_top"
    NO_DOUBLE_BEFORE_FIRST_THROW = "no_double_before_first_throw"
    NO_BEAVERS = "no_beavers"


@dataclass(frozen=True, slots=True)
class Refusal:
    """An event refused: the state is as it was."""

    ban: Ban
    reasons: tuple[Reason, ...] = ()
    """Of an illegal play: which rules it breaks."""
