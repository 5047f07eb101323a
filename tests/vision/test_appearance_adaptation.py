"""The appearance of a board is adapted while it is tracked, and never from doubtful readings."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from hardware.checkers import BACKGAMMON, Layout, Pile, bar, point
from simulation.rendering.board_pictures import START, USUAL_SIZE, cached_renderer, render_board
from simulation.rendering.dice_and_cube import Block
from simulation.rendering.hand_and_arm import DrawnHand
from simulation.rendering.picture_conditions import LIGHTS, VIEWPOINTS
from tests.rigs.vision import rendered_boards as rendered
from vision.appearance_adaptation import adapt_calibration
from vision.board_appearance import mask_tops
from vision.board_reader import read_picture
from vision.calibration_data import Calibration, square_root_brightness
from vision.picture_arrays import Mask, Picture, Plane
from vision.picture_reading import SURE, UNKNOWN, CountChances, PictureReading
from vision.top_view import top_down_map

LATER = rendered.layout_of(
    {5: 3, 4: 2, 7: 3, 10: 3, 9: 2, 20: 2}, {18: 3, 21: 2, 16: 3, 14: 3, 15: 2, 3: 2}
)
"""A layout without a checker on any place of the start."""
LAST = rendered.layout_of({6: 5, 13: 2, 8: 3, 3: 3, 1: 2}, {19: 5, 12: 3, 24: 2, 17: 3, 22: 2})
"""Checkers, some of them where others were at the start."""


FADES = 6
"""Pictures in which the light fades."""
WHITER = 40
"""Square-root brightness; a die is whiter than any ground by more."""


def shown(lying: Layout = LATER, *, frame: int = 0) -> Picture:
    """Checkers that lie where they lie, in one picture more."""
    return render_board(lying=lying, seed=1, frame=frame).picture


def taught(learned: Calibration, *pictures: Picture) -> Calibration:
    """The calibration after each of these was read."""
    for picture in pictures:
        learned = adapt_calibration(picture, learned, read_picture(picture, learned))
    return learned


def fading() -> Iterator[Picture]:
    """Pictures of a camera that is held, while the light fades to a quarter."""
    soft, first = LIGHTS["soft"], render_board()
    held = cached_renderer(first.plan, soft, VIEWPOINTS["leaning"], USUAL_SIZE).meter(soft)
    for frame, part in enumerate(np.geomspace(1.0, 0.25, FADES)):
        light = replace(soft, around=soft.around * part, main=soft.main * part)
        yield render_board(light=light, lying=LATER, seed=1, frame=frame, exposure=held).picture


def learned_seen(picture: Picture, learned: Calibration) -> Plane:
    """A picture from above, as roots."""
    view = top_down_map(learned.camera, learned.field, learned.field.thickness)
    return square_root_brightness(view.rectify(picture), learned.appearance.falloff)


def moved_unseen(lying: Layout) -> Layout:
    """Dark's two on point 3 moved: to point 6, which Light left, and to 2, which was empty."""
    piles = {**lying.piles, point(6): Pile(rendered.DARK, 1), point(2): Pile(rendered.DARK, 1)}
    del piles[point(3)]
    return Layout(piles)


def exact(reading: PictureReading) -> int:
    return sum(claim.is_exact for claim in reading.sightings.values())


def surely(lying: Layout) -> PictureReading:
    """A reading without any doubt that the checkers lie so."""
    chances = {}
    for place in BACKGAMMON:
        table = np.zeros_like(UNKNOWN.table)
        table[rendered.counts_at(lying, place)] = 1
        chances[place] = CountChances(table)
    return PictureReading(chances)


def under(learned: Calibration, number: int, checkers: int) -> Mask:
    """The inner part of where so many checkers of a point lie."""
    slot = learned.home.number(number)
    spots = [learned.field.spot(slot, each) for each in range(checkers)]
    return mask_tops(learned.field, np.array(spots), 0.7)


