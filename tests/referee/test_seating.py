"""The rules speak of sides and the table of colours; one file translates."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.backgammon.position import START, Position
from engine.players import Player
from engine.sides import Side
from hardware.checkers import BACKGAMMON, Colour, Layout, Pile, Place, bar, point, tray
from hardware.observations import EMPTY_SIGHTING, Observation, of_colour
from hardware.outputs import LampFrame, LampLight, Rgb
from referee.seating import (
    FIELDS_BY_PLACE,
    NUMBERS,
    ORIENTATIONS,
    PLACES_BY_FIELD,
    Orientation,
    Seating,
    colour_of,
    place_for_mover,
    place_of,
)
from tests.rigs.engine.random_positions import positions
from tests.rigs.referee.board_views import SEATING

LIGHT, DARK = Colour
ONE, TWO = Player
seatings = st.sampled_from(Player).map(Seating)
players = st.sampled_from(Player)


def test_light_counts_the_points_up_and_dark_counts_them_down() -> None:
    assert [place_of(6, colour) for colour in Colour] == [point(6), point(19)]
    assert [place_of(25, colour) for colour in Colour] == [bar(LIGHT), bar(DARK)]
    assert [place_of(0, colour) for colour in Colour] == [tray(LIGHT), tray(DARK)]


def test_both_sides_together_name_every_place_of_the_board() -> None:
    named = {place_of(number, colour) for number in NUMBERS for colour in Colour}
    assert named == set(BACKGAMMON.places)


def test_the_starting_position_lies_as_in_the_leaflets() -> None:
    piles = Seating(light=TWO).layout(START, mover=ONE).piles
    assert {place: pile for place, pile in piles.items() if pile.colour is LIGHT} == {
        point(24): Pile(LIGHT, 2),
        point(13): Pile(LIGHT, 5),
        point(8): Pile(LIGHT, 3),
        point(6): Pile(LIGHT, 5),
    }
    assert piles[point(19)] == Pile(DARK, 5)


@pytest.mark.parametrize("light", Player)
def test_each_player_has_a_colour_of_his_own(light: Player) -> None:
    seating = Seating(light)
    assert seating.colour(light) is LIGHT
    assert {seating.player(seating.colour(player)) for player in Player} == set(Player)


@given(positions(), seatings, players)
def test_a_position_laid_on_the_table_is_read_back(
    position: Position, seating: Seating, mover: Player
) -> None:
    layout = seating.layout(position, mover)
    assert seating.setup(layout, mover) == position.setup
    assert seating.setup(layout, mover.opponent) == position.mirrored.setup
    assert seating.position(layout, mover) == position
    assert seating.position(layout, mover.opponent) == position.mirrored


@pytest.mark.parametrize(
    "piles",
    [
        {point(6): Pile(LIGHT, 6)},
        {point(7): Pile(DARK, 1)},
        {bar(DARK): Pile(LIGHT, 1)},
        {tray(DARK): Pile(LIGHT, 2)},
    ],
)
def test_a_table_with_a_checker_too_many_or_in_the_wrong_half_holds_no_position(
    piles: dict[Place, Pile],
) -> None:
    layout = SEATING.layout(START, ONE)
    assert SEATING.position(Layout({**layout.piles, **piles}), ONE) is None


@pytest.mark.parametrize("mover", Colour)
def test_points_are_numbered_by_the_mover_bars_and_trays_by_their_owner(mover: Colour) -> None:
    for side in Side:
        assert place_for_mover(6, side, mover) == place_of(6, mover)
        assert place_for_mover(25, side, mover) == bar(colour_of(side, mover))
        assert place_for_mover(0, side, mover) == tray(colour_of(side, mover))


@given(positions(), players)
def test_field_of_a_position_has_its_place_on_the_table(position: Position, mover: Player) -> None:
    colour, layout = SEATING.colour(mover), SEATING.layout(position, mover)
    for field, place in enumerate(PLACES_BY_FIELD[colour]):
        assert FIELDS_BY_PLACE[colour][place] == field
        lying = layout.piles.get(place)
        assert (lying.count if lying else 0) == abs(position.counts[field])


@given(positions(), seatings, players)
def test_layout_does_not_depend_on_whose_turn_it_is(
    position: Position, seating: Seating, mover: Player
) -> None:
    seen_by_opponent = seating.layout(position.mirrored, mover.opponent)
    assert seating.layout(position, mover) == seen_by_opponent


@pytest.mark.parametrize("orientation", ORIENTATIONS)
def test_place_has_one_name_on_the_board_and_translates_both_ways(orientation: Orientation) -> None:
    assert {orientation[place] for place in BACKGAMMON.places} == set(BACKGAMMON.places)
    assert all(orientation[orientation[place]] == place for place in BACKGAMMON.places)


@pytest.mark.parametrize(
    ("orientation", "named"),
    [
        (Orientation(), (1, 6, 12, 13, 18, 24)),
        (Orientation(light_far=True), (24, 19, 13, 12, 7, 1)),
        (Orientation(home_left=True), (12, 7, 1, 24, 19, 13)),
        (Orientation(light_far=True, home_left=True), (13, 18, 24, 1, 6, 12)),
    ],
)
def test_viewer_counts_from_the_own_home(orientation: Orientation, named: tuple[int, ...]) -> None:
    counted = (1, 6, 12, 13, 18, 24)
    assert [orientation[point(number)] for number in counted] == [point(number) for number in named]


@pytest.mark.parametrize("orientation", ORIENTATIONS)
def test_bars_and_trays_change_owners_only_with_the_sides(orientation: Orientation) -> None:
    for half in (bar, tray):
        assert orientation[half(LIGHT)] == half(DARK if orientation.light_far else LIGHT)


def test_place_beside_the_board_keeps_its_name() -> None:
    assert Orientation(light_far=True)[Place("box")] == "box"


@pytest.mark.parametrize("orientation", ORIENTATIONS)
def test_observations_and_lamps_are_renamed_alike(orientation: Orientation) -> None:
    two = of_colour(LIGHT, 2)
    seen = Observation("board", 3.0, {point(1): two, bar(DARK): EMPTY_SIGHTING})
    red = LampLight(Rgb(255, 0, 0))

    named = orientation.observation(seen)

    assert named.sightings == {orientation[point(1)]: two, orientation[bar(DARK)]: EMPTY_SIGHTING}
    assert (named.source, named.at) == ("board", 3.0)
    assert orientation.observation(named) == seen
    assert orientation.frame(LampFrame({point(1): red})) == LampFrame({orientation[point(1)]: red})
    lies = Layout({point(1): Pile(LIGHT, 2)})
    assert orientation.layout(lies) == Layout({orientation[point(1)]: Pile(LIGHT, 2)})
