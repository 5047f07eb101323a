"""The plug may be pulled at any moment: nothing that was acknowledged is lost."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from hardware.observations import Observation
from service.journal.journal import effects_text
from service.journal.reading import read_match
from tests.rigs.house import ROOT
from tests.rigs.journals import DECISION, open_and_close, seen

KILLS = 5
MOST_READ = 120


def pull_the_plug(path: Path, after: int) -> int:
    """Let another program keep signals, and kill it some time after so many were acknowledged.

    It goes on writing while what it told is still on the way, so it dies in the midst of it.
    """
    command = [sys.executable, "-m", "tests.rigs.journals", str(path)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout
        told = [writer.stdout.readline() for _ in range(after)]
        writer.kill()
        told += writer.stdout.readlines()
    return max(int(line) for line in told if line.endswith("\n"))


def as_seen_at(at: float) -> Observation:
    """What the other program saw then."""
    return seen(round((at - seen(0).at) / (seen(1).at - seen(0).at)))


def kill_again_and_again(path: Path, kills: int, chance: Random) -> None:
    acknowledged = 0
    for _ in range(kills):
        acknowledged = max(acknowledged, pull_the_plug(path, chance.randint(1, MOST_READ)))

        kept = read_match(path)
        numbers = [entry.number for entry in kept.entries]

        assert kept.problem is None
        assert numbers == list(range(1, len(numbers) + 1))
        assert len(numbers) >= acknowledged
        assert {entry.decision for entry in kept.entries} <= {effects_text(DECISION), None}
        assert all(entry.signal == as_seen_at(entry.signal.at) for entry in kept.entries)
    assert asyncio.run(open_and_close(path)).mended is None


@pytest.mark.parametrize("seed", range(4))
def test_nothing_acknowledged_is_lost_when_the_program_is_killed(tmp_path: Path, seed: int) -> None:
    kill_again_and_again(tmp_path / "club", KILLS, Random(seed))  # noqa: S311 - not secrets


@pytest.mark.soak
def test_nothing_acknowledged_is_lost_however_often(tmp_path: Path, soak_factor: int) -> None:
    kills = KILLS * soak_factor
    kill_again_and_again(tmp_path / "club", kills, Random(kills))  # noqa: S311 - not secrets
