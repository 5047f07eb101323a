"""The computer as a player: decides, and sends its decisions as signals."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, replace

from engine.backgammon.game import events
from engine.backgammon.game.match import Match, Phase
from engine.backgammon.strategy.computer import Strategy
from engine.players import Player
from hardware.signals import PlayChosen, PlayerRequest, PlayerRequestKind, Signal
from referee.effects import Effect
from referee.match_settings import IllegalPolicy
from referee.questions import QuestionKind
from referee.state import State
from service.table.refereed_table import RefereedTable
from service.table.timers import wait_for_first

COMPUTER_SOURCE = "computer"
"""The source of the computer's signals."""
RESIGNATION_DELAY = 3.0
"""Seconds until it refuses a resignation: a player who resigns by button may still offer more."""

REQUEST_FOR_EVENT: Mapping[type[events.Event], PlayerRequestKind] = {
    events.Double: PlayerRequestKind.DOUBLE,
    events.Take: PlayerRequestKind.YES,
    events.Drop: PlayerRequestKind.NO,
    events.Beaver: PlayerRequestKind.BEAVER,
    events.AcceptResignation: PlayerRequestKind.YES,
    events.PlayOn: PlayerRequestKind.NO,
    events.AgreeUndo: PlayerRequestKind.YES,
    events.RefuseUndo: PlayerRequestKind.NO,
    events.Challenge: PlayerRequestKind.CHALLENGE,
}
"""The request that brings an event about."""


_CONSENTS = (QuestionKind.EARLY_THROW, QuestionKind.VOID, QuestionKind.SEATING)
"""The questions in which the program does as its opponent wants: it sees no dice."""


@dataclass(frozen=True, slots=True)
class DecisionMoment:
    """A moment in which a player has to decide."""

    match: Match
    is_asked_to_agree: bool = False
    """True if it is asked about a throw or the seating, which is left to the opponent."""


class ComputerPlayer:
    """Plays for one player of a table, if any, and sends the decisions of a strategy as signals.

    The strategy thinks in a thread. A decision for a moment that has passed is dropped, and no
    question is asked twice while nothing changes.
    """

    def __init__(self, table: RefereedTable, strategy: Strategy) -> None:
        self._table = table
        self._strategy = strategy
        self._news = asyncio.Event()
        self._at_rest = asyncio.Event()
        self._decided: DecisionMoment | None = None
        """The last moment that was decided, as long as it lasts."""
        self._has_resigned = False
        """True if the computer has offered to resign in this turn."""

    @property
    def player(self) -> Player | None:
        return self._table.computer_player

    async def run(self) -> None:
        """Plays until cancelled; exceptions of the strategy are passed on."""
        with self._table.listen(self._on_effect):
            self._news.set()
            while True:
                await self._news.wait()
                self._news.clear()
                await self._decide()
                if not self._news.is_set():
                    self._at_rest.set()

    async def wait_until_settled(self) -> None:
        """Returns when nothing is left to decide, and all decisions are judged and shown."""
        await self._table.wait_until_quiet()
        while not self._at_rest.is_set():
            await self._at_rest.wait()
            await self._table.wait_until_quiet()

    def _on_effect(self, _effect: Effect) -> None:
        self._at_rest.clear()
        self._news.set()

    async def _decide(self) -> None:
        """Decides the present moment, if it is this player's and not decided yet."""
        state, player = self._table.state, self.player
        moment = pending_decision(state, player)
        self._has_resigned &= _is_to_throw(state.match, player)
        if moment in (None, self._decided):
            self._decided = moment
            return
        answer = await self._answer(moment)
        if pending_decision(self._table.state, self.player) != moment:
            self._news.set()
            return
        self._decided = moment
        self._has_resigned |= isinstance(answer, events.Resign)
        if answer and player:
            self._table.submit(self._as_signal(answer, player))

    async def _answer(self, moment: DecisionMoment) -> events.Event | PlayerRequestKind | None:
        if moment.is_asked_to_agree:
            return PlayerRequestKind.YES
        match, may_give_up = moment.match, not self._has_resigned
        answer = await asyncio.to_thread(decide, self._strategy, match, may_give_up=may_give_up)
        if isinstance(answer, events.PlayOn):
            await self._wait_before_refusal(moment)
        return answer

    async def _wait_before_refusal(self, moment: DecisionMoment) -> None:
        """Waits before a refusal, unless the moment changes."""
        until = self._table.clock.now() + RESIGNATION_DELAY
        while (
            self._table.clock.now() < until
            and pending_decision(self._table.state, self.player) == moment
        ):
            self._at_rest.set()
            self._news.clear()
            await wait_for_first(self._news.wait(), self._table.clock.wait_until(until))

    def _as_signal(self, answer: events.Event | PlayerRequestKind, player: Player) -> Signal:
        now, seating = self._table.clock.now(), self._table.state.seating
        colour = seating.colour(player)
        match answer:
            case PlayerRequestKind():
                return PlayerRequest(COMPUTER_SOURCE, now, colour, answer)
            case events.Play(result=play):
                return PlayChosen(COMPUTER_SOURCE, now, seating.layout(play, player))
            case events.Resign(win=win):
                many = int(win)
                return PlayerRequest(COMPUTER_SOURCE, now, colour, PlayerRequestKind.RESIGN, many)
        return PlayerRequest(COMPUTER_SOURCE, now, colour, REQUEST_FOR_EVENT[type(answer)])


def pending_decision(state: State, player: Player | None) -> DecisionMoment | None:
    """The decision that this player has to make now; None if there is none."""
    if player is None:
        return None
    match, asking = state.match, state.question
    offered = match.game.resignation or match.game.undo_asked_by
    agrees = asking and asking.kind in _CONSENTS
    if asking and agrees and asking.to is player and not offered:
        return DecisionMoment(match, is_asked_to_agree=True)
    if match.to_act is not player or not (offered or _is_to_decide(state)):
        return None
    return DecisionMoment(_without_unchallengeable_errors(state))


def decide(strategy: Strategy, match: Match, *, may_give_up: bool) -> events.Event | None:
    """The strategy's decision; a resignation if it has nothing else to do and may resign."""
    answer = strategy.choose(match)
    return strategy.offer_resignation(match) if answer is None and may_give_up else answer


def _is_to_decide(state: State) -> bool:
    """True if there is a decision to make; lifting the dice is left to people."""
    if state.is_setting_up:
        return False
    if state.match.game.phase is Phase.TO_PLAY:
        return not state.chosen and bool(state.plays and state.plays.tree.playable)
    return state.match.game.phase is not Phase.PLAYED


def _is_to_throw(match: Match, player: Player | None) -> bool:
    return match.game.phase is Phase.TO_THROW and match.game.turn is player


def _without_unchallengeable_errors(state: State) -> Match:
    """The match without wrong plays that the illegal-play policy does not let anybody challenge."""
    match = state.match
    if state.settings.illegal_policy is not IllegalPolicy.RECORD:
        return match
    return match.with_game(replace(match.game, reasons=()))
