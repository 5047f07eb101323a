"""The commands that the documents promise exist, and `make` lists them."""

import re
import subprocess
from pathlib import Path

import pytest

from tests.rigs.environment.checkout import ROOT

PROMISING = [*sorted(ROOT.glob("*.md")), *sorted(ROOT.glob("docs/*.md")), ROOT / ".ci" / "run"]
PROMISE = re.compile(r"(?:^|`)make ([a-z-]+)", re.MULTILINE)
EXPLAINED = re.compile(r"^([a-z-]+):.*## ", re.MULTILINE)


def explained() -> list[str]:
    return EXPLAINED.findall((ROOT / "Makefile").read_text(encoding="utf-8"))


@pytest.mark.parametrize("paper", PROMISING, ids=lambda paper: paper.name)
def test_every_make_command_written_down_exists(paper: Path) -> None:
    assert set(PROMISE.findall(paper.read_text(encoding="utf-8"))) <= set(explained())


def test_make_alone_lists_every_command() -> None:
    make = ["make", "--no-print-directory"]
    listing = subprocess.run(make, cwd=ROOT, capture_output=True, text=True, check=True)

    assert [line.split()[1] for line in listing.stdout.splitlines()] == explained()


def test_the_readme_promises_the_two_commands() -> None:
    assert {"play", "test"} <= set(PROMISE.findall((ROOT / "README.md").read_text("utf-8")))
