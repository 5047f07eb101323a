"""Each kind of simulated board reports what it can sense, and its switches fail as real ones do."""

import asyncio
from itertools import pairwise

import pytest

from hardware.checkers import BACKGAMMON, Colour, Layout, Pile, Place, bar, point, tray
from hardware.devices import DeviceFault
from hardware.drivers.clocks import SimulatedClock
from hardware.drivers.simulated.board_sensors import BOARD_SENSORS
from hardware.drivers.simulated.simulated_devices import (
    FLICKER_SECONDS,
    SHORTEST_FLICKER,
    FaultySwitch,
    Flicker,
    SavedFault,
    SwitchFault,
)
from hardware.drivers.simulated.simulated_sensor import SimulatedSensor
from hardware.drivers.simulated.simulated_table import SimulatedTable
from hardware.observations import (
    EMPTY_SIGHTING,
    MAX_CHECKERS,
    Count,
    Observation,
    Sighting,
    of_any_colour,
    of_colour,
)
from tests.rigs.devices.device_rigs import SignalRecorder, deliver_pending

LIGHT, DARK = Colour
OF_BACKGAMMON = BOARD_SENSORS[BACKGAMMON]
P5, P6 = point(5), point(6)

EVERY_KIND = pytest.mark.parametrize("kind", OF_BACKGAMMON)


class Bench:
    """A board of some kind, the table that it senses, and its clock."""

    def __init__(self, kind: str, seed: int = 0, **piles: Pile) -> None:
        self.table = SimulatedTable(Layout({Place(name): pile for name, pile in piles.items()}))
        self.clock = SimulatedClock(100.0)
        self.board: SimulatedSensor = OF_BACKGAMMON[kind]("board", self.table, self.clock, seed)

    def __getitem__(self, place: Place) -> Sighting:
        return self.board.observe()[place]

    def shift(self, start: Place, end: Place, slot: int | None = None) -> None:
        self.table.put(end, self.table.lift(start), slot)

    def flickers(self, place: Place) -> list[tuple[float, Sighting]]:
        """The sightings of a place until it has come to rest, each with its time."""
        sightings = [(self.clock.now(), self[place])]
        while (at := self.board.next_change) is not None:
            self.clock.advance_to(at)
            sightings.append((at, self[place]))
        return sightings


MIXED = Sighting(Count(2, 2), Count(1, 1), Count(3, 3))
FULL_OF_LIGHT = Sighting(Count(5, MAX_CHECKERS), Count(0, MAX_CHECKERS), Count(5, MAX_CHECKERS))


@pytest.mark.parametrize(
    ("kind", "three", "mixed", "six"),
    [
        ("slots", of_any_colour(3), of_any_colour(3), of_any_colour(5, MAX_CHECKERS)),
        ("hall", of_colour(DARK, 3), MIXED, FULL_OF_LIGHT),
        ("counts", of_any_colour(3), of_any_colour(3), of_any_colour(6)),
        ("colours", of_colour(DARK, 3), MIXED, of_colour(LIGHT, 6)),
        ("single", *[of_any_colour(1, MAX_CHECKERS)] * 3),
        ("p5", of_any_colour(3), of_any_colour(3), of_any_colour(5, MAX_CHECKERS)),
    ],
)
def test_each_kind_claims_what_it_can_sense(
    kind: str, three: Sighting, mixed: Sighting, six: Sighting
) -> None:
    bench = Bench(kind, p5=Pile(LIGHT, 2), p6=Pile(LIGHT, 6), p8=Pile(DARK, 4))
    bench.shift(point(8), P5)
    assert bench[point(8)] == three
    assert bench[P5] == mixed
    assert bench[P6] == six
    assert bench[point(7)] == EMPTY_SIGHTING


def test_a_full_point_of_hall_sensors_does_not_know_the_colour_of_what_is_on_top() -> None:
    bench = Bench("hall", p6=Pile(LIGHT, 5), p8=Pile(DARK, 1))
    bench.shift(point(8), P6)
    assert bench[P6].allows(5, 1)
    assert bench[P6].allows(6, 0)
    assert not bench[P6].allows(4, 2)


