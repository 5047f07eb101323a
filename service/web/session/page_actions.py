"""The actions of a page at a table, dispatched by the type of the message."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from random import Random, SystemRandom
from typing import Any

from hardware.checkers import Layout
from hardware.signals import LayoutStated, PlayerRequest, PlayerRequestKind, PositionSetUp, Signal
from referee.player_requests import can_be_stated
from service.records.position_ids import read_board
from service.table.table_runtime import TableRuntime
from service.web.messages import from_page
from service.web.messages.device_messages import WorldPart
from service.web.messages.from_page import Action
from service.web.messages.to_page import ActionRefused, RefusalKind
from service.web.rate_limits import NEW_MATCH_LIMIT, TokenBucket
from service.web.session.agreement_form import InvalidAgreement, read_agreement
from service.web.session.simulated_table_actions import SimulatedTableActions
from service.web.table_camera import CalibrationTask
from service.words.phrases import Phrases
from simulation import gestures

PAGE_SOURCE = "page"
"""The source of signals that come from a page."""
Handler = Callable[[Any], Awaitable[None] | None]
"""Handles one type of action; raises ActionRefused, without any change, if it is refused."""


class PageActions:
    """Carries out the actions of pages at one table, each completely or not at all."""

    def __init__(
        self,
        runtime: TableRuntime,
        revision: Callable[[], int],
        plays_number: Callable[[], int | None],
        rng: Random | None = None,
        calibration_task: CalibrationTask | None = None,
    ) -> None:
        self._runtime = runtime
        self._revision = revision
        """Returns the present revision of the possible requests and answers."""
        self._plays_number = plays_number
        """Returns the number of the plays of the throw on the board; None if there are none."""
        self._one_answer = asyncio.Lock()
        self._matches = TokenBucket(NEW_MATCH_LIMIT)
        self._calibration_task = calibration_task
        """The calibration of the camera, if the table has one."""
        self._hands = SimulatedTableActions(runtime, rng or SystemRandom())
        self._handlers: Mapping[type, Handler] = {
            **_hand_handlers(self._hands), from_page.LiftForStep: self._lift_for_step,
            from_page.CutPower: self._cut_power,
            from_page.MakeRequest: self._make_request, from_page.StateLayout: self._state_layout,
            from_page.SetUp: self._set_up, from_page.BeginMatch: self._begin_match,
            from_page.KeepNames: self._keep_names,
            from_page.ControlSelfTest: self._self_test, from_page.Calibrate: self._calibrate,
            from_page.ForgetBoard: self._forget_board,
        }  # fmt: skip

    async def carry_out(self, action: Action) -> None:
        """Carries out an action; raises ActionRefused, without any change, if it is refused."""
        if coming := self._handlers[type(action)](action):
            await coming
        self._runtime.table.notify_soon()

    def world(self) -> WorldPart:
        return self._hands.world()

    async def _lift_for_step(self, it: from_page.LiftForStep) -> None:
        async with self._answering(it.plays, self._plays_number):
            self._hands.lift_for_step(it)

    def _cut_power(self, _it: from_page.CutPower) -> None:
        if not self._runtime.devices.checkers:
            raise ActionRefused(RefusalKind.NOT_SIMULATED, "power_not_simulated")
        self._runtime.power_supply.cut()

    async def _make_request(self, it: from_page.MakeRequest) -> None:
        async with self._answering(it.revision, self._revision):
            now = self._runtime.table.clock.now()
            try:
                request = PlayerRequest(PAGE_SOURCE, now, it.colour, it.request, it.number)
            except ValueError as problem:
                raise ActionRefused(RefusalKind.NOT_POSSIBLE, "no_such_number") from problem
            if it.request is PlayerRequestKind.NEXT and self._runtime.table.state.is_setting_up:
                self._hands.pick_up_all_dice()
            self._say(request)

    async def _state_layout(self, it: from_page.StateLayout) -> None:
        layout, table = _read_layout(it.board), self._runtime.table
        async with self._answering(it.revision, self._revision):
            state = table.state
            play = state.seating.position(layout, state.turn)
            if not (play and can_be_stated(state, play)):
                raise ActionRefused(RefusalKind.NOT_POSSIBLE, "not_played")
            self._say(LayoutStated(PAGE_SOURCE, table.clock.now(), layout))

    def _set_up(self, it: from_page.SetUp) -> None:
        layout, table = _read_layout(it.board), self._runtime.table
        seating = table.state.seating
        if seating.position(layout, seating.player(it.turn)) is None:
            raise ActionRefused(RefusalKind.NOT_POSSIBLE, "no_position")
        now = table.clock.now()
        # Against the computer there is nobody else to ask.
        asks = table.computer_player is None
        self._say(PositionSetUp(PAGE_SOURCE, now, layout, it.turn, is_proposal=asks))

    async def _begin_match(self, it: from_page.BeginMatch) -> None:
        try:
            agreed = read_agreement(it.agreement, self._runtime)
        except InvalidAgreement as problem:
            raise _AgreementRefused(problem) from problem
        async with (
            self._answering(it.revision, self._revision),
            self._answering(it.instead, lambda: self._runtime.journal.match),
        ):
            if not self._matches.take():
                raise ActionRefused(RefusalKind.TOO_MANY, "too_many_matches")
            await self._runtime.begin_match(agreed)
            self._hands.pick_up_all_dice()

    async def _keep_names(self, _it: from_page.KeepNames) -> None:
        if self._runtime.name_question.is_settled:
            raise ActionRefused(RefusalKind.OUT_OF_DATE)
        await self._runtime.keep_names()

    def _self_test(self, it: from_page.ControlSelfTest) -> None:
        table = self._runtime.table
        if it.command in (from_page.SelfTestCommand.SKIP, from_page.SelfTestCommand.STOP) and not (
            table.self_test and table.self_test.is_running
        ):
            raise ActionRefused(RefusalKind.NOT_POSSIBLE, "no_self_test")
        {
            from_page.SelfTestCommand.LAMPS: table.start_lamp_test,
            from_page.SelfTestCommand.SWITCHES: table.start_switch_test,
            from_page.SelfTestCommand.SKIP: table.skip_switch,
            from_page.SelfTestCommand.STOP: table.stop_self_test,
        }[it.command]()

    def _calibrate(self, it: from_page.Calibrate) -> None:
        self._calibration.calibrate(it)

    def _forget_board(self, _it: from_page.ForgetBoard) -> None:
        self._calibration.forget()

    @property
    def _calibration(self) -> CalibrationTask:
        if self._calibration_task is None:
            raise ActionRefused(RefusalKind.NOT_POSSIBLE, "no_camera")
        return self._calibration_task

    def _say(self, signal: Signal) -> None:
        if not self._runtime.table.submit(signal):
            raise ActionRefused(RefusalKind.TOO_MANY)

    @asynccontextmanager
    async def _answering(
        self, shown: int | None, now: Callable[[], int | None]
    ) -> AsyncIterator[None]:
        """Refuses an action if the game is not the one any more that the page showed.

        Of contrary actions that come in the same instant, the first is judged before the next is
        looked at.
        """
        if shown is None:
            yield
            return
        async with self._one_answer:
            await self._runtime.table.wait_until_taken()
            await self._runtime.table.wait_until_judged()
            if shown != now():
                raise ActionRefused(RefusalKind.OUT_OF_DATE)
            yield


class _AgreementRefused(ActionRefused):
    def __init__(self, problem: InvalidAgreement) -> None:
        super().__init__(RefusalKind.NOT_POSSIBLE, "not_agreed")
        self._problem = problem

    def in_words(self, phrases: Phrases) -> str:
        return "; ".join(self._problem.in_words(phrases))

    def field_errors(self, phrases: Phrases) -> Mapping[str, str]:
        return self._problem.field_errors(phrases)


def _hand_handlers(hands: SimulatedTableActions) -> Mapping[type, Handler]:
    return {
        gestures.Lift: hands.lift, from_page.PutDown: hands.put,
        gestures.PutBetween: hands.put_between,
        gestures.Straighten: hands.straighten, gestures.Nudge: hands.nudge,
        gestures.Fetch: hands.fetch, gestures.Cock: hands.cock, gestures.LiftDice: hands.lift_dice,
        gestures.Press: hands.press, from_page.Arrange: hands.arrange, from_page.Knock: hands.knock,
        from_page.ThrowDice: hands.throw, from_page.BreakSwitch: hands.break_switch,
        from_page.RepairSwitch: hands.repair_switch, from_page.Unplug: hands.unplug,
        from_page.PlugIn: hands.plug_in, from_page.LetComputerMove: hands.let_computer_move,
    }  # fmt: skip


def _read_layout(board: str) -> Layout:
    try:
        return read_board(board)
    except ValueError as problem:
        raise ActionRefused(RefusalKind.NOT_POSSIBLE, "no_board") from problem
