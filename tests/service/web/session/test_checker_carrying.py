"""Hands on the page put right what is said to be wrong, and carry a hit checker to the bar."""

from collections.abc import Mapping
from contextlib import AbstractAsyncContextManager, suppress
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from hardware.checkers import BACKGAMMON, Colour, Layout, Pile, Place, bar, point, tray
from hardware.drivers.simulated.simulated_devices import SwitchFault
from hardware.signals import PlayerRequestKind
from referee.match_settings import TOURNAMENT_PROFILE
from referee.verdicts import Complete, Disturbed, Illegal, OnTheWay, Unchanged
from service.config.service_settings import HomeSide, SeatSide, TableSettings
from service.drivers.driver_entry import BoardDriverOptions
from service.drivers.simulated_drivers import (
    SimulatedColoursOptions,
    SimulatedCountsOptions,
    SimulatedHallOptions,
    SimulatedSlotsOptions,
)
from service.records.position_ids import read_board, write_board
from service.web.messages.from_page import (
    Arrange,
    Arrangement,
    BreakSwitch,
    MakeRequest,
    PutDown,
    SetUp,
    ThrowDice,
)
from service.web.messages.to_page import ActionRefused, NextAct
from service.web.parts.board_part import assumed_board, draw_board, sensor_view
from service.web.parts.game_part import has_objection, verdict_in_words
from service.web.parts.next_step import awaited_step
from service.words.phrases import ENGLISH, load_phrases
from simulation.gestures import Fetch, Lift, LiftDice, PutBetween
from tests.rigs.tables.page_visitor import SETUP, Visitor, open_page
from tests.rigs.tables.table_in_memory import NAMES

LIGHT, DARK = Colour
CORRECT = Arrange(Arrangement.CORRECTED)
DONE = MakeRequest(LIGHT, PlayerRequestKind.DONE)
LONG = 10.0
"""Seconds after which any rest is long."""
EXACT = replace(SETUP, board=SimulatedColoursOptions())
BOARDS = [
    SimulatedColoursOptions(), SimulatedCountsOptions(), SimulatedHallOptions(),
    SimulatedSlotsOptions(),
]  # fmt: skip
START = read_board("-b----E-C---eE---c-e----B-")
TURNED = replace(EXACT, light_sits=SeatSide.FAR, home=HomeSide.LEFT)


def with_changes(changes: Mapping[Place, int], layout: Layout = START) -> Layout:
    """The layout with other piles: a positive number is light, a negative one dark."""
    piles = dict(layout.piles)
    for place, count in changes.items():
        piles.pop(place, None)
        if count:
            piles[place] = Pile(LIGHT if count > 0 else DARK, abs(count))
    return Layout(piles)


BLOT = with_changes({point(1): -1, point(5): -1})
"""The start, but with a blot of Dark on Light's point 5."""
TWO_BLOTS = with_changes({point(1): 0, point(5): -1, point(7): -1})


async def begin(visitor: Visitor, layout: Layout = BLOT, throw: tuple[int, int] = (3, 1)) -> None:
    """Has Light play this throw on this board."""
    await visitor.do_slowly(SetUp(write_board(layout), LIGHT), Arrange(Arrangement.EXPECTED))
    await visitor.do_slowly(ThrowDice(None, throw))
    assert visitor.runtime.table.state.plays


def lying(visitor: Visitor) -> Layout:
    assert not visitor.checkers.hand
    return visitor.runtime.table.orientation.layout(visitor.checkers.layout)


def carry(source: Place, target: Place, colour: Colour = LIGHT) -> tuple[Lift, PutDown]:
    return Lift(source, colour), PutDown(target, colour)


def pt(source: int, target: int) -> tuple[Lift, PutDown]:
    return carry(point(source), point(target))


