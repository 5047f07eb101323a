"""Whole evenings: on every board, by every rulebook and every profile, with any dice and hands."""

import asyncio
from contextlib import AbstractContextManager
from dataclasses import fields
from pathlib import Path

import pytest

from engine.backgammon.game.events import EndTurn
from engine.backgammon.rulebook import GRAVES, PARKER, RULEBOOKS, PlayedFor, Rulebook
from hardware.checkers import Colour
from hardware.drivers.simulated.simulated_devices import SimulatedDice
from referee.match_settings import CASUAL_PROFILE, PROFILES, Profile
from service.config.service_settings import BOARDS_BY_SENSOR
from service.records.stored_matches import record_of_match as kept_record
from service.simulated_match.runner import SimulatedMatch, SimulationOptions, no_display, play_match
from service.simulated_match.simulated_people import RedrawCallback
from service.simulated_match.umpire import Umpire
from service.storage.journal_reader import read_match
from simulation.habits import TIDY, Habits
from tests.rigs.engine.sample_matches import random_match
from tests.rigs.simulation.umpired_matches import beginning_of, recorded_match, umpire_of

ALWAYS = Habits(**{field.name: 1.0 for field in fields(Habits) if field.name != "keep"}, keep=0.5)


def check(umpire: Umpire) -> None:
    assert not umpire.has_errors, umpire.complaints[:3]
    assert umpire.score.turns > 0


@pytest.mark.release(after=2)
@pytest.mark.parametrize("number", [0, 20, 40])
@pytest.mark.parametrize("sensor", BOARDS_BY_SENSOR)
def test_every_simulated_play_is_recorded(sensor: str, number: int) -> None:
    record = recorded_match(number)
    umpire = umpire_of(record, SimulationOptions(CASUAL_PROFILE, sensor, seed=number))

    check(umpire)
    assert umpire.score.turns == sum(isinstance(event, EndTurn) for event in record.events)


@pytest.mark.release(after=2)
@pytest.mark.parametrize("own_dice", [False, True])
@pytest.mark.parametrize("profile", PROFILES.values(), ids=PROFILES)
def test_every_profile_referees_with_any_dice(profile: Profile, *, own_dice: bool) -> None:
    plan = SimulationOptions(profile, "slots", own_dice=own_dice, errors=0.2)
    check(umpire_of(recorded_match(5), plan))


@pytest.mark.release(after=2)
@pytest.mark.parametrize("rulebook", RULEBOOKS.values(), ids=RULEBOOKS)
def test_every_rulebook_is_refereed(rulebook: Rulebook) -> None:
    length = 0 if rulebook.played_for is PlayedFor.STAKES else 3

    plan = SimulationOptions(CASUAL_PROFILE, "hall", errors=0.1)
    check(umpire_of(random_match(rulebook, length, 4, games=2), plan))


@pytest.mark.release
def test_hands_that_do_everything_as_often_as_can_be_are_understood() -> None:
    check(umpire_of(recorded_match(8), SimulationOptions(CASUAL_PROFILE, "slots", habits=ALWAYS)))


@pytest.mark.release(after=2)
@pytest.mark.parametrize("profile", PROFILES.values(), ids=PROFILES)
@pytest.mark.parametrize("sensor", BOARDS_BY_SENSOR)
def test_hands_that_press_again_and_again_get_no_error_past_the_referee(
    sensor: str, profile: Profile
) -> None:
    plan = SimulationOptions(profile, sensor, errors=1.0, habits=Habits(insist=1.0))
    umpire = umpire_of(beginning_of(120, 8), plan)

    check(umpire)
    assert umpire.score.refused > umpire.score.untellable


@pytest.mark.release(after=1)
@pytest.mark.parametrize("pace", [0.2, 5.0])
def test_hands_may_be_quick_or_slow(pace: float) -> None:
    plan = SimulationOptions(CASUAL_PROFILE, "hall", habits=Habits(pace=pace))
    check(umpire_of(recorded_match(9), plan))


def test_the_same_hands_play_the_same_way() -> None:
    def effects_of(seed: int) -> list[object]:
        effects: list[object] = []

        def listen(scene: SimulatedMatch) -> AbstractContextManager[RedrawCallback]:
            scene.table.listeners.append(effects.append)
            return no_display(scene)

        plan = SimulationOptions(CASUAL_PROFILE, "hall", seed=seed, errors=0.3)
        asyncio.run(play_match(beginning_of(60), plan, listen))
        return effects

    assert effects_of(1) == effects_of(1) != effects_of(2)


def test_each_player_may_have_dice_of_his_own() -> None:
    colours: list[Colour | None] = []

    def look(scene: SimulatedMatch) -> AbstractContextManager[RedrawCallback]:
        colours.extend(dice.colour for dice in scene.devices.all_of(SimulatedDice))
        return no_display(scene)

    plan = SimulationOptions(CASUAL_PROFILE, own_dice=True)
    asyncio.run(play_match(beginning_of(10), plan, look))

    assert colours == list(Colour)


@pytest.mark.parametrize(("rulebook", "length"), [(PARKER, 0), (GRAVES, 3)])
def test_journal_of_a_simulated_match_contains_the_match_as_played(
    rulebook: Rulebook, length: int, tmp_path: Path
) -> None:
    record = random_match(rulebook, length, 6, games=2)
    journal = tmp_path / "evening.journal"

    plan = SimulationOptions(CASUAL_PROFILE, "hall", habits=TIDY)
    check(asyncio.run(play_match(record, plan, no_display, journal)))

    assert kept_record(read_match(journal, 1)).record.events == record.events
