"""Makes the virtual environments from the hash-locked files, with the standard library alone."""

from __future__ import annotations

import argparse
import hashlib
import importlib.util
import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tools import micropython, typescript

OLDEST_PYTHON = (3, 11)
ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
BENCH_VENV = ROOT / ".venv-bench"
"""The peers have a place of their own, so that the developer's stays small."""
LOCKS = {
    "run": "requirements.lock",
    "dev": "requirements-dev.lock",
    "bench": "requirements-bench.lock",
}
ENOUGH = {"run": ("run", "dev"), "dev": ("dev",), "bench": ("bench",)}
"""The kinds of set-up that will do for a kind of work."""
METADATA = (("project",), ("build-system",), ("tool", "hatch"))
"""The tables of pyproject.toml that an installation depends on."""
PIP_INSTALL = ["install", "-qq", "--disable-pip-version-check", "--no-input", "--retries", "5"]
PIP_FREEZE = ["--disable-pip-version-check", "freeze", "--exclude", "kibitz"]
EDITABLE = ["--no-deps", "--no-build-isolation", "--editable"]
LOCKED_NAME = re.compile(r"^([A-Za-z0-9][A-Za-z0-9._-]*)==", re.MULTILINE)
ENDINGS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
STOPPED = 128 + signal.SIGINT


class SetupError(Exception):
    """The set-up cannot go on; the message tells a person why, in one sentence."""


def main() -> None:
    """Makes the set-up ready for the kind of work asked for, or says in one sentence why not."""
    parser = argparse.ArgumentParser(prog="bootstrap", description=__doc__)
    parser.add_argument("kind", choices=LOCKS, help="to run Kibitz, to develop or to measure it")
    # Whoever ends make, or loses the line to it, means the set-up as well, and pip with it.
    for ending in ENDINGS:
        # Ignored is what nohup wants.
        if signal.getsignal(ending) is not signal.SIG_IGN:
            signal.signal(ending, signal.default_int_handler)
    try:
        set_up(parser.parse_args().kind)
    except SetupError as fault:
        sys.exit(f"kibitz: {fault}")
    except KeyboardInterrupt:
        say("the set-up was stopped; the next make begins it anew")
        sys.exit(STOPPED)


def set_up(kind: str) -> None:
    """Leaves an environment ready for this kind of work, without touching it if it already is."""
    check_python(sys.version_info[:2])
    with setup_lock():
        if not is_ready(kind):
            make(kind)
        if kind == "dev":
            fetch_from_npm()


def fetch_from_npm() -> None:
    """Fetches what the tests and checks run in Node, and tells what could not be had."""
    for name, fetch in (("micropython", micropython.fetch), ("typescript", typescript.fetch)):
        if lacking := fetch(VENV / name):
            say(lacking)


