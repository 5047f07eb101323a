"""What a match looks like in words, as one event follows another."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.backgammon.game import events
from engine.backgammon.game.doubling import beaver_ban
from engine.backgammon.game.match import Crawford, Match, Phase
from engine.backgammon.game.turns import legal_plays
from engine.backgammon.notation.play.play_text import write_play
from engine.backgammon.players import ByPlayer, Player
from referee.words import Phrases


@dataclass(frozen=True, slots=True)
class Announcer:
    """Says what has happened and how things stand."""

    names: ByPlayer[str]
    phrases: Phrases

    def tell(self, before: Match, event: events.Event, after: Match) -> list[str]:
        """The sentences for an event; none where it speaks for itself."""
        if isinstance(event, events.OpeningThrow):
            return [*self._opening(before, event, after)]
        return [*self._event(event, after), *self._ending(after)]

    def status(self, match: Match) -> str:
        """The score and the cube."""
        key = "game.match_status" if match.length else "game.money_status"
        status = self.phrases.say(
            key,
            length=match.length,
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

    def _event(self, event: events.Event, after: Match) -> Iterator[str]:
        match event:
            case events.Throw(player, dice):
                yield self._say("throws", player, dice=dice)
            case events.Play(player):
                yield self._say("played", player, play=self._play(after))
            case events.Double(player):
                key = "asked_beaver" if not beaver_ban(after) else "asked"
                yield self._say(key, player, stake=after.game.offer)
            case events.Beaver(player):
                yield self._say("beavered", player, stake=after.game.offer)
            case events.Take(player):
                yield self._say("takes", player, stake=after.game.cube.value)
            case events.Resign(player, win):
                yield self._say("offers", player, win=self.phrases.say(f"win.{win.name.lower()}"))
            case _:
                yield from self._agreement(event, after)

    def _agreement(self, event: events.Event, after: Match) -> Iterator[str]:
        match event:
            case events.PlayOn(player):
                yield self._say("plays_on", player)
            case events.AskUndo(player) if after.game.undo_asked_by:
                yield self._say("asks_undo", player)
            case events.AskUndo() | events.AgreeUndo():
                yield self.phrases.say("game.undone")
            case events.RefuseUndo():
                yield self.phrases.say("game.not_undone")
            case events.TakeBack():
                yield self.phrases.say("game.taken_back")

    def _opening(self, before: Match, event: events.OpeningThrow, after: Match) -> Iterator[str]:
        yield self.phrases.say(
            "game.opening",
            one=self.names.one,
            two=self.names.two,
            die_one=event.one,
            die_two=event.two,
        )
        if after.game.phase is not Phase.OPENING:
            yield self._say("begins", after.game.turn)
        elif after.game.cube == before.game.cube:
            yield self.phrases.say("game.tie")
        else:
            yield self.phrases.say("game.tie_doubles", stake=after.game.cube.value)

    def _play(self, after: Match) -> str:
        played = after.game.played
        line = legal_plays(after).lines.get(played) if played else None
        return write_play(line) if line else self.phrases.say("position.none")

    def _ending(self, match: Match) -> Iterator[str]:
        result = match.game.result
        if match.game.phase is not Phase.OVER or result is None:
            return
        yield self.phrases.say(
            f"ending.{result.ending.value}",
            count=result.points,
            winner=self.names[result.winner],
            loser=self.names[result.winner.opponent],
            win=self.phrases.say(f"win.{result.win.name.lower()}"),
        )
        if match.winner:
            yield self.phrases.say(
                "game.match_won",
                winner=self.names[match.winner],
                winner_score=match.score[match.winner],
                loser_score=match.score[match.winner.opponent],
            )

    def _say(self, key: str, player: Player, **values: object) -> str:
        opponent = self.names[player.opponent]
        return self.phrases.say(
            f"game.{key}", player=self.names[player], opponent=opponent, count=None, **values
        )
