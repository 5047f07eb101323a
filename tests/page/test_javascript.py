"""The small proofs of the page's own code, run by the Node that the browser tests bring along."""

import subprocess
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.rigs.environment.checkout import ROOT
from tests.rigs.environment.environment_fixtures import BROWSER_NEED

PROOFS = sorted(Path(__file__).parent.glob("*.test.mjs"))
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


def run(node: Path, proof: Path) -> subprocess.CompletedProcess[str]:
    command: list[str | Path] = [node, "--test", "--test-reporter=spec", proof]
    return subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, timeout=TIMEOUT, check=False
    )


def test_there_are_proofs() -> None:
    assert PROOFS


@pytest.mark.parametrize("proof", PROOFS, ids=lambda proof: proof.name)
def test_the_code_of_the_page_does_as_it_says(node: Path, proof: Path) -> None:
    proved = run(node, proof)

    assert proved.returncode == 0, proved.stdout + proved.stderr


def test_a_proof_that_fails_is_not_passed_over(node: Path, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.test.mjs"
    wrong.write_text('import { test } from "node:test";\ntest("no", () => { throw 1; });\n')

    assert run(node, wrong).returncode != 0
