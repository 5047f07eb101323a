"""Lamps and switches tried out, one after the other, whatever answers."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from hardware.checkers import BACKGAMMON, Colour, Place, bar, point, tray
from hardware.lights import Frame, Light, Rgb
from hardware.observations import Observation
from hardware.sightings import ANYTHING, MOST, NOTHING, Sighting, of_any_colour
from referee.effects import Meaning
from service.tables.trying import COLOURS, End, Flaw, LampTrial, SwitchFault, SwitchTrial

WHITE = Light(Rgb(255, 255, 255))
PLACES = (point(1), point(2), bar(Colour.LIGHT))
START = SwitchTrial("board", PLACES)


def slots(felt: int, of: int = 5) -> Sighting:
    """What a place of so many slots claims."""
    if not felt:
        return NOTHING
    return of_any_colour(felt, MOST if felt == of else None)


def look(felt: Mapping[Place, int], of: int = 5) -> Observation:
    sightings = {place: slots(felt.get(place, 0), of) for place in PLACES}
    return Observation("board", 0.0, sightings)


def shown(trial: SwitchTrial, *felt: Mapping[Place, int], of: int = 5) -> SwitchTrial:
    """The trial after the sensor has seen this, one after the other."""
    for counts in felt:
        trial = trial.looked(look(counts, of))
    return trial


def filled(trial: SwitchTrial, place: Place, of: int = 5) -> SwitchTrial:
    """The trial after a place was filled, checker by checker, and emptied."""
    return shown(trial, *({place: felt} for felt in range(1, of + 1)), of=of)


def test_all_lamps_shine_in_every_colour_and_then_one_after_the_other() -> None:
    trial, pictures = LampTrial("lamps", PLACES), []
    while trial.running:
        pictures.append(trial.picture)
        trial = trial.next()

    together = [Frame(dict.fromkeys(PLACES, Light(colour))) for colour in COLOURS.values()]
    assert pictures == [*together, *(Frame({place: WHITE}) for place in PLACES)]
    assert (trial.end, trial.done, trial.of) == (End.DONE, 7, 7)


def test_a_lamp_that_shines_alone_is_named() -> None:
    trial = replace(LampTrial("lamps", PLACES), done=len(COLOURS))

    assert (trial.colour, trial.place) == (None, point(1))
    assert trial.ended(End.STOPPED).place is None


def test_the_board_is_emptied_first_and_what_is_still_seen_is_lit() -> None:
    trial = shown(START, {point(1): 3, bar(Colour.LIGHT): 1})

    assert trial.place is None
    assert trial.answered == (point(1), bar(Colour.LIGHT))
    assert trial.picture == dict.fromkeys(trial.answered, Meaning.TOO_MANY)

    trial = shown(trial, {point(1): 3}, {})

    assert (trial.place, trial.checker) == (point(1), 1)
    assert trial.picture == {point(1): Meaning.MISSING}


def test_one_checker_after_the_other_is_asked_for_until_the_place_is_full() -> None:
    trial = shown(START, {})
    for felt in range(1, 5):
        trial = shown(trial, {point(1): felt})
        assert (trial.place, trial.checker) == (point(1), felt + 1)

    trial = shown(trial, {point(1): 5})

    assert (trial.place, trial.checker, trial.done) == (point(2), 1, 1)


def test_checkers_may_be_carried_on_from_a_place_that_is_done() -> None:
    trial = filled(shown(START, {}), point(1))

    trial = shown(trial, {point(1): 4}, {point(1): 4, point(2): 1}, {point(1): 3, point(2): 2})

    assert (trial.place, trial.checker, trial.faults) == (point(2), 3, ())


@pytest.mark.parametrize("of", [1, 5])
def test_a_trial_without_faults_ends_when_every_place_is_done(of: int) -> None:
    trial = shown(START, {})
    for place in PLACES:
        trial = filled(trial, place, of)

    assert (trial.end, trial.faults, trial.done) == (End.DONE, (), 3)
    assert trial.picture == {}
    assert shown(trial, {point(2): 1}) == trial


def test_a_sensor_that_counts_without_end_is_asked_for_a_handful() -> None:
    trial = START.looked(look({}))
    for count in range(1, 6):
        trial = trial.looked(replace(look({}), sightings={point(1): of_any_colour(count)}))

    assert trial.place == point(2)


def test_nothing_is_found_wrong_while_somebody_tries_several_places() -> None:
    trial = shown(START, {}, {point(2): 1})
    assert trial.answered == (point(2),)
    assert trial.picture == {point(1): Meaning.MISSING, point(2): Meaning.TOO_MANY}

    trial = shown(trial, {}, {point(1): 1})

    assert (trial.faults, trial.answered, trial.checker) == ((), (), 2)


def test_another_place_that_answers_instead_is_a_fault() -> None:
    trial = shown(START, {}, {point(2): 1}).skipped()

    assert trial.faults == (SwitchFault(Flaw.SWAPPED, point(1), 1, (point(2),)),)
    assert (trial.place, trial.checker) == (point(1), 2)


def test_another_place_that_answers_as_well_is_a_fault() -> None:
    trial = shown(START, {}, {point(1): 1, point(2): 1})

    assert trial.faults == (SwitchFault(Flaw.ALSO, point(1), 1, (point(2),)),)
    assert (trial.place, trial.checker) == (point(1), 2)


def test_a_switch_that_does_not_answer_may_be_left_out() -> None:
    trial = shown(START, {}, {point(1): 1}, {point(1): 2}).skipped()

    assert trial.faults == (SwitchFault(Flaw.SILENT, point(1), 3),)
    trial = shown(trial, {point(1): 3}, {point(1): 4})
    assert (trial.place, trial.checker) == (point(2), 1)


def test_a_place_that_is_never_empty_is_a_fault_and_the_rest_is_tried_all_the_same() -> None:
    trial = shown(START, {point(1): 1}).skipped()
    assert trial.faults == (SwitchFault(Flaw.STILL_SEEN, point(1)),)

    trial = shown(trial, *({point(1): felt} for felt in range(2, 6)))
    assert trial.place == point(2)

    trial = shown(trial, *({point(1): 1, point(2): felt} for felt in range(1, 5)))
    assert (trial.place, trial.checker) == (point(2), 5)


def test_how_many_a_sensor_tells_apart_is_learned_from_places_that_are_well() -> None:
    trial = filled(shown(START, {}), point(1), of=1)

    trial = trial.skipped()

    assert trial.faults == (SwitchFault(Flaw.SILENT, point(2), 1),)
    assert trial.place == bar(Colour.LIGHT)


def test_a_checker_taken_up_again_answers_nothing() -> None:
    trial = shown(START, {}, {point(1): 1}, {}, {point(1): 1})

    assert (trial.checker, trial.faults) == (2, ())


def test_a_place_of_which_nothing_is_known_is_not_seen() -> None:
    hidden = Observation("board", 0.0, {**look({}).sightings, point(2): ANYTHING})

    assert START.looked(hidden).place == point(1)


def test_every_switch_of_a_table_is_asked_for() -> None:
    trial = SwitchTrial("board", BACKGAMMON)
    held = dict.fromkeys(BACKGAMMON, 0)
    of = {place: 15 if place in map(tray, Colour) else 5 for place in BACKGAMMON}
    asked = 0

    def seen() -> Observation:
        return Observation("board", 0.0, {it: slots(held[it], of[it]) for it in BACKGAMMON})

    trial = trial.looked(seen())
    while trial.place:
        held[trial.place] += 1
        asked += 1
        trial = trial.looked(seen())

    assert trial.end is End.DONE
    assert asked == 26 * 5 + 2 * 15


@pytest.mark.parametrize("end", [End.STOPPED, End.LOST])
def test_a_trial_that_has_ended_asks_for_nothing(end: End) -> None:
    trial = shown(START, {}, {point(2): 1}).ended(end)

    assert (trial.running, trial.place, dict(trial.picture)) == (False, None, {})
    assert trial.skipped() == trial
