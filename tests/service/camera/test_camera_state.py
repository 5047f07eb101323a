"""The view of a camera, its problems, and advice about them are put in words."""

import re
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
    flaw_in_words,
    problem_advice,
    problem_in_words,
    result_advice,
    result_in_words,
    view_in_words,
)
from service.camera.photo_reading import PhotoWarning
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
def test_every_problem_and_every_outcome_has_words_and_advice(language: Language) -> None:
    phrases = load_phrases(language)
    for problem in CameraProblem:
        assert problem_in_words(problem, phrases) != problem_advice(problem, phrases) != ""
    for outcome in CalibrationOutcome:
        result = CalibrationResult(outcome)
        assert result_in_words(result, SETTINGS, phrases) != result_advice(result, phrases) != ""


def test_document_has_every_message_and_its_advice_word_for_word() -> None:
    paper = (ROOT / "docs" / "camera.md").read_text(encoding="utf-8")
    plain = (CalibrationOutcome.LEARNT, CalibrationOutcome.NO_PICTURE, CalibrationOutcome.TOO_DARK)
    failed = (CalibrationResult(it) for it in CalibrationOutcome if it not in plain)
    misplaced = CalibrationResult(CalibrationOutcome.NOT_THE_START, places=(point(17),))
    flaws = (flaw for flaw in CalibrationFlaw if flaw is not CalibrationFlaw.UNLIKE)
    added = (ENGLISH.say(f"camera.next_step.{it}") for it in ("few_pixels", "alike", "not_saved"))
    said = {
        *((problem_in_words(it, ENGLISH), problem_advice(it, ENGLISH)) for it in CameraProblem),
        *((result_in_words(it, SETTINGS, ENGLISH), result_advice(it, ENGLISH)) for it in failed),
        *(
            (flaw_in_words(flaw, "on point 17", ENGLISH), result_advice(misplaced, ENGLISH))
            for flaw in flaws
        ),
    }

    rows = set(re.findall(r"(?m)^\| (.+) \| (.+) \|$", paper.split("## What it says,")[1]))

    assert rows - {("it says", "what to do"), ("---", "---")} == said
    assert [words for words in added if f"- {words}\n" not in paper] == []


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


FOLDER = ROOT / "service" / "camera"
SOURCES = "".join(path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*.py")))

RAISED = re.compile(
    r'(?:UnusableInput|super\(\).__init__)\(\s*"(\w+)"(?: if [^,()]+ else "(\w+)")?'
)
"""A refusal, with its key or with the two of which it has one."""


@pytest.mark.parametrize("language", available_languages())
def test_every_refusal_and_every_doubt_has_its_sentence(language: Language) -> None:
    texts = load_phrases(language).texts

    refusals = {key.removeprefix("look.cannot.") for key in texts if key.startswith("look.cannot.")}
    doubts = {key.removeprefix("look.doubt.") for key in texts if key.startswith("look.doubt.")}

    assert refusals == {key for keys in RAISED.findall(SOURCES) for key in keys if key}
    assert doubts == {doubt.value for doubt in PhotoWarning}
