"""Performs gestures at the simulated devices of a table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from hardware.checkers import BACKGAMMON, Colour, Layout, Place
from hardware.devices import Device
from hardware.drivers.simulated.simulated_devices import SimulatedButtons, SimulatedDice
from hardware.drivers.simulated.simulated_table import SimulatedTable
from hardware.signals import Button, PlayerRequestKind
from simulation import gestures
from simulation.gestures import CheckerGesture, Gesture

RequestReceiver = Callable[[Colour, PlayerRequestKind, int], None]


def ignore_request(_colour: Colour, _request: PlayerRequestKind, _number: int) -> None:
    """Ignores a request: the default for hands that never make one."""


@dataclass(frozen=True, slots=True)
class GesturePerformer:
    """The simulated devices of a table, and the receiver of the requests of people there.

    This is the only place that turns gestures into calls of devices. Places are named as the
    devices name them; see `rename_places`.
    """

    checkers: SimulatedTable
    dice: Mapping[Colour | None, SimulatedDice]
    """The dice by owner; None is the owner of shared dice."""
    buttons: tuple[SimulatedButtons, ...]
    make_request: RequestReceiver = ignore_request

    @classmethod
    def at(
        cls,
        checkers: SimulatedTable | None,
        devices: Iterable[Device],
        make_request: RequestReceiver = ignore_request,
    ) -> GesturePerformer:
        """Returns one for these devices; without checkers it gets some that no sensor observes."""
        present = tuple(devices)
        return cls(
            SimulatedTable() if checkers is None else checkers,
            {one.colour: one for one in present if isinstance(one, SimulatedDice)},
            tuple(one for one in present if isinstance(one, SimulatedButtons)),
            make_request,
        )

    def has_set_up(self, layout: Layout) -> bool:
        """True if the checkers really lie as in this layout."""
        return all(
            self.checkers.count(place, colour) == layout.count(place, colour)
            for place in BACKGAMMON.places
            for colour in Colour
        )

    def tidy(self, places: Iterable[Place]) -> None:
        """Touches the checkers on some places, and lays those on top of others beside them."""
        for place in places:
            while not self.checkers.is_flat(place):
                self.checkers.put(place, self.checkers.lift(place))
            self.checkers.nudge(place)

    def perform(self, gesture: Gesture) -> None:
        """Performs a gesture at once; a pause does nothing.

        Raises NoChecker, ValueError or KeyError, before anything has changed, if the checker, the
        button or the dice are not there.
        """
        match gesture:
            case gestures.Pause():
                pass
            case gestures.Press(button):
                self._press(button)
            case gestures.SendRequest(colour, request, number):
                self.make_request(colour, request, number)
            case gestures.RollDice(colour):
                self.dice[colour].start_rolling()
            case gestures.SettleDice(numbers, colour):
                self.dice[colour].settle(*numbers)
            case gestures.Cock(colour):
                self.dice[colour].cock()
            case gestures.LiftDice(colour):
                self.dice[colour].lift()
            case _:
                self._touch(gesture)

    def _touch(self, gesture: CheckerGesture) -> None:
        match gesture:
            case gestures.Lift(place, colour, slot):
                self.checkers.lift(place, colour, slot)
            case gestures.Put(place, colour, slot):
                self.checkers.put(place, colour, slot)
            case gestures.PutBetween(place, neighbour, colour, seen_by):
                self.checkers.put_between(place, neighbour, colour, seen_by)
            case gestures.Straighten(place, neighbour):
                self.checkers.straighten(place, neighbour)
            case gestures.Nudge(place):
                self.checkers.nudge(place)
            case gestures.Fetch(colour):
                self.checkers.add_extra(colour)
            case gestures.PutAway(colour):
                self.checkers.remove_extra(colour)

    def _press(self, button: Button) -> None:
        for buttons in self.buttons:
            if button in buttons.buttons:
                buttons.press(button)
                return
        raise ValueError(f"no simulated buttons have {button.value}")
