"""Everyday players, and each of their habits, are chosen on the command line and documented."""

import json
from pathlib import Path

import pytest

from service.cli.everyday_options import with_everyday_habits
from simulation.everyday_habits import HABITS, HUMAN, only
from tests.rigs.engine.sample_matches import sample
from tests.rigs.environment.checkout import ROOT
from tests.rigs.environment.command_shell import CommandShell

MATCH = "match.mat"


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> CommandShell:
    (tmp_path / MATCH).write_text(sample(181).text, encoding="utf-8")
    return CommandShell(tmp_path, monkeypatch)


def planned(
    players: str | None = None, times: float | None = None, **chosen: float | None
) -> object:
    options = {"players": players, "chosen_habits": chosen, "times": times, "seed": 3}
    plan = with_everyday_habits(options)
    assert plan.pop("seed") == 3
    return plan.pop("everyday")


def test_practised_players_are_the_default() -> None:
    assert planned() is planned("practised") is None


def test_everyday_players_have_all_habits() -> None:
    assert planned("everyday") == HUMAN
    assert planned("everyday", times=10) == HUMAN.times(10)


def test_habit_that_is_named_is_the_only_one() -> None:
    assert planned(tapping=None) == only({"tapping": None})
    assert planned("everyday", box=0.5, gaps=0.1) == only({"box": 0.5, "gaps": 0.1})


def test_match_is_played_with_one_habit(shell: CommandShell) -> None:
    options = ("--habit", "gaps=0.5", "--sensor", "p5", "--json")
    result = shell.kibitz("simulate", MATCH, *options)

    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)["turns"] > 40


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--habit", "snoring"), "'snoring' is not one of opponent_tidies"),
        (("--habit", "box=2"), "box: 2.0 is not in the range"),
        (("--habit", "box=often"), "box: 'often' is not a valid"),
        (("--habit", "box", "--players", "practised"), "--habit needs --players everyday"),
        (("--times", "10"), "--times needs --players everyday"),
        (("--habit", "presses"), "--habit presses needs --errors"),
    ],
)
def test_habit_that_makes_no_sense_is_refused(
    shell: CommandShell, options: tuple[str, ...], message: str
) -> None:
    result = shell.kibitz("simulate", MATCH, *options)

    assert result.exit_code == 2
    assert message in result.output


@pytest.mark.parametrize("habit", HABITS)
def test_habit_is_listed_in_help_and_document(shell: CommandShell, habit: str) -> None:
    document = (ROOT / "docs" / "simulation.md").read_text("utf-8")
    row = f"| `{habit}` | {100 * getattr(HUMAN, habit):g} % | {HABITS[habit]} |"

    assert row in document
    assert habit in shell.kibitz("simulate", "--help").output
