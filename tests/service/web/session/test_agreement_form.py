"""The form of an agreement has words for everything, and names every mistake at once."""

import asyncio
import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, fields, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.backgammon.players import Player
from engine.backgammon.rulebook import CLASSIC, GRAVES, RULEBOOKS, FirstDice, Option, Rulebook
from referee.match_settings import CLUB_PROFILE, PROFILES, Profile
from service.config.service_settings import HomeSide, SeatSide, TableSettings
from service.table.table_runtime import TableRuntime, run_table
from service.web.session.agreement_form import (
    MAX_FORM_LENGTH,
    MAX_MISTAKES,
    InvalidAgreement,
    agreement_form,
    read_agreement,
)
from service.words.phrases import Language, Phrases, available_languages, load_phrases
from tests.rigs.tables.table_in_memory import service_options

SETUP = TableSettings(names=("Alice", "Bob"), length=5)
LANGUAGES = [load_phrases(language) for language in available_languages()]
ENGLISH, FRENCH = load_phrases(Language("en")), load_phrases(Language("fr"))


@pytest.fixture(scope="module", name="seated")
def _seated(tmp_path_factory: pytest.TempPathFactory) -> TableRuntime:
    """A table as it was when the service stopped."""

    async def run() -> TableRuntime:
        folder = tmp_path_factory.mktemp("table")
        async with run_table(SETUP, service_options(folder), lambda _runtime: None) as table:
            return table

    return asyncio.run(run())


def form_json(seated: TableRuntime, phrases: Phrases = ENGLISH) -> Any:
    return json.loads(json.dumps(asdict(agreement_form(seated, phrases)), allow_nan=False))


