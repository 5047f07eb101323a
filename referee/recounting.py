"""What has happened in a match, in words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.backgammon.game import events
from engine.backgammon.game.doubling import beaver_ban
from engine.backgammon.game.match import Match, Phase
from engine.backgammon.game.turns import legal_plays
from engine.backgammon.notation.play.play_text import write_play
from engine.backgammon.players import ByPlayer, Player
from referee.words import Phrases


def tell_event(
    before: Match, event: events.Event, after: Match, names: ByPlayer[str], phrases: Phrases
) -> list[str]:
    """The sentences for an event; none where it speaks for itself, or where a notice tells it."""
    story = _Story(before, after, names, phrases)
    if isinstance(event, events.OpeningThrow):
        return [*story.opening(event)]
    return [*story.event(event), *story.ending()]


def tell_result(match: Match, names: ByPlayer[str], phrases: Phrases) -> list[str]:
    """How its game has ended, and the match with it; nothing while it goes on."""
    result = match.game.result
    if result is None:
        return []
    told = [
        phrases.say(
            f"ending.{result.ending.value}",
            count=result.points,
            winner=names[result.winner],
            loser=names[result.winner.opponent],
            win=phrases.say(f"win.{result.win.name.lower()}"),
        )
    ]
    if winner := match.winner:
        told.append(
            phrases.say(
                "game.match_won",
                winner=names[winner],
                winner_score=match.score[winner],
                loser_score=match.score[winner.opponent],
            )
        )
    return told


@dataclass(frozen=True, slots=True)
class _Story:
    """What an event has made of a match."""

    before: Match
    after: Match
    names: ByPlayer[str]
    phrases: Phrases

    def opening(self, event: events.OpeningThrow) -> Iterator[str]:
        yield self.phrases.say(
            "game.opening",
            one=self.names.one,
            two=self.names.two,
            die_one=event.one,
            die_two=event.two,
        )
        if self.after.game.phase is not Phase.OPENING:
            yield self._say("begins", self.after.game.turn)
        elif self.after.game.cube == self.before.game.cube:
            yield self.phrases.say("game.tie")
        else:
            yield self.phrases.say("game.tie_doubles", stake=self.after.game.cube.value)

    def event(self, event: events.Event) -> Iterator[str]:
        match event:
            case events.Throw(player, dice):
                yield self._say("throws", player, dice=dice)
            case events.Play(player) if not self.after.game.reasons:
                yield self._say("played", player, play=self._play())
            case events.TakeBack():
                yield self.phrases.say("game.taken_back")
            case events.Challenge(player):
                yield self._say("challenges", player)
            case events.RunOutOfTime(player):
                yield self._say("out_of_time", player)
            case events.NextGame():
                yield self.phrases.say("game.next_game", number=self.after.number)
            case _:
                yield from self._offer(event)

    def _offer(self, event: events.Event) -> Iterator[str]:
        after = self.after
        match event:
            case events.Double(player):
                key = "asked_beaver" if not beaver_ban(after) else "asked"
                yield self._say(key, player, stake=after.game.offer)
            case events.Beaver(player):
                yield self._say("beavered", player, stake=after.game.offer)
            case events.Take(player):
                yield self._say("takes", player, stake=after.game.cube.value)
            case events.Resign(player, win):
                yield self._say("offers", player, win=self.phrases.say(f"win.{win.name.lower()}"))
            case events.PlayOn(player):
                yield self._say("plays_on", player)
            case _:
                yield from self._undo(event)

    def _undo(self, event: events.Event) -> Iterator[str]:
        match event:
            case events.AskUndo() if self.after.game.undo_asked_by:
                yield self._asked_undo()
            case events.AskUndo() | events.AgreeUndo():
                yield self.phrases.say("game.undone")
            case events.RefuseUndo():
                yield self.phrases.say("game.not_undone")

    def _asked_undo(self) -> str:
        """Whose turn is to be taken back, and who has to answer, whoever asked."""
        last = self.after.before or self.after
        player, asked = self.names[last.game.turn], self.names[self.after.to_act]
        return self.phrases.say("game.asks_undo", player=player, opponent=asked)

    def _play(self) -> str:
        played = self.after.game.played
        line = legal_plays(self.after).lines.get(played) if played else None
        return write_play(line) if line else self.phrases.say("position.none")

    def ending(self) -> Iterator[str]:
        if self.before.game.phase is not Phase.OVER:
            yield from tell_result(self.after, self.names, self.phrases)

    def _say(self, key: str, player: Player, **values: object) -> str:
        opponent = self.names[player.opponent]
        return self.phrases.say(
            f"game.{key}", player=self.names[player], opponent=opponent, count=None, **values
        )
