"""One turn as hands play it: checkers lifted, carried, hit, put back, and all in their own time.

Whatever rests for longer than a glance lies as it may on the way to a legal play, apart from at
most four checkers in the hands, or unseen between two points, and from hit ones not yet taken away.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from engine.backgammon.dice import Dice
from engine.backgammon.moves.plays import LegalPlays, Line
from engine.backgammon.moves.steps import Step
from engine.backgammon.places import BAR, HOME, OFF
from engine.backgammon.position import Position
from engine.backgammon.rulebook import TOURNAMENT, Rulebook
from hardware.checkers import Colour, bar
from referee.seating import NUMBERS, place_of
from service.simulation.gestures import (
    Gesture,
    Lift,
    Nudge,
    Pause,
    Put,
    PutBetween,
    Straighten,
)
from service.simulation.habits import Temper
from service.simulation.lines import line_to, other_line

MOST_IN_HAND = 4
"""So many checkers hands hold at once."""
AT = {colour: tuple(place_of(number, colour) for number in NUMBERS) for colour in Colour}
"""The places on the table in the numbering of each colour."""

Gestures = Iterator[Gesture]
Carry = list[int]
"""The points a checker is carried over, from where it is lifted to where it comes down."""


class NotAPlay(ValueError):
    """No steps by the rules lead there."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A throw to be played, and whose checkers move."""

    position: Position
    dice: Dice
    colour: Colour
    rulebook: Rulebook = TOURNAMENT


def play_turn(turn: Turn, play: Position, temper: Temper) -> Gestures:
    """Make a legal play; `NotAPlay` if it is none. The turn is not completed by it."""
    line = line_to(turn.position, turn.dice, play, temper.chance)
    if line is None:
        raise NotAPlay(f"{turn.dice} does not lead from {turn.position} to {play}")
    return _played(turn, line, temper)


def _played(turn: Turn, line: Line, temper: Temper) -> Gestures:
    hands = _Hands(turn, temper)
    if line and temper.will(temper.habits.rearrange):
        plays = LegalPlays(turn.position, turn.dice, turn.rulebook)
        if found := other_line(plays, line, temper.chance):
            kept, other = found
            yield from hands.play(line[:kept])
            yield from hands.play(other)
            yield from hands.tidy()
            yield Pause(temper.thought())
            yield from hands.take_back(other)
            yield Pause(temper.thought())
            line = line[kept:]
    yield from hands.play(line)
    yield from hands.fidget()
    yield from hands.tidy()


