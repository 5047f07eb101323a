"""kibitz run: the service."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import shlex
import signal
import socket
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import click

from engine.players import Player
from referee.match_settings import MatchSettings
from service.cli import command_options
from service.cli.systemd_notify import READY, STOPPING, SystemdNotifier
from service.config.service_settings import (
    SENSORS,
    Configuration,
    NotSimulated,
    ServiceSettings,
    with_sensor,
)
from service.storage.journal_replay import UnfinishedMatch
from service.storage.journal_tables import JournalProblem
from service.table.announcements import AnnouncementPrinter
from service.table.table_runtime import ServiceOptions, TableRuntime, run_tables
from service.terminal.terminal_output import LinePrinter
from service.web.http.access_control import load_or_create_key, own_host_names
from service.web.http.http_server import PortUnavailable, open_listener, serve_page
from service.web.http.invitation import Invitation, has_desktop, open_browser
from service.web.http.page_app import create_app
from service.web.open_tables import OpenTable, OpenTables
from service.words.phrases import Phrases, devices_in_words
from service.words.printable_text import printable, printable_lines
from service.words.rule_texts import Announcer

SERVICE_STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM)
THREAD_SWITCH_INTERVAL = 0.0005
"""Seconds after which a thinking computer yields to the table; Python's usual 5 ms would be added
at every step from a switch to a lamp."""


@click.command("run")
@command_options.config_option
@click.option(
    "--new-match", is_flag=True, help="Begin a new match, even if the last one is not over."
)
@click.option(
    "--open", "opens", is_flag=True, help="Open the page in a browser, if there is a display."
)
@click.option(
    "--sensor",
    type=click.Choice(SENSORS),
    help="Sensor type of simulated tables (overrides the configuration).",
)
@command_options.language_option
@click.pass_context
def run_command(
    context: click.Context,
    *,
    file: Path | None,
    new_match: bool,
    opens: bool,
    sensor: str | None,
    phrases: Phrases,
) -> None:
    """Referee the tables of a configuration, and keep a journal of each, until stopped.

    Each table has a page for the browser. The printed link contains the access key: without it
    people can only watch. SIMULATED devices are moved and thrown on the page; without a
    configuration all devices are simulated. `kibitz doctor` checks real boards and dice, and
    `kibitz simulate` shows simulated hands at work.
    """
    configuration = command_options.load_configuration(file, phrases).configuration
    command_options.check_additions(configuration)
    service = configuration.service
    phrases = command_options.choose_phrases(context, phrases, configuration)
    if sensor is not None:
        configuration = _with_sensor(configuration, sensor, phrases)
    log = _log_to_stderr(service.log_level.name)
    options = ServiceOptions(service.journal_folder(os.environ, Path.home()), new_match=new_match)
    with (
        closing(_page_socket(service, phrases)) as listener,
        LinePrinter(lambda text: click.echo(printable(text))) as printer,
    ):
        program = _Service(configuration, options, phrases, printer, listener, opens_browser=opens)
        try:
            with command_options.refusing(JournalProblem, phrases):
                asyncio.run(program.run())
        finally:
            logging.getLogger().removeHandler(log)


def _with_sensor(configuration: Configuration, sensor: str, phrases: Phrases) -> Configuration:
    """The configuration with another sensor type; InputError if a table is real."""
    try:
        tables = tuple(with_sensor(table, sensor) for table in configuration.tables)
    except NotSimulated as real:
        raise command_options.InputError(
            phrases, "not_simulated", table=real, sensor=sensor
        ) from real
    return replace(configuration, tables=tables)


def _page_socket(service: ServiceSettings, phrases: Phrases) -> socket.socket:
    """The socket for the page; InputError if no port can be opened."""
    try:
        return open_listener(service.listen, service.port)
    except PortUnavailable as problem:
        key = "no_port"
        if problem.is_in_use:
            key = "port_taken" if len(problem.ports) == 1 else "ports_taken"
        raise command_options.InputError(phrases, key, **problem.phrase_values) from problem


@dataclass(frozen=True, slots=True)
class _Service:
    """The running service: its configuration, tables and output."""

    configuration: Configuration
    options: ServiceOptions
    phrases: Phrases
    printer: LinePrinter
    page_socket: socket.socket
    """The listening socket of the page."""
    opens_browser: bool = False
    """True if the page is to be opened in a browser."""
    open_tables: OpenTables = field(default_factory=OpenTables)

    async def run(self) -> None:
        """Runs until a signal stops it; JournalProblem if a table cannot open its journal."""
        stop, systemd = asyncio.Event(), SystemdNotifier(os.environ)
        _stop_when_asked(stop)
        self.printer.say(self.phrases.say("run.title"))
        problem: JournalProblem | None = None
        with _short_switch_interval():
            async with asyncio.TaskGroup() as tasks:
                watchdog = tasks.create_task(systemd.run_watchdog())
                try:
                    await self._serve(stop, systemd)
                except JournalProblem as error:
                    problem = error  # raised again below, outside of the task group
                finally:
                    systemd.notify(STOPPING)
                    watchdog.cancel()
        if problem:
            raise problem
        self.printer.say(self.phrases.say("run.stopped"))

    async def _serve(self, stop: asyncio.Event, systemd: SystemdNotifier) -> None:
        def ready() -> None:
            # All present objects stay: garbage collection of them would delay the lamps.
            gc.freeze()
            systemd.notify(READY)

        tables = self.configuration.tables
        await run_tables(tables, self.options, self._introduce, stop, ready, self._page)

    def _introduce(self, runtime: TableRuntime) -> None:
        key = load_or_create_key(self.options.folder, runtime.table.name)
        self.open_tables.add(OpenTable.open(runtime, key))
        invitation = self._invitation(runtime.table.name, key)
        for line in (*_introduction(runtime, self.phrases), *invitation.in_words(self.phrases)):
            self.printer.say(line)
        table = runtime.table.name

        def say(text: str) -> None:
            self.printer.say(self.phrases.say("run.said", table=table, what=text))

        hands = runtime.computer_hands
        announcer = AnnouncementPrinter(runtime.table, self.phrases, say, lambda: hands.player)
        runtime.table.listeners.append(announcer)

    def _invitation(self, table: str, key: str) -> Invitation:
        service = self.configuration.service
        port = self.page_socket.getsockname()[1]
        scanned = sys.stdout.isatty()
        return Invitation(service.listen, port, table, key, service.host_name, has_qr_code=scanned)

    @asynccontextmanager
    async def _page(self) -> AsyncIterator[None]:
        """Serves the page while this is open, and opens it in a browser if requested."""
        host_name = self.configuration.service.host_name
        names = own_host_names([host_name] if host_name else [])
        async with serve_page(create_app(self.open_tables, names), [self.page_socket]):
            if self.opens_browser and has_desktop(os.environ):
                table = next(iter(self.open_tables.by_name.values()))
                open_browser(self._invitation(table.name, table.key).local_link)
            yield


def _stop_when_asked(stop: asyncio.Event) -> None:
    """Makes the first stop signal stop the service in order; a second one ends it at once."""
    loop = asyncio.get_running_loop()

    def stop_service() -> None:
        stop.set()
        for number in SERVICE_STOP_SIGNALS:
            loop.remove_signal_handler(number)

    for number in SERVICE_STOP_SIGNALS:
        loop.add_signal_handler(number, stop_service)


@contextmanager
def _short_switch_interval() -> Iterator[None]:
    """Shortens the switch interval of threads, so that no table waits for a thinking computer."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(THREAD_SWITCH_INTERVAL)
    try:
        yield
    finally:
        sys.setswitchinterval(usual)


