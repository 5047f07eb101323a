"""A page of a simulated table without a browser: what it asks for is carried out at once."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.backgammon.game.match import Phase
from hardware.drivers.simulated.simulated_devices import SimulatedDice as Pair
from hardware.drivers.simulated.simulated_table import SimulatedTable
from service.config.service_settings import TableSettings as Setup
from service.drivers.simulated_drivers import SimulatedSlotsOptions
from service.table.table_runtime import SimulatedPowerSupply, TableRuntime, run_table
from service.web.messages import from_page
from service.web.messages.to_page import ActionRefused
from service.web.session.page_actions import PageActions
from service.words.phrases import available_languages, load_phrases
from tests.rigs.tables.table_in_memory import NAMES, HandsAtTable, hands_at, service_options

SETUP = Setup(names=NAMES, length=3, board=SimulatedSlotsOptions())
REVISION = 7


@dataclass
class Visitor:
    """A page of a table, with the key."""

    runtime: TableRuntime
    actions: PageActions
    cuts: list[str]

    @property
    def seated(self) -> HandsAtTable:
        return hands_at(self.runtime)

    @property
    def checkers(self) -> SimulatedTable:
        return self.seated.checkers

    async def do(self, *actions: from_page.Action) -> None:
        for action in actions:
            await self.actions.carry_out(action)
            await self.seated.table.wait_until_quiet()

    async def refusal_of(self, action: from_page.Action) -> ActionRefused:
        """Returns the refusal of an action; asserts that it changes nothing."""
        before, dice = self.checkers.snapshot, [it.reading() for it in self.pairs]
        with pytest.raises(ActionRefused) as refusal:
            await self.actions.carry_out(action)
        assert self.checkers.snapshot == before
        assert [it.reading() for it in self.pairs] == dice
        for language in available_languages():
            assert refusal.value.in_words(load_phrases(language))
        return refusal.value

    @property
    def pairs(self) -> tuple[Any, ...]:
        return self.runtime.devices.all_of(Pair)

    async def pass_seconds(self, seconds: float) -> None:
        await self.seated.pass_seconds(seconds)

    async def do_slowly(self, *actions: from_page.Action) -> None:
        await self.do(*actions)
        await self.pass_seconds(1)

    async def begin_game(self) -> None:
        """Has Light win the first throw with 3 and 1."""
        await self.pass_seconds(1)
        await self.do_slowly(from_page.ThrowDice(None, (3, 1)))
        assert self.runtime.table.state.match.game.phase is Phase.TO_PLAY


@asynccontextmanager
async def open_page(folder: Path, setup: Setup = SETUP) -> AsyncIterator[Visitor]:
    cuts: list[str] = []
    how = replace(service_options(folder), power=SimulatedPowerSupply(lambda: cuts.append("cut")))
    async with run_table(setup, how, lambda _runtime: None) as table:
        chance = Random(1)  # noqa: S311 - dice, no secret
        actions = PageActions(table, lambda: REVISION, lambda: None, chance)
        visitor = Visitor(table, actions, cuts)
        await visitor.pass_seconds(1)
        yield visitor
