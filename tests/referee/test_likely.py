"""What most likely lies on a board is told honestly, whatever kind of sensor sees it."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine.backgammon.dice import Dice
from engine.backgammon.moves.plays import LegalPlays
from engine.backgammon.players import Player
from engine.backgammon.position import CHECKERS, START, Position, Setup
from engine.backgammon.rulebook import RULEBOOKS, TOURNAMENT, Rulebook
from engine.backgammon.why.explain import why_not
from engine.backgammon.why.reasons import Reason, Why
from hardware.checkers import BACKGAMMON, Colour, Place, bar, tray
from hardware.observations import View
from hardware.sightings import ANYTHING, Count, Sighting, of_any_colour, of_colour
from referee.likely import likely_reasons
from referee.seating import Seating
from service.simulation.scenes import Scene
from service.simulation.slips import SLIPS, Slip
from tests.rigs.boards import spoilt
from tests.rigs.oracles import pairs
from tests.rigs.sensors import (
    KINDS,
    Checkers,
    Eye,
    counts,
    exact,
    hall,
    seen,
    single,
    slots,
    view_of,
)
from tests.rigs.strategies import positions, throws

LIGHT, DARK = Colour
ONE = Player.ONE
SEATING = Seating(light=ONE)
EYES = {**KINDS, "exact": exact}
RULES = tuple(RULEBOOKS.values())

FITTING = {"exact": 0.999, "hall": 0.99, "counts": 0.98, "slots": 0.97, "single": 0.65}
"""How often the first reason must fit the slip, where the picture tells it at all."""
FITTING_OF_A_KIND = {"exact": 0.98, "hall": 0.9}
"""How often it must for each slip, where the colours are seen."""


@dataclass(frozen=True, slots=True)
class Case:
    """What really lies on the board after a throw."""

    position: Position
    dice: Dice
    found: Setup

    def seen_by(self, eye: Eye) -> View:
        return view_of(self.found, SEATING, ONE, eye)

    def told(self, eye: Eye) -> tuple[tuple[Reason, ...], Setup]:
        return likely_reasons(self.seen_by(eye), self.position, self.dice, ONE, SEATING, TOURNAMENT)


def agrees(view: View, setup: Setup) -> bool:
    """Whether this may lie there, and everything in its own half of bar and trays."""
    lying = Checkers.of_setup(setup, SEATING, ONE).lying
    return all(view[at].allows(lying[at][LIGHT], lying[at][DARK]) for at in BACKGAMMON)


def may_be_whole(view: View) -> bool:
    """Whether each side may have fifteen checkers, as far as is seen."""
    sightings = [view[place] for place in BACKGAMMON]
    sums = [
        (sum(part.low for part in parts), many, sum(part.high for part in parts))
        for parts, many in (
            ([sighting.light for sighting in sightings], CHECKERS),
            ([sighting.dark for sighting in sightings], CHECKERS),
            ([sighting.total for sighting in sightings], 2 * CHECKERS),
        )
    ]
    return all(low <= many <= high for low, many, high in sums)


def is_whole(setup: Setup) -> bool:
    return sum(setup.mover) == sum(setup.other) == CHECKERS


# ---- what lies there ----


def told_of(mine: str, throw: str, eye: Eye, theirs: str = "") -> tuple[list[Why], Setup, Setup]:
    """What is told of these moves from the start, on which board, and which it really is."""
    found = spoilt(START, mine, theirs)
    reasons, board = Case(START, Dice.parse(throw), found).told(eye)
    return [reason.why for reason in reasons], board, found


@pytest.mark.parametrize("eye", [counts, slots])
def test_what_comes_to_an_empty_point_is_the_movers(eye: Eye) -> None:
    why, board, found = told_of("8/6 6/1", "31", eye)
    assert (why, board) == ([Why.NO_DIE], found)


@pytest.mark.parametrize("eye", [counts, slots])
def test_a_checker_on_the_bar_tells_which_point_has_changed_its_colour(eye: Eye) -> None:
    blots = Setup.of({24: 2, 13: 5, 8: 3, 6: 5}, {24: 1, 20: 1, 13: 5, 8: 3, 6: 5}).position()
    found = spoilt(blots, "8/5 6/5 24/22")
    reasons, board = Case(blots, Dice(3, 1), found).told(eye)
    assert board == found
    assert reasons[0].why is Why.NO_DIE


def test_a_hit_checker_left_where_it_was_is_told_by_the_number_alone() -> None:
    blot = Setup.of({24: 2, 13: 5, 8: 3, 6: 5}, {24: 2, 20: 1, 13: 5, 8: 3, 6: 4}).position()
    found = spoilt(blot, "8/5 6/5", "25/5")
    reasons, board = Case(blot, Dice(3, 1), found).told(counts)
    assert (reasons[0].why, board) == (Why.HIT_CHECKER_NOT_ON_BAR, found)


def test_a_full_point_hides_what_is_seen_nowhere_else() -> None:
    why, board, found = told_of("8/5 8/6 8/6", "32", slots)
    assert board == found
    assert why[0] is Why.NO_DIE


def test_a_full_point_gives_what_comes_from_nowhere_else() -> None:
    before = Setup.of({24: 2, 13: 2, 8: 3, 6: 8}, {24: 2, 13: 5, 8: 3, 6: 5}).position()
    found = spoilt(before, "6/2 13/11")
    reasons, board = Case(before, Dice(2, 1), found).told(slots)
    assert (reasons[0].why, board) == (Why.NO_DIE, found)


def test_a_full_point_of_the_other_side_hides_who_came_there() -> None:
    found = spoilt(START, "24/19 13/9")
    reasons, board = Case(START, Dice(5, 4), found).told(slots)
    assert (reasons[0].why, board) == (Why.POINT_BLOCKED, found)


@pytest.mark.parametrize("eye", [counts, slots, exact, hall])
def test_a_checker_in_the_wrong_half_of_the_bar_is_no_error_of_the_play(eye: Eye) -> None:
    blot = Setup.of({24: 2, 13: 5, 8: 3, 6: 5}, {24: 2, 20: 1, 13: 5, 8: 3, 6: 4}).position()
    played = spoilt(blot, "8/5 6/5")
    checkers = Checkers.of_setup(played, SEATING, ONE)
    checkers.put(bar(DARK), DARK, -1)
    checkers.put(bar(LIGHT), DARK)
    told = likely_reasons(seen(checkers, eye), blot, Dice(3, 1), ONE, SEATING, TOURNAMENT)
    assert told == ((), played)


@pytest.mark.parametrize("eye", [counts, slots, exact, hall])
def test_a_checker_borne_off_into_the_wrong_tray_is_borne_off(eye: Eye) -> None:
    home = Setup.of({6: 5, 5: 4, 1: 2, 0: 4}, {13: 5, 8: 5, 6: 5}).position()
    played = spoilt(home, "6/0 5/0")
    checkers = Checkers.of_setup(played, SEATING, ONE)
    checkers.put(tray(LIGHT), LIGHT, -1)
    checkers.put(tray(DARK), LIGHT)
    told = likely_reasons(seen(checkers, eye), home, Dice(6, 5), ONE, SEATING, TOURNAMENT)
    assert told == ((), played)


def test_an_own_checker_put_on_the_bar_stays_an_error() -> None:
    for eye in (counts, slots, hall, exact):
        why, board, found = told_of("8/5 6/5 13/25", "31", eye)
        assert (why, board) == ([Why.WRONG_DIRECTION], found)


def test_before_the_throw_no_checker_may_have_moved() -> None:
    found = spoilt(START, "8/5")
    for eye in KINDS.values():
        view = view_of(found, SEATING, ONE, eye)
        reasons, board = likely_reasons(view, START, None, ONE, SEATING, TOURNAMENT)
        if eye is not single:
            assert board == found
        assert [reason.why for reason in reasons] == [Why.MOVED_BEFORE_THROW]
        lying = view_of(START.setup, SEATING, ONE, eye)
        assert likely_reasons(lying, START, None, ONE, SEATING, TOURNAMENT) == ((), START.setup)


# ---- any board, any view ----


@given(positions(), throws(), st.sampled_from(sorted(EYES)), st.data())
def test_nothing_is_wrong_where_a_legal_result_looks_just_so(
    position: Position, dice: Dice, kind: str, data: st.DataObject
) -> None:
    rulebook: Rulebook = data.draw(st.sampled_from(RULES))
    plays = LegalPlays(position, dice, rulebook)
    play = data.draw(st.sampled_from(list(plays)))
    view = view_of(play.setup, SEATING, ONE, EYES[kind])
    reasons, board = likely_reasons(view, position, dice, ONE, SEATING, rulebook)
    assert reasons == ()
    assert board.position() in plays
    assert agrees(view, board)


@st.composite
def cases(draw: st.DrawFn) -> Case:
    """A slip, or two, planted into a play of the oracles."""
    pair = draw(st.sampled_from(pairs()))
    scene = Scene.of(pair.position, pair.dice, Random(draw(st.integers(0, 99))))  # noqa: S311 - errors
    boards = filter(None, (slip.plant(scene) for slip in draw(st.permutations(SLIPS))))
    return Case(pair.position, pair.dice, next(boards, pair.position.setup))


@given(cases())
def test_where_everything_is_seen_the_board_is_what_lies_there(case: Case) -> None:
    assert case.told(exact) == (why_not(case.position, case.dice, case.found), case.found)


@given(cases(), st.sampled_from(sorted(EYES)))
def test_the_reasons_are_those_of_a_board_that_agrees_with_what_is_seen(
    case: Case, kind: str
) -> None:
    reasons, board = case.told(EYES[kind])
    assert reasons == why_not(case.position, case.dice, board)
    assert agrees(case.seen_by(EYES[kind]), board) or not reasons


@given(cases(), st.sampled_from(sorted(EYES)))
def test_each_side_has_fifteen_checkers_wherever_that_can_be(case: Case, kind: str) -> None:
    _reasons, board = case.told(EYES[kind])
    assert is_whole(board) or not is_whole(case.found)


@given(cases(), st.sampled_from(sorted(KINDS)), st.sampled_from(Player), st.sampled_from(Player))
def test_it_does_not_matter_who_plays_which_colour(
    case: Case, kind: str, light: Player, mover: Player
) -> None:
    seating = Seating(light)
    view = view_of(case.found, seating, mover, KINDS[kind])
    told = likely_reasons(view, case.position, case.dice, mover, seating, TOURNAMENT)
    assert told == case.told(KINDS[kind])


@st.composite
def views(draw: st.DrawFn) -> View:
    """Anything a sensor may claim, likely or not."""
    number = st.integers(0, 30)
    sightings: Mapping[Place, Sighting] = {
        place: draw(
            st.just(ANYTHING)
            | st.builds(of_any_colour, st.integers(0, 5))
            | st.builds(of_colour, st.sampled_from(Colour), number)
            | st.builds(
                lambda a, b: Sighting(Count(a, a + b), Count(b, a + b), Count(a + b, 30)),
                *(st.integers(0, 8), st.integers(0, 7)),
            )
        )
        for place in draw(st.sets(st.sampled_from(BACKGAMMON)))
    }
    return View(sightings)


CONFUSED = View(
    {
        **dict.fromkeys(BACKGAMMON[:8], ANYTHING),
        **dict.fromkeys((BACKGAMMON[6], BACKGAMMON[10]), of_any_colour(5)),
        BACKGAMMON[2]: of_colour(LIGHT, 18),
        bar(LIGHT): Sighting(Count(0, 3), Count(3, 3), Count(3, 6)),
    }
)
NEARLY_OFF = Setup.of({25: 4, 0: 11}, {0: 15}).position()


@given(views(), positions(), throws() | st.none())
@example(CONFUSED, NEARLY_OFF, None)
def test_whatever_is_seen_something_is_told(
    view: View, position: Position, dice: Dice | None
) -> None:
    reasons, board = likely_reasons(view, position, dice, ONE, SEATING, TOURNAMENT)
    assert reasons == why_not(position, dice, board)


# ---- slips as each kind of sensor sees them ----

Shares = dict[str, dict[str, Counter[str]]]
"""Of each kind of sensor and each slip, how often the first reason fitted, or how it did not."""


def planted(every: int, seed: int) -> Iterator[tuple[Slip, Scene, Case]]:
    """Boards with slips, in some of the plays of the oracles."""
    chance = Random(seed)  # noqa: S311 - errors, not secrets
    for pair in pairs()[seed % every :: every]:
        scene = Scene.of(pair.position, pair.dice, chance)
        for slip in SLIPS:
            found = slip.plant(scene)
            if found and (found.faults() or found.position() not in scene.plays):
                yield slip, scene, Case(pair.position, pair.dice, found)


def fits(slip: Slip, scene: Scene, case: Case, eye: Eye) -> str:
    """Whether the first reason fits, or why it need not: the picture does not tell the slip."""
    view = case.seen_by(eye)
    if any(agrees(view, play.setup) for play in scene.plays):
        return "looks legal"
    if not is_whole(case.found) and may_be_whole(view):
        return "looks whole"
    reasons, _ = case.told(eye)
    if not reasons:
        return "odd"
    why = reasons[0].why
    return "right" if why in slip.right else "also" if why in slip.also else "odd"


def shares(every: int, seed: int) -> Shares:
    found: Shares = {kind: {slip.name: Counter() for slip in SLIPS} for kind in EYES}
    for slip, scene, case in planted(every, seed):
        for kind, eye in EYES.items():
            found[kind][slip.name][fits(slip, scene, case, eye)] += 1
    return found


def fitting(count: Counter[str]) -> float:
    told = count["right"] + count["also"] + count["odd"]
    return 1 - count["odd"] / told if told else 1.0


def check(found: Shares) -> None:
    for kind, counted in found.items():
        assert fitting(total(counted)) >= FITTING[kind], (kind, total(counted))
        for name, count in counted.items():
            assert fitting(count) >= FITTING_OF_A_KIND.get(kind, 0), (kind, name, count)


def total(counted: Mapping[str, Counter[str]]) -> Counter[str]:
    return sum(counted.values(), Counter[str]())


def as_table(found: Shares) -> str:
    """How often the first reason fits, by slip and kind of sensor, and of how many."""
    lines = [f"{'planted':<52}" + "".join(f"{kind:>16}" for kind in found)]
    for name in (*(slip.name for slip in SLIPS), "all"):
        cells = []
        for counted in found.values():
            count = counted[name] if name in counted else total(counted)
            told = count["right"] + count["also"] + count["odd"]
            cells.append(f"{fitting(count):>8.1%} /{told:>6}")
        lines.append(f"{name:<52}" + "".join(cells))
    return "\n".join(["", *lines])


def test_slips_are_told_by_a_reason_that_fits_as_far_as_the_sensors_see_them() -> None:
    check(shares(every=50, seed=1))


@pytest.mark.soak
def test_slips_are_told_rightly_in_the_long_run(
    soak_factor: int, capsys: pytest.CaptureFixture[str]
) -> None:
    found: Shares = {kind: {slip.name: Counter() for slip in SLIPS} for kind in EYES}
    for seed in range(soak_factor):
        for kind, counted in shares(every=8, seed=100 + seed).items():
            for name, count in counted.items():
                found[kind][name] += count
    with capsys.disabled():
        print(as_table(found))  # noqa: T201 - asked for
    check(found)
