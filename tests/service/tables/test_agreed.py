"""What was agreed on at a table holds until the configuration says something else."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from engine.backgammon.players import Player
from hardware.signals import Wish, Wished
from referee.effects import Meaning
from referee.profiles import CLUB
from referee.seating import FACINGS, Facing
from service.config.drivers import SimulatedLamps
from service.config.settings import Home, Sits
from service.config.settings import Table as Setup
from service.journal.journal import effects_text
from service.journal.reading import read_journal
from service.tables.agreed import LARGEST, Agreed, agreed_at, agreed_file, keep
from service.tables.resuming import rejudged
from service.tables.running import Running, journal_of, running
from tests.rigs.logs import LogWatch
from tests.rigs.tables import SETUP, Sitting, a_match, performance, seated_at, ways

AGREED = replace(
    SETUP,
    names=("Carol", "Zoë"),
    light=Player.TWO,
    light_sits=Sits.FAR,
    home=Home.LEFT,
    computer=Player.ONE,
    length=7,
    rules=replace(SETUP.rules, larger_die=False, cube_top=64),
    referee=replace(CLUB, settle=0.6),
)
Rule = Callable[[Running, Sitting], Awaitable[None]]


def evening(folder: Path, rule: Rule, setup: Setup = SETUP, *, anew: bool = False) -> Running:
    """The service is started, something happens, and it is stopped."""

    async def run() -> Running:
        how = replace(ways(folder, anew=anew), by_itself=False)
        async with running(setup, how, lambda _running: None) as table:
            seated = seated_at(table)
            await seated.passes(1)
            await rule(table, seated)
        return table

    return asyncio.run(run())


async def agree(table: Running, seated: Sitting) -> None:
    await table.begin(AGREED)
    seated.checkers.arrange(AGREED.facing.layout(table.table.state.expected_layout))
    await seated.passes(1)
    seated.dice().roll(3, 1)
    await seated.passes(1)


async def nothing(_table: Running, seated: Sitting) -> None:
    await seated.passes(1)


def path(folder: Path) -> Path:
    return agreed_file(folder, SETUP.name)


def test_what_is_kept_is_read_again_as_the_same(tmp_path: Path) -> None:
    keep(path(tmp_path), SETUP, AGREED)

    assert agreed_at(path(tmp_path), SETUP) == AGREED
    assert [file.name for file in tmp_path.iterdir()] == ["table.agreed"]


def test_where_nothing_is_kept_the_configuration_holds(tmp_path: Path) -> None:
    assert agreed_at(path(tmp_path), SETUP) == SETUP


@pytest.mark.parametrize(
    "changed",
    [
        replace(SETUP, names=("Alice", "Carol")),
        replace(SETUP, length=3),
        replace(SETUP, home=Home.LEFT),
        replace(SETUP, computer=Player.TWO),
        replace(SETUP, referee=CLUB),
    ],
)
def test_a_configuration_that_has_changed_wins(tmp_path: Path, changed: Setup) -> None:
    keep(path(tmp_path), SETUP, AGREED)

    assert agreed_at(path(tmp_path), changed) == changed


def test_devices_are_not_agreed_on_so_they_may_change(tmp_path: Path) -> None:
    keep(path(tmp_path), SETUP, AGREED)
    dim = SimulatedLamps(brightness=0.1)

    assert agreed_at(path(tmp_path), replace(SETUP, lamps=dim)) == replace(AGREED, lamps=dim)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{}",
        b"\xff\xfe",
        b"[" * 5000,
        b"x" * (LARGEST + 1),
        b'{"configured":null,"agreed":null}',
    ],
)
def test_a_damaged_file_is_left_out_with_one_warning(
    tmp_path: Path, content: bytes, expected_logs: LogWatch
) -> None:
    expected_logs.expect("service.tables.agreed", logging.WARNING, "is left out")
    path(tmp_path).write_bytes(content)

    assert agreed_at(path(tmp_path), SETUP) == SETUP


@pytest.mark.parametrize(
    ("was", "becomes"),
    [
        ('"length":7', '"length":70000'),
        ('"Carol"', '"Zoë"'),
        ('"Carol"', r'"\u001b[2J"'),
        ('"settle":0.6', '"settle":-1.0'),
        ('"cube_top":64', '"cube_top":63'),
    ],
)
def test_what_cannot_be_agreed_on_is_left_out(
    tmp_path: Path, was: str, becomes: str, expected_logs: LogWatch
) -> None:
    expected_logs.expect("service.tables.agreed", logging.WARNING, "is left out")
    keep(path(tmp_path), SETUP, AGREED)
    text = path(tmp_path).read_text("utf-8")
    assert was in text
    path(tmp_path).write_text(text.replace(was, becomes), "utf-8")

    assert agreed_at(path(tmp_path), SETUP) == SETUP


def test_what_cannot_be_kept_leaves_nothing_half_written(tmp_path: Path) -> None:
    keep(path(tmp_path), SETUP, AGREED)
    before = path(tmp_path).read_bytes()
    path(tmp_path).with_name("table.agreed.new").mkdir()

    with pytest.raises(OSError, match="directory"):
        keep(path(tmp_path), SETUP, SETUP)

    assert path(tmp_path).read_bytes() == before


def test_a_match_that_was_agreed_on_goes_on_when_the_service_starts_again(tmp_path: Path) -> None:
    first = evening(tmp_path, agree)
    second = evening(tmp_path, nothing)

    assert first.table.state.match.game.dice
    assert second.resumption.state
    assert second.table.state.match == first.table.state.match
    assert second.table.settings == AGREED.match
    assert second.computer.player is Player.ONE
    assert second.table.facing == Facing(light_far=True, home_left=True)
    assert (second.setup, second.configured) == (AGREED, SETUP)
    matches = list(read_journal(journal_of(tmp_path, SETUP.name)))
    assert [match.settings for match in matches] == [SETUP.match, AGREED.match]


def test_a_new_match_from_the_command_line_is_played_by_what_was_agreed_on(tmp_path: Path) -> None:
    evening(tmp_path, agree)

    second = evening(tmp_path, nothing, anew=True)

    assert second.resumption.state is None
    assert second.table.state.settings == AGREED.match


def test_a_match_by_another_configuration_leaves_the_one_agreed_on(tmp_path: Path) -> None:
    evening(tmp_path, agree)

    second = evening(tmp_path, nothing, replace(SETUP, length=3))

    assert second.table.state.settings == replace(SETUP, length=3).match
    assert second.resumption.left
    assert second.resumption.left.state.settings == AGREED.match


def test_the_match_after_one_that_was_agreed_on_is_played_alike(tmp_path: Path) -> None:
    async def resign(table: Running, seated: Sitting) -> None:
        one_game = replace(AGREED, length=1, computer=None)
        await table.begin(one_game)
        seated.checkers.arrange(AGREED.facing.layout(table.table.state.expected_layout))
        await seated.passes(1)
        seated.dice().roll(3, 1)
        await seated.passes(1)
        colour = table.table.state.colour
        for wish, who in ((Wish.RESIGN, colour), (Wish.YES, colour.other), (Wish.NEXT, colour)):
            table.table.say(Wished("page", seated.clock.now(), who, wish, wish is Wish.RESIGN))
            await seated.passes(1)

    evening(tmp_path, resign)

    matches = list(read_journal(journal_of(tmp_path, SETUP.name)))
    assert [match.settings.names.one for match in matches] == ["Alice", "Carol", "Carol"]


def test_a_match_begins_although_what_was_agreed_on_cannot_be_kept(
    tmp_path: Path, expected_logs: LogWatch
) -> None:
    expected_logs.expect("service.tables.running", logging.WARNING, "cannot be kept")
    path(tmp_path).mkdir(parents=True)
    expected_logs.expect("service.tables.agreed", logging.WARNING, "is left out")

    table = evening(tmp_path, agree)

    assert table.table.state.settings == AGREED.match


def test_what_is_agreed_on_too_late_to_be_played_by_is_not_kept(tmp_path: Path) -> None:
    table = evening(tmp_path, nothing)

    with pytest.raises(RuntimeError, match="closed"):
        asyncio.run(table.begin(AGREED))

    assert not path(tmp_path).exists()
    assert evening(tmp_path, nothing).setup == SETUP


def test_what_was_agreed_on_is_kept_even_if_whoever_asked_for_it_is_gone(tmp_path: Path) -> None:
    async def ask_and_go(table: Running, seated: Sitting) -> None:
        asking = asyncio.ensure_future(table.begin(AGREED))
        await asyncio.sleep(0)
        asking.cancel()
        await seated.passes(1)
        assert asking.cancelled()

    evening(tmp_path, ask_and_go)

    assert evening(tmp_path, nothing).setup == AGREED


def test_the_computer_takes_the_part_that_was_agreed_on(tmp_path: Path) -> None:
    async def rule(table: Running, seated: Sitting) -> None:
        for computer in (Player.TWO, None):
            await table.begin(replace(SETUP, computer=computer))
            await table.computer.settled()
            seated.dice().lift()
            await seated.passes(1)
            seated.dice().roll(1, 3)
            await table.computer.settled()

            assert table.computer.player is computer
            state = table.table.state
            assert state.turn is Player.TWO
            assert bool(state.chosen) is bool(computer)
            meanings = state.lit.values()
            assert (Meaning.COMPUTER if computer else Meaning.MOVABLE) in meanings

    evening(tmp_path, rule)


def test_an_agreement_says_the_same_wherever_it_is_put() -> None:
    assert Agreed.of(Agreed.of(AGREED).at(SETUP)) == Agreed.of(AGREED)


@pytest.mark.parametrize("seed", range(4))
def test_whenever_matches_begin_each_is_kept_so_that_it_is_judged_the_same_again(
    tmp_path: Path, seed: int
) -> None:
    chance = Random(seed)  # noqa: S311 - moments, no secret

    async def rule(table: Running, seated: Sitting) -> None:
        beginnings = []
        for gesture in islice(performance(a_match(), seed), 400):
            if chance.random() < 1 / 40:
                facing = chance.choice(FACINGS)
                one, two = chance.sample(["Alice", "Bob", "Carol", "Zoë"], 2)
                settings = replace(SETUP, names=(one, two)).match
                beginnings.append(asyncio.ensure_future(table.table.begin(settings, None, facing)))
            if chance.random() < 1 / 40:
                chance.choice([table.table.try_lamps, table.table.try_switches])()
            if chance.random() < 1 / 40:
                table.table.stop_trial()
            await seated.do(gesture)
        await asyncio.gather(*beginnings)
        table.table.stop_trial()
        await seated.passes(1)
        assert len(beginnings) > 2

    table = evening(tmp_path, rule)

    *_, last = matches = list(read_journal(journal_of(tmp_path, SETUP.name)))
    assert len(matches) > 3
    for match in matches:
        assert not match.problem
        for again in rejudged(match):
            assert not again.failure
            assert again.entry.decision == effects_text(again.effects)
    assert [again.after for again in rejudged(last)][-1] == table.table.state
    seen = table.table.facing.observation(next(iter(table.table.state.sight.seen.values())))
    assert seen.sightings == seated_at(table).board.look().sightings
