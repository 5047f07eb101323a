"""The computer at a table: it decides, people throw and move for it, and the referee watches."""

import asyncio
import logging
import threading
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from engine.backgammon.dice import Dice
from engine.backgammon.game import events
from engine.backgammon.game.match import Match, Phase
from engine.backgammon.game.scoring import Win
from engine.backgammon.players import Player
from engine.backgammon.playing.chooser import Chooser
from engine.backgammon.playing.computer import Computer
from engine.backgammon.position import Position
from hardware.checkers import Colour, point
from hardware.signals import Button, PlayChosen, Signal, Wish, Wished
from referee.announcing import tell_notice
from referee.effects import Effect, Happened, Meaning, Notice, What
from referee.profiles import CASUAL, CLUB, MONEY, IllegalPolicy
from referee.verdicts import Complete
from referee.words import Language, load_phrases
from service.config.drivers import SimulatedDice, SimulatedSlots
from service.config.settings import Table as Setup
from service.journal.reading import read_match
from service.simulation.gestures import LiftDice, Press, Roll, Say, Throw
from service.tables.crier import Crier
from service.tables.handless import PATIENCE, SOURCE
from service.tables.resuming import rejudged
from service.tables.running import Running, journal_of, running
from tests.rigs.against_computer import Guest, guest_at
from tests.rigs.logs import LogWatch
from tests.rigs.tables import NAMES, seated_at, ways

SETUP = Setup(names=NAMES, length=3, computer=Player.TWO, board=SimulatedSlots())
QUICK = Computer(second_looks=1)
Rule = Callable[[Guest], Awaitable[None]]


def evening(
    folder: Path, rule: Rule, setup: Setup = SETUP, chooser: Chooser = QUICK, seed: int = 1
) -> Running:
    """The service is started, somebody sits down against the computer, and it is stopped."""

    async def run() -> Running:
        how = replace(ways(folder), chooser=chooser)
        async with running(setup, how, lambda _running: None) as table:
            guest = guest_at(table, seated_at(table), seed)
            await guest.pass_by(1)
            await rule(guest)
        return table

    return asyncio.run(run())


def said(folder: Path) -> list[Signal]:
    """All that the computer has said at the table."""
    kept = read_match(journal_of(folder, SETUP.name))
    return [entry.signal for entry in kept.entries if entry.signal.source == SOURCE]


def happened(folder: Path) -> list[events.Event]:
    kept = read_match(journal_of(folder, SETUP.name))
    effects = (effect for again in rejudged(kept) for effect in again.effects)
    return [effect.event for effect in effects if isinstance(effect, Happened)]


def turn(guest: Guest) -> Player:
    return guest.state.match.game.turn


def phase(guest: Guest) -> Phase:
    return guest.state.match.game.phase


def is_resigned(guest: Guest) -> bool:
    return guest.state.match.game.resignation is not None


async def computer_begins(guest: Guest) -> None:
    """Dark throws the higher number."""
    await guest.do(Roll(None), 0.8)
    await guest.do(Throw((1, 3), None))
    assert turn(guest) is Player.TWO


async def guest_plays(guest: Guest) -> None:
    """The guest throws the higher number, and plays."""
    await guest.do(Roll(None), 0.8)
    await guest.do(Throw((3, 1), None))
    await guest.play(guest.plays[0])
    await guest.pass_by(0.5)
    await guest.do(LiftDice(None), 0.5)
    assert turn(guest) is Player.TWO


