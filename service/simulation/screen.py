"""The live picture of a simulated evening, drawn over and over in a terminal."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from shutil import get_terminal_size

from referee.effects import Meaning
from referee.palettes import Palette
from referee.words import Phrases
from service.announcer import Announcer
from service.live_picture import Table as Picture
from service.live_picture import picture
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
    said: deque[str] = field(default_factory=lambda: deque(maxlen=MOST_SAID))
    drawn_at: float = 0.0

    @contextmanager
    def watch(self, scene: Scene) -> Iterator[Shown]:
        """Show a table; what is given draws it anew, if it is time, and the last picture stays."""
        self.said.clear()
        scene.table.listeners.append(Crier(scene.table, self.phrases, self.said.append))
        self.write(CLEARED)
        try:
            yield lambda: self._draw_in_time(scene)
        finally:
            self._draw(scene)

    def _draw_in_time(self, scene: Scene) -> None:
        if self.now() - self.drawn_at >= 1 / PICTURES:
            self._draw(scene)

    def _draw(self, scene: Scene) -> None:
        self.drawn_at = self.now()
        lines = picture(self._shown(scene), self.palette, coloured=self.coloured)
        seen = lines[: max(self.rows() - 1, 1)]
        self.write(HOME + "".join(f"{line}{REST_OF_LINE}\n" for line in seen) + REST)

    def _shown(self, scene: Scene) -> Picture:
        state = scene.table.state
        names, match = state.settings.names, state.match
        players = {
            state.seating.colour(player): f"{names[player]} {match.score[player]}"
            for player in (state.turn, state.turn.opponent)
        }
        dice = match.game.dice
        announcer = Announcer(names, self.phrases)
        status = [announcer.status(match)]
        if dice:
            status.append(self.phrases.say("simulate.dice", high=dice.high, low=dice.low))
        return Picture(
            state.view,
            state.expected_layout,
            state.lit,
            None if state.is_setting_up else state.colour,
            players,
            status,
            tuple(self.said),
            {meaning: self.phrases.say(f"lamp.{meaning.value}") for meaning in Meaning},
        )
