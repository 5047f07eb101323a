"""What sources have said is counted, and what a board saw last is known however long ago it was."""

from dataclasses import replace

from hardware.checkers import point
from hardware.observations import Observation
from hardware.sightings import NOTHING
from hardware.signals import Garbled, Signal
from service.tables.hearing import REMEMBERED, Hearing

LOOK = Observation("board", 1, {point(6): NOTHING})


def test_what_a_board_saw_last_is_known_whatever_else_it_has_said_since() -> None:
    hearing = Hearing()
    hearing.note(LOOK)
    for at in range(REMEMBERED + 1):
        hearing.note(Garbled("board", 2 + at, "?!"))

    heard = hearing.sources["board"]

    assert heard.signals == REMEMBERED + 2
    assert LOOK not in heard.last
    assert heard.look == LOOK


def test_what_was_seen_is_renamed_with_the_places() -> None:
    hearing = Hearing()
    hearing.note(LOOK)
    hearing.note(garbled := Garbled("board", 2, "?!"))
    turned = replace(LOOK, sightings={point(19): NOTHING})

    def renamed(signal: Signal) -> Signal:
        return turned if isinstance(signal, Observation) else signal

    hearing.rename(renamed)

    heard = hearing.sources["board"]
    assert heard.look == turned
    assert [*heard.last] == [turned, garbled]
