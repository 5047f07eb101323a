"""Any moment of a match has an XGID and GNU ids, in which Light's are the capital letters."""

from dataclasses import replace

import pytest

from engine.backgammon.game import events
from engine.backgammon.game.match import Match
from engine.backgammon.game.scoring import Cube, Win
from engine.backgammon.notation.snapshots.gnu_id import parse_gnu_id
from engine.backgammon.notation.snapshots.xgid import parse_xgid
from engine.backgammon.rulebook import TOURNAMENT, TRICTRAC, Option
from engine.players import ByPlayer, Player
from hardware.checkers import Colour
from referee.seating import Seating
from service.records.position_ids import BOTTOM, PositionIds, ids_of, snapshot_of, write_board
from tests.rigs.engine.play_notation import after
from tests.rigs.engine.sample_matches import random_match

BEGUN = after(Match(TOURNAMENT, 7, ByPlayer(2, 3)), events.OpeningThrow(3, 1))
both = pytest.mark.parametrize("light", Player)


def to_throw() -> Match:
    """A match in which player TWO is to throw."""
    played = next(
        scene.after
        for scene in random_match(TOURNAMENT, 7, 1).replay()
        if isinstance(scene.event, events.EndTurn) and not scene.after.game.result
    )
    return replace(played, score=ByPlayer(2, 3))


@both
def test_both_notations_tell_the_same_moment(light: Player) -> None:
    for scene in random_match(TOURNAMENT, 7, 3).replay():
        ids = ids_of(scene.after, light)
        by_xgid, by_gnu = parse_xgid(ids.xgid), parse_gnu_id(ids.gnu_id)

        assert by_gnu == replace(by_xgid, jacoby=by_gnu.jacoby, resigning=by_gnu.resigning)
        assert by_xgid.position == scene.after.game.position


@both
def test_lights_checkers_are_always_the_capital_letters(light: Player) -> None:
    for scene in random_match(TOURNAMENT, 3, 5).replay():
        game = scene.after.game
        board = write_board(Seating(light).layout(game.position, game.turn))
        fields = ids_of(scene.after, light).xgid.removeprefix("XGID=").split(":")

        assert fields[0] == board
        assert fields[3] == ("1" if game.turn is light else "-1")


def test_the_score_is_that_of_light_first() -> None:
    assert ids_of(BEGUN, Player.ONE).xgid.split(":")[5:7] == ["2", "3"]
    assert ids_of(BEGUN, Player.TWO).xgid.split(":")[5:7] == ["3", "2"]


def test_a_double_waits_for_its_answer() -> None:
    match = to_throw()
    doubled = after(match, events.Double(match.game.turn))
    snapshot = snapshot_of(doubled, Player.ONE)

    assert snapshot.doubled
    assert snapshot.cube == Cube()
    assert ids_of(doubled, Player.ONE).xgid.split(":")[4] == "D"


def test_a_beaver_waits_for_its_answer() -> None:
    rulebook = replace(TRICTRAC, beavers=Option.ON)
    match = replace(to_throw(), rulebook=rulebook, length=0)
    doubler = match.game.turn
    beavered = after(match, events.Double(doubler), events.Beaver(doubler.opponent))
    ids = ids_of(beavered, doubler)

    assert ids.xgid.split(":")[1:5] == ["1", "-1", "1", "B"]
    assert parse_gnu_id(ids.gnu_id).doubled


def test_only_the_player_who_has_to_decide_can_resign_in_an_id() -> None:
    match = to_throw()
    mover = match.game.turn

    assert snapshot_of(after(match, events.Resign(mover, Win.GAMMON)), mover).resigning == 2
    other = after(match, events.Resign(mover.opponent, Win.GAMMON))
    assert snapshot_of(other, mover).resigning == 0
    assert parse_gnu_id(ids_of(other, mover).gnu_id).position == match.game.position


def test_a_number_that_is_too_large_has_no_id() -> None:
    high = replace(BEGUN, length=0, score=ByPlayer(1 << 15, 0), rulebook=TRICTRAC)
    assert ids_of(high, Player.ONE) == PositionIds("", "")


def test_light_is_at_the_bottom() -> None:
    assert Seating(BOTTOM).colour(BOTTOM) is Colour.LIGHT
