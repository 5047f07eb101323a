"""The self-test of lamps and switches, one after the other, with any answer."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from hardware.checkers import BACKGAMMON, Colour, Place, bar, point, tray
from hardware.observations import (
    EMPTY_SIGHTING,
    MAX_CHECKERS,
    UNKNOWN_SIGHTING,
    Observation,
    Sighting,
    of_any_colour,
)
from hardware.outputs import LampFrame, LampLight, Rgb
from referee.effects import LampMeaning
from service.table.self_test import (
    TEST_COLOURS,
    LampSelfTest,
    SelfTestEnd,
    SwitchFinding,
    SwitchFindingKind,
    SwitchSelfTest,
)

WHITE = LampLight(Rgb(255, 255, 255))
PLACES = (point(1), point(2), bar(Colour.LIGHT))
START = SwitchSelfTest("board", PLACES)


def slots(felt: int, of: int = 5) -> Sighting:
    """The claim of a place with so many slots."""
    if not felt:
        return EMPTY_SIGHTING
    return of_any_colour(felt, MAX_CHECKERS if felt == of else None)


def observe(felt: Mapping[Place, int], of: int = 5) -> Observation:
    sightings = {place: slots(felt.get(place, 0), of) for place in PLACES}
    return Observation("board", 0.0, sightings)


def after_observations(
    test: SwitchSelfTest, *felt: Mapping[Place, int], of: int = 5
) -> SwitchSelfTest:
    """The self-test after these observations, one after the other."""
    for counts in felt:
        test = test.after_observation(observe(counts, of))
    return test


def after_filling(test: SwitchSelfTest, place: Place, of: int = 5) -> SwitchSelfTest:
    """The self-test after a place was filled, checker by checker, and emptied."""
    return after_observations(test, *({place: felt} for felt in range(1, of + 1)), of=of)


def test_all_lamps_shine_in_every_colour_and_then_one_after_the_other() -> None:
    test, pictures = LampSelfTest("lamps", PLACES), []
    while test.is_running:
        pictures.append(test.picture)
        test = test.next()

    colours = TEST_COLOURS.values()
    together = [LampFrame(dict.fromkeys(PLACES, LampLight(colour))) for colour in colours]
    assert pictures == [*together, *(LampFrame({place: WHITE}) for place in PLACES)]
    assert (test.end, test.completed_steps, test.total_steps) == (SelfTestEnd.DONE, 7, 7)


def test_a_lamp_that_shines_alone_is_named() -> None:
    test = replace(LampSelfTest("lamps", PLACES), completed_steps=len(TEST_COLOURS))

    assert (test.colour, test.place) == (None, point(1))
    assert test.with_end(SelfTestEnd.STOPPED).place is None


def test_the_board_is_emptied_first_and_what_is_still_seen_is_lit() -> None:
    test = after_observations(START, {point(1): 3, bar(Colour.LIGHT): 1})

    assert test.place is None
    assert test.wrong_places == (point(1), bar(Colour.LIGHT))
    assert test.picture == dict.fromkeys(test.wrong_places, LampMeaning.TOO_MANY)

    test = after_observations(test, {point(1): 3}, {})

    assert (test.place, test.checker) == (point(1), 1)
    assert test.picture == {point(1): LampMeaning.MISSING}


def test_one_checker_after_the_other_is_asked_for_until_the_place_is_full() -> None:
    test = after_observations(START, {})
    for felt in range(1, 5):
        test = after_observations(test, {point(1): felt})
        assert (test.place, test.checker) == (point(1), felt + 1)

    test = after_observations(test, {point(1): 5})

    assert (test.place, test.checker, test.completed_steps) == (point(2), 1, 1)


def test_checkers_may_be_carried_on_from_a_place_that_is_done() -> None:
    test = after_filling(after_observations(START, {}), point(1))

    test = after_observations(
        test, {point(1): 4}, {point(1): 4, point(2): 1}, {point(1): 3, point(2): 2}
    )

    assert (test.place, test.checker, test.findings) == (point(2), 3, ())


@pytest.mark.parametrize("of", [1, 5])
def test_a_self_test_without_faults_ends_when_every_place_is_done(of: int) -> None:
    test = after_observations(START, {})
    for place in PLACES:
        test = after_filling(test, place, of)

    assert (test.end, test.findings, test.completed_steps) == (SelfTestEnd.DONE, (), 3)
    assert test.picture == {}
    assert after_observations(test, {point(2): 1}) == test


def test_a_sensor_that_counts_without_limit_is_asked_for_five_checkers() -> None:
    test = START.after_observation(observe({}))
    for count in range(1, 6):
        seen = replace(observe({}), sightings={point(1): of_any_colour(count)})
        test = test.after_observation(seen)

    assert test.place == point(2)


def test_no_fault_is_found_while_several_places_are_tried() -> None:
    test = after_observations(START, {}, {point(2): 1})
    assert test.wrong_places == (point(2),)
    assert test.picture == {point(1): LampMeaning.MISSING, point(2): LampMeaning.TOO_MANY}

    test = after_observations(test, {}, {point(1): 1})

    assert (test.findings, test.wrong_places, test.checker) == ((), (), 2)


def test_another_place_that_answers_instead_is_a_fault() -> None:
    test = after_observations(START, {}, {point(2): 1}).after_skip()

    assert test.findings == (SwitchFinding(SwitchFindingKind.SWAPPED, point(1), 1, (point(2),)),)
    assert (test.place, test.checker) == (point(1), 2)


def test_another_place_that_answers_as_well_is_a_fault() -> None:
    test = after_observations(START, {}, {point(1): 1, point(2): 1})

    assert test.findings == (SwitchFinding(SwitchFindingKind.ALSO, point(1), 1, (point(2),)),)
    assert (test.place, test.checker) == (point(1), 2)


def test_a_switch_that_does_not_answer_may_be_left_out() -> None:
    test = after_observations(START, {}, {point(1): 1}, {point(1): 2}).after_skip()

    assert test.findings == (SwitchFinding(SwitchFindingKind.SILENT, point(1), 3),)
    test = after_observations(test, {point(1): 3}, {point(1): 4})
    assert (test.place, test.checker) == (point(2), 1)


def test_a_place_that_is_never_empty_is_a_fault_and_the_rest_is_tried_all_the_same() -> None:
    test = after_observations(START, {point(1): 1}).after_skip()
    assert test.findings == (SwitchFinding(SwitchFindingKind.STILL_SEEN, point(1)),)

    test = after_observations(test, *({point(1): felt} for felt in range(2, 6)))
    assert test.place == point(2)

    test = after_observations(test, *({point(1): 1, point(2): felt} for felt in range(1, 5)))
    assert (test.place, test.checker) == (point(2), 5)


def test_healthy_places_teach_how_many_checkers_a_sensor_counts() -> None:
    test = after_filling(after_observations(START, {}), point(1), of=1)

    test = test.after_skip()

    assert test.findings == (SwitchFinding(SwitchFindingKind.SILENT, point(2), 1),)
    assert test.place == bar(Colour.LIGHT)


def test_a_checker_taken_up_again_answers_nothing() -> None:
    test = after_observations(START, {}, {point(1): 1}, {}, {point(1): 1})
    assert (test.checker, test.findings) == (2, ())


def test_unknown_place_counts_as_not_sensed() -> None:
    hidden = Observation("board", 0.0, {**observe({}).sightings, point(2): UNKNOWN_SIGHTING})
    assert START.after_observation(hidden).place == point(1)


def test_every_switch_of_a_table_is_asked_for() -> None:
    test = SwitchSelfTest("board", BACKGAMMON.places)
    held = dict.fromkeys(BACKGAMMON.places, 0)
    of = {place: 15 if place in map(tray, Colour) else 5 for place in BACKGAMMON.places}
    asked = 0

    def seen() -> Observation:
        return Observation("board", 0.0, {it: slots(held[it], of[it]) for it in BACKGAMMON.places})

    test = test.after_observation(seen())
    while test.place:
        held[test.place] += 1
        asked += 1
        test = test.after_observation(seen())

    assert test.end is SelfTestEnd.DONE
    assert asked == 26 * 5 + 2 * 15


@pytest.mark.parametrize("end", [SelfTestEnd.STOPPED, SelfTestEnd.LOST])
def test_a_self_test_that_has_ended_asks_for_nothing(end: SelfTestEnd) -> None:
    test = after_observations(START, {}, {point(2): 1}).with_end(end)

    assert (test.is_running, test.place, dict(test.picture)) == (False, None, {})
    assert test.after_skip() == test
