"""What is known of a board's looks goes on being learnt, and never from what is in doubt."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from hardware.checkers import BACKGAMMON, Layout, Pile, bar, point
from hardware.drivers.simulated.camera.blocks import Block
from hardware.drivers.simulated.camera.hands import Hand
from hardware.drivers.simulated.camera.lights import LIGHTS
from hardware.drivers.simulated.camera.pictures import START, USUAL_SIZE, rendered, rendering_of
from hardware.drivers.simulated.camera.viewpoints import VIEWPOINTS
from tests.rigs.vision_boards import DARK, LIGHT, MIDDLE, board, learnt, outside, pair, wrong
from vision.adapting import adapted
from vision.chances import EVEN, SURE, Chances
from vision.learned import Learned
from vision.looks import rooted
from vision.pictures import Mask, Picture
from vision.plane import Plane, above
from vision.reading import read
from vision.readings import Reading
from vision.studying.discs import tops

LATER = board(
    {5: 3, 4: 2, 7: 3, 10: 3, 9: 2, 20: 2},
    {18: 3, 21: 2, 16: 3, 14: 3, 15: 2, 3: 2},
)
"""None lies where any began."""
LAST = board({6: 5, 13: 2, 8: 3, 3: 3, 1: 2}, {19: 5, 12: 3, 24: 2, 17: 3, 22: 2})
"""Where others began lie some again."""


FADES = 6
"""Pictures in which the light fades."""
WHITER = 40
"""As roots; a die is whiter than any ground by more."""


def shown(lying: Layout = LATER, *, frame: int = 0) -> Picture:
    """Checkers that lie where they lie, in one picture more."""
    return rendered(lying=lying, seed=1, frame=frame).picture


def taught(learned: Learned, *pictures: Picture) -> Learned:
    """What is known after each of these was read."""
    for picture in pictures:
        learned = adapted(picture, learned, read(picture, learned))
    return learned


def fading() -> Iterator[Picture]:
    """Pictures of a camera that is held, while the light fades to a quarter."""
    soft, first = LIGHTS["soft"], rendered()
    held = rendering_of(first.plan, soft, VIEWPOINTS["leaning"], USUAL_SIZE).metered(soft)
    for frame, part in enumerate(np.geomspace(1.0, 0.25, FADES)):
        light = replace(soft, around=soft.around * part, main=soft.main * part)
        yield rendered(light=light, lying=LATER, seed=1, frame=frame, exposure=held).picture


def learned_seen(picture: Picture, learned: Learned) -> Plane:
    """A picture from above, as roots."""
    view = above(learned.eye, learned.field, learned.field.thickness)
    return rooted(view.of(picture), learned.looks.falloff)


def moved_unseen(lying: Layout) -> Layout:
    """Dark's two on point 3 moved: to point 6, which Light left, and to 2, where nobody was."""
    piles = {**lying.piles, point(6): Pile(DARK, 1), point(2): Pile(DARK, 1)}
    del piles[point(3)]
    return Layout(piles)


def exact(reading: Reading) -> int:
    return sum(claim.is_exact for claim in reading.sightings.values())


def surely(lying: Layout) -> Reading:
    """The reading of somebody who has no doubt that the checkers lie so."""
    chances = {}
    for place in BACKGAMMON:
        table = np.zeros_like(EVEN.table)
        table[pair(lying, place)] = 1
        chances[place] = Chances(table)
    return Reading(chances)


def under(learned: Learned, number: int, checkers: int) -> Mask:
    """The inner part of where so many checkers of a point lie."""
    slot = learned.home.number(number)
    spots = [learned.field.spot(slot, each) for each in range(checkers)]
    return tops(learned.field, np.array(spots), 0.7)


def test_the_ground_under_a_checker_is_known_once_it_was_seen_twice() -> None:
    learned = learnt()
    left = under(learned, 6, 5)
    assert not learned.looks.known[left].any()
    once = taught(learned, shown())
    twice = taught(once, shown(frame=1))
    assert twice.looks.known[left].mean() > 0.9
    assert twice.looks.spread[left].mean() < learned.looks.spread[left].mean()


def test_the_ground_is_learnt_as_it_is() -> None:
    learned = learnt()
    left, looks = under(learned, 6, 5), learned.looks
    after = taught(learned, shown(), shown(frame=1)).looks
    bare = learned_seen(shown(Layout({})), learned)
    before, now = (np.abs(each.ground[left] - bare[left]).mean() for each in (looks, after))
    assert now < before


def test_what_was_learnt_spoils_no_reading() -> None:
    learned = learnt()
    after = taught(learned, shown(), shown(frame=1))
    for lying in (START, MIDDLE, LAST):
        reading = read(shown(lying), after)
        assert wrong(reading, lying) == []
        assert outside(reading, lying) == []


def test_points_that_checkers_left_are_surer_to_be_empty() -> None:
    learned, picture = learnt(), shown(frame=2)
    after = taught(learned, shown(), shown(frame=1))
    left = [place for place in START.piles if place not in LATER.piles]
    before, now = (read(picture, each).chances for each in (learned, after))
    assert min(now[place].table[0, 0] for place in left) > SURE
    assert sum(now[place].table[0, 0] - before[place].table[0, 0] for place in left) > 0


def test_in_light_that_fades_the_claims_stay_true_and_as_exact() -> None:
    learned = after = learnt()
    told_before = told_after = 0
    for picture in fading():
        reading = read(picture, after)
        assert outside(reading, LATER) == []
        told_before += exact(read(picture, learned))
        told_after += exact(reading)
        after = adapted(picture, after, reading)
    assert told_after >= told_before


def test_a_checker_that_was_overlooked_is_not_taken_for_ground() -> None:
    learned = learnt()
    lying = moved_unseen(LATER)
    picture = shown(lying)
    before = read(picture, learned)
    for _ in range(5):
        learned = adapted(picture, learned, surely(LATER))
    after = read(picture, learned)
    assert outside(before, lying) == outside(after, lying) == []
    assert wrong(after, lying) == wrong(before, lying)


def test_a_die_is_not_taken_for_ground() -> None:
    learned = learnt()
    die = Block((3.0, 1.5, 0.0), 0.4, 5, (250, 250, 245), (10, 10, 10))
    picture = rendered(lying=LATER, seed=1, things=[die]).picture
    after = taught(learned, picture, picture, picture)
    white = after.looks.ground.min(axis=2) > learned.looks.ground.min(axis=2).astype(int) + WHITER
    assert not white[learned.looks.known].any()


def test_a_hand_teaches_nothing() -> None:
    learned = learnt()
    picture = rendered(lying=LATER, seed=1, things=[Hand((2.0, -3.0, 0.3), 100.0)]).picture
    reading = read(picture, learned)
    assert reading.covered
    assert adapted(picture, learned, reading) is learned


def test_a_covered_place_teaches_nothing() -> None:
    learned, picture = learnt(), shown()
    reading = replace(read(picture, learned), covered=frozenset({bar(LIGHT)}))
    assert adapted(picture, learned, reading) is learned


def test_doubt_teaches_nothing() -> None:
    learned, picture = learnt(), shown()
    doubtful = Reading(dict.fromkeys(BACKGAMMON, EVEN))
    assert adapted(picture, learned, doubtful) is learned
