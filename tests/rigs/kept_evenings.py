"""Journals of whole evenings, made once and copied for every test that wants one."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

from hardware.signals import Wish, Wished
from referee.state import State
from service.config.settings import Table as Setup
from service.tables.running import Running, journal_of, running
from tests.rigs.tables import SETUP, Sitting, a_match, performance, seated_at, ways

Rule = Callable[[Sitting], Awaitable[None]]


def kept_evening(folder: Path, rule: Rule, setup: Setup = SETUP) -> Path:
    """The journal of an evening at which this happened."""

    def unseen(_running: Running) -> None:
        """Nobody watches."""

    async def run() -> None:
        async with running(setup, ways(folder), unseen) as table:
            seated = seated_at(table)
            await seated.passes(1)
            await rule(seated)

    asyncio.run(run())
    return journal_of(folder, setup.name)


async def two_matches(seated: Sitting) -> None:
    """A whole match, and the beginning of another."""
    await seated.play(performance(a_match()))
    seated.dice().lift()
    await seated.passes(1)
    colour = seated.table.state.colour
    seated.table.say(Wished("page", seated.clock.now(), colour, Wish.NEXT))
    seated.checkers.arrange(State.of(SETUP.match).expected_layout)
    await seated.passes(1)
    seated.dice().roll(3, 1)
    await seated.passes(1)
