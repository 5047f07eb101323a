"""Sensors, buttons, dice, lamps and piezo of a board with firmware."""

from __future__ import annotations

import asyncio
from abc import ABC
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace

from firmware_bridge.board_description import (
    UnusableBoard,
    described_lamps,
    described_sensors,
)
from firmware_bridge.board_link import BoardLink
from firmware_bridge.port import PortFault
from firmware_bridge.wire.board_messages import (
    BoardInfo,
    BoardUpdate,
    DiceActivity,
    DiceReport,
    PressCounts,
    RequestRefusal,
    SensorStates,
)
from firmware_bridge.wire.message import PRESS_MODULUS
from firmware_bridge.wire.requests import LampInk, PlayTone, Request, SetLamps
from hardware.checkers import BACKGAMMON, BoardKind, Colour, Place
from hardware.devices import Clock, DeviceFault
from hardware.driver_base import OwnedDevice, SignalDevice
from hardware.observations import (
    MAX_CHECKERS,
    Observation,
    Sighting,
    SlotStates,
    sighting_of_closed,
    sighting_of_poles,
)
from hardware.outputs import LampFrame, LampLight, Rhythm, Tone, Tune
from hardware.sensor_map import SENSOR_MAPS, SensorMap, usual_map
from hardware.signals import Button, ButtonPressed, DiceReading, DiceState


class WiredDevice(OwnedDevice, ABC):
    """A part of a board, which is open as long as the board is reachable."""

    def __init__(self, name: str, clock: Clock, link: BoardLink) -> None:
        super().__init__(name, clock)
        self._link = link

    def on_update(self, update: BoardUpdate) -> None:
        """Handles an update of the board; ignores it by default."""

    def on_lost(self, why: str) -> None:
        self._mark_lost(why)

    async def _connect(self) -> None:
        try:
            info = await self._link.join(self)
        except PortFault as fault:
            raise self._fault(fault.why) from fault
        try:
            await self._check_board(info)
        except BaseException:
            await self._link.leave(self)
            raise

    async def _disconnect(self) -> None:
        await self._link.leave(self)

    async def _check_board(self, info: BoardInfo) -> None:
        """Checks whether the board is suitable; DeviceFault if not."""
        if (reason := self._mismatch(info)) is not None:
            raise self._fault(reason)

    def _mismatch(self, info: BoardInfo) -> str | None:
        """The reason why this board is not suitable; None if it is."""
        del info
        return None

    async def _request(self, request: Request, failure: str) -> None:
        """Sends a request; DeviceFault if the board is lost, or with `failure` if it refuses."""
        try:
            response = await self._link.ask(request)
        except PortFault as fault:
            raise self._fault(fault.why) from fault
        if isinstance(response, RequestRefusal):
            raise self._fault(f"{failure}: {response}")

    def _fault(self, why: str) -> DeviceFault:
        return DeviceFault(f"{self.name}: {self._link.address} {why}")


LIGHT_SENSED, DARK_SENSED, UNSURE_SENSED = 1, 2, 3
"""Values of a two-bit sensor that is not free."""


