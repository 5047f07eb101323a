"""Score sheet and latest announcements of the match that is being played."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from engine.backgammon.game.match import Match
from referee.effects import Effect, RecordEvent, StartNextMatch
from service.records.score_sheet import MatchSheet
from service.table.announcements import ActingPlayer, Announcement, Announcements
from service.table.refereed_table import RefereedTable
from service.words.captions import numbering_colour
from service.words.phrases import Phrases

STORED_ANNOUNCEMENTS = 60
"""Number of announcements; some of them may have an empty text."""


@dataclass(frozen=True, slots=True)
class TurnNumber:
    """The numbers of a turn: its match, the game in it, and the turn in the game, from 1."""

    match: int
    game: int
    number: int


@dataclass(slots=True)
class NumberedAnnouncement:
    """An announcement, with its text in the phrases that were asked for."""

    number: int
    """Counted from 1 since the service started."""
    announcement: Announcement
    at: datetime
    """The time in UTC."""
    turn: TurnNumber
    _words: dict[Phrases, str] = field(default_factory=dict)

    @property
    def is_objection(self) -> bool:
        """True if it objects to something."""
        return self.announcement.is_objection

    def text(self, phrases: Phrases) -> str:
        """The text in these phrases; empty if the announcement needs no words."""
        if phrases not in self._words:
            self._words[phrases] = " ".join(self.announcement.sentences(phrases))
        return self._words[phrases]


class LiveScoreSheet:
    """A listener that updates score sheet and announcements, in constant time per effect."""

    def __init__(
        self,
        table: RefereedTable,
        current_number: Callable[[], int],
        resumed: MatchSheet | None = None,
        acting_player: ActingPlayer = lambda: None,
        wall_clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._table = table
        self._current_number = current_number
        self._number = current_number()
        self._announcements = Announcements(table, acting_player, numbering_colour)
        self._wall_clock = wall_clock
        self._latest: deque[NumberedAnnouncement] = deque(maxlen=STORED_ANNOUNCEMENTS)
        self.announcement_count = 0
        """Number of announcements since the service started."""
        self._ended = False
        """True between the end of a match and the beginning of the next one."""
        self._sheet = resumed or _empty_sheet(table)
        self._sheet.update_match(table.state.match)

    @property
    def match_number(self) -> int:
        self._refresh()
        return self._number

    @property
    def sheet(self) -> MatchSheet:
        """The score sheet of the current match; of finished games it has only the results."""
        self._refresh()
        return self._sheet

    @property
    def announcements(self) -> Sequence[NumberedAnnouncement]:
        """The latest announcements, the oldest first."""
        return tuple(self._latest)

    def __call__(self, effect: Effect) -> None:
        """Records the announcement and the event of an effect, if it has any."""
        if announcement := self._announcements.announce(effect):
            self.announcement_count += 1
            while self._latest and announcement.replaces(self._latest[-1].announcement):
                self._latest.pop()
            numbered = (self.announcement_count, announcement, self._wall_clock(), self._turn())
            self._latest.append(NumberedAnnouncement(*numbered))
        if isinstance(effect, RecordEvent):
            self._update(effect.before)
        self._sheet.add_effect(effect)
        if isinstance(effect, StartNextMatch):
            self._ended = True

    def _turn(self) -> TurnNumber:
        """The number of the turn that is being played."""
        game = self._sheet.games[-1]
        return TurnNumber(self._number, game.start.number, game.turn_count + 1)

    def _refresh(self) -> None:
        """Notices that another match has begun, or that a position was set up."""
        self._update(self._table.state.match)

    def _update(self, match: Match) -> None:
        number = self._current_number()
        if number != self._number:
            self._number, self._ended = number, False
            self._sheet = _empty_sheet(self._table)
        if not self._ended:
            self._sheet.update_match(match)


def _empty_sheet(table: RefereedTable) -> MatchSheet:
    settings = table.state.settings
    return MatchSheet(settings.match(), settings, whole=False)
