"""Everything that pages may see and touch of one table."""

from __future__ import annotations

from dataclasses import dataclass, field

from service.tables.chronicle import Chronicle
from service.tables.running import Running
from service.web.deeds import Deeds
from service.web.lookout import Lookout
from service.web.past import Past
from service.web.showing import Showing
from service.web.teaching import Teaching


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
    lookout: Lookout | None = None
    """The pictures of its camera, if it has one."""

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
        eyes = running.devices.eyes
        teaching = Teaching(eyes, table.changed) if eyes else None
        if teaching:
            table.parts.append(teaching.run)
        deeds = Deeds(running, lambda: showing.moment, teaching=teaching)
        showing = Showing(running, chronicle, deeds.world, teaching)
        past = Past(journal.path, lambda: journal.match)
        lookout = Lookout(eyes) if eyes else None
        return cls(running, key, chronicle, showing, deeds, past, lookout)

    @property
    def name(self) -> str:
        """By which addresses call it."""
        return self.running.table.name