@dataclass
class Scripted:
    """A chooser who makes the first play, and says what it is told to before throws."""

    before_throw: events.Event | None = None
    gives_up: Win | None = None
    answer: events.Event | None = None
    asked: list[Match] = field(default_factory=list)

    def choose(self, match: Match) -> events.Event | None:
        self.asked.append(match)
        game, player = match.game, match.to_act
        if game.undo_asked_by:
            return events.AgreeUndo(player)
        if game.resignation or game.phase in (Phase.DOUBLED, Phase.BEAVERED):
            return self.answer
        if game.phase is Phase.TO_PLAY:
            return Computer(second_looks=1).choose(match)
        return self.before_throw

    def give_up(self, match: Match) -> events.Resign | None:
        can = self.gives_up and match.game.phase is Phase.TO_THROW
        return events.Resign(match.to_act, self.gives_up) if can and self.gives_up else None


@pytest.mark.parametrize(("seed", "length"), [(1, 3), (13, 1), (17, 1)])
def test_a_match_against_the_computer_is_played_to_its_end(
    tmp_path: Path, seed: int, length: int
) -> None:
    async def rule(guest: Guest) -> None:
        await guest.play_match()

    evening(tmp_path, rule, replace(SETUP, length=length), seed=seed)

    kept = read_match(journal_of(tmp_path, SETUP.name))
    chosen: list[Position] = []
    played: list[Position] = []
    for again in rejudged(kept):
        if isinstance(again.entry.signal, PlayChosen):
            assert again.after.chosen
            chosen.append(again.after.chosen)
        for effect in again.effects:
            match effect:
                case Happened(events.Play(Player.TWO, result)):
                    played.append(result)
                case Notice(what, event=event):
                    assert what not in (What.ILLEGAL, What.NOT_CHOSEN, What.DISTURBED)
                    assert getattr(event, "player", None) is not Player.TWO
    assert len(played) > 10
    assert played == chosen
    assert not kept.problem


def test_every_play_is_the_one_that_the_chooser_makes(tmp_path: Path) -> None:
    asked: dict[Match, events.Event | None] = {}

    class Noted(Scripted):
        def choose(self, match: Match) -> events.Event | None:
            asked[match] = QUICK.choose(match)
            return asked[match]

        def give_up(self, match: Match) -> events.Resign | None:
            return QUICK.give_up(match)

    async def rule(guest: Guest) -> None:
        await guest.play_match()

    evening(tmp_path, rule, chooser=Noted())

    plays = [answer for answer in asked.values() if isinstance(answer, events.Play)]
    done = [event for event in happened(tmp_path) if isinstance(event, events.Play)]
    assert [play for play in done if play.player is Player.TWO] == plays


def test_the_lamps_lead_whoever_moves_for_the_computer(tmp_path: Path) -> None:
    async def rule(guest: Guest) -> None:
        await computer_begins(guest)
        assert guest.lit(Meaning.COMPUTER)

        await guest.follow_the_lamps()

        assert guest.state.chosen
        assert guest.state.verdict == Complete(guest.state.chosen)
        assert phase(guest) is Phase.TO_PLAY

        await guest.do(Press(Button.DARK), 0.5)

        assert turn(guest) is Player.ONE

    evening(tmp_path, rule)


def test_a_finished_turn_of_the_computer_still_waits_for_an_act(tmp_path: Path) -> None:
    async def rule(guest: Guest) -> None:
        await computer_begins(guest)
        await guest.follow_the_lamps()
        await guest.pass_by(3600)

        assert turn(guest) is Player.TWO

    evening(tmp_path, rule)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        (Language.ENGLISH, "Bob has chosen another play. Please move as the lamps show."),
        (Language.FRENCH, "Bob a choisi un autre coup."),
    ],
)
def test_another_play_than_the_chosen_one_is_refused_and_the_lamps_still_lead(
    tmp_path: Path, language: Language, words: str
) -> None:
    told: list[Effect] = []

    async def rule(guest: Guest) -> None:
        await computer_begins(guest)
        guest.seated.table.listeners.append(told.append)
        other = next(play for play in guest.plays if play != guest.state.chosen)
        await guest.play(other)
        await guest.pass_by(0.5)
        await guest.do(LiftDice(None), 0.5)

        assert turn(guest) is Player.TWO
        (notice,) = [effect for effect in told if isinstance(effect, Notice)]
        assert words in tell_notice(notice, guest.state.settings, load_phrases(language))

        await guest.follow_the_lamps()
        await guest.pass_by(0.5)
        await guest.do(Press(Button.DARK), 0.5)

        assert turn(guest) is Player.ONE

    evening(tmp_path, rule)
    assert events.EndTurn(Player.TWO) in happened(tmp_path)


