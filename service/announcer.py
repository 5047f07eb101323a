"""What a match looks like in words, as one event follows another."""

from __future__ import annotations

from dataclasses import dataclass

from engine.backgammon.game.events import Event
from engine.backgammon.game.match import Crawford, Match
from engine.backgammon.players import ByPlayer
from referee.recounting import tell_event
from referee.words import Phrases


@dataclass(frozen=True, slots=True)
class Announcer:
    """Says what has happened and how things stand."""

    names: ByPlayer[str]
    phrases: Phrases

    def tell(self, before: Match, event: Event, after: Match) -> list[str]:
        """The sentences for an event; none where it speaks for itself."""
        return tell_event(before, event, after, self.names, self.phrases)

    def status(self, match: Match) -> str:
        """The score and the cube."""
        key = "game.match_status" if match.length else "game.money_status"
        status = self.phrases.say(
            key,
            count=match.length,
            one=self.names.one,
            two=self.names.two,
            score_one=match.score.one,
            score_two=match.score.two,
            cube=self._cube(match),
        )
        if match.crawford is Crawford.NOW:
            status += " " + self.phrases.say("game.crawford")
        return status

    def _cube(self, match: Match) -> str:
        cube = match.game.cube
        if not match.rulebook.cube:
            return self.phrases.say("game.no_cube")
        if cube.owner is None:
            return self.phrases.say("game.cube_centred", value=cube.value)
        return self.phrases.say("game.cube_owned", value=cube.value, player=self.names[cube.owner])
