"""Writes the hash-locked requirement files, which name packages and digests but no hosts."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tools.bootstrap import LOCKS, ROOT, install, make_venv

UV = "uv>=0.8,<1"
GROUPS = {"run": ["build"], "dev": ["build", "dev"], "bench": ["build", "dev", "bench"]}
COMPILE = ["pip", "compile", "--quiet", "--universal", "--python-version", "3.11"]
BARE = ["--generate-hashes", "--no-header", "--no-annotate"]
# It comes without a wheel, and gym-backgammon's rules do not need it; nor do those of pydraughts
# need a loader of other programs.
LEFT_OUT = "gym ; python_version < '3'\nmsl-loadlib ; python_version < '3'"


def main(options: list[str]) -> None:
    """Locks every kind of set-up; `--upgrade` moves to the newest versions allowed."""
    with tempfile.TemporaryDirectory() as folder:
        install(make_venv(Path(folder)), [UV], "uv")
        left_out = Path(folder, "left-out.txt")
        left_out.write_text(LEFT_OUT, encoding="utf-8")
        for kind in LOCKS:
            lock(Path(folder, "bin", "uv"), kind, ["--override", str(left_out), *options])


def lock(uv: Path, kind: str, options: list[str]) -> None:
    """Writes one lock file, which agrees with those written before it."""
    groups = [word for group in GROUPS[kind] for word in ("--group", group)]
    before = [*LOCKS.values()][: [*LOCKS].index(kind)]
    agree = [word for name in before for word in ("--constraint", name)]
    output = ["--output-file", LOCKS[kind], "pyproject.toml"]
    command = [str(uv), *COMPILE, *BARE, *groups, *agree, *options, *output]
    subprocess.run(
        command, cwd=ROOT, env=clean_environment(), stdout=subprocess.DEVNULL, check=True
    )


def clean_environment() -> dict[str, str]:
    """Keeps this machine's own package index and settings out of the lock."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("UV_", "PIP_"))}
    return kept | {"UV_NO_CONFIG": "1"}


if __name__ == "__main__":
    main(sys.argv[1:])
