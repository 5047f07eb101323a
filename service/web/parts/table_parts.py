"""All parts of a table as JSON texts, cached and shared by all viewers."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeVar

from hardware.checkers import Colour
from hardware.drivers.simulated.simulated_devices import SimulatedDevice
from hardware.observations import CombinedView, Observation, combine
from referee.palettes import STANDARD
from referee.state import State
from service.records.position_ids import PositionIds, ids_of
from service.table.inbox import SourceStats
from service.table.live_score_sheet import LiveScoreSheet
from service.table.table_runtime import TableRuntime
from service.web.messages.device_messages import DiagnosticsPart, WorldPart
from service.web.messages.play_messages import PlaysPart
from service.web.messages.to_page import MESSAGES, Part
from service.web.parts.board_part import (
    DrawnBoard,
    PlaceState,
    SpokenPlaces,
    assumed_board,
    board_json,
    draw_board,
    lit_lamps,
    place_states,
    sensor_view,
)
from service.web.parts.completed_turns import last_turn_on_board
from service.web.parts.device_parts import (
    CameraParts,
    devices_part,
    diagnostics_part,
    self_test_part,
)
from service.web.parts.ending_part import ending_part, shown_ending
from service.web.parts.game_part import (
    MatchMoment,
    RecordCache,
    RowWriter,
    game_part,
    recent_notices,
)
from service.web.parts.player_offers import PlayerOffer, player_offers, unplayed_pips
from service.web.parts.plays_part import NumberedPlays, playable_throw
from service.web.table_camera import CalibrationTask
from service.words.captions import numbering_colour
from service.words.phrases import Language, Phrases, phrases_for_viewer, phrases_in

DIAGNOSTICS_INTERVAL = 0.25
"""Seconds between two updates of the diagnostics."""
T = TypeVar("T")
Inputs = tuple[object, ...]
"""The values from which a part is built; it is built again if one of them changes."""


@dataclass(frozen=True, slots=True)
class Viewer:
    """A viewer of a table, and the parts that this viewer is sent."""

    language: Language
    may_act: bool
    """True if the viewer has the key, and so may see the true state of a simulated table too."""
    diagnostics: bool
    """True if the viewer follows the diagnostics of the devices."""
    camera: bool = False
    """True if the viewer follows the view of the camera."""


@dataclass(slots=True)
class _CacheEntry:
    inputs: Inputs
    value: object


@dataclass(frozen=True, slots=True)
class _NumberedOffers:
    revision: int
    state: State
    offers: dict[Colour, tuple[PlayerOffer, ...]]

    @property
    def key(self) -> tuple[object, ...]:
        """A value that differs whenever other requests or answers are possible."""
        offers = [it for colour in Colour for it in self.offers[colour]]
        requests = tuple((it.request, it.number) for it in offers)
        return (self.state.question, self.state.set_up_request, requests)


@dataclass(slots=True)
class _DiagnosticsState:
    """The last diagnostics text, and the timer of the next one."""

    at: float = float("-inf")
    text: str = ""
    call: asyncio.TimerHandle | None = None
    """The timer that notifies viewers once a newer text may be built; None if none is due."""


class TableParts:
    """Builds the parts of one table, in every language."""

    def __init__(
        self,
        runtime: TableRuntime,
        score_sheet: LiveScoreSheet,
        world: Callable[[], WorldPart] | None = None,
        calibration_task: CalibrationTask | None = None,
    ) -> None:
        self._runtime = runtime
        self._table = runtime.table
        self._score_sheet = score_sheet
        self._world = world
        """Returns the true state of a simulated table."""
        self._camera = CameraParts(runtime, calibration_task) if calibration_task else None
        self._cache: dict[tuple[str, Language | None], _CacheEntry] = {}
        self._texts: dict[tuple[str, Language | None], str] = {}
        self._shown: dict[tuple[str, Language], tuple[object, str]] = {}
        self._last: _NumberedOffers | None = None
        self._plays_number = 0
        self._diagnostics_state = _DiagnosticsState()

    @property
    def revision(self) -> int:
        """A number that rises whenever the possible requests or answers change."""
        return self._current_offers().revision

    @property
    def version(self) -> object:
        """An object that is replaced whenever something that all viewers share may have changed."""
        return self._now()

    def moment(self) -> MatchMoment:
        """The state of the match now, before translation."""
        table, offers = self._table, self._current_offers()
        shown = (offers.revision, table.state, self._picture(), offers.offers)
        players = (table.computer_player, self._runtime.computer_hands.player)
        nameless = self._runtime.name_question.nameless_players(table.state, table.computer_player)
        last_turn = last_turn_on_board(table.state, self._score_sheet.sheet)
        asked = (nameless, last_turn)
        return MatchMoment(*shown, *players, table.orientation, self._ids(), *asked)

    @property
    def plays(self) -> NumberedPlays | None:
        """The legal plays of the throw on the board; None if people have none to play."""
        state, automatic_player = self._table.state, self._runtime.computer_hands.player
        inputs = (
            state.plays, state.chosen, state.settings, state.is_setting_up, state.turn,
            automatic_player,
        )  # fmt: skip

        def make() -> NumberedPlays | None:
            self._plays_number += 1
            throw = playable_throw(state, automatic_player)
            return NumberedPlays(self._plays_number, throw) if throw else None

        return self._memoized("plays", None, inputs, make)

    def texts(self, viewer: Viewer) -> Iterator[tuple[str, str]]:
        """Yields the name and the text of each part, the board first.

        An unchanged text is the same object as before. Each part is built when it is reached.
        """
        language, now = viewer.language, self._now()
        yield "Board", self._cached_part("Board", language, now, self._board)
        yield "Game", self._part_in_words("Game", viewer, now, self._game)
        if viewer.may_act:
            yield "Plays", self._cached_part("Plays", language, now, self._plays)
        if viewer.may_act and self._world and self._runtime.devices.checkers:
            yield "World", self._text("World", None, self._world())
        yield "Notices", self._part_in_words("Notices", viewer, now, self._notices)
        yield "Record", self._cached_part("Record", language, now, self._record)
        yield "Ending", self._cached_part("Ending", language, now, self._ending)
        yield "Devices", self._cached_part("Devices", language, now, self._devices)
        yield "SelfTest", self._cached_part("SelfTest", language, now, self._self_test)
        if camera := self._camera:
            phrases = phrases_in(language)
            inputs, make = camera.camera_inputs, lambda: camera.camera_part(phrases)
            yield "Camera", self._memoized_text("Camera", language, inputs, make)
            if viewer.camera:
                inputs, see = camera.camera_view_inputs, lambda: camera.camera_view_part(phrases)
                yield "CameraView", self._memoized_text("CameraView", language, inputs, see)
        if viewer.diagnostics:
            yield "Diagnostics", self._diagnostics()

    def _now(self) -> object:
        """An object that is replaced whenever a part that all viewers share may have changed."""
        table, score_sheet = self._table, self._score_sheet
        inputs = (
            table.state, table.lamp_picture, table.self_test, table.orientation,
            table.computer_player, self._runtime.computer_hands.player,
            score_sheet.announcement_count, self._runtime.journal.match,
            self._runtime.statistics.ending, self._runtime.name_question.is_settled,
            self._self_test_signals(), *self._device_links(),
        )  # fmt: skip
        return self._memoized("now", None, inputs, object)

    def _self_test_signals(self) -> int:
        """The number of signals during a self-test, which bypass the referee; 0 otherwise."""
        table = self._table
        is_testing = table.self_test and table.self_test.is_running
        return sum(it.signals for it in table.source_stats.values()) if is_testing else 0

    def _device_links(self) -> tuple[object, ...]:
        table, devices = self._table, self._runtime.devices
        plugged = (device.is_plugged_in for device in devices.all_of(SimulatedDevice))
        doubts = table.state.observed.doubts
        return (table.journal_problem, doubts, *table.links.values(), *plugged)

    def _cached_part(
        self, part: str, language: Language, now: object, make: Callable[[Language], str]
    ) -> str:
        """The cached text of a part, built again only after a change of the table."""
        cached = self._shown.get((part, language))
        if cached is None or cached[0] is not now:
            cached = self._shown[part, language] = (now, make(language))
        return cached[1]

    def _part_in_words(
        self, part: str, viewer: Viewer, now: object, make: Callable[[str, Phrases], str]
    ) -> str:
        """The cached text of a part whose words depend on whether the viewer may act."""
        name = part if viewer.may_act else f"{part} to watch"
        phrases = phrases_for_viewer(viewer.language, may_act=viewer.may_act)
        return self._cached_part(name, viewer.language, now, lambda _: make(name, phrases))

    def _board(self, language: Language) -> str:
        inputs = (self._spots(), self._spoken_places(language))

        def make() -> str:
            return self._unchanged_text("Board", language, board_json(*inputs))

        return self._memoized("Board", language, inputs, make)

    def _game(self, name: str, phrases: Phrases) -> str:
        moment, offers = self.moment(), self._current_offers()
        state, asked = moment.state, (moment.nameless, moment.automatic_player)
        shown = (moment.picture, state.dice, state.hints, moment.orientation, moment.last_turn)
        inputs, language = (offers, *shown, *asked), phrases.language
        return self._memoized_text(name, language, inputs, lambda: game_part(moment, phrases))

    def _plays(self, language: Language) -> str:
        plays = self.plays

        def make() -> Part:
            return plays.part(phrases_in(language)) if plays else PlaysPart(self._plays_number)

        return self._memoized_text("Plays", language, (plays, self._plays_number), make)

    def _notices(self, name: str, phrases: Phrases) -> str:
        sheet, computer = self._score_sheet, self._table.computer_player

        def make() -> Part:
            return recent_notices(sheet.announcements, phrases, computer)

        return self._memoized_text(name, phrases.language, (sheet.announcement_count,), make)

    def _record(self, language: Language) -> str:
        number, sheet = self._score_sheet.match_number, self._score_sheet.sheet
        settings = self._table.state.settings

        def new_cache() -> RecordCache:
            return RecordCache(RowWriter(settings, phrases_in(language)))

        cache = self._memoized("record cache", language, (number, settings), new_cache)
        inputs = (cache, sheet, sheet.match)
        return self._memoized_text("Record", language, inputs, lambda: cache.record(number, sheet))

    def _ending(self, language: Language) -> str:
        ending = shown_ending(self._runtime.statistics.ending, self._table.state.match)

        def make() -> Part:
            return ending_part(ending, phrases_in(language))

        return self._memoized_text("Ending", language, (ending,), make)

    def _devices(self, language: Language) -> str:
        links, phrases = self._device_links(), phrases_in(language)

        def make() -> Part:
            return devices_part(self._runtime, phrases)

        return self._memoized_text("Devices", language, links, make)

    def _self_test(self, language: Language) -> str:
        test, settings = self._table.self_test, self._table.state.settings

        def make() -> Part:
            return self_test_part(test, settings, phrases_in(language))

        return self._memoized_text("SelfTest", language, (test, settings), make)

    def _diagnostics(self) -> str:
        """The text of the diagnostics, rebuilt at most every `DIAGNOSTICS_INTERVAL`."""
        loop, state = asyncio.get_running_loop(), self._diagnostics_state
        wait = state.at + DIAGNOSTICS_INTERVAL - loop.time()
        if wait > 0:
            state.call = state.call or loop.call_later(wait, self._diagnostics_due)
            return state.text
        part: DiagnosticsPart = diagnostics_part(
            self._runtime, lit_lamps(self._table.lamp_picture), self._score_sheet.announcement_count
        )
        state.at, state.text = loop.time(), self._text("Diagnostics", None, part)
        return state.text

    def _diagnostics_due(self) -> None:
        self._diagnostics_state.call = None
        self._table.notify_soon()

    def _current_offers(self) -> _NumberedOffers:
        """The present offers; their revision rises if they have changed."""
        table, state = self._table, self._table.state
        judged = (state.match, state.verdict, state.this_turn, state.observed, state.set_up_request)
        unplayed = unplayed_pips(state, self._picture())
        inputs = (*judged, state.hints, state.settings, table.computer_player, unplayed)
        return self._memoized("offers", None, inputs, lambda: self._compute_offers(unplayed))

    def _compute_offers(self, unplayed: int) -> _NumberedOffers:
        state, last = self._table.state, self._last
        player = self._table.computer_player
        offers_by_colour = {it: player_offers(state, it, player, unplayed) for it in Colour}
        offers = _NumberedOffers(last.revision if last else 1, state, offers_by_colour)
        if last and (last.state.match is not state.match or last.key != offers.key):
            offers = _NumberedOffers(last.revision + 1, state, offers_by_colour)
        self._last = offers
        return offers

    def _ids(self) -> PositionIds:
        match, light = self._table.state.match, self._table.state.settings.light
        return self._memoized("ids", None, (match, light), lambda: ids_of(match, light))

    def _spots(self) -> tuple[PlaceState, ...]:
        lamps = self._runtime.devices.lamps
        palette = lamps[0].palette if lamps else STANDARD
        inputs = (self._view(), self._picture(), self._table.lamp_picture)
        return self._memoized("spots", None, inputs, lambda: place_states(*inputs, palette))

    def _picture(self) -> DrawnBoard:
        state, view = self._table.state, self._view()
        inputs = (view, state.observed, state.verdict, state.match, state.set_up_request)
        return self._memoized(
            "picture", None, inputs, lambda: draw_board(view, assumed_board(state, view))
        )

    def _view(self) -> CombinedView:
        """The combined observation of the sensors; a self-test shows them without the referee."""
        table, state = self._table, self._table.state
        if table.self_test and table.self_test.is_running:
            return combine(
                _latest_observation(table.source_stats, observation)
                for observation in state.observed.observations.values()
            )
        inputs = (state.view, state.observed.observations, state.observed.doubts)
        return self._memoized("view", None, inputs, lambda: sensor_view(state))

    def _spoken_places(self, language: Language) -> SpokenPlaces:
        settings, counting = self._table.state.settings, numbering_colour(self._table.state)
        name, phrases = f"spoken as {counting.value} counts", phrases_in(language)
        inputs, make = (settings,), lambda: SpokenPlaces(settings, phrases, counting)
        return self._memoized(name, language, inputs, make)

    def _memoized_text(
        self, part: str, language: Language, inputs: Inputs, make: Callable[[], Part]
    ) -> str:
        """The text of a part, rebuilt if one of these inputs has changed."""
        return self._memoized(part, language, inputs, lambda: self._text(part, language, make()))

    def _text(self, name: str, language: Language | None, part: Part) -> str:
        """The text of a part; the same object as before if it is equal."""
        return self._unchanged_text(name, language, MESSAGES.encode(part, Part))

    def _unchanged_text(self, part: str, language: Language | None, text: str) -> str:
        last = self._texts.get((part, language))
        if text != last:
            self._texts[part, language] = last = text
        return last

    def _memoized(
        self, name: str, language: Language | None, inputs: Inputs, make: Callable[[], T]
    ) -> T:
        """Returns the cached value, or builds it if one of these inputs has changed."""
        entry = self._cache.get((name, language))
        if entry is None or not _are_identical(entry.inputs, inputs):
            entry = self._cache[name, language] = _CacheEntry(inputs, make())
        return entry.value  # type: ignore[return-value] # made by the same maker


def _latest_observation(stats: Mapping[str, SourceStats], judged: Observation) -> Observation:
    """The latest observation of a sensor, even if the referee did not receive it."""
    source = stats.get(judged.source)
    return (source and source.observation) or judged


def _are_identical(one: tuple[object, ...], two: tuple[object, ...]) -> bool:
    """True if all items are identical; numbers need only be equal."""
    return all(a is b or (isinstance(a, int) and a == b) for a, b in zip(one, two, strict=True))
