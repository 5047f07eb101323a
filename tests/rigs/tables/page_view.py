"""The parts of a table in memory, as a page is sent them; its hands do as the test says."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hardware.checkers import Colour, point
from hardware.signals import PlayerRequest, PlayerRequestKind
from service.config.service_settings import TableSettings as Setup
from service.drivers.simulated_drivers import SimulatedSlotsOptions
from service.table.live_score_sheet import LiveScoreSheet
from service.table.table_runtime import TableRuntime, run_table
from service.web.messages.device_messages import WorldPart
from service.web.messages.to_page import MESSAGES, BoardPart, GamePart, Part
from service.web.parts.table_parts import TableParts, Viewer
from service.words.phrases import ENGLISH
from tests.rigs.tables import table_in_memory as tables

SETUP = Setup(names=("Alice", "Bob"), length=3, board=SimulatedSlotsOptions())
EMPTY = WorldPart({}, (), (), {}, (), computer_by_itself=True)
HOLDER = Viewer(ENGLISH, may_act=True, diagnostics=False)
"""A viewer with the key."""


@dataclass
class PageView:
    """A table, and the parts of it as a page is sent them."""

    runtime: TableRuntime
    seated: tables.HandsAtTable
    parts: TableParts
    score_sheet: LiveScoreSheet
    texts: dict[str, str] = field(default_factory=dict)

    def look(self, viewer: Viewer = HOLDER) -> dict[str, Any]:
        self.texts = dict(self.parts.texts(viewer))
        return {name: MESSAGES.decode(text, Part) for name, text in self.texts.items()}

    def game(self, viewer: Viewer = HOLDER) -> GamePart:
        game = self.look(viewer)["Game"]
        assert isinstance(game, GamePart)
        return game

    def board(self, viewer: Viewer = HOLDER) -> BoardPart:
        board = self.look(viewer)["Board"]
        assert isinstance(board, BoardPart)
        return board

    async def throw(self, one: int, two: int) -> None:
        self.seated.dice().lift()
        await self.seated.pass_seconds(1)
        self.seated.dice().roll(one, two)
        await self.seated.pass_seconds(2)

    async def lift(self, source: int) -> None:
        self.seated.checkers.lift(point(source))
        await self.seated.pass_seconds(1)

    async def carry(self, source: int, target: int) -> None:
        checkers = self.seated.checkers
        checkers.put(point(target), checkers.lift(point(source)))
        await self.seated.pass_seconds(1)

    async def play_31(self) -> None:
        await self.throw(3, 1)
        await self.carry(8, 5)
        await self.carry(6, 5)

    async def ask(self, colour: Colour, kind: PlayerRequestKind, number: int = 0) -> None:
        now = self.seated.clock.now()
        self.seated.table.submit(PlayerRequest("page", now, colour, kind, number))
        await self.seated.pass_seconds(1)


@asynccontextmanager
async def open_page_view(folder: Path, setup: Setup = SETUP) -> AsyncIterator[PageView]:
    """A table of the service, a second after it was started."""
    shown: list[tuple[TableParts, LiveScoreSheet]] = []

    def show(table: TableRuntime) -> None:
        journal = table.journal
        score_sheet = LiveScoreSheet(table.table, lambda: journal.match, table.resumed_sheet)
        table.table.listeners.append(score_sheet)
        shown.append((TableParts(table, score_sheet, lambda: EMPTY), score_sheet))

    async with run_table(setup, tables.service_options(folder), show) as table:
        seated = tables.hands_at(table)
        await seated.pass_seconds(1)
        yield PageView(table, seated, *shown[0])
