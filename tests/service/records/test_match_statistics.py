"""The statistics of a match count turns, time and objections, and know the last end of a game."""

from dataclasses import replace

import pytest

from engine.backgammon.game.match import Phase
from engine.backgammon.position import OFF, Setup
from engine.players import ByPlayer, Player
from hardware.checkers import Colour, point, tray
from hardware.signals import DiceState, PlayerRequestKind
from referee import notices
from referee.effects import StartNextMatch
from referee.match_settings import CASUAL_PROFILE, CLUB_PROFILE, MONEY_PROFILE, Profile
from service.records.match_statistics import GameEnding, MatchStatistics
from service.records.score_sheet import MatchSheet
from service.story.simulated_evening import Evening
from tests.rigs.referee.board_views import evening_at, make_settings
from tests.rigs.tables.story_moments import STORIES
from tests.rigs.tables.story_moments import evening as story_evening

LIGHT, DARK = Colour
LAST_CHECKER = Setup.of({1: 1, OFF: 14}, {6: 2, OFF: 13}).position()


def evening(length: int = 3, profile: Profile = CASUAL_PROFILE) -> Evening:
    """A match at a board that is set up, at a table where only a request begins the next game."""
    begun = Evening(replace(make_settings(profile, length=length), next_on_request=True))
    begun.table.arrange(begun.state.expected_layout)
    begun.begin()
    return begun


def statistics(played: Evening) -> MatchStatistics:
    counted = MatchStatistics()
    for past in played.history:
        for effect in past.step.effects:
            counted.add(effect, past.step.state, past.signal.at, 1)
    return counted


def ending(played: Evening) -> GameEnding:
    found = statistics(played).ending
    assert found
    return found


def play_31(played: Evening) -> None:
    played.throw(3, 1)
    played.move("8/5 6/5", 1)
    played.dice(DiceState.LIFTED)


def resign(played: Evening, loser: Colour = LIGHT) -> None:
    played.say(loser, PlayerRequestKind.RESIGN, 1)
    played.say(loser.other, PlayerRequestKind.YES)


def carry_wrongly(played: Evening) -> None:
    """Light carries a checker two points, and lets it lie."""
    played.carry(point(13), point(11), LIGHT)
    played.wait(20)


def test_game_lasts_from_its_first_throw_to_its_end() -> None:
    played = evening()
    played.wait(100)
    play_31(played)
    played.wait(60)
    resign(played)
    assert 60 < ending(played).game.seconds < 80
    assert ending(played).game.turns == 1


def test_match_lasts_as_long_as_its_games_together() -> None:
    played = evening()
    for _ in range(2):
        play_31(played)
        played.wait(60)
        resign(played)
        played.wait(500)
        played.say(DARK, PlayerRequestKind.NEXT)
        played.table.arrange(played.state.expected_layout)
        played.wait(1)
    play_31(played)
    resign(played)
    last = ending(played)
    assert last.match.winner
    assert last.whole.turns == 3
    assert 120 < last.whole.seconds < 180
    assert last.game.turns == 1


def test_wrong_play_is_one_objection_however_long_it_lies_there() -> None:
    played = evening()
    played.throw(3, 1)
    carry_wrongly(played)
    played.dice(DiceState.LIFTED)
    played.wait(1)
    played.dice(DiceState.LIFTED)
    resign(played)
    assert ending(played).game.objections == ByPlayer(1, 0)


def test_another_wrong_play_is_another_objection() -> None:
    played = evening()
    played.throw(3, 1)
    for _ in range(2):
        carry_wrongly(played)
        played.carry(point(11), point(13), LIGHT)
        played.wait(2)
    resign(played)
    assert ending(played).game.objections == ByPlayer(2, 0)


