"""The player and the findings that a notice is about."""

from __future__ import annotations

from engine.backgammon.illegal_plays.play_reasons import Reason
from engine.backgammon.position import Setup
from hardware.checkers import Colour
from referee import notices, request_notices
from referee.notices import Notice


def colour_of(notice: Notice) -> Colour | None:
    """The colour of the player whom a notice concerns first; None if it concerns both."""
    match notice:
        case (
            request_notices.PlayerNotice(colour)
            | notices.OneDieEach(colour)
            | notices.CockedDice(colour)
            | notices.BoardDisturbed(colour)
            | notices.SwitchClosed(colour)
        ):
            return colour
    return None


def findings_of(notice: Notice) -> tuple[tuple[Reason, ...], Setup | None]:
    """The reasons that a notice gives, and the board to which they apply, if it names one."""
    match notice:
        case notices.IllegalPlayRefused() | notices.SwitchSilent() | notices.SwitchClosed():
            return notice.reasons, notice.board
        case notices.IllegalPlayStands() | notices.IllegalPlayChoice():
            return notice.reasons, None
    return (), None
