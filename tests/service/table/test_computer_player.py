"""The computer at a table: it decides, people throw and move for it, and the referee watches."""

import asyncio
import logging
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from engine.backgammon.dice import Dice
from engine.backgammon.game import events
from engine.backgammon.game.match import Match, Phase
from engine.backgammon.game.scoring import Win
from engine.backgammon.position import Position
from engine.backgammon.strategy.computer import Computer, Strategy
from engine.players import Player
from hardware.checkers import Colour, point
from hardware.signals import Button, PlayChosen, PlayerRequest, PlayerRequestKind, Signal
from referee import notices
from referee.effects import Effect, LampMeaning, RecordEvent
from referee.match_settings import (
    CASUAL_PROFILE,
    CLUB_PROFILE,
    MONEY_PROFILE,
    IllegalPolicy,
    Profile,
)
from referee.notices import Notice
from referee.verdicts import Complete
from service.config.service_settings import TableSettings as Setup
from service.drivers.simulated_drivers import SimulatedDiceOptions, SimulatedSlotsOptions
from service.storage.journal_reader import read_match
from service.storage.journal_replay import replay_match
from service.table.announcements import AnnouncementPrinter
from service.table.computer_player import COMPUTER_SOURCE, RESIGNATION_DELAY
from service.table.table_runtime import journal_path, run_table
from service.words.notice_texts import notice_in_words
from service.words.phrases import Language, load_phrases
from simulation.gestures import LiftDice, Press, RollDice, SendRequest, SettleDice
from tests.rigs.environment.log_watch import LogWatch
from tests.rigs.tables.human_players import PersonForBoth, person_for_both
from tests.rigs.tables.table_in_memory import NAMES, hands_at, service_options

SETUP = Setup(names=NAMES, length=3, computer=Player.TWO, board=SimulatedSlotsOptions())
QUICK = Computer(second_looks=1)


@asynccontextmanager
async def open_evening(
    folder: Path, setup: Setup = SETUP, strategy: Strategy = QUICK, seed: int = 1
) -> AsyncIterator[PersonForBoth]:
    """Starts the service, sits down against the computer, and stops the service."""
    how = replace(service_options(folder), strategy=strategy)
    async with run_table(setup, how, lambda _runtime: None) as table:
        guest = person_for_both(table, hands_at(table), seed)
        await guest.pass_seconds(1)
        yield guest


def computer_signals(folder: Path) -> list[Signal]:
    """All signals of the computer at the table."""
    stored = read_match(journal_path(folder, SETUP.name))
    return [entry.signal for entry in stored.entries if entry.signal.source == COMPUTER_SOURCE]


def recorded_events(folder: Path) -> list[events.Event]:
    stored = read_match(journal_path(folder, SETUP.name))
    effects = (effect for again in replay_match(stored) for effect in again.effects)
    return [effect.event for effect in effects if isinstance(effect, RecordEvent)]


def turn(guest: PersonForBoth) -> Player:
    return guest.state.match.game.turn


def phase(guest: PersonForBoth) -> Phase:
    return guest.state.match.game.phase


def is_resigned(guest: PersonForBoth) -> bool:
    return guest.state.match.game.resignation is not None


async def computer_begins(guest: PersonForBoth) -> None:
    """Throws the higher number for the computer, which has the dark checkers."""
    await guest.do(RollDice(None), 0.8)
    await guest.do(SettleDice((1, 3), None))
    assert turn(guest) is Player.TWO


async def guest_plays(guest: PersonForBoth) -> None:
    """The guest throws the higher number, and plays."""
    await guest.do(RollDice(None), 0.8)
    await guest.do(SettleDice((3, 1), None))
    await guest.play(guest.plays[0])
    await guest.pass_seconds(0.5)
    await guest.do(LiftDice(None), 0.5)
    assert turn(guest) is Player.TWO


async def guest_plays_illegally(guest: PersonForBoth) -> None:
    await guest.do(RollDice(None), 0.8)
    await guest.do(SettleDice((3, 1), None))
    guest.seated.checkers.put(point(4), guest.seated.checkers.lift(point(6)))
    await guest.pass_seconds(1)
    await guest.do(LiftDice(None), 0.5)


async def move_for_computer(guest: PersonForBoth) -> None:
    await guest.follow_the_lamps()
    await guest.do(LiftDice(None), 0.5)


@dataclass
class Scripted:
    """A strategy that makes the first play, and before throws a given event."""

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

    def offer_resignation(self, match: Match) -> events.Resign | None:
        can = self.gives_up and match.game.phase is Phase.TO_THROW
        return events.Resign(match.to_act, self.gives_up) if can and self.gives_up else None


