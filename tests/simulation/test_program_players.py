"""The computer plays matches against itself, for hands to play at a table."""

import asyncio
import json
from contextlib import nullcontext
from pathlib import Path

import pytest

from engine.backgammon.game import events
from engine.backgammon.rulebook import RULEBOOKS, TOURNAMENT, PlayedFor, Rulebook
from referee.match_settings import CASUAL_PROFILE
from service.simulated_match.runner import SimulationOptions, play_match
from simulation.program_players import play_against_itself
from tests.rigs.environment.command_shell import CommandShell


@pytest.mark.parametrize("rulebook", RULEBOOKS.values(), ids=lambda rulebook: rulebook.name)
def test_self_play_match_follows_the_rules_and_ends(rulebook: Rulebook) -> None:
    length = 0 if rulebook.played_for is PlayedFor.STAKES else 3
    final = play_against_itself(1, rulebook, length).final

    assert final.game.result
    assert bool(final.winner) is bool(length)


def test_same_seed_gives_the_same_match_and_another_seed_another() -> None:
    assert play_against_itself(1, TOURNAMENT, 1) == play_against_itself(1, TOURNAMENT, 1)
    assert play_against_itself(1, TOURNAMENT, 1) != play_against_itself(2, TOURNAMENT, 1)


def test_the_cube_is_turned_and_games_are_given_up() -> None:
    records = [play_against_itself(seed, TOURNAMENT, 3) for seed in range(6)]
    happened = [type(event) for record in records for event in record.events]

    assert {events.Double, events.Take, events.Drop, events.Resign} <= set(happened)


def test_self_play_match_is_refereed_without_a_complaint() -> None:
    record = play_against_itself(5, TOURNAMENT, 3)

    unwatched = nullcontext(lambda: None)
    umpire = asyncio.run(
        play_match(record, SimulationOptions(CASUAL_PROFILE, seed=5), lambda _scene: unwatched)
    )

    assert umpire.complaints == []
    assert umpire.score.turns == sum(isinstance(event, events.EndTurn) for event in record.events)


@pytest.mark.release(after=1)
@pytest.mark.parametrize(
    ("options", "announced"),
    [
        ((), "The computer plays against itself: match to 3 points, rulebook tournament."),
        (("--rulebook", "parker"), "The computer plays against itself: for stakes, rulebook"),
        (("--language", "fr"), "L\u2019ordinateur joue contre lui-même\u00a0: match en 3 points"),
    ],
)
def test_simulation_without_a_match_file_plays_a_self_play_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...], announced: str
) -> None:
    result = CommandShell(tmp_path, monkeypatch).kibitz("simulate", "--hands", "5", *options)

    assert result.output.startswith(announced)
    assert result.exit_code == 0


def test_simulated_self_play_match_loses_no_play(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    result = CommandShell(tmp_path, monkeypatch).kibitz("simulate", "--hands", "5", "--json")
    assert json.loads(result.output)["lost_plays"] == 0
