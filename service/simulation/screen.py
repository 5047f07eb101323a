"""The live picture of a simulated evening, drawn over and over in a terminal."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from shutil import get_terminal_size

from referee.captions import tell_lamps, tell_state
from referee.palettes import Palette
from referee.words import Phrases
from service.announcer import Announcer
from service.live_picture import WIDTH, picture
from service.live_picture import Table as Picture
from service.printing import printable
from service.simulation.evening import Scene
from service.simulation.sitting import Shown
from service.tables.crier import Crier

PICTURES = 12
"""So many a second are enough for the eye."""
MOST_SAID = 6
HOME, REST_OF_LINE, REST = "\x1b[H", "\x1b[K", "\x1b[J"
CLEARED = "\x1b[2J"


@dataclass(slots=True)
class Screen:
    """Shows the board as the sensors see it, the lamps, and what the referee says."""

    write: Callable[[str], None]
    palette: Palette
    phrases: Phrases
    coloured: bool
    now: Callable[[], float] = time.monotonic
    rows: Callable[[], int] = lambda: get_terminal_size().lines
    columns: Callable[[], int] = lambda: get_terminal_size().columns
    steered: bool = True
    """Whether the terminal knows how to have a picture drawn over another."""
    said: deque[str] = field(default_factory=lambda: deque(maxlen=MOST_SAID))
    drawn_at: float = 0.0

    @contextmanager
    def watch(self, scene: Scene) -> Iterator[Shown]:
        """Show a table; what is given draws it anew, if it is time, and the last picture stays.

        Where no picture can be drawn, what is said comes line by line.
        """
        if not self.steered or self.columns() < WIDTH:
            if self.steered:
                self._line(self.phrases.say("simulate.needs_columns", columns=WIDTH))
            with scene.table.watch(Crier(scene.table, self.phrases, self._line)):
                yield lambda: None
            return
        self.said.clear()
        self.write(CLEARED)
        with scene.table.watch(Crier(scene.table, self.phrases, self.said.append)):
            try:
                yield lambda: self._draw_in_time(scene)
            finally:
                self._draw(scene)

    def _line(self, text: str) -> None:
        self.write(f"{printable(text)}\n")

    def _draw_in_time(self, scene: Scene) -> None:
        if self.now() - self.drawn_at >= 1 / PICTURES:
            self._draw(scene)

    def _draw(self, scene: Scene) -> None:
        self.drawn_at = self.now()
        rows = max(self.rows() - 1, 1)
        lines = picture(self._shown(scene), self.palette, coloured=self.coloured, rows=rows)
        self.write(HOME + "".join(f"{REST_OF_LINE}{line}\n" for line in lines) + REST)

    def _shown(self, scene: Scene) -> Picture:
        state = scene.table.state
        names, match = state.settings.names, state.match
        players = {
            state.seating.colour(player): f"{names[player]} {match.score[player]}"
            for player in (state.turn, state.turn.opponent)
        }
        dice = match.game.dice
        status = [Announcer(names, self.phrases).status(match)]
        if dice:
            status.append(self.phrases.say("simulate.dice", high=dice.high, low=dice.low))
        status.append(tell_state(state, self.phrases))
        return Picture(
            state.view,
            state.expected_layout,
            state.lit,
            None if state.is_setting_up else state.colour,
            players,
            status,
            tuple(self.said),
            tell_lamps(self.phrases),
        )
