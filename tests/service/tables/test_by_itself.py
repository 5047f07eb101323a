"""The hands of the computer at a simulated table: they throw and move, and fight with nobody."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.backgammon.game import events
from engine.backgammon.game.match import Match, Phase
from engine.backgammon.players import Player
from engine.backgammon.playing.computer import Computer
from hardware.checkers import BACKGAMMON, POINTS, Colour, point
from hardware.drivers.simulated.faults import Fault
from hardware.drivers.simulated.table import BOX
from hardware.signals import Button, DiceState, Wish
from referee.effects import Effect, Happened, Notice, What
from referee.words import Language, load_phrases
from service.config.drivers import (
    SimulatedCounts,
    SimulatedDice,
    SimulatedHall,
    SimulatedSingle,
    SimulatedSlots,
)
from service.config.settings import Home, Sits
from service.config.settings import Table as Setup
from service.simulation.gestures import Lift, LiftDice, Press, Put, Say
from service.simulation.hands import AT
from service.simulation.lines import line_to
from service.tables.crier import Crier
from service.tables.power import Power
from service.tables.running import running
from service.web.parts.games import verdict
from tests.rigs.against_computer import MOST_ACTS
from tests.rigs.human import AGES, Human, human_at
from tests.rigs.logs import LogWatch
from tests.rigs.seeing import WATCHED, known
from tests.rigs.tables import NAMES, ways

SETUP = Setup(names=NAMES, length=1, computer=Player.TWO, board=SimulatedSlots())
OWN_DICE = replace(SETUP, dice=SimulatedDice(pairs=2))
BOARDS = (SimulatedSlots(), SimulatedHall(), SimulatedCounts(), SimulatedSingle())
MOST_SEEN = 5
"""Checkers with a switch of their own."""
QUICK = Computer(second_looks=1)
ALARMS = (
    What.ILLEGAL,
    What.DISTURBED,
    What.NOT_CHOSEN,
    What.THROW_STANDS,
    What.UNREADABLE,
    What.SET_UP_FIRST,
    What.NOT_YOUR_THROW,
    What.NO_SENSE,
)
Rule = Callable[[Human], Awaitable[None]]


class Stubborn:
    """A computer that wins no game early."""

    def choose(self, match: Match) -> events.Event | None:
        return events.PlayOn(match.to_act) if match.game.resignation else QUICK.choose(match)

    def give_up(self, match: Match) -> events.Resign | None:
        return QUICK.give_up(match)


def evening(
    folder: Path, rule: Rule, setup: Setup = SETUP, seed: int = 1, **how: Any
) -> list[Notice]:
    """Somebody plays against the computer; what the referee objected to."""
    told: list[Effect] = []

    async def run() -> None:
        by_itself = replace(ways(folder), **{"chooser": QUICK, "by_itself": True, **how})
        async with running(setup, by_itself, lambda _running: None) as table:
            table.by_itself._chance = Random(100 + seed)  # noqa: S311 - dice, no secret
            human = human_at(table, seed)
            with table.table.watch(told.append):
                await rule(human)

    asyncio.run(run())
    return [it for it in told if isinstance(it, Notice) and it.what in ALARMS]


@pytest.mark.parametrize("pairs", [1, 2])
@pytest.mark.parametrize("far", Sits)
@pytest.mark.parametrize(
    ("board", "home", "light"),
    [
        (SimulatedSlots(), Home.RIGHT, Player.ONE),
        (SimulatedHall(), Home.LEFT, Player.TWO),
        (SimulatedCounts(), Home.LEFT, Player.ONE),
        (SimulatedSingle(), Home.RIGHT, Player.TWO),
    ],
)
def test_whole_games_are_played_without_a_false_alarm(
    tmp_path: Path, board: object, home: Home, light: Player, far: Sits, pairs: int
) -> None:
    async def rule(human: Human) -> None:
        await human.play_match()

    setup = Setup(
        names=NAMES,
        length=1,
        computer=Player.TWO,
        light=light,
        light_sits=far,
        home=home,
        board=board,  # type: ignore[arg-type] # any of them
        dice=SimulatedDice(pairs=pairs),
    )
    assert not evening(tmp_path, rule, setup, seed=3)


async def computer_to_move(human: Human) -> None:
    """The computer has won the first throw, and has not moved yet."""
    while human.phase is not Phase.TO_PLAY or human.is_mine:
        await human.go_on()


async def one_in_hand(human: Human) -> None:
    """The computer is moving, and holds a checker."""
    await computer_to_move(human)
    await human.waits_until(lambda: human.seated.checkers.hand)


async def until_mine(human: Human) -> None:
    await human.waits_until(lambda: human.is_mine and human.phase is Phase.TO_THROW)


def test_it_moves_as_the_computer_has_chosen_and_lifts_its_dice(tmp_path: Path) -> None:
    async def rule(human: Human) -> None:
        await computer_to_move(human)
        dice = human.dice()
        assert dice.look().state is DiceState.SETTLED

        await until_mine(human)

        assert dice.look().state is DiceState.LIFTED
        assert human.lies_as_expected

    assert not evening(tmp_path, rule)


@pytest.mark.parametrize(
    ("language", "told", "asked"),
    [
        (Language.ENGLISH, "Bob, the computer, moves ", "Please move"),
        (Language.FRENCH, "Bob, l\u2019ordinateur, joue ", "Jouez"),
    ],
)
def test_people_are_told_that_it_moves_by_itself_and_are_not_asked_to(
    tmp_path: Path, language: Language, told: str, asked: str
) -> None:
    lines: list[str] = []
    phrases = load_phrases(language)

    async def rule(human: Human) -> None:
        table, by_itself = human.seated.table, human.running.by_itself
        table.listeners.append(Crier(table, phrases, lines.append, lambda: by_itself.player))
        await one_in_hand(human)
        assert verdict(table.state, phrases, by_itself.player).startswith(told)
        await until_mine(human)

    assert not evening(tmp_path, rule)
    assert len([line for line in lines if line.startswith(told)]) == 1
    assert not [line for line in lines if asked in line]


def test_it_does_nothing_once_it_is_switched_off_and_puts_back_what_it_holds(
    tmp_path: Path,
) -> None:
    async def rule(human: Human) -> None:
        await one_in_hand(human)

        human.running.by_itself.let(act=False)

        assert not human.seated.checkers.hand
        lying = human.seated.checkers.lying
        await human.pass_by(AGES)
        assert human.seated.checkers.lying == lying
        assert not human.is_mine

        human.running.by_itself.let(act=True)
        await until_mine(human)

    assert not evening(tmp_path, rule)


@pytest.mark.parametrize("act", [True, False])
def test_it_is_remembered_whether_it_acts_when_the_service_begins_anew(
    tmp_path: Path, *, act: bool
) -> None:
    async def rule(human: Human) -> None:
        human.running.by_itself.let(act=act)

    async def again(human: Human) -> None:
        assert human.running.by_itself.on is act

    evening(tmp_path, rule)
    evening(tmp_path, again)
    evening(tmp_path, again)


def test_people_move_for_the_computer_where_it_does_not_act_by_itself(tmp_path: Path) -> None:
    async def rule(human: Human) -> None:
        human.running.by_itself.let(act=False)
        await computer_to_move(human)

        await human.follow_the_lamps()
        await human.pass_by(0.5)
        await human.do(LiftDice(None), 0.5)

        assert human.is_mine

    assert not evening(tmp_path, rule)


def test_the_hands_wait_while_somebody_else_has_taken_a_checker(tmp_path: Path) -> None:
    async def rule(human: Human) -> None:
        await computer_to_move(human)
        await human.do(Lift(point(6)), 1)
        lying = human.seated.checkers.lying
        await human.pass_by(AGES)
        assert human.seated.checkers.lying == lying

        await human.do(Put(point(6), Colour.LIGHT))
        await until_mine(human)

    evening(tmp_path, rule)


def test_a_checker_snatched_from_the_hands_is_left_to_whoever_has_it(tmp_path: Path) -> None:
    async def rule(human: Human) -> None:
        await one_in_hand(human)
        (held,) = human.seated.checkers.hand
        await human.do(Put(point(9), held))
        assert not human.seated.checkers.hand
        await human.pass_by(AGES)
        assert not human.is_mine
        assert human.seated.checkers.count(point(9), held) == 1

        await human.set_up()
        await until_mine(human)

    evening(tmp_path, rule)


def test_a_board_that_is_knocked_over_is_for_people_to_put_right(tmp_path: Path) -> None:
    async def rule(human: Human) -> None:
        await one_in_hand(human)
        for place in (point(6), point(13), point(19)):
            colour = human.seated.checkers.lift(place)
            human.seated.checkers.put(point(3), colour)
        await human.pass_by(1)
        lying = human.seated.checkers.lying
        assert not lying.hand
        await human.pass_by(AGES)
        assert human.seated.checkers.lying == lying

        await human.set_up()
        await until_mine(human)

    evening(tmp_path, rule)


def test_another_play_that_somebody_makes_for_the_computer_is_taken_back(tmp_path: Path) -> None:
    async def rule(human: Human) -> None:
        told: list[Effect] = []
        human.running.by_itself.let(act=False)
        await computer_to_move(human)
        chosen = human.state.chosen
        await human.play(next(play for play in human.plays if play != chosen))
        human.running.by_itself.let(act=True)

        with human.seated.table.watch(told.append):
            await until_mine(human)

        happened = [it.event for it in told if isinstance(it, Happened)]
        assert [it.result for it in happened if isinstance(it, events.Play)] == [chosen]

    assert not evening(tmp_path, rule)


def test_what_somebody_has_begun_for_the_computer_is_finished(tmp_path: Path) -> None:
    async def rule(human: Human) -> None:
        human.running.by_itself.let(act=False)
        await computer_to_move(human)
        game = human.state.match.game
        assert game.dice
        assert human.state.chosen
        line = line_to(game.position, game.dice, human.state.chosen, human.chance)
        assert line
        assert not line[0].hits
        at = AT[Colour.DARK]
        await human.do(Lift(at[line[0].source], Colour.DARK))
        await human.do(Put(at[line[0].target], Colour.DARK))
        lifted: list[int] = []
        human.seated.checkers.on_change(lambda _: lifted.append(len(human.seated.checkers.hand)))
        human.running.by_itself.let(act=True)

        await until_mine(human)

        assert sum(lifted) == 1

    assert not evening(tmp_path, rule)


def test_nothing_is_done_while_an_offer_waits_for_its_answer(tmp_path: Path) -> None:
    async def rule(human: Human) -> None:
        await one_in_hand(human)
        await human.do(Say(human.colour, Wish.RESIGN, 1), 1)
        assert human.state.has_offer
        assert not human.seated.checkers.hand

        await human.waits_until(lambda: not human.state.has_offer)
        await until_mine(human)

    assert not evening(tmp_path, rule, chooser=Stubborn())


def test_dice_that_nobody_hears_are_not_thrown_again_and_again(
    tmp_path: Path, expected_logs: LogWatch
) -> None:
    expected_logs.expect("service.tables.supervisor", logging.WARNING, "dice cannot be reached")

    async def rule(human: Human) -> None:
        await computer_to_move(human)
        await until_mine(human)
        await human.throw()
        human.dice().unplug()
        await human.take_turn()
        await human.do(Press(Button.LIGHT), 0.5)
        thrown = human.dice().look()
        await human.pass_by(AGES)
        assert replace(human.dice().look(), at=0) == replace(thrown, at=0)
        assert not human.is_mine

        human.dice().plug_in()
        await until_mine(human)

    evening(tmp_path, rule)


def test_a_silent_switch_is_asked_about_and_the_game_goes_on(tmp_path: Path) -> None:
    async def rule(human: Human) -> None:
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
        human.seated.board.spoil(target, after.count(target, Colour.DARK), Fault.DEAD)

        await human.waits_until(lambda: human.state.asking)
        await human.pass_by(AGES)
        assert human.state.asking
        await human.do(Say(human.colour, Wish.YES))

        await until_mine(human)

    evening(tmp_path, rule)


def test_the_computer_throws_its_own_die_for_the_first_turn(tmp_path: Path) -> None:
    async def rule(human: Human) -> None:
        await human.waits_until(lambda: Colour.DARK in human.state.this_turn.opening)
        await human.pass_by(AGES)
        assert human.phase is Phase.OPENING

        await human.throw()
        await human.waits_until(lambda: human.phase is not Phase.OPENING)

    assert not evening(tmp_path, rule, OWN_DICE)


def test_the_pair_that_both_throw_is_left_to_people_for_the_first_turn(tmp_path: Path) -> None:
    async def rule(human: Human) -> None:
        await human.pass_by(AGES)
        assert human.phase is Phase.OPENING
        assert human.dice().look().state is DiceState.LIFTED

    assert not evening(tmp_path, rule)


def test_hands_do_nothing_when_a_game_is_over(tmp_path: Path) -> None:
    async def rule(human: Human) -> None:
        await human.play_match()
        lying = human.seated.checkers.lying
        await human.pass_by(AGES)
        assert human.seated.checkers.lying == lying

    assert not evening(tmp_path, rule)


def test_what_is_held_when_the_service_stops_is_put_back(tmp_path: Path) -> None:
    async def rule(human: Human) -> None:
        seated.append(human)
        await one_in_hand(human)

    seated: list[Human] = []
    evening(tmp_path, rule)
    assert not seated[0].seated.checkers.hand
    assert len(seated[0].seated.checkers[BOX]) == 0


@pytest.mark.parametrize("seed", range(6))
def test_games_go_on_whatever_somebody_does_to_the_hands_of_the_computer(
    tmp_path: Path, seed: int
) -> None:
    async def rule(human: Human) -> None:
        nuisance = Random(seed)  # noqa: S311 - hands, no secret
        for _ in range(MOST_ACTS):
            if human.state.match.winner:
                return
            await human.go_on()
            if not human.is_mine and human.phase is Phase.TO_PLAY and nuisance.random() < 0.03:
                await pester(human, nuisance)
        raise AssertionError(human.state)

    board = BOARDS[seed % len(BOARDS)]
    evening(tmp_path, rule, replace(SETUP, board=board), seed=seed)


async def pester(human: Human, chance: Random) -> None:
    """Take a checker, hold it for a while, and put it anywhere; and then set up the board."""
    checkers = human.seated.checkers
    place = chance.choice([place for place in BACKGAMMON if checkers[place]])
    colour = checkers.lift(place)
    await human.pass_by(chance.uniform(0, 3))
    checkers.put(chance.choice([place, place, chance.choice(POINTS)]), colour)
    await human.pass_by(chance.uniform(0, 5))
    if not human.is_mine and human.phase is Phase.TO_PLAY:
        await human.set_up()


@pytest.mark.parametrize("seed", range(4))
def test_games_go_on_whatever_mistakes_people_make(tmp_path: Path, seed: int) -> None:
    async def rule(human: Human) -> None:
        slips = Random(seed)  # noqa: S311 - hands, no secret
        for _ in range(MOST_ACTS):
            if human.state.match.winner:
                return
            if human.is_mine and human.phase is Phase.TO_PLAY and slips.random() < 0.5:
                await err(human, slips)
            await human.go_on()
        raise AssertionError(human.state)

    board = BOARDS[seed % len(BOARDS)]
    alarms = evening(tmp_path, rule, replace(SETUP, board=board), seed=seed)
    assert all(it.colour is Colour.LIGHT for it in alarms)


async def err(human: Human, chance: Random) -> None:
    """Carry some checker somewhere, pick up the dice for it, and put it back."""
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
    """Nothing after it happens."""


def test_the_computer_goes_on_after_a_power_cut_in_the_middle_of_its_move(tmp_path: Path) -> None:
    async def cut(human: Human) -> None:
        await one_in_hand(human)
        human.running.power.cut()

    async def go_on(human: Human) -> None:
        assert not human.seated.checkers.hand
        assert not human.is_mine
        await until_mine(human)

    def end() -> None:
        raise PowerCut

    with pytest.raises(PowerCut):
        evening(tmp_path, cut, power=Power(end))
    assert not evening(tmp_path, go_on)


def test_what_a_person_held_when_the_power_was_cut_is_still_in_his_hand(tmp_path: Path) -> None:
    async def cut(human: Human) -> None:
        human.running.by_itself.let(act=False)
        await computer_to_move(human)
        await human.do(Lift(point(13)))
        human.seated.board.spoil(point(2), 1, Fault.STUCK)
        human.running.power.cut()

    async def go_on(human: Human) -> None:
        assert not human.running.by_itself.on
        human.running.by_itself.let(act=True)
        assert human.seated.checkers.hand == (Colour.LIGHT,)
        assert human.dice().look().state is DiceState.SETTLED
        human.seated.board.mend(point(2), 1)
        await human.do(Put(point(13), Colour.LIGHT))
        await until_mine(human)

    def end() -> None:
        raise PowerCut

    with pytest.raises(PowerCut):
        evening(tmp_path, cut, power=Power(end))
    assert not evening(tmp_path, go_on)


def test_it_plays_before_a_camera_as_on_switches(tmp_path: Path) -> None:
    async def rule(human: Human) -> None:
        await human.waits_until(lambda: human.seated.table.state.is_set_up)
        await computer_to_move(human)
        await until_mine(human)
        assert human.lies_as_expected

    known(tmp_path)
    before_a_camera = replace(WATCHED, computer=Player.TWO)
    assert not evening(tmp_path, rule, before_a_camera)
