"""The simulated table of squares: men, kings and captured checkers, and what sensors feel."""

import asyncio

import pytest

from hardware.checkers import (
    BACKGAMMON,
    CHECKERS,
    PLAYING_SQUARES,
    BoardKind,
    Colour,
    Layout,
    Pile,
    Place,
    capture_place,
    point,
)
from hardware.drivers.clocks import SimulatedClock
from hardware.drivers.simulated.board_sensors import BOARD_SENSORS
from hardware.drivers.simulated.simulated_devices import SimulatedLamps, SwitchFault
from hardware.drivers.simulated.simulated_sensor import SimulatedSensor
from hardware.drivers.simulated.simulated_table import (
    BOX,
    NoChecker,
    SimulatedTable,
    TableSnapshot,
    table_capacity,
)
from hardware.observations import (
    EMPTY_SIGHTING,
    Observation,
    Sighting,
    of_any_colour,
    of_colour,
    sighting_of_poles,
)
from hardware.outputs import LampFrame, LampLight, Rgb
from tests.rigs.devices.device_rigs import SignalRecorder, deliver_pending

LIGHT, DARK = Colour
C3, D4, E5 = (Place(name) for name in ("c3", "d4", "e5"))
START = Layout(
    {
        **{square: Pile(LIGHT, 1) for square in PLAYING_SQUARES[:12]},
        **{square: Pile(DARK, 1) for square in PLAYING_SQUARES[-12:]},
    }
)
ALL = CHECKERS.checkers
SOME = of_any_colour(1, ALL)
A_LIGHT, A_DARK = (sighting_of_poles(*felt, 1, most=ALL) for felt in ((1, 0), (0, 1)))
KINDS = BOARD_SENSORS[CHECKERS]


def sensor(kind: str, table: SimulatedTable) -> SimulatedSensor:
    return KINDS[kind]("board", table, SimulatedClock())


@pytest.fixture
def table() -> SimulatedTable:
    return SimulatedTable(START, board=CHECKERS)


def crown(table: SimulatedTable, place: Place) -> None:
    """Puts a captured checker on the man of a place."""
    colour = table[place][0]
    table.put(place, table.lift(capture_place(colour)))


def test_set_has_twelve_checkers_a_colour(table: SimulatedTable) -> None:
    assert not table[BOX]
    assert table.layout == START
    assert [table[square] for square in (Place("a1"), Place("h8"))] == [(LIGHT,), (DARK,)]
    with pytest.raises(ValueError, match="there are 12 light checkers, not 13"):
        table.arrange(Layout({C3: Pile(LIGHT, 13)}))


def test_points_are_no_places_of_a_board_of_squares(table: SimulatedTable) -> None:
    with pytest.raises(ValueError, match="no place p1"):
        table.arrange(Layout({point(1): Pile(LIGHT, 1)}))
    with pytest.raises(ValueError, match="no place p1"):
        table.lift(point(1))


def test_captured_checker_lies_beside_the_board_and_crowns_a_man(table: SimulatedTable) -> None:
    table.put(capture_place(LIGHT), table.lift(C3))
    assert table[capture_place(LIGHT)] == (LIGHT,)
    crown(table, Place("a1"))

    assert table[Place("a1")] == (LIGHT, LIGHT)
    assert table.slot_heights(Place("a1")) == (2,)
    assert table.layout.count(Place("a1"), LIGHT) == 2
    with pytest.raises(NoChecker):
        table.lift(C3)


def test_checker_between_two_squares_lies_on_neither(table: SimulatedTable) -> None:
    table.put_between(D4, E5, table.lift(C3), (D4,))
    assert (table[D4], table[E5]) == ((), ())
    assert sensor("slots", table).observe()[D4] == SOME
    table.straighten(E5, D4)
    assert table[E5] == (LIGHT,)


def test_snapshot_is_restored_at_a_table_with_the_same_board(table: SimulatedTable) -> None:
    table.put(capture_place(LIGHT), table.lift(C3))
    crown(table, Place("a1"))
    saved = table.snapshot
    other = SimulatedTable(board=CHECKERS)
    other.restore(saved)

    assert saved.board == "checkers"
    assert other.snapshot == saved
    with pytest.raises(ValueError, match="on a board of checkers, not of backgammon"):
        SimulatedTable().restore(saved)


def test_snapshot_of_an_unknown_board_is_refused() -> None:
    with pytest.raises(ValueError, match="no board of chess"):
        TableSnapshot({}, board="chess")
    with pytest.raises(ValueError, match=r": 12.* checkers, not .*: 15"):
        TableSnapshot({}, hand=(LIGHT, DARK) * 15, board="checkers")


@pytest.mark.parametrize(
    ("kind", "man", "king", "dark"),
    [
        ("slots", SOME, SOME, SOME),
        ("hall", A_LIGHT, A_LIGHT, A_DARK),
        ("counts", of_any_colour(1), of_any_colour(2), of_any_colour(1)),
        ("colours", of_colour(LIGHT, 1), of_colour(LIGHT, 2), of_colour(DARK, 1)),
        ("single", SOME, SOME, SOME),
        ("c64", SOME, SOME, SOME),
        ("c32", SOME, SOME, SOME),
        ("c88", SOME, SOME, SOME),
    ],
)
def test_each_kind_claims_what_it_can_sense_on_a_square(
    table: SimulatedTable, kind: str, man: Sighting, king: Sighting, dark: Sighting
) -> None:
    table.put(capture_place(LIGHT), table.lift(C3))
    crown(table, Place("a1"))
    seen = sensor(kind, table).observe()

    assert seen[Place("c1")] == man
    assert seen[Place("a1")] == king
    assert seen[Place("h8")] == dark
    assert seen[D4] == seen[C3] == EMPTY_SIGHTING