@pytest.mark.parametrize(
    ("objection", "at_fault"),
    [
        (notices.NotYourThrow(LIGHT), Player.ONE), (notices.EarlyThrowChoice(LIGHT), Player.TWO),
        (notices.BoardDisturbed(None), Player.ONE),
    ],
)  # fmt: skip
def test_objection_counts_for_its_player_and_once_in_a_turn(
    objection: notices.Notice, at_fault: Player
) -> None:
    played = evening()
    played.throw(3, 1)
    thrown, now = played.history[-1].step, played.clock.now()
    counted = statistics(played)
    for _ in range(3):
        counted.add(objection, thrown.state, now, 1)
    since = len(played.history)
    resign(played)
    for past in played.history[since:]:
        for effect in past.step.effects:
            counted.add(effect, past.step.state, past.signal.at, 1)
    assert counted.ending
    assert counted.ending.game.objections[at_fault] == sum(counted.ending.game.objections) == 1


@pytest.mark.parametrize(
    "name",
    [
        "dance", "dice-nudged", "dice-void", "early-throw-void", "hit-first-to-the-bar",
        "illegal-block", "illegal-opponent-challenges", "reason-entered-at-home", "slow-hands",
        "wrong-dice",
    ],
)  # fmt: skip
def test_card_counts_objections_where_the_record_marks_them(name: str) -> None:
    told = story_evening(next(it for it in STORIES if it.stem == name))
    told.say(told.state.colour, PlayerRequestKind.RESIGN, 1)
    told.say(told.state.colour.other, PlayerRequestKind.YES)
    settings = told.state.settings
    sheet = MatchSheet(settings.match(), settings)
    for past in told.history:
        for effect in past.step.effects:
            sheet.add_effect(effect)

    over = ending(told).game
    assert any(over.objections) is any(line.objections for line in sheet.games[0].lines)
    assert over.turns == sheet.games[0].turn_count


def test_play_that_is_put_right_unnoticed_is_no_objection() -> None:
    played = evening(profile=CLUB_PROFILE)
    played.throw(3, 1)
    carry_wrongly(played)
    played.carry(point(11), point(13), LIGHT)
    resign(played)
    assert ending(played).game.objections == ByPlayer(0, 0)


def test_wrong_play_that_the_opponent_may_challenge_is_an_objection_to_its_player() -> None:
    played = evening(profile=MONEY_PROFILE)
    played.throw(3, 1)
    carry_wrongly(played)
    played.carry(point(6), point(5), LIGHT)
    played.wait(1)
    played.dice(DiceState.LIFTED)
    played.wait(1)
    resign(played, DARK)
    assert ending(played).game.objections == ByPlayer(1, 0)


def test_game_that_is_taken_up_again_has_no_end_and_one_turn_less() -> None:
    played = evening_at(LAST_CHECKER, "65")
    played.carry(point(1), tray(LIGHT), LIGHT)
    played.wait(1)
    played.dice(DiceState.LIFTED)
    played.wait(1)
    first = ending(played)
    assert (first.match.game.phase, first.game.turns) == (Phase.OVER, 1)
    played.say(LIGHT, PlayerRequestKind.UNDO)
    assert ending(played) == first
    played.say(DARK, PlayerRequestKind.YES)
    assert statistics(played).ending is None
    played.dice(DiceState.LIFTED)
    played.wait(1)
    assert ending(played).game.turns == 1
    assert ending(played).serial == 2


@pytest.mark.parametrize("length", [1, 3, 0])
def test_end_of_a_game_is_known_until_the_first_throw_of_the_next(length: int) -> None:
    played = evening(length)
    play_31(played)
    resign(played)
    over = ending(played)
    assert over.match.winner is (Player.TWO if length == 1 else None)
    played.say(DARK, PlayerRequestKind.NEXT)
    played.table.arrange(played.state.expected_layout)
    played.wait(1)
    assert ending(played) == over
    played.throw(6, 2)
    assert statistics(played).ending is None


@pytest.mark.parametrize(("length", "is_known"), [(1, True), (3, False)])
def test_only_the_end_of_a_match_is_known_when_the_next_match_begins(
    length: int, *, is_known: bool
) -> None:
    played = evening(length)
    play_31(played)
    resign(played)
    counted = statistics(played)
    counted.add(StartNextMatch(), played.state, played.clock.now(), 1)
    assert (counted.ending is not None) is is_known


def test_end_of_a_game_is_forgotten_where_people_begin_a_match_by_hand() -> None:
    played = evening(1)
    play_31(played)
    resign(played)
    counted = statistics(played)
    counted.forget_ending()
    assert counted.ending is None
