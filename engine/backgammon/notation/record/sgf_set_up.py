"""Positions set up by hand in SGF: the nodes before the first turn, as GNU Backgammon has them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from engine.backgammon.game.scoring import Cube
from engine.backgammon.notation.record import record
from engine.backgammon.notation.record.sgf_tree import SgfMainLine, SgfNode, SgfProperty, SgfText
from engine.backgammon.notation.snapshots.snapshot import checked_position
from engine.backgammon.position import BAR, CHECKERS, OFF, Setup
from engine.players import Player
from engine.scanner import NotationError

CLEAR, STONES = "AE", {"AW": Player.ONE, "AB": Player.TWO}
SET_UP = (CLEAR, *STONES)
WHOLE_BOARD = "a:y"
BAR_LETTER = "y"
TURNS = ("W", "B", "DI")
"""The properties of nodes that are no part of a set-up."""
PLAYERS = {"w": Player.ONE, "b": Player.TWO}
OWNERS = {"c": None, **PLAYERS}

_PLACE = re.compile("[a-y]", re.ASCII)
_STAKE = re.compile(r"\s*([0-9]{1,6})\s*", re.ASCII)


def set_up_nodes(tree: SgfMainLine) -> tuple[SgfNode, ...]:
    """The nodes from the root that set a position up; none if the game begins as usual."""
    first = next(
        (at for at, node in enumerate(tree) if any(map(node.__getitem__, TURNS))), len(tree)
    )
    nodes = tree[:first]
    has_stones = any(node[name] for node in nodes for name in SET_UP)
    return nodes if has_stones else ()


def read_set_up(sgf: SgfText, nodes: tuple[SgfNode, ...]) -> record.ResumedPosition | None:
    """The position that these nodes set up; None if there are none.

    Raises `NotationError` unless the whole board is cleared and the player on roll is named.
    """
    if not nodes:
        return None
    properties = [found for node in nodes for found in node.properties]
    cleared = [found for found in properties if found.name == CLEAR]
    if [found.value for found in cleared] != [WHOLE_BOARD]:
        raise sgf.failure("a whole board that is set up: AE[a:y] clears it", nodes[-1].at)
    turns = [found for found in properties if found.name == "PL"]
    player = PLAYERS.get(turns[-1].value.lower()) if turns else None
    if player is None:
        raise sgf.failure("the player on roll of a position: PL[W] or PL[B]", nodes[-1].at)
    counts = {one: Counter(_places(sgf, properties, one)) for one in Player}
    sides = (_side(counts[player]), _side(counts[player.opponent]))
    try:
        position = checked_position(sgf.text, nodes[-1].at, Setup(*sides))
    except NotationError as wrong:
        raise sgf.failure(wrong.expected, nodes[-1].at) from wrong
    return record.ResumedPosition(position, player, _cube(sgf, properties))


def write_set_up(set_up: record.ResumedPosition) -> str:
    """The nodes that set a position up, each on a line of its own."""
    views = {set_up.player: set_up.position.setup.mover}
    views[set_up.player.opponent] = set_up.position.setup.other
    stones = "".join(
        name + "".join(f"[{letter}]" for letter in letters)
        for name, player in STONES.items()
        if (letters := list(_letters(player, views[player])))
    )
    turn = next(letter for letter, player in PLAYERS.items() if player is set_up.player)
    owner = next(letter for letter, player in OWNERS.items() if player is set_up.cube.owner)
    cube = f"\n;CV[{set_up.cube.value}]\n;CP[{owner}]"
    return f"\n;PL[{turn.upper()}]{CLEAR}[{WHOLE_BOARD}]{stones}{cube}"


def _places(sgf: SgfText, properties: list[SgfProperty], player: Player) -> Iterator[int]:
    """Yields the place of each checker of a player, as he counts."""
    for found in properties:
        if STONES.get(found.name) is player:
            for letter in found.values:
                if not _PLACE.fullmatch(letter):
                    raise sgf.failure("a letter from a to y for each checker", found.at)
                number = ord(letter) - ord("a") + 1
                yield BAR - number if player is Player.TWO and letter != BAR_LETTER else number


def _letters(player: Player, counts: tuple[int, ...]) -> Iterator[str]:
    """Yields the letter of each checker that is not borne off."""
    for place in range(OFF + 1, BAR + 1):
        number = BAR - place if player is Player.TWO and place < BAR else place
        yield from chr(ord("a") + number - 1) * counts[place]


def _side(counts: Counter[int]) -> tuple[int, ...]:
    """The checkers of one side on each of its places, the missing ones borne off."""
    lying = [counts[place] for place in range(OFF + 1, BAR + 1)]
    return (max(CHECKERS - sum(lying), 0), *lying)


def _cube(sgf: SgfText, properties: list[SgfProperty]) -> Cube:
    """The cube after all of these properties."""
    value, owner = 1, None
    for found in properties:
        if found.name == "CV":
            stake = _STAKE.fullmatch(found.value)
            if not stake or int(stake[1]).bit_count() != 1:
                raise sgf.failure("a cube that shows a power of two", found.at)
            value = int(stake[1])
        elif found.name == "CP":
            if found.value not in OWNERS:
                raise sgf.failure("c, w or b for the place of the cube", found.at)
            owner = OWNERS[found.value]
    return Cube(value, owner)
