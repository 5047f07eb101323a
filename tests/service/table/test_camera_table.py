"""A table with a camera as its only sensor goes on where it was, turned in any direction."""

from dataclasses import replace
from pathlib import Path

import pytest

from engine.backgammon.game.match import Phase
from hardware.checkers import Colour, Place, point
from hardware.observations import Observation
from hardware.signals import CameraProblem, CameraProblemChanged
from referee.effects import LampMeaning
from referee.lamp_meanings import lamp_meanings
from referee.seating import ORIENTATIONS, Orientation
from referee.state import State
from referee.verdicts import Complete, Unchanged, UnreadableBoard
from service.cli.record_commands import compare
from service.storage.journal_reader import read_match
from service.table.table_devices import known_device_problems
from service.table.table_runtime import calibration_path as kept_board
from service.table.table_runtime import journal_path
from service.web.parts.game_part import has_objection, verdict_in_words
from service.words.phrases import ENGLISH, load_phrases
from tests.rigs.tables import camera_tables as tables
from tests.rigs.tables.table_in_memory import HandsAtTable, hands_at, open_evening, turned

LIGHT = Colour.LIGHT
PHRASES = load_phrases(ENGLISH)


async def carry(seated: HandsAtTable, source: Place, target: Place) -> None:
    orientation = seated.table.orientation
    seated.checkers.lift(orientation[source], LIGHT)
    await seated.pass_seconds(0.6)
    seated.checkers.put(orientation[target], LIGHT)
    await seated.pass_seconds(1)


async def play(seated: HandsAtTable) -> None:
    """Light throws 3-1 and plays 8/5 6/5."""
    await seated.throw(3, 1)
    await carry(seated, point(8), point(5))
    await carry(seated, point(6), point(5))
    await seated.pass_seconds(1)


@pytest.mark.release
async def test_a_match_goes_on_where_it_was_and_nothing_has_to_be_learnt_again(
    tmp_path: Path,
) -> None:
    tables.known_board(tmp_path)
    async with open_evening(tmp_path, tables.CAMERA_TABLE) as table:
        seated = hands_at(table)
        await play(seated)
        assert isinstance(seated.table.state.verdict, Complete)

    async with open_evening(tmp_path, tables.CAMERA_TABLE) as table:
        seated = hands_at(table)
        await seated.pass_seconds(1)
        assert tables.pipeline_of(seated).result is None
        assert tables.claims_everything_correctly(seated)
        assert isinstance(seated.table.state.verdict, Complete)
        await seated.lift_dice()
        assert seated.table.state.match.game.phase is Phase.TO_THROW


@pytest.mark.release
async def test_camera_observations_replay_to_the_same_verdicts(tmp_path: Path) -> None:
    tables.known_board(tmp_path)
    async with open_evening(tmp_path, tables.CAMERA_TABLE) as table:
        seated = hands_at(table)
        await play(seated)
        tables.camera_of(seated).cover()
        await seated.pass_seconds(5)
        tables.camera_of(seated).uncover()
        await seated.pass_seconds(3)
        await seated.lift_dice()

    stored = read_match(journal_path(tmp_path, tables.CAMERA_TABLE.name))
    signals = [entry.signal for entry in stored.entries]
    assert {Observation, CameraProblemChanged} <= {type(signal) for signal in signals}
    comparison = compare([stored])
    assert (comparison.signals, comparison.different) == (len(signals), 0)


def test_calibration_is_stored_beside_the_journal(tmp_path: Path) -> None:
    journal = journal_path(tmp_path, tables.CAMERA_TABLE.name)
    assert kept_board(journal) == tables.known_board(tmp_path).calibration_file


