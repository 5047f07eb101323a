"""A table that hands can touch and sensors can feel: thirty checkers, and where each one lies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from random import Random

from hardware.checkers import BACKGAMMON, POINTS, Colour, Layout, Pile, Place, bar, tray

SET = 15
"""How many checkers there are of each colour."""
SETS = tuple(Colour) * SET

BOX = Place("box")
"""Beside the board, where no sensor feels; the checkers that are nowhere else are in it."""

SLOTS = {
    **dict.fromkeys(POINTS, 5),
    **{bar(colour): 5 for colour in Colour},
    **{tray(colour): SET for colour in Colour},
    BOX: SET * len(Colour),
}
"""How many checkers lie side by side on a place before one must lie on another."""

Touched = tuple[Place, ...]
Felt = Callable[[Touched], None]


class NoChecker(ValueError):
    """There is no such checker to take."""


@dataclass(frozen=True, slots=True)
class Leaning:
    """A checker that lies half on one place and half on another."""

    colour: Colour
    slots: tuple[tuple[Place, int], tuple[Place, int]]
    """Where it lies, on each of the two places."""
    seen_by: Touched
    """Where something under the board feels it."""

    def covers(self, place: Place, slot: int) -> bool:
        """Whether part of it lies in this slot."""
        return (place, slot) in self.slots

    def is_between(self, place: Place, neighbour: Place) -> bool:
        return {place, neighbour} == {where for where, _ in self.slots}

    @property
    def is_possible(self) -> bool:
        """Whether a checker can lie so at all."""
        both = {place for place, _ in self.slots}
        there = all(slot in range(1, SLOTS.get(place, 0) + 1) for place, slot in self.slots)
        return there and len(both) == len(self.slots) and both.issuperset(self.seen_by)


@dataclass(frozen=True, slots=True)
class Lying:
    """Everything that lies on a table, or is held over it; it can be laid out again."""

    stacks: Mapping[Place, tuple[tuple[Colour, ...], ...]]
    """What lies in each slot of a place, the lowest checker first."""
    hand: tuple[Colour, ...] = ()
    leaning: tuple[Leaning, ...] = ()
    fetched: tuple[Colour, ...] = ()
    """The checkers of another set among them."""

    def __post_init__(self) -> None:
        for place, stacks in self.stacks.items():
            if len(stacks) != SLOTS.get(place):
                raise ValueError(f"there is no place {place} with {len(stacks)} slots")
        if not all(leaning.is_possible for leaning in self.leaning):
            raise ValueError(f"checkers cannot lean like this: {self.leaning}")
        if (found := self._count()) != (right := Counter((*SETS, *self.fetched))):
            raise ValueError(f"there are {dict(right)} checkers, not {dict(found)}")

    def _count(self) -> Counter[Colour]:
        every = [stack for stacks in self.stacks.values() for stack in stacks]
        leaning = [leaning.colour for leaning in self.leaning]
        return Counter([*(colour for stack in every for colour in stack), *self.hand, *leaning])


class SimulatedTable:
    """Real checkers in slots 1, 2, 3... from the rim, on top of one another, askew or in a hand."""

    def __init__(self, layout: Layout | None = None, seed: int = 0) -> None:
        self._chance = Random(seed)  # noqa: S311 - chance that repeats itself, no secret
        self._felt: list[Felt] = []
        self._sweep(layout or Layout({}))

    def lift(self, place: Place, colour: Colour | None = None) -> Colour:
        """Take the top checker, or the top one of a colour, into the hand; what leans goes last."""
        taken = self._take(place, colour)
        self._hand.append(taken)
        self._changed(place)
        return taken

    def fetch(self, colour: Colour) -> None:
        """Take a checker of another set into the hand, one more than there should be."""
        self._hand.append(colour)
        self._fetched.append(colour)

    def put(self, place: Place, colour: Colour, slot: int | None = None) -> None:
        """Put one down from the hand: in the first free slot, or in this one, on what is there."""
        slot = self._free_slot(place) if slot is None else self._checked(place, slot)
        self._let_go(colour)
        self._stacks[place][slot - 1].append(colour)
        self._changed(place)

    def put_between(
        self, place: Place, neighbour: Place, colour: Colour, seen_by: Touched | None = None
    ) -> None:
        """Put one down half on each; felt on these places, or wherever chance has it."""
        if place == neighbour:
            raise ValueError(f"between {place} and {neighbour} there is no room")
        both = (place, neighbour)
        felt = (
            self._chance.choice([(), (place,), (neighbour,), both]) if seen_by is None else seen_by
        )
        if not set(felt) <= set(both):
            raise ValueError(f"a checker between {place} and {neighbour} is not felt on {felt}")
        slots = ((place, self._free_slot(place)), (neighbour, self._free_slot(neighbour)))
        self._let_go(colour)
        self._leaning.append(Leaning(colour, slots, felt))
        self._changed(place, neighbour)

    def straighten(self, place: Place, neighbour: Place) -> None:
        """Push the checker that lies between two places fully onto the first, beside the others."""
        for leaning in self._leaning:
            if leaning.is_between(place, neighbour):
                self._leaning.remove(leaning)
                slot = dict(leaning.slots)[place]
                if self._stacks[place][slot - 1]:
                    slot = self._free_slot(place)
                self._stacks[place][slot - 1].append(leaning.colour)
                self._changed(place, neighbour)
                return
        raise NoChecker(f"no checker lies between {place} and {neighbour}")

    def nudge(self, place: Place) -> None:
        """Touch what lies there and leave it where it is."""
        self._slots_of(place)
        self._changed(place)

    def arrange(self, layout: Layout) -> None:
        """Sweep everything off the table and out of the hand, and set up so."""
        self._sweep(layout)
        self._changed(*SLOTS)

    def lay_out(self, lying: Lying) -> None:
        """Let everything lie just as it lay then."""
        self._lay(lying)
        self._changed(*SLOTS)

    def on_change(self, felt: Felt) -> None:
        """Call this after every change, with the places that were touched."""
        self._felt.append(felt)

    @property
    def lying(self) -> Lying:
        """Everything that lies there now."""
        taken = {
            place: tuple(map(tuple, stacks))
            for place, stacks in self._stacks.items()
            if any(stacks)
        }
        return Lying(taken, self.hand, self.leaning, self.fetched)

    @property
    def fetched(self) -> tuple[Colour, ...]:
        """The checkers of another set that are about."""
        return tuple(self._fetched)

    @property
    def hand(self) -> tuple[Colour, ...]:
        """The checkers in the hand, in the order in which they were taken."""
        return tuple(self._hand)

    @property
    def leaning(self) -> tuple[Leaning, ...]:
        """The checkers that lie between two places; they count on neither."""
        return tuple(self._leaning)

    @property
    def layout(self) -> Layout:
        """Where the checkers lie on the board; ValueError where both colours share a place."""
        return Layout({place: _pile(place, held) for place in BACKGAMMON if (held := self[place])})

    def __getitem__(self, place: Place) -> tuple[Colour, ...]:
        """The checkers on a place, in the order in which they would be lifted, the last one first.

        Layer upon layer, and each from the rim inwards.
        """
        return tuple(self._colour_at(place, *where) for where in sorted(self._lying(place)))

    def count(self, place: Place, colour: Colour) -> int:
        """How many checkers of a colour lie on a place and on no other."""
        return sum(stack.count(colour) for stack in self._slots_of(place))

    def stack(self, place: Place, slot: int) -> tuple[Colour, ...]:
        """What lies in a slot, the lowest checker first."""
        return tuple(self._slots_of(place)[self._checked(place, slot) - 1])

    def lowest(self, place: Place) -> tuple[Colour | None, ...]:
        """What something under each slot feels: the checker next to it, if there is one."""
        return tuple(self._nearest(place, slot) for slot in range(1, SLOTS[place] + 1))

    def resting(self, place: Place) -> int:
        """How many checkers something under the whole place feels, those on top as well."""
        leaning = sum(place in leaning.seen_by for leaning in self._leaning)
        return sum(len(stack) for stack in self._slots_of(place)) + leaning

    def is_flat(self, place: Place) -> bool:
        """Whether no checker lies on another while a slot is free."""
        heights = [len(stack) for stack in self._slots_of(place)]
        return max(heights) <= 1 or min(heights) >= 1

    def _sweep(self, layout: Layout) -> None:
        stacks = _nothing()
        for place, pile in _boxed(layout):
            for _ in range(pile.count):
                min(stacks[place], key=len).append(pile.colour)
        self._lay(Lying({place: tuple(map(tuple, held)) for place, held in stacks.items()}))

    def _lay(self, lying: Lying) -> None:
        taken = {place: [list(it) for it in held] for place, held in lying.stacks.items()}
        self._stacks = _nothing() | taken
        self._hand = list(lying.hand)
        self._leaning = list(lying.leaning)
        self._fetched = list(lying.fetched)

    def _take(self, place: Place, colour: Colour | None) -> Colour:
        wanted = tuple(Colour) if colour is None else (colour,)
        lying = [at for at in self._lying(place) if self._colour_at(place, *at) in wanted]
        if lying:
            layer, slot = max(lying)
            return self._stacks[place][slot].pop(layer)
        for leaning in self._leaning:
            if place in dict(leaning.slots) and leaning.colour in wanted:
                self._leaning.remove(leaning)
                return leaning.colour
        raise NoChecker(f"no {'' if colour is None else f'{colour.value} '}checker on {place}")

    def _lying(self, place: Place) -> Iterator[tuple[int, int]]:
        """Layer and slot, both from 0, of each checker that lies on a place."""
        for slot, stack in enumerate(self._slots_of(place)):
            for layer in range(len(stack)):
                yield layer, slot

    def _colour_at(self, place: Place, layer: int, slot: int) -> Colour:
        return self._stacks[place][slot][layer]

    def _nearest(self, place: Place, slot: int) -> Colour | None:
        if stack := self._stacks[place][slot - 1]:
            return stack[0]
        askew = (a for a in self._leaning if place in a.seen_by and a.covers(place, slot))
        return next((leaning.colour for leaning in askew), None)

    def _free_slot(self, place: Place) -> int:
        """The lowest free spot, and among those the nearest to the rim."""
        heights = [
            (len(stack) + any(leaning.covers(place, slot) for leaning in self._leaning), slot)
            for slot, stack in enumerate(self._slots_of(place), start=1)
        ]
        return min(heights)[1]

    def _checked(self, place: Place, slot: int) -> int:
        if not 1 <= slot <= len(self._slots_of(place)):
            raise ValueError(f"{place} has slots 1 to {SLOTS[place]}, not {slot}")
        return slot

    def _slots_of(self, place: Place) -> list[list[Colour]]:
        if place not in self._stacks:
            raise ValueError(f"there is no place {place} on this table")
        return self._stacks[place]

    def _let_go(self, colour: Colour) -> None:
        if colour not in self._hand:
            raise NoChecker(f"no {colour.value} checker in the hand")
        self._hand.remove(colour)

    def _changed(self, *places: Place) -> None:
        for felt in tuple(self._felt):
            felt(places)


def _nothing() -> dict[Place, list[list[Colour]]]:
    """Every slot of every place, with nothing in it."""
    return {place: [[] for _ in range(slots)] for place, slots in SLOTS.items()}


def _boxed(layout: Layout) -> Iterator[tuple[Place, Pile]]:
    """The piles of a layout and, in the box, what is left; ValueError if there are too many."""
    left = Counter(dict.fromkeys(Colour, SET))
    for place, pile in layout.piles.items():
        if place not in BACKGAMMON:
            raise ValueError(f"there is no place {place} on this board")
        left[pile.colour] -= pile.count
        yield place, pile
    for colour, count in left.items():
        if count < 0:
            raise ValueError(f"there are {SET} {colour.value} checkers, not {SET - count}")
        if count:
            yield BOX, Pile(colour, count)


def _pile(place: Place, held: tuple[Colour, ...]) -> Pile:
    if len(set(held)) > 1:
        raise ValueError(f"both colours lie on {place}")
    return Pile(held[0], len(held))
