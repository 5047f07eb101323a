"""A match that goes on from positions set up by hand is exported, and read again as it was."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import pytest

from engine.backgammon.game.match import Match, Phase
from hardware.checkers import Colour, Layout, Pile, bar, point, tray
from hardware.signals import PlayerRequest, PlayerRequestKind, PositionSetUp
from referee.match_settings import MONEY_PROFILE
from referee.state import State
from service.config.service_settings import TableSettings as Setup
from service.drivers.simulated_drivers import SimulatedColoursOptions
from service.records.match_files import ExportFormat, export_match, read_match
from service.records.stored_matches import record_of_match, sheet_of_match
from service.storage import journal_reader
from tests.rigs.environment.command_shell import CommandShell
from tests.rigs.tables.table_in_memory import HandsAtTable, record_evening

LIGHT, DARK = Colour
TABLE = Setup(names=("Alice", "Bob"), length=7, board=SimulatedColoursOptions())
START = State.of(TABLE.match_settings).expected_layout
LAST_CHECKER = Layout(
    {tray(LIGHT): Pile(LIGHT, 14), point(1): Pile(LIGHT, 1), bar(DARK): Pile(DARK, 15)}
)
"""Light has one checker left, and wins a backgammon."""
RACE = Layout(
    {
        tray(LIGHT): Pile(LIGHT, 10), point(6): Pile(LIGHT, 3), point(4): Pile(LIGHT, 2),
        tray(DARK): Pile(DARK, 9), point(19): Pile(DARK, 4), point(22): Pile(DARK, 2),
    }
)  # fmt: skip
Evening = Callable[[HandsAtTable], Awaitable[None]]


async def throw(seated: HandsAtTable, one: int, two: int) -> None:
    seated.dice().lift()
    await seated.pass_seconds(1)
    seated.dice().roll(one, two)
    await seated.pass_seconds(2)


async def say(seated: HandsAtTable, colour: Colour, request: PlayerRequestKind) -> None:
    seated.table.submit(PlayerRequest("page", seated.clock.now(), colour, request))
    await seated.pass_seconds(1)


async def carry(seated: HandsAtTable, *ways: tuple[int, int]) -> None:
    """Carries checkers to points, or to Light's tray if that is 0, and picks the dice up."""
    for source, target in ways:
        colour = seated.checkers.lift(point(source))
        seated.checkers.put(point(target) if target else tray(colour), colour)
    await seated.pass_seconds(1)
    seated.dice().lift()
    await seated.pass_seconds(1)


async def go_on_from(seated: HandsAtTable, layout: Layout, turn: Colour = LIGHT) -> None:
    seated.table.submit(PositionSetUp("page", seated.clock.now(), layout, turn))
    seated.checkers.arrange(layout)
    await seated.pass_seconds(1)
    game = seated.table.state.match.game
    assert (game.phase, seated.table.state.colour) == (Phase.TO_THROW, turn)


async def win(seated: HandsAtTable) -> None:
    """Light wins a backgammon at once."""
    await go_on_from(seated, LAST_CHECKER)
    await throw(seated, 6, 5)
    await carry(seated, (1, 0))
    assert seated.table.state.match.game.phase is Phase.OVER


async def next_game(seated: HandsAtTable) -> None:
    seated.checkers.arrange(START)
    await seated.pass_seconds(1)
    await say(seated, DARK, PlayerRequestKind.NEXT)
    await throw(seated, 6, 2)
    assert seated.table.state.match.number == 2


async def before_the_first_throw(seated: HandsAtTable) -> None:
    await go_on_from(seated, RACE, DARK)
    await throw(seated, 6, 3)
    await carry(seated, (19, 22))


async def in_the_middle_of_a_game(seated: HandsAtTable) -> None:
    await throw(seated, 3, 1)
    await carry(seated, (8, 5), (6, 5))
    await throw(seated, 6, 4)
    await go_on_from(seated, RACE)
    await throw(seated, 2, 1)
    await carry(seated, (6, 4), (6, 5))


async def whole_game_and_the_next(seated: HandsAtTable) -> None:
    await win(seated)
    await next_game(seated)


async def in_the_second_game(seated: HandsAtTable) -> None:
    await win(seated)
    await next_game(seated)
    await carry(seated, (24, 18), (13, 11))
    await go_on_from(seated, RACE, DARK)
    await throw(seated, 5, 3)


async def between_two_games(seated: HandsAtTable) -> None:
    await win(seated)
    await go_on_from(seated, RACE)
    assert seated.table.state.match.number == 2
    await throw(seated, 2, 1)


async def with_the_cube(seated: HandsAtTable) -> None:
    await throw(seated, 3, 1)
    await carry(seated, (8, 5), (6, 5))
    await say(seated, DARK, PlayerRequestKind.DOUBLE)
    await say(seated, LIGHT, PlayerRequestKind.YES)
    await go_on_from(seated, RACE)
    assert seated.table.state.match.game.cube.owner is not None
    await say(seated, LIGHT, PlayerRequestKind.DOUBLE)
    await say(seated, DARK, PlayerRequestKind.YES)
    await throw(seated, 2, 1)
    await carry(seated, (6, 4), (6, 5))