@contextmanager
def setup_lock() -> Iterator[None]:
    """Waits until no other set-up is at work in this checkout, and keeps others waiting."""
    import fcntl  # which only POSIX systems have

    checkout = os.open(ROOT, os.O_RDONLY)
    try:
        try:
            fcntl.flock(checkout, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say("another set-up is at work here, and is waited for")
            fcntl.flock(checkout, fcntl.LOCK_EX)
        yield
    finally:
        os.close(checkout)


def make(kind: str) -> None:
    """Makes the environment anew from its lock file, beside the old one until it is whole."""
    venv = venv_of(kind)
    say(f"setting up {venv.name} from {LOCKS[kind]}")
    with building(venv) as new, noting_old_environment(venv):
        pip = make_venv(new, "--prompt", venv.name, *options_of(venv))
        install_locked(pip, LOCKS[kind])
        install(pip, [*EDITABLE, str(ROOT)], "Kibitz itself")
        if extras := extras_in(venv, pip, kind):
            added = " ".join(extras)
            hint = "what you do not need, take out with .venv/bin/pip uninstall"
            install(pip, ["--no-deps", *extras], f"what you had added ({added}; {hint})")
        stamp = "\n".join([fingerprint(kind), *sorted(locked_names(kind))])
        (new / stamp_of(kind).name).write_text(stamp, encoding="utf-8")


@contextmanager
def building(venv: Path) -> Iterator[Path]:
    """Gives an empty place for an environment; swaps it in at the end, if nothing was raised."""
    new, old = venv.with_name(f"{venv.name}-new"), venv.with_name(f"{venv.name}-old")
    # A power cut may have left both behind.
    clear_away(venv, new, old)
    try:
        yield new
        rename_inside(new, venv)
        if os.path.lexists(venv):
            venv.rename(old)
        new.rename(venv)
    finally:
        clear_away(venv, new, old)


@contextmanager
def noting_old_environment(venv: Path) -> Iterator[None]:
    """Adds to whatever goes wrong that an environment of before is still of use."""
    try:
        yield
    except SetupError as fault:
        program = venv / "bin" / "kibitz"
        if not program.exists():
            raise
        old = f"{program.relative_to(ROOT)} run --open"
        raise SetupError(f"{fault} What was set up before is untouched: {old}") from fault


def clear_away(venv: Path, new: Path, old: Path) -> None:
    """Removes what is left of a set-up; the old environment goes back if no new one is whole."""
    if os.path.lexists(old) and not os.path.lexists(venv):
        old.rename(venv)
    for left_over in (new, old):
        if left_over.is_symlink():
            left_over.unlink()
        shutil.rmtree(left_over, ignore_errors=True)


def rename_inside(new: Path, venv: Path) -> None:
    """Rewrites the environment's path in its programs before the rename."""
    for program in (*python_of(new).parent.iterdir(), new / "pyvenv.cfg"):
        if program.is_file() and not program.is_symlink():
            text = program.read_bytes()
            if os.fsencode(new) in text:
                program.write_bytes(text.replace(os.fsencode(new), os.fsencode(venv)))


def check_python(version: tuple[int, ...]) -> None:
    """Refuses a Python that is too old to run Kibitz."""
    if version < OLDEST_PYTHON:
        needed, found = (".".join(map(str, v)) for v in (OLDEST_PYTHON, version))
        raise SetupError(f"Python {needed} or newer is needed, and this is Python {found}.")


def is_ready(kind: str) -> bool:
    """Tells whether the environment was made for this kind, or for one that includes it."""
    made_for = (k for k in ENOUGH[kind] if stamp_of(k).is_file())
    return python_of(venv_of(kind)).exists() and any(
        stamp_of(k).read_text(encoding="utf-8").partition("\n")[0] == fingerprint(k)
        for k in made_for
    )


def venv_of(kind: str) -> Path:
    """Returns where the packages for this kind of work are kept."""
    return BENCH_VENV if kind == "bench" else VENV


def stamp_of(kind: str) -> Path:
    """Returns the file of a finished set-up: its fingerprint, and the names of all it locked."""
    return venv_of(kind) / f"kibitz-{kind}.stamp"


def fingerprint(kind: str) -> str:
    """Digests all that a set-up depends on: packages, metadata, Python and place."""
    lock = (ROOT / LOCKS[kind]).read_text(encoding="utf-8")
    parts = [lock, metadata(), sys.version, str(venv_of(kind))]
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()


def metadata() -> list[object]:
    """Returns what pyproject.toml says of the project itself."""
    import tomllib  # which an older Python does not have, and is told so

    tables: dict[str, object] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    found: list[object] = []
    for path in METADATA:
        table: object = tables
        for key in path:
            table = table.get(key) if isinstance(table, dict) else None
        found.append(table)
    return found


def locked_names(kind: str) -> set[str]:
    """Returns the names of the packages in a lock file."""
    return set(LOCKED_NAME.findall((ROOT / LOCKS[kind]).read_text(encoding="utf-8")))


def options_of(venv: Path) -> list[str]:
    """Returns the options that an environment was made with and is to keep."""
    settings = venv / "pyvenv.cfg"
    text = settings.read_text(encoding="utf-8") if settings.is_file() else ""
    shared = re.search(r"^include-system-site-packages\s*=\s*true", text, re.MULTILINE)
    return ["--system-site-packages"] if shared else []


def extras_in(venv: Path, pip: list[str], kind: str) -> list[str]:
    """Returns what somebody has added to an environment, as arguments of `pip install`."""
    folders = [*venv.glob("lib/python*/site-packages"), *venv.glob("Lib/site-packages")]
    if not folders:
        return []
    kinds = [k for k in LOCKS if venv_of(k) == venv and stamp_of(k).is_file()]
    known = {name for k in kinds for name in stamp_of(k).read_text("utf-8").split("\n")[1:]}
    # Also by the locks of today: a stamp may be older than the names in it.
    known = {normal(name) for name in known.union(*map(locked_names, [*kinds, kind]))}
    # Not by the old interpreter, which may be another one by now.
    paths = [word for folder in folders for word in ("--path", str(folder))]
    frozen = run([*pip[:3], *PIP_FREEZE, *paths], stdout=subprocess.PIPE)
    if frozen.returncode:
        raise SetupError(f"pip could not tell what {venv.name} holds; the lines above say why.")
    lines = [line for line in frozen.stdout.decode().splitlines() if not line.startswith("#")]
    return [
        word
        for line in lines
        if normal(re.split(r"[=@ ]", line)[0]) not in known
        for word in (line.split(maxsplit=1) if line.startswith("-e ") else [line])
    ]


def normal(name: str) -> str:
    """Returns a package's name as indexes compare it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def python_of(venv: Path) -> Path:
    """Finds the interpreter inside a virtual environment."""
    return venv / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def make_venv(venv: Path, *options: str) -> list[str]:
    """Makes an empty virtual environment; returns the command of a pip that installs into it."""
    command = [sys.executable, "-m", "venv", "--clear", *options]
    if runs([*command, str(venv)]):
        return [str(python_of(venv)), "-m", "pip"]
    if importlib.util.find_spec("pip") is None:
        raise SetupError("this Python has no venv: install it first (Debian: python3-venv).")
    say("this Python's venv lacks pip, so its own pip is used instead")
    if not runs([*command, "--without-pip", str(venv)]):
        raise SetupError(f"{venv.name} could not be made: is the disk full or the folder locked?")
    return [sys.executable, "-m", "pip", "--python", str(python_of(venv))]


def install_locked(pip: list[str], lock: str) -> None:
    """Installs exactly the files whose digests the lock names, and nothing they ask for beside."""
    hashed = ["--require-hashes", "--no-deps", "--only-binary", ":all:"]
    hashed += ["--requirement", str(ROOT / lock)]
    install(pip, hashed, f"the packages in {lock}")


def install(pip: list[str], arguments: list[str], what: str) -> None:
    """Runs pip, letting it tell the details if it fails."""
    if run([*pip, *PIP_INSTALL, *arguments]).returncode:
        raise SetupError(f"{what} could not be installed; the lines above say why.")


def runs(command: list[str]) -> bool:
    """Runs a command silently; returns whether it succeeded."""
    return run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT).returncode == 0


def run(
    command: list[str], *, stdout: int | None = None, stderr: int | None = None
) -> subprocess.CompletedProcess[bytes]:
    """Runs a command in a session of its own; whoever stops the set-up ends all of it.

    The terminal's Ctrl-C would otherwise reach pip as well, which says so in many lines.
    """
    # Whoever stops it while the command is being started ends it, too, as soon as it is known.
    signal.pthread_sigmask(signal.SIG_BLOCK, ENDINGS)
    try:
        process = subprocess.Popen(
            command,
            stdout=stdout,
            stderr=stderr,
            start_new_session=True,
            preexec_fn=let_be_stopped,  # noqa: PLW1509 - there is one thread
        )
        try:
            let_be_stopped()
            printed = output_of(process)
        except BaseException:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            raise
    finally:
        let_be_stopped()
    return subprocess.CompletedProcess(command, process.returncode, printed)


def output_of(process: subprocess.Popen[bytes]) -> bytes:
    """The output of a process that has ended.

    A signal that comes just before Python waits would be heard only after the wait, so none is
    longer than a second.
    """
    while True:
        with suppress(subprocess.TimeoutExpired):
            return process.communicate(timeout=1)[0]


def let_be_stopped() -> None:
    """Takes the signals again that end a set-up."""
    signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDINGS)


def say(text: str) -> None:
    """Tells the person waiting what is going on."""
    sys.stderr.write(f"kibitz: {text}\n")
    sys.stderr.flush()


if __name__ == "__main__":
    main()
