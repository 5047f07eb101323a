"""What a page asks for is done to the table, whole or not at all."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any, get_args

import pytest

from engine.backgammon.dice import Dice
from engine.backgammon.game.match import Phase
from engine.backgammon.players import Player
from hardware.checkers import BACKGAMMON, POINTS, Colour, Layout, Place, bar, point, tray
from hardware.drivers.simulated.device import SimulatedDevice
from hardware.drivers.simulated.dice import SimulatedDice as Pair
from hardware.drivers.simulated.faults import Fault, FaultySwitch
from hardware.drivers.simulated.table import BOX, SimulatedTable
from hardware.lights import Frame
from hardware.signals import Button, DiceState, Wish
from referee.profiles import PROFILES
from referee.seating import Facing
from referee.words import Language, load_phrases
from service.config.drivers import (
    BoardDriver,
    SimulatedCounts,
    SimulatedDice,
    SimulatedHall,
    SimulatedSlots,
)
from service.config.settings import Home, Sits
from service.config.settings import Table as Setup
from service.simulation.gestures import (
    Cock,
    Fetch,
    Lift,
    LiftDice,
    Nudge,
    Press,
    Put,
    PutBetween,
    Straighten,
)
from service.tables.devices import Attached
from service.tables.inbox import MOST_A_SECOND
from service.tables.power import Power
from service.tables.running import Running, running
from service.tables.throws import ROLLING
from service.tables.world import file_of
from service.web.boards import read_board, write_board
from service.web.deeds import Deeds, NotDone
from service.web.limits import BEGINNING
from service.web.messages import from_page as asked
from service.web.messages.from_page import (
    Arrange,
    Arrangement,
    Ask,
    BeginMatch,
    CutPower,
    Deed,
    Knock,
    LetComputerMove,
    Mend,
    PlugIn,
    SetUp,
    Spoil,
    Tell,
    ThrowDice,
    Try,
    Unplug,
)
from service.web.messages.to_page import LeaningShown, Why
from service.web.touching import MOST_FETCHED, NEIGHBOURS
from tests.rigs.logs import LogWatch
from tests.rigs.tables import NAMES, Sitting, seated_at, ways

LIGHT, DARK = Colour
START = "-b----E-C---eE---c-e----B-"
SETUP = Setup(names=NAMES, length=3, board=SimulatedSlots())
OWN_DICE = replace(SETUP, dice=SimulatedDice(pairs=2))
TURNED = replace(SETUP, light_sits=Sits.FAR, home=Home.LEFT)
MOMENT = 7


@dataclass
class Visitor:
    """Somebody with the key, at the page of a table."""

    running: Running
    deeds: Deeds
    cuts: list[str]

    @property
    def seated(self) -> Sitting:
        return seated_at(self.running)

    @property
    def checkers(self) -> SimulatedTable:
        return self.seated.checkers

    async def do(self, *deeds: Deed) -> None:
        for deed in deeds:
            await self.deeds.do(deed)
            await self.seated.table.quiet()

    async def is_refused(self, deed: Deed) -> NotDone:
        """It is not done, and nothing is another than it was."""
        before, dice = self.checkers.lying, [it.look() for it in self.pairs]
        with pytest.raises(NotDone) as refusal:
            await self.deeds.do(deed)
        assert self.checkers.lying == before
        assert [it.look() for it in self.pairs] == dice
        for language in Language:
            assert refusal.value.told(load_phrases(language))
        return refusal.value

    @property
    def pairs(self) -> tuple[Any, ...]:
        return self.running.devices.all_of(Pair)

    async def passes(self, seconds: float) -> None:
        await self.seated.passes(seconds)

    async def opened(self) -> None:
        """Light has won the first throw with 3 and 1."""
        await self.passes(1)
        await self.do(ThrowDice(None, (3, 1)))
        await self.passes(1)
        assert self.running.table.state.match.game.phase is Phase.TO_PLAY


Rule = Callable[[Visitor], Awaitable[None]]


@asynccontextmanager
async def visiting(folder: Path, setup: Setup) -> AsyncIterator[Visitor]:
    cuts: list[str] = []
    how = replace(ways(folder), power=Power(lambda: cuts.append("cut")))
    async with running(setup, how, lambda _running: None) as table:
        chance = Random(1)  # noqa: S311 - dice, no secret
        deeds = Deeds(table, lambda: MOMENT, chance)
        visitor = Visitor(table, deeds, cuts)
        await visitor.passes(1)
        yield visitor


def at_page(folder: Path, rule: Rule, setup: Setup = SETUP) -> None:
    async def run() -> None:
        async with visiting(folder, setup) as visitor:
            await rule(visitor)

    asyncio.run(run())


def test_there_is_somebody_to_do_every_deed(tmp_path: Path) -> None:
    async def rule(visitor: Visitor) -> None:
        assert set(visitor.deeds._do) == set(get_args(Deed))

    at_page(tmp_path, rule)


# ---- checkers ----


def test_a_checker_is_carried_from_place_to_place(tmp_path: Path) -> None:
    async def rule(visitor: Visitor) -> None:
        await visitor.do(Lift(point(6), LIGHT), Put(point(5), LIGHT))
        assert visitor.checkers.count(point(5), LIGHT) == 1
        seen = visitor.running.table.state.view[point(5)]
        assert seen.total.low == 1

    at_page(tmp_path, rule)


def test_the_top_checker_is_lifted_where_no_colour_is_said(tmp_path: Path) -> None:
    async def rule(visitor: Visitor) -> None:
        await visitor.do(Lift(point(6), LIGHT), Put(point(1), LIGHT), Lift(point(1)))
        assert visitor.checkers.hand == (LIGHT,)

    at_page(tmp_path, rule)


@pytest.mark.parametrize(
    ("deed", "key"),
    [
        (Lift(point(2)), "no_checker"),
        (Lift(point(6), DARK), "no_checker"),
        (Lift(Place("p25")), "no_place"),
        (Put(point(6), LIGHT), "not_in_hand"),
        (Put(Place("a1"), LIGHT), "no_place"),
        (PutBetween(point(6), point(5), LIGHT, ()), "not_in_hand"),
        (PutBetween(point(6), point(7), LIGHT, ()), "not_neighbours"),
        (PutBetween(point(12), point(13), LIGHT, ()), "not_neighbours"),
        (PutBetween(point(6), point(6), LIGHT, ()), "not_neighbours"),
        (PutBetween(point(6), bar(LIGHT), LIGHT, ()), "not_neighbours"),
        (PutBetween(point(6), point(5), LIGHT, (point(4),)), "not_felt_there"),
        (PutBetween(point(6), Place("nowhere"), LIGHT, ()), "no_place"),
        (Straighten(point(6), point(5)), "nothing_leans"),
        (Nudge(Place("")), "no_place"),
        (ThrowDice(LIGHT), "no_dice"),
        (ThrowDice(None, (3,)), "other_number_of_dice"),
        (ThrowDice(None, (3, 1, 1)), "other_number_of_dice"),
        (ThrowDice(None, (0, 1)), "no_such_face"),
        (ThrowDice(None, (7, 10**40)), "no_such_face"),
        (LiftDice(None), "dice_in_cup"),
        (LiftDice(DARK), "no_dice"),
        (Cock(DARK), "no_dice"),
        (Spoil(point(6), 6, Fault.DEAD), "no_switch"),
        (Spoil(point(6), 0, Fault.DEAD), "no_switch"),
        (Spoil(BOX, 1, Fault.DEAD), "no_switch"),
        (Mend(Place("p0"), 1), "no_place"),
        (Unplug("toaster"), "no_device"),
        (PlugIn("dice"), "plugged_in_already"),
        (Ask(LIGHT, Wish.RESIGN, 4), "no_such_number"),
        (Tell("x" * 26), "no_board"),
        (Tell(""), "no_board"),
        (Tell(START), "not_played"),
        (SetUp(START[:-1], LIGHT), "no_board"),
        (SetUp("O" + "-" * 25, LIGHT), "no_board"),
        (SetUp("-" * 26, LIGHT), "no_position"),
        (BeginMatch("{"), "not_agreed"),
        (BeginMatch('{"length": -1, "names.one": ""}'), "not_agreed"),
        (Try(asked.Test.SKIP), "nothing_tried_out"),
        (Try(asked.Test.STOP), "nothing_tried_out"),
    ],
)
def test_what_cannot_be_done_changes_nothing(tmp_path: Path, deed: Deed, key: str) -> None:
    async def rule(visitor: Visitor) -> None:
        refusal = await visitor.is_refused(deed)
        assert (refusal.why, refusal.key) == (Why.NOT_POSSIBLE, key)

    at_page(tmp_path, rule)


def test_no_more_than_thirty_checkers_fit_anywhere(tmp_path: Path) -> None:
    async def rule(visitor: Visitor) -> None:
        await visitor.do(Arrange(Arrangement.EMPTY))
        for colour in Colour:
            for _ in range(15):
                await visitor.do(Lift(BOX, colour), Put(point(1), colour))
        await visitor.do(Fetch(DARK))
        refusal = await visitor.is_refused(Put(point(1), DARK))
        assert refusal.key == "no_room"
        assert (await visitor.is_refused(PutBetween(point(2), point(1), DARK, ()))).key == "no_room"
        await visitor.do(Put(BOX, DARK))

    at_page(tmp_path, rule, replace(SETUP, board=SimulatedCounts()))


def test_only_some_checkers_of_other_sets_are_about(tmp_path: Path) -> None:
    async def rule(visitor: Visitor) -> None:
        await visitor.do(*[Fetch(DARK)] * MOST_FETCHED)
        assert visitor.checkers.hand == (DARK,) * MOST_FETCHED
        assert (await visitor.is_refused(Fetch(LIGHT))).key == "no_more_checkers"

    at_page(tmp_path, rule)


def test_a_checker_lies_between_two_points_until_it_is_pushed_onto_one(tmp_path: Path) -> None:
    async def rule(visitor: Visitor) -> None:
        between = PutBetween(point(5), point(4), LIGHT, (point(4),))
        await visitor.do(Lift(point(6)), between)
        (leaning,) = visitor.deeds.world().leaning
        assert leaning == LeaningShown(LIGHT, (point(5), point(4)))
        await visitor.do(Straighten(point(5), point(4)), Nudge(point(5)))
        assert visitor.checkers.count(point(5), LIGHT) == 1

    at_page(tmp_path, rule)


def test_a_board_is_emptied_and_set_up_again(tmp_path: Path) -> None:
    async def rule(visitor: Visitor) -> None:
        await visitor.do(Lift(point(6)), Arrange(Arrangement.EMPTY))
        assert visitor.checkers.layout == Layout({})
        assert not visitor.checkers.hand
        await visitor.do(Arrange(Arrangement.EXPECTED))
        assert visitor.checkers.layout == read_board(START)

    at_page(tmp_path, rule)


def test_a_wanted_position_is_what_is_set_up(tmp_path: Path) -> None:
    wanted = "-" + "C" * 5 + "-" * 13 + "c" * 5 + "--"

    async def rule(visitor: Visitor) -> None:
        await visitor.do(SetUp(wanted, DARK), Arrange(Arrangement.EXPECTED))
        await visitor.passes(1)
        assert write_board(visitor.checkers.layout) == wanted
        state = visitor.running.table.state
        assert state.is_set_up
        assert state.turn is Player.TWO

    at_page(tmp_path, rule)


@pytest.mark.parametrize("seed", range(8))
def test_a_knock_moves_some_checkers_a_little_and_loses_none(tmp_path: Path, seed: int) -> None:
    async def rule(visitor: Visitor) -> None:
        chance = Random(seed)  # noqa: S311 - a knock, no secret
        visitor.deeds = Deeds(visitor.running, lambda: MOMENT, chance)
        await visitor.do(Knock())

        world = visitor.deeds.world()
        lying = sum(len(held) for held in world.piles.values()) + len(world.leaning)
        assert lying == 30
        assert not world.hand
        before = read_board(START)
        for place, held in world.piles.items():
            near = [place, *NEIGHBOURS.get(place, ())]
            for colour in Colour:
                many = sum(before.count(it, colour) for it in near)
                assert held.count(colour) <= many

    at_page(tmp_path, rule)


def test_an_empty_board_is_not_knocked_about(tmp_path: Path) -> None:
    async def rule(visitor: Visitor) -> None:
        await visitor.do(Arrange(Arrangement.EMPTY))
        assert (await visitor.is_refused(Knock())).key == "nothing_lies"

    at_page(tmp_path, rule)


def test_places_are_named_as_light_counts_wherever_he_sits(tmp_path: Path) -> None:
    async def rule(visitor: Visitor) -> None:
        facing = visitor.running.table.facing
        assert facing == Facing(light_far=True, home_left=True)

        await visitor.do(
            Lift(point(6), LIGHT),
            Put(point(5), LIGHT),
            Lift(point(13), LIGHT),
            PutBetween(point(9), point(8), LIGHT, (point(8),)),
            Lift(point(1), DARK),
            Put(bar(DARK), DARK),
            Spoil(point(5), 1, Fault.BOUNCE),
        )
        await visitor.passes(1)

        assert visitor.checkers.count(facing[point(5)], LIGHT) == 1
        assert visitor.checkers.count(bar(LIGHT), DARK) == 1
        world = visitor.deeds.world()
        assert world.piles[point(5)] == (LIGHT,)
        assert world.piles[bar(DARK)] == (DARK,)
        assert world.leaning == (LeaningShown(LIGHT, (point(9), point(8))),)
        assert world.faulty == (FaultySwitch(point(5), 1, Fault.BOUNCE),)
        assert visitor.running.table.state.view[point(5)].total.low == 1

        await visitor.do(Straighten(point(9), point(8)), Mend(point(5), 1))
        assert not visitor.deeds.world().faulty
        await visitor.do(Arrange(Arrangement.EXPECTED))
        await visitor.passes(1)
        assert visitor.running.table.state.is_set_up

    at_page(tmp_path, rule, TURNED)


# ---- dice and buttons ----


def test_dice_roll_and_then_show_what_was_asked_for(tmp_path: Path) -> None:
    async def rule(visitor: Visitor) -> None:
        await visitor.do(ThrowDice(None, (3, 1)))
        (pair,) = visitor.pairs
        assert pair.look().state is DiceState.ROLLING
        assert (await visitor.is_refused(ThrowDice(None, (3, 1)))).key == "dice_rolling"
        await visitor.passes(ROLLING + 0.1)
        assert pair.look().numbers == (3, 1)
        game = visitor.running.table.state.match.game
        assert (game.phase, game.turn) == (Phase.TO_PLAY, Player.ONE)

    at_page(tmp_path, rule)


def test_dice_are_thrown_by_chance_where_nobody_says_what_they_show(tmp_path: Path) -> None:
    async def rule(visitor: Visitor) -> None:
        shown = set()
        # As long as checkers are missing, no throw begins a game.
        await visitor.do(Arrange(Arrangement.EMPTY))
        for _ in range(60):
            await visitor.do(ThrowDice())
            await visitor.passes(1)
            shown.add(visitor.pairs[0].look().numbers)
        assert {number for pair in shown for number in pair} == set(range(1, 7))
        assert len(shown) > 20

    at_page(tmp_path, rule)


def test_each_player_throws_one_die_for_the_first_turn_and_then_two(tmp_path: Path) -> None:
    async def rule(visitor: Visitor) -> None:
        await visitor.do(ThrowDice(LIGHT))
        await visitor.passes(1)
        light, dark = visitor.pairs
        assert len(light.look().numbers) == 1
        higher = (1,) if light.look().numbers != (1,) else (2,)
        await visitor.do(ThrowDice(DARK, higher))
        await visitor.passes(1)
        assert visitor.running.table.state.match.game.phase is Phase.TO_PLAY
        await visitor.do(ThrowDice(DARK))
        await visitor.passes(1)
        assert len(dark.look().numbers) == 2

    at_page(tmp_path, rule, OWN_DICE)


def test_dice_may_lie_askew_or_be_caught(tmp_path: Path) -> None:
    async def rule(visitor: Visitor) -> None:
        (pair,) = visitor.pairs
        await visitor.do(Cock(None))
        await visitor.passes(1)
        assert pair.look().state is DiceState.COCKED
        await visitor.do(ThrowDice(), Cock(None))
        assert pair.look().state is DiceState.COCKED
        await visitor.do(ThrowDice(), LiftDice(None))
        await visitor.passes(1)
        assert pair.look().state is DiceState.LIFTED

    at_page(tmp_path, rule)


@pytest.mark.parametrize("deed", [ThrowDice(None, (5, 2)), ThrowDice(), Cock(None)])
def test_shared_dice_are_not_thrown_again_in_the_middle_of_a_turn(
    tmp_path: Path, deed: Deed
) -> None:
    async def rule(visitor: Visitor) -> None:
        await visitor.opened()
        for _ in range(2):
            refusal = await visitor.is_refused(deed)
            assert (refusal.why, refusal.key) == (Why.NOT_POSSIBLE, "turn_not_over")
            assert NAMES[0] in refusal.told(load_phrases(Language.ENGLISH))
            await visitor.do(Lift(point(8)), Put(point(5), LIGHT))
            await visitor.passes(1)
        (pair,) = visitor.pairs
        assert pair.look().numbers == (3, 1)

    at_page(tmp_path, rule)


def test_shared_dice_are_not_thrown_again_after_a_refused_play(tmp_path: Path) -> None:
    async def rule(visitor: Visitor) -> None:
        await visitor.opened()
        await visitor.do(Lift(point(8)), Put(point(6), LIGHT), LiftDice(None))
        await visitor.passes(1)
        assert (await visitor.is_refused(ThrowDice())).key == "play_not_right"

    at_page(tmp_path, rule)


@pytest.mark.parametrize("act", [LiftDice(None), Press(Button.LIGHT), Ask(LIGHT, Wish.DONE)])
def test_shared_dice_may_be_thrown_as_soon_as_the_turn_is_said_to_be_over(
    tmp_path: Path, act: Deed
) -> None:
    """The act may come before the board has lain still for long enough to be judged."""

    async def rule(visitor: Visitor) -> None:
        await visitor.opened()
        await visitor.do(Lift(point(8)), Put(point(5), LIGHT), Lift(point(6)), Put(point(5), LIGHT))
        await visitor.deeds.do(act)
        await visitor.deeds.do(ThrowDice(None, (6, 4)))
        await visitor.passes(ROLLING + 1)
        game = visitor.running.table.state.match.game
        assert (game.phase, game.turn) == (Phase.TO_PLAY, Player.TWO)
        assert game.dice == Dice(6, 4)

    at_page(tmp_path, rule)


@pytest.mark.parametrize("profile", ["casual", "club", "tournament"])
@pytest.mark.parametrize("act", [LiftDice(None), Press(Button.LIGHT), Ask(LIGHT, Wish.DONE)])
def test_shared_dice_are_not_thrown_after_an_illegal_play_however_quickly(
    tmp_path: Path, act: Deed, profile: str
) -> None:
    async def rule(visitor: Visitor) -> None:
        await visitor.opened()
        await visitor.do(Lift(point(8)), Put(point(6), LIGHT))
        await visitor.deeds.do(act)
        assert (await visitor.is_refused(ThrowDice(None, (6, 4)))).key == "play_not_right"
        await visitor.passes(ROLLING + 1)
        assert visitor.running.table.state.match.game.turn is Player.ONE

    setup = replace(SETUP, board=SimulatedCounts(), referee=PROFILES[profile])
    at_page(tmp_path, rule, setup)


def test_shared_dice_may_be_thrown_once_a_refused_play_is_put_right(tmp_path: Path) -> None:
    async def rule(visitor: Visitor) -> None:
        await visitor.opened()
        await visitor.do(Lift(point(8)), Put(point(6), LIGHT), LiftDice(None))
        await visitor.passes(1)
        await visitor.do(Lift(point(6)), Put(point(5), LIGHT), Lift(point(6)), Put(point(5), LIGHT))
        await visitor.passes(1)
        await visitor.do(ThrowDice(None, (6, 4)))
        await visitor.passes(ROLLING + 1)
        assert visitor.running.table.state.match.game.turn is Player.TWO

    at_page(tmp_path, rule)


def test_a_button_is_pressed(tmp_path: Path) -> None:
    async def rule(visitor: Visitor) -> None:
        await visitor.opened()
        await visitor.do(Lift(point(8)), Put(point(5), LIGHT), Lift(point(6)), Put(point(5), LIGHT))
        await visitor.passes(1)
        await visitor.do(Press(Button.LIGHT))
        await visitor.passes(1)
        assert visitor.running.table.state.match.game.turn is Player.TWO

    at_page(tmp_path, rule)


# ---- what is said ----


def test_what_a_person_asks_for_reaches_the_referee(tmp_path: Path) -> None:
    async def rule(visitor: Visitor) -> None:
        await visitor.opened()
        await visitor.do(Ask(LIGHT, Wish.RESIGN, 2, MOMENT))
        resignation = visitor.running.table.state.match.game.resignation
        assert resignation is not None
        assert int(resignation.win) == 2

    at_page(tmp_path, rule)


@pytest.mark.parametrize("deed", [Ask(LIGHT, Wish.DOUBLE, moment=6), Tell(START, moment=8)])
def test_what_was_asked_at_another_moment_is_out_of_date(tmp_path: Path, deed: Deed) -> None:
    async def rule(visitor: Visitor) -> None:
        assert (await visitor.is_refused(deed)).why is Why.OUT_OF_DATE

    at_page(tmp_path, rule)


def test_a_play_that_no_sensor_sees_can_be_told(tmp_path: Path) -> None:
    async def rule(visitor: Visitor) -> None:
        await visitor.opened()
        await visitor.do(Lift(point(8)), Put(point(5), LIGHT), Lift(point(6)), Put(point(5), LIGHT))
        await visitor.passes(1)
        after = write_board(visitor.checkers.layout)
        await visitor.do(Tell(after, MOMENT))
        assert visitor.running.table.state.match.game.turn is Player.TWO

    at_page(tmp_path, rule)


def test_another_match_is_begun_as_it_was_agreed(tmp_path: Path) -> None:
    async def rule(visitor: Visitor) -> None:
        await visitor.do(BeginMatch('{"length": 5, "names.one": "Carol", "computer": "two"}'))
        state = visitor.running.table.state
        assert state.settings.length == 5
        assert state.settings.names.one == "Carol"
        assert visitor.running.computer.player is Player.TWO

    at_page(tmp_path, rule)


def test_what_the_referee_is_not_told_any_more_is_not_done(
    tmp_path: Path, expected_logs: LogWatch
) -> None:
    for logger, words in (("inbox", "page says too much"), ("table", "more than 200 signals")):
        expected_logs.expect(f"service.tables.{logger}", logging.WARNING, words)

    async def rule(visitor: Visitor) -> None:
        await visitor.opened()
        for _ in range(MOST_A_SECOND):
            await visitor.deeds.do(Ask(LIGHT, Wish.DONE))
        assert (await visitor.is_refused(Ask(LIGHT, Wish.UNDO))).why is Why.TOO_MANY

    at_page(tmp_path, rule)


def test_matches_are_not_begun_without_end(tmp_path: Path) -> None:
    async def rule(visitor: Visitor) -> None:
        most = int(BEGINNING.at_once)
        await visitor.do(*[BeginMatch("{}")] * most)
        begun = visitor.running.journal.match
        refusal = await visitor.is_refused(BeginMatch("{}"))
        assert refusal.key == "too_many_matches"
        assert visitor.running.journal.match == begun

    at_page(tmp_path, rule)


def test_every_mistake_in_what_was_agreed_is_told_at_once(tmp_path: Path) -> None:
    async def rule(visitor: Visitor) -> None:
        refusal = await visitor.is_refused(BeginMatch('{"length": -1, "names.one": ""}'))
        told = refusal.told(load_phrases(Language.ENGLISH))
        assert "First player" in told
        assert "Points to win" in told
        assert refusal.beside(load_phrases(Language.ENGLISH)).keys() == {"names.one", "length"}

    at_page(tmp_path, rule)


def test_lamps_and_switches_are_tried_out(tmp_path: Path) -> None:
    async def rule(visitor: Visitor) -> None:
        table = visitor.running.table
        for test in (asked.Test.LAMPS, asked.Test.SWITCHES):
            await visitor.do(Try(test))
            assert table.trial
            assert table.trial.running
        await visitor.do(Try(asked.Test.SKIP), Try(asked.Test.STOP))
        assert table.trial
        assert not table.trial.running

    at_page(tmp_path, rule)


# ---- what breaks ----


def test_a_switch_breaks_and_is_mended(tmp_path: Path) -> None:
    async def rule(visitor: Visitor) -> None:
        def seen() -> int:
            return visitor.running.table.state.view[point(8)].total.low

        await visitor.do(Spoil(point(8), 3, Fault.DEAD))
        assert seen() == 2
        assert visitor.deeds.world().faulty == (FaultySwitch(point(8), 3, Fault.DEAD),)
        await visitor.do(Mend(point(8), 3))
        assert seen() == 3
        assert not visitor.deeds.world().faulty

    at_page(tmp_path, rule)


@pytest.mark.parametrize("name", ["board", "dice", "buttons", "lamps"])
def test_every_simulated_device_has_a_plug(
    tmp_path: Path, expected_logs: LogWatch, name: str
) -> None:
    expected_logs.expect("service.tables.supervisor", logging.WARNING, f"{name} cannot be reached")

    async def rule(visitor: Visitor) -> None:
        await visitor.do(Unplug(name))
        assert (await visitor.is_refused(Unplug(name))).key == "unplugged_already"
        await visitor.do(PlugIn(name))
        await visitor.passes(60)
        every = visitor.running.devices.all_of(SimulatedDevice)
        assert all(device.plugged for device in every)

    at_page(tmp_path, rule)


def test_a_power_cut_leaves_everything_as_it_lies(tmp_path: Path) -> None:
    async def rule(visitor: Visitor) -> None:
        kept = file_of(visitor.running.journal.path)
        await visitor.do(Lift(point(6)), ThrowDice(None, (2, 1)))
        assert not kept.exists()

        await visitor.do(CutPower())

        assert visitor.cuts == ["cut"]
        assert '"hand":["light"]' in kept.read_text()
        assert '"numbers":[2,1]' in kept.read_text()

    at_page(tmp_path, rule)


def test_the_computer_may_be_left_to_people(tmp_path: Path) -> None:
    async def rule(visitor: Visitor) -> None:
        for by_itself in (True, False):
            await visitor.do(LetComputerMove(by_itself))
            assert visitor.deeds.world().computer_by_itself is by_itself

    at_page(tmp_path, rule, replace(SETUP, computer=Player.TWO))


async def _followed(called: asyncio.Event) -> None:
    """Return when something may look different."""
    await asyncio.wait_for(called.wait(), 5)


@pytest.mark.parametrize(
    "deed",
    [
        Fetch(DARK),
        Lift(BOX, DARK),
        LetComputerMove(by_itself=True),
        Spoil(point(2), 2, Fault.BOUNCE),
    ],
)
def test_whoever_looks_on_hears_of_what_no_signal_tells(tmp_path: Path, deed: Deed) -> None:
    async def rule(visitor: Visitor) -> None:
        await visitor.do(Arrange(Arrangement.EMPTY))
        await visitor.passes(1)
        called = asyncio.Event()
        with visitor.running.table.follow(called.set):
            visitor.running.table.changed()
            await _followed(called)
            called.clear()
            await visitor.do(deed)
            await _followed(called)

    at_page(tmp_path, rule)


# ---- what is no simulation ----


class RealLamps:
    """Lamps that somebody might have built."""

    name = "lamps"
    simulated = False
    places = frozenset(BACKGAMMON)

    async def show(self, frame: Frame) -> None:
        """Shine for nobody."""


def real(visitor: Visitor, *simulated: type) -> None:
    """Only these devices of the table are simulated, and the lamps are real ones."""
    devices = visitor.running.devices
    reporters = tuple(it for it in devices.reporters if isinstance(it, simulated))
    lamps = tuple(replace(it, device=RealLamps()) for it in devices.lamps)  # type: ignore[arg-type] # never opened
    checkers = devices.checkers if visitor.seated.board in reporters else None
    mixed = replace(visitor.running, devices=Attached(reporters, lamps, checkers))
    visitor.deeds = Deeds(mixed, lambda: MOMENT)


@pytest.mark.parametrize(
    ("deed", "key"),
    [
        (Lift(point(6)), "board_not_simulated"),
        (Put(point(6), LIGHT), "board_not_simulated"),
        (Arrange(Arrangement.EXPECTED), "board_not_simulated"),
        (Knock(), "board_not_simulated"),
        (PutBetween(point(6), point(5), LIGHT, ()), "board_not_simulated"),
        (Straighten(point(6), point(5)), "board_not_simulated"),
        (Nudge(point(6)), "board_not_simulated"),
        (CutPower(), "power_not_simulated"),
        (Fetch(DARK), "board_not_simulated"),
        (Spoil(point(6), 1, Fault.DEAD), "board_not_simulated"),
        (Mend(point(6), 1), "board_not_simulated"),
        (Press(Button.NO), "buttons_not_simulated"),
        (Unplug("lamps"), "device_not_simulated"),
        (PlugIn("lamps"), "device_not_simulated"),
    ],
)
def test_real_devices_are_touched_by_real_hands_only(tmp_path: Path, deed: Deed, key: str) -> None:
    async def rule(visitor: Visitor) -> None:
        real(visitor, Pair)
        refusal = await visitor.is_refused(deed)
        assert (refusal.why, refusal.key) == (Why.NOT_SIMULATED, key)

        await visitor.do(ThrowDice(None, (6, 5)))

    at_page(tmp_path, rule)


@pytest.mark.parametrize("deed", [ThrowDice(), LiftDice(None), Cock(None)])
def test_real_dice_are_thrown_by_real_hands_only(tmp_path: Path, deed: Deed) -> None:
    async def rule(visitor: Visitor) -> None:
        real(visitor, type(visitor.seated.board))
        refusal = await visitor.is_refused(deed)
        assert (refusal.why, refusal.key) == (Why.NOT_SIMULATED, "dice_not_simulated")

    at_page(tmp_path, rule)


def test_there_is_no_world_where_the_board_is_real(tmp_path: Path) -> None:
    async def rule(visitor: Visitor) -> None:
        real(visitor, Pair)
        assert visitor.deeds.world().piles == {}

    at_page(tmp_path, rule)


def test_the_world_is_told_whole(tmp_path: Path) -> None:
    async def rule(visitor: Visitor) -> None:
        await visitor.do(Lift(point(24)), Lift(point(1)), Put(tray(DARK), DARK))
        world = visitor.deeds.world()
        assert world.hand == (LIGHT,)
        assert world.piles[tray(DARK)] == (DARK,)
        assert world.piles[point(6)] == (LIGHT,) * 5
        assert world.switches[point(6)] == 5
        assert set(world.switches) == set(BACKGAMMON)
        assert not [place for place in POINTS if world.piles.get(place) == ()]

    at_page(tmp_path, rule)


def any_deed(chance: Random) -> Deed:
    """Whatever somebody may ask for who does not care what it is."""
    places = [*BACKGAMMON[:8], bar(LIGHT), tray(DARK), BOX, Place("p25")]
    place, other = chance.choice(places), chance.choice(places)
    colour, fault = chance.choice(tuple(Colour)), chance.choice(tuple(Fault))
    return chance.choice(
        (
            Lift(place, colour),
            Lift(place),
            Put(place, colour),
            Put(point(1), colour),
            PutBetween(place, other, colour, tuple(chance.sample((place, other), 1))),
            Straighten(place, other),
            Nudge(place),
            Fetch(colour),
            Knock(),
            ThrowDice(None),
            Cock(None),
            LiftDice(None),
            Press(chance.choice(tuple(Button))),
            Spoil(place, chance.randrange(7), fault, colour),
            Mend(place, chance.randrange(7)),
            Ask(colour, chance.choice(tuple(Wish)), chance.randrange(4)),
            Tell(START),
            SetUp(START, colour),
            Arrange(chance.choice(tuple(Arrangement))) if chance.random() < 0.1 else Nudge(place),
        )
    )


@pytest.mark.parametrize("board", [SimulatedSlots(), SimulatedHall(), SimulatedCounts()])
@pytest.mark.parametrize("seed", range(2))
def test_whatever_is_asked_for_is_done_or_refused(
    tmp_path: Path, expected_logs: LogWatch, board: BoardDriver, seed: int
) -> None:
    # Whoever answers what nobody has asked is told so by the referee.
    expected_logs.expect("service.tables.table", logging.WARNING, "what page says makes no sense")
    chance = Random(seed)  # noqa: S311 - anything, no secret

    async def rule(visitor: Visitor) -> None:
        done = 0
        for number in range(200):
            deed = any_deed(chance)
            try:
                await visitor.do(deed)
                done += 1
            except NotDone as refusal:
                assert refusal.told(load_phrases(Language.FRENCH))  # noqa: PT017 - of many
            if number % 50 == 0:
                await visitor.passes(chance.uniform(0, 3))
            assert visitor.deeds.world().switches
        assert 60 < done < 190

    at_page(tmp_path, rule, replace(SETUP, board=board))