class _PrintableFormatter(logging.Formatter):
    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - the library's name
        return printable(super().formatMessage(record))

    def formatException(self, ei: Any) -> str:  # noqa: N802 - the library's name
        return printable_lines(super().formatException(ei))


def _log_to_stderr(level: str) -> logging.Handler:
    handler = logging.StreamHandler()
    handler.setFormatter(_PrintableFormatter("%(levelname)s %(name)s: %(message)s"))
    root = logging.getLogger()
    root.addHandler(handler)
    root.setLevel(level)
    return handler


def _introduction(runtime: TableRuntime, phrases: Phrases) -> Iterator[str]:
    table, resumption, computer = runtime.table, runtime.resumption, runtime.computer_player.player
    settings = table.state.settings
    yield phrases.say(
        "run.table",
        name=table.name,
        one=command_options.player_in_words(settings.names, Player.ONE, computer, phrases),
        two=command_options.player_in_words(settings.names, Player.TWO, computer, phrases),
        length=command_options.length_in_words(settings.length, phrases),
        rules=settings.rulebook.name,
        referee=settings.profile.name,
    )
    details = [
        phrases.say("run.light", name=settings.names[settings.light]),
        phrases.say("run.devices", devices=devices_in_words(table.links, phrases)),
    ]
    if computer:
        name = settings.names[computer]
        key = "run.computer_by_itself" if runtime.computer_hands.is_active else "run.computer"
        details.append(phrases.say(key, name=name))
    if table.simulated_devices:
        simulated = devices_in_words(table.simulated_devices, phrases)
        details.append(phrases.say("run.simulated", devices=simulated))
    details.append(phrases.say("run.journal", file=runtime.journal.path))
    if runtime.settings != runtime.configured_settings:
        details.append(phrases.say("run.agreed"))
    details += [problem.in_words(phrases) for problem in resumption.problems]
    details += _resumption_lines(runtime, phrases)
    yield from (f"  {detail}" for detail in details)


