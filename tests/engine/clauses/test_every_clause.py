"""docs/rulebooks.md tells the truth: each clause in it has a test, each knob its value."""

import ast
import re
from collections.abc import Iterator
from dataclasses import fields
from enum import Enum
from pathlib import Path

import pytest

from engine.backgammon.rulebook import RULEBOOKS, TOURNAMENT, Rulebook
from tests.rigs.environment.checkout import ROOT

PAPER = ROOT / "docs" / "rulebooks.md"
TESTS = Path(__file__).parent
CLAUSES = {"PB": 18, "CL": 13, "GR": 20, "SE": 9, "SC": 9, "TT": 13, "TO": 6}
"""The number of clauses of each rulebook."""
KNOBS = [field.name for field in fields(Rulebook) if field.name != "name"]

CLAUSE = re.compile(r"^- \*\*(?P<clause>[A-Z]{2}-\d+)\*\* \S", re.MULTILINE)
NAMED_AFTER = re.compile(r"test_(?P<rulebook>[a-z]{2})_(?P<number>\d+)_")
SHARED = re.compile(r'^(?:@clauses\(")?([A-Z]{2}-\d+(?: [A-Z]{2}-\d+)*)(?:"\)$|: )', re.MULTILINE)
"""The clauses before a decorated test, or at the head of a paragraph of a table."""


def clauses(paper: str) -> list[str]:
    """The numbers of the clauses in the document, in their order."""
    return [match["clause"] for match in CLAUSE.finditer(paper)]


def clauses_tested(folder: Path) -> set[str]:
    """The numbers of the clauses that have a test of their own, or share one with others."""
    found = set()
    for path in folder.glob("test_*.py"):
        text = path.read_text(encoding="utf-8")
        found.update(" ".join(SHARED.findall(text)).split())
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef) and (match := NAMED_AFTER.match(node.name)):
                found.add(f"{match['rulebook'].upper()}-{match['number']}")
    return found


def wrong_knobs(paper: str) -> Iterator[str]:
    """Names each knob that the table does not show, or shows with another value, by preset."""
    head, _, *rows = [
        [cell.strip(" `") for cell in line.strip("|").split("|")]
        for line in section(paper, "The settings").splitlines()
        if line.startswith("|")
    ]
    shown = {row[0]: dict(zip(head[1:], row[1:], strict=True)) for row in rows}
    yield from (f"{knob}: no such setting" for knob in shown if knob not in KNOBS)
    for knob in KNOBS:
        for name, rulebook in RULEBOOKS.items():
            if shown.get(knob, {}).get(name) != written(getattr(rulebook, knob)):
                yield f"{knob} of {name}"


def undescribed(paper: str) -> Iterator[str]:
    """Names each knob, and each of its named values, that the document does not explain."""
    lines = section(paper, "The settings").splitlines()
    for field in fields(Rulebook):
        said = next((line for line in lines if line.startswith(f"- `{field.name}`: ")), None)
        if said is None:
            yield field.name
        elif isinstance(value := getattr(TOURNAMENT, field.name), Enum):
            names = [written(member) for member in type(value)]
            yield from (f"{field.name} {name}" for name in names if f"`{name}`" not in said)


def section(paper: str, title: str) -> str:
    """The text below a title, up to the next of its kind."""
    return paper.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def written(value: object) -> str:
    """The value of a knob as the table writes it."""
    plain = {None: "no limit", False: "no", True: "yes"}
    if isinstance(value, Enum):
        return value.name.lower()
    return plain[value] if value is None or isinstance(value, bool) else str(value)


@pytest.fixture
def paper() -> str:
    return PAPER.read_text(encoding="utf-8")


def test_every_clause_is_documented(paper: str) -> None:
    every = [f"{book}-{number}" for book, last in CLAUSES.items() for number in range(1, last + 1)]
    assert clauses(paper) == every


def test_every_clause_has_a_test_named_after_it(paper: str) -> None:
    assert set(clauses(paper)) - clauses_tested(TESTS) == set()


def test_every_test_named_after_a_clause_has_its_clause(paper: str) -> None:
    assert clauses_tested(TESTS) - set(clauses(paper)) == set()


def test_a_clause_without_a_test_is_found(tmp_path: Path) -> None:
    planted = "def test_pb_10_a_blot_is_hit() -> None:\n    test_pb_1_ = 1\n"
    planted += 'PLAYS = """\nPB-2 CL-3: a rule\n    CL-4: no head\n"""\n'
    planted += '@clauses("GR-5 SE-6")\ndef test_rule() -> None: ...\n'
    (tmp_path / "test_planted.py").write_text(planted, encoding="utf-8")

    gap = set(clauses("- **PB-1** One die each.\n- **PB-10** A hit.\n")) - clauses_tested(tmp_path)

    assert gap == {"PB-1"}
    assert clauses_tested(tmp_path) == {"PB-10", "PB-2", "CL-3", "GR-5", "SE-6"}


def test_every_knob_of_every_preset_is_in_the_table(paper: str) -> None:
    assert list(wrong_knobs(paper)) == []


def test_a_wrong_and_a_missing_value_are_found(paper: str) -> None:
    no_top = "| `cube_top` | no limit | 64 | 64 | no limit | 64 | no limit |\n"
    assert no_top in paper

    wrong = paper.replace(no_top, no_top.replace("64", "32", 1))
    missing = paper.replace(no_top, "")

    assert list(wrong_knobs(wrong)) == ["cube_top of classic"]
    assert list(wrong_knobs(missing)) == [f"cube_top of {name}" for name in RULEBOOKS]


def test_every_knob_and_its_values_are_described(paper: str) -> None:
    assert list(undescribed(paper)) == []


def test_a_knob_or_a_value_without_description_is_found(paper: str) -> None:
    silent = paper.replace("- `crawford`: ", "- ").replace("`opponent_decides` whether", "whether")
    assert list(undescribed(silent)) == ["crawford", "illegal_play opponent_decides"]
