"""The paper about the page lists the messages that there are."""

import pytest

from tools.page_paper import PAPER, tables, written


def test_the_paper_lists_every_message_as_it_is() -> None:
    paper = PAPER.read_text(encoding="utf-8")

    assert paper == written(paper), "`make messages` writes the tables anew"


def test_a_table_that_is_out_of_date_is_found() -> None:
    paper = PAPER.read_text(encoding="utf-8")

    stale = paper.replace("| `Alive` |", "| `Dead` |")

    assert stale != paper
    assert written(stale) == paper


def test_a_table_without_a_place_in_the_paper_is_missed() -> None:
    with pytest.raises(KeyError):
        written("# The page\n")


def test_a_message_is_listed_with_its_fields_and_its_contract() -> None:
    row = "| `Alive` | `count` | Somebody is still there; whoever hears it says so too. |"

    assert row in tables()["from the page"]
