"""The report of a reading, for people and as JSON."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from engine.backgammon.notation.snapshots.diagram import LETTERS, draw
from engine.backgammon.notation.snapshots.snapshot import Snapshot
from engine.backgammon.position import Position
from hardware.checkers import BACKGAMMON, POINTS, Colour, Layout, Place, bar, point, tray
from hardware.observations import UNKNOWN_SIGHTING, Sighting
from referee.seating import Seating
from service.camera.photo_reading import PhotoReading
from service.records.position_ids import BOTTOM, PositionIds, ids_of_snapshot
from service.words.phrases import Phrases
from vision.field_geometry import SLOTS, LightHome
from vision.picture_reading import CHECKERS_EACH

LIGHT_SEATING = Seating(BOTTOM)
"""Light has the capital letters and the X, as in every id of a table."""
HALVES = {"bar": bar, "off": tray}
LETTERS_OF = {colour: LETTERS[LIGHT_SEATING.player(colour)] for colour in Colour}
_ROWS = (range(13, 25), range(12, 0, -1))
"""The points of each row from left to right, seen by Light."""
_CELL = 5
"""The width of a point in characters."""


@dataclass(frozen=True, slots=True)
class ReadingComparison:
    """The comparison of a reading with the expected position."""

    wrong: tuple[Place, ...]
    """Places whose most likely content is wrong."""
    outside: tuple[Place, ...]
    """Places whose claim excludes the truth."""
    layout: Layout
    """The expected layout."""


@dataclass(frozen=True, slots=True)
class PhotoReport:
    """The report of one picture, with a comparison if the position is known."""

    reading: PhotoReading
    comparison: ReadingComparison | None = None

    @property
    def position(self) -> Position | None:
        """The position seen by Light; None if the reading is not one, or partly covered."""
        layout = self.reading.layout
        if layout is None or self.reading.reading.covered:
            return None
        return LIGHT_SEATING.position(layout, BOTTOM)

    @property
    def ids(self) -> PositionIds | None:
        """The position as XGID and GNU id, or None."""
        position = self.position
        return ids_of_snapshot(Snapshot(position, BOTTOM)) if position else None

    @property
    def is_complete(self) -> bool:
        """True if a position was read without doubt."""
        return self.reading.is_complete and self.position is not None

    def in_words(self, phrases: Phrases) -> str:
        return "\n".join(self._lines(phrases))

    def _lines(self, phrases: Phrases) -> Iterator[str]:
        position, ids = self.position, self.ids
        yield draw(position) if position else _table(self._count_text)
        light, dark = (LETTERS_OF[colour] for colour in Colour)
        yield phrases.say("look.letters", light=light, dark=dark)
        yield ""
        if ids:
            yield from (ids.xgid, f"GNU Backgammon: {ids.gnu_id}", "")
        for warning in self.reading.warnings:
            yield phrases.say(f"look.doubt.{warning.value}", count=None, **self._counts_in_words)
        for place in self.reading.doubtful_places:
            if place not in self.reading.reading.covered:
                yield self._doubt_text(place, phrases)
        if self.is_complete:
            yield phrases.say("look.complete")
        yield from ("", phrases.say("look.confidence"), _table(self._confidence_text))
        if self.comparison:
            yield from self._comparison_lines(self.comparison, phrases)

    def _comparison_lines(self, expected: ReadingComparison, phrases: Phrases) -> Iterator[str]:
        right = len(BACKGAMMON.places) - len(expected.wrong)
        inside = len(BACKGAMMON.places) - len(expected.outside)
        many = len(BACKGAMMON.places)
        yield phrases.say("look.expected", right=right, inside=inside, many=many)
        for place in expected.wrong:
            where = _place_in_words(place, phrases)
            seen = _count_in_words(self._signed_count(place), phrases)
            light, dark = _counts_at(expected.layout, place)
            wanted = _count_in_words(light - dark, phrases)
            yield phrases.say("look.wrong", place=where, seen=seen, wanted=wanted)

    def _doubt_text(self, place: Place, phrases: Phrases) -> str:
        claim = self.reading.claim(place)
        key = "unsure_any" if claim == UNKNOWN_SIGHTING else "unsure"
        low, high = signed_range(claim, Colour.LIGHT)
        confidence = f"{100 * self.reading.confidence(place):.0f}"
        where, seen = (
            _place_in_words(place, phrases),
            _count_in_words(self._signed_count(place), phrases),
        )
        range_text = _range_in_words(low, high, phrases)
        return phrases.say(f"look.{key}", place=where, seen=seen, sure=confidence, ways=range_text)

    def _count_text(self, place: Place) -> str:
        """The count on a place, with a letter on points, or ? if the place is covered."""
        if place in self.reading.reading.covered:
            return "?"
        counts = {LETTERS_OF[colour]: self.reading.count(place, colour) for colour in Colour}
        lying = [
            f"{count}{letter if place in POINTS else ''}"
            for letter, count in counts.items()
            if count
        ]
        return "".join(lying) or "."

    def _confidence_text(self, place: Place) -> str:
        """The confidence in percent, rounded down."""
        return f"{math.floor(100 * self.reading.confidence(place))}"

    @property
    def _counts_in_words(self) -> Mapping[str, int]:
        counts = {colour.value: self.reading.total(colour) for colour in Colour}
        return counts | {"set": CHECKERS_EACH}

    def _signed_count(self, place: Place) -> int:
        light, dark = (self.reading.count(place, colour) for colour in Colour)
        return light - dark


def compare_reading(reading: PhotoReading, wanted: Position) -> ReadingComparison:
    """Compares a reading with this position, seen by Light."""
    layout = LIGHT_SEATING.layout(wanted, BOTTOM)
    truths = {place: _counts_at(layout, place) for place in BACKGAMMON.places}
    return ReadingComparison(
        tuple(place for place, truth in truths.items() if reading.reading.best(place) != truth),
        tuple(place for place, truth in truths.items() if not reading.claims[place].allows(*truth)),
        layout,
    )


def _counts_at(layout: Layout, place: Place) -> tuple[int, int]:
    return layout.count(place, Colour.LIGHT), layout.count(place, Colour.DARK)


def _count_in_words(signed: int, phrases: Phrases) -> str:
    """A signed count in words: positive for Light, negative for Dark."""
    kind = "light" if signed > 0 else "dark" if signed else "none"
    return phrases.say(f"look.lying.{kind}", count=abs(signed))


def _range_in_words(low: int, high: int, phrases: Phrases) -> str:
    if low < 0 < high:
        return phrases.say("look.lying.either", light=high, dark=-low)
    kind, least, most = ("dark", -high, -low) if low < 0 else ("light", low, high)
    if not least:
        return phrases.say(f"look.lying.{kind}_most", count=most)
    return phrases.say(f"look.lying.{kind}_to", least=least, most=most)


def signed_range(claim: Sighting, positive: Colour) -> tuple[int, int]:
    """Returns the range of a claim as signed numbers; checkers of `positive` count above zero."""
    above, below = claim[positive], claim[positive.other]
    return max(above.low - below.high, -CHECKERS_EACH), min(above.high - below.low, CHECKERS_EACH)


def _table(text_of: Callable[[Place], str]) -> str:
    """A table with a text for each place below its number, seen by Light."""
    rows = []
    for row in _ROWS:
        rows.append("".join(f"{number:>{_CELL}}" for number in row))
        rows.append("".join(f"{text_of(point(number)):>{_CELL}}" for number in row))
    for name, half in HALVES.items():
        halves = [f"{LETTERS_OF[colour]} {text_of(half(colour))}" for colour in Colour]
        rows.append(f"{name}: {', '.join(halves)}")
    return "\n".join(rows)


def _place_in_words(place: Place, phrases: Phrases) -> str:
    """The name of a place in a sentence, as Light counts them."""
    if place in POINTS:
        return phrases.say("place.point", point=POINTS.index(place) + 1)
    half, colour = place.split(".")
    return phrases.say(f"look.{half}_of_{colour}")


_DIGITS = 3


@dataclass(frozen=True, slots=True)
class Numbering:
    """A numbering of the points, and the colour whose checkers count as positive."""

    order: str
    points: tuple[Place, ...]
    """The places of the points from 1 to 24."""
    positive: Colour


LIGHT_NUMBERING = Numbering("light", POINTS, Colour.LIGHT)
"""The numbering if the corners are not given."""


def corner_numbering(home: LightHome) -> Numbering:
    """The numbering by given corners: 1 to 12 is the bottom row, from right to left.

    The colour whose home is in that row counts as positive.
    """
    positive = Colour.DARK if home.is_at_top else Colour.LIGHT
    return Numbering("corners", tuple(home.place(slot) for slot in SLOTS), positive)


def report_json(report: PhotoReport, *, by_corners: bool) -> dict[str, object]:
    """Returns a report as JSON values, documented in docs/vision.md."""
    reading, home = report.reading, report.reading.sight.home
    numbering = corner_numbering(home) if by_corners else LIGHT_NUMBERING
    ids = report.ids
    return {
        **_PlacesJson(reading, numbering).values,
        "order": numbering.order,
        "positive": numbering.positive.value,
        "home": {Colour.LIGHT.value: home.value, Colour.DARK.value: home.opposite.value},
        "corners": [[round(x, 1), round(y, 1)] for x, y in reading.corners.points.tolist()],
        "learnt": reading.is_calibrated,
        "complete": report.is_complete,
        "xgid": ids.xgid if ids else None,
        "gnuid": ids.gnu_id if ids else None,
        "warnings": [doubt.value for doubt in reading.warnings],
        **_comparison_json(report),
    }


@dataclass(frozen=True, slots=True)
class _PlacesJson:
    """The places of a picture in a numbering, as JSON values."""

    reading: PhotoReading
    numbering: Numbering

    @property
    def values(self) -> dict[str, object]:
        reading = self.reading
        return {
            **self._each(self._signed_count, reading.count),
            "range": self._each(self._range, self._bounds),
            "confidence": self._each(self._sure, lambda place, _: self._sure(place)),
            "covered": self._covered_places,
        }

    def _each(
        self, of_point: Callable[[Place], object], of_half: Callable[[Place, Colour], object]
    ) -> dict[str, object]:
        """Applies the functions to each point, and to each colour's half of bar and trays."""
        halves = {
            name: {colour.value: of_half(half(colour), colour) for colour in Colour}
            for name, half in HALVES.items()
        }
        return {"points": [of_point(place) for place in self.numbering.points], **halves}

    def _signed_count(self, place: Place) -> int:
        positive = self.numbering.positive
        return self.reading.count(place, positive) - self.reading.count(place, positive.other)

    def _range(self, place: Place) -> list[int]:
        return [*signed_range(self.reading.claim(place), self.numbering.positive)]

    def _bounds(self, place: Place, colour: Colour) -> list[int]:
        count = self.reading.claim(place)[colour]
        return [min(count.low, CHECKERS_EACH), min(count.high, CHECKERS_EACH)]

    def _sure(self, place: Place) -> float:
        return round(self.reading.confidence(place), _DIGITS)

    @property
    def _covered_places(self) -> list[str]:
        covered = self.reading.reading.covered
        points = [f"p{at}" for at, place in enumerate(self.numbering.points, 1) if place in covered]
        return [*points, *(place for place in BACKGAMMON.places if place in covered - {*POINTS})]


def _comparison_json(report: PhotoReport) -> Mapping[str, object]:
    """The comparison with the expected position, with places as Light counts them."""
    if not report.comparison:
        return {}
    wrong, outside, many = (
        report.comparison.wrong,
        report.comparison.outside,
        len(BACKGAMMON.places),
    )
    right = {"places_right": many - len(wrong), "places_inside": many - len(outside)}
    return {"expected": {"places": many, **right, "wrong": wrong, "outside": outside}}
