"""Every storable value is read back as it was, and an unreadable one is named with its place."""

import json
import math
import tracemalloc
from dataclasses import fields, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.backgammon.game.events import NextGame
from engine.backgammon.rulebook import Rulebook
from hardware.checkers import BACKGAMMON, POINTS, Colour, Place
from hardware.observations import (
    EMPTY_SIGHTING,
    MAX_CHECKERS,
    UNKNOWN_SIGHTING,
    Count,
    Observation,
    Sighting,
    of_any_colour,
    of_colour,
)
from hardware.signals import DeviceLost, DeviceRestored, PlayerRequest, PlayerRequestKind, Signal
from referee.effects import Effect, LampMeaning, RecordEvent, ShowLamps
from referee.match_settings import MatchSettings
from service.storage.codec import Codec, DecodingError, UnknownName
from service.storage.compact_texts import read_sighting, spell_sighting
from service.storage.stored_format import FORMAT
from tests.rigs.storage.example_journals import SETTINGS, reed_observation
from tests.rigs.storage.stored_value_strategies import (
    any_effects,
    any_settings,
    any_signal,
    sightings,
)

LIGHT, DARK = Colour
DICE = {"is": "DiceSeen", "source": "dice", "at": 1.5, "state": "settled", "numbers": [3, 1]}
Effects = tuple[Effect, ...]


@given(any_signal())
def test_every_signal_is_read_back_as_it_was(signal: Signal) -> None:
    text = FORMAT.encode(signal, Signal)

    assert FORMAT.decode(text, Signal) == signal
    assert FORMAT.encode(FORMAT.decode(text, Signal), Signal) == text


@given(any_settings())
def test_settings_are_read_back_with_every_knob(settings: MatchSettings) -> None:
    text = FORMAT.encode(settings, MatchSettings)

    assert FORMAT.decode(text, MatchSettings) == settings
    assert set(json.loads(text)["rulebook"]) == {field.name for field in fields(Rulebook)}


@given(any_effects())
def test_every_decision_is_read_back_as_it_was(effects: Effects) -> None:
    read = FORMAT.decode(FORMAT.encode(effects, Effects, canonical=True), Effects)
    assert read == tuple(map(without_matches, effects))


def without_matches(effect: Effect) -> Effect:
    """The effect as far as it is stored."""
    if isinstance(effect, RecordEvent):
        nothing: Any = None
        return replace(effect, before=nothing, after=nothing)
    return effect


def test_the_matches_around_an_event_are_not_written() -> None:
    effects = (RecordEvent(NextGame(), SETTINGS.match(), SETTINGS.match()),)

    text = FORMAT.encode(effects, Effects)
    assert text == '[{"is":"Happened","event":{"is":"NextGame"}}]'
    with pytest.raises(UnknownName, match="Happened: a RecordEvent without before"):
        FORMAT.decode(text.replace("}]", ',"before":null}]'), Effects)


def test_decision_is_encoded_alike_in_any_order() -> None:
    lights = dict.fromkeys(POINTS, LampMeaning.MOVABLE)
    backwards = dict(reversed(lights.items()))

    one, two = (
        FORMAT.encode((ShowLamps(lit),), Effects, canonical=True) for lit in (lights, backwards)
    )

    assert one == two


@given(any_signal())
def test_sightings_keep_their_order(signal: Signal) -> None:
    read = FORMAT.decode(FORMAT.encode(signal, Signal), Signal)
    if isinstance(signal, Observation):
        assert list(read.sightings) == list(signal.sightings)


@given(sightings())
def test_every_sighting_has_a_spelling_of_its_own(sighting: Sighting) -> None:
    assert read_sighting(spell_sighting(sighting)) == sighting


@pytest.mark.parametrize(
    ("sighting", "text"),
    [
        (EMPTY_SIGHTING, "0"),
        (UNKNOWN_SIGHTING, "?"),
        (of_any_colour(3), "3"),
        (of_any_colour(5, MAX_CHECKERS), "5+"),
        (of_any_colour(2, 4), "2-4"),
        (of_colour(LIGHT, 3), "L3"),
        (of_colour(DARK, 4, 5), "D4-5"),
        (Sighting(Count(1, 1), Count(0, 2), Count(0, MAX_CHECKERS)), "L1D0-2"),
        (Sighting(Count(0, 2), Count(0, 2), Count(2, 3)), "L0-2D0-2T2-3"),
    ],
)
def test_a_sighting_is_spelled_as_people_would(sighting: Sighting, text: str) -> None:
    assert spell_sighting(sighting) == text
    assert read_sighting(text) == sighting


