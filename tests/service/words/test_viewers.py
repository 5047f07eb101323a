"""A page names its own buttons, and people who only watch read who acts."""

import re

import pytest

from service.words.phrases import (
    WATCHING,
    Language,
    available_languages,
    load_phrases,
    phrases_for_viewer,
)

LANGUAGES = available_languages()
REAL_BUTTONS = re.compile(r"[Yy]our button|\bNO\b|[Vv]otre bouton|\bNON\b")
SPOKEN = ("notice.", "verdict.", "game.", "page_buttons.")


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
def test_page_says_everything_that_is_said_at_the_table_about_buttons(language: Language) -> None:
    texts = load_phrases(language).texts
    tables = ("buttons.", "page_buttons.")
    named = [{key.removeprefix(it) for key in texts if key.startswith(it)} for it in tables]
    assert named[0] == named[1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_for_people_who_watch_replace_words_that_there_are(language: Language) -> None:
    phrases, watching = load_phrases(language), phrases_for_viewer(language, may_act=False)
    replaced = [key.removeprefix(WATCHING) for key in phrases.texts if key.startswith(WATCHING)]
    assert replaced
    assert set(replaced) <= phrases.texts.keys()
    assert all(watching.texts[key] == phrases.texts[f"{WATCHING}{key}"] for key in replaced)
