"""docs/lights.md shows the lamps as the referee lights them."""

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from hardware.checkers import Place
from hardware.outputs import limit_power, peak_milliamps
from referee.effects import LampMeaning
from referee.palettes import DIM_MEANINGS, PALETTES, RHYTHMS, SIMULTANEOUS_MEANINGS, STANDARD, frame
from tests.rigs.environment.checkout import ROOT
from tools.board_drawing import SPOTS, Scene
from tools.light_scenes import scenes
from tools.pictures import FOLDER, pictures
from tools.wiring import build_documents

PAPER = (ROOT / "docs" / "lights.md").read_text(encoding="utf-8")
DRAWN = [(pictures, FOLDER, 8_000), (build_documents.pictures, build_documents.FOLDER, 40_000)]
"""All drawn pictures by their names, their folder, and the bytes that one must stay below."""
Pictures = Callable[[], Mapping[str, str]]


@pytest.fixture(scope="module")
def drawings() -> dict[str, str]:
    return pictures()


@pytest.fixture(scope="module")
def shown() -> dict[str, Scene]:
    return dict(scenes())


@pytest.mark.parametrize(("draw", "folder", "largest"), DRAWN, ids=["lights", "wiring"])
def test_stored_pictures_are_those_of_the_code(draw: Pictures, folder: Path, largest: int) -> None:
    drawings = draw()
    stored = {path.name: path.read_text(encoding="utf-8") for path in folder.glob("*.svg")}
    stale = {
        name for name in stored.keys() | drawings.keys() if stored.get(name) != drawings.get(name)
    }
    assert stale == set(), "`make pictures wiring` draws them anew"
    for text in drawings.values():
        title = ET.fromstring(text).find("{http://www.w3.org/2000/svg}title")  # noqa: S314 - we have just drawn it ourselves
        assert title is not None
        assert title.text
        assert len(text.encode()) < largest


def test_document_shows_every_picture_and_no_other(drawings: dict[str, str]) -> None:
    assert set(re.findall(r"\(lights/(.+?)\)", PAPER)) == drawings.keys()


def test_every_picture_keeps_still_for_readers_who_prefer_reduced_motion(
    drawings: dict[str, str],
) -> None:
    for text in drawings.values():
        before, _, moving = text.partition("@media(prefers-reduced-motion:no-preference)")
        assert "animation" not in before
        assert moving


def test_every_meaning_is_shown_at_a_real_table(shown: dict[str, Scene]) -> None:
    lit = {meaning for scene in shown.values() for meaning in scene.meanings.values()}
    assert lit == {*LampMeaning}


def test_meanings_lit_together_are_told_apart_by_the_palettes(shown: dict[str, Scene]) -> None:
    for name, scene in shown.items():
        lit = {*scene.meanings.values()}
        assert any(lit <= group for group in SIMULTANEOUS_MEANINGS), name


def test_every_place_of_the_board_has_a_lamp_of_its_own() -> None:
    lamps = {(spot.x, spot.half) for spot in SPOTS.values()}
    assert len(lamps) == len(SPOTS) == 28


def test_document_describes_each_meaning_as_the_palettes_have_it() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (\w+) \| (\w+) \| .+\.? \|$", PAPER, re.MULTILINE)
    assert rows == [
        (
            meaning.value,
            RHYTHMS[meaning].name.lower(),
            "dim" if meaning in DIM_MEANINGS else "bright",
        )
        for meaning in LampMeaning
    ]


def test_document_shows_the_boxes_of_each_rhythm_once() -> None:
    boxes = re.findall(r"^\| .+ \| `([#.]{8})` \|", PAPER, re.MULTILINE)
    assert sorted(boxes) == sorted({rhythm.value for rhythm in RHYTHMS.values()})


def test_document_names_every_palette() -> None:
    assert re.findall(r"^`([a-z-]+)` (?:is|has) ", PAPER, re.MULTILINE) == list(PALETTES)


def test_document_states_the_current_of_the_brightest_picture(shown: dict[str, Scene]) -> None:
    drawn = {
        name: peak_milliamps(limit_power(frame(scene.meanings, STANDARD), 1, 10_000))
        for name, scene in shown.items()
    }
    stated = re.findall(r"the knocked board, with (\d+) milliamperes", PAPER)
    assert max(drawn, key=lambda name: drawn[name]) == "correction"
    assert stated == [f"{drawn['correction']:.0f}"]


@pytest.mark.parametrize(
    ("name", "meaning", "places"),
    [
        ("set-up", LampMeaning.MISSING, "p8 p17"),
        ("set-up", LampMeaning.TOO_MANY, "p19"),
        ("movable", LampMeaning.MOVABLE, "p6 p8 p13 p24"),
        ("destinations", LampMeaning.LIFTED, "p8"),
        ("destinations", LampMeaning.DESTINATION, "p4 p5 p7"),
        ("complete", LampMeaning.COMPLETE, "p5"),
        ("illegal", LampMeaning.ILLEGAL, "p10"),
        ("illegal", LampMeaning.CAME_FROM, "p13"),
        ("ambiguous", LampMeaning.AMBIGUOUS, "p3 p4 p10 p11"),
        ("which", LampMeaning.CHOSEN, "p4 p10"),
        ("which", LampMeaning.AMBIGUOUS, "p3 p11"),
        ("doubt", LampMeaning.DOUBT, "p5"),
        ("link-lost", LampMeaning.LINK_LOST, "p1 p12 p13 p24 bar.light bar.dark"),
        ("turn", LampMeaning.TURN, "bar.dark"),
        ("offer", LampMeaning.OFFER, "bar.light"),
        ("confirm", LampMeaning.CONFIRM, "bar.dark"),
        ("computer", LampMeaning.COMPUTER, "p17 p19"),
        ("computer", LampMeaning.COMPUTER_TO, "p23"),
    ],
)
def test_the_words_beside_a_picture_are_true(
    shown: dict[str, Scene], name: str, meaning: LampMeaning, places: str
) -> None:
    lit = {place for place, each in shown[name].meanings.items() if each is meaning}
    assert lit == {Place(place) for place in places.split()}
