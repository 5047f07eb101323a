"""A kill of the service at any moment loses and invents no turn, and it goes on by itself."""

import asyncio
from pathlib import Path
from random import Random

import pytest

from engine.backgammon.notation.record.mat import read_mat
from service.cli.record_commands import compare
from service.storage.journal_tables import JournalProblem
from service.table.table_runtime import ServiceOptions, run_table
from tests.rigs.engine.sample_matches import sample
from tests.rigs.environment.command_shell import CommandShell
from tests.rigs.storage.example_journals import open_and_close
from tests.rigs.storage.kill_harness import KilledMatch, Moment
from tests.rigs.storage.killed_service import recordable_events
from tests.rigs.tables.table_in_memory import TABLE_SETTINGS

KILLS = 10
"""The number of kills with each kind of dice, times the factor of `make soak`."""
SHORT = 190
"""The number of a short match, to two points."""
ONE_EVENING = (
    Moment.OPENING,
    Moment.PLAYING,
    Moment.PLAYING,
    Moment.STARTING,
    Moment.PLAYING,
    Moment.OPENING,
    Moment.PLAYING,
    Moment.PLAYING,
    Moment.PLAYING,
    Moment.CHECKPOINT,
)
MOMENTS = {Moment.STARTING: 2, Moment.OPENING: 3, Moment.PLAYING: 14, Moment.CHECKPOINT: 1}
"""The weights of the moments of a kill."""


def assert_match_is_complete(kills: KilledMatch, shell: CommandShell) -> None:
    """Asserts that the journal has the whole recorded match, replays alike and is undamaged."""
    record, stored = kills.record, kills.stored_match
    assert stored
    assert recordable_events(kills.acknowledged) == list(record.events)

    exported = shell.kibitz("export", f"{kills.journal}#1")
    replayed = shell.kibitz("replay", str(kills.journal))
    again = read_mat(exported.stdout, record.rulebook).record

    assert (again.events, again.names, again.length) == (record.events, record.names, record.length)
    assert (again.final.winner, again.final.score) == (record.final.winner, record.final.score)
    assert replayed.exit_code == 0
    assert (compare([stored]).different, compare([stored]).undecided) == (0, 0)
    assert asyncio.run(open_and_close(kills.journal)).repaired_damage is None


@pytest.mark.release
def test_no_turn_is_lost_or_invented_when_the_service_is_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = Random(7)  # noqa: S311 - moments, no secret
    kills = KilledMatch.of(sample(SHORT).text, tmp_path / "evening", chance)

    for moment in ONE_EVENING:
        if not kills.over:
            kills.kill(moment)
            kills.check_journal()
    kills.finish()
    kills.check_journal()

    assert kills.count > len(ONE_EVENING) / 2
    assert_match_is_complete(kills, CommandShell(tmp_path, monkeypatch))


@pytest.mark.soak
@pytest.mark.parametrize("own_dice", [False, True])
def test_no_turn_is_lost_or_invented_however_often_the_service_is_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, soak_factor: int, *, own_dice: bool
) -> None:
    chance = Random(soak_factor)  # noqa: S311 - moments, no secret
    done = evening = 0
    kills_wanted = KILLS * soak_factor
    while done < kills_wanted:
        text = sample(151 + (7 * evening) % 50).text
        kills = KilledMatch.of(text, tmp_path / str(evening), chance, own_dice=own_dice)
        while not kills.over and done + kills.count < kills_wanted:
            (moment,) = chance.choices(list(MOMENTS), list(MOMENTS.values()))
            kills.kill(moment)
            kills.check_journal()
        kills.finish()
        kills.check_journal()
        assert_match_is_complete(kills, CommandShell(tmp_path, monkeypatch))
        done, evening = done + kills.count, evening + 1


def test_a_second_service_is_refused_by_name_and_the_first_plays_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = Random(8)  # noqa: S311 - hands, no secret
    kills = KilledMatch.of(sample(SHORT).text, tmp_path / "evening", chance)

    async def second() -> None:
        async with run_table(TABLE_SETTINGS, ServiceOptions(kills.folder), lambda _seen: None):
            raise AssertionError

    with kills.playing() as process, pytest.raises(JournalProblem) as refused:
        asyncio.run(second())
    kills.check_journal()

    assert f"another Kibitz (process {process.pid})" in str(refused.value)
    assert kills.over
    assert_match_is_complete(kills, CommandShell(tmp_path, monkeypatch))
