"""A position drawn with letters."""

from __future__ import annotations

from collections.abc import Sequence

from engine.backgammon.position import BAR, OFF, Position, Setup
from engine.players import ByPlayer, Player

DRAWN = 5
"""The largest number of checkers of a pile that are drawn."""
POINTER = ">"
NO_LABELS = ByPlayer("", "")

LETTERS = {Player.ONE: "O", Player.TWO: "X"}
"""The letters of the players' checkers."""
_UPPER = (*range(13, 19), BAR, *range(19, 25), OFF)
_LOWER = (*range(12, 6, -1), BAR, *range(6, 0, -1), OFF)
"""The places of each half from left to right, as the bottom player counts them."""
_INDENT = "  "
_CELL = 3


def _with_walls(wall: str, cells: Sequence[str]) -> str:
    quarters = (cells[:6], cells[6:7], cells[7:13], cells[13:])
    return wall + "".join(f"{''.join(quarter)}{wall}" for quarter in quarters)


def _edge(places: Sequence[int]) -> str:
    points = (f"{place:->2}-" if OFF < place < BAR else "-" * _CELL for place in places)
    return _with_walls("+", tuple(points))


_EDGES = {Player.TWO: (_edge(_UPPER), _edge(_LOWER)), Player.ONE: (_edge(_LOWER), _edge(_UPPER))}
"""The upper and the lower edge by the player on roll: one player's point 13 is the other's 12."""


def draw(
    position: Position, *, mover: Player = Player.TWO, labels: ByPlayer[str] = NO_LABELS
) -> str:
    """The position drawn as player TWO sees it, with a label for each player."""
    view = position if mover is Player.TWO else position.mirrored
    pips = ByPlayer(one=view.pips.other, two=view.pips.mover)
    captions = {
        player: f"{POINTER if player is mover else ' '} {LETTERS[player]} {pips[player]} "
        + " ".join(labels[player].split())
        for player in Player
    }
    upper_edge, lower_edge = _EDGES[mover]
    lines = (
        captions[Player.ONE],
        _INDENT + upper_edge,
        *_draw_half(view.setup, _UPPER, Player.ONE),
        *reversed(_draw_half(view.setup, _LOWER, Player.TWO)),
        _INDENT + lower_edge,
        captions[Player.TWO],
    )
    return "\n".join(line.rstrip() for line in lines)


def _draw_half(setup: Setup, places: Sequence[int], half: Player) -> list[str]:
    """The rows of a half, from the edge of the board to the middle."""
    piles = [_pile(setup, place, half) for place in places]
    rows = zip(*piles, strict=True)
    return [_INDENT + _with_walls("|", [f"{cell:>2} " for cell in row]) for row in rows]


def _pile(setup: Setup, place: int, half: Player) -> list[str]:
    """The pile on a place from the edge, of `half` on bar and tray; a number if it is too high."""
    counts = {Player.ONE: setup.other[_from_above(place)], Player.TWO: setup.mover[place]}
    owner = half if counts[half] or place in (BAR, OFF) else half.opponent
    drawn = [LETTERS[owner] if row < counts[owner] else "" for row in range(DRAWN)]
    return [*drawn, str(counts[owner]) if counts[owner] > DRAWN else ""]


def _from_above(place: int) -> int:
    """A place in the numbering of the top player; the bar and the tray keep their numbers."""
    return BAR - place if OFF < place < BAR else place
