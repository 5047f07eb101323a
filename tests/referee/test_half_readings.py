"""Either half of the bar, and either tray, is right for both players."""

from hypothesis import given
from hypothesis import strategies as st

from engine.backgammon.moves.plays import LegalPlays
from engine.backgammon.position import Position
from hardware.checkers import Colour, Layout, Pile, bar, tray
from hardware.observations import CombinedView, of_any_colour, of_colour
from referee.half_readings import is_astray, other_readings, settle_halves
from referee.observed_board import FieldGap, make_chart, total_gap
from tests.rigs.referee.board_views import SEATING, SENSOR_MODELS, all_plays
from tests.rigs.referee.sensor_views import Checkers, view_of_checkers

LIGHT, DARK = Colour
AGREES = FieldGap(0, 0)


def scattered(data: st.DataObject, position: Position, mover: Colour) -> Checkers:
    """The checkers of a position, with those on bar and trays on any half."""
    checkers = Checkers.of_setup(position.setup, SEATING, SEATING.player(mover))
    for half in (bar, tray):
        for colour in Colour:
            for _ in range(data.draw(st.integers(0, checkers.lying[half(colour)][colour]))):
                checkers.put(half(colour), colour, -1)
                checkers.put(half(colour.other), colour)
    return checkers


COUNTING_MODELS = sorted(SENSOR_MODELS.keys() - {"single"})
"""The sensors that count; one that only feels whether anything lies there cannot tell halves."""
ANY_BOARD = st.tuples(all_plays(), st.sampled_from(COUNTING_MODELS), st.sampled_from(Colour))


@given(ANY_BOARD, st.data())
def test_board_after_a_play_is_read_wherever_bar_and_trays_hold_its_checkers(
    given_board: tuple[LegalPlays, str, Colour], data: st.DataObject
) -> None:
    plays, kind, mover = given_board
    before = plays.position.counts
    play = data.draw(st.sampled_from([plays.position, *plays]))
    checkers = scattered(data, play, mover)
    chart = make_chart(view_of_checkers(checkers, SENSOR_MODELS[kind]), mover)
    charts = [chart, *other_readings(chart, before)]
    assert any(total_gap(one, play.counts) == AGREES for one in charts)


@given(ANY_BOARD)
def test_board_before_a_play_is_not_astray(given_board: tuple[LegalPlays, str, Colour]) -> None:
    plays, kind, mover = given_board
    checkers = Checkers.of_setup(plays.position.setup, SEATING, SEATING.player(mover))
    chart = make_chart(view_of_checkers(checkers, SENSOR_MODELS[kind]), mover)
    assert not is_astray(chart, plays.position.counts)


def test_no_checker_is_carried_from_one_half_of_the_bar_to_the_other() -> None:
    wanted = Layout({bar(LIGHT): Pile(LIGHT, 2), bar(DARK): Pile(DARK, 1)})
    halves = {bar(LIGHT): of_any_colour(0), bar(DARK): of_any_colour(3)}
    view = settle_halves(CombinedView(halves), wanted)
    assert all(view[bar(colour)].is_exact for colour in Colour)
    assert view[bar(LIGHT)].allows(2, 0)


def test_halves_that_hold_something_else_stay_as_they_are() -> None:
    wanted = Layout({bar(LIGHT): Pile(LIGHT, 1)})
    for seen in (of_colour(DARK, 1), of_any_colour(2)):
        view = CombinedView({bar(LIGHT): of_any_colour(0), bar(DARK): seen})
        settled = settle_halves(view, wanted)
        assert all(settled[bar(colour)] == view[bar(colour)] for colour in Colour)
