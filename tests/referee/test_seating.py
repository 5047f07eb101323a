"""The rules speak of sides and the table of colours; one file translates."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.backgammon.players import Player
from engine.backgammon.position import START, Position
from engine.backgammon.sides import Side
from hardware.checkers import BACKGAMMON, Colour, Layout, Pile, Place, bar, point, tray
from hardware.lights import Frame, Light, Rgb
from hardware.observations import Observation
from hardware.sightings import NOTHING, of_colour
from referee.seating import (
    FACINGS,
    FIELD,
    NUMBERS,
    PLACES,
    Facing,
    Seating,
    colour_of,
    place_in,
    place_of,
)
from tests.rigs.looks import SEATING
from tests.rigs.strategies import positions

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
    assert named == set(BACKGAMMON)


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
    assert seating.setup(layout, mover.opponent) == position.turned.setup
    assert seating.position(layout, mover) == position
    assert seating.position(layout, mover.opponent) == position.turned


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
        assert place_in(6, side, mover) == place_of(6, mover)
        assert place_in(25, side, mover) == bar(colour_of(side, mover))
        assert place_in(0, side, mover) == tray(colour_of(side, mover))


@given(positions(), players)
def test_a_field_of_a_position_has_its_place_on_the_table(
    position: Position, mover: Player
) -> None:
    colour, layout = SEATING.colour(mover), SEATING.layout(position, mover)
    for field, place in enumerate(PLACES[colour]):
        assert FIELD[colour][place] == field
        lying = layout.piles.get(place)
        assert (lying.count if lying else 0) == abs(position.counts[field])


@given(positions(), seatings, players)
def test_whose_turn_it_is_moves_no_checker(
    position: Position, seating: Seating, mover: Player
) -> None:
    seen_by_opponent = seating.layout(position.turned, mover.opponent)
    assert seating.layout(position, mover) == seen_by_opponent


@pytest.mark.parametrize("facing", FACINGS)
def test_every_place_has_one_name_on_the_board_and_the_way_there_is_the_way_back(
    facing: Facing,
) -> None:
    assert {facing[place] for place in BACKGAMMON} == set(BACKGAMMON)
    assert all(facing[facing[place]] == place for place in BACKGAMMON)


@pytest.mark.parametrize(
    ("facing", "named"),
    [
        (Facing(), (1, 6, 12, 13, 18, 24)),
        (Facing(light_far=True), (24, 19, 13, 12, 7, 1)),
        (Facing(home_left=True), (12, 7, 1, 24, 19, 13)),
        (Facing(light_far=True, home_left=True), (13, 18, 24, 1, 6, 12)),
    ],
)
def test_whoever_looks_from_elsewhere_counts_from_his_own_home(
    facing: Facing, named: tuple[int, ...]
) -> None:
    counted = (1, 6, 12, 13, 18, 24)

    assert [facing[point(number)] for number in counted] == [point(number) for number in named]


@pytest.mark.parametrize("facing", FACINGS)
def test_bars_and_trays_change_owners_only_with_the_sides(facing: Facing) -> None:
    for half in (bar, tray):
        assert facing[half(LIGHT)] == half(DARK if facing.light_far else LIGHT)


def test_what_is_no_place_of_the_board_keeps_its_name() -> None:
    assert Facing(light_far=True)[Place("box")] == "box"


@pytest.mark.parametrize("facing", FACINGS)
def test_what_is_seen_and_what_is_shown_is_named_alike(facing: Facing) -> None:
    two = of_colour(LIGHT, 2)
    seen = Observation("board", 3.0, {point(1): two, bar(DARK): NOTHING})
    red = Light(Rgb(255, 0, 0))

    named = facing.observation(seen)

    assert named.sightings == {facing[point(1)]: two, facing[bar(DARK)]: NOTHING}
    assert (named.source, named.at) == ("board", 3.0)
    assert facing.observation(named) == seen
    assert facing.frame(Frame({point(1): red})) == Frame({facing[point(1)]: red})
    lies = Layout({point(1): Pile(LIGHT, 2)})
    assert facing.layout(lies) == Layout({facing[point(1)]: Pile(LIGHT, 2)})
