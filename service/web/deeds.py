"""What a page may have done at a table: one door for all of it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from random import Random, SystemRandom
from typing import Any

from hardware.checkers import Layout
from hardware.signals import SetUpWanted, Signal, Told, Wished
from referee.told import may_be_meant
from referee.words import Phrases
from service.simulation import gestures as made
from service.tables.running import Running
from service.web.agreement import NotAgreed, read_agreement
from service.web.boards import read_board
from service.web.limits import BEGINNING, Bucket
from service.web.messages import from_page as asked
from service.web.messages.from_page import Deed
from service.web.messages.to_page import Why, World
from service.web.not_done import NotDone
from service.web.teaching import Teaching
from service.web.touching import Touching

__all__ = ["Deeds", "NotDone"]

SOURCE = "page"
"""The source of what is said on a page."""
Do = Callable[[Any], Awaitable[None] | None]
"""Does what is asked for; NotDone, and nothing has changed, if it cannot."""


class Deeds:
    """Does what pages ask for at one table, whole or not at all."""

    def __init__(
        self,
        running: Running,
        moment: Callable[[], int],
        chance: Random | None = None,
        teaching: Teaching | None = None,
    ) -> None:
        self._running = running
        self._moment = moment
        """What a page shows now; see `Game.moment`."""
        self._matches = Bucket(BEGINNING)
        self._teaching = teaching
        """Who shows boards to the camera, if there is one."""
        self._hands = Touching(running, chance or SystemRandom())
        self._do: Mapping[type, Do] = {
            **_by(self._hands),
            asked.CutPower: self._cut_power,
            asked.Ask: self._ask,
            asked.Tell: self._tell,
            asked.SetUp: self._set_up,
            asked.BeginMatch: self._begin_match,
            asked.Try: self._try,
            asked.Calibrate: self._calibrate,
            asked.ForgetBoard: self._forget_board,
        }

    async def do(self, deed: Deed) -> None:
        """Do it; NotDone, and nothing has changed, if it is not done."""
        if coming := self._do[type(deed)](deed):
            await coming
        self._running.table.changed()

    def world(self) -> World:
        """What truly lies on a simulated table."""
        return self._hands.world()

    def _cut_power(self, _it: asked.CutPower) -> None:
        if not self._running.devices.checkers:
            raise NotDone(Why.NOT_SIMULATED, "power_not_simulated")
        self._running.power.cut()

    def _ask(self, it: asked.Ask) -> None:
        self._must_be_up_to_date(it.moment)
        now = self._running.table.clock.now()
        try:
            wished = Wished(SOURCE, now, it.colour, it.wish, it.number)
        except ValueError as problem:
            raise NotDone(Why.NOT_POSSIBLE, "no_such_number") from problem
        self._say(wished)

    def _tell(self, it: asked.Tell) -> None:
        self._must_be_up_to_date(it.moment)
        layout, table = _layout(it.board), self._running.table
        state = table.state
        play = state.seating.position(layout, state.turn)
        if not (play and may_be_meant(state, play)):
            raise NotDone(Why.NOT_POSSIBLE, "not_played")
        self._say(Told(SOURCE, table.clock.now(), layout))

    def _set_up(self, it: asked.SetUp) -> None:
        layout, table = _layout(it.board), self._running.table
        seating = table.state.seating
        if seating.position(layout, seating.player(it.turn)) is None:
            raise NotDone(Why.NOT_POSSIBLE, "no_position")
        self._say(SetUpWanted(SOURCE, table.clock.now(), layout, it.turn))

    async def _begin_match(self, it: asked.BeginMatch) -> None:
        try:
            agreed = read_agreement(it.agreement, self._running)
        except NotAgreed as problem:
            raise _NotSettled(problem) from problem
        if not self._matches.take():
            raise NotDone(Why.TOO_MANY, "too_many_matches")
        await self._running.begin(agreed)

    def _try(self, it: asked.Try) -> None:
        table = self._running.table
        if it.test in (asked.Test.SKIP, asked.Test.STOP) and not (
            table.trial and table.trial.running
        ):
            raise NotDone(Why.NOT_POSSIBLE, "nothing_tried_out")
        {
            asked.Test.LAMPS: table.try_lamps,
            asked.Test.SWITCHES: table.try_switches,
            asked.Test.SKIP: table.skip_switch,
            asked.Test.STOP: table.stop_trial,
        }[it.test]()

    def _calibrate(self, it: asked.Calibrate) -> None:
        self._taught.calibrate(it)

    def _forget_board(self, _it: asked.ForgetBoard) -> None:
        self._taught.forget()

    @property
    def _taught(self) -> Teaching:
        if self._teaching is None:
            raise NotDone(Why.NOT_POSSIBLE, "no_camera")
        return self._teaching

    def _say(self, signal: Signal) -> None:
        if not self._running.table.say(signal):
            raise NotDone(Why.TOO_MANY)

    def _must_be_up_to_date(self, moment: int | None) -> None:
        if moment is not None and moment != self._moment():
            raise NotDone(Why.OUT_OF_DATE)


class _NotSettled(NotDone):
    """What was agreed on has mistakes."""

    def __init__(self, problem: NotAgreed) -> None:
        super().__init__(Why.NOT_POSSIBLE, "not_agreed")
        self._problem = problem

    def told(self, phrases: Phrases) -> str:
        return "; ".join(self._problem.told(phrases))

    def beside(self, phrases: Phrases) -> Mapping[str, str]:
        return self._problem.beside(phrases)


def _by(hands: Touching) -> Mapping[type, Do]:
    """What hands do at the devices."""
    return {
        made.Lift: hands.lift,
        made.Put: hands.put,
        made.PutBetween: hands.put_between,
        made.Straighten: hands.straighten,
        made.Nudge: hands.nudge,
        made.Fetch: hands.fetch,
        made.Cock: hands.cock,
        made.LiftDice: hands.lift_dice,
        made.Press: hands.press,
        asked.Arrange: hands.arrange,
        asked.Knock: hands.knock,
        asked.ThrowDice: hands.throw,
        asked.Spoil: hands.spoil,
        asked.Mend: hands.mend,
        asked.Unplug: hands.unplug,
        asked.PlugIn: hands.plug_in,
        asked.LetComputerMove: hands.let_computer_move,
    }


def _layout(board: str) -> Layout:
    try:
        return read_board(board)
    except ValueError as problem:
        raise NotDone(Why.NOT_POSSIBLE, "no_board") from problem
