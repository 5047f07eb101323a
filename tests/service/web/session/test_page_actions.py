"""Actions of a page are done at the table, whole or not at all."""

import asyncio
import logging
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import get_args

import pytest

from engine.backgammon.dice import Dice
from engine.backgammon.game.match import Phase
from engine.players import Player
from hardware.checkers import BACKGAMMON, POINTS, Colour, Layout, Place, bar, point, tray
from hardware.drivers.simulated.simulated_devices import FaultySwitch, SimulatedDevice, SwitchFault
from hardware.drivers.simulated.simulated_devices import SimulatedDice as Pair
from hardware.drivers.simulated.simulated_table import BOX
from hardware.outputs import LampFrame
from hardware.signals import Button, DiceState, PlayerRequestKind
from referee.match_settings import PROFILES
from referee.questions import QuestionKind
from referee.seating import Orientation
from service.config.service_settings import HomeSide, SeatSide
from service.drivers.driver_entry import BoardDriverOptions
from service.drivers.simulated_drivers import (
    SimulatedCountsOptions,
    SimulatedDiceOptions,
    SimulatedHallOptions,
    SimulatedSlotsOptions,
)
from service.records.position_ids import read_board, write_board
from service.table.device_factory import DeviceSet
from service.table.inbox import MAX_SIGNALS_PER_SECOND
from service.table.rolling_dice import ROLLING_SECONDS
from service.table.simulated_table_state import state_file
from service.web.messages import from_page
from service.web.messages.device_messages import LeaningShown
from service.web.messages.from_page import PutDown
from service.web.messages.to_page import ActionRefused, RefusalKind
from service.web.rate_limits import NEW_MATCH_LIMIT
from service.web.session.page_actions import PageActions
from service.web.session.simulated_table_actions import MAX_FETCHED, NEIGHBOURS
from service.words.phrases import Language, load_phrases
from simulation.gestures import (
    Cock,
    Fetch,
    Lift,
    LiftDice,
    Nudge,
    Press,
    PutBetween,
    Straighten,
)
from tests.rigs.environment.log_watch import LogWatch
from tests.rigs.tables.page_visitor import REVISION, SETUP, Visitor, open_page
from tests.rigs.tables.table_in_memory import NAMES

LIGHT, DARK = Colour
START = "-b----E-C---eE---c-e----B-"
OWN_DICE = replace(SETUP, dice=SimulatedDiceOptions(pairs=2))
TURNED = replace(SETUP, light_sits=SeatSide.FAR, home=HomeSide.LEFT)
PLAY_31 = (Lift(point(8)), PutDown(point(5), LIGHT), Lift(point(6)), PutDown(point(5), LIGHT))


@pytest.fixture
def visitor(tmp_path: Path) -> AbstractAsyncContextManager[Visitor]:
    return open_page(tmp_path)


async def test_every_action_has_a_handler(visitor: Visitor) -> None:
    assert set(visitor.actions._handlers) == set(get_args(from_page.Action))


# ---- checkers ----


async def test_a_checker_is_carried_from_place_to_place(visitor: Visitor) -> None:
    await visitor.do(Lift(point(6), LIGHT), PutDown(point(5), LIGHT))
    assert visitor.checkers.count(point(5), LIGHT) == 1
    sighting = visitor.runtime.table.state.view[point(5)]
    assert sighting.total.low == 1


async def test_the_top_checker_is_lifted_where_no_colour_is_given(visitor: Visitor) -> None:
    await visitor.do(Lift(point(6), LIGHT), PutDown(point(1), LIGHT), Lift(point(1)))
    assert visitor.checkers.hand == (LIGHT,)


