"""As many checkers are drawn as the sensors say, never more nor fewer, in the colours believed."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.backgammon.players import Player
from engine.backgammon.position import START
from hardware.checkers import BACKGAMMON, POINTS, Colour, bar, point, tray
from hardware.sightings import ANYTHING, MOST, Count, Sighting, of_any_colour, of_colour
from referee.seating import Seating
from referee.state import State
from service.web.parts.drawing import (
    Drawn,
    at,
    believed,
    drawn,
    is_whole,
    pips,
    seen_by_sensors,
)
from tests.rigs.drawn import sightings
from tests.rigs.sensors import KINDS, Checkers, exact, seen
from tests.rigs.story import evening_of, read_story, told
from tests.rigs.tables import SETUP

STORIES = sorted((Path(__file__).parents[3] / "stories").glob("*.story"))
SEATING = Seating(Player.ONE)
some_drawn = st.builds(Drawn, st.integers(0, 15), st.integers(0, 15))


def agrees(seen: Sighting, shown: Drawn) -> bool:
    """Whether what is drawn may lie there, whatever colours the unknown ones have."""
    unknown = range(shown.unknown + 1)
    return any(
        seen.allows(shown.light + light, shown.dark + shown.unknown - light) for light in unknown
    )


@given(seen=sightings(), believed=some_drawn)
def test_what_is_drawn_never_contradicts_the_sensors(seen: Sighting, believed: Drawn) -> None:
    assert agrees(seen, at(seen, believed))


@given(seen=sightings(), believed=some_drawn)
def test_what_is_believed_is_drawn_wherever_it_may_be(seen: Sighting, believed: Drawn) -> None:
    if seen.allows(believed.light, believed.dark):
        assert at(seen, believed) == believed


@pytest.mark.parametrize(
    ("seen", "believed", "shown"),
    [
        (of_any_colour(3), Drawn(3), Drawn(3)),
        (of_any_colour(3), Drawn(4), Drawn(3)),
        (of_any_colour(3), Drawn(0, 2), Drawn(0, 3)),
        (of_any_colour(3), Drawn(), Drawn(unknown=3)),
        (of_any_colour(2), Drawn(1, 2), Drawn(unknown=2)),
        (of_any_colour(5, MOST), Drawn(7), Drawn(7)),
        (of_any_colour(5, MOST), Drawn(3), Drawn(5)),
        (of_any_colour(0), Drawn(2), Drawn()),
        (of_colour(Colour.DARK, 2), Drawn(2), Drawn(0, 2)),
        (of_colour(Colour.LIGHT, 1, 3), Drawn(2), Drawn(2)),
        (Sighting(Count(1, 1), Count(1, 1), Count(2, 2)), Drawn(), Drawn(1, 1)),
        (ANYTHING, Drawn(2), Drawn(2)),
        (ANYTHING, Drawn(), Drawn()),
    ],
)
def test_checkers_are_drawn_by_number_and_by_belief(
    seen: Sighting, believed: Drawn, shown: Drawn
) -> None:
    assert at(seen, believed) == shown


@pytest.mark.parametrize("kind", KINDS)
def test_a_board_as_it_should_be_is_drawn_as_it_is(kind: str) -> None:
    state = State.of(SETUP.match)
    checkers = Checkers.of_layout(state.expected_layout)
    view = seen(checkers, KINDS[kind])
    picture = drawn(view, believed(state, view))

    assert is_whole(picture)
    for place in BACKGAMMON:
        assert {colour: picture[place][colour] for colour in Colour} == checkers.lying[place]
    assert {pips(picture, colour) for colour in Colour} == {167}


@st.composite
def tables(draw: st.DrawFn) -> Checkers:
    """Checkers anywhere, right or wrong."""
    checkers = Checkers.of_layout(SEATING.layout(START, Player.ONE))
    for _ in range(draw(st.integers(0, 6))):
        source = draw(st.sampled_from(BACKGAMMON))
        for colour in Colour:
            if checkers.lying[source][colour]:
                checkers.put(source, colour, -1)
                checkers.put(draw(st.sampled_from(BACKGAMMON)), colour)
    return checkers


@pytest.mark.parametrize("kind", KINDS)
@given(checkers=tables())
def test_whatever_lies_there_is_drawn_as_the_switches_feel_it(
    kind: str, checkers: Checkers
) -> None:
    state = State.of(SETUP.match)
    view = seen(checkers, KINDS[kind])
    picture = drawn(view, believed(state, view))

    assert all(agrees(view[place], picture[place]) for place in BACKGAMMON)


@given(checkers=tables())
def test_who_sees_everything_has_everything_drawn(checkers: Checkers) -> None:
    view = seen(checkers, exact)
    picture = drawn(view, believed(State.of(SETUP.match), view))

    for place in BACKGAMMON:
        assert {colour: picture[place][colour] for colour in Colour} == checkers.lying[place]


def moved(name: str) -> list[State]:
    """What is known while this story is told."""
    story = read_story((STORIES[0].parent / f"{name}.story").read_text(encoding="utf-8"))
    evening = evening_of(story)
    for _ in told(story, evening):
        pass
    return [heard.step.state for heard in evening.heard]


@pytest.mark.parametrize("name", [story.stem for story in STORIES])
def test_in_every_story_the_picture_agrees_with_the_sensors(name: str) -> None:
    for state in moved(name):
        view = seen_by_sensors(state)
        picture = drawn(view, believed(state, view))
        assert all(agrees(view[place], picture[place]) for place in BACKGAMMON)


def test_checkers_that_are_moved_by_the_rules_keep_their_colours() -> None:
    """Though the switches feel none."""
    for state in moved("whole-match")[1:]:
        view = seen_by_sensors(state)
        picture = drawn(view, believed(state, view))
        if state.sight.tracking and state.plays and not state.sight.tracking.held:
            assert not any(picture[place].unknown for place in POINTS), state.verdict


def test_a_dead_switch_is_drawn_as_it_says_though_nobody_trusts_it() -> None:
    state = next(state for state in reversed(moved("switch-dies")) if state.sight.doubts)
    (place,) = state.sight.doubts
    view = seen_by_sensors(state)

    assert view[place] != state.view[place]
    assert drawn(view, believed(state, view))[place].light < state.view[place].total.high


def test_checkers_that_still_lie_as_the_game_ended_keep_their_colours() -> None:
    ended = [state for state in moved("gammon") if state.match.game.result]
    pictures = [drawn(state.view, believed(state, state.view)) for state in ended]

    assert is_whole(pictures[0])
    assert {bar(colour) for colour in Colour} | {tray(Colour.LIGHT), point(1)} <= {*pictures[0]}
