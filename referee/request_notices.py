"""The notices about something that a player offers or requests."""

from __future__ import annotations

from dataclasses import dataclass

from hardware.checkers import Colour
from hardware.signals import PlayerRequestKind


@dataclass(frozen=True, slots=True)
class PlayerNotice:
    """The part that all notices to one player have in common."""

    colour: Colour
    """The player whom it concerns first."""


@dataclass(frozen=True, slots=True)
class PositionAsked(PlayerNotice):
    """The game is to go on from another position if the player agrees."""

    turn: Colour
    """The player who is to throw."""


@dataclass(frozen=True, slots=True)
class PositionDeclined(PlayerNotice):
    """The player does not want to go on from another position; the match stays as it is."""


@dataclass(frozen=True, slots=True)
class PositionRequested:
    """The game goes on from another position, which was requested on the page."""

    turn: Colour
    """The player who is to throw."""


@dataclass(frozen=True, slots=True)
class AnswerAwaited(PlayerNotice):
    """The opponent has offered or requested something; the player must answer."""

    offer: PlayerRequestKind
    """The request that was made: a double, a beaver, a resignation or an undo."""
    is_ignored: bool = False
    """True if the opponent has gone on without waiting for the answer."""


@dataclass(frozen=True, slots=True)
class PlayVouchedFor(PlayerNotice):
    """The opponent says which of several plays was made on a hidden board; the player may agree."""


@dataclass(frozen=True, slots=True)
class SeatingAsked(PlayerNotice):
    """The checkers are set up as for another seating; the player may agree to it."""

    turned: bool = False
    """True if Light then sits on the other side of the board."""
    mirrored: bool = False
    """True if the homes are then at the other end of the board."""


@dataclass(frozen=True, slots=True)
class SeatingChanged:
    """Both players have agreed to sit as the checkers are set up."""


_PositionNotice = PositionAsked | PositionDeclined | PositionRequested
RequestNotice = AnswerAwaited | _PositionNotice | PlayVouchedFor | SeatingAsked | SeatingChanged
"""Notices about something that a player offers or requests."""
