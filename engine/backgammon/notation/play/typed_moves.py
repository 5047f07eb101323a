"""The moves that people type, such as `24/18*/13 6/5(2)`, taken apart."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from engine.backgammon.notation.scanner import SPACE, Scanner
from engine.backgammon.places import BAR, OFF

MOST_MOVES = 16
"""Far more than a throw allows, for who reads what is illegal too."""
NO_PLAY_WORDS = frozenset({"", "-", "no play", "no move", "dance"})

_PLACE = "(?i:bar|off)|[0-9]{1,2}"
_NAMES = {"bar": BAR, "off": OFF}
_GAP = r"(?u:[\s,;]+)"


@dataclass(frozen=True, slots=True)
class Stop:
    """A place that is named: 25 the bar, 0 off."""

    place: int
    at: int
    """Where in the text it is named."""
    hits: bool = False
    """Whether a hit is marked there."""


@dataclass(frozen=True, slots=True)
class Move:
    """One checker moved from a place to the next one named, by one die or more."""

    source: Stop
    target: Stop


def read_moves(text: str) -> tuple[Move, ...]:
    """The moves in a text, each as often as it is made."""
    if text.strip().lower() in NO_PLAY_WORDS:
        return ()
    scanner = Scanner(text)
    scanner.found(SPACE)
    moves: list[Move] = []
    while not scanner.is_done:
        at = scanner.at
        moves += _read_journeys(scanner)
        if len(moves) > MOST_MOVES:
            raise scanner.failure(f"at most {MOST_MOVES} moves", at)
        if not scanner.is_done:
            scanner.take(_GAP, "a space and the next move")
    return tuple(moves)


def _read_journeys(scanner: Scanner) -> Iterator[Move]:
    """Read one checker's way, or that of several which take the same."""
    stops = [_read_source(scanner)]
    scanner.take(f"{SPACE}/", "a slash and where the checker goes")
    stops.append(_read_target(scanner, stops[-1]))
    while scanner.found(f"{SPACE}/"):
        stops.append(_read_target(scanner, stops[-1]))
    for _ in range(_read_times(scanner)):
        yield from (Move(source, target) for source, target in pairwise(stops))


def _read_source(scanner: Scanner) -> Stop:
    stop = _read_stop(scanner, "where a checker comes from: 1 to 24, or bar")
    if stop.place == OFF:
        raise scanner.failure("a place to come from that is not off the board", stop.at)
    return stop


def _read_target(scanner: Scanner, source: Stop) -> Stop:
    scanner.found(SPACE)
    stop = _read_stop(scanner, "where the checker goes: 1 to 24, or off")
    if stop.place == BAR:
        raise scanner.failure("a place to go that is not the bar", stop.at)
    if source.place in (OFF, stop.place):
        raise scanner.failure("no move on from off the board, nor to the same place", stop.at)
    if scanner.found(rf"{SPACE}\*"):
        return replace(stop, hits=True)
    return stop


def _read_stop(scanner: Scanner, expected: str) -> Stop:
    at = scanner.at
    name = scanner.take(_PLACE, expected).lower()
    place = _NAMES[name] if name in _NAMES else int(name)
    if place > BAR:
        raise scanner.failure(expected, at)
    return Stop(place, at)


def _read_times(scanner: Scanner) -> int:
    if not scanner.found(rf"{SPACE}\("):
        return 1
    times = int(scanner.take("[2-4]", "how many checkers: 2, 3 or 4"))
    scanner.take(r"\)", "a closing bracket")
    return times
