"""The page draws as many checkers as the sensors report, in the colours that are assumed."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.backgammon.position import START
from engine.players import Player
from hardware.checkers import BACKGAMMON, POINTS, Colour, Place, bar, point, tray
from hardware.observations import (
    MAX_CHECKERS,
    UNKNOWN_SIGHTING,
    CombinedView,
    Count,
    Sighting,
    of_any_colour,
    of_colour,
)
from referee.seating import Seating
from referee.state import State
from referee.verdicts import Unchanged
from service.story.story_text import evening_of, lines_with_answers, read_story
from service.web.parts.board_part import (
    DrawnCheckers,
    assumed_board,
    draw_board,
    draw_place,
    drawn_pips,
    is_complete_drawing,
    sensor_view,
)
from service.web.parts.device_parts import doubts_in_words
from service.words.phrases import ENGLISH, phrases_in
from tests.rigs.referee.sensor_views import SENSOR_KINDS, Checkers, exact, view_of_checkers
from tests.rigs.storage.stored_value_strategies import sightings
from tests.rigs.tables.table_in_memory import TABLE_SETTINGS

STORIES = sorted((Path(__file__).parents[3] / "stories").glob("*.story"))
SEATING = Seating(Player.ONE)
some_drawn = st.builds(DrawnCheckers, st.integers(0, 15), st.integers(0, 15))


def agrees(seen: Sighting, shown: DrawnCheckers) -> bool:
    """True if the drawn checkers may lie there, whatever colours the unknown ones have."""
    unknown = range(shown.unknown + 1)
    return any(
        seen.allows(shown.light + light, shown.dark + shown.unknown - light) for light in unknown
    )


@given(seen=sightings(), believed=some_drawn)
def test_drawing_never_contradicts_the_sensors(seen: Sighting, believed: DrawnCheckers) -> None:
    assert agrees(seen, draw_place(seen, believed))


@given(seen=sightings(), believed=some_drawn)
def test_believed_checkers_are_drawn_wherever_they_are_possible(
    seen: Sighting, believed: DrawnCheckers
) -> None:
    if seen.allows(believed.light, believed.dark):
        assert draw_place(seen, believed) == believed


@pytest.mark.parametrize(
    ("seen", "believed", "shown"),
    [
        (of_any_colour(3), DrawnCheckers(3), DrawnCheckers(3)),
        (of_any_colour(3), DrawnCheckers(4), DrawnCheckers(3)),
        (of_any_colour(3), DrawnCheckers(0, 2), DrawnCheckers(0, 3)),
        (of_any_colour(3), DrawnCheckers(), DrawnCheckers(unknown=3)),
        (of_any_colour(2), DrawnCheckers(1, 2), DrawnCheckers(unknown=2)),
        (of_any_colour(5, MAX_CHECKERS), DrawnCheckers(7), DrawnCheckers(7)),
        (of_any_colour(5, MAX_CHECKERS), DrawnCheckers(3), DrawnCheckers(5)),
        (of_any_colour(0), DrawnCheckers(2), DrawnCheckers()),
        (of_colour(Colour.DARK, 2), DrawnCheckers(2), DrawnCheckers(0, 2)),
        (of_colour(Colour.LIGHT, 1, 3), DrawnCheckers(2), DrawnCheckers(2)),
        (Sighting(Count(1, 1), Count(1, 1), Count(2, 2)), DrawnCheckers(), DrawnCheckers(1, 1)),
        (UNKNOWN_SIGHTING, DrawnCheckers(2), DrawnCheckers(2)),
        (UNKNOWN_SIGHTING, DrawnCheckers(), DrawnCheckers()),
    ],
)
def test_checkers_are_drawn_by_number_and_by_belief(
    seen: Sighting, believed: DrawnCheckers, shown: DrawnCheckers
) -> None:
    assert draw_place(seen, believed) == shown


@pytest.mark.parametrize("kind", SENSOR_KINDS)
def test_a_board_as_it_should_be_is_drawn_as_it_is(kind: str) -> None:
    state = State.of(TABLE_SETTINGS.match_settings)
    checkers = Checkers.of_layout(state.expected_layout)
    view = view_of_checkers(checkers, SENSOR_KINDS[kind])
    picture = draw_board(view, assumed_board(state, view))

    assert is_complete_drawing(picture)
    for place in BACKGAMMON.places:
        assert {colour: picture[place][colour] for colour in Colour} == checkers.lying[place]
    assert {drawn_pips(picture, colour) for colour in Colour} == {167}


@pytest.mark.parametrize(
    ("seen_there", "marked"),
    [
        (of_colour(Colour.LIGHT, 3, 4), [point(8)]), (of_colour(Colour.LIGHT, 3), []),
        (of_any_colour(3, 4), [point(8)]), (of_any_colour(3, MAX_CHECKERS), []),
        (UNKNOWN_SIGHTING, []), (of_colour(Colour.DARK, 0, 1), []),
    ],
)  # fmt: skip
def test_place_where_a_lacking_checker_may_lie_is_marked(
    seen_there: Sighting, marked: list[Place]
) -> None:
    """A light checker has left point 6; point 8 is seen like this, and everything else clearly."""
    state = State.of(TABLE_SETTINGS.match_settings)
    checkers = Checkers.of_layout(state.expected_layout)
    checkers.put(point(6), Colour.LIGHT, -1)
    seen = {**view_of_checkers(checkers, exact).sightings, point(8): seen_there}
    believed = {it: DrawnCheckers(there[Colour.LIGHT], there[Colour.DARK])
                for it, there in checkers.lying.items()}  # fmt: skip
    picture = draw_board(CombinedView(seen), believed)

    assert [it for it, there in picture.items() if there.doubtful] == marked


def test_complete_board_has_no_doubtful_place() -> None:
    state = State.of(TABLE_SETTINGS.match_settings)
    view = view_of_checkers(Checkers.of_layout(state.expected_layout), exact)
    seen = {**view.sightings, point(8): of_colour(Colour.LIGHT, 3, 4)}
    picture = draw_board(CombinedView(seen), assumed_board(state, view))

    assert not any(there.doubtful for there in picture.values())


@st.composite
def tables(draw: st.DrawFn) -> Checkers:
    """Checkers anywhere, right or wrong."""
    checkers = Checkers.of_layout(SEATING.layout(START, Player.ONE))
    for _ in range(draw(st.integers(0, 6))):
        source = draw(st.sampled_from(BACKGAMMON.places))
        for colour in Colour:
            if checkers.lying[source][colour]:
                checkers.put(source, colour, -1)
                checkers.put(draw(st.sampled_from(BACKGAMMON.places)), colour)
    return checkers


@pytest.mark.parametrize("kind", SENSOR_KINDS)
@given(checkers=tables())
def test_any_layout_is_drawn_as_the_switches_feel_it(kind: str, checkers: Checkers) -> None:
    state = State.of(TABLE_SETTINGS.match_settings)
    view = view_of_checkers(checkers, SENSOR_KINDS[kind])
    picture = draw_board(view, assumed_board(state, view))

    assert all(agrees(view[place], picture[place]) for place in BACKGAMMON.places)


@given(checkers=tables())
def test_fully_seen_board_is_drawn_exactly(checkers: Checkers) -> None:
    view = view_of_checkers(checkers, exact)
    picture = draw_board(view, assumed_board(State.of(TABLE_SETTINGS.match_settings), view))

    for place in BACKGAMMON.places:
        assert {colour: picture[place][colour] for colour in Colour} == checkers.lying[place]


def states_of(name: str) -> list[State]:
    story = read_story((STORIES[0].parent / f"{name}.story").read_text(encoding="utf-8"))
    evening = evening_of(story)
    for _ in lines_with_answers(story, evening):
        pass
    return [entry.step.state for entry in evening.history]


@pytest.mark.release(after=40)
@pytest.mark.parametrize("name", [story.stem for story in STORIES])
def test_in_every_story_the_picture_agrees_with_the_sensors(name: str) -> None:
    for state in states_of(name):
        view = sensor_view(state)
        picture = draw_board(view, assumed_board(state, view))
        assert all(agrees(view[place], picture[place]) for place in BACKGAMMON.places)


def test_checkers_that_are_moved_by_the_rules_keep_their_colours() -> None:
    """They keep them though the switches feel no colours."""
    for state in states_of("whole-match")[1:]:
        view = sensor_view(state)
        picture = draw_board(view, assumed_board(state, view))
        if state.observed.tracking and state.plays and not state.observed.tracking.in_hand:
            assert not any(picture[place].unknown for place in POINTS), state.verdict


def test_dead_switch_is_drawn_as_reported_though_it_is_distrusted() -> None:
    state = next(state for state in reversed(states_of("switch-dies")) if state.observed.doubts)
    (place,) = (doubt.place for doubt in state.observed.doubts)
    view = sensor_view(state)

    assert view[place] != state.view[place]
    assert draw_board(view, assumed_board(state, view))[place].light < state.view[place].total.high


def test_devices_name_the_distrusted_switches_in_words() -> None:
    state = next(state for state in reversed(states_of("switch-dies")) if state.observed.doubts)
    (words,) = doubts_in_words(state, phrases_in(ENGLISH))

    assert words.startswith("A switch is dead on point 5")


def test_checkers_that_still_lie_as_the_game_ended_keep_their_colours() -> None:
    ended = [state for state in states_of("gammon") if state.match.game.result]
    pictures = [draw_board(state.view, assumed_board(state, state.view)) for state in ended]

    assert is_complete_drawing(pictures[0])
    assert {bar(colour) for colour in Colour} | {tray(Colour.LIGHT), point(1)} <= {*pictures[0]}


def test_checker_on_the_bar_is_drawn_while_the_board_counts_as_unchanged() -> None:
    pictures = [
        draw_board(state.view, assumed_board(state, state.view))
        for state in states_of("camera-doubts-the-bar")
        if state.plays and state.verdict == Unchanged()
    ]

    assert len(pictures) > 1
    assert {picture[bar(Colour.DARK)] for picture in pictures} == {DrawnCheckers(dark=1)}
    assert {drawn_pips(picture, Colour.DARK) for picture in pictures} == {163}
