"""Simulated people at a table, and the trouble that its devices give them."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from random import Random

from hardware.checkers import POINTS, Colour, Place
from hardware.drivers.clocks import SimulatedClock
from hardware.drivers.simulated.simulated_devices import SimulatedDevice, SwitchFault
from hardware.drivers.simulated.simulated_sensor import SimulatedSensor
from hardware.signals import PlayerRequest, PlayerRequestKind
from referee import notices
from referee.effects import Effect
from referee.notices import Notice
from referee.questions import QuestionKind
from referee.request_notices import PlayVouchedFor
from referee.verdicts import Complete, OnTheWay
from service.simulated_match.umpire import TableTruth, Umpire
from service.table.device_factory import DeviceSet
from service.table.refereed_table import RefereedTable
from service.table.supervisor import MAX_RETRY_DELAY
from simulation import gestures
from simulation.dice_and_button_gestures import OWN_BUTTON, number_of_play
from simulation.gesture_performer import GesturePerformer
from simulation.performance import Performance

TURNS_PER_TROUBLE = 12
"""Average number of turns from one trouble to the next."""
UNPLUGGED_SECONDS = 3.0
"""Seconds for which a device is unplugged."""
REOPENING_SECONDS = MAX_RETRY_DELAY + 1
"""Seconds after which a device that was plugged in again has surely been reopened."""


class DeviceTrouble(Enum):
    """The kinds of trouble a table may have: the faults of a switch, and a lost plug."""

    BOUNCE = "bounce"
    """A switch flickers whenever it is touched."""
    MISSED = "missed"
    """A switch misses the next checker until that is touched again."""
    DEAD = "dead"
    """A switch never closes again."""
    STUCK = "stuck"
    """A switch stays closed."""
    UNPLUGGED = "unplugged"
    """A device loses its plug for a while."""
    ALL = "all"
    """Each of them now and then."""


_LASTING = (DeviceTrouble.DEAD, DeviceTrouble.STUCK)
"""Troubles that happen only once in a match."""
_SINGLE = tuple(kind for kind in DeviceTrouble if kind is not DeviceTrouble.ALL)


class TroubleMaker:
    """One kind of trouble for the devices of a table."""

    def __init__(
        self,
        kind: DeviceTrouble,
        board: SimulatedSensor,
        devices: Sequence[SimulatedDevice],
        rng: Random,
    ) -> None:
        self.kind = kind
        self.happened = 0
        self._past: set[DeviceTrouble] = set()
        """The kinds of trouble that have happened."""
        self._board = board
        self._devices = devices
        self._rng = rng

    def next(self) -> Iterator[gestures.Pause]:
        """Makes something go wrong at random; yields pauses while a device is unplugged."""
        if self._rng.randrange(TURNS_PER_TROUBLE):
            return
        kind = self._rng.choice(_SINGLE) if self.kind is DeviceTrouble.ALL else self.kind
        if kind in _LASTING and kind in self._past:
            return
        self.happened += 1
        self._past.add(kind)
        if kind is DeviceTrouble.UNPLUGGED:
            yield from self._unplug()
        else:
            self._break_switch(SwitchFault(kind.value))

    def _unplug(self) -> Iterator[gestures.Pause]:
        device = self._rng.choice(self._devices)
        device.unplug()
        yield gestures.Pause(UNPLUGGED_SECONDS)
        device.plug_in()
        yield gestures.Pause(REOPENING_SECONDS)

    def _break_switch(self, fault: SwitchFault) -> None:
        place = self._rng.choice(POINTS)
        slot = self._rng.randint(1, self._board.switch_count(place))
        self._board.set_fault(place, slot, fault)


PAGE_SOURCE = "page"
"""Source of the signals for what people ask for on the page."""
INSISTENT_PRESSES = 2
"""Times that people insist: the first brings a notice, the second a question about a switch."""
ANSWER_DELAY = 0.6
"""Seconds after which people answer a question."""
MAX_LOOKS = 12
"""Maximum number of such delays that people wait for a table that is still looking."""
AnsweredNotice = (
    notices.WhichPlay | PlayVouchedFor | notices.SwitchSilent | notices.SwitchClosed
    | notices.PlacesHidden | notices.SetUpIncomplete | notices.BoardVouchedFor
)  # fmt: skip
"""Notices that people answer."""

RedrawCallback = Callable[[], None]
"""Called whenever there may be something new to show."""


class SimulatedPeople:
    """The hands at a table, and the umpire that watches the referee."""

    def __init__(
        self,
        table: RefereedTable,
        devices: DeviceSet,
        clock: SimulatedClock,
        troubles: TroubleMaker | None = None,
        *,
        speed: float | None = None,
    ) -> None:
        if devices.checkers is None:
            raise ValueError("hands need simulated checkers; give the table a simulated sensor")
        self.umpire = Umpire(TableTruth(devices.simulated_boards))
        self.on_redraw: RedrawCallback = lambda: None
        self._table = table
        self._clock = clock
        self._hand = GesturePerformer.at(devices.checkers, devices.all_devices, self._request)
        self._troubles = troubles
        self._speed = speed
        self._asked: deque[Notice] = deque()
        self._touched_places: set[Place] = set()
        """Places whose checkers were touched in this turn, to make the sensors notice them."""

    async def perform(self, performance: Performance) -> None:
        """Performs all gestures and marks, and lets the referee respond to each of them."""
        with self._table.listen(self._on_effect):
            await self._table.wait_until_quiet()
            await self._wait_until_seen()
            for item in performance:
                if isinstance(item, gestures.Mark):
                    await self._pass_mark(item)
                else:
                    await self._do(item)
                    await self._answer_all()

    def _on_effect(self, effect: Effect) -> None:
        self.umpire.on_effect(effect, self._table.state)
        if isinstance(effect, AnsweredNotice) and not self.umpire.planted:
            self._asked.append(effect)

    async def _pass_mark(self, mark: gestures.Mark) -> None:
        if isinstance(mark, gestures.TurnEnds | gestures.SlipShown | gestures.Checkpoint):
            await self._wait_until_seen()
        if isinstance(mark, gestures.Checkpoint):
            await self._confirm_set_up_if_asked()
        self.umpire.on_mark(mark, self._table.state)
        if isinstance(mark, gestures.SlipShown) and self.umpire.was_completed:
            await self._take_back()
        if isinstance(mark, gestures.PlayMade):
            await self._insist_on_play()
        if isinstance(mark, gestures.TurnBegins):
            self._touched_places.clear()
            if self._troubles:
                for gesture in self._troubles.next():
                    await self._table.wait_until_quiet()
                    await self._do(gesture)
            await self._table.wait_until_quiet()
            await self._insist_on_no_play()
        self.on_redraw()

    async def _do(self, gesture: gestures.Gesture) -> None:
        if isinstance(gesture, gestures.Pause):
            await self._pause(gesture.seconds)
            return
        says_so = isinstance(gesture, gestures.Press | gestures.SendRequest)
        if says_so and self.umpire.planted and self.umpire.was_completed:
            # Nobody insists on a play that has been taken for a legal one.
            return
        self._hand.perform(gesture)
        await self._table.wait_until_quiet()
        self.on_redraw()

    async def _pause(self, seconds: float) -> None:
        if self._speed:
            await asyncio.sleep(seconds / self._speed)
        end = self._clock.now() + seconds
        while (wake_up := self._clock.next_wake_up) is not None and wake_up <= end:
            self._clock.advance_to(wake_up)
            await self._clock.wait_until_resumed()
            await self._table.wait_until_quiet()
        self._clock.advance_to(end)
        self.on_redraw()

    async def _wait_until_seen(self) -> None:
        """Waits, for a limited time, until the table has seen what was done; answers questions."""
        for _ in range(MAX_LOOKS):
            if not (self._is_looking_at_turn or self._is_looking_at_set_up):
                break
            await self._pause(ANSWER_DELAY)
        await self._answer_all()

    @property
    def _is_looking_at_turn(self) -> bool:
        """True while the table has not seen all of a play that was declared complete."""
        turn = self._table.state.this_turn
        return turn.ending or turn.early_throw is not None

    @property
    def _is_looking_at_set_up(self) -> bool:
        """True while the table has not seen all of a board that is being set up."""
        state = self._table.state
        looks = state.observed.has_camera and state.is_moving
        return state.is_setting_up and looks and not state.match.winner

    async def _insist_on_play(self) -> None:
        """Touches what the table misses of a finished play, and insists that the turn is over."""
        verdict = self._table.state.verdict
        if isinstance(verdict, OnTheWay):
            await self._tidy((*verdict.lifted, *verdict.reachable))
        turn = self._table.state.match.game.turn
        for _ in range(INSISTENT_PRESSES):
            is_over = self._table.state.match.game.turn is not turn
            if not is_over and not isinstance(self._table.state.verdict, Complete):
                await self._insist()

    async def _insist_on_no_play(self) -> None:
        """Insists that nothing can be played if a table with trouble does not say so itself."""
        plays = self._table.state.plays
        if self._troubles and plays and not plays.tree.playable:
            await self._pause(ANSWER_DELAY)
            await self._insist_on_play()

    async def _insist(self) -> None:
        """Says that the turn is over or, if the referee has asked already, which play it was."""
        asking = self._table.state.question
        if asking and asking.kind is QuestionKind.WHICH:
            self._asked.append(notices.WhichPlay(self._table.state.colour))
        else:
            self._hand.perform(gestures.Press(OWN_BUTTON[self._table.state.colour]))
        await self._table.wait_until_quiet()
        await self._answer_all()

    async def _answer_all(self) -> None:
        """Answers everything that the referee has asked so far."""
        while self._asked:
            await self._answer(self._asked.popleft())

    async def _answer(self, notice: Notice) -> None:
        """Answers a question of the referee as somebody who sees the board."""
        await self._pause(ANSWER_DELAY)
        asking, touched = self._table.state.question, self._touched_places
        if isinstance(notice, notices.SwitchSilent) and not touched.issuperset(notice.places):
            await self._tidy(notice.places)
            self._hand.perform(gestures.Press(OWN_BUTTON[self._table.state.colour]))
            await self._table.wait_until_quiet()
        elif isinstance(notice, notices.WhichPlay | PlayVouchedFor) and asking:
            truth = self.umpire.play_made
            number = number_of_play(asking.plays, truth) if truth else None
            if number is not None:
                colour = self._table.state.seating.colour(asking.to)
                self._request(colour, PlayerRequestKind.CHOOSE, number)
        elif isinstance(notice, notices.SetUpIncomplete):
            await self._confirm_set_up((*notice.places, *notice.surplus))
        elif asking:
            self._request(self._table.state.seating.colour(asking.to), PlayerRequestKind.YES)
        await self._table.wait_until_quiet()

    async def _confirm_set_up_if_asked(self) -> None:
        """Confirms the set-up before the game if the lamps still ask for checkers."""
        verdict = self._table.state.verdict
        if self._table.state.is_setting_up and isinstance(verdict, OnTheWay):
            await self._confirm_set_up(verdict.lifted)

    async def _confirm_set_up(self, lacking: Sequence[Place]) -> None:
        """Touches unseen checkers; says that the board is set up if it is but is not seen so.

        The first word may only be heard, the second asks the other player, the third is his yes.
        """
        if not self._hand.has_set_up(self._table.state.expected_layout):
            return
        await self._tidy(lacking)
        for colour in (*Colour, *Colour):
            if not self._table.state.is_set_up:
                self._request(colour, PlayerRequestKind.DONE)
                await self._table.wait_until_quiet()

    async def _tidy(self, places: Sequence[Place]) -> None:
        """Touches the checkers on some places, and gives the referee time to see them."""
        self._touched_places.update(places)
        self._hand.tidy(places)
        await self._table.wait_until_quiet()
        await self._pause(ANSWER_DELAY)
        await self._table.wait_until_quiet()

    async def _take_back(self) -> None:
        """Has a completed wrong turn retaken: by a challenge if it stands, or else by an undo."""
        mover = self.umpire.mover
        if mover is None:
            return
        opponent = self._table.state.seating.colour(mover.opponent)
        if self.umpire.illegal_play_stands:
            self._request(opponent, PlayerRequestKind.CHALLENGE)
            await self._table.wait_until_quiet()
        else:
            self._request(opponent.other, PlayerRequestKind.UNDO)
            await self._table.wait_until_quiet()
            if self._table.state.match.game.undo_asked_by:
                self._request(opponent, PlayerRequestKind.YES)
                await self._table.wait_until_quiet()
        self.umpire.forget_turn()

    def _request(self, colour: Colour, kind: PlayerRequestKind, number: int = 0) -> None:
        self._table.submit(PlayerRequest(PAGE_SOURCE, self._clock.now(), colour, kind, number))
