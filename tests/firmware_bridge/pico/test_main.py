"""A board that is built from its settings, its clock, and the console left by a crash."""

import gc
import re
import sys
import time
from collections.abc import Callable, Iterator
from itertools import pairwise
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.pico import main, pins, settings
from firmware_bridge.pico.chip import Clock, Pico
from tests.rigs.firmware.fake_parts import Chain, Multiplexer, PlainLine, PlainPin, PlainUart


class Machine(ModuleType):
    """A fake of MicroPython's module `machine`, with pins that remember."""

    def __init__(self) -> None:
        super().__init__("machine")
        self.pins: dict[int, PlainPin] = {}
        self.mem32: dict[int, int] = {}
        self.painted: list[bytes] = []
        self.uart = PlainUart()
        self.feeds = 0
        self.idle_calls = 0
        self.Pin = self._pin_class()
        self.mux = Multiplexer()

    def _pin_class(self) -> Callable[..., PlainPin]:
        def pin(number: int, _mode: int = 0, pull: int = 0, value: int | None = None) -> PlainPin:
            made = self.pins.setdefault(number, PlainPin(1 if pull else 0))
            if value is not None:
                made.value(value)
            return made

        pin.OUT, pin.IN, pin.PULL_UP = 1, 2, 3  # type: ignore[attr-defined]  # as a class has them
        return pin

    def SPI(self, number: int, **wired: Any) -> Chain:  # noqa: N802  # as MicroPython names it
        assert (number, wired["polarity"], wired["phase"]) == (0, 1, 0)
        return Chain(self.pins[pins.CHAIN_LOAD] if pins.CHAIN_LOAD in self.pins else self.load())

    def load(self) -> PlainPin:
        return self.pins.setdefault(pins.CHAIN_LOAD, PlainPin())

    def ADC(self, _pin: PlainPin) -> Multiplexer:  # noqa: N802  # as MicroPython names it
        self.mux.address = [self.pins[number] for number in pins.MUX_ADDRESS]
        return self.mux

    def PWM(self, _pin: PlainPin) -> SimpleNamespace:  # noqa: N802  # as MicroPython names it
        return SimpleNamespace(freq=lambda _hertz: None, duty_u16=lambda _share: None)

    def UART(self, number: int, **wired: Any) -> PlainUart:  # noqa: N802  # as MicroPython names it
        assert (number, wired["baudrate"]) == (1, 115_200)
        return self.uart

    def WDT(self, timeout: int) -> SimpleNamespace:  # noqa: N802  # as MicroPython names it
        assert timeout <= 8388, "the chip knows no more"
        return SimpleNamespace(feed=self.feed)

    def feed(self) -> None:
        self.feeds += 1

    def idle(self) -> None:
        self.idle_calls += 1

    def bitstream(self, _pin: PlainPin, _kind: int, _times: Any, pixels: bytes) -> None:
        self.painted.append(pixels)

    def unique_id(self) -> bytes:
        return b"\xe6\x61\x41\x03"

    def reset(self) -> None:
        raise SystemExit


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Iterator[Machine]:
    """A fake chip, and the functions that MicroPython adds to Python."""
    chip = Machine()
    monkeypatch.setitem(sys.modules, "machine", chip)
    monkeypatch.setattr(time, "ticks_ms", lambda: chip.idle_calls, raising=False)
    monkeypatch.setattr(time, "ticks_us", lambda: 7, raising=False)
    monkeypatch.setattr(time, "ticks_diff", lambda late, early: late - early, raising=False)
    monkeypatch.setattr(gc, "mem_free", lambda: 1000, raising=False)
    return chip


def settings_with(**changed: object) -> Any:
    """The settings as shipped, with these changes."""
    names = {name: value for name, value in vars(settings).items() if name.isupper()}
    return SimpleNamespace(**{**names, **changed})


def hello(machine: Machine, **changed: object) -> bytes:
    """The output of a board with these changed settings after HELLO."""
    line = PlainLine()
    board = main.board(line, settings_with(**changed))
    line.to_board += b">01HELLO 1*29CA55A5\n"
    for _ in range(200):
        machine.idle_calls += 1
        board.tick()
    return bytes(line.from_board)


