"""Hands and other things are segmented in any raster of the board."""

import numpy as np

from vision import occlusion
from vision.picture_arrays import Mask

SCALE = 10
ROWS, COLUMNS = 130, 180
FIELD = (slice(10, 120), slice(20, 160))


def raster() -> occlusion.Raster:
    """A field of 14 by 11 points within a margin that belongs to the picture, too."""
    brim = (slice(7, 123), slice(17, 163))
    return occlusion.Raster(SCALE, np.ones((ROWS, COLUMNS), np.bool_), FIELD, brim)


def mask(*rectangles: tuple[int, int, int, int]) -> Mask:
    """A mask that is true in rectangles of top, bottom, left and right."""
    drawn = np.zeros((ROWS, COLUMNS), np.bool_)
    for top, bottom, left, right in rectangles:
        drawn[top:bottom, left:right] = True
    return drawn


ARM = (0, 50, 60, 80)
CUP = (60, 90, 100, 130)


def segmented(candidates: Mask) -> occlusion.Occlusions:
    return occlusion.segment_occlusions(candidates, raster())


def test_hand_reaches_over_the_field_from_the_end_of_the_picture() -> None:
    found = segmented(mask(ARM))
    assert [hand.sum() for hand in found.hands] == [mask(ARM).sum()]
    assert not found.others.any()


def test_cup_in_the_middle_is_another_thing_and_hides_nothing_by_itself() -> None:
    found = segmented(mask(CUP))
    assert not found.hands
    assert (found.others == mask(CUP)).all()
    assert not occlusion.hidden_area(found, raster()).any()


def test_small_thing_on_the_field_is_neither_a_hand_nor_another_thing() -> None:
    found = segmented(mask((60, 66, 60, 66)))
    assert not found.hands
    assert not found.others.any()


def test_sleeve_that_stays_outside_of_the_field_is_no_hand() -> None:
    assert not segmented(mask((0, 6, 60, 80))).hands


def test_two_parts_of_one_hand_are_joined_over_a_narrow_gap() -> None:
    assert len(segmented(mask((0, 12, 60, 80), (18, 50, 60, 80))).hands) == 1
    assert not segmented(mask((0, 6, 60, 80), (30, 50, 60, 80))).hands


def test_hand_hides_a_margin_and_what_its_fingers_may_reach() -> None:
    hidden = occlusion.hidden_area(segmented(mask(ARM)), raster())
    assert hidden[30, 60 - 7]
    assert hidden[50 + 20].any()
    assert not hidden[:, 150].any()


def test_thing_beside_a_hand_is_hidden_with_it() -> None:
    hidden = occlusion.hidden_area(segmented(mask(ARM, CUP)), raster())
    assert hidden[60:90, 100:130].all()


def test_piece_may_straddle_the_rim_of_the_field_where_the_limits_say_so() -> None:
    straddling = mask((40, 60, 10, 40))
    limits = occlusion.OcclusionLimits(min_straddling=0.5)
    assert not segmented(straddling).hands
    assert len(occlusion.segment_occlusions(straddling, raster(), limits).hands) == 1


def test_margin_is_as_wide_as_the_limits_say() -> None:
    hand = mask((50, 60, 60, 80))
    for margin in (0.4, 0.8):
        wider = occlusion.surroundings(
            hand, raster(), occlusion.OcclusionLimits(hand_margin=margin)
        )
        assert wider[55].sum() == 20 + 2 * SCALE * margin
