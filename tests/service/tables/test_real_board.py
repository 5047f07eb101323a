"""A table whose board is real: what is simulated beside it is, and nothing else is pretended."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from hardware.cells import P5
from referee.words import Language, load_phrases
from service.config.drivers import PicoBoard, PicoButtons, PicoLamps, SimulatedDice
from service.config.settings import Table as Setup
from service.tables.running import Running, Ways, running
from service.tables.supervisor import Link
from service.tables.world import file_of
from service.web.messages import from_page as asked
from service.web.messages.to_page import Why
from service.web.not_done import NotDone
from service.web.parts.insides import devices
from service.web.touching import Touching
from tests.rigs.micropython.pico import Pico

PATIENCE = 15.0


def table_at(pico: Pico) -> Setup:
    return Setup(
        names=("Alice", "Bob"),
        length=1,
        board=PicoBoard(port=pico.port),
        dice=SimulatedDice(),
        buttons=PicoButtons(),
        lamps=PicoLamps(),
    )


def cells_of(table: Running) -> set[int]:
    """The switches that are closed where the checkers lie as the referee expects them."""
    layout = table.table.facing.layout(table.table.state.expected_layout)
    closed = set()
    for place, span in P5.spans:
        piles = layout.piles.get(place)
        closed |= set(list(span)[: piles.count if piles else 0])
    return closed


async def until(table: Running, true: Callable[[], object]) -> None:
    """Wait until something is so, looking whenever anything has happened at the table."""
    news = asyncio.Event()
    with table.table.follow(news.set):
        async with asyncio.timeout(PATIENCE):
            while not true():
                await news.wait()
                news.clear()


def test_a_table_with_a_real_board_and_dice_on_the_page(pico: Pico, tmp_path: Path) -> None:
    async def evening() -> None:
        async with running(table_at(pico), Ways(tmp_path), lambda _: None) as table:
            links = table.table.links
            await until(table, lambda: set(table.table.links.values()) == {Link.OPEN})
            assert set(links) == {"board", "dice", "buttons", "lamps"}
            assert table.table.simulated == ("dice",)

            hands = Touching(table, Random(1))  # noqa: S311 - seeded
            pico.world.lay(cells_of(table))
            await until(table, lambda: table.table.state.is_set_up)
            await hands.throw(asked.ThrowDice(None, (6, 1)))
            await until(table, lambda: table.table.state.match.game.dice)

            world = hands.world()
            assert (world.piles, world.switches, world.computer_by_itself) == ({}, {}, False)
            with pytest.raises(NotDone) as refused:
                hands.arrange(asked.Arrange(asked.Arrangement.EMPTY))
            assert refused.value.why is Why.NOT_SIMULATED
            shown = devices(table, load_phrases(Language.ENGLISH)).devices
            assert {one.name: one.simulated for one in shown} == {
                "board": False,
                "dice": True,
                "buttons": False,
                "lamps": False,
            }
        assert not file_of(table.journal.path).exists()

    asyncio.run(evening())
