"""`kibitz run` serves until it is stopped, and says what it does."""

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
from referee import notices
from referee.effects import StartNextMatch
from service.cli.run_command import _introduction
from service.cli.systemd_notify import READY, SystemdNotifier
from service.config.service_settings import TableSettings as Setup
from service.storage.journal_reader import read_match
from service.table.announcements import AnnouncementPrinter
from service.table.table_runtime import TableRuntime, run_table
from service.terminal.terminal_output import LinePrinter
from service.web.http.http_server import open_listener
from service.web.messages.from_page import Arrange, Arrangement
from service.web.messages.to_page import BoardPart
from service.words.phrases import ENGLISH, Language, available_languages, load_phrases
from tests.rigs.browser.service_process import (
    LINK,
    PATIENCE,
    TableClient,
    connect_client,
    run_service,
    start_service,
)
from tests.rigs.environment.checkout import ROOT
from tests.rigs.environment.command_shell import CommandShell
from tests.rigs.environment.log_watch import LogWatch
from tests.rigs.tables.table_in_memory import TABLE_SETTINGS, hands_at, open_table, service_options

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


def add(configuration: Path, line: str, below: str = 'names = ["Carol", "Dave"]') -> None:
    text = configuration.read_text(encoding="utf-8")
    configuration.write_text(text.replace(below, f"{below}\n{line}"), encoding="utf-8")


def refusal_of(shell: CommandShell, configuration: Path) -> str:
    """The one line with which the service refuses to start."""
    result = shell.kibitz("run", "--config", str(configuration))
    assert result.exit_code == 2
    (line,) = result.stderr.splitlines()
    assert line.startswith("Error: ")
    return line


@contextmanager
def running_command(*arguments: str, folder: Path) -> Iterator[subprocess.Popen[str]]:
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
    with running_command("--config", str(configuration), folder=configuration.parent) as process:
        lines = lines_until(process, "corner.journal")
        lines += lines_until(process, "A new match begins.")
        process.send_signal(how)
        rest, problems = process.communicate(timeout=20)

    assert lines[0] == "Kibitz is running. Press Ctrl-C to stop it."
    assert lines[1].startswith("Table window: Alice and Bob, match to 5 points")
    assert any("SIMULATED" in line and "board" in line for line in lines)
    assert rest.splitlines()[-1] == "Kibitz has stopped."
    assert problems == ""
    assert process.returncode == 0
    journals = configuration.parent / "journals"
    names = sorted(path.name for path in journals.glob("*.journal"))
    assert names == ["corner.journal", "window.journal"]
    assert len(read_match(journals / "window.journal").entries) >= 2


def test_a_match_goes_on_after_a_restart_and_after_a_power_cut(configuration: Path) -> None:
    lines: list[str] = []
    for end in (signal.SIGKILL, signal.SIGTERM):
        with running_command(
            "--config", str(configuration), folder=configuration.parent
        ) as process:
            lines = lines_until(process, "corner.journal")
            lines += lines_until(process, "match")
            process.send_signal(end)
            process.communicate(timeout=20)

    assert any("The match goes on." in line for line in lines)


def test_the_computer_takes_its_seat_and_says_who_throws_for_it(configuration: Path) -> None:
    add(configuration, 'computer = "two"')
    with running_command("--config", str(configuration), folder=configuration.parent) as process:
        lines = lines_until(process, "corner.journal")
        process.send_signal(signal.SIGTERM)
        _, problems = process.communicate(timeout=20)

    assert any("Carol and Dave (the computer)" in line for line in lines)
    thrown = "Dave is the computer: at this table it throws and moves by itself"
    assert any(thrown in line for line in lines)
    assert problems == ""
    assert process.returncode == 0


def test_two_services_do_not_write_the_same_journals(configuration: Path) -> None:
    with running_command("--config", str(configuration), folder=configuration.parent) as first:
        lines_until(first, "corner.journal")
        with running_command("--config", str(configuration), folder=configuration.parent) as second:
            _, problems = second.communicate(timeout=20)
        assert second.returncode == 2
        assert "is being written by another Kibitz" in problems