@pytest.mark.parametrize(
    ("action", "key"),
    [
        (Lift(point(2)), "no_checker"), (Lift(point(6), DARK), "no_checker"),
        (Lift(Place("p25")), "no_place"), (PutDown(point(6), LIGHT), "not_in_hand"),
        (PutDown(Place("a1"), LIGHT), "no_place"),
        (PutBetween(point(6), point(5), LIGHT, ()), "not_in_hand"),
        (PutBetween(point(6), point(7), LIGHT, ()), "not_neighbours"),
        (PutBetween(point(12), point(13), LIGHT, ()), "not_neighbours"),
        (PutBetween(point(6), point(6), LIGHT, ()), "not_neighbours"),
        (PutBetween(point(6), bar(LIGHT), LIGHT, ()), "not_neighbours"),
        (PutBetween(point(6), point(5), LIGHT, (point(4),)), "not_felt_there"),
        (PutBetween(point(6), Place("nowhere"), LIGHT, ()), "no_place"),
        (Straighten(point(6), point(5)), "nothing_leans"), (Nudge(Place("")), "no_place"),
        (from_page.ThrowDice(LIGHT), "no_dice"),
        (from_page.ThrowDice(None, (3,)), "other_number_of_dice"),
        (from_page.ThrowDice(None, (3, 1, 1)), "other_number_of_dice"),
        (from_page.ThrowDice(None, (0, 1)), "no_such_face"),
        (from_page.ThrowDice(None, (7, 10**40)), "no_such_face"),
        (LiftDice(None), "dice_in_cup"), (LiftDice(DARK), "no_dice"), (Cock(DARK), "no_dice"),
        (from_page.BreakSwitch(point(6), 6, SwitchFault.DEAD), "no_switch"),
        (from_page.BreakSwitch(point(6), 0, SwitchFault.DEAD), "no_switch"),
        (from_page.BreakSwitch(BOX, 1, SwitchFault.DEAD), "no_switch"),
        (from_page.RepairSwitch(Place("p0"), 1), "no_place"),
        (from_page.Unplug("toaster"), "no_device"),
        (from_page.PlugIn("dice"), "plugged_in_already"),
        (from_page.MakeRequest(LIGHT, PlayerRequestKind.RESIGN, 4), "no_such_number"),
        (from_page.StateLayout("x" * 26), "no_board"), (from_page.StateLayout(""), "no_board"),
        (from_page.StateLayout(START), "not_played"),
        (from_page.SetUp(START[:-1], LIGHT), "no_board"),
        (from_page.SetUp("O" + "-" * 25, LIGHT), "no_board"),
        (from_page.SetUp("-" * 26, LIGHT), "no_position"),
        (from_page.BeginMatch("{"), "not_agreed"),
        (from_page.BeginMatch('{"length": -1, "names.one": ""}'), "not_agreed"),
        (from_page.ControlSelfTest(from_page.SelfTestCommand.SKIP), "no_self_test"),
        (from_page.ControlSelfTest(from_page.SelfTestCommand.STOP), "no_self_test"),
    ],
)  # fmt: skip
async def test_impossible_action_changes_nothing(
    visitor: Visitor, action: from_page.Action, key: str
) -> None:
    refusal = await visitor.refusal_of(action)
    assert (refusal.kind, refusal.key) == (RefusalKind.NOT_POSSIBLE, key)


async def test_no_more_than_thirty_checkers_fit_anywhere(tmp_path: Path) -> None:
    async with open_page(tmp_path, replace(SETUP, board=SimulatedCountsOptions())) as visitor:
        await visitor.do(from_page.Arrange(from_page.Arrangement.EMPTY))
        for colour in Colour:
            for _ in range(15):
                await visitor.do(Lift(BOX, colour), PutDown(point(1), colour))
        await visitor.do(Fetch(DARK))
        refusal = await visitor.refusal_of(PutDown(point(1), DARK))
        assert refusal.key == "no_room"
        assert (await visitor.refusal_of(PutBetween(point(2), point(1), DARK, ()))).key == "no_room"
        await visitor.do(PutDown(BOX, DARK))


async def test_the_number_of_checkers_of_other_sets_is_limited(visitor: Visitor) -> None:
    await visitor.do(*[Fetch(DARK)] * MAX_FETCHED)
    assert visitor.checkers.hand == (DARK,) * MAX_FETCHED
    assert (await visitor.refusal_of(Fetch(LIGHT))).key == "no_more_checkers"


