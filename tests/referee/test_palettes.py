"""Lights can be told apart without their hue; each palette has hues for one kind of vision."""

from collections.abc import Iterator
from itertools import combinations

import pytest

from hardware.checkers import point
from hardware.outputs import LampFrame, LampLight, Rgb, Rhythm
from referee.effects import LampMeaning
from referee.palettes import (
    BLUE_YELLOW,
    DIM_MEANINGS,
    MONO,
    PALETTES,
    RED_GREEN,
    RHYTHMS,
    SIMULTANEOUS_MEANINGS,
    STANDARD,
    Palette,
    frame,
)
from tests.rigs.referee.colour_vision import (
    ColourVision,
    colour_distance,
    luminance,
    simulate_vision,
)

FOR_EYES = [
    (STANDARD, ColourVision.COMMON),
    (RED_GREEN, ColourVision.COMMON),
    (RED_GREEN, ColourVision.PROTAN),
    (RED_GREEN, ColourVision.DEUTAN),
    (BLUE_YELLOW, ColourVision.COMMON),
    (BLUE_YELLOW, ColourVision.TRITAN),
]
APART = 20
"""The least distance in CIELAB of two lights that may be lit together."""
BRIGHTER = 4
"""The least ratio of brightness of two lights that nothing else tells apart."""
HANDFUL = 5

each_palette = pytest.mark.parametrize("palette", PALETTES.values(), ids=lambda each: each.name)
all_eyes = pytest.mark.parametrize("eyes", ColourVision, ids=lambda each: each.name)


def pairs() -> Iterator[tuple[LampMeaning, LampMeaning]]:
    """Every two meanings that may be lit at the same time."""
    for group in SIMULTANEOUS_MEANINGS:
        yield from combinations([meaning for meaning in LampMeaning if meaning in group], 2)


def ratio(one: LampLight, two: LampLight, eyes: ColourVision) -> float:
    dimmer, brighter = sorted(luminance(light.colour, eyes) for light in (one, two))
    return brighter / dimmer


@each_palette
@all_eyes
def test_rhythm_or_brightness_tells_lights_apart(palette: Palette, eyes: ColourVision) -> None:
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
def test_hues_differ_for_the_eyes_they_are_made_for(palette: Palette, eyes: ColourVision) -> None:
    near = [
        (one, two)
        for one, two in pairs()
        if colour_distance(palette[one].colour, palette[two].colour, eyes) < APART
    ]
    assert near == []


@pytest.mark.parametrize(
    "eyes", [ColourVision.PROTAN, ColourVision.DEUTAN, ColourVision.TRITAN], ids=lambda e: e.name
)
def test_the_standard_hues_would_not_do_for_other_eyes(eyes: ColourVision) -> None:
    nearest = min(colour_distance(STANDARD[a].colour, STANDARD[b].colour, eyes) for a, b in pairs())
    assert nearest < APART


@each_palette
def test_a_meaning_keeps_its_rhythm_in_every_palette(palette: Palette) -> None:
    assert {meaning: palette[meaning].rhythm for meaning in LampMeaning} == RHYTHMS


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
    assert {meaning.value for meaning in LampMeaning if RHYTHMS[meaning] is rhythm} == asks


@each_palette
@all_eyes
def test_long_lit_meanings_are_dim_and_others_bright(palette: Palette, eyes: ColourVision) -> None:
    gentle = max(luminance(palette[meaning].colour, eyes) for meaning in DIM_MEANINGS)
    others = {*LampMeaning} - DIM_MEANINGS
    bright = min(luminance(palette[meaning].colour, eyes) for meaning in others)
    assert gentle < 0.08 < bright


def test_no_more_than_a_handful_of_meanings_is_bright_at_once() -> None:
    assert max(len(group - DIM_MEANINGS) for group in SIMULTANEOUS_MEANINGS) <= HANDFUL


def test_every_meaning_belongs_to_a_group() -> None:
    assert frozenset().union(*SIMULTANEOUS_MEANINGS) == {*LampMeaning}


@pytest.mark.parametrize("palette", [STANDARD, RED_GREEN, BLUE_YELLOW], ids=lambda each: each.name)
def test_no_light_has_two_meanings_where_there_are_colours(palette: Palette) -> None:
    assert len(set(palette.lights.values())) == len(LampMeaning)


def test_mono_has_one_hue() -> None:
    colours = [light.colour for light in MONO.lights.values()]
    assert all(colour.red == colour.green == colour.blue for colour in colours)


def test_a_palette_has_a_light_for_every_meaning() -> None:
    with pytest.raises(ValueError, match="no light for turn"):
        Palette("short", {m: STANDARD[m] for m in LampMeaning if m is not LampMeaning.TURN})


def test_palettes_are_found_by_name() -> None:
    assert list(PALETTES) == ["standard", "red-green", "blue-yellow", "mono"]


def test_a_frame_shows_each_meaning_where_it_belongs_and_nothing_else() -> None:
    meanings = {point(6): LampMeaning.LIFTED, point(3): LampMeaning.DESTINATION}
    assert frame(meanings, STANDARD) == LampFrame(
        {point(6): STANDARD[LampMeaning.LIFTED], point(3): STANDARD[LampMeaning.DESTINATION]}
    )


def test_eyes_without_red_cones_see_red_dark_and_as_a_kind_of_yellow() -> None:
    red, green, blue = simulate_vision(Rgb(255, 0, 0), ColourVision.PROTAN)
    full = Rgb(255, 0, 0)
    assert luminance(full, ColourVision.PROTAN) < luminance(full, ColourVision.COMMON)
    assert (red == pytest.approx(green, abs=0.05), blue) == (True, 0.0)


@all_eyes
def test_grey_is_grey_to_all_eyes(eyes: ColourVision) -> None:
    assert simulate_vision(Rgb(255, 255, 255), eyes) == pytest.approx((1, 1, 1), abs=1e-5)
    assert colour_distance(Rgb(0, 0, 0), Rgb(255, 255, 255), eyes) == pytest.approx(100, abs=0.01)
