"""Gestures of a turn as everyday players make them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from engine.backgammon.moves.plays import LegalPlays, StepSequence
from engine.backgammon.moves.steps import CheckerStep
from engine.backgammon.position import BAR, HOME, OFF, Position
from hardware.checkers import POINTS, Place
from hardware.drivers.simulated.simulated_table import BOX
from simulation.checker_transfers import ColouredSetup
from simulation.everyday_checkers import MAX_HANDFUL, CheckerHands, GestureIterator
from simulation.gestures import Lift, Pause, Put, WrongActBegins, WrongActMended
from simulation.performance import Performance
from simulation.step_lines import after_line, line_to, other_line
from simulation.turn_gestures import NotAPlay, TurnToPlay

KEEP_IN_HAND = 0.1
"""Probability that a hit checker stays in the hand until the end of the turn."""
HIT_FIRST = 0.5
"""Probability that a hit checker is taken up before the other comes down."""
AWAY_SECONDS = 600.0
"""Seconds for which somebody goes away in the middle of a turn."""
ASIDE_SECONDS = (1.0, 4.0)
"""Shortest and longest time for which a hit checker lies aside."""


@dataclass(slots=True)
class _Way:
    """The way of one checker over its touch-downs."""

    source: int
    stops: list[int]
    hits: set[int] = field(default_factory=set)

    @property
    def target(self) -> int:
        return self.stops[-1]


class EverydayTurn:
    """The gestures of one turn; places are numbered as the mover counts them."""

    def __init__(self, hands: CheckerHands, turn: TurnToPlay) -> None:
        self._hands = hands
        self._temper = hands.temper
        self._turn = turn
        self._own = turn.colour
        self._at = hands.places
        self._aside: list[Place] = []
        """The places where hit checkers lie that were set aside."""
        self._kept = 0
        """Number of hit checkers that are kept in the hand."""

    def play(self, result: Position) -> Performance:
        """Plays from the board as it lies to a legal result; NotAPlay for any other."""
        turn, temper = self._turn, self._temper
        line = line_to(turn.position, turn.dice, result, temper.rng)
        if line is None:
            raise NotAPlay(f"{turn.dice} does not lead from {turn.position} to {result}")
        if line and temper.decides(temper.habits.second_thoughts):
            plays = LegalPlays(turn.position, turn.dice, turn.rulebook)
            if found := other_line(plays, line, temper.rng):
                kept, other = found
                yield from self._follow(line[:kept])
                yield from self._play_and_take_back(line[:kept], other)
                line = line[kept:]
        yield from self._follow(line)
        yield from self._finish()

    def _play_and_take_back(self, before: StepSequence, other: StepSequence) -> Performance:
        yield from self._finish()
        yield from self._follow(other)
        yield from self._finish()
        yield Pause(self._temper.thinking_seconds())
        counts = after_line(self._turn.position.counts, before)
        yield from self._hands.carry_to(ColouredSetup.of(Position(tuple(counts)), self._own))
        yield Pause(self._temper.thinking_seconds())

    def _follow(self, line: StepSequence) -> Performance:
        for steps in self._groups(line):
            yield from self._carry_all(_ways(steps))
            yield Pause(self._temper.carry_seconds())
            yield from self._opponent_touches()
            if self._temper.decides(self._temper.habits.goes_away):
                yield from self._go_away()

    def _go_away(self) -> Performance:
        """Goes away for a while; a hit checker that still lies aside is a mistake then."""
        forgotten = bool(self._aside)
        if forgotten:
            yield WrongActBegins("goes_away")
        yield Pause(AWAY_SECONDS)
        if forgotten:
            yield from self._finish()
            yield Pause(self._temper.thinking_seconds())
            yield WrongActMended()

    def _opponent_touches(self) -> GestureIterator:
        """Straightens a pile of the opponent's, or points at a checker of either player."""
        temper, habits, table = self._temper, self._temper.habits, self._hands.table
        if temper.decides(habits.opponent_tidies):
            piles = [place for place in POINTS if table.count(place, self._own.other)]
            if piles:
                yield from self._hands.lift_and_lay_back(temper.rng.choice(piles))
        occupied = [place for place in POINTS if table[place]]
        if occupied and temper.decides(habits.opponent_points):
            place = temper.rng.choice(occupied)
            colour = table[place][-1]
            yield Lift(place, colour)
            yield Pause(temper.touch_seconds())
            yield Put(place, colour)
            yield Pause(temper.carry_seconds())

    def _groups(self, line: StepSequence) -> Iterator[list[CheckerStep]]:
        """The steps in groups whose checkers are taken up together."""
        steps: list[CheckerStep] = []
        for step in line:
            onward = any(earlier.target == step.source for earlier in steps)
            if steps and self._temper.rng.random() > (0.7 if onward else 0.4):
                yield steps
                steps = []
            steps.append(step)
        if steps:
            yield steps

    def _carry_all(self, ways: list[_Way]) -> GestureIterator:
        temper = self._temper
        temper.rng.shuffle(ways)
        for way in ways:
            yield self._hands.lift(self._own, way.source)
            yield Pause(temper.grab_seconds())
        more = self._more_of_the_pile(ways)
        for _ in range(more):
            yield self._hands.lift(self._own, ways[0].source)
            yield Pause(temper.grab_seconds())
        yield Pause(temper.carry_seconds())
        if len(ways) > 1 and temper.decides(temper.habits.stack_first) and _is_plain(ways):
            yield from self._stack_and_distribute(ways)
        else:
            for way in ways:
                yield from self._bring(way)
                yield Pause(temper.carry_seconds())
        for _ in range(more):
            yield self._hands.put(self._own, ways[0].source)
            yield Pause(temper.grab_seconds())

    def _more_of_the_pile(self, ways: Sequence[_Way]) -> int:
        """The number of checkers that are taken up besides, from the pile of the first."""
        source = ways[0].source
        if source == BAR or not self._temper.decides(self._temper.habits.handful):
            return 0
        return min(self._hands.count(self._own, source), MAX_HANDFUL - len(ways))

    def _stack_and_distribute(self, ways: Sequence[_Way]) -> GestureIterator:
        """Puts all checkers on the first target in one stack, then each where it belongs."""
        (place, *_), temper = self._at(self._own, ways[0].target), self._temper
        free = [it for it in range(1, 6) if not self._hands.table.stack(place, it)]
        slot = free[0] if free else 1
        for _ in ways:
            yield Put(place, self._own, slot)
            yield Pause(temper.grab_seconds())
        yield Pause(temper.thinking_seconds())
        for way in ways[1:]:
            yield Lift(place, self._own, slot)
            yield Pause(temper.carry_seconds())
            yield self._hands.put(self._own, way.target)
            yield Pause(temper.grab_seconds())

    # ---- one checker on its way ----

    def _bring(self, way: _Way) -> GestureIterator:
        temper, start = self._temper, way.source
        taps = temper.decides(temper.habits.tapping)
        for stop in way.stops:
            between = range(min(start, BAR) - 1, max(stop, OFF), -1)
            if taps:
                for point in between:
                    yield from self._touch(point)
            elif between and temper.decides(temper.habits.long_touch):
                yield from self._touch(temper.rng.choice(between))
            yield Pause(temper.carry_seconds())
            if stop != way.target:
                if stop in way.hits or taps:
                    yield from self._touch(stop)
                if stop in way.hits:
                    yield from self._take_up_hit(stop)
            start = stop
        yield from self._come_down(way)

    def _touch(self, point: int) -> GestureIterator:
        (place,) = self._at(self._own, point)
        yield Put(place, self._own)
        yield Pause(self._temper.touch_seconds())
        yield Lift(place, self._own)
        yield Pause(self._temper.grab_seconds())

    def _come_down(self, way: _Way) -> GestureIterator:
        hits = way.target in way.hits
        if hits and self._temper.decides(HIT_FIRST):
            yield from self._take_up_hit(way.target)
            hits = False
        yield self._hands.put(self._own, way.target)
        if hits:
            yield Pause(self._temper.carry_seconds())
            yield from self._take_up_hit(way.target)

    def _take_up_hit(self, point: int) -> GestureIterator:
        """Takes up a hit checker, and puts it on the bar at once or later."""
        temper, rival = self._temper, self._own.other
        (place,) = self._at(self._own, point)
        yield Lift(place, rival)
        yield Pause(temper.carry_seconds())
        if temper.decides(temper.habits.set_aside):
            aside = self._place_aside(point)
            self._aside.append(aside)
            yield Put(aside, rival)
            yield Pause(round(temper.rng.uniform(*ASIDE_SECONDS), 3))
        elif temper.decides(KEEP_IN_HAND):
            self._kept += 1
        else:
            yield self._hands.put(rival, BAR)
            yield Pause(temper.grab_seconds())

    def _place_aside(self, hit: int) -> Place:
        """The box, or an empty point of the same quarter as the hit one."""
        quarter = range(HOME * ((hit - 1) // HOME) + 1, HOME * ((hit - 1) // HOME) + HOME + 1)
        points = [self._at(self._own, number)[0] for number in quarter if number != hit]
        return self._temper.rng.choice([BOX, *(it for it in points if not self._hands.table[it])])

    def _finish(self) -> GestureIterator:
        """Brings all hit checkers to the bar, and lays down flat what lies on other checkers."""
        temper, rival = self._temper, self._own.other
        for place in self._aside:
            yield Lift(place, rival)
            yield Pause(temper.carry_seconds())
            yield self._hands.put(rival, BAR)
            yield Pause(temper.grab_seconds())
        self._aside.clear()
        for _ in range(self._kept):
            yield self._hands.put(rival, BAR)
            yield Pause(temper.grab_seconds())
        self._kept = 0
        yield from self._hands.flatten()


def _is_plain(ways: Sequence[_Way]) -> bool:
    """True if the checkers hit nothing and go to points."""
    return not any(way.hits or way.target == OFF for way in ways)


def _ways(steps: Sequence[CheckerStep]) -> list[_Way]:
    """The ways of the checkers; successive steps of one checker are joined."""
    ways: list[_Way] = []
    for step in steps:
        way = next((it for it in ways if it.target == step.source), None)
        if way is None:
            ways.append(way := _Way(step.source, []))
        way.stops.append(step.target)
        if step.hits:
            way.hits.add(step.target)
    return ways
