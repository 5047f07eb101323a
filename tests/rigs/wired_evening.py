"""Hands at a board of switches and lamps: every gesture goes through the firmware and its wire."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from random import Random

from engine.backgammon.notation.record.record import Record
from engine.backgammon.players import Player
from firmware_bridge.drivers.buttons import WiredButtons
from firmware_bridge.drivers.dice import STATES, WiredDice
from firmware_bridge.drivers.lamps import WiredLamps
from firmware_bridge.drivers.switches import WiredSwitches
from firmware_bridge.link import BoardLink
from firmware_bridge.pico.framing import FROM_BOARD, UNASKED, encode
from firmware_bridge.ports.serial_port import SerialPort
from firmware_bridge.wire.tellings import Doing
from hardware.cells import LIT, P5
from hardware.checkers import Place
from hardware.drivers.simulated.buttons import SimulatedButtons
from hardware.drivers.simulated.clock import SimulatedClock
from hardware.drivers.simulated.dice import SimulatedDice
from hardware.drivers.simulated.table import SimulatedTable
from hardware.drivers.system_clock import SystemClock
from hardware.lights import Frame, Rgb, Rhythm
from hardware.signals import Button, ButtonPressed, DiceState
from referee.settings import MatchSettings
from referee.state import State
from service.simulation.evening import Plan
from service.simulation.gestures import Gesture, Lift, Nudge, Pause, Put, PutBetween, Straighten
from service.simulation.habits import Temper
from service.simulation.marks import ErrorShown, GameBegins, Mark, Reached
from service.simulation.performing import Evening, perform
from service.simulation.sitting import Sitting
from service.simulation.umpire import Umpire
from service.tables.devices import Attached, AttachedLamps
from service.tables.table import Table
from tests.rigs.micropython.pico import Pico
from tests.rigs.micropython.world import DARK as NO_LIGHT
from tests.rigs.micropython.world import Lamp

MEANINGS = (Button.LIGHT, Button.DARK, Button.CUBE, Button.NO)
LETTERS = {state: doing.value for doing, state in STATES.items()}
PATIENCE = 20.0
"""Seconds after which what should be seen is never seen."""
LOOK = 0.002
"""Seconds between two looks."""
REPEATED = 0.8
"""Seconds after which dice say again what they do."""
PAUSE = 0.005
"""Seconds that hands wait where people think."""
OF_CHECKERS = (Lift, Put, PutBetween, Straighten, Nudge, Pause)
LET_GO = 0.05
"""Seconds that a finger is off a button before it presses again, or the board feels one press."""
SPARED = 300.0
"""Milliamperes: so few that the board need not lower the light any further."""


class DiceBehindTheBoard(SimulatedDice):
    """Dice that tell the board what they do, over its second line."""

    def __init__(self, pico: Pico) -> None:
        super().__init__("dice in the hand", SimulatedClock())
        self._pico = pico
        self._generation = 0

    def tell(self) -> None:
        """Say it once more."""
        seen = self.look()
        faces = "".join(map(str, seen.numbers)) or "-"
        said = f"D 0 {self._generation} {LETTERS[seen.state]} {faces}"
        self._pico.world.dice_say(encode(FROM_BOARD, UNASKED, said.encode()))

    def _turn(self, state: DiceState, numbers: tuple[int, ...] = ()) -> None:
        before = self.look()
        super()._turn(state, numbers)
        if (before.state, before.numbers) != (state, numbers):
            self._generation += 1
            self.tell()


@dataclass
class Fingers:
    """Fingers on the buttons; each press waits for its turn."""

    pressed: list[Button] = field(default_factory=list)


class WiredFingers(SimulatedButtons):
    """Buttons that are pressed soon."""

    def __init__(self, fingers: Fingers) -> None:
        super().__init__("buttons in the hand", SimulatedClock())
        self._fingers = fingers

    def press(self, button: Button) -> None:
        self._fingers.pressed.append(button)


class WiredTable(Table):
    """A table that is quiet when its board has told everything that hands did."""

    world: World

    async def quiet(self) -> None:
        """Return when all that was done is told, judged, and to be seen on the lamps."""
        await self.world.caught_up(self)
        await super().quiet()
        await self.world.lit(self)


class Nobody:
    """Somebody who joins without listening."""

    def told(self, telling: object) -> None: ...

    def lost(self, why: str) -> None: ...


NOBODY = Nobody()


class World:
    """The checkers, dice and fingers in front of a Pico, and what its lamps show."""

    def __init__(self, pico: Pico, checkers: SimulatedTable, link: BoardLink) -> None:
        self.checkers = checkers
        self.dice = DiceBehindTheBoard(pico)
        self.fingers = Fingers()
        self.wrong_lamps = 0
        """Pictures that were never seen on the lamps."""
        self.looks = 0
        self._pico = pico
        self._link = link
        checkers.on_change(lambda _places: self._lay())
        self._lay()

    async def known(self, link: BoardLink) -> None:
        """Wait until the board has heard its dice."""
        while True:
            await link.join(NOBODY)
            told = link.dice(0)
            await link.leave(NOBODY)
            if told and told.state is not Doing.UNREACHED:
                return

    async def caught_up(self, table: Table) -> None:
        """Wait until the board has told what lies there, and what the dice do."""
        await until(
            lambda: self._link.cells and self._link.cells.cells == closed_under(self.checkers)
        )
        await until(self._dice_told)
        while self.fingers.pressed:
            await self._push(self.fingers.pressed.pop(0), table)

    async def lit(self, table: Table) -> None:
        """Wait until the lamps show what the table wants; count it if they never do."""
        self.looks += 1
        try:
            await until(lambda: shows(self._pico.world.lamps, table.shining.frame))
        except TimeoutError:
            self.wrong_lamps += 1

    async def go_on_telling(self) -> None:
        """Dice that say again and again what they do."""
        while True:
            self.dice.tell()
            await asyncio.sleep(REPEATED)

    def _lay(self) -> None:
        lay(self._pico, self.checkers)

    def _dice_told(self) -> bool:
        told, seen = self._link.dice(0), self.dice.look()
        if told is None or told.state is Doing.UNREACHED:
            return False
        return (STATES[told.state], told.faces) == (seen.state, seen.numbers)

    async def _push(self, button: Button, table: Table) -> None:
        if button not in MEANINGS:
            table.say(ButtonPressed("page", table.clock.now(), button))
            return
        number = MEANINGS.index(button)
        counts = self._link.presses.counts if self._link.presses else ()
        self._pico.world.push(number)
        await until(lambda: self._link.presses and self._link.presses.counts != counts)
        self._pico.world.let_go(number)
        await asyncio.sleep(LET_GO)


def closed_under(checkers: SimulatedTable) -> tuple[int, ...]:
    """Which switches close under these checkers."""
    return tuple(
        int(under is not None)
        for place, slots in P5.slots.items()
        for under in checkers.lowest(place)[:slots]
    )


def lay(pico: Pico, checkers: SimulatedTable) -> None:
    """Let a board feel these checkers."""
    cells = enumerate(closed_under(checkers))
    pico.world.lay({cell for cell, closed in cells if closed})


def shows(lamps: Sequence[Lamp], frame: Frame) -> bool:
    """Whether the lamps show this picture, each of them on or off as its rhythm has it."""
    return len(lamps) == len(LIT) and all(
        _shines(lamp, frame, place) for lamp, place in zip(lamps, LIT, strict=True)
    )


def _shines(lamp: Lamp, frame: Frame, place: Place) -> bool:
    light = frame.lights.get(place)
    if light is None:
        return lamp == NO_LIGHT
    if lamp == NO_LIGHT:
        return light.rhythm is not Rhythm.STEADY
    return Rgb(*lamp) == light.colour


class WiredSitting(Sitting):
    """Hands that wait for what is to be seen, and hardly for time to pass."""

    async def _pause(self, seconds: float) -> None:
        await asyncio.sleep(min(seconds, PAUSE))
        await self._table.quiet()

    async def _do(self, gesture: Gesture) -> None:
        if not isinstance(gesture, OF_CHECKERS):
            await self._be_still()
        await super()._do(gesture)

    async def _come_to(self, mark: Mark) -> None:
        if isinstance(mark, ErrorShown | GameBegins | Reached):
            await self._be_still()
        await super()._come_to(mark)

    async def _be_still(self) -> None:
        """Wait as people do, till the referee takes what lies there for what is meant."""
        await until(lambda: self._table.state.sight.still_at is None)
        await self._table.quiet()


@dataclass(frozen=True, slots=True)
class WiredEvening:
    """How an evening at a real board went."""

    umpire: Umpire
    world: World


async def play_wired(record: Record, plan: Plan, pico: Pico) -> WiredEvening:
    """Play a match at this board, and tell how the referee and the lamps did."""
    names, rules = record.names, record.rulebook
    match = MatchSettings(names, rules, record.length, Player.ONE, plan.profile)
    chance = Random(plan.seed)  # noqa: S311 - hands that can be had again, no secret
    evening = Evening(match.seating, errors=plan.errors, spares=True)
    async with _sat_down(match, pico) as (table, world, sitting):
        await world.caught_up(table)
        await sitting.perform(perform(record, evening, Temper(plan.habits, chance)))
    return WiredEvening(sitting.umpire, world)


@asynccontextmanager
async def _sat_down(
    match: MatchSettings, pico: Pico
) -> AsyncIterator[tuple[WiredTable, World, WiredSitting]]:
    clock = SystemClock()
    link = BoardLink(SerialPort(pico.port), clock)
    world = World(pico, SimulatedTable(State.of(match).expected_layout), link)
    wired = Attached(
        (
            WiredSwitches("board", clock, link),
            WiredDice("dice", clock, link),
            WiredButtons("buttons", clock, link, MEANINGS),
        ),
        (AttachedLamps(WiredLamps("lamps", clock, link), most_milliamps=SPARED),),
    )
    touched = Attached((world.dice, WiredFingers(world.fingers)), (), world.checkers)
    table = WiredTable("table", match, wired, clock)
    table.world = world
    sitting = WiredSitting(table, touched, SimulatedClock())
    telling = asyncio.create_task(world.go_on_telling())
    try:
        await world.known(link)
        async with table.open():
            yield table, world, sitting
    finally:
        telling.cancel()
        await asyncio.wait({telling})


async def until(true: Callable[[], object]) -> None:
    """Wait till this can be seen."""
    async with asyncio.timeout(PATIENCE):
        while not true():  # noqa: ASYNC110 - the firmware sets no event
            await asyncio.sleep(LOOK)
