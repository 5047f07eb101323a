"""Anything at the port of a table is reported once, in one line, and all else goes on."""

import os
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from service.web.messages.device_messages import DevicesPart
from service.web.messages.from_page import ThrowDice
from service.web.messages.to_page import GamePart
from tests.rigs.browser.service_process import (
    ServiceProcess,
    TableClient,
    connect_client,
    free_port,
    run_service,
)
from tests.rigs.firmware.pico_fixtures import MakePico
from tests.rigs.wire import hostile_ports
from tests.rigs.wire.plain_board import PlainBoard

TABLE = """
name = "{name}"
names = ["Alice", "Bob"]
[table.board]
driver = "pico"
port = "{port}"
"""
LOOK = 0.05
"""Seconds between two polls."""
GOOD = """
[[table]]
name = "good"
names = ["Carol", "Dave"]
"""
ABSURD = (
    "OK HELLO proto=1 fw=0.2.0 board=kibitz uid=e6614103e7 boot=8a45a250"
    " cells=99999999 bits=77 leds=-1 btn=9999999999 dice=1000 map=p5 max=3 ma=x"
)
URGING = ("noise", "nmea", "beats")
"""The ports that send without being asked."""


def always(behaviour: hostile_ports.Behaviour) -> Callable[[], hostile_ports.Behaviour]:
    return lambda: behaviour


def plain(lines: int | None = None, **other: Any) -> Callable[[], hostile_ports.Behaviour]:
    """A board after the document but for this, unplugged after so many lines."""
    return lambda: hostile_ports.plain_board_behaviour(PlainBoard(**other), lines)


BEHIND: Mapping[str, tuple[Callable[[], hostile_ports.Behaviour], str]] = {
    "noise": (always(hostile_ports.noise), "sends too much data"),
    "nmea": (always(hostile_ports.nmea), "sends too much data"),
    "beats": (always(hostile_ports.beats), "sends too much data"),
    "echoes": (always(hostile_ports.echoes), "only sends back what it is sent"),
    "modem": (always(hostile_ports.modem), "is not a known board"),
    "hangs": (always(hostile_ports.hangs), "is not a known board"),
    "silent": (lambda: lambda _: b"", "has said nothing for 3.0 s"),
    "protocol": (plain(protocol=7), "uses version 7 of the protocol"),
    "kind": (plain(kind="toaster"), 'of the kind "toaster"'),
    "absurd": (plain(false_answers={"HELLO": ABSURD}), "sent an invalid message"),
    "blind": (plain(cells=0), "has no sensors"),
    **{f"gone-{lines}": (plain(lines), "was unplugged") for lines in (1, 2, 3)},
}
"""The far end of the port of each table, by its name, and the words of its report."""


def folder(path: Path) -> str:
    path.mkdir()
    return str(path)


def pipe(path: Path) -> str:
    os.mkfifo(path)
    return str(path)


def file(path: Path) -> str:
    path.write_bytes(b"no port\n")
    return str(path)


NO_PORTS: Mapping[str, tuple[Callable[[Path], str], str]] = {
    "folder": (folder, "is not a serial port"),
    "pipe": (pipe, "is not a serial port"),
    "file": (file, "is not a serial port"),
    "missing": (str, "is not there"),
    "null": (lambda _: "/dev/null", "is not a serial port"),
    "zero": (lambda _: "/dev/zero", "is not a serial port"),
    "full": (lambda _: "/dev/full", "is not a serial port"),
    "closed": (lambda _: f"socket://127.0.0.1:{free_port()}", "refuses the connection"),
    "nonsense": (lambda _: "socket://&&&:::", "is not the address of a port"),
    "nowhere": (lambda _: "socket://127.0.0.1", "is not the address of a port"),
}
"""The path of the port of each table, by its name, and the words of its report."""


@contextmanager
def serving(home: Path, ports: Mapping[str, str]) -> Iterator[tuple[ServiceProcess, TableClient]]:
    """Tables with these ports, and a page at a good table beside them."""
    tables = "[[table]]\n".join(TABLE.format(name=name, port=it) for name, it in ports.items())
    with run_service(home, tables + GOOD) as service:
        link = service.link
        while link.table != "good":
            link = service.next_link()
        with connect_client(link) as client:
            yield service, client


