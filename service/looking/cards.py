"""What a picture shows, told to people."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from engine.backgammon.notation.moment.diagram import LETTERS, draw
from engine.backgammon.notation.moment.snapshot import Snapshot
from engine.backgammon.position import Position
from hardware.checkers import BACKGAMMON, POINTS, Colour, Layout, Place, bar, point, tray
from hardware.sightings import ANYTHING, Sighting
from referee.seating import Seating
from referee.words import Phrases
from service.looking.looked import Looked
from service.match_ids import BOTTOM, Ids, ids_of_snapshot
from vision.chances import SET

LIGHT_BELOW = Seating(BOTTOM)
"""Light's are the capital letters and the X, as in every id of a table."""
HALVES = {"bar": bar, "off": tray}
LETTERS_OF = {colour: LETTERS[LIGHT_BELOW.player(colour)] for colour in Colour}
_ROWS = (range(13, 25), range(12, 0, -1))
"""The points of each row from left to right, as Light sees them."""
_CELL = 5
"""Characters across a point."""


@dataclass(frozen=True, slots=True)
class Expected:
    """How what was read compares with what should lie there."""

    wrong: tuple[Place, ...]
    """Places where something else is the likeliest."""
    outside: tuple[Place, ...]
    """Places of which something was claimed that is not true."""
    layout: Layout
    """What should lie there."""


@dataclass(frozen=True, slots=True)
class Card:
    """All there is to say about what one picture shows."""

    looked: Looked
    expected: Expected | None = None

    @property
    def position(self) -> Position | None:
        """What lies there as Light sees it; None if that is no position, or not all in sight."""
        layout = self.looked.layout
        if layout is None or self.looked.reading.covered:
            return None
        return LIGHT_BELOW.position(layout, BOTTOM)

    @property
    def ids(self) -> Ids | None:
        """The position in the notations of other programs, if it is one."""
        position = self.position
        return ids_of_snapshot(Snapshot(position, BOTTOM)) if position else None

    @property
    def is_complete(self) -> bool:
        """Whether a position was read without doubt."""
        return self.looked.is_complete and self.position is not None

    def text(self, phrases: Phrases) -> str:
        """The card for people."""
        return "\n".join(self._lines(phrases))

    def _lines(self, phrases: Phrases) -> Iterator[str]:
        position, ids = self.position, self.ids
        yield draw(position) if position else _table(self._shown)
        light, dark = (LETTERS_OF[colour] for colour in Colour)
        yield phrases.say("look.letters", light=light, dark=dark)
        yield ""
        if ids:
            yield from (ids.xgid, f"GNU Backgammon: {ids.gnu_id}", "")
        for doubt in self.looked.doubts:
            yield phrases.say(f"look.doubt.{doubt.value}", count=None, **self._counted)
        for place in self.looked.unsure:
            if place not in self.looked.reading.covered:
                yield self._unsure(place, phrases)
        if self.is_complete:
            yield phrases.say("look.complete")
        yield from ("", phrases.say("look.confidence"), _table(self._sure))
        if self.expected:
            yield from self._missed(self.expected, phrases)

    def _missed(self, expected: Expected, phrases: Phrases) -> Iterator[str]:
        right = len(BACKGAMMON) - len(expected.wrong)
        inside = len(BACKGAMMON) - len(expected.outside)
        many = len(BACKGAMMON)
        yield phrases.say("look.expected", right=right, inside=inside, many=many)
        for place in expected.wrong:
            where, seen = _where(place, phrases), _lying(self._signed(place), phrases)
            light, dark = _pair(expected.layout, place)
            wanted = _lying(light - dark, phrases)
            yield phrases.say("look.wrong", place=where, seen=seen, wanted=wanted)

    def _unsure(self, place: Place, phrases: Phrases) -> str:
        claim = self.looked.claim(place)
        key = "unsure_any" if claim == ANYTHING else "unsure"
        low, high = signed_range(claim, Colour.LIGHT)
        sure = f"{100 * self.looked.sure(place):.0f}"
        where, seen = _where(place, phrases), _lying(self._signed(place), phrases)
        ways = _ways(low, high, phrases)
        return phrases.say(f"look.{key}", place=where, seen=seen, sure=sure, ways=ways)

    def _shown(self, place: Place) -> str:
        """How many, with a letter on points, and ? for what is covered."""
        if place in self.looked.reading.covered:
            return "?"
        counts = {LETTERS_OF[colour]: self.looked.count(place, colour) for colour in Colour}
        lying = [
            f"{count}{letter if place in POINTS else ''}"
            for letter, count in counts.items()
            if count
        ]
        return "".join(lying) or "."

    def _sure(self, place: Place) -> str:
        """In whole hundredths, of which there are never more than it is sure."""
        return f"{math.floor(100 * self.looked.sure(place))}"

    @property
    def _counted(self) -> Mapping[str, int]:
        return {colour.value: self.looked.total(colour) for colour in Colour} | {"set": SET}

    def _signed(self, place: Place) -> int:
        light, dark = (self.looked.count(place, colour) for colour in Colour)
        return light - dark


def compared(looked: Looked, wanted: Position) -> Expected:
    """How a picture of this position, seen by Light, was read."""
    layout = LIGHT_BELOW.layout(wanted, BOTTOM)
    truths = {place: _pair(layout, place) for place in BACKGAMMON}
    return Expected(
        tuple(place for place, truth in truths.items() if looked.reading.best(place) != truth),
        tuple(place for place, truth in truths.items() if not looked.claims[place].allows(*truth)),
        layout,
    )


def _pair(layout: Layout, place: Place) -> tuple[int, int]:
    return layout.count(place, Colour.LIGHT), layout.count(place, Colour.DARK)


def _lying(signed: int, phrases: Phrases) -> str:
    """What lies somewhere, in words."""
    kind = "light" if signed > 0 else "dark" if signed else "none"
    return phrases.say(f"look.lying.{kind}", count=abs(signed))


def _ways(low: int, high: int, phrases: Phrases) -> str:
    """What may lie somewhere, in words."""
    if low < 0 < high:
        return phrases.say("look.lying.either", light=high, dark=-low)
    kind, least, most = ("dark", -high, -low) if low < 0 else ("light", low, high)
    key = f"look.lying.{kind}_to" if least else f"look.lying.{kind}_most"
    return phrases.say(key, least=least, most=most)


def signed_range(claim: Sighting, positive: Colour) -> tuple[int, int]:
    """From the least to the most that may lie there, this colour's above zero."""
    above, below = claim[positive], claim[positive.other]
    return max(above.low - below.high, -SET), min(above.high - below.low, SET)


def _table(tell: Callable[[Place], str]) -> str:
    """Something told of each place, below its number, as Light sees them."""
    rows = []
    for row in _ROWS:
        rows.append("".join(f"{number:>{_CELL}}" for number in row))
        rows.append("".join(f"{tell(point(number)):>{_CELL}}" for number in row))
    for name, half in HALVES.items():
        told = [f"{LETTERS_OF[colour]} {tell(half(colour))}" for colour in Colour]
        rows.append(f"{name}: {', '.join(told)}")
    return "\n".join(rows)


def _where(place: Place, phrases: Phrases) -> str:
    """A place in a sentence, as Light counts them."""
    if place in POINTS:
        return phrases.say("place.point", point=POINTS.index(place) + 1)
    half, colour = place.split(".")
    return phrases.say(f"look.{half}_of_{colour}")
