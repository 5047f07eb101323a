"""Runs the tests nearest to what has changed, nearest first, for about half a minute.

A test file is as near as its chain of imports to a changed module is short. What has changed is
what differs from the last commit; if nothing does, what the last commit has changed.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from tools.bootstrap import ROOT, say

SECONDS = 15
"""Seconds in which tests may begin; collecting them takes up to ten more."""
LEFT_OUT = "not (browser or firmware or soak or release)"
HOUSE = Path("tests/house")
"""The rules that every change must keep."""
PROVED_IN = {Path("service/web/page"): Path("tests/page")}
"""Folders without Python, and where their tests are."""
EVERYTHING = (Path("pyproject.toml"), Path("tests/conftest.py"))
"""Files on which every test depends."""
NO_TESTS = 5
"""Exit code of pytest if it has found none."""
Modules = Mapping[str, Path]


def main(options: list[str]) -> int:
    """Runs the tests, and returns the exit code of pytest."""
    changed = changed_files(ROOT)
    nearest = nearest_tests(ROOT, changed)
    files = [*nearest, HOUSE]
    say(summary_of(changed, nearest, is_committed=not uncommitted_files(ROOT)))
    command = ["-m", "pytest", "-q", "-m", LEFT_OUT, f"--seconds={SECONDS}", *options]
    run = subprocess.run([sys.executable, *command, *map(str, files)], cwd=ROOT, check=False)
    return 0 if run.returncode == NO_TESTS else run.returncode


def summary_of(changed: Sequence[Path], nearest: Sequence[Path], *, is_committed: bool) -> str:
    """A sentence about what has changed since when, and how many tests depend on it."""
    files = "1 file" if len(changed) == 1 else f"{len(changed)} files"
    change = f"the last commit changed {files}" if is_committed else f"you have changed {files}"
    depend = "file of tests depends" if len(nearest) == 1 else "files of tests depend"
    return f"{change}; {len(nearest)} {depend} on that"


def changed_files(root: Path) -> list[Path]:
    """The files that differ from the last commit, or else those that it has changed."""
    last_commit = _git(root, "diff", "-z", "--no-renames", "--name-only", "HEAD~1")
    return uncommitted_files(root) or sorted(set(last_commit))


def uncommitted_files(root: Path) -> list[Path]:
    """The files that differ from the last commit."""
    untracked = _git(root, "ls-files", "-z", "--others", "--exclude-standard")
    differing = _git(root, "diff", "-z", "--no-renames", "--name-only", "HEAD")
    return sorted({*differing, *untracked})


def nearest_tests(root: Path, changed: Collection[Path]) -> list[Path]:
    """The files of tests that depend on any changed file, the nearest first."""
    modules = modules_of(root)
    tests = {path for path in modules.values() if path.name.startswith("test_")}
    if set(changed) & set(EVERYTHING):
        return sorted(tests)
    importers = importers_of(root, modules, {_name(path) for path in changed})
    distances = dict.fromkeys(touched_modules(changed, modules), 0)
    waiting = list(distances)
    for module in waiting:
        for importer in importers.get(module, ()):
            if importer not in distances:
                distances[importer] = distances[module] + 1
                waiting.append(importer)
    near = {modules[name]: many for name, many in distances.items() if name in modules}
    return sorted(tests & set(near), key=lambda path: (near[path], path))


def touched_modules(changed: Iterable[Path], modules: Modules) -> Iterator[str]:
    """The changed modules, deleted ones too; for other files those nearest in the folders above."""
    by_path = {path: name for name, path in modules.items()}
    for path in changed:
        if path.suffix == ".py":
            yield _name(path)
        else:
            folders = {it.parent for it in by_path}
            home = next((above for above in path.parents if above in folders), None)
            homes = {home, *(PROVED_IN.get(above) for above in path.parents)}
            yield from (name for it, name in by_path.items() if it.parent in homes)


def modules_of(root: Path) -> Modules:
    """Every Python file that git knows, by its dotted name."""
    listed = _git(root, "ls-files", "-z", "--cached", "--others", "--exclude-standard", "*.py")
    return {_name(path): path for path in sorted(listed) if (root / path).is_file()}


def importers_of(root: Path, modules: Modules, deleted: Collection[str]) -> dict[str, set[str]]:
    """The modules that import each module, or one that was deleted."""
    importers: dict[str, set[str]] = {}
    for name, path in modules.items():
        for imported in _imports(root / path):
            # What is imported may be a name inside of a module.
            for known in (imported, imported.rpartition(".")[0]):
                if known in modules or known in deleted:
                    importers.setdefault(known, set()).add(name)
                    break
    return importers


def _imports(path: Path) -> Iterator[str]:
    """The dotted names that a file imports; none if it is no Python, which its tests will say."""
    with suppress(SyntaxError):
        yield from _imported_names(ast.parse(path.read_bytes()))


def _imported_names(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _name(path: Path) -> str:
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _git(root: Path, *command: str) -> list[Path]:
    git = subprocess.run(["git", *command], cwd=root, capture_output=True, text=True, check=False)
    return [Path(name) for name in git.stdout.split("\0") if name]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