async def test_a_checker_lies_between_two_points_until_it_is_pushed_onto_one(
    visitor: Visitor,
) -> None:
    between = PutBetween(point(5), point(4), LIGHT, (point(4),))
    await visitor.do(Lift(point(6)), between)
    (leaning,) = visitor.actions.world().leaning
    assert leaning == LeaningShown(LIGHT, (point(5), point(4)))
    await visitor.do(Straighten(point(5), point(4)), Nudge(point(5)))
    assert visitor.checkers.count(point(5), LIGHT) == 1


async def test_a_board_is_emptied_and_set_up_again(visitor: Visitor) -> None:
    await visitor.do(Lift(point(6)), from_page.Arrange(from_page.Arrangement.EMPTY))
    assert visitor.checkers.layout == Layout({})
    assert not visitor.checkers.hand
    await visitor.do(from_page.Arrange(from_page.Arrangement.EXPECTED))
    assert visitor.checkers.layout == read_board(START)


async def test_a_wanted_position_is_what_is_set_up(visitor: Visitor) -> None:
    wanted = "-" + "C" * 5 + "-" * 13 + "c" * 5 + "--"

    await visitor.do_slowly(
        from_page.SetUp(wanted, DARK), from_page.Arrange(from_page.Arrangement.EXPECTED)
    )
    assert write_board(visitor.checkers.layout) == wanted
    state = visitor.runtime.table.state
    assert state.is_set_up
    assert state.turn is Player.TWO


async def test_a_wanted_position_waits_for_both_players_once_a_game_has_begun(
    visitor: Visitor,
) -> None:
    wanted = "-" + "C" * 5 + "-" * 13 + "c" * 5 + "--"
    table = visitor.runtime.table
    await visitor.begin_game()
    before = table.state.match

    await visitor.do_slowly(from_page.SetUp(wanted, DARK))
    for _each in Player:
        question = table.state.question
        assert question
        assert (question.kind, table.state.match) == (QuestionKind.POSITION, before)
        assert table.state.set_up_request is None
        colour = table.state.seating.colour(question.to)
        await visitor.do_slowly(from_page.MakeRequest(colour, PlayerRequestKind.YES))
    assert table.state.set_up_request
    assert table.state.turn is Player.TWO


async def test_a_wanted_position_waits_for_nobody_against_the_computer(tmp_path: Path) -> None:
    async with open_page(tmp_path, replace(SETUP, computer=Player.TWO)) as visitor:
        await visitor.begin_game()
        await visitor.do_slowly(from_page.SetUp(START, LIGHT))
        game = visitor.runtime.table.state.match.game
        assert (game.phase, game.dice) == (Phase.TO_THROW, None)


@pytest.mark.parametrize("seed", range(8))
async def test_a_knock_moves_some_checkers_a_little_and_loses_none(
    visitor: Visitor, seed: int
) -> None:
    chance = Random(seed)  # noqa: S311 - a knock, no secret
    visitor.actions = PageActions(visitor.runtime, lambda: REVISION, lambda: 0, chance)
    await visitor.do(from_page.Knock())

    world = visitor.actions.world()
    lying = sum(len(held) for held in world.piles.values()) + len(world.leaning)
    assert lying == 30
    assert not world.hand
    before = read_board(START)
    for place, held in world.piles.items():
        near = [place, *NEIGHBOURS.get(place, ())]
        for colour in Colour:
            many = sum(before.count(it, colour) for it in near)
            assert held.count(colour) <= many


async def test_an_empty_board_is_not_knocked_about(visitor: Visitor) -> None:
    await visitor.do(from_page.Arrange(from_page.Arrangement.EMPTY))
    assert (await visitor.refusal_of(from_page.Knock())).key == "nothing_lies"


