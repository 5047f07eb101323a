"""The objections of the referee: the notices about wrong acts, and wrong plays that lamps show."""

from __future__ import annotations

from engine.backgammon.game.match import Match
from engine.players import Player
from referee import notices
from referee.effects import Effect, ReportVerdict
from referee.match_settings import MatchSettings
from referee.notice_contents import colour_of
from referee.notices import Notice
from referee.state import MOVING_PHASES
from referee.unexplained_boards import moves_of, places_of
from referee.verdicts import Illegal

ILLEGAL_PLAYS = (
    notices.IllegalPlayRefused,
    notices.IllegalPlayChoice,
    notices.IllegalPlayStands,
)
"""The objections to a play."""
OBJECTIONS = (
    *ILLEGAL_PLAYS, notices.BoardDisturbed, notices.EarlyThrowVoid, notices.EarlyThrowChoice,
    notices.NotYourThrow, notices.ThrowStands, notices.PlayNotChosen,
)  # fmt: skip
"""The objections to what players did."""
_OF_THE_OPPONENT = (notices.IllegalPlayChoice, notices.EarlyThrowChoice)
"""The objections that tell a player what the opponent did."""
MAX_OBJECTIONS = 12
"""The number of different objections to one turn; somebody may cause the same one for an hour."""


def find_objection(effect: Effect, match: Match, settings: MatchSettings) -> Notice | None:
    """The objection of an effect, if it is one; `match` is the match after it.

    An illegal play that is judged openly is an objection although only the lamps show it: the
    notice is the one that would say so.
    """
    if isinstance(effect, OBJECTIONS):
        return effect
    if not isinstance(effect, ReportVerdict) or not isinstance(effect.verdict, Illegal):
        return None
    if not settings.judges_at_once or match.game.phase not in MOVING_PHASES:
        return None
    found, colour = effect.verdict, settings.seating.colour(match.game.turn)
    places, moves = places_of(found), moves_of(found)
    return notices.IllegalPlayRefused(colour, found.reasons, found.board, places, moves)


def player_at_fault(objection: Notice, match: Match, settings: MatchSettings) -> Player:
    """The player to whose act the referee objects; the player on turn if it names nobody."""
    colour = colour_of(objection)
    if colour is None:
        return match.game.turn
    player = settings.seating.player(colour)
    return player.opponent if isinstance(objection, _OF_THE_OPPONENT) else player
