"""The live picture of a simulated evening, drawn over and over in a terminal."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from referee.effects import Meaning
from referee.palettes import Palette
from referee.words import Phrases
from service.announcer import Announcer
from service.crier import Crier
from service.live_picture import Table as Shown
from service.live_picture import picture
from service.simulation.evening import Scene

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
    said: deque[str] = field(default_factory=lambda: deque(maxlen=MOST_SAID))
    drawn_at: float = 0.0

    def watch(self, scene: Scene) -> Callable[[], None]:
        """Begin with a table; what is given back draws it anew, if it is time."""
        self.said.clear()
        scene.table.listeners.append(Crier(scene.table, self.phrases, self.said.append))
        self.write(CLEARED)
        return lambda: self._draw(scene)

    def finish(self, scene: Scene) -> None:
        """Draw the last picture."""
        self.drawn_at = 0.0
        self._draw(scene)

    def _draw(self, scene: Scene) -> None:
        now = time.monotonic()
        if now - self.drawn_at < 1 / PICTURES:
            return
        self.drawn_at = now
        lines = picture(self._shown(scene), self.palette, coloured=self.coloured)
        self.write(HOME + "".join(f"{line}{REST_OF_LINE}\n" for line in lines) + REST)

    def _shown(self, scene: Scene) -> Shown:
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
        return Shown(
            state.view,
            state.expected_layout,
            state.lit,
            None if state.is_setting_up else state.colour,
            players,
            status,
            tuple(self.said),
            {meaning: self.phrases.say(f"lamp.{meaning.value}") for meaning in Meaning},
        )
