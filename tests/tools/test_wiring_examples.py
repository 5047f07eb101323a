"""What the papers for builders show of a terminal is what the commands really print.

`make wiring` writes it anew: it sets `KIBITZ_PICTURES=write`.
"""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import chdir
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from click.testing import CliRunner

from firmware_bridge.link import BoardLink
from firmware_bridge.pico.version import FIRMWARE
from firmware_bridge.wire.tellings import BoardInfo
from hardware.drivers.system_clock import SystemClock
from referee.naming import tell_devices
from referee.words import Language, load_phrases
from service.cli import kibitz
from service.commands import doctor
from service.commands.firmware import Bench
from service.config.reading import parse
from service.doctor.examined import examined
from service.doctor.facts import (
    Answer,
    Asked,
    Facts,
    Folder,
    Machine,
    Membership,
    Page,
    Power,
    Tried,
)
from service.doctor.findings import What, ok
from service.doctor.gathering import Looking
from service.firmware.copying import Done
from service.firmware.trying import Trial
from service.web.invitation import Invitation
from tests.rigs.board_port import BoardPort
from tests.rigs.commands import ENGLISH
from tests.rigs.house import ROOT
from tests.rigs.plain_board import PlainBoard

FOLDER = ROOT / "docs" / "build"
WRITE = os.environ.get("KIBITZ_PICTURES") == "write"
SHOWN = re.compile(r"(?s)(<!-- shown: ([\w-]+) -->\n```console\n\$ [^\n]+\n)(.*?)(```\n)")
TOML = re.compile(r"(?s)<!-- configuration: ([\w-]+) -->\n```toml\n(.*?)```\n")
PORT = "/dev/ttyACM0"
NAMES = ("dialout", "gpio", "spi")
MEMBER = {name: Membership(now=True, after_login=True) for name in NAMES}
PC = Machine(system="Linux x86_64", python="3.11.2", user="anna", groups=MEMBER)
PI = replace(
    PC,
    model="Raspberry Pi 4 Model B Rev 1.4",
    power=Power(),
    modules={"lgpio": "0.2.2"},
)
BOARD = BoardInfo(
    firmware=FIRMWARE.decode(), kind="kibitz", uid="e6614103e7", boot="8a45a250", cells=128,
    lamps=26, buttons=4, dice=0, layout="p5", milliamperes=400,
)  # fmt: skip
TRIED = tuple(Tried("window", device) for device in ("board", "buttons", "lamps"))
NEW = replace(
    PI, has_spi=False, groups=dict.fromkeys(NAMES, Membership(now=False, after_login=False))
)


@dataclass
class Plugged:
    """A port as pyserial lists it."""

    device: str = PORT
    vid: int | None = 0x2E8A
    pid: int | None = 0x0005
    serial_number: str | None = BOARD.uid


class Hurried(SystemClock):
    """A clock on which nobody waits long: each wait is over at once, and the time has passed."""

    def __init__(self) -> None:
        super().__init__()
        self._ahead = 0.0

    def now(self) -> float:
        return super().now() + self._ahead

    async def wait_until(self, at: float) -> None:
        await asyncio.sleep(0)
        self._ahead += max(0.0, at - self.now())


