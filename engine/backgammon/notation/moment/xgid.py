"""The XGID of eXtreme Gammon: a moment of a match in one line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engine.backgammon.cube import Cube
from engine.backgammon.dice import Dice
from engine.backgammon.notation.moment.deciding import is_beavered
from engine.backgammon.notation.moment.doors import position_in, snapshot_in
from engine.backgammon.notation.moment.snapshot import Snapshot
from engine.backgammon.notation.scanner import SPACE, Scanner
from engine.backgammon.places import BAR, OFF
from engine.backgammon.players import ByPlayer, Player
from engine.backgammon.position import CHECKERS, Position, Setup

PREFIX = "XGID="
MOST_DOUBLINGS = 15
MOST_POINTS = (1 << 15) - 1
"""The limits of a Match ID, so that one can be written as the other."""
USUAL_DOUBLINGS = 10
"""How often a stake can be doubled, unless it already was more often."""

_BOTTOM, _TOP = Player.TWO, Player.ONE
_PLAYERS = {"1": _BOTTOM, "-1": _TOP}
_OWNERS = {"0": None, **_PLAYERS}
_SIGNS = {player: sign for sign, player in _OWNERS.items()}
_TO_THROW, _DOUBLED, _BEAVERED, _RACCOONED = "00", "D", "B", "R"
_CRAWFORD = 1
_JACOBY, _BEAVERS = 1, 2


class _Fields(NamedTuple):
    """What follows the board, in its order."""

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
    """The XGID, which keeps no resignation and, in a match, no Jacoby rule and no beavers.

    A number that is too large for it is a ValueError.
    """
    cube, score, length = snapshot.cube, snapshot.score, snapshot.length
    doublings = cube.value.bit_length() - 1
    points = (score[_BOTTOM], score[_TOP], length)
    if doublings > MOST_DOUBLINGS or not all(0 <= number <= MOST_POINTS for number in points):
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
    """The moment with this XGID, whose prefix may be left out."""
    scanner = Scanner(text)
    scanner.found(f"{SPACE}(?i:{PREFIX})?")
    start = scanner.at
    setup = _read_board(scanner)
    fields = _read_fields(scanner)
    scanner.end()
    if faults := " and ".join(_faults(fields)):
        raise scanner.failure(f"an XGID without {faults}", start)
    snapshot = _snapshot(position_in(text, start, setup), fields)
    return snapshot_in(text, start, snapshot)


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
    """What this player sees, as the bottom player sees it; or the other way round."""
    return position if player is _BOTTOM else position.turned


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
        letter = scanner.take(allowed, f"the board: {expected}")
        if letter.isupper():
            bottom[place] = ord(letter) - ord("A") + 1
        elif letter.islower():
            top[BAR - place] = ord(letter) - ord("a") + 1
    for side in (bottom, top):
        side[OFF] = max(CHECKERS - sum(side), 0)
    return Setup(tuple(bottom), tuple(top))


def _read_fields(scanner: Scanner) -> _Fields:
    return _Fields(
        doublings=_field(scanner).number(MOST_DOUBLINGS, "how often the stake was doubled"),
        owner=_field(scanner).one_of(_OWNERS, "the owner of the cube"),
        player=_field(scanner).one_of(_PLAYERS, "the player on roll"),
        action=_field(scanner).take("00|[1-6]{2}|[DBR]", "00, two dice, D, B or R"),
        score_of_bottom=_field(scanner).number(MOST_POINTS, "the score of the player below"),
        score_of_top=_field(scanner).number(MOST_POINTS, "the score of the player above"),
        rules=_field(scanner).number(_JACOBY + _BEAVERS, "the rules"),
        length=_field(scanner).number(MOST_POINTS, "the length of the match"),
        most_doublings=_field(scanner).number(MOST_DOUBLINGS, "how often it can be doubled"),
    )


def _field(scanner: Scanner) -> Scanner:
    """The scanner, at the field that comes next."""
    scanner.take(":", "a colon")
    return scanner


def _faults(fields: _Fields) -> Iterator[str]:
    if fields.length and fields.rules > _CRAWFORD:
        yield "rules that no match has"
    if fields.length and fields.action in (_BEAVERED, _RACCOONED):
        yield "a beaver in a match"
    if fields.action == _DOUBLED and fields.owner is fields.player.opponent:
        yield "a double by the player who does not own the cube"


def _snapshot(view: Position, fields: _Fields) -> Snapshot:
    """The moment that these fields tell; the board is as the bottom player sees it."""
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
    """The cube as it lies while an offer waits; a raccoon is a double by a player who owns it."""
    value = 1 << fields.doublings
    opponent = fields.player.opponent
    if fields.action == _RACCOONED:
        return Cube(value, fields.player)
    if fields.action == _BEAVERED and fields.owner is not opponent:
        return Cube(2 * value, opponent)
    return Cube(value, fields.owner)
