"""Tries out a board part by part, and says what is to be seen meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from statistics import median

from firmware_bridge.link import BoardLink
from firmware_bridge.wire.requests import Buzz, Ink, Ping, Shine
from firmware_bridge.wire.tellings import BoardInfo, Cells, DiceTelling, Presses, Refusal
from hardware.cells import CELL_MAPS, LIT, CellMap
from hardware.checkers import POINTS, Place
from hardware.devices import Clock, DeviceFault
from referee.words import Phrases

PINGS = 50
SLOW = 0.1
"""Seconds; a board that takes longer to answer, at the median, is felt to be slow."""
LAMP = 0.15
"""Seconds that each lamp shines."""
PATIENCE = 30.0
"""Seconds that a person may take for each slot or button."""
SHINING = Ink(0, 56, 0)
PITCH, LENGTH = 880, 200

Say = Callable[[str], None]


@dataclass
class Trial:
    """One board, and what has come of it so far."""

    link: BoardLink
    clock: Clock
    phrases: Phrases
    say: Say
    patience: float = PATIENCE
    shine: float = LAMP
    first: int = 1
    """The point at which the slots are begun with."""
    failures: int = 0
    _news: asyncio.Event = field(default_factory=asyncio.Event)
    _why: str = ""
    _skipped: bool = False
    _known: set[int] = field(default_factory=set)
    """The sensors that felt something when the board told last."""
    _fresh: set[int] = field(default_factory=set)
    """Those that have begun to feel something, and that nobody has looked at yet."""

    async def run(self, *, quick: bool) -> bool:
        """Whether all of it works; DeviceFault if the board cannot be reached, or goes."""
        info = await self.link.join(self)
        try:
            await self._all(info, quick=quick)
        finally:
            await self.link.leave(self)
        self._tell("some_failed" if self.failures else "all_well", count=self.failures)
        return not self.failures

    def told(self, telling: Cells | Presses | DiceTelling) -> None:
        """The board has told something new."""
        if isinstance(telling, Cells):
            seen = _felt(telling)
            self._fresh |= seen - self._known
            self._known = seen
        self._news.set()

    def skip(self) -> None:
        """The person will not do what is waited for."""
        self._skipped = True
        self._news.set()

    def lost(self, why: str) -> None:
        """It has gone."""
        self._why = why
        self._news.set()

    async def _all(self, info: BoardInfo, *, quick: bool) -> None:
        self._tell(
            "hello",
            port=self.link.where,
            uid=info.uid,
            firmware=info.firmware,
            sensors=info.cells,
            lamps=info.lamps,
            buttons=info.buttons,
            pairs=info.dice,
            milliamps=info.milliamperes,
        )
        await self._latency()
        await self._beep()
        if info.lamps:
            await self._lamps(info.lamps)
        cells = CELL_MAPS.get(info.layout or "")
        if info.cells and (cells is None or info.cells != len(cells)):
            self._misfit(info, cells)
        elif info.cells and cells is not None:
            await self._look(cells)
            if not quick:
                await self._slots(cells, info)
        if not quick:
            await self._buttons(info.buttons)

    def _misfit(self, info: BoardInfo, cells: CellMap | None) -> None:
        """There are sensors, and nobody knows which lies where."""
        values = {"sensors": info.cells, "layout": info.layout or "-"}
        if cells is None:
            self._result("unknown_layout", well=False, **values)
        else:
            self._result("other_sensors", well=False, **values, wanted=len(cells))

    async def _latency(self) -> None:
        taken = []
        for number in range(PINGS):
            asked = self.clock.now()
            await self.link.ask(Ping(f"{number}"))
            taken.append(self.clock.now() - asked)
        values = {"usual": self._thousandths(median(taken)), "worst": self._thousandths(max(taken))}
        self._result("latency", well=median(taken) < SLOW, **values)

    async def _beep(self) -> None:
        answer = await self.link.ask(Buzz(PITCH, LENGTH))
        self._tell("no_beep" if isinstance(answer, Refusal) else "beep")

    async def _lamps(self, many: int) -> None:
        """One after the other; whether they shine, only eyes can tell."""
        self._tell("lamps", lamps=many)
        for number in range(many):
            await self._shine([number], many)
            await self.clock.wait_until(self.clock.now() + self.shine)
        await self._shine([], many)

    async def _look(self, cells: CellMap) -> None:
        seen = self._seen()
        felt = {cells.where(cell)[0] for cell in seen if cell < len(cells)}
        places = [self._named(place) for place in cells.slots if place in felt]
        self._tell("seen", many=len(seen), places=self.phrases.listed(places) or "-")

    async def _slots(self, cells: CellMap, info: BoardInfo) -> None:
        """Each slot is asked for a checker, and must be the only one that feels it."""
        first = POINTS[self.first - 1]
        spans = list(cells.spans)
        wanted = spans[[place for place, _ in spans].index(first) :]
        many = sum(len(span) for _, span in wanted)
        self._tell("slots", slots=many, seconds=f"{self.patience:g}")
        each = info.lamps // len(LIT)
        unfelt: list[int] = []
        try:
            for place, span in wanted:
                lit = LIT.index(place) * each
                for cell in span:
                    if info.lamps:
                        await self._shine(list(range(lit, lit + each)), info.lamps)
                    if not await self._slot(cells, cell):
                        unfelt.append(cell)
        finally:
            # Whoever ends the test in the midst of it wants to know as well.
            self._sum_up(cells, unfelt)
        if info.lamps:
            await self._shine([], info.lamps)

    async def _slot(self, cells: CellMap, cell: int) -> bool:
        """Whether a checker that is put there is felt there, and nowhere else at once."""
        place, slot = cells.where(cell)
        self._known = self._seen()
        self._fresh.clear()
        key = "put_anew" if cell in self._known else "put"
        self._tell(key, place=self._named(place), slot=slot)
        while fresh := await self._until(self._freshly_felt):
            slots = self._slots_named(cells, fresh - {cell})
            if cell not in fresh:
                self._tell("felt_instead", slots=slots)
            elif slots:
                self._tell("felt_too", slots=slots)
                return False
            else:
                self._tell("felt")
                return True
        self._tell("not_felt")
        return False

    def _freshly_felt(self) -> set[int]:
        """What has begun to be felt since this was asked last."""
        fresh, self._fresh = self._fresh, set()
        return fresh

    def _slots_named(self, cells: CellMap, those: set[int]) -> str:
        return self.phrases.listed(
            self.phrases.say("firmware.test.slot", place=self._named(place), slot=slot)
            for place, slot in map(cells.where, sorted(those))
        )

    def _sum_up(self, cells: CellMap, unfelt: list[int]) -> None:
        """The slots that failed, place by place."""
        self.failures += len(unfelt)
        places: dict[Place, list[int]] = {}
        for place, slot in map(cells.where, unfelt):
            places.setdefault(place, []).append(slot)
        if places:
            slots = (f"{self._named(it)} ({', '.join(map(str, of))})" for it, of in places.items())
            self._tell("unfelt", slots=self.phrases.listed(slots))

    async def _buttons(self, many: int) -> None:
        for number in range(many):
            self._tell("press", number=number + 1)
            before = self._counts()
            pressed = await self._until(partial(_changed, before, self._counts))
            self._result("pressed" if number in pressed else "not_pressed", well=number in pressed)

    async def _until(self, found: Callable[[], set[int]]) -> set[int]:
        """What has happened, as soon as anything has; nothing, if patience ends first."""
        self._skipped = False
        late = asyncio.ensure_future(self.clock.wait_until(self.clock.now() + self.patience))
        try:
            while not (what := found()) and not late.done() and not self._skipped:
                self._news.clear()
                news = asyncio.ensure_future(self._news.wait())
                await asyncio.wait({news, late}, return_when=asyncio.FIRST_COMPLETED)
                news.cancel()
                if self._why:
                    raise DeviceFault(f"{self.link.where} {self._why}")
            return what
        finally:
            late.cancel()

    async def _shine(self, lit: list[int], many: int) -> None:
        await self.link.ask(Shine.of(SHINING if it in lit else None for it in range(many)))

    def _seen(self) -> set[int]:
        return _felt(self.link.cells) if self.link.cells else set()

    def _counts(self) -> tuple[int, ...]:
        return self.link.presses.counts if self.link.presses else ()

    def _named(self, place: Place) -> str:
        if place in POINTS:
            return self.phrases.say("place.point", point=POINTS.index(place) + 1)
        return self.phrases.say(f"firmware.test.{place.replace('.', '_')}")

    def _thousandths(self, number: float) -> str:
        return f"{number * 1000:.1f}".replace(".", self.phrases.say("language.decimal"))

    def _tell(self, key: str, *, count: int | None = None, **values: object) -> None:
        self.say(self.phrases.say(f"firmware.test.{key}", count=count, **values))

    def _result(self, key: str, *, well: bool, **values: object) -> None:
        self.failures += not well
        self._tell(key, count=None, **values)


def _felt(cells: Cells) -> set[int]:
    return {at for at, seen in enumerate(cells.cells) if seen}


def _changed(before: tuple[int, ...], now: Callable[[], tuple[int, ...]]) -> set[int]:
    """Where numbers are no more what they were."""
    return {at for at, (was, it) in enumerate(zip(before, now(), strict=False)) if was != it}
