"""Terminals shown in the documents for builders are what the commands really print.

`make wiring` writes them anew: it sets `KIBITZ_PICTURES=write`.
"""

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

from firmware_bridge.board_link import BoardLink
from firmware_bridge.pico.chip import FIRMWARE
from firmware_bridge.wire.board_messages import BoardInfo
from hardware.drivers.clocks import SystemClock
from service.cli import setup_commands
from service.cli.firmware_commands import BoardAccess
from service.cli.root_command import kibitz_group
from service.config.configuration_file import parse_configuration
from service.doctor.examination import run_checks
from service.doctor.facts import (
    Facts,
    FolderFacts,
    GroupMembership,
    MachineFacts,
    OpenedDevice,
    PageFacts,
    PortAnswer,
    PowerFacts,
    ProbedPort,
)
from service.doctor.findings import FindingKind, ok
from service.doctor.machine_probe import MachineProbe
from service.firmware.board_test import BoardTest
from service.firmware.installer import CommandResult
from service.web.http.invitation import Invitation
from service.words.phrases import Language, devices_in_words, load_phrases
from tests.rigs.environment.checkout import ROOT
from tests.rigs.environment.command_shell import ENGLISH
from tests.rigs.wire.plain_board import BoardPort, Hurried, PlainBoard

FOLDER = ROOT / "docs" / "build"
WRITE = os.environ.get("KIBITZ_PICTURES") == "write"
SHOWN = re.compile(r"(?s)(<!-- shown: ([\w-]+) -->\n```console\n\$ [^\n]+\n)(.*?)(```\n)")
TOML = re.compile(r"(?s)<!-- configuration: ([\w-]+) -->\n```toml\n(.*?)```\n")
PORT = "/dev/ttyACM0"
NAMES = ("dialout", "gpio", "spi")
MEMBER = {name: GroupMembership(is_member=True, after_login=True) for name in NAMES}
PC = MachineFacts(system="Linux x86_64", python="3.11.2", user="anna", groups=MEMBER)
MODEL = "Raspberry Pi 4 Model B Rev 1.4"
PI = replace(PC, model=MODEL, power=PowerFacts(), modules={"lgpio": "0.2.2"})
BOARD = BoardInfo(
    firmware=FIRMWARE.decode(), kind="kibitz", uid="e6614103e7", boot="8a45a250", cells=128,
    lamps=26, buttons=4, dice=0, layout="p5", milliamps=400,
)  # fmt: skip
Tried = tuple[OpenedDevice, ...]
TRIED = tuple(OpenedDevice("window", device) for device in ("board", "buttons", "lamps"))
STRANGER = GroupMembership(is_member=False, after_login=False)
PROBED = ProbedPort(PORT, PortAnswer.BOARD, BOARD, usb_name="Board in FS mode")
NEW = replace(PI, has_spi=False, groups=dict.fromkeys(NAMES, STRANGER))


@dataclass
class Plugged:
    """A port as pyserial lists it."""

    device: str = PORT
    vid: int | None = 0x2E8A
    pid: int | None = 0x0005
    serial_number: str | None = BOARD.uid


