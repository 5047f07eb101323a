"""Live display of a simulated match in a terminal."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from shutil import get_terminal_size

from referee.palettes import Palette
from service.simulated_match.runner import SimulatedMatch
from service.simulated_match.simulated_people import RedrawCallback
from service.table.announcements import AnnouncementPrinter
from service.terminal.table_picture import WIDTH, PictureContent, draw_table
from service.words.captions import lamps_in_words, state_in_words
from service.words.phrases import Phrases
from service.words.printable_text import printable
from service.words.rule_texts import Announcer

MAX_REDRAWS = 12
"""Maximum redraws per second."""
MAX_ANNOUNCEMENTS = 6
HOME, REST_OF_LINE, REST = "\x1b[H", "\x1b[K", "\x1b[J"
CLEARED = "\x1b[2J"


@dataclass(slots=True)
class LiveDisplay:
    """Shows the board as the sensors see it, the lamps, and what the referee says."""

    write: Callable[[str], None]
    palette: Palette
    phrases: Phrases
    coloured: bool
    now: Callable[[], float] = time.monotonic
    rows: Callable[[], int] = lambda: get_terminal_size().lines
    columns: Callable[[], int] = lambda: get_terminal_size().columns
    has_escape_codes: bool = True
    """True if the terminal understands escape sequences, to redraw a picture in place."""
    announcements: deque[str] = field(default_factory=lambda: deque(maxlen=MAX_ANNOUNCEMENTS))
    drawn_at: float = 0.0

    @contextmanager
    def show(self, match: SimulatedMatch) -> Iterator[RedrawCallback]:
        """Shows a table; gives a function that redraws it when due. The last picture stays.

        Where no picture can be drawn, announcements are printed line by line.
        """
        if not self.has_escape_codes or self.columns() < WIDTH:
            if self.has_escape_codes:
                self._line(self.phrases.say("simulate.needs_columns", columns=WIDTH))
            with match.table.listen(AnnouncementPrinter(match.table, self.phrases, self._line)):
                yield lambda: None
            return
        self.announcements.clear()
        self.write(CLEARED)
        with match.table.listen(
            AnnouncementPrinter(match.table, self.phrases, self.announcements.append)
        ):
            try:
                yield lambda: self._draw_if_due(match)
            finally:
                self._draw(match)

    def _line(self, text: str) -> None:
        self.write(f"{printable(text)}\n")

    def _draw_if_due(self, match: SimulatedMatch) -> None:
        if self.now() - self.drawn_at >= 1 / MAX_REDRAWS:
            self._draw(match)

    def _draw(self, match: SimulatedMatch) -> None:
        self.drawn_at = self.now()
        rows = max(self.rows() - 1, 1)
        lines = draw_table(self._content(match), self.palette, coloured=self.coloured, rows=rows)
        self.write(HOME + "".join(f"{REST_OF_LINE}{line}\n" for line in lines) + REST)

    def _content(self, match: SimulatedMatch) -> PictureContent:
        state = match.table.state
        names, played = state.settings.names, state.match
        players = {
            state.seating.colour(player): f"{names[player]} {played.score[player]}"
            for player in (state.turn, state.turn.opponent)
        }
        dice = played.game.dice
        status = [Announcer(names, self.phrases).match_status(played)]
        if dice:
            status.append(self.phrases.say("simulate.dice", high=dice.high, low=dice.low))
        status.append(state_in_words(state, self.phrases))
        return PictureContent(
            state.view,
            state.expected_layout,
            state.lamps,
            None if state.is_setting_up else state.colour,
            players,
            status,
            tuple(self.announcements),
            lamps_in_words(self.phrases),
        )
