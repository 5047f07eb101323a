"""Reads facts about the machine, finds processes that hold files, asks at ports for boards."""

from __future__ import annotations

import os
import platform
import re
import subprocess
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path

from firmware_bridge.port import Port, PortFault
from firmware_bridge.serial_port import FORBIDDEN, IN_USE, MISSING
from firmware_bridge.session_runner import SessionRunner
from firmware_bridge.wire.board_messages import DiceReport, PressCounts, SensorStates
from firmware_bridge.wire.session import Session
from firmware_bridge.wire.session_events import SessionFault, SessionFaultKind
from hardware.devices import Clock
from service.config.service_settings import ServiceSettings
from service.doctor import facts
from service.web.http.http_server import PortUnavailable, open_listener
from service.words.printable_text import printable

MAX_COMMAND_LENGTH = 80
MAX_NAMED_PROCESSES = 3
"""Maximum number of processes that are named."""
LISTEN_STATE = "0A"
"""The state of a listening socket in /proc/net."""
PROCESS = re.compile(r"[0-9]+")


def process_with_file(path: str, root: Path = Path("/")) -> facts.HoldingProcess | None:
    """The other process that has a file open, first of all its locker; None if unknown."""
    with suppress(OSError):
        file = Path(path).resolve()
        return _process_holding({str(file)}, root, _lockers(file, root))
    return None


def process_at_port(port: int, root: Path = Path("/")) -> facts.HoldingProcess | None:
    """The other process that listens at a port; None if unknown."""
    return _process_holding({f"socket:[{inode}]" for inode in _sockets(port, root)}, root)


def command_line(process: Path) -> str:
    """The command line of a process, on one line."""
    words = (process / "cmdline").read_bytes().replace(b"\0", b" ").decode("utf-8", "replace")
    return printable(words.strip(), MAX_COMMAND_LENGTH)


def is_running(name: str, root: Path = Path("/")) -> bool:
    """True if a process with this name is running."""
    for process in _processes(root):
        with suppress(OSError):
            if (process / "comm").read_bytes().strip() == name.encode():
                return True
    return False


def _process_holding(
    targets: set[str], root: Path, lockers: frozenset[int] = frozenset()
) -> facts.HoldingProcess | None:
    """The processes that have any of these targets open, lockers first and Kibitz last."""
    found = []
    for process in _processes(root) if targets else ():
        with suppress(OSError):
            links = [str(handle.readlink()) for handle in (process / "fd").iterdir()]
            if targets.intersection(links):
                found.append(facts.HoldingProcess(int(process.name), command_line(process)))
    found.sort(key=lambda it: (it.process not in lockers, it.is_kibitz, it.process))
    return replace(found[0], others=tuple(found[1:MAX_NAMED_PROCESSES])) if found else None


def _lockers(file: Path, root: Path) -> frozenset[int]:
    with suppress(OSError, ValueError, IndexError):
        status = file.stat()
        device = f"{os.major(status.st_dev):02x}:{os.minor(status.st_dev):02x}"
        locks = (root / "proc" / "locks").read_text("ascii").splitlines()
        words = [line.split() for line in locks]
        return frozenset(int(it[4]) for it in words if it[5] == f"{device}:{status.st_ino}")
    return frozenset()


def _processes(root: Path) -> Iterator[Path]:
    own = (root / "proc" / "self").resolve().name
    with suppress(OSError):
        for entry in sorted((root / "proc").iterdir()):
            if PROCESS.fullmatch(entry.name) and entry.name != own:
                yield entry


def _sockets(port: int, root: Path) -> Iterator[str]:
    for table in ("tcp", "tcp6"):
        with suppress(OSError):
            for line in (root / "proc" / "net" / table).read_text("ascii").splitlines()[1:]:
                words = line.split()
                if words[3] == LISTEN_STATE and int(words[1].rpartition(":")[2], 16) == port:
                    yield words[9]


PI_MODEL_PREFIX = "Raspberry Pi"
GROUPS = ("dialout", "gpio", "spi", "video")
BOOT_LOADER_IDS = {("2e8a", "0003"), ("2e8a", "000f")}
"""The USB ids of a Pico in its boot loader."""
LOW_VOLTAGE, HAD_LOW_VOLTAGE = 1 << 0, 1 << 16
THROTTLED_BITS = 0b1110
"""Bits of `vcgencmd get_throttled`: low voltage now or since the start; slowed down now."""
COMMAND_TIMEOUT = 5
"""Timeout in seconds of a system command."""
IN_MEMORY = ("tmpfs", "ramfs", "devtmpfs")

CommandRunner = Callable[[list[str]], str]
"""Runs a system command and returns its output; OSError if it fails."""


