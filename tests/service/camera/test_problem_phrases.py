"""Every problem of a picture has a sentence in every language."""

import re

import pytest

from service.camera.photo_reading import PhotoWarning
from service.words.phrases import Language, available_languages, load_phrases
from tests.rigs.environment.checkout import ROOT

FOLDER = ROOT / "service" / "camera"
SOURCES = "".join(path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*.py")))

RAISED = re.compile(
    r'(?:UnusableInput|super\(\).__init__)\(\s*"(\w+)"(?: if [^,()]+ else "(\w+)")?'
)
"""A refusal, with its key or with the two of which it has one."""


@pytest.mark.parametrize("language", available_languages())
def test_every_refusal_and_every_doubt_has_its_sentence(language: Language) -> None:
    texts = load_phrases(language).texts

    refusals = {key.removeprefix("look.cannot.") for key in texts if key.startswith("look.cannot.")}
    doubts = {key.removeprefix("look.doubt.") for key in texts if key.startswith("look.doubt.")}

    assert refusals == {key for keys in RAISED.findall(SOURCES) for key in keys if key}
    assert doubts == {doubt.value for doubt in PhotoWarning}
