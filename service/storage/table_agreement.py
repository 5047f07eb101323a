"""The agreement of the players at a table, stored beside its journal."""

from __future__ import annotations

import logging
from dataclasses import dataclass, field, replace
from pathlib import Path

from engine.players import Player
from referee.match_settings import PROFILES, MatchSettings
from referee.seating import Orientation
from service.config.service_settings import HomeSide, SeatSide, TableSettings
from service.storage.atomic_files import FileTooLarge, NotAFile, read_small_file, write_atomically
from service.storage.codec import STORED
from service.storage.stored_format import FORMAT

MAX_AGREEMENT_BYTES = 20_000
"""Bytes; the file of an agreement is always shorter."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class TableAgreement:
    """The agreement before a match: names, length, rules, seats and the computer's player."""

    match: MatchSettings
    computer: Player | None
    orientation: Orientation = field(metadata={STORED: "facing"})

    @classmethod
    def from_settings(cls, settings: TableSettings) -> TableAgreement:
        return cls(settings.match_settings, settings.computer, settings.orientation)

    def applied_to(self, settings: TableSettings) -> TableSettings:
        """The settings with this agreement; ValueError if they do not fit together."""
        match = self.match
        return replace(
            settings,
            names=(match.names.one, match.names.two),
            light=match.light,
            light_sits=SeatSide.FAR if self.orientation.light_far else SeatSide.NEAR,
            home=HomeSide.LEFT if self.orientation.home_left else HomeSide.RIGHT,
            computer=self.computer,
            length=match.length,
            rules=match.rulebook,
            referee=match.profile,
        )


@dataclass(frozen=True, slots=True)
class _StoredAgreement:
    """The content of the file: the agreement, and the configured one that it replaces.

    It no longer applies once the configuration has changed.
    """

    configured: TableAgreement
    agreed: TableAgreement
    names_settled: bool = False
    """True if the players have been asked for their names."""


def agreement_file(folder: Path, name: str) -> Path:
    """The file that stores the agreement at a table."""
    return folder / f"{name}.agreed"


def store_agreement(
    path: Path, configured: TableSettings, agreed: TableSettings, *, names_settled: bool = False
) -> None:
    """Writes the agreement atomically; OSError if the file cannot be written."""
    before, now = map(TableAgreement.from_settings, (configured, agreed))
    stored = _StoredAgreement(before, now, names_settled)
    write_atomically(path, FORMAT.encode(stored, _StoredAgreement))


@dataclass(frozen=True, slots=True)
class AgreedSettings:
    """The settings of a table by the last agreement at it."""

    settings: TableSettings
    names_settled: bool = False
    """True if the players have been asked for their names."""


def apply_stored_agreement(path: Path, configured: TableSettings) -> AgreedSettings:
    """The configured settings with the stored agreement, as long as it still applies.

    An unreadable file is logged and ignored.
    """
    try:
        stored: _StoredAgreement = FORMAT.decode(
            read_small_file(path, MAX_AGREEMENT_BYTES).decode("utf-8"), _StoredAgreement
        )
        settings = stored.agreed.applied_to(configured)
    except FileNotFoundError:
        return AgreedSettings(configured)
    except (OSError, NotAFile, FileTooLarge, ValueError) as problem:
        log.warning("%s: the agreement cannot be read and is ignored: %s", path.stem, problem)
        return AgreedSettings(configured)
    now = TableAgreement.from_settings(configured)
    if _with_new_profile(stored.configured, now) != now:
        return AgreedSettings(configured)
    if stored.agreed.match.profile == stored.configured.match.profile:
        settings = replace(settings, referee=configured.referee)
    return AgreedSettings(settings, stored.names_settled)


def _with_new_profile(stored: TableAgreement, now: TableAgreement) -> TableAgreement:
    """The stored configuration, with the profile of the same name as this version defines it.

    Nobody has changed the configuration where only the program defines a profile differently.
    """
    profile = now.match.profile
    is_preset = PROFILES.get(profile.name) == profile
    if not (is_preset and stored.match.profile.name == profile.name):
        return stored
    return replace(stored, match=replace(stored.match, profile=profile))