def run_command_output(command: list[str]) -> str:
    """Runs a system command and returns its output; OSError if it fails."""
    try:
        done = subprocess.run(  # noqa: S603 - only commands that are named in this file
            command, capture_output=True, text=True, check=True, timeout=COMMAND_TIMEOUT
        )
    except subprocess.SubprocessError as error:
        raise OSError(str(error)) from error
    return done.stdout


@dataclass(frozen=True, slots=True)
class MachineProbe:
    """A probe of the machine; tests replace its root, commands and user."""

    root: Path = Path("/")
    run: CommandRunner = run_command_output
    user: str = ""
    """Empty: the user of this process."""
    own_groups: frozenset[int] | None = None
    """The ids of the groups of this process; None: ask the system."""

    def machine(self) -> facts.MachineFacts:
        return facts.MachineFacts(
            system=f"{platform.system()} {platform.machine()}",
            python=platform.python_version(),
            user=self._user,
            model=self._model(),
            is_64_bit=platform.architecture()[0] == "64bit",
            power=self._power(),
            has_spi=(self.root / "dev" / "spidev0.0").exists(),
            groups=dict(self._groups()),
            modules=dict(_installed_modules()),
            has_bluetooth=any((self.root / "sys/class/bluetooth").glob("hci*")),
            has_modem_manager=is_running("ModemManager", self.root),
            today=datetime.now(UTC).date(),
            is_root=os.geteuid() == 0,
        )

    def boot_loader_count(self) -> int:
        devices = (self.root / "sys/bus/usb/devices").glob("*/idVendor")
        parts = ((vendor, vendor.with_name("idProduct")) for vendor in devices)
        ids = (tuple(self._text(part).strip() for part in each) for each in parts)
        return sum(each in BOOT_LOADER_IDS for each in ids)

    def folder(self, path: Path) -> facts.FolderFacts:
        existing = path
        while not os.path.lexists(existing) and existing != existing.parent:
            existing = existing.parent
        if not existing.is_dir():
            return facts.FolderFacts(path, is_folder=False)
        kind, options = self._mount(existing)
        upper = options.get("upperdir")
        volatile = kind in IN_MEMORY or bool(
            kind == "overlay" and upper and self._mount(Path(upper))[0] in IN_MEMORY
        )
        stat = os.statvfs(existing)
        return facts.FolderFacts(
            path,
            writable=os.access(existing, os.W_OK | os.X_OK),
            read_only="ro" in options,
            file_system=kind,
            volatile=volatile,
            free_bytes=stat.f_bavail * stat.f_frsize,
        )

    def page(self, service: ServiceSettings) -> facts.PageFacts:
        host = f"[{service.listen}]" if ":" in service.listen else service.listen
        try:
            with open_listener(service.listen, service.port) as listener:
                return facts.PageFacts(f"http://{host}:{listener.getsockname()[1]}/")
        except PortUnavailable as fault:
            port = fault.ports[0]
            holder = process_at_port(port, self.root) if fault.is_in_use else None
            return facts.PageFacts(
                f"http://{host}:{port}/",
                free=False,
                taken=fault.is_in_use,
                why=fault.error.strerror or "?",
                holder=holder,
            )

    @property
    def _user(self) -> str:
        if self.user:
            return self.user
        number = str(os.getuid())
        entries = (line.split(":") for line in self._text(self.root / "etc/passwd").splitlines())
        return next((words[0] for words in entries if words[2:3] == [number]), number)

    def _model(self) -> str | None:
        model = self._text(self.root / "proc/device-tree/model").strip("\0 \n")
        return model if model.startswith(PI_MODEL_PREFIX) else None

    def _power(self) -> facts.PowerFacts | None:
        """The power state from the firmware of a Pi, or else from its kernel; None if unknown."""
        with suppress(OSError, ValueError):
            bits = int(self.run(["vcgencmd", "get_throttled"]).strip().partition("=")[2], 16)
            return facts.PowerFacts(
                bool(bits & LOW_VOLTAGE), bool(bits & HAD_LOW_VOLTAGE), bool(bits & THROTTLED_BITS)
            )
        for name in (self.root / "sys/class/hwmon").glob("*/name"):
            alarm = self._text(name.with_name("in0_lcrit_alarm")).strip()
            if self._text(name).strip() == "rpi_volt" and alarm:
                return facts.PowerFacts(low=alarm != "0")
        return None

    def _groups(self) -> Iterator[tuple[str, facts.GroupMembership]]:
        own = self.own_groups
        if own is None:
            own = frozenset({os.getegid(), *os.getgroups()})
        for line in self._text(self.root / "etc/group").splitlines():
            name, _, number, members, *_ = [*line.split(":"), "", "", "", ""]
            if name in GROUPS and number.isdecimal():
                now = int(number) in own
                yield name, facts.GroupMembership(now, now or self._user in members.split(","))

    def _mount(self, path: Path) -> tuple[str, Mapping[str, str]]:
        """The file system type and the mount options of a folder."""
        best, kind, options = "", "", ""
        resolved = path.resolve()
        for line in self._text(self.root / "proc/self/mounts").splitlines():
            _, where, this_kind, these_options, *_ = [*line.split(), "", "", "", ""]
            mount_point = where.replace("\\040", " ")
            if resolved.is_relative_to(mount_point or "?") and len(mount_point) >= len(best):
                best, kind, options = mount_point, this_kind, these_options
        pairs = (option.partition("=") for option in options.split(","))
        return kind, {name: value for name, _, value in pairs}

    def _text(self, path: Path) -> str:
        with suppress(OSError):
            return path.read_text("utf-8", "replace")
        return ""


