"""The packages of the service: their list in the documents, and the arrows between them."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.rigs.environment.checkout import ROOT, imports, modules

FILES = "storage.atomic_files"
"""A module that uses no other of the service, so packages below `storage` may read files by it."""
ARROWS = {
    FILES: (),
    "words": (),
    "firmware": ("words",),
    "schema": ("words",),
    "terminal": ("words",),
    "drivers": ("schema", "words"),
    "config": ("drivers", "schema", "words", FILES),
    "storage": ("config", "words", FILES),
    "records": ("storage", "words", FILES),
    "story": ("words", FILES),
    "camera": ("records", "words", FILES),
    "table": ("camera", "config", "drivers", "records", "storage", "words", FILES),
    "simulated_match": ("config", "drivers", "storage", "table", "terminal", "words"),
    "web": ("camera", "config", "records", "schema", "storage", "table", "words", FILES),
    "doctor": ("config", "drivers", "records", "table", "web", "words"),
    "cli": (
        "camera", "config", "doctor", "drivers", "firmware", "records", "schema",
        "simulated_match", "storage", "story", "table", "terminal", "web", "words", FILES,
    ),
    "__main__": ("cli",),
}  # fmt: skip
"""The packages that each package may import; all of them stand above it in this table."""


def breaches(root: Path) -> Iterator[str]:
    """Names each import of a package of the service by one that must not know it."""
    for path in modules(root, ("service",)):
        where = path.relative_to(root)
        own = package_of(".".join(where.with_suffix("").parts))
        for reach in imports(ast.parse(path.read_text("utf-8"))):
            if reach.is_within(frozenset({"service"})):
                target = package_of(reach.name)
                if target != own and target not in ARROWS.get(own, ()):
                    yield f"{where}:{reach.line}: {reach.name}"


def listed_packages(document: str) -> set[str]:
    """The packages in the table of packages of a document."""
    _, _, rest = document.partition("\n| package | what it does |\n")
    return set(re.findall(r"^\| `(\w+)` \|", rest.partition("\n\n")[0], re.MULTILINE))


def package_of(name: str) -> str:
    """The package of a module or of a name in it, as the table of arrows has it."""
    if name.startswith(f"service.{FILES}"):
        return FILES
    return name.split(".")[1] if "." in name else name


def test_packages_of_the_service_keep_to_their_arrows() -> None:
    assert list(breaches(ROOT)) == []


PACKAGES = {path.parent.name for path in (ROOT / "service").glob("*/__init__.py")}


def test_every_package_of_the_service_has_its_arrows() -> None:
    assert {name for name in ARROWS if name not in (FILES, "__main__")} == PACKAGES


def test_architecture_lists_the_packages_of_the_service() -> None:
    assert listed_packages((ROOT / "docs/architecture.md").read_text("utf-8")) == PACKAGES


def test_package_in_a_table_is_found() -> None:
    table = "| package | what it does |\n| --- | --- |\n| `web` | the page |\n\n| `no` | other |"
    assert listed_packages(f"Text.\n\n{table}") == {"web"}


def test_arrows_between_packages_form_no_cycle() -> None:
    above = set[str]()
    for package, targets in ARROWS.items():
        assert set(targets) <= above, package
        above.add(package)


@pytest.mark.parametrize(
    ("where", "text", "found"),
    [
        ("service/web/http/a.py", "from service.terminal import b", "service.terminal.b"),
        ("service/words/a.py", "import service.storage.codec", "service.storage.codec"),
        ("service/config/a.py", "from service.storage.codec import C", "service.storage.codec.C"),
        ("service/storage/atomic_files.py", "from service.words import a", "service.words.a"),
        ("service/schema/a.py", "def f():\n    from service import cli", "service.cli"),
        ("service/new/a.py", "import service.words.phrases", "service.words.phrases"),
        ("service/table/a.py", "import service.new.b", "service.new.b"),
        ("service/a.py", "import service.cli", "service.cli"),
        ("service/words/a.py", "import service", "service"),
    ],
)
def test_import_against_the_arrows_is_found(
    tmp_path: Path, where: str, text: str, found: str
) -> None:
    plant(tmp_path, where, text)

    line = text.count("\n") + 1
    assert list(breaches(tmp_path)) == [f"{where}:{line}: {found}"]


@pytest.mark.parametrize(
    ("where", "text"),
    [
        ("service/web/http/a.py", "from service.web.session import b\nimport service.words.b"),
        ("service/config/a.py", "from service.storage.atomic_files import read_small_file"),
        ("service/__main__.py", "from service.cli.root_command import main"),
    ],
)
def test_import_along_the_arrows_is_welcome(tmp_path: Path, where: str, text: str) -> None:
    plant(tmp_path, where, text)
    assert list(breaches(tmp_path)) == []


def plant(root: Path, where: str, text: str) -> None:
    path = root / where
    path.parent.mkdir(parents=True)
    path.write_text(text + "\n", encoding="utf-8")
