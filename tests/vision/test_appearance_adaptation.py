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
"""The number of pictures while the light fades."""
WHITER = 40
"""A difference of square-root brightness; a die is brighter than any ground by more."""


def picture_of(lying: Layout = LATER, *, frame: int = 0) -> Picture:
    """A picture of this layout; each frame has noise of its own."""
    return render_board(lying=lying, seed=1, frame=frame).picture


def adapted(learned: Calibration, *pictures: Picture) -> Calibration:
    """The calibration, adapted to each of these pictures in turn."""
    for picture in pictures:
        learned = adapt_calibration(picture, learned, read_picture(picture, learned))
    return learned


def fading() -> Iterator[Picture]:
    """Pictures with frozen exposure, while the light fades to a quarter."""
    soft, first = LIGHTS["soft"], render_board()
    held = cached_renderer(first.plan, soft, VIEWPOINTS["leaning"], USUAL_SIZE).meter(soft)
    for frame, part in enumerate(np.geomspace(1.0, 0.25, FADES)):
        light = replace(soft, around=soft.around * part, main=soft.main * part)
        yield render_board(light=light, lying=LATER, seed=1, frame=frame, exposure=held).picture


def rectified_brightness(picture: Picture, learned: Calibration) -> Plane:
    """The square-root brightness of a picture as seen from above."""
    view = top_down_map(learned.camera, learned.field, learned.field.thickness)
    return square_root_brightness(view.rectify(picture), learned.appearance.falloff)


def with_moved_checkers(lying: Layout) -> Layout:
    """The layout with Dark's two checkers of point 3 moved: to 6, which Light left, and to 2."""
    piles = {**lying.piles, point(6): Pile(rendered.DARK, 1), point(2): Pile(rendered.DARK, 1)}
    del piles[point(3)]
    return Layout(piles)


def count_exact_claims(reading: PictureReading) -> int:
    return sum(claim.is_exact for claim in reading.sightings.values())


def certain_reading(lying: Layout) -> PictureReading:
    """A reading that is certain of this layout."""
    chances = {}
    for place in BACKGAMMON.places:
        table = np.zeros_like(UNKNOWN.table)
        table[rendered.counts_at(lying, place)] = 1
        chances[place] = CountChances(table)
    return PictureReading(chances)


def area_under(learned: Calibration, number: int, checkers: int) -> Mask:
    """The area under so many checkers of a point, without their rims."""
    slot = learned.home.number(number)
    spots = [learned.field.spot(slot, each) for each in range(checkers)]
    return mask_tops(learned.field, np.array(spots), 0.7)


@pytest.mark.release
def test_ground_under_a_checker_is_known_once_it_was_seen_twice() -> None:
    learned = rendered.calibration_of()
    vacated = area_under(learned, 6, 5)
    assert not learned.appearance.known[vacated].any()
    once = adapted(learned, picture_of())
    twice = adapted(once, picture_of(frame=1))
    assert twice.appearance.known[vacated].mean() > 0.9
    assert twice.appearance.spread[vacated].mean() < learned.appearance.spread[vacated].mean()


@pytest.mark.release
def test_learnt_ground_is_closer_to_the_bare_board() -> None:
    learned = rendered.calibration_of()
    vacated, old = area_under(learned, 6, 5), learned.appearance
    after = adapted(learned, picture_of(), picture_of(frame=1)).appearance
    bare = rectified_brightness(picture_of(Layout({})), learned)
    before, now = (np.abs(each.ground[vacated] - bare[vacated]).mean() for each in (old, after))
    assert now < before


@pytest.mark.release
def test_adaptation_causes_no_wrong_reading() -> None:
    learned = rendered.calibration_of()
    after = adapted(learned, picture_of(), picture_of(frame=1))
    for lying in (START, rendered.MIDDLE, LAST):
        reading = read_picture(picture_of(lying), after)
        assert rendered.mistakes(reading, lying) == []


def test_points_that_checkers_left_are_surer_to_be_empty() -> None:
    learned, picture = rendered.calibration_of(), picture_of(frame=2)
    after = adapted(learned, picture_of(), picture_of(frame=1))
    vacated = [place for place in START.piles if place not in LATER.piles]
    before, now = (read_picture(picture, each).chances for each in (learned, after))
    assert min(now[place].table[0, 0] for place in vacated) > SURE
    assert sum(now[place].table[0, 0] - before[place].table[0, 0] for place in vacated) > 0


@pytest.mark.release
def test_claims_stay_true_and_as_exact_in_fading_light() -> None:
    learned = after = rendered.calibration_of()
    exact_before = exact_after = 0
    for picture in fading():
        reading = read_picture(picture, after)
        assert rendered.false_claims(reading, LATER) == []
        exact_before += count_exact_claims(read_picture(picture, learned))
        exact_after += count_exact_claims(reading)
        after = adapt_calibration(picture, after, reading)
    assert exact_after >= exact_before


def test_a_checker_that_was_overlooked_is_not_taken_for_ground() -> None:
    learned = rendered.calibration_of()
    lying = with_moved_checkers(LATER)
    picture = picture_of(lying)
    before = read_picture(picture, learned)
    for _ in range(5):
        learned = adapt_calibration(picture, learned, certain_reading(LATER))
    after = read_picture(picture, learned)
    assert rendered.false_claims(before, lying) == rendered.false_claims(after, lying) == []
    assert rendered.wrong_places(after, lying) == rendered.wrong_places(before, lying)


def test_a_die_is_not_taken_for_ground() -> None:
    learned = rendered.calibration_of()
    die = Block((3.0, 1.5, 0.0), 0.4, 5, (250, 250, 245), (10, 10, 10))
    picture = render_board(lying=LATER, seed=1, things=[die]).picture
    after = adapted(learned, picture, picture, picture)
    before, now = (each.appearance.ground.min(axis=2) for each in (learned, after))
    white = now > before.astype(int) + WHITER
    assert not white[learned.appearance.known].any()


def test_picture_with_a_hand_is_not_learnt_from() -> None:
    learned = rendered.calibration_of()
    picture = render_board(lying=LATER, seed=1, things=[DrawnHand((2.0, -3.0, 0.3), 100.0)]).picture
    reading = read_picture(picture, learned)
    assert reading.covered
    assert adapt_calibration(picture, learned, reading) is learned


def test_picture_with_a_covered_place_is_not_learnt_from() -> None:
    learned, picture = rendered.calibration_of(), picture_of()
    reading = replace(read_picture(picture, learned), covered=frozenset({bar(rendered.LIGHT)}))
    assert adapt_calibration(picture, learned, reading) is learned


def test_doubtful_reading_is_not_learnt_from() -> None:
    learned, picture = rendered.calibration_of(), picture_of()
    doubtful = PictureReading(dict.fromkeys(BACKGAMMON.places, UNKNOWN))
    assert adapt_calibration(picture, learned, doubtful) is learned