async def twice(seated: HandsAtTable) -> None:
    await in_the_middle_of_a_game(seated)
    await throw(seated, 6, 1)
    await carry(seated, (19, 20), (19, 0))
    await win(seated)
    await next_game(seated)


async def twice_in_a_row(seated: HandsAtTable) -> None:
    await go_on_from(seated, RACE)
    await go_on_from(seated, LAST_CHECKER)
    await throw(seated, 2, 1)
    await carry(seated, (1, 0))


async def at_the_very_end(seated: HandsAtTable) -> None:
    await throw(seated, 3, 1)
    await go_on_from(seated, RACE, DARK)


EVENINGS: tuple[Evening, ...] = (
    before_the_first_throw, in_the_middle_of_a_game, whole_game_and_the_next, in_the_second_game,
    between_two_games, with_the_cube, twice, twice_in_a_row, at_the_very_end,
)  # fmt: skip
FILES = ("ours.mat", "ours.txt", "ours.sgf")


@pytest.fixture(scope="module", params=EVENINGS, ids=lambda evening: evening.__name__)
def evening(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The journal of an evening with positions that were set up."""
    return record_evening(tmp_path_factory.mktemp("evening"), request.param, TABLE)


@pytest.mark.parametrize("file", FILES)
def test_exported_match_is_accepted_and_ends_as_it_was_played(
    shell: CommandShell, evening: Path, file: str
) -> None:
    exported = shell.kibitz("export", str(evening), "--output", file)
    checked = shell.kibitz("check", file)
    assert (exported.exit_code, checked.exit_code) == (0, 0), checked.stdout

    played = record_of_match(journal_reader.read_match(evening)).record.final
    read = read_match(shell.folder / file, None).record
    assert moment(read.final) == moment(played)
    assert any(restart.set_up for restart in read.restarts)


def moment(match: Match) -> tuple[object, ...]:
    game = match.game
    return (
        match.number, match.score, match.crawford, game.phase, game.turn, game.position,
        game.cube, game.dice,
    )  # fmt: skip


def test_record_ends_where_the_table_stands(evening: Path) -> None:
    stored = journal_reader.read_match(evening)
    shown = sheet_of_match(evening).sheet.match
    assert moment(record_of_match(stored).record.final) == moment(shown)


@pytest.mark.parametrize("form", [ExportFormat.MAT, ExportFormat.SGF])
def test_file_that_was_read_is_written_again_alike(evening: Path, form: ExportFormat) -> None:
    exported = export_match(journal_reader.read_match(evening), form)
    assert exported.text.count("AE[a:y]") + exported.text.count("[Set Up ") == sum(
        game.set_up is not None for game in exported.script.games
    )


def test_only_a_format_without_positions_has_a_remark(shell: CommandShell, evening: Path) -> None:
    for form, remarks in (("mat", True), ("text", True), ("sgf", False), ("ids", False)):
        result = shell.kibitz("export", str(evening), "--format", form)
        assert ("set up by hand" in result.stderr) == remarks


def test_position_set_up_after_a_game_belongs_to_the_next(tmp_path: Path) -> None:
    path = record_evening(tmp_path, between_two_games, TABLE)
    final = record_of_match(journal_reader.read_match(path)).record.final
    assert (final.number, final.score.one) == (2, 3)


def test_position_is_read_again_in_play_for_stakes(shell: CommandShell) -> None:
    stakes = replace(TABLE, length=0, referee=MONEY_PROFILE)
    path = record_evening(shell.folder, twice, stakes)
    for file in FILES:
        shell.kibitz("export", str(path), "--output", file)
        checked = shell.kibitz("check", file)
        assert checked.exit_code == 0, checked.stdout


async def given_up_before_it_is_set_up(seated: HandsAtTable) -> None:
    await throw(seated, 3, 1)
    await carry(seated, (8, 5), (6, 5))
    seated.table.submit(PositionSetUp("page", seated.clock.now(), RACE, LIGHT))
    await seated.pass_seconds(1)
    assert seated.table.state.set_up_request
    seated.table.submit(
        PlayerRequest("page", seated.clock.now(), DARK, PlayerRequestKind.RESIGN, 1)
    )
    await seated.pass_seconds(1)
    await say(seated, LIGHT, PlayerRequestKind.YES)
    assert seated.table.state.match.winner


def test_position_that_was_never_set_up_is_in_no_record(tmp_path: Path) -> None:
    path = record_evening(tmp_path, given_up_before_it_is_set_up, replace(TABLE, length=1))
    stored = journal_reader.read_match(path)
    record = record_of_match(stored).record
    assert (record.restarts, record.final.winner) == ((), stored.settings.light)
    assert moment(sheet_of_match(path).sheet.match) == moment(record.final)
