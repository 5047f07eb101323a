"""A page is shown what the table knows, in its language, and nothing is worked out twice."""

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from engine.backgammon.game.match import Phase
from engine.backgammon.players import Player
from hardware.checkers import BACKGAMMON, Colour, bar, point
from hardware.drivers.simulated.boards import SlotBoard
from hardware.drivers.simulated.faults import Fault
from hardware.signals import DiceState, Wish, Wished
from referee.effects import Meaning
from referee.profiles import CLUB
from referee.words import Language
from service.config.drivers import PiBoard, SimulatedSlots
from service.config.settings import Table as Setup
from service.plain import text_of, value_of
from service.tables.chronicle import Chronicle
from service.tables.running import Running, running
from service.web.messages.to_page import Board, Game, Part, Record, World
from service.web.parts.drawing import seen_by_sensors
from service.web.showing import Showing, Viewer
from tests.rigs.logs import LogWatch
from tests.rigs.tables import Sitting, a_match, performance, seated_at, ways

SETUP = Setup(names=("Alice", "Bob"), length=3, board=SimulatedSlots())
EMPTY = World({}, (), (), {}, (), computer_by_itself=True)
HOLDER, SPECTATOR, INSIDE = (
    Viewer(Language.ENGLISH, may_act=True, diagnostics=False),
    Viewer(Language.FRENCH, may_act=False, diagnostics=False),
    Viewer(Language.ENGLISH, may_act=False, diagnostics=True),
)


@dataclass
class Seen:
    """A table, and what is shown of it."""

    seated: Sitting
    showing: Showing
    texts: dict[str, str] = field(default_factory=dict)

    def look(self, viewer: Viewer = HOLDER) -> dict[str, Any]:
        """Every part by its name."""
        self.texts = dict(self.showing.texts(viewer))
        return {name: value_of(text, Part) for name, text in self.texts.items()}

    def game(self, viewer: Viewer = HOLDER) -> Game:
        game = self.look(viewer)["Game"]
        assert isinstance(game, Game)
        return game

    def board(self, viewer: Viewer = HOLDER) -> Board:
        board = self.look(viewer)["Board"]
        assert isinstance(board, Board)
        return board

    async def throw(self, one: int, two: int) -> None:
        self.seated.dice().lift()
        await self.seated.passes(1)
        self.seated.dice().roll(one, two)
        await self.seated.passes(2)

    async def carry(self, source: int, target: int) -> None:
        checkers = self.seated.checkers
        checkers.put(point(target), checkers.lift(point(source)))
        await self.seated.passes(1)

    async def ask(self, colour: Colour, wish: Wish, number: int = 0) -> None:
        now = self.seated.clock.now()
        self.seated.table.say(Wished("page", now, colour, wish, number))
        await self.seated.passes(1)


Rule = Callable[[Seen], Awaitable[None]]


def evening(folder: Path, rule: Rule, setup: Setup = SETUP) -> None:
    shown: list[Showing] = []

    def show(table: Running) -> None:
        journal = table.journal
        chronicle = Chronicle(table.table, lambda: journal.match, table.resumption.happened)
        table.table.listeners.append(chronicle)
        shown.append(Showing(table, chronicle, lambda: EMPTY))

    async def run() -> None:
        async with running(setup, ways(folder), show) as table:
            seated = seated_at(table)
            await seated.passes(1)
            await rule(Seen(seated, shown[0]))

    asyncio.run(run())


def test_every_part_is_a_message_to_the_page_and_the_board_comes_first(tmp_path: Path) -> None:
    async def rule(seen: Seen) -> None:
        assert list(seen.look()) == [
            "Board",
            "Game",
            "World",
            "Sayings",
            "Record",
            "Devices",
            "Trial",
        ]
        for name, text in seen.texts.items():
            assert json.loads(text)["is"] == name
            assert text_of(value_of(text, Part), Part) == text

    evening(tmp_path, rule)


def test_a_spectator_is_not_shown_what_truly_lies_there(tmp_path: Path) -> None:
    async def rule(seen: Seen) -> None:
        assert "World" in seen.look(HOLDER)
        assert "World" not in seen.look(SPECTATOR)

    evening(tmp_path, rule)


def test_there_is_no_world_where_the_board_is_no_simulated_one(tmp_path: Path) -> None:
    async def rule(seen: Seen) -> None:
        parts = seen.look(HOLDER)
        assert "World" not in parts
        plugs = {device.name: device.plugged for device in parts["Devices"].devices}
        assert plugs["board"] is None
        assert plugs["dice"] is True

    evening(tmp_path, rule, replace(SETUP, board=PiBoard(pins="mock")))


