"""A real `kibitz run` with a page, in a folder of its own, and a program that sits at its table."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeVar

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from hardware.checkers import Colour
from hardware.signals import DiceState, Wish
from referee.words import Language
from service.plain import text_of, value_of
from service.simulation.gestures import LiftDice
from service.web.messages.from_page import (
    PROTOCOL,
    Act,
    Arrange,
    Arrangement,
    Ask,
    BeginMatch,
    CutPower,
    Deed,
    FromPage,
    Hello,
    Mend,
    PlugIn,
    SetUp,
    Test,
    ThrowDice,
    Try,
)
from service.web.messages.to_page import (
    Devices,
    Done,
    Game,
    Part,
    Record,
    Refused,
    ToPage,
    Trial,
    Welcome,
    World,
)
from tests.rigs.house import ROOT

LINK = re.compile(r"(http://[^/\s]+)/t/([\w-]+)#key=([\w-]+)")
PATIENCE = 60
"""Seconds till something must have happened, on a machine that has much else to do."""
USUAL = {
    "names.one": "Alice",
    "names.two": "Bob",
    "light": "one",
    "computer": "none",
    "light_far": False,
    "home_left": False,
    "length": 3,
    "rules.preset": "tournament",
    "referee.preset": "casual",
}
"""What is agreed on if nobody says anything."""
OPENS = "one die from each player"
"""What a game waits for at its beginning."""
Kind = TypeVar("Kind", bound=Part)


@dataclass(frozen=True, slots=True)
class Link:
    """What `kibitz run` prints for a table."""

    host: str
    """With http:// and the port."""
    table: str
    key: str

    @property
    def full(self) -> str:
        """For whoever may act."""
        return f"{self.bare}#key={self.key}"

    @property
    def bare(self) -> str:
        """For spectators."""
        return f"{self.host}/t/{self.table}"

    @property
    def live(self) -> str:
        """Where the messages go."""
        return f"ws{self.bare.removeprefix('http')}/live"


class NotDone(Exception):
    """The service has refused an act."""

    def __init__(self, refused: Refused) -> None:
        super().__init__(f"{refused.why.name}: {refused.words}")
        self.refused = refused


@dataclass(slots=True)
class Program:
    """Somebody at a table without a browser, whose hands are always right."""

    line: ClientConnection
    welcome: Welcome
    parts: dict[type, Part] = field(default_factory=dict)
    """The last one of each kind."""
    acts: int = 0

    def do(self, *deeds: Deed) -> None:
        """Do one after the other; NotDone if the service refuses."""
        for deed in deeds:
            self._say(deed)
            answer = self._hear_until(self._is_answer)
            if isinstance(answer, Refused):
                raise NotDone(answer)

    def begin(self, **agreed: object) -> None:
        """Another match at a table where everything is in order; `__` in a key is a dot."""
        self.put_in_order()
        given = {key.replace("__", "."): value for key, value in agreed.items()}
        self.do(BeginMatch(json.dumps({**USUAL, **given})), Arrange(Arrangement.EXPECTED))
        self.wait(Record, lambda it: not it.results and not it.game.rows)
        self.wait(Game, lambda it: OPENS in it.verdict)

    def put_in_order(self) -> None:
        """Whatever is broken, unplugged or lies about is as it should be again."""
        plugs = self.see(Devices).devices
        self.do(*(PlugIn(one.name) for one in plugs if one.plugged is False))
        self.wait(Devices, lambda it: all(one.link == "open" for one in it.devices))
        self.do(*(Mend(it.place, it.slot) for it in self.see(World).faulty))
        if self.see(Trial).running:
            self.do(Try(Test.STOP))
        self.wait(Game, lambda it: all(pair.state is not DiceState.ROLLING for pair in it.dice))
        lying = [one for one in self.see(Game).dice if one.state is not DiceState.LIFTED]
        self.do(*(LiftDice(pair.colour) for pair in lying))

    def set_up(self, board: str, turn: Colour) -> None:
        """Go on from a position, with the checkers where it has them."""
        self.do(SetUp(board, turn))
        self.wait(Game, lambda it: it.setting_up and OPENS not in it.verdict)
        self.do(Arrange(Arrangement.EXPECTED))
        self.wait(Game, lambda it: it.turn is turn)

    def throw(self, *numbers: int, colour: Colour | None = None) -> None:
        """Throw dice, and wait till they lie."""
        self.do(ThrowDice(colour, numbers))
        self.wait(Game, lambda it: any(one.numbers == numbers for one in it.dice))

    def ask(self, colour: Colour, wish: Wish, number: int = 0) -> None:
        """Ask for something, or answer."""
        self.do(Ask(colour, wish, number))

    def cut_power(self) -> None:
        """Pull the plug of the service, which ends this connection as well."""
        self._say(CutPower())
        try:
            while True:
                self.line.recv(PATIENCE)
        except ConnectionClosed:
            return

    def see(self, kind: type[Kind]) -> Kind:
        """The last part of a kind that has come; waits for the first one."""
        if kind not in self.parts:
            self._hear_until(lambda heard: isinstance(heard, kind))
        part = self.parts[kind]
        assert isinstance(part, kind)
        return part

    def wait(self, kind: type[Kind], wanted: Callable[[Kind], bool]) -> Kind:
        """A part that is as wanted, now or when it comes."""
        while not wanted(part := self.see(kind)):
            self._hear_until(lambda heard: isinstance(heard, kind))
        return part

    def _is_answer(self, heard: object) -> bool:
        return isinstance(heard, Done | Refused) and heard.number == self.acts

    def _say(self, deed: Deed) -> None:
        self.acts += 1
        self.line.send(text_of(Act(self.welcome.session, self.acts, deed), FromPage))

    def _hear_until(self, wanted: Callable[[Any], bool]) -> Any:
        while True:
            heard = value_of(str(self.line.recv(PATIENCE)), ToPage)
            if isinstance(heard, Part):
                self.parts[type(heard)] = heard
            if isinstance(heard, Done | Refused | Part) and wanted(heard):
                return heard