def fields_of(form: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for group in form["groups"]:
        for field in group["fields"]:
            yield field["key"], field


def agree(seated: TableRuntime, **given_: object) -> TableSettings:
    # Keys have dots, which are written with two underscores in Python.
    keys = {key.replace("__", "."): value for key, value in given_.items()}
    return read_agreement(json.dumps(keys), seated)


def refusal_of(seated: TableRuntime, text: str) -> InvalidAgreement:
    with pytest.raises(InvalidAgreement) as caught:
        read_agreement(text, seated)
    return caught.value


def mistakes_in(seated: TableRuntime, text: str, phrases: Phrases = ENGLISH) -> tuple[str, ...]:
    return refusal_of(seated, text).in_words(phrases)


@pytest.mark.parametrize("phrases", LANGUAGES, ids=lambda phrases: phrases.language)
def test_the_form_has_every_knob_and_every_field_with_words(
    seated: TableRuntime, phrases: Phrases
) -> None:
    form = form_json(seated, phrases)

    found = dict(fields_of(form))
    knobs = {f"rules.{it.name}" for it in fields(Rulebook)} - {"rules.name"}
    policies = {f"referee.{it.name}" for it in fields(Profile)} - {"referee.name"}
    assert knobs | policies <= found.keys()
    assert found.keys() == form["values"].keys()
    assert all(field["label"] and field["about"] for field in found.values())
    for spelled in ("none means", "auto is", "for_stakes", "docs/", "near (", "preset"):
        assert not [key for key, field in found.items() if spelled in field["about"]]
    assert len({field["label"] for field in found.values()}) > 30


def test_the_two_languages_differ_in_words_only(seated: TableRuntime) -> None:
    english, french = (dict(fields_of(form_json(seated, it))) for it in (ENGLISH, FRENCH))

    assert english.keys() == french.keys()
    for key, field in english.items():
        assert field["kind"] == french[key]["kind"]
        words = [choice["words"] for choice in field.get("choices", ())]
        assert len(words) == len(set(words))
    assert sum(english[key]["label"] != french[key]["label"] for key in english) > 30


@pytest.mark.parametrize("key", ["rules", "referee"])
def test_every_preset_has_every_field_of_its_group(seated: TableRuntime, key: str) -> None:
    form = form_json(seated)
    own = {it for it, _ in fields_of(form) if it.startswith(f"{key}.")} - {f"{key}.preset"}

    presets = form["presets"][key]
    assert set(presets) == {"rules": set(RULEBOOKS), "referee": set(PROFILES)}[key]
    assert all(preset.keys() == own for preset in presets.values())


def test_form_can_be_sent_back_unchanged(seated: TableRuntime) -> None:
    values = form_json(seated)["values"]
    assert read_agreement(json.dumps(values), seated) == SETUP


@pytest.mark.parametrize("name", RULEBOOKS)
@pytest.mark.parametrize("profile", PROFILES)
def test_a_preset_with_all_its_fields_is_that_preset(
    seated: TableRuntime, name: str, profile: str
) -> None:
    presets = form_json(seated)["presets"]
    filled_in = {
        "rules.preset": name,
        **presets["rules"][name],
        "referee.preset": profile,
        **presets["referee"][profile],
        "length": 0,
    }

    table = read_agreement(json.dumps(filled_in), seated)

    assert (table.rules, table.referee) == (RULEBOOKS[name], PROFILES[profile])


def test_every_value_that_the_form_offers_is_read(seated: TableRuntime) -> None:
    for key, field in fields_of(form_json(seated)):
        offered = [choice["value"] for choice in field.get("choices", ())]
        if field["kind"] == "toggle":
            offered += [True, False]
        if field.get("absent"):
            offered.append(field["absent"]["value"])
        if field["kind"] == "number":
            offered.append(field["low"])
        for value in offered:
            read_agreement(json.dumps({"length": 0, key: value}), seated)


def test_everything_can_be_agreed_on(seated: TableRuntime) -> None:
    table = agree(
        seated, names__one="Zoë", names__two="O'Neill", light="two", computer="one", length=9,
        light_far=True, home_left=True, rules__preset="graves", rules__beavers="for_stakes",
        rules__cube_top="none", rules__first_dice="anew", referee__preset="club",
        referee__undo_needs_both="no", referee__illegal_play="rulebook", referee__settle=1,
    )  # fmt: skip

    assert table == replace(
        SETUP, names=("Zoë", "O'Neill"), light=Player.TWO, computer=Player.ONE, length=9,
        light_sits=SeatSide.FAR, home=HomeSide.LEFT,
        rules=replace(GRAVES, beavers=Option.FOR_STAKES, cube_top=None, first_dice=FirstDice.ANEW),
        referee=replace(CLUB_PROFILE, undo_needs_both=False, illegal_play=None, settle=1.0),
    )  # fmt: skip


def test_omitted_setting_stays_unchanged(seated: TableRuntime) -> None:
    assert agree(seated) == SETUP
    assert agree(seated, rules__larger_die=False).rules == replace(SETUP.rules, larger_die=False)
    assert agree(seated, rules__preset="classic").rules == CLASSIC


def test_every_mistake_is_reported_at_once_under_the_name_of_its_field(
    seated: TableRuntime,
) -> None:
    text = json.dumps(
        {
            "names.one": "\u001b[2J", "names.two": 7, "light": "three", "light_far": "yes",
            "length": 2.5, "rules.preset": "parkr", "rules.cube_top": 63, "rules.larger_dei": True,
            "referee.settle": 99, "referee.undo_needs_both": 3,
        }
    )  # fmt: skip

    mistakes = mistakes_in(seated, text)

    assert [it.partition(":")[0] for it in mistakes] == [
        '"rules.larger_dei"', "Light sits on the far side", "First player", "Second player",
        "Light checkers", "Points to win", "Rulebook", "Highest stake on the cube",
        "Take-back needs both", "Stillness before judging, in seconds",
    ]  # fmt: skip
    assert "did you mean 'parker'?" in mistakes[6]
    assert not any("\u001b" in it for it in mistakes)
    french = mistakes_in(seated, text, FRENCH)
    assert len(french) == len(mistakes)
    assert french[2].startswith("Premier joueur\u00a0: ")


@pytest.mark.parametrize(
    ("given_", "mistake"),
    [
        ({"names.two": "Alice"}, "Second player: the players need different names"),
        ({"length": 26}, "Points to win: a tournament match goes to at most 25 points, not to 26"),
        (
            {"length": 3, "rules.preset": "parker"},
            (
                "Points to win: the parker rulebook has no matches, only play for stakes: "
                "leave the length out, or set it to 0"
            ),
        ),
    ],
)
def test_contradicting_settings_are_reported(
    seated: TableRuntime, given_: Mapping[str, object], mistake: str
) -> None:
    assert mistakes_in(seated, json.dumps(given_)) == (mistake,)


def test_every_mistake_is_reported_beside_its_field(seated: TableRuntime) -> None:
    text = json.dumps({"names.one": "", "names.two": 7, "length": 2.5, "referee.settle": 99})

    beside = refusal_of(seated, text).field_errors(ENGLISH)
    assert list(beside) == ["names.one", "names.two", "length", "referee.settle"]
    assert beside["referee.settle"] == "should be a number of seconds from 0.1 to 3, not 99"


def test_name_that_cannot_be_used_is_refused_in_plain_words(seated: TableRuntime) -> None:
    refusal = refusal_of(seated, json.dumps({"names.one": 'Anna; "<b>"'}))
    wanted = "please choose a name of at most 24 visible letters or signs"
    assert refusal.field_errors(ENGLISH)["names.one"].startswith(wanted)
    (sentence,) = refusal.in_words(FRENCH)
    assert sentence.startswith("Premier joueur\u00a0: choisissez un nom")
    assert "\\" not in sentence


def test_equal_names_are_reported_beside_the_second(seated: TableRuntime) -> None:
    refusal = refusal_of(seated, json.dumps({"names.two": "Alice"}))
    assert refusal.field_errors(ENGLISH) == {"names.two": "the players need different names"}


@pytest.mark.parametrize(
    "text",
    [
        "", "null", "[]", '"a"', "3", "{", '{"length":', "[" * 10_000,
        '{"length": ' + "9" * 5000 + "}", " " * (MAX_FORM_LENGTH + 1),
        "{}" + " " * MAX_FORM_LENGTH,
    ],
)  # fmt: skip
def test_invalid_form_is_refused_in_one_sentence(seated: TableRuntime, text: str) -> None:
    assert mistakes_in(seated, text) == (ENGLISH.say("page.agreement.unreadable"),)


@pytest.mark.parametrize(
    "key",
    ["name", "names", "rules", "referee", "board", "lamps.palette", "light_sits", "", "rules."],
)
def test_unknown_setting_is_refused(seated: TableRuntime, key: str) -> None:
    (mistake,) = mistakes_in(seated, json.dumps({key: {"driver": "slots"}}))
    assert "unknown setting" in mistake


def test_a_flood_of_mistakes_is_cut_short(seated: TableRuntime) -> None:
    mistakes = mistakes_in(seated, json.dumps({f"key {number}": number for number in range(1000)}))
    assert len(mistakes) == MAX_MISTAKES


def test_of_a_flood_of_unknown_settings_only_the_first_are_looked_at(
    seated: TableRuntime, monkeypatch: pytest.MonkeyPatch
) -> None:
    compared: list[str] = []
    monkeypatch.setattr(
        "service.web.session.agreement_form.similar_word", lambda key, _known: compared.append(key)
    )

    mistakes_in(seated, json.dumps({f"rules.key{number}": number for number in range(600)}))

    assert len(compared) == MAX_MISTAKES


PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=4,
)


@given(data=st.data())
def test_any_form_is_read_or_refused_in_words(data: st.DataObject, seated: TableRuntime) -> None:
    keys = [key for key, _ in fields_of(form_json(seated))]
    filled_in = data.draw(st.dictionaries(st.sampled_from(keys) | st.text(max_size=9), PLAIN))

    try:
        read_agreement(json.dumps(filled_in), seated)
    except InvalidAgreement as refusal:
        for mistakes in map(refusal.in_words, LANGUAGES):
            assert all(one.replace("\u00a0", " ").isprintable() for one in mistakes)
            assert all(mistakes)
