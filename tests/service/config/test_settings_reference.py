"""docs/configuration.md and the printed defaults describe every setting as it is."""

import re
import tomllib
from itertools import pairwise

import pytest

from service.config.configuration_file import MAX_CONFIGURATION_BYTES, parse_configuration
from service.config.service_settings import Configuration
from service.config.settings_reference import commented_configuration, manual_tables, sections
from service.drivers.driver_registry import driver_for
from service.drivers.pico_drivers import FOUR_BUTTONS
from service.schema.configuration_problems import MistakeKind, toml_text
from service.schema.settings_schema import DRIVER
from service.schema.value_shapes import ChoiceShape
from service.words.phrases import Language, Phrases, available_languages, load_phrases
from tests.rigs.environment.checkout import ROOT

LANGUAGES = [load_phrases(language) for language in available_languages()]
PAPER = (ROOT / "docs" / "configuration.md").read_text("utf-8")
DICE_PAPER = (ROOT / "docs" / "dice.md").read_text("utf-8")
PARTS = ("dice", "buttons", "lamps", "sounder", "status")
SWITCHED_OFF = re.compile(r"^# (?=[a-z_]+ = )", re.MULTILINE)


# A part of a board needs that board, and every table needs a sensor.
BESIDE = {
    **{(kind, driver): f"board.driver = '{driver}'" for kind in PARTS for driver in ("pi", "pico")},
    ("lamps", "pi-plain"): "board.driver = 'pi'",
    **{("camera", driver): "board.driver = 'none'" for driver in ("usb", "csi", "stream", "files")},
    ("board", "none"): "camera.driver = 'usb'",
}


@pytest.fixture(params=LANGUAGES, ids=[phrases.language for phrases in LANGUAGES])
def phrases(request: pytest.FixtureRequest) -> Phrases:
    spoken: Phrases = request.param
    return spoken


def test_document_lists_every_setting_of_the_code() -> None:
    _, _, reference = PAPER.partition("## Every setting\n\n")
    assert reference == manual_tables(LANGUAGES[0]) + "\n"


def test_every_example_of_the_document_is_a_configuration() -> None:
    examples = re.findall(r"```toml\n(.*?)```", PAPER, re.DOTALL)

    names = [[table.name for table in parse_configuration(example).tables] for example in examples]
    assert names == [
        ["window", "kitchen"], ["window"], ["kitchen"], ["club"], ["parlour"], ["phone"],
        ["dream"],
    ]  # fmt: skip
    assert f"{MAX_CONFIGURATION_BYTES} bytes" in PAPER


def test_every_example_of_dice_is_a_configuration_of_its_own() -> None:
    examples = re.findall(r"```toml\n(.*?)```", DICE_PAPER, re.DOTALL)

    dice = [driver_for(parse_configuration(example).tables[0].dice).name for example in examples]
    assert dice == ["lines", "serial", "pico", "godice", "serial"]


def test_document_has_a_complete_board_of_each_kind() -> None:
    examples = re.findall(r"```toml\n(.*?)```", PAPER, re.DOTALL)[1:]

    tables = [parse_configuration(example).tables[0] for example in examples]
    simulated = [set(table.simulated_kinds) for table in tables]
    others = {"dice", "buttons", "lamps"}
    assert simulated == [{"dice"}, set(), set(), others, others, others | {"camera"}]


def test_document_says_what_the_four_buttons_mean() -> None:
    *words, last = [f"`{button.value}`" for button in FOUR_BUTTONS]
    assert f"{', '.join(words)} and {last}." in PAPER


def test_the_printed_defaults_are_the_defaults(phrases: Phrases) -> None:
    assert parse_configuration(commented_configuration(phrases)) == Configuration()


def test_the_printed_defaults_stay_the_same_with_every_example_switched_on(
    phrases: Phrases,
) -> None:
    only_with = phrases.texts["config.only_with"].partition("{")[0]
    paragraphs = commented_configuration(phrases).split("\n\n")
    text = "\n\n".join(
        it if only_with in it.replace("\n# ", " ") else SWITCHED_OFF.sub("", it)
        for it in paragraphs
    )

    assert text.count("\n") == commented_configuration(phrases).count("\n")
    assert parse_configuration(text) == Configuration()
    given = tomllib.loads(text)["table"][0]
    settings = {section.key: {it.key for it in section.settings} for section in sections()}
    assert set(given["rules"]) == settings["table.rules"]
    assert set(given["referee"]) == settings["table.referee"]


def test_the_printed_defaults_explain_every_setting(phrases: Phrases) -> None:
    lines = commented_configuration(phrases).split("\n")
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
        if setting.key == DRIVER and isinstance(setting.shape, ChoiceShape)
        for driver in setting.shape.choices
    ],
)
def test_each_driver_takes_its_documented_options(kind: str, driver: str) -> None:
    (section,) = (one for one in sections() if one.key == f"table.{kind}")
    first, *others = section.settings
    options = [
        f"{setting.key} = {setting.default}"
        for setting in others
        if not setting.of or toml_text(driver) in setting.of
    ]
    named = f"{first.key} = {toml_text(driver)}"
    beside = BESIDE.get((kind, driver), "")
    text = "\n".join(["[[table]]", beside, f"[table.{kind}]", named])
    (given,) = parse_configuration("\n".join([text, *options])).tables
    (usual,) = parse_configuration(text).tables

    assert given == usual


def test_every_phrase_of_a_setting_is_of_a_setting_that_exists(phrases: Phrases) -> None:
    named = {f"setting.{section.key}.about" for section in sections()}
    for section in sections():
        named |= {f"setting.{section.key}.{setting.key}" for setting in section.settings}

    assert {key for key in phrases.texts if key.startswith("setting.")} == named


def test_every_kind_of_mistake_has_words(phrases: Phrases) -> None:
    for wrong in MistakeKind:
        assert f"config.wrong.{wrong.value}" in phrases.texts


def test_every_language_has_the_same_keys_and_fills_in_the_same_values() -> None:
    english, *others = (
        {
            key: sorted(re.findall(r"\{.*?\}", text))
            for key, text in phrases.texts.items()
            if key.startswith(("config.", "setting."))
        }
        for phrases in LANGUAGES
    )
    assert others == [english] * len(others)


def test_french_has_no_plain_space_before_high_marks_and_no_typewriter_apostrophe() -> None:
    for key, text in load_phrases(Language("fr")).texts.items():
        if key.startswith(("config.", "setting.")):
            assert not re.search(r" [:;?!](?:\s|$)|\w'\w", text), key
