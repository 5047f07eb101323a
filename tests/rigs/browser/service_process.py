"""A real `kibitz run` process with a page in a folder, and a client at its table."""

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

from hardware.checkers import Colour, point
from hardware.signals import DiceState, PlayerRequestKind
from service.web.messages import from_page
from service.web.messages.device_messages import CameraPart, DevicesPart, SelfTestPart, WorldPart
from service.web.messages.from_page import PutDown
from service.web.messages.to_page import (
    MESSAGES,
    ActionDone,
    GamePart,
    Part,
    RecordPart,
    Refused,
    ToPage,
    Welcome,
)
from service.words.phrases import ENGLISH, Language
from simulation.gestures import Lift, LiftDice
from tests.rigs.environment.checkout import ROOT

LINK = re.compile(r"(http://[^/\s]+)/t/([\w-]+)#key=([\w-]+)")
KIBITZ = "tests.rigs.browser.service_of_many_matches"
"""The module that is the command `kibitz` of these tests."""
PATIENCE = 60
"""Seconds after which a wait fails, even on a busy machine."""
DEFAULT_AGREEMENT = {
    "names.one": "Alice", "names.two": "Bob", "light": "one", "computer": "none",
    "light_far": False, "home_left": False, "length": 3, "rules.preset": "tournament",
    "referee.preset": "casual",
}  # fmt: skip
"""The default agreement."""
OPENING_WORDS = "one die from each player"
"""The part of the verdict that a game shows at its beginning."""
CAMERA_TABLE = """
names = ["Alice", "Bob"]
[table.board]
driver = "none"
[table.camera]
driver = "simulated"
size = [{width}, {height}]
"""
Kind = TypeVar("Kind", bound=Part)


@dataclass(frozen=True, slots=True)
class TableLink:
    host: str
    """The base URL, with http:// and the port."""
    table: str
    key: str

    @property
    def full(self) -> str:
        return f"{self.bare}#key={self.key}"

    @property
    def bare(self) -> str:
        """The link for spectators."""
        return f"{self.host}/t/{self.table}"

    @property
    def live(self) -> str:
        """The address of the web socket."""
        return f"ws{self.bare.removeprefix('http')}/live"


class ActionRefusedByService(Exception):
    def __init__(self, refused: Refused) -> None:
        super().__init__(f"{refused.kind.name}: {refused.words}")
        self.refused = refused


@dataclass(slots=True)
class TableClient:
    """A client at a table without a browser."""

    line: ClientConnection
    welcome: Welcome
    parts: dict[type, Part] = field(default_factory=dict)
    """The last part of each kind."""
    action_count: int = 0

    def do(self, *actions: from_page.Action) -> None:
        """Performs actions in order; raises ActionRefusedByService if the service refuses one."""
        for action in actions:
            self._say(action)
            answer = self._hear_until(self._is_answer)
            if isinstance(answer, Refused):
                raise ActionRefusedByService(answer)

    def begin(self, **agreed: object) -> None:
        """Begins another match at a table in order; `__` in a key is a dot."""
        self.put_in_order()
        given = {key.replace("__", "."): value for key, value in agreed.items()}
        self.do(from_page.BeginMatch(json.dumps({**DEFAULT_AGREEMENT, **given})))
        self.do(from_page.Arrange(from_page.Arrangement.EXPECTED))
        self.wait(RecordPart, lambda it: not it.results and not it.game.rows)
        self.wait(GamePart, lambda it: OPENING_WORDS in it.verdict)

    def put_in_order(self) -> None:
        """Mends faults, plugs in devices, ends tests and lifts the dice."""
        plugs = self.see(DevicesPart).devices
        self.do(*(from_page.PlugIn(one.name) for one in plugs if one.plugged is False))
        self.wait(DevicesPart, lambda it: all(one.link == "open" for one in it.devices))
        self.do(*(from_page.RepairSwitch(it.place, it.slot) for it in self.see(WorldPart).faulty))
        if self.see(SelfTestPart).running:
            self.do(from_page.ControlSelfTest(from_page.SelfTestCommand.STOP))
        self.wait(GamePart, lambda it: all(pair.state is not DiceState.ROLLING for pair in it.dice))
        lying = [one for one in self.see(GamePart).dice if one.state is not DiceState.LIFTED]
        self.do(*(LiftDice(pair.colour) for pair in lying))

    def set_up(self, board: str, turn: Colour) -> None:
        """Continues from a position, with the checkers set up as in it."""
        self.do(from_page.SetUp(board, turn))
        self.wait(GamePart, lambda it: it.setting_up and OPENING_WORDS not in it.verdict)
        self.do(from_page.Arrange(from_page.Arrangement.EXPECTED))
        self.wait(GamePart, lambda it: it.turn is turn)

    def throw(self, *numbers: int, colour: Colour | None = None) -> None:
        self.do(from_page.ThrowDice(colour, numbers))
        self.wait(GamePart, lambda it: any(one.numbers == numbers for one in it.dice))

    def carry(self, colour: Colour, *ways: tuple[int, int]) -> None:
        for start, end in ways:
            self.do(Lift(point(start), colour), PutDown(point(end), colour))

    def play_turn(
        self, colour: Colour, numbers: tuple[int, int], *ways: tuple[int, int]
    ) -> RecordPart:
        """Throws dice, carries checkers, and picks up the dice; the record with this turn."""
        self.throw(*numbers)
        self.wait(GamePart, lambda it: it.turn is colour)
        self.carry(colour, *ways)
        self.wait(GamePart, lambda it: it.verdict.startswith("Legal"))
        self.do(LiftDice(None))
        self.wait(GamePart, lambda it: it.turn is colour.other)
        return self.wait(
            RecordPart, lambda it: bool(it.game.rows) and it.game.rows[-1].colour is colour
        )

    def play_31(self) -> RecordPart:
        return self.play_turn(Colour.LIGHT, (3, 1), (8, 5), (6, 5))

    def ask(self, colour: Colour, request: PlayerRequestKind, number: int = 0) -> None:
        self.do(from_page.MakeRequest(colour, request, number))

    def cut_power(self) -> None:
        """Cuts the power of the service, which also ends this connection."""
        self._say(from_page.CutPower())
        try:
            while True:
                self.line.recv(PATIENCE)
        except ConnectionClosed:
            return

    def see(self, kind: type[Kind]) -> Kind:
        """The last part of a kind; waits for the first one."""
        if kind not in self.parts:
            self._hear_until(lambda heard: isinstance(heard, kind))
        part = self.parts[kind]
        assert isinstance(part, kind)
        return part

    def wait(self, kind: type[Kind], wanted: Callable[[Kind], bool]) -> Kind:
        """A part that fulfils a condition, now or when it arrives."""
        while not wanted(part := self.see(kind)):
            self._hear_until(lambda heard: isinstance(heard, kind))
        return part

    def _is_answer(self, heard: object) -> bool:
        return isinstance(heard, ActionDone | Refused) and heard.number == self.action_count

    def _say(self, action: from_page.Action) -> None:
        self.action_count += 1
        request = from_page.ActionRequest(self.welcome.session, self.action_count, action)
        self.line.send(MESSAGES.encode(request, from_page.FromPage))

    def _hear_until(self, wanted: Callable[[Any], bool]) -> Any:
        while True:
            heard = MESSAGES.decode(str(self.line.recv(PATIENCE)), ToPage)
            if isinstance(heard, Part):
                self.parts[type(heard)] = heard
            if isinstance(heard, ActionDone | Refused | Part) and wanted(heard):
                return heard


