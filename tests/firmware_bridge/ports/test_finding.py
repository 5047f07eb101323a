"""A board is found wherever it is plugged in, and what belongs to others is left in peace."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import pytest

from firmware_bridge.link import BoardLink
from firmware_bridge.ports.finding import (
    UNDISTURBED,
    FoundPort,
    Listed,
    candidates,
    is_port,
    port_named,
)
from firmware_bridge.ports.port import Port, PortFault
from firmware_bridge.ports.serial_port import SerialPort
from firmware_bridge.wire.tellings import BoardInfo
from hardware.drivers.simulated.clock import SimulatedClock
from tests.rigs.devices import arrived
from tests.rigs.logs import LogWatch
from tests.rigs.plugs import Listener
from tests.rigs.wired import UID, Cable, WiredBoard, plugged_in

FINDING = "firmware_bridge.ports.finding"
PICO = (0x2E8A, 0x0005)
UART = (0x1A86, 0x7523)
MODEM = (0x12D1, 0x1506)
LONG_ENOUGH = 20.0
"""Seconds in which everything has been tried."""


@dataclass(frozen=True, slots=True)
class Plugged:
    """A port as the machine lists it."""

    device: str
    ids: tuple[int, int] | tuple[None, None] = PICO
    serial_number: str | None = None

    @property
    def vid(self) -> int | None:
        return self.ids[0]

    @property
    def pid(self) -> int | None:
        return self.ids[1]


@dataclass
class Machine:
    """A machine with ports, and what is plugged into them."""

    clock: SimulatedClock
    listed: list[Plugged] = field(default_factory=list)
    cables: dict[str, Cable] = field(default_factory=dict)

    def found(self, *kinds: str) -> FoundPort:
        return FoundPort(self.clock, kinds or ("kibitz",), self.list, self.port_at)

    def list(self) -> list[Listed]:
        return list(self.listed)  # type: ignore[arg-type] # a frozen one will do

    def port_at(self, path: str) -> Port:
        return self.cables[path]

    def plug(self, plugged: Plugged, cable: Cable | None = None) -> Cable:
        self.listed.append(plugged)
        cable = self.cables[plugged.device] = cable or Cable()
        cable.where = plugged.device
        return cable


@asynccontextmanager
async def machine() -> AsyncIterator[tuple[Machine, WiredBoard]]:
    """A board that runs, and a machine into which it is not plugged yet."""
    async with plugged_in(WiredBoard()) as board:
        yield Machine(board.clock), board


def run(scene: Callable[[Machine, WiredBoard], object]) -> None:
    async def prove() -> None:
        async with machine() as (it, board):
            await scene(it, board)  # type: ignore[misc] # it is always a coroutine

    asyncio.run(prove())


async def why_not(it: Machine, port: FoundPort) -> str:
    """Why no board is found."""
    opening = asyncio.create_task(port.open(Listener()))
    await it.clock.pass_by(LONG_ENOUGH)
    with pytest.raises(PortFault) as fault:
        await opening
    return str(fault.value)


async def opened(it: Machine, port: FoundPort) -> str:
    """Where it is found."""
    opening = asyncio.create_task(port.open(Listener()))
    await it.clock.pass_by(LONG_ENOUGH)
    await opening
    return port.where


def test_likely_ports_come_first_and_unlikely_ones_not_at_all() -> None:
    ports = [
        Plugged("/dev/ttyS0", (None, None)),
        Plugged("/dev/ttyUSB1", MODEM),
        Plugged("/dev/ttyUSB0", UART),
        Plugged("/dev/ttyACM2", (0x2E8A, 0x000C)),
        Plugged("/dev/ttyACM1", PICO, "77"),
        Plugged("/dev/ttyACM0", PICO, None),
        Plugged("/dev/ttyACM3", (0x2341, 0x0043)),
    ]

    def paths(uid: str | None = None) -> list[str]:
        return [one.path[-4:] for one in candidates(ports, uid)]  # type: ignore[arg-type] # frozen

    assert paths() == ["ACM0", "ACM1", "ACM2", "ACM3", "USB0"]
    assert paths("77") == ["ACM1", "ACM0", "ACM2", "ACM3", "USB0"]


def test_a_board_is_found_behind_what_is_busy_or_something_else() -> None:
    async def scene(it: Machine, board: WiredBoard) -> None:
        it.plug(Plugged("/dev/ttyACM0")).taken = True
        modem = it.plug(Plugged("/dev/ttyACM1"))
        modem.on_write = lambda: modem.say(b"ERROR\r\n")
        it.plug(Plugged("/dev/ttyUSB0", UART), board.cable)
        port = it.found()
        assert port.where == "a board on USB"
        assert await opened(it, port) == "/dev/ttyUSB0"
        assert not modem.is_open()
        await port.close()
        assert not board.cable.is_open()

    run(scene)


def test_if_there_is_no_board_it_is_told_what_there_is() -> None:
    async def scene(it: Machine, board: WiredBoard) -> None:
        it.plug(Plugged("/dev/ttyACM0")).taken = True
        it.plug(Plugged("/dev/ttyACM1"), board.cable)
        it.plug(Plugged("/dev/ttyUSB0", UART))
        assert await why_not(it, it.found("dice")) == (
            "a board on USB is not to be found:"
            " /dev/ttyACM0 is in use by another program, or by another Kibitz;"
            ' /dev/ttyACM1 is a board of the kind "kibitz", and another kind is wanted here;'
            " /dev/ttyUSB0 has said nothing for 3.0 s"
        )

    run(scene)


def test_if_nothing_is_plugged_in_that_is_said() -> None:
    async def scene(it: Machine, _: WiredBoard) -> None:
        it.plug(Plugged("/dev/ttyS0", (None, None)))
        assert "nothing is plugged in that may be one" in await why_not(it, it.found())

    run(scene)


def test_what_belongs_to_something_else_is_left_alone_for_a_while() -> None:
    async def scene(it: Machine, _: WiredBoard) -> None:
        foreign, port = it.plug(Plugged("/dev/ttyUSB0", UART)), it.found()
        first = await why_not(it, port)
        assert foreign.openings == 1
        assert await why_not(it, port) == first
        assert foreign.openings == 1
        await it.clock.pass_by(UNDISTURBED)
        assert await why_not(it, port) == first
        assert foreign.openings == 2

    run(scene)


def test_where_the_board_was_found_it_is_looked_for_again_at_once() -> None:
    async def scene(it: Machine, board: WiredBoard) -> None:
        it.plug(Plugged("/dev/ttyUSB0", UART), board.cable)
        port = it.found()
        assert await opened(it, port) == "/dev/ttyUSB0"
        await port.close()
        running, board.board = board.board, None
        assert "has said nothing" in await why_not(it, port)
        board.board = running
        assert await opened(it, port) == "/dev/ttyUSB0"
        await port.close()

    run(scene)


def test_the_last_words_of_a_program_are_told_once_and_by_the_name_of_its_port(
    expected_logs: LogWatch,
) -> None:
    expected_logs.expect(FINDING, logging.WARNING, "/dev/ttyACM0: the program of the board")

    async def scene(it: Machine, _: WiredBoard) -> None:
        crashed = it.plug(Plugged("/dev/ttyACM0"))
        crashed.on_write = lambda: crashed.say(
            b"Traceback (most recent call last):\r\n"
            b'  File "/main.py", line 7, in run\r\n'
            b"ZeroDivisionError: divide by zero\r\n>>> "
        )
        port = it.found()
        for _time in range(3):
            await why_not(it, port)
            await it.clock.pass_by(UNDISTURBED)
        assert crashed.openings == 3

    run(scene)
    assert len(expected_logs._seen) == 1


def test_what_the_link_has_mourned_already_is_no_warning(expected_logs: LogWatch) -> None:
    async def scene(it: Machine, _: WiredBoard) -> None:
        crashed = it.plug(Plugged("/dev/ttyACM0"))
        crashed.on_write = lambda: crashed.say(b"\r\n>>> ")
        await why_not(it, it.found())
        assert crashed.openings == 1

    run(scene)
    assert expected_logs._seen == []


def test_something_else_in_the_same_place_is_tried_at_once() -> None:
    async def scene(it: Machine, board: WiredBoard) -> None:
        it.plug(Plugged("/dev/ttyACM0", UART))
        port = it.found()
        await why_not(it, port)
        it.listed.clear()
        port._ports.clear()
        it.plug(Plugged("/dev/ttyACM0", PICO), board.cable)
        assert await opened(it, port) == "/dev/ttyACM0"
        await port.close()

    run(scene)


def test_what_was_busy_is_tried_again_at_once() -> None:
    async def scene(it: Machine, board: WiredBoard) -> None:
        it.plug(Plugged("/dev/ttyACM0"), board.cable)
        board.cable.taken, port = True, it.found()
        await why_not(it, port)
        board.cable.taken = False
        assert await opened(it, port) == "/dev/ttyACM0"
        await port.close()

    run(scene)


def test_a_board_is_found_again_wherever_it_is_plugged_in_then() -> None:
    async def scene(it: Machine, board: WiredBoard) -> None:
        it.plug(Plugged("/dev/ttyACM0", PICO, UID), board.cable)
        port, ear = it.found(), Listener()
        await port.open(ear)
        board.unplug()
        await arrived()
        assert ear.lost == ["was unplugged"]
        await port.close()
        it.listed.clear()
        assert "nothing is plugged in" in await why_not(it, port)
        board.plug_in()
        it.plug(Plugged("/dev/ttyACM7", PICO, UID), board.cable)
        assert await opened(it, port) == "/dev/ttyACM7"
        await port.close()

    run(scene)


def test_another_board_is_not_taken_for_the_one_that_is_gone() -> None:
    async def scene(it: Machine, board: WiredBoard) -> None:
        it.plug(Plugged("/dev/ttyACM0"), board.cable)
        port = it.found()
        assert await opened(it, port) == "/dev/ttyACM0"
        await port.close()
        board.uid = "77"
        board.plug_in()
        assert await why_not(it, port) == (
            f"a board on USB is not to be found: /dev/ttyACM0 is another board: 77, and not {UID}"
        )
        assert not board.cable.is_open()

    run(scene)


def test_a_link_talks_over_a_port_that_was_found() -> None:
    async def scene(it: Machine, board: WiredBoard) -> None:
        it.plug(Plugged("/dev/ttyACM0"), board.cable)

        class Ears:
            why = ""

            def told(self, telling: object) -> None:
                del telling

            def lost(self, why: str) -> None:
                self.why = why

        link, ears = BoardLink(it.found(), it.clock), Ears()
        info = await link.join(ears)
        assert isinstance(info, BoardInfo)
        assert (link.where, board.cable.openings) == ("/dev/ttyACM0", 1)
        await it.clock.pass_by(20)
        assert ears.why == ""
        board.unplug()
        await arrived()
        assert ears.why == "was unplugged"

    run(scene)


def test_who_stops_searching_lets_go_of_what_is_being_tried() -> None:
    async def scene(it: Machine, _: WiredBoard) -> None:
        silent = it.plug(Plugged("/dev/ttyACM0"))
        opening = asyncio.create_task(it.found().open(Listener()))
        await arrived()
        assert silent.is_open()
        opening.cancel()
        await asyncio.wait({opening})
        assert not silent.is_open()

    run(scene)


def test_a_port_is_named_by_its_path_or_its_url_or_is_found() -> None:
    clock = SimulatedClock()
    assert isinstance(port_named("auto", clock, ("kibitz",)), FoundPort)
    assert isinstance(port_named("/dev/ttyACM0", clock, ("kibitz",)), SerialPort)


@pytest.mark.parametrize("name", ["auto", "/dev/ttyACM0", "COM3", "socket://h:1", "rfc2217://h:1"])
def test_these_are_names_of_ports(name: str) -> None:
    assert is_port(name)


@pytest.mark.parametrize("name", ["", "a\0b", "spy:///dev/null", "http://h", "socket://", "a\nb"])
def test_these_are_no_names_of_ports(name: str) -> None:
    assert not is_port(name)
