"""The types of the page's JavaScript are checked, or one line says why they are not."""

import subprocess
from pathlib import Path

import pytest

from tests.rigs.environment.environment_fixtures import TypeErrors
from tools import typescript

FAULTS = """\
/** @param {import('./store.js').Store} a */ export const part = (a) => a.parts.Gmae;
/** @param {import('./link.js').Link} a */ export const act = (a) => a.act({ is: 'Lfit' });
/** @param {string[]} a */ export const first = (a) => a[0].length;
/** @param a */ export const whatever = (a) => a;
"""
ERRORS = ("Gmae", "Lfit", "possibly 'undefined'", "implicitly has an 'any' type")
REQUIRED = "KIBITZ_REQUIRE"


@pytest.fixture
def compiler(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A TypeScript that is there, and finds these faults."""
    found: list[str] = []

    def check() -> subprocess.CompletedProcess[str]:
        return subprocess.CompletedProcess([], len(found), "".join(found), "")

    monkeypatch.setattr(typescript, "lacking", str)
    monkeypatch.setattr(typescript, "check", check)
    return found


@pytest.mark.usefixtures("compiler")
def test_page_without_type_errors_passes(capsys: pytest.CaptureFixture[str]) -> None:
    assert typescript.main() == 0
    assert capsys.readouterr().out == "Success: no issues found in the JavaScript\n"


def test_error_fails_with_its_line(compiler: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    compiler.append("js/board.js(1,1): error TS1: no\n")

    assert typescript.main() == 1
    assert capsys.readouterr().out == "js/board.js(1,1): error TS1: no\n"


@pytest.mark.parametrize(
    ("required", "code"), [("", 0), ("browser", 0), ("browser,typescript", typescript.NOT_THERE)]
)
def test_missing_compiler_is_reported_and_fails_only_where_it_is_required(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], required: str, code: int
) -> None:
    monkeypatch.setenv(REQUIRED, required)
    monkeypatch.setattr(typescript, "lacking", lambda: "Node is not installed")

    assert typescript.main() == code
    message = "Node is not installed, so the types of the JavaScript are not checked.\n"
    assert capsys.readouterr().out == message


def test_compiler_needs_its_files_and_node(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(typescript, "FOLDER", tmp_path)
    monkeypatch.setattr(typescript, "find_node", lambda: None)
    assert typescript.lacking() == "TypeScript could not be fetched with npm"

    for name in ("package.json", "lib/tsc.js", "lib/_tsc.js", "lib/lib.d.ts"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    (tmp_path / "kibitz.stamp").write_bytes(typescript.PACKAGE.lock.read_bytes())
    assert typescript.lacking() == "Node is not installed"


@pytest.mark.release
def test_each_planted_fault_is_found_and_nothing_else(type_errors: TypeErrors) -> None:
    found = type_errors(FAULTS).splitlines()

    assert len(found) == len(ERRORS)
    for number, (line, error) in enumerate(zip(found, ERRORS, strict=True), start=1):
        assert line.startswith(f"service/web/page/js/one_more.js({number},")
        assert error in line
