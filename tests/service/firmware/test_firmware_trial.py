"""A board is tried out slot by slot, and a person is told what to do and what came of it."""

import asyncio
from collections.abc import Callable

import pytest

from firmware_bridge.link import BoardLink
from hardware.devices import DeviceFault
from hardware.drivers.system_clock import SystemClock
from referee.words import Language, load_phrases
from service.firmware.trying import Trial
from tests.rigs.board_port import BoardPort, ShutPort
from tests.rigs.plain_board import PlainBoard

Does = Callable[[PlainBoard, str], None]


class Person:
    """Does what is said, as soon as it is said, and keeps it."""

    def __init__(self, board: PlainBoard, port: BoardPort, does: Does) -> None:
        self.said: list[str] = []
        self._board = board
        self._port = port
        self._does = does

    def hear(self, said: str) -> None:
        self.said.append(said)
        asyncio.get_running_loop().call_later(0, self._act, said)

    def _act(self, said: str) -> None:
        self._does(self._board, said)
        self._port.say()


def cell_of(said: str) -> int | None:
    """The sensor under the slot that is asked for."""
    place, _, rest = said.partition(", slot ")
    if not rest.endswith("lies there."):
        return None
    slot = int(rest.partition(":")[0]) - 1
    if place.startswith("point "):
        return (int(place.removeprefix("point ")) - 1) * 5 + slot
    return (120 if "light" in place else 124) + slot


def diligent(board: PlainBoard, said: str) -> None:
    """Puts a checker on each slot, and presses each button."""
    if (cell := cell_of(said)) is not None:
        board.put(cell, 1)
    if said.startswith("Press button "):
        board.press(int(said.removeprefix("Press button ").rstrip(".")) - 1)


def tried(does: Does, patience: float = 5.0) -> tuple[bool, list[str]]:
    """Whether all of it works, and what was said."""
    board, clock = PlainBoard(), SystemClock()
    port = BoardPort(board, clock)
    person = Person(board, port, does)
    trial = Trial(
        BoardLink(port, clock), clock, load_phrases(Language.ENGLISH), person.hear, patience, 0.0
    )
    return asyncio.run(trial.run(quick=False)), person.said


def test_a_board_on_which_each_slot_and_each_button_is_felt_works() -> None:
    well, said = tried(diligent)

    assert well
    assert said.count("  felt") == 128
    assert said.count("  pressed") == 4
    assert "point 24, slot 5: put a checker there, or take away the one that lies there." in said
    assert any(line.startswith("the half of the bar for dark checkers, slot 4") for line in said)


def test_a_slot_that_is_felt_elsewhere_is_told() -> None:
    def crossed(board: PlainBoard, said: str) -> None:
        if (cell := cell_of(said)) is not None:
            board.put({0: 1, 1: 0}.get(cell, cell), 1)
        else:
            diligent(board, said)

    well, said = tried(crossed)

    assert not well
    assert said[-1] == "2 things did not work."
    assert said.count("  NOT felt there; other sensors that changed: 1") == 2


def test_a_checker_that_two_sensors_feel_is_told() -> None:
    def twice(board: PlainBoard, said: str) -> None:
        if cell_of(said) == 7:
            board.seen[8] = 1
        diligent(board, said)

    def then(board: PlainBoard, said: str) -> None:
        if cell_of(said) == 8:
            board.put(8, 0)
        else:
            twice(board, said)

    well, said = tried(then)

    assert not well
    assert said.count("  felt, but elsewhere as well; sensors: 1") == 1


def test_a_board_that_cannot_be_reached_is_not_tried() -> None:
    clock = SystemClock()
    link = BoardLink(ShutPort("is not there"), clock)
    trial = Trial(link, clock, load_phrases(Language.FRENCH), print)

    with pytest.raises(DeviceFault, match="is not there"):
        asyncio.run(trial.run(quick=True))
