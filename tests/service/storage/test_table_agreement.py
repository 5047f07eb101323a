"""An agreement at a table holds until the configuration says something else."""

import asyncio
import errno
import logging
import os
from collections.abc import Awaitable, Callable
from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.players import Player
from referee.effects import LampMeaning
from referee.match_settings import CLUB_PROFILE
from referee.seating import ORIENTATIONS, Orientation
from service.config.service_settings import HomeSide, SeatSide
from service.config.service_settings import TableSettings as Setup
from service.drivers.simulated_drivers import SimulatedLampsOptions
from service.storage import table_agreement
from service.storage.journal import effects_text
from service.storage.journal_reader import read_journal
from service.storage.journal_replay import replay_match
from service.table.table_runtime import TableRuntime, journal_path
from tests.rigs.environment.log_watch import LogWatch
from tests.rigs.tables.table_in_memory import (
    TABLE_SETTINGS,
    HandsAtTable,
    hands_at,
    open_evening,
    random_record,
    tidy_performance,
)

AGREED = replace(
    TABLE_SETTINGS,
    names=("Carol", "Zoë"),
    light=Player.TWO,
    light_sits=SeatSide.FAR,
    home=HomeSide.LEFT,
    computer=Player.ONE,
    length=7,
    rules=replace(TABLE_SETTINGS.rules, larger_die=False, cube_top=64),
    referee=replace(CLUB_PROFILE, settle=0.6),
)
Actions = Callable[[TableRuntime, HandsAtTable], Awaitable[None]]


def evening(folder: Path, act: Actions, setup: Setup = TABLE_SETTINGS, **how: Any) -> TableRuntime:
    async def run() -> TableRuntime:
        async with open_evening(folder, setup, **how) as table:
            await act(table, hands_at(table))
        return table

    return asyncio.run(run())


async def agree(table: TableRuntime, seated: HandsAtTable) -> None:
    await table.begin_match(AGREED)
    await seated.arrange(AGREED.orientation.layout(table.table.state.expected_layout))
    await seated.throw(3, 1)


async def do_nothing(_table: TableRuntime, seated: HandsAtTable) -> None:
    await seated.pass_seconds(1)


def path(folder: Path) -> Path:
    return table_agreement.agreement_file(folder, TABLE_SETTINGS.name)


def test_stored_agreement_reads_back_unchanged(tmp_path: Path) -> None:
    table_agreement.store_agreement(path(tmp_path), TABLE_SETTINGS, AGREED)

    assert table_agreement.apply_stored_agreement(path(tmp_path), TABLE_SETTINGS).settings == AGREED
    assert [file.name for file in tmp_path.iterdir()] == ["table.agreed"]


def test_configuration_holds_without_a_stored_agreement(tmp_path: Path) -> None:
    assert (
        table_agreement.apply_stored_agreement(path(tmp_path), TABLE_SETTINGS).settings
        == TABLE_SETTINGS
    )


@pytest.mark.parametrize(
    "changed",
    [
        replace(TABLE_SETTINGS, names=("Alice", "Carol")),
        replace(TABLE_SETTINGS, length=3),
        replace(TABLE_SETTINGS, home=HomeSide.LEFT),
        replace(TABLE_SETTINGS, computer=Player.TWO),
        replace(TABLE_SETTINGS, referee=CLUB_PROFILE),
    ],
)
def test_a_configuration_that_has_changed_wins(tmp_path: Path, changed: Setup) -> None:
    table_agreement.store_agreement(path(tmp_path), TABLE_SETTINGS, AGREED)
    assert table_agreement.apply_stored_agreement(path(tmp_path), changed).settings == changed


