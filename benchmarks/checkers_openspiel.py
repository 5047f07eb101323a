"""OpenSpiel's checkers, which knows no positions but those of its games: played along with ours."""

from collections.abc import Callable, Iterator
from importlib import import_module
from random import Random
from typing import Any

from benchmarks.checkers_peers import Results
from engine.checkers.moves.generation import Bits
from engine.checkers.position import Position, Rank, Setup
from engine.checkers.squares import FIELDS, ROW

PIECES = {"+": (1, Rank.MAN), "*": (1, Rank.KING), "o": (0, Rank.MAN), "8": (0, Rank.KING)}
"""By letter the player, of whom 1 is at the top, and the kind of checker."""
Chooser = Callable[[Position, list[Bits]], Position]


def played_games(
    number: int, chance: Random, chooser: Chooser
) -> Iterator[tuple[Position, Results]]:
    """Yields this many different positions of games with the results that OpenSpiel finds."""
    game, met = import_module("pyspiel").load_game("checkers"), set[Bits]()
    while len(met) < number:
        state, plays = game.new_initial_state(), 0
        while not state.is_terminal() and len(met) < number:
            position = _position(state, state.current_player())
            after = dict(_results(state, state.current_player()))
            if position.bits not in met:
                met.add(position.bits)
                yield position, frozenset(after)
            bits = sorted(after)
            by_chance = plays < ROW or chance.random() < 1 / ROW
            choice = chance.choice(bits) if by_chance else chooser(position, bits).bits
            state, plays = after.get(choice, after[bits[0]]), plays + 1


def _results(state: Any, player: int) -> Iterator[tuple[Bits, Any]]:
    """Yields what every complete play leads to; each jump is an action of its own."""
    for action in state.legal_actions():
        after = state.child(action)
        if not after.is_terminal() and after.current_player() == player:
            yield from _results(after, player)
        else:
            yield _position(after, player).bits, after


def _position(state: Any, player: int) -> Position:
    """The position as a player sees it, from the drawing of the board."""
    rows = str(state).splitlines()[:ROW]
    sides: tuple[dict[int, Rank], dict[int, Rank]] = ({}, {})
    for field, letter in enumerate("".join(row[1:] for row in rows)):
        if letter in PIECES:
            owner, rank = PIECES[letter]
            sides[owner][field if player else FIELDS - 1 - field] = rank
    return Setup.of(sides[player], sides[1 - player]).position()
