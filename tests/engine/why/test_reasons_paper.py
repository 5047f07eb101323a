"""The paper on reasons, docs/reasons.md, says what Kibitz says."""

import pytest

from engine.backgammon.why.reasons import Why
from referee.telling import tell_reason
from referee.words import Language, load_phrases
from service.simulation.slips import SLIPS
from tests.rigs.boards import told
from tests.rigs.house import ROOT
from tests.rigs.play import board

EXAMPLES, KINDS = "## What each error is told", "## What each planted error may be told"


def rows(heading: str) -> list[list[str]]:
    """The lines of the table under a heading of the paper, cell by cell."""
    paper = (ROOT / "docs" / "reasons.md").read_text(encoding="utf-8")
    lines = paper.split(heading, 1)[1].split("\n## ", 1)[0].splitlines()
    cells = [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines if "|" in line]
    return cells[2:]


@pytest.mark.parametrize("row", rows(EXAMPLES), ids=lambda row: str(row[0]))
def test_each_example_is_told_as_the_paper_says(row: list[str]) -> None:
    _, mine, theirs, throw, moves, others, why, sentence = row

    reasons = told(board(mine, theirs), throw, moves, others)

    assert list(dict.fromkeys(reason.why.value for reason in reasons)) == why.split(", ")
    assert tell_reason(reasons[0], load_phrases(Language.ENGLISH)) == sentence


def test_every_reason_has_its_example() -> None:
    written = {why for row in rows(EXAMPLES) for why in row[6].split(", ")}
    assert written == {why.value for why in Why}


def test_every_kind_of_planted_error_is_listed_with_its_reasons() -> None:
    assert rows(KINDS) == [[slip.name, listed(slip.right), listed(slip.also)] for slip in SLIPS]


def listed(whys: frozenset[Why]) -> str:
    return ", ".join(why.value for why in Why if why in whys)