class WiredSwitches(WiredDevice, SignalDevice):
    """A switch or magnetic sensor under each slot, where the board says that they lie."""

    def __init__(
        self,
        name: str,
        clock: Clock,
        link: BoardLink,
        board: BoardKind = BACKGAMMON,
        layout: str | None = None,
    ) -> None:
        """Creates the sensors of a board for a game, and of this layout only unless it is None."""
        super().__init__(name, clock, link)
        self._board = board
        self._layout = layout
        self._map: SensorMap = usual_map(board) if layout is None else SENSOR_MAPS[layout]
        self._sightings: Mapping[Place, Sighting] = {}
        self._slots: Mapping[Place, SlotStates] = {}

    @property
    def places(self) -> frozenset[Place]:
        """The places that the board has said; before it is reached, those of the layout."""
        return frozenset(self._map.slots)

    def on_update(self, update: BoardUpdate) -> None:
        if isinstance(update, SensorStates):
            before = self._sightings, self._slots
            self._read(update)
            if (self._sightings, self._slots) != before:
                self._report(self._observation())

    def _mismatch(self, info: BoardInfo) -> str | None:
        try:
            self._map = described_sensors(info, self._board, self._layout)
        except UnusableBoard as problem:
            return str(problem)
        return None

    def _initial_signal(self) -> Observation | None:
        if (states := self._link.sensors) is None:
            return None
        self._read(states)
        return self._observation()

    def _observation(self) -> Observation:
        return Observation(self.name, self._clock.now(), self._sightings, self._slots)

    def _read(self, states: SensorStates) -> None:
        sighting_of = sighting_of_switches if states.bits == 1 else sighting_of_magnets
        cells = {place: states.cells[at.start : at.stop] for place, at in self._map.spans}
        most = self._board.checkers
        self._sightings = {place: sighting_of(read, most) for place, read in cells.items()}
        self._slots = {place: tuple(map(bool, read)) for place, read in cells.items()}


def sighting_of_switches(sensors: tuple[int, ...], most: int = MAX_CHECKERS) -> Sighting:
    """The sighting that the switches of a place support; a set has `most` checkers."""
    return sighting_of_closed(sum(sensors), len(sensors), most)


def sighting_of_magnets(sensors: tuple[int, ...], most: int = MAX_CHECKERS) -> Sighting:
    """The sighting that the magnetic sensors of a place support; a set has `most` checkers."""
    return sighting_of_poles(
        sensors.count(LIGHT_SENSED),
        sensors.count(DARK_SENSED),
        len(sensors),
        sensors.count(UNSURE_SENSED),
        most,
    )


class WiredButtons(WiredDevice, SignalDevice):
    """Buttons in the order of their wires, each with its meaning."""

    def __init__(self, name: str, clock: Clock, link: BoardLink, buttons: Sequence[Button]) -> None:
        super().__init__(name, clock, link)
        self._meanings = tuple(buttons)
        self._counts: tuple[int, ...] = ()

    @property
    def buttons(self) -> frozenset[Button]:
        return frozenset(self._meanings)

    def on_update(self, update: BoardUpdate) -> None:
        if not isinstance(update, PressCounts):
            return
        before, self._counts = self._counts, update.counts
        # The board may have more buttons than there are meanings.
        for button, new, old in zip(self._meanings, update.counts, before, strict=False):
            for _ in range((new - old) % PRESS_MODULUS):
                self._report(ButtonPressed(self.name, self._clock.now(), button))

    def _mismatch(self, info: BoardInfo) -> str | None:
        if not info.buttons:
            return "has no buttons"
        if info.buttons < len(self._meanings):
            return f"has {info.buttons} buttons, but {len(self._meanings)} are configured"
        return None

    def _initial_signal(self) -> None:
        """Returns None; presses from before the opening are not reported."""
        self._counts = self._link.presses.counts if self._link.presses else ()


DICE_STATES = {
    DiceActivity[name]: DiceState[name]
    for name in DiceActivity.__members__
    if name in DiceState.__members__
}
DICE_UNREACHABLE = "cannot reach the dice"


class WiredDice(WiredDevice, SignalDevice):
    """One pair of dice, of one player or of both."""

    def __init__(
        self, name: str, clock: Clock, link: BoardLink, pair: int = 0, colour: Colour | None = None
    ) -> None:
        super().__init__(name, clock, link)
        self._pair = pair
        self._colour = colour

    @property
    def colour(self) -> Colour | None:
        return self._colour

    def on_update(self, update: BoardUpdate) -> None:
        if not isinstance(update, DiceReport) or update.pair != self._pair:
            return
        if update.state is DiceActivity.UNREACHED:
            self.on_lost(DICE_UNREACHABLE)
        else:
            self._report(self._reading(update))

    def _mismatch(self, info: BoardInfo) -> str | None:
        if not info.dice:
            return "has no dice"
        if info.dice <= self._pair:
            return "has only one pair of dice"
        report = self._link.dice(self._pair)
        is_reached = report is not None and report.state is not DiceActivity.UNREACHED
        return None if is_reached else DICE_UNREACHABLE

    def _initial_signal(self) -> DiceReading | None:
        report = self._link.dice(self._pair)
        return None if report is None else replace(self._reading(report), standing=True)

    def _reading(self, report: DiceReport) -> DiceReading:
        now, state = self._clock.now(), DICE_STATES[report.state]
        return DiceReading(self.name, now, state, report.faces, self._colour)