def _resumption_lines(runtime: TableRuntime, phrases: Phrases) -> Iterator[str]:
    table, state = runtime.table, runtime.resumption.state
    if state is None:
        if runtime.resumption.unfinished:
            yield from _unfinished_match_lines(runtime, runtime.resumption.unfinished, phrases)
        yield phrases.say("run.new_match")
        return
    if carried := runtime.resumption.moved:
        yield phrases.say("run.carried", number=carried.number)
    status = Announcer(state.settings.names, phrases).match_status(state.match)
    yield phrases.say("run.goes_on", status=status)
    if state.settings.profile != table.settings.profile:
        before, after = state.settings.profile.name, table.settings.profile.name
        yield phrases.say("run.other_referee", kept=before, wanted=after)


def _unfinished_match_lines(
    runtime: TableRuntime, left: UnfinishedMatch, phrases: Phrases
) -> Iterator[str]:
    """The lines about a match that is not resumed: which, why, and how to export it."""
    settings = left.state.settings
    yield phrases.say(
        "run.left",
        number=left.number,
        one=settings.names.one,
        two=settings.names.two,
        status=Announcer(settings.names, phrases).match_status(left.state.match),
    )
    differences = _differences(settings, runtime.table.settings, phrases)
    yield phrases.say("run.left_because", what="; ".join(differences))
    match = shlex.quote(f"{runtime.journal.path}#{left.number}")
    yield phrases.say("run.left_export", command=f"kibitz export {match}")


def _differences(before: MatchSettings, after: MatchSettings, phrases: Phrases) -> Iterator[str]:
    if before.names != after.names:
        yield phrases.say("run.differs.names", one=before.names.one, two=before.names.two)
    if before.length != after.length:
        yield command_options.length_in_words(before.length, phrases)
    if before.rulebook != after.rulebook:
        same = before.rulebook.name == after.rulebook.name
        key = "run.differs.settings" if same else "run.differs.rulebook"
        yield phrases.say(key, rules=before.rulebook.name)
    if before.light is not after.light:
        yield phrases.say("run.light", name=before.names[before.light])
