"""The likeliest board is named honestly, whatever kind of sensor observes it."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine.backgammon.dice import Dice
from engine.backgammon.illegal_plays.explanation import find_reasons
from engine.backgammon.illegal_plays.play_reasons import ReasonKind
from engine.backgammon.moves.plays import LegalPlays
from engine.backgammon.position import CHECKERS, START, Position, Setup
from engine.backgammon.rulebook import RULEBOOKS, TOURNAMENT, Rulebook
from engine.players import Player
from hardware.checkers import BACKGAMMON, Colour, Layout, Pile, Place, bar, tray
from hardware.observations import (
    UNKNOWN_SIGHTING,
    CombinedView,
    Count,
    Sighting,
    of_any_colour,
    of_colour,
)
from referee.half_readings import settle_halves
from referee.likely_reasons import LikelyReasons, find_likely_reasons
from referee.seating import Seating
from simulation.slip_scenes import SlipScene
from simulation.slips import SLIPS, Slip
from tests.rigs.engine.play_notation import moved_board
from tests.rigs.engine.random_positions import positions, throws
from tests.rigs.engine.reference_results import play_rows
from tests.rigs.referee.sensor_views import (
    SENSOR_KINDS,
    Checkers,
    SensorModel,
    counts,
    exact,
    hall,
    single,
    slots,
    view_of_checkers,
    view_of_setup,
)

LIGHT, DARK = Colour
ONE = Player.ONE
SEATING = Seating(light=ONE)
MODELS = {**SENSOR_KINDS, "exact": exact}
RULES = tuple(RULEBOOKS.values())

FITTING = {"exact": 0.999, "hall": 0.99, "counts": 0.98, "slots": 0.965, "single": 0.65}
"""The least share of slips that the first reason must fit, where the observation shows them."""
FITTING_OF_A_KIND = {"exact": 0.98, "hall": 0.9}
"""The same share for each slip, where colours are observed."""


@dataclass(frozen=True, slots=True)
class Case:
    """An actual board after a throw."""

    position: Position
    dice: Dice
    found: Setup

    def view_by(self, model: SensorModel) -> CombinedView:
        return view_of_setup(self.found, SEATING, ONE, model)

    def find_reasons(self, model: SensorModel) -> LikelyReasons:
        view = self.view_by(model)
        return find_likely_reasons(view, self.position, self.dice, LIGHT, TOURNAMENT)


def agrees(view: CombinedView, setup: Setup) -> bool:
    """True if this may lie there, on either half of the bar and in either tray."""
    lying = Checkers.of_setup(setup, SEATING, ONE).lying
    halves = {half(one): one for half in (bar, tray) for one in Colour}
    piles = {at: Pile(one, lying[at][one]) for at, one in halves.items() if lying[at][one]}
    view = settle_halves(view, Layout(piles))
    return all(view[at].allows(lying[at][LIGHT], lying[at][DARK]) for at in BACKGAMMON.places)


def may_be_whole(view: CombinedView) -> bool:
    """True if each side may have fifteen checkers, as far as is observed."""
    sightings = [view[place] for place in BACKGAMMON.places]
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


def reasons_and_boards(
    mine: str, throw: str, model: SensorModel, theirs: str = ""
) -> tuple[list[ReasonKind], Setup, Setup]:
    """The explanation of these moves from the start, its board, and the true board."""
    found = moved_board(START, mine, theirs)
    reasons, board = Case(START, Dice.parse(throw), found).find_reasons(model)
    return [reason.why for reason in reasons], board, found


@pytest.mark.parametrize("model", [counts, slots])
def test_checker_on_an_empty_point_is_taken_for_the_movers(model: SensorModel) -> None:
    why, board, found = reasons_and_boards("8/6 6/1", "31", model)
    assert (why, board) == ([ReasonKind.NO_DIE], found)


@pytest.mark.parametrize("model", [counts, slots])
def test_a_checker_on_the_bar_tells_which_point_has_changed_its_colour(model: SensorModel) -> None:
    blots = Setup.of({24: 2, 13: 5, 8: 3, 6: 5}, {24: 1, 20: 1, 13: 5, 8: 3, 6: 5}).position()
    found = moved_board(blots, "8/5 6/5 24/22")
    reasons, board = Case(blots, Dice(3, 1), found).find_reasons(model)
    assert board == found
    assert reasons[0].why is ReasonKind.NO_DIE


def test_hit_checker_left_in_place_is_reported_by_the_number_alone() -> None:
    blot = Setup.of({24: 2, 13: 5, 8: 3, 6: 5}, {24: 2, 20: 1, 13: 5, 8: 3, 6: 4}).position()
    found = moved_board(blot, "8/5 6/5", "25/5")
    reasons, board = Case(blot, Dice(3, 1), found).find_reasons(counts)
    assert (reasons[0].why, board) == (ReasonKind.HIT_CHECKER_NOT_ON_BAR, found)


def test_full_point_is_taken_to_hold_checkers_that_are_seen_nowhere_else() -> None:
    why, board, found = reasons_and_boards("8/5 8/6 8/6", "32", slots)
    assert board == found
    assert why[0] is ReasonKind.NO_DIE


def test_full_point_is_taken_to_lack_checkers_that_come_from_nowhere_else() -> None:
    before = Setup.of({24: 2, 13: 2, 8: 3, 6: 8}, {24: 2, 13: 5, 8: 3, 6: 5}).position()
    found = moved_board(before, "6/2 13/11")
    reasons, board = Case(before, Dice(2, 1), found).find_reasons(slots)
    assert (reasons[0].why, board) == (ReasonKind.NO_DIE, found)


def test_full_point_of_the_other_side_is_taken_to_hold_a_checker_that_came_there() -> None:
    found = moved_board(START, "24/19 13/9")
    reasons, board = Case(START, Dice(5, 4), found).find_reasons(slots)
    assert (reasons[0].why, board) == (ReasonKind.POINT_BLOCKED, found)


@pytest.mark.parametrize("model", [counts, slots, exact, hall])
@pytest.mark.parametrize(
    ("setup", "played", "dice", "halves"),
    [
        (({24: 2, 13: 5, 8: 3, 6: 5}, {24: 2, 20: 1, 13: 5, 8: 3, 6: 4}), "8/5 6/5", Dice(3, 1),
         (bar(LIGHT), bar(DARK), DARK)),
        (({6: 5, 5: 4, 1: 2, 0: 4}, {13: 5, 8: 5, 6: 5}), "6/0 5/0", Dice(6, 5),
         (tray(DARK), tray(LIGHT), LIGHT)),
    ],
    ids=["hit to the other half of the bar", "borne off into the other tray"],
)  # fmt: skip
def test_a_checker_in_the_wrong_half_is_no_error_of_the_play(
    model: SensorModel, setup: Any, played: str, dice: Dice, halves: tuple[Place, Place, Colour]
) -> None:
    wrong, right, colour = halves
    before = Setup.of(*setup).position()
    after = moved_board(before, played)
    checkers = Checkers.of_setup(after, SEATING, ONE)
    checkers.put(right, colour, -1)
    checkers.put(wrong, colour)
    view = view_of_checkers(checkers, model)

    assert find_likely_reasons(view, before, dice, LIGHT, TOURNAMENT) == ((), after)


def test_an_own_checker_put_on_the_bar_stays_an_error() -> None:
    for model in (counts, slots, hall, exact):
        why, board, found = reasons_and_boards("8/5 6/5 13/25", "31", model)
        assert (why, board) == ([ReasonKind.WRONG_DIRECTION], found)


def test_before_the_throw_no_checker_may_have_moved() -> None:
    found = moved_board(START, "8/5")
    for model in SENSOR_KINDS.values():
        view = view_of_setup(found, SEATING, ONE, model)
        reasons, board = find_likely_reasons(view, START, None, LIGHT, TOURNAMENT)
        if model is not single:
            assert board == found
        assert [reason.why for reason in reasons] == [ReasonKind.MOVED_BEFORE_THROW]
        lying = view_of_setup(START.setup, SEATING, ONE, model)
        found_reasons = find_likely_reasons(lying, START, None, LIGHT, TOURNAMENT)
        assert found_reasons == ((), START.setup)


# ---- any board, any view ----


@given(positions(), throws(), st.sampled_from(sorted(MODELS)), st.data())
def test_board_that_looks_like_a_legal_result_has_no_reasons(
    position: Position, dice: Dice, kind: str, data: st.DataObject
) -> None:
    rulebook: Rulebook = data.draw(st.sampled_from(RULES))
    plays = LegalPlays(position, dice, rulebook)
    play = data.draw(st.sampled_from(list(plays)))
    view = view_of_setup(play.setup, SEATING, ONE, MODELS[kind])
    reasons, board = find_likely_reasons(view, position, dice, LIGHT, rulebook)
    assert reasons == ()
    assert board.position() in plays
    assert agrees(view, board)


@st.composite
def cases(draw: st.DrawFn) -> Case:
    """A slip, or two, planted into a play of the oracles."""
    pair = draw(st.sampled_from(play_rows()))
    scene = SlipScene.of(pair.position, pair.dice, Random(draw(st.integers(0, 99))))  # noqa: S311 - errors
    boards = filter(None, (slip.plant(scene) for slip in draw(st.permutations(SLIPS))))
    return Case(pair.position, pair.dice, next(boards, pair.position.setup))


@given(cases())
def test_likely_board_is_the_actual_board_where_everything_is_seen(case: Case) -> None:
    assert case.find_reasons(exact) == (
        find_reasons(case.position, case.dice, case.found),
        case.found,
    )


@given(cases(), st.sampled_from(sorted(MODELS)))
def test_reasons_are_those_of_a_board_that_agrees_with_the_view(case: Case, kind: str) -> None:
    reasons, board = case.find_reasons(MODELS[kind])
    assert reasons == find_reasons(case.position, case.dice, board)
    assert agrees(case.view_by(MODELS[kind]), board) or not reasons


@given(cases(), st.sampled_from(sorted(MODELS)))
def test_each_side_has_fifteen_checkers_wherever_that_can_be(case: Case, kind: str) -> None:
    _reasons, board = case.find_reasons(MODELS[kind])
    assert is_whole(board) or not is_whole(case.found)


@given(
    cases(), st.sampled_from(sorted(SENSOR_KINDS)), st.sampled_from(Player), st.sampled_from(Player)
)
def test_reasons_do_not_depend_on_who_plays_which_colour(
    case: Case, kind: str, light: Player, mover: Player
) -> None:
    seating = Seating(light)
    view = view_of_setup(case.found, seating, mover, SENSOR_KINDS[kind])
    found_reasons = find_likely_reasons(
        view, case.position, case.dice, seating.colour(mover), TOURNAMENT
    )
    assert found_reasons == case.find_reasons(SENSOR_KINDS[kind])


@st.composite
def views(draw: st.DrawFn) -> CombinedView:
    """Anything a sensor may claim, likely or not."""
    number = st.integers(0, 30)
    sightings: Mapping[Place, Sighting] = {
        place: draw(
            st.just(UNKNOWN_SIGHTING)
            | st.builds(of_any_colour, st.integers(0, 5))
            | st.builds(of_colour, st.sampled_from(Colour), number)
            | st.builds(
                lambda a, b: Sighting(Count(a, a + b), Count(b, a + b), Count(a + b, 30)),
                *(st.integers(0, 8), st.integers(0, 7)),
            )
        )
        for place in draw(st.sets(st.sampled_from(BACKGAMMON.places)))
    }
    return CombinedView(sightings)


CONFUSED = CombinedView(
    {
        **dict.fromkeys(BACKGAMMON.places[:8], UNKNOWN_SIGHTING),
        **dict.fromkeys((BACKGAMMON.places[6], BACKGAMMON.places[10]), of_any_colour(5)),
        BACKGAMMON.places[2]: of_colour(LIGHT, 18),
        bar(LIGHT): Sighting(Count(0, 3), Count(3, 3), Count(3, 6)),
    }
)
NEARLY_OFF = Setup.of({25: 4, 0: 11}, {0: 15}).position()


@given(views(), positions(), throws() | st.none())
@example(CONFUSED, NEARLY_OFF, None)
def test_every_view_has_reasons_for_its_likely_board(
    view: CombinedView, position: Position, dice: Dice | None
) -> None:
    reasons, board = find_likely_reasons(view, position, dice, LIGHT, TOURNAMENT)
    assert reasons == find_reasons(position, dice, board)


# ---- slips as each kind of sensor sees them ----

Shares = dict[str, dict[str, Counter[str]]]
"""By kind of sensor and slip, how often the first reason fitted, or in which way it did not."""


def planted(every: int, seed: int) -> Iterator[tuple[Slip, SlipScene, Case]]:
    """Boards with slips, in some of the plays of the oracles."""
    chance = Random(seed)  # noqa: S311 - errors, not secrets
    for pair in play_rows()[seed % every :: every]:
        scene = SlipScene.of(pair.position, pair.dice, chance)
        for slip in SLIPS:
            found = slip.plant(scene)
            if found and (found.faults() or found.position() not in scene.plays):
                yield slip, scene, Case(pair.position, pair.dice, found)


def fits(slip: Slip, scene: SlipScene, case: Case, model: SensorModel) -> str:
    """The result of comparing the first reason with the slip: it fits, or why it need not."""
    view = case.view_by(model)
    if any(agrees(view, play.setup) for play in scene.plays):
        return "looks legal"
    if not is_whole(case.found) and may_be_whole(view):
        return "looks whole"
    reasons, _ = case.find_reasons(model)
    if not reasons:
        return "odd"
    why = reasons[0].why
    fitting = {"right": slip.expected_reasons, "also": slip.accepted_reasons}
    return next((how for how, whys in fitting.items() if why in whys), "odd")


def shares(every: int, seed: int) -> Shares:
    found: Shares = {kind: {slip.name: Counter() for slip in SLIPS} for kind in MODELS}
    for slip, scene, case in planted(every, seed):
        for kind, model in MODELS.items():
            found[kind][slip.name][fits(slip, scene, case, model)] += 1
    return found


def fitting(count: Counter[str]) -> float:
    judged = count["right"] + count["also"] + count["odd"]
    return 1 - count["odd"] / judged if judged else 1.0


def check(found: Shares) -> None:
    for kind, counted in found.items():
        assert fitting(total(counted)) >= FITTING[kind], (kind, total(counted))
        for name, count in counted.items():
            assert fitting(count) >= FITTING_OF_A_KIND.get(kind, 0), (kind, name, count)


def total(counted: Mapping[str, Counter[str]]) -> Counter[str]:
    return sum(counted.values(), Counter[str]())


def as_table(found: Shares) -> str:
    """The shares of fitting first reasons, by slip and kind of sensor, with their numbers."""
    lines = [f"{'planted':<52}" + "".join(f"{kind:>16}" for kind in found)]
    for name in (*(slip.name for slip in SLIPS), "all"):
        cells = []
        for counted in found.values():
            count = counted[name] if name in counted else total(counted)
            judged = count["right"] + count["also"] + count["odd"]
            cells.append(f"{fitting(count):>8.1%} /{judged:>6}")
        lines.append(f"{name:<52}" + "".join(cells))
    return "\n".join(["", *lines])


@pytest.mark.release
def test_slips_are_reported_with_a_fitting_reason_as_far_as_the_sensors_see_them() -> None:
    check(shares(every=50, seed=1))


@pytest.mark.soak
def test_slips_are_reported_correctly_in_the_long_run(
    soak_factor: int, capsys: pytest.CaptureFixture[str]
) -> None:
    found: Shares = {kind: {slip.name: Counter() for slip in SLIPS} for kind in MODELS}
    for seed in range(soak_factor):
        for kind, counted in shares(every=8, seed=100 + seed).items():
            for name, count in counted.items():
                found[kind][name] += count
    with capsys.disabled():
        print(as_table(found))  # noqa: T201 - asked for
    check(found)
