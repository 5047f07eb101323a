"""Boards of checkers for tests: drawn with letters, random, and met in random games."""

from collections.abc import Iterator
from random import Random

from benchmarks.checkers import letters_of
from benchmarks.checkers_brute_force import Result
from engine.checkers.game import events
from engine.checkers.game.course import apply
from engine.checkers.game.events import Event, Refusal
from engine.checkers.game.match import Match
from engine.checkers.moves.generation import Bits
from engine.checkers.moves.plays import LegalPlays
from engine.checkers.notation.move_text import read_move
from engine.checkers.position import START, Position, Rank, Setup
from engine.checkers.rulebook import SEASIDE, Rulebook
from engine.checkers.squares import FIELDS, field_named, field_of, square_on
from engine.players import Player

ONE, TWO = Player.ONE, Player.TWO


def place(mover: str = "", other: str = "") -> Setup:
    """The setup with checkers on these squares of the mover's: `11 K14` is a man and a king.

    A field that is no square has its name on the table, as a mover with the dark checkers sees it.
    """
    sides = ({_field(word): _rank(word) for word in text.split()} for text in (mover, other))
    return Setup.of(*sides)


def board(mover: str = "", other: str = "") -> Position:
    """The position with checkers on these squares, which must be legal."""
    return place(mover, other).position()


def _field(word: str) -> int:
    place = word.strip("K")
    return field_of(int(place)) if place.isdecimal() else field_named(place, dark=True)


def _rank(word: str) -> Rank:
    return Rank.KING if word.startswith("K") else Rank.MAN


def as_results(results: Iterator[Bits] | list[Bits]) -> set[Result]:
    """The results as the brute force has them."""
    return {frozenset(letters_of(Position.trusted(*bits)).items()) for bits in results}


def random_position(chance: Random) -> Position:
    """A legal position with any checkers anywhere, half of them kings."""
    while True:
        setup = random_setup(chance, squares_only=True)
        if not setup.faults():
            return setup.position()


def random_setup(chance: Random, *, squares_only: bool = False) -> Setup:
    """Any checkers on any fields, or only on squares."""
    fields = [field for field in range(FIELDS) if square_on(field) or not squares_only]
    chosen = chance.sample(fields, chance.randint(1, 20))
    border = chance.randint(0, len(chosen))
    sides = (chosen[:border], chosen[border:])
    return Setup.of(*({field: chance.choice(list(Rank)) for field in side} for side in sides))


def played_positions(chance: Random, book: Rulebook, number: int) -> Iterator[Position]:
    """Yields positions that random games by a rulebook come to."""
    position = START
    for _ in range(number):
        yield position
        results = sorted(it.bits for it in LegalPlays(position, book))
        position = Position.trusted(*chance.choice(results)).mirrored if results else START


def begun(book: Rulebook = SEASIDE, player: Player = ONE, position: Position = START) -> Match:
    """A match in which a player is to move in a position."""
    return after(Match(book), events.BeginFrom(player, position))


def after(match: Match, *acts: Event) -> Match:
    """The match after events that must be allowed."""
    for event in acts:
        outcome = apply(match, event)
        assert not isinstance(outcome, Refusal), (event, outcome)
        match = outcome
    return match


def moved(match: Match, *moves: str) -> Match:
    """The match after complete moves in PDN, of each player in turn."""
    for text in moves:
        game = match.game
        plays = LegalPlays(game.position, match.rulebook)
        result = read_move(plays, text, dark=game.turn is game.dark)
        match = after(match, events.Play(game.turn, result), events.EndTurn(game.turn))
    return match


def refusal_of(match: Match, event: Event) -> Refusal:
    """The refusal of an event that must not be allowed."""
    outcome = apply(match, event)
    assert isinstance(outcome, Refusal), event
    return outcome