@pytest.mark.release
@pytest.mark.parametrize("orientation", ORIENTATIONS[-1:])
async def test_places_are_as_light_counts_them_wherever_he_sits(
    tmp_path: Path, orientation: Orientation
) -> None:
    async with open_evening(tmp_path, turned(tables.CAMERA_TABLE, orientation)) as table:
        seated = hands_at(table)
        await seated.pass_seconds(3)
        assert tables.claims_everything_correctly(seated)
        assert isinstance(seated.table.state.verdict, Unchanged)


async def test_people_may_sit_elsewhere_for_the_next_match(tmp_path: Path) -> None:
    async with tables.open_camera_table(tables.known_board(tmp_path)) as seated:
        table = seated.table
        await table.begin_match(table.settings, None, Orientation(light_far=True))
        seated.checkers.arrange(table.orientation.layout(table.state.expected_layout))
        await seated.pass_seconds(4)

        assert tables.claims_everything_correctly(seated)
        assert isinstance(table.state.verdict, Unchanged)


async def test_next_match_begins_though_the_camera_doubts_some_places(tmp_path: Path) -> None:
    async with tables.open_camera_table(tables.known_board(tmp_path)) as seated:
        table = seated.table
        await seated.pass_seconds(4)
        await table.begin_match(table.settings, None, table.orientation)
        await seated.pass_seconds(1)

        assert table.state.view[point(1)].total.low == 0
        assert table.state.is_set_up
        await seated.throw(5, 3)
        assert table.state.match.game.phase is Phase.TO_PLAY


async def test_camera_problem_is_reported_in_the_next_match(tmp_path: Path) -> None:
    async with tables.open_camera_table(tables.known_board(tmp_path)) as seated:
        tables.camera_of(seated).cover()
        await seated.pass_seconds(5)
        (problem,) = known_device_problems(seated.table.state)
        assert isinstance(problem, CameraProblemChanged)
        assert problem.by in (CameraProblem.COVERED, CameraProblem.TOO_DARK)

        await seated.table.begin_match(seated.table.settings, None, seated.table.orientation)
        await seated.pass_seconds(1)
        assert seated.table.state.observed.camera_problems == {"camera": problem.by}


async def test_table_waits_calmly_for_the_first_look_of_its_camera() -> None:
    async with tables.open_camera_table() as seated:
        state = seated.table.state
        assert state.is_blind
        assert (has_objection(state), dict(state.lamps)) == (False, {})
        assert verdict_in_words(state, PHRASES) == "I am taking a first look at the board."


@pytest.mark.parametrize("problem", CameraProblem)
def test_only_a_board_that_is_still_to_be_shown_is_waited_for_calmly(
    problem: CameraProblem,
) -> None:
    blank = State.of(tables.CAMERA_TABLE.match_settings)
    observed = replace(blank.observed, camera_problems={"camera": problem})
    state = replace(blank, observed=observed, verdict=UnreadableBoard(()))
    calm = problem is CameraProblem.UNKNOWN_BOARD
    assert (has_objection(state), bool(lamp_meanings(state))) == (not calm, not calm)
    said = PHRASES.say(f"notice.camera_problem_{problem.value}")
    assert verdict_in_words(state, PHRASES) == said


def test_restarted_game_waits_calmly_for_its_sensors() -> None:
    begun = State.of(tables.CAMERA_TABLE.match_settings)
    game = replace(begun.match.game, phase=Phase.TO_THROW)
    state = replace(begun, match=replace(begun.match, game=game), verdict=UnreadableBoard(()))
    assert not has_objection(state)
    assert has_objection(replace(state, lost=frozenset({"camera"})))


@pytest.mark.release
async def test_camera_that_is_covered_in_a_game_is_objected_to(tmp_path: Path) -> None:
    async with tables.open_camera_table(tables.known_board(tmp_path)) as seated:
        await seated.throw(3, 1)
        tables.camera_of(seated).cover()
        await seated.pass_seconds(5)
        state = seated.table.state
        assert has_objection(state)
        assert set(state.lamps.values()) == {LampMeaning.LINK_LOST}
        assert "too dark for the camera" in verdict_in_words(state, PHRASES)