@contextmanager
def connect_client(link: TableLink, language: Language = ENGLISH) -> Iterator[TableClient]:
    with connect(
        link.live, max_size=None, max_queue=None, open_timeout=PATIENCE, ping_interval=None
    ) as line:
        hello = from_page.Hello(from_page.PROTOCOL, language, link.key)
        line.send(MESSAGES.encode(hello, from_page.FromPage))
        welcome = MESSAGES.decode(str(line.recv(PATIENCE)), ToPage)
        assert isinstance(welcome, Welcome), welcome
        yield TableClient(line, welcome)


class ServiceProcess:
    """A process that serves the tables of a folder."""

    link: TableLink

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process
        self._announced: list[str] = []
        self._links = SimpleQueue[TableLink | None]()
        self._reader = Thread(target=self._read, daemon=True)
        self._reader.start()

    @property
    def runs(self) -> bool:
        return self._process.poll() is None

    @property
    def pid(self) -> int:
        return self._process.pid

    def next_link(self) -> TableLink:
        """The next link that the process prints: at the start, or after a restart."""
        link = self._links.get(timeout=PATIENCE)
        assert link, "the service has ended"
        self.link = link
        return link

    def expect(self, words: str) -> None:
        self._announced.append(words)

    def surprises(self, complaints: list[str]) -> list[str]:
        """Complaints without an announcement, and announcements without a complaint."""
        known = self._announced
        surprising = [line for line in complaints if not any(words in line for words in known)]
        absent = [words for words in known if not any(words in line for line in complaints)]
        return surprising + [f"never logged: {words}" for words in absent]

    def stop(self) -> None:
        """Stops the process, and asserts that it exits cleanly."""
        self._process.send_signal(signal.SIGTERM)
        assert self._process.wait(PATIENCE) == 0

    def kill(self) -> None:
        if self.runs:
            self._process.kill()
        self._process.wait(PATIENCE)

    def close(self) -> None:
        self.kill()
        self._reader.join(PATIENCE)
        assert self._process.stdout
        self._process.stdout.close()

    def _read(self) -> None:
        assert self._process.stdout
        for line in self._process.stdout:
            if found := LINK.search(line):
                self._links.put(TableLink(*found.groups()))
        self._links.put(None)


@contextmanager
def run_service(folder: Path, table: str = "", service: str = "") -> Iterator[ServiceProcess]:
    """A service in a folder; `table` and `service` are lines of its configuration."""
    write_configuration(folder, table, service)
    with start_service(folder) as running:
        yield running


@contextmanager
def run_camera_service(folder: Path, width: int, height: int) -> Iterator[ServiceProcess]:
    """A service whose board only a camera of this size sees, and which has learnt it."""
    with run_service(folder, CAMERA_TABLE.format(width=width, height=height)) as running:
        with connect_client(running.link) as client:
            client.wait(CameraPart, lambda it: it.calibrated)
        yield running


def write_configuration(folder: Path, table: str = "", service: str = "") -> None:
    lines = ["[service]", f"port = {free_port()}", service, "[[table]]", table, ""]
    (folder / "kibitz.toml").write_text("\n".join(lines), encoding="utf-8")


@contextmanager
def start_service(folder: Path) -> Iterator[ServiceProcess]:
    """Starts the service of a configured folder; every unannounced complaint is a fault."""
    command = [sys.executable, "-m", KIBITZ, "run"]
    complaints = folder / "complaints.txt"
    environment = {
        "PATH": os.environ.get("PATH", ""),
        "PYTHONPATH": str(ROOT),
        "HOME": str(folder),
        "LC_ALL": "C.UTF-8",
    }
    with complaints.open("w", encoding="utf-8") as log:
        process = subprocess.Popen(
            command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=log, text=True
        )
        running = ServiceProcess(process)
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
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])
