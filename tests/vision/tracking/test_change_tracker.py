"""A board tracked over time: no claim about it is ever wrong, and the tracker recovers."""

from collections.abc import Callable
from random import Random

import numpy as np
import pytest

from hardware.checkers import BACKGAMMON, POINTS, Colour, point, tray
from hardware.signals import CameraProblem
from simulation.rendering.picture_conditions import ShadowEdge
from simulation.simulated_camera import SimulatedCamera
from tests.rigs.vision.tracked_table import TrackedTable
from vision.tracking.unclear_reason import UnclearReason

CameraAction = Callable[[SimulatedCamera], None]
SOON = 1.0
"""Seconds in which anything that lies still is judged."""
LONG = 4.0
"""Seconds after which a problem is reported."""


@pytest.fixture
def table() -> TrackedTable:
    """A table that has been tracked for a moment."""
    tracked = TrackedTable()
    tracked.track_for(SOON)
    assert tracked.unclaimed_places == set()
    return tracked


def test_unchanged_picture_is_read_once(table: TrackedTable) -> None:
    assert table.reads == 1
    result = table.track_for(3 * SOON)
    assert table.reads == 1
    assert result.sightings is None
    assert result.unclear == {}


def test_checker_is_claimed_where_it_lies_once_it_lies_still(table: TrackedTable) -> None:
    table.carry(point(13), point(9))
    assert table.track_for().unclear[point(9)] in (UnclearReason.HIDDEN, UnclearReason.MOVING)
    table.track_for(2 * SOON)
    assert table.unclaimed_places == set()
    assert table.claims[point(9)].light.low == 1
    assert table.claims[point(13)].light.high < 5 + 1


def test_place_under_a_hand_is_not_claimed(table: TrackedTable) -> None:
    table.camera.hand_in(point(20))
    result = table.track_for()
    assert result.unclear[point(20)] is UnclearReason.HIDDEN
    assert point(1) not in table.unclaimed_places
    table.camera.hand_out()
    table.track_for(SOON)
    assert table.unclaimed_places == set()


def test_hand_over_one_side_does_not_hide_the_trays_of_the_other(table: TrackedTable) -> None:
    table.camera.hand_in(point(13))
    table.track_for()
    assert point(13) in table.unclaimed_places
    assert table.unclaimed_places.isdisjoint(map(tray, Colour))


def test_borne_off_checkers_are_not_taken_for_a_hand(table: TrackedTable) -> None:
    for number in (24, 24, 13, 13):
        table.carry(point(number), tray(Colour.LIGHT))
    result = table.track_for(2 * SOON)
    assert result.unclear == {}
    assert table.claims[tray(Colour.LIGHT)].light.high >= 4


def test_checker_moved_under_a_hand_is_not_claimed_too_early(table: TrackedTable) -> None:
    for place in (point(6), point(5), point(13)):
        table.camera.hand_in(place)
        table.track_for(SOON)
    lifted = table.table.lift(point(13))
    table.track_for(SOON)
    assert point(13) in table.unclaimed_places
    table.table.put(point(11), lifted)
    table.camera.hand_out()
    table.track_for(2 * SOON)
    assert table.unclaimed_places == set()


@pytest.mark.parametrize("strengths", [(0.9, 0.8, 0.7, 0.6, 0.5), (0.45,), (1.3,)])
def test_changed_light_changes_no_claim(table: TrackedTable, strengths: tuple[float, ...]) -> None:
    for strength in strengths:
        table.camera.dim(strength)
        table.track_for(SOON)
    table.track_for(SOON)
    assert table.unclaimed_places == set()


@pytest.mark.release
def test_shadow_that_crosses_the_board_leaves_no_doubt(table: TrackedTable) -> None:
    table.camera.cast_shadow(ShadowEdge(0, 7.0, 0.4, 0.9, -2.0))
    for _ in range(7):
        table.track_for(SOON)
    table.camera.cast_shadow(None)
    table.track_for(LONG)
    assert table.unclaimed_places == set()


