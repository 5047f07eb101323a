"""The question for the names of the players, which a table asks once."""

from __future__ import annotations

from dataclasses import dataclass

from referee.match_settings import MatchSettings
from referee.state import State
from service.config.service_settings import DEFAULT_NAMES


@dataclass(slots=True)
class NameQuestion:
    """The question of one table."""

    is_settled: bool
    """True if people have given names, or have said that they need none."""

    def is_open(self, state: State) -> bool:
        """True if the players have no names yet, and nothing has been played in their match."""
        settings: MatchSettings = state.settings
        is_unplayed = state.match == settings.match() and not state.set_up_request
        return not self.is_settled and tuple(settings.names) == DEFAULT_NAMES and is_unplayed