@contextmanager
def program(link: Link, language: Language = Language.ENGLISH) -> Iterator[Program]:
    """Somebody who has sat down with the key."""
    with connect(
        link.live, max_size=None, max_queue=None, open_timeout=PATIENCE, ping_interval=None
    ) as line:
        line.send(text_of(Hello(PROTOCOL, language, link.key), FromPage))
        welcome = value_of(str(line.recv(PATIENCE)), ToPage)
        assert isinstance(welcome, Welcome), welcome
        yield Program(line, welcome)


class Service:
    """A process that serves the tables of a folder."""

    link: Link

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process
        self._announced: list[str] = []
        self._links = SimpleQueue[Link | None]()
        self._reader = Thread(target=self._read, daemon=True)
        self._reader.start()

    @property
    def runs(self) -> bool:
        return self._process.poll() is None

    @property
    def pid(self) -> int:
        return self._process.pid

    def next_link(self) -> Link:
        """The link that it prints next: the first one, or the one after it has begun anew."""
        link = self._links.get(timeout=PATIENCE)
        assert link, "the service has ended"
        self.link = link
        return link

    def expect(self, words: str) -> None:
        """Announce a warning that the test causes."""
        self._announced.append(words)

    def surprises(self, complaints: list[str]) -> list[str]:
        """What it complained of that nobody announced, and what was announced in vain."""
        known = self._announced
        surprising = [line for line in complaints if not any(words in line for words in known)]
        in_vain = [words for words in known if not any(words in line for line in complaints)]
        return surprising + [f"never told: {words}" for words in in_vain]

    def stop(self) -> None:
        """Tell it to stop, and see that it does so in order."""
        self._process.send_signal(signal.SIGTERM)
        assert self._process.wait(PATIENCE) == 0

    def kill(self) -> None:
        """End it at once, if it still runs."""
        if self.runs:
            self._process.kill()
        self._process.wait(PATIENCE)

    def close(self) -> None:
        """Let go of a process that has ended."""
        self.kill()
        self._reader.join(PATIENCE)
        assert self._process.stdout
        self._process.stdout.close()

    def _read(self) -> None:
        assert self._process.stdout
        for line in self._process.stdout:
            if found := LINK.search(line):
                self._links.put(Link(*found.groups()))
        self._links.put(None)


@contextmanager
def kibitz_run(folder: Path, table: str = "", service: str = "") -> Iterator[Service]:
    """A service at home in a folder; `table` and `service` are lines of its configuration."""
    write_configuration(folder, table, service)
    with starting(folder) as running:
        yield running


def write_configuration(folder: Path, table: str = "", service: str = "") -> None:
    """One table, on a port of its own."""
    lines = ["[service]", f"port = {free_port()}", service, "[[table]]", table, ""]
    (folder / "kibitz.toml").write_text("\n".join(lines), encoding="utf-8")


@contextmanager
def starting(folder: Path) -> Iterator[Service]:
    """The service of a folder that has a configuration; whatever it complains of is a fault."""
    command = [sys.executable, "-m", "service", "run"]
    complaints = folder / "complaints.txt"
    environment = {
        "PATH": os.environ.get("PATH", ""),
        "PYTHONPATH": str(ROOT),
        "HOME": str(folder),
        "LC_ALL": "C.UTF-8",
    }
    with complaints.open("w", encoding="utf-8") as told:
        process = subprocess.Popen(
            command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=told, text=True
        )
        running = Service(process)
        try:
            running.next_link()
            yield running
            if running.runs:
                running.stop()
        finally:
            running.close()
    warned = [line for line in complaints.read_text("utf-8").splitlines() if "INFO" not in line]
    surprises = running.surprises(warned)
    assert not surprises, "\n".join(surprises)


def free_port() -> int:
    """One that nobody uses just now."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])
