"""A table asks for the names of its players once, and only while nothing has been played."""

from dataclasses import replace
from pathlib import Path

import pytest

from engine.players import Player
from hardware.checkers import Colour
from referee.state import State
from service.config.service_settings import DEFAULT_NAMES, TableSettings
from service.drivers.pi_drivers import PiBoardOptions
from service.table.name_question import NameQuestion
from service.table.table_runtime import TableRuntime
from tests.rigs.tables.table_in_memory import TABLE_SETTINGS, hands_at, open_evening

NAMELESS = replace(TABLE_SETTINGS, names=DEFAULT_NAMES)
HALF = replace(NAMELESS, names=("Anna", DEFAULT_NAMES[1]))
BOTH = tuple(Player)
REAL = replace(NAMELESS, board=PiBoardOptions(pins="mock"))


def asks(runtime: TableRuntime) -> bool:
    return bool(runtime.name_question.nameless_players(runtime.table.state))


@pytest.mark.parametrize(
    ("setup", "asked"),
    [(NAMELESS, BOTH), (REAL, BOTH), (TABLE_SETTINGS, ()), (HALF, (Player.TWO,))],
)
def test_players_whom_the_configuration_does_not_name_are_asked(
    setup: TableSettings, asked: tuple[Player, ...]
) -> None:
    assert NameQuestion(is_settled=False).nameless_players(State.of(setup.match_settings)) == asked


async def test_question_waits_for_a_match_in_which_nothing_has_been_played(tmp_path: Path) -> None:
    async with open_evening(tmp_path, NAMELESS) as runtime:
        assert asks(runtime)
        await hands_at(runtime).throw(3, 1)
        assert not asks(runtime)
    async with open_evening(tmp_path, NAMELESS, new_match=True) as runtime:
        assert asks(runtime)


async def test_players_who_keep_their_names_are_never_asked_again(tmp_path: Path) -> None:
    async with open_evening(tmp_path, NAMELESS) as runtime:
        await runtime.keep_names()
        assert not asks(runtime)
    async with open_evening(tmp_path, NAMELESS, new_match=True) as runtime:
        assert not asks(runtime)
        assert runtime.settings == NAMELESS


async def test_change_of_the_seating_settles_no_names(tmp_path: Path) -> None:
    async with open_evening(tmp_path, NAMELESS) as runtime:
        await runtime.store_seating()
    async with open_evening(tmp_path, NAMELESS) as runtime:
        assert asks(runtime)


async def test_agreement_on_a_match_settles_the_names(tmp_path: Path) -> None:
    async with open_evening(tmp_path, NAMELESS) as runtime:
        await runtime.begin_match(replace(NAMELESS, length=5))
        assert not asks(runtime)
        assert runtime.table.state.settings.names[runtime.table.state.settings.light] == "O"
        assert runtime.table.state.colour is Colour.LIGHT


async def test_player_whose_opponent_has_named_only_himself_is_still_asked(tmp_path: Path) -> None:
    async with open_evening(tmp_path, NAMELESS) as runtime:
        await runtime.begin_match(HALF)
        assert runtime.name_question.nameless_players(runtime.table.state) == (Player.TWO,)
    async with open_evening(tmp_path, NAMELESS) as runtime:
        assert runtime.name_question.nameless_players(runtime.table.state) == (Player.TWO,)
        await runtime.begin_match(replace(NAMELESS, names=("Anna", "Bru")))
        assert not asks(runtime)


async def test_computer_is_not_asked_for_a_name_alone(tmp_path: Path) -> None:
    against_computer = replace(HALF, computer=Player.TWO)
    async with open_evening(tmp_path, NAMELESS) as runtime:
        await runtime.begin_match(against_computer)
        assert runtime.name_question.is_settled
    state = State.of(against_computer.match_settings)
    assert NameQuestion(is_settled=False).nameless_players(state, Player.TWO) == ()
