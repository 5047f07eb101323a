"""The hands of the computer at a simulated table throw and move, and disturb nobody."""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.backgammon.game import events
from engine.backgammon.game.match import Match, Phase
from engine.backgammon.strategy.computer import Computer
from engine.players import Player
from hardware.checkers import BACKGAMMON, OWN_NUMBERING, POINTS, Colour, point
from hardware.drivers.simulated.simulated_devices import SwitchFault
from hardware.drivers.simulated.simulated_table import BOX
from hardware.signals import Button, DiceState, PlayerRequestKind
from referee import notices
from referee.effects import Effect, RecordEvent
from referee.notice_contents import colour_of
from referee.notices import Notice
from service.config.service_settings import BOARDS_BY_SENSOR, HomeSide, SeatSide
from service.config.service_settings import TableSettings as Setup
from service.drivers.simulated_drivers import (
    SimulatedCountsOptions,
    SimulatedDiceOptions,
    SimulatedHallOptions,
    SimulatedSingleOptions,
    SimulatedSlotsOptions,
)
from service.table.announcements import AnnouncementPrinter
from service.table.table_runtime import SimulatedPowerSupply, run_table
from service.web.parts.game_part import verdict_in_words
from service.words.phrases import Language, load_phrases
from simulation.gestures import Lift, LiftDice, Press, Put, SendRequest
from simulation.step_lines import line_to
from tests.rigs.environment.log_watch import LogWatch
from tests.rigs.tables.camera_tables import CAMERA_TABLE, known_board
from tests.rigs.tables.human_players import LONG_WAIT, MAX_ACTIONS, PersonForOwn, person_for_own
from tests.rigs.tables.table_in_memory import NAMES, service_options

SETUP = Setup(names=NAMES, length=1, computer=Player.TWO, board=SimulatedSlotsOptions())
OWN_DICE = replace(SETUP, dice=SimulatedDiceOptions(pairs=2))
BOARDS = tuple(BOARDS_BY_SENSOR.values())
MOST_SEEN = 5
"""Checkers with a switch of their own."""
QUICK = Computer(second_looks=1)
ALARMS = (
    notices.IllegalPlayRefused, notices.BoardDisturbed, notices.PlayNotChosen,
    notices.ThrowStands, notices.SensorsBlind, notices.SetUpFirst, notices.NotYourThrow,
    notices.NotUnderstood,
)  # fmt: skip


class Stubborn:
    """A computer that accepts no resignation."""

    def choose(self, match: Match) -> events.Event | None:
        return events.PlayOn(match.to_act) if match.game.resignation else QUICK.choose(match)

    def offer_resignation(self, match: Match) -> events.Resign | None:
        return QUICK.offer_resignation(match)


@asynccontextmanager
async def open_evening(
    folder: Path, setup: Setup = SETUP, seed: int = 1, **how: Any
) -> AsyncIterator[PersonForOwn]:
    """Opens a match against the computer."""
    how = {"strategy": QUICK, "computer_hands": True, **how}
    options = replace(service_options(folder), **how)
    async with run_table(setup, options, lambda _runtime: None) as table:
        table.computer_hands._rng = Random(100 + seed)  # noqa: S311 - dice, no secret
        yield person_for_own(table, seed)


@asynccontextmanager
async def alarms_at(human: PersonForOwn) -> AsyncIterator[list[Notice]]:
    """The objections of the referee, complete at the end."""
    effects: list[Effect] = []
    alarms: list[Notice] = []
    with human.runtime.table.listen(effects.append):
        yield alarms
    alarms += [it for it in effects if isinstance(it, Notice) and type(it) in ALARMS]


@asynccontextmanager
async def open_fair_evening(folder: Path, *setup: Any, **how: Any) -> AsyncIterator[PersonForOwn]:
    """Opens a match against the computer; fails if the referee objects to anything."""
    async with open_evening(folder, *setup, **how) as human, alarms_at(human) as alarms:
        yield human
    assert not alarms