@pytest.mark.release(after=1)
@pytest.mark.parametrize(
    ("happens", "ends", "problem"),
    [
        (SimulatedCamera.cover, SimulatedCamera.uncover, CameraProblem.TOO_DARK),
        (lambda camera: camera.dim(0.002), lambda camera: camera.dim(1.0), CameraProblem.TOO_DARK),
        (SimulatedCamera.unfocus, SimulatedCamera.focus, CameraProblem.OUT_OF_FOCUS),
    ],
    ids=["covered", "dark", "out of focus"],
)
def test_blind_camera_reports_its_problem_and_recovers(
    table: TrackedTable, happens: CameraAction, ends: CameraAction, problem: CameraProblem
) -> None:
    happens(table.camera)
    assert set(table.track_for().unclear) == set(BACKGAMMON.places)
    assert table.track_for(LONG).problem is problem
    ends(table.camera)
    assert table.track_for(3 * SOON).problem is None
    assert table.unclaimed_places == set()


def test_knocked_camera_is_located_again(table: TrackedTable) -> None:
    before = table.state.calibration.camera
    table.camera.bump(4.0, -2.0, 1.5)
    table.track_for(3 * SOON)
    assert table.state.calibration.camera is not before
    assert table.unclaimed_places == set()
    table.carry(point(24), point(22))
    table.track_for(2 * SOON)
    assert table.claims[point(22)].light.low == 1


@pytest.mark.release
def test_a_camera_that_looks_elsewhere_has_lost_the_board(table: TrackedTable) -> None:
    table.camera.bump(60.0, 0.0)
    assert table.track_for(LONG).problem in (CameraProblem.BOARD_LOST, CameraProblem.COVERED)
    assert table.unclaimed_places == set(BACKGAMMON.places)
    table.camera.bump(-60.0, 0.0)
    table.track_for(2 * LONG)
    assert table.unclaimed_places == set()


def test_lasting_occlusion_is_reported_even_if_it_moves(table: TrackedTable) -> None:
    chance = np.random.default_rng(3)
    noise = (chance.integers(0, 256, (480, 640, 3)).astype(np.uint8) for _ in range(60))
    assert table.track_pictures(noise).problem is not None
    table.track_for(3 * SOON)
    assert table.unclaimed_places == set()


def perform_random_event(table: TrackedTable, chance: Random) -> None:
    """Performs a random event of an evening."""
    camera, lying = table.camera, table.table.layout
    occupied = [place for place in POINTS if place in lying.piles]
    source = chance.choice(occupied)
    free = [place for place in POINTS if lying.count(place, lying.piles[source].colour.other) == 0]
    actions: list[Callable[[], object]] = [
        *[lambda: table.carry(source, chance.choice(free))] * 6,
        lambda: camera.hand_in(chance.choice(POINTS)),
        camera.hand_out,
        lambda: camera.dim(chance.uniform(0.5, 1.2)),
        lambda: camera.cast_shadow(ShadowEdge(chance.uniform(0, 360), 7.0, 0.4, 0.9, -2.0)),
        lambda: camera.cast_shadow(None),
        lambda: table.dice.roll(chance.randint(1, 6), chance.randint(1, 6)),
        table.dice.lift,
        camera.cover,
        camera.uncover,
    ]
    chance.choice(actions)()
    table.track_for(chance.choice((0.2, 0.4, 1.0, 2.0)))


@pytest.mark.release
def test_no_claim_of_a_whole_evening_is_wrong(soak_factor: int) -> None:
    """The table itself compares every claim with the truth after each picture."""
    for evening in range(soak_factor):
        table, chance = TrackedTable(), Random(f"evening {evening}")  # noqa: S311 - no secret
        table.track_for(SOON)
        for _ in range(25):
            perform_random_event(table, chance)
        for ends in (table.camera.uncover, table.camera.hand_out):
            ends()
        table.camera.cast_shadow(None)
        table.track_for(2 * LONG)
        assert table.unclaimed_places == set()


def test_dice_do_not_hide_a_place_for_long(table: TrackedTable) -> None:
    table.dice.roll(6, 5)
    table.track_for(2 * SOON)
    assert table.unclaimed_places == set()
