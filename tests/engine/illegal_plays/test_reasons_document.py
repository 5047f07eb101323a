"""docs/reasons.md quotes the reasons as Kibitz gives them."""

import pytest

from engine.backgammon.illegal_plays.play_reasons import ReasonKind
from engine.checkers.illegal_plays import play_reasons
from engine.checkers.illegal_plays.explanation import find_reasons
from engine.checkers.illegal_plays.stuck_checkers import find_stuck_reasons
from engine.checkers.moves.plays import LegalPlays
from engine.checkers.position import START
from engine.checkers.rulebook import RULEBOOKS
from service.words import checkers_texts
from service.words.phrases import Language, load_phrases
from service.words.rule_texts import reason_in_words
from simulation.slips import SLIPS
from tests.rigs.engine import checkers_boards
from tests.rigs.engine.play_notation import board, reasons_for
from tests.rigs.environment.checkout import ROOT

OF_CHECKERS = "## What each error at checkers is told"
EXAMPLES, KINDS = "## What each error is told", "## What each planted error may be told"


def rows(heading: str) -> list[list[str]]:
    """The lines of the table under a heading of the document, cell by cell."""
    paper = (ROOT / "docs" / "reasons.md").read_text(encoding="utf-8")
    lines = paper.split(heading, 1)[1].split("\n## ", 1)[0].splitlines()
    cells = [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines if "|" in line]
    return cells[2:]


@pytest.mark.parametrize("row", rows(EXAMPLES), ids=lambda row: str(row[0]))
def test_each_example_of_the_document_gives_its_reason(row: list[str]) -> None:
    _, mine, theirs, throw, moves, others, why, sentence = row

    reasons = reasons_for(board(mine, theirs), throw, moves, others)

    assert list(dict.fromkeys(reason.why.value for reason in reasons)) == why.split(", ")
    assert reason_in_words(reasons[0], load_phrases(Language("en"))) == sentence


def test_every_reason_has_its_example() -> None:
    written = {why for row in rows(EXAMPLES) for why in row[6].split(", ")}
    # This one follows from the turn before, which an example does not have.
    assert written | {ReasonKind.TURN_IS_OVER.value} == {why.value for why in ReasonKind}


def test_every_kind_of_planted_error_is_listed_with_its_reasons() -> None:
    whys = [(slip.name, slip.expected_reasons, slip.accepted_reasons) for slip in SLIPS]
    assert rows(KINDS) == [[name, listed(first), listed(also)] for name, first, also in whys]


def listed(whys: frozenset[ReasonKind]) -> str:
    return ", ".join(why.value for why in ReasonKind if why in whys)


NAMES = checkers_texts.table_names(dark=True)


@pytest.mark.parametrize("row", rows(OF_CHECKERS), ids=lambda row: str(row[0]))
def test_each_example_of_checkers_gives_its_reason(row: list[str]) -> None:
    _, book, mine, theirs, mine_after, theirs_after, why, sentence = row
    position = checkers_boards.board(mine, theirs)

    found = checkers_boards.place(mine_after, theirs_after)
    reasons = find_reasons(position, found, RULEBOOKS[book])

    assert list(dict.fromkeys(reason.why.value for reason in reasons)) == why.split(", ")
    english = load_phrases(Language("en"))
    assert checkers_texts.reason_in_words(reasons[0], NAMES, english) == sentence


def test_blocked_checker_is_told_as_in_the_document() -> None:
    (reason,) = find_stuck_reasons(LegalPlays(START), 1)
    sentence = checkers_texts.reason_in_words(reason, NAMES, load_phrases(Language("en")))
    assert f'"{sentence}"' in (ROOT / "docs" / "reasons.md").read_text(encoding="utf-8")


def test_every_reason_of_checkers_has_its_example() -> None:
    written = {why for row in rows(OF_CHECKERS) for why in row[6].split(", ")}
    blocked = play_reasons.ReasonKind.BLOCKED.value
    assert written | {blocked} == {why.value for why in play_reasons.ReasonKind}