def configurations() -> Mapping[str, str]:
    """The examples of configurations in the papers, by name."""
    texts = (path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*.md")))
    return {name: text for paper in texts for name, text in TOML.findall(paper)}


def doctor_says(
    machine: Machine, configuration: str, *asked: Asked, tried: tuple[Tried, ...] = ()
) -> Sequence[str]:
    folder = Folder(Path("~/.local/share/kibitz"), free=21_000_000_000)
    wanted = parse(configuration)
    page = Page(f"http://{wanted.service.listen}:8080/")
    facts = Facts(machine, folder, page, asked, tried=tried)
    told = (
        ok(What.CONFIGURATION, file="kibitz.toml") if configuration else ok(What.NO_CONFIGURATION)
    )
    found = examined(facts, wanted, FIRMWARE.decode())
    return doctor.told([told, *found], load_phrases(Language.ENGLISH))


def firmware_says(*arguments: str) -> Sequence[str]:
    """What a command says to whoever has a new board, and no hands at it."""
    board, clock = PlainBoard(dice=0), SystemClock()
    bench = Bench(
        run=lambda _: Done(0, ""),
        plugs=lambda: [Plugged()],
        port_at=lambda where: BoardPort(board, clock, where),
        clock=clock if "test" in arguments else Hurried(),
        looking=Looking(Path("/nowhere")),
        shine=0.0,
    )
    done = CliRunner().invoke(kibitz, ["firmware", *arguments], env=ENGLISH, obj=bench)
    assert done.exit_code == 0, done.output
    return done.output.splitlines()


def cell_of(words: str) -> int | None:
    """The sensor under the slot for which a checker is asked, if one is."""
    if slot := re.match(r"point (\d+), slot (\d):", words):
        return (int(slot[1]) - 1) * 5 + int(slot[2]) - 1
    if slot := re.match(r"the half of the bar for (\w+) checkers, slot (\d):", words):
        return 119 + int(slot[2]) + 4 * (slot[1] == "dark")
    return None


def trial_says(wrong: Mapping[int, int]) -> Sequence[str]:
    """What the test of a board says, if some sensors are mixed up with others.

    Somebody carries one checker from slot to slot, and presses Enter where it is felt elsewhere.
    """
    board, clock = PlainBoard(dice=0), SystemClock()
    port = BoardPort(board, clock)
    said: list[str] = []
    lying: list[int] = []

    def act(words: str) -> None:
        cell, instead = cell_of(words), "instead" in words
        while lying and (cell is not None or instead):
            board.put(lying.pop(), 0)
        if cell is not None:
            lying.append(wrong.get(cell, cell))
            board.put(lying[0], 1)
        elif instead:
            trial.skip()
        elif button := re.match(r"Press button (\d)", words):
            board.press(int(button[1]) - 1)
        port.say()

    def hear(words: str) -> None:
        said.append(words)
        asyncio.get_running_loop().call_later(0, act, words)

    link, phrases = BoardLink(port, clock), load_phrases(Language.ENGLISH)
    trial = Trial(link, clock, phrases, hear, 30.0, 0.0)
    asyncio.run(trial.run(quick=False))
    return said


def checked(name: str) -> Callable[[], Sequence[str]]:
    """What `kibitz check-config` says of an example in the papers."""

    def says() -> Sequence[str]:
        with TemporaryDirectory() as home, chdir(home):
            Path("kibitz.toml").write_text(configurations()[name], encoding="utf-8")
            env = {**ENGLISH, "HOME": home, "XDG_DATA_HOME": None}
            done = CliRunner().invoke(kibitz, ["check-config"], env=env)
        assert done.exit_code == 0, done.output
        return done.output.replace(home, "~").splitlines()

    return says


def run_says() -> Sequence[str]:
    """What `kibitz run` says of a table at which nothing has happened."""
    words = load_phrases(Language.ENGLISH)
    length = words.say("check.match", count=3)
    table = words.say(
        "run.table",
        name="window",
        one="Anna",
        two="Bruno",
        length=length,
        rules="tournament",
        referee="casual",
    )
    details = [
        words.say("run.light", name="Anna"),
        words.say(
            "run.devices", devices=tell_devices(("board", "dice", "buttons", "lamps"), words)
        ),
        words.say("run.simulated", devices=tell_devices(("dice",), words)),
        words.say("run.journal", file="~/.local/share/kibitz/window.journal"),
        words.say("run.new_match"),
    ]
    invitation = Invitation("127.0.0.1", 8080, "window", "…")
    return [
        words.say("run.title"),
        table,
        *(f"  {detail}" for detail in details),
        *(line for line in invitation.told(words) if "…" in line),
    ]


def between(lines: Sequence[str], first: int, last: int) -> Sequence[str]:
    """The beginning and the end, where it is too long for a paper."""
    return [*lines[:first], "…", *lines[-last:]]


SCENARIOS: Mapping[str, Callable[[], Sequence[str]]] = {
    "doctor-new-pc": lambda: doctor_says(PC, ""),
    "doctor-new-pi": lambda: doctor_says(NEW, configurations()["pi"]),
    "doctor-pico": lambda: doctor_says(
        PC, configurations()["pico"], Asked(PORT, Answer.BOARD, BOARD, named="Board in FS mode")
    ),
    "doctor-pi": lambda: doctor_says(PI, configurations()["pi"], tried=TRIED),
    "install": lambda: firmware_says("install"),
    "version": lambda: firmware_says("version"),
    "quick": lambda: firmware_says("test", "--quick"),
    "test": lambda: between(trial_says({}), 9, 7),
    "mixed-up": lambda: ["…", *trial_says({0: 1, 1: 0})[6:12], "…"],
    "run": run_says,
    "check-pico": checked("pico"),
    "check-pi": checked("pi"),
}


def printed(name: str) -> str:
    """What a terminal shows, without what is different each time."""
    text = "".join(f"{line}\n" for line in SCENARIOS[name]())
    return re.sub(r"in [\d.]+ ms", "in … ms", text)


@pytest.mark.parametrize("paper", sorted(FOLDER.glob("*.md")), ids=lambda paper: paper.name)
def test_a_terminal_in_the_papers_shows_what_is_printed(paper: Path) -> None:
    text = paper.read_text(encoding="utf-8")
    true = SHOWN.sub(lambda it: f"{it[1]}{printed(it[2])}{it[4]}", text)
    if WRITE:
        paper.write_text(true, encoding="utf-8")
    assert true == text or WRITE, "`make wiring` writes it anew"


def test_every_scenario_is_shown_once() -> None:
    papers = [path.read_text(encoding="utf-8") for path in FOLDER.glob("*.md")]
    shown = [name for paper in papers for _, name, _, _ in SHOWN.findall(paper)]

    assert sorted(shown) == sorted(SCENARIOS)


def test_every_configuration_in_the_papers_is_good() -> None:
    for text in configurations().values():
        assert parse(text).tables[0].simulated == {"dice"}
