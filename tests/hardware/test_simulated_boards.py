"""What each kind of simulated board can tell, what it cannot, and how its switches fail."""

import asyncio
from itertools import pairwise

import pytest

from hardware.checkers import Colour, Layout, Pile, Place, bar, point, tray
from hardware.devices import DeviceFault
from hardware.drivers.simulated.boards import BOARDS
from hardware.drivers.simulated.clock import SimulatedClock
from hardware.drivers.simulated.faults import (
    DEBOUNCED,
    FLICKERING,
    Broken,
    Fault,
    FaultySwitch,
    Flicker,
)
from hardware.drivers.simulated.sensor import SimulatedSensor
from hardware.drivers.simulated.table import SimulatedTable
from hardware.observations import Observation
from hardware.sightings import MOST, NOTHING, Count, Sighting, of_any_colour, of_colour
from tests.rigs.devices import Heard, arrived

LIGHT, DARK = Colour
P5, P6 = point(5), point(6)

EVERY_KIND = pytest.mark.parametrize("kind", BOARDS)


class Bench:
    """A board of some kind, the table it lies under and its clock."""

    def __init__(self, kind: str, seed: int = 0, **piles: Pile) -> None:
        self.table = SimulatedTable(Layout({Place(name): pile for name, pile in piles.items()}))
        self.clock = SimulatedClock(100.0)
        self.board: SimulatedSensor = BOARDS[kind]("board", self.table, self.clock, seed)

    def __getitem__(self, place: Place) -> Sighting:
        return self.board.look()[place]

    def shift(self, start: Place, end: Place, slot: int | None = None) -> None:
        self.table.put(end, self.table.lift(start), slot)

    def flickers(self, place: Place) -> list[tuple[float, Sighting]]:
        """What is seen of a place until it has come to rest, and when."""
        seen = [(self.clock.now(), self[place])]
        while (at := self.board.next_change) is not None:
            self.clock.advance_to(at)
            seen.append((at, self[place]))
        return seen


MIXED = Sighting(Count(2, 2), Count(1, 1), Count(3, 3))
FULL_OF_LIGHT = Sighting(Count(5, MOST), Count(0, MOST), Count(5, MOST))


@pytest.mark.parametrize(
    ("kind", "three", "mixed", "six"),
    [
        ("slots", of_any_colour(3), of_any_colour(3), of_any_colour(5, MOST)),
        ("hall", of_colour(DARK, 3), MIXED, FULL_OF_LIGHT),
        ("counts", of_any_colour(3), of_any_colour(3), of_any_colour(6)),
        ("single", of_any_colour(1, MOST), of_any_colour(1, MOST), of_any_colour(1, MOST)),
    ],
)
def test_each_kind_claims_what_it_can_tell(
    kind: str, three: Sighting, mixed: Sighting, six: Sighting
) -> None:
    bench = Bench(kind, p5=Pile(LIGHT, 2), p6=Pile(LIGHT, 6), p8=Pile(DARK, 4))
    bench.shift(point(8), P5)
    assert bench[point(8)] == three
    assert bench[P5] == mixed
    assert bench[P6] == six
    assert bench[point(7)] == NOTHING


def test_a_full_point_of_hall_sensors_does_not_know_the_colour_of_what_is_on_top() -> None:
    bench = Bench("hall", p6=Pile(LIGHT, 5), p8=Pile(DARK, 1))
    bench.shift(point(8), P6)
    assert bench[P6].allows(5, 1)
    assert bench[P6].allows(6, 0)
    assert not bench[P6].allows(4, 2)


@pytest.mark.parametrize("kind", ["slots", "hall"])
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
    assert bench[bar(LIGHT)] == NOTHING
    bench = Bench("slots", p1=Pile(DARK, 1))
    bench.shift(point(1), bar(LIGHT))
    assert bench[bar(LIGHT)] == of_any_colour(1)


@EVERY_KIND
@pytest.mark.parametrize("seen_by", [(), (P5,), (P6,), (P5, P6)])
def test_a_leaning_checker_is_seen_by_both_by_neither_or_by_one(
    kind: str, seen_by: tuple[Place, ...]
) -> None:
    bench = Bench(kind, p8=Pile(DARK, 1))
    bench.table.put_between(P5, P6, bench.table.lift(point(8)), seen_by)
    assert {place for place in (P5, P6) if not bench[place].allows(0, 0)} == set(seen_by)
    bench.table.straighten(P5, P6)
    assert bench[P5].allows(0, 1)
    assert bench[P6] == NOTHING