def test_devices_are_not_agreed_on_so_they_may_change(tmp_path: Path) -> None:
    table_agreement.store_agreement(path(tmp_path), TABLE_SETTINGS, AGREED)
    dim = SimulatedLampsOptions(brightness=0.1)

    assert table_agreement.apply_stored_agreement(
        path(tmp_path), replace(TABLE_SETTINGS, lamps=dim)
    ).settings == replace(AGREED, lamps=dim)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{}",
        b"\xff\xfe",
        b"[" * 5000,
        b"x" * (table_agreement.MAX_AGREEMENT_BYTES + 1),
        b'{"configured":null,"agreed":null}',
    ],
)
def test_a_damaged_file_is_left_out_with_one_warning(
    tmp_path: Path, content: bytes, expected_logs: LogWatch
) -> None:
    expected_logs.expect("service.storage.table_agreement", logging.WARNING, "is ignored")
    path(tmp_path).write_bytes(content)

    assert (
        table_agreement.apply_stored_agreement(path(tmp_path), TABLE_SETTINGS).settings
        == TABLE_SETTINGS
    )


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
def test_invalid_agreement_is_ignored(
    tmp_path: Path, was: str, becomes: str, expected_logs: LogWatch
) -> None:
    expected_logs.expect("service.storage.table_agreement", logging.WARNING, "is ignored")
    table_agreement.store_agreement(path(tmp_path), TABLE_SETTINGS, AGREED)
    text = path(tmp_path).read_text("utf-8")
    assert was in text
    path(tmp_path).write_text(text.replace(was, becomes), "utf-8")

    assert (
        table_agreement.apply_stored_agreement(path(tmp_path), TABLE_SETTINGS).settings
        == TABLE_SETTINGS
    )


