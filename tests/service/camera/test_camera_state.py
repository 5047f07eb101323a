"""The page names the view of a camera, its hindrances, and what to do about them."""

from dataclasses import replace
from typing import Any

import pytest

from engine.backgammon.rulebook import TOURNAMENT
from hardware.checkers import Colour, point
from hardware.observations import UNKNOWN_SIGHTING, of_colour
from hardware.signals import CameraProblem
from service.camera.camera_state import (
    MIN_CHECKER_PIXELS,
    MIN_CONTRAST,
    CalibrationOutcome,
    CalibrationQuality,
    CalibrationResult,
    result_advice,
    result_in_words,
    trouble_advice,
    trouble_in_words,
    view_in_words,
)
from service.config.service_settings import TableSettings
from service.words.phrases import Language, available_languages, load_phrases
from tests.rigs.environment.checkout import ROOT
from tests.rigs.tables.camera_tables import camera_state
from vision.calibration.calibration_flaws import CalibrationFlaw

ENGLISH = load_phrases(Language("en"))
SETTINGS = TableSettings(names=("Alice", "Bob"), length=3, rules=TOURNAMENT).match_settings
GOOD = CalibrationResult(CalibrationOutcome.LEARNT, quality=CalibrationQuality(30.0, 0.6, 0.999))
LIGHT, DARK = Colour


@pytest.mark.parametrize("language", available_languages())
def test_every_trouble_and_every_outcome_has_words_and_advice(language: Language) -> None:
    phrases = load_phrases(language)
    for trouble in CameraProblem:
        assert trouble_in_words(trouble, phrases) != trouble_advice(trouble, phrases) != ""
    for outcome in CalibrationOutcome:
        result = CalibrationResult(outcome)
        assert result_in_words(result, SETTINGS, phrases) != result_advice(result, phrases) != ""


def test_document_says_what_to_do_about_every_message() -> None:
    paper = (ROOT / "docs" / "camera.md").read_text(encoding="utf-8")
    plain = (CalibrationOutcome.LEARNT, CalibrationOutcome.NO_PICTURE, CalibrationOutcome.TOO_DARK)
    in_vain = set(CalibrationOutcome) - set(plain)
    said = [
        *(trouble_in_words(trouble, ENGLISH) for trouble in CameraProblem),
        *(result_in_words(CalibrationResult(outcome), SETTINGS, ENGLISH) for outcome in in_vain),
    ]

    assert [words for words in said if f"| {words} |" not in paper] == []


@pytest.mark.parametrize(
    "flaw", [flaw for flaw in CalibrationFlaw if flaw is not CalibrationFlaw.UNLIKE]
)
def test_wrong_place_of_the_starting_position_is_reported(flaw: CalibrationFlaw) -> None:
    outcome, places = CalibrationOutcome.NOT_THE_START, (point(17), point(8))
    result = CalibrationResult(outcome, flaw=flaw, places=places)

    said = result_in_words(result, SETTINGS, ENGLISH)

    assert "on point 17 and on point 8 (as Alice counts)" in said
    assert ("too many" in said) is (flaw is not CalibrationFlaw.MISSING)
    assert "straight, flat" in result_advice(result, ENGLISH)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"quality": CalibrationQuality(MIN_CHECKER_PIXELS - 1, 0.6, 0.999)}, "closer"),
        ({"quality": CalibrationQuality(30.0, MIN_CONTRAST / 2, 0.999)}, "alike"),
        ({"is_stored": False}, "next start"),
    ],
)
def test_possible_improvement_is_reported_though_the_board_is_calibrated(
    change: dict[str, Any], words: str
) -> None:
    assert words not in result_advice(GOOD, ENGLISH)
    assert words in result_advice(replace(GOOD, **change), ENGLISH)


def test_checkers_are_counted_that_are_seen_without_doubt() -> None:
    seen = camera_state({point(6): of_colour(LIGHT, 5), point(1): of_colour(DARK, 2)})

    said = view_in_words(seen, SETTINGS, ENGLISH)

    assert "5 light and 2 dark" in said
    assert "Every place" in said


def test_places_in_doubt_and_places_not_seen_are_named() -> None:
    seen = camera_state(
        {point(6): of_colour(LIGHT, 4, 5), point(1): of_colour(DARK, 2), point(8): UNKNOWN_SIGHTING}
    )

    said = view_in_words(seen, SETTINGS, ENGLISH)

    assert "4 light and 2 dark" in said
    assert "In doubt: on point 6 (as Alice counts)." in said
    assert "changing: on point 8 (as Alice counts)." in said


def test_unseen_board_has_only_one_sentence() -> None:
    said = view_in_words(camera_state(learnt=False), SETTINGS, ENGLISH)

    assert said == "No place can be seen just now."