def test_a_board_may_have_no_switches_at_some_places() -> None:
    table, clock = SimulatedTable(Layout({P6: Pile(LIGHT, 1)})), SimulatedClock()
    board = BOARDS["slots"]("board", table, clock, places=(P5,))
    table.put(P5, table.lift(P6))
    assert board.look().sightings == {P5: of_any_colour(1)}
    with pytest.raises(ValueError, match="board has no switch 1 on p6"):
        board.spoil(P6, 1, Fault.DEAD)


def test_pictures_share_their_sightings() -> None:
    bench = Bench("slots", p6=Pile(LIGHT, 3), p8=Pile(DARK, 3))
    assert bench[P6] is bench[point(8)]


@EVERY_KIND
def test_a_dead_switch_never_closes_until_it_is_mended(kind: str) -> None:
    bench = Bench(kind, p6=Pile(LIGHT, 1))
    faulty = bench.board.spoil(P6, 1, Fault.DEAD)
    assert bench[P6] == NOTHING
    assert list(bench.board.faulty) == [faulty] == [FaultySwitch(P6, 1, Fault.DEAD)]
    bench.shift(P6, P5)
    bench.shift(P5, P6)
    assert bench[P6] == NOTHING
    bench.board.mend(P6, 1)
    assert bench[P6].allows(1, 0)
    assert not bench[P6].allows(0, 0)
    assert not bench.board.faulty


@pytest.mark.parametrize("kind", ["slots", "hall", "single"])
def test_a_stuck_switch_stays_closed_until_it_is_mended(kind: str) -> None:
    bench = Bench(kind)
    bench.board.spoil(P6, 1, Fault.STUCK)
    assert not bench[P6].allows(0, 0)
    bench.board.mend(P6, 1)
    assert bench[P6] == NOTHING


def test_a_stuck_hall_sensor_stays_at_the_colour_it_felt_or_leans_to_one() -> None:
    bench = Bench("hall", p6=Pile(DARK, 1))
    bench.board.spoil(P6, 1, Fault.STUCK)
    bench.board.spoil(P5, 2, Fault.STUCK, colour=DARK)
    bench.table.lift(P6)
    assert bench[P6] == bench[P5] == of_colour(DARK, 1)


def test_a_stuck_scale_goes_on_telling_what_it_weighed() -> None:
    bench = Bench("counts", p6=Pile(DARK, 3))
    bench.board.spoil(P6, 1, Fault.STUCK)
    bench.shift(P6, P5)
    assert bench[P6] == of_any_colour(3)
    bench.board.mend(P6, 1)
    assert bench[P6] == of_any_colour(2)


@EVERY_KIND
@pytest.mark.parametrize("again", ["nudged", "lifted and put down"])
def test_a_missed_checker_is_seen_once_it_is_touched_again(kind: str, again: str) -> None:
    bench = Bench(kind, p8=Pile(DARK, 1))
    bench.board.spoil(P6, 1, Fault.MISSED)
    bench.shift(point(8), P6)
    assert bench[P6] == NOTHING
    assert bench.board.faulty

    if again == "nudged":
        bench.table.nudge(P6)
    else:
        bench.shift(P6, P6)
    assert not bench[P6].allows(0, 0)
    assert not bench.board.faulty


@EVERY_KIND
def test_a_bad_contact_flickers_when_it_is_touched_and_then_rests(kind: str) -> None:
    bench = Bench(kind, p8=Pile(DARK, 1))
    bench.board.spoil(P6, 1, Fault.BOUNCE)
    assert bench.board.next_change is None

    for start, end in ((point(8), P6), (P6, P6), (P6, point(8))):
        if start == end:
            bench.table.nudge(P6)
        else:
            bench.shift(start, end)
        flickers = bench.flickers(P6)
        times = [at for at, _ in flickers]
        assert times[-1] - times[0] >= FLICKERING
        assert all(late - early >= DEBOUNCED for early, late in pairwise(times))
        assert all(one != two for (_, one), (_, two) in pairwise(flickers))
        assert flickers[-1][1].allows(0, bench.table.count(P6, DARK))


def test_only_the_touched_switch_flickers() -> None:
    bench = Bench("slots", p6=Pile(LIGHT, 3), p8=Pile(DARK, 1))
    bench.board.spoil(P6, 1, Fault.BOUNCE)
    bench.shift(point(8), P6)
    assert bench.board.next_change is None


def test_chance_repeats_itself_with_its_seed() -> None:
    def times(seed: int) -> list[float]:
        bench = Bench("slots", seed, p8=Pile(DARK, 1))
        bench.board.spoil(P6, 1, Fault.BOUNCE)
        bench.shift(point(8), P6)
        return [at for at, _ in bench.flickers(P6)]

    assert times(1) == times(1) != times(2)


def test_a_flicker_falls_back_as_often_as_it_returns() -> None:
    flicker = Flicker(0, 1, (2.0, 3.0))
    assert [flicker.reading(at) for at in (1.0, 2.0, 2.5, 3.0, 4.0)] == [1, 0, 0, 1, 1]
    with pytest.raises(ValueError, match="as often as it returns"):
        Flicker(0, 1, (2.0,))


