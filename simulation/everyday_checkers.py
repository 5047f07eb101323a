"""Everyday players' hands at the checkers, wherever these really lie."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from engine.backgammon.position import BAR, OFF, Setup
from hardware.checkers import OWN_NUMBERING, POINTS, Colour, Place, bar, tray
from hardware.drivers.simulated.simulated_table import BOX, SimulatedTable
from simulation.checker_transfers import CheckerTransfer, ColouredSetup, find_transfers
from simulation.everyday_habits import EverydayTemper
from simulation.gestures import Fetch, Gesture, Lift, Pause, Put, PutAway

MAX_HANDFUL = 6
"""Most checkers that a hand takes up at once."""
BAR_SLOTS = 4
"""Number of checkers that hands lay side by side on half of the bar."""
GestureIterator = Iterator[Gesture]


class CheckerHands:
    """Hands that see the table, and find each checker where it was really put.

    Both halves of the bar count as the bar; both trays and the box count as borne off.
    """

    def __init__(self, table: SimulatedTable, temper: EverydayTemper) -> None:
        self.table = table
        self.temper = temper

    def places(self, colour: Colour, number: int) -> tuple[Place, ...]:
        """The places that a place of a player's own numbering stands for, the usual one first."""
        if number == BAR:
            return bar(colour), bar(colour.other)
        if number == OFF:
            return tray(colour), tray(colour.other), BOX
        return (OWN_NUMBERING[colour][number],)

    def count(self, colour: Colour, number: int) -> int:
        """The number of checkers that lie there."""
        return sum(self.table.count(place, colour) for place in self.places(colour, number))

    def setup(self, colour: Colour) -> ColouredSetup:
        """The checkers on the table, seen by a player."""
        sides = (
            tuple(self.count(side, number) for number in range(BAR + 1))
            for side in (colour, colour.other)
        )
        return ColouredSetup(Setup(*sides), colour)

    def lift(self, colour: Colour, number: int) -> Gesture:
        """The gesture that takes up a checker; it comes from the box or a wrong place first."""
        lying = [place for place in self.places(colour, number) if self.table.count(place, colour)]
        return Lift(lying[-1] if lying else self.places(colour, number)[0], colour)

    def put(self, colour: Colour, number: int) -> Gesture:
        """The gesture that puts a checker down for good, in any place that stands for this one."""
        temper, habits = self.temper, self.temper.habits
        place, *others = self.places(colour, number)
        if (number == BAR and temper.decides(habits.wrong_bar)) or (
            number == OFF and temper.decides(habits.wrong_tray)
        ):
            place = others[0]
        elif number == OFF and temper.decides(habits.box):
            place = BOX
        return Put(place, colour, self._slot(place, colour))

    def carry_to(self, wanted: ColouredSetup) -> GestureIterator:
        """The gestures that turn the board into another, some checkers at a time."""
        box = {colour: self.table.count(BOX, colour) for colour in Colour}
        while left := find_transfers(self.setup(wanted.colour), self._with_rest_off(wanted)):
            many = self.temper.rng.choice((1, 1, 1, 2, 2, 3))
            for transfer in left[:many]:
                yield self._fetch(transfer.source, transfer.colour)
                yield Pause(self.temper.grab_seconds())
            yield Pause(self.temper.carry_seconds())
            for transfer in left[:many]:
                rest = self._rest(transfer.colour, wanted)
                yield self._bring(transfer, box[transfer.colour] + rest)
                yield Pause(self.temper.grab_seconds())
            yield Pause(self.temper.carry_seconds())
        yield from self._put_rest_away(wanted)
        yield from self.flatten()

    def _put_rest_away(self, wanted: ColouredSetup) -> GestureIterator:
        """Takes checkers of another set away that lie in a tray or in the box."""
        for colour in Colour:
            while self._has_extra(colour, wanted) and self.count(colour, OFF):
                yield self.lift(colour, OFF)
                yield Pause(self.temper.carry_seconds())
                yield PutAway(colour)
                yield Pause(self.temper.grab_seconds())

    def flatten(self) -> GestureIterator:
        """Lays every checker that lies on another into a free place beside it."""
        for place in chain(POINTS, map(bar, Colour)):
            while not self.table.is_flat(place):
                slot = self._highest(place)
                colour = self.table.stack(place, slot)[-1]
                yield Lift(place, colour, slot)
                yield Pause(self.temper.carry_seconds())
                yield Put(place, colour)
                yield Pause(self.temper.grab_seconds())

    def lift_and_lay_back(self, place: Place) -> GestureIterator:
        """Takes everything off a place, and puts it back from the rim."""
        taken = self.table[place][:MAX_HANDFUL]
        yield from self._lift_handful(place, taken)
        for colour in taken:
            yield Put(place, colour)
            yield Pause(self.temper.grab_seconds())

    def _lift_handful(self, place: Place, taken: Sequence[Colour]) -> GestureIterator:
        for colour in reversed(taken):
            yield Lift(place, colour)
            yield Pause(self.temper.grab_seconds())
        yield Pause(self.temper.carry_seconds())

    def shift(self, place: Place) -> GestureIterator:
        """Takes everything off a place, and puts it back one slot further from the rim."""
        taken = self.table[place][:MAX_HANDFUL]
        yield from self._lift_handful(place, taken)
        for colour in taken:
            free = [slot for slot in self._slots(place) if not self.table.stack(place, slot)]
            yield Put(place, colour, free[min(len(free), 2) - 1] if free else None)
            yield Pause(self.temper.grab_seconds())

    def alike(self, place: Place, colour: Colour) -> tuple[Place, ...]:
        """The places that are one and the same to a player: parts of the bar, or off the board."""
        for number in (BAR, OFF):
            if place in (same := self.places(colour, number)):
                return same
        return (place,)

    def _with_rest_off(self, wanted: ColouredSetup) -> ColouredSetup:
        """The same board with the checkers borne off that it leaves out."""
        sides = (
            (counts[OFF] + self._rest(colour, wanted), *counts[1:])
            for colour in (wanted.colour, wanted.colour.other)
            for counts in (wanted.side(colour),)
        )
        return ColouredSetup(Setup(*sides), wanted.colour)

    def _fetch(self, source: Place | None, colour: Colour) -> Gesture:
        if source is None:
            return Fetch(colour)
        return self._lift_from(source, colour)

    def _lift_from(self, source: Place, colour: Colour) -> Gesture:
        if source == BOX:
            return self.lift(colour, OFF)
        return self.lift(colour, OWN_NUMBERING[colour].index(source))

    def _bring(self, transfer: CheckerTransfer, in_box: int) -> Gesture:
        """Puts a checker down at its target; so many belong into the box as a whole."""
        colour, number = transfer.colour, OFF
        if transfer.target != BOX:
            number = OWN_NUMBERING[colour].index(transfer.target)
        if number == OFF and self.table.count(BOX, colour) < in_box:
            return Put(BOX, colour)
        return self.put(colour, number)

    def _rest(self, colour: Colour, wanted: ColouredSetup) -> int:
        """The number of checkers of a colour on table and in hand that a board leaves out."""
        in_hand = self.table.hand.count(colour)
        return max(sum(self.setup(colour).side(colour)) + in_hand - sum(wanted.side(colour)), 0)

    def _has_extra(self, colour: Colour, wanted: ColouredSetup) -> bool:
        """True if there is a checker of another set that this board has no use for."""
        return colour in self.table.extra_checkers and self._rest(colour, wanted) > 0

    def _slot(self, place: Place, colour: Colour) -> int | None:
        """The slot in which a checker is put down; None for the first free one."""
        habits, decides, choose = self.temper.habits, self.temper.decides, self.temper.rng.choice
        if place not in POINTS:
            return None
        free = [slot for slot in self._slots(place) if not self.table.stack(place, slot)]
        taken = [it for it in self._slots(place) if self.table.stack(place, it)[-1:] == (colour,)]
        if free and taken and decides(habits.on_top):
            return choose(taken)
        if free and decides(habits.gaps):
            return choose(free)
        return None

    def _slots(self, place: Place) -> range:
        return range(1, (self.table.capacity[place] if place in POINTS else BAR_SLOTS) + 1)

    def _highest(self, place: Place) -> int:
        slots = range(1, self.table.capacity[place] + 1)
        return max(slots, key=lambda slot: len(self.table.stack(place, slot)))
