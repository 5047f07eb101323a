"""Whole evenings: on every board, by every rulebook and every profile, with any dice and hands."""

from __future__ import annotations

import asyncio
from contextlib import AbstractContextManager
from dataclasses import fields
from pathlib import Path

import pytest

from engine.backgammon.game.events import EndTurn
from engine.backgammon.rulebook import GRAVES, PARKER, RULEBOOKS, PlayedFor, Rulebook
from hardware.checkers import Colour
from hardware.drivers.simulated.dice import SimulatedDice
from referee.profiles import CASUAL, PROFILES, Profile
from service.journal.reading import read_match
from service.simulation.evening import Plan, Scene, play_through, unwatched
from service.simulation.habits import TIDY, Habits
from service.simulation.sensors import FELT_BY
from service.simulation.sitting import Shown
from service.simulation.umpire import Umpire
from service.tables.recorded import recorded as kept_record
from tests.rigs.matches import made_up
from tests.rigs.umpired import beginning, recorded, umpired

ALWAYS = Habits(**{field.name: 1.0 for field in fields(Habits) if field.name != "keep"}, keep=0.5)


def check(umpire: Umpire) -> None:
    assert not umpire.went_wrong, umpire.complaints[:3]
    assert umpire.score.turns > 0


@pytest.mark.parametrize("number", [0, 20, 40])
@pytest.mark.parametrize("sensor", FELT_BY)
def test_every_play_is_taken_down_as_recorded(sensor: str, number: int) -> None:
    record = recorded(number)
    umpire = umpired(record, Plan(CASUAL, sensor, seed=number))

    check(umpire)
    assert umpire.score.turns == sum(isinstance(event, EndTurn) for event in record.events)


@pytest.mark.parametrize("own_dice", [False, True])
@pytest.mark.parametrize("profile", PROFILES.values(), ids=PROFILES)
def test_every_profile_referees_with_any_dice(profile: Profile, *, own_dice: bool) -> None:
    check(umpired(recorded(5), Plan(profile, "slots", own_dice=own_dice, errors=0.2)))


@pytest.mark.parametrize("rulebook", RULEBOOKS.values(), ids=RULEBOOKS)
def test_every_rulebook_is_refereed(rulebook: Rulebook) -> None:
    length = 0 if rulebook.played_for is PlayedFor.STAKES else 3

    check(umpired(made_up(rulebook, length, 4, games=2), Plan(CASUAL, "hall", errors=0.1)))


def test_hands_that_do_everything_as_often_as_can_be_are_understood() -> None:
    check(umpired(recorded(8), Plan(CASUAL, "slots", habits=ALWAYS)))


@pytest.mark.parametrize("profile", PROFILES.values(), ids=PROFILES)
@pytest.mark.parametrize("sensor", FELT_BY)
def test_hands_that_press_again_and_again_get_no_error_past_the_referee(
    sensor: str, profile: Profile
) -> None:
    plan = Plan(profile, sensor, errors=1.0, habits=Habits(insist=1.0))
    umpire = umpired(beginning(120, 8), plan)

    check(umpire)
    assert umpire.score.refused > umpire.score.untellable


@pytest.mark.parametrize("pace", [0.2, 5.0])
def test_hands_may_be_quick_or_slow(pace: float) -> None:
    check(umpired(recorded(9), Plan(CASUAL, "hall", habits=Habits(pace=pace))))


def test_the_same_hands_play_the_same_way() -> None:
    def said(seed: int) -> list[object]:
        heard: list[object] = []

        def listen(scene: Scene) -> AbstractContextManager[Shown]:
            scene.table.listeners.append(heard.append)
            return unwatched(scene)

        plan = Plan(CASUAL, "hall", seed=seed, errors=0.3)
        asyncio.run(play_through(beginning(60), plan, listen))
        return heard

    assert said(1) == said(1) != said(2)


def test_each_player_may_have_dice_of_his_own() -> None:
    seen: list[Colour | None] = []

    def look(scene: Scene) -> AbstractContextManager[Shown]:
        seen.extend(dice.colour for dice in scene.devices.all_of(SimulatedDice))
        return unwatched(scene)

    plan = Plan(CASUAL, own_dice=True)
    asyncio.run(play_through(beginning(10), plan, look))

    assert seen == list(Colour)


@pytest.mark.parametrize(("rulebook", "length"), [(PARKER, 0), (GRAVES, 3)])
def test_what_is_kept_of_an_evening_is_what_was_played(
    rulebook: Rulebook, length: int, tmp_path: Path
) -> None:
    record = made_up(rulebook, length, 6, games=2)
    journal = tmp_path / "evening.journal"

    check(asyncio.run(play_through(record, Plan(CASUAL, "hall", habits=TIDY), unwatched, journal)))

    assert kept_record(read_match(journal, 1)).record.events == record.events
