"""docs/configuration.md and the printed defaults tell of every setting, and tell the truth."""

import re
import tomllib
from itertools import pairwise

import pytest

from referee.words import Language, Phrases, load_phrases
from service.config.drivers import FOUR_BUTTONS
from service.config.problems import Wrong, quoted
from service.config.reading import LARGEST, parse
from service.config.reference import commented, manual, sections
from service.config.settings import Configuration
from service.config.shapes import Choice
from service.config.tables import DRIVER
from tests.rigs.house import ROOT

LANGUAGES = [load_phrases(language) for language in Language]
PAPER = (ROOT / "docs" / "configuration.md").read_text("utf-8")
DICE_PAPER = (ROOT / "docs" / "dice.md").read_text("utf-8")
PARTS = ("dice", "buttons", "lamps", "sounder", "status")
SWITCHED_OFF = re.compile(r"^# (?=[a-z_]+ = )", re.MULTILINE)


# What is part of a board needs that board, and somebody must see the checkers.
BESIDE = {
    **{(kind, driver): f"board.driver = '{driver}'" for kind in PARTS for driver in ("pi", "pico")},
    ("lamps", "pi-plain"): "board.driver = 'pi'",
    **{("camera", driver): "board.driver = 'none'" for driver in ("usb", "csi", "stream", "files")},
    ("board", "none"): "camera.driver = 'usb'",
}


@pytest.fixture(params=LANGUAGES, ids=[phrases.language.value for phrases in LANGUAGES])
def phrases(request: pytest.FixtureRequest) -> Phrases:
    spoken: Phrases = request.param
    return spoken


def test_the_paper_has_every_setting_as_the_code_has_it() -> None:
    _, _, reference = PAPER.partition("## Every setting\n\n")

    assert reference == manual(LANGUAGES[0]) + "\n"


def test_every_example_of_the_paper_is_a_configuration() -> None:
    examples = re.findall(r"```toml\n(.*?)```", PAPER, re.DOTALL)

    names = [[table.name for table in parse(example).tables] for example in examples]
    assert names == [
        ["window", "kitchen"],
        ["window"],
        ["kitchen"],
        ["club"],
        ["parlour"],
        ["phone"],
        ["dream"],
    ]
    assert f"{LARGEST} bytes" in PAPER


def test_every_example_of_dice_is_a_configuration_of_its_own() -> None:
    examples = re.findall(r"```toml\n(.*?)```", DICE_PAPER, re.DOTALL)

    dice = [parse(example).tables[0].dice.driver for example in examples]
    assert dice == ["lines", "serial", "pico", "godice", "serial"]


def test_the_paper_has_a_board_of_each_kind_whole() -> None:
    examples = re.findall(r"```toml\n(.*?)```", PAPER, re.DOTALL)[1:]

    simulated = [set(parse(example).tables[0].simulated) for example in examples]
    others = {"dice", "buttons", "lamps"}
    assert simulated == [{"dice"}, set(), set(), others, others, others | {"camera"}]


def test_the_paper_says_what_the_four_buttons_mean() -> None:
    *words, last = [f"`{button.value}`" for button in FOUR_BUTTONS]

    assert f"{', '.join(words)} and {last}." in PAPER


def test_the_printed_defaults_are_the_defaults(phrases: Phrases) -> None:
    assert parse(commented(phrases)) == Configuration()


def test_the_printed_defaults_stay_the_same_with_every_example_switched_on(
    phrases: Phrases,
) -> None:
    only_with = phrases.texts["config.only_with"].partition("{")[0]
    paragraphs = commented(phrases).split("\n\n")
    text = "\n\n".join(
        it if only_with in it.replace("\n# ", " ") else SWITCHED_OFF.sub("", it)
        for it in paragraphs
    )

    assert text.count("\n") == commented(phrases).count("\n")
    assert parse(text) == Configuration()
    given = tomllib.loads(text)["table"][0]
    assert len(given["rules"]) == 20
    assert len(given["referee"]) == 7


def test_the_printed_defaults_explain_every_setting(phrases: Phrases) -> None:
    lines = commented(phrases).split("\n")
    for section in sections():
        for setting in section.settings:
            shown = [f"{setting.key} = {setting.default}", f"# {setting.key} = {setting.default}"]
            assert any(line in shown and above.startswith("# ") for above, line in pairwise(lines))
    assert max(map(len, lines)) <= 100


@pytest.mark.parametrize(
    ("kind", "driver"),
    [
        (section.key.partition(".")[2], driver)
        for section in sections()
        for setting in section.settings
        if setting.key == DRIVER and isinstance(setting.shape, Choice)
        for driver in setting.shape.choices
    ],
)
def test_each_driver_takes_the_options_it_is_said_to_have(kind: str, driver: str) -> None:
    (section,) = (one for one in sections() if one.key == f"table.{kind}")
    first, *others = section.settings
    options = [
        f"{setting.key} = {setting.default}"
        for setting in others
        if not setting.of or quoted(driver) in setting.of
    ]
    named = f"{first.key} = {quoted(driver)}"
    beside = BESIDE.get((kind, driver), "")
    (given,) = parse("\n".join(["[[table]]", beside, f"[table.{kind}]", named, *options])).tables
    (usual,) = parse("\n".join(["[[table]]", beside, f"[table.{kind}]", named])).tables

    assert given == usual


def test_every_phrase_of_a_setting_is_of_a_setting_that_exists(phrases: Phrases) -> None:
    named = {f"setting.{section.key}.about" for section in sections()}
    for section in sections():
        named |= {f"setting.{section.key}.{setting.key}" for setting in section.settings}

    assert {key for key in phrases.texts if key.startswith("setting.")} == named


def test_everything_that_can_be_wrong_has_words(phrases: Phrases) -> None:
    for wrong in Wrong:
        assert f"config.wrong.{wrong.value}" in phrases.texts


def test_both_languages_have_the_same_keys_and_fill_in_the_same_values() -> None:
    english, french = (
        {
            key: sorted(re.findall(r"\{.*?\}", text))
            for key, text in phrases.texts.items()
            if key.startswith(("config.", "setting."))
        }
        for phrases in LANGUAGES
    )
    assert english == french


def test_french_has_no_plain_space_before_high_marks_and_no_typewriter_apostrophe() -> None:
    for key, text in LANGUAGES[1].texts.items():
        if key.startswith(("config.", "setting.")):
            assert not re.search(r" [:;?!](?:\s|$)|\w'\w", text), key