def test_configuration_problem_is_reported_with_file_and_line(shell: CommandShell) -> None:
    (shell.folder / "bad.toml").write_text("[servise]\n", encoding="utf-8")

    result = shell.kibitz("run", "--config", "bad.toml")

    assert result.exit_code == 2
    assert "bad.toml:1: servise" in result.stderr


def test_real_checkers_are_seen_by_no_other_sensor(shell: CommandShell) -> None:
    text = '[[table]]\nboard = { driver = "pico" }\n'
    (shell.folder / "real.toml").write_text(text, encoding="utf-8")

    result = shell.kibitz("run", "--config", "real.toml", "--sensor", "camera")

    assert result.exit_code == 2
    assert "The checkers of the table table are real" in result.stderr


def test_a_table_before_a_simulated_camera_says_that_it_is_simulated(configuration: Path) -> None:
    options = ("--config", str(configuration), "--sensor", "camera")
    with running_command(*options, folder=configuration.parent) as process:
        lines = lines_until(process, "SIMULATED")

    assert "the camera" in lines[-1]
    assert "the board" not in lines[-1]


async def _announcements(language: Language) -> list[str]:
    lines: list[str] = []
    async with open_table() as seated:
        printer = AnnouncementPrinter(seated.table, load_phrases(language), lines.append)
        seated.table.listeners.append(printer)
        seated.dice().roll(3, 1)
        await seated.pass_seconds(1)
        for source, target in ((point(8), point(5)), (point(6), point(5))):
            seated.checkers.put(target, seated.checkers.lift(source))
            await seated.pass_seconds(1)
        seated.dice().lift()
        await seated.pass_seconds(1)
        seated.dice().roll(6, 5)
        await seated.pass_seconds(1)
        for effect in (StartNextMatch(), notices.MatchResumed()):
            printer(effect)
    return lines


@pytest.mark.parametrize("language", available_languages())
def test_every_event_is_announced(language: Language) -> None:
    lines = asyncio.run(_announcements(language))

    assert any("8/5 6/5" in line for line in lines)
    assert any("65" in line for line in lines)
    assert len(lines) >= 5


def test_blocked_terminal_holds_up_nothing() -> None:
    stuck, written = threading.Event(), list[str]()

    def write(line: str) -> None:
        written.append(line)
        stuck.wait()

    with LinePrinter(write) as printer:
        for number in range(10_000):
            printer.say(f"line {number}")

    assert written == ["line 0"]
    stuck.set()


def test_lines_are_written_in_their_order_and_to_the_last() -> None:
    written: list[str] = []
    with LinePrinter(written.append) as printer:
        for number in range(100):
            printer.say(f"line {number}")

    assert written == [f"line {number}" for number in range(100)]


def test_a_terminal_that_is_gone_is_no_bug() -> None:
    def write(_line: str) -> None:
        raise BrokenPipeError

    with LinePrinter(write) as printer:
        printer.say("anybody there?")


