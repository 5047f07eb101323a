"""What was agreed on at a table instead of what is configured, kept beside its journal."""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace
from pathlib import Path

from engine.backgammon.players import Player
from referee.seating import Facing
from referee.settings import MatchSettings
from service.config.settings import Home, Sits, Table
from service.files import NoFile, TooLarge, read_small, write_whole
from service.plain import NotPlain, text_of, value_of

LARGEST = 20_000
"""Bytes; what can be agreed on is shorter."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Agreed:
    """What people can agree on at a table before a match."""

    match: MatchSettings
    computer: Player | None
    facing: Facing

    @classmethod
    def of(cls, setup: Table) -> Agreed:
        """What is agreed on by the settings of a table."""
        return cls(setup.match, setup.computer, setup.facing)

    def at(self, setup: Table) -> Table:
        """The settings of a table where this holds; ValueError if it cannot hold anywhere."""
        match = self.match
        return replace(
            setup,
            names=(match.names.one, match.names.two),
            light=match.light,
            light_sits=Sits.FAR if self.facing.light_far else Sits.NEAR,
            home=Home.LEFT if self.facing.home_left else Home.RIGHT,
            computer=self.computer,
            length=match.length,
            rules=match.rulebook,
            referee=match.profile,
        )


@dataclass(frozen=True, slots=True)
class _Kept:
    """What holds, as long as the configuration says what it said then."""

    configured: Agreed
    agreed: Agreed


def agreed_file(folder: Path, name: str) -> Path:
    """Where it is kept what was agreed on at a table."""
    return folder / f"{name}.agreed"


def keep(path: Path, configured: Table, agreed: Table) -> None:
    """Keep what was agreed on, all of it or nothing; OSError if it cannot be kept."""
    kept = _Kept(Agreed.of(configured), Agreed.of(agreed))
    write_whole(path, text_of(kept, _Kept))


def agreed_at(path: Path, configured: Table) -> Table:
    """The settings of a table with what was agreed on there, if that still holds."""
    try:
        kept: _Kept = value_of(read_small(path, LARGEST).decode("utf-8"), _Kept)
        agreed = kept.agreed.at(configured)
    except FileNotFoundError:
        return configured
    except (OSError, NoFile, TooLarge, UnicodeDecodeError, NotPlain, ValueError) as problem:
        log.warning("%s is left out, it cannot be read: %s", path, problem)
        return configured
    return agreed if kept.configured == Agreed.of(configured) else configured
