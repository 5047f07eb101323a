"""A checker that cannot move is told the rule against each number left."""

import pytest

from engine.backgammon.dice import Dice
from engine.backgammon.illegal_plays.play_reasons import ReasonKind
from engine.backgammon.illegal_plays.stuck_checkers import find_stuck_reasons
from engine.backgammon.moves.plays import LegalPlays, PlayNode
from engine.backgammon.position import BAR, OFF, START, Position
from engine.backgammon.rulebook import RULEBOOKS, TOURNAMENT
from tests.rigs.engine.play_notation import board
from tests.rigs.engine.random_positions import POSITION_KINDS, random_turns

ON_BAR = board("25:1 24:1 13:5 8:3 6:5", "24:2 13:5 8:3 6:5")
BEARING_OFF = board("6:2 3:2", "6:15")
ONE_OUTSIDE = board("7:1 3:2", "6:15")


@pytest.mark.parametrize(
    ("position", "dice", "source", "rules"),
    [
        (START, "65", 13, ""),
        (START, "55", 24, "point_blocked"),
        (START, "65", 6, "not_all_home point_blocked"),
        (ON_BAR, "31", 8, "still_on_bar still_on_bar"),
        (ON_BAR, "66", BAR, "point_blocked"),
        (BEARING_OFF, "54", 3, "checker_behind checker_behind"),
        (ONE_OUTSIDE, "64", 3, "not_all_home not_all_home"),
        (board("14:1 12:1", "24:2 18:2 16:2"), "65", 12, "both_dice point_blocked"),
        (board("13:1", "23:2 1:13"), "65", 13, ""),
    ],
)
def test_each_number_left_has_its_rule(
    position: Position, dice: str, source: int, rules: str
) -> None:
    plays = LegalPlays(position, Dice.parse(dice), TOURNAMENT)

    found = find_stuck_reasons(plays, plays.tree, source)

    assert " ".join(reason.why.value for reason in found) == rules


def test_after_the_play_no_rule_is_named() -> None:
    plays = LegalPlays(START, Dice.parse("31"), TOURNAMENT)
    end = next(node for node in plays.tree.walk() if not node.left)

    assert find_stuck_reasons(plays, end, 13) == ()


@pytest.mark.parametrize("kind", POSITION_KINDS)
def test_every_checker_moves_or_has_a_rule_for_each_number(kind: str) -> None:
    for position, dice in random_turns(kind, 40):
        for rulebook in RULEBOOKS.values():
            plays = LegalPlays(position, dice, rulebook)
            for node in plays.tree.walk():
                check_every_checker(plays, node)


def check_every_checker(plays: LegalPlays, node: PlayNode) -> None:
    moving = {step.source for step in node.legal_steps}
    for source in range(OFF + 1, BAR + 1):
        if node.counts[source - 1] > 0:
            reasons = find_stuck_reasons(plays, node, source)
            assert bool(reasons) is bool(node.left and source not in moving)
            wasted = any(reason.why is ReasonKind.BOTH_DICE for reason in reasons)
            assert not wasted or plays.required == len(plays.dice.numbers) == 2