@pytest.mark.release(after=1)
@pytest.mark.parametrize(("seed", "length"), [(1, 3), (13, 1), (17, 1)])
async def test_a_match_against_the_computer_is_played_to_its_end(
    tmp_path: Path, seed: int, length: int
) -> None:
    async with open_evening(tmp_path, replace(SETUP, length=length), seed=seed) as guest:
        await guest.play_match()

    stored = read_match(journal_path(tmp_path, SETUP.name))
    chosen: list[Position] = []
    played: list[Position] = []
    for again in replay_match(stored):
        if isinstance(again.entry.signal, PlayChosen):
            assert again.after.chosen
            chosen.append(again.after.chosen)
        for effect in again.effects:
            match effect:
                case RecordEvent(events.Play(Player.TWO, result)):
                    played.append(result)
                case notices.EventRefused(event=event):
                    assert getattr(event, "player", None) is not Player.TWO
            assert not isinstance(
                effect, notices.IllegalPlayRefused | notices.PlayNotChosen | notices.BoardDisturbed
            )
    assert len(played) > 10
    assert played == chosen
    assert not stored.problem


async def test_every_play_is_the_one_that_the_strategy_makes(tmp_path: Path) -> None:
    asked: dict[Match, events.Event | None] = {}

    class Recording(Scripted):
        def choose(self, match: Match) -> events.Event | None:
            asked[match] = QUICK.choose(match)
            return asked[match]

        def offer_resignation(self, match: Match) -> events.Resign | None:
            return QUICK.offer_resignation(match)

    async with open_evening(tmp_path, strategy=Recording()) as guest:
        await guest.play_match()

    plays = [answer for answer in asked.values() if isinstance(answer, events.Play)]
    done = [event for event in recorded_events(tmp_path) if isinstance(event, events.Play)]
    assert [play for play in done if play.player is Player.TWO] == plays


async def test_lamps_guide_the_person_who_moves_for_the_computer(tmp_path: Path) -> None:
    async with open_evening(tmp_path) as guest:
        await computer_begins(guest)
        assert guest.lamps_with(LampMeaning.COMPUTER)

        await guest.follow_the_lamps()

        assert guest.state.chosen
        assert guest.state.verdict == Complete(guest.state.chosen)
        assert phase(guest) is Phase.TO_PLAY

        await guest.do(Press(Button.DARK), 0.5)

        assert turn(guest) is Player.ONE


async def test_a_finished_turn_of_the_computer_still_waits_for_an_act(tmp_path: Path) -> None:
    async with open_evening(tmp_path) as guest:
        await computer_begins(guest)
        await guest.follow_the_lamps()
        await guest.pass_seconds(3600)

        assert turn(guest) is Player.TWO


@pytest.mark.parametrize(
    ("language", "words"),
    [
        (Language("en"), "Bob has chosen another play. Please move as the lamps show."),
        (Language("fr"), "Bob a choisi un autre coup."),
    ],
)
async def test_another_play_than_the_chosen_one_is_refused_and_the_lamps_still_lead(
    tmp_path: Path, language: Language, words: str
) -> None:
    effects: list[Effect] = []
    async with open_evening(tmp_path) as guest:
        await computer_begins(guest)
        guest.seated.table.listeners.append(effects.append)
        other = next(play for play in guest.plays if play != guest.state.chosen)
        await guest.play(other)
        await guest.pass_seconds(0.5)
        await guest.do(LiftDice(None), 0.5)

        assert turn(guest) is Player.TWO
        (notice,) = [effect for effect in effects if isinstance(effect, Notice)]
        assert words in notice_in_words(notice, guest.state.settings, load_phrases(language))

        await guest.follow_the_lamps()
        await guest.pass_seconds(0.5)
        await guest.do(Press(Button.DARK), 0.5)

        assert turn(guest) is Player.ONE

    assert events.EndTurn(Player.TWO) in recorded_events(tmp_path)


async def test_the_computer_doubles_once_each_time_and_goes_on_when_it_is_refused(
    tmp_path: Path,
) -> None:
    strategy = Scripted(before_throw=events.Double(Player.TWO))
    async with open_evening(tmp_path, strategy=strategy) as guest:
        await guest_plays(guest)
        assert phase(guest) is Phase.DOUBLED
        await guest.do(Press(Button.LIGHT))
        assert guest.state.match.game.cube.value == 2
        assert phase(guest) is Phase.TO_THROW
        await guest.pass_seconds(60)

    requests = [one.kind for one in computer_signals(tmp_path) if isinstance(one, PlayerRequest)]
    assert requests == [PlayerRequestKind.DOUBLE, PlayerRequestKind.DOUBLE]


