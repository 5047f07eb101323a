"""A real board is announced as real, and every simulated device beside it as simulated."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from hardware.sensor_map import P5
from service.config.service_settings import TableSettings as Setup
from service.drivers.pico_drivers import PicoBoardOptions, PicoButtonsOptions, PicoLampsOptions
from service.drivers.simulated_drivers import SimulatedDiceOptions
from service.table.simulated_table_state import state_file
from service.table.supervisor import LinkState
from service.table.table_runtime import ServiceOptions, TableRuntime, run_table
from service.web.messages import from_page
from service.web.messages.to_page import ActionRefused, RefusalKind
from service.web.parts.device_parts import devices_part
from service.web.session.simulated_table_actions import SimulatedTableActions
from service.words.phrases import Language, load_phrases
from tests.rigs.micropython.simulated_pico import Pico

PATIENCE = 15.0
"""Seconds until a condition must be true, on a busy machine."""


def table_at(pico: Pico) -> Setup:
    return Setup(
        names=("Alice", "Bob"),
        length=1,
        board=PicoBoardOptions(port=pico.port),
        dice=SimulatedDiceOptions(),
        buttons=PicoButtonsOptions(),
        lamps=PicoLampsOptions(),
    )


def cells_of(table: TableRuntime) -> set[int]:
    """The switches that are closed where the checkers lie as the referee expects them."""
    layout = table.table.orientation.layout(table.table.state.expected_layout)
    closed = set()
    for place, span in P5.spans:
        piles = layout.piles.get(place)
        closed |= set(list(span)[: piles.count if piles else 0])
    return closed


async def until(table: TableRuntime, condition: Callable[[], object]) -> None:
    """Waits until a condition is true, which is checked whenever anything has happened."""
    news = asyncio.Event()
    with table.table.subscribe(news.set):
        async with asyncio.timeout(PATIENCE):
            while not condition():
                await news.wait()
                news.clear()


async def test_a_table_with_a_real_board_and_dice_on_the_page(pico: Pico, tmp_path: Path) -> None:
    async with run_table(table_at(pico), ServiceOptions(tmp_path), lambda _: None) as table:
        links = table.table.links
        await until(table, lambda: set(table.table.links.values()) == {LinkState.OPEN})
        assert set(links) == {"board", "dice", "buttons", "lamps"}
        assert table.table.simulated_devices == ("dice",)

        hands = SimulatedTableActions(table, Random(1))  # noqa: S311 - seeded
        pico.world.lay(cells_of(table))
        await until(table, lambda: table.table.state.is_set_up)
        await hands.throw(from_page.ThrowDice(None, (6, 1)))
        await until(table, lambda: table.table.state.match.game.dice)

        world = hands.world()
        assert (world.piles, world.switches, world.computer_by_itself) == ({}, {}, False)
        with pytest.raises(ActionRefused) as refused:
            await hands.arrange(from_page.Arrange(from_page.Arrangement.EMPTY))
        assert refused.value.kind is RefusalKind.NOT_SIMULATED
        shown = devices_part(table, load_phrases(Language("en"))).devices
        assert {one.name: one.simulated for one in shown} == {
            "board": False,
            "dice": True,
            "buttons": False,
            "lamps": False,
        }
    assert not state_file(table.journal.path).exists()
