"""The question for the names of the players, which a table asks until it is settled."""

from __future__ import annotations

from dataclasses import dataclass

from engine.players import ByPlayer, Player
from referee.match_settings import MatchSettings
from referee.state import State
from service.config.service_settings import DEFAULT_NAMES


@dataclass(slots=True)
class NameQuestion:
    """The question of one table."""

    is_settled: bool
    """True if people have agreed on the names, or have said that they need none."""

    def nameless_players(self, state: State, computer: Player | None = None) -> tuple[Player, ...]:
        """The players to be asked: those without a name, until something has been played.

        The computer may be named together with its opponent, and is not asked alone.
        """
        settings: MatchSettings = state.settings
        is_unplayed = state.match == settings.match() and not state.set_up_request
        nameless = _nameless(settings.names)
        return nameless if is_unplayed and not self.is_settled and nameless != (computer,) else ()

    def agree(self, names: ByPlayer[str], computer: Player | None) -> None:
        """Settles the names that were agreed on, unless one of two people named only himself."""
        nameless = _nameless(names)
        if len(nameless) != 1 or nameless == (computer,):
            self.is_settled = True


def _nameless(names: ByPlayer[str]) -> tuple[Player, ...]:
    usual = ByPlayer(*DEFAULT_NAMES)
    return tuple(player for player in Player if names[player] == usual[player])
