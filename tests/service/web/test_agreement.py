"""What can be agreed on: a form with words for everything, and every mistake in it told at once."""

import asyncio
import json
from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.backgammon.players import Player
from engine.backgammon.rulebook import CLASSIC, GRAVES, RULEBOOKS, FirstDice, Option, Rulebook
from referee.profiles import CLUB, PROFILES, Profile
from referee.words import Language, Phrases, load_phrases
from service.config.settings import Home, Sits, Table
from service.tables.running import Running, running
from service.web.agreement import (
    LONGEST,
    MOST_TOLD,
    NotAgreed,
    agreement_form,
    read_agreement,
)
from tests.rigs.tables import ways

SETUP = Table(names=("Alice", "Bob"), length=5)
LANGUAGES = [load_phrases(language) for language in Language]
ENGLISH = LANGUAGES[0]


@pytest.fixture(scope="module", name="seated")
def _seated(tmp_path_factory: pytest.TempPathFactory) -> Running:
    """A table as it was when the service stopped."""

    async def run() -> Running:
        folder = tmp_path_factory.mktemp("table")
        async with running(SETUP, ways(folder), lambda _running: None) as table:
            return table

    return asyncio.run(run())


def fields_of(form: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for group in form["groups"]:
        for field in group["fields"]:
            yield field["key"], field


def agreed(seated: Running, **given_: object) -> Table:
    return read_agreement(json.dumps(_keys(given_)), seated)


def refused(seated: Running, text: str, phrases: Phrases = ENGLISH) -> tuple[str, ...]:
    with pytest.raises(NotAgreed) as caught:
        read_agreement(text, seated)
    return caught.value.told(phrases)


def refusal_of(seated: Running, text: str) -> NotAgreed | None:
    try:
        read_agreement(text, seated)
    except NotAgreed as refusal:
        return refusal
    return None


def _keys(values: Mapping[str, object]) -> dict[str, object]:
    """Keys with dots, written with two underscores in Python."""
    return {key.replace("__", "."): value for key, value in values.items()}


@pytest.mark.parametrize("phrases", LANGUAGES, ids=["en", "fr"])
def test_the_form_has_every_knob_and_every_field_with_words(
    seated: Running, phrases: Phrases
) -> None:
    form: Any = agreement_form(seated, phrases)

    found = dict(fields_of(form))
    knobs = {f"rules.{it.name}" for it in fields(Rulebook)} - {"rules.name"}
    policies = {f"referee.{it.name}" for it in fields(Profile)} - {"referee.name"}
    assert knobs | policies <= found.keys()
    assert found.keys() == form["values"].keys()
    assert all(field["label"] and field["about"] for field in found.values())
    for spelled in ("none is", "auto is", "for_stakes", "docs/", "near (", "preset"):
        assert not [key for key, field in found.items() if spelled in field["about"]]
    assert len({field["label"] for field in found.values()}) > 30
    assert json.loads(json.dumps(form, allow_nan=False)) == form


def test_the_two_languages_differ_in_words_only(seated: Running) -> None:
    english, french = (dict(fields_of(agreement_form(seated, it))) for it in LANGUAGES)

    assert english.keys() == french.keys()
    for key, field in english.items():
        assert field["kind"] == french[key]["kind"]
        words = [choice["words"] for choice in field.get("choices", ())]
        assert len(words) == len(set(words))
    assert sum(english[key]["label"] != french[key]["label"] for key in english) > 30


@pytest.mark.parametrize("key", ["rules", "referee"])
def test_every_preset_has_every_field_of_its_group(seated: Running, key: str) -> None:
    form: Any = agreement_form(seated, ENGLISH)
    own = {it for it, _ in fields_of(form) if it.startswith(f"{key}.")} - {f"{key}.preset"}

    presets = form["presets"][key]
    assert set(presets) == {"rules": set(RULEBOOKS), "referee": set(PROFILES)}[key]
    assert all(preset.keys() == own for preset in presets.values())


def test_what_the_form_shows_can_be_sent_back_as_it_is(seated: Running) -> None:
    values: Any = agreement_form(seated, ENGLISH)["values"]

    assert read_agreement(json.dumps(values), seated) == SETUP


@pytest.mark.parametrize("name", RULEBOOKS)
@pytest.mark.parametrize("profile", PROFILES)
def test_a_preset_with_all_its_fields_is_that_preset(
    seated: Running, name: str, profile: str
) -> None:
    presets: Any = agreement_form(seated, ENGLISH)["presets"]
    filled_in = {
        "rules.preset": name,
        **presets["rules"][name],
        "referee.preset": profile,
        **presets["referee"][profile],
        "length": 0,
    }

    table = read_agreement(json.dumps(filled_in), seated)

    assert (table.rules, table.referee) == (RULEBOOKS[name], PROFILES[profile])


def test_every_value_that_the_form_offers_is_read(seated: Running) -> None:
    for key, field in fields_of(agreement_form(seated, ENGLISH)):
        offered = [choice["value"] for choice in field.get("choices", ())]
        if field["kind"] == "switch":
            offered += [True, False]
        if "absent" in field:
            offered.append(field["absent"]["value"])
        if field["kind"] == "number":
            offered.append(field["low"])
        for value in offered:
            read_agreement(json.dumps({"length": 0, key: value}), seated)


def test_everything_can_be_agreed_on(seated: Running) -> None:
    table = agreed(
        seated,
        names__one="Zoë",
        names__two="O'Neill",
        light="two",
        computer="one",
        light_far=True,
        home_left=True,
        length=9,
        rules__preset="graves",
        rules__beavers="for_stakes",
        rules__cube_top="none",
        rules__first_dice="anew",
        referee__preset="club",
        referee__undo_needs_both="no",
        referee__illegal_play="rulebook",
        referee__settle=1,
    )

    assert table == replace(
        SETUP,
        names=("Zoë", "O'Neill"),
        light=Player.TWO,
        computer=Player.ONE,
        light_sits=Sits.FAR,
        home=Home.LEFT,
        length=9,
        rules=replace(GRAVES, beavers=Option.FOR_STAKES, cube_top=None, first_dice=FirstDice.ANEW),
        referee=replace(CLUB, undo_needs_both=False, illegal_play=None, settle=1.0),
    )


def test_what_is_left_out_stays_as_it_is(seated: Running) -> None:
    assert agreed(seated) == SETUP
    assert agreed(seated, rules__larger_die=False).rules == replace(SETUP.rules, larger_die=False)
    assert agreed(seated, rules__preset="classic").rules == CLASSIC


def test_every_mistake_is_told_at_once_under_the_name_of_its_field(seated: Running) -> None:
    text = json.dumps(
        {
            "names.one": "\u001b[2J",
            "names.two": 7,
            "light": "three",
            "light_far": "yes",
            "length": 2.5,
            "rules.preset": "parkr",
            "rules.cube_top": 63,
            "rules.larger_dei": True,
            "referee.settle": 99,
            "referee.undo_needs_both": 3,
        }
    )

    told = refused(seated, text)

    assert [it.partition(":")[0] for it in told] == [
        '"rules.larger_dei"',
        "Light sits on the far side",
        "First player",
        "Second player",
        "Light checkers",
        "Points to win",
        "Rulebook",
        "Highest stake on the cube",
        "Take-back needs both",
        "Stillness before judging, in seconds",
    ]
    assert "did you mean 'parker'?" in told[6]
    assert not any("\u001b" in it for it in told)
    french = refused(seated, text, LANGUAGES[1])
    assert len(french) == len(told)
    assert french[2].startswith("Premier joueur\u00a0: ")


@pytest.mark.parametrize(
    ("given_", "told"),
    [
        ({"names.two": "Alice"}, "Second player: the players need different names"),
        (
            {"length": 26},
            "Points to win: a tournament match goes to 25 points at most, not to 26",
        ),
        (
            {"length": 3, "rules.preset": "parker"},
            (
                "Points to win: the parker rulebook knows no matches, only play for stakes: "
                "leave the length out, or make it 0"
            ),
        ),
    ],
)
def test_what_does_not_go_together_is_told(
    seated: Running, given_: Mapping[str, object], told: str
) -> None:
    assert refused(seated, json.dumps(given_)) == (told,)


def test_every_mistake_is_told_beside_its_field(seated: Running) -> None:
    text = json.dumps({"names.one": "", "names.two": 7, "length": 2.5, "referee.settle": 99})

    with pytest.raises(NotAgreed) as caught:
        read_agreement(text, seated)

    beside = caught.value.beside(ENGLISH)
    assert list(beside) == ["names.one", "names.two", "length", "referee.settle"]
    assert beside["referee.settle"] == "should be a number of seconds from 0.1 to 3, not 99"


def test_players_of_one_name_are_told_beside_the_second(seated: Running) -> None:
    with pytest.raises(NotAgreed) as caught:
        read_agreement(json.dumps({"names.two": "Alice"}), seated)

    assert caught.value.beside(ENGLISH) == {"names.two": "the players need different names"}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "null",
        "[]",
        '"a"',
        "3",
        "{",
        '{"length":',
        "[" * 10_000,
        '{"length": ' + "9" * 5000 + "}",
        " " * (LONGEST + 1),
        "{}" + " " * LONGEST,
    ],
)
def test_what_is_no_filled_in_form_is_refused_in_one_sentence(seated: Running, text: str) -> None:
    assert refused(seated, text) == (ENGLISH.say("page.agreement.unreadable"),)


