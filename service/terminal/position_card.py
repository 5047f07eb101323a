"""All there is to say about one position: drawn, counted, in every notation, with its plays."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from engine.backgammon.moves.plays import LegalPlays
from engine.backgammon.notation.moment.diagram import LETTERS, draw
from engine.backgammon.notation.moment.gnu_id import gnu_id, match_id, parse_gnu_id, position_id
from engine.backgammon.notation.moment.snapshot import Snapshot
from engine.backgammon.notation.moment.xgid import parse_xgid, xgid
from engine.backgammon.notation.play.play_text import write_play
from engine.backgammon.position import Position
from engine.backgammon.rulebook import Rulebook
from referee.words import Phrases


def parse_id(text: str) -> Snapshot:
    """The moment that an XGID, a Position ID or a Position ID:Match ID stands for."""
    is_xgid = re.match(r"\s*xgid\s*=|\s*[-A-Pa-p]{26}\s*:", text, re.IGNORECASE)
    return parse_xgid(text) if is_xgid else parse_gnu_id(text)


@dataclass(frozen=True, slots=True)
class PositionCard:
    """One moment, under the rules its plays are counted by."""

    snapshot: Snapshot
    rulebook: Rulebook

    def text(self, phrases: Phrases) -> str:
        """The card for people."""
        return "\n".join(self._lines(phrases))

    def values(self) -> dict[str, object]:
        """The card for programs."""
        snapshot = self.snapshot
        owner = snapshot.cube.owner
        values: dict[str, object] = {
            "position": snapshot.position.counts,
            "player": snapshot.player.value,
            "dice": [snapshot.dice.high, snapshot.dice.low] if snapshot.dice else [],
            "doubled": snapshot.doubled,
            "resigning": snapshot.resigning,
            "cube": snapshot.cube.value,
            "cube_owner": None if owner is None else owner.value,
            "score": [snapshot.score.one, snapshot.score.two],
            "match_length": snapshot.length,
            "crawford": snapshot.crawford,
            "jacoby": snapshot.jacoby,
            "beavers": snapshot.beavers,
            "pips": [snapshot.position.pips.mover, snapshot.position.pips.other],
            "contact": snapshot.position.has_contact,
            "position_id": position_id(snapshot.position),
            "match_id": match_id(snapshot),
            "gnubg_id": gnu_id(snapshot),
            "xgid": xgid(snapshot),
        }
        if snapshot.dice:
            values["plays"] = [
                {"play": play, "position": position.counts} for play, position in self._plays()
            ]
        return values

    def _lines(self, phrases: Phrases) -> Iterator[str]:
        snapshot, position = self.snapshot, self.snapshot.position
        yield draw(position, mover=snapshot.player)
        yield ""
        yield phrases.say("position.on_roll", player=LETTERS[snapshot.player])
        yield phrases.say("position.pips", mover=position.pips.mover, other=position.pips.other)
        yield phrases.say("position.contact" if position.has_contact else "position.race")
        yield ""
        yield xgid(snapshot)
        yield f"Position ID: {position_id(position)}"
        yield f"Match ID: {match_id(snapshot)}"
        if snapshot.dice:
            yield ""
            plays = self._plays()
            yield phrases.say("position.plays_of", count=len(plays), dice=snapshot.dice)
            yield from (f"  {play or phrases.say('position.none')}" for play, _ in plays)

    def _plays(self) -> list[tuple[str, Position]]:
        """The legal plays of the dice, as text and as what they lead to."""
        if self.snapshot.dice is None or self.snapshot.position.winner:
            return []
        plays = LegalPlays(self.snapshot.position, self.snapshot.dice, self.rulebook)
        return sorted(
            ((write_play(line), result) for result, line in plays.lines.items()),
            key=lambda play: play[0],
        )