async def test_places_are_named_as_light_counts_wherever_he_sits(tmp_path: Path) -> None:
    async with open_page(tmp_path, TURNED) as visitor:
        orientation = visitor.runtime.table.orientation
        assert orientation == Orientation(light_far=True, home_left=True)

        await visitor.do(
            Lift(point(6), LIGHT),
            PutDown(point(5), LIGHT),
            Lift(point(13), LIGHT),
            PutBetween(point(9), point(8), LIGHT, (point(8),)),
            Lift(point(1), DARK),
            PutDown(bar(DARK), DARK),
            from_page.BreakSwitch(point(5), 1, SwitchFault.BOUNCE),
        )
        await visitor.pass_seconds(1)

        assert visitor.checkers.count(orientation[point(5)], LIGHT) == 1
        assert visitor.checkers.count(bar(LIGHT), DARK) == 1
        world = visitor.actions.world()
        assert world.piles[point(5)] == (LIGHT,)
        assert world.piles[bar(DARK)] == (DARK,)
        assert world.leaning == (LeaningShown(LIGHT, (point(9), point(8))),)
        assert world.faulty == (FaultySwitch(point(5), 1, SwitchFault.BOUNCE),)
        assert visitor.runtime.table.state.view[point(5)].total.low == 1

        await visitor.do(Straighten(point(9), point(8)), from_page.RepairSwitch(point(5), 1))
        assert not visitor.actions.world().faulty
        await visitor.do_slowly(from_page.Arrange(from_page.Arrangement.EXPECTED))
        assert visitor.runtime.table.state.is_set_up


# ---- dice and buttons ----


async def test_dice_roll_and_then_show_what_was_asked_for(visitor: Visitor) -> None:
    await visitor.do(from_page.ThrowDice(None, (3, 1)))
    (pair,) = visitor.pairs
    assert pair.reading().state is DiceState.ROLLING
    assert (await visitor.refusal_of(from_page.ThrowDice(None, (3, 1)))).key == "dice_rolling"
    await visitor.pass_seconds(ROLLING_SECONDS + 0.1)
    assert pair.reading().numbers == (3, 1)
    game = visitor.runtime.table.state.match.game
    assert (game.phase, game.turn) == (Phase.TO_PLAY, Player.ONE)


async def test_dice_are_thrown_by_chance_where_no_numbers_are_given(visitor: Visitor) -> None:
    shown = set()
    # As long as checkers are missing, no throw begins a game.
    await visitor.do(from_page.Arrange(from_page.Arrangement.EMPTY))
    for _ in range(60):
        await visitor.do_slowly(from_page.ThrowDice())
        shown.add(visitor.pairs[0].reading().numbers)
    assert {number for pair in shown for number in pair} == set(range(1, 7))
    assert len(shown) > 20


async def test_each_player_throws_one_die_for_the_first_turn_and_then_two(tmp_path: Path) -> None:
    async with open_page(tmp_path, OWN_DICE) as visitor:
        await visitor.do_slowly(from_page.ThrowDice(LIGHT))
        light, dark = visitor.pairs
        assert len(light.reading().numbers) == 1
        higher = (1,) if light.reading().numbers != (1,) else (2,)
        await visitor.do_slowly(from_page.ThrowDice(DARK, higher))
        assert visitor.runtime.table.state.match.game.phase is Phase.TO_PLAY
        await visitor.do_slowly(from_page.ThrowDice(DARK))
        assert len(dark.reading().numbers) == 2


async def test_dice_may_lie_askew_or_be_caught(visitor: Visitor) -> None:
    (pair,) = visitor.pairs
    await visitor.do_slowly(Cock(None))
    assert pair.reading().state is DiceState.COCKED
    await visitor.do(from_page.ThrowDice(), Cock(None))
    assert pair.reading().state is DiceState.COCKED
    await visitor.do_slowly(from_page.ThrowDice(), LiftDice(None))
    assert pair.reading().state is DiceState.LIFTED


@pytest.mark.parametrize(
    "action", [from_page.ThrowDice(None, (5, 2)), from_page.ThrowDice(), Cock(None)]
)
async def test_shared_dice_are_not_thrown_again_in_the_middle_of_a_turn(
    visitor: Visitor, action: from_page.Action
) -> None:
    await visitor.begin_game()
    for _ in range(2):
        refusal = await visitor.refusal_of(action)
        assert (refusal.kind, refusal.key) == (RefusalKind.NOT_POSSIBLE, "turn_not_over")
        assert NAMES[0] in refusal.in_words(load_phrases(Language("en")))
        await visitor.do_slowly(Lift(point(8)), PutDown(point(5), LIGHT))
    (pair,) = visitor.pairs
    assert pair.reading().numbers == (3, 1)


