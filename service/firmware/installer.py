"""The files of the firmware, their installation with mpremote, and edits of settings.py."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from importlib.resources import files
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from types import MappingProxyType

from hardware.sensor_map import SensorMap

FIRMWARE_ROOM = "firmware_bridge"
PICO_FOLDER = f"lib/{FIRMWARE_ROOM}/pico"
"""The folder of the firmware on a Pico."""
START_FILE = "main.py"
"""The file that a Pico starts; copied last, so that an incomplete copy is never started."""
SETTINGS_FILE = f"{PICO_FOLDER}/settings.py"
SKIPPED_CONDITION = "TYPE_CHECKING"
"""The condition whose block a Pico never executes."""


def firmware_files() -> Mapping[str, str]:
    """The text of each file by its path on the Pico, in the order of copying."""
    found: dict[str, str] = {}
    waiting = [f"{FIRMWARE_ROOM}.pico.main"]
    while waiting:
        module = waiting.pop()
        if module not in found:
            found[module] = _text(module)
            waiting += _imports(found[module])
    start = found.pop(f"{FIRMWARE_ROOM}.pico.main")
    texts = {
        f"lib/{FIRMWARE_ROOM}/__init__.py": _text(FIRMWARE_ROOM),
        f"{PICO_FOLDER}/__init__.py": _text(f"{FIRMWARE_ROOM}.pico"),
    }
    texts |= {f"lib/{module.replace('.', '/')}.py": found[module] for module in sorted(found)}
    return MappingProxyType({**texts, f"{PICO_FOLDER}/{START_FILE}": start, START_FILE: start})


def _imports(text: str) -> Iterator[str]:
    """The modules of our firmware that a program imports, at its start or later."""
    for node in _executed_nodes(ast.parse(text)):
        module = (node.module or "") if isinstance(node, ast.ImportFrom) else ""
        if isinstance(node, ast.ImportFrom) and module == f"{FIRMWARE_ROOM}.pico":
            yield from (f"{module}.{alias.name}" for alias in node.names)
        elif module.partition(".")[0] == FIRMWARE_ROOM:
            yield module


def _executed_nodes(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a program that a Pico may execute."""
    yield node
    for child in ast.iter_child_nodes(node):
        if not (isinstance(child, ast.If) and SKIPPED_CONDITION in ast.unparse(child.test)):
            yield from _executed_nodes(child)


def _text(module: str) -> str:
    room, *rest = module.split(".")
    place = files(room).joinpath(*rest)
    if place.is_dir():
        return place.joinpath("__init__.py").read_text("utf-8")
    return files(room).joinpath(*rest[:-1], f"{rest[-1]}.py").read_text("utf-8")


BoardSetting = str | int | bool | None
ALLOWED_SETTINGS: Mapping[str, tuple[type, ...]] = {
    "SENSORS": (str, type(None)),
    "GAME": (str,),
    "LAYOUT": (str,),
    "CELLS": (int,),
    "SENSOR_PLACES": (str,),
    "LAMPS": (int,),
    "LAMP_PLACES": (str,),
    "MILLIAMPS": (int,),
    "BUTTONS": (int,),
    "BUZZER": (bool,),
    "DICE": (int,),
}
"""The names of all settings, with their allowed types."""


def layout_settings(sensor_map: SensorMap) -> Mapping[str, BoardSetting]:
    """The settings of a board that is wired as this map says, with one lamp at each place."""
    return {
        "GAME": sensor_map.board.name,
        "LAYOUT": sensor_map.name,
        "CELLS": len(sensor_map),
        "SENSOR_PLACES": sensor_map.sensor_runs,
        "LAMPS": len(sensor_map.lamps),
        "LAMP_PLACES": sensor_map.lamp_runs,
    }


def parse_board_settings(text: str) -> Mapping[str, BoardSetting]:
    """Parses a `settings.py`; ignores everything that is not an allowed setting."""
    try:
        program = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError):
        return {}
    values: dict[str, BoardSetting] = {}
    for line in program.body:
        match line:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Constant(value=value)):
                if name in ALLOWED_SETTINGS and type(value) in ALLOWED_SETTINGS[name]:
                    values[name] = value  # type: ignore[assignment]  # checked just above
    return values


def write_board_settings(template: str, values: Mapping[str, BoardSetting]) -> str:
    """The template with these values; ValueError unless it contains each name once."""
    for name, value in values.items():
        before, *after = re.split(rf"^{name} = .*$", template, flags=re.MULTILINE)
        if len(after) != 1:
            raise ValueError(f"the template of settings.py must assign {name} exactly once")
        template = f"{before}{name} = {_as_python(value)}{after[0]}"
    return template


