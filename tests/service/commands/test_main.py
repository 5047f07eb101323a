"""The command itself: what ends it quietly, and what must not."""

import os
import subprocess
import sys
from pathlib import Path

import click
import pytest

from service import cli
from service.commands.options import ANY_PATH
from tests.rigs.commands import Shell
from tests.rigs.house import ROOT

FULL = Path("/dev/full")


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shell:
    return Shell(tmp_path, monkeypatch)


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


# ---- files that may not be read ----

READING = [
    ("calibrate", "--config"),
    ("check",),
    ("check-config",),
    ("export",),
    ("look",),
    ("replay",),
    ("run", "--config"),
    ("simulate",),
]


@pytest.mark.usefixtures("ordinary_user")
@pytest.mark.parametrize("words", READING, ids=" ".join)
def test_file_that_may_not_be_read_is_refused_in_one_line(
    shell: Shell, words: tuple[str, ...]
) -> None:
    file = shell.folder / "secret"
    file.touch(mode=0)

    done = shell.kibitz(*words, str(file))

    assert done.exit_code == 2
    assert done.output.count("\n") == 1
    assert "secret" in done.output


def test_no_path_is_read_by_click_before_the_command_does() -> None:
    """So also root, for whom every file can be read, sees that it stays so."""
    commands = cli.kibitz.commands.values()
    groups = [it.commands.values() for it in commands if isinstance(it, click.Group)]
    parameters = [
        parameter for group in (commands, *groups) for it in group for parameter in it.params
    ]
    paths = [it.type for it in parameters if isinstance(it.type, click.Path)]

    assert len(paths) > len(READING)
    assert all(it is ANY_PATH for it in paths)