async def test_shared_dice_are_not_thrown_again_after_a_refused_play(visitor: Visitor) -> None:
    await visitor.begin_game()
    await visitor.do_slowly(Lift(point(8)), PutDown(point(6), LIGHT), LiftDice(None))
    assert (await visitor.refusal_of(from_page.ThrowDice())).key == "play_not_right"


@pytest.mark.parametrize(
    "act",
    [LiftDice(None), Press(Button.LIGHT), from_page.MakeRequest(LIGHT, PlayerRequestKind.DONE)],
)
async def test_shared_dice_may_be_thrown_as_soon_as_the_turn_is_said_to_be_over(
    visitor: Visitor, act: from_page.Action
) -> None:
    """The act may come before the board has lain still for long enough to be judged."""
    await visitor.begin_game()
    await visitor.do(*PLAY_31)
    await visitor.actions.carry_out(act)
    await visitor.actions.carry_out(from_page.ThrowDice(None, (6, 4)))
    await visitor.pass_seconds(ROLLING_SECONDS + 1)
    game = visitor.runtime.table.state.match.game
    assert (game.phase, game.turn) == (Phase.TO_PLAY, Player.TWO)
    assert game.dice == Dice(6, 4)


@pytest.mark.parametrize("profile", ["casual", "club", "tournament"])
@pytest.mark.parametrize(
    "act",
    [LiftDice(None), Press(Button.LIGHT), from_page.MakeRequest(LIGHT, PlayerRequestKind.DONE)],
)
async def test_shared_dice_are_not_thrown_after_an_illegal_play_however_quickly(
    tmp_path: Path, act: from_page.Action, profile: str
) -> None:
    setup = replace(SETUP, board=SimulatedCountsOptions(), referee=PROFILES[profile])
    async with open_page(tmp_path, setup) as visitor:
        await visitor.begin_game()
        await visitor.do(Lift(point(8)), PutDown(point(6), LIGHT))
        await visitor.actions.carry_out(act)
        assert (await visitor.refusal_of(from_page.ThrowDice(None, (6, 4)))).key == "play_not_right"
        await visitor.pass_seconds(ROLLING_SECONDS + 1)
        assert visitor.runtime.table.state.match.game.turn is Player.ONE


async def test_shared_dice_may_be_thrown_once_a_refused_play_is_put_right(visitor: Visitor) -> None:
    await visitor.begin_game()
    await visitor.do_slowly(Lift(point(8)), PutDown(point(6), LIGHT), LiftDice(None))
    corrected = (Lift(point(6)), PutDown(point(5), LIGHT), Lift(point(6)), PutDown(point(5), LIGHT))
    await visitor.do_slowly(*corrected)
    await visitor.do(from_page.ThrowDice(None, (6, 4)))
    await visitor.pass_seconds(ROLLING_SECONDS + 1)
    assert visitor.runtime.table.state.match.game.turn is Player.TWO


async def test_a_button_is_pressed(visitor: Visitor) -> None:
    await visitor.begin_game()
    await visitor.do_slowly(*PLAY_31)
    await visitor.do_slowly(Press(Button.LIGHT))
    assert visitor.runtime.table.state.match.game.turn is Player.TWO


# ---- requests and statements ----


async def test_request_of_a_person_reaches_the_referee(visitor: Visitor) -> None:
    await visitor.begin_game()
    await visitor.do(from_page.MakeRequest(LIGHT, PlayerRequestKind.RESIGN, 2, REVISION))
    resignation = visitor.runtime.table.state.match.game.resignation
    assert resignation is not None
    assert int(resignation.win) == 2


