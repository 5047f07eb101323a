"""The plug may be pulled at any moment: nothing that was acknowledged is lost."""

import asyncio
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from hardware.observations import Observation
from service.storage.journal import effects_text
from service.storage.journal_reader import read_match
from tests.rigs.environment.checkout import ROOT
from tests.rigs.storage.example_journals import DECISION, open_and_close, reed_observation

KILLS = 2
"""The kills while one journal is written."""
MOST_READ = 120
"""The acknowledgements that are read before a kill, at most."""


def pull_the_plug(path: Path, after: int) -> int:
    """Lets another program store signals, and kills it some time after so many acknowledgements.

    It goes on writing while its output is still on the way, so it dies in the midst of it.
    """
    command = [sys.executable, "-m", "tests.rigs.storage.example_journals", str(path)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout
        lines = [writer.stdout.readline() for _ in range(after)]
        writer.kill()
        lines += writer.stdout.readlines()
    return max(int(line) for line in lines if line.endswith("\n"))


def observation_at(at: float) -> Observation:
    """The observation that the other program stored at this time."""
    return reed_observation(
        round((at - reed_observation(0).at) / (reed_observation(1).at - reed_observation(0).at))
    )


def kill_again_and_again(path: Path, kills: int, chance: Random) -> None:
    acknowledged = 0
    for _ in range(kills):
        acknowledged = max(acknowledged, pull_the_plug(path, chance.randint(1, MOST_READ)))

        stored = read_match(path)
        numbers = [entry.number for entry in stored.entries]

        assert stored.problem is None
        assert numbers == list(range(1, len(numbers) + 1))
        assert len(numbers) >= acknowledged
        assert {entry.decision for entry in stored.entries} <= {effects_text(DECISION), None}
        assert all(entry.signal == observation_at(entry.signal.at) for entry in stored.entries)
    assert asyncio.run(open_and_close(path)).repaired_damage is None


@pytest.mark.release(after=1)
@pytest.mark.parametrize("seed", range(10))
def test_killed_program_loses_nothing_acknowledged(tmp_path: Path, seed: int) -> None:
    kill_again_and_again(tmp_path / "club", KILLS, Random(seed))  # noqa: S311 - not secrets


@pytest.mark.soak
def test_repeatedly_killed_program_loses_nothing_acknowledged(
    tmp_path: Path, soak_factor: int
) -> None:
    kills = 5 * soak_factor
    kill_again_and_again(tmp_path / "club", kills, Random(kills))  # noqa: S311 - not secrets
