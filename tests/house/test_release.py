"""Proofs of a release are left out of `make test`, and every other test is quick."""

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.rigs.environment.checkout import ROOT
from tests.rigs.environment.release_proofs import processor_seconds, slowness

PASSED = re.compile(r"::(\S+) PASSED")
CONFTEST = """
from tests.rigs.environment import release_proofs
release_proofs.SLOW = 0.1
release_proofs.SLOW_PROPERTY = 0.4
release_proofs.USUAL_PACE = 1000
pytest_plugins = ["tests.rigs.environment.release_proofs"]
"""
MARKED = """
import pytest

def test_quick(): pass

@pytest.mark.release
def test_long(): pass

@pytest.mark.release(after=1)
@pytest.mark.parametrize("case", [1, 2, 3])
def test_cases(case): pass
"""
BUSY = """
import pytest, time

def work(seconds):
    ended = time.process_time() + seconds
    while time.process_time() < ended: pass

def test_slow(): work(0.3)

@pytest.mark.release
def test_long(): work(0.3)

@pytest.mark.hypothesis
def test_property(): work(0.3)

def test_patient(): time.sleep(0.3)
"""
Run = Callable[..., tuple[list[str], str]]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Runs a file of tests and returns those that passed, and all that pytest says."""

    def run(tests: str, *options: str) -> tuple[list[str], str]:
        (tmp_path / "conftest.py").write_text(CONFTEST, encoding="utf-8")
        (tmp_path / "test_it.py").write_text(tests, encoding="utf-8")
        command = ["-m", "pytest", "-v", "-rs", "-c", "/dev/null", "--rootdir", str(tmp_path)]
        ended = subprocess.run(
            [sys.executable, *command, *options, "test_it.py"], cwd=tmp_path,
            env={"PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=False,
        )  # fmt: skip
        return PASSED.findall(ended.stdout), ended.stdout

    return run


def test_proof_of_a_release_is_left_out(run: Run) -> None:
    passed, said = run(MARKED)

    assert passed == ["test_quick", "test_cases[1]"]
    assert "3 deselected" in said


@pytest.mark.parametrize("options", [["--release"], ["-m", "release or not release"]])
def test_proof_of_a_release_runs_where_it_is_asked_for(run: Run, options: list[str]) -> None:
    passed, _ = run(MARKED, *options)
    assert len(passed) == 5


@pytest.mark.release
def test_slow_test_without_a_mark_fails_with_the_proofs_of_a_release(run: Run) -> None:
    passed, said = run(BUSY, "--release")

    assert passed == ["test_long", "test_property", "test_patient"]
    assert "s, and 0.1 s is the most" in said


@pytest.mark.release
def test_slow_test_passes_where_no_release_is_proved(run: Run) -> None:
    assert "test_slow" in run(BUSY)[0]


def test_test_that_would_begin_too_late_is_skipped(run: Run) -> None:
    passed, said = run(MARKED, "--seconds=0")

    assert passed == []
    assert "0 s are over; make test runs it" in said


def test_processor_time_of_other_processes_is_counted() -> None:
    before = processor_seconds()
    work = "while sum(__import__('os').times()[:2]) < 0.2: pass\nprint(flush=True)\ninput()"
    with subprocess.Popen(
        [sys.executable, "-c", work], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as worker:
        assert worker.stdout is not None
        worker.stdout.readline()
        while_it_runs = processor_seconds()
        worker.communicate(b"\n")

    assert while_it_runs - before > 0.1
    assert processor_seconds() >= while_it_runs - 0.1


def test_machine_is_never_taken_for_faster_than_usual() -> None:
    assert slowness() >= 1
