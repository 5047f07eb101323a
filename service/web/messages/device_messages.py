"""The parts of a page that show the devices of a table, its camera and its true state."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from hardware.checkers import Colour, Place
from hardware.drivers.simulated.simulated_devices import FaultySwitch
from referee.effects import LampMeaning
from service.web.messages.from_page import Pixel, SelfTestCommand


@dataclass(frozen=True, slots=True)
class Lamp:
    """A lamp that is lit, as the device shines."""

    colour: str
    """#rrggbb; on the board as people see it, in diagnostics as it was sent."""
    rhythm: str
    """The eighths of a second of one cycle; `#` is on."""
    meaning: LampMeaning | None = None


@dataclass(frozen=True, slots=True)
class DeviceShown:
    """A device."""

    name: str
    driver: str
    simulated: bool
    link: str
    """`opening`, `open` or `lost`."""
    plugged: bool | None = None
    """True if the plug of a simulated device is in; None for a real device."""
    name_in_words: str = ""
    """The name of the device in a sentence."""


@dataclass(frozen=True, slots=True)
class DevicesPart:
    """The devices of the table, and the state of each."""

    devices: tuple[DeviceShown, ...]
    journal_problem: str = ""
    """The reason why the journal cannot be written; empty while it can."""
    palette: tuple[Lamp, ...] = ()
    """The lamp for each meaning at this table."""
    doubts: tuple[str, ...] = ()
    """The distrusted switches, in sentences."""


@dataclass(frozen=True, slots=True)
class LeaningShown:
    """A checker half on one place and half on another."""

    colour: Colour
    places: tuple[Place, Place]


@dataclass(frozen=True, slots=True)
class WorldPart:
    """The true state of a simulated board, for viewers who may touch it."""

    piles: Mapping[Place, tuple[Colour, ...]]
    """The checkers of each place that has any, the box included; the last one is lifted first."""
    hand: tuple[Colour, ...]
    leaning: tuple[LeaningShown, ...]
    switches: Mapping[Place, int]
    """The number of switches under each place."""
    faulty: tuple[FaultySwitch, ...]
    computer_by_itself: bool


@dataclass(frozen=True, slots=True)
class SourceShown:
    """The signals of one source."""

    name: str
    signals: int
    nonsense: int
    last: tuple[str, ...]
    """Its last signals as JSON, the newest first."""
    claims: Mapping[Place, str] = field(default_factory=dict)
    """The claims of a board sensor, by place."""


@dataclass(frozen=True, slots=True)
class DiagnosticsPart:
    """The devices from the inside."""

    sources: tuple[SourceShown, ...]
    lamps: Mapping[Place, Lamp]
    """The lamps that are lit, as they were last set."""
    counters: Mapping[str, float]
    """By the last part of the key of their phrase, `page.counter.…`."""


@dataclass(frozen=True, slots=True)
class SelfTestPart:
    """The state of the self-test of lamps or switches."""

    running: bool
    test: SelfTestCommand | None = None
    """`lamps` or `switches`; None before the first test."""
    words: str = ""
    """The instruction of this step, or the result."""
    place: Place | None = None
    """The place of this step."""
    done: int = 0
    """The number of finished steps."""
    of: int = 0
    faults: tuple[str, ...] = ()
    """The defects found so far, in words."""


@dataclass(frozen=True, slots=True)
class CalibrationReport:
    """The result of a calibration."""

    number: int
    """Counted from 1; another one for each attempt."""
    success: bool
    words: str
    advice: str = ""
    """The next thing to do."""
    places: tuple[Place, ...] = ()
    """The places at which the starting position is wrong, as far as they are known."""


@dataclass(frozen=True, slots=True)
class CameraPart:
    """The camera of the table, and its calibration."""

    name_in_words: str
    width: int
    """The width of its pictures in pixels; 0 before the first one."""
    height: int
    calibrated: bool
    calibrating: bool
    """True while a calibration runs."""
    trouble: str = ""
    """The reason why the camera cannot see the board, in words; empty while it can."""
    advice: str = ""
    """The way to put that right."""
    result: CalibrationReport | None = None


class Certainty(Enum):
    """The certainty with which a camera sees a place."""

    SURE = "sure"
    DOUBTFUL = "doubtful"
    """A range of counts is possible."""
    OPEN = "open"
    """Nothing is known of the place."""


@dataclass(frozen=True, slots=True)
class PlaceView:
    """A place in the picture, and what the camera sees there."""

    at: Pixel
    text: str
    """An empty text, a number, or a range of numbers."""
    certainty: Certainty
    colour: Colour | None = None
    """The colour of the checkers, if only one is possible."""
    number: Pixel | None = None
    """The spot in the picture for the number of the point."""


@dataclass(frozen=True, slots=True)
class CameraViewPart:
    """The view of a camera, to be drawn over its picture; points are numbered as Light counts."""

    summary: str
    """The view in a sentence."""
    corners: tuple[Pixel, ...] = ()
    """The corners of the field, clockwise from the upper left one; empty without a calibration."""
    lines: str = ""
    """The lines of the field, as an SVG path."""
    point: float = 0.0
    """The width of a point in pixels."""
    places: Mapping[Place, PlaceView] = field(default_factory=dict)