MADE_POINT = with_changes({point(8): 2, point(6): 4, point(5): 2, bar(DARK): -1}, BLOT)
"""After 8/5*, 6/5."""


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: type(board).__name__)
async def test_hit_checker_left_on_its_point_goes_to_the_bar_and_the_play_stays(
    tmp_path: Path, board: BoardDriverOptions
) -> None:
    async with open_page(tmp_path, replace(SETUP, board=board)) as visitor:
        await begin(visitor)
        await visitor.do(*pt(8, 5), *pt(6, 5), LiftDice(None))
        await visitor.pass_seconds(LONG)
        await visitor.do_slowly(CORRECT)
        assert lying(visitor) == MADE_POINT
        assert isinstance(visitor.runtime.table.state.verdict, Complete)


async def test_hit_checker_that_waits_beside_its_hitter_goes_to_the_bar_before_any_objection(
    tmp_path: Path,
) -> None:
    async with open_page(tmp_path, EXACT) as visitor:
        await begin(visitor)
        await visitor.do_slowly(*pt(8, 5), *pt(6, 5))
        assert isinstance(visitor.runtime.table.state.verdict, OnTheWay)
        await visitor.do_slowly(CORRECT)
        assert lying(visitor) == MADE_POINT


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: type(board).__name__)
async def test_hit_checker_in_the_hand_goes_to_the_bar(
    tmp_path: Path, board: BoardDriverOptions
) -> None:
    async with open_page(tmp_path, replace(SETUP, board=board)) as visitor:
        await begin(visitor)
        await visitor.do(Lift(point(5), DARK), *pt(8, 5), *pt(6, 5), LiftDice(None))
        await visitor.pass_seconds(LONG)
        await visitor.do_slowly(CORRECT)
        assert lying(visitor) == MADE_POINT
        assert isinstance(visitor.runtime.table.state.verdict, Complete)


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: type(board).__name__)
async def test_only_the_wrong_half_of_a_play_is_taken_back(
    tmp_path: Path, board: BoardDriverOptions
) -> None:
    async with open_page(tmp_path, replace(SETUP, board=board)) as visitor:
        await begin(visitor, START)
        await visitor.do(*pt(8, 5), *pt(13, 11), LiftDice(None))
        await visitor.pass_seconds(LONG)
        assert isinstance(visitor.runtime.table.state.verdict, Illegal)

        await visitor.do_slowly(CORRECT)
        assert lying(visitor) == with_changes({point(8): 2, point(5): 1})
        assert not has_objection(visitor.runtime.table.state)


async def test_wrong_half_is_taken_back_though_a_hit_was_right(tmp_path: Path) -> None:
    async with open_page(tmp_path, EXACT) as visitor:
        await begin(visitor)
        put = PutDown(point(5), LIGHT, carry_hit=True)
        await visitor.do(Lift(point(8), LIGHT), put, *pt(24, 22), LiftDice(None))
        await visitor.pass_seconds(LONG)
        await visitor.do_slowly(CORRECT)
        assert lying(visitor) == with_changes({point(8): 2, point(5): 1, bar(DARK): -1}, BLOT)


async def test_illegal_play_is_taken_back_as_a_whole(tmp_path: Path) -> None:
    async with open_page(tmp_path, EXACT) as visitor:
        await begin(visitor, START)
        await visitor.do(*pt(13, 11), *pt(6, 1), DONE)
        await visitor.pass_seconds(LONG)
        assert has_objection(visitor.runtime.table.state)
        await visitor.do_slowly(CORRECT)
        assert lying(visitor) == START
        assert isinstance(visitor.runtime.table.state.verdict, Unchanged)


async def test_knocked_board_is_put_right_and_the_play_before_it_stays(tmp_path: Path) -> None:
    async with open_page(tmp_path, EXACT) as visitor:
        await begin(visitor)
        await visitor.do_slowly(Lift(point(8), LIGHT), PutDown(point(5), LIGHT, carry_hit=True))
        before = lying(visitor)
        for source, target in ((12, 11), (17, 16), (19, 18), (6, 7)):
            await visitor.do(
                *carry(point(source), point(target), before.piles[point(source)].colour)
            )
        await visitor.pass_seconds(LONG)
        assert isinstance(visitor.runtime.table.state.verdict, Disturbed)
        await visitor.do_slowly(CORRECT)
        assert lying(visitor) == before


