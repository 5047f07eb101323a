"""All the tables that pages may come to, and what those pages share."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field

from service.web.limits import Audience
from service.web.open_table import OpenTable


@dataclass(frozen=True, slots=True)
class Club:
    """The tables by name, in their order, and who looks on."""

    tables: dict[str, OpenTable] = field(default_factory=dict)
    audience: Audience = field(default_factory=Audience)
    boot: str = field(default_factory=lambda: secrets.token_hex(8))
    """Another one whenever the service begins anew."""

    def admit(self, table: OpenTable) -> None:
        """Let pages come to this table too."""
        self.tables[table.name] = table
