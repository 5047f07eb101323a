"""Makes the virtual environments from the hash-locked files, with the standard library alone."""

from __future__ import annotations

import argparse
import hashlib
import importlib.util
import os
import subprocess
import sys
from pathlib import Path

from tools import micropython

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
PIP_INSTALL = ["install", "-qq", "--disable-pip-version-check", "--no-input", "--retries", "5"]


class SetupError(Exception):
    """The set-up cannot go on; the message tells a person why, in one sentence."""


def main() -> None:
    """Make the set-up ready for the kind of work asked for, or say in one sentence why not."""
    parser = argparse.ArgumentParser(prog="bootstrap", description=__doc__)
    parser.add_argument("kind", choices=LOCKS, help="to run Kibitz, to develop or to measure it")
    try:
        set_up(parser.parse_args().kind)
    except SetupError as fault:
        sys.exit(f"kibitz: {fault}")


def set_up(kind: str) -> None:
    """Leave an environment ready for this kind of work, without touching it if it already is."""
    check_python(sys.version_info[:2])
    if not is_ready(kind):
        make(kind)
    if kind == "dev" and (lacking := micropython.bring(VENV / "micropython")):
        say(lacking)


def make(kind: str) -> None:
    """Make the environment anew from its lock file."""
    say(f"setting up {venv_of(kind).name} from {LOCKS[kind]}")
    pip = make_venv(venv_of(kind))
    install_locked(pip, LOCKS[kind])
    install(pip, ["--no-deps", "--no-build-isolation", "--editable", str(ROOT)], "Kibitz itself")
    stamp_of(kind).write_text(fingerprint(kind), encoding="utf-8")


def check_python(version: tuple[int, ...]) -> None:
    """Refuse a Python that is too old to run Kibitz."""
    if version < OLDEST_PYTHON:
        needed, found = (".".join(map(str, v)) for v in (OLDEST_PYTHON, version))
        raise SetupError(f"Python {needed} or newer is needed, and this is Python {found}.")


def is_ready(kind: str) -> bool:
    """Tell whether the environment was made for this kind, or for one that includes it."""
    made_for = (k for k in ENOUGH[kind] if stamp_of(k).is_file())
    return python_of(venv_of(kind)).exists() and any(
        stamp_of(k).read_text(encoding="utf-8") == fingerprint(k) for k in made_for
    )


def venv_of(kind: str) -> Path:
    """Where the packages for this kind of work are kept."""
    return BENCH_VENV if kind == "bench" else VENV


def stamp_of(kind: str) -> Path:
    """Where the fingerprint of a finished set-up is kept."""
    return venv_of(kind) / f"kibitz-{kind}.stamp"


def fingerprint(kind: str) -> str:
    """Digest all that a set-up depends on: packages, project, Python and place."""
    files = [(ROOT / name).read_bytes() for name in (LOCKS[kind], "pyproject.toml")]
    place = bytes(venv_of(kind))
    return hashlib.sha256(b"\0".join([*files, sys.version.encode(), place])).hexdigest()


def python_of(venv: Path) -> Path:
    """Find the interpreter inside a virtual environment."""
    return venv / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def make_venv(venv: Path) -> list[str]:
    """Make an empty virtual environment and return the command of a pip that installs into it."""
    if runs([sys.executable, "-m", "venv", "--clear", str(venv)]):
        return [str(python_of(venv)), "-m", "pip"]
    if importlib.util.find_spec("pip") is None:
        raise SetupError("this Python has no venv: install it first (Debian: python3-venv).")
    say("this Python's venv lacks pip, so its own pip is used instead")
    if not runs([sys.executable, "-m", "venv", "--clear", "--without-pip", str(venv)]):
        raise SetupError(f"{venv.name} could not be made: is the disk full or the folder locked?")
    return [sys.executable, "-m", "pip", "--python", str(python_of(venv))]


def install_locked(pip: list[str], lock: str) -> None:
    """Install exactly the files whose digests the lock names, and nothing they ask for beside."""
    hashed = ["--require-hashes", "--no-deps", "--only-binary", ":all:"]
    hashed += ["--requirement", str(ROOT / lock)]
    install(pip, hashed, f"the packages in {lock}")


def install(pip: list[str], arguments: list[str], what: str) -> None:
    """Run pip, letting it tell the details if it fails."""
    if subprocess.run([*pip, *PIP_INSTALL, *arguments], check=False).returncode:
        raise SetupError(f"{what} could not be installed; the lines above say why.")


def runs(command: list[str]) -> bool:
    """Run a command silently and tell whether it succeeded."""
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def say(text: str) -> None:
    """Tell the person waiting what is going on."""
    sys.stderr.write(f"kibitz: {text}\n")
    sys.stderr.flush()


if __name__ == "__main__":
    main()
