"""The command `kibitz run`: the service, until it is told to stop."""

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

from engine.backgammon.players import Player
from referee.naming import tell_devices
from referee.settings import MatchSettings
from referee.words import Phrases
from service.announcer import Announcer
from service.commands.configured import configured, spoken
from service.commands.options import ANY_PATH, BadInput, speaking
from service.config.settings import Configuration, Service
from service.journal.problems import JournalProblem
from service.printer import Printer
from service.printing import printable, printable_lines
from service.simulation.sensors import SENSORS, NotSimulated, seen_by
from service.systemd import READY, STOPPING, Systemd
from service.tables.crier import Crier
from service.tables.resuming import Left
from service.tables.running import Running, Ways, serve
from service.web.app import page_app
from service.web.browser import can_be_seen, open_browser
from service.web.club import Club
from service.web.doors import own_names
from service.web.invitation import Invitation
from service.web.keys import key_of
from service.web.open_table import OpenTable
from service.web.server import NoPort, listening, serving

STOPPED_BY = (signal.SIGINT, signal.SIGTERM)
HANDOVER = 0.0005
"""Seconds after which a computer that thinks lets the table have a turn; the 5 ms that are usual
in Python would be waited for at every step from a switch to a lamp."""


@click.command("run")
@click.option(
    "--config",
    "file",
    type=ANY_PATH,
    help="The configuration; if not given, ./kibitz.toml, or else the one of the user.",
)
@click.option("--new-match", is_flag=True, help="Begin anew, though a match may not be over.")
@click.option(
    "--open", "opens", is_flag=True, help="Open the page in a browser, if one can be seen."
)
@click.option(
    "--sensor",
    type=click.Choice(SENSORS),
    help="What feels or sees the checkers of simulated tables, whatever is configured.",
)
@speaking
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
    """Referee at the tables of a configuration, and keep a journal of each, until stopped.

    Each table has a page for the browser, and the link that is printed for it holds the key: who
    comes without it only looks on. What is SIMULATED at a table is moved and thrown on its page:
    without a configuration that is everything. `kibitz doctor` checks real boards and dice, and
    `kibitz simulate` shows hands at work.
    """
    configuration = configured(file, phrases).configuration
    service = configuration.service
    phrases = spoken(context, phrases, configuration)
    if sensor is not None:
        configuration = _seen_by(configuration, sensor, phrases)
    log = _log_to_stderr(service.log_level.name)
    ways = Ways(service.journals_in(os.environ, Path.home()), anew=new_match)
    with (
        closing(_listening(service, phrases)) as line,
        Printer(lambda said: click.echo(printable(said))) as printer,
    ):
        try:
            asyncio.run(_Service(configuration, ways, phrases, printer, line, opens=opens).run())
        except JournalProblem as problem:
            raise BadInput.of(problem.told(phrases), phrases) from problem
        finally:
            logging.getLogger().removeHandler(log)


def _seen_by(configuration: Configuration, sensor: str, phrases: Phrases) -> Configuration:
    """What is configured, but for what sees the checkers; BadInput if they are real."""
    try:
        tables = tuple(seen_by(table, sensor) for table in configuration.tables)
    except NotSimulated as real:
        raise BadInput(phrases, "not_simulated", table=real, sensor=sensor) from real
    return replace(configuration, tables=tables)


def _listening(service: Service, phrases: Phrases) -> socket.socket:
    """The line on which pages are served; BadInput if there is none."""
    try:
        return listening(service.listen, service.port)
    except NoPort as problem:
        key = "no_port"
        if problem.taken:
            key = "port_taken" if len(problem.ports) == 1 else "ports_taken"
        raise BadInput(phrases, key, **problem.values) from problem


@dataclass(frozen=True, slots=True)
class _Service:
    """What runs, and how it speaks."""

    configuration: Configuration
    ways: Ways
    phrases: Phrases
    printer: Printer
    line: socket.socket
    """Where pages are served."""
    opens: bool = False
    """Whether a browser is to show the page, if one can be seen."""
    club: Club = field(default_factory=Club)

    async def run(self) -> None:
        """Serve until the system or somebody at the keyboard wants it to stop."""
        stop, systemd = asyncio.Event(), Systemd(os.environ)
        _stop_when_asked(stop)
        self.printer.say(self.phrases.say("run.title"))
        problem: JournalProblem | None = None
        with _handing_over_soon():
            async with asyncio.TaskGroup() as tasks:
                beating = tasks.create_task(systemd.keep_telling())
                try:
                    await self._serve(stop, systemd)
                except JournalProblem as error:
                    problem = error  # raised again below, where it stays itself
                finally:
                    systemd.tell(STOPPING)
                    beating.cancel()
        if problem:
            raise problem
        self.printer.say(self.phrases.say("run.stopped"))

    async def _serve(self, stop: asyncio.Event, systemd: Systemd) -> None:
        def ready() -> None:
            # What there is by now stays: to look for what is left over in it would hold lamps up.
            gc.freeze()
            systemd.tell(READY)

        await serve(self.configuration.tables, self.ways, self._watch, stop, ready, self._page)

    def _watch(self, running: Running) -> None:
        key = key_of(self.ways.folder, running.table.name)
        self.club.admit(OpenTable.of(running, key))
        invitation = self._invitation(running.table.name, key)
        for line in (*_introduced(running, self.phrases), *invitation.told(self.phrases)):
            self.printer.say(line)
        table = running.table.name

        def say(what: str) -> None:
            self.printer.say(self.phrases.say("run.said", table=table, what=what))

        crier = Crier(running.table, self.phrases, say, lambda: running.by_itself.player)
        running.table.listeners.append(crier)

    def _invitation(self, table: str, key: str) -> Invitation:
        service = self.configuration.service
        port = self.line.getsockname()[1]
        scanned = sys.stdout.isatty()
        return Invitation(service.listen, port, table, key, service.host_name, scanned=scanned)

    @asynccontextmanager
    async def _page(self) -> AsyncIterator[None]:
        """Serve the page as long as this is open, and show it if that is wanted."""
        host_name = self.configuration.service.host_name
        names = own_names([host_name] if host_name else [])
        async with serving(page_app(self.club, names), [self.line]):
            if self.opens and can_be_seen(os.environ):
                table = next(iter(self.club.tables.values()))
                open_browser(self._invitation(table.name, table.key).here)
            yield