def test_who_follows_the_devices_sees_them_from_the_inside(tmp_path: Path) -> None:
    async def rule(seen: Seen) -> None:
        assert "Diagnostics" not in seen.look(SPECTATOR)
        inside = seen.look(INSIDE)["Diagnostics"]
        board = next(source for source in inside.sources if source.name == "board")
        assert board.signals >= 1
        assert board.claims["p6"] == "5+"
        assert json.loads(board.last[0])["is"] == "Observation"
        assert inside.counters["signals"] >= board.signals
        assert inside.lamps.keys() == {*seen.seated.table.shining.frame.lights}

    evening(tmp_path, rule)


def test_devices_are_not_shown_from_the_inside_too_often_but_in_the_end(tmp_path: Path) -> None:
    async def rule(seen: Seen) -> None:
        first = seen.look(INSIDE)["Diagnostics"]
        seen.seated.checkers.lift(point(6))
        await seen.seated.passes(1)
        assert seen.look(INSIDE)["Diagnostics"] == first

        called = asyncio.Event()
        with seen.seated.table.follow(called.set):
            while seen.look(INSIDE)["Diagnostics"] == first:
                await asyncio.wait_for(called.wait(), 5)
                called.clear()

    evening(tmp_path, rule)


def test_a_board_put_together_from_its_places_reads_like_any_other_part(tmp_path: Path) -> None:
    async def rule(seen: Seen) -> None:
        await seen.throw(3, 1)
        seen.seated.checkers.lift(point(6))
        await seen.seated.passes(1)
        for viewer in (HOLDER, SPECTATOR):
            board = seen.board(viewer)
            assert any(place.lamp for place in board.places.values())
            assert text_of(board, Part) == seen.texts["Board"]

    evening(tmp_path, rule)


def test_what_has_not_changed_is_the_very_same_text_for_everybody(tmp_path: Path) -> None:
    async def rule(seen: Seen) -> None:
        await seen.throw(3, 1)
        seen.look()
        texts = seen.texts
        seen.look()
        other = dict(seen.showing.texts(Viewer(Language.ENGLISH, may_act=False, diagnostics=False)))

        assert all(seen.texts[name] is text for name, text in texts.items())
        assert all(texts[name] is text for name, text in other.items())

    evening(tmp_path, rule)


def test_a_signal_that_changes_nothing_to_be_seen_changes_no_text(tmp_path: Path) -> None:
    async def rule(seen: Seen) -> None:
        await seen.throw(3, 1)
        seen.look()
        texts = seen.texts
        seen.seated.checkers.lift(point(6))
        await seen.seated.passes(1)
        seen.seated.checkers.put(point(6), Colour.LIGHT)
        await seen.seated.passes(1)
        seen.look()

        assert all(seen.texts[name] is text for name, text in texts.items())

    evening(tmp_path, rule)


def test_a_whole_match_is_shown_in_both_languages(tmp_path: Path) -> None:
    """Each part can be read back, and the board agrees with the sensors all the time."""
    looks = 0

    async def rule(seen: Seen) -> None:
        nonlocal looks
        table = seen.seated.table
        for number, gesture in enumerate(performance(a_match())):
            await seen.seated.do(gesture)
            if number % 7:
                continue
            looks += 1
            for viewer in (HOLDER, SPECTATOR):
                board = seen.board(viewer)
                view = seen_by_sensors(table.state)
                for place in BACKGAMMON:
                    shown = board.places[place]
                    count = shown.light + shown.dark + shown.unknown
                    assert count in view[place].total

    evening(tmp_path, rule, Setup(names=("Alice", "Bob"), length=1, board=SimulatedSlots()))
    assert looks > 50


def test_each_place_has_a_spoken_name_with_what_is_there(tmp_path: Path) -> None:
    async def rule(seen: Seen) -> None:
        english, french = seen.board(HOLDER).places, seen.board(SPECTATOR).places

        assert english[point(12)].says == "Point 12: 5 dark checkers"
        assert french[point(12)].says.replace("\u00a0", " ") == "Flèche 12 : 5 pions foncés"
        assert english[point(2)].says == "Point 2: empty"
        assert english[bar(Colour.DARK)].says.startswith("Bob's half of the bar")

    evening(tmp_path, rule)