def test_failed_write_leaves_no_partial_agreement(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_handle: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    table_agreement.store_agreement(path(tmp_path), TABLE_SETTINGS, AGREED)
    before = path(tmp_path).read_bytes()
    monkeypatch.setattr(os, "fsync", fail)

    with pytest.raises(OSError, match="No space"):
        table_agreement.store_agreement(path(tmp_path), TABLE_SETTINGS, TABLE_SETTINGS)

    assert path(tmp_path).read_bytes() == before


def test_a_match_that_was_agreed_on_goes_on_when_the_service_starts_again(tmp_path: Path) -> None:
    first = evening(tmp_path, agree)
    second = evening(tmp_path, do_nothing)

    assert first.table.state.match.game.dice
    assert second.resumption.state
    assert second.table.state.match == first.table.state.match
    assert second.table.settings == AGREED.match_settings
    assert second.computer_player.player is Player.ONE
    assert second.table.orientation == Orientation(light_far=True, home_left=True)
    assert (second.settings, second.configured_settings) == (AGREED, TABLE_SETTINGS)
    matches = list(read_journal(journal_path(tmp_path, TABLE_SETTINGS.name)))
    agreed = [TABLE_SETTINGS.match_settings, AGREED.match_settings]
    assert [match.settings for match in matches] == agreed


def test_a_new_match_from_the_command_line_is_played_by_what_was_agreed_on(tmp_path: Path) -> None:
    evening(tmp_path, agree)

    second = evening(tmp_path, do_nothing, new_match=True)

    assert second.resumption.state is None
    assert second.table.state.settings == AGREED.match_settings


def test_a_match_by_another_configuration_leaves_the_one_agreed_on(tmp_path: Path) -> None:
    evening(tmp_path, agree)

    second = evening(tmp_path, do_nothing, replace(TABLE_SETTINGS, length=3))

    assert second.table.state.settings == replace(TABLE_SETTINGS, length=3).match_settings
    assert second.resumption.unfinished
    assert second.resumption.unfinished.state.settings == AGREED.match_settings


async def test_the_match_after_one_that_was_agreed_on_is_played_alike(tmp_path: Path) -> None:
    async with open_evening(tmp_path) as table:
        seated = hands_at(table)
        one_game = replace(AGREED, length=1, computer=None)
        await table.begin_match(one_game)
        await seated.arrange(AGREED.orientation.layout(table.table.state.expected_layout))
        await seated.throw(3, 1)
        await seated.resign()

    matches = list(read_journal(journal_path(tmp_path, TABLE_SETTINGS.name)))
    assert [match.settings.names.one for match in matches] == ["Alice", "Carol", "Carol"]


def test_match_begins_although_its_agreement_cannot_be_stored(
    tmp_path: Path, expected_logs: LogWatch
) -> None:
    expected_logs.expect("service.table.table_runtime", logging.WARNING, "cannot be stored")
    path(tmp_path).mkdir(parents=True)
    expected_logs.expect("service.storage.table_agreement", logging.WARNING, "is ignored")

    table = evening(tmp_path, agree)

    assert table.table.state.settings == AGREED.match_settings


def test_agreement_after_the_table_is_closed_is_not_stored(tmp_path: Path) -> None:
    table = evening(tmp_path, do_nothing)

    with pytest.raises(RuntimeError, match="closed"):
        asyncio.run(table.begin_match(AGREED))

    assert not path(tmp_path).exists()
    assert evening(tmp_path, do_nothing).settings == TABLE_SETTINGS


def test_agreement_is_stored_even_if_the_request_is_cancelled(tmp_path: Path) -> None:
    async def ask_and_cancel(table: TableRuntime, seated: HandsAtTable) -> None:
        request = asyncio.ensure_future(table.begin_match(AGREED))
        await asyncio.sleep(0)
        request.cancel()
        await seated.pass_seconds(1)
        assert request.cancelled()

    evening(tmp_path, ask_and_cancel)

    assert evening(tmp_path, do_nothing).settings == AGREED


async def test_the_computer_takes_the_part_that_was_agreed_on(tmp_path: Path) -> None:
    async with open_evening(tmp_path) as table:
        seated = hands_at(table)
        for computer in (Player.TWO, None):
            await table.begin_match(replace(TABLE_SETTINGS, computer=computer))
            await table.computer_player.wait_until_settled()
            await seated.lift_dice()
            seated.dice().roll(1, 3)
            await table.computer_player.wait_until_settled()

            assert table.computer_player.player is computer
            state = table.table.state
            assert state.turn is Player.TWO
            assert bool(state.chosen) is bool(computer)
            meanings = state.lamps.values()
            assert (LampMeaning.COMPUTER if computer else LampMeaning.MOVABLE) in meanings


def test_an_agreement_survives_being_applied_to_other_settings() -> None:
    assert table_agreement.TableAgreement.from_settings(
        table_agreement.TableAgreement.from_settings(AGREED).applied_to(TABLE_SETTINGS)
    ) == table_agreement.TableAgreement.from_settings(AGREED)


@pytest.mark.parametrize("seed", range(4))
async def test_every_match_replays_alike_whenever_it_begins(tmp_path: Path, seed: int) -> None:
    chance = Random(seed)  # noqa: S311 - moments, no secret
    async with open_evening(tmp_path) as table:
        seated = hands_at(table)
        beginnings = []
        for gesture in islice(tidy_performance(random_record(), seed), 400):
            if chance.random() < 1 / 40:
                orientation = chance.choice(ORIENTATIONS)
                one, two = chance.sample(["Alice", "Bob", "Carol", "Zoë"], 2)
                settings = replace(TABLE_SETTINGS, names=(one, two)).match_settings
                beginning = table.table.begin_match(settings, None, orientation)
                beginnings.append(asyncio.ensure_future(beginning))
            if chance.random() < 1 / 40:
                chance.choice([table.table.start_lamp_test, table.table.start_switch_test])()
            if chance.random() < 1 / 40:
                table.table.stop_self_test()
            await seated.do(gesture)
        await asyncio.gather(*beginnings)
        table.table.stop_self_test()
        await seated.pass_seconds(1)
        assert len(beginnings) > 2

    *_, last = matches = list(read_journal(journal_path(tmp_path, TABLE_SETTINGS.name)))
    assert len(matches) > 3
    for match in matches:
        assert not match.problem
        for again in replay_match(match):
            assert not again.failure
            assert again.entry.decision == effects_text(again.effects)
    assert [again.after for again in replay_match(last)][-1] == table.table.state
    (observation,) = table.table.state.observed.observations.values()
    observation = table.table.orientation.observation(observation)
    assert observation.sightings == hands_at(table).board.observe().sightings


def test_agreement_outlives_a_version_that_defines_the_profile_differently(tmp_path: Path) -> None:
    profile = TABLE_SETTINGS.referee
    old = replace(TABLE_SETTINGS, referee=replace(profile, settle=profile.settle + 0.1))
    file = tmp_path / "table.agreed"
    table_agreement.store_agreement(file, old, replace(old, names=("Carol", "Zoë")))

    agreed = table_agreement.apply_stored_agreement(file, TABLE_SETTINGS).settings

    assert agreed.names == ("Carol", "Zoë")
    assert agreed.referee == profile


def test_profile_that_is_changed_in_the_configuration_ends_an_agreement(tmp_path: Path) -> None:
    file, agreed = tmp_path / "table.agreed", replace(TABLE_SETTINGS, names=("Carol", "Zoë"))
    table_agreement.store_agreement(file, TABLE_SETTINGS, agreed)
    changed = replace(TABLE_SETTINGS, referee=replace(TABLE_SETTINGS.referee, settle=0.9))

    assert table_agreement.apply_stored_agreement(file, changed).settings == changed
