"""Copies files to a Pico with mpremote, so that half a copy can always be made whole again."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory

from service.firmware.built import Value, told, written
from service.firmware.files import SETTINGS

PATIENCE = 180
"""Seconds for all files; the slowest board we know takes a tenth of that."""
CALM = """\
import machine, os
if "RP2040" in os.uname().machine:
    machine.mem32[0x4005B000] = 1 << 30
"""
"""Stops the watchdog of a program that has ended, which would break the copying off."""
SAY_SETTINGS = f"""\
{CALM}
try:
    print(open("{SETTINGS}").read())
except OSError:
    pass
"""
NO_PROMPT = "could not enter raw repl"
NO_ACCESS = ("failed to access", "no device", "device disconnected")
NO_ROOM = ("OSError: 28", "ENOSPC", "No space left")


@dataclass(frozen=True, slots=True)
class Done:
    """How a command ended, and all that it said."""

    code: int
    said: str


Run = Callable[[Sequence[str]], Done]
"""Runs mpremote with these arguments."""


class Snag(Enum):
    """Why nothing could be copied."""

    NO_MICROPYTHON = "no_micropython"
    NO_ACCESS = "no_access"
    NO_ROOM = "no_room"
    OTHER = "other"


class NotCopied(Exception):
    """The board could not be given its files."""

    def __init__(self, snag: Snag, said: str) -> None:
        super().__init__(said)
        self.snag = snag
        self.said = said


def mpremote(arguments: Sequence[str]) -> Done:
    """Run it, as it is installed beside Kibitz."""
    command = [sys.executable, "-m", "mpremote", *arguments]
    try:
        done = subprocess.run(  # noqa: S603 - our own interpreter
            command, capture_output=True, text=True, check=False, timeout=PATIENCE, errors="replace"
        )
    except subprocess.TimeoutExpired:
        return Done(1, f"mpremote has not come to an end within {PATIENCE} s")
    return Done(done.returncode, done.stdout if done.returncode == 0 else done.stdout + done.stderr)


def install(
    port: str, files: Mapping[str, str], said: Mapping[str, Value], run: Run = mpremote
) -> Mapping[str, Value]:
    """Copy these files and start the board anew; NotCopied if that cannot be done.

    What the board was told of how it is built stays, as far as nothing else is said now.
    """
    kept = told(_run(run, port, "exec", SAY_SETTINGS))
    built = {**told(files[SETTINGS]), **kept, **said}
    texts = {**files, SETTINGS: written(files[SETTINGS], built)}
    with TemporaryDirectory(prefix="kibitz-") as folder:
        copies = []
        for name, text in texts.items():
            local = Path(folder, name)
            local.parent.mkdir(parents=True, exist_ok=True)
            local.write_text(text, "utf-8", newline="\n")
            copies += ["+", "fs", "cp", str(local), f":{name}"]
        _run(run, port, "exec", CALM + _folders(texts), *copies, "+", "reset")
    return built


def _folders(names: Mapping[str, str]) -> str:
    """A program that makes the folders for these files, where they are not there."""
    folders = {str(it) for name in names for it in PurePosixPath(name).parents} - {"."}
    return (
        f"for folder in {sorted(folders)!r}:\n"
        "    try:\n"
        "        os.mkdir(folder)\n"
        "    except OSError:\n"
        "        pass\n"
    )


def _run(run: Run, port: str, *command: str) -> str:
    done = run(["connect", port, *command])
    if NO_PROMPT in done.said:
        # A program that ran has perhaps swallowed the question for a prompt together with the stop.
        done = run(["connect", port, *command])
    if done.code == 0:
        return done.said
    *_, last = ["?", *(line for line in done.said.strip().splitlines() if line.strip())]
    raise NotCopied(_snag(done.said), last.strip())


def _snag(said: str) -> Snag:
    if NO_PROMPT in said:
        return Snag.NO_MICROPYTHON
    if any(words in said for words in NO_ACCESS):
        return Snag.NO_ACCESS
    return Snag.NO_ROOM if any(words in said for words in NO_ROOM) else Snag.OTHER
