"""The seam between a match and whoever plays in it without hands."""

from __future__ import annotations

from typing import Protocol

from engine.backgammon.game.events import Event, Resign
from engine.backgammon.game.match import Match


class Chooser(Protocol):
    """Decides for the player who is to act; a match goes in and an event comes out.

    Both questions are values and so are the answers, so whoever asks may wait as it likes: for our
    own player in a thread, for another program over a pipe.
    """

    def choose(self, match: Match) -> Event | None:
        """What the player who is to act does now; None where it is for the dice or the table."""

    def give_up(self, match: Match) -> Resign | None:
        """The win he offers before his throw, if any; ask once in a turn, or he asks for ever."""