def _as_python(value: BoardSetting) -> str:
    return json.dumps(value) if isinstance(value, str) else repr(value)


COPY_TIMEOUT = 180
"""Timeout in seconds for all files; the slowest known board takes a tenth of it."""
STOP_WATCHDOG = """\
import machine, os
if "RP2040" in os.uname().machine:
    machine.mem32[0x4005B000] = 1 << 30
"""
"""A program that stops the watchdog of an ended firmware, which would abort the copying."""
PRINT_SETTINGS = f"""\
{STOP_WATCHDOG}
try:
    print(open("{SETTINGS_FILE}").read())
except OSError:
    pass
"""
NO_PROMPT_TEXT = "could not enter raw repl"
NO_ACCESS_TEXTS = ("failed to access", "no device", "device disconnected")
NO_ROOM_TEXTS = ("OSError: 28", "ENOSPC", "No space left")


@dataclass(frozen=True, slots=True)
class CommandResult:
    """The exit code and the output of a command."""

    code: int
    output: str


MpremoteRunner = Callable[[Sequence[str]], CommandResult]
"""Runs mpremote with these arguments."""


class CopyProblem(Enum):
    """The reason why nothing could be copied."""

    NO_MICROPYTHON = "no_micropython"
    NO_ACCESS = "no_access"
    NO_ROOM = "no_room"
    OTHER = "other"


class CopyError(Exception):
    """Raised if the files could not be copied to the board."""

    def __init__(self, problem: CopyProblem, output: str) -> None:
        super().__init__(output)
        self.problem = problem
        self.output = output


def mpremote(arguments: Sequence[str]) -> CommandResult:
    """Runs the mpremote that is installed beside Kibitz."""
    command = [sys.executable, "-m", "mpremote", *arguments]
    try:
        done = subprocess.run(  # noqa: S603 - our own interpreter
            command,
            capture_output=True,
            text=True,
            check=False,
            timeout=COPY_TIMEOUT,
            errors="replace",
        )
    except subprocess.TimeoutExpired:
        return CommandResult(1, f"mpremote has not finished within {COPY_TIMEOUT} s")
    output = done.stdout if done.returncode == 0 else done.stdout + done.stderr
    return CommandResult(done.returncode, output)


def install(
    port: str,
    files: Mapping[str, str],
    given: Mapping[str, BoardSetting],
    run: MpremoteRunner = mpremote,
) -> Mapping[str, BoardSetting]:
    """Copies these files and restarts the board; CopyError if that fails.

    The settings that the board has remain, except for those given now. Returns all settings.
    """
    stored = parse_board_settings(_run_mpremote(run, port, "exec", PRINT_SETTINGS))
    settings = {**parse_board_settings(files[SETTINGS_FILE]), **stored, **given}
    texts = {**files, SETTINGS_FILE: write_board_settings(files[SETTINGS_FILE], settings)}
    with TemporaryDirectory(prefix="kibitz-") as folder:
        copies = []
        for name, text in texts.items():
            local = Path(folder, name)
            local.parent.mkdir(parents=True, exist_ok=True)
            local.write_text(text, "utf-8", newline="\n")
            copies += ["+", "fs", "cp", str(local), f":{name}"]
        _run_mpremote(run, port, "exec", STOP_WATCHDOG + _folders(texts), *copies, "+", "reset")
    return settings


def _folders(names: Mapping[str, str]) -> str:
    """A program that creates the missing folders for these files."""
    folders = {str(it) for name in names for it in PurePosixPath(name).parents} - {"."}
    return (
        f"for folder in {sorted(folders)!r}:\n"
        "    try:\n"
        "        os.mkdir(folder)\n"
        "    except OSError:\n"
        "        pass\n"
    )


def _run_mpremote(run: MpremoteRunner, port: str, *command: str) -> str:
    result = run(["connect", port, *command])
    if NO_PROMPT_TEXT in result.output:
        # A running program may have swallowed the request for a prompt together with the stop.
        result = run(["connect", port, *command])
    if result.code == 0:
        return result.output
    *_, last = ["?", *(line for line in result.output.strip().splitlines() if line.strip())]
    raise CopyError(_copy_problem(result.output), last.strip())


def _copy_problem(output: str) -> CopyProblem:
    if NO_PROMPT_TEXT in output:
        return CopyProblem.NO_MICROPYTHON
    if any(words in output for words in NO_ACCESS_TEXTS):
        return CopyProblem.NO_ACCESS
    no_room = any(words in output for words in NO_ROOM_TEXTS)
    return CopyProblem.NO_ROOM if no_room else CopyProblem.OTHER
