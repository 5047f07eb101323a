"""A test that cannot run on this machine is skipped loudly, or fails where that is demanded."""

from dataclasses import replace
from types import SimpleNamespace
from typing import cast

import pytest

from tests.rigs.environment import environment_fixtures
from tests.rigs.environment.optional_needs import NOT_THERE, REQUIRED, WORKER, Need
from tests.rigs.firmware import pico_fixtures
from tools import micropython


def raining() -> str:
    return "it rains"


NEED = Need("sundial", "the time of day", "To run them: make one of a stick.", raining)
NEEDS = [
    need
    for fixtures in (environment_fixtures, pico_fixtures)
    for need in vars(fixtures).values()
    if isinstance(need, Need)
]


class Terminal:
    """A fake of the terminal in which pytest reports the end of a run."""

    def __init__(self, *reasons: str) -> None:
        self.lines: list[str] = []
        self._reports = [SimpleNamespace(longrepr=("a file", 1, reason)) for reason in reasons]

    def getreports(self, _kind: str) -> list[SimpleNamespace]:
        return self._reports

    def section(self, title: str, **_how: object) -> None:
        self.lines.append(title)

    def write_line(self, line: str, **_how: object) -> None:
        self.lines.append(line)


def summary_of(*reasons: str) -> list[str]:
    terminal = Terminal(*reasons)
    NEED.report_skips(cast("pytest.TerminalReporter", terminal))
    return terminal.lines


@pytest.mark.parametrize("required", ["", "browser", "firmware,browser"])
def test_missing_need_is_a_reason_to_skip(monkeypatch: pytest.MonkeyPatch, required: str) -> None:
    monkeypatch.setenv(REQUIRED, required)
    with pytest.raises(pytest.skip.Exception, match="no sundial: it rains"):
        NEED.skip_test("it rains")


@pytest.mark.parametrize("required", ["sundial", "browser,sundial"])
def test_missing_required_need_ends_the_run(monkeypatch: pytest.MonkeyPatch, required: str) -> None:
    monkeypatch.delenv(WORKER, raising=False)
    monkeypatch.setenv(REQUIRED, required)

    with pytest.raises(pytest.exit.Exception, match="asks for the sundial") as ended:
        NEED.skip_test("it rains")
    assert ended.value.returncode == NOT_THERE


def test_missing_required_need_fails_the_tests_of_a_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(WORKER, "gw0")
    monkeypatch.setenv(REQUIRED, "sundial")

    with pytest.raises(pytest.fail.Exception, match="asks for the sundial: it rains"):
        NEED.skip_test("it rains")


def test_missing_need_is_announced_before_the_first_test() -> None:
    assert NEED.announcement == (
        "no sundial: tests of the time of day will be skipped, and it rains. "
        "To run them: make one of a stick."
    )


def test_missing_required_need_is_announced_as_such(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(REQUIRED, "browser,sundial")
    assert "are required here, and it rains" in NEED.announcement


def test_present_need_is_not_announced() -> None:
    assert replace(NEED, missing_reason=str).announcement == ""


def test_skipped_tests_are_summarised_at_the_end() -> None:
    assert summary_of("Skipped: no sundial: it rains", "Skipped: no sundial: it rains") == [
        "SUNDIAL TESTS DID NOT RUN",
        "2 tests of the time of day were skipped: it rains",
        "To run them: make one of a stick.",
    ]


def test_summary_is_empty_if_no_test_was_skipped() -> None:
    assert summary_of() == []
    assert summary_of("Skipped: no umbrella: it rains") == []


@pytest.mark.parametrize("need", NEEDS, ids=lambda need: need.name)
def test_each_need_has_a_marker(need: Need, pytestconfig: pytest.Config) -> None:
    markers = [line.partition(":")[0] for line in pytestconfig.getini("markers")]
    assert need.name in markers


@pytest.mark.parametrize(
    ("files", "node", "why"), [(0, "node", "fetched with npm"), (1, None, "not installed")]
)
def test_the_firmware_needs_micropython_and_node(
    monkeypatch: pytest.MonkeyPatch, files: int, node: str | None, why: str
) -> None:
    monkeypatch.delenv(REQUIRED, raising=False)
    monkeypatch.setattr(micropython, "is_in", lambda _place: bool(files))
    monkeypatch.setattr(pico_fixtures, "find_node", lambda: node)

    with pytest.raises(pytest.skip.Exception, match=why):
        pico_fixtures.find_interpreter()
