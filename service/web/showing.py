"""What a page is shown of a table: each part as a text, made once for all who see the same.

A part is worked out anew only when something it is made of has become another thing, and its text
is another one only when it reads differently; so whoever was sent a text can compare it quickly.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from hardware.checkers import Colour
from hardware.drivers.simulated.device import SimulatedDevice
from hardware.observations import Observation, View, combined
from referee.palettes import STANDARD
from referee.state import State
from referee.words import Language
from service.match_ids import Ids, ids_of
from service.plain import text_of
from service.tables.chronicle import Chronicle
from service.tables.hearing import Source
from service.tables.running import Running
from service.web.messages.to_page import Diagnostics, Part, World
from service.web.offers import May, offers
from service.web.parts.drawing import Picture, believed, drawn, seen_by_sensors
from service.web.parts.games import Moment, counting_in, game
from service.web.parts.insides import devices, diagnostics
from service.web.parts.places import Spoken, Spot, board, lamps, spots
from service.web.parts.records import Writer, Written, sayings
from service.web.teaching import Teaching
from service.web.tongues import phrases_in
from service.web.trials import trial_shown
from service.web.watching import Watching

BETWEEN = 0.25
"""Seconds between two looks at the devices from the inside."""
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who looks, and at what."""

    language: Language
    may_act: bool
    """Whether this is a holder of the key, who may see what lies on a simulated table, too."""
    diagnostics: bool
    """Whether the devices are to be shown from the inside."""
    camera: bool = False
    """Whether what the camera sees is to be shown."""


@dataclass(slots=True)
class _Kept:
    """What was made last, and of what."""

    of: tuple[object, ...]
    made: object


@dataclass(frozen=True, slots=True)
class _Asked:
    """What may be asked for at a moment, and its number."""

    number: int
    state: State
    offers: dict[Colour, tuple[May, ...]]

    @property
    def key(self) -> tuple[object, ...]:
        """Another one whenever something else may be asked for or answered."""
        may = tuple((it.wish, it.number) for colour in Colour for it in self.offers[colour])
        return (self.state.asking, self.state.wanted, may)


@dataclass(slots=True)
class _Inside:
    """The devices as they were last shown from the inside."""

    at: float = float("-inf")
    text: str = ""
    call: asyncio.TimerHandle | None = field(default=None)
    """Wakes those who look, where they were shown something old."""