def test_the_computer_doubles_once_each_time_and_goes_on_when_it_is_refused(tmp_path: Path) -> None:
    async def rule(guest: Guest) -> None:
        await guest_plays(guest)
        assert phase(guest) is Phase.DOUBLED
        await guest.do(Press(Button.LIGHT))
        assert guest.state.match.game.cube.value == 2
        assert phase(guest) is Phase.TO_THROW
        await guest.pass_by(60)

    evening(tmp_path, rule, chooser=Scripted(before_throw=events.Double(Player.TWO)))
    wishes = [one.wish for one in said(tmp_path) if isinstance(one, Wished)]
    assert wishes == [Wish.DOUBLE, Wish.DOUBLE]


@pytest.mark.parametrize(
    ("answer", "cube", "then"),
    [
        (events.Take(Player.TWO), 2, Phase.TO_THROW),
        (events.Drop(Player.TWO), 1, Phase.OVER),
    ],
)
def test_the_computer_answers_a_double(
    tmp_path: Path, answer: events.Event, cube: int, then: Phase
) -> None:
    async def rule(guest: Guest) -> None:
        await computer_begins(guest)
        await guest.follow_the_lamps()
        await guest.do(LiftDice(None), 0.5)
        await guest.do(Press(Button.CUBE))

        game = guest.state.match.game
        assert (game.cube.value, game.phase) == (cube, then)

    evening(tmp_path, rule, chooser=Scripted(answer=answer))


def test_the_computer_beavers_where_it_may(tmp_path: Path) -> None:
    rules = replace(SETUP.rules, beavers=type(SETUP.rules.beavers).ON)

    async def rule(guest: Guest) -> None:
        await computer_begins(guest)
        await guest.follow_the_lamps()
        await guest.do(LiftDice(None), 0.5)
        await guest.do(Press(Button.CUBE))
        assert phase(guest) is Phase.BEAVERED
        await guest.do(Press(Button.LIGHT))
        assert guest.state.match.game.cube.value == 4

    beaver = Scripted(answer=events.Beaver(Player.TWO))
    evening(tmp_path, rule, replace(SETUP, rules=rules), beaver)


def test_a_resignation_is_accepted_at_once_and_refused_with_patience(tmp_path: Path) -> None:
    async def rule(guest: Guest) -> None:
        await guest_plays(guest)
        await guest.do(Say(Colour.LIGHT, Wish.RESIGN, 1))
        assert is_resigned(guest)
        await guest.pass_by(PATIENCE)
        assert not is_resigned(guest)

        await guest.do(Say(Colour.LIGHT, Wish.RESIGN, 3))
        assert phase(guest) is Phase.OVER

    chooser = Computer(second_looks=1)
    evening(tmp_path, rule, replace(SETUP, length=7), Stubborn(chooser))


@dataclass
class Stubborn:
    """Accepts nothing but a backgammon."""

    chooser: Chooser

    def choose(self, match: Match) -> events.Event | None:
        offered = match.game.resignation
        if offered:
            enough = offered.win is Win.BACKGAMMON
            return events.AcceptResignation(Player.TWO) if enough else events.PlayOn(Player.TWO)
        return self.chooser.choose(match)

    def give_up(self, match: Match) -> events.Resign | None:
        return self.chooser.give_up(match)


