"""The speed at which the legal results of a turn of checkers are found, by us and by others."""

from collections.abc import Iterator, Sequence
from random import Random

from benchmarks.checkers_brute_force import Board, Result, forced_results
from benchmarks.checkers_peers import Results, checkers_peers
from benchmarks.contest import Contestant, Group, Target
from engine.checkers.moves.generation import Bits, legal_results
from engine.checkers.moves.plays import LegalPlays
from engine.checkers.position import START, Position
from engine.checkers.rulebook import ENGLISH
from engine.checkers.squares import ROW, bit_of, each_bit, field_of, square_of, square_on
from engine.checkers.strategy.search import Limits, find_best_play

OURS, FLOOR = "Kibitz", "naive"
TARGETS = (Target(3, FLOOR), Target(3, "pydraughts"), Target(3, "imparaai-checkers"))
SAMPLE, MAX_PLAYS, LOOK_AHEAD = 1_000, 80, Limits(nodes=0, depth=2, least_depth=2)
BY_CHANCE = 8
"""The number of plays by chance with which a game begins."""


def checkers(*, most: int | None, with_peers: bool) -> Group:
    """The whole sample, or this many positions of it; beside the peers, or only the floor."""
    sample = _sample(min(most or SAMPLE, SAMPLE))
    present, absent = checkers_peers(sample) if with_peers else ([], {})
    boards = list(map(letters_of, sample))
    expected = [frozenset(map(_bits_of, forced_results(board))) for board in boards]
    average = sum(map(len, expected)) / len(sample)
    return Group(
        title="Legal results of a turn of checkers",
        unit="sets per second",
        about=f"{len(sample):,} positions of games, {average:.1f} results on average",
        ours=OURS,
        contestants=[*_kibitz(sample), Contestant(FLOOR, boards, forced_results), *present],
        size=len(sample),
        expected=expected,
        absent=absent,
        targets=TARGETS,
    )


def letters_of(position: Position) -> Board:
    """The position as brute force has it."""
    letters = {}
    for side, (man, king) in ((position.mover, "mk"), (position.other, "oq")):
        for bit in each_bit(side):
            letters[divmod(field_of(square_of(bit)), ROW)] = king if bit & position.kings else man
    return letters


def _sample(number: int) -> list[Position]:
    """Positions of games between players that look two plays ahead, always the same."""
    chance = Random(1)  # noqa: S311 - a sample is no secret
    found: dict[Position, None] = {}
    while len(found) < number:
        found |= dict.fromkeys(_game(chance))
    return list(found)[:number]


def _game(chance: Random) -> Iterator[Position]:
    position = START
    for ply in range(MAX_PLAYS):
        plays = sorted(it.bits for it in LegalPlays(position, ENGLISH))
        if not plays:
            return
        yield position
        if ply < BY_CHANCE:
            position = Position.trusted(*chance.choice(plays)).mirrored
        else:
            position = find_best_play(position, ENGLISH, LOOK_AHEAD).play.mirrored


def _kibitz(sample: Sequence[Position]) -> list[Contestant]:
    """Our engine: from bits to bits, and what is built on it."""

    def results(position: Position) -> list[Bits]:
        return legal_results(position.mover, position.other, position.kings, ENGLISH)

    def answers() -> Iterator[Results]:
        return (frozenset(results(position)) for position in sample)

    def positions() -> Iterator[Results]:
        plays = (LegalPlays(position, ENGLISH) for position in sample)
        return (frozenset(it.bits for it in one) for one in plays)

    def ends() -> Iterator[Results]:
        trees = (LegalPlays(position, ENGLISH).tree for position in sample)
        return (frozenset(it.bits for it in tree.walk() if it.is_end) for tree in trees)

    return [
        Contestant(OURS, sample, results, answers),
        Contestant(
            "Kibitz, LegalPlays", sample, lambda it: list(LegalPlays(it, ENGLISH)), positions
        ),
        Contestant("Kibitz, tree", sample, lambda it: LegalPlays(it, ENGLISH).tree, ends),
    ]


def _bits_of(result: Result) -> Bits:
    """A result of brute force as our bits."""
    mover = other = kings = 0
    for (row, column), letter in result:
        bit = bit_of(square_on(ROW * row + column) or 0)
        mover |= bit * (letter in "mk")
        other |= bit * (letter in "oq")
        kings |= bit * (letter in "kq")
    return mover, other, kings
