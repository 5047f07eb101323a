"""Hands at a simulated table: each gesture moves a device, and the referee is left to answer it."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Sequence

from hardware.checkers import Colour, Place
from hardware.drivers.simulated.buttons import SimulatedButtons
from hardware.drivers.simulated.clock import SimulatedClock
from hardware.drivers.simulated.dice import SimulatedDice
from hardware.signals import Wish, Wished
from referee.asking import Question
from referee.effects import Effect, Notice, What
from referee.verdicts import Complete, OnTheWay
from service.simulation import gestures
from service.simulation.acts import OWN, answer_which
from service.simulation.gestures import Gesture
from service.simulation.hand import Hand
from service.simulation.marks import ErrorShown, Mark, Played, Reached, TurnBegins, TurnEnds
from service.simulation.performing import Performance
from service.simulation.troubles import Troubles
from service.simulation.umpire import Umpire
from service.tables.devices import Attached
from service.tables.table import Table

PAGE = "page"
"""The source of what people say."""
TOLD_AND_ASKED = 2
"""Who insists is first told what is wrong, and then asked about a switch."""
MOMENT = 0.6
"""Seconds after which somebody who was asked answers."""
PATIENT = 12
"""So many moments people wait for a table that is still looking."""
ASKED = (What.WHICH, What.SWITCH_SILENT, What.SWITCH_CLOSED, What.HIDDEN, What.SET_UP)

Shown = Callable[[], None]
"""Called whenever there may be something new to show."""


class Sitting:
    """An evening at a table: hands, and an umpire who watches the referee."""

    def __init__(
        self,
        table: Table,
        devices: Attached,
        clock: SimulatedClock,
        troubles: Troubles | None = None,
        *,
        speed: float | None = None,
    ) -> None:
        if devices.checkers is None:
            raise ValueError("hands can touch only a table that is simulated")
        self.umpire = Umpire(troubles.alarms if troubles else frozenset())
        self.shown: Shown = lambda: None
        self._table = table
        self._clock = clock
        self._hand = Hand(
            devices.checkers,
            {dice.colour: dice for dice in devices.all_of(SimulatedDice)},
            devices.all_of(SimulatedButtons)[0],
            self._say,
        )
        self._troubles = troubles
        self._speed = speed
        self._asked: deque[Notice] = deque()
        self._tidied: set[Place] = set()
        """Where what lies there has been touched in this turn, so that it is felt."""

    async def perform(self, performance: Performance) -> None:
        """Do everything that hands do, and let the referee answer each of it."""
        with self._table.watch(self._hear):
            await self._table.quiet()
            await self._be_heard()
            for item in performance:
                if isinstance(item, Mark):
                    await self._come_to(item)
                else:
                    await self._do(item)
                    await self._answer_all()

    def _hear(self, effect: Effect) -> None:
        self.umpire.hear(effect, self._table.state)
        if isinstance(effect, Notice) and effect.what in ASKED and not self.umpire.planted:
            self._asked.append(effect)

    async def _come_to(self, mark: Mark) -> None:
        if isinstance(mark, TurnEnds | ErrorShown | Reached):
            await self._be_heard()
        if isinstance(mark, Reached):
            await self._look_at_set_up()
        self.umpire.see(mark, self._table.state)
        if isinstance(mark, ErrorShown) and self.umpire.was_completed:
            await self._take_back()
        if isinstance(mark, Played):
            await self._see_to_it()
        if isinstance(mark, TurnBegins):
            self._tidied.clear()
            if self._troubles:
                for gesture in self._troubles.next():
                    await self._table.quiet()
                    await self._do(gesture)
            await self._table.quiet()
            await self._see_to_dance()
        self.shown()

    async def _do(self, gesture: Gesture) -> None:
        if isinstance(gesture, gestures.Pause):
            await self._pause(gesture.seconds)
            return
        self._hand.do(gesture)
        await self._table.quiet()
        self.shown()

    async def _pause(self, seconds: float) -> None:
        if self._speed:
            await asyncio.sleep(seconds / self._speed)
        end = self._clock.now() + seconds
        while (call := self._clock.next_call) is not None and call <= end:
            self._clock.advance_to(call)
            await self._table.quiet()
        self._clock.advance_to(end)
        self.shown()

    async def _be_heard(self) -> None:
        """Wait until the table has seen what has been done, as whoever sits there would."""
        for _ in range(PATIENT):
            if not (self._is_looking_at_turn or self._is_looking_at_set_up):
                break
            await self._pause(MOMENT)
        await self._answer_all()

    @property
    def _is_looking_at_turn(self) -> bool:
        """Whether the table has not yet seen all of a play that is said to be over."""
        turn = self._table.state.this_turn
        return turn.ending or turn.early is not None

    @property
    def _is_looking_at_set_up(self) -> bool:
        """Whether the table has not yet seen all of a board that is being set up."""
        state = self._table.state
        looks = state.sight.from_afar and state.is_moving
        return state.is_setting_up and looks and not state.match.winner

    async def _see_to_it(self) -> None:
        """The play is made, but the table does not say so: touch what it misses, and insist."""
        verdict = self._table.state.verdict
        if isinstance(verdict, OnTheWay):
            await self._tidy((*verdict.lifted, *verdict.reachable))
        turn = self._table.state.match.game.turn
        for _ in range(TOLD_AND_ASKED):
            over = self._table.state.match.game.turn is not turn
            if not over and not isinstance(self._table.state.verdict, Complete):
                await self._insist()

    async def _see_to_dance(self) -> None:
        """Nothing can be played; if the table does not say so, something is wrong with it."""
        plays = self._table.state.plays
        if self._troubles and plays and not plays.tree.playable:
            await self._pause(MOMENT)
            await self._see_to_it()

    async def _insist(self) -> None:
        """Say that the turn is done, or, where that has been asked already, which play it was."""
        asking = self._table.state.asking
        if asking and asking.question is Question.WHICH:
            self._asked.append(Notice(What.WHICH))
        else:
            self._hand.do(gestures.Press(OWN[self._table.state.colour]))
        await self._table.quiet()
        await self._answer_all()

    async def _answer_all(self) -> None:
        """Tell the referee all that it has asked for by now."""
        while self._asked:
            await self._answer(self._asked.popleft())

    async def _answer(self, notice: Notice) -> None:
        """Tell the referee what it asks for: somebody who sits there sees it."""
        await self._pause(MOMENT)
        asking = self._table.state.asking
        if notice.what is What.SWITCH_SILENT and not self._tidied.issuperset(notice.places):
            await self._tidy(notice.places)
            self._hand.do(gestures.Press(OWN[self._table.state.colour]))
            await self._table.quiet()
        elif notice.what is What.WHICH and asking:
            truth = self.umpire.truth
            number = answer_which(asking.plays, truth) if truth else None
            if number is not None:
                self._say(self._table.state.seating.colour(asking.to), Wish.CHOOSE, number)
        elif notice.what is What.SET_UP:
            await self._confirm_set_up(notice.places)
        elif asking:
            self._say(self._table.state.seating.colour(asking.to), Wish.YES)
        await self._table.quiet()

    async def _look_at_set_up(self) -> None:
        """Before the game begins, see whether the lamps still want something."""
        verdict = self._table.state.verdict
        if self._table.state.is_setting_up and isinstance(verdict, OnTheWay):
            await self._confirm_set_up(verdict.lifted)

    async def _confirm_set_up(self, lacking: Sequence[Place]) -> None:
        """Say that the board is set up, if it is, and touching what is not seen does not help."""
        if not self._hand.has_set_up(self._table.state.expected_layout):
            return
        await self._tidy(lacking)
        if not self._table.state.is_set_up:
            self._say(self._table.state.colour, Wish.DONE)

    async def _tidy(self, places: Sequence[Place]) -> None:
        """Touch what lies there, and give the referee time to see it."""
        self._tidied.update(places)
        self._hand.tidy(places)
        await self._table.quiet()
        await self._pause(MOMENT)
        await self._table.quiet()

    async def _take_back(self) -> None:
        """The wrong turn was completed: whoever sits there has it retaken."""
        mover = self.umpire.mover
        if mover is None:
            return
        opponent = self._table.state.seating.colour(mover.opponent)
        if self.umpire.stands:
            self._say(opponent, Wish.CHALLENGE)
            await self._table.quiet()
        else:
            self._say(opponent.other, Wish.UNDO)
            await self._table.quiet()
            if self._table.state.match.game.undo_asked_by:
                self._say(opponent, Wish.YES)
                await self._table.quiet()
        self.umpire.forget_turn()

    def _say(self, colour: Colour, wish: Wish, number: int = 0) -> None:
        self._table.say(Wished(PAGE, self._clock.now(), colour, wish, number))
