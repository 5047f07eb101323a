"""The studies of the referee and the service run, and report their targets."""

import json
from pathlib import Path
from typing import Any

import pytest

from benchmarks import study_results
from benchmarks.__main__ import STUDIES, main
from benchmarks.processes import READY, TELL, can_be_watched, watch_process
from benchmarks.table_matches import BOARDS

WATCHED = "reached" if can_be_watched() else "not measured"
"""The beginning of each verdict on the resources of a process."""
ACCOUNT = study_results.Account(
    title="Waiting",
    about="two of us",
    columns=("minutes", "/ floor"),
    lines=[
        study_results.ResultLine("us", (1234.5, 2.469)),
        study_results.ResultLine("nobody", (None, None)),
    ],
    aims=[study_results.Aim("minutes", 1000, 1234.5)],
    notes=["it rained"],
)


def study(name: str, folder: Path) -> dict[str, Any]:
    """The figures of a quick run of a study."""
    file = folder / "bench.json"
    main([name, "--quick", "--json", str(file)])
    found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))["groups"][name]
    return found


@pytest.mark.release(after=1)
@pytest.mark.parametrize("name", ["steps", "reasons", "latency", "journal", "page", "vision"])
def test_a_study_measures_each_thing_it_names(name: str, tmp_path: Path) -> None:
    found = study(name, tmp_path)
    for line in found["lines"]:
        assert all(value > 0 for key, value in line.items() if key != "name"), line


def test_the_referee_makes_no_error_while_it_is_measured(tmp_path: Path) -> None:
    found = study("simulation", tmp_path)

    assert [line["name"] for line in found["lines"]] == [*BOARDS]
    assert [target["verdict"] for target in found["targets"]] == ["reached (0)"]


@pytest.mark.release
@pytest.mark.parametrize("name", ["memory", "camera"])
def test_service_takes_less_memory_than_it_may(tmp_path: Path, name: str) -> None:
    found = study(name, tmp_path)
    assert all(target["verdict"].startswith(WATCHED) for target in found["targets"])


@pytest.mark.release
def test_an_idle_service_sleeps_but_for_the_watchdog(tmp_path: Path) -> None:
    found = study("idle", tmp_path)

    *asleep, armed = [target["verdict"] for target in found["targets"]]
    assert all(one.startswith(WATCHED) for one in asleep), asleep
    assert armed == "reached (0)"


@pytest.mark.release
@pytest.mark.usefixtures("browser_path")
def test_the_page_takes_less_to_load_than_it_may(tmp_path: Path) -> None:
    found = study("page-load", tmp_path)

    first, again = found["lines"]
    assert [target["verdict"].split()[0] for target in found["targets"]] == ["reached"]
    assert 0 < again["KB transferred"] < first["KB transferred"]


@pytest.mark.parametrize("name", ["page-load", "page-motion"])
def test_page_without_a_browser_is_not_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    module = name.replace("-", "_")
    monkeypatch.setattr(f"benchmarks.{module}.path_of_browser", lambda: None)

    found = study(name, tmp_path)

    assert (found["lines"], found["notes"]) == ([], ["no browser was found"])
    assert found["targets"][0]["verdict"] == "not measured"


@pytest.mark.release
@pytest.mark.usefixtures("browser_path")
def test_every_motion_of_the_page_is_measured(tmp_path: Path) -> None:
    found = study("page-motion", tmp_path)

    assert all(line["frames"] > 0 for line in found["lines"])
    assert all(target["verdict"] != "not measured" for target in found["targets"])


@pytest.mark.release
def test_spectators_take_less_memory_than_they_may(tmp_path: Path) -> None:
    found = study("page-memory", tmp_path)

    spectators, growth = [target["verdict"] for target in found["targets"]]
    assert spectators.startswith(WATCHED)
    # In so short a time the memory has not settled yet; but its growth is measured.
    assert (growth == "not measured") is not can_be_watched()


