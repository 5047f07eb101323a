"""A board is found at any port, and the ports of other programs and devices are left alone."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import pytest

from firmware_bridge.board_link import BoardLink
from firmware_bridge.port import Port, PortFault
from firmware_bridge.port_discovery import (
    RETRY_AFTER,
    DiscoveredPort,
    ListedPort,
    candidates,
    is_port_name,
    port_at,
)
from firmware_bridge.serial_port import SerialPort
from firmware_bridge.wire.board_messages import BoardInfo
from hardware.drivers.clocks import SimulatedClock
from tests.rigs.devices.device_rigs import deliver_pending
from tests.rigs.environment.log_watch import LogWatch
from tests.rigs.firmware.wired_board import UID, Cable, WiredBoard
from tests.rigs.firmware.wired_rigs import powered_board
from tests.rigs.wire.pseudo_terminals import PortRecorder

FINDING = "firmware_bridge.port_discovery"
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

    def found(self, *kinds: str) -> DiscoveredPort:
        return DiscoveredPort(self.clock, kinds or ("kibitz",), self.list, self.port_at)

    def list(self) -> list[ListedPort]:
        return list(self.listed)  # type: ignore[arg-type] # a frozen one will do

    def port_at(self, path: str) -> Port:
        return self.cables[path]

    def plug(self, plugged: Plugged, cable: Cable | None = None) -> Cable:
        self.listed.append(plugged)
        cable = self.cables[plugged.device] = cable or Cable()
        cable.address = plugged.device
        return cable


@asynccontextmanager
async def machine() -> AsyncIterator[tuple[Machine, WiredBoard]]:
    """A board that runs, and a machine into which it is not plugged yet."""
    async with powered_board(WiredBoard()) as board:
        yield Machine(board.clock), board


async def why_not(host: Machine, port: DiscoveredPort) -> str:
    """The reason why no board is found."""
    opening = asyncio.create_task(port.open(PortRecorder()))
    await host.clock.pass_seconds(LONG_ENOUGH)
    with pytest.raises(PortFault) as fault:
        await opening
    return str(fault.value)


async def opened(host: Machine, port: DiscoveredPort) -> str:
    """The address at which the board is found."""
    opening = asyncio.create_task(port.open(PortRecorder()))
    await host.clock.pass_seconds(LONG_ENOUGH)
    await opening
    return port.address


def test_likely_ports_are_tried_first_and_unlikely_ones_never() -> None:
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


async def test_board_is_found_beside_busy_and_foreign_ports() -> None:
    async with machine() as (host, board):
        host.plug(Plugged("/dev/ttyACM0")).taken = True
        modem = host.plug(Plugged("/dev/ttyACM1"))
        modem.on_write = lambda: modem.say(b"ERROR\r\n")
        host.plug(Plugged("/dev/ttyUSB0", UART), board.cable)
        port = host.found()
        assert port.address == "a board on USB"
        assert await opened(host, port) == "/dev/ttyUSB0"
        assert not modem.is_open()
        await port.close()
        assert not board.cable.is_open()


async def test_missing_board_is_reported_with_the_ports_that_were_tried() -> None:
    async with machine() as (host, board):
        host.plug(Plugged("/dev/ttyACM0")).taken = True
        host.plug(Plugged("/dev/ttyACM1"), board.cable)
        host.plug(Plugged("/dev/ttyUSB0", UART))
        assert await why_not(host, host.found("dice")) == (
            "a board on USB was not found:"
            " /dev/ttyACM0 is in use by another program, or by another Kibitz;"
            ' /dev/ttyACM1 is a board of the kind "kibitz", but another kind is needed;'
            " /dev/ttyUSB0 has said nothing for 3.0 s"
        )


async def test_missing_devices_are_reported_if_nothing_is_plugged_in() -> None:
    async with machine() as (host, _):
        host.plug(Plugged("/dev/ttyS0", (None, None)))
        assert "no suitable device is plugged in" in await why_not(host, host.found())


async def test_foreign_port_is_left_alone_for_a_while() -> None:
    async with machine() as (host, _):
        foreign, port = host.plug(Plugged("/dev/ttyUSB0", UART)), host.found()
        first = await why_not(host, port)
        assert foreign.openings == 1
        assert await why_not(host, port) == first
        assert foreign.openings == 1
        await host.clock.pass_seconds(RETRY_AFTER)
        assert await why_not(host, port) == first
        assert foreign.openings == 2


async def test_port_of_the_known_board_is_probed_again_at_once() -> None:
    async with machine() as (host, board):
        host.plug(Plugged("/dev/ttyUSB0", UART), board.cable)
        port = host.found()
        assert await opened(host, port) == "/dev/ttyUSB0"
        await port.close()
        running, board.board = board.board, None
        assert "has said nothing" in await why_not(host, port)
        board.board = running
        assert await opened(host, port) == "/dev/ttyUSB0"
        await port.close()


async def test_last_words_of_a_program_are_reported_once_by_port(expected_logs: LogWatch) -> None:
    expected_logs.expect(FINDING, logging.WARNING, "/dev/ttyACM0: the program of the board")

    async with machine() as (host, _):
        crashed = host.plug(Plugged("/dev/ttyACM0"))
        crashed.on_write = lambda: crashed.say(
            b"Traceback (most recent call last):\r\n"
            b'  File "/main.py", line 7, in run\r\n'
            b"ZeroDivisionError: divide by zero\r\n>>> "
        )
        port = host.found()
        for _time in range(3):
            await why_not(host, port)
            await host.clock.pass_seconds(RETRY_AFTER)
        assert crashed.openings == 3
    assert len(expected_logs._seen) == 1


async def test_fault_known_to_the_link_is_not_logged_again(expected_logs: LogWatch) -> None:
    async with machine() as (host, _):
        crashed = host.plug(Plugged("/dev/ttyACM0"))
        crashed.on_write = lambda: crashed.say(b"\r\n>>> ")
        await why_not(host, host.found())
        assert crashed.openings == 1
    assert expected_logs._seen == []


async def test_other_device_at_the_same_port_is_probed_at_once() -> None:
    async with machine() as (host, board):
        host.plug(Plugged("/dev/ttyACM0", UART))
        port = host.found()
        await why_not(host, port)
        host.listed.clear()
        port._ports.clear()
        host.plug(Plugged("/dev/ttyACM0", PICO), board.cable)
        assert await opened(host, port) == "/dev/ttyACM0"
        await port.close()


async def test_busy_port_is_probed_again_at_once() -> None:
    async with machine() as (host, board):
        host.plug(Plugged("/dev/ttyACM0"), board.cable)
        board.cable.taken, port = True, host.found()
        await why_not(host, port)
        board.cable.taken = False
        assert await opened(host, port) == "/dev/ttyACM0"
        await port.close()


async def test_a_board_is_found_again_wherever_it_is_plugged_in_then() -> None:
    async with machine() as (host, board):
        host.plug(Plugged("/dev/ttyACM0", PICO, UID), board.cable)
        port, listener = host.found(), PortRecorder()
        await port.open(listener)
        board.unplug()
        await deliver_pending()
        assert listener.lost == ["was unplugged"]
        await port.close()
        host.listed.clear()
        assert "no suitable device is plugged in" in await why_not(host, port)
        board.plug_in()
        host.plug(Plugged("/dev/ttyACM7", PICO, UID), board.cable)
        assert await opened(host, port) == "/dev/ttyACM7"
        await port.close()


async def test_other_board_is_not_taken_for_the_lost_one() -> None:
    async with machine() as (host, board):
        host.plug(Plugged("/dev/ttyACM0"), board.cable)
        port = host.found()
        assert await opened(host, port) == "/dev/ttyACM0"
        await port.close()
        board.uid = "77"
        board.plug_in()
        assert await why_not(host, port) == (
            f"a board on USB was not found: /dev/ttyACM0 is another board: 77 instead of {UID}"
        )
        assert not board.cable.is_open()


async def test_link_works_over_a_discovered_port() -> None:
    async with machine() as (host, board):
        host.plug(Plugged("/dev/ttyACM0"), board.cable)

        class RecordingListener:
            why = ""

            def on_update(self, update: object) -> None:
                del update

            def on_lost(self, why: str) -> None:
                self.why = why

        link, listener = BoardLink(host.found(), host.clock), RecordingListener()
        info = await link.join(listener)
        assert isinstance(info, BoardInfo)
        assert (link.address, board.cable.openings) == ("/dev/ttyACM0", 1)
        await host.clock.pass_seconds(20)
        assert listener.why == ""
        board.unplug()
        await deliver_pending()
        assert listener.why == "was unplugged"


async def test_cancelled_search_closes_the_probed_port() -> None:
    async with machine() as (host, _):
        silent = host.plug(Plugged("/dev/ttyACM0"))
        opening = asyncio.create_task(host.found().open(PortRecorder()))
        await deliver_pending()
        assert silent.is_open()
        opening.cancel()
        await asyncio.wait({opening})
        assert not silent.is_open()


def test_a_port_is_named_by_its_path_or_its_url_or_is_found() -> None:
    clock = SimulatedClock()
    assert isinstance(port_at("auto", clock, ("kibitz",)), DiscoveredPort)
    assert isinstance(port_at("/dev/ttyACM0", clock, ("kibitz",)), SerialPort)


@pytest.mark.parametrize("name", ["auto", "/dev/ttyACM0", "COM3", "socket://h:1", "rfc2217://h:1"])
def test_name_of_a_port_is_accepted(name: str) -> None:
    assert is_port_name(name)


@pytest.mark.parametrize("name", ["", "a\0b", "spy:///dev/null", "http://h", "socket://", "a\nb"])
def test_other_text_is_not_a_name_of_a_port(name: str) -> None:
    assert not is_port_name(name)
