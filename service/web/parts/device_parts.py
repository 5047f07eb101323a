"""The devices, the self-test, the diagnostics and the camera."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import TYPE_CHECKING

from hardware.checkers import BACKGAMMON, Colour, Place
from hardware.drivers.simulated.simulated_devices import SimulatedDevice
from hardware.observations import UNKNOWN_SIGHTING, Sighting
from hardware.signals import Signal
from referee.effects import LampMeaning
from referee.match_settings import MatchSettings
from referee.notices import SwitchDead, SwitchNotice, SwitchStuck
from referee.palettes import STANDARD
from referee.state import State
from referee.switch_doubts import SwitchFailure
from service.camera.camera_pipeline import CameraPipeline
from service.camera.camera_state import (
    CalibrationResult,
    CameraState,
    problem_advice,
    problem_in_words,
    result_advice,
    result_in_words,
    view_in_words,
)
from service.storage.compact_texts import spell_sighting
from service.storage.stored_format import FORMAT
from service.table.inbox import SourceStats
from service.table.self_test import (
    LampSelfTest,
    SelfTest,
    SelfTestEnd,
    SwitchFinding,
    SwitchSelfTest,
)
from service.table.table_runtime import TableRuntime
from service.web.messages import device_messages as messages
from service.web.messages.from_page import SelfTestCommand
from service.web.parts.board_part import lamp_of
from service.web.table_camera import CalibrationTask
from service.words.notice_texts import PlaceTexts, notice_in_words
from service.words.phrases import Phrases, device_in_words

if TYPE_CHECKING:  # tables without a camera must not load numpy
    from service.web.parts.camera_outline import CameraOutline
    from vision.calibration_data import Calibration

MAX_SIGNALS_SHOWN = 10
"""The number of recent signals shown for each source."""


def devices_part(runtime: TableRuntime, phrases: Phrases) -> messages.DevicesPart:
    """Returns the devices of a table with the state of their links."""
    table, attached = runtime.table, runtime.devices
    plugged = {device.name: device.is_plugged_in for device in attached.all_of(SimulatedDevice)}
    shown = (
        messages.DeviceShown(
            name,
            attached.drivers.get(name, ""),
            name in table.simulated_devices,
            link.value,
            plugged.get(name),
            device_in_words(name, phrases),
        )
        for name, link in table.links.items()
    )
    journal_problem = table.journal_problem.in_words(phrases) if table.journal_problem else ""
    doubts = tuple(doubts_in_words(table.state, phrases))
    return messages.DevicesPart(tuple(shown), journal_problem, lamp_legend(runtime), doubts)


def doubts_in_words(state: State, phrases: Phrases) -> Iterator[str]:
    """Yields a sentence for each kind of fault of distrusted switches."""
    kinds: Mapping[SwitchFailure, type[SwitchDead | SwitchStuck]]
    kinds = {SwitchFailure.DEAD: SwitchDead, SwitchFailure.STUCK: SwitchStuck}
    for failure, kind in kinds.items():
        places = [doubt.place for doubt in state.observed.doubts if doubt.failure is failure]
        if places:
            notice: SwitchNotice = kind(tuple(dict.fromkeys(places)), state.cameras)
            yield notice_in_words(notice, state.settings, phrases)


def lamp_legend(runtime: TableRuntime) -> tuple[messages.Lamp, ...]:
    """The legend: how the lamps of a table show each meaning, with colours as people see them."""
    lamps = runtime.devices.lamps
    palette = lamps[0].palette if lamps else STANDARD
    return tuple(lamp_of(palette[meaning], meaning) for meaning in LampMeaning)


def diagnostics_part(
    runtime: TableRuntime, lamps: Mapping[Place, messages.Lamp], notice_count: int
) -> messages.DiagnosticsPart:
    """Returns the recent signals and the counters of each source."""
    stats = runtime.table.source_stats
    sources = tuple(_source(name, stats[name]) for name in sorted(stats))
    counters = {
        "signals": float(sum(source.signals for source in stats.values())),
        "nonsense": float(sum(source.invalid for source in stats.values())),
        "notices": float(notice_count),
        "match": float(runtime.journal.match),
    }
    return messages.DiagnosticsPart(sources, lamps, counters)


def _source(name: str, source: SourceStats) -> messages.SourceShown:
    newest = tuple(islice(reversed(source.last), MAX_SIGNALS_SHOWN))
    claims = source.observation.sightings if source.observation else {}
    return messages.SourceShown(
        name,
        source.signals,
        source.invalid,
        tuple(FORMAT.encode(signal, Signal) for signal in newest),
        {place: spell_sighting(sighting) for place, sighting in claims.items()},
    )


def self_test_part(
    test: SelfTest | None, settings: MatchSettings, phrases: Phrases
) -> messages.SelfTestPart:
    """The part that shows a self-test; it is empty if there has been none."""
    if test is None:
        return messages.SelfTestPart(running=False)
    faults = test.findings if isinstance(test, SwitchSelfTest) else ()
    return messages.SelfTestPart(
        test.is_running,
        SelfTestCommand.LAMPS if isinstance(test, LampSelfTest) else SelfTestCommand.SWITCHES,
        _instruction(test, settings, phrases),
        test.place,
        test.completed_steps,
        test.total_steps,
        tuple(_fault_in_words(fault, settings, phrases) for fault in faults),
    )


def _instruction(test: SelfTest, settings: MatchSettings, phrases: Phrases) -> str:
    if test.end is SelfTestEnd.LOST:
        return phrases.say("page.self_test.lost", device=device_in_words(test.device, phrases))
    if test.end is SelfTestEnd.STOPPED:
        return phrases.say("page.self_test.stopped")
    if isinstance(test, LampSelfTest):
        return _lamp_instruction(test, settings, phrases)
    return _switch_instruction(test, settings, phrases)


def _lamp_instruction(test: LampSelfTest, settings: MatchSettings, phrases: Phrases) -> str:
    if not test.is_running:
        return phrases.say("page.self_test.lamps_done")
    if test.place is None:
        return phrases.say(f"page.self_test.colour_{test.colour}")
    at = PlaceTexts(settings, phrases).places_in_words([test.place])
    return phrases.say("page.self_test.lamp", at=at)


def _switch_instruction(test: SwitchSelfTest, settings: MatchSettings, phrases: Phrases) -> str:
    wrong = PlaceTexts(settings, phrases).places_in_words(test.wrong_places)
    if not test.is_running:
        result = "" if test.findings else phrases.say("page.self_test.switches_well")
        return " ".join(filter(None, (result, phrases.say("page.self_test.switches_done"))))
    if test.place is None:
        key = "empty_at" if test.wrong_places else "empty"
        return phrases.say(f"page.self_test.{key}", at=wrong)
    here = PlaceTexts(settings, phrases).places_in_words([test.place])
    if test.wrong_places:
        return phrases.say("page.self_test.other", at=here, other=wrong)
    key = "put" if test.checker == 1 else "put_more"
    return phrases.say(f"page.self_test.{key}", at=here, number=test.checker)


def _fault_in_words(fault: SwitchFinding, settings: MatchSettings, phrases: Phrases) -> str:
    texts = PlaceTexts(settings, phrases)
    here, other = texts.places_in_words([fault.place]), texts.places_in_words(fault.reacted)
    key = f"page.self_test.fault.{fault.kind.value}"
    return phrases.say(key, at=here, other=other, number=fault.checker)


def camera_part(
    pipeline: CameraPipeline, task: CalibrationTask, settings: MatchSettings, phrases: Phrases
) -> messages.CameraPart:
    """Returns the camera part: its state, its problem and the last calibration result."""
    state = pipeline.state
    width, height = state.size if state else (0, 0)
    problem = state.problem if state else None
    numbered = task.numbered_result
    return messages.CameraPart(
        device_in_words(pipeline.name, phrases),
        width,
        height,
        calibrated=is_calibrated(pipeline),
        calibrating=task.is_under_way,
        trouble=problem_in_words(problem, phrases) if problem else "",
        advice=problem_advice(problem, phrases) if problem else "",
        result=_shown_result(*numbered, settings, phrases) if numbered else None,
    )


def is_calibrated(pipeline: CameraPipeline) -> bool:
    """True if the camera is calibrated for pictures of their present size."""
    return pipeline.state.is_calibrated if pipeline.state else pipeline.is_calibrated


def camera_view_part(
    state: CameraState | None,
    outline: CameraOutline | None,
    settings: MatchSettings,
    phrases: Phrases,
) -> messages.CameraViewPart:
    """Returns the view of the board, to be drawn over the picture; empty without a calibration."""
    if state is None or not state.is_calibrated:
        return messages.CameraViewPart("")
    summary = view_in_words(state, settings, phrases)
    if outline is None or state.problem:
        return messages.CameraViewPart(summary)
    places = {place: _place_seen(place, state, outline) for place in BACKGAMMON.places}
    return messages.CameraViewPart(summary, outline.corners, outline.lines, outline.point, places)


def _shown_result(
    number: int, result: CalibrationResult, settings: MatchSettings, phrases: Phrases
) -> messages.CalibrationReport:
    words, advice = result_in_words(result, settings, phrases), result_advice(result, phrases)
    return messages.CalibrationReport(number, result.is_success, words, advice, result.places)


def _place_seen(place: Place, state: CameraState, outline: CameraOutline) -> messages.PlaceView:
    claim = state.sightings.get(place, UNKNOWN_SIGHTING)
    return messages.PlaceView(
        outline.at[place],
        _claim_label(claim),
        _sureness(claim),
        _only_colour(claim),
        outline.numbers.get(place),
    )


def _sureness(claim: Sighting) -> messages.Certainty:
    if claim == UNKNOWN_SIGHTING:
        return messages.Certainty.OPEN
    return messages.Certainty.SURE if claim.is_exact else messages.Certainty.DOUBTFUL


def _claim_label(claim: Sighting) -> str:
    low, high = claim.total.low, claim.total.high
    if claim == UNKNOWN_SIGHTING:
        return "?"
    if claim.is_exact:
        return str(low) if low else ""
    return f"{low}-{high}" if low != high else f"{low}?"


def _only_colour(claim: Sighting) -> Colour | None:
    """The colour of the checkers on a place, if only one is possible."""
    colours = [colour for colour in Colour if claim[colour].high]
    return colours[0] if len(colours) == 1 else None


class CameraParts:
    """Builds the camera and its view of the board for pages."""

    def __init__(self, runtime: TableRuntime, task: CalibrationTask) -> None:
        self._table = runtime.table
        self._task = task
        self._pipeline = task.pipeline
        self._view_inputs: tuple[object, ...] = ()
        self._cached_outline: tuple[Calibration, CameraOutline] | None = None

    @property
    def camera_inputs(self) -> tuple[object, ...]:
        """The inputs of the camera part; equal inputs give an equal part."""
        state, task = self._pipeline.state, self._task
        problem = state and state.problem
        wide, high = state.size if state else (0, 0)
        inputs = (is_calibrated(self._pipeline), task.is_under_way, task.result)
        return (problem, wide, high, *inputs, self._table.state.settings)

    @property
    def camera_view_inputs(self) -> tuple[object, ...]:
        """The inputs of the view; the same tuple object while they are equal."""
        state = self._pipeline.state
        seen = (state.is_calibrated, state.problem, state.sightings) if state else ()
        inputs = (*seen, self._pipeline.calibration, self._table.state.settings)
        if inputs != self._view_inputs:
            self._view_inputs = inputs
        return self._view_inputs

    def camera_part(self, phrases: Phrases) -> messages.CameraPart:
        return camera_part(self._pipeline, self._task, self._table.state.settings, phrases)

    def camera_view_part(self, phrases: Phrases) -> messages.CameraViewPart:
        settings = self._table.state.settings
        return camera_view_part(self._pipeline.state, self._outline(), settings, phrases)

    def _outline(self) -> CameraOutline | None:
        """The outline of the board in the picture, cached until the calibrated board moves."""
        calibration = self._pipeline.calibration
        if calibration is None:
            return None
        if self._cached_outline is None or self._cached_outline[0] is not calibration:
            from service.web.parts.camera_outline import camera_outline

            self._cached_outline = (calibration, camera_outline(calibration))
        return self._cached_outline[1]
