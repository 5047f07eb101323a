"""Plays as people write them, such as `bar/21* 13/7(2)`."""

from __future__ import annotations

from collections.abc import Collection

from engine.backgammon.errors import SeveralWays
from engine.backgammon.moves.plays import LegalPlays, Line
from engine.backgammon.moves.steps import Step
from engine.backgammon.notation.play.meaning import best_ways, board_after
from engine.backgammon.notation.play.typed_moves import read_moves
from engine.backgammon.places import BAR, OFF
from engine.backgammon.position import Setup

NO_PLAY = "-"
"""How a play without a step is written."""

_NAMES = {BAR: "bar", OFF: "off"}


def write_play(line: Line) -> str:
    """A play from back to front, each checker's way in one; a stop is named where it hits."""
    journeys: dict[tuple[int, int], list[list[Step]]] = {}
    for steps in _journeys(line):
        journeys.setdefault((steps[0].source, steps[-1].target), []).append(steps)
    together = sorted(journeys.items(), reverse=True)
    return " ".join(_written(*ends, same) for ends, same in together) or NO_PLAY


def write_steps(line: Line) -> str:
    """A play step by step, as match records have it: `25/21* 6/0`, and nothing for no step."""
    return " ".join(f"{step.source}/{step.target}{'*' * step.hits}" for step in line)


def read_play(text: str, plays: LegalPlays) -> Setup:
    """The board that a text describes, seen by the mover, whether or not the play is legal.

    Where it leaves open how a checker goes, it means a legal play if it can, and one that hits
    in passing only if no other is legal. NotationError if it could be several, or is no play.
    """
    moves = read_moves(text)
    board = board_after(plays.position.setup, moves, text)
    legal = best_ways(plays.tree, moves, complete=True)
    if len(legal) > 1:
        raise SeveralWays(tuple(write_play(way.line) for way in legal), text)
    begun = legal or best_ways(plays.all_steps, moves, complete=False)
    return begun[0].node.position.setup if begun else board


def _journeys(line: Line) -> list[list[Step]]:
    """The steps of each checker; where two may have gone on, the first one did."""
    journeys: list[list[Step]] = []
    for step in line:
        so_far = next((steps for steps in journeys if steps[-1].target == step.source), None)
        if so_far is None:
            journeys.append([step])
        else:
            so_far.append(step)
    return journeys


def _written(source: int, target: int, journeys: list[list[Step]]) -> str:
    """The way of all checkers that go from one place to another."""
    hits = {step.target for steps in journeys for step in steps if step.hits}
    stops = "".join(f"/{_place(stop, hits)}" for stop in sorted(hits | {target}, reverse=True))
    times = f"({len(journeys)})" if len(journeys) > 1 else ""
    return f"{_place(source)}{stops}{times}"


def _place(place: int, hits: Collection[int] = ()) -> str:
    return _NAMES.get(place, str(place)) + "*" * (place in hits)
