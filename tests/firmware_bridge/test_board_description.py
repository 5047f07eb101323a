"""A board says where its sensors and lamps lie, and a table refuses what is not its own."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.board_description import UnusableBoard, described_lamps, described_sensors
from firmware_bridge.pico.framing import CHECK, HEAD, MAX_LINE
from firmware_bridge.wire.board_messages import BoardInfo
from firmware_bridge.wire.message import Malformed
from hardware.checkers import BACKGAMMON, BOARDS, CHECKERS, SQUARES, BoardKind
from hardware.sensor_map import C32, C64, C88, P5, SENSOR_MAPS, SensorMap

OLD = BoardInfo(
    firmware="0.1.0", kind="kibitz", uid="A1", boot="00000000", cells=128, lamps=52, layout="p5"
)
"""A board of firmware 0.1, which does not say where anything lies."""


def described(sensor_map: SensorMap) -> BoardInfo:
    return replace(
        OLD,
        firmware="0.2.0",
        game=sensor_map.board.name,
        layout=sensor_map.name,
        cells=len(sensor_map),
        lamps=len(sensor_map.lamps),
        sensor_places=sensor_map.sensor_runs,
        lamp_places=sensor_map.lamp_runs,
    )


SQUARE = described(C64)


@pytest.mark.parametrize("sensor_map", SENSOR_MAPS.values(), ids=SENSOR_MAPS)
def test_board_with_a_known_layout_is_understood(sensor_map: SensorMap) -> None:
    info = BoardInfo.from_body(described(sensor_map).body)

    sensors = described_sensors(info, sensor_map.board)
    lamps = described_lamps(info, sensor_map.board)

    assert [*sensors.spans] == [*sensor_map.spans]
    assert lamps.lamps == sensor_map.lamps


def test_board_that_says_nothing_is_one_for_backgammon() -> None:
    old = OLD.body.decode().partition(" game=")[0]
    info = BoardInfo.from_body(old.encode())

    assert info == OLD
    assert [*described_sensors(info, BACKGAMMON).spans] == [*P5.spans]
    assert described_lamps(info, BACKGAMMON).lamps == P5.lamps


def test_a_layout_of_ones_own_is_understood() -> None:
    runs = "h8-a8,c3,captured.dark:3"
    own = replace(SQUARE, layout="mine", cells=12, sensor_places=runs)

    sensors = described_sensors(own, CHECKERS)

    assert [*sensors.slots] == [*reversed(SQUARES[-8:]), "c3", "captured.dark"]
    assert sensors.place_of(11) == ("captured.dark", 3)


@pytest.mark.parametrize(
    ("info", "board", "text"),
    [
        (SQUARE, BACKGAMMON, "is a board for checkers, but this table is for backgammon"),
        (OLD, CHECKERS, "is a board for backgammon, but this table is for checkers"),
        (
            replace(SQUARE, game="chess"),
            CHECKERS,
            "is a board for chess, but this table is for checkers",
        ),
        (replace(SQUARE, cells=0), CHECKERS, "has no sensors"),
        (
            replace(SQUARE, sensor_places=None, layout="x9"),
            CHECKERS,
            "has sensors with the layout x9, which is no layout for checkers",
        ),
        (
            replace(SQUARE, sensor_places=None, layout="p5"),
            CHECKERS,
            "has sensors with the layout p5, which is no layout for checkers",
        ),
        (
            replace(SQUARE, sensor_places=None, layout=None),
            CHECKERS,
            "has sensors without a layout, which is no layout for checkers",
        ),
        (
            replace(OLD, cells=127),
            BACKGAMMON,
            "has 127 sensors, but the layout p5 has 128",
        ),
        (replace(SQUARE, cells=65), CHECKERS, "has 65 sensors, but describes 64"),
        (
            replace(SQUARE, layout="c32"),
            CHECKERS,
            "calls its layout c32, but describes another one",
        ),
        (
            replace(described(P5), layout="c64"),
            BACKGAMMON,
            "calls its layout c64, but describes another one",
        ),
        (
            replace(SQUARE, layout="own", sensor_places="a1-h8,c3"),
            CHECKERS,
            "describes its sensors as 'a1-h8,c3', but c3 is named twice",
        ),
        (
            replace(SQUARE, layout="own", sensor_places="points"),
            CHECKERS,
            "describes its sensors as 'points', but 'points' is no place of a board of checkers",
        ),
        (
            replace(SQUARE, layout="own", sensor_places="squares:2"),
            CHECKERS,
            "describes its sensors as 'squares:2', but a1 has no more than 1 slots",
        ),
        (
            replace(SQUARE, layout="own", sensor_places="squares:0"),
            CHECKERS,
            "describes its sensors as 'squares:0', but '0' is no number of slots",
        ),
        (
            replace(SQUARE, layout="own", sensor_places="a1-,b1"),
            CHECKERS,
            "describes its sensors as 'a1-,b1', but '' is no place of a board of checkers",
        ),
    ],
)
def test_unusable_sensors_are_refused_in_one_sentence(
    info: BoardInfo, board: BoardKind, text: str
) -> None:
    with pytest.raises(UnusableBoard) as refused:
        described_sensors(info, board)
    assert str(refused.value) == text


@pytest.mark.parametrize(
    ("info", "board", "text"),
    [
        (SQUARE, BACKGAMMON, "is a board for checkers, but this table is for backgammon"),
        (replace(SQUARE, lamps=0), CHECKERS, "has no lamps"),
        (replace(SQUARE, lamps=65), CHECKERS, "has 65 lamps, but 64 are needed"),
        (replace(OLD, lamps=30), BACKGAMMON, "has 30 lamps, but 26, 52 or 78 are needed"),
        (
            replace(SQUARE, lamps=32, lamp_places="playing:1"),
            CHECKERS,
            "describes its lamps as 'playing:1', but places of lamps have no number of slots",
        ),
        (
            replace(SQUARE, lamps=66, lamp_places="squares,bar"),
            CHECKERS,
            "describes its lamps as 'squares,bar', but 'bar' is no place of a board of checkers",
        ),
    ],
)
def test_unusable_lamps_are_refused_in_one_sentence(
    info: BoardInfo, board: BoardKind, text: str
) -> None:
    with pytest.raises(UnusableBoard) as refused:
        described_lamps(info, board)
    assert str(refused.value) == text


def test_sensors_of_another_layout_than_the_configured_one_are_refused() -> None:
    with pytest.raises(UnusableBoard, match=r"^has sensors with the layout c32, but c64 is conf"):
        described_sensors(described(C32), CHECKERS, "c64")


def test_two_lamps_may_shine_on_each_playing_square() -> None:
    info = replace(SQUARE, lamps=64, lamp_places="playing")
    assert described_lamps(info, CHECKERS).lamps == CHECKERS.groups["playing"]


@pytest.mark.parametrize("key", ["at", "lit"])
@pytest.mark.parametrize("value", ["", "a", "A1", "a1;b1", "a" * 65, "a1\u00e9"])
def test_places_in_other_letters_are_malformed(key: str, value: str) -> None:
    body = " ".join(
        f"{key}={value}" if word.startswith(f"{key}=") else word
        for word in SQUARE.body.decode().split(" ")
    )
    with pytest.raises(Malformed):
        BoardInfo.from_body(body.encode())


@given(st.from_regex(r"[0-9a-z.,:-]{2,64}", fullmatch=True), st.sampled_from([*BOARDS.values()]))
def test_any_description_is_used_or_refused(runs: str, board: BoardKind) -> None:
    info = replace(
        SQUARE, game=board.name, layout="own", cells=2, sensor_places=runs, lamp_places=runs
    )
    for read in (described_sensors, described_lamps):
        try:
            told = read(info, board)
        except UnusableBoard:
            continue
        assert {*told.slots, *told.lamps} <= {*board.places}


@pytest.mark.parametrize("sensor_map", [P5, C64, C32, C88], ids=str)
def test_longest_description_fits_a_line(sensor_map: SensorMap) -> None:
    long = replace(
        described(sensor_map),
        uid="f" * 16,
        layout="a" * 16,
        cells=256,
        buttons=8,
        dice=2,
        milliamps=5000,
        sensor_places="a" * 64,
        lamp_places="a" * 64,
    )
    assert HEAD + len("OK ") + len(long.body) + CHECK <= MAX_LINE
