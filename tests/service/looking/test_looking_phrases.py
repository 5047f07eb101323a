"""Whatever can be wrong with a picture has a sentence in every language."""

from __future__ import annotations

import re

import pytest

from referee.words import Language, load_phrases
from service.looking.looked import Doubt
from tests.rigs.house import ROOT

SOURCES = "".join(
    path.read_text(encoding="utf-8") for path in sorted((ROOT / "service" / "looking").glob("*.py"))
)

RAISED = re.compile(r'(?:CannotLook|super\(\).__init__)\(\s*"(\w+)"(?: if [^,()]+ else "(\w+)")?')
"""A refusal, with its key or with the two of which it has one."""


@pytest.mark.parametrize("language", list(Language))
def test_every_refusal_and_every_doubt_has_its_sentence(language: Language) -> None:
    texts = load_phrases(language).texts

    refusals = {key.removeprefix("look.cannot.") for key in texts if key.startswith("look.cannot.")}
    doubts = {key.removeprefix("look.doubt.") for key in texts if key.startswith("look.doubt.")}

    assert refusals == {key for keys in RAISED.findall(SOURCES) for key in keys if key}
    assert doubts == {doubt.value for doubt in Doubt}
