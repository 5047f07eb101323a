"""People are told what a camera sees, what keeps it from seeing, and what to do about that."""

from dataclasses import replace
from typing import Any

import pytest

from engine.backgammon.rulebook import TOURNAMENT
from hardware.checkers import Colour, point
from hardware.sightings import ANYTHING, of_colour
from hardware.signals import Trouble
from referee.words import Language, load_phrases
from service.camera_words import (
    ALIKE,
    FEW_PIXELS,
    advise_after,
    advise_on,
    tell_sight,
    tell_trouble,
    tell_verdict,
)
from service.config.settings import Table
from service.seeing.glimpse import Fit, Outcome, Verdict
from tests.rigs.gaze import glimpse
from tests.rigs.house import ROOT
from vision.learning.flaws import Flaw

ENGLISH = load_phrases(Language.ENGLISH)
SETTINGS = Table(names=("Alice", "Bob"), length=3, rules=TOURNAMENT).match
GOOD = Verdict(Outcome.LEARNT, fit=Fit(30.0, 0.6, 0.999))
LIGHT, DARK = Colour


@pytest.mark.parametrize("language", Language)
def test_every_trouble_and_every_outcome_has_words_and_advice(language: Language) -> None:
    phrases = load_phrases(language)
    for trouble in Trouble:
        assert tell_trouble(trouble, phrases) != advise_on(trouble, phrases) != ""
    for outcome in Outcome:
        verdict = Verdict(outcome)
        assert tell_verdict(verdict, SETTINGS, phrases) != advise_after(verdict, phrases) != ""


def test_the_paper_tells_what_to_do_whatever_is_said() -> None:
    paper = (ROOT / "docs" / "camera.md").read_text(encoding="utf-8")
    in_vain = set(Outcome) - {Outcome.LEARNT, Outcome.NO_PICTURE, Outcome.TOO_DARK}
    said = [
        *(tell_trouble(trouble, ENGLISH) for trouble in Trouble),
        *(tell_verdict(Verdict(outcome), SETTINGS, ENGLISH) for outcome in in_vain),
    ]

    assert [words for words in said if f"| {words} |" not in paper] == []


@pytest.mark.parametrize("flaw", [flaw for flaw in Flaw if flaw is not Flaw.UNLIKE])
def test_where_the_starting_position_is_not_right_is_told(flaw: Flaw) -> None:
    verdict = Verdict(Outcome.NOT_THE_START, flaw=flaw, places=(point(17), point(8)))

    said = tell_verdict(verdict, SETTINGS, ENGLISH)

    assert "on point 17 and on point 8 (as Alice counts)" in said
    assert ("too many" in said) is (flaw is not Flaw.MISSING)
    assert "in order" in advise_after(verdict, ENGLISH)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"fit": Fit(FEW_PIXELS - 1, 0.6, 0.999)}, "nearer"),
        ({"fit": Fit(30.0, ALIKE / 2, 0.999)}, "alike"),
        ({"kept": False}, "next start"),
    ],
)
def test_what_might_be_better_is_told_though_the_board_is_learnt(
    change: dict[str, Any], words: str
) -> None:
    assert words not in advise_after(GOOD, ENGLISH)
    assert words in advise_after(replace(GOOD, **change), ENGLISH)


def test_checkers_are_counted_that_are_seen_without_doubt() -> None:
    seen = glimpse({point(6): of_colour(LIGHT, 5), point(1): of_colour(DARK, 2)})

    said = tell_sight(seen, SETTINGS, ENGLISH)

    assert "5 light and 2 dark" in said
    assert "All places" in said


def test_places_in_doubt_and_places_not_seen_are_named() -> None:
    seen = glimpse(
        {point(6): of_colour(LIGHT, 4, 5), point(1): of_colour(DARK, 2), point(8): ANYTHING}
    )

    said = tell_sight(seen, SETTINGS, ENGLISH)

    assert "4 light and 2 dark" in said
    assert "In doubt: on point 6 (as Alice counts)." in said
    assert "changing: on point 8 (as Alice counts)." in said


def test_where_nothing_is_seen_that_is_all_that_is_told() -> None:
    said = tell_sight(glimpse(learnt=False), SETTINGS, ENGLISH)

    assert said == "Nothing is told of any place just now."
