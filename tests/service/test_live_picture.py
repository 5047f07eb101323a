"""The picture in the terminal shows what sensors see, what is believed, and every lamp."""

import re
from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.backgammon.players import Player
from engine.backgammon.position import START
from hardware.checkers import BACKGAMMON, Colour, Layout, Pile, Place, bar, point, tray
from hardware.lights import Rhythm
from hardware.observations import View
from hardware.sightings import (
    ANYTHING,
    MOST,
    NOTHING,
    Count,
    Sighting,
    of_any_colour,
    of_colour,
)
from referee.effects import Meaning
from referee.palettes import MONO, PALETTES, RHYTHMS, Palette
from referee.seating import Seating
from service import live_picture
from service.live_picture import LAMPS, WIDTH, Table, picture

LIGHT, DARK = Colour
LAID = Seating(Player.ONE).layout(START, Player.ONE)
STEERING = re.compile(r"\x1b\[[0-9;]*m")

bounds = st.tuples(st.integers(0, 15), st.integers(0, 15)).map(
    lambda pair: Count(min(pair), max(pair))
)
sightings = st.one_of(
    st.just(ANYTHING),
    st.builds(lambda count: of_any_colour(count.low, count.high), bounds),
    st.builds(
        lambda colour, count: of_colour(colour, count.low, count.high),
        st.sampled_from(Colour),
        bounds,
    ),
    st.builds(lambda a, b: Sighting(a, b, Count(0, MOST)), bounds, bounds),
)
places = st.sampled_from(BACKGAMMON)
tables = st.builds(
    Table,
    st.builds(View, st.dictionaries(places, sightings), st.lists(places, max_size=2).map(tuple)),
    st.sampled_from([LAID, None]),
    st.dictionaries(places, st.sampled_from(Meaning)),
    st.sampled_from([*Colour, None]),
    st.dictionaries(st.sampled_from(Colour), st.text(max_size=99)),
    st.lists(st.text(max_size=200), max_size=2),
    st.lists(st.text(max_size=200), max_size=2),
    st.dictionaries(st.sampled_from(Meaning), st.text(max_size=99)),
)


def seen(**claims: Sighting) -> View:
    return View({Place(place): claim for place, claim in claims.items()})


def cells(lines: list[str], place: Place) -> list[str]:
    """What stands at a place, from the rim: its lamp, the claim, and the checkers."""
    lower = [*range(12, 6, -1), bar(LIGHT), *range(6, 0, -1), tray(LIGHT)]
    upper = [*range(13, 19), bar(DARK), *range(19, 25), tray(DARK)]
    board = [line[2:] for line in lines[2:9]], [line[2:] for line in lines[16:9:-1]]
    rows, names = next(
        (rows, [point(name) if isinstance(name, int) else name for name in half])
        for rows, half in zip(board, (upper, lower), strict=True)
        if place in {point(name) if isinstance(name, int) else name for name in half}
    )
    column = names.index(place)
    walls = sum(column >= first for first in (0, 6, 7, 13))
    start = column * 5 + walls
    return [row[start : start + 5].strip() for row in rows]


@given(tables, st.sampled_from([*PALETTES.values()]))
def test_the_picture_fits_and_colour_only_paints_it(table: Table, palette: Palette) -> None:
    plain = picture(table, palette)
    coloured = picture(table, palette, coloured=True)

    assert max(map(len, plain)) <= WIDTH
    assert [STEERING.sub("", line).rstrip() for line in coloured] == plain
    assert not any("\x1b" in line or "\n" in line for line in plain)


@given(tables)
def test_every_lit_lamp_is_drawn_where_it_is_and_explained_once(table: Table) -> None:
    lines = picture(table, MONO)

    for place in BACKGAMMON:
        meaning = table.meanings.get(place)
        lamp = cells(lines, place)[0]
        assert lamp[:1] == (LAMPS[meaning] if meaning else "")
    explained = [line[2] for line in lines if re.match(r"  [A-Z]. [#.]{8}( |$)", line)]
    lit = {*table.meanings.values()}
    assert explained[: len(lit)] == [LAMPS[meaning] for meaning in Meaning if meaning in lit]


