"""Every link in the papers that stays in the house leads somewhere."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from urllib.parse import unquote

import pytest

from tests.rigs.house import ROOT, kept_files

CODE = re.compile(r"^(```+|~~~+).*?^\1|`[^`\n]*`", re.DOTALL | re.MULTILINE)
LINK = re.compile(
    r"\]\(\s*<?([^)\s>]+)|^\[[^\]]+\]:\s*<?([^\s>]+)|(?:src|href)=\"([^\"]+)\"", re.MULTILINE
)
HEADING = re.compile(r"^#+\s+(.+?)\s*#*$", re.MULTILINE)
ELSEWHERE = re.compile(r"[a-z][a-z0-9+.-]*:|//", re.IGNORECASE)


def broken(papers: Iterable[Path]) -> Iterator[str]:
    """Name each link that leads nowhere."""
    for paper in papers:
        text = CODE.sub(lambda code: re.sub(r"[^\n]", " ", code[0]), paper.read_text("utf-8"))
        for found in LINK.finditer(text):
            link = found[1] or found[2] or found[3]
            if not ELSEWHERE.match(link) and not leads_somewhere(paper, link):
                line = text.count("\n", 0, found.start()) + 1
                yield f"{paper.name}:{line}: {link}"


def leads_somewhere(paper: Path, link: str) -> bool:
    """Whether the file is there, and in it the heading."""
    name, _, heading = unquote(link).partition("#")
    target = paper.parent / name if name else paper
    if not target.exists():
        return False
    if not heading or target.suffix != ".md":
        return True
    headings = HEADING.findall(CODE.sub(lambda code: code[0].strip("`"), target.read_text("utf-8")))
    return heading in {anchor(one) for one in headings}


def anchor(heading: str) -> str:
    """What a heading is called in a link."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def test_every_link_in_the_house_leads_somewhere() -> None:
    papers = [path for path in kept_files(ROOT) if path.suffix == ".md"]

    assert papers
    assert list(broken(papers)) == []


@pytest.mark.parametrize(
    "link",
    ["[a](b.md)", "[a]: b.md", "![a](b.svg)", '<img src="b.png">', "[a](#nowhere)", "[a](c.md#no)"],
)
def test_a_link_that_leads_nowhere_is_found(tmp_path: Path, link: str) -> None:
    paper = tmp_path / "planted.md"
    paper.write_text(f"# First\n\n{link}\n", encoding="utf-8")
    (tmp_path / "c.md").write_text("# Yes\n", encoding="utf-8")

    (fault,) = broken([paper])

    assert fault.startswith("planted.md:3: ")


@pytest.mark.parametrize(
    "link",
    [
        "[a](c.md)",
        "[a](c.md#yes-it-is)",
        "[a](#first)",
        "[a](https://example.org/b.md)",
        "`[a](b.md)`",
        "```\n[a](b.md)\n```",
    ],
)
def test_a_link_that_leads_somewhere_is_let_be(tmp_path: Path, link: str) -> None:
    paper = tmp_path / "planted.md"
    paper.write_text(f"# First\n\n{link}\n", encoding="utf-8")
    (tmp_path / "c.md").write_text("# Yes, it is\n", encoding="utf-8")

    assert list(broken([paper])) == []