def test_p5_board_has_four_switches_under_a_bar_and_none_under_a_tray() -> None:
    bench = Bench("p5", p6=Pile(LIGHT, 5))
    for _ in range(3):
        bench.shift(P6, bar(LIGHT))
    assert bench[bar(LIGHT)] == of_any_colour(3)
    bench.shift(P6, bar(LIGHT))
    assert bench[bar(LIGHT)] == of_any_colour(4, MAX_CHECKERS)
    bench.shift(P6, bar(LIGHT))
    assert bench[bar(LIGHT)] == of_any_colour(4, MAX_CHECKERS)
    before = bench.board.observe().sightings
    bench.shift(bar(LIGHT), tray(LIGHT))
    assert bench.board.observe().sightings == before
    assert tray(LIGHT) not in before


@pytest.mark.parametrize("kind", ["slots", "hall", "p5"])
def test_switches_do_not_see_a_checker_on_another(kind: str) -> None:
    bench = Bench(kind, p5=Pile(DARK, 1), p6=Pile(LIGHT, 1))
    before = bench[P5]
    bench.shift(P6, P5, slot=1)
    assert bench[P5] == before


@pytest.mark.parametrize("kind", ["slots", "hall"])
def test_a_tray_has_a_switch_for_each_checker_and_does_not_know_whose_they_are(kind: str) -> None:
    bench = Bench(kind, p1=Pile(DARK, 14))
    for _ in range(14):
        bench.shift(point(1), tray(DARK))
    assert bench[tray(DARK)].total == Count(14, 14)
    assert bench[bar(LIGHT)] == EMPTY_SIGHTING
    bench = Bench("slots", p1=Pile(DARK, 1))
    bench.shift(point(1), bar(LIGHT))
    assert bench[bar(LIGHT)] == of_any_colour(1)


@EVERY_KIND
@pytest.mark.parametrize("seen_by", [(), (P5,), (P6,), (P5, P6)])
def test_leaning_checker_is_sensed_at_both_places_at_one_or_at_neither(
    kind: str, seen_by: tuple[Place, ...]
) -> None:
    bench = Bench(kind, p8=Pile(DARK, 1))
    bench.table.put_between(P5, P6, bench.table.lift(point(8)), seen_by)
    assert {place for place in (P5, P6) if not bench[place].allows(0, 0)} == set(seen_by)
    bench.table.straighten(P5, P6)
    assert bench[P5].allows(0, 1)
    assert bench[P6] == EMPTY_SIGHTING


def test_a_board_may_have_no_switches_at_some_places() -> None:
    table, clock = SimulatedTable(Layout({P6: Pile(LIGHT, 1)})), SimulatedClock()
    board = OF_BACKGAMMON["slots"]("board", table, clock, places=(P5,))
    table.put(P5, table.lift(P6))
    assert board.observe().sightings == {P5: of_any_colour(1)}
    with pytest.raises(ValueError, match="board has no switch 1 on p6"):
        board.set_fault(P6, 1, SwitchFault.DEAD)


def test_equal_sightings_of_an_observation_are_one_object() -> None:
    bench = Bench("slots", p6=Pile(LIGHT, 3), p8=Pile(DARK, 3))
    assert bench[P6] is bench[point(8)]


@EVERY_KIND
def test_a_dead_switch_never_closes_until_it_is_mended(kind: str) -> None:
    bench = Bench(kind, p6=Pile(LIGHT, 1))
    faulty = bench.board.set_fault(P6, 1, SwitchFault.DEAD)
    assert bench[P6] == EMPTY_SIGHTING
    assert list(bench.board.faulty_switches) == [faulty] == [FaultySwitch(P6, 1, SwitchFault.DEAD)]
    bench.shift(P6, P5)
    bench.shift(P5, P6)
    assert bench[P6] == EMPTY_SIGHTING
    bench.board.clear_fault(P6, 1)
    assert bench[P6].allows(1, 0)
    assert not bench[P6].allows(0, 0)
    assert not bench.board.faulty_switches


@pytest.mark.parametrize("kind", ["slots", "hall", "single"])
def test_a_stuck_switch_stays_closed_until_it_is_mended(kind: str) -> None:
    bench = Bench(kind)
    bench.board.set_fault(P6, 1, SwitchFault.STUCK)
    assert not bench[P6].allows(0, 0)
    bench.board.clear_fault(P6, 1)
    assert bench[P6] == EMPTY_SIGHTING