def test_points_are_numbered_as_whoever_is_to_move_counts_them(tmp_path: Path) -> None:
    async def rule(seen: Seen) -> None:
        assert seen.board().places[point(12)].says == "Point 12: 5 dark checkers"

        await seen.throw(1, 3)

        assert seen.game().turn is Colour.DARK
        assert seen.board().places[point(12)].says.startswith("Point 13: 5 dark checkers")

    evening(tmp_path, rule)


def test_a_lifted_checker_lights_where_it_may_come_down_and_says_so(tmp_path: Path) -> None:
    async def rule(seen: Seen) -> None:
        await seen.throw(3, 1)
        seen.seated.checkers.lift(point(8))
        await seen.seated.passes(1)
        five = seen.board().places[point(5)]

        assert five.lamp
        assert five.lamp.meaning is Meaning.DESTINATION
        assert five.says == "Point 5: empty; lamp: it may come down here"
        assert seen.board().places[point(8)].light == 2

    evening(tmp_path, rule)


def test_lamps_are_drawn_in_their_hue_however_little_current_they_are_sent(tmp_path: Path) -> None:
    async def rule(seen: Seen) -> None:
        await seen.throw(3, 1)
        movable = seen.board().places[point(8)].lamp

        assert movable
        assert (movable.meaning, movable.colour) == (Meaning.MOVABLE, "#004614")

    evening(tmp_path, rule)


def test_a_place_that_nobody_sees_is_said_to_be_so(tmp_path: Path, expected_logs: LogWatch) -> None:
    expected_logs.expect("service.tables.supervisor", logging.WARNING, "cannot be reached")

    async def rule(seen: Seen) -> None:
        seen.seated.board.unplug()
        await seen.seated.passes(1)
        six, game = seen.board().places[point(6)], seen.game()

        assert (six.claim, six.light) == ("?", 5)
        assert "nobody sees it" in six.says
        assert game.alarm
        link = {one.name: one for one in seen.look()["Devices"].devices}["board"]
        assert (link.link, link.plugged, link.driver) == ("lost", False, "slots")

    evening(tmp_path, rule)


def test_a_switch_that_dies_is_drawn_as_it_is_felt(tmp_path: Path) -> None:
    async def rule(seen: Seen) -> None:
        board = seen.seated.board
        assert isinstance(board, SlotBoard)
        board.spoil(point(8), 1, Fault.DEAD)
        await seen.seated.passes(1)

        shown = seen.board().places[point(8)]
        assert (shown.claim, shown.light, shown.dark, shown.unknown) == ("2", 2, 0, 0)

    evening(tmp_path, rule)


def test_an_illegal_play_is_objected_to_at_once_only_where_that_is_agreed(tmp_path: Path) -> None:
    async def rule(seen: Seen) -> None:
        await seen.throw(3, 1)
        await seen.carry(8, 2)

    async def blocks(seen: Seen) -> None:
        await rule(seen)
        assert seen.game().alarm
        assert "not right" in seen.game().verdict

    async def waits(seen: Seen) -> None:
        await rule(seen)
        assert not seen.game().alarm
        assert seen.game().verdict == "Alice is moving."

    evening(tmp_path / "casual", blocks)
    club = Setup(names=("Alice", "Bob"), length=3, board=SimulatedSlots(), referee=CLUB)
    evening(tmp_path / "club", waits, club)


def test_a_checker_keeps_its_colour_wherever_it_is_put_down(tmp_path: Path) -> None:
    """Before the referee has judged, too, though the switches feel no colour."""

    async def rule(seen: Seen) -> None:
        await seen.throw(3, 1)
        for source, target in ((8, 5), (6, 1), (6, 2), (13, 4)):
            seen.seated.checkers.put(point(target), seen.seated.checkers.lift(point(source)))
            await seen.seated.table.quiet()
            places = seen.board().places
            assert not any(shown.unknown for shown in places.values()), (source, target)
            assert places[point(target)].light == 1

    evening(tmp_path, rule)