@pytest.mark.release(after=2)
@pytest.mark.parametrize("pairs", [1, 2])
@pytest.mark.parametrize("far", SeatSide)
@pytest.mark.parametrize(
    ("board", "home", "light"),
    [
        (SimulatedSlotsOptions(), HomeSide.RIGHT, Player.ONE),
        (SimulatedHallOptions(), HomeSide.LEFT, Player.TWO),
        (SimulatedCountsOptions(), HomeSide.LEFT, Player.ONE),
        (SimulatedSingleOptions(), HomeSide.RIGHT, Player.TWO),
    ],
)
async def test_whole_games_are_played_without_a_false_alarm(
    tmp_path: Path, board: object, home: HomeSide, light: Player, far: SeatSide, pairs: int
) -> None:
    setup = Setup(
        names=NAMES,
        length=1,
        computer=Player.TWO,
        light=light,
        light_sits=far,
        home=home,
        board=board,  # type: ignore[arg-type] # any of them
        dice=SimulatedDiceOptions(pairs=pairs),
    )
    async with open_fair_evening(tmp_path, setup, seed=3) as human:
        await human.play_match()


async def computer_to_move(human: PersonForOwn) -> None:
    """Plays until the computer has thrown, and has not moved yet."""
    while human.phase is not Phase.TO_PLAY or human.is_mine:
        await human.go_on()


async def until_one_in_hand(human: PersonForOwn) -> None:
    """Waits until the computer is moving, and holds a checker."""
    await computer_to_move(human)
    await human.wait_until(lambda: human.seated.checkers.hand)


async def assert_nothing_moves(human: PersonForOwn) -> None:
    lying = human.seated.checkers.snapshot
    await human.pass_seconds(LONG_WAIT)
    assert human.seated.checkers.snapshot == lying


async def until_mine(human: PersonForOwn) -> None:
    await human.wait_until(lambda: human.is_mine and human.phase is Phase.TO_THROW)


async def test_computer_hands_move_as_the_computer_has_chosen_and_lift_its_dice(
    tmp_path: Path,
) -> None:
    async with open_fair_evening(tmp_path) as human:
        await computer_to_move(human)
        dice = human.dice()
        assert dice.reading().state is DiceState.SETTLED

        await until_mine(human)

        assert dice.reading().state is DiceState.LIFTED
        assert human.lies_as_expected


@pytest.mark.parametrize(
    ("language", "announced", "requested"),
    [
        (Language("en"), " by itself.", "Please move"),
        (Language("fr"), " tout seul.", "Jouez"),
    ],
)
async def test_people_learn_that_the_computer_moves_by_itself_and_are_not_asked_to(
    tmp_path: Path, language: Language, announced: str, requested: str
) -> None:
    lines: list[str] = []
    phrases = load_phrases(language)
    async with open_fair_evening(tmp_path) as human:
        table, hands = human.seated.table, human.runtime.computer_hands
        printer = AnnouncementPrinter(table, phrases, lines.append, lambda: hands.player)
        table.listeners.append(printer)
        await until_one_in_hand(human)
        assert verdict_in_words(table.state, phrases, hands.player).endswith(announced)
        await until_mine(human)

    assert len([line for line in lines if line.endswith(announced)]) == 1
    assert not [line for line in lines if requested in line]


async def test_computer_hands_that_are_switched_off_do_nothing_and_put_back_what_they_hold(
    tmp_path: Path,
) -> None:
    async with open_fair_evening(tmp_path) as human:
        await until_one_in_hand(human)

        human.runtime.computer_hands.switch(act=False)

        assert not human.seated.checkers.hand
        await assert_nothing_moves(human)
        assert not human.is_mine

        human.runtime.computer_hands.switch(act=True)
        await until_mine(human)


