"""A language is a folder of service/words, and needs no line of code."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from service.words import phrases
from service.words.language_choice import environment_language, preferred_language
from service.words.phrases import (
    ENGLISH,
    Language,
    UnusableLanguage,
    available_languages,
    check_languages,
    find_language,
    load_phrases,
    phrases_in,
)
from tests.rigs.environment.checkout import ROOMS, ROOT
from tests.rigs.environment.command_shell import CommandShell

WORDS = ROOT / "service" / "words"
OFFERS = ROOT / "tests" / "rigs" / "environment" / "language_offers.py"


def kibitz_with(folder: Path, code: str, name: str) -> None:
    """Makes a copy of Kibitz with one more language: English in brackets, with its own name."""
    for room in ROOMS:
        if room != "service":
            (folder / room).symlink_to(ROOT / room)
    (folder / "service").mkdir()
    for part in (ROOT / "service").iterdir():
        if part != WORDS:
            (folder / "service" / part.name).symlink_to(part)
    words = folder / "service" / "words"
    shutil.copytree(WORDS, words, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(words / ENGLISH, words / code)
    for file in (words / code).glob("*.toml"):
        text = file.read_text(encoding="utf-8").replace('name = "English"', f'name = "{name}"')
        lines = text.replace('"Error:', '"[Error]').splitlines(keepends=True)
        others = (line for line in lines if not line.startswith("former_names"))
        file.write_text("".join(others), encoding="utf-8")


@pytest.fixture(scope="module")
def offers(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The offers of a Kibitz to which somebody has added the folder of a third language."""
    folder = tmp_path_factory.mktemp("kibitz")
    kibitz_with(folder, "xx", "Xanthian")
    done = subprocess.run(
        [sys.executable, "-P", OFFERS],
        env={**os.environ, "PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_language_that_is_added_is_a_choice_of_the_command_line(offers: dict[str, Any]) -> None:
    assert "|xx]" in offers["command line"]
    assert "[Error]" in offers["output"]


def test_language_that_is_added_can_be_configured(offers: dict[str, Any]) -> None:
    assert offers["configuration"] == "xx"
    assert '"xx"' in offers["refusal"][0]


def test_language_that_is_added_is_offered_by_the_page(offers: dict[str, Any]) -> None:
    assert "&quot;Xanthian&quot;" in offers["page"]
    assert offers["page"].count('<span lang="xx">') == 2
    assert offers["phrases of the page"]["language.name"] == "Xanthian"


def test_language_that_is_added_is_chosen_for_users_who_prefer_it(offers: dict[str, Any]) -> None:
    assert offers["environment"] == offers["browser"] == "xx"


def test_english_is_the_first_language() -> None:
    assert available_languages()[0] == ENGLISH
    assert sorted(available_languages()[1:]) == list(available_languages()[1:])


@pytest.mark.parametrize("language", available_languages())
def test_every_language_has_the_same_files(language: Language) -> None:
    files = {path.name for path in (WORDS / language).iterdir()}
    assert files == {path.name for path in (WORDS / ENGLISH).iterdir()}


@pytest.mark.parametrize("language", available_languages())
def test_every_key_stands_in_the_same_file_in_every_language(language: Language) -> None:
    for path in (WORDS / language).iterdir():
        tables = [line for line in lines_of(path) if line.startswith("[")]
        english = [line for line in lines_of(WORDS / ENGLISH / path.name) if line.startswith("[")]
        assert tables == english


def lines_of(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


def test_french_marks_of_two_parts_stay_with_the_word_before() -> None:
    apart = re.compile(r" [:;?!»](?=[ \"])|« ")
    texts = (line for path in (WORDS / "fr").iterdir() for line in lines_of(path))
    assert [line for line in texts if apart.search(line) and not line.startswith("#")] == []


@pytest.mark.parametrize(
    ("name", "language"), [("en", "en"), ("english", "en"), ("french", "fr"), ("klingon", None)]
)
def test_language_is_found_by_its_code_and_by_its_former_name(
    name: str, language: str | None
) -> None:
    assert find_language(name) == language


def test_key_that_stands_in_two_files_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(WORDS / ENGLISH, tmp_path / ENGLISH)
    (tmp_path / ENGLISH / "more.toml").write_text('[place]\nbar = "the bar"\n', encoding="utf-8")
    monkeypatch.setattr(phrases, "FOLDERS", tmp_path)

    with pytest.raises(UnusableLanguage, match=r"service/words/en/\S+: .*place\.bar"):
        load_phrases(ENGLISH)


@pytest.fixture
def added(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    for language in (ENGLISH, "fr"):
        shutil.copytree(WORDS / language, tmp_path / "words" / language)
    folder = tmp_path / "words" / "pt-BR"
    folder.mkdir()
    monkeypatch.setattr(phrases, "FOLDERS", tmp_path / "words")
    caches = (phrases.available_languages, phrases.former_names, phrases.phrases_in)
    for cache in caches:
        cache.cache_clear()
    yield folder
    for cache in caches:
        cache.cache_clear()


def test_phrases_that_a_language_lacks_are_english(added: Path) -> None:
    (added / "language.toml").write_text('[language]\nname = "Brasil"\n', encoding="utf-8")

    found = phrases_in(Language("pt-BR"))

    assert found.say("language.name") == "Brasil"
    assert found.texts.keys() == load_phrases(ENGLISH).texts.keys()
    assert found.synonyms == load_phrases(ENGLISH).synonyms


@pytest.mark.parametrize(
    ("broken", "fault"),
    [
        ('name = "Bra', "end of document"), ("\xff", "can't decode"), ("name = 1\n=", "line 2"),
        ('[command]\nwerfen = ["x"]', "command: werfen"), ("command = 5", "it is no table"),
        ('[command]\nthrow = "werfen"', "command.throw: it is no list of words"),
        ("former_names = 5", "former_names: it is no list of words"),
        ('former_names = "en"', "former_names: it is no list of words"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("command", ["check-config", "run"])
def test_language_that_cannot_be_read_is_reported_in_one_line(
    added: Path, monkeypatch: pytest.MonkeyPatch, command: str, broken: str, fault: str
) -> None:
    (added / "language.toml").write_bytes(broken.encode("latin-1"))

    result = CommandShell(added.parent, monkeypatch).kibitz(command)

    assert result.exit_code == 2
    (line,) = result.stderr.splitlines()
    assert line.startswith("service/words/pt-BR/language.toml: ")
    assert fault in line


@pytest.mark.parametrize(
    ("phrase", "fault"),
    [
        ('same = { one = "o mesmo" }', "same.one: a phrase with forms needs both, one and many"),
        ('failed = "{zork}"', "failed: the English phrase has no {zork} like this"),
        ('failed = "{}"', "failed: the English phrase has no {} like this"),
        ('failed = "{problem.zork}"', "no {problem.zork} like this"),
        ('failed = "{problem:>9999999999}"', "no {problem} like this"),
        ('failed = "{"', "failed: Single '{' encountered"), ('failed = "}"', "Single '}'"),
    ],
)  # fmt: skip
def test_phrase_that_cannot_be_said_is_reported_in_one_line(
    added: Path, monkeypatch: pytest.MonkeyPatch, phrase: str, fault: str
) -> None:
    text = f'[language]\nname = "Brasil"\n[replay]\n{phrase}\n'
    (added / "language.toml").write_text(text, encoding="utf-8")

    result = CommandShell(added.parent, monkeypatch).kibitz("check-config")

    assert result.exit_code == 2
    (line,) = result.stderr.splitlines()
    assert line.startswith("service/words/pt-BR: replay.")
    assert fault in line


@pytest.mark.parametrize("name", ["auto", "EN", "x y", "de><script>"])
def test_folder_without_the_name_of_a_language_is_refused(added: Path, name: str) -> None:
    folder = added.with_name(name)
    folder.mkdir()
    (folder / "language.toml").write_text("", encoding="utf-8")
    (added / "language.toml").write_text("", encoding="utf-8")
    (added / "more.toml").mkdir()

    with pytest.raises(UnusableLanguage, match="is not the tag of a language"):
        check_languages()


@pytest.mark.parametrize(
    ("locale", "language"),
    [("pt_BR.UTF-8", "pt-BR"), ("pt_PT", "en"), ("fr_CH@euro", "fr"), ("frp", "en"), ("C", "en")],
)
def test_language_of_a_user_is_the_one_of_the_whole_tag_or_of_its_first_part(
    added: Path, locale: str, language: str
) -> None:
    (added / "language.toml").write_text('[language]\nname = "Brasil"\n', encoding="utf-8")

    assert environment_language({"LANG": locale}) == language
    assert (
        preferred_language(locale.partition(".")[0].partition("@")[0].replace("_", "-")) == language
    )
