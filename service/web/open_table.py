"""Everything that pages may see and touch of one table."""

from __future__ import annotations

from dataclasses import dataclass, field

from service.tables.chronicle import Chronicle
from service.tables.running import Running
from service.web.deeds import Deeds
from service.web.past import Past
from service.web.showing import Showing


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A table, and what it shows and has done."""

    running: Running
    key: str = field(repr=False)
    """Whoever has it may act."""
    chronicle: Chronicle
    showing: Showing
    deeds: Deeds
    past: Past

    @classmethod
    def of(cls, running: Running, key: str) -> OpenTable:
        """A table that opens in this moment: what happens from its first signal on is told."""
        table, journal = running.table, running.journal
        chronicle = Chronicle(
            table,
            lambda: journal.match,
            running.resumption.happened,
            lambda: running.by_itself.player,
        )
        table.listeners.append(chronicle)
        deeds = Deeds(running, lambda: showing.moment)
        showing = Showing(running, chronicle, deeds.world)
        past = Past(journal.path, lambda: journal.match)
        return cls(running, key, chronicle, showing, deeds, past)

    @property
    def name(self) -> str:
        """By which addresses call it."""
        return self.running.table.name
