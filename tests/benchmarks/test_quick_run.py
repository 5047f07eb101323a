"""The benchmarks run, and report who agreed and which targets were reached."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.__main__ import main
from benchmarks.contest import Contestant, Figures, Group, Target, measure
from benchmarks.peers import PEERS, peers
from benchmarks.report import lines, record

WORK = ("one", "two", "three")


def group(*targets: Target) -> Group:
    """Three pieces of work, one who does them well and one who makes a mistake."""
    right = Contestant("ours", WORK, str.upper, lambda: map(str.upper, WORK))
    wrong = Contestant("theirs", WORK, str.upper, lambda: map(str.title, WORK))
    silent = Contestant("silent", WORK, len)
    return Group(
        title="Shouting",
        unit="words per second",
        about="three words",
        ours="ours",
        contestants=[right, wrong, silent],
        size=3,
        expected=["ONE", "TWO", "THREE"],
        absent={"whisper": "not installed"},
        targets=targets,
    )


FIGURES = {
    "ours": Figures(5000.0, 3),
    "theirs": Figures(2000.0, 0),
    "silent": Figures(10000.0, None),
}


def test_a_quick_run_prints_a_table_and_writes_it_for_machines(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "bench.json"
    main(["throws", "--quick", "--no-peers", "--sample", "6", "--rounds", "1", "--json", str(file)])

    output = capsys.readouterr().out
    assert "6 positions with throws" in output
    assert "target: 2 x bgsage, decoded: not measured" in output
    rows = json.loads(file.read_text(encoding="utf-8"))["groups"]["throws"]["contestants"]
    agreed = {row["name"]: row["agreed"] for row in rows}
    checked = ("Kibitz", "Kibitz, LegalPlays", "Kibitz, tree", "naive")
    assert agreed == {**dict.fromkeys(checked, 6), "Kibitz, generate() alone": None}


def test_quick_run_of_checkers_has_the_right_results(tmp_path: Path) -> None:
    file = tmp_path / "bench.json"
    main(
        ["checkers", "--quick", "--no-peers", "--sample", "6", "--rounds", "1", "--json", str(file)]
    )

    rows = json.loads(file.read_text(encoding="utf-8"))["groups"]["checkers"]["contestants"]
    agreed = {row["name"]: row["agreed"] for row in rows}
    checked = ("Kibitz", "Kibitz, LegalPlays", "Kibitz, tree")
    assert agreed == {**dict.fromkeys(checked, 6), "naive": None}


def test_every_contestant_is_measured_and_checked() -> None:
    figures = measure(group(), rounds=2, seconds=0)

    assert {name: found.agreed for name, found in figures.items()} == {
        name: found.agreed for name, found in FIGURES.items()
    }
    assert all(found.per_second > 0 for found in figures.values())


def test_the_table_compares_every_contestant_with_kibitz() -> None:
    table = [line.split() for line in lines(group(), FIGURES)]

    assert ["ours", "5,000", "3", "of", "3", "1.00"] in table
    assert ["theirs", "2,000", "0", "of", "3", "2.50"] in table
    assert ["silent", "10,000", "-", "0.50"] in table
    assert ["whisper", "not", "installed"] in table


@pytest.mark.parametrize(
    ("target", "verdict"),
    [
        (Target(2.5, "theirs"), "target: 2.5 x theirs: reached (2.50)"),
        (Target(3, "theirs"), "target: 3 x theirs: NOT REACHED (2.50)"),
        (Target(2, "whisper"), "target: 2 x whisper: not measured"),
    ],
)
def test_target_is_reached_or_reported_as_missed(target: Target, verdict: str) -> None:
    assert [*lines(group(target), FIGURES)][-1] == verdict


def test_the_record_holds_what_the_table_holds() -> None:
    written = record(group(Target(2, "theirs")), FIGURES)

    assert [row["ours_over_theirs"] for row in written["contestants"]] == [1.0, 2.5, 0.5]
    assert written["absent"] == {"whisper": "not installed"}
    assert written["targets"][0]["verdict"] == "reached (2.50)"


def test_peer_that_is_not_installed_is_named_and_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("benchmarks.peers.find_spec", lambda _name: None)
    assert peers([]) == ([], {peer.name: "not installed" for peer in PEERS})


def test_wrong_answers_of_ours_are_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    shouting = replace(group(), ours="theirs")
    monkeypatch.setattr("benchmarks.__main__.GROUPS", {"shouting": lambda **_: shouting})

    with pytest.raises(SystemExit, match=r"wrong answers.*: shouting$"):
        main(["shouting", "--quick"])


def test_a_group_that_does_not_exist_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["lightning"])
    assert "no such group: lightning" in capsys.readouterr().err
