"""What people say to one another in a match, as gestures: offers and wishes, yes and no."""

from __future__ import annotations

from collections.abc import Iterator

from engine.backgammon.game import events
from engine.backgammon.game.doubling import told_cube_is_dead
from engine.backgammon.notation.record.record import Scene
from hardware.signals import Wish
from referee.seating import Seating
from service.simulation import acts
from service.simulation.gestures import Gesture
from service.simulation.habits import Temper

_WISHES = {events.AskUndo: Wish.UNDO, events.Challenge: Wish.CHALLENGE}
_YES = events.Take | events.AcceptResignation | events.AgreeUndo
_NO = events.Drop | events.PlayOn | events.RefuseUndo


def make_offer(scene: Scene, seating: Seating, temper: Temper) -> Iterator[Gesture]:
    """The gestures of whoever offers, asks or answers; none for what needs no hands."""
    match scene.event:
        case events.Double(player):
            yield from acts.double(seating.colour(player), temper)
            if told_cube_is_dead(scene.before, player):
                yield from acts.double(seating.colour(player), temper)
        case events.Beaver(player):
            yield from acts.beaver(seating.colour(player), temper)
        case events.Resign(player, win):
            yield from acts.ask(seating.colour(player), Wish.RESIGN, temper, int(win))
        case events.AskUndo(player) | events.Challenge(player):
            wish = _WISHES[type(scene.event)]
            yield from acts.ask(seating.colour(player), wish, temper)
        case _:
            yield from _answer(scene.event, seating, temper)


def _answer(event: events.Event, seating: Seating, temper: Temper) -> Iterator[Gesture]:
    if isinstance(event, _YES):
        yield from acts.agree(seating.colour(event.player), temper)
    elif isinstance(event, _NO):
        yield from acts.refuse(seating.colour(event.player), temper)