def _installed_modules() -> Iterator[tuple[str, str]]:
    """The installed optional modules with their versions, found without importing them."""
    for name in facts.OPTIONAL_MODULES:
        if find_spec(name) is None:
            continue
        try:
            yield name, metadata.version(name)
        except metadata.PackageNotFoundError:
            yield name, "?"


ANSWER_FOR_OPEN_FAILURE: Mapping[str, facts.PortAnswer] = {
    MISSING: facts.PortAnswer.MISSING,
    IN_USE: facts.PortAnswer.IN_USE,
    FORBIDDEN: facts.PortAnswer.FORBIDDEN,
}
"""The answers for known reasons why a port cannot be opened; others count as `NOT_OPENED`."""
ANSWER_FOR_FAULT: Mapping[SessionFaultKind, facts.PortAnswer] = {
    SessionFaultKind.SILENT: facts.PortAnswer.SILENT,
    SessionFaultKind.ECHO: facts.PortAnswer.ECHO,
    SessionFaultKind.NO_BOARD: facts.PortAnswer.FOREIGN,
    SessionFaultKind.CHECKSUM: facts.PortAnswer.WRONG_CHECK,
    SessionFaultKind.KIND: facts.PortAnswer.FOREIGN,
    SessionFaultKind.PROTOCOL: facts.PortAnswer.OTHER_WIRE,
}
"""The answers for known faults of a conversation; others count as a board that misbehaves."""


async def probe_port(port: Port, clock: Clock) -> facts.ProbedPort:
    """Probes a port; takes a few seconds if nothing answers."""
    session, listener = Session(), _CrashListener()
    runner = SessionRunner(port, clock, session, listener)
    try:
        info = await runner.begin()
    except PortFault as fault:
        if runner.fault is not None:
            return _classify(port.address, runner.fault, session, listener)
        answer = ANSWER_FOR_OPEN_FAILURE.get(fault.why, facts.PortAnswer.NOT_OPENED)
        return facts.ProbedPort(port.address, answer, why=fault.why)
    await runner.end()
    return facts.ProbedPort(port.address, facts.PortAnswer.BOARD, info)


class _CrashListener:
    """A listener that stores only the last line of a traceback."""

    def __init__(self) -> None:
        self.last_line = ""

    def on_update(self, update: SensorStates | PressCounts | DiceReport) -> None:
        """Ignores what the board reports."""

    def on_lost(self, why: str) -> None:
        """Ignores that the board is gone."""

    def on_crash(self, traceback: str) -> None:
        """Stores the last line of a traceback, which names the error."""
        *_, self.last_line = ["MicroPython", *traceback.split("\n")]


def _classify(
    where: str, fault: SessionFault, session: Session, listener: _CrashListener
) -> facts.ProbedPort:
    if session.noise.has_stopped:
        return facts.ProbedPort(where, facts.PortAnswer.CRASHED, why=listener.last_line)
    if session.info is not None:
        return facts.ProbedPort(where, facts.PortAnswer.MISBEHAVING, why=str(fault))
    if fault.kind is SessionFaultKind.FLOOD and (quote := session.noise.quote(b"")):
        # A device that floods the port with foreign lines is not a board, but perhaps a modem.
        return facts.ProbedPort(where, facts.PortAnswer.FOREIGN, why=quote)
    answer = ANSWER_FOR_FAULT.get(fault.kind, facts.PortAnswer.MISBEHAVING)
    reason = str(fault) if answer is facts.PortAnswer.MISBEHAVING else fault.detail or str(fault)
    return facts.ProbedPort(where, answer, why=reason)
