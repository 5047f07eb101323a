"""Gestures of one turn: checkers lifted, carried, hit, put back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from engine.backgammon.dice import Dice
from engine.backgammon.moves.plays import LegalPlays, StepSequence
from engine.backgammon.moves.steps import CheckerStep
from engine.backgammon.position import BAR, HOME, OFF, Position
from engine.backgammon.rulebook import TOURNAMENT, Rulebook
from hardware.checkers import OWN_NUMBERING, Colour, bar
from simulation.gestures import Gesture, Lift, Nudge, Pause, Put, PutBetween, Straighten
from simulation.habits import Temperament
from simulation.step_lines import line_to, other_line

MAX_IN_HAND = 6
"""Most checkers that hands hold at once."""

TurnGestures = Iterator[Gesture]
Carry = list[int]
"""The points that a checker is carried over, from its start to its target."""


class NotAPlay(ValueError):
    """Raised for a position to which no legal steps lead."""


@dataclass(frozen=True, slots=True)
class TurnToPlay:
    """A throw to be played, with the position and the colour that moves."""

    position: Position
    dice: Dice
    colour: Colour
    rulebook: Rulebook = TOURNAMENT


def play_turn(turn: TurnToPlay, play: Position, temper: Temperament) -> TurnGestures:
    """The gestures of a legal play, without the end of the turn; NotAPlay for any other."""
    line = line_to(turn.position, turn.dice, play, temper.rng)
    if line is None:
        raise NotAPlay(f"{turn.dice} does not lead from {turn.position} to {play}")
    return _turn_gestures(turn, line, temper)


def _turn_gestures(turn: TurnToPlay, line: StepSequence, temper: Temperament) -> TurnGestures:
    hands = _TurnGestureBuilder(turn, temper)
    if line and temper.decides(temper.habits.rearrange):
        plays = LegalPlays(turn.position, turn.dice, turn.rulebook)
        if found := other_line(plays, line, temper.rng):
            kept, other = found
            yield from hands.play(line[:kept])
            yield from hands.play(other)
            yield from hands.tidy()
            yield Pause(temper.thinking_seconds())
            yield from hands.take_back(other)
            yield Pause(temper.thinking_seconds())
            line = line[kept:]
    yield from hands.play(line)
    yield from hands.fidget()
    yield from hands.tidy()


class _TurnGestureBuilder:
    """Builds the gestures of a turn; places are numbered as the mover counts them."""

    def __init__(self, turn: TurnToPlay, temper: Temperament) -> None:
        self._at = OWN_NUMBERING[turn.colour]
        self._own, self._other = turn.colour, turn.colour.other
        self._bar = bar(self._other)
        self._temper = temper
        self._mine = list(turn.position.setup.mover)
        self._in_hand = 0
        """Number of checkers in hand, or unseen because they lie between two points."""
        self._held = 0
        """Number of hit checkers among those in hand."""
        self._lying: list[int] = []
        """The points where a hit checker still lies."""
        self._askew: list[tuple[int, int]] = []
        """The points between which checkers lie, the target first."""

    def play(self, line: StepSequence) -> TurnGestures:
        """Takes these steps, in this order or several at once."""
        for steps in self._at_once(line):
            yield from self.fidget()
            yield from self._carry_all(steps)
            yield Pause(self._temper.carry_seconds())

    def take_back(self, line: StepSequence) -> TurnGestures:
        """Undoes these steps; no checker may lie askew or hit on a point."""
        plain = not any(step.hits for step in line)
        if plain and self._temper.decides(self._temper.habits.together):
            carries = [carry[::-1] for carry in _carries(line)]
            yield from self._lift_all(carries)
            for carry in carries:
                yield from self._put(carry[-1])
                yield Pause(self._temper.carry_seconds())
            return
        for step in reversed(line):
            yield from self._undo(step)
            yield Pause(self._temper.carry_seconds())

    def tidy(self) -> TurnGestures:
        """Straightens checkers, and puts all hit ones on the bar."""
        yield from self._straighten()
        for point in tuple(self._lying):
            yield from self._take_up_hit(point)
            yield Pause(self._temper.carry_seconds())
        yield from self._put_on_bar()

    def fidget(self) -> TurnGestures:
        """Touches a point, or picks up a checker and puts it back, according to the habits."""
        temper = self._temper
        if temper.decides(temper.habits.nudge):
            yield Nudge(self._at[temper.rng.randrange(1, BAR)])
        if self._in_hand < MAX_IN_HAND and temper.decides(temper.habits.fidget):
            places = range(1, BAR + 1)
            resting = [it for it in places if self._mine[it] and it not in self._lying]
            if resting:
                place = temper.rng.choice(resting)
                yield Lift(self._at[place], self._own)
                yield Pause(temper.thinking_seconds())
                yield Put(self._at[place], self._own)
                yield Pause(temper.carry_seconds())

    def _at_once(self, line: StepSequence) -> Iterator[list[CheckerStep]]:
        """The steps in groups whose checkers are all lifted before any comes down."""
        steps: list[CheckerStep] = []
        for step in line:
            if steps and not self._temper.decides(self._joins(steps, step)):
                yield steps
                steps = []
            steps.append(step)
        if steps:
            yield steps

    def _joins(self, steps: Sequence[CheckerStep], step: CheckerStep) -> float:
        """The probability that a step is taken at once with those before."""
        habits = self._temper.habits
        if any(earlier.target == step.source for earlier in steps):
            return habits.onward
        return habits.several if step.target == OFF or step.source == BAR else habits.together

    def _carry_all(self, steps: Sequence[CheckerStep]) -> TurnGestures:
        """Lifts all checkers of these steps, and then puts them down."""
        carries = _carries(steps)
        blots = {step.target for step in steps if step.hits}
        yield from self._straighten()
        for carry in carries:
            if carry[0] in self._lying:
                yield from self._take_up_hit(carry[0])
        if self._held + len(carries) + len(blots) > MAX_IN_HAND:
            yield from self._put_on_bar()
        yield from self._lift_all(carries)
        self._temper.rng.shuffle(carries)
        for carry in carries:
            yield from self._bring(carry, blots)
            yield Pause(self._temper.carry_seconds())
        for point in tuple(self._lying):
            if not self._temper.decides(self._temper.habits.late):
                yield from self._take_up_hit(point)
                yield Pause(self._temper.carry_seconds())

    def _lift_all(self, carries: list[Carry]) -> TurnGestures:
        self._temper.rng.shuffle(carries)
        for carry in carries:
            yield self._lift(carry[0])
            yield Pause(self._temper.glance_seconds())

    def _bring(self, carry: Carry, blots: set[int]) -> TurnGestures:
        """Carries a checker in hand over all points on its way, and puts it down."""
        slides = self._temper.decides(self._temper.habits.slide)
        for start, stop in pairwise(carry):
            yield Pause(self._temper.carry_seconds())
            if slides:
                yield from self._slide(start, stop)
            if stop == carry[-1]:
                yield from self._come_down(stop, blots)
            elif stop in blots:
                blots.discard(stop)
                yield from self._hit_in_passing(stop)
            elif slides:
                yield from self._touch(stop)

    def _slide(self, start: int, stop: int) -> TurnGestures:
        """Touches one or two of the points between."""
        between = range(stop + 1, min(start, BAR))
        many = min(len(between), 1 + (self._temper.rng.random() < 0.5))  # noqa: PLR2004
        for point in sorted(self._temper.rng.sample(between, many), reverse=True):
            yield from self._touch(point)

    def _touch(self, point: int) -> TurnGestures:
        yield Put(self._at[point], self._own)
        yield Pause(self._temper.glance_seconds())
        yield Lift(self._at[point], self._own)
        yield Pause(self._temper.glance_seconds())

    def _hit_in_passing(self, point: int) -> TurnGestures:
        """Takes up the hit checker while the one that hits it is in hand and goes on."""
        if self._in_hand >= MAX_IN_HAND:
            yield from self._put_on_bar()
        if self._temper.decides(self._temper.habits.slide):
            yield from self._touch(point)
        yield from self._take_up(point)
        yield from self._keep_or_put_on_bar()

    def _come_down(self, target: int, blots: set[int]) -> TurnGestures:
        if target not in blots:
            yield from self._put(target)
            return
        blots.discard(target)
        habits = self._temper.habits
        if self._in_hand < MAX_IN_HAND and self._temper.decides(habits.hit_first):
            yield from self._take_up(target)
            yield Pause(self._temper.carry_seconds())
            yield self._rest(target)
            yield Pause(self._temper.glance_seconds())
            yield from self._keep_or_put_on_bar()
        else:
            yield self._rest(target)
            self._lying.append(target)

    def _undo(self, step: CheckerStep) -> TurnGestures:
        """Puts a checker back, and the one it hit."""
        yield self._lift(step.target)
        yield Pause(self._temper.carry_seconds())
        if step.hits:
            yield Lift(self._bar, self._other)
            yield Pause(self._temper.glance_seconds())
            yield Put(self._at[step.target], self._other)
            yield Pause(self._temper.carry_seconds())
        yield self._rest(step.source)

    def _take_up_hit(self, point: int) -> TurnGestures:
        """Brings a hit checker from its point to the bar, or keeps it in hand for a while."""
        if self._in_hand >= MAX_IN_HAND:
            yield from self._put_on_bar()
        self._lying.remove(point)
        yield from self._take_up(point)
        yield from self._keep_or_put_on_bar()

    def _take_up(self, point: int) -> TurnGestures:
        yield Lift(self._at[point], self._other)
        self._in_hand += 1
        self._held += 1
        yield Pause(self._temper.glance_seconds())

    def _keep_or_put_on_bar(self) -> TurnGestures:
        if not self._temper.decides(self._temper.habits.keep):
            yield from self._put_on_bar()

    def _put_on_bar(self) -> TurnGestures:
        """Puts down all hit checkers in hand."""
        while self._held:
            yield Put(self._bar, self._other)
            self._held -= 1
            self._in_hand -= 1
            yield Pause(self._temper.glance_seconds())

    def _put(self, target: int) -> TurnGestures:
        """Puts a checker down where nothing is hit, straight or between two points."""
        neighbour = self._neighbour(target)
        if not neighbour or not self._temper.decides(self._temper.habits.askew):
            yield self._rest(target)
            return
        places = self._at[target], self._at[neighbour]
        quick = self._temper.rng.random() < 0.6  # noqa: PLR2004 - mostly
        seen_by = self._temper.rng.choice([(), places[:1], places[1:], places]) if quick else ()
        yield PutBetween(*places, self._own, seen_by)
        self._askew.append((target, neighbour))
        if quick or self._temper.decides(0.5):
            yield Pause(self._temper.glance_seconds() if quick else self._temper.thinking_seconds())
            yield from self._straighten()

    def _straighten(self) -> TurnGestures:
        for target, neighbour in reversed(self._askew):
            yield Straighten(self._at[target], self._at[neighbour])
            self._in_hand -= 1
            self._mine[target] += 1
            yield Pause(self._temper.carry_seconds())
        self._askew.clear()

    def _neighbour(self, point: int) -> int | None:
        """A point beside this one with room between; None if there is none."""
        if not OFF < point < BAR:
            return None
        beside = point + self._temper.rng.choice((-1, 1))
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


def _carries(steps: Sequence[CheckerStep]) -> list[Carry]:
    """The ways of the checkers of these steps; successive steps of one checker are joined."""
    carries: list[Carry] = []
    for step in steps:
        for carry in carries:
            if carry[-1] == step.source:
                carry.append(step.target)
                break
        else:
            carries.append([step.source, step.target])
    return carries