@pytest.mark.parametrize(
    ("answer", "cube", "then"),
    [(events.Take(Player.TWO), 2, Phase.TO_THROW), (events.Drop(Player.TWO), 1, Phase.OVER)],
)
async def test_the_computer_answers_a_double(
    tmp_path: Path, answer: events.Event, cube: int, then: Phase
) -> None:
    async with open_evening(tmp_path, strategy=Scripted(answer=answer)) as guest:
        await computer_begins(guest)
        await move_for_computer(guest)
        await guest.do(Press(Button.CUBE))
        await guest.do(Press(Button.LIGHT))

        game = guest.state.match.game
        assert (game.cube.value, game.phase) == (cube, then)


async def test_the_computer_beavers_where_it_may(tmp_path: Path) -> None:
    rules = replace(SETUP.rules, beavers=type(SETUP.rules.beavers).ON)
    beaver = Scripted(answer=events.Beaver(Player.TWO))
    async with open_evening(tmp_path, replace(SETUP, rules=rules), beaver) as guest:
        await computer_begins(guest)
        await move_for_computer(guest)
        await guest.do(Press(Button.CUBE))
        await guest.do(Press(Button.LIGHT))
        assert phase(guest) is Phase.BEAVERED
        await guest.do(Press(Button.LIGHT))
        assert guest.state.match.game.cube.value == 4


async def test_a_resignation_is_accepted_at_once_and_refused_after_a_delay(tmp_path: Path) -> None:
    strategy = Computer(second_looks=1)
    async with open_evening(tmp_path, replace(SETUP, length=7), Stubborn(strategy)) as guest:
        await guest_plays(guest)
        await guest.do(SendRequest(Colour.LIGHT, PlayerRequestKind.RESIGN, 1))
        assert is_resigned(guest)
        await guest.pass_seconds(RESIGNATION_DELAY)
        assert not is_resigned(guest)

        await guest.do(SendRequest(Colour.LIGHT, PlayerRequestKind.RESIGN, 3))
        assert phase(guest) is Phase.OVER


@dataclass
class Stubborn:
    """A strategy that accepts no resignation but a backgammon."""

    strategy: Strategy

    def choose(self, match: Match) -> events.Event | None:
        offered = match.game.resignation
        if offered:
            enough = offered.win is Win.BACKGAMMON
            return events.AcceptResignation(Player.TWO) if enough else events.PlayOn(Player.TWO)
        return self.strategy.choose(match)

    def offer_resignation(self, match: Match) -> events.Resign | None:
        return self.strategy.offer_resignation(match)


async def test_player_resigning_by_button_may_raise_the_offer(tmp_path: Path) -> None:
    async with open_evening(tmp_path, replace(SETUP, length=7), Stubborn(QUICK)) as guest:
        await computer_begins(guest)
        await move_for_computer(guest)
        for _ in range(3):
            await guest.do(Press(Button.RESIGN), 1)
            await guest.do(Press(Button.LIGHT), 1)
            await guest.do(Press(Button.LIGHT))

        assert phase(guest) is Phase.OVER

    resigned = [one for one in recorded_events(tmp_path) if isinstance(one, events.Resign)]
    assert [one.win for one in resigned] == list(Win)


async def test_a_resignation_is_refused_in_time_though_checkers_are_touched_meanwhile(
    tmp_path: Path,
) -> None:
    async with open_evening(tmp_path, replace(SETUP, length=7), Stubborn(QUICK)) as guest:
        await guest_plays(guest)
        await guest.do(SendRequest(Colour.LIGHT, PlayerRequestKind.RESIGN, 1))
        for _ in range(4):
            colour = guest.seated.checkers.lift(point(6))
            await guest.pass_seconds(0.6)
            guest.seated.checkers.put(point(6), colour)
            await guest.pass_seconds(0.6)
        assert not is_resigned(guest)

    assert recorded_events(tmp_path).count(events.PlayOn(Player.TWO)) == 1


async def test_the_computer_gives_up_once_in_a_turn(tmp_path: Path) -> None:
    async with open_evening(tmp_path, strategy=Scripted(gives_up=Win.SINGLE), seed=3) as guest:
        await guest_plays(guest)
        assert is_resigned(guest)
        await guest.do(Press(Button.NO))
        assert not is_resigned(guest)
        await guest.pass_seconds(60)
        assert not is_resigned(guest)

        await guest.throw()
        await move_for_computer(guest)
        await guest.throw()
        await guest.take_turn()
        assert is_resigned(guest)

    assert len([one for one in computer_signals(tmp_path) if isinstance(one, PlayerRequest)]) == 2


