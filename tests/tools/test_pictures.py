"""The paper on lights shows what the referee really lights."""

import re
from xml.etree import ElementTree as ET

import pytest

from hardware.checkers import Place
from hardware.power import powered, worst_milliamps
from referee.effects import Meaning
from referee.palettes import GENTLE, PALETTES, RHYTHMS, STANDARD, TOGETHER, frame
from tests.rigs.house import ROOT
from tools.drawing import SPOTS, Scene
from tools.pictures import FOLDER, pictures
from tools.scenes import scenes

PAPER = (ROOT / "docs" / "lights.md").read_text(encoding="utf-8")
LARGEST = 8_000
"""Bytes of a picture that is still small."""


@pytest.fixture(scope="module")
def drawings() -> dict[str, str]:
    return pictures()


@pytest.fixture(scope="module")
def shown() -> dict[str, Scene]:
    return dict(scenes())


def test_the_pictures_are_what_the_code_draws(drawings: dict[str, str]) -> None:
    kept = {path.name: path.read_text(encoding="utf-8") for path in FOLDER.glob("*.svg")}
    stale = {name for name in kept.keys() | drawings.keys() if kept.get(name) != drawings.get(name)}
    assert stale == set(), "`make pictures` draws them anew"


def test_the_paper_shows_every_picture_and_no_other(drawings: dict[str, str]) -> None:
    assert set(re.findall(r"\(lights/(.+?)\)", PAPER)) == drawings.keys()


def test_every_picture_is_a_small_drawing_with_a_title(drawings: dict[str, str]) -> None:
    for text in drawings.values():
        drawing = ET.fromstring(text)  # noqa: S314 - we have just drawn it ourselves
        title = drawing.find("{http://www.w3.org/2000/svg}title")
        assert title is not None
        assert title.text
        assert len(text.encode()) < LARGEST


def test_every_picture_keeps_still_for_those_who_want_it_so(drawings: dict[str, str]) -> None:
    for text in drawings.values():
        before, _, moving = text.partition("@media(prefers-reduced-motion:no-preference)")
        assert "animation" not in before
        assert moving


def test_every_meaning_is_shown_at_a_real_table(shown: dict[str, Scene]) -> None:
    lit = {meaning for scene in shown.values() for meaning in scene.meanings.values()}
    assert lit == {*Meaning}


def test_what_is_lit_together_is_what_the_palettes_tell_apart(shown: dict[str, Scene]) -> None:
    for name, scene in shown.items():
        lit = {*scene.meanings.values()}
        assert any(lit <= group for group in TOGETHER), name


def test_every_place_of_the_board_has_a_lamp_of_its_own() -> None:
    lamps = {(spot.x, spot.half) for spot in SPOTS.values()}
    assert len(lamps) == len(SPOTS) == 28


def test_the_paper_tells_each_meaning_as_the_palettes_have_it() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (\w+) \| (\w+) \| .+\.? \|$", PAPER, re.MULTILINE)
    assert rows == [
        (meaning.value, RHYTHMS[meaning].name.lower(), "dim" if meaning in GENTLE else "bright")
        for meaning in Meaning
    ]


def test_the_paper_shows_the_boxes_of_each_rhythm_once() -> None:
    boxes = re.findall(r"^\| .+ \| `([#.]{8})` \|", PAPER, re.MULTILINE)
    assert sorted(boxes) == sorted({rhythm.value for rhythm in RHYTHMS.values()})


def test_the_paper_names_every_palette() -> None:
    assert re.findall(r"^`([a-z-]+)` (?:is|has) ", PAPER, re.MULTILINE) == list(PALETTES)


def test_the_paper_tells_how_much_the_brightest_picture_draws(shown: dict[str, Scene]) -> None:
    drawn = {
        name: worst_milliamps(powered(frame(scene.meanings, STANDARD), 1, 10_000))
        for name, scene in shown.items()
    }
    told = re.findall(r"the knocked board, with (\d+) milliamperes", PAPER)
    assert max(drawn, key=lambda name: drawn[name]) == "correction"
    assert told == [f"{drawn['correction']:.0f}"]


@pytest.mark.parametrize(
    ("name", "meaning", "places"),
    [
        ("set-up", Meaning.MISSING, "p8 p17"),
        ("set-up", Meaning.TOO_MANY, "p19"),
        ("movable", Meaning.MOVABLE, "p6 p8 p13 p24"),
        ("destinations", Meaning.LIFTED, "p8"),
        ("destinations", Meaning.DESTINATION, "p4 p5 p7"),
        ("complete", Meaning.COMPLETE, "p5"),
        ("illegal", Meaning.ILLEGAL, "p10"),
        ("illegal", Meaning.CAME_FROM, "p13"),
        ("ambiguous", Meaning.AMBIGUOUS, "p3 p4 p10 p11"),
        ("which", Meaning.CHOSEN, "p4 p10"),
        ("which", Meaning.AMBIGUOUS, "p3 p11"),
        ("doubt", Meaning.DOUBT, "p5"),
        ("link-lost", Meaning.LINK_LOST, "p1 p12 p13 p24 bar.light bar.dark"),
        ("turn", Meaning.TURN, "bar.dark"),
        ("offer", Meaning.OFFER, "bar.light"),
        ("computer", Meaning.COMPUTER, "p17 p19"),
        ("computer", Meaning.COMPUTER_TO, "p23"),
    ],
)
def test_the_words_beside_a_picture_are_true(
    shown: dict[str, Scene], name: str, meaning: Meaning, places: str
) -> None:
    lit = {place for place, each in shown[name].meanings.items() if each is meaning}
    assert lit == {Place(place) for place in places.split()}