class WiredLamps(WiredDevice):
    """One, two or three lamps at each place that the board describes."""

    def __init__(
        self, name: str, clock: Clock, link: BoardLink, board: BoardKind = BACKGAMMON
    ) -> None:
        super().__init__(name, clock, link)
        self._board = board
        self._map = usual_map(board)
        self._confirmed: SetLamps | None = None
        """The picture that the board has confirmed; None if unknown."""

    @property
    def places(self) -> frozenset[Place]:
        """The places that the board has said; before it is reached, those of a usual board."""
        return frozenset(self._map.lamps)

    async def show(self, frame: LampFrame) -> None:
        """Shows a frame from now on; returns once the board has confirmed it."""
        self._require_open()
        each = self._link.info.lamps // len(self._map.lamps) if self._link.info else 1
        request = lamps_request(frame, self._map.lamps, each)
        if request == self._confirmed:
            return
        self._confirmed = None
        await self._request(request, "cannot set the lamps")
        self._confirmed = request

    async def _connect(self) -> None:
        self._confirmed = None
        await super()._connect()

    def _mismatch(self, info: BoardInfo) -> str | None:
        try:
            self._map = described_lamps(info, self._board)
        except UnusableBoard as problem:
            return str(problem)
        return None


def lamps_request(frame: LampFrame, places: Sequence[Place], each: int) -> SetLamps:
    """The request that shows a frame with `each` lamps at each of these places."""
    inks = [ink_of(frame.lights[place]) if place in frame.lights else None for place in places]
    return SetLamps.of(ink for ink in inks for _ in range(each))


def ink_of(light: LampLight) -> LampInk:
    """The ink that stands for a light on the wire."""
    colour = light.colour
    return LampInk(colour.red, colour.green, colour.blue, RHYTHM_BITS[light.rhythm])


RHYTHM_BITS = {
    rhythm: int(rhythm.value.replace("#", "1").replace(".", "0"), 2) for rhythm in Rhythm
}
"""The bits of each rhythm, the first eighth of a second in the highest."""


SILENCE = PlayTone()
MILLISECONDS = 1000
CANNOT_PLAY = "cannot play a sound"


class WiredSounder(WiredDevice):
    """Plays tunes, one tone after the other."""

    def __init__(self, name: str, clock: Clock, link: BoardLink) -> None:
        super().__init__(name, clock, link)
        self._tune_count = 0
        """Number of tunes so far; a `play` whose number is no longer the last was interrupted."""

    async def play(self, tune: Tune) -> None:
        self._require_open()
        self._tune_count += 1
        which, over = self._tune_count, self._clock.now()
        try:
            for tone in tune:
                await self._sound(_tone_request(tone))
                over += tone.seconds
                await self._clock.wait_until(over)
                if which != self._tune_count:
                    return
            self._require_open()
        except asyncio.CancelledError:
            if which == self._tune_count:
                with suppress(DeviceFault):
                    await self._sound(SILENCE)
            raise

    async def _check_board(self, info: BoardInfo) -> None:
        await super()._check_board(info)
        # HELLO does not list the piezo; a board without one refuses even silence.
        await self._request(SILENCE, CANNOT_PLAY)

    async def _sound(self, tone: PlayTone) -> None:
        self._require_open()
        await self._request(tone, CANNOT_PLAY)


def _tone_request(tone: Tone) -> PlayTone:
    """The request that plays a tone, or silence for a rest."""
    if not tone.hertz:
        return SILENCE
    return PlayTone(tone.hertz, max(1, round(tone.seconds * MILLISECONDS)))
