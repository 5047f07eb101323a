"""The test of a board goes from slot to slot, and tells a person what to do and what was felt."""

import asyncio
import os
from collections.abc import Callable
from typing import Any

import pytest

from firmware_bridge.board_link import BoardLink
from hardware.checkers import Place
from hardware.devices import DeviceFault
from hardware.drivers.clocks import SystemClock
from hardware.sensor_map import C64
from service.firmware.board_test import BoardTest, on_enter
from service.words.phrases import Language, load_phrases
from tests.rigs.wire.plain_board import BoardPort, ClosedPort, PlainBoard

Behaviour = Callable[[PlainBoard, str], None]


class Skipped(Exception):
    """The person presses Enter."""


class Person:
    """A simulated person, who does at once what is said, and stores what was said."""

    def __init__(self, board: PlainBoard, port: BoardPort, behaviour: Behaviour) -> None:
        self.said: list[str] = []
        self.skip: Callable[[], None] = lambda: None
        self._board = board
        self._port = port
        self._behaviour = behaviour

    def hear(self, said: str) -> None:
        self.said.append(said)
        asyncio.get_running_loop().call_later(0, self._act, said)

    def _act(self, said: str) -> None:
        try:
            self._behaviour(self._board, said)
        except Skipped:
            self.skip()
        self._port.say()


def cell_of(said: str) -> int | None:
    """The sensor under the slot that is asked for."""
    place, _, rest = said.partition(", slot ")
    if not rest.endswith(("put a checker there.", "put it back.")):
        return None
    slot = int(rest.partition(":")[0]) - 1
    if place.startswith("square "):
        return C64.sensor_at(Place(place.removeprefix("square ")), slot + 1)
    if place.startswith("point "):
        return (int(place.removeprefix("point ")) - 1) * 5 + slot
    return (120 if "light" in place else 124) + slot


def diligent(board: PlainBoard, said: str) -> None:
    """Puts a checker on each slot, and presses each button."""
    if (cell := cell_of(said)) is not None:
        board.put(cell, 1)
    if said.startswith("Press button "):
        board.press(int(said.removeprefix("Press button ").rstrip(".")) - 1)


class OneChecker:
    """Carries one checker from slot to slot, where some sensors are crossed or dead."""

    def __init__(self, felt_at: dict[int, int | None] | None = None) -> None:
        self._felt_at = felt_at or {}
        self._lies: int | None = None

    def __call__(self, board: PlainBoard, said: str) -> None:
        if (cell := cell_of(said)) is not None:
            self.lift(board)
            self.put(board, self._felt_at.get(cell, cell))
        else:
            diligent(board, said)

    def lift(self, board: PlainBoard) -> None:
        """Lifts the checker, which may take its time."""
        if self._lies is not None:
            board.put(self._lies, 0)
        self._lies = None

    def put(self, board: PlainBoard, cell: int | None) -> None:
        if cell is not None:
            board.put(cell, 1)
        self._lies = cell


def run_board_test(
    behaviour: Behaviour, patience: float = 5.0, first: int = 1, board: PlainBoard | None = None
) -> tuple[bool, list[str]]:
    """The result of the test, true if all works, and what was printed."""
    board, clock = board or PlainBoard(), SystemClock()
    port = BoardPort(board, clock)
    person = Person(board, port, behaviour)
    link = BoardLink(port, clock)
    board_test = BoardTest(
        link, clock, load_phrases(Language("en")), person.hear, patience, 0.0, first
    )
    person.skip = board_test.skip
    return asyncio.run(board_test.run(quick=False)), person.said


def test_a_board_on_which_each_slot_and_each_button_is_felt_works() -> None:
    works, said = run_board_test(diligent)

    assert works
    assert said.count("  felt") == 128
    assert said.count("  pressed") == 4
    assert "point 24, slot 5: put a checker there." in said
    assert any(line.startswith("the half of the bar for dark checkers, slot 4") for line in said)
    assert not any("instead" in line for line in said)


def board_of_squares(**changed: Any) -> PlainBoard:
    extra = changed.pop("extra_fields", f" game=checkers at=squares lit={C64.lamp_runs}")
    parts = {"cells": 64, "lamps": 64, "layout": "c64", "dice": 0, **changed}
    return PlainBoard(**parts, extra_fields=extra)


def test_each_square_is_asked_for_by_its_name_and_its_own_lamp_shines() -> None:
    board, lit = board_of_squares(), {}

    def behaviour(board: PlainBoard, said: str) -> None:
        if (cell := cell_of(said)) is not None:
            lit[cell] = [lamp for lamp, letter in enumerate(board.row) if letter != "."]
        diligent(board, said)

    works, said = run_board_test(behaviour, board=board)

    assert works
    assert said.count("  felt") == 64
    assert "square c3, slot 1: put a checker there." in said
    assert any("in the order of the strip; in all: 64" in line for line in said)
    assert lit == {cell: [C64.lamps.index(C64.place_of(cell)[0])] for cell in range(64)}


UNKNOWN = "Sensors: 64, and this Kibitz does not know their layout, c64. The slots are not tested."


def test_the_slots_may_be_begun_at_any_square() -> None:
    works, said = run_board_test(OneChecker(), first=57, board=board_of_squares())

    assert works
    assert said.count("  felt") == 8
    assert "square a8, slot 1: put a checker there." in said