def test_a_board_is_built_as_shipped(machine: Machine) -> None:
    said = hello(machine)

    assert b" board=kibitz uid=e6614103 boot=" in said
    assert (
        b" cells=128 bits=1 leds=26 btn=4 dice=0 map=p5 max=320 ma=400"
        b" game=backgammon at=points:5,bar:4 lit=points,bar*"
    ) in said


def test_board_is_built_from_its_settings(machine: Machine) -> None:
    said = hello(machine, SENSORS="hall", LAMPS=78, MILLIAMPS=900, BUTTONS=2, DICE=2, LAYOUT="x")

    assert b" cells=128 bits=2 leds=78 btn=2 dice=2 map=x max=320 ma=900 game=" in said
    assert machine.uart.from_board.startswith(b">01HELLO 1*")


def test_a_board_with_nothing_but_dice_is_dice(machine: Machine) -> None:
    said = hello(machine, SENSORS=None, LAMPS=0, BUTTONS=0, BUZZER=False, DICE=1)
    assert b" board=dice " in said


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"SENSORS": "reed"}, 'SENSORS must be "reeds" or "hall" or None, not "reed"'),
        ({"SENSORS": False}, 'SENSORS must be "reeds" or "hall" or None, not False'),
        ({"LAMPS": 79}, "LAMPS must be a number from 0 to 78, not 79"),
        ({"LAMPS": -1}, "LAMPS must be a number from 0 to 78, not -1"),
        ({"LAMPS": "26"}, 'LAMPS must be a number from 0 to 78, not "26"'),
        ({"LAMPS": None}, "LAMPS must be a number from 0 to 78, not None"),
        ({"LAMPS": [26]}, "LAMPS must be a number from 0 to 78, not [26]"),
        ({"LAMPS": True}, "LAMPS must be a number from 0 to 78, not True"),
        ({"CELLS": 0}, "CELLS must be a number from 1 to 256, not 0"),
        ({"CELLS": 257}, "CELLS must be a number from 1 to 256, not 257"),
        ({"CELLS": "64"}, 'CELLS must be a number from 1 to 256, not "64"'),
        ({"GAME": "Checkers"}, 'GAME must be a name of small letters, not "Checkers"'),
        ({"GAME": ""}, "GAME must be a name of small letters"),
        ({"GAME": None}, "GAME must be a name of small letters, not None"),
        ({"SENSOR_PLACES": "a"}, "SENSOR_PLACES must be 2 to 64 small letters, digits and . , : -"),
        ({"SENSOR_PLACES": "a1 b1"}, "SENSOR_PLACES must be 2 to 64 small letters"),
        ({"SENSOR_PLACES": None}, "SENSOR_PLACES must be 2 to 64 small letters"),
        ({"LAMP_PLACES": "a1," * 21 + "a1"}, "LAMP_PLACES must be 2 to 64 small letters"),
        ({"MILLIAMPS": "400"}, 'MILLIAMPS must be a number from 50 to 5000, not "400"'),
        ({"MILLIAMPS": 49}, "MILLIAMPS must be a number from 50 to 5000, not 49"),
        ({"MILLIAMPS": 5001}, "MILLIAMPS must be a number from 50 to 5000, not 5001"),
        ({"MILLIAMPS": 0.4}, "MILLIAMPS must be a number from 50 to 5000, not 0.4"),
        ({"BUTTONS": 5}, "BUTTONS must be 0 or 1 or 2 or 3 or 4, not 5"),
        ({"BUTTONS": True}, "BUTTONS must be 0 or 1 or 2 or 3 or 4, not True"),
        ({"BUZZER": 1}, "BUZZER must be True or False, not 1"),
        ({"DICE": 3}, "DICE must be 0 or 1 or 2, not 3"),
        ({"DICE": -1}, "DICE must be 0 or 1 or 2, not -1"),
        ({"LAYOUT": None}, 'LAYOUT must be "p5" or another name of small letters'),
        ({"LAYOUT": ""}, 'LAYOUT must be "p5" or another name of small letters'),
        ({"LAYOUT": "my board"}, 'LAYOUT must be "p5" or another name of small letters'),
    ],
)
def test_a_setting_that_cannot_be_built_is_named_with_what_can(
    machine: Machine, changed: dict[str, object], said: str
) -> None:
    with pytest.raises(ValueError, match=re.escape(f"settings.py: {said}")):
        hello(machine, **changed)