@pytest.mark.parametrize("seed", range(8))
async def test_any_disorder_is_put_right_at_once(tmp_path: Path, seed: int) -> None:
    rng = Random(seed)  # noqa: S311 - disorder, no secret
    async with open_page(tmp_path, EXACT) as visitor:
        await begin(visitor, TWO_BLOTS, (4, 2))
        for _ in range(rng.randint(1, 6)):
            place = rng.choice([one for one in BACKGAMMON.places if visitor.checkers[one]])
            colour = visitor.checkers[place][-1]
            await visitor.do(Lift(place, colour))
            if rng.random() < 0.7:
                await visitor.do(PutDown(rng.choice(BACKGAMMON.places), colour))
        await visitor.do(LiftDice(None))
        await visitor.pass_seconds(LONG)
        with suppress(ActionRefused):
            await visitor.do(CORRECT)
        await visitor.pass_seconds(LONG)
        assert not has_objection(visitor.runtime.table.state)
        lying(visitor)
        assert (await visitor.refusal_of(CORRECT)).key == "nothing_wrong"


async def test_checkers_between_two_points_and_in_the_hand_go_where_they_came_from(
    tmp_path: Path,
) -> None:
    async with open_page(tmp_path, EXACT) as visitor:
        await begin(visitor, START)
        leaning = PutBetween(point(5), point(4), LIGHT, ())
        await visitor.do(*pt(8, 5), Lift(point(6), LIGHT), leaning, Lift(point(13), LIGHT))
        await visitor.pass_seconds(LONG)
        await visitor.do_slowly(CORRECT)
        assert lying(visitor) == with_changes({point(8): 2, point(5): 1})


async def test_set_up_is_completed_as_expected(tmp_path: Path) -> None:
    async with open_page(tmp_path, EXACT) as visitor:
        await visitor.do(*pt(6, 3), Lift(point(12), DARK))
        await visitor.pass_seconds(LONG)
        await visitor.do_slowly(CORRECT)
        assert lying(visitor) == START
        assert visitor.runtime.table.state.is_set_up


async def test_legal_play_is_left_alone(tmp_path: Path) -> None:
    async with open_page(tmp_path, EXACT) as visitor:
        await begin(visitor, START)
        for play in (pt(8, 5), pt(6, 5)):
            await visitor.do_slowly(*play)
            assert (await visitor.refusal_of(CORRECT)).key == "nothing_wrong"


async def test_play_that_may_not_be_judged_yet_is_not_judged_by_its_correction(
    tmp_path: Path,
) -> None:
    setup = replace(EXACT, referee=TOURNAMENT_PROFILE)
    async with open_page(tmp_path, setup) as visitor:
        await begin(visitor, START)
        await visitor.do(*pt(8, 5), *pt(13, 11))
        await visitor.pass_seconds(LONG)
        assert not has_objection(visitor.runtime.table.state)
        await visitor.do_slowly(CORRECT)
        assert lying(visitor) == START


@pytest.mark.parametrize("wrong", [11, 4])
async def test_correction_right_after_a_touch_is_that_of_the_board_as_it_lies(
    tmp_path: Path, wrong: int
) -> None:
    async with open_page(tmp_path, EXACT) as visitor:
        await begin(visitor, START)
        await visitor.do(*pt(8, 5), *pt(13, wrong), LiftDice(None))
        await visitor.pass_seconds(LONG)
        for action in (*pt(wrong, 9), CORRECT):
            await visitor.actions.carry_out(action)
        await visitor.pass_seconds(LONG)
        assert lying(visitor) == with_changes({point(8): 2, point(5): 1})