def configurations() -> Mapping[str, str]:
    """The examples of configurations in the documents, by name."""
    texts = (path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*.md")))
    return {name: text for paper in texts for name, text in TOML.findall(paper)}


def doctor_says(
    machine: MachineFacts, configuration: str, *asked: ProbedPort, tried: Tried = ()
) -> Sequence[str]:
    folder = FolderFacts(Path("~/.local/share/kibitz"), free_bytes=21_000_000_000)
    wanted = parse_configuration(configuration)
    page = PageFacts(f"http://{wanted.service.listen}:8080/")
    facts = Facts(machine, folder, page, asked, opened_devices=tried)
    first = ok(FindingKind.NO_CONFIGURATION)
    if configuration:
        first = ok(FindingKind.CONFIGURATION, file="kibitz.toml")
    found = run_checks(facts, wanted, FIRMWARE.decode())
    return setup_commands.report_lines([first, *found], load_phrases(Language("en")))


def firmware_says(*arguments: str) -> Sequence[str]:
    """The output of a command for a new board with no hands at it."""
    board, clock = PlainBoard(dice=0), SystemClock()
    access = BoardAccess(
        run=lambda _: CommandResult(0, ""),
        list_ports=lambda: [Plugged()],
        port_at=lambda where: BoardPort(board, clock, where),
        clock=clock if "test" in arguments else Hurried(),
        probe=MachineProbe(Path("/nowhere")),
        lamp_seconds=0.0,
    )
    done = CliRunner().invoke(kibitz_group, ["firmware", *arguments], env=ENGLISH, obj=access)
    assert done.exit_code == 0, done.output
    return done.output.splitlines()


def cell_of(words: str) -> int | None:
    """The sensor under the slot for which a checker is asked, if one is."""
    if slot := re.match(r"point (\d+), slot (\d):", words):
        return (int(slot[1]) - 1) * 5 + int(slot[2]) - 1
    if slot := re.match(r"the half of the bar for (\w+) checkers, slot (\d):", words):
        return 119 + int(slot[2]) + 4 * (slot[1] == "dark")
    return None


def board_test_says(wrong: Mapping[int, int]) -> Sequence[str]:
    """The output of a test by somebody who presses Enter where a checker is felt elsewhere."""
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
            board_test.skip()
        elif button := re.match(r"Press button (\d)", words):
            board.press(int(button[1]) - 1)
        port.say()

    def hear(words: str) -> None:
        said.append(words)
        asyncio.get_running_loop().call_later(0, act, words)

    link, phrases = BoardLink(port, clock), load_phrases(Language("en"))
    board_test = BoardTest(link, clock, phrases, hear, 30.0, 0.0)
    asyncio.run(board_test.run(quick=False))
    return said


def checked(name: str) -> Callable[[], Sequence[str]]:
    """The output of `kibitz check-config` for an example in the documents."""

    def says() -> Sequence[str]:
        with TemporaryDirectory() as home, chdir(home):
            Path("kibitz.toml").write_text(configurations()[name], encoding="utf-8")
            env = {**ENGLISH, "HOME": home, "XDG_DATA_HOME": None}
            done = CliRunner().invoke(kibitz_group, ["check-config"], env=env)
        assert done.exit_code == 0, done.output
        return done.output.replace(home, "~").splitlines()

    return says


def run_says() -> Sequence[str]:
    """The output of `kibitz run` for a table at which nothing has happened."""
    words = load_phrases(Language("en"))
    length = words.say("check.match", count=3)
    players = {"one": "Anna", "two": "Bruno"}
    agreed = {**players, "length": length, "rules": "tournament", "referee": "casual"}
    table = words.texts["run.table"].format(name="window", **agreed)
    devices = devices_in_words(("board", "dice", "buttons", "lamps"), words)
    details = [
        words.say("run.light", name="Anna"),
        words.say("run.devices", devices=devices),
        words.say("run.simulated", devices=devices_in_words(("dice",), words)),
        words.say("run.journal", file="~/.local/share/kibitz/window.journal"),
        words.say("run.new_match"),
    ]
    invitation = Invitation("127.0.0.1", 8080, "window", "…")
    invited = [line for line in invitation.in_words(words) if "…" in line]
    return [words.say("run.title"), table, *(f"  {detail}" for detail in details), *invited]


def between(lines: Sequence[str], first: int, last: int) -> Sequence[str]:
    """The beginning and the end of a text that is too long for a document."""
    return [*lines[:first], "…", *lines[-last:]]


SCENARIOS: Mapping[str, Callable[[], Sequence[str]]] = {
    "doctor-new-pc": lambda: doctor_says(PC, ""),
    "doctor-new-pi": lambda: doctor_says(NEW, configurations()["pi"]),
    "doctor-pico": lambda: doctor_says(PC, configurations()["pico"], PROBED),
    "doctor-pi": lambda: doctor_says(PI, configurations()["pi"], tried=TRIED),
    "install": lambda: firmware_says("install"),
    "version": lambda: firmware_says("version"),
    "quick": lambda: firmware_says("test", "--quick"),
    "test": lambda: between(board_test_says({}), 9, 7),
    "mixed-up": lambda: ["…", *board_test_says({0: 1, 1: 0})[6:12], "…"],
    "run": run_says,
    "check-pico": checked("pico"),
    "check-pi": checked("pi"),
}


def printed(name: str) -> str:
    """The content of a terminal, without what differs each time."""
    text = "".join(f"{line}\n" for line in SCENARIOS[name]())
    return re.sub(r"in [\d.]+ ms", "in … ms", text)


@pytest.mark.parametrize("paper", sorted(FOLDER.glob("*.md")), ids=lambda paper: paper.name)
def test_terminal_in_the_documents_shows_what_is_printed(paper: Path) -> None:
    text = paper.read_text(encoding="utf-8")
    true = SHOWN.sub(lambda it: f"{it[1]}{printed(it[2])}{it[4]}", text)
    if WRITE:
        paper.write_text(true, encoding="utf-8")
    assert true == text or WRITE, "`make wiring` writes it anew"


def test_every_scenario_is_shown_once() -> None:
    papers = [path.read_text(encoding="utf-8") for path in FOLDER.glob("*.md")]
    shown = [name for paper in papers for _, name, _, _ in SHOWN.findall(paper)]

    assert sorted(shown) == sorted(SCENARIOS)


def test_every_configuration_in_the_documents_is_valid() -> None:
    for text in configurations().values():
        assert parse_configuration(text).tables[0].simulated_kinds == {"dice"}