@pytest.mark.parametrize(
    "action",
    [
        from_page.MakeRequest(LIGHT, PlayerRequestKind.DOUBLE, revision=6),
        from_page.StateLayout(START, revision=8),
    ],
)
async def test_request_about_another_revision_is_out_of_date(
    visitor: Visitor, action: from_page.Action
) -> None:
    assert (await visitor.refusal_of(action)).kind is RefusalKind.OUT_OF_DATE


async def test_play_that_no_sensor_sees_can_be_stated(visitor: Visitor) -> None:
    await visitor.begin_game()
    await visitor.do_slowly(*PLAY_31)
    after = write_board(visitor.checkers.layout)
    await visitor.do(from_page.StateLayout(after, REVISION))
    assert visitor.runtime.table.state.match.game.turn is Player.TWO


async def test_another_match_is_begun_as_it_was_agreed(visitor: Visitor) -> None:
    await visitor.do(from_page.BeginMatch('{"length": 5, "names.one": "Carol", "computer": "two"}'))
    state = visitor.runtime.table.state
    assert state.settings.length == 5
    assert state.settings.names.one == "Carol"
    assert visitor.runtime.computer_player.player is Player.TWO


async def test_request_is_refused_once_the_inbox_is_flooded(
    visitor: Visitor, expected_logs: LogWatch
) -> None:
    for logger, words in (
        ("inbox", "page exceeds 200 signals"),
        ("refereed_table", "more than 200 signals"),
    ):
        expected_logs.expect(f"service.table.{logger}", logging.WARNING, words)

    await visitor.begin_game()
    for _ in range(MAX_SIGNALS_PER_SECOND):
        await visitor.actions.carry_out(from_page.MakeRequest(LIGHT, PlayerRequestKind.DONE))
    assert (
        await visitor.refusal_of(from_page.MakeRequest(LIGHT, PlayerRequestKind.UNDO))
    ).kind is RefusalKind.TOO_MANY


async def test_new_matches_are_limited_in_rate(visitor: Visitor) -> None:
    most = int(NEW_MATCH_LIMIT.at_once)
    await visitor.do(*[from_page.BeginMatch("{}")] * most)
    begun = visitor.runtime.journal.match
    refusal = await visitor.refusal_of(from_page.BeginMatch("{}"))
    assert refusal.key == "too_many_matches"
    assert visitor.runtime.journal.match == begun


async def test_every_mistake_in_an_agreement_is_reported_at_once(visitor: Visitor) -> None:
    refusal = await visitor.refusal_of(from_page.BeginMatch('{"length": -1, "names.one": ""}'))
    result = refusal.in_words(load_phrases(Language("en")))
    assert "First player" in result
    assert "Points to win" in result
    assert refusal.field_errors(load_phrases(Language("en"))).keys() == {"names.one", "length"}


async def test_self_tests_of_lamps_and_switches_run(visitor: Visitor) -> None:
    table = visitor.runtime.table
    for test in (from_page.SelfTestCommand.LAMPS, from_page.SelfTestCommand.SWITCHES):
        await visitor.do(from_page.ControlSelfTest(test))
        assert table.self_test
        assert table.self_test.is_running
    await visitor.do(
        from_page.ControlSelfTest(from_page.SelfTestCommand.SKIP),
        from_page.ControlSelfTest(from_page.SelfTestCommand.STOP),
    )
    assert table.self_test
    assert not table.self_test.is_running


# ---- faults ----


async def test_a_switch_breaks_and_is_repaired(visitor: Visitor) -> None:
    def count() -> int:
        return visitor.runtime.table.state.view[point(8)].total.low

    await visitor.do(from_page.BreakSwitch(point(8), 3, SwitchFault.DEAD))
    assert count() == 2
    assert visitor.actions.world().faulty == (FaultySwitch(point(8), 3, SwitchFault.DEAD),)
    await visitor.do(from_page.RepairSwitch(point(8), 3))
    assert count() == 3
    assert not visitor.actions.world().faulty


