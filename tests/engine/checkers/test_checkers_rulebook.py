"""The rulebooks of checkers, and what docs/rulebooks.md says about them."""

from dataclasses import fields, replace
from enum import Enum

import pytest

from engine.checkers.rulebook import ENGLISH, RULEBOOKS, SEASIDE, Rulebook
from tests.rigs.environment.checkout import ROOT

SECTION = (ROOT / "docs" / "rulebooks.md").read_text("utf-8").partition("\n## Checkers\n")[2]
PAPER = SECTION.partition("\n## ")[0]
WORDS = {None: "no limit", True: "yes", False: "no"}


def written(value: object) -> str:
    """The value of a knob as the table writes it."""
    if isinstance(value, Enum):
        return value.name.lower()
    return WORDS[value] if value is None or isinstance(value, bool) else str(value)


@pytest.mark.parametrize("knob", [it.name for it in fields(Rulebook) if it.name != "name"])
def test_every_knob_of_checkers_is_in_the_table_and_described(knob: str) -> None:
    row = [f"`{knob}`", *(written(getattr(book, knob)) for book in (SEASIDE, ENGLISH))]
    assert f"| {' | '.join(row)} |" in PAPER
    value = getattr(SEASIDE, knob)
    described = next(line for line in PAPER.splitlines() if line.startswith(f"- `{knob}`: "))
    if isinstance(value, Enum):
        assert all(f"`{written(member)}`" in described for member in type(value))


def test_presets_are_found_by_name() -> None:
    assert {"seaside": SEASIDE, "english": ENGLISH} == RULEBOOKS


def test_knob_out_of_range_is_refused() -> None:
    with pytest.raises(ValueError, match="repetitions must be 2 or more"):
        replace(SEASIDE, repetitions=1)
    with pytest.raises(ValueError, match="draw_claim_after must be 1 or more"):
        replace(SEASIDE, draw_claim_after=0)
