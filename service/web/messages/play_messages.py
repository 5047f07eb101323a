"""The part and the answers that help a page to move checkers by the rules."""

from __future__ import annotations

from dataclasses import dataclass

from hardware.checkers import Colour

NumberedStep = tuple[int, int, int]
"""The place that a checker leaves, the die number used, and the board that follows.

Places are 25 (the bar) to 1 in the mover's numbering. A throw may have thousands of steps, so they
are sent as bare numbers.
"""


@dataclass(frozen=True, slots=True)
class PlaysPart:
    """The legal steps of the throw on the board, for viewers who may act."""

    number: int
    """A number that rises with each other set of plays."""
    colour: Colour | None = None
    """The player who moves; None if nobody has to, or if the profile locks all help."""
    counts: tuple[int, ...] = ()
    """The position before the play: points 1 to 24 in the mover's numbering, positive for the mover
    and negative for the other player, then the bars and the trays, the mover's first."""
    boards: tuple[tuple[NumberedStep, ...], ...] = ()
    """The legal steps from each board on the way; the first is the board before the play.

    Empty if there are too many, which would take long to send; the plays can be listed then.
    """
    explains: bool = False
    """True if the page may explain, list and offer plays; false where the profile leaves it to the
    players to find them."""
    forced: str = ""
    """The only legal play, in notation; empty if there are several, or none."""
    dance: str = ""
    """The reason why no play is possible, in words; empty if one is."""
    limits: str = ""
    """The numbers that cannot be played, or that there is only one play; empty otherwise."""


@dataclass(frozen=True, slots=True)
class ListedPlay:
    """A legal play in a list."""

    words: str
    """The play in notation."""
    board: int
    """The board that it leads to, as numbered in `PlaysPart`."""


@dataclass(frozen=True, slots=True)
class PlayList:
    """The legal plays that a board on the way can still become."""

    plays: tuple[ListedPlay, ...]
    count: int
    """The number of all of them; only the first are listed."""


@dataclass(frozen=True, slots=True)
class StuckChecker:
    """The reason why a checker cannot move, in words; empty if it can."""

    words: str
