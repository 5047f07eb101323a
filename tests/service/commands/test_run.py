"""The command `kibitz run` serves until it is told to stop, and says what it does."""

import asyncio
import logging
import os
import shlex
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from urllib.request import urlopen

import pytest
from websockets.exceptions import ConnectionClosed

from hardware.checkers import point
from referee.effects import NextMatch, Notice, What
from referee.words import Language, load_phrases
from service.commands.run import _introduced
from service.config.settings import Table as Setup
from service.journal.reading import read_match
from service.printer import Printer
from service.systemd import READY, Systemd
from service.tables.crier import Crier
from service.tables.running import Running, running
from service.web.invitation import squares
from service.web.messages.from_page import Arrange, Arrangement
from service.web.messages.to_page import Board
from service.web.server import listening
from tests.rigs.commands import Shell
from tests.rigs.house import ROOT
from tests.rigs.logs import LogWatch
from tests.rigs.pages import LINK, PATIENCE, Program, kibitz_run, program, starting
from tests.rigs.tables import SETUP, Sitting, seated_at, sitting, ways

CONFIGURATION = """\
[service]
journals = "{folder}"
language = "en"

[[table]]
name = "window"
names = ["Alice", "Bob"]
length = 5

[[table]]
name = "corner"
names = ["Carol", "Dave"]
"""


@pytest.fixture
def configuration(tmp_path: Path) -> Path:
    path = tmp_path / "kibitz.toml"
    path.write_text(CONFIGURATION.format(folder=tmp_path / "journals"), encoding="utf-8")
    return path