def test_light_has_point_1_at_the_bottom_right() -> None:
    lines = picture(Table(View({}), LAID))

    assert cells(lines, point(24)) == ["", "?", "o", "o", "", "", ""]
    assert cells(lines, point(1)) == ["", "?", "x", "x", "", "", ""]
    assert cells(lines, point(6))[2:] == ["o"] * 5
    assert (lines[1][-12:-8], lines[17][-12:-8]) == ("-24-", "-1--")


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        (ANYTHING, "?"),
        (NOTHING, "."),
        (of_any_colour(3), "3"),
        (of_any_colour(5, MOST), "5+"),
        (of_any_colour(0, 2), "0-2"),
        (of_colour(LIGHT, 2), "o2"),
        (of_colour(DARK, 4, 5), "x4-5"),
        (of_colour(DARK, 10, 12), "x10+"),
        (Sighting(Count(1, 1), Count(1, 1), Count(2, 2)), "o1x1"),
        (Sighting(Count(12, 12), Count(3, 3), Count(15, 15)), "15"),
        (Sighting(Count(1, 2), Count(0, 1), Count(1, 3)), "1-3"),
    ],
)
def test_a_sighting_is_told_in_four_signs(claim: Sighting, text: str) -> None:
    assert cells(picture(Table(seen(p9=claim))), point(9))[1] == text


def test_where_two_sensors_cannot_both_be_right_nothing_else_is_told() -> None:
    table = Table(View({point(9): ANYTHING}, (point(9),)))
    assert cells(picture(table), point(9))[1] == "?!"


def test_what_is_believed_is_drawn_and_what_is_seen_stands_beside_it() -> None:
    view = seen(p8=of_any_colour(2))

    assert cells(picture(Table(view, LAID)), point(8)) == ["", "2", "o", "o", "o", "", ""]
    assert cells(picture(Table(view)), point(8)) == ["", "2", "?", "?", "", "", ""]


def test_of_more_than_five_checkers_the_number_is_told() -> None:
    table = Table(View({}), Layout({tray(DARK): Pile(DARK, 13)}))
    assert cells(picture(table), tray(DARK))[2:] == ["x", "x", "x", "x", "13"]


@pytest.mark.parametrize(("turn", "pointed"), [(LIGHT, 18), (DARK, 0)])
def test_whose_turn_it_is_is_pointed_at(turn: Colour, pointed: int) -> None:
    table = Table(View({}), turn=turn, players={LIGHT: "Ann 2", DARK: "Bob 1"})
    lines = picture(table)

    assert [number for number, line in enumerate(lines) if line.startswith(">")] == [pointed]
    assert [lines[0][2:], lines[18][2:]] == ["x Bob 1", "o Ann 2"]


def test_what_is_said_stands_below_and_cannot_steer_the_terminal() -> None:
    words = {Meaning.MISSING: "a checker belongs here"}
    table = Table(
        View({}),
        meanings={point(5): Meaning.MISSING},
        status=["3 1, SIMULATED"],
        said=["Put it\x1b[2J back: " + "and again " * 10],
        words=words,
    )
    below = picture(table)[19:]

    assert below[:3] == [
        "3 1, SIMULATED",
        "  M* ####.... a checker belongs here",
        "Put it?[2J back: and again and again and again and again and again and again",
    ]


@given(tables, st.integers(1, 40))
def test_in_few_rows_what_was_said_last_stays_whole(table: Table, rows: int) -> None:
    lines, newest = picture(table, rows=rows), picture(Table(View({}), said=table.said[-1:]))[19:]

    assert len(lines) <= rows
    assert newest[:rows] == lines[-len(newest[:rows]) :] or not newest
    if len(picture(table)) <= rows:
        assert lines == picture(table)


def test_letters_and_signs_tell_every_lamp_apart() -> None:
    assert len(set(LAMPS.values())) == len(LAMPS) == len(Meaning)
    assert len(set(live_picture.RHYTHMS.values())) == len(Rhythm)
    table = Table(View({}), meanings=dict(zip(BACKGAMMON, Meaning, strict=False)))
    for place, meaning in table.meanings.items():
        sign = live_picture.RHYTHMS[RHYTHMS[meaning]]
        assert cells(picture(table), place)[0] == LAMPS[meaning] + sign


def test_a_coloured_lamp_has_its_light_behind_letters_that_can_be_read() -> None:
    table = Table(View({}), meanings={point(5): Meaning.DESTINATION, point(8): Meaning.MOVABLE})
    shown = "\n".join(picture(table, coloured=True))

    assert "\x1b[30;48;5;46mD*\x1b[0m" in shown
    assert "\x1b[97;48;5;22mV=\x1b[0m" in shown


def test_the_same_table_gives_the_same_picture() -> None:
    table = Table(seen(p6=of_any_colour(5, MOST)), LAID)
    assert picture(table) == picture(replace(table))
    for coloured, palette in product([True, False], PALETTES.values()):
        assert picture(table, palette, coloured=coloured)[1] == picture(table)[1]
