"""The picture in the terminal shows what sensors see, what is believed, and every lamp."""

import re
from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.backgammon.position import START
from engine.players import Player
from hardware.checkers import BACKGAMMON, Colour, Layout, Pile, Place, bar, point, tray
from hardware.observations import (
    EMPTY_SIGHTING,
    MAX_CHECKERS,
    UNKNOWN_SIGHTING,
    CombinedView,
    Count,
    Sighting,
    of_any_colour,
    of_colour,
)
from hardware.outputs import Rhythm
from referee.effects import LampMeaning
from referee.palettes import MONO, PALETTES, RHYTHMS, Palette
from referee.seating import Seating
from service.terminal import table_picture
from service.terminal.table_picture import LAMPS, WIDTH, PictureContent, draw_table

LIGHT, DARK = Colour
START_LAYOUT = Seating(Player.ONE).layout(START, Player.ONE)
COLOUR_CODE = re.compile(r"\x1b\[[0-9;]*m")

bounds = st.tuples(st.integers(0, 15), st.integers(0, 15)).map(
    lambda pair: Count(min(pair), max(pair))
)
sightings = st.one_of(
    st.just(UNKNOWN_SIGHTING),
    st.builds(lambda count: of_any_colour(count.low, count.high), bounds),
    st.builds(
        lambda colour, count: of_colour(colour, count.low, count.high),
        st.sampled_from(Colour),
        bounds,
    ),
    st.builds(lambda a, b: Sighting(a, b, Count(0, MAX_CHECKERS)), bounds, bounds),
)
places = st.sampled_from(BACKGAMMON.places)
tables = st.builds(
    PictureContent,
    st.builds(
        CombinedView, st.dictionaries(places, sightings), st.lists(places, max_size=2).map(tuple)
    ),
    st.sampled_from([START_LAYOUT, None]),
    st.dictionaries(places, st.sampled_from(LampMeaning)),
    st.sampled_from([*Colour, None]),
    st.dictionaries(st.sampled_from(Colour), st.text(max_size=99)),
    st.lists(st.text(max_size=200), max_size=2),
    st.lists(st.text(max_size=200), max_size=2),
    st.dictionaries(st.sampled_from(LampMeaning), st.text(max_size=99)),
)


def view_of(**claims: Sighting) -> CombinedView:
    return CombinedView({Place(place): claim for place, claim in claims.items()})


def cells(lines: list[str], place: Place) -> list[str]:
    """The cells of a place, from the rim: its lamp, the claim, and the checkers."""
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
def test_the_picture_fits_and_colour_only_paints_it(
    table: PictureContent, palette: Palette
) -> None:
    plain = draw_table(table, palette)
    coloured = draw_table(table, palette, coloured=True)

    assert max(map(len, plain)) <= WIDTH
    assert [COLOUR_CODE.sub("", line).rstrip() for line in coloured] == plain
    assert not any("\x1b" in line or "\n" in line for line in plain)


@given(tables)
def test_every_lit_lamp_is_drawn_where_it_is_and_explained_once(table: PictureContent) -> None:
    lines = draw_table(table, MONO)

    for place in BACKGAMMON.places:
        meaning = table.meanings.get(place)
        lamp = cells(lines, place)[0]
        assert lamp[:1] == (LAMPS[meaning] if meaning else "")
    explained = [line[2] for line in lines if re.match(r"  [A-Z]. [#.]{8}( |$)", line)]
    lit = {*table.meanings.values()}
    assert explained[: len(lit)] == [LAMPS[meaning] for meaning in LampMeaning if meaning in lit]


def test_light_has_point_1_at_the_bottom_right() -> None:
    lines = draw_table(PictureContent(CombinedView({}), START_LAYOUT))

    assert cells(lines, point(24)) == ["", "?", "o", "o", "", "", ""]
    assert cells(lines, point(1)) == ["", "?", "x", "x", "", "", ""]
    assert cells(lines, point(6))[2:] == ["o"] * 5
    assert (lines[1][-12:-8], lines[17][-12:-8]) == ("-24-", "-1--")


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        (UNKNOWN_SIGHTING, "?"), (EMPTY_SIGHTING, "."), (of_any_colour(3), "3"),
        (of_any_colour(5, MAX_CHECKERS), "5+"), (of_any_colour(0, 2), "0-2"),
        (of_colour(LIGHT, 2), "o2"), (of_colour(DARK, 4, 5), "x4-5"),
        (of_colour(DARK, 10, 12), "x10+"),
        (Sighting(Count(1, 1), Count(1, 1), Count(2, 2)), "o1x1"),
        (Sighting(Count(12, 12), Count(3, 3), Count(15, 15)), "15"),
        (Sighting(Count(1, 2), Count(0, 1), Count(1, 3)), "1-3"),
    ],
)  # fmt: skip
def test_sighting_is_printed_in_four_characters(claim: Sighting, text: str) -> None:
    assert cells(draw_table(PictureContent(view_of(p9=claim))), point(9))[1] == text