@pytest.mark.parametrize("name", [name for name in vars(settings) if name.isupper()])
@pytest.mark.usefixtures("machine")
def test_a_setting_that_is_missing_is_named(name: str) -> None:
    left = {other: value for other, value in vars(settings_with()).items() if other != name}
    with pytest.raises(ValueError, match=rf"settings\.py: {name} is missing"):
        main.board(PlainLine(), SimpleNamespace(**left))  # type: ignore[arg-type]  # as good


@pytest.mark.usefixtures("machine")
def test_each_start_has_another_boot_id() -> None:
    starts = {main.board(PlainLine(), settings_with()).identity.boot for _ in range(5)}

    assert len(starts) == 5
    assert all(len(start) == 8 for start in starts)


def test_clock_replaces_missing_urandom(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr("os.urandom")
    assert b"e6614103 7 " in Pico(machine).random_bytes()


def test_lamps_take_green_before_red(machine: Machine) -> None:
    board = main.board(PlainLine(), settings_with())
    board.lamps.show(b"010203ff", b"a" * 26)  # type: ignore[union-attr]  # it has some

    board.tick()

    assert machine.painted[-1] == bytes((2, 1, 3)) * 26


def test_pins_are_used_once() -> None:
    used = [value for name, value in vars(pins).items() if name.isupper()]
    numbers = [n for value in used for n in (value if isinstance(value, tuple) else (value,))]

    assert len(numbers) == len(set(numbers))
    assert set(numbers) <= {*range(23), 26, 27, 28}


@pytest.mark.parametrize("end", [KeyboardInterrupt, OSError])
def test_ended_program_leaves_a_console_without_a_watchdog(
    machine: Machine, monkeypatch: pytest.MonkeyPatch, end: type[BaseException]
) -> None:
    monkeypatch.setattr(sys.implementation, "_machine", "Pico with RP2040", raising=False)
    interrupts: list[int] = []
    micropython = SimpleNamespace(kbd_intr=interrupts.append)
    monkeypatch.setitem(sys.modules, "micropython", micropython)
    board = main.board(PlainLine(), settings_with())
    monkeypatch.setattr(main, "board", lambda: board)

    def tick() -> None:
        if machine.idle_calls == 3:
            raise end

    monkeypatch.setattr(board, "tick", tick)

    with pytest.raises(end):
        main.run()

    assert interrupts == [-1, 3]
    assert machine.feeds == 3
    assert len(machine.mem32) == 1


@pytest.mark.parametrize(
    ("model", "written"),
    [
        ("Raspberry Pi Pico with RP2040", {0x4005B000: 1 << 30}),
        ("Raspberry Pi Pico W with RP2040", {0x4005B000: 1 << 30}),
        ("Raspberry Pi Pico2 with RP2350", {0x400DB000: 1 << 30}),
        ("Raspberry Pi Pico2 with RP2350-RISCV", {0x400DB000: 1 << 30}),
        ("Generic ESP32S3 module with ESP32S3", {}),
        (None, {}),
    ],
)
def test_the_watchdog_of_each_pico_is_stopped_where_it_is(
    machine: Machine, monkeypatch: pytest.MonkeyPatch, model: str | None, written: dict[int, int]
) -> None:
    if model is not None:
        monkeypatch.setattr(sys.implementation, "_machine", model, raising=False)

    Pico(machine).stop_watchdog()

    assert machine.mem32 == written


PERIOD = 1 << 30
HALF = PERIOD // 2


def difference(late: int, early: int) -> int:
    """The difference of two ticks, as of MicroPython's ticks_diff."""
    return (late - early + HALF) % PERIOD - HALF


@given(st.integers(0, PERIOD - 1), st.lists(st.integers(0, HALF - 1), max_size=20))
def test_time_goes_on_when_the_counter_begins_again(start: int, steps: list[int]) -> None:
    ticks = start
    clock = Clock(lambda: ticks, difference)
    times = [clock.now()]

    for step in steps:
        ticks = (ticks + step) % PERIOD
        times.append(clock.now())

    assert [late - early for early, late in pairwise(times)] == steps
