"""A player without hands at a table: it decides, and people throw and move for it."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, replace

from engine.backgammon.game import events
from engine.backgammon.game.match import Match, Phase
from engine.backgammon.players import Player
from engine.backgammon.playing.chooser import Chooser
from hardware.signals import PlayChosen, Signal, Wish, Wished
from referee.asking import Question
from referee.effects import Effect
from referee.profiles import IllegalPolicy
from referee.state import State
from service.tables.table import Table
from service.tables.waiting import first_of

SOURCE = "computer"
"""The source of what it says."""
PATIENCE = 3.0
"""Seconds until it refuses a resignation: whoever gives up by button may still offer more."""

WISHES: Mapping[type[events.Event], Wish] = {
    events.Double: Wish.DOUBLE,
    events.Take: Wish.YES,
    events.Drop: Wish.NO,
    events.Beaver: Wish.BEAVER,
    events.AcceptResignation: Wish.YES,
    events.PlayOn: Wish.NO,
    events.AgreeUndo: Wish.YES,
    events.RefuseUndo: Wish.NO,
    events.Challenge: Wish.CHALLENGE,
}
"""What it asks for to let something happen."""


@dataclass(frozen=True, slots=True)
class Moment:
    """What is up to a player."""

    match: Match
    early: bool = False
    """Whether the opponent has thrown too early, and it is for him to let that stand."""


class HandlessPlayer:
    """Takes a player's part at a table, if anybody's, and says what its chooser decides there.

    The chooser thinks in a thread. What it decides for a moment that has passed is dropped, and
    nothing is asked twice while nothing changes.
    """

    def __init__(self, table: Table, chooser: Chooser) -> None:
        self._table = table
        self._chooser = chooser
        self._news = asyncio.Event()
        self._at_rest = asyncio.Event()
        self._met: Moment | None = None
        """The last moment that was met, as long as it lasts."""
        self._gave_up = False
        """Whether a win has been offered in this turn."""

    @property
    def player(self) -> Player | None:
        """Whose part it takes."""
        return self._table.computer

    async def run(self) -> None:
        """Take part until cancelled; whatever goes wrong in the chooser is let through."""
        with self._table.watch(self._hear):
            self._news.set()
            while True:
                await self._news.wait()
                self._news.clear()
                await self._decide()
                if not self._news.is_set():
                    self._at_rest.set()

    async def settled(self) -> None:
        """Return when nothing is left to decide, and all that was is judged and shown."""
        await self._table.quiet()
        while not self._at_rest.is_set():
            await self._at_rest.wait()
            await self._table.quiet()

    def _hear(self, _effect: Effect) -> None:
        self._at_rest.clear()
        self._news.set()

    async def _decide(self) -> None:
        """Meet the moment, if it is up to this player and has not been met."""
        state, player = self._table.state, self.player
        moment = moment_of(state, player)
        self._gave_up &= _is_to_throw(state.match, player)
        if moment in (None, self._met):
            self._met = moment
            return
        answer = await self._answer(moment)
        if moment_of(self._table.state, self.player) != moment:
            self._news.set()
            return
        self._met = moment
        self._gave_up |= isinstance(answer, events.Resign)
        if answer and player:
            self._table.say(self._said(answer, player))

    async def _answer(self, moment: Moment) -> events.Event | Wish | None:
        if moment.early:
            return Wish.YES
        match, may_give_up = moment.match, not self._gave_up
        answer = await asyncio.to_thread(decided, self._chooser, match, may_give_up=may_give_up)
        if isinstance(answer, events.PlayOn):
            await self._be_patient(moment)
        return answer

    async def _be_patient(self, moment: Moment) -> None:
        """Let time pass, unless something else comes up."""
        until = self._table.clock.now() + PATIENCE
        while (
            self._table.clock.now() < until and moment_of(self._table.state, self.player) == moment
        ):
            self._at_rest.set()
            self._news.clear()
            await first_of(self._news.wait(), self._table.clock.wait_until(until))

    def _said(self, answer: events.Event | Wish, player: Player) -> Signal:
        now, seating = self._table.clock.now(), self._table.state.seating
        colour = seating.colour(player)
        match answer:
            case Wish():
                return Wished(SOURCE, now, colour, answer)
            case events.Play(result=play):
                return PlayChosen(SOURCE, now, seating.layout(play, player))
            case events.Resign(win=win):
                return Wished(SOURCE, now, colour, Wish.RESIGN, int(win))
        return Wished(SOURCE, now, colour, WISHES[type(answer)])


def moment_of(state: State, player: Player | None) -> Moment | None:
    """What is up to this player now, if anything is."""
    if player is None:
        return None
    match, asking = state.match, state.asking
    offered = match.game.resignation or match.game.undo_asked_by
    if asking and asking.question is Question.EARLY_THROW and asking.to is player and not offered:
        return Moment(match, early=True)
    if match.to_act is not player or not (offered or _is_to_decide(state)):
        return None
    return Moment(_as_refereed(state))


def decided(chooser: Chooser, match: Match, *, may_give_up: bool) -> events.Event | None:
    """What a chooser does now, giving up if that is all there is to do."""
    answer = chooser.choose(match)
    return chooser.give_up(match) if answer is None and may_give_up else answer


def _is_to_decide(state: State) -> bool:
    """Whether there is more to decide than when to lift the dice: that is for people's hands."""
    if state.is_setting_up:
        return False
    if state.match.game.phase is Phase.TO_PLAY:
        return not state.chosen and bool(state.plays and state.plays.tree.playable)
    return state.match.game.phase is not Phase.PLAYED


def _is_to_throw(match: Match, player: Player | None) -> bool:
    return match.game.phase is Phase.TO_THROW and match.game.turn is player


def _as_refereed(state: State) -> Match:
    """The match without the errors that nobody may object to."""
    match = state.match
    if state.settings.illegal_policy is not IllegalPolicy.RECORD:
        return match
    return match.going_on_with(replace(match.game, reasons=()))
