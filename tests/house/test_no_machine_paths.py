"""No file of the checkout names somebody's machine or a package registry."""

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.rigs.environment.checkout import ROOT, tracked_files

# Recordings and pictures are not searched.
DATA = frozenset(
    {".csv", ".gz", ".xz", ".jpg", ".jsonl", ".mat", ".npz", ".png", ".sgf", ".sqlite", ".wav"}
)
MACHINE_PATH = re.compile(r"(?:^|file://|[^\w./-])/(?:work|root|home|Users)/|[A-Z]:\\Users\\")
REGISTRY = re.compile(r"\b(?:pypi|pythonhosted|npmjs|debian|crates)\.(?:org|com|io)\b")


def traces(paths: list[Path]) -> Iterator[str]:
    """Names each line that leads to one machine or to a registry."""
    for path in paths:
        if path.suffix in DATA:
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if MACHINE_PATH.search(line) or REGISTRY.search(line):
                yield f"{path.name}:{number}"


def test_no_tracked_file_names_a_machine_or_a_registry() -> None:
    assert list(traces(tracked_files(ROOT))) == []


@pytest.mark.parametrize(
    "text",
    [
        "/" + "home/someone/board.toml", "open('/" + "work/board.toml')",
        "file:///" + "root/wheels", "C:" + "\\Users\\someone", "https://" + "pypi." + "org/simple",
        "files." + "pythonhosted." + "org", "registry." + "npmjs." + "org",
    ],
)  # fmt: skip
def test_a_trace_is_found(tmp_path: Path, text: str) -> None:
    (tmp_path / "planted.md").write_text(f"first\nsee {text}\n", encoding="utf-8")
    assert list(traces([tmp_path / "planted.md"])) == ["planted.md:2"]


@pytest.mark.parametrize("text", ["docs/home/a.md", "~/a.toml", "/dev/ttyACM0", "/api/work"])
def test_an_ordinary_path_is_no_trace(tmp_path: Path, text: str) -> None:
    (tmp_path / "planted.md").write_text(text, encoding="utf-8")
    assert list(traces([tmp_path / "planted.md"])) == []


def test_files_ignored_by_git_are_not_listed(tmp_path: Path) -> None:
    subprocess.run(["git", "init", "--quiet", tmp_path], check=True)
    (tmp_path / ".gitignore").write_text("scratch\n", encoding="utf-8")
    (tmp_path / "scratch").touch()

    assert tracked_files(tmp_path) == [tmp_path / ".gitignore"]