@pytest.mark.parametrize(
    "key",
    ["name", "names", "rules", "referee", "board", "lamps.palette", "light_sits", "", "rules."],
)
def test_nothing_else_can_be_agreed_on(seated: Running, key: str) -> None:
    (told,) = refused(seated, json.dumps({key: {"driver": "slots"}}))

    assert "unknown setting" in told


def test_a_flood_of_mistakes_is_cut_short(seated: Running) -> None:
    told = refused(seated, json.dumps({f"key {number}": number for number in range(1000)}))

    assert len(told) == MOST_TOLD


def test_of_a_flood_of_unknown_settings_only_the_first_are_looked_at(
    seated: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[str] = []
    monkeypatch.setattr("service.web.agreement.likeness", lambda key, _known: looked.append(key))

    refused(seated, json.dumps({f"rules.key{number}": number for number in range(600)}))

    assert len(looked) == MOST_TOLD


PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=4,
)


@given(data=st.data())
def test_whatever_is_filled_in_it_is_read_or_told(data: st.DataObject, seated: Running) -> None:
    keys = [key for key, _ in fields_of(agreement_form(seated, ENGLISH))]
    filled_in = data.draw(st.dictionaries(st.sampled_from(keys) | st.text(max_size=9), PLAIN))
    refusal = refusal_of(seated, json.dumps(filled_in))

    for phrases in LANGUAGES:
        told = refusal.told(phrases) if refusal else ("read",)
        assert all(one.replace("\u00a0", " ").isprintable() for one in told)
        assert all(told)