@pytest.mark.release
@pytest.mark.usefixtures("interpreter")
def test_a_switch_is_timed_as_far_as_the_lamps(tmp_path: Path) -> None:
    found = study("board", tmp_path)

    host, lamp = found["lines"]
    assert 0 < host["p50 ms"] < lamp["p50 ms"]
    assert all(target["verdict"] != "not measured" for target in found["targets"])


def test_switches_are_not_timed_without_an_interpreter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("benchmarks.board.find_node", lambda: None)

    found = study("board", tmp_path)

    assert found["lines"] == []
    assert {target["verdict"] for target in found["targets"]} == {"not measured"}


@pytest.mark.skipif(not can_be_watched(), reason="this system does not report what processes use")
def test_a_process_that_does_not_sleep_is_found_out(tmp_path: Path) -> None:
    restless = f"import time; {TELL}\nwhile True: time.sleep(0.001)"

    with watch_process(tmp_path, ("-c", restless)) as process:
        process.wait(READY)
        before = process.usage
        while not (process.usage - before).wakeups:
            pass


def test_quantities_that_cannot_be_watched_are_not_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("memory", "idle_service", "page_memory", "camera"):
        monkeypatch.setattr(f"benchmarks.{module}.can_be_watched", lambda: False)

    verdicts = [
        target["verdict"]
        for name in ("memory", "page-memory", "camera", "idle")
        for target in study(name, tmp_path)["targets"]
    ]
    assert verdicts == ["not measured"] * 10 + ["reached (0)"]


def test_a_group_or_study_can_be_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    main(["memory", "--without", "memory", "--quick"])
    assert "Memory" not in capsys.readouterr().out


def test_a_table_says_what_was_found_out_and_whether_the_aim_is_reached() -> None:
    lines = [*study_results.table_lines(ACCOUNT)]

    assert lines[0] == "Waiting: two of us."
    assert [line.split() for line in lines[4:6]] == [["us", "1,234", "2.47"], ["nobody", "-", "-"]]
    assert lines[-2:] == ["it rained", "target: minutes, at most 1,000: NOT REACHED (1,234)"]


def test_the_record_of_a_study_holds_what_its_table_holds() -> None:
    written = study_results.values(ACCOUNT)

    assert written["lines"][0] == {"name": "us", "minutes": 1234.5, "/ floor": 2.469}
    assert written["targets"][0]["verdict"] == "NOT REACHED (1,234)"


@pytest.mark.parametrize(
    ("found", "verdict"),
    [(10.0, "reached (10)"), (10.5, "NOT REACHED (10.5)"), (None, "not measured")],
)
def test_an_aim_is_reached_up_to_its_limit(found: float | None, verdict: str) -> None:
    assert study_results.Aim("something", 10, found).verdict == verdict


def test_only_one_in_a_hundred_is_above_what_is_rare() -> None:
    spread = study_results.Spread.of([float(one) for one in range(1, 201)])

    assert spread == study_results.Spread(200, 100.5, 100.5, 198, 200)
    assert study_results.Spread.of([]) is None


def test_of_several_rounds_the_middle_one_counts() -> None:
    rounds = [study_results.Spread(10, *(4 * [float(one)])) for one in (5, 1, 90)]
    assert study_results.typical(rounds) == study_results.Spread(10, 5, 5, 5, 5)


@pytest.mark.parametrize(
    ("value", "text"),
    [(None, "-"), (0, "0"), (10.0, "10"), (0.01234, "0.0123"), (99.96, "100"), (12345.6, "12,346")],
)
def test_numbers_are_printed_with_three_digits(value: float | None, text: str) -> None:
    assert study_results.number(value) == text


def test_every_study_is_tried_here() -> None:
    tried = {"steps", "reasons", "latency", "journal", "simulation", "memory", "idle", "board"}
    by_camera = {"vision", "camera"}
    of_the_page = {"page", "page-load", "page-memory", "page-motion"}

    assert {*STUDIES} == tried | by_camera | of_the_page
