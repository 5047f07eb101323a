"""The speed at which the legal results of a throw are found, by us and by everyone else."""

from collections.abc import Iterator, Sequence

from benchmarks.brute_force import Counts, plays
from benchmarks.contest import Contestant, Group, Target
from benchmarks.kibitz_contestant import generate, legal_results, prepare
from benchmarks.peers import peers
from benchmarks.sample_positions import bench_pairs
from engine.backgammon.dice import Dice
from engine.backgammon.moves.plays import LegalPlays
from engine.backgammon.position import Position

OURS = "Kibitz"
FLOOR = "naive"
TARGETS = (
    Target(2, "bgsage, decoded"),
    Target(3, FLOOR),
    Target(30, "OpenSpiel, distinct results"),
)
Throw = tuple[Counts, int, int]


def throws(*, most: int | None, with_peers: bool) -> Group:
    """The whole sample, or this many pairs of it; beside the peers, or only beside the floor."""
    sample = bench_pairs(most)
    present, absent = peers(sample) if with_peers else ([], {})
    questions: list[Throw] = [pair[:3] for pair in sample]
    expected = [sorted(plays(*question).results) for question in questions]
    average = sum(map(len, expected)) / len(sample)
    return Group(
        title="Legal results of a throw",
        unit="sets per second",
        about=f"{len(sample):,} positions with throws, {average:.1f} results on average",
        ours=OURS,
        contestants=[*_kibitz(questions), _floor(questions), *present],
        size=len(sample),
        expected=expected,
        absent=absent,
        targets=TARGETS,
    )


def _kibitz(questions: Sequence[Throw]) -> list[Contestant]:
    """Our engine: from counts to counts, then its core alone, and what is built on it."""
    values = [(Position(position), Dice(die1, die2)) for position, die1, die2 in questions]

    def results() -> Iterator[list[Counts]]:
        return (sorted(legal_results(*question)) for question in questions)

    def positions() -> Iterator[list[Counts]]:
        return (sorted(play.counts for play in LegalPlays(*value)) for value in values)

    def ends() -> Iterator[list[Counts]]:
        nodes = (LegalPlays(*value).tree.walk() for value in values)
        return (sorted({node.counts for node in walk if not node.playable}) for walk in nodes)

    prepared = [prepare(*question) for question in questions]
    return [
        Contestant(OURS, questions, lambda question: legal_results(*question), results),
        Contestant("Kibitz, generate() alone", prepared, generate),
        Contestant("Kibitz, LegalPlays", values, lambda value: list(LegalPlays(*value)), positions),
        Contestant("Kibitz, tree", values, lambda value: LegalPlays(*value).tree, ends),
    ]


def _floor(questions: Sequence[Throw]) -> Contestant:
    def results() -> Iterator[list[Counts]]:
        return (sorted(plays(*question).results) for question in questions)

    return Contestant(FLOOR, questions, lambda question: plays(*question), results)
