"""Every legal play has its steps, in every order in which they may be made."""

from random import Random

from engine.backgammon.dice import Dice
from engine.backgammon.moves.plays import LegalPlays, StepSequence
from engine.backgammon.position import START
from simulation.step_lines import after_line, line_to, other_line
from tests.rigs.engine.play_notation import board, position_after
from tests.rigs.engine.reference_results import play_rows


def some_line(plays: LegalPlays, chance: Random) -> StepSequence:
    line = line_to(plays.position, plays.dice, chance.choice(list(plays)), chance)
    assert line is not None
    return line


def is_in_tree(line: StepSequence, plays: LegalPlays) -> bool:
    node = plays.tree
    for step in line:
        if step not in node.next:
            return False
        node = node.next[step]
    return not node.playable


def test_every_play_is_found_by_steps_on_the_way_to_it() -> None:
    chance = Random(1)  # noqa: S311 - plays, not secrets
    for pair in play_rows()[::5]:
        plays = LegalPlays(pair.position, pair.dice)
        for play in plays:
            line = line_to(pair.position, pair.dice, play, chance)
            assert line is not None, (pair.id, play)
            assert tuple(after_line(pair.position.counts, line)) == play.counts
            assert is_in_tree(line, plays), (pair.id, line)


def test_alternative_line_is_legal_and_has_another_result() -> None:
    chance = Random(2)  # noqa: S311 - plays, not secrets
    found = 0
    for pair in play_rows()[::3]:
        plays = LegalPlays(pair.position, pair.dice)
        line = some_line(plays, chance)
        if line and (instead := other_line(plays, line, chance)):
            shared, steps = instead
            other = (*line[:shared], *steps)
            assert is_in_tree(other, plays), (pair.id, line, other)
            counts = plays.position.counts
            assert after_line(counts, other) != after_line(counts, line)
            found += 1
    assert found


def test_the_second_number_may_be_played_first() -> None:
    play = position_after(START, "13/8 6/5")
    chances = (Random(seed) for seed in range(50))  # noqa: S311 - no secrets
    lines = {line_to(START, Dice(5, 1), play, chance) for chance in chances}
    assert len(lines) == 2


def test_illegal_play_has_no_steps() -> None:
    chance = Random(3)  # noqa: S311 - no secrets
    assert line_to(START, Dice(3, 1), position_after(START, "13/7"), chance) is None
    assert line_to(START, Dice(2, 2), position_after(START, "13/10 13/11 13/11"), chance) is None
    assert line_to(START, Dice(6, 6), position_after(START, "13/7 13/2"), chance) is None


def test_last_checker_is_borne_off_with_all_numbers_it_needs() -> None:
    before = board("3:1", "24:2 13:5 8:3 6:5")
    play = next(iter(LegalPlays(before, Dice(6, 1))))
    line = line_to(before, Dice(6, 1), play, Random(4))  # noqa: S311 - no secrets
    assert line is not None
    assert [step.source for step in line] == [3, 2]