def test_contradicting_sensors_hide_all_else_at_a_place() -> None:
    table = PictureContent(CombinedView({point(9): UNKNOWN_SIGHTING}, (point(9),)))
    assert cells(draw_table(table), point(9))[1] == "?!"


def test_believed_layout_is_drawn_beside_the_sighting() -> None:
    view = view_of(p8=of_any_colour(2))

    assert cells(draw_table(PictureContent(view, START_LAYOUT)), point(8)) == [
        "", "2", "o", "o", "o", "", "",
    ]  # fmt: skip
    assert cells(draw_table(PictureContent(view)), point(8)) == ["", "2", "?", "?", "", "", ""]


def test_more_than_five_checkers_are_drawn_as_a_number() -> None:
    table = PictureContent(CombinedView({}), Layout({tray(DARK): Pile(DARK, 13)}))
    assert cells(draw_table(table), tray(DARK))[2:] == ["x", "x", "x", "x", "13"]


@pytest.mark.parametrize(("turn", "pointed"), [(LIGHT, 18), (DARK, 0)])
def test_player_on_turn_is_marked(turn: Colour, pointed: int) -> None:
    table = PictureContent(CombinedView({}), turn=turn, players={LIGHT: "Ann 2", DARK: "Bob 1"})
    lines = draw_table(table)

    assert [number for number, line in enumerate(lines) if line.startswith(">")] == [pointed]
    assert [lines[0][2:], lines[18][2:]] == ["x Bob 1", "o Ann 2"]


def test_announcements_are_drawn_below_and_cannot_control_the_terminal() -> None:
    words = {LampMeaning.MISSING: "a checker belongs here"}
    table = PictureContent(
        CombinedView({}),
        meanings={point(5): LampMeaning.MISSING},
        status=["3 1, SIMULATED"],
        sayings=["Put it\x1b[2J back: " + "and again " * 10],
        lamp_words=words,
    )
    below = draw_table(table)[19:]

    assert below[:3] == [
        "3 1, SIMULATED",
        "  M* ####.... a checker belongs here",
        "Put it?[2J back: and again and again and again and again and again and again",
    ]


@given(tables, st.integers(1, 40))
def test_last_announcement_stays_whole_in_few_rows(table: PictureContent, rows: int) -> None:
    lines, newest = (
        draw_table(table, rows=rows),
        draw_table(PictureContent(CombinedView({}), sayings=table.sayings[-1:]))[19:],
    )

    assert len(lines) <= rows
    assert newest[:rows] == lines[-len(newest[:rows]) :] or not newest
    if len(draw_table(table)) <= rows:
        assert lines == draw_table(table)


def test_letters_and_signs_tell_every_lamp_apart() -> None:
    assert len(set(LAMPS.values())) == len(LAMPS) == len(LampMeaning)
    assert len(set(table_picture.RHYTHMS.values())) == len(Rhythm)
    table = PictureContent(
        CombinedView({}), meanings=dict(zip(BACKGAMMON.places, LampMeaning, strict=False))
    )
    for place, meaning in table.meanings.items():
        sign = table_picture.RHYTHMS[RHYTHMS[meaning]]
        assert cells(draw_table(table), place)[0] == LAMPS[meaning] + sign


def test_a_coloured_lamp_has_its_light_behind_letters_that_can_be_read() -> None:
    table = PictureContent(
        CombinedView({}),
        meanings={point(5): LampMeaning.DESTINATION, point(8): LampMeaning.MOVABLE},
    )
    shown = "\n".join(draw_table(table, coloured=True))

    assert "\x1b[30;48;5;46mD*\x1b[0m" in shown
    assert "\x1b[97;48;5;22mV=\x1b[0m" in shown


def test_the_same_table_gives_the_same_picture() -> None:
    table = PictureContent(view_of(p6=of_any_colour(5, MAX_CHECKERS)), START_LAYOUT)
    assert draw_table(table) == draw_table(replace(table))
    for coloured, palette in product([True, False], PALETTES.values()):
        assert draw_table(table, palette, coloured=coloured)[1] == draw_table(table)[1]
