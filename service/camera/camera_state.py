"""The state of a camera and of its calibration, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum

from hardware.checkers import BACKGAMMON, Colour, Place
from hardware.devices import PictureSize
from hardware.observations import UNKNOWN_SIGHTING, Observation, Sighting
from hardware.signals import CameraProblem
from referee.match_settings import MatchSettings
from referee.seating import NEAR_RIGHT, Orientation
from service.words.notice_texts import PlaceTexts
from service.words.phrases import Phrases
from vision.calibration.calibration_flaws import CalibrationFlaw
from vision.tracking.unclear_reason import UnclearReason

PixelSpot = tuple[float, float]
"""A spot in a picture: pixels to the right of and below the centre of the top left pixel."""
Quad = tuple[PixelSpot, PixelSpot, PixelSpot, PixelSpot]
"""The top left, top right, bottom right and bottom left corner of the field, as it is numbered."""


class CalibrationOutcome(Enum):
    """The outcome of a calibration."""

    LEARNT = "learnt"
    NO_PICTURE = "no_picture"
    """The camera has not delivered a picture yet, or cannot be reached."""
    TOO_DARK = "too_dark"
    NO_BOARD = "no_board"
    """The board was not found automatically; given its corners, the calibration may succeed."""
    BAD_CORNERS = "bad_corners"
    """The given corners cannot be those of a board in this picture."""
    NOT_THE_START = "not_the_start"
    """The board does not show the starting position, or it cannot be recognized."""


@dataclass(frozen=True, slots=True)
class CalibrationQuality:
    """The quality of a calibration."""

    checker_pixels: float
    """The diameter of a checker in pixels; below about ten, stacks cannot be counted."""
    contrast: float
    """The difference between the colours of both players, from 0 to 1."""
    confidence: float
    """The confidence of the least certain place, from 0 to 1."""


@dataclass(frozen=True, slots=True)
class CalibrationResult:
    """The result of a calibration, for people."""

    outcome: CalibrationOutcome
    corners: Quad | None = None
    """The corners that were found or given, if any; people can correct them."""
    flaw: CalibrationFlaw = CalibrationFlaw.UNLIKE
    """The flaw of the starting position, if that is the problem."""
    places: tuple[Place, ...] = ()
    """The places with the flaw, as Light counts; empty if it concerns the whole board."""
    quality: CalibrationQuality | None = None
    """The quality of the calibration, if it succeeded."""
    is_stored: bool = True
    """True if the calibration is stored; False if the disk refused it."""

    @property
    def is_success(self) -> bool:
        return self.outcome is CalibrationOutcome.LEARNT


@dataclass(frozen=True, slots=True)
class CameraState:
    """The view of the board through a camera at one moment."""

    at: float
    """The time of the picture, by the clock of the table."""
    size: PictureSize
    is_calibrated: bool
    """True if the camera is calibrated for pictures of this size."""
    problem: CameraProblem | None = None
    """The problem that keeps the camera from seeing the board, if any."""
    sightings: Mapping[Place, Sighting] = field(default_factory=dict)
    """The claims about every place of the board, as Light counts the places."""
    unclaimed: Mapping[Place, UnclearReason] = field(default_factory=dict)
    """The places without a claim, each with the reason."""
    corners: Quad | None = None
    """The corners of the field in the picture, if the camera is calibrated."""
    milliseconds: float = 0.0
    """The time that processing the picture took."""
    orientation: Orientation = NEAR_RIGHT
    """The orientation of the board while the picture was read; `sightings` are named for it."""

    def observation(self, source: str, sightings: Mapping[Place, Sighting]) -> Observation:
        """Returns an observation as of every device: places by the board's own numbering."""
        return self.orientation.observation(Observation(source, self.at, sightings))


MIN_CHECKER_PIXELS = 12.0
"""Pixels across a checker below which people are warned that stacks are hard to count."""
MIN_CONTRAST = 0.12
"""The contrast of the players' colours, from 0 to 1, below which people are warned."""


def problem_in_words(problem: CameraProblem, phrases: Phrases) -> str:
    """The problem that keeps a camera from seeing the board, in words."""
    return phrases.say(f"camera.trouble.{problem.value}")


def problem_advice(problem: CameraProblem, phrases: Phrases) -> str:
    """The advice about a problem, in words."""
    return phrases.say(f"camera.advice.{problem.value}")


def result_in_words(result: CalibrationResult, settings: MatchSettings, phrases: Phrases) -> str:
    """The result of a calibration, in words."""
    if result.outcome is CalibrationOutcome.NOT_THE_START:
        at = PlaceTexts(settings, phrases).places_in_words(result.places)
        return flaw_in_words(result.flaw, at, phrases)
    return phrases.say(f"camera.outcome.{result.outcome.value}")


def flaw_in_words(flaw: CalibrationFlaw, at: str, phrases: Phrases) -> str:
    """A flaw of the starting position, in words; `at` names the places."""
    return phrases.say(f"camera.flaw.{flaw.value}", at=at)


def result_advice(result: CalibrationResult, phrases: Phrases) -> str:
    """The advice after a calibration, in words."""
    return " ".join(phrases.say(f"camera.next_step.{key}") for key in _advice_keys(result))


def view_in_words(state: CameraState, settings: MatchSettings, phrases: Phrases) -> str:
    """The number of checkers that are seen, and the doubtful or hidden places, in words."""
    claims, texts = state.sightings, PlaceTexts(settings, phrases)
    hidden = [
        it for it in BACKGAMMON.places if claims.get(it, UNKNOWN_SIGHTING) == UNKNOWN_SIGHTING
    ]
    if len(hidden) == len(BACKGAMMON.places):
        return phrases.say("camera.view.nothing")
    doubtful = [one for one in BACKGAMMON.places if one not in hidden and not claims[one].is_exact]
    counts = {it.value: sum(claim[it].low for claim in claims.values()) for it in Colour}
    key = "some" if hidden or doubtful else "all"
    sentences = [phrases.say(f"camera.view.{key}", count=None, **counts)]
    for kind, places in (("doubtful", doubtful), ("open", hidden)):
        if places:
            named = texts.places_in_words(places)
            sentences.append(phrases.say(f"camera.view.{kind}", places=named))
    return " ".join(sentences)


def _advice_keys(result: CalibrationResult) -> Iterator[str]:
    yield "wrong_places" if result.places else result.outcome.value
    if result.quality:
        if result.quality.checker_pixels < MIN_CHECKER_PIXELS:
            yield "few_pixels"
        if result.quality.contrast < MIN_CONTRAST:
            yield "alike"
    if not result.is_stored:
        yield "not_saved"
