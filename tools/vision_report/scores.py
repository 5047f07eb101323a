"""One reading held against the truth, place by place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from hardware.checkers import Colour, Place, bar, tray
from hardware.observations import Sighting
from tools.vision_report.labels import Label, Pair
from vision.field_geometry import ROW, SLOTS, LightHome
from vision.picture_reading import PictureReading

IN_HAND = 0.02
"""A point of which so much is covered lies under the hand."""


@dataclass(frozen=True, slots=True)
class Naming:
    """The relation of the names of a reading to those of the truth."""

    home: LightHome
    """The quarter of Light's home, by the corners of the truth."""
    light_is_a: bool

    def place(self, slot: int) -> Place:
        return self.home.place(slot)

    def colour(self, a: bool) -> Colour:  # noqa: FBT001 - the one of the two colours
        return Colour.LIGHT if a == self.light_is_a else Colour.DARK

    def pair(self, light: int, dark: int) -> Pair:
        """Light's and Dark's as A's and B's."""
        return (light, dark) if self.light_is_a else (dark, light)

    def claim(self, made: Sighting) -> Sighting:
        """The same as if A's were Light's."""
        return made if self.light_is_a else Sighting(made.dark, made.light, made.total)


@dataclass(frozen=True, slots=True)
class PlaceScore:
    """One place: its truth, the best guess, and the claim."""

    name: str
    truth: Pair
    best: Pair
    claim: Sighting
    """As A's were Light's."""
    row: int | None
    """Number of checkers in a row there; None where there is but one layer."""
    at_hand: bool
    """True if it is under a hand or beside one."""

    @property
    def right(self) -> bool:
        return self.best == self.truth

    @property
    def inside(self) -> bool:
        """True if the claim holds the truth."""
        return self.claim.allows(*self.truth)

    @property
    def right_from_above(self) -> bool:
        """The same if what lies on top of others is not counted."""
        if self.row is None:
            return self.right
        row = self.row
        capped = [tuple(min(count, row) for count in pair) for pair in (self.best, self.truth)]
        return capped[0] == capped[1]


def score_places(label: Label, reading: PictureReading, naming: Naming) -> tuple[PlaceScore, ...]:
    """Every place of which the truth is known."""
    claims, wet = reading.sightings, _at_hand(label)
    return tuple(
        _place(
            name,
            truth,
            where,
            _ReadingClaims(reading, claims, naming),
            row=row,
            at_hand=name in wet,
        )
        for name, truth, where, row in _truths(label, naming)
    )


def scored_either_way(label: Label, reading: PictureReading) -> tuple[PlaceScore, ...]:
    """The better of both assignments, where none says which colour counts as light."""
    namings = (
        Naming(LightHome.BOTTOM_RIGHT, light_is_a=light_is_a) for light_is_a in (True, False)
    )
    return max(
        (score_places(label, reading, naming) for naming in namings),
        key=lambda places: sum(place.right for place in places),
    )


@dataclass(frozen=True, slots=True)
class _ReadingClaims:
    reading: PictureReading
    claims: Mapping[Place, Sighting]
    naming: Naming


def _truths(label: Label, naming: Naming) -> Iterator[tuple[str, Pair, Place, int | None]]:
    for slot, count in zip(SLOTS, label.points, strict=True):
        if count is not None:
            yield f"p{slot}", (max(count, 0), max(-count, 0)), naming.place(slot), label.row
    for name, pair, half in (("bar", label.bar, bar), ("off", label.off, tray)):
        if pair:
            yield f"{name}.A", (pair[0], 0), half(naming.colour(True)), None
            yield f"{name}.B", (0, pair[1]), half(naming.colour(False)), None


def _place(
    name: str, truth: Pair, where: Place, claimed: _ReadingClaims, *, row: int | None, at_hand: bool
) -> PlaceScore:
    best = claimed.naming.pair(*claimed.reading.best(where))
    claim = claimed.naming.claim(claimed.claims[where])
    return PlaceScore(name, truth, best, claim, row, at_hand)


def _at_hand(label: Label) -> frozenset[str]:
    """The points under a hand and those beside them."""
    if label.settled:
        return frozenset()
    under = {slot for slot in SLOTS if label.cover[slot - 1] > IN_HAND}
    beside = {
        other
        for slot in under
        for other in (slot - 1, slot + 1)
        if other in SLOTS and (other > ROW) == (slot > ROW)
    }
    return frozenset(f"p{slot}" for slot in under | beside)
