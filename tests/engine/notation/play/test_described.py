"""A play is written down so that whoever reads it has the same board."""

from engine.backgammon.notation.play.described import describe
from engine.backgammon.rulebook import TOURNAMENT
from tests.rigs.play import board, legal, moved


def test_a_hit_made_on_a_detour_is_told() -> None:
    before = board("6:2 13:2", "20:1 15:1 6:5")
    backwards = moved(before, "6/5 5/10")

    assert describe(legal(TOURNAMENT, before, "31"), backwards) == "6/5*/10*"


def test_what_two_checkers_pass_is_hit_once() -> None:
    before = board("8:2 13:2", "20:1 6:5")
    passed = moved(before, "8/5 5/4 8/3")

    assert describe(legal(TOURNAMENT, before, "31"), passed) == "8/5*/4 8/3"