@contextmanager
def started(*arguments: str, folder: Path) -> Iterator[subprocess.Popen[str]]:
    """The command in a process of its own, in a folder of its own."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "LC_ALL": "C.UTF-8"}
    with subprocess.Popen(
        [sys.executable, "-m", "service", "run", *arguments],
        cwd=folder,
        env=environment,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def lines_until(process: subprocess.Popen[str], words: str) -> list[str]:
    """What it says up to a line with these words."""
    assert process.stdout
    lines = []
    for line in process.stdout:
        lines.append(line.rstrip("\n"))
        if words in line:
            return lines
    raise AssertionError(lines, process.stderr and process.stderr.read())


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_the_service_says_what_it_does_and_stops_cleanly(
    configuration: Path, how: signal.Signals
) -> None:
    with started("--config", str(configuration), folder=configuration.parent) as process:
        lines = lines_until(process, "corner.journal")
        lines += lines_until(process, "A new match begins.")
        process.send_signal(how)
        rest, problems = process.communicate(timeout=20)

    assert lines[0] == "Kibitz referees. Ctrl-C stops it."
    assert lines[1].startswith("Table window: Alice and Bob, match to 5 points")
    assert any("SIMULATED" in line and "board" in line for line in lines)
    assert rest.splitlines()[-1] == "Kibitz has stopped."
    assert problems == ""
    assert process.returncode == 0
    journals = configuration.parent / "journals"
    assert sorted(path.name for path in journals.glob("*.journal")) == [
        "corner.journal",
        "window.journal",
    ]
    assert len(read_match(journals / "window.journal").entries) >= 2


def test_a_match_goes_on_after_a_restart_and_after_a_power_cut(configuration: Path) -> None:
    lines: list[str] = []
    for end in (signal.SIGKILL, signal.SIGTERM):
        with started("--config", str(configuration), folder=configuration.parent) as process:
            lines = lines_until(process, "corner.journal")
            lines += lines_until(process, "match")
            process.send_signal(end)
            process.communicate(timeout=20)

    assert any("The match goes on." in line for line in lines)


def test_the_computer_takes_its_seat_and_says_who_throws_for_it(tmp_path: Path) -> None:
    file = tmp_path / "kibitz.toml"
    text = CONFIGURATION.format(folder=tmp_path / "journals")
    file.write_text(text + 'computer = "two"\n', encoding="utf-8")
    with started("--config", str(file), folder=tmp_path) as process:
        lines = lines_until(process, "corner.journal")
        process.send_signal(signal.SIGTERM)
        _, problems = process.communicate(timeout=20)

    assert any("Carol and Dave (the computer)" in line for line in lines)
    assert any("Dave is the computer: here it throws and moves by itself" in line for line in lines)
    assert problems == ""
    assert process.returncode == 0


def test_two_services_do_not_write_the_same_journals(configuration: Path) -> None:
    with started("--config", str(configuration), folder=configuration.parent) as first:
        lines_until(first, "corner.journal")
        with started("--config", str(configuration), folder=configuration.parent) as second:
            _, problems = second.communicate(timeout=20)
        assert second.returncode == 2
        assert "is being written by another Kibitz" in problems


def test_what_is_wrong_in_the_configuration_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "bad.toml").write_text("[servise]\n", encoding="utf-8")

    result = Shell(tmp_path, monkeypatch).kibitz("run", "--config", "bad.toml")

    assert result.exit_code == 2
    assert "bad.toml:1: servise" in result.stderr


def test_real_checkers_are_seen_by_no_other_sensor(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "real.toml").write_text(
        '[[table]]\nboard = { driver = "pico" }\n', encoding="utf-8"
    )

    result = Shell(tmp_path, monkeypatch).kibitz(
        "run", "--config", "real.toml", "--sensor", "camera"
    )

    assert result.exit_code == 2
    assert "The checkers of the table table are real" in result.stderr


def test_a_table_before_a_simulated_camera_says_that_it_is_simulated(tmp_path: Path) -> None:
    file = tmp_path / "kibitz.toml"
    file.write_text(CONFIGURATION.format(folder=tmp_path / "journals"), encoding="utf-8")

    with started("--config", str(file), "--sensor", "camera", folder=tmp_path) as process:
        lines = lines_until(process, "SIMULATED")

    assert "the camera" in lines[-1]
    assert "the board" not in lines[-1]


async def _said(seated: Sitting, language: Language) -> list[str]:
    lines: list[str] = []
    crier = Crier(seated.table, load_phrases(language), lines.append)
    seated.table.listeners.append(crier)
    seated.dice().roll(3, 1)
    await seated.passes(1)
    for source, target in ((point(8), point(5)), (point(6), point(5))):
        seated.checkers.put(target, seated.checkers.lift(source))
        await seated.passes(1)
    seated.dice().lift()
    await seated.passes(1)
    seated.dice().roll(6, 5)
    await seated.passes(1)
    for effect in (NextMatch(), Notice(What.RESUMED)):
        crier(effect)
    return lines


@pytest.mark.parametrize("language", Language)
def test_whatever_happens_is_said(language: Language) -> None:
    async def run() -> list[str]:
        async with sitting() as seated:
            return await _said(seated, language)

    lines = asyncio.run(run())

    assert any("8/5 6/5" in line for line in lines)
    assert any("65" in line for line in lines)
    assert len(lines) >= 5


def test_a_terminal_that_takes_no_more_holds_nobody_up() -> None:
    stuck, written = threading.Event(), list[str]()

    def write(line: str) -> None:
        written.append(line)
        stuck.wait()

    with Printer(write) as printer:
        for number in range(10_000):
            printer.say(f"line {number}")

    assert written == ["line 0"]
    stuck.set()


def test_lines_are_written_in_their_order_and_to_the_last() -> None:
    written: list[str] = []
    with Printer(written.append) as printer:
        for number in range(100):
            printer.say(f"line {number}")

    assert written == [f"line {number}" for number in range(100)]


def test_a_terminal_that_is_gone_is_no_bug() -> None:
    def write(_line: str) -> None:
        raise BrokenPipeError

    with Printer(write) as printer:
        printer.say("anybody there?")


def test_a_heartbeat_with_a_bug_stops_the_service(
    configuration: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(_systemd: Systemd) -> None:
        raise ZeroDivisionError("a bug")

    monkeypatch.setattr(Systemd, "keep_telling", fail)

    with pytest.raises(ExceptionGroup) as caught:
        Shell(configuration.parent, monkeypatch).kibitz("run", "--config", str(configuration))
    assert caught.value.subgroup(ZeroDivisionError)
    assert not list(configuration.parent.glob("journals/*.lock"))


def test_a_journal_that_cannot_be_kept_is_one_line(
    configuration: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (configuration.parent / "journals").touch()

    result = Shell(configuration.parent, monkeypatch).kibitz("run", "--config", str(configuration))

    assert result.exit_code == 2
    assert result.stderr.startswith("Error: ")
    assert len(result.stderr.splitlines()) == 1


def test_the_service_leaves_python_as_it_was(
    configuration: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = configuration.read_text(encoding="utf-8")
    configuration.write_text(text + 'computer = "two"\n', encoding="utf-8")
    (configuration.parent / "journals").touch()
    before = sys.getswitchinterval()

    Shell(configuration.parent, monkeypatch).kibitz("run", "--config", str(configuration))

    assert sys.getswitchinterval() == before


@pytest.mark.parametrize("command", ["run", "check-config"])
def test_a_usual_file_that_cannot_be_looked_at_is_told_about(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    environment = {"LC_ALL": "C.UTF-8", "XDG_CONFIG_HOME": f"/{'x' * 300}"}

    result = Shell(tmp_path, monkeypatch).kibitz(command, environment=environment)

    assert result.exit_code == 2
    assert "xxx/kibitz/kibitz.toml: File name too long" in result.stderr


def test_what_a_device_says_does_not_steer_the_terminal(
    configuration: Path, monkeypatch: pytest.MonkeyPatch, expected_logs: LogWatch
) -> None:
    expected_logs.expect("service.tables.table", logging.WARNING, "what dice says")

    async def say(*_how: object) -> None:
        logging.getLogger("service.tables.table").warning(
            "what dice says: %s", "\x1b[2J\x9b\nFAKED"
        )

    monkeypatch.setattr("service.commands.run.serve", say)

    result = Shell(configuration.parent, monkeypatch).kibitz("run", "--config", str(configuration))

    assert "what dice says: ?[2J?" in result.stderr


def test_a_match_that_does_not_fit_is_told_with_how_to_go_on_and_how_to_have_it(
    tmp_path: Path,
) -> None:
    async def evening(setup: Setup, *, play: bool) -> Running:
        async with running(setup, ways(tmp_path), lambda _running: None) as table:
            seated = seated_at(table)
            await seated.passes(1)
            if play:
                seated.dice().roll(3, 1)
                await seated.passes(1)
        return table

    asyncio.run(evening(SETUP, play=True))
    other = replace(SETUP, names=("Zoe", "Carol"), length=9)
    begun = asyncio.run(evening(other, play=False))
    english = "\n".join(_introduced(begun, load_phrases(Language.ENGLISH)))
    french = "\n".join(_introduced(begun, load_phrases(Language.FRENCH)))

    one, two = SETUP.names
    assert f"Match 1 of the journal, {one} and {two}, does not fit the configuration" in english
    assert f"names {one} and {two}; match to 1 point." in english
    assert f"kibitz export {shlex.quote(f'{begun.journal.path}#1')}" in english
    assert english.endswith("A new match begins.")
    assert "ne correspond pas à la configuration" in french

    restored = asyncio.run(evening(SETUP, play=False))
    assert "Match 1 of the journal fits again" in "\n".join(
        _introduced(restored, load_phrases(Language.ENGLISH))
    )


def test_who_reads_the_configuration_is_told_what_was_agreed_on_instead(tmp_path: Path) -> None:
    agreed = replace(SETUP, names=("Zoe", "Carol"))

    async def evening(*, begins: bool) -> Running:
        async with running(SETUP, ways(tmp_path), lambda _running: None) as table:
            if begins:
                await table.begin(agreed)
        return table

    english = load_phrases(Language.ENGLISH)
    first = "\n".join(_introduced(asyncio.run(evening(begins=True)), english))
    second = "\n".join(_introduced(asyncio.run(evening(begins=False)), english))

    assert "agreed on the page" not in first
    assert "agreed on the page" in second
    assert "Zoe and Carol" in second


def test_the_help_says_honestly_at_which_tables_it_referees(tmp_path: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        told = " ".join(Shell(tmp_path, patch).kibitz("run", "--help").output.split())

    assert "real tables" not in told
    assert "What is SIMULATED at a table is moved and thrown on its page" in told
    assert "kibitz doctor" in told
    assert "kibitz simulate" in told


def fetched(address: str) -> bytes:
    with urlopen(address) as answer:  # noqa: S310 - the test's own service
        content: bytes = answer.read()
    return content


def hear_all(somebody: Program) -> None:
    """Listen till the connection ends, which is told by an exception."""
    while True:
        somebody.line.recv()


def test_the_link_leads_to_the_table_and_its_key_survives_a_restart(tmp_path: Path) -> None:
    with kibitz_run(tmp_path) as service:
        first = service.link
        assert b"<title>Kibitz</title>" in fetched(first.full)
        with program(first) as somebody:
            assert somebody.welcome.may_act
            somebody.do(Arrange(Arrangement.EXPECTED))
    with starting(tmp_path) as service:
        assert service.link == first


def test_a_page_comes_back_after_a_power_cut_to_the_same_process(tmp_path: Path) -> None:
    with kibitz_run(tmp_path) as service:
        first, pid = service.link, service.pid
        with program(first) as somebody:
            boot = somebody.welcome.boot
            somebody.cut_power()
        assert service.next_link() == first
        with program(first) as somebody:
            assert somebody.welcome.boot != boot
            assert somebody.welcome.may_act
            somebody.do(Arrange(Arrangement.EXPECTED))
        assert service.pid == pid
        assert service.runs


def test_open_pages_do_not_keep_the_service_from_stopping(tmp_path: Path) -> None:
    with kibitz_run(tmp_path) as service, program(service.link) as somebody:
        somebody.see(Board)
        service.stop()
        with pytest.raises(ConnectionClosed) as caught:
            hear_all(somebody)
        assert caught.value.rcvd
        assert caught.value.rcvd.code == 1012


def test_systemd_hears_that_it_is_ready_when_the_page_can_be_reached(
    configuration: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = configuration.parent
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(folder / "notify"))
        systemd.settimeout(PATIENCE)
        monkeypatch.setenv("NOTIFY_SOCKET", str(folder / "notify"))
        with started("--config", str(configuration), folder=folder) as process:
            assert systemd.recv(100) == READY.encode()
            (link,) = filter(None, map(LINK.search, lines_until(process, "#key=")))
            assert b"window" in fetched(link[1])
            process.send_signal(signal.SIGTERM)
            process.communicate(timeout=PATIENCE)


def test_a_port_that_is_taken_is_one_line(
    configuration: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with listening("127.0.0.1", 0) as other:
        port = other.getsockname()[1]
        text = configuration.read_text(encoding="utf-8")
        configuration.write_text(
            text.replace("[service]", f"[service]\nport = {port}"), encoding="utf-8"
        )
        result = Shell(configuration.parent, monkeypatch).kibitz(
            "run", "--config", str(configuration)
        )

    assert result.exit_code == 2
    assert result.stderr.startswith(f"Error: The port {port} at 127.0.0.1 is taken")
    assert len(result.stderr.splitlines()) == 1
    assert not (configuration.parent / "journals").exists()


def test_an_address_that_is_not_ours_is_one_line(
    configuration: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = configuration.read_text(encoding="utf-8")
    there = '[service]\nlisten = "192.0.2.1"'
    configuration.write_text(text.replace("[service]", there), encoding="utf-8")

    result = Shell(configuration.parent, monkeypatch).kibitz("run", "--config", str(configuration))

    assert result.exit_code == 2
    assert result.stderr.startswith("Error: Nobody can be served at 192.0.2.1, port 8080: ")


def test_a_terminal_is_shown_a_picture_of_the_link(configuration: Path) -> None:
    folder = configuration.parent
    ours, theirs = os.openpty()
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "LC_ALL": "C.UTF-8"}
    command = [sys.executable, "-m", "service", "run", "--open", "--config", str(configuration)]
    for unseen in ("DISPLAY", "WAYLAND_DISPLAY"):
        environment.pop(unseen, None)
    with subprocess.Popen(command, cwd=folder, env=environment, stdout=theirs) as process:
        os.close(theirs)
        with open(ours, encoding="utf-8", errors="replace") as terminal:  # noqa: PTH123
            told = [line.rstrip("\r\n") for line in _until_two(terminal, "▀" * 30)]
        process.terminate()
        assert process.wait(PATIENCE) == 0

    links = [found[0] for found in map(LINK.search, told) if found]
    assert len(links) == 2
    for link in links:
        picture = list(squares(link))
        at = told.index(picture[0], told.index(f"  Page: {link}"))
        assert told[at : at + len(picture)] == picture


def _until_two(lines: Iterable[str], words: str) -> Iterator[str]:
    """All lines up to the second one with these words."""
    left = 2
    for line in lines:
        yield line
        left -= words in line
        if not left:
            return
