"""Whatever can be kept is read back as it was, and what cannot be read is told with its place."""

from __future__ import annotations

import json
import math
import tracemalloc
from dataclasses import fields
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.backgammon.rulebook import Rulebook
from hardware.checkers import BACKGAMMON, POINTS, Colour, Place
from hardware.observations import Observation
from hardware.sightings import (
    ANYTHING,
    MOST,
    NOTHING,
    Count,
    Sighting,
    of_any_colour,
    of_colour,
)
from hardware.signals import Signal
from referee.effects import Effect, Lit, Meaning
from referee.settings import MatchSettings
from service.plain import NotPlain, spelling_of, text_of, value_of
from service.terse import read_sighting, spell_sighting
from tests.rigs.drawn import any_effects, any_settings, any_signal, sightings
from tests.rigs.journals import SETTINGS, seen

LIGHT, DARK = Colour
DICE = {"is": "DiceSeen", "source": "dice", "at": 1.5, "state": "settled", "numbers": [3, 1]}
Effects = tuple[Effect, ...]


@given(any_signal())
def test_every_signal_is_read_back_as_it_was(signal: Signal) -> None:
    text = text_of(signal, Signal)

    assert value_of(text, Signal) == signal
    assert text_of(value_of(text, Signal), Signal) == text


@given(any_settings())
def test_settings_are_read_back_with_every_knob(settings: MatchSettings) -> None:
    text = text_of(settings, MatchSettings)

    assert value_of(text, MatchSettings) == settings
    assert set(json.loads(text)["rulebook"]) == {field.name for field in fields(Rulebook)}


@given(any_effects())
def test_every_decision_is_read_back_as_it_was(effects: Effects) -> None:
    assert value_of(text_of(effects, Effects, canonical=True), Effects) == effects


def test_a_decision_is_spelled_the_same_in_whatever_order_it_was_made() -> None:
    lights = dict.fromkeys(POINTS, Meaning.MOVABLE)
    backwards = dict(reversed(lights.items()))

    one, two = (text_of((Lit(lit),), Effects, canonical=True) for lit in (lights, backwards))

    assert one == two


@given(any_signal())
def test_what_a_sensor_reports_keeps_its_order(signal: Signal) -> None:
    read = value_of(text_of(signal, Signal), Signal)

    if isinstance(signal, Observation):
        assert list(read.sightings) == list(signal.sightings)


@given(sightings())
def test_every_sighting_has_a_spelling_of_its_own(sighting: Sighting) -> None:
    assert read_sighting(spell_sighting(sighting)) == sighting


@pytest.mark.parametrize(
    ("sighting", "text"),
    [
        (NOTHING, "0"),
        (ANYTHING, "?"),
        (of_any_colour(3), "3"),
        (of_any_colour(5, MOST), "5+"),
        (of_any_colour(2, 4), "2-4"),
        (of_colour(LIGHT, 3), "L3"),
        (of_colour(DARK, 4, 5), "D4-5"),
        (Sighting(Count(1, 1), Count(0, 2), Count(0, MOST)), "L1D0-2"),
        (Sighting(Count(0, 2), Count(0, 2), Count(2, 3)), "L0-2D0-2T2-3"),
    ],
)
def test_a_sighting_is_spelled_as_people_would(sighting: Sighting, text: str) -> None:
    assert spell_sighting(sighting) == text
    assert read_sighting(text) == sighting


def test_what_reeds_see_of_a_whole_board_is_short_enough_to_read() -> None:
    text = text_of(seen(0), Signal)

    assert "p2-5=0 p6=5+ p7=0 p8=3 p9-11=0 p12-13=5+" in text
    assert len(text) < 210


def test_places_that_nobody_sees_and_empty_ones_are_told_apart() -> None:
    some = Observation(
        "eye", 1, {Place("p1"): NOTHING, Place("p3"): NOTHING, Place("p4"): ANYTHING}
    )

    assert '"p1=0 p3=0 p4=?"' in text_of(some, Signal)
    assert value_of(text_of(some, Signal), Signal) == some


def test_a_place_with_a_name_out_of_the_common_is_spelled_out() -> None:
    strange = {Place(name): NOTHING for name in ("p01", "p 1", "", "p1=2", "p99999")}
    odd = Observation("eye", 1, strange)

    assert value_of(text_of(odd, Signal), Signal) == odd


def test_a_lone_surrogate_from_a_broken_wire_is_kept() -> None:
    told = text_of(value_of(json.dumps({**_garbled("\udce9t\0é")}), Signal), Signal)

    told.encode()
    assert "é" in told
    assert value_of(told, Signal).what == "\udce9t\0é"


