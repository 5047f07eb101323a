"""Players who sit otherwise than agreed say so, and everything goes on as they sit."""

from dataclasses import replace
from itertools import permutations
from pathlib import Path

import pytest

from engine.backgammon.game.match import Phase
from engine.backgammon.position import START
from engine.players import Player
from hardware.checkers import Colour, point
from hardware.observations import Count, Observation
from hardware.signals import PlayerRequest, PlayerRequestKind
from referee.effects import ChangeSeating
from referee.questions import QuestionKind
from referee.seating import ORIENTATIONS, Orientation
from referee.verdicts import OnTheWay, Unchanged
from service.storage.journal_reader import read_journal
from service.storage.journal_replay import replay_match
from service.table.table_runtime import journal_path
from tests.rigs.tables import table_in_memory as tables

LONG = replace(tables.TABLE_SETTINGS, length=3)
LAYOUT = LONG.match_settings.seating.layout(START, LONG.match_settings.light)
MIRRORED = Orientation(home_left=True)
YES, NO = PlayerRequestKind.YES, PlayerRequestKind.NO


async def sit(seated: tables.HandsAtTable, orientation: Orientation) -> None:
    """Sets the checkers up for this orientation of the board."""
    await seated.arrange(orientation.layout(LAYOUT))
    await seated.pass_seconds(2)


async def agree(seated: tables.HandsAtTable) -> None:
    for colour in Colour:
        question = seated.table.state.question
        assert question
        assert question.kind is QuestionKind.SEATING
        seated.request(colour, YES)
        await seated.pass_seconds(2)


@pytest.mark.parametrize(("before", "after"), list(permutations(ORIENTATIONS, 2)))
async def test_places_are_named_anew_once_both_agree(
    tmp_path: Path, before: Orientation, after: Orientation
) -> None:
    async with tables.open_evening(tmp_path, tables.turned(LONG, before)) as runtime:
        seated = tables.hands_at(runtime)
        await sit(seated, after)
        await agree(seated)

        assert runtime.table.orientation == after
        assert runtime.table.state.is_set_up
        await seated.throw(3, 1)
        seated.checkers.lift(after[point(8)])
        await seated.pass_seconds(1)
        verdict = runtime.table.state.verdict
        assert isinstance(verdict, OnTheWay)
        assert verdict.lifted == (point(8),)
        assert after[point(8)] in seated.lamps.visible_frame.lights


async def test_computer_sits_as_its_opponent_does(tmp_path: Path) -> None:
    against = replace(LONG, computer=Player.TWO)
    async with tables.open_evening(tmp_path, against) as runtime:
        seated = tables.hands_at(runtime)
        await sit(seated, MIRRORED)
        seated.request(Colour.LIGHT, YES)
        await seated.pass_seconds(2)
        assert runtime.table.orientation == MIRRORED


async def test_one_player_alone_changes_nothing(tmp_path: Path) -> None:
    async with tables.open_evening(tmp_path, LONG) as runtime:
        seated = tables.hands_at(runtime)
        await sit(seated, MIRRORED)
        seated.request(Colour.LIGHT, YES)
        await seated.pass_seconds(2)
        seated.request(Colour.LIGHT, YES)
        seated.request(Colour.DARK, NO)
        await seated.pass_seconds(2)

        assert runtime.table.orientation == LONG.orientation
        assert runtime.table.state.question is None
        await sit(seated, LONG.orientation)
        assert runtime.table.state.is_set_up


async def test_observation_that_waits_behind_the_agreement_is_judged_by_the_new_names(
    tmp_path: Path,
) -> None:
    async with tables.open_evening(tmp_path, LONG) as runtime:
        seated = tables.hands_at(runtime)
        await sit(seated, MIRRORED)
        seated.request(Colour.LIGHT, YES)
        await seated.pass_seconds(2)
        checkers, place = seated.checkers, MIRRORED[point(8)]
        colour = checkers.lift(place)
        lifted = seated.board.observe()
        checkers.put(place, colour)
        seated.request(Colour.DARK, YES)
        runtime.table.submit(lifted)
        await seated.pass_seconds(2)

        assert runtime.table.orientation == MIRRORED
    (match,) = read_journal(journal_path(tmp_path, LONG.name))
    signals = [entry.signal for entry in match.entries]
    answer = max(at for at, signal in enumerate(signals) if isinstance(signal, PlayerRequest))
    seen = [signal for signal in signals[answer:] if isinstance(signal, Observation)]
    assert seen[0].sightings[place].light == Count(2, 2)
    assert Count(2, 2) in [one.sightings[point(8)].light for one in seen[1:]]


def test_match_goes_on_as_the_players_sit_after_a_restart(tmp_path: Path) -> None:
    changed: list[object] = []

    async def play(seated: tables.HandsAtTable) -> None:
        seated.table.listeners.append(changed.append)
        await sit(seated, MIRRORED)
        await agree(seated)
        await seated.throw(3, 1)

    async def look(seated: tables.HandsAtTable) -> None:
        await seated.arrange(seated.table.orientation.layout(LAYOUT))
        await seated.pass_seconds(2)

    first = tables.play_evening(tmp_path, play, LONG)
    second = tables.play_evening(tmp_path, look, LONG)

    assert ChangeSeating(mirrored=True) in changed
    assert second.table.orientation == first.table.orientation == MIRRORED
    assert second.table.state.match == first.table.state.match
    assert second.table.state.match.game.phase is Phase.TO_PLAY
    assert isinstance(second.table.state.verdict, Unchanged)
    (match,) = read_journal(journal_path(tmp_path, LONG.name))
    assert [*replay_match(match)][-1].after == second.table.state
