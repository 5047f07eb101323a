"""The meaning of an offered double in words: what a take and a drop cost at this score."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from engine.backgammon.game import events
from engine.backgammon.game.course import apply
from engine.backgammon.game.match import Match, Phase
from engine.backgammon.game.scoring import Win
from engine.backgammon.game.turns import (
    beaver_ban,
    cube_can_show,
    cube_is_dead,
    gammons_count_single,
    is_crawford_due,
)
from engine.backgammon.players import ByPlayer, Player
from referee.state import OFFER_PHASES
from service.words.phrases import Phrases


def double_in_words(match: Match, names: ByPlayer[str], phrases: Phrases) -> tuple[str, ...]:
    """The meaning of a double or a beaver that waits for an answer; empty without one."""
    game = match.game
    if game.phase not in OFFER_PHASES or game.resignation or game.undo_asked_by:
        return ()
    answerer = match.to_act
    taken, dropped = (apply(match, event(answerer)) for event in (events.Take, events.Drop))
    if not (isinstance(taken, Match) and isinstance(dropped, Match)):
        return ()
    return tuple(_DoubleTexts(match, taken, dropped, answerer, names, phrases).sentences())


@dataclass(frozen=True, slots=True)
class _DoubleTexts:
    """An offered double, with the match after a take and after a drop."""

    match: Match
    taken: Match
    dropped: Match
    answerer: Player
    names: ByPlayer[str]
    phrases: Phrases

    def sentences(self) -> Iterator[str]:
        yield self._take()
        yield from self._match_at_stake()
        yield from self._gammons()
        yield self._drop()
        yield from self._beaver()
        yield from self._useless()

    def _take(self) -> str:
        """The stake after a take, and the use that its owner has of the cube."""
        owner = self.taken.game.cube.owner
        if owner and cube_is_dead(self.taken, owner):
            return self._say("take_dead", owner=self.names[owner])
        if not cube_can_show(self.taken, 2 * self.taken.game.cube.value):
            return self._say("take_top")
        return self._say("take", owner=self.names[owner] if owner else "")

    def _match_at_stake(self) -> Iterator[str]:
        """The players whom a win at the offered stake gives the match."""
        winners = [player for player in Player if self._wins_match(player)]
        if len(winners) == len(Player):
            yield self._say("match_for_both")
        elif winners:
            yield self._say("match_for", player=self.names[winners[0]])

    def _gammons(self) -> Iterator[str]:
        if all(map(self._wins_match, Player)):
            return
        first = gammons_count_single(self.match) and not gammons_count_single(self.taken)
        stake = self.taken.game.cube.value
        gammon, backgammon = (stake * win for win in (Win.GAMMON, Win.BACKGAMMON))
        key = "gammons_from_now" if first else "gammons"
        yield self._say(key, gammon=gammon, backgammon=backgammon)

    def _drop(self) -> str:
        result = self.dropped.game.result
        points = result.points if result else 0
        if self.dropped.winner:
            return self._say("drop_match", count=points)
        if not self.match.length:
            return self._say("drop_stakes", count=points)
        scores = {
            "score": self.dropped.score[self.answerer.opponent],
            "other_score": self.dropped.score[self.answerer],
        }
        key = "drop_crawford" if is_crawford_due(self.dropped) else "drop"
        return self._say(key, count=points, **scores)

    def _beaver(self) -> Iterator[str]:
        if self.match.game.phase is Phase.DOUBLED and not beaver_ban(self.match):
            yield self._say("beaver", higher=2 * self.match.game.offer)

    def _useless(self) -> Iterator[str]:
        """A remark if the stake before the double already wins the match for who offers it."""
        if cube_is_dead(self.match, self.answerer.opponent):
            yield self._say("useless")

    def _wins_match(self, player: Player) -> bool:
        """True if a single game at the offered stake wins the match for a player."""
        return cube_is_dead(self.taken, player)

    def _say(self, key: str, **values: Any) -> str:
        return self.phrases.say(
            f"double.{key}",
            answerer=self.names[self.answerer],
            doubler=self.names[self.answerer.opponent],
            stake=self.taken.game.cube.value,
            **values,
        )
