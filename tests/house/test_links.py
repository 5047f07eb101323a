"""Every link in the documents that stays inside the checkout leads somewhere."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from urllib.parse import unquote

import pytest

from tests.rigs.environment.checkout import ROOMS, ROOT, tracked_files

CODE = re.compile(r"^(```+|~~~+).*?^\1|`[^`\n]*`", re.DOTALL | re.MULTILINE)
LINK = re.compile(
    r"\]\(\s*<?([^)\s>]+)|^\[[^\]]+\]:\s*<?([^\s>]+)|(?:src|href)=\"([^\"]+)\"", re.MULTILINE
)
HEADING = re.compile(r"^#+\s+(.+?)\s*#*$", re.MULTILINE)
NAMED_FILE = re.compile(r"`((?:tests|tools|examples|docs|" + "|".join(ROOMS) + r")/[\w./-]+)`")
HISTORY = "CHANGELOG.md"
"""A document whose files may be gone."""
ELSEWHERE = re.compile(r"[a-z][a-z0-9+.-]*:|//", re.IGNORECASE)


def broken(papers: Iterable[Path]) -> Iterator[str]:
    for paper in papers:
        text = CODE.sub(lambda code: re.sub(r"[^\n]", " ", code[0]), paper.read_text("utf-8"))
        for found in LINK.finditer(text):
            link = found[1] or found[2] or found[3]
            if not ELSEWHERE.match(link) and not leads_somewhere(paper, link):
                line = text.count("\n", 0, found.start()) + 1
                yield f"{paper.name}:{line}: {link}"


def leads_somewhere(paper: Path, link: str) -> bool:
    """True if the file exists, and the heading in it."""
    name, _, heading = unquote(link).partition("#")
    target = paper.parent / name if name else paper
    if not target.exists():
        return False
    if not heading or target.suffix != ".md":
        return True
    headings = HEADING.findall(CODE.sub(lambda code: code[0].strip("`"), target.read_text("utf-8")))
    return heading in {anchor(one) for one in headings}


def anchor(heading: str) -> str:
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def missing_files(text: str) -> list[str]:
    """The files and folders that a text names, with their path in the checkout, but do not exist.

    A file that is yet to be written is called NAME.
    """
    named = (name for name in NAMED_FILE.findall(text) if "NAME" not in name)
    return [name for name in named if not (ROOT / name).exists()]


def test_documents_name_files_that_exist() -> None:
    documents = [
        path for path in tracked_files(ROOT) if path.suffix == ".md" and path.name != HISTORY
    ]

    missing = {path.name: missing_files(path.read_text(encoding="utf-8")) for path in documents}

    assert {name: files for name, files in missing.items() if files} == {}


def test_file_that_does_not_exist_is_found() -> None:
    assert missing_files("`engine/nowhere.py` and `engine/py.typed`") == ["engine/nowhere.py"]


def test_every_link_in_the_house_leads_somewhere() -> None:
    papers = [path for path in tracked_files(ROOT) if path.suffix == ".md"]

    assert papers
    assert list(broken(papers)) == []


@pytest.mark.parametrize(
    ("link", "is_broken"),
    [
        *((text, True) for text in ("[a](b.md)", "[a]: b.md", "![a](b.svg)", '<img src="b.png">')),
        *((text, True) for text in ("[a](#nowhere)", "[a](c.md#no)")),
        *((text, False) for text in ("[a](c.md)", "[a](c.md#yes-it-is)", "[a](#first)")),
        *((f"{code}[a](b.md){code}", False) for code in ("`", "\n```\n")),
        ("[a](https://example.org/b.md)", False),
    ],
)
def test_link_that_leads_nowhere_is_found(tmp_path: Path, link: str, *, is_broken: bool) -> None:
    paper = tmp_path / "planted.md"
    paper.write_text(f"# First\n\n{link}\n", encoding="utf-8")
    (tmp_path / "c.md").write_text("# Yes, it is\n", encoding="utf-8")

    faults = [fault.rsplit(" ", 1)[0] for fault in broken([paper])]

    assert faults == (["planted.md:3:"] if is_broken else [])