@pytest.mark.parametrize("name", ["board", "dice", "buttons", "lamps"])
async def test_every_simulated_device_has_a_plug(
    visitor: Visitor, expected_logs: LogWatch, name: str
) -> None:
    expected_logs.expect("service.table.supervisor", logging.WARNING, f"{name} cannot be reached")

    await visitor.do(from_page.Unplug(name))
    assert (await visitor.refusal_of(from_page.Unplug(name))).key == "unplugged_already"
    await visitor.do(from_page.PlugIn(name))
    await visitor.pass_seconds(60)
    every = visitor.runtime.devices.all_of(SimulatedDevice)
    assert all(device.is_plugged_in for device in every)


async def test_a_power_cut_leaves_everything_as_it_lies(visitor: Visitor) -> None:
    stored = state_file(visitor.runtime.journal.path)
    await visitor.do(Lift(point(6)), from_page.ThrowDice(None, (2, 1)))
    assert not stored.exists()

    await visitor.do(from_page.CutPower())

    assert visitor.cuts == ["cut"]
    assert '"hand":["light"]' in stored.read_text()
    assert '"numbers":[2,1]' in stored.read_text()


async def test_the_computer_may_be_left_to_people(tmp_path: Path) -> None:
    async with open_page(tmp_path, replace(SETUP, computer=Player.TWO)) as visitor:
        for acts in (True, False):
            await visitor.do(from_page.LetComputerMove(acts))
            assert visitor.actions.world().computer_by_itself is acts


@pytest.mark.parametrize(
    "action",
    [
        Fetch(DARK),
        Lift(BOX, DARK),
        from_page.LetComputerMove(by_itself=True),
        from_page.BreakSwitch(point(2), 2, SwitchFault.BOUNCE),
    ],
)
async def test_spectator_is_notified_of_changes_without_a_signal(
    visitor: Visitor, action: from_page.Action
) -> None:
    await visitor.do_slowly(from_page.Arrange(from_page.Arrangement.EMPTY))
    called = asyncio.Event()
    with visitor.runtime.table.subscribe(called.set):
        visitor.runtime.table.notify_soon()
        await asyncio.wait_for(called.wait(), 5)
        called.clear()
        await visitor.do(action)
        await asyncio.wait_for(called.wait(), 5)


# ---- real devices ----


class RealLamps:
    """Lamps that do not count as simulated."""

    name = "lamps"
    simulated = False
    places = frozenset(BACKGAMMON.places)

    async def show(self, frame: LampFrame) -> None:
        """Ignores the frame."""


def make_real(visitor: Visitor, *simulated: type) -> None:
    """Gives the visitor a table with only these devices simulated, and real lamps."""
    devices = visitor.runtime.devices
    reporters = tuple(it for it in devices.input_devices if isinstance(it, simulated))
    lamps = tuple(replace(it, device=RealLamps()) for it in devices.lamps)  # type: ignore[arg-type] # never opened
    checkers = devices.checkers if visitor.seated.board in reporters else None
    mixed = replace(visitor.runtime, devices=DeviceSet(reporters, lamps, checkers))
    visitor.actions = PageActions(mixed, lambda: REVISION, lambda: 0)


@pytest.mark.parametrize(
    ("action", "key"),
    [
        (Lift(point(6)), "board_not_simulated"), (PutDown(point(6), LIGHT), "board_not_simulated"),
        (from_page.Arrange(from_page.Arrangement.EXPECTED), "board_not_simulated"),
        (from_page.Knock(), "board_not_simulated"),
        (PutBetween(point(6), point(5), LIGHT, ()), "board_not_simulated"),
        (Straighten(point(6), point(5)), "board_not_simulated"),
        (Nudge(point(6)), "board_not_simulated"), (from_page.CutPower(), "power_not_simulated"),
        (Fetch(DARK), "board_not_simulated"),
        (from_page.BreakSwitch(point(6), 1, SwitchFault.DEAD), "board_not_simulated"),
        (from_page.RepairSwitch(point(6), 1), "board_not_simulated"),
        (Press(Button.NO), "buttons_not_simulated"),
        (from_page.Unplug("lamps"), "device_not_simulated"),
        (from_page.PlugIn("lamps"), "device_not_simulated"),
    ],
)  # fmt: skip
async def test_real_devices_are_touched_by_real_hands_only(
    visitor: Visitor, action: from_page.Action, key: str
) -> None:
    make_real(visitor, Pair)
    refusal = await visitor.refusal_of(action)
    assert (refusal.kind, refusal.key) == (RefusalKind.NOT_SIMULATED, key)

    await visitor.do(from_page.ThrowDice(None, (6, 5)))