def test_whole_board_of_reeds_is_written_in_a_short_text() -> None:
    text = FORMAT.encode(reed_observation(0), Signal)

    assert "p2-5=0 p6=5+ p7=0 p8=3 p9-11=0 p12-13=5+" in text
    assert len(text) < 210


def test_unseen_and_empty_places_are_distinguished() -> None:
    some = Observation(
        "eye",
        1,
        {Place("p1"): EMPTY_SIGHTING, Place("p3"): EMPTY_SIGHTING, Place("p4"): UNKNOWN_SIGHTING},
    )

    assert '"p1=0 p3=0 p4=?"' in FORMAT.encode(some, Signal)
    assert FORMAT.decode(FORMAT.encode(some, Signal), Signal) == some


def test_a_place_with_an_unusual_name_is_spelled_out() -> None:
    strange = {Place(name): EMPTY_SIGHTING for name in ("p01", "p 1", "", "p1=2", "p99999")}
    odd = Observation("eye", 1, strange)

    assert FORMAT.decode(FORMAT.encode(odd, Signal), Signal) == odd


def test_lone_surrogate_from_a_broken_wire_is_preserved() -> None:
    text = FORMAT.encode(FORMAT.decode(json.dumps({**_garbled("\udce9t\0é")}), Signal), Signal)

    text.encode()
    assert "é" in text
    assert FORMAT.decode(text, Signal).what == "\udce9t\0é"


@pytest.mark.parametrize("at", [math.nan, math.inf, -math.inf])
def test_a_time_that_is_no_number_is_refused(at: float) -> None:
    with pytest.raises(DecodingError, match="finite"):
        FORMAT.encode(Observation("reeds", at, {}), Signal)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"is": "Dice"}, "is: one of Observation, DiceSeen"),
        ({"is": ["DiceSeen"]}, "is: one of Observation"),
        ({"numbers": [3, 7]}, "DiceSeen: a die shows 1 to 6"),
        ({"numbers": [3, "1"]}, r"DiceSeen.numbers\[1\]: a whole number, not '1'"),
        ({"numbers": [3, True]}, r"DiceSeen.numbers\[1\]: a whole number, not True"),
        ({"numbers": 31}, "DiceSeen.numbers: a list, not 31"),
        (
            {"state": "rolled"},
            "DiceSeen.state: one of rolling, settled, cocked, on_checker, lifted",
        ),
        ({"state": []}, "DiceSeen.state: one of rolling"),
        ({"colour": "red"}, "DiceSeen.colour: one of light, dark"),
        ({"at": "now"}, "DiceSeen.at: a finite number, not 'now'"),
        ({"at": True}, "DiceSeen.at: a finite number, not True"),
        ({"at": 10**400}, "DiceSeen.at: a finite number, not 1000"),
        ({"source": None}, "DiceSeen.source: a text, not None"),
        ({"when": 3}, "DiceSeen: a DiceReading without when"),
    ],
)
def test_bad_data_is_refused_with_its_place(change: dict[str, Any], said: str) -> None:
    with pytest.raises(DecodingError, match=said):
        FORMAT.decode(json.dumps({**DICE, **change}), Signal)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "JSON"),
        ("{", "JSON"),
        ("[" * 100_000, "JSON"),
        ("9" * 5000, "JSON"),
        ("null", "an object, not None"),
        ('{"is":"TimeCame","source":"x"}', "a TimerExpired with at"),
        ('{"is":"TimeCame","source":"x","at":NaN}', "finite"),
        ('{"is":"TimeCame","source":"x","at":1e999}', "finite"),
        (
            _observation := '{"is":"Observation","source":"x","at":1,"sightings":"p1"}',
            "sightings such",
        ),
        (_observation.replace("p1", "p1=x"), "Observation.sightings: a sighting such as 3"),
        (_observation.replace("p1", "p1=4-2"), "a count lies between"),
        (_observation.replace("p1", "p1=31"), "a count lies between"),
        (_observation.replace("p1", "p1-3=0 p2=1"), "p2 once only"),
        (_observation.replace('"p1"', "[1]"), "a text"),
        (_observation.replace('"p1"', '{"p1":3}'), "a text"),
        ('{"is":"Told","source":"x","at":1,"layout":{"piles":{"p1":"X3"}}}', "p1: a pile such"),
    ],
)
def test_a_text_that_is_no_signal_is_refused(text: str, said: str) -> None:
    with pytest.raises(DecodingError, match=said):
        FORMAT.decode(text, Signal)


