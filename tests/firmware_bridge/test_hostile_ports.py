"""Whatever is at the port of a table, it is told once and in one line, and all else goes on."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from service.web.messages.from_page import ThrowDice
from service.web.messages.to_page import Devices, Game
from tests.rigs.firmware import MakePico
from tests.rigs.hostile import (
    Behaviour,
    beats,
    board,
    echoes,
    hangs,
    hostile,
    modem,
    nmea,
    noise,
)
from tests.rigs.pages import Program, Service, free_port, kibitz_run, program
from tests.rigs.plain_board import PlainBoard

TABLE = """
name = "{name}"
names = ["Alice", "Bob"]
[table.board]
driver = "pico"
port = "{port}"
"""
LOOK = 0.05
"""Seconds between two looks."""
GOOD = """
[[table]]
name = "good"
names = ["Carol", "Dave"]
"""
ABSURD = (
    "OK HELLO proto=1 fw=0.1.0 board=kibitz uid=e6614103e7 boot=8a45a250"
    " cells=99999999 bits=77 leds=-1 btn=9999999999 dice=1000 map=p5 max=3 ma=x"
)
URGING = ("noise", "nmea", "beats")
"""Those that speak without being spoken to."""


def absurd() -> Behaviour:
    return board(PlainBoard(lies={"HELLO": ABSURD}))


def of_another_version() -> Behaviour:
    return board(PlainBoard(protocol=7))


def of_another_kind() -> Behaviour:
    return board(PlainBoard(kind="toaster"))


def without_switches() -> Behaviour:
    return board(PlainBoard(cells=0))


def always(behaviour: Behaviour) -> Callable[[], Behaviour]:
    return lambda: behaviour


def gone_after(lines: int) -> Callable[[], Behaviour]:
    """Whoever is unplugged while it is greeted."""
    return lambda: board(PlainBoard(), lines)


BEHIND: Mapping[str, tuple[Callable[[], Behaviour], str]] = {
    "noise": (always(noise), "says far too much"),
    "nmea": (always(nmea), "says far too much"),
    "beats": (always(beats), "says far too much"),
    "echoes": (always(echoes), "only sends back what it is sent"),
    "modem": (always(modem), "is no board that we know"),
    "hangs": (always(hangs), "is no board that we know"),
    "silent": (lambda: lambda _: b"", "has said nothing for 3.0 s"),
    "protocol": (of_another_version, "speaks version 7 of the wire"),
    "kind": (of_another_kind, 'of the kind "toaster"'),
    "absurd": (absurd, "says what cannot be"),
    "blind": (without_switches, "has no sensors"),
    **{f"gone-{lines}": (gone_after(lines), "was unplugged") for lines in (1, 2, 3)},
}
"""What is at the port of a table of this name, and what is said of it."""


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
    "nonsense": (lambda _: "socket://&&&:::", "is no address of a port"),
    "nowhere": (lambda _: "socket://127.0.0.1", "is no address of a port"),
}
"""What a table of this name has for a port, and what is said of it."""


@contextmanager
def serving(home: Path, ports: Mapping[str, str]) -> Iterator[tuple[Service, Program]]:
    """Tables with these ports, and somebody at a good table beside them."""
    tables = "[[table]]\n".join(TABLE.format(name=name, port=it) for name, it in ports.items())
    with kibitz_run(home, tables + GOOD) as service:
        link = service.link
        while link.table != "good":
            link = service.next_link()
        with program(link) as somebody:
            yield service, somebody


def until_complained(home: Path, names: Collection[str]) -> list[str]:
    """All that the service has complained of, once it has done so of each of these ports."""
    told = home / "complaints.txt"
    while True:
        said = [it for it in told.read_text("utf-8").splitlines() if "INFO" not in it]
        if all(of(name, said) for name in names):
            return said
        time.sleep(LOOK)


def of(name: str, said: Iterable[str]) -> list[str]:
    """What was said of one port."""
    return [line for line in said if f" {name}: " in line]


@pytest.fixture(scope="module")
def odd(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[list[str], Program]]:
    """All that was complained of at tables with one odd port each, and somebody beside them."""
    home = tmp_path_factory.mktemp("odd")
    ports = {name: make(home / name) for name, (make, _) in NO_PORTS.items()}
    ports |= {name: str(home / name) for name in BEHIND}
    with ExitStack() as behind:
        for name, (make, _) in BEHIND.items():
            far = hostile(home / name, make(), urges=name in URGING)
            behind.enter_context(far)
        service, somebody = behind.enter_context(serving(home, ports))
        for name in ports:
            service.expect(f" {name}: ")
        yield until_complained(home, ports), somebody


@pytest.mark.parametrize("name", [*BEHIND, *NO_PORTS])
def test_whatever_is_at_a_port_is_told_in_one_line(
    odd: tuple[list[str], Program], name: str
) -> None:
    said, _ = odd
    first = of(name, said)[0]

    assert {**BEHIND, **NO_PORTS}[name][1] in first
    assert "board cannot be reached" in first


def test_nothing_is_told_twice(odd: tuple[list[str], Program]) -> None:
    said, _ = odd

    assert len({*said}) == len(said)
    assert sum(len(of(name, said)) for name in {**BEHIND, **NO_PORTS}) == len(said)


def test_a_good_table_goes_on_beside_bad_ones(odd: tuple[list[str], Program]) -> None:
    _, somebody = odd
    somebody.wait(Game, lambda it: "one die from each player" in it.verdict)

    somebody.do(ThrowDice(numbers=(3, 1)))

    assert somebody.wait(Game, lambda it: it.turn is not None).dice[0].numbers == (3, 1)


@pytest.mark.parametrize("before", ["noise", "hangs", "protocol", "echoes"])
def test_a_real_board_that_comes_instead_is_taken(
    new_pico: MakePico, tmp_path: Path, before: str
) -> None:
    pico = new_pico()
    make, said = BEHIND[before]
    with ExitStack() as all_of_it:
        bad = all_of_it.enter_context(ExitStack())
        bad.enter_context(hostile(Path(pico.port), make(), urges=before in URGING))
        table = TABLE.format(name="table", port=pico.port)
        service = all_of_it.enter_context(kibitz_run(tmp_path, table))
        service.expect(said)
        hands = all_of_it.enter_context(program(service.link))
        hands.wait(Devices, lambda it: [one.link for one in it.devices].count("lost") == 1)

        bad.close()
        pico.plug()

        hands.wait(Devices, lambda it: all(one.link == "open" for one in it.devices))


def test_of_two_services_at_one_port_the_second_waits_for_the_first(
    new_pico: MakePico, tmp_path: Path
) -> None:
    pico = new_pico()
    pico.plug()
    table = TABLE.format(name="table", port=pico.port)
    homes = [tmp_path / name for name in ("first", "second")]
    for home in homes:
        home.mkdir()
    with ExitStack() as first, ExitStack() as second:
        one = first.enter_context(kibitz_run(homes[0], table))
        with program(one.link) as hands:
            hands.wait(Devices, lambda it: all(each.link == "open" for each in it.devices))
        other = second.enter_context(kibitz_run(homes[1], table))
        other.expect("is in use by another program, or by another Kibitz")
        hands = second.enter_context(program(other.link))
        hands.wait(Devices, lambda it: any(each.link == "lost" for each in it.devices))

        first.close()

        hands.wait(Devices, lambda it: all(each.link == "open" for each in it.devices))