@pytest.mark.parametrize("act", [True, False])
async def test_restart_remembers_whether_the_computer_hands_are_switched_on(
    tmp_path: Path, *, act: bool
) -> None:
    async with open_evening(tmp_path) as human:
        human.runtime.computer_hands.switch(act=act)
    for _ in range(2):
        async with open_evening(tmp_path) as human:
            assert human.runtime.computer_hands.is_active is act


async def test_people_move_for_the_computer_where_it_does_not_act_by_itself(tmp_path: Path) -> None:
    async with open_fair_evening(tmp_path) as human:
        human.runtime.computer_hands.switch(act=False)
        await computer_to_move(human)

        await human.follow_the_lamps()
        await human.pass_seconds(0.5)
        await human.do(LiftDice(None), 0.5)

        assert human.is_mine


async def test_computer_hands_wait_while_a_person_holds_a_checker(tmp_path: Path) -> None:
    async with open_evening(tmp_path) as human:
        await computer_to_move(human)
        await human.do(Lift(point(6)), 1)
        await assert_nothing_moves(human)

        await human.do(Put(point(6), Colour.LIGHT))
        await until_mine(human)


async def test_checker_taken_from_the_computer_hands_stays_with_its_taker(tmp_path: Path) -> None:
    async with open_evening(tmp_path) as human:
        await until_one_in_hand(human)
        (held,) = human.seated.checkers.hand
        await human.do(Put(point(9), held))
        assert not human.seated.checkers.hand
        await human.pass_seconds(LONG_WAIT)
        assert not human.is_mine
        assert human.seated.checkers.count(point(9), held) == 1

        await human.set_up()
        await until_mine(human)


async def test_a_board_that_is_knocked_over_is_for_people_to_put_right(tmp_path: Path) -> None:
    async with open_evening(tmp_path) as human:
        await until_one_in_hand(human)
        for place in (point(6), point(13), point(19)):
            colour = human.seated.checkers.lift(place)
            human.seated.checkers.put(point(3), colour)
        await human.pass_seconds(1)
        lying = human.seated.checkers.snapshot
        assert not lying.hand
        await human.pass_seconds(LONG_WAIT)
        assert human.seated.checkers.snapshot == lying

        await human.set_up()
        await until_mine(human)


async def test_other_play_made_for_the_computer_is_taken_back(tmp_path: Path) -> None:
    async with open_fair_evening(tmp_path) as human:
        effects: list[Effect] = []
        human.runtime.computer_hands.switch(act=False)
        await computer_to_move(human)
        chosen = human.state.chosen
        await human.play(next(play for play in human.plays if play != chosen))
        human.runtime.computer_hands.switch(act=True)

        with human.seated.table.listen(effects.append):
            await until_mine(human)

        happened = [it.event for it in effects if isinstance(it, RecordEvent)]
        assert [it.result for it in happened if isinstance(it, events.Play)] == [chosen]


async def test_play_begun_by_a_person_for_the_computer_is_finished(tmp_path: Path) -> None:
    async with open_fair_evening(tmp_path) as human:
        human.runtime.computer_hands.switch(act=False)
        await computer_to_move(human)
        game = human.state.match.game
        assert game.dice
        assert human.state.chosen
        line = line_to(game.position, game.dice, human.state.chosen, human.chance)
        assert line
        assert not line[0].hits
        at = OWN_NUMBERING[Colour.DARK]
        await human.do(Lift(at[line[0].source], Colour.DARK))
        await human.do(Put(at[line[0].target], Colour.DARK))
        lifted: list[int] = []
        human.seated.checkers.on_change(lambda _: lifted.append(len(human.seated.checkers.hand)))
        human.runtime.computer_hands.switch(act=True)

        await until_mine(human)

        assert sum(lifted) == 1


async def test_computer_hands_wait_while_an_offer_is_open(tmp_path: Path) -> None:
    async with open_fair_evening(tmp_path, strategy=Stubborn()) as human:
        await until_one_in_hand(human)
        await human.do(SendRequest(human.colour, PlayerRequestKind.RESIGN, 1), 1)
        assert human.state.has_offer
        assert not human.seated.checkers.hand

        await human.wait_until(lambda: not human.state.has_offer)
        await until_mine(human)