def test_one_switch_has_one_fault_at_a_time() -> None:
    bench = Bench("slots", p6=Pile(LIGHT, 1))
    bench.board.spoil(P6, 1, Fault.DEAD)
    bench.board.spoil(P6, 1, Fault.STUCK)
    bench.board.spoil(P6, 3, Fault.STUCK)
    assert [faulty.fault for faulty in bench.board.faulty] == [Fault.STUCK, Fault.STUCK]
    assert bench[P6] == of_any_colour(2)


def test_an_unplugged_board_cannot_be_looked_at() -> None:
    bench = Bench("slots")
    bench.board.unplug()
    with pytest.raises(DeviceFault, match="not plugged in"):
        bench.board.look()


@pytest.mark.parametrize("pace", ["step by step", "at one go"])
@pytest.mark.parametrize("touched", ["before opening", "after opening"])
def test_flickering_is_reported_at_the_moments_it_happened(pace: str, touched: str) -> None:
    async def told() -> list[tuple[float, Sighting]]:
        bench = Bench("slots", p8=Pile(DARK, 2))
        bench.board.spoil(P6, 1, Fault.BOUNCE)
        if touched == "before opening":
            bench.shift(point(8), P6)
        async with bench.board:
            heard = Heard()
            listening = asyncio.create_task(heard.listen(bench.board))
            if touched == "after opening":
                bench.shift(point(8), P6)
            if pace == "step by step":
                await bench.clock.pass_by(1.0)
            else:
                bench.clock.advance(1.0)
            bench.shift(point(8), P5)
            await arrived()
            listening.cancel()
        return [(s.at, s[P6]) for s in heard.signals if isinstance(s, Observation)]

    bench = Bench("slots", p8=Pile(DARK, 1))
    bench.board.spoil(P6, 1, Fault.BOUNCE)
    bench.shift(point(8), P6)
    expected = bench.flickers(P6)

    reports = asyncio.run(told())
    assert [report for report in reports if report in expected] == expected
    assert [at for at, _ in reports] == sorted(at for at, _ in reports)


def test_a_board_opened_while_it_flickers_tells_the_rest_of_it() -> None:
    async def story() -> list[float]:
        bench = Bench("slots", p8=Pile(DARK, 1))
        bench.board.spoil(P6, 1, Fault.BOUNCE)
        bench.shift(point(8), P6)
        async with bench.board:
            heard = Heard()
            listening = asyncio.create_task(heard.listen(bench.board))
            await bench.clock.pass_by(1.0)
            listening.cancel()
        return [signal.at - 100.0 for signal in heard.signals]

    times = asyncio.run(story())
    assert times[0] == 0.0
    assert times[-1] >= FLICKERING


def test_a_board_that_is_closed_while_it_flickers_is_silent() -> None:
    async def story() -> None:
        bench = Bench("slots", p8=Pile(DARK, 1))
        bench.board.spoil(P6, 1, Fault.BOUNCE)
        async with bench.board:
            bench.shift(point(8), P6)
        assert asyncio.all_tasks() == {asyncio.current_task()}

    asyncio.run(story())


@EVERY_KIND
def test_switches_break_again_just_as_they_were_broken(kind: str) -> None:
    before, after = Bench(kind, p6=Pile(LIGHT, 1)), Bench(kind, p6=Pile(LIGHT, 1))
    before.board.spoil(P6, 1, Fault.STUCK)
    before.board.spoil(point(8), 1, Fault.DEAD)
    before.board.spoil(point(3), 1, Fault.MISSED)
    before.table.put(point(3), before.table.lift(P6))

    after.table.put(point(3), after.table.lift(P6))
    assert after.board.look().sightings != before.board.look().sightings
    after.board.break_again(before.board.broken)

    assert after.board.look().sightings == before.board.look().sightings
    assert after.board.broken == before.board.broken


@EVERY_KIND
@pytest.mark.parametrize(
    "wrong",
    [
        Broken(FaultySwitch(P6, 99, Fault.DEAD), 0),
        Broken(FaultySwitch(Place("p25"), 1, Fault.DEAD), 0),
        Broken(FaultySwitch(P6, 1, Fault.STUCK), 31),
        Broken(FaultySwitch(P6, 1, Fault.STUCK), -2),
    ],
)
def test_switches_that_there_are_not_cannot_break_again(kind: str, wrong: Broken) -> None:
    bench = Bench(kind)
    right = Broken(FaultySwitch(P6, 1, Fault.DEAD), 0)
    with pytest.raises(ValueError, match="no switch"):
        bench.board.break_again([right, wrong])
    assert not bench.board.faulty