def _stop_when_asked(stop: asyncio.Event) -> None:
    """Let a signal of the system stop the service; a second one ends it at once."""
    loop = asyncio.get_running_loop()

    def asked() -> None:
        stop.set()
        for number in STOPPED_BY:
            loop.remove_signal_handler(number)

    for number in STOPPED_BY:
        loop.add_signal_handler(number, asked)


@contextmanager
def _handing_over_soon() -> Iterator[None]:
    """Let nobody wait for a computer that thinks; people may ask for one at any table."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(HANDOVER)
    try:
        yield
    finally:
        sys.setswitchinterval(usual)


class _Printable(logging.Formatter):
    """Writes what was logged without what would steer a terminal."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - the library's name
        return printable(super().formatMessage(record))

    def formatException(self, ei: Any) -> str:  # noqa: N802 - the library's name
        return printable_lines(super().formatException(ei))


def _log_to_stderr(level: str) -> logging.Handler:
    handler = logging.StreamHandler()
    handler.setFormatter(_Printable("%(levelname)s %(name)s: %(message)s"))
    root = logging.getLogger()
    root.addHandler(handler)
    root.setLevel(level)
    return handler


def _introduced(running: Running, phrases: Phrases) -> Iterator[str]:
    """What there is to know of a table before anything happens there."""
    table, resumption = running.table, running.resumption
    agreed = table.state.settings
    key = "check.match" if agreed.length else "check.money"
    yield phrases.say(
        "run.table",
        name=table.name,
        one=_named(running, Player.ONE, phrases),
        two=_named(running, Player.TWO, phrases),
        length=phrases.say(key, count=agreed.length),
        rules=agreed.rulebook.name,
        referee=agreed.profile.name,
    )
    details = [
        phrases.say("run.light", name=agreed.names[agreed.light]),
        phrases.say("run.devices", devices=tell_devices(table.links, phrases)),
    ]
    if running.computer.player:
        name = agreed.names[running.computer.player]
        key = "run.computer_by_itself" if running.by_itself.on else "run.computer"
        details.append(phrases.say(key, name=name))
    if table.simulated:
        details.append(phrases.say("run.simulated", devices=tell_devices(table.simulated, phrases)))
    details.append(phrases.say("run.journal", file=running.journal.path))
    if running.setup != running.configured:
        details.append(phrases.say("run.agreed"))
    details += [problem.told(phrases) for problem in resumption.problems]
    details += _beginning(running, phrases)
    yield from (f"  {detail}" for detail in details)


def _named(running: Running, player: Player, phrases: Phrases) -> str:
    name = running.table.state.settings.names[player]
    handless = running.computer.player is player
    return phrases.say("config.summary.computer", name=name) if handless else name


def _beginning(running: Running, phrases: Phrases) -> Iterator[str]:
    table, state = running.table, running.resumption.state
    if state is None:
        if running.resumption.left:
            yield from _left(running, running.resumption.left, phrases)
        yield phrases.say("run.new_match")
        return
    if carried := running.resumption.carried:
        yield phrases.say("run.carried", number=carried.number)
    status = Announcer(state.settings.names, phrases).status(state.match)
    yield phrases.say("run.goes_on", status=status)
    if state.settings.profile != table.settings.profile:
        kept, wanted = state.settings.profile.name, table.settings.profile.name
        yield phrases.say("run.other_referee", kept=kept, wanted=wanted)


def _left(running: Running, left: Left, phrases: Phrases) -> Iterator[str]:
    """Which match does not go on, why, and how it can be had."""
    agreed = left.state.settings
    yield phrases.say(
        "run.left",
        number=left.number,
        one=agreed.names.one,
        two=agreed.names.two,
        status=Announcer(agreed.names, phrases).status(left.state.match),
    )
    differences = _differences(agreed, running.table.settings, phrases)
    yield phrases.say("run.left_because", what="; ".join(differences))
    match = shlex.quote(f"{running.journal.path}#{left.number}")
    yield phrases.say("run.left_export", command=f"kibitz export {match}")


def _differences(kept: MatchSettings, wanted: MatchSettings, phrases: Phrases) -> Iterator[str]:
    """What was agreed on in a match that is kept, where it is not what is wanted."""
    if kept.names != wanted.names:
        yield phrases.say("run.differs.names", one=kept.names.one, two=kept.names.two)
    if kept.length != wanted.length:
        key = "check.match" if kept.length else "check.money"
        yield phrases.say(key, count=kept.length)
    if kept.rulebook != wanted.rulebook:
        same = kept.rulebook.name == wanted.rulebook.name
        key = "run.differs.knobs" if same else "run.differs.rulebook"
        yield phrases.say(key, rules=kept.rulebook.name)
    if kept.light is not wanted.light:
        yield phrases.say("run.light", name=kept.names[kept.light])