async def test_unreported_dice_are_not_thrown_repeatedly(
    tmp_path: Path, expected_logs: LogWatch
) -> None:
    expected_logs.expect("service.table.supervisor", logging.WARNING, "dice cannot be reached")
    async with open_evening(tmp_path) as human:
        await computer_to_move(human)
        await until_mine(human)
        await human.throw()
        human.dice().unplug()
        await human.take_turn()
        await human.do(Press(Button.LIGHT), 0.5)
        thrown = human.dice().reading()
        await human.pass_seconds(LONG_WAIT)
        assert replace(human.dice().reading(), at=0) == replace(thrown, at=0)
        assert not human.is_mine

        human.dice().plug_in()
        await until_mine(human)


async def test_a_silent_switch_is_asked_about_and_the_game_goes_on(tmp_path: Path) -> None:
    async with open_evening(tmp_path) as human:
        await computer_to_move(human)
        chosen = human.state.chosen
        assert chosen
        after = human.state.seating.layout(chosen, human.state.turn)
        now = human.state.expected_layout
        target = next(
            place
            for place in POINTS
            if 0 <= now.count(place, Colour.DARK) < after.count(place, Colour.DARK) <= MOST_SEEN
        )
        human.seated.board.set_fault(target, after.count(target, Colour.DARK), SwitchFault.DEAD)

        await human.wait_until(lambda: human.state.question)
        await human.pass_seconds(LONG_WAIT)
        assert human.state.question
        await human.do(SendRequest(human.colour, PlayerRequestKind.YES))

        await until_mine(human)


async def test_the_computer_throws_its_own_die_for_the_first_turn(tmp_path: Path) -> None:
    async with open_fair_evening(tmp_path, OWN_DICE) as human:
        await human.wait_until(lambda: Colour.DARK in human.state.this_turn.opening)
        await human.pass_seconds(LONG_WAIT)
        assert human.phase is Phase.OPENING

        await human.throw()
        await human.wait_until(lambda: human.phase is not Phase.OPENING)


async def test_the_pair_that_both_throw_is_left_to_people_for_the_first_turn(
    tmp_path: Path,
) -> None:
    async with open_fair_evening(tmp_path) as human:
        await human.pass_seconds(LONG_WAIT)
        assert human.phase is Phase.OPENING
        assert human.dice().reading().state is DiceState.LIFTED


async def test_hands_do_nothing_when_a_game_is_over(tmp_path: Path) -> None:
    async with open_fair_evening(tmp_path) as human:
        await human.play_match()
        await assert_nothing_moves(human)


async def test_checkers_held_when_the_service_stops_are_put_back(tmp_path: Path) -> None:
    seated: list[PersonForOwn] = []
    async with open_evening(tmp_path) as human:
        seated.append(human)
        await until_one_in_hand(human)

    assert not seated[0].seated.checkers.hand
    assert len(seated[0].seated.checkers[BOX]) == 0


@pytest.mark.release(after=1)
@pytest.mark.parametrize("seed", range(6))
async def test_games_continue_in_spite_of_any_interference_with_the_computer_hands(
    tmp_path: Path, seed: int
) -> None:
    board = BOARDS[seed % len(BOARDS)]
    async with open_evening(tmp_path, replace(SETUP, board=board), seed=seed) as human:
        nuisance = Random(seed)  # noqa: S311 - hands, no secret
        for _ in range(MAX_ACTIONS):
            if human.state.match.winner:
                return
            await human.go_on()
            if not human.is_mine and human.phase is Phase.TO_PLAY and nuisance.random() < 0.03:
                await pester(human, nuisance)
        raise AssertionError(human.state)