def test_players_dice_and_cube_are_shown(tmp_path: Path) -> None:
    async def rule(seen: Seen) -> None:
        await seen.throw(3, 1)
        await seen.carry(8, 5)
        await seen.carry(6, 5)
        game = seen.game()
        light, dark = game.players[Colour.LIGHT], game.players[Colour.DARK]

        assert (light.name, light.pips, light.off, light.hints) == ("Alice", 163, 0, 2)
        assert (dark.name, dark.pips, dark.computer) == ("Bob", 167, True)
        assert game.turn is Colour.LIGHT
        assert (game.dice[0].state, game.dice[0].numbers) == (DiceState.SETTLED, (3, 1))
        assert game.cube
        assert (game.cube.value, game.cube.owner) == (1, None)
        assert game.xgid.startswith("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:")
        assert game.verdict == "Legal: 8/5 6/5."

    computer = Setup(names=("Alice", "Bob"), length=3, board=SimulatedSlots(), computer=Player.TWO)
    evening(tmp_path, rule, computer)


def test_dice_are_shown_as_they_lie_though_nothing_else_may_be_asked_for(tmp_path: Path) -> None:
    async def rule(seen: Seen) -> None:
        shown = [seen.game().dice]
        await seen.throw(2, 2)
        shown.append(seen.game().dice)
        seen.seated.dice().lift()
        await seen.seated.passes(1)
        shown.append(seen.game().dice)

        states = [[dice.state for dice in pairs] for pairs in shown]
        assert states[1:] == [[DiceState.SETTLED], [DiceState.LIFTED]]

    evening(tmp_path, rule)


def test_the_moment_rises_whenever_something_else_may_be_asked_for(tmp_path: Path) -> None:
    async def rule(seen: Seen) -> None:
        moments = [seen.showing.moment]

        async def then(doing: Awaitable[None]) -> None:
            await doing
            moments.append(seen.showing.moment)
            assert seen.game().moment == moments[-1]

        await then(seen.throw(3, 1))
        await then(seen.carry(8, 5))
        await then(seen.carry(6, 5))
        await then(seen.throw(6, 5))
        await then(seen.ask(Colour.DARK, Wish.HINTS, 0))
        await then(seen.ask(Colour.LIGHT, Wish.RESIGN, 1))
        await then(seen.ask(Colour.DARK, Wish.NO))
        begun, thrown, carried, *_ = moments

        assert moments == sorted(moments)
        assert begun < thrown == carried == moments[3]
        assert moments[3] < moments[4] < moments[5] < moments[6] < moments[7]

    evening(tmp_path, rule)


def test_the_record_has_the_turns_with_the_board_after_each(tmp_path: Path) -> None:
    async def rule(seen: Seen) -> None:
        await seen.throw(3, 1)
        await seen.carry(8, 5)
        await seen.carry(6, 5)
        await seen.throw(6, 5)
        record = seen.look()["Record"]
        assert isinstance(record, Record)
        (row,) = record.game.rows

        assert (row.colour, row.words, row.note) == (Colour.LIGHT, "31: 8/5 6/5", "")
        assert row.board == "-b---BD-B---eE---c-e----B-"
        assert row.xgid.startswith(f"XGID={row.board}:0:0:-1:00:")
        assert record.match == 1

    evening(tmp_path, rule)


def test_a_game_that_is_over_says_who_has_won(tmp_path: Path) -> None:
    async def rule(seen: Seen) -> None:
        await seen.throw(3, 1)
        await seen.carry(8, 5)
        await seen.ask(Colour.LIGHT, Wish.RESIGN, 1)
        await seen.ask(Colour.DARK, Wish.YES)
        over = seen.look()

        assert seen.seated.table.state.match.game.phase is Phase.OVER
        assert over["Game"].over
        assert over["Game"].verdict.startswith("Alice resigns a game: Bob wins 1 point.")
        assert over["Record"].game.result == "Alice resigns a game: Bob wins 1 point."
        await seen.ask(Colour.DARK, Wish.NEXT)
        record = seen.look()["Record"]
        assert record.results == ("Alice resigns a game: Bob wins 1 point.",)
        assert record.game.scores == {Colour.LIGHT: 0, Colour.DARK: 1}

    evening(tmp_path, rule)


@pytest.mark.parametrize("viewer", [HOLDER, SPECTATOR], ids=["en", "fr"])
def test_while_switches_are_tried_out_the_board_shows_what_they_feel(
    tmp_path: Path, viewer: Viewer
) -> None:
    async def rule(seen: Seen) -> None:
        table = seen.seated.table
        table.try_switches()
        seen.seated.checkers.lift(point(6))
        seen.seated.checkers.lift(point(6))
        seen.seated.checkers.lift(point(8))
        await seen.seated.passes(1)
        shown = seen.look(viewer)

        assert shown["Trial"].running
        assert shown["Trial"].words
        assert shown["Board"].places[point(8)].claim == "2"

    evening(tmp_path, rule)