def test_whoever_gives_up_by_button_may_raise_his_offer(tmp_path: Path) -> None:
    async def rule(guest: Guest) -> None:
        await computer_begins(guest)
        await guest.follow_the_lamps()
        await guest.do(LiftDice(None), 0.5)
        for _ in range(3):
            await guest.do(Press(Button.RESIGN), 1)

        assert phase(guest) is Phase.OVER

    evening(tmp_path, rule, replace(SETUP, length=7), Stubborn(QUICK))
    resigned = [one for one in happened(tmp_path) if isinstance(one, events.Resign)]
    assert [one.win for one in resigned] == list(Win)


def test_patience_ends_where_the_table_is_touched_meanwhile(tmp_path: Path) -> None:
    async def rule(guest: Guest) -> None:
        await guest_plays(guest)
        await guest.do(Say(Colour.LIGHT, Wish.RESIGN, 1))
        for _ in range(4):
            colour = guest.seated.checkers.lift(point(6))
            await guest.pass_by(0.6)
            guest.seated.checkers.put(point(6), colour)
            await guest.pass_by(0.6)
        assert not is_resigned(guest)

    evening(tmp_path, rule, replace(SETUP, length=7), Stubborn(QUICK))
    assert happened(tmp_path).count(events.PlayOn(Player.TWO)) == 1


def test_the_computer_gives_up_once_in_a_turn(tmp_path: Path) -> None:
    async def rule(guest: Guest) -> None:
        await guest_plays(guest)
        assert is_resigned(guest)
        await guest.do(Press(Button.NO))
        assert not is_resigned(guest)
        await guest.pass_by(60)
        assert not is_resigned(guest)

        await guest.throw()
        await guest.follow_the_lamps()
        await guest.do(LiftDice(None), 0.5)
        await guest.throw()
        await guest.take_turn()
        assert is_resigned(guest)

    evening(tmp_path, rule, chooser=Scripted(gives_up=Win.SINGLE), seed=3)
    assert len([one for one in said(tmp_path) if isinstance(one, Wished)]) == 2


@pytest.mark.parametrize("profile", [CASUAL, CLUB])
def test_a_turn_is_taken_back_with_the_computer_as_with_people(
    tmp_path: Path, profile: object
) -> None:
    async def rule(guest: Guest) -> None:
        await guest_plays(guest)
        await guest.do(Say(Colour.LIGHT, Wish.UNDO))

        game = guest.state.match.game
        assert (game.turn, game.phase) == (Player.ONE, Phase.TO_PLAY)

    evening(tmp_path, rule, replace(SETUP, referee=profile))  # type: ignore[arg-type]


def test_a_turn_of_the_computer_that_is_taken_back_is_chosen_anew(tmp_path: Path) -> None:
    async def rule(guest: Guest) -> None:
        await computer_begins(guest)
        chosen = guest.state.chosen
        await guest.follow_the_lamps()
        await guest.do(LiftDice(None), 0.5)
        await guest.do(Press(Button.UNDO))

        assert turn(guest) is Player.TWO
        assert guest.state.chosen == chosen

    evening(tmp_path, rule)
    first, again = said(tmp_path)
    assert replace(first, at=again.at) == again


def test_the_end_of_a_match_is_taken_back_too(tmp_path: Path) -> None:
    async def rule(guest: Guest) -> None:
        await guest.play_match()
        await guest.do(Say(Colour.LIGHT, Wish.UNDO))
        assert not guest.state.match.winner

    evening(tmp_path, rule, replace(SETUP, length=1, referee=CLUB), seed=4)


def test_an_illegal_play_is_challenged_where_the_opponent_decides(tmp_path: Path) -> None:
    async def rule(guest: Guest) -> None:
        await guest.do(Roll(None), 0.8)
        await guest.do(Throw((3, 1), None))
        guest.seated.checkers.put(point(4), guest.seated.checkers.lift(point(6)))
        await guest.pass_by(1)
        await guest.do(LiftDice(None), 0.5)

        game = guest.state.match.game
        assert (game.turn, game.phase) == (Player.ONE, Phase.TO_PLAY)

    evening(tmp_path, rule, replace(SETUP, referee=MONEY))
    assert events.Challenge(Player.TWO) in happened(tmp_path)


