"""The tables of a report: one row for each group of pictures."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from statistics import median

from tools.vision_report.measurements import Find, Look
from tools.vision_report.scores import PlaceScore
from tools.vision_report.turn_tracking import TrackedTurns

NONE = "-"
COLUMNS = (
    "pictures",
    "exact",
    "from above",
    "all inside",
    "places right",
    "places inside",
    "told exactly",
    "wrong at a hand",
    "ms",
)
"""The columns for each group; `LEGEND` explains them."""
LEGEND = """\
- **exact**: pictures without a hand of which each place, bar and trays too, is told as it is.
- **from above**: the same if checkers on top of others are not counted.
- **all inside**: pictures without a hand in which the truth is within every claim.
- **places right**, **places inside**: the same for single places.
- **told exactly**: places of which the claim leaves only one way.
- **wrong at a hand**: points under a hand or beside one of which something wrong is claimed.
- **ms**: for one picture, the median."""


FOUND = ("boards sought without help", "pictures", "found", "median off", "ms")
"""The columns for boards that were sought."""
FOLLOWED = ("sequences", "pictures", "turns", "told right", "told wrong", "on unfinished", "ms")
"""The columns for sequences that were followed."""
STAGES = ("stage", "pictures", "median ms", "slowest ms")
"""The columns for times."""


@dataclass(frozen=True, slots=True)
class Share:
    """A number of a total."""

    part: int
    whole: int

    @classmethod
    def of(cls, all_of_them: Iterable[bool]) -> Share:
        every = list(all_of_them)
        return cls(sum(every), len(every))

    def __str__(self) -> str:
        return f"{self.part} of {self.whole}" if self.whole else NONE

    @property
    def percent(self) -> str:
        """In hundredths, with so many digits that one miss is seen."""
        return f"{100 * self.part / self.whole:.2f} %" if self.whole else NONE


Row = tuple[str, ...]


def row(name: str, looks: Sequence[Look]) -> Row:
    """The row of one group of pictures."""
    calm = [look for look in looks if look.label.settled]
    read = [look for look in calm if look.places]
    places = [place for look in read for place in look.places]
    wet = [place for look in looks for place in look.places if place.at_hand]
    cells = (
        Share.of(_all(look, lambda place: place.right) for look in calm),
        Share.of(_all(look, lambda place: place.right_from_above) for look in calm),
        Share.of(_all(look, lambda place: place.inside) for look in calm),
    )
    return (
        name,
        str(len(looks)),
        *map(str, cells),
        Share.of(place.right for place in places).percent,
        Share.of(place.inside for place in places).percent,
        Share.of(place.claim.is_exact for place in places).percent,
        str(Share.of(not place.inside for place in wet)),
        _milliseconds(looks),
    )


def found_row(name: str, finds: Sequence[Find]) -> Row:
    """The row of boards that were sought; off is in hundredths of the board's width."""
    return (
        name,
        str(len(finds)),
        str(Share.of(find.is_close for find in finds)),
        _hundredths(median(find.aside for find in finds)),
        f"{1000 * median(find.seconds for find in finds):.0f}",
    )


def followed_row(sequence: TrackedTurns) -> Row:
    """The row of one sequence; the milliseconds are for one picture, shown twice."""
    return (
        f"{sequence.name}: {sequence.difficulty}",
        str(sequence.pictures),
        str(sequence.turns),
        str(sequence.right),
        str(sequence.wrong),
        str(sequence.early),
        f"{1000 * sequence.seconds:.0f}",
    )


def stage_rows(stages: Iterable[tuple[str, float]]) -> Iterator[Row]:
    """A row for each stage, from how long it took each time (s)."""
    spent: dict[str, list[float]] = {}
    for name, seconds in stages:
        spent.setdefault(name, []).append(seconds)
    for name, times in spent.items():
        yield name, str(len(times)), f"{1000 * median(times):.1f}", f"{1000 * max(times):.1f}"


def group_rows(looks: Sequence[Look], keys: Callable[[Look], Iterable[str]]) -> Iterator[Row]:
    """A row for each group, in the order in which they are met; a picture may be in several."""
    groups: dict[str, list[Look]] = {}
    for look in looks:
        for key in keys(look):
            groups.setdefault(key, []).append(look)
    return (row(name, group) for name, group in groups.items())


def table(head: Sequence[str], rows: Iterable[Row]) -> str:
    """As Markdown, the columns padded so that it can be read as it stands."""
    cells = [tuple(head), *rows]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    lines = [_line(one, widths) for one in cells]
    rule = "|".join(["", f" {'-' * widths[0]} ", *(f" {'-' * (w - 1)}: " for w in widths[1:]), ""])
    return "\n".join([lines[0], rule, *lines[1:]])


def misses(look: Look) -> Iterator[str]:
    """One line for each place that was taken for something else or wrongly claimed."""
    if look.why:
        yield f"{look.label.name}: not read: {look.why}"
    for place in look.places:
        outside = not place.inside
        if outside or (look.label.settled and not place.right):
            wrong = "OUTSIDE" if outside else "inside"
            hand = " (at a hand)" if place.at_hand else ""
            yield (
                f"{look.label.name} {place.name}: saw {signed_count(place.best)}, "
                f"claims {claim_in_words(place)}, is {signed_count(place.truth)} {wrong}{hand}"
            )


def signed_count(pair: tuple[int, int]) -> str:
    """A's above zero, B's below; both where both lie there."""
    a, b = pair
    return f"{a}&{-b}" if a and b else str(a - b)


def claim_in_words(place: PlaceScore) -> str:
    """The claim: one range of A's above zero and B's below, or one for each."""
    a, b = place.claim.light, place.claim.dark
    if a.low and b.low:
        return f"A {a.low}..{a.high} and B {b.low}..{b.high}"
    return f"{a.low or -b.high}..{-b.low or a.high}"


def _line(cells: Row, widths: Sequence[int]) -> str:
    first, *rest = cells
    padded = (cell.rjust(width) for cell, width in zip(rest, widths[1:], strict=True))
    return f"| {' | '.join([first.ljust(widths[0]), *padded])} |"


def _all(look: Look, holds: Callable[[PlaceScore], bool]) -> bool:
    return bool(look.places) and all(map(holds, look.places))


def _hundredths(part: float) -> str:
    return f"{100 * part:.1f} %" if math.isfinite(part) else NONE


def _milliseconds(looks: Sequence[Look]) -> str:
    spent = [look.seconds for look in looks if look.seconds]
    return f"{1000 * median(spent):.0f}" if spent else NONE