def test_stuck_hall_sensor_stays_at_its_colour_or_at_a_given_one() -> None:
    bench = Bench("hall", p6=Pile(DARK, 1))
    bench.board.set_fault(P6, 1, SwitchFault.STUCK)
    bench.board.set_fault(P5, 2, SwitchFault.STUCK, colour=DARK)
    bench.table.lift(P6)
    assert bench[P6] == bench[P5] == of_colour(DARK, 1)


def test_stuck_scale_keeps_its_count() -> None:
    bench = Bench("counts", p6=Pile(DARK, 3))
    bench.board.set_fault(P6, 1, SwitchFault.STUCK)
    bench.shift(P6, P5)
    assert bench[P6] == of_any_colour(3)
    bench.board.clear_fault(P6, 1)
    assert bench[P6] == of_any_colour(2)


@EVERY_KIND
@pytest.mark.parametrize("again", ["nudged", "lifted and put down"])
def test_a_missed_checker_is_seen_once_it_is_touched_again(kind: str, again: str) -> None:
    bench = Bench(kind, p8=Pile(DARK, 1))
    bench.board.set_fault(P6, 1, SwitchFault.MISSED)
    bench.shift(point(8), P6)
    assert bench[P6] == EMPTY_SIGHTING
    assert bench.board.faulty_switches

    if again == "nudged":
        bench.table.nudge(P6)
    else:
        bench.shift(P6, P6)
    assert not bench[P6].allows(0, 0)
    assert not bench.board.faulty_switches


@EVERY_KIND
def test_a_bad_contact_flickers_when_it_is_touched_and_then_rests(kind: str) -> None:
    bench = Bench(kind, p8=Pile(DARK, 1))
    bench.board.set_fault(P6, 1, SwitchFault.BOUNCE)
    assert bench.board.next_change is None

    for start, end in ((point(8), P6), (P6, P6), (P6, point(8))):
        if start == end:
            bench.table.nudge(P6)
        else:
            bench.shift(start, end)
        flickers = bench.flickers(P6)
        times = [at for at, _ in flickers]
        assert times[-1] - times[0] >= FLICKER_SECONDS
        assert all(late - early >= SHORTEST_FLICKER for early, late in pairwise(times))
        assert all(one != two for (_, one), (_, two) in pairwise(flickers))
        assert flickers[-1][1].allows(0, bench.table.count(P6, DARK))


def test_only_the_touched_switch_flickers() -> None:
    bench = Bench("slots", p6=Pile(LIGHT, 3), p8=Pile(DARK, 1))
    bench.board.set_fault(P6, 1, SwitchFault.BOUNCE)
    bench.shift(point(8), P6)
    assert bench.board.next_change is None


def test_flicker_repeats_with_its_seed_only() -> None:
    def times(seed: int) -> list[float]:
        bench = Bench("slots", seed, p8=Pile(DARK, 1))
        bench.board.set_fault(P6, 1, SwitchFault.BOUNCE)
        bench.shift(point(8), P6)
        return [at for at, _ in bench.flickers(P6)]

    assert times(1) == times(1) != times(2)


def test_flicker_changes_an_even_number_of_times() -> None:
    flicker = Flicker(0, 1, (2.0, 3.0))
    assert [flicker.reading(at) for at in (1.0, 2.0, 2.5, 3.0, 4.0)] == [1, 0, 0, 1, 1]
    with pytest.raises(ValueError, match="an even number of moments"):
        Flicker(0, 1, (2.0,))


def test_one_switch_has_one_fault_at_a_time() -> None:
    bench = Bench("slots", p6=Pile(LIGHT, 1))
    bench.board.set_fault(P6, 1, SwitchFault.DEAD)
    bench.board.set_fault(P6, 1, SwitchFault.STUCK)
    bench.board.set_fault(P6, 3, SwitchFault.STUCK)
    assert [faulty.fault for faulty in bench.board.faulty_switches] == [SwitchFault.STUCK] * 2
    assert bench[P6] == of_any_colour(2)