def test_an_illegal_play_that_is_only_recorded_is_let_pass(tmp_path: Path) -> None:
    recording = replace(CASUAL, illegal_play=IllegalPolicy.RECORD)

    async def rule(guest: Guest) -> None:
        await guest.do(Roll(None), 0.8)
        await guest.do(Throw((3, 1), None))
        guest.seated.checkers.put(point(4), guest.seated.checkers.lift(point(6)))
        await guest.pass_by(1)
        await guest.do(LiftDice(None), 0.5)
        assert guest.state.match.to_act is Player.TWO

    evening(tmp_path, rule, replace(SETUP, referee=recording))
    assert said(tmp_path) == []


def test_the_computer_lets_a_throw_stand_that_came_too_early(tmp_path: Path) -> None:
    own = replace(SETUP, referee=CLUB, dice=SimulatedDice(pairs=2))

    async def rule(guest: Guest) -> None:
        await guest.do(Roll(Colour.LIGHT), 0.5)
        await guest.do(Throw((1,), Colour.LIGHT))
        await guest.do(Roll(Colour.DARK), 0.5)
        await guest.do(Throw((3,), Colour.DARK))
        assert guest.state.chosen
        await guest.do(LiftDice(Colour.LIGHT))
        await guest.do(Roll(Colour.LIGHT), 0.5)
        await guest.do(Throw((6, 5), Colour.LIGHT))
        assert guest.state.this_turn.early == Dice(6, 5)

        await guest.follow_the_lamps()
        await guest.do(Press(Button.DARK), 1)
        assert guest.state.match.game.dice == Dice(6, 5)
        assert turn(guest) is Player.ONE

    evening(tmp_path, rule, own)


def test_after_a_restart_the_computer_chooses_the_same_again(tmp_path: Path) -> None:
    async def first(guest: Guest) -> None:
        await computer_begins(guest)

    async def second(guest: Guest) -> None:
        assert guest.lit(Meaning.COMPUTER)
        await guest.follow_the_lamps()
        await guest.do(LiftDice(None), 0.5)
        assert turn(guest) is Player.ONE

    evening(tmp_path, first)
    evening(tmp_path, second)

    one, two = said(tmp_path)
    assert isinstance(one, PlayChosen)
    assert replace(one, at=two.at) == two


def test_somebody_may_take_the_computers_seat_after_a_restart(tmp_path: Path) -> None:
    async def first(guest: Guest) -> None:
        await computer_begins(guest)

    evening(tmp_path, first)

    async def run() -> None:
        people = replace(SETUP, computer=None)
        async with running(people, ways(tmp_path), lambda _running: None) as table:
            await seated_at(table).passes(1)
            assert table.computer.player is None
            assert table.table.state.match.game.turn is Player.TWO
            assert table.table.state.chosen is None

    asyncio.run(run())


def test_a_choice_that_is_said_twice_changes_nothing(tmp_path: Path) -> None:
    async def rule(guest: Guest) -> None:
        await computer_begins(guest)
        state, told = guest.state, list[Effect]()
        guest.seated.table.listeners.append(told.append)
        assert state.chosen
        layout = state.seating.layout(state.chosen, Player.TWO)
        guest.seated.table.say(PlayChosen(SOURCE, guest.seated.clock.now(), layout))
        await guest.pass_by(1)

        assert told == []
        assert replace(guest.state, heard={}) == replace(state, heard={})

    evening(tmp_path, rule)


class Slow:
    """A chooser who thinks until he is let."""

    def __init__(self) -> None:
        self.thinking = threading.Event()
        self.let = threading.Event()

    def choose(self, match: Match) -> events.Event | None:
        self.thinking.set()
        assert self.let.wait(20)
        return QUICK.choose(match)

    def give_up(self, _match: Match) -> events.Resign | None:
        return None


