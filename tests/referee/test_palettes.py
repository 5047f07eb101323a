"""No light needs its hue to be understood, and each palette has hues that its eyes can tell."""

from collections.abc import Iterator
from itertools import combinations

import pytest

from hardware.checkers import point
from hardware.lights import Frame, Light, Rgb, Rhythm
from referee.effects import Meaning
from referee.palettes import (
    BLUE_YELLOW,
    GENTLE,
    MONO,
    PALETTES,
    RED_GREEN,
    RHYTHMS,
    STANDARD,
    TOGETHER,
    Palette,
    frame,
)
from tests.rigs.eyes import Eyes, distance, luminance, seen

FOR_EYES = [
    (STANDARD, Eyes.COMMON),
    (RED_GREEN, Eyes.COMMON),
    (RED_GREEN, Eyes.PROTAN),
    (RED_GREEN, Eyes.DEUTAN),
    (BLUE_YELLOW, Eyes.COMMON),
    (BLUE_YELLOW, Eyes.TRITAN),
]
APART = 20
"""How far apart in CIELAB two lights are kept that may be lit together."""
BRIGHTER = 4
"""How many times brighter one of two lights is where nothing else tells them apart."""
HANDFUL = 5

each_palette = pytest.mark.parametrize("palette", PALETTES.values(), ids=lambda each: each.name)
all_eyes = pytest.mark.parametrize("eyes", Eyes, ids=lambda each: each.name)


def pairs() -> Iterator[tuple[Meaning, Meaning]]:
    """Every two meanings that may be lit at the same time."""
    for group in TOGETHER:
        yield from combinations([meaning for meaning in Meaning if meaning in group], 2)


def ratio(one: Light, two: Light, eyes: Eyes) -> float:
    dimmer, brighter = sorted(luminance(light.colour, eyes) for light in (one, two))
    return brighter / dimmer


@each_palette
@all_eyes
def test_rhythm_or_brightness_alone_tells_lights_apart(palette: Palette, eyes: Eyes) -> None:
    unclear = [
        (one, two)
        for one, two in pairs()
        if palette[one].rhythm is palette[two].rhythm
        and ratio(palette[one], palette[two], eyes) < BRIGHTER
    ]
    assert unclear == []


@pytest.mark.parametrize(
    ("palette", "eyes"), FOR_EYES, ids=[f"{palette.name}-{eyes.name}" for palette, eyes in FOR_EYES]
)
def test_the_hues_too_can_be_told_apart_by_the_eyes_they_are_made_for(
    palette: Palette, eyes: Eyes
) -> None:
    near = [
        (one, two)
        for one, two in pairs()
        if distance(palette[one].colour, palette[two].colour, eyes) < APART
    ]
    assert near == []


@pytest.mark.parametrize("eyes", [Eyes.PROTAN, Eyes.DEUTAN, Eyes.TRITAN], ids=lambda e: e.name)
def test_the_standard_hues_would_not_do_for_other_eyes(eyes: Eyes) -> None:
    nearest = min(distance(STANDARD[a].colour, STANDARD[b].colour, eyes) for a, b in pairs())
    assert nearest < APART


@each_palette
def test_a_meaning_keeps_its_rhythm_in_every_palette(palette: Palette) -> None:
    assert {meaning: palette[meaning].rhythm for meaning in Meaning} == RHYTHMS


@pytest.mark.parametrize(
    ("rhythm", "asks"),
    [
        (Rhythm.BLINK, {"missing", "destination", "came_from", "computer_to", "ambiguous"}),
        (Rhythm.WINK, {"lifted", "chosen", "turn"}),
        (Rhythm.DOUBLE, {"too_many", "computer", "doubt"}),
        (Rhythm.TRIPLE, {"illegal"}),
    ],
)
def test_one_rhythm_asks_for_one_thing(rhythm: Rhythm, asks: set[str]) -> None:
    assert {meaning.value for meaning in Meaning if RHYTHMS[meaning] is rhythm} == asks


@each_palette
@all_eyes
def test_what_may_be_lit_for_long_is_gentle_and_the_rest_is_not(
    palette: Palette, eyes: Eyes
) -> None:
    gentle = max(luminance(palette[meaning].colour, eyes) for meaning in GENTLE)
    bright = min(luminance(palette[meaning].colour, eyes) for meaning in {*Meaning} - GENTLE)
    assert gentle < 0.08 < bright


def test_no_more_than_a_handful_of_meanings_is_bright_at_once() -> None:
    assert max(len(group - GENTLE) for group in TOGETHER) <= HANDFUL


def test_every_meaning_belongs_to_a_group() -> None:
    assert frozenset().union(*TOGETHER) == {*Meaning}


@pytest.mark.parametrize("palette", [STANDARD, RED_GREEN, BLUE_YELLOW], ids=lambda each: each.name)
def test_no_light_has_two_meanings_where_there_are_colours(palette: Palette) -> None:
    assert len(set(palette.lights.values())) == len(Meaning)


def test_mono_has_one_hue() -> None:
    assert all(
        light.colour.red == light.colour.green == light.colour.blue
        for light in MONO.lights.values()
    )


def test_a_palette_has_a_light_for_every_meaning() -> None:
    with pytest.raises(ValueError, match="no light for turn"):
        Palette("short", {m: STANDARD[m] for m in Meaning if m is not Meaning.TURN})


def test_palettes_are_found_by_name() -> None:
    assert list(PALETTES) == ["standard", "red-green", "blue-yellow", "mono"]


def test_a_frame_shows_each_meaning_where_it_belongs_and_nothing_else() -> None:
    meanings = {point(6): Meaning.LIFTED, point(3): Meaning.DESTINATION}
    assert frame(meanings, STANDARD) == Frame(
        {point(6): STANDARD[Meaning.LIFTED], point(3): STANDARD[Meaning.DESTINATION]}
    )


def test_eyes_without_red_cones_see_red_dark_and_as_a_kind_of_yellow() -> None:
    red, green, blue = seen(Rgb(255, 0, 0), Eyes.PROTAN)
    assert luminance(Rgb(255, 0, 0), Eyes.PROTAN) < luminance(Rgb(255, 0, 0), Eyes.COMMON)
    assert (red == pytest.approx(green, abs=0.05), blue) == (True, 0.0)


@all_eyes
def test_grey_is_grey_to_all_eyes(eyes: Eyes) -> None:
    assert seen(Rgb(255, 255, 255), eyes) == pytest.approx((1, 1, 1), abs=1e-5)
    assert distance(Rgb(0, 0, 0), Rgb(255, 255, 255), eyes) == pytest.approx(100, abs=0.01)
