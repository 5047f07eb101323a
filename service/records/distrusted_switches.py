"""The switches that the last match of a journal left distrusted."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from hardware.checkers import Place
from referee.match_settings import MatchSettings
from referee.notices import SwitchDead, SwitchMended, SwitchStuck
from service.storage.codec import DecodingError
from service.storage.journal_reader import read_match
from service.storage.journal_tables import JournalProblem
from service.storage.stored_decisions import stored_effects
from service.storage.stored_format import FORMAT
from service.words.notice_texts import PlaceTexts
from service.words.phrases import Phrases


@dataclass(frozen=True, slots=True)
class DistrustedSwitches:
    """The places with a distrusted switch, and the match in which they were found."""

    settings: MatchSettings
    dead: tuple[Place, ...] = ()
    stuck: tuple[Place, ...] = ()

    def in_words(self, phrases: Phrases) -> str:
        """The places in words, as Light counts."""
        places = tuple(dict.fromkeys((*self.dead, *self.stuck)))
        return PlaceTexts(self.settings, phrases).places_in_words(places)


def distrusted_in_last_match(journal: Path) -> DistrustedSwitches | None:
    """The distrusted switches of the last match; None if there is none, or it cannot be read."""
    try:
        stored = read_match(journal)
    except JournalProblem:
        return None
    dead, stuck = dict[Place, None](), dict[Place, None]()
    for entry in stored.entries:
        for effect in _switch_notices(entry.decision):
            if isinstance(effect, SwitchMended):
                for place in effect.places:
                    dead.pop(place, None)
                    stuck.pop(place, None)
            elif not effect.devices:
                (dead if isinstance(effect, SwitchDead) else stuck).update(
                    dict.fromkeys(effect.places)
                )
    if not (dead or stuck):
        return None
    return DistrustedSwitches(stored.settings, tuple(dead), tuple(stuck))


def _switch_notices(decision: str | None) -> list[SwitchDead | SwitchStuck | SwitchMended]:
    """The notices about switches in a stored decision; decodes it only if it may have some."""
    kinds = (SwitchDead, SwitchStuck, SwitchMended)
    if decision is None or not any(FORMAT.can_contain(decision, kind) for kind in kinds):
        return []
    try:
        effects = stored_effects(decision)
    except DecodingError:
        return []
    return [effect for effect in effects if isinstance(effect, kinds)]