async def test_correction_that_a_hand_has_made_already_moves_nothing(tmp_path: Path) -> None:
    async with open_page(tmp_path, EXACT) as visitor:
        await begin(visitor, START)
        await visitor.do(*pt(8, 5), *pt(13, 11), LiftDice(None))
        await visitor.pass_seconds(LONG)
        for action in pt(11, 13):
            await visitor.actions.carry_out(action)
        assert (await visitor.refusal_of(CORRECT)).key == "nothing_wrong"


async def test_checker_of_another_set_is_taken_away(tmp_path: Path) -> None:
    async with open_page(tmp_path, EXACT) as visitor:
        await begin(visitor, START)
        await visitor.do(*pt(8, 5), Fetch(LIGHT), PutDown(point(2), LIGHT))
        await visitor.pass_seconds(LONG)
        assert has_objection(visitor.runtime.table.state)
        await visitor.do_slowly(CORRECT)
        assert lying(visitor) == with_changes({point(8): 2, point(5): 1})
        assert visitor.checkers.extra_checkers == ()


async def test_places_of_a_correction_are_those_of_a_turned_board(tmp_path: Path) -> None:
    async with open_page(tmp_path, TURNED) as visitor:
        await begin(visitor)
        put = PutDown(point(5), LIGHT, carry_hit=True)
        await visitor.do(Lift(point(8), LIGHT), put, *pt(13, 11), LiftDice(None))
        await visitor.pass_seconds(LONG)
        await visitor.do_slowly(CORRECT)
        assert lying(visitor) == with_changes({point(8): 2, point(5): 1, bar(DARK): -1}, BLOT)


async def test_correction_without_a_checker_to_carry_is_refused(tmp_path: Path) -> None:
    """A scale that is stuck reports a checker that has long left."""
    async with open_page(tmp_path, EXACT) as visitor:
        await begin(visitor, START)
        await visitor.do(BreakSwitch(point(8), 1, SwitchFault.STUCK), *pt(8, 5), LiftDice(None))
        await visitor.pass_seconds(LONG)
        assert has_objection(visitor.runtime.table.state)
        assert (await visitor.refusal_of(CORRECT)).key == "nothing_to_carry"


# ---- hits ----


@pytest.fixture
def visitor(tmp_path: Path) -> AbstractAsyncContextManager[Visitor]:
    return open_page(tmp_path, EXACT)


async def test_hit_checker_goes_to_the_bar_with_its_hitter(tmp_path: Path) -> None:
    async with open_page(tmp_path, EXACT) as visitor:
        await begin(visitor)
        await visitor.do(Lift(point(8), LIGHT), PutDown(point(5), LIGHT, carry_hit=True))
        await visitor.do_slowly(Lift(point(6), LIGHT), PutDown(point(5), LIGHT, carry_hit=True))
        assert lying(visitor) == MADE_POINT
        assert isinstance(visitor.runtime.table.state.verdict, Complete)


async def test_hit_checker_stays_unless_it_is_to_be_carried(tmp_path: Path) -> None:
    async with open_page(tmp_path, EXACT) as visitor:
        await begin(visitor)
        await visitor.do(*pt(8, 5))
        assert visitor.checkers[point(5)] == (DARK, LIGHT)


async def test_checker_that_passes_over_two_blots_hits_both(tmp_path: Path) -> None:
    async with open_page(tmp_path, EXACT) as visitor:
        await begin(visitor, TWO_BLOTS, (2, 1))
        for source, target in ((8, 7), (7, 5)):
            await visitor.do(
                Lift(point(source), LIGHT), PutDown(point(target), LIGHT, carry_hit=True)
            )
        await visitor.pass_seconds(1)
        assert visitor.checkers.count(bar(DARK), DARK) == 2
        assert isinstance(visitor.runtime.table.state.verdict, Complete)


