"""The Position ID and the Match ID of GNU Backgammon."""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.backgammon.dice import NUMBERS, Dice
from engine.backgammon.game.scoring import Cube
from engine.backgammon.notation.snapshots.snapshot import (
    Snapshot,
    checked_position,
    checked_snapshot,
    player_to_decide,
)
from engine.backgammon.position import BAR, CHECKERS, Position, Setup
from engine.players import ByPlayer, Player
from engine.scanner import SPACE, Scanner

_POSITION_BYTES = 10
_MATCH_BYTES = 9
_NO_OWNER = 3
_PLAYING, _OVER = 1, 2
"""States of a game; 0 is a game not begun, 3 a resigned one, 4 one with a dropped double."""


class _MatchIdFields(NamedTuple):
    """The numbers of a Match ID, in the order of its bits."""

    cube: int
    """The number of times that the stake was doubled."""
    owner: int
    player: int
    crawford: int
    state: int
    to_decide: int
    doubled: int
    resigning: int
    die: int
    other_die: int
    length: int
    score_of_one: int
    score_of_two: int
    no_jacoby: int
    unused: int


_WIDTHS = _MatchIdFields(4, 2, 1, 1, 3, 1, 1, 2, 3, 3, 15, 15, 15, 1, 5)
"""The width of each number in bits."""


def position_id(position: Position) -> str:
    """The Position ID: a 1 for each checker and a 0 after each place, from point 1 to the bar."""
    setup = position.setup
    key = shift = 0
    for count in (*setup.other[1:], *setup.mover[1:]):
        key |= ((1 << count) - 1) << shift
        shift += count + 1
    return _encode(key, _POSITION_BYTES)


def match_id(snapshot: Snapshot) -> str:
    """The Match ID, which omits beavers; raises `ValueError` if a number is too large for it."""
    key = shift = 0
    moment = _match_id_fields(snapshot)
    for name, number, width in zip(moment._fields, moment, _WIDTHS, strict=True):
        if number not in range(1 << width):
            raise ValueError(f"a Match ID has no room for {number} as its {name}")
        key |= number << shift
        shift += width
    return _encode(key, _MATCH_BYTES)


def gnu_id(snapshot: Snapshot) -> str:
    """Both IDs, joined by a colon."""
    return f"{position_id(snapshot.position)}:{match_id(snapshot)}"


def parse_gnu_id(text: str) -> Snapshot:
    """The snapshot with these IDs; with a Position ID alone, player TWO is on roll, for stakes."""
    scanner = Scanner(text)
    position = _read_position(scanner)
    snapshot = Snapshot(position, Player.TWO)
    if scanner.read_if(":"):
        snapshot = _read_match(scanner, position)
    scanner.read_end()
    return snapshot


def _match_id_fields(snapshot: Snapshot) -> _MatchIdFields:
    owner, dice = snapshot.cube.owner, snapshot.dice
    return _MatchIdFields(
        cube=snapshot.cube.value.bit_length() - 1,
        owner=_NO_OWNER if owner is None else owner.value,
        player=snapshot.player.value,
        crawford=int(snapshot.crawford),
        state=_OVER if snapshot.position.winner else _PLAYING,
        to_decide=player_to_decide(snapshot).value,
        doubled=int(snapshot.doubled),
        resigning=snapshot.resigning,
        die=dice.high if dice else 0,
        other_die=dice.low if dice else 0,
        length=snapshot.length,
        score_of_one=snapshot.score.one,
        score_of_two=snapshot.score.two,
        no_jacoby=int(not snapshot.jacoby),
        unused=0,
    )


def _read_position(scanner: Scanner) -> Position:
    scanner.read_if(SPACE)
    start = scanner.at
    key = _decode(scanner, _POSITION_BYTES, "a Position ID")
    places = []
    for _ in range(2 * BAR):
        count = (~key & (key + 1)).bit_length() - 1
        places.append(count)
        key >>= count + 1
    if key:
        raise scanner.failure(f"a Position ID with {2 * BAR} places, not more", start)
    setup = Setup(_with_tray(places[BAR:]), _with_tray(places[:BAR]))
    return checked_position(scanner.text, start, setup)


def _with_tray(places: Sequence[int]) -> tuple[int, ...]:
    """One side's counts; the checkers that stand nowhere are added as borne off."""
    return (max(CHECKERS - sum(places), 0), *places)


def _read_match(scanner: Scanner, position: Position) -> Snapshot:
    start = scanner.at
    key = _decode(scanner, _MATCH_BYTES, "a Match ID")
    numbers = []
    for width in _WIDTHS:
        numbers.append(key % (1 << width))
        key >>= width
    moment = _MatchIdFields(*numbers)
    if faults := " and ".join(_faults(moment)):
        raise scanner.failure(f"a Match ID without {faults}", start)
    snapshot = checked_snapshot(scanner.text, start, _snapshot(moment, position))
    if player_to_decide(snapshot).value != moment.to_decide:
        raise scanner.failure("a Match ID in which the other player is to decide", start)
    return snapshot


def _faults(moment: _MatchIdFields) -> Iterator[str]:
    """Yields the parts of a Match ID that Kibitz cannot represent."""
    dice = (moment.die, moment.other_die)
    if moment.owner not in (Player.ONE.value, Player.TWO.value, _NO_OWNER):
        yield "an unknown owner of the cube"
    if moment.state > _OVER:
        yield "a game that was given up"
    if any(dice) and not set(dice) <= set(NUMBERS):
        yield f"the dice {dice[0]} and {dice[1]}"
    if moment.unused:
        yield "bits after the last one"


def _snapshot(moment: _MatchIdFields, position: Position) -> Snapshot:
    owner = None if moment.owner == _NO_OWNER else Player(moment.owner)
    return Snapshot(
        position=position,
        player=Player(moment.player),
        dice=Dice(moment.die, moment.other_die) if moment.die else None,
        doubled=bool(moment.doubled),
        resigning=moment.resigning,
        cube=Cube(1 << moment.cube, owner),
        score=ByPlayer(moment.score_of_one, moment.score_of_two),
        length=moment.length,
        crawford=bool(moment.crawford),
        jacoby=not moment.no_jacoby,
    )


def _encode(key: int, size: int) -> str:
    return b64encode(key.to_bytes(size, "little")).decode().rstrip("=")


def _decode(scanner: Scanner, size: int, what: str) -> int:
    start = scanner.at
    for _ in range(len(_encode(0, size))):
        scanner.read("[A-Za-z0-9+/]", f"{what}: {len(_encode(0, size))} letters, digits, + or /")
    code = scanner.text[start : scanner.at]
    key = int.from_bytes(b64decode(code + "=" * (-len(code) % 4)), "little")
    if _encode(key, size) != code:
        raise scanner.failure(f"{what} that ends in A, Q, g or w", scanner.at - 1)
    return key