@pytest.mark.release
def test_the_ground_under_a_checker_is_known_once_it_was_seen_twice() -> None:
    learned = rendered.calibration_of()
    left = under(learned, 6, 5)
    assert not learned.appearance.known[left].any()
    once = taught(learned, shown())
    twice = taught(once, shown(frame=1))
    assert twice.appearance.known[left].mean() > 0.9
    assert twice.appearance.spread[left].mean() < learned.appearance.spread[left].mean()


@pytest.mark.release
def test_the_ground_is_learnt_as_it_is() -> None:
    learned = rendered.calibration_of()
    left, looks = under(learned, 6, 5), learned.appearance
    after = taught(learned, shown(), shown(frame=1)).appearance
    bare = learned_seen(shown(Layout({})), learned)
    before, now = (np.abs(each.ground[left] - bare[left]).mean() for each in (looks, after))
    assert now < before


@pytest.mark.release
def test_adaptation_spoils_no_reading() -> None:
    learned = rendered.calibration_of()
    after = taught(learned, shown(), shown(frame=1))
    for lying in (START, rendered.MIDDLE, LAST):
        reading = read_picture(shown(lying), after)
        assert rendered.mistakes(reading, lying) == []


def test_points_that_checkers_left_are_surer_to_be_empty() -> None:
    learned, picture = rendered.calibration_of(), shown(frame=2)
    after = taught(learned, shown(), shown(frame=1))
    left = [place for place in START.piles if place not in LATER.piles]
    before, now = (read_picture(picture, each).chances for each in (learned, after))
    assert min(now[place].table[0, 0] for place in left) > SURE
    assert sum(now[place].table[0, 0] - before[place].table[0, 0] for place in left) > 0


@pytest.mark.release
def test_in_light_that_fades_the_claims_stay_true_and_as_exact() -> None:
    learned = after = rendered.calibration_of()
    told_before = told_after = 0
    for picture in fading():
        reading = read_picture(picture, after)
        assert rendered.false_claims(reading, LATER) == []
        told_before += exact(read_picture(picture, learned))
        told_after += exact(reading)
        after = adapt_calibration(picture, after, reading)
    assert told_after >= told_before


def test_a_checker_that_was_overlooked_is_not_taken_for_ground() -> None:
    learned = rendered.calibration_of()
    lying = moved_unseen(LATER)
    picture = shown(lying)
    before = read_picture(picture, learned)
    for _ in range(5):
        learned = adapt_calibration(picture, learned, surely(LATER))
    after = read_picture(picture, learned)
    assert rendered.false_claims(before, lying) == rendered.false_claims(after, lying) == []
    assert rendered.wrong_places(after, lying) == rendered.wrong_places(before, lying)


def test_a_die_is_not_taken_for_ground() -> None:
    learned = rendered.calibration_of()
    die = Block((3.0, 1.5, 0.0), 0.4, 5, (250, 250, 245), (10, 10, 10))
    picture = render_board(lying=LATER, seed=1, things=[die]).picture
    after = taught(learned, picture, picture, picture)
    before, now = (each.appearance.ground.min(axis=2) for each in (learned, after))
    white = now > before.astype(int) + WHITER
    assert not white[learned.appearance.known].any()


def test_a_hand_teaches_nothing() -> None:
    learned = rendered.calibration_of()
    picture = render_board(lying=LATER, seed=1, things=[DrawnHand((2.0, -3.0, 0.3), 100.0)]).picture
    reading = read_picture(picture, learned)
    assert reading.covered
    assert adapt_calibration(picture, learned, reading) is learned


def test_a_covered_place_teaches_nothing() -> None:
    learned, picture = rendered.calibration_of(), shown()
    reading = replace(read_picture(picture, learned), covered=frozenset({bar(rendered.LIGHT)}))
    assert adapt_calibration(picture, learned, reading) is learned


def test_doubt_teaches_nothing() -> None:
    learned, picture = rendered.calibration_of(), shown()
    doubtful = PictureReading(dict.fromkeys(BACKGAMMON, UNKNOWN))
    assert adapt_calibration(picture, learned, doubtful) is learned
