"""What there is to see of the camera of a table, and when that has become another thing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.words import Phrases
from service.seeing.glimpse import Glimpse
from service.tables.running import Running
from service.web.messages.looks import Camera, Sight
from service.web.parts.cameras import camera_shown, knows, sight_shown
from service.web.teaching import Teaching

if TYPE_CHECKING:  # a table without a camera does without numpy
    from service.web.parts.outlines import Outline
    from vision.learned import Learned


class Watching:
    """The camera of a table, and what it sees, as pages are shown them."""

    def __init__(self, running: Running, teaching: Teaching) -> None:
        self._table = running.table
        self._teaching = teaching
        self._eyes = teaching.eyes
        self._sighted: tuple[object, ...] = ()
        self._outlined: tuple[Learned, Outline] | None = None

    @property
    def state(self) -> tuple[object, ...]:
        """What the camera is shown by: as long as all of it is the same, it looks the same."""
        glimpse, teaching = self._eyes.glimpse, self._teaching
        trouble = glimpse and glimpse.trouble
        wide, high = glimpse.size if glimpse else (0, 0)
        known = (knows(self._eyes), teaching.is_under_way, teaching.verdict)
        return (trouble, wide, high, *known, self._table.state.settings)

    @property
    def sight(self) -> tuple[object, ...]:
        """The same for what it sees."""
        glimpse = self._eyes.glimpse
        known = (*_of(glimpse), self._eyes.learned, self._table.state.settings)
        if known != self._sighted:
            self._sighted = known
        return self._sighted

    def shown(self, phrases: Phrases) -> Camera:
        """The camera."""
        return camera_shown(self._eyes, self._teaching, self._table.state.settings, phrases)

    def seen(self, phrases: Phrases) -> Sight:
        """What it sees."""
        settings = self._table.state.settings
        return sight_shown(self._eyes.glimpse, self._outline(), settings, phrases)

    def _outline(self) -> Outline | None:
        """Where the board is in the picture; worked out anew only when it is elsewhere."""
        learned = self._eyes.learned
        if learned is None:
            return None
        if self._outlined is None or self._outlined[0] is not learned:
            from service.web.parts.outlines import outline

            self._outlined = (learned, outline(learned))
        return self._outlined[1]


def _of(glimpse: Glimpse | None) -> tuple[object, ...]:
    """What of a glimpse is shown."""
    if glimpse is None:
        return (None,)
    return (glimpse.learnt, glimpse.trouble, glimpse.sightings)
