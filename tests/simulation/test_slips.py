"""Errors are planted on purpose, with the reasons that may be given for them."""

from collections import Counter
from collections.abc import Iterator
from random import Random

from engine.backgammon.dice import Dice
from engine.backgammon.moves.plays import LegalPlays
from engine.backgammon.position import START
from simulation.gestures import SlipPlanted
from simulation.planted_slips import has_too_many, is_legal, plant_slips
from simulation.slips import SLIPS
from simulation.step_lines import line_to
from tests.rigs.engine.reference_results import play_rows


def planted(every: int, *, spares: bool) -> Iterator[tuple[LegalPlays, SlipPlanted]]:
    chance = Random(11)  # noqa: S311 - errors, not secrets
    for pair in play_rows()[::every]:
        plays = LegalPlays(pair.position, pair.dice)
        play = chance.choice(sorted(plays, key=lambda play: play.counts))
        line = line_to(pair.position, pair.dice, play, chance)
        assert line is not None
        if error := plant_slips(plays, line, chance, spares=spares):
            yield plays, error


def test_no_planted_error_is_a_legal_play() -> None:
    for plays, error in planted(5, spares=True):
        assert error.accepted
        assert not is_legal(error.board, plays)


def test_nearly_every_kind_of_slip_is_planted() -> None:
    found = Counter(name for _, error in planted(1, spares=True) for name in error.slips)
    assert len(found) >= len(SLIPS) - 2


def test_without_spare_checkers_there_are_never_too_many() -> None:
    assert not any(has_too_many(error.board) for _, error in planted(5, spares=False))
    assert any(has_too_many(error.board) for _, error in planted(5, spares=True))


def test_same_seed_plants_the_same_slips() -> None:
    plays = LegalPlays(START, Dice(3, 1))
    line = plays.lines[next(iter(plays))]
    one, two = (
        plant_slips(plays, line, Random(5), spares=False)  # noqa: S311 - errors, not secrets
        for _ in range(2)
    )
    assert one == two