@pytest.mark.parametrize(
    ("changed", "text"),
    [
        (
            {"extra_fields": " game=checkers at=squares,a1 lit=squares"},
            (
                "The board describes its sensors as 'squares,a1', but a1 is named twice. "
                "The slots are not tested."
            ),
        ),
        (
            {"extra_fields": " game=chess at=squares lit=squares"},
            UNKNOWN,
        ),
        (
            {"extra_fields": ""},
            UNKNOWN,
        ),
        (
            {"extra_fields": "", "layout": "p5"},
            "Sensors: 64, but the layout p5 needs 128. The slots are not tested.",
        ),
    ],
)
def test_board_that_describes_itself_wrongly_is_reported(
    changed: dict[str, Any], text: str
) -> None:
    works, said = run_board_test(diligent, board=board_of_squares(**changed))

    assert not works
    assert text in said
    assert not any("put a checker" in line for line in said)


def test_one_checker_carried_from_slot_to_slot_is_enough_for_the_whole_board() -> None:
    works, said = run_board_test(OneChecker())

    assert works
    assert said.count("  felt") == 128


def test_lifting_a_checker_is_no_answer() -> None:
    class Slow(OneChecker):
        """Lifts, and never puts."""

        def __call__(self, board: PlainBoard, said: str) -> None:
            if cell_of(said) == 1:
                self.lift(board)
            else:
                super().__call__(board, said)

    works, said = run_board_test(Slow(), patience=0.3)

    assert not works
    assert said.count("  NOT felt") == 1
    assert said.count("  felt") == 127
    assert not any("instead" in line for line in said)
    assert "Slots that did not work, by place: point 1 (2)" in said


def test_slot_felt_elsewhere_is_reported_with_its_place_and_enter_continues() -> None:
    crossed = OneChecker({0: 16, 16: 0, 126: None})
    works, said = run_board_test(crossed, patience=0.3)

    assert not works
    assert said.count("  felt at point 4, slot 2 instead. Try again, or press Enter to go on.") == 1
    assert said.count("  felt at point 1, slot 1 instead. Try again, or press Enter to go on.") == 1
    assert said[-1] == "3 things did not work."
    (summary,) = (line for line in said if line.startswith("Slots that did not work"))
    unfelt = "point 1 (1), point 4 (2) and the half of the bar for dark checkers (3)"
    assert summary.endswith(unfelt)


def test_missed_slot_may_be_tried_again_and_enter_continues() -> None:
    class Clumsy(OneChecker):
        """Misses a slot once, and gives another up."""

        def __call__(self, board: PlainBoard, said: str) -> None:
            if cell_of(said) == 7:
                self.lift(board)
                self.put(board, 8)
            elif said.startswith("  felt at point 2, slot 4 instead"):
                self.lift(board)
                self.put(board, 7)
            elif cell_of(said) == 9:
                raise Skipped
            else:
                super().__call__(board, said)

    works, said = run_board_test(Clumsy(), patience=60.0)

    assert not works
    assert said.count("  felt") == 127
    assert said[-1] == "1 thing did not work."
    assert "Slots that did not work, by place: point 2 (5)" in said


def test_checker_felt_by_two_sensors_is_reported() -> None:
    def twice(board: PlainBoard, said: str) -> None:
        if cell_of(said) == 7:
            board.seen[8] = 1
        elif cell_of(said) == 8:
            board.put(8, 0)
        diligent(board, said)

    works, said = run_board_test(twice)

    assert not works
    assert said.count("  felt, but at point 2, slot 4 as well") == 1
    assert (
        "point 2, slot 4: put a checker there; if one lies there, lift it and put it back." in said
    )
    assert said[-1] == "1 thing did not work."


def test_the_slots_may_be_begun_at_any_point() -> None:
    works, said = run_board_test(OneChecker(), first=24)

    assert works
    assert said.count("  felt") == 5 + 8


async def test_ended_board_test_lists_what_was_not_felt_so_far() -> None:
    board, clock = PlainBoard(), SystemClock()
    port = BoardPort(board, clock)
    person = Person(board, port, OneChecker({2: None}))

    def hear(said: str) -> None:
        if cell_of(said) == 6:
            running.cancel()
        person.hear(said)

    link = BoardLink(port, clock)
    board_test = BoardTest(link, clock, load_phrases(Language("en")), hear, 0.3, 0.0)
    running = asyncio.ensure_future(board_test.run(quick=False))
    with pytest.raises(asyncio.CancelledError):
        await running

    assert person.said[-1] == "Slots that did not work, by place: point 1 (3)"


def test_enter_is_heard_at_a_terminal_and_nowhere_else() -> None:
    async def reports_enter(keys: int, typed: int) -> bool:
        pressed = asyncio.Event()
        with on_enter(keys, pressed.set):
            os.write(typed, b"\n")
            await asyncio.wait_for(pressed.wait(), 5.0)
        return pressed.is_set()

    ours, theirs = os.openpty()
    assert asyncio.run(reports_enter(theirs, ours))
    os.close(ours)
    os.close(theirs)
    reads, writes = os.pipe()
    with os.fdopen(reads), os.fdopen(writes), on_enter(reads, print):
        pass


def test_a_board_that_cannot_be_reached_is_not_tested() -> None:
    clock = SystemClock()
    link = BoardLink(ClosedPort("is not there"), clock)
    board_test = BoardTest(link, clock, load_phrases(Language("fr")), print)

    with pytest.raises(DeviceFault, match="is not there"):
        asyncio.run(board_test.run(quick=True))


@pytest.mark.release
def test_a_board_that_goes_while_a_checker_is_waited_for_ends_the_test() -> None:
    board, clock = PlainBoard(), SystemClock()
    port = BoardPort(board, clock)
    link = BoardLink(port, clock)

    def hear(said: str) -> None:
        if cell_of(said) == 3:
            link.on_lost("was unplugged")
        else:
            Person(board, port, diligent).hear(said)

    board_test = BoardTest(link, clock, load_phrases(Language("en")), hear, 5.0, 0.0)

    with pytest.raises(DeviceFault, match="/dev/ttyACM0 was unplugged"):
        asyncio.run(board_test.run(quick=False))
