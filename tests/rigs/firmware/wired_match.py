"""Hands at a board of switches and lamps: every gesture passes the firmware and its wire."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from random import Random

from engine.backgammon.notation.record.record import Record
from engine.players import Player
from firmware_bridge.board_devices import (
    DICE_STATES,
    WiredButtons,
    WiredDice,
    WiredLamps,
    WiredSwitches,
)
from firmware_bridge.board_link import BoardLink
from firmware_bridge.pico.framing import FROM_BOARD, UNASKED, encode
from firmware_bridge.serial_port import SerialPort
from firmware_bridge.wire.board_messages import DiceActivity
from hardware.checkers import Place
from hardware.drivers.clocks import SimulatedClock, SystemClock
from hardware.drivers.simulated.simulated_devices import SimulatedButtons, SimulatedDice
from hardware.drivers.simulated.simulated_table import SimulatedTable
from hardware.outputs import LampFrame, Rgb, Rhythm
from hardware.sensor_map import P5
from hardware.signals import Button, ButtonPressed, DiceState
from referee.button_presses import HASTY
from referee.match_settings import MatchSettings
from referee.questions import QuestionKind
from referee.state import State
from service.simulated_match.runner import SimulationOptions
from service.simulated_match.simulated_people import SimulatedPeople
from service.simulated_match.umpire import Umpire
from service.table.device_factory import ConfiguredLamps, DeviceSet
from service.table.refereed_table import RefereedTable
from simulation import gestures
from simulation.habits import Temperament
from simulation.performance import PerformanceOptions, perform
from tests.rigs.micropython.simulated_pico import DARK as NO_LIGHT
from tests.rigs.micropython.simulated_pico import Lamp, Pico

MEANINGS = (Button.LIGHT, Button.DARK, Button.CUBE, Button.NO)
LETTERS = {state: doing.value for doing, state in DICE_STATES.items()}
PATIENCE = 20.0
"""Seconds after which a wait fails."""
LOOK = 0.002
"""Seconds between two polls."""
REPEATED = 0.8
"""Seconds after which dice repeat their state."""
PAUSE = 0.005
"""Seconds that hands wait where people would think."""
LET_GO = 0.05
"""Seconds between two presses of a button, so that the board feels both."""
LAMP_MILLIAMPS = 300.0
"""So few milliamperes that the board need not dim the lamps any further."""


class DiceBehindTheBoard(SimulatedDice):
    """Dice that report their state to the board, over its second line."""

    def __init__(self, pico: Pico) -> None:
        super().__init__("dice in the hand", SimulatedClock())
        self._pico = pico
        self._generation = 0

    def tell(self) -> None:
        """Repeats the state."""
        shown = self.reading()
        faces = "".join(map(str, shown.numbers)) or "-"
        said = f"D 0 {self._generation} {LETTERS[shown.state]} {faces}"
        self._pico.world.dice_say(encode(FROM_BOARD, UNASKED, said.encode()))

    def _change(self, state: DiceState, numbers: tuple[int, ...] = ()) -> None:
        before = self.reading()
        super()._change(state, numbers)
        if (before.state, before.numbers) != (state, numbers):
            self._generation += 1
            self.tell()


@dataclass
class Fingers:
    """Pending presses of the buttons."""

    pressed: list[Button] = field(default_factory=list)


class WiredFingers(SimulatedButtons):
    """Buttons whose presses are queued."""

    def __init__(self, fingers: Fingers) -> None:
        super().__init__("buttons in the hand", SimulatedClock())
        self._fingers = fingers

    def press(self, button: Button) -> None:
        self._fingers.pressed.append(button)


class WiredTable(RefereedTable):
    """A table that counts as quiet when its board has reported everything."""

    world: WiredWorld

    async def wait_until_quiet(self) -> None:
        """Waits until every action is reported, judged, and visible on the lamps."""
        await self.world.caught_up(self)
        await super().wait_until_quiet()
        await self.world.lit(self)


class IgnoringListener:
    """A listener that ignores everything."""

    def on_update(self, update: object) -> None: ...

    def on_lost(self, why: str) -> None: ...


IGNORING_LISTENER = IgnoringListener()


class WiredWorld:
    """The checkers, dice and fingers in front of a Pico, and what its lamps show."""

    def __init__(self, pico: Pico, checkers: SimulatedTable, link: BoardLink) -> None:
        self.checkers = checkers
        self.dice = DiceBehindTheBoard(pico)
        self.fingers = Fingers()
        self.wrong_lamps = 0
        """The number of pictures that never appeared on the lamps."""
        self.looks = 0
        self._pico = pico
        self._link = link
        checkers.on_change(lambda _places: self._lay())
        self._lay()

    async def wait_for_dice(self, link: BoardLink) -> None:
        """Waits until the board has received the state of its dice."""
        while True:
            await link.join(IGNORING_LISTENER)
            report = link.dice(0)
            await link.leave(IGNORING_LISTENER)
            if report and report.state is not DiceActivity.UNREACHED:
                return

    async def caught_up(self, table: RefereedTable) -> None:
        """Waits until the board has reported the checkers and the dice."""
        await wait_until(
            lambda: self._link.sensors and self._link.sensors.cells == closed_cells(self.checkers)
        )
        await wait_until(self._are_dice_reported)
        while self.fingers.pressed:
            await self._push(self.fingers.pressed.pop(0), table)

    async def lit(self, table: RefereedTable) -> None:
        """Waits until the lamps show what the table wants; counts a failure."""
        self.looks += 1
        try:
            await wait_until(lambda: lamps_show(self._pico.world.lamps, table.lamp_picture.frame))
        except TimeoutError:
            self.wrong_lamps += 1

    async def repeat_dice(self) -> None:
        """Repeats the state of the dice."""
        while True:
            self.dice.tell()
            await asyncio.sleep(REPEATED)

    def _lay(self) -> None:
        lay_checkers(self._pico, self.checkers)

    def _are_dice_reported(self) -> bool:
        report, shown = self._link.dice(0), self.dice.reading()
        if report is None or report.state is DiceActivity.UNREACHED:
            return False
        return (DICE_STATES[report.state], report.faces) == (shown.state, shown.numbers)

    async def _push(self, button: Button, table: RefereedTable) -> None:
        if button not in MEANINGS:
            table.submit(ButtonPressed("page", table.clock.now(), button))
            return
        number = MEANINGS.index(button)
        counts = self._link.presses.counts if self._link.presses else ()
        self._pico.world.push(number)
        await wait_until(lambda: self._link.presses and self._link.presses.counts != counts)
        self._pico.world.let_go(number)
        await asyncio.sleep(LET_GO)


def closed_cells(checkers: SimulatedTable) -> tuple[int, ...]:
    """The state of each switch under these checkers."""
    return tuple(
        int(under is not None)
        for place, slots in P5.slots.items()
        for under in checkers.lowest(place)[:slots]
    )


def lay_checkers(pico: Pico, checkers: SimulatedTable) -> None:
    """Sets the switches of a board as under these checkers."""
    sensors = enumerate(closed_cells(checkers))
    pico.world.lay({sensor for sensor, closed in sensors if closed})


def lamps_show(lamps: Sequence[Lamp], frame: LampFrame) -> bool:
    """True if the lamps show this picture, each on or off as its rhythm requires."""
    return len(lamps) == len(P5.lamps) and all(
        _shines(lamp, frame, place) for lamp, place in zip(lamps, P5.lamps, strict=True)
    )


def _shines(lamp: Lamp, frame: LampFrame, place: Place) -> bool:
    light = frame.lights.get(place)
    if light is None:
        return lamp == NO_LIGHT
    if lamp == NO_LIGHT:
        return light.rhythm is not Rhythm.STEADY
    return Rgb(*lamp) == light.colour


class WiredPeople(SimulatedPeople):
    """Simulated people who wait for visible results, and hardly for time to pass."""

    async def _pause(self, seconds: float) -> None:
        await asyncio.sleep(min(seconds, PAUSE))
        await self._table.wait_until_quiet()
        question = self._table.state.question
        if question and question.kind is QuestionKind.CONFIRM:
            # No press in haste confirms what a shared button asks for.
            await asyncio.sleep(HASTY)

    async def _do(self, gesture: gestures.Gesture) -> None:
        if not isinstance(gesture, gestures.CheckerGesture | gestures.Pause):
            await self._be_still()
        await super()._do(gesture)

    async def _pass_mark(self, mark: gestures.Mark) -> None:
        if isinstance(mark, gestures.SlipShown | gestures.GameBegins | gestures.Checkpoint):
            await self._be_still()
        await super()._pass_mark(mark)

    async def _be_still(self) -> None:
        """Waits until the referee accepts the board as still."""
        await wait_until(lambda: self._table.state.observed.still_at is None)
        await self._table.wait_until_quiet()


@dataclass(frozen=True, slots=True)
class WiredMatchResult:
    """The outcome of an evening at a real board."""

    umpire: Umpire
    world: WiredWorld


async def play_wired_match(record: Record, plan: SimulationOptions, pico: Pico) -> WiredMatchResult:
    """Plays a match at this board, and returns the outcome for the referee and the lamps."""
    names, rules = record.names, record.rulebook
    match = MatchSettings(names, rules, record.length, Player.ONE, plan.profile)
    chance = Random(plan.seed)  # noqa: S311 - hands that can be had again, no secret
    evening = PerformanceOptions(match.seating.light, errors=plan.errors, spares=True)
    async with _open_wired_table(match, pico) as (table, world, sitting):
        await world.caught_up(table)
        await sitting.perform(perform(record, evening, Temperament(plan.habits, chance)))
    return WiredMatchResult(sitting.umpire, world)


@asynccontextmanager
async def _open_wired_table(
    match: MatchSettings, pico: Pico
) -> AsyncIterator[tuple[WiredTable, WiredWorld, WiredPeople]]:
    clock = SystemClock()
    link = BoardLink(SerialPort(pico.port), clock)
    world = WiredWorld(pico, SimulatedTable(State.of(match).expected_layout), link)
    wired = DeviceSet(
        (
            WiredSwitches("board", clock, link),
            WiredDice("dice", clock, link),
            WiredButtons("buttons", clock, link, MEANINGS),
        ),
        (ConfiguredLamps(WiredLamps("lamps", clock, link), most_milliamps=LAMP_MILLIAMPS),),
    )
    touched = DeviceSet((world.dice, WiredFingers(world.fingers)), (), world.checkers)
    table = WiredTable("table", match, wired, clock)
    table.world = world
    sitting = WiredPeople(table, touched, SimulatedClock())
    repeating = asyncio.create_task(world.repeat_dice())
    try:
        await world.wait_for_dice(link)
        async with table.open():
            yield table, world, sitting
    finally:
        repeating.cancel()
        await asyncio.wait({repeating})


async def wait_until(condition: Callable[[], object]) -> None:
    """Waits until a condition holds."""
    async with asyncio.timeout(PATIENCE):
        while not condition():  # noqa: ASYNC110 - the firmware sets no event
            await asyncio.sleep(LOOK)