def until_complained(home: Path, names: Collection[str]) -> list[str]:
    """All complaints of the service, once there is one about each of these ports."""
    log = home / "complaints.txt"
    while True:
        said = [it for it in log.read_text("utf-8").splitlines() if "INFO" not in it]
        if all(lines_about(name, said) for name in names):
            return said
        time.sleep(LOOK)


def lines_about(name: str, said: Iterable[str]) -> list[str]:
    """The log lines about one port."""
    return [line for line in said if f" {name}: " in line]


@pytest.fixture(scope="module")
def odd(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[list[str], TableClient]]:
    """All complaints at tables with one odd port each, and a page at a good table."""
    home = tmp_path_factory.mktemp("odd")
    ports = {name: make(home / name) for name, (make, _) in NO_PORTS.items()}
    ports |= {name: str(home / name) for name in BEHIND}
    with ExitStack() as behind:
        for name, (make, _) in BEHIND.items():
            far = hostile_ports.hostile_port(home / name, make(), urges=name in URGING)
            behind.enter_context(far)
        service, client = behind.enter_context(serving(home, ports))
        for name in ports:
            service.expect(f" {name}: ")
        yield until_complained(home, ports), client


@pytest.mark.release(after=6)
@pytest.mark.parametrize("name", [*BEHIND, *NO_PORTS])
def test_odd_port_is_reported_in_one_line(odd: tuple[list[str], TableClient], name: str) -> None:
    said, _ = odd
    first = lines_about(name, said)[0]

    assert {**BEHIND, **NO_PORTS}[name][1] in first
    assert "board cannot be reached" in first


def test_no_report_is_repeated(odd: tuple[list[str], TableClient]) -> None:
    said, _ = odd

    assert len({*said}) == len(said)
    assert sum(len(lines_about(name, said)) for name in {**BEHIND, **NO_PORTS}) == len(said)


def test_a_good_table_goes_on_beside_bad_ones(odd: tuple[list[str], TableClient]) -> None:
    _, client = odd
    client.wait(GamePart, lambda it: "one die from each player" in it.verdict)

    client.do(ThrowDice(numbers=(3, 1)))

    assert client.wait(GamePart, lambda it: it.turn is not None).dice[0].numbers == (3, 1)


@pytest.mark.release(after=1)
@pytest.mark.parametrize("before", ["noise", "hangs", "protocol", "echoes"])
def test_real_board_in_its_place_is_taken(new_pico: MakePico, tmp_path: Path, before: str) -> None:
    pico = new_pico()
    make, said = BEHIND[before]
    with ExitStack() as all_of_it:
        bad = all_of_it.enter_context(ExitStack())
        bad.enter_context(
            hostile_ports.hostile_port(Path(pico.port), make(), urges=before in URGING)
        )
        table = TABLE.format(name="table", port=pico.port)
        service = all_of_it.enter_context(run_service(tmp_path, table))
        service.expect(said)
        hands = all_of_it.enter_context(connect_client(service.link))
        hands.wait(DevicesPart, lambda it: [one.link for one in it.devices].count("lost") == 1)

        bad.close()
        pico.plug()

        hands.wait(DevicesPart, lambda it: all(one.link == "open" for one in it.devices))


def test_second_service_at_one_port_waits_for_the_first(new_pico: MakePico, tmp_path: Path) -> None:
    pico = new_pico()
    pico.plug()
    table = TABLE.format(name="table", port=pico.port)
    homes = [tmp_path / name for name in ("first", "second")]
    for home in homes:
        home.mkdir()
    with ExitStack() as first, ExitStack() as second:
        one = first.enter_context(run_service(homes[0], table))
        with connect_client(one.link) as hands:
            hands.wait(DevicesPart, lambda it: all(each.link == "open" for each in it.devices))
        other = second.enter_context(run_service(homes[1], table))
        other.expect("is in use by another program, or by another Kibitz")
        hands = second.enter_context(connect_client(other.link))
        hands.wait(DevicesPart, lambda it: any(each.link == "lost" for each in it.devices))

        first.close()

        hands.wait(DevicesPart, lambda it: all(each.link == "open" for each in it.devices))