def test_a_heartbeat_with_a_bug_stops_the_service(
    configuration: Path, shell: CommandShell, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(_systemd: SystemdNotifier) -> None:
        raise ZeroDivisionError("a bug")

    monkeypatch.setattr(SystemdNotifier, "run_watchdog", fail)

    with pytest.raises(ExceptionGroup) as caught:
        shell.kibitz("run", "--config", str(configuration))
    assert caught.value.subgroup(ZeroDivisionError)
    assert not list(configuration.parent.glob("journals/*.lock"))


def test_unwritable_journal_is_reported_in_one_line(
    configuration: Path, shell: CommandShell
) -> None:
    (configuration.parent / "journals").touch()
    assert refusal_of(shell, configuration)


def test_the_service_leaves_python_as_it_was(configuration: Path, shell: CommandShell) -> None:
    add(configuration, 'computer = "two"')
    (configuration.parent / "journals").touch()
    before = sys.getswitchinterval()

    shell.kibitz("run", "--config", str(configuration))

    assert sys.getswitchinterval() == before


@pytest.mark.parametrize("command", ["run", "check-config"])
def test_unreadable_default_configuration_is_reported(command: str, shell: CommandShell) -> None:
    environment = {"LC_ALL": "C.UTF-8", "XDG_CONFIG_HOME": f"/{'x' * 300}"}

    result = shell.kibitz(command, environment=environment)

    assert result.exit_code == 2
    assert "xxx/kibitz/kibitz.toml: File name too long" in result.stderr


def test_device_output_cannot_control_the_terminal(
    configuration: Path,
    shell: CommandShell,
    monkeypatch: pytest.MonkeyPatch,
    expected_logs: LogWatch,
) -> None:
    expected_logs.expect("service.table.refereed_table", logging.WARNING, "what dice says")

    async def say(*_how: object) -> None:
        log = logging.getLogger("service.table.refereed_table")
        log.warning("what dice says: %s", "\x1b[2J\x9b\nFAKED")

    monkeypatch.setattr("service.cli.run_command.run_tables", say)

    result = shell.kibitz("run", "--config", str(configuration))

    assert "what dice says: ?[2J?" in result.stderr


def introduction_of(table: TableRuntime, language: Language = ENGLISH) -> str:
    return "\n".join(_introduction(table, load_phrases(language)))


def test_mismatched_match_is_reported_with_how_to_continue_or_replace_it(tmp_path: Path) -> None:
    async def evening(setup: Setup, *, play: bool) -> TableRuntime:
        async with run_table(setup, service_options(tmp_path), lambda _runtime: None) as table:
            seated = hands_at(table)
            await seated.pass_seconds(1)
            if play:
                seated.dice().roll(3, 1)
                await seated.pass_seconds(1)
        return table

    asyncio.run(evening(TABLE_SETTINGS, play=True))
    other = replace(TABLE_SETTINGS, names=("Zoe", "Carol"), length=9)
    begun = asyncio.run(evening(other, play=False))
    english, french = introduction_of(begun), introduction_of(begun, Language("fr"))

    one, two = TABLE_SETTINGS.names
    assert f"Match 1 of the journal, {one} and {two}, does not fit the configuration" in english
    assert f"names {one} and {two}; match to 1 point." in english
    assert f"kibitz export {shlex.quote(f'{begun.journal.path}#1')}" in english
    assert english.endswith("A new match begins.")
    assert "ne correspond pas à la configuration" in french

    restored = asyncio.run(evening(TABLE_SETTINGS, play=False))
    assert "Match 1 of the journal fits the configuration again" in introduction_of(restored)


def test_introduction_reports_an_agreement(tmp_path: Path) -> None:
    agreed = replace(TABLE_SETTINGS, names=("Zoe", "Carol"))

    async def evening(*, begins: bool) -> TableRuntime:
        options = service_options(tmp_path)
        async with run_table(TABLE_SETTINGS, options, lambda _runtime: None) as table:
            if begins:
                await table.begin_match(agreed)
        return table

    first = introduction_of(asyncio.run(evening(begins=True)))
    second = introduction_of(asyncio.run(evening(begins=False)))

    assert "chosen on the page" not in first
    assert "chosen on the page" in second
    assert "Zoe and Carol" in second


def test_the_help_says_honestly_at_which_tables_it_referees(tmp_path: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        help_text = " ".join(CommandShell(tmp_path, patch).kibitz("run", "--help").output.split())

    assert "real tables" not in help_text
    assert "SIMULATED devices are moved and thrown on the page" in help_text
    assert "kibitz doctor" in help_text
    assert "kibitz simulate" in help_text


def fetch(address: str) -> bytes:
    with urlopen(address) as answer:  # noqa: S310 - the test's own service
        content: bytes = answer.read()
    return content


def receive_all(somebody: TableClient) -> None:
    while True:
        somebody.line.recv()


def test_the_link_leads_to_the_table_and_its_key_survives_a_restart(tmp_path: Path) -> None:
    with run_service(tmp_path) as service:
        first = service.link
        assert b"<title>Kibitz</title>" in fetch(first.full)
        with connect_client(first) as somebody:
            assert somebody.welcome.may_act
            somebody.do(Arrange(Arrangement.EXPECTED))
    with start_service(tmp_path) as service:
        assert service.link == first


@pytest.mark.release
def test_a_page_comes_back_after_a_power_cut_to_the_same_process(tmp_path: Path) -> None:
    with run_service(tmp_path) as service:
        first, pid = service.link, service.pid
        with connect_client(first) as somebody:
            boot = somebody.welcome.boot
            somebody.cut_power()
        assert service.next_link() == first
        with connect_client(first) as somebody:
            assert somebody.welcome.boot != boot
            assert somebody.welcome.may_act
            somebody.do(Arrange(Arrangement.EXPECTED))
        assert service.pid == pid
        assert service.runs


def test_open_pages_do_not_keep_the_service_from_stopping(tmp_path: Path) -> None:
    with run_service(tmp_path) as service, connect_client(service.link) as somebody:
        somebody.see(BoardPart)
        service.stop()
        with pytest.raises(ConnectionClosed) as caught:
            receive_all(somebody)
        assert caught.value.rcvd
        assert caught.value.rcvd.code == 1012


def test_systemd_is_notified_when_the_page_can_be_reached(
    configuration: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = configuration.parent
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(folder / "notify"))
        systemd.settimeout(PATIENCE)
        monkeypatch.setenv("NOTIFY_SOCKET", str(folder / "notify"))
        with running_command("--config", str(configuration), folder=folder) as process:
            assert systemd.recv(100) == READY.encode()
            (link,) = filter(None, map(LINK.search, lines_until(process, "#key=")))
            assert b"window" in fetch(link[1])
            process.send_signal(signal.SIGTERM)
            process.communicate(timeout=PATIENCE)


def test_a_port_that_is_taken_is_one_line(configuration: Path, shell: CommandShell) -> None:
    with open_listener("127.0.0.1", 0) as other:
        port = other.getsockname()[1]
        add(configuration, f"port = {port}", "[service]")
        line = refusal_of(shell, configuration)

    assert line.startswith(f"Error: Port {port} at 127.0.0.1 is already in use")
    assert not (configuration.parent / "journals").exists()


def test_an_address_that_is_not_ours_is_one_line(configuration: Path, shell: CommandShell) -> None:
    add(configuration, 'listen = "192.0.2.1"', "[service]")

    line = refusal_of(shell, configuration)
    assert line.startswith("Error: The page cannot be served at 192.0.2.1, port 8080: ")


def test_terminal_is_shown_no_qr_code_of_a_link_for_this_machine_alone(
    configuration: Path,
) -> None:
    folder = configuration.parent
    ours, theirs = os.openpty()
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "LC_ALL": "C.UTF-8"}
    command = [sys.executable, "-m", "service", "run", "--open", "--config", str(configuration)]
    for variable in ("DISPLAY", "WAYLAND_DISPLAY"):
        environment.pop(variable, None)
    with subprocess.Popen(command, cwd=folder, env=environment, stdout=theirs) as process:
        os.close(theirs)
        with open(ours, encoding="utf-8", errors="replace") as terminal:  # noqa: PTH123
            lines = [line.rstrip("\r\n") for line in _until_two(terminal, "Only this machine")]
        process.terminate()
        assert process.wait(PATIENCE) == 0

    links = [found[0] for found in map(LINK.search, lines) if found]
    assert len(links) == 2
    assert not any("▀" in line for line in lines)


def _until_two(lines: Iterable[str], words: str) -> Iterator[str]:
    """All lines up to the second one with these words."""
    left = 2
    for line in lines:
        yield line
        left -= words in line
        if not left:
            return
