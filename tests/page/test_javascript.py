"""The unit tests of the page's JavaScript, run by the Node that the browser tests bring along."""

import subprocess
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.rigs.environment.checkout import ROOT
from tests.rigs.environment.environment_fixtures import BROWSER_NEED

TEST_FILES = sorted(Path(__file__).parent.glob("*.test.mjs"))
TIMEOUT = 60
"""Seconds that one file may take on a slow machine."""


@pytest.fixture(scope="module")
def node() -> Path:
    playwright = find_spec("playwright")
    if playwright is None or playwright.origin is None:
        BROWSER_NEED.skip_test("playwright, which brings Node along, has no wheel for this machine")
    program = Path(playwright.origin).parent / "driver" / "node"
    started = subprocess.run([program, "--version"], capture_output=True, text=True, check=False)
    if started.returncode:
        BROWSER_NEED.skip_test(f"Node does not start: {started.stderr.strip()}")
    return program


def run(node: Path, file: Path) -> subprocess.CompletedProcess[str]:
    command: list[str | Path] = [node, "--test", "--test-reporter=spec", file]
    return subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, timeout=TIMEOUT, check=False
    )


def test_javascript_tests_exist() -> None:
    assert TEST_FILES


@pytest.mark.parametrize("file", TEST_FILES, ids=lambda file: file.name)
def test_javascript_tests_pass(node: Path, file: Path) -> None:
    ended = run(node, file)
    assert ended.returncode == 0, ended.stdout + ended.stderr


def test_failing_javascript_test_is_reported(node: Path, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.test.mjs"
    wrong.write_text('import { test } from "node:test";\ntest("no", () => { throw 1; });\n')

    assert run(node, wrong).returncode != 0
