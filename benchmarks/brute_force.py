"""The floor: all legal plays by brute force, from the plain rules and nothing of the engine.

It is slow on purpose, and simple enough to be believed: the engine is proved against it.
"""

from typing import NamedTuple

Counts = tuple[int, ...]
Step = tuple[int, int, int]
"""The point it leaves (25: the bar), the point it reaches (0: off), and its die."""
ResultLine = tuple[Step, ...]

BAR, OFF = 25, 0
POINTS, HOME = 24, 6
OTHER_BAR, MOVER_OFF = 25, 26
BLOT = -1
MAX_STEPS = 4


class Plays(NamedTuple):
    """The plays of a throw."""

    required: int
    """Number of dice numbers that must be played."""
    results: set[Counts]
    first: set[Step]
    """The steps that begin a legal play."""
    runs_dry: bool
    """True if some way to play a double ends before as much is played as can be."""


def plays(counts: Counts, die1: int, die2: int) -> Plays:
    """All plays of a throw; the larger die is compulsory where only one can be played."""
    if die1 == die2:
        return _plays_of_double(counts, die1)
    lines: list[tuple[ResultLine, Counts]] = []
    _play_out(counts, (die1, die2), (), lines)
    _play_out(counts, (die2, die1), (), lines)
    required = max(len(line) for line, _ in lines)
    kept = [(line, after) for line, after in lines if len(line) == required]
    if required == 1:
        larger = max(die for ((_, _, die),), _ in kept)
        kept = [(line, after) for line, after in kept if line[0][2] == larger]
    first = {line[0] for line, _ in kept} if required else set()
    return Plays(required, {after for _, after in kept}, first, runs_dry=False)


def steps(counts: Counts, die: int) -> list[tuple[int, int, Counts]]:
    """Every step that one die allows: its start and end, and the counts after it."""
    found = []
    for source in (BAR,) if counts[BAR - 1] else range(POINTS, 0, -1):
        if counts[source - 1] <= 0:
            continue
        target = source - die
        if target > OFF:
            held = counts[target - 1]
            if held < BLOT:
                continue
            after = list(counts)
            if held == BLOT:
                after[target - 1] = 1
                after[OTHER_BAR] += 1
            else:
                after[target - 1] += 1
        elif _may_bear_off(counts, source, die):
            target = OFF
            after = list(counts)
            after[MOVER_OFF] += 1
        else:
            continue
        after[source - 1] -= 1
        found.append((source, target, tuple(after)))
    return found


def _may_bear_off(counts: Counts, source: int, die: int) -> bool:
    if any(count > 0 for count in counts[HOME:POINTS]):
        return False
    return source == die or not any(count > 0 for count in counts[source:HOME])


def _play_out(
    counts: Counts, dice: tuple[int, ...], line: ResultLine, lines: list[tuple[ResultLine, Counts]]
) -> None:
    """Adds every way to play the dice in this order for as long as it goes."""
    following = steps(counts, dice[0]) if dice else ()
    for source, target, after in following:
        _play_out(after, dice[1:], (*line, (source, target, dice[0])), lines)
    if not following:
        lines.append((line, counts))


def _plays_of_double(counts: Counts, die: int) -> Plays:
    levels = [{counts}]
    while len(levels) <= MAX_STEPS:
        level = {after for before in levels[-1] for _, _, after in steps(before, die)}
        if not level:
            break
        levels.append(level)
    runs_dry = any(not steps(before, die) for level in levels[:-1] for before in level)
    first = {(source, target, die) for source, target, _ in steps(counts, die)}
    return Plays(len(levels) - 1, levels[-1], first, runs_dry)