@pytest.mark.parametrize("profile", [CASUAL_PROFILE, CLUB_PROFILE])
async def test_a_turn_is_taken_back_with_the_computer_as_with_people(
    tmp_path: Path, profile: Profile
) -> None:
    async with open_evening(tmp_path, replace(SETUP, referee=profile)) as guest:
        await guest_plays(guest)
        await guest.do(SendRequest(Colour.LIGHT, PlayerRequestKind.UNDO))

        game = guest.state.match.game
        assert (game.turn, game.phase) == (Player.ONE, Phase.TO_PLAY)


async def test_a_turn_of_the_computer_that_is_taken_back_is_chosen_anew(tmp_path: Path) -> None:
    async with open_evening(tmp_path) as guest:
        await computer_begins(guest)
        chosen = guest.state.chosen
        await move_for_computer(guest)
        await guest.do(Press(Button.UNDO))
        await guest.do(Press(Button.DARK))
        await guest.do(Press(Button.LIGHT))

        assert turn(guest) is Player.TWO
        assert guest.state.chosen == chosen

    first, again = computer_signals(tmp_path)
    assert replace(first, at=again.at) == again


async def test_the_end_of_a_match_is_taken_back_too(tmp_path: Path) -> None:
    setup = replace(SETUP, length=1, referee=CLUB_PROFILE)
    async with open_evening(tmp_path, setup, seed=4) as guest:
        await guest.play_match()
        await guest.do(SendRequest(Colour.LIGHT, PlayerRequestKind.UNDO))
        assert not guest.state.match.winner


async def test_an_illegal_play_is_challenged_where_the_opponent_decides(tmp_path: Path) -> None:
    async with open_evening(tmp_path, replace(SETUP, referee=MONEY_PROFILE)) as guest:
        await guest_plays_illegally(guest)

        game = guest.state.match.game
        assert (game.turn, game.phase) == (Player.ONE, Phase.TO_PLAY)

    assert events.Challenge(Player.TWO) in recorded_events(tmp_path)


async def test_an_illegal_play_that_is_only_recorded_is_not_challenged(tmp_path: Path) -> None:
    recording = replace(CASUAL_PROFILE, illegal_play=IllegalPolicy.RECORD)
    async with open_evening(tmp_path, replace(SETUP, referee=recording)) as guest:
        await guest_plays_illegally(guest)
        assert guest.state.match.to_act is Player.TWO

    assert computer_signals(tmp_path) == []


async def test_the_computer_lets_a_throw_stand_that_came_too_early(tmp_path: Path) -> None:
    own = replace(SETUP, referee=CLUB_PROFILE, dice=SimulatedDiceOptions(pairs=2))
    async with open_evening(tmp_path, own) as guest:
        await guest.do(RollDice(Colour.LIGHT), 0.5)
        await guest.do(SettleDice((1,), Colour.LIGHT))
        await guest.do(RollDice(Colour.DARK), 0.5)
        await guest.do(SettleDice((3,), Colour.DARK))
        assert guest.state.chosen
        await guest.do(LiftDice(Colour.LIGHT))
        await guest.do(RollDice(Colour.LIGHT), 0.5)
        await guest.do(SettleDice((6, 5), Colour.LIGHT))
        assert guest.state.this_turn.early_throw == Dice(6, 5)

        await guest.follow_the_lamps()
        await guest.do(Press(Button.DARK), 1)
        assert guest.state.match.game.dice == Dice(6, 5)
        assert turn(guest) is Player.ONE


async def test_after_a_restart_the_computer_chooses_the_same_again(tmp_path: Path) -> None:
    async with open_evening(tmp_path) as guest:
        await computer_begins(guest)

    async with open_evening(tmp_path) as guest:
        assert guest.lamps_with(LampMeaning.COMPUTER)
        await move_for_computer(guest)
        assert turn(guest) is Player.ONE

    one, two = computer_signals(tmp_path)
    assert isinstance(one, PlayChosen)
    assert replace(one, at=two.at) == two


async def test_person_may_take_the_computers_seat_after_a_restart(tmp_path: Path) -> None:
    async with open_evening(tmp_path) as guest:
        await computer_begins(guest)

    people = replace(SETUP, computer=None)
    async with run_table(people, service_options(tmp_path), lambda _runtime: None) as table:
        await hands_at(table).pass_seconds(1)
        assert table.computer_player.player is None
        assert table.table.state.match.game.turn is Player.TWO
        assert table.table.state.chosen is None