async def pester(human: PersonForOwn, chance: Random) -> None:
    """Takes a checker, holds it for a while, puts it anywhere, and then sets up the board."""
    checkers = human.seated.checkers
    place = chance.choice([place for place in BACKGAMMON.places if checkers[place]])
    colour = checkers.lift(place)
    await human.pass_seconds(chance.uniform(0, 3))
    checkers.put(chance.choice([place, place, chance.choice(POINTS)]), colour)
    await human.pass_seconds(chance.uniform(0, 5))
    if not human.is_mine and human.phase is Phase.TO_PLAY:
        await human.set_up()


@pytest.mark.release(after=1)
@pytest.mark.parametrize("seed", range(4))
async def test_games_continue_in_spite_of_any_mistakes(tmp_path: Path, seed: int) -> None:
    setup, slips = replace(SETUP, board=BOARDS[seed % len(BOARDS)]), Random(seed)  # noqa: S311
    async with open_evening(tmp_path, setup, seed=seed) as human, alarms_at(human) as alarms:
        for _ in range(MAX_ACTIONS):
            if human.state.match.winner:
                break
            if human.is_mine and human.phase is Phase.TO_PLAY and slips.random() < 0.5:
                await err(human, slips)
            await human.go_on()
        else:
            raise AssertionError(human.state)
    assert all(colour_of(it) is Colour.LIGHT for it in alarms)


async def err(human: PersonForOwn, chance: Random) -> None:
    """Carries some checker somewhere, picks up the dice for it, and puts it back."""
    checkers, mine = human.seated.checkers, human.colour
    source = chance.choice([it for it in POINTS if checkers.count(it, mine)])
    target = chance.choice([it for it in POINTS if not checkers[it]])
    before = human.state.match
    await human.do(Lift(source, mine))
    await human.do(Put(target, mine), 1)
    if human.state.match == before:
        await human.do(Lift(target, mine))
        await human.do(Put(source, mine), 1)


class PowerCut(Exception):
    """Raised to end the service at once, as a power cut does."""


def end() -> None:
    raise PowerCut


async def test_the_computer_goes_on_after_a_power_cut_in_the_middle_of_its_move(
    tmp_path: Path,
) -> None:
    with pytest.RaisesGroup(PowerCut, allow_unwrapped=True):
        async with open_evening(tmp_path, power=SimulatedPowerSupply(end)) as human:
            await until_one_in_hand(human)
            human.runtime.power_supply.cut()

    async with open_fair_evening(tmp_path) as human:
        assert not human.seated.checkers.hand
        assert not human.is_mine
        await until_mine(human)


async def test_checker_held_by_a_person_survives_a_power_cut(tmp_path: Path) -> None:
    with pytest.RaisesGroup(PowerCut, allow_unwrapped=True):
        async with open_evening(tmp_path, power=SimulatedPowerSupply(end)) as human:
            human.runtime.computer_hands.switch(act=False)
            await computer_to_move(human)
            await human.do(Lift(point(13)))
            human.seated.board.set_fault(point(2), 1, SwitchFault.STUCK)
            human.runtime.power_supply.cut()

    async with open_fair_evening(tmp_path) as human:
        assert not human.runtime.computer_hands.is_active
        human.runtime.computer_hands.switch(act=True)
        assert human.seated.checkers.hand == (Colour.LIGHT,)
        assert human.dice().reading().state is DiceState.SETTLED
        human.seated.board.clear_fault(point(2), 1)
        await human.do(Put(point(13), Colour.LIGHT))
        await until_mine(human)


@pytest.mark.release
async def test_computer_plays_before_a_camera_as_on_switches(tmp_path: Path) -> None:
    known_board(tmp_path)
    before_a_camera = replace(CAMERA_TABLE, computer=Player.TWO)
    async with open_fair_evening(tmp_path, before_a_camera) as human:
        await human.wait_until(lambda: human.seated.table.state.is_set_up)
        await computer_to_move(human)
        await until_mine(human)
        assert human.lies_as_expected
