"""Reads what a module reaches for, without running it."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Reach:
    """One name that a module takes from elsewhere, dotted, and the line it does so."""

    line: int
    name: str

    def is_within(self, prefixes: frozenset[str]) -> bool:
        """Tell whether the name is one of these, or a part of one of these."""
        parts = self.name.split(".")
        return any(".".join(parts[:length]) in prefixes for length in range(1, len(parts) + 1))


def imports(tree: ast.AST) -> Iterator[Reach]:
    """Every import, wherever it stands; a relative one cannot leave its room and is left out."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (Reach(node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield from (Reach(node.lineno, f"{node.module}.{alias.name}") for alias in node.names)


def bare_names(tree: ast.AST) -> Iterator[Reach]:
    """Every name used on its own, built-in functions among them."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            yield Reach(node.lineno, node.id)