class Showing:
    """Shows one table, in every language."""

    def __init__(
        self,
        running: Running,
        chronicle: Chronicle,
        world: Callable[[], World] | None = None,
        teaching: Teaching | None = None,
    ) -> None:
        self._running = running
        self._table = running.table
        self._chronicle = chronicle
        self._world = world
        """What truly lies on a simulated table."""
        self._camera = Watching(running, teaching) if teaching else None
        self._kept: dict[tuple[str, Language | None], _Kept] = {}
        self._texts: dict[tuple[str, Language | None], str] = {}
        self._shown: dict[tuple[str, Language], tuple[object, str]] = {}
        self._last: _Asked | None = None
        self._inside = _Inside()

    @property
    def moment(self) -> int:
        """A number that rises whenever what may be asked for or answered changes."""
        return self._asked().number

    def texts(self, viewer: Viewer) -> Iterator[tuple[str, str]]:
        """Each part by its name, as it is sent, the board first; the same text if it is unchanged.

        Nothing is worked out before it is wanted.
        """
        language, now = viewer.language, self._now()
        yield "Board", self._at("Board", language, now, self._board)
        yield "Game", self._at("Game", language, now, self._game)
        if viewer.may_act and self._world and self._running.devices.checkers:
            yield "World", self._text("World", None, self._world())
        yield "Sayings", self._at("Sayings", language, now, self._sayings)
        yield "Record", self._at("Record", language, now, self._record)
        yield "Devices", self._at("Devices", language, now, self._devices)
        yield "Trial", self._at("Trial", language, now, self._trial)
        if camera := self._camera:
            yield (
                "Camera",
                self._encoded(
                    "Camera", language, camera.state, lambda: camera.shown(phrases_in(language))
                ),
            )
            if viewer.camera:
                yield (
                    "Sight",
                    self._encoded(
                        "Sight", language, camera.sight, lambda: camera.seen(phrases_in(language))
                    ),
                )
        if viewer.diagnostics:
            yield "Diagnostics", self._diagnostics()

    def _now(self) -> object:
        """Another thing whenever any of what all are shown may have changed."""
        table, chronicle = self._table, self._chronicle
        of = (
            table.state,
            table.shining,
            table.trial,
            table.facing,
            table.computer,
            self._running.by_itself.player,
            chronicle.total,
            self._running.journal.match,
            self._felt(),
            *self._reached(),
        )
        return self._once("now", None, of, object)

    def _felt(self) -> int:
        """How much has been heard while something is tried out, and the referee is not told."""
        trying = self._table.trial and self._table.trial.running
        return sum(source.signals for source in self._table.heard.values()) if trying else 0

    def _reached(self) -> tuple[object, ...]:
        """How each device is reached, and the journal."""
        table, attached = self._table, self._running.devices
        plugged = (device.plugged for device in attached.all_of(SimulatedDevice))
        return (table.unwritten, *table.links.values(), *plugged)

    def _at(
        self, part: str, language: Language, now: object, make: Callable[[Language], str]
    ) -> str:
        """The text of a part, which need not be looked at again before something has changed."""
        known = self._shown.get((part, language))
        if known is None or known[0] is not now:
            known = self._shown[part, language] = (now, make(language))
        return known[1]

    def _board(self, language: Language) -> str:
        looked = self._spots()
        spoken = self._spoken(language)

        def make() -> str:
            return self._settled("Board", language, board(looked, spoken))

        return self._once("Board", language, (looked, spoken), make)

    def _game(self, language: Language) -> str:
        table, asked = self._table, self._asked()
        picture = self._picture()
        by_itself = self._running.by_itself.player
        of = (asked, picture, table.state.dice, table.state.hints, table.facing, by_itself)

        def make() -> Part:
            moment = Moment(
                asked.number,
                table.state,
                picture,
                asked.offers,
                table.computer,
                by_itself,
                table.facing,
                self._ids(),
            )
            return game(moment, phrases_in(language))

        return self._encoded("Game", language, of, make)

    def _sayings(self, language: Language) -> str:
        heard = self._chronicle.said
        of = (self._chronicle.total,)
        return self._encoded("Sayings", language, of, lambda: sayings(heard, phrases_in(language)))

    def _record(self, language: Language) -> str:
        number, sheet = self._chronicle.match, self._chronicle.sheet
        settings = self._table.state.settings

        def writing() -> Written:
            return Written(Writer.of(settings, phrases_in(language)))

        written = self._once("writing", language, (number, settings), writing)
        of = (written, sheet, sheet.match)
        return self._encoded("Record", language, of, lambda: written.record(number, sheet))

    def _devices(self, language: Language) -> str:
        return self._encoded(
            "Devices",
            language,
            self._reached(),
            lambda: devices(self._running, phrases_in(language)),
        )

    def _trial(self, language: Language) -> str:
        tried, settings = self._table.trial, self._table.state.settings
        phrases = phrases_in(language)
        return self._encoded(
            "Trial", language, (tried, settings), lambda: trial_shown(tried, settings, phrases)
        )

    def _diagnostics(self) -> str:
        """The devices from the inside, but not again too soon."""
        loop, inside = asyncio.get_running_loop(), self._inside
        wait = inside.at + BETWEEN - loop.time()
        if wait > 0:
            inside.call = inside.call or loop.call_later(wait, self._look_again)
            return inside.text
        made: Diagnostics = diagnostics(
            self._running, lamps(self._table.shining), self._chronicle.total
        )
        inside.at, inside.text = loop.time(), self._text("Diagnostics", None, made)
        return inside.text

    def _look_again(self) -> None:
        self._inside.call = None
        self._table.changed()

    def _asked(self) -> _Asked:
        """What may be asked for now; its number rises if that is not what it was."""
        table, state = self._table, self._table.state
        known = (state.match, state.verdict, state.this_turn, state.sight, state.wanted)
        return self._once(
            "asked", None, (*known, state.hints, state.settings, table.computer), self._ask
        )

    def _ask(self) -> _Asked:
        state, last = self._table.state, self._last
        may = {colour: offers(state, colour, self._table.computer) for colour in Colour}
        asked = _Asked(last.number if last else 1, state, may)
        if last and (last.state.match is not state.match or last.key != asked.key):
            asked = _Asked(last.number + 1, state, may)
        self._last = asked
        return asked

    def _ids(self) -> Ids:
        state = self._table.state
        of = (state.match, state.settings)
        return self._once("ids", None, of, lambda: ids_of(state.match, state.settings.light))

    def _spots(self) -> tuple[Spot, ...]:
        view, picture, shining = self._view(), self._picture(), self._table.shining
        attached = self._running.devices.lamps
        palette = attached[0].palette if attached else STANDARD
        return self._once(
            "spots", None, (view, picture, shining), lambda: spots(view, picture, shining, palette)
        )

    def _picture(self) -> Picture:
        state, view = self._table.state, self._view()
        of = (view, state.sight, state.verdict, state.match, state.wanted)
        return self._once("picture", None, of, lambda: drawn(view, believed(state, view)))

    def _view(self) -> View:
        """What the sensors say; while they are tried out, the referee is not told."""
        table, state = self._table, self._table.state
        if table.trial and table.trial.running:
            return combined(_newest(table.heard, looked) for looked in state.sight.seen.values())
        of = (state.view, state.sight.seen, state.sight.doubts)
        return self._once("view", None, of, lambda: seen_by_sensors(state))

    def _spoken(self, language: Language) -> Spoken:
        settings, counting = self._table.state.settings, counting_in(self._table.state)
        return self._once(
            f"spoken as {counting.value} counts",
            language,
            (settings,),
            lambda: Spoken(settings, phrases_in(language), counting),
        )

    def _encoded(
        self, part: str, language: Language, of: tuple[object, ...], make: Callable[[], Part]
    ) -> str:
        """The text of a part, made of all this."""
        return self._once(part, language, of, lambda: self._text(part, language, make()))

    def _text(self, part: str, language: Language | None, made: Part) -> str:
        """The text of a part; the very same one as before if it reads the same."""
        return self._settled(part, language, text_of(made, Part))

    def _settled(self, part: str, language: Language | None, text: str) -> str:
        last = self._texts.get((part, language))
        if text != last:
            self._texts[part, language] = last = text
        return last

    def _once(
        self, name: str, language: Language | None, of: tuple[object, ...], make: Callable[[], T]
    ) -> T:
        """What is made of all this; the very same as before if all this is."""
        kept = self._kept.get((name, language))
        if kept is None or not _same(kept.of, of):
            kept = self._kept[name, language] = _Kept(of, make())
        return kept.made  # type: ignore[return-value] # made by the same maker


def _newest(heard: Mapping[str, Source], known: Observation) -> Observation:
    """What a sensor has seen last, whether or not the referee was told."""
    source = heard.get(known.source)
    return (source and source.look) or known


def _same(one: tuple[object, ...], two: tuple[object, ...]) -> bool:
    """Whether these are the very same things; numbers need only be equal."""
    return all(a is b or (isinstance(a, int) and a == b) for a, b in zip(one, two, strict=True))