@pytest.mark.parametrize("action", [from_page.ThrowDice(), LiftDice(None), Cock(None)])
async def test_real_dice_are_thrown_by_real_hands_only(
    visitor: Visitor, action: from_page.Action
) -> None:
    make_real(visitor, type(visitor.seated.board))
    refusal = await visitor.refusal_of(action)
    assert (refusal.kind, refusal.key) == (RefusalKind.NOT_SIMULATED, "dice_not_simulated")


async def test_there_is_no_world_where_the_board_is_real(visitor: Visitor) -> None:
    make_real(visitor, Pair)
    assert visitor.actions.world().piles == {}


async def test_simulated_world_is_reported_completely(visitor: Visitor) -> None:
    await visitor.do(Lift(point(24)), Lift(point(1)), PutDown(tray(DARK), DARK))
    world = visitor.actions.world()
    assert world.hand == (LIGHT,)
    assert world.piles[tray(DARK)] == (DARK,)
    assert world.piles[point(6)] == (LIGHT,) * 5
    assert world.switches[point(6)] == 5
    assert set(world.switches) == set(BACKGAMMON.places)
    assert not [place for place in POINTS if world.piles.get(place) == ()]


def any_action(chance: Random) -> from_page.Action:
    places = [*BACKGAMMON.places[:8], bar(LIGHT), tray(DARK), BOX, Place("p25")]
    place, other = chance.choice(places), chance.choice(places)
    colour, fault = chance.choice(tuple(Colour)), chance.choice(tuple(SwitchFault))
    return chance.choice(
        (
            Lift(place, colour), Lift(place), PutDown(place, colour), PutDown(point(1), colour),
            PutBetween(place, other, colour, tuple(chance.sample((place, other), 1))),
            Straighten(place, other), Nudge(place), Fetch(colour), from_page.Knock(),
            from_page.ThrowDice(None), Cock(None), LiftDice(None),
            Press(chance.choice(tuple(Button))),
            from_page.BreakSwitch(place, chance.randrange(7), fault, colour),
            from_page.RepairSwitch(place, chance.randrange(7)),
            from_page.MakeRequest(
                colour, chance.choice(tuple(PlayerRequestKind)), chance.randrange(4)
            ),
            from_page.StateLayout(START), from_page.SetUp(START, colour),
            from_page.Arrange(chance.choice(tuple(from_page.Arrangement)))
            if chance.random() < 0.1 else Nudge(place),
        )
    )  # fmt: skip


@pytest.mark.release(after=2)
@pytest.mark.parametrize(
    "board", [SimulatedSlotsOptions(), SimulatedHallOptions(), SimulatedCountsOptions()]
)
@pytest.mark.parametrize("seed", range(2))
async def test_any_action_is_done_or_refused(
    tmp_path: Path, expected_logs: LogWatch, board: BoardDriverOptions, seed: int
) -> None:
    # The referee reports an answer to no question as an invalid signal.
    expected_logs.expect(
        "service.table.refereed_table", logging.WARNING, "invalid signal from page"
    )
    chance = Random(seed)  # noqa: S311 - anything, no secret

    async with open_page(tmp_path, replace(SETUP, board=board)) as visitor:
        done = 0
        for number in range(200):
            action = any_action(chance)
            try:
                await visitor.do(action)
                done += 1
            except ActionRefused as refusal:
                assert refusal.in_words(load_phrases(Language("fr")))  # noqa: PT017 - of many
            if number % 50 == 0:
                await visitor.pass_seconds(chance.uniform(0, 3))
            assert visitor.actions.world().switches
        assert 60 < done < 190