async def until(event: threading.Event) -> None:
    await asyncio.to_thread(event.wait, 20)


def test_what_was_decided_for_a_moment_that_has_passed_is_dropped(tmp_path: Path) -> None:
    chooser = Slow()

    async def rule(guest: Guest) -> None:
        seated = guest.seated
        await seated.do(Roll(None))
        await seated.passes(0.8)
        await seated.do(Throw((1, 3), None))
        await until(chooser.thinking)
        seated.table.say(Wished("page", seated.clock.now(), Colour.LIGHT, Wish.RESIGN, 3))
        await seated.table.quiet()
        chooser.let.set()
        await guest.pass_by(1)

        assert guest.state.match.score.two == 3

    evening(tmp_path, rule, replace(SETUP, length=7), chooser)
    (accepted,) = said(tmp_path)
    assert isinstance(accepted, Wished)
    assert accepted.wish is Wish.YES


def test_the_service_stops_while_the_computer_thinks(tmp_path: Path) -> None:
    chooser = Slow()

    async def run() -> None:
        how = replace(ways(tmp_path), chooser=chooser)
        async with running(SETUP, how, lambda _running: None) as table:
            seated = seated_at(table)
            await seated.passes(1)
            await seated.do(Roll(None))
            await seated.do(Throw((1, 3), None))
            await until(chooser.thinking)
        chooser.let.set()

    asyncio.run(run())
    assert said(tmp_path) == []


def test_a_bug_in_the_chooser_ends_the_service(tmp_path: Path) -> None:
    class Broken(Scripted):
        def choose(self, match: Match) -> events.Event | None:
            raise ZeroDivisionError(match)

    async def rule(guest: Guest) -> None:
        await guest.seated.do(Roll(None))
        await guest.seated.do(Throw((1, 3), None))
        await asyncio.get_running_loop().create_future()

    with pytest.raises(ExceptionGroup) as caught:
        evening(tmp_path, rule, chooser=Broken())
    assert caught.value.subgroup(ZeroDivisionError)


def test_a_play_that_cannot_be_is_refused_and_not_said_again(
    tmp_path: Path, expected_logs: LogWatch
) -> None:
    expected_logs.expect("service.tables.table", logging.WARNING, "makes no sense")

    class Confused(Scripted):
        def choose(self, match: Match) -> events.Event | None:
            if match.game.phase is Phase.TO_PLAY:
                return events.Play(match.to_act, match.game.position)
            return None

    async def rule(guest: Guest) -> None:
        await computer_begins(guest)
        await guest.pass_by(60)

    evening(tmp_path, rule, chooser=Confused())
    assert len(said(tmp_path)) == 1


def test_the_same_evening_gives_the_same_journal(tmp_path: Path) -> None:
    async def rule(guest: Guest) -> None:
        await guest.play_match()

    journals = []
    for folder in (tmp_path / "one", tmp_path / "two"):
        evening(folder, rule, replace(SETUP, length=1))
        journals.append(journal_of(folder, SETUP.name).read_bytes())

    assert journals[0] == journals[1]


@pytest.mark.parametrize(
    ("language", "words"),
    [(Language.ENGLISH, "Please move 8/5 6/5 for Bob."), (Language.FRENCH, "8/5 6/5")],
)
def test_what_is_to_be_moved_for_the_computer_is_said_once(
    tmp_path: Path, language: Language, words: str
) -> None:
    lines: list[str] = []

    async def rule(guest: Guest) -> None:
        table = guest.seated.table
        table.listeners.append(Crier(table, load_phrases(language), lines.append))
        await computer_begins(guest)
        await guest.follow_the_lamps()
        await guest.pass_by(1)

    evening(tmp_path, rule)
    assert len([line for line in lines if words in line]) == 1