async def test_repeated_choice_changes_nothing(tmp_path: Path) -> None:
    async with open_evening(tmp_path) as guest:
        await computer_begins(guest)
        state, effects = guest.state, list[Effect]()
        guest.seated.table.listeners.append(effects.append)
        assert state.chosen
        layout = state.seating.layout(state.chosen, Player.TWO)
        guest.seated.table.submit(PlayChosen(COMPUTER_SOURCE, guest.seated.clock.now(), layout))
        await guest.pass_seconds(1)

        assert effects == []
        assert replace(guest.state, last_signal_at={}) == replace(state, last_signal_at={})


class Slow:
    """A strategy that thinks until the test lets it answer."""

    def __init__(self) -> None:
        self.thinking = threading.Event()
        self.may_answer = threading.Event()

    def choose(self, match: Match) -> events.Event | None:
        self.thinking.set()
        assert self.may_answer.wait(20)
        return QUICK.choose(match)

    def offer_resignation(self, _match: Match) -> events.Resign | None:
        return None


async def until(event: threading.Event) -> None:
    await asyncio.to_thread(event.wait, 20)


async def test_outdated_choice_of_the_computer_is_dropped(tmp_path: Path) -> None:
    strategy = Slow()
    async with open_evening(tmp_path, replace(SETUP, length=7), strategy) as guest:
        seated = guest.seated
        await seated.do(RollDice(None))
        await seated.pass_seconds(0.8)
        await seated.do(SettleDice((1, 3), None))
        await until(strategy.thinking)
        seated.request(Colour.LIGHT, PlayerRequestKind.RESIGN, 3)
        await seated.table.wait_until_quiet()
        strategy.may_answer.set()
        await guest.pass_seconds(1)

        assert guest.state.match.score.two == 3

    (accepted,) = computer_signals(tmp_path)
    assert isinstance(accepted, PlayerRequest)
    assert accepted.kind is PlayerRequestKind.YES


async def test_the_service_stops_while_the_computer_thinks(tmp_path: Path) -> None:
    strategy = Slow()
    how = replace(service_options(tmp_path), strategy=strategy)
    async with run_table(SETUP, how, lambda _runtime: None) as table:
        seated = hands_at(table)
        await seated.pass_seconds(1)
        await seated.do(RollDice(None))
        await seated.do(SettleDice((1, 3), None))
        await until(strategy.thinking)
    strategy.may_answer.set()

    assert computer_signals(tmp_path) == []


async def test_a_bug_in_the_strategy_ends_the_service(tmp_path: Path) -> None:
    class Broken(Scripted):
        def choose(self, match: Match) -> events.Event | None:
            raise ZeroDivisionError(match)

    with pytest.RaisesGroup(ZeroDivisionError, flatten_subgroups=True):
        async with open_evening(tmp_path, strategy=Broken()) as guest:
            await guest.seated.do(RollDice(None))
            await guest.seated.do(SettleDice((1, 3), None))
            await asyncio.get_running_loop().create_future()


async def test_impossible_choice_is_refused_and_not_repeated(
    tmp_path: Path, expected_logs: LogWatch
) -> None:
    expected_logs.expect("service.table.refereed_table", logging.WARNING, "invalid signal")

    class Confused(Scripted):
        def choose(self, match: Match) -> events.Event | None:
            if match.game.phase is Phase.TO_PLAY:
                return events.Play(match.to_act, match.game.position)
            return None

    async with open_evening(tmp_path, strategy=Confused()) as guest:
        await computer_begins(guest)
        await guest.pass_seconds(60)

    assert len(computer_signals(tmp_path)) == 1


@pytest.mark.release
async def test_the_same_evening_gives_the_same_journal(tmp_path: Path) -> None:
    journals = []
    for folder in (tmp_path / "one", tmp_path / "two"):
        async with open_evening(folder, replace(SETUP, length=1)) as guest:
            await guest.play_match()
        journals.append(journal_path(folder, SETUP.name).read_bytes())

    assert journals[0] == journals[1]


@pytest.mark.parametrize(
    ("language", "words"),
    [(Language("en"), "Please move 8/5 6/5 for Bob."), (Language("fr"), "8/5 6/5")],
)
async def test_move_to_make_for_the_computer_is_announced_once(
    tmp_path: Path, language: Language, words: str
) -> None:
    lines: list[str] = []
    async with open_evening(tmp_path) as guest:
        table = guest.seated.table
        table.listeners.append(AnnouncementPrinter(table, load_phrases(language), lines.append))
        await computer_begins(guest)
        await guest.follow_the_lamps()
        await guest.pass_seconds(1)

    assert len([line for line in lines if words in line]) == 1
