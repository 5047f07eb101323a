"""Keeps the score sheet of the match at a table, and what was said there last."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from engine.backgammon.game.course import apply
from engine.backgammon.game.match import Match
from referee.effects import Effect, Happened, NextMatch
from referee.words import Language, Phrases
from service.tables.crier import Saying, Sayings, WhoActs
from service.tables.resuming import Happening
from service.tables.sheets import MatchSheet
from service.tables.table import Table

REMEMBERED = 60
"""How many sayings; some of them may have no words."""


@dataclass(slots=True)
class Heard:
    """A saying, with what it was in each language that somebody wanted."""

    number: int
    """From 1 on, since the service began."""
    saying: Saying
    _words: dict[Language, str] = field(default_factory=dict)

    @property
    def alarm(self) -> bool:
        """Whether it objects to something."""
        return self.saying.alarm

    def words(self, phrases: Phrases) -> str:
        """The same in words; none if it speaks for itself."""
        language = phrases.language
        if language not in self._words:
            self._words[language] = " ".join(self.saying.words(phrases))
        return self._words[language]


class Chronicle:
    """A listener of a table; what it does with an effect takes no longer as the match goes on."""

    def __init__(
        self,
        table: Table,
        number: Callable[[], int],
        happened: Iterable[Happening] = (),
        by_itself: WhoActs = lambda: None,
    ) -> None:
        self._table = table
        self._number_now = number
        self._number = number()
        self._sayings = Sayings(table, by_itself)
        self._said: deque[Heard] = deque(maxlen=REMEMBERED)
        self._total = 0
        self._ended = False
        """Whether the match is over, and the next one has not begun yet."""
        self._before = table.before
        self._sheet = MatchSheet(table.state.settings.match(), whole=False)
        for one in happened:
            self._sheet.follow(one)
        self._sheet.meet(table.state.match)

    @property
    def match(self) -> int:
        """The number of the match in the journal."""
        self._look()
        return self._number

    @property
    def sheet(self) -> MatchSheet:
        """The score sheet of the match, as it stands; of games that are over, only the ends."""
        self._look()
        return self._sheet

    @property
    def said(self) -> Sequence[Heard]:
        """What was said last, the oldest first."""
        return tuple(self._said)

    @property
    def total(self) -> int:
        """How often something was said."""
        return self._total

    def __call__(self, effect: Effect) -> None:
        """Write down what there is to write of an effect."""
        if saying := self._sayings.of(effect):
            self._total += 1
            while self._said and saying.covers(self._said[-1].saying):
                self._said.pop()
            self._said.append(Heard(self._total, saying))
        if isinstance(effect, Happened):
            self._write(effect)
        if isinstance(effect, NextMatch):
            self._ended = True

    def _write(self, happened: Happened) -> None:
        """An event of the match; it is the first of its signal, or follows from the one before."""
        if self._before is not self._table.before:
            self._before = self._table.before
            self._keep_up(self._before.match)
        before = self._sheet.match
        after = apply(before, happened.event)
        if isinstance(after, Match):
            self._sheet.follow(Happening(before, happened.event, after))

    def _look(self) -> None:
        """See whether the match is another one, or goes on from another position."""
        self._keep_up(self._table.state.match)

    def _keep_up(self, match: Match) -> None:
        number = self._number_now()
        if number != self._number:
            self._number, self._ended = number, False
            self._sheet = MatchSheet(self._table.state.settings.match(), whole=False)
        if not self._ended:
            self._sheet.meet(match)
