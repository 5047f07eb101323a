"""A game as a camera sees it that nobody knocks about: turn after turn, with hands in between."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from random import Random

from engine.backgammon.moves.steps import CheckerStep
from hardware.checkers import Colour, Layout, Place, bar
from hardware.drivers.simulated.simulated_table import SimulatedTable, TableSnapshot
from referee.seating import place_of
from simulation.rendering.board_geometry import BoardPlan, Seat, TouchCounter
from simulation.rendering.board_looks import find_look
from simulation.rendering.board_pictures import START, BoardPicture, lifted_checker, render_board
from simulation.rendering.dice_and_cube import place_dice
from simulation.rendering.renderer import Thing
from tools.vision_samples.frames import first_exposure, hand_at, light_at, viewpoint_at
from tools.vision_samples.games import Turn, game
from tools.vision_samples.ground_truth import NAMES, TruthLine, truth
from tools.vision_samples.setups import SampleSetup

RESTS = 0.35
"""Probability that hands leave the board in the middle of a turn."""
SHORT, LONG = 0.5, 1.2
"""Seconds from one picture to the next."""


@dataclass(frozen=True, slots=True)
class Moment:
    """The state of the table when a picture is taken."""

    phase: str
    turn: int
    lying: TableSnapshot
    touches: Mapping[Seat, int]
    things: tuple[Thing, ...] = ()
    in_hand: str | None = None
    move: int | None = None
    settled: bool = True


def sequence(setup: SampleSetup, seed: int, turns: int) -> Iterator[tuple[BoardPicture, TruthLine]]:
    """Each picture of an evening in its order, and its truth."""
    moments = list(_Evening(setup, seed, turns).moments())
    chance = Random(f"times {seed}")  # noqa: S311 - chance that repeats itself, no secret
    held, seconds = first_exposure(setup), 0.0
    for number, moment in enumerate(moments):
        view = render_board(
            find_look(setup.look),
            light_at(setup, number, len(moments), seconds),
            viewpoint_at(setup, number),
            moment.lying,
            size=setup.size,
            seed=seed,
            home=setup.home,
            things=moment.things,
            touches=moment.touches,
            exposure=held,
            frame=number,
            quality=None,
        )
        more = {
            "seq": setup.name,
            "frame": number,
            "t": round(seconds, 2),
            "state": "settled" if moment.settled else "moving",
            "turn": moment.turn,
            "phase": moment.phase,
            "role": "start" if moment.phase == "start" else "test",
            "in_hand": moment.in_hand,
            "move": moment.move,
        }
        layout = _layout(moment.lying)
        yield view, truth(setup, view, layout, f"seq_{setup.name}/{number:04}.jpg", **more)
        seconds += chance.uniform(SHORT, LONG)


def _layout(lying: TableSnapshot) -> Layout:
    table = SimulatedTable()
    table.restore(lying)
    return table.layout


def moves(setup: SampleSetup, seed: int, turns: int) -> list[TruthLine]:
    """The moves of an evening."""
    return [_turn_line(turn) for turn, _ in islice(game(_chance(setup, seed)), turns)]


class _Evening:
    """A table at which a game is played, and the pictures to be taken of it."""

    def __init__(self, setup: SampleSetup, seed: int, turns: int) -> None:
        self._plan = BoardPlan(find_look(setup.look), setup.home)
        self._game = islice(game(_chance(setup, seed)), turns)
        self._chance = Random(f"hands {setup.name} {seed}")  # noqa: S311 - no secret
        self._table = SimulatedTable(START)
        self._touching = TouchCounter(self._table)
        self._dice: list[Thing] = []
        self._turn = 0

    def moments(self) -> Iterator[Moment]:
        """Every moment of which there is a picture."""
        yield self._settled_moment("start")
        yield self._settled_moment("start")
        for turn, _ in self._game:
            side = 1 if turn.mover is Colour.LIGHT else -1
            self._turn = turn.number
            self._dice = [*place_dice(self._plan, turn.dice, side, self._chance)]
            yield self._settled_moment("dice_rolled")
            for number, step in enumerate(turn.line):
                yield from self._step(turn.mover, step, number)
                if number + 1 < len(turn.line) and self._chance.random() < RESTS:
                    yield self._settled_moment("partial", number)
            yield self._settled_moment("moved")

    def _step(self, mover: Colour, step: CheckerStep, number: int) -> Iterator[Moment]:
        """Carries a checker, and first take away the one it hits."""
        source, target = place_of(step.source, mover), place_of(step.target, mover)
        if step.hits:
            self._table.lift(target)
            yield self._busy("lifting_hit", target, mover, number)
            self._table.put(bar(mover.other), mover.other)
        if not number:
            yield self._busy("reaching", source, mover, number)
        self._table.lift(source)
        yield self._busy("carrying", self._chance.choice((source, target)), mover, number)
        self._table.put(target, mover)
        yield self._busy("placing", target, mover, number)

    def _settled_moment(self, phase: str, move: int | None = None) -> Moment:
        return self._moment(phase, tuple(self._dice), move)

    def _busy(self, phase: str, place: Place, mover: Colour, move: int) -> Moment:
        hand = hand_at(self._plan, place, self._chance, mover)
        things = [*self._dice, hand]
        if self._table.hand:
            x, y, z = hand.spot
            things.insert(-1, lifted_checker(self._plan, self._table.hand[-1], (x, y, z - 0.3)))
        return self._moment(phase, tuple(things), move, settled=False)

    def _moment(
        self, phase: str, things: tuple[Thing, ...], move: int | None, *, settled: bool = True
    ) -> Moment:
        held = self._table.hand
        return Moment(
            phase, self._turn, self._table.snapshot, dict(self._touching.touches), things,
            NAMES[held[-1]] if held else None, move, settled,
        )  # fmt: skip


def _chance(setup: SampleSetup, seed: int) -> Random:
    return Random(f"game {setup.name} {seed}")  # noqa: S311 - chance that repeats itself, no secret


def _turn_line(turn: Turn) -> TruthLine:
    return {
        "turn": turn.number,
        "player": NAMES[turn.mover],
        "dice": list(turn.dice),
        "moves": [
            {"frm": step.source, "to": step.target, "die": step.die, "hit": step.hits}
            for step in turn.line
        ],
    }
