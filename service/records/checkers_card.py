"""A position of checkers as a card for people and programs."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.checkers.moves.perft import LineCounter, OutOfTime
from engine.checkers.moves.plays import LegalPlays
from engine.checkers.notation.diagram import draw
from engine.checkers.notation.fen import write_fen
from engine.checkers.notation.move_text import write_line
from engine.checkers.position import Position
from engine.checkers.rulebook import Rulebook
from engine.checkers.squares import mirror_square
from engine.sides import Side
from service.words.checkers_texts import colour_in_words, moves_in_words, write_on_table
from service.words.phrases import Phrases

COUNT_SECONDS = 30.0
"""The time for counting lines of play."""


@dataclass(frozen=True, slots=True)
class CheckersCard:
    """A position, the side to move, and the rulebook that decides which moves are legal."""

    position: Position
    dark_to_move: bool
    rulebook: Rulebook
    depth: int = 0
    """The number of plays up to which lines are counted."""

    def lines(self, phrases: Phrases) -> Iterator[str]:
        """Yields the lines of the card for people."""
        plays = LegalPlays(self.position, self.rulebook)
        yield draw(self.position, dark_to_move=self.dark_to_move)
        yield ""
        yield self._turn_in_words(plays, phrases)
        yield ""
        yield write_fen(self.position, dark_to_move=self.dark_to_move)
        if plays:
            yield ""
            yield phrases.say("checkers.game.legal_moves", count=len(plays))
            yield from (f"  {move}" for move in moves_in_words(plays, dark=self.dark_to_move))
        if self.depth:
            yield ""
            yield from self._counts_in_words(phrases)

    def values(self) -> dict[str, object]:
        """The card as values for programs; counts that take too long are left out."""
        dark, plays = self.dark_to_move, LegalPlays(self.position, self.rulebook)
        moves = [
            {
                "move": write_line(ways[0], dark=dark),
                "squares": write_on_table(ways[0], dark=dark),
                "fen": write_fen(result.mirrored, dark_to_move=not dark),
            }
            for result, ways in plays.lines.items()
        ]
        values: dict[str, object] = {
            "fen": write_fen(self.position, dark_to_move=dark),
            "turn": "dark" if dark else "light",
            "dark": self._side(Side.MOVER if dark else Side.OTHER),
            "light": self._side(Side.OTHER if dark else Side.MOVER),
            "rulebook": self.rulebook.name,
            "moves": sorted(moves, key=lambda move: move["squares"]),
        }
        if self.depth:
            values["perft"] = [*self._counts()]
        return values

    def _side(self, side: Side) -> dict[str, list[int]]:
        """The squares of a side as PDN numbers them."""
        position = self.position
        return {
            "men": self._numbers(position.man_squares[side]),
            "kings": self._numbers(position.king_squares[side]),
        }

    def _numbers(self, squares: Sequence[int]) -> list[int]:
        return sorted(square if self.dark_to_move else mirror_square(square) for square in squares)

    def _turn_in_words(self, plays: LegalPlays, phrases: Phrases) -> str:
        """The sentence about the side to move, or about the end of the game."""
        key = "to_move" if plays else "no_moves" if self.position.mover else "no_checkers"
        side = colour_in_words(phrases, dark=self.dark_to_move)
        return phrases.say(f"checkers.position.{key}", side=side, rules=self.rulebook.name)

    def _counts(self) -> Iterator[int]:
        """Yields the number of lines of one play, of two and so on, while time lasts."""
        end = time.monotonic() + COUNT_SECONDS
        counter = LineCounter(self.rulebook, lambda: time.monotonic() >= end)
        for depth in range(1, self.depth + 1):
            try:
                yield counter.count(self.position.bits, depth)
            except OutOfTime:
                return

    def _counts_in_words(self, phrases: Phrases) -> Iterator[str]:
        finished = 0
        for finished, count in enumerate(self._counts(), 1):
            yield phrases.say("checkers.position.perft", count=finished, found=count)
        if finished < self.depth:
            seconds = round(COUNT_SECONDS)
            depth = finished + 1
            yield phrases.say("checkers.position.perft_stopped", count=depth, seconds=seconds)
