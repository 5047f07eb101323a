"""`make quick` runs the tests that depend on what has changed, the nearest first."""

import subprocess
from pathlib import Path

import pytest

from tests.rigs.environment.checkout import plant
from tools.quick_tests import EVERYTHING, changed_files, nearest_tests, summary_of

FILES = {
    "engine/dice.py": "FACES = 6", "engine/game.py": "from engine.dice import FACES",
    "service/web/server.py": "import engine.game", "service/web/page/page.html": "<html>",
    "vision/reader.py": "", "tests/engine/test_dice.py": "from engine.dice import FACES",
    "tests/engine/test_game.py": "from engine import game", "tests/page/test_words.py": "",
    "tests/service/test_server.py": "from service.web import server",
    "tests/vision/test_reader.py": "def test_it() -> None:\n    from vision import reader",
}  # fmt: skip


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        plant(tmp_path, name, text)
    git(tmp_path, "init")
    commit(tmp_path)
    return tmp_path


def git(folder: Path, *command: str) -> None:
    somebody = ["-c", "user.name=Somebody", "-c", "user.email=somebody@example.org"]
    subprocess.run(["git", *somebody, *command], cwd=folder, check=True, capture_output=True)


def commit(folder: Path) -> None:
    git(folder, "add", ".")
    git(folder, "commit", "-m", "A change")


@pytest.mark.parametrize(
    ("changed", "tests"),
    [
        ("engine/dice.py", "engine/test_dice.py engine/test_game.py service/test_server.py"),
        ("engine/game.py", "engine/test_game.py service/test_server.py"),
        ("vision/reader.py", "vision/test_reader.py"),
        ("tests/vision/test_reader.py", "vision/test_reader.py"),
        ("service/web/page/page.html", "page/test_words.py service/test_server.py"),
        ("README.md", ""),
    ],
)
def test_tests_that_depend_on_a_change_are_found_nearest_first(
    checkout: Path, changed: str, tests: str
) -> None:
    found = nearest_tests(checkout, [Path(changed)])
    assert [str(path.relative_to("tests")) for path in found] == tests.split()


def test_tests_of_a_deleted_module_are_found_under_a_new_name_too(checkout: Path) -> None:
    (checkout / "engine/dice.py").rename(checkout / "engine/throw.py")
    commit(checkout)
    changed = changed_files(checkout)

    assert changed == [Path("engine/dice.py"), Path("engine/throw.py")]
    assert len(nearest_tests(checkout, changed)) == 3


def test_file_that_is_no_python_imports_nothing(checkout: Path) -> None:
    (checkout / "engine/game.py").write_text("from engine.dice import", encoding="utf-8")
    assert Path("tests/engine/test_game.py") in nearest_tests(checkout, changed_files(checkout))


@pytest.mark.parametrize("changed", EVERYTHING, ids=str)
def test_every_test_depends_on_the_settings(checkout: Path, changed: Path) -> None:
    assert len(nearest_tests(checkout, [changed])) == 5


def test_files_that_differ_from_the_last_commit_have_changed(checkout: Path) -> None:
    (checkout / "engine/game.py").write_text("", encoding="utf-8")
    (checkout / "engine/new.py").write_text("", encoding="utf-8")

    assert changed_files(checkout) == [Path("engine/game.py"), Path("engine/new.py")]


def test_files_of_the_last_commit_have_changed_where_none_differs(checkout: Path) -> None:
    (checkout / "vision/reader.py").write_text("PIXELS = 3", encoding="utf-8")
    commit(checkout)

    assert changed_files(checkout) == [Path("vision/reader.py")]


def test_summary_says_whether_changes_are_committed() -> None:
    one, two = Path("engine/game.py"), Path("engine/new.py")
    assert summary_of([one], [two], is_committed=False) == (
        "you have changed 1 file; 1 file of tests depends on that"
    )
    assert summary_of([one, two], [], is_committed=True) == (
        "the last commit changed 2 files; 0 files of tests depend on that"
    )