def test_unplugged_board_cannot_be_observed() -> None:
    bench = Bench("slots")
    bench.board.unplug()
    with pytest.raises(DeviceFault, match="not plugged in"):
        bench.board.observe()


@pytest.mark.parametrize("pace", ["step by step", "at one go"])
@pytest.mark.parametrize("touched", ["before opening", "after opening"])
async def test_flickering_is_reported_at_the_moments_it_happened(pace: str, touched: str) -> None:
    bench = Bench("slots", p8=Pile(DARK, 1))
    bench.board.set_fault(P6, 1, SwitchFault.BOUNCE)
    bench.shift(point(8), P6)
    expected = bench.flickers(P6)
    bench = Bench("slots", p8=Pile(DARK, 2))
    bench.board.set_fault(P6, 1, SwitchFault.BOUNCE)
    if touched == "before opening":
        bench.shift(point(8), P6)
    async with bench.board:
        recorder = SignalRecorder()
        listening = asyncio.create_task(recorder.listen(bench.board))
        if touched == "after opening":
            bench.shift(point(8), P6)
        if pace == "step by step":
            await bench.clock.pass_seconds(1.0)
        else:
            bench.clock.advance(1.0)
        bench.shift(point(8), P5)
        await deliver_pending()
        listening.cancel()
    reports = [(s.at, s[P6]) for s in recorder.signals if isinstance(s, Observation)]
    assert [report for report in reports if report in expected] == expected
    assert [at for at, _ in reports] == sorted(at for at, _ in reports)


async def test_board_opened_while_it_flickers_reports_the_rest() -> None:
    bench = Bench("slots", p8=Pile(DARK, 1))
    bench.board.set_fault(P6, 1, SwitchFault.BOUNCE)
    bench.shift(point(8), P6)
    async with bench.board:
        recorder = SignalRecorder()
        listening = asyncio.create_task(recorder.listen(bench.board))
        await bench.clock.pass_seconds(1.0)
        listening.cancel()
    times = [signal.at - 100.0 for signal in recorder.signals]
    assert times[0] == 0.0
    assert times[-1] >= FLICKER_SECONDS


async def test_a_board_that_is_closed_while_it_flickers_is_silent() -> None:
    bench = Bench("slots", p8=Pile(DARK, 1))
    bench.board.set_fault(P6, 1, SwitchFault.BOUNCE)
    async with bench.board:
        bench.shift(point(8), P6)
    assert asyncio.all_tasks() == {asyncio.current_task()}


@EVERY_KIND
def test_saved_faults_are_restored(kind: str) -> None:
    before, after = Bench(kind, p6=Pile(LIGHT, 1)), Bench(kind, p6=Pile(LIGHT, 1))
    before.board.set_fault(P6, 1, SwitchFault.STUCK)
    before.board.set_fault(point(8), 1, SwitchFault.DEAD)
    before.board.set_fault(point(3), 1, SwitchFault.MISSED)
    before.table.put(point(3), before.table.lift(P6))

    after.table.put(point(3), after.table.lift(P6))
    assert after.board.observe().sightings != before.board.observe().sightings
    after.board.restore_faults(before.board.saved_faults)

    assert after.board.observe().sightings == before.board.observe().sightings
    assert after.board.saved_faults == before.board.saved_faults


@EVERY_KIND
@pytest.mark.parametrize(
    "wrong",
    [
        SavedFault(FaultySwitch(P6, 99, SwitchFault.DEAD), 0),
        SavedFault(FaultySwitch(Place("p25"), 1, SwitchFault.DEAD), 0),
        SavedFault(FaultySwitch(P6, 1, SwitchFault.STUCK), 961),
        SavedFault(FaultySwitch(P6, 1, SwitchFault.STUCK), -2),
    ],
)
def test_fault_of_an_unknown_switch_is_not_restored(kind: str, wrong: SavedFault) -> None:
    bench = Bench(kind)
    right = SavedFault(FaultySwitch(P6, 1, SwitchFault.DEAD), 0)
    with pytest.raises(ValueError, match="no switch"):
        bench.board.restore_faults([right, wrong])
    assert not bench.board.faulty_switches
