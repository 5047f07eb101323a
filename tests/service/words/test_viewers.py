"""A page names its own buttons, and people who only watch read who acts."""

import re

import pytest

from service.words.phrases import (
    ACTING,
    WATCHING,
    Language,
    available_languages,
    load_phrases,
    phrases_for_viewer,
)

LANGUAGES = available_languages()
REAL_BUTTONS = re.compile(r"[Yy]our button|\bNO\b|[Vv]otre bouton|\bNON\b")
SPOKEN = ("notice.", "verdict.", "game.", "buttons.")


@pytest.mark.parametrize("language", LANGUAGES)
def test_page_that_may_act_names_no_button_of_the_table(language: Language) -> None:
    texts = phrases_for_viewer(language, may_act=True).texts
    said = {key: text for key, text in texts.items() if key.startswith(SPOKEN)}
    assert not [key for key, text in said.items() if REAL_BUTTONS.search(text)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_people_at_the_table_read_of_their_own_buttons(language: Language) -> None:
    texts = load_phrases(language).texts
    assert all(REAL_BUTTONS.search(texts[f"notice.answer_{it}"]) for it in ("double", "undo"))
    assert not [key for key, text in texts.items() if "{buttons." in text]


@pytest.mark.parametrize("language", LANGUAGES)
def test_page_that_may_act_has_its_own_words_for_all_buttons(language: Language) -> None:
    texts = load_phrases(language).texts
    tables = ("buttons.", f"{ACTING}buttons.")
    named = [{key.removeprefix(it) for key in texts if key.startswith(it)} for it in tables]
    assert named[0] == named[1]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("viewer", [ACTING, WATCHING])
def test_words_for_viewers_replace_words_that_there_are(language: Language, viewer: str) -> None:
    phrases, seen = load_phrases(language), load_phrases(language, viewer)
    replaced = [key.removeprefix(viewer) for key in phrases.texts if key.startswith(viewer)]
    assert replaced
    assert set(replaced) <= phrases.texts.keys()
    assert all(seen.texts[key] == seen.texts[f"{viewer}{key}"] for key in replaced)