@pytest.mark.parametrize(
    ("before", "put"),
    [
        # The opponent's checker on a blot of the mover, and on two checkers of the mover.
        ((Lift(point(12), DARK),), PutDown(point(11), DARK)),
        # The mover's checker on a point that two checkers hold, and beside the points.
        ((Lift(point(8), LIGHT),), PutDown(point(1), LIGHT)),
        ((Lift(point(8), LIGHT),), PutDown(bar(LIGHT), LIGHT)),
        ((Lift(point(8), LIGHT),), PutDown(tray(LIGHT), LIGHT)),
        # A checker that has strayed.
        (
            (Lift(point(12), DARK), PutDown(point(9), DARK), Lift(point(13), LIGHT)),
            PutDown(point(9), LIGHT),
        ),
        # The last of two checkers, while the other is in the hand.
        ((Lift(point(1), DARK), Lift(point(8), LIGHT)), PutDown(point(1), LIGHT)),
    ],
)
async def test_checkers_stay_where_nothing_is_hit_by_rule(
    visitor: Visitor, before: tuple[Lift | PutDown, ...], put: PutDown
) -> None:
    await begin(visitor, START)
    await visitor.do(*before)
    lay = {place: visitor.checkers[place] for place in BACKGAMMON.places if place != put.place}
    await visitor.do(replace(put, carry_hit=True))
    assert {place: visitor.checkers[place] for place in lay} == lay
    assert put.colour in visitor.checkers[put.place]


async def test_checker_is_not_hit_before_the_dice_are_thrown(visitor: Visitor) -> None:
    await visitor.do(Lift(point(1), DARK), Lift(point(6), LIGHT))
    await visitor.do(PutDown(point(1), LIGHT, carry_hit=True))
    assert visitor.checkers.count(point(1), DARK) == 1


async def test_slot_that_a_place_does_not_have_is_refused(visitor: Visitor) -> None:
    await visitor.do(Lift(point(6), LIGHT))
    assert (await visitor.refusal_of(PutDown(point(5), LIGHT, 99))).key == "no_place"
    assert (await visitor.refusal_of(Lift(point(6), LIGHT, 99))).key == "no_checker"


BETWEEN = PutBetween(point(6), point(5), LIGHT, seen_by=(point(6), point(5)))


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: type(board).__name__)
@pytest.mark.parametrize("played", [(), pt(8, 5)], ids=["nothing played", "half a play"])
async def test_checker_felt_on_two_points_is_to_be_put_right_and_is_pushed_onto_one(
    tmp_path: Path, board: BoardDriverOptions, played: tuple[Lift | PutDown, ...]
) -> None:
    async with open_page(tmp_path, replace(SETUP, board=board)) as visitor:
        await begin(visitor, START)
        await visitor.do(*played, Lift(point(6), LIGHT), BETWEEN)
        await visitor.pass_seconds(LONG)
        state = visitor.runtime.table.state
        assert has_objection(state)
        assert awaited_step(state, {}, None, None).act is NextAct.CORRECT

        await visitor.do_slowly(CORRECT)

        assert not visitor.checkers.leaning_checkers
        assert not has_objection(visitor.runtime.table.state)
        assert visitor.checkers.count(point(8), LIGHT) == (2 if played else 3)


# ---- the sensors of a table without a configuration ----


async def test_checker_in_the_wrong_tray_is_drawn_and_told_as_what_it_is(tmp_path: Path) -> None:
    async with open_page(tmp_path, TableSettings(names=NAMES, length=3)) as visitor:
        await begin(visitor, START)
        into_tray = carry(point(1), tray(LIGHT), DARK)
        await visitor.do(*into_tray, *pt(8, 5), *pt(6, 5), LiftDice(None))
        await visitor.pass_seconds(LONG)
        state = visitor.runtime.table.state
        view = sensor_view(state)
        drawn = draw_board(view, assumed_board(state, view))
        assert [drawn[tray(LIGHT)][colour] for colour in Colour] == [0, 1]
        said = verdict_in_words(state, load_phrases(ENGLISH))
        assert "opponent's checker was moved from point 1 to the tray" in said
