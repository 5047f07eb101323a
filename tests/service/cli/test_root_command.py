"""The command itself: what ends it quietly, and what must not."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import click
import pytest

from service.cli import root_command
from service.cli.command_options import ANY_PATH
from tests.rigs.environment.checkout import ROOT
from tests.rigs.environment.command_shell import CommandShell

FULL = Path("/dev/full")


def test_unexpected_system_error_keeps_its_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(**_values: object) -> None:
        raise PermissionError(13, "Permission denied", "somewhere")

    monkeypatch.setattr(root_command, "kibitz_group", fail)

    with pytest.raises(PermissionError):
        root_command.main()


def run(command: str, **streams: Any) -> subprocess.CompletedProcess[str]:
    """A command of the shell; PYTHON stands for this interpreter."""
    environment = {**os.environ, "LC_ALL": "C.UTF-8"}
    line = command.replace("PYTHON", f'"{sys.executable}"')
    shell = ["/bin/sh", "-c", line]
    return subprocess.run(shell, cwd=ROOT, env=environment, text=True, check=False, **streams)


@pytest.mark.skipif(not FULL.exists(), reason="this system has no full device")
def test_an_answer_that_cannot_be_written_ends_in_one_line() -> None:
    with FULL.open("w") as full:
        done = run("PYTHON -m service check-config --defaults", stdout=full, stderr=subprocess.PIPE)

    assert done.stderr == "kibitz: No space left on device\n"
    assert done.returncode == 2


@pytest.mark.skipif(not FULL.exists(), reason="this system has no full device")
def test_a_problem_that_cannot_be_written_either_ends_in_silence() -> None:
    with FULL.open("w") as full:
        done = run("PYTHON -m service position nonsense", stdout=full, stderr=full)
    assert done.returncode == 2


@pytest.mark.parametrize(
    ("closed", "said"), [(">&-", "kibitz: Bad file descriptor\n"), (">&- 2>&-", "")]
)
def test_closed_output_ends_the_command_in_a_line_or_in_silence(closed: str, said: str) -> None:
    done = run(f"PYTHON -m service position 4HPwATDgc/ABMA {closed}", stderr=subprocess.PIPE)

    assert done.stderr == said
    assert done.returncode == 2


# ---- files that may not be read ----

READING = [
    ("calibrate", "--config"), ("check",), ("check-config",), ("export",), ("look",), ("replay",),
    ("run", "--config"), ("simulate",),
]  # fmt: skip


@pytest.mark.usefixtures("ordinary_user")
@pytest.mark.parametrize("words", READING, ids=" ".join)
def test_file_that_may_not_be_read_is_refused_in_one_line(
    shell: CommandShell, words: tuple[str, ...]
) -> None:
    file = shell.folder / "secret"
    file.touch(mode=0)

    done = shell.kibitz(*words, str(file))

    assert done.exit_code == 2
    assert done.output.count("\n") == 1
    assert "secret" in done.output


def test_no_path_is_read_by_click_before_the_command_does() -> None:
    """Unlike the test above, this one also fails for root, who may read every file."""
    commands = root_command.kibitz_group.commands.values()
    groups = [it.commands.values() for it in commands if isinstance(it, click.Group)]
    parameters = [one for group in (commands, *groups) for it in group for one in it.params]
    paths = [it.type for it in parameters if isinstance(it.type, click.Path)]

    assert len(paths) > len(READING)
    assert all(it is ANY_PATH for it in paths)
