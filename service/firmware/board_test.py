"""Tests the parts of a board together with a person."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from statistics import median

from firmware_bridge.board_description import (
    UnusableBoard,
    described_lamps,
    described_sensors,
)
from firmware_bridge.board_link import BoardLink
from firmware_bridge.wire.board_messages import (
    BoardInfo,
    DiceReport,
    PressCounts,
    RequestRefusal,
    SensorStates,
)
from firmware_bridge.wire.requests import LampInk, Ping, PlayTone, SetLamps
from hardware.checkers import BOARDS, CHECKERS, POINTS, SQUARES, BoardKind, Place
from hardware.devices import Clock, DeviceFault
from hardware.sensor_map import SENSOR_MAPS, SensorMap
from service.words.phrases import Phrases


@contextmanager
def on_enter(keys: int, pressed: Callable[[], None]) -> Iterator[None]:
    """Calls `pressed` for every typed line while this is open; does nothing without a terminal."""
    if not os.isatty(keys):
        yield
        return
    loop = asyncio.get_running_loop()

    def on_input() -> None:
        if os.read(keys, 1024):
            pressed()
        else:
            # At the end of the input the reader would be called forever.
            loop.remove_reader(keys)

    loop.add_reader(keys, on_input)
    try:
        yield
    finally:
        loop.remove_reader(keys)


PINGS = 50
"""Number of pings to measure the latency with."""
SLOW_LATENCY = 0.1
"""Seconds; a board whose median latency is longer feels slow."""
LAMP_SECONDS = 0.15
"""Seconds that each lamp shines."""
ACTION_TIMEOUT = 30.0
"""Seconds that a person may take for each slot or button."""
LAMP_INK = LampInk(0, 56, 0)
"""The colour of a lit lamp."""
BEEP_PITCH, BEEP_LENGTH = 880, 200
"""Hertz and milliseconds of the beep."""


@dataclass
class BoardTest:
    """The test of one board, and its results so far."""

    link: BoardLink
    clock: Clock
    phrases: Phrases
    say: Callable[[str], None]
    action_timeout: float = ACTION_TIMEOUT
    lamp_seconds: float = LAMP_SECONDS
    first: int = 1
    """The place at which the test of the slots begins, from 1: a point, or a square."""
    failures: int = 0
    _news: asyncio.Event = field(default_factory=asyncio.Event)
    _loss_reason: str = ""
    _skipped: bool = False
    _closed: set[int] = field(default_factory=set)
    """The sensors that were closed in the last report of the board."""
    _newly_closed: set[int] = field(default_factory=set)
    """The sensors that have closed since `_take_newly_closed` was last called."""

    async def run(self, *, quick: bool) -> bool:
        """Runs the test; True if everything works. DeviceFault if the board is or gets lost."""
        info = await self.link.join(self)
        try:
            await self._run_all(info, quick=quick)
        finally:
            await self.link.leave(self)
        self._print("some_failed" if self.failures else "all_well", count=self.failures)
        return not self.failures

    def on_update(self, update: SensorStates | PressCounts | DiceReport) -> None:
        if isinstance(update, SensorStates):
            seen = _closed_cells(update)
            self._newly_closed |= seen - self._closed
            self._closed = seen
        self._news.set()

    def skip(self) -> None:
        """Ends the current wait for an action of the person."""
        self._skipped = True
        self._news.set()

    def on_lost(self, why: str) -> None:
        """Notes that the board is lost."""
        self._loss_reason = why
        self._news.set()

    async def _run_all(self, info: BoardInfo, *, quick: bool) -> None:
        self._print(
            "hello",
            port=self.link.address,
            uid=info.uid,
            firmware=info.firmware,
            sensors=info.cells,
            lamps=info.lamps,
            buttons=info.buttons,
            pairs=info.dice,
            milliamps=info.milliamps,
        )
        await self._latency()
        await self._beep()
        board = BOARDS.get(info.game)
        if info.lamps:
            self._print(f"lamps_{(board or CHECKERS).name}", lamps=info.lamps)
            await self._lamps(info.lamps)
        if info.cells and (cells := self._sensors(info, board)) is not None:
            await self._report_closed(cells)
            if not quick:
                await self._slots(cells, info)
        if not quick:
            await self._buttons(info.buttons)

    def _sensors(self, info: BoardInfo, board: BoardKind | None) -> SensorMap | None:
        """The map of the sensors; reports that it is not known, or not right."""
        values = {"sensors": info.cells, "layout": info.layout or "-"}
        known = SENSOR_MAPS.get(info.layout or "")
        try:
            if board is not None:
                return described_sensors(info, board)
            self._result("unknown_layout", well=False, **values)
        except UnusableBoard as problem:
            if info.sensor_places is not None:
                self._result("wrong_places", well=False, why=problem)
            elif known is None or known.board is not board:
                self._result("unknown_layout", well=False, **values)
            else:
                self._result("other_sensors", well=False, **values, wanted=len(known))
        return None

    async def _latency(self) -> None:
        taken = []
        for number in range(PINGS):
            asked = self.clock.now()
            await self.link.ask(Ping(f"{number}"))
            taken.append(self.clock.now() - asked)
        values = {"usual": self._thousandths(median(taken)), "worst": self._thousandths(max(taken))}
        self._result("latency", well=median(taken) < SLOW_LATENCY, **values)

    async def _beep(self) -> None:
        answer = await self.link.ask(PlayTone(BEEP_PITCH, BEEP_LENGTH))
        self._print("no_beep" if isinstance(answer, RequestRefusal) else "beep")

    async def _lamps(self, count: int) -> None:
        """Lights the lamps one after the other; only the person can see whether they shine."""
        for number in range(count):
            await self._shine([number], count)
            await self.clock.wait_until(self.clock.now() + self.lamp_seconds)
        await self._shine([], count)

    async def _report_closed(self, cells: SensorMap) -> None:
        seen = self._closed_now()
        places_closed = {cells.place_of(cell)[0] for cell in seen if cell < len(cells)}
        places = [self._place_name(place) for place in cells.slots if place in places_closed]
        self._print("seen", many=len(seen), places=self.phrases.join(places) or "-")

    async def _slots(self, cells: SensorMap, info: BoardInfo) -> None:
        """Asks for a checker on each slot; only the sensor of that slot must react."""
        wanted = list(cells.spans)[self.first - 1 :]
        count = sum(len(span) for _, span in wanted)
        seconds = f"{self.action_timeout:g}"
        self._print(f"slots_{cells.board.name}", slots=count, seconds=seconds)
        lamps = _lamp_numbers(info, cells.board)
        silent: list[int] = []
        try:
            for place, span in wanted:
                for cell in span:
                    if info.lamps:
                        await self._shine(lamps.get(place, []), info.lamps)
                    if not await self._slot(cells, cell):
                        silent.append(cell)
        finally:
            # A person who ends the test early wants the result as well.
            self._sum_up(cells, silent)
        if info.lamps:
            await self._shine([], info.lamps)

    async def _slot(self, cells: SensorMap, cell: int) -> bool:
        """Asks for a checker on a slot; True if its sensor reacts, and no other one."""
        place, slot = cells.place_of(cell)
        self._closed = self._closed_now()
        self._newly_closed.clear()
        key = "put_anew" if cell in self._closed else "put"
        self._print(key, place=self._place_name(place), slot=slot)
        while closed := await self._wait_for(self._take_newly_closed):
            slots = self._slots_named(cells, closed - {cell})
            if cell not in closed:
                self._print("felt_instead", slots=slots)
            elif slots:
                self._print("felt_too", slots=slots)
                return False
            else:
                self._print("felt")
                return True
        self._print("not_felt")
        return False

    def _take_newly_closed(self) -> set[int]:
        """The sensors that have closed since the last call."""
        closed, self._newly_closed = self._newly_closed, set()
        return closed

    def _slots_named(self, cells: SensorMap, those: set[int]) -> str:
        return self.phrases.join(
            self.phrases.say("firmware.test.slot", place=self._place_name(place), slot=slot)
            for place, slot in map(cells.place_of, sorted(those))
        )

    def _sum_up(self, cells: SensorMap, silent: list[int]) -> None:
        """Counts and reports the slots that failed, place by place."""
        self.failures += len(silent)
        places: dict[Place, list[int]] = {}
        for place, slot in map(cells.place_of, silent):
            places.setdefault(place, []).append(slot)
        if places:
            slots = (
                f"{self._place_name(it)} ({', '.join(map(str, of))})" for it, of in places.items()
            )
            self._print("unfelt", slots=self.phrases.join(slots))

    async def _buttons(self, count: int) -> None:
        for number in range(count):
            self._print("press", number=number + 1)
            before = self._counts()
            pressed = await self._wait_for(partial(_changed_indices, before, self._counts))
            self._result("pressed" if number in pressed else "not_pressed", well=number in pressed)

    async def _wait_for(self, changed: Callable[[], set[int]]) -> set[int]:
        """Waits until `changed` returns anything; an empty set after a timeout or a skip.

        DeviceFault if the board is lost.
        """
        self._skipped = False
        late = asyncio.ensure_future(self.clock.wait_until(self.clock.now() + self.action_timeout))
        try:
            while not (changes := changed()) and not late.done() and not self._skipped:
                self._news.clear()
                news = asyncio.ensure_future(self._news.wait())
                await asyncio.wait({news, late}, return_when=asyncio.FIRST_COMPLETED)
                news.cancel()
                if self._loss_reason:
                    raise DeviceFault(f"{self.link.address} {self._loss_reason}")
            return changes
        finally:
            late.cancel()

    async def _shine(self, lit: list[int], count: int) -> None:
        await self.link.ask(SetLamps.of(LAMP_INK if it in lit else None for it in range(count)))

    def _closed_now(self) -> set[int]:
        return _closed_cells(self.link.sensors) if self.link.sensors else set()

    def _counts(self) -> tuple[int, ...]:
        return self.link.presses.counts if self.link.presses else ()

    def _place_name(self, place: Place) -> str:
        if place in POINTS:
            return self.phrases.say("place.point", point=POINTS.index(place) + 1)
        if place in SQUARES:
            return self.phrases.say("firmware.test.square", square=place)
        return self.phrases.say(f"firmware.test.{place.replace('.', '_')}")

    def _thousandths(self, number: float) -> str:
        return f"{number * 1000:.1f}".replace(".", self.phrases.say("language.decimal"))

    def _print(self, key: str, *, count: int | None = None, **values: object) -> None:
        self.say(self.phrases.say(f"firmware.test.{key}", count=count, **values))

    def _result(self, key: str, *, well: bool, **values: object) -> None:
        self.failures += not well
        self._print(key, count=None, **values)


def _lamp_numbers(info: BoardInfo, board: BoardKind) -> Mapping[Place, list[int]]:
    """The lamps of each place; none if the board does not say where they are."""
    try:
        places = described_lamps(info, board).lamps
    except UnusableBoard:
        return {}
    each = info.lamps // len(places)
    return {
        place: list(range(number * each, (number + 1) * each))
        for number, place in enumerate(places)
    }


def _closed_cells(cells: SensorStates) -> set[int]:
    return {at for at, seen in enumerate(cells.cells) if seen}


def _changed_indices(before: tuple[int, ...], now: Callable[[], tuple[int, ...]]) -> set[int]:
    return {at for at, (was, it) in enumerate(zip(before, now(), strict=False)) if was != it}
