"""Simulated hands that throw and move for the computer, and leave the table to people's hands."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from random import Random, SystemRandom

from engine.backgammon.game.match import Match, Phase
from engine.backgammon.players import Player
from engine.backgammon.position import Position
from hardware.checkers import POINTS, Colour, Place, bar
from hardware.drivers.simulated.buttons import SimulatedButtons
from hardware.drivers.simulated.device import SimulatedDevice
from hardware.drivers.simulated.dice import SimulatedDice
from hardware.drivers.simulated.table import SimulatedTable, Touched
from hardware.signals import FACES, DiceState, Wish, Wished
from referee.asking import Asking
from referee.state import State
from referee.verdicts import Ambiguous, Complete, OnTheWay
from service.simulation.acts import OWN
from service.simulation.carrying import Board, carried
from service.simulation.gestures import Gesture, Lift, Pause, Put
from service.simulation.habits import Habits, Temper
from service.simulation.hands import Turn, play_turn
from service.simulation.lines import line_to
from service.tables.devices import Attached
from service.tables.handless import SOURCE, HandlessPlayer
from service.tables.supervisor import Link
from service.tables.table import Table
from service.tables.throws import Throws
from service.tables.waiting import first_of

PACE = 0.3
"""How much slower than usual these hands are: about half a second for a checker."""
THOUGHT = 0.8
"""Seconds before dice are thrown or picked up."""
GLANCE = 0.4
"""Seconds before checkers are moved, for everybody to see the dice and the lamps."""
PATIENCE = 1.0
"""Seconds in which nobody else has touched a checker, before these hands do."""
MORE_PATIENCE = 3.0
"""The same, where somebody has moved for the computer, and otherwise than it wants to."""
MOST_TIMES = 2
"""So often a turn is ended anew while nothing changes."""
ELSEWHERE = (OnTheWay, Complete, Ambiguous)
"""Verdicts on a board that is fine, though it is not what the computer wants."""

NEVER = dict.fromkeys(
    ("together", "several", "slide", "hit_first", "keep", "late", "askew", "fidget", "nudge"), 0.0
)
HABITS = Habits(**NEVER, rearrange=0.0, cocked=0.0, onward=1.0, pace=PACE)
"""One checker after the other, each to where it goes."""


@dataclass(frozen=True, slots=True)
class _Moment:
    """What hands act upon; as soon as it is another one, they stop."""

    match: Match
    chosen: Position | None
    asking: Asking | None
    touches: int
    """How often others have touched checkers."""


Deed = Callable[[], Awaitable[None]]


class ByItself:
    """The hands of the computer, at a table whose board and dice are simulated.

    They look at the table anew before each thing they do: whatever people do in between, they
    put back what they hold, wait, and go on from what lies there then.
    """

    def __init__(
        self,
        table: Table,
        devices: Attached,
        computer: HandlessPlayer,
        throws: Throws,
        chance: Random | None = None,
    ) -> None:
        self._table = table
        self._computer = computer
        self._throws = throws
        self._checkers = devices.checkers or SimulatedTable()
        self._onlookers = devices.onlookers
        self._dice = {pair.colour: pair for pair in devices.all_of(SimulatedDice)}
        self._buttons = devices.all_of(SimulatedButtons)
        self._chance = chance or SystemRandom()
        self._on = True
        self._off = asyncio.Event()
        self._news = asyncio.Event()
        self._held: list[tuple[Colour, Place]] = []
        """What is in these hands, and where it was lifted."""
        self._acts = False
        """Whether these hands touch the checkers just now."""
        self._touches = 0
        self._touched_at = float("-inf")
        self._thrown: Match | None = None
        """For which moment of the match dice were thrown last."""
        self._ended: tuple[_Moment | None, int] = (None, 0)
        """In which moment a turn was ended last, and how often."""

    @property
    def can_act(self) -> bool:
        """Whether there is anything for hands that are none."""
        return bool(self._onlookers and self._dice)

    @property
    def wanted(self) -> bool:
        """Whether they are to act, if there is anything for them."""
        return self._on

    @property
    def on(self) -> bool:
        """Whether they act for the computer."""
        return self._on and self.can_act

    @property
    def player(self) -> Player | None:
        """For whom they act, if they do."""
        return self._computer.player if self.on else None

    def let(self, *, act: bool) -> None:
        """Act for the computer, or stop at once and put back what is held."""
        self._on = act
        if act:
            self._off.clear()
        else:
            self._off.set()
            self.let_go()
        self._table.changed()

    def let_go(self) -> None:
        """Put back what is held."""
        for colour, source in reversed(tuple(self._held)):
            if colour in self._checkers.hand:
                own = colour is self._colour
                self._touch(Put(source if own else bar(colour), colour))
        self._held.clear()

    async def run(self) -> None:
        """Act whenever it is the computer's turn, until cancelled."""
        self._checkers.on_change(self._felt)
        with self._table.follow(self._news.set):
            while True:
                if self.player:
                    await self._look()
                await self._news.wait()
                self._news.clear()

    def _felt(self, _places: Touched) -> None:
        if not self._acts:
            self._touches += 1
            self._touched_at = self._table.clock.now()
        self._news.set()

    async def _look(self) -> None:
        """Do the next thing there is to do, if there is any and nobody else is at it."""
        await self._computer.settled()
        deed = self._deed()
        if not deed:
            return
        patience = MORE_PATIENCE if deed == self._take_back else PATIENCE
        early = self._touched_at + patience - self._table.clock.now()
        thought = GLANCE if deed in (self._play, self._clear_hit) else THOUGHT
        await self._pause(max(early, thought))
        await self._computer.settled()
        if (
            self._on
            and self._deed() == deed
            and self._table.clock.now() >= (self._touched_at + patience)
        ):
            await deed()
        self._news.set()

    # ---- what there is to do ----

    @property
    def _state(self) -> State:
        return self._table.state

    @property
    def _colour(self) -> Colour | None:
        player = self._computer.player
        return self._state.seating.colour(player) if player else None

    @property
    def _moment(self) -> _Moment:
        state = self._state
        return _Moment(state.match, state.chosen, state.asking, self._touches)

    @property
    def _pair(self) -> SimulatedDice:
        """The dice of the computer."""
        return self._dice.get(self._colour) or self._dice[None]

    def _deed(self) -> Deed | None:
        """What a person would do now who moves for the computer."""
        state = self._state
        if state.has_offer or state.asking or state.wanted or state.match.winner:
            return None
        if self._is_out_of_reach or self._checkers.hand or self._checkers.leaning:
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
        """Whether board, camera or dice tell nobody what is done to them."""
        there = all(self._is_open(device) for device in (self._pair, *self._onlookers))
        tried_out = self._table.trial is not None and self._table.trial.running
        return tried_out or not there

    def _is_open(self, device: SimulatedDevice) -> bool:
        return device.plugged and self._table.links[device.name] is Link.OPEN

    @property
    def _is_to_open(self) -> bool:
        """Whether its own die is to be thrown for the first turn."""
        own = self._pair.colour
        waited_for = own is not None and own not in self._state.this_turn.opening
        rolls = self._pair.look().state is DiceState.ROLLING
        return waited_for and self._state.is_set_up and not rolls

    @property
    def _is_to_throw(self) -> bool:
        """Whether the board lies as it should, and the dice have not been thrown yet."""
        seen = self._pair.look().state
        again = seen is not DiceState.SETTLED or self._thrown != self._state.match
        return seen is not DiceState.ROLLING and again and self._lies(self._state.expected)

    def _move(self) -> Deed | None:
        state = self._state
        playable = bool(state.plays and state.plays.tree.playable)
        goal = state.chosen if playable else state.match.game.position
        if goal is None:
            return None
        if self._lies(goal):
            ended, times = self._ended
            again = ended == self._moment and times >= MOST_TIMES
            return None if again else self._end_turn
        if self._hit_lying:
            return self._clear_hit
        if now := self._position:
            if self._is_on_the_way(now, goal):
                return self._play
            if isinstance(state.verdict, ELSEWHERE):
                return self._take_back
        return None

    def _is_on_the_way(self, now: Position, goal: Position) -> bool:
        dice = self._state.match.game.dice
        return dice is not None and line_to(now, dice, goal, self._chance) is not None

    # ---- what lies there ----

    @property
    def _position(self) -> Position | None:
        """What truly lies on the board, as the player sees it whose turn it is."""
        try:
            layout = self._checkers.layout
        except ValueError:
            return None
        counted = self._table.facing.layout(layout)
        return self._state.seating.position(counted, self._state.turn)

    def _lies(self, position: Position) -> bool:
        return self._position == position

    @property
    def _hit_lying(self) -> Place | None:
        """Where a checker has been hit that still lies there."""
        if not self._colour:
            return None
        own, other = self._colour, self._colour.other
        count, facing = self._checkers.count, self._table.facing
        hit = (
            place
            for place in POINTS
            if count(facing[place], own) and count(facing[place], other) == 1
        )
        return next(hit, None)

    # ---- what is done ----

    async def _throw(self) -> None:
        many = 1 if self._state.match.game.phase is Phase.OPENING else 2
        self._thrown = self._state.match
        self._throws.throw(self._pair, tuple(self._chance.choices(FACES, k=many)))

    async def _end_turn(self) -> None:
        """Pick up the dice; press the button where that has been done."""
        moment, (ended, times) = self._moment, self._ended
        self._ended = (moment, times + 1 if ended == moment else 1)
        if self._pair.look().state is not DiceState.LIFTED:
            self._throws.lift(self._pair)
        elif self._colour:
            self._say_done(self._colour)

    def _say_done(self, colour: Colour) -> None:
        for buttons in self._buttons:
            if OWN[colour] in buttons.buttons and self._is_open(buttons):
                buttons.press(OWN[colour])
                return
        self._table.say(Wished(SOURCE, self._table.clock.now(), colour, Wish.DONE))

    async def _play(self) -> None:
        """Go on from what lies there to what has been chosen."""
        state, now = self._state, self._position
        if now and state.chosen and state.match.game.dice:
            rulebook = state.settings.rulebook
            turn = Turn(now, state.match.game.dice, state.colour, rulebook)
            await self._perform(play_turn(turn, state.chosen, self._temper))

    async def _take_back(self) -> None:
        """Put everything back where it lay when the turn began."""
        state, now = self._state, self._position
        if now:
            lies = Board.of(now, state.colour)
            lay = Board.of(state.match.game.position, state.colour)
            await self._perform(carried(lies, lay, self._temper))

    async def _clear_hit(self) -> None:
        """Take a hit checker that was left lying to the bar."""
        if (place := self._hit_lying) and self._colour:
            hit, pause = self._colour.other, Pause(self._temper.moment())
            await self._perform([Lift(place, hit), pause, Put(bar(hit), hit), pause])

    @property
    def _temper(self) -> Temper:
        return Temper(HABITS, self._chance)

    async def _perform(self, gestures: Iterable[Gesture]) -> None:
        """Do one after the other, unless something else comes up."""
        moment = self._moment
        try:
            for gesture in gestures:
                if not isinstance(gesture, Pause):
                    self._touch(gesture)
                    continue
                await self._pause(gesture.seconds)
                await self._table.quiet()
                if not self._on or self._moment != moment:
                    return
        finally:
            self.let_go()

    def _touch(self, gesture: Gesture) -> None:
        """Lift a checker, or put one down; places are as Light counts them."""
        self._acts = True
        facing = self._table.facing
        try:
            if isinstance(gesture, Lift):
                colour = self._checkers.lift(facing[gesture.place], gesture.colour)
                self._held.append((colour, gesture.place))
            elif isinstance(gesture, Put):
                self._checkers.put(facing[gesture.place], gesture.colour)
                held = next((it for it in self._held if it[0] is gesture.colour), None)
                if held:
                    self._held.remove(held)
        finally:
            self._acts = False

    async def _pause(self, seconds: float) -> None:
        """Let time go by, unless the hands are told to stop."""
        clock = self._table.clock
        await first_of(clock.wait_until(clock.now() + seconds), self._off.wait())
