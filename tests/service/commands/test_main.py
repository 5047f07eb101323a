"""The command itself: what ends it quietly, and what must not."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from service import cli
from tests.rigs.house import ROOT

FULL = Path("/dev/full")


def test_an_error_of_the_system_that_nobody_expected_keeps_its_traceback(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(**_values: object) -> None:
        raise PermissionError(13, "Permission denied", "somewhere")

    monkeypatch.setattr(cli, "kibitz", fail)

    with pytest.raises(PermissionError):
        cli.main()


@pytest.mark.skipif(not FULL.exists(), reason="this system has no full device")
def test_an_answer_that_cannot_be_written_ends_in_one_line() -> None:
    with FULL.open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "service", "check-config", "--defaults"],
            cwd=ROOT,
            env={**os.environ, "LC_ALL": "C.UTF-8"},
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )

    assert done.stderr == "kibitz: No space left on device\n"
    assert done.returncode == 2


@pytest.mark.skipif(not FULL.exists(), reason="this system has no full device")
def test_a_problem_that_cannot_be_written_either_ends_in_silence() -> None:
    with FULL.open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "service", "position", "nonsense"],
            cwd=ROOT,
            env={**os.environ, "LC_ALL": "C.UTF-8"},
            stdout=full,
            stderr=full,
            check=False,
        )

    assert done.returncode == 2


@pytest.mark.parametrize(
    ("closed", "said"), [(">&-", "kibitz: Bad file descriptor\n"), (">&- 2>&-", "")]
)
def test_an_output_that_was_closed_before_ends_it_in_a_line_or_in_silence(
    closed: str, said: str
) -> None:
    command = f'"{sys.executable}" -m service position 4HPwATDgc/ABMA {closed}'
    done = subprocess.run(
        ["/bin/sh", "-c", command],
        cwd=ROOT,
        env={**os.environ, "LC_ALL": "C.UTF-8"},
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )

    assert done.stderr == said
    assert done.returncode == 2
