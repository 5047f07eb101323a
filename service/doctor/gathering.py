"""Finds out what is so on a machine, by looking and without changing anything."""

from __future__ import annotations

import os
import platform
import subprocess
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path

from service.config.settings import Service
from service.doctor.facts import MODULES, Folder, Machine, Membership, Page, Power
from service.doctor.holders import holder_of_port, is_running
from service.web.server import NoPort, listening

PI = "Raspberry Pi"
GROUPS = ("dialout", "gpio", "spi", "video")
LOADERS = {("2e8a", "0003"), ("2e8a", "000f")}
"""How a Pico calls itself over USB while it waits for a program."""
LOW, WAS_LOW = 1 << 0, 1 << 16
SLOWED = 0b1110
"""What `vcgencmd get_throttled` says: supply low now or since the start; slowed down now."""
SLOW_TO_ANSWER = 5
"""Seconds after which a command of the system is given up."""
IN_MEMORY = ("tmpfs", "ramfs", "devtmpfs")

Run = Callable[[list[str]], str]
"""What a command of the system answers; OSError if it cannot."""


def run(command: list[str]) -> str:
    """What a command of the system answers; OSError if it cannot."""
    try:
        done = subprocess.run(  # noqa: S603 - only commands that are named in this file
            command, capture_output=True, text=True, check=True, timeout=SLOW_TO_ANSWER
        )
    except subprocess.SubprocessError as error:
        raise OSError(str(error)) from error
    return done.stdout


@dataclass(frozen=True, slots=True)
class Looking:
    """From where the machine is looked at, and who looks."""

    root: Path = Path("/")
    run: Run = run
    user: str = ""
    """None is whoever runs this."""
    own_groups: frozenset[int] | None = None
    """The numbers of the groups in which this process is; None is to ask the system."""

    def machine(self) -> Machine:
        """The computer."""
        return Machine(
            system=f"{platform.system()} {platform.machine()}",
            python=platform.python_version(),
            user=self._user,
            model=self._model(),
            wide=platform.architecture()[0] == "64bit",
            power=self._power(),
            has_spi=(self.root / "dev" / "spidev0.0").exists(),
            groups=dict(self._groups()),
            modules=dict(_modules()),
            has_bluetooth=any((self.root / "sys/class/bluetooth").glob("hci*")),
            has_modem_manager=is_running("ModemManager", self.root),
            today=datetime.now(UTC).date(),
            is_root=os.geteuid() == 0,
        )

    def loaders(self) -> int:
        """How many Picos wait for a program."""
        devices = (self.root / "sys/bus/usb/devices").glob("*/idVendor")
        kinds = (
            (self._text(path).strip(), self._text(path.with_name("idProduct")).strip())
            for path in devices
        )
        return sum(kind in LOADERS for kind in kinds)

    def folder(self, path: Path) -> Folder:
        """Where journals would be kept."""
        there = path
        while not os.path.lexists(there) and there != there.parent:
            there = there.parent
        if not there.is_dir():
            return Folder(path, is_folder=False)
        kind, options = self._mount(there)
        below = options.get("upperdir")
        volatile = kind in IN_MEMORY or bool(
            kind == "overlay" and below and self._mount(Path(below))[0] in IN_MEMORY
        )
        stat = os.statvfs(there)
        return Folder(
            path,
            writable=os.access(there, os.W_OK | os.X_OK),
            read_only="ro" in options,
            kind=kind,
            volatile=volatile,
            free=stat.f_bavail * stat.f_frsize,
        )

    def page(self, service: Service) -> Page:
        """Where the page would be served."""
        host = f"[{service.listen}]" if ":" in service.listen else service.listen
        try:
            with listening(service.listen, service.port) as line:
                return Page(f"http://{host}:{line.getsockname()[1]}/")
        except NoPort as fault:
            port = fault.ports[0]
            holder = holder_of_port(port, self.root) if fault.taken else None
            return Page(
                f"http://{host}:{port}/",
                free=False,
                taken=fault.taken,
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
        return model if model.startswith(PI) else None

    def _power(self) -> Power | None:
        """What the firmware of a Pi tells, or else what its kernel does."""
        with suppress(OSError, ValueError):
            told = int(self.run(["vcgencmd", "get_throttled"]).strip().partition("=")[2], 16)
            return Power(bool(told & LOW), bool(told & WAS_LOW), bool(told & SLOWED))
        for name in (self.root / "sys/class/hwmon").glob("*/name"):
            alarm = self._text(name.with_name("in0_lcrit_alarm")).strip()
            if self._text(name).strip() == "rpi_volt" and alarm:
                return Power(low=alarm != "0")
        return None

    def _groups(self) -> Iterator[tuple[str, Membership]]:
        own = self.own_groups
        if own is None:
            own = frozenset({os.getegid(), *os.getgroups()})
        for line in self._text(self.root / "etc/group").splitlines():
            name, _, number, members, *_ = [*line.split(":"), "", "", "", ""]
            if name in GROUPS and number.isdecimal():
                now = int(number) in own
                yield name, Membership(now, now or self._user in members.split(","))

    def _mount(self, path: Path) -> tuple[str, Mapping[str, str]]:
        """The kind of the file system on which a folder is, and how it was mounted."""
        best, kind, options = "", "", ""
        whole = path.resolve()
        for line in self._text(self.root / "proc/self/mounts").splitlines():
            _, where, its_kind, its_options, *_ = [*line.split(), "", "", "", ""]
            place = where.replace("\\040", " ")
            if whole.is_relative_to(place or "?") and len(place) >= len(best):
                best, kind, options = place, its_kind, its_options
        pairs = (option.partition("=") for option in options.split(","))
        return kind, {name: value for name, _, value in pairs}

    def _text(self, path: Path) -> str:
        with suppress(OSError):
            return path.read_text("utf-8", "replace")
        return ""


def _modules() -> Iterator[tuple[str, str]]:
    """Those modules that could be imported, without doing it."""
    for name in MODULES:
        if find_spec(name) is None:
            continue
        try:
            yield name, metadata.version(name)
        except metadata.PackageNotFoundError:
            yield name, "?"
