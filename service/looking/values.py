"""What a picture shows, told to programs: the JSON of `kibitz look`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from hardware.checkers import BACKGAMMON, POINTS, Colour, Place
from service.looking.cards import HALVES, Card, signed_range
from service.looking.looked import Looked
from vision.chances import SET
from vision.field import SLOTS
from vision.home import Home

_DIGITS = 3


@dataclass(frozen=True, slots=True)
class Numbering:
    """How the points are told: which is the first, and whose checkers count above zero."""

    order: str
    points: tuple[Place, ...]
    """The place of each, from 1 to 24."""
    positive: Colour


AS_LIGHT_COUNTS = Numbering("light", POINTS, Colour.LIGHT)
"""How points are told if nobody says where the corners are."""


def as_corners_count(home: Home) -> Numbering:
    """The bottom row from right to left is 1 to 12; above zero is whose home is in that row."""
    positive = Colour.DARK if home.is_at_top else Colour.LIGHT
    return Numbering("corners", tuple(home.place(slot) for slot in SLOTS), positive)


def values(card: Card, *, by_corners: bool) -> dict[str, object]:
    """Everything on a card, for programs; docs/vision.md tells what each part is."""
    looked, home = card.looked, card.looked.sight.home
    numbering = as_corners_count(home) if by_corners else AS_LIGHT_COUNTS
    ids = card.ids
    return {
        **_Told(looked, numbering).values,
        "order": numbering.order,
        "positive": numbering.positive.value,
        "home": {Colour.LIGHT.value: home.value, Colour.DARK.value: home.opposite.value},
        "corners": [[round(x, 1), round(y, 1)] for x, y in looked.corners.points.tolist()],
        "learnt": looked.is_learnt,
        "complete": card.is_complete,
        "xgid": ids.xgid if ids else None,
        "gnuid": ids.gnu_id if ids else None,
        "warnings": [doubt.value for doubt in looked.doubts],
        **_score(card),
    }


@dataclass(frozen=True, slots=True)
class _Told:
    """The places of a picture, told in a numbering."""

    looked: Looked
    numbering: Numbering

    @property
    def values(self) -> dict[str, object]:
        looked = self.looked
        return {
            **self._each(self._signed, looked.count),
            "range": self._each(self._range, self._bounds),
            "confidence": self._each(self._sure, lambda place, _: self._sure(place)),
            "covered": self._covered,
        }

    def _each(
        self, of_point: Callable[[Place], object], of_half: Callable[[Place, Colour], object]
    ) -> dict[str, object]:
        """Something told of each point, and of each colour's half of bar and trays."""
        halves = {
            name: {colour.value: of_half(half(colour), colour) for colour in Colour}
            for name, half in HALVES.items()
        }
        return {"points": [of_point(place) for place in self.numbering.points], **halves}

    def _signed(self, place: Place) -> int:
        positive = self.numbering.positive
        return self.looked.count(place, positive) - self.looked.count(place, positive.other)

    def _range(self, place: Place) -> list[int]:
        return [*signed_range(self.looked.claim(place), self.numbering.positive)]

    def _bounds(self, place: Place, colour: Colour) -> list[int]:
        count = self.looked.claim(place)[colour]
        return [min(count.low, SET), min(count.high, SET)]

    def _sure(self, place: Place) -> float:
        return round(self.looked.sure(place), _DIGITS)

    @property
    def _covered(self) -> list[str]:
        """What nothing is told of, each point by its number in this numbering."""
        covered = self.looked.reading.covered
        points = [f"p{at}" for at, place in enumerate(self.numbering.points, 1) if place in covered]
        return [*points, *(place for place in BACKGAMMON if place in covered - {*POINTS})]


def _score(card: Card) -> Mapping[str, object]:
    """How it compares with what was expected, the places as Light counts them."""
    if not card.expected:
        return {}
    wrong, outside, many = card.expected.wrong, card.expected.outside, len(BACKGAMMON)
    right = {"places_right": many - len(wrong), "places_inside": many - len(outside)}
    return {"expected": {"places": many, **right, "wrong": wrong, "outside": outside}}
