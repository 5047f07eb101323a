"""The colours of every look of the board stand out from each other, computed from the styles."""

import re
from collections.abc import Mapping
from itertools import product

import pytest

from hardware.outputs import Rgb
from referee.palettes import STANDARD
from tests.rigs.environment.checkout import ROOT
from tests.rigs.referee.colour_vision import ColourVision, colour_distance, luminance

PAGE = ROOT / "service" / "web" / "page"
STYLES = (PAGE / "css" / "looks.css").read_text(encoding="utf-8")
LAMPS = (PAGE / "css" / "lamps.css").read_text(encoding="utf-8")
OFFERED = re.compile(r"LOOKS = .*?\(\[(.*?)\]\)")
BLOCK = re.compile(r'\[data-look="(\w+)"\] \{\n([^}]*)\}')
VARIABLE = re.compile(r"--([\w-]+): ([^;]+);")
SCHEMED = re.compile(r"light-dark\((#\w{6}), (#\w{6})\)")
SOCKET = re.compile(r"\.socket \{\s*fill: (#\w{6});")
SCHEMES = ("light", "dark")
GRAPHIC, TEXT, APART = 3.0, 4.5, 7.0
"""The least contrasts of a graphical object and of a text, by WCAG 2.2, and of two players."""
FIELD, WOOD = ("felt", "point-0", "point-1"), ("wood", "wood-edge")
DISTINCT = 10.0
"""The least perceived distance of two grounds beside each other."""
TELL_APART = (ColourVision.COMMON, ColourVision.PROTAN, ColourVision.DEUTAN, ColourVision.TRITAN)

Colours = Mapping[str, Rgb]


def colour(text: str) -> Rgb:
    return Rgb(*bytes.fromhex(text.removeprefix("#")))


def looks() -> dict[str, dict[str, str]]:
    """The variables of each look, as they are written."""
    return {name: dict(VARIABLE.findall(block)) for name, block in BLOCK.findall(STYLES)}


def colours_of(look: str, scheme: str) -> Colours:
    """The colours of a look in a scheme, by the names of their variables."""
    found = {}
    for name, value in looks()[look].items():
        pair = SCHEMED.fullmatch(value)
        found[name] = colour(pair[1 + SCHEMES.index(scheme)] if pair else value)
    return found


def contrast(one: Rgb, other: Rgb) -> float:
    """The contrast of two colours as WCAG defines it, from 1 to 21."""
    lights = sorted(luminance(each, ColourVision.COMMON) for each in (one, other))
    return (lights[1] + 0.05) / (lights[0] + 0.05)


def shine(light: Rgb) -> Rgb:
    """The hue of a lamp as the page draws it, at full brightness."""
    most = max(light.red, light.green, light.blue, 1)
    return Rgb(*(round(part * 255 / most) for part in (light.red, light.green, light.blue)))


every_look = pytest.mark.parametrize(("look", "scheme"), [*product(looks(), SCHEMES)])


def test_every_look_that_is_offered_has_its_colours() -> None:
    offered = OFFERED.search((PAGE / "js" / "preferences.js").read_text(encoding="utf-8"))
    assert offered
    assert re.findall(r'"(\w+)"', offered[1]) == list(looks())
    assert len(looks()) >= 4
    assert len({frozenset(variables) for variables in looks().values()}) == 1


@every_look
def test_checkers_stand_out_from_whatever_they_lie_on(look: str, scheme: str) -> None:
    shown = colours_of(look, scheme)
    for kind, ground in product(("light", "dark", "unknown"), (*FIELD, *WOOD)):
        on_wood = f"{kind}-line-on-wood" if ground in WOOD else f"{kind}-line"
        line = shown.get(on_wood, shown[f"{kind}-line"])
        best = max(contrast(shown[f"{kind}-body"], shown[ground]), contrast(line, shown[ground]))
        assert best >= GRAPHIC, f"{kind} on {ground}: {best:.2f}"


@every_look
def test_the_players_checkers_are_told_apart_by_brightness_and_mark(look: str, scheme: str) -> None:
    shown = colours_of(look, scheme)
    assert contrast(shown["light-body"], shown["dark-body"]) >= APART
    for kind in ("light", "dark", "unknown"):
        best = contrast(shown[f"{kind}-inner"], shown[f"{kind}-body"])
        assert best >= GRAPHIC, f"the mark of {kind}: {best:.2f}"


@every_look
def test_numbers_can_be_read_on_the_rim_and_in_the_trays(look: str, scheme: str) -> None:
    shown = colours_of(look, scheme)
    for ground in WOOD:
        assert contrast(shown["wood-ink"], shown[ground]) >= TEXT, ground


@every_look
@pytest.mark.parametrize("eyes", TELL_APART)
def test_points_differ_from_the_field_and_from_each_other(
    look: str, scheme: str, eyes: ColourVision
) -> None:
    shown = colours_of(look, scheme)
    for one, other in (("felt", "point-0"), ("felt", "point-1"), ("point-0", "point-1")):
        far = colour_distance(shown[one], shown[other], eyes)
        assert far >= DISTINCT, f"{one}, {other}: {far:.1f}"


def test_lit_lamps_stand_out_from_their_sockets_on_every_look() -> None:
    socket = SOCKET.search(LAMPS)
    assert socket
    for meaning, light in STANDARD.lights.items():
        best = contrast(shine(light.colour), colour(socket[1]))
        assert best >= GRAPHIC, f"{meaning}: {best:.2f}"
