"""The checkers of a set, and the slot of each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from random import Random
from types import MappingProxyType

from hardware.checkers import BACKGAMMON, BOARDS, BoardKind, Colour, Layout, Pile, Place

BOX = Place("box")
"""The box beside the board, which no sensor observes; it holds the unused checkers."""


@cache
def table_capacity(board: BoardKind) -> Mapping[Place, int]:
    """Number of slots of each place of a table: those of its board, and the box."""
    return MappingProxyType({**board.capacity, BOX: board.checkers})


TouchedPlaces = tuple[Place, ...]
TouchListener = Callable[[TouchedPlaces], None]


class NoChecker(ValueError):
    """The requested checker does not exist."""


@dataclass(frozen=True, slots=True)
class LeaningChecker:
    """A checker that lies half on one place and half on another."""

    colour: Colour
    slots: tuple[tuple[Place, int], tuple[Place, int]]
    """The slot that it touches, on each of the two places."""
    seen_by: TouchedPlaces
    """The places whose sensors sense it."""

    def covers(self, place: Place, slot: int) -> bool:
        """True if part of the checker lies in this slot."""
        return (place, slot) in self.slots

    def is_possible(self, board: BoardKind) -> bool:
        """True if a checker can lie like this on a table with this board."""
        both = {place for place, _ in self.slots}
        slots = table_capacity(board)
        there = all(slot in range(1, slots.get(place, 0) + 1) for place, slot in self.slots)
        return there and len(both) == len(self.slots) and both.issuperset(self.seen_by)


@dataclass(frozen=True, slots=True)
class TableSnapshot:
    """A complete snapshot of a table, including the checkers in the hand."""

    stacks: Mapping[Place, tuple[tuple[Colour, ...], ...]]
    """The stack in each slot of a place, the lowest checker first."""
    hand: tuple[Colour, ...] = ()
    leaning: tuple[LeaningChecker, ...] = ()
    fetched: tuple[Colour, ...] = ()
    """The extra checkers from another set, included in the rest."""
    board: str = BACKGAMMON.name
    """The name of the kind of board."""

    def __post_init__(self) -> None:
        if (board := BOARDS.get(self.board)) is None:
            raise ValueError(f"there is no board of {self.board}")
        for place, stacks in self.stacks.items():
            if len(stacks) != table_capacity(board).get(place):
                raise ValueError(f"there is no place {place} with {len(stacks)} slots")
        if not all(leaning.is_possible(board) for leaning in self.leaning):
            raise ValueError(f"checkers cannot lean like this: {self.leaning}")
        every = (*tuple(Colour) * board.checkers_per_colour, *self.fetched)
        if (found := self._count()) != (right := Counter(every)):
            raise ValueError(f"there are {dict(right)} checkers, not {dict(found)}")

    def _count(self) -> Counter[Colour]:
        every = [stack for stacks in self.stacks.values() for stack in stacks]
        leaning = [leaning.colour for leaning in self.leaning]
        return Counter([*(colour for stack in every for colour in stack), *self.hand, *leaning])


class SimulatedTable:
    """Checkers in slots 1, 2, 3... from the rim, stacked, leaning between places or in the hand."""

    def __init__(
        self, layout: Layout | None = None, seed: int = 0, board: BoardKind = BACKGAMMON
    ) -> None:
        self.board = board
        self.capacity = table_capacity(board)
        """Number of slots of each place, the box included."""
        self._rng = Random(seed)  # noqa: S311 - chance that repeats itself, no secret
        self._listeners: list[TouchListener] = []
        self._set_up(layout or Layout({}))

    def lift(self, place: Place, colour: Colour | None = None, slot: int | None = None) -> Colour:
        """Takes the top checker, or the top one of a colour or slot; leaning ones last."""
        taken = self._take(place, colour) if slot is None else self._take_from(place, slot, colour)
        self._hand.append(taken)
        self._notify(place)
        return taken

    def add_extra(self, colour: Colour) -> None:
        """Takes a checker of another set into the hand, so that there is one too many."""
        self._hand.append(colour)
        self._fetched.append(colour)

    def remove_extra(self, colour: Colour) -> None:
        """Takes a checker of another set, if there is one, out of the hand and away."""
        if colour not in self._fetched:
            raise NoChecker(f"no {colour.value} checker is of another set")
        self._let_go(colour)
        self._fetched.remove(colour)

    def put(self, place: Place, colour: Colour, slot: int | None = None) -> None:
        """Puts a checker from the hand into a slot, or into the first free one."""
        slot = self.free_slot(place) if slot is None else self._valid_slot(place, slot)
        self._let_go(colour)
        self._stacks[place][slot - 1].append(colour)
        self._notify(place)

    def put_between(
        self, place: Place, neighbour: Place, colour: Colour, seen_by: TouchedPlaces | None = None
    ) -> None:
        """Puts a checker between two places; sensed on `seen_by`, or on random ones of them."""
        if place == neighbour:
            raise ValueError(f"between {place} and {neighbour} there is no room")
        both = (place, neighbour)
        felt = self._rng.choice([(), (place,), (neighbour,), both]) if seen_by is None else seen_by
        if not set(felt) <= set(both):
            raise ValueError(f"a checker between {place} and {neighbour} is not felt on {felt}")
        slots = ((place, self.free_slot(place)), (neighbour, self.free_slot(neighbour)))
        self._let_go(colour)
        self._leaning.append(LeaningChecker(colour, slots, felt))
        self._notify(place, neighbour)

    def straighten(self, place: Place, neighbour: Place) -> None:
        """Pushes a checker that leans between two places fully onto the first."""
        for leaning in self._leaning:
            if {place, neighbour} == {where for where, _ in leaning.slots}:
                self._leaning.remove(leaning)
                slot = dict(leaning.slots)[place]
                if self._stacks[place][slot - 1]:
                    slot = self.free_slot(place)
                self._stacks[place][slot - 1].append(leaning.colour)
                self._notify(place, neighbour)
                return
        raise NoChecker(f"no checker lies between {place} and {neighbour}")

    def nudge(self, place: Place) -> None:
        """Touches the checkers of a place without moving them."""
        self._slots_of(place)
        self._notify(place)

    def arrange(self, layout: Layout) -> None:
        """Removes all checkers from table and hand, and sets up a layout."""
        self._set_up(layout)
        self._notify(*self.capacity)

    def restore(self, lying: TableSnapshot) -> None:
        """Restores a snapshot; ValueError if it is of a table with another board."""
        if lying.board != self.board.name:
            raise ValueError(
                f"these are checkers on a board of {lying.board}, not of {self.board.name}"
            )
        self._restore(lying)
        self._notify(*self.capacity)

    def on_change(self, felt: TouchListener) -> None:
        """Calls `felt` after every change, with the places that were touched."""
        self._listeners.append(felt)

    @property
    def snapshot(self) -> TableSnapshot:
        """A snapshot of the table."""
        taken = {
            place: tuple(map(tuple, stacks))
            for place, stacks in self._stacks.items()
            if any(stacks)
        }
        leaning, extra = self.leaning_checkers, self.extra_checkers
        return TableSnapshot(taken, self.hand, leaning, extra, self.board.name)

    @property
    def extra_checkers(self) -> tuple[Colour, ...]:
        return tuple(self._fetched)

    @property
    def hand(self) -> tuple[Colour, ...]:
        """The checkers in the hand, in the order in which they were taken."""
        return tuple(self._hand)

    @property
    def leaning_checkers(self) -> tuple[LeaningChecker, ...]:
        """The checkers that lean between two places; they count on neither."""
        return tuple(self._leaning)

    @property
    def layout(self) -> Layout:
        """The layout of the board; ValueError if both colours share a place."""
        return Layout(
            {place: _pile(place, held) for place in self.board.places if (held := self[place])}
        )

    def __getitem__(self, place: Place) -> tuple[Colour, ...]:
        """The checkers on a place by layer, each layer from the rim; the last is lifted first."""
        return tuple(self._colour_at(place, *where) for where in sorted(self._positions(place)))

    def count(self, place: Place, colour: Colour) -> int:
        """The number of checkers of a colour that lie fully on a place."""
        return sum(stack.count(colour) for stack in self._slots_of(place))

    def stack(self, place: Place, slot: int) -> tuple[Colour, ...]:
        """The stack in a slot, the lowest checker first."""
        return tuple(self._slots_of(place)[self._valid_slot(place, slot) - 1])

    def free_slot(self, place: Place) -> int:
        """The slot with the lowest stack; of several, the nearest to the rim."""
        heights = [
            (len(stack) + any(leaning.covers(place, slot) for leaning in self._leaning), slot)
            for slot, stack in enumerate(self._slots_of(place), start=1)
        ]
        return min(heights)[1]

    def slot_heights(self, place: Place) -> tuple[int, ...]:
        """The number of checkers in each slot of a place, from the rim."""
        return tuple(map(len, self._slots_of(place)))

    def top_slot(self, place: Place, colour: Colour | None = None) -> int:
        """The slot of the checker that would be lifted; NoChecker if none lies flat there."""
        if lying := self._lying(place, colour):
            return max(lying)[1] + 1
        raise NoChecker(f"no {'' if colour is None else f'{colour.value} '}checker on {place}")

    def lowest(self, place: Place) -> tuple[Colour | None, ...]:
        """The checker that a sensor under each slot of a place senses, or None."""
        return tuple(self._nearest(place, slot) for slot in range(1, self.capacity[place] + 1))

    def resting(self, place: Place, colour: Colour | None = None) -> int:
        """The number of checkers, or of those of a colour, that a whole place senses."""
        wanted = _colours(colour)
        leaning = sum(place in one.seen_by and one.colour in wanted for one in self._leaning)
        return sum(self.count(place, one) for one in wanted) + leaning

    def is_flat(self, place: Place) -> bool:
        """True if no checker lies on another while a slot is free."""
        heights = [len(stack) for stack in self._slots_of(place)]
        return max(heights) <= 1 or min(heights) >= 1

    def _set_up(self, layout: Layout) -> None:
        stacks = self._empty_stacks()
        for place, pile in _piles_with_box(layout, self.board):
            for _ in range(pile.count):
                min(stacks[place], key=len).append(pile.colour)
        held = {place: tuple(map(tuple, held)) for place, held in stacks.items()}
        self._restore(TableSnapshot(held, board=self.board.name))

    def _restore(self, lying: TableSnapshot) -> None:
        taken = {place: [list(it) for it in held] for place, held in lying.stacks.items()}
        self._stacks = self._empty_stacks() | taken
        self._hand = list(lying.hand)
        self._leaning = list(lying.leaning)
        self._fetched = list(lying.fetched)

    def _empty_stacks(self) -> dict[Place, list[list[Colour]]]:
        return {place: [[] for _ in range(slots)] for place, slots in self.capacity.items()}

    def _take(self, place: Place, colour: Colour | None) -> Colour:
        if lying := self._lying(place, colour):
            layer, slot = max(lying)
            return self._stacks[place][slot].pop(layer)
        wanted = _colours(colour)
        for leaning in self._leaning:
            if place in dict(leaning.slots) and leaning.colour in wanted:
                self._leaning.remove(leaning)
                return leaning.colour
        raise NoChecker(f"no {'' if colour is None else f'{colour.value} '}checker on {place}")

    def _take_from(self, place: Place, slot: int, colour: Colour | None) -> Colour:
        """Takes the top checker of a slot, or the top one of a colour there."""
        number = self._valid_slot(place, slot) - 1
        lying = [layer for layer, where in self._lying(place, colour) if where == number]
        if not lying:
            raise NoChecker(f"no such checker in slot {slot} of {place}")
        return self._stacks[place][number].pop(max(lying))

    def _lying(self, place: Place, colour: Colour | None) -> list[tuple[int, int]]:
        """The positions of the checkers on a place, or of those of a colour."""
        wanted = _colours(colour)
        return [at for at in self._positions(place) if self._colour_at(place, *at) in wanted]

    def _positions(self, place: Place) -> Iterator[tuple[int, int]]:
        """Yields layer and slot, both from 0, of each checker that lies on a place."""
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

    def _valid_slot(self, place: Place, slot: int) -> int:
        if not 1 <= slot <= len(self._slots_of(place)):
            raise ValueError(f"{place} has slots 1 to {self.capacity[place]}, not {slot}")
        return slot

    def _slots_of(self, place: Place) -> list[list[Colour]]:
        if place not in self._stacks:
            raise ValueError(f"there is no place {place} on this table")
        return self._stacks[place]

    def _let_go(self, colour: Colour) -> None:
        if colour not in self._hand:
            raise NoChecker(f"no {colour.value} checker in the hand")
        self._hand.remove(colour)

    def _notify(self, *places: Place) -> None:
        for felt in tuple(self._listeners):
            felt(places)


def _colours(colour: Colour | None) -> tuple[Colour, ...]:
    return tuple(Colour) if colour is None else (colour,)


def _piles_with_box(layout: Layout, board: BoardKind) -> Iterator[tuple[Place, Pile]]:
    """Yields the piles of a layout and the rest in the box; ValueError if there are too many."""
    each = board.checkers_per_colour
    left = Counter(dict.fromkeys(Colour, each))
    for place, pile in layout.piles.items():
        if place not in board.capacity:
            raise ValueError(f"there is no place {place} on this board")
        left[pile.colour] -= pile.count
        yield place, pile
    for colour, count in left.items():
        if count < 0:
            raise ValueError(f"there are {each} {colour.value} checkers, not {each - count}")
        if count:
            yield BOX, Pile(colour, count)


def _pile(place: Place, held: tuple[Colour, ...]) -> Pile:
    if len(set(held)) > 1:
        raise ValueError(f"both colours lie on {place}")
    return Pile(held[0], len(held))
