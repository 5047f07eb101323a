"""A test that cannot run here is left out loudly, and where that is forbidden everything stops."""

from dataclasses import replace
from types import SimpleNamespace
from typing import cast

import pytest

from tests.rigs import browser, firmware, pico_image, systemd, users
from tests.rigs.needs import NOT_THERE, REQUIRED, Need
from tools import micropython


def raining() -> str:
    return "it rains"


NEED = Need("sundial", "the time of day", "To run them: make one of a stick.", raining)
NEEDS = (browser.NEED, firmware.NEED, pico_image.NEED, systemd.NEED, users.NEED)


class Terminal:
    """Where the end of a test run is told."""

    def __init__(self, *reasons: str) -> None:
        self.told: list[str] = []
        self._reports = [SimpleNamespace(longrepr=("a file", 1, reason)) for reason in reasons]

    def getreports(self, _kind: str) -> list[SimpleNamespace]:
        return self._reports

    def section(self, title: str, **_how: object) -> None:
        self.told.append(title)

    def write_line(self, line: str, **_how: object) -> None:
        self.told.append(line)


def told(*reasons: str) -> list[str]:
    terminal = Terminal(*reasons)
    NEED.tell(cast("pytest.TerminalReporter", terminal))
    return terminal.told


@pytest.mark.parametrize("required", ["", "browser", "firmware,browser"])
def test_what_is_missing_is_a_reason_to_skip(
    monkeypatch: pytest.MonkeyPatch, required: str
) -> None:
    monkeypatch.setenv(REQUIRED, required)

    with pytest.raises(pytest.skip.Exception, match="no sundial: it rains"):
        NEED.do_without("it rains")


@pytest.mark.parametrize("required", ["sundial", "browser,sundial"])
def test_what_is_required_and_missing_ends_everything(
    monkeypatch: pytest.MonkeyPatch, required: str
) -> None:
    monkeypatch.setenv(REQUIRED, required)

    with pytest.raises(pytest.exit.Exception, match="asks for the sundial") as ended:
        NEED.do_without("it rains")
    assert ended.value.returncode == NOT_THERE


def test_what_will_be_left_out_is_told_before_the_first_test() -> None:
    assert NEED.announcement == (
        "no sundial: tests of the time of day will be skipped, and it rains. "
        "To run them: make one of a stick."
    )


def test_what_is_missing_and_required_is_told_before_the_first_test(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(REQUIRED, "browser,sundial")

    assert "are required here, and it rains" in NEED.announcement


def test_nothing_is_told_of_what_is_there() -> None:
    assert replace(NEED, lacking=str).announcement == ""


def test_what_was_left_out_is_told_at_the_end() -> None:
    assert told("Skipped: no sundial: it rains", "Skipped: no sundial: it rains") == [
        "SUNDIAL TESTS DID NOT RUN",
        "2 tests of the time of day were skipped: it rains",
        "To run them: make one of a stick.",
    ]


def test_where_nothing_was_left_out_nothing_is_told() -> None:
    assert told() == []
    assert told("Skipped: no umbrella: it rains") == []


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
    monkeypatch.setattr(micropython, "is_there", lambda _place: bool(files))
    monkeypatch.setattr(firmware, "find_node", lambda: node)

    with pytest.raises(pytest.skip.Exception, match=why):
        firmware.find_interpreter()