def test_field_unknown_to_an_older_journal_has_its_default() -> None:
    assert FORMAT.decode(json.dumps(DICE), Signal).colour is None


def test_settings_that_no_match_can_have_are_refused() -> None:
    text = FORMAT.encode(SETTINGS, MatchSettings)

    with pytest.raises(DecodingError, match="matches up to 25"):
        FORMAT.decode(text.replace('"length":7', '"length":27'), MatchSettings)
    with pytest.raises(DecodingError, match="two different names"):
        FORMAT.decode(text.replace("Bob", "Zoë"), MatchSettings)


@pytest.mark.parametrize("hint", [bytes, int | str, complex, list[int]])
def test_type_that_cannot_be_encoded_is_a_bug(hint: Any) -> None:
    with pytest.raises(TypeError):
        FORMAT.encode(None, hint)


@given(st.frozensets(st.sampled_from(BACKGAMMON.places)), st.tuples(st.integers(), st.booleans()))
def test_sets_and_pairs_are_spelled_as_lists(
    group: frozenset[Place], pair: tuple[int, bool]
) -> None:
    hint = tuple[frozenset[Place], tuple[int, bool]]

    assert FORMAT.decode(FORMAT.encode((group, pair), hint), hint) == (group, pair)
    with pytest.raises(DecodingError, match="a list of 2"):
        FORMAT.decode("[1]", hint)


def _garbled(what: str) -> dict[str, Any]:
    return {"is": "Garbled", "source": "pico", "at": 1.0, "what": what}


@pytest.mark.parametrize(
    "claims", ["p1-9999=0", "p1-150=0 q1-150=0", {f"p{number}": "0" for number in range(300)}]
)
def test_an_observation_of_too_many_places_is_refused(claims: object) -> None:
    text = json.dumps({"is": "Observation", "source": "x", "at": 1.0, "sightings": claims})
    with pytest.raises(DecodingError, match="200 places"):
        FORMAT.decode(text, Signal)


def test_overlong_range_is_refused_before_it_is_expanded() -> None:
    runs = " ".join(f"{letter * 3}1-9999=0" for letter in "abcdefghijklmnopqrstuvwxyz")
    text = json.dumps({"is": "Observation", "source": "x", "at": 1.0, "sightings": runs})

    tracemalloc.start()
    try:
        with pytest.raises(DecodingError):
            FORMAT.decode(text, Signal)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 1_000_000


def test_two_types_cannot_share_a_tag() -> None:
    with pytest.raises(ValueError, match="same tag"):
        Codec({int: "Number", float: "Number"})


def test_tag_is_declared_and_independent_of_the_name_of_the_class() -> None:
    codec = Codec({DeviceLost: "gone", DeviceRestored: "back"})
    lost = DeviceLost("reeds", 1.0, "unplugged")
    text = codec.encode(lost, DeviceLost | DeviceRestored)
    assert json.loads(text)["is"] == "gone"
    assert codec.decode(text, DeviceLost | DeviceRestored) == lost
    with pytest.raises(UnknownName):
        codec.decode(text.replace("gone", "DeviceLost"), DeviceLost | DeviceRestored)


def test_nested_text_of_any_depth_is_refused() -> None:
    for depth in range(700, 1100):
        with pytest.raises(DecodingError):
            FORMAT.decode("[" * depth + "]" * depth, Effect)


def test_renamed_field_keeps_its_stored_name() -> None:
    request = PlayerRequest("page", 1.0, LIGHT, PlayerRequestKind.YES)

    text = FORMAT.encode(request, PlayerRequest)

    assert json.loads(text)["wish"] == "yes"
    assert FORMAT.decode(text, PlayerRequest) == request