@pytest.mark.parametrize("at", [math.nan, math.inf, -math.inf])
def test_a_time_that_is_no_number_is_refused(at: float) -> None:
    with pytest.raises(NotPlain, match="finite"):
        text_of(Observation("reeds", at, {}), Signal)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"is": "Dice"}, "is: one of Observation, DiceSeen"),
        ({"is": ["DiceSeen"]}, "is: one of Observation"),
        ({"numbers": [3, 7]}, "DiceSeen: a die shows 1 to 6"),
        ({"numbers": [3, "1"]}, r"DiceSeen.numbers\[1\]: a whole number, not '1'"),
        ({"numbers": [3, True]}, r"DiceSeen.numbers\[1\]: a whole number, not True"),
        ({"numbers": 31}, "DiceSeen.numbers: a list, not 31"),
        ({"state": "rolled"}, "DiceSeen.state: one of rolling, settled, cocked, lifted"),
        ({"state": []}, "DiceSeen.state: one of rolling"),
        ({"colour": "red"}, "DiceSeen.colour: one of light, dark"),
        ({"at": "now"}, "DiceSeen.at: a finite number, not 'now'"),
        ({"at": True}, "DiceSeen.at: a finite number, not True"),
        ({"at": 10**400}, "DiceSeen.at: a finite number, not 1000"),
        ({"source": None}, "DiceSeen.source: a text, not None"),
        ({"when": 3}, "DiceSeen: a DiceSeen without when"),
    ],
)
def test_bad_data_is_refused_with_its_place(change: dict[str, Any], said: str) -> None:
    with pytest.raises(NotPlain, match=said):
        value_of(json.dumps({**DICE, **change}), Signal)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "JSON"),
        ("{", "JSON"),
        ("[" * 100_000, "JSON"),
        ("9" * 5000, "JSON"),
        ("null", "an object, not None"),
        ('{"is":"TimeCame","source":"x"}', "a TimeCame with at"),
        ('{"is":"TimeCame","source":"x","at":NaN}', "finite"),
        ('{"is":"TimeCame","source":"x","at":1e999}', "finite"),
        (_seen := '{"is":"Observation","source":"x","at":1,"sightings":"p1"}', "sightings such"),
        (_seen.replace("p1", "p1=x"), "Observation.sightings: a sighting such as 3"),
        (_seen.replace("p1", "p1=4-2"), "a count lies between"),
        (_seen.replace("p1", "p1=31"), "a count lies between"),
        (_seen.replace("p1", "p1-3=0 p2=1"), "one sighting of p2"),
        (_seen.replace('"p1"', "[1]"), "a text"),
        (_seen.replace('"p1"', '{"p1":3}'), "a text"),
        ('{"is":"Told","source":"x","at":1,"layout":{"piles":{"p1":"X3"}}}', "p1: a pile such"),
    ],
)
def test_a_text_that_is_no_signal_is_refused(text: str, said: str) -> None:
    with pytest.raises(NotPlain, match=said):
        value_of(text, Signal)


def test_what_a_later_program_adds_to_a_kind_has_its_usual_value_in_older_journals() -> None:
    assert value_of(json.dumps(DICE), Signal).colour is None


def test_settings_that_no_match_can_have_are_refused() -> None:
    text = text_of(SETTINGS, MatchSettings)

    with pytest.raises(NotPlain, match="matches up to 25"):
        value_of(text.replace('"length":7', '"length":27'), MatchSettings)
    with pytest.raises(NotPlain, match="two names"):
        value_of(text.replace("Bob", "Zoë"), MatchSettings)


@pytest.mark.parametrize("hint", [bytes, int | str, complex, list[int]])
def test_a_type_without_a_spelling_is_our_own_mistake(hint: Any) -> None:
    with pytest.raises(TypeError):
        spelling_of(hint)


@given(st.frozensets(st.sampled_from(BACKGAMMON)), st.tuples(st.integers(), st.booleans()))
def test_sets_and_pairs_are_spelled_as_lists(
    group: frozenset[Place], pair: tuple[int, bool]
) -> None:
    hint = tuple[frozenset[Place], tuple[int, bool]]

    assert value_of(text_of((group, pair), hint), hint) == (group, pair)
    with pytest.raises(NotPlain, match="a list of 2"):
        value_of("[1]", hint)


def _garbled(what: str) -> dict[str, Any]:
    return {"is": "Garbled", "source": "pico", "at": 1.0, "what": what}


@pytest.mark.parametrize(
    "claims", ["p1-9999=0", "p1-150=0 q1-150=0", {f"p{number}": "0" for number in range(300)}]
)
def test_an_observation_tells_of_so_many_places_and_no_more(claims: object) -> None:
    text = json.dumps({"is": "Observation", "source": "x", "at": 1.0, "sightings": claims})

    with pytest.raises(NotPlain, match="200 places"):
        value_of(text, Signal)


def test_what_is_too_long_is_not_made_longer_first() -> None:
    runs = " ".join(f"{letter * 3}1-9999=0" for letter in "abcdefghijklmnopqrstuvwxyz")
    text = json.dumps({"is": "Observation", "source": "x", "at": 1.0, "sightings": runs})

    tracemalloc.start()
    try:
        with pytest.raises(NotPlain):
            value_of(text, Signal)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 1_000_000


def test_however_deep_a_text_is_it_is_read_or_refused() -> None:
    for depth in range(700, 1100):
        with pytest.raises(NotPlain):
            value_of("[" * depth + "]" * depth, Effect)