class _Hands:
    """The hands of somebody who moves, and what they have begun; all places as he counts them."""

    def __init__(self, turn: Turn, temper: Temper) -> None:
        self._at = AT[turn.colour]
        self._own, self._other = turn.colour, turn.colour.other
        self._bar = bar(self._other)
        self._temper = temper
        self._mine = list(turn.position.setup.mover)
        self._in_hand = 0
        """With those that nobody can see because they lie between two points."""
        self._held = 0
        """How many of those in hand have been hit."""
        self._lying: list[int] = []
        """The points where a hit checker still lies."""
        self._askew: list[tuple[int, int]] = []
        """Where a checker lies half on the next point."""

    def play(self, line: Line) -> Gestures:
        """Take these steps, in this order or several at once."""
        for steps in self._at_once(line):
            yield from self.fidget()
            yield from self._carry_all(steps)
            yield Pause(self._temper.moment())

    def take_back(self, line: Line) -> Gestures:
        """Undo these steps; everything else is tidy."""
        plain = not any(step.hits for step in line)
        if plain and self._temper.will(self._temper.habits.together):
            carries = [carry[::-1] for carry in _carries(line)]
            yield from self._lift_all(carries)
            for carry in carries:
                yield from self._put(carry[-1])
                yield Pause(self._temper.moment())
            return
        for step in reversed(line):
            yield from self._undo(step)
            yield Pause(self._temper.moment())

    def tidy(self) -> Gestures:
        """Leave nothing lying about."""
        yield from self._straighten()
        for point in tuple(self._lying):
            yield from self._take_up_hit(point)
            yield Pause(self._temper.moment())
        yield from self._put_on_bar()

    def fidget(self) -> Gestures:
        """Touch something, or pick up a checker and put it back, if so inclined."""
        temper = self._temper
        if temper.will(temper.habits.nudge):
            yield Nudge(self._at[temper.chance.randrange(1, BAR)])
        if self._in_hand < MOST_IN_HAND and temper.will(temper.habits.fidget):
            resting = [
                place
                for place in range(1, BAR + 1)
                if self._mine[place] and place not in self._lying
            ]
            if resting:
                place = temper.chance.choice(resting)
                yield Lift(self._at[place], self._own)
                yield Pause(temper.thought())
                yield Put(self._at[place], self._own)
                yield Pause(temper.moment())

    def _at_once(self, line: Line) -> Iterator[list[Step]]:
        """The steps in groups whose checkers are all lifted before any comes down."""
        steps: list[Step] = []
        for step in line:
            if steps and not self._temper.will(self._joins(steps, step)):
                yield steps
                steps = []
            steps.append(step)
        if steps:
            yield steps

    def _joins(self, steps: Sequence[Step], step: Step) -> float:
        """How likely a step is taken at once with those before."""
        habits = self._temper.habits
        if any(earlier.target == step.source for earlier in steps):
            return habits.onward
        return habits.several if step.target == OFF or step.source == BAR else habits.together

    def _carry_all(self, steps: Sequence[Step]) -> Gestures:
        """Lift the checkers of these steps, all of them, and then put them down."""
        carries = _carries(steps)
        blots = {step.target for step in steps if step.hits}
        yield from self._straighten()
        for carry in carries:
            if carry[0] in self._lying:
                yield from self._take_up_hit(carry[0])
        if self._held + len(carries) + len(blots) > MOST_IN_HAND:
            yield from self._put_on_bar()
        yield from self._lift_all(carries)
        self._temper.chance.shuffle(carries)
        for carry in carries:
            yield from self._bring(carry, blots)
            yield Pause(self._temper.moment())
        for point in tuple(self._lying):
            if not self._temper.will(self._temper.habits.late):
                yield from self._take_up_hit(point)
                yield Pause(self._temper.moment())

    def _lift_all(self, carries: list[Carry]) -> Gestures:
        self._temper.chance.shuffle(carries)
        for carry in carries:
            yield self._lift(carry[0])
            yield Pause(self._temper.glance())

    def _bring(self, carry: Carry, blots: set[int]) -> Gestures:
        """Take a checker in hand to where it comes down, over all points on its way."""
        slides = self._temper.will(self._temper.habits.slide)
        for start, stop in pairwise(carry):
            yield Pause(self._temper.moment())
            if slides:
                yield from self._slide(start, stop)
            if stop == carry[-1]:
                yield from self._come_down(stop, blots)
            elif stop in blots:
                blots.discard(stop)
                yield from self._hit_in_passing(stop)
            elif slides:
                yield from self._touch(stop)

    def _slide(self, start: int, stop: int) -> Gestures:
        """Touch one or two of the points between."""
        between = range(stop + 1, min(start, BAR))
        many = min(len(between), 1 + (self._temper.chance.random() < 0.5))  # noqa: PLR2004
        for point in sorted(self._temper.chance.sample(between, many), reverse=True):
            yield from self._touch(point)

    def _touch(self, point: int) -> Gestures:
        yield Put(self._at[point], self._own)
        yield Pause(self._temper.glance())
        yield Lift(self._at[point], self._own)
        yield Pause(self._temper.glance())

    def _hit_in_passing(self, point: int) -> Gestures:
        """Take up the hit checker while the one that hits it is in hand and goes on."""
        if self._in_hand >= MOST_IN_HAND:
            yield from self._put_on_bar()
        if self._temper.will(self._temper.habits.slide):
            yield from self._touch(point)
        yield from self._take_up(point)
        yield from self._keep_or_put_on_bar()

    def _come_down(self, target: int, blots: set[int]) -> Gestures:
        if target not in blots:
            yield from self._put(target)
            return
        blots.discard(target)
        habits = self._temper.habits
        if self._in_hand < MOST_IN_HAND and self._temper.will(habits.hit_first):
            yield from self._take_up(target)
            yield Pause(self._temper.moment())
            yield self._rest(target)
            yield Pause(self._temper.glance())
            yield from self._keep_or_put_on_bar()
        else:
            yield self._rest(target)
            self._lying.append(target)

    def _undo(self, step: Step) -> Gestures:
        """Put a checker back, and the one it hit."""
        yield self._lift(step.target)
        yield Pause(self._temper.moment())
        if step.hits:
            yield Lift(self._bar, self._other)
            yield Pause(self._temper.glance())
            yield Put(self._at[step.target], self._other)
            yield Pause(self._temper.moment())
        yield self._rest(step.source)

    def _take_up_hit(self, point: int) -> Gestures:
        """Bring a hit checker that still lies there to the bar, or keep it a while."""
        if self._in_hand >= MOST_IN_HAND:
            yield from self._put_on_bar()
        self._lying.remove(point)
        yield from self._take_up(point)
        yield from self._keep_or_put_on_bar()

    def _take_up(self, point: int) -> Gestures:
        yield Lift(self._at[point], self._other)
        self._in_hand += 1
        self._held += 1
        yield Pause(self._temper.glance())

    def _keep_or_put_on_bar(self) -> Gestures:
        if not self._temper.will(self._temper.habits.keep):
            yield from self._put_on_bar()

    def _put_on_bar(self) -> Gestures:
        """Put down all hit checkers in hand."""
        while self._held:
            yield Put(self._bar, self._other)
            self._held -= 1
            self._in_hand -= 1
            yield Pause(self._temper.glance())

    def _put(self, target: int) -> Gestures:
        """Put a checker down where nothing is hit, straight or not."""
        neighbour = self._neighbour(target)
        if not neighbour or not self._temper.will(self._temper.habits.askew):
            yield self._rest(target)
            return
        places = self._at[target], self._at[neighbour]
        quick = self._temper.chance.random() < 0.6  # noqa: PLR2004 - mostly
        seen_by = self._temper.chance.choice([(), places[:1], places[1:], places]) if quick else ()
        yield PutBetween(*places, self._own, seen_by)
        self._askew.append((target, neighbour))
        if quick or self._temper.will(0.5):
            yield Pause(self._temper.glance() if quick else self._temper.thought())
            yield from self._straighten()

    def _straighten(self) -> Gestures:
        for target, neighbour in reversed(self._askew):
            yield Straighten(self._at[target], self._at[neighbour])
            self._in_hand -= 1
            self._mine[target] += 1
            yield Pause(self._temper.moment())
        self._askew.clear()

    def _neighbour(self, point: int) -> int | None:
        """A point beside this one with room between; None if there is none."""
        if not OFF < point < BAR:
            return None
        beside = point + self._temper.chance.choice((-1, 1))
        taken = {*self._lying, *(place for both in self._askew for place in both)}
        quarters = {(place - 1) // HOME for place in (point, beside)}
        return beside if len(quarters) == 1 and taken.isdisjoint((point, beside)) else None

    def _lift(self, place: int) -> Lift:
        self._mine[place] -= 1
        self._in_hand += 1
        return Lift(self._at[place], self._own)

    def _rest(self, place: int) -> Put:
        self._mine[place] += 1
        self._in_hand -= 1
        return Put(self._at[place], self._own)


def _carries(steps: Sequence[Step]) -> list[Carry]:
    """How the checkers of these steps travel: who can go on with a checker in hand does."""
    carries: list[Carry] = []
    for step in steps:
        for carry in carries:
            if carry[-1] == step.source:
                carry.append(step.target)
                break
        else:
            carries.append([step.source, step.target])
    return carries
