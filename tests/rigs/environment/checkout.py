"""Paths of the checkout and its rooms, and the imports of their modules."""

import ast
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
ROOMS = ("engine", "hardware", "firmware_bridge", "vision", "referee", "simulation", "service")


def modules(root: Path, folders: tuple[str, ...] = ROOMS) -> Iterator[Path]:
    for folder in folders:
        yield from sorted((root / folder).rglob("*.py"))


def docstrings(tree: ast.AST) -> Iterator[ast.Constant]:
    """Every bare string: it documents a module, a definition, or the attribute above it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield node.value


def plant(root: Path, where: str, text: str) -> None:
    """Writes a file into a planted checkout."""
    path = root / where
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"{text}\n", encoding="utf-8")


def tracked_files(root: Path) -> list[Path]:
    """Every file that git tracks, or would track if it were added."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    git = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    if git.returncode:
        pytest.skip(f"this is no git checkout: {git.stderr.strip()}")
    listed = (root / name for name in git.stdout.split("\0") if name)
    return sorted(path for path in listed if path.is_file())


@dataclass(frozen=True, slots=True)
class UsedName:
    """One name that a module imports or uses, dotted, with its line."""

    line: int
    name: str

    def is_within(self, prefixes: frozenset[str]) -> bool:
        """True if the name is one of these, or inside one of these."""
        parts = self.name.split(".")
        return any(".".join(parts[:length]) in prefixes for length in range(1, len(parts) + 1))


def imports(tree: ast.AST) -> Iterator[UsedName]:
    """Every import at any depth; relative ones cannot leave their room and are left out."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (UsedName(node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield from (
                UsedName(node.lineno, f"{node.module}.{alias.name}") for alias in node.names
            )


def bare_names(tree: ast.AST) -> Iterator[UsedName]:
    """Every name used on its own, built-in functions among them."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            yield UsedName(node.lineno, node.id)
