"""Simulated hands that throw and move for the computer."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from random import Random, SystemRandom
from typing import NamedTuple

from engine.backgammon.game.match import Match, Phase
from engine.backgammon.position import Position
from engine.players import Player
from hardware.checkers import POINTS, Colour, Place, bar
from hardware.drivers.simulated.simulated_devices import SimulatedDevice, SimulatedDice
from hardware.drivers.simulated.simulated_table import TouchedPlaces
from hardware.signals import FACES, DiceState, PlayerRequest, PlayerRequestKind
from referee.questions import OpenQuestion
from referee.state import State
from referee.verdicts import Ambiguous, Complete, OnTheWay
from service.table.computer_player import COMPUTER_SOURCE, ComputerPlayer
from service.table.device_factory import DeviceSet
from service.table.refereed_table import RefereedTable
from service.table.rolling_dice import RollingDice
from service.table.supervisor import LinkState
from service.table.timers import wait_for_first
from simulation.checker_transfers import ColouredSetup, carry
from simulation.dice_and_button_gestures import OWN_BUTTON
from simulation.gesture_performer import GesturePerformer
from simulation.gestures import Gesture, Lift, LiftDice, Pause, Press, Put, rename_places
from simulation.habits import Habits, Temperament
from simulation.step_lines import line_to
from simulation.turn_gestures import TurnToPlay, play_turn

PACE = 0.3
"""Time scale of these hands: about half a second for a checker."""
SECONDS_BEFORE_DICE = 0.8
"""Seconds before dice are thrown or picked up."""
SECONDS_BEFORE_MOVE = 0.4
"""Seconds before checkers are moved, so that everybody can see the dice and the lamps."""
SECONDS_UNTOUCHED = 1.0
"""Seconds since somebody else last touched a checker, before these hands touch one."""
SECONDS_UNTOUCHED_AFTER_MOVE = 3.0
"""Seconds untouched after somebody has moved for the computer, but not the play it chose."""
MAX_END_ATTEMPTS = 2
"""Maximum number of attempts to end a turn while nothing changes."""
OTHER_PLAY_VERDICTS = (OnTheWay, Complete, Ambiguous)
"""Verdicts on a correct board that does not lead to the play that the computer chose."""

NO_VARIATION = dict.fromkeys(
    ("together", "several", "slide", "hit_first", "keep", "late", "askew", "fidget", "nudge"), 0.0
)
COMPUTER_HABITS = Habits(**NO_VARIATION, rearrange=0.0, cocked=0.0, onward=1.0, pace=PACE)
"""Moves one checker after the other, each straight to its destination."""


@dataclass(frozen=True, slots=True)
class _Situation:
    """The situation that the hands act upon; they stop as soon as it changes."""

    match: Match
    chosen: Position | None
    question: OpenQuestion | None
    touches: int
    """Number of times that other hands have touched checkers."""


class _EndAttempts(NamedTuple):
    """The attempts to end a turn in one situation."""

    situation: _Situation | None = None
    attempts: int = 0


HandTask = Callable[[], Awaitable[None]]
"""Something that the hands do at once, such as a throw or a play."""


class ComputerHands:
    """The hands of the computer, at a table whose board and dice are simulated.

    They look at the table again before each task. If people do something in between, the hands
    put back the checkers they hold, wait, and continue from the board as it is then.
    """

    def __init__(
        self,
        table: RefereedTable,
        devices: DeviceSet,
        computer: ComputerPlayer,
        rolling_dice: RollingDice,
        rng: Random | None = None,
    ) -> None:
        self._table = table
        self._computer = computer
        self._rolling_dice = rolling_dice
        self._hand = GesturePerformer.at(devices.checkers, devices.all_devices)
        self._checkers = self._hand.checkers
        self._sensors = devices.simulated_sensors
        self._dice = self._hand.dice
        self._rng = rng or SystemRandom()
        self.is_switched_on = True
        """True if the hands are switched on, even where they cannot act."""
        self._off = asyncio.Event()
        self._news = asyncio.Event()
        self._held: list[tuple[Colour, Place]] = []
        """The checkers in these hands, each with the place where it was lifted."""
        self._is_touching = False
        """True while these hands touch the checkers."""
        self._touches = 0
        self._touched_at = float("-inf")
        self._thrown_for: Match | None = None
        """The state of the match in which dice were last thrown."""
        self._end_attempts = _EndAttempts()
        """The latest attempts to end a turn."""

    @property
    def can_act(self) -> bool:
        """True if this table has a simulated board or camera, and simulated dice."""
        return bool(self._sensors and self._dice)

    @property
    def is_active(self) -> bool:
        """True if the hands are switched on and can act."""
        return self.is_switched_on and self.can_act

    @property
    def player(self) -> Player | None:
        """The player for whom the hands act; None if they do not."""
        return self._computer.player if self.is_active else None

    def switch(self, *, act: bool) -> None:
        """Switches the hands on or off; when switched off, they put back the checkers they hold."""
        self.is_switched_on = act
        if act:
            self._off.clear()
        else:
            self._off.set()
            self.release_checkers()
        self._table.notify_soon()

    def release_checkers(self) -> None:
        for colour, source in reversed(tuple(self._held)):
            if colour in self._checkers.hand:
                own = colour is self._colour
                self._touch(Put(source if own else bar(colour), colour))
        self._held.clear()

    async def run(self) -> None:
        """Acts whenever it is the computer's turn, until cancelled."""
        self._checkers.on_change(self._on_touch)
        with self._table.subscribe(self._news.set):
            while True:
                if self.player:
                    await self._act_once()
                await self._news.wait()
                self._news.clear()

    def _on_touch(self, _places: TouchedPlaces) -> None:
        if not self._is_touching:
            self._touches += 1
            self._touched_at = self._table.clock.now()
        self._news.set()

    async def _act_once(self) -> None:
        """Does the next task, if there is one and nobody else has touched the table meanwhile."""
        await self._computer.wait_until_settled()
        task = self._next_task()
        if not task:
            return
        patience = SECONDS_UNTOUCHED_AFTER_MOVE if task == self._take_back else SECONDS_UNTOUCHED
        until_free = self._touched_at + patience - self._table.clock.now()
        is_move = task in (self._play, self._clear_hit)
        delay = SECONDS_BEFORE_MOVE if is_move else SECONDS_BEFORE_DICE
        await self._pause(max(until_free, delay))
        await self._computer.wait_until_settled()
        if (
            self.is_switched_on
            and self._next_task() == task
            and self._table.clock.now() >= (self._touched_at + patience)
        ):
            await task()
        self._news.set()

    # ---- the next task ----

    @property
    def _state(self) -> State:
        return self._table.state

    @property
    def _colour(self) -> Colour | None:
        player = self._computer.player
        return self._state.seating.colour(player) if player else None

    @property
    def _situation(self) -> _Situation:
        state = self._state
        return _Situation(state.match, state.chosen, state.question, self._touches)

    @property
    def _pair(self) -> SimulatedDice:
        return self._dice.get(self._colour) or self._dice[None]

    def _next_task(self) -> HandTask | None:
        """The next task for the computer's side; None if there is nothing to do."""
        state = self._state
        if state.has_offer or state.question or state.set_up_request or state.match.winner:
            return None
        if self._is_out_of_reach or self._checkers.hand or self._checkers.leaning_checkers:
            return None
        if state.match.game.phase is Phase.OPENING:
            return self._throw if self._is_to_open else None
        if state.turn is not self._computer.player:
            return None
        if state.match.game.phase is Phase.TO_THROW:
            return self._throw if self._is_to_throw else None
        return self._move() if state.match.game.phase is Phase.TO_PLAY else None

    @property
    def _is_out_of_reach(self) -> bool:
        """True if a board, a camera or the dice are not connected, or a self-test is running."""
        are_open = all(self._is_open(device) for device in (self._pair, *self._sensors))
        is_testing = self._table.self_test is not None and self._table.self_test.is_running
        return is_testing or not are_open

    def _is_open(self, device: SimulatedDevice) -> bool:
        return device.is_plugged_in and self._table.links[device.name] is LinkState.OPEN

    @property
    def _is_to_open(self) -> bool:
        """True if the computer has to throw its own die for the opening."""
        colour = self._pair.colour
        is_due = colour is not None and colour not in self._state.this_turn.opening
        is_rolling = self._pair.reading().state is DiceState.ROLLING
        return is_due and self._state.is_set_up and not is_rolling

    @property
    def _is_to_throw(self) -> bool:
        """True if the board is as expected and the dice have not been thrown yet."""
        state = self._pair.reading().state
        again = state is not DiceState.SETTLED or self._thrown_for != self._state.match
        return state is not DiceState.ROLLING and again and self._position == self._state.expected

    def _move(self) -> HandTask | None:
        state = self._state
        playable = bool(state.plays and state.plays.tree.playable)
        goal = state.chosen if playable else state.match.game.position
        if goal is None:
            return None
        if self._position == goal:
            ended, attempts = self._end_attempts
            is_in_vain = ended == self._situation and attempts >= MAX_END_ATTEMPTS
            return None if is_in_vain else self._end_turn
        if self._uncleared_hit:
            return self._clear_hit
        if now := self._position:
            if self._is_on_the_way(now, goal):
                return self._play
            explained = state.observed.tracking is not None
            if explained and isinstance(state.verdict, OTHER_PLAY_VERDICTS):
                return self._take_back
        return None

    def _is_on_the_way(self, now: Position, goal: Position) -> bool:
        dice = self._state.match.game.dice
        return dice is not None and line_to(now, dice, goal, self._rng) is not None

    # ---- the board ----

    @property
    def _position(self) -> Position | None:
        """The actual position, seen by the player whose turn it is; None if it is not legal."""
        try:
            layout = self._checkers.layout
        except ValueError:
            return None
        layout = self._table.orientation.layout(layout)
        return self._state.seating.position(layout, self._state.turn)

    @property
    def _uncleared_hit(self) -> Place | None:
        """The first point with a hit checker that has not been taken to the bar yet."""
        if not self._colour:
            return None
        own, other = self._colour, self._colour.other
        count, named = self._checkers.count, self._table.orientation
        hit = (it for it in POINTS if count(named[it], own) and count(named[it], other) == 1)
        return next(hit, None)

    # ---- tasks ----

    async def _throw(self) -> None:
        many = 1 if self._state.match.game.phase is Phase.OPENING else 2
        self._thrown_for = self._state.match
        self._rolling_dice.throw(self._pair, tuple(self._rng.choices(FACES, k=many)))

    async def _end_turn(self) -> None:
        """Picks up the dice; if they are already picked up, presses the button."""
        situation, (ended, attempts) = self._situation, self._end_attempts
        self._end_attempts = _EndAttempts(situation, attempts + 1 if ended == situation else 1)
        if self._pair.reading().state is not DiceState.LIFTED:
            self._hand.perform(LiftDice(self._pair.colour))
        elif self._colour:
            self._report_done(self._colour)

    def _report_done(self, colour: Colour) -> None:
        button = OWN_BUTTON[colour]
        if any(button in one.buttons and self._is_open(one) for one in self._hand.buttons):
            self._hand.perform(Press(button))
            return
        self._table.submit(
            PlayerRequest(COMPUTER_SOURCE, self._table.clock.now(), colour, PlayerRequestKind.DONE)
        )

    async def _play(self) -> None:
        """Completes the chosen play from the board as it is now."""
        state, now = self._state, self._position
        if now and state.chosen and state.match.game.dice:
            rulebook = state.settings.rulebook
            turn = TurnToPlay(now, state.match.game.dice, state.colour, rulebook)
            await self._perform(play_turn(turn, state.chosen, self._temperament))

    async def _take_back(self) -> None:
        """Puts all checkers back to the position at the beginning of the turn."""
        state, now = self._state, self._position
        if now:
            present = ColouredSetup.of(now, state.colour)
            start = ColouredSetup.of(state.match.game.position, state.colour)
            await self._perform(carry(present, start, self._temperament))

    async def _clear_hit(self) -> None:
        """Moves a hit checker that was left on its point to the bar."""
        if (place := self._uncleared_hit) and self._colour:
            hit, pause = self._colour.other, Pause(self._temperament.carry_seconds())
            await self._perform([Lift(place, hit), pause, Put(bar(hit), hit), pause])

    @property
    def _temperament(self) -> Temperament:
        return Temperament(COMPUTER_HABITS, self._rng)

    async def _perform(self, gestures: Iterable[Gesture]) -> None:
        """Performs gestures one after the other; stops when the situation changes."""
        situation = self._situation
        try:
            for gesture in gestures:
                if not isinstance(gesture, Pause):
                    self._touch(gesture)
                    continue
                await self._pause(gesture.seconds)
                await self._table.wait_until_quiet()
                if not self.is_switched_on or self._situation != situation:
                    return
        finally:
            self.release_checkers()

    def _touch(self, gesture: Gesture) -> None:
        """Performs a gesture with places as Light counts them, and notes what is held."""
        self._is_touching = True
        try:
            self._hand.perform(rename_places(gesture, self._table.orientation))
        finally:
            self._is_touching = False
        match gesture:
            case Lift(place, Colour() as colour):
                self._held.append((colour, place))
            case Put(colour=colour):
                held = next((it for it in self._held if it[0] is colour), None)
                if held:
                    self._held.remove(held)

    async def _pause(self, seconds: float) -> None:
        """Waits, but no longer than until the hands are switched off."""
        clock = self._table.clock
        await wait_for_first(clock.wait_until(clock.now() + seconds), self._off.wait())