def test_king_feels_like_a_man(table: SimulatedTable) -> None:
    table.put(capture_place(LIGHT), table.lift(C3))
    for kind in ("slots", "hall", "c64"):
        board = sensor(kind, table)
        before = board.observe()[Place("a1")]
        table.put(Place("a1"), table.lift(capture_place(LIGHT)))
        assert board.observe()[Place("a1")] == before
        table.put(capture_place(LIGHT), table.lift(Place("a1")))


@pytest.mark.parametrize(("kind", "places"), [("slots", 66), ("c64", 64), ("c32", 32), ("c88", 66)])
def test_captured_checkers_are_felt_where_they_are_wired(
    table: SimulatedTable, kind: str, places: int
) -> None:
    board = sensor(kind, table)
    table.put(capture_place(LIGHT), table.lift(C3))

    assert len(board.places) == places
    seen = board.observe().sightings.get(capture_place(LIGHT))
    assert seen == (of_any_colour(1) if capture_place(LIGHT) in board.places else None)


@pytest.mark.parametrize("kind", KINDS)
def test_sensor_may_be_under_some_squares_only(table: SimulatedTable, kind: str) -> None:
    board = KINDS[kind]("board", table, SimulatedClock(), places=(C3, point(1)))
    assert board.places == {C3}


@pytest.mark.parametrize(
    ("board", "kind", "said"),
    [
        (CHECKERS, "c64", "c64 has the sensors of a board of checkers, not of backgammon"),
        (BACKGAMMON, "p5", "p5 has the sensors of a board of backgammon, not of checkers"),
    ],
)
def test_sensors_of_another_board_are_refused(board: BoardKind, kind: str, said: str) -> None:
    other = BACKGAMMON if board is CHECKERS else CHECKERS
    with pytest.raises(ValueError, match=said):
        BOARD_SENSORS[board][kind]("board", SimulatedTable(board=other), SimulatedClock())


@pytest.mark.parametrize(
    ("fault", "occupied", "empty"),
    [
        (SwitchFault.STUCK, SOME, SOME),
        (SwitchFault.DEAD, EMPTY_SIGHTING, EMPTY_SIGHTING),
    ],
)
def test_switch_under_a_square_fails_as_any_other(
    table: SimulatedTable, fault: SwitchFault, occupied: Sighting, empty: Sighting
) -> None:
    board = sensor("c64", table)
    board.set_fault(C3, 1, fault)
    assert board.observe()[C3] == occupied
    table.lift(C3)
    assert board.observe()[C3] == empty
    board.clear_fault(C3, 1)
    assert board.observe()[C3] == EMPTY_SIGHTING
    with pytest.raises(ValueError, match="no switch 2 on c3"):
        board.set_fault(C3, 2, fault)


def test_next_checker_is_missed_until_it_is_touched(table: SimulatedTable) -> None:
    board = sensor("c64", table)
    board.set_fault(D4, 1, SwitchFault.MISSED)
    table.put(D4, table.lift(C3))
    assert board.observe()[D4] == EMPTY_SIGHTING
    table.nudge(D4)
    assert board.observe()[D4] == SOME


def test_touched_switch_flickers(table: SimulatedTable) -> None:
    board = sensor("hall", table)
    board.set_fault(D4, 1, SwitchFault.BOUNCE)
    table.put(D4, table.lift(C3))
    assert board.next_change is not None


async def test_multi_jump_is_reported_step_by_step(table: SimulatedTable) -> None:
    table.arrange(Layout({C3: Pile(LIGHT, 1), D4: Pile(DARK, 1), Place("d6"): Pile(DARK, 1)}))
    board, recorder = sensor("c64", table), SignalRecorder()
    async with board:
        listening = asyncio.create_task(recorder.listen(board))
        aside, c7, d6 = capture_place(DARK), Place("c7"), Place("d6")
        for start, end in ((C3, E5), (D4, aside), (E5, c7), (d6, BOX)):
            table.put(end, table.lift(start))
        await deliver_pending()
        listening.cancel()

    occupied = [
        {place for place, seen in one.sightings.items() if seen != EMPTY_SIGHTING}
        for one in recorder.signals
        if isinstance(one, Observation)
    ]
    assert occupied == [
        {"c3", "d4", "d6"}, {"d4", "d6"}, {"e5", "d4", "d6"}, {"e5", "d6"}, {"d6"},
        {"c7", "d6"}, {"c7"},
    ]  # fmt: skip


async def test_lamps_shine_at_squares() -> None:
    lamps = SimulatedLamps("lamps", SimulatedClock(), CHECKERS.places)
    green = LampLight(Rgb(0, 9, 0))
    async with lamps:
        await lamps.show(LampFrame({C3: green, capture_place(DARK): green, point(1): green}))

    assert lamps.visible_frame.lights.keys() == {C3, capture_place(DARK)}


def test_capacity_of_a_table_has_the_box() -> None:
    assert table_capacity(CHECKERS)[BOX] == 24
    assert table_capacity(CHECKERS)[C3] == 1
    assert table_capacity(BACKGAMMON)[point(1)] == 5
