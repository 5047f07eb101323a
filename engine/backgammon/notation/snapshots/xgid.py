"""The XGID of eXtreme Gammon."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engine.backgammon.dice import Dice
from engine.backgammon.game.scoring import Cube
from engine.backgammon.notation.snapshots.snapshot import (
    Snapshot,
    checked_position,
    checked_snapshot,
    is_beavered,
)
from engine.backgammon.position import BAR, CHECKERS, OFF, Position, Setup
from engine.players import ByPlayer, Player
from engine.scanner import SPACE, Scanner

PREFIX = "XGID="
MAX_DOUBLINGS = 15
MAX_POINTS = (1 << 15) - 1
"""The limits of a Match ID, so that one can be written as the other."""
USUAL_DOUBLINGS = 10
"""The usual limit of doublings that is written, unless the stake was doubled more often."""

_BOTTOM, _TOP = Player.TWO, Player.ONE
_PLAYERS = {"1": _BOTTOM, "-1": _TOP}
_OWNERS = {"0": None, **_PLAYERS}
_SIGNS = {player: sign for sign, player in _OWNERS.items()}
_TO_THROW, _DOUBLED, _BEAVERED, _RACCOONED = "00", "D", "B", "R"
_CRAWFORD = 1
_JACOBY, _BEAVERS = 1, 2


class _Fields(NamedTuple):
    """The fields after the board, in their order."""

    doublings: int
    owner: Player | None
    player: Player
    action: str
    score_of_bottom: int
    score_of_top: int
    rules: int
    length: int
    most_doublings: int


def xgid(snapshot: Snapshot) -> str:
    """The XGID without resignation and a match's options; `ValueError` if a number is too large."""
    cube, score, length = snapshot.cube, snapshot.score, snapshot.length
    doublings = cube.value.bit_length() - 1
    points = (score[_BOTTOM], score[_TOP], length)
    if doublings > MAX_DOUBLINGS or not all(0 <= number <= MAX_POINTS for number in points):
        raise ValueError(f"an XGID has no room for {cube}, {score} or a match of {length}")
    fields = (
        _board(snapshot),
        doublings,
        _SIGNS[cube.owner],
        _SIGNS[snapshot.player],
        _action(snapshot),
        score[_BOTTOM],
        score[_TOP],
        _rules(snapshot),
        length,
        max(doublings, USUAL_DOUBLINGS),
    )
    return PREFIX + ":".join(map(str, fields))


def parse_xgid(text: str) -> Snapshot:
    """The snapshot with this XGID, whose prefix may be left out."""
    scanner = Scanner(text)
    scanner.read_if(f"{SPACE}(?i:{PREFIX})?")
    start = scanner.at
    setup = _read_board(scanner)
    fields = _read_fields(scanner)
    scanner.read_end()
    if faults := " and ".join(_faults(fields)):
        raise scanner.failure(f"an XGID without {faults}", start)
    snapshot = _snapshot(checked_position(text, start, setup), fields)
    return checked_snapshot(text, start, snapshot)


def _board(snapshot: Snapshot) -> str:
    """A letter for each place from the top player's bar to the bottom player's."""
    setup = _as_bottom_sees(snapshot.player, snapshot.position).setup
    top = (setup.other[BAR - place] if place < BAR else 0 for place in range(BAR + 1))
    bottom = (setup.mover[place] if place > OFF else 0 for place in range(BAR + 1))
    return "".join(map(_letter, bottom, top))


def _letter(bottom: int, top: int) -> str:
    if bottom:
        return chr(ord("A") + bottom - 1)
    return chr(ord("a") + top - 1) if top else "-"


def _as_bottom_sees(player: Player, position: Position) -> Position:
    """Turns a player's view of a position into the bottom player's view, or back."""
    return position if player is _BOTTOM else position.mirrored


def _action(snapshot: Snapshot) -> str:
    if snapshot.doubled:
        return _BEAVERED if is_beavered(snapshot) else _DOUBLED
    return str(snapshot.dice or _TO_THROW)


def _rules(snapshot: Snapshot) -> int:
    if snapshot.length:
        return _CRAWFORD * snapshot.crawford
    return _JACOBY * snapshot.jacoby + _BEAVERS * snapshot.beavers


def _read_board(scanner: Scanner) -> Setup:
    bottom, top = [0] * (BAR + 1), [0] * (BAR + 1)
    for place in range(BAR + 1):
        allowed, expected = "[-A-Pa-p]", "- or a letter from A to P"
        if place == OFF:
            allowed, expected = "[-a-p]", "- or a small letter, for the bar above"
        elif place == BAR:
            allowed, expected = "[-A-P]", "- or a capital letter, for the bar below"
        letter = scanner.read(allowed, f"the board: {expected}")
        if letter.isupper():
            bottom[place] = ord(letter) - ord("A") + 1
        elif letter.islower():
            top[BAR - place] = ord(letter) - ord("a") + 1
    for side in (bottom, top):
        side[OFF] = max(CHECKERS - sum(side), 0)
    return Setup(tuple(bottom), tuple(top))


def _read_fields(scanner: Scanner) -> _Fields:
    return _Fields(
        doublings=_field(scanner).read_number(MAX_DOUBLINGS, "how often the stake was doubled"),
        owner=_field(scanner).read_word(_OWNERS, "the owner of the cube"),
        player=_field(scanner).read_word(_PLAYERS, "the player on roll"),
        action=_field(scanner).read("00|[1-6]{2}|[DBR]", "00, two dice, D, B or R"),
        score_of_bottom=_field(scanner).read_number(MAX_POINTS, "the score of the player below"),
        score_of_top=_field(scanner).read_number(MAX_POINTS, "the score of the player above"),
        rules=_field(scanner).read_number(_JACOBY + _BEAVERS, "the rules"),
        length=_field(scanner).read_number(MAX_POINTS, "the length of the match"),
        most_doublings=_field(scanner).read_number(MAX_DOUBLINGS, "how often it can be doubled"),
    )


def _field(scanner: Scanner) -> Scanner:
    """The scanner, at the field that comes next."""
    scanner.read(":", "a colon")
    return scanner


def _faults(fields: _Fields) -> Iterator[str]:
    if fields.length and fields.rules > _CRAWFORD:
        yield "rules that no match has"
    if fields.length and fields.action in (_BEAVERED, _RACCOONED):
        yield "a beaver in a match"
    if fields.action == _DOUBLED and fields.owner is fields.player.opponent:
        yield "a double by the player who does not own the cube"


def _snapshot(view: Position, fields: _Fields) -> Snapshot:
    """The snapshot of these fields; the board is seen by the bottom player."""
    length, rules, action = fields.length, fields.rules, fields.action
    return Snapshot(
        position=_as_bottom_sees(fields.player, view),
        player=fields.player,
        dice=Dice.parse(action) if action.isdigit() and action != _TO_THROW else None,
        doubled=action.isalpha(),
        cube=_cube(fields),
        score=ByPlayer(one=fields.score_of_top, two=fields.score_of_bottom),
        length=length,
        crawford=bool(length) and rules == _CRAWFORD,
        jacoby=not length and bool(rules & _JACOBY),
        beavers=not length and bool(rules & _BEAVERS),
    )


def _cube(fields: _Fields) -> Cube:
    """The cube while an offer waits; a raccoon is a double by the player who owns the cube."""
    value = 1 << fields.doublings
    opponent = fields.player.opponent
    if fields.action == _RACCOONED:
        return Cube(value, fields.player)
    if fields.action == _BEAVERED and fields.owner is not opponent:
        return Cube(2 * value, opponent)
    return Cube(value, fields.owner)
