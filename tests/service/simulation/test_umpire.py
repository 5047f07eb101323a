"""The umpire counts what a referee does wrong, and finds one that is wrong on purpose."""

from collections.abc import Iterable
from dataclasses import replace

import pytest

from engine.backgammon.game.events import (
    AcceptResignation,
    EndTurn,
    NextGame,
    OpeningThrow,
    Play,
    Resign,
)
from engine.backgammon.game.scoring import Win
from engine.backgammon.notation.record.record import Record
from engine.backgammon.players import Player
from engine.backgammon.position import START
from engine.backgammon.why.reasons import Reason, Why
from referee.effects import Effect, Happened, Judged, Notice, What
from referee.profiles import CASUAL, MONEY
from referee.state import State
from referee.verdicts import Complete, Disturbed, Illegal
from service.simulation.complaints import FalseAlarm, LostPlay, Strayed, WrongReason
from service.simulation.evening import Plan
from service.simulation.marks import ErrorPlanted, Reached, TurnEnds
from service.simulation.umpire import ALARMS, AT_ONCE, Score, Umpire, by_kind, kind_of
from tests.rigs.tables import SETUP
from tests.rigs.umpired import Spoil, beginning, spoilt, umpired

WITH_ERRORS = Plan(CASUAL, "hall", errors=1.0)


@pytest.fixture
def record() -> Record:
    return beginning(60)


def turns(record: Record) -> int:
    return sum(isinstance(event, EndTurn) for event in record.events)


def with_referee(patch: pytest.MonkeyPatch, spoil: Spoil) -> None:
    patch.setattr("service.tables.table.step", spoilt(spoil))


def is_alarm(effect: Effect) -> bool:
    if isinstance(effect, Notice):
        return effect.what in ALARMS
    return isinstance(effect, Judged) and isinstance(effect.verdict, Illegal | Disturbed)


def test_a_good_referee_does_nothing_wrong(record: Record) -> None:
    umpire = umpired(record)

    assert umpire.score == Score(turns=turns(record))
    assert umpire.complaints == []
    assert not umpire.went_wrong


def test_every_planted_error_is_refused_told_untellable_or_missed(record: Record) -> None:
    score = umpired(record, WITH_ERRORS).score

    assert score.planted_errors > 0.9 * turns(record)
    assert score.planted_errors == score.refused + score.untellable + score.missed_errors
    assert score.right_reason <= score.refused


def test_an_alarm_where_nothing_is_wrong_is_a_false_one(
    record: Record, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nervous(effect: Effect) -> Iterable[Effect]:
        yield effect
        if isinstance(effect, Judged) and isinstance(effect.verdict, Complete):
            yield Notice(What.ILLEGAL)

    with_referee(monkeypatch, nervous)
    umpire = umpired(record)

    assert umpire.score.false_alarms >= turns(record)
    assert umpire.went_wrong
    assert isinstance(umpire.complaints[0], FalseAlarm)


def test_the_play_before_is_not_taken_for_the_one_that_was_lost() -> None:
    umpire, state = Umpire(), State.of(SETUP.match)
    for event in (Play(Player.ONE, START), EndTurn(Player.ONE)):
        umpire.hear(Happened(event), state)

    umpire.see(TurnEnds(Player.TWO, Play(Player.TWO, START)), state)
    (lost,) = umpire.complaints
    assert isinstance(lost, LostPlay)
    assert lost.kept == ()


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("length", [0, 3])
def test_a_game_that_ends_before_anything_was_moved_may_lead_to_the_next_at_once(
    record: Record, seed: int, length: int
) -> None:
    opening = OpeningThrow(3, 1)
    over = (opening, Resign(Player.ONE, Win.SINGLE), AcceptResignation(Player.TWO))
    short = replace(record, length=length, events=(*over, NextGame(), *over))

    umpire = umpired(short, Plan(CASUAL, seed=seed))

    assert [*map(str, umpire.complaints)] == []
    assert not umpire.went_wrong


def test_a_match_that_goes_another_way_than_the_record_has_strayed() -> None:
    umpire, state = Umpire(), State.of(SETUP.match)

    umpire.see(Reached(state.match), state)
    assert umpire.complaints == []

    umpire.see(Reached(replace(state.match, number=2)), state)
    assert [*map(type, umpire.complaints)] == [Strayed]
    assert umpire.went_wrong


def test_a_play_that_is_not_taken_down_is_lost(
    record: Record, monkeypatch: pytest.MonkeyPatch
) -> None:
    def forgetful(effect: Effect) -> Iterable[Effect]:
        if not (isinstance(effect, Happened) and isinstance(effect.event, Play)):
            yield effect

    with_referee(monkeypatch, forgetful)
    umpire = umpired(record)

    played = [isinstance(event, Play) for event in record.events]
    ended = [isinstance(event, EndTurn) for event in record.events[1:]]
    assert umpire.score.lost_plays == sum(map(all, zip(played, ended, strict=False)))
    assert umpire.went_wrong


def test_another_play_than_the_one_made_is_a_lost_one(
    record: Record, monkeypatch: pytest.MonkeyPatch
) -> None:
    def careless(effect: Effect) -> Iterable[Effect]:
        if isinstance(effect, Happened) and isinstance(effect.event, Play):
            play = effect.event
            yield Happened(replace(play, result=play.result.turned))
        else:
            yield effect

    with_referee(monkeypatch, careless)

    assert umpired(record).score.lost_plays > 0


def test_an_error_that_nobody_objects_to_is_missed(
    record: Record, monkeypatch: pytest.MonkeyPatch
) -> None:
    def silent(effect: Effect) -> Iterable[Effect]:
        if not is_alarm(effect):
            yield effect

    with_referee(monkeypatch, silent)
    umpire = umpired(record, WITH_ERRORS)
    score = umpire.score

    assert score.missed_errors == score.planted_errors - score.untellable > 0
    assert score.refused == score.right_reason == 0
    assert umpire.went_wrong


def test_a_reason_that_does_not_fit_is_no_right_one(
    record: Record, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = (Reason(Why.MOVED_BEFORE_THROW),)

    def muddled(effect: Effect) -> Iterable[Effect]:
        match effect:
            case Notice(reasons=[_, *_]):
                yield replace(effect, reasons=other, board=None)
            case Judged(verdict=Illegal() as verdict):
                yield Judged(replace(verdict, reasons=other, board=START.setup))
            case _:
                yield effect

    with_referee(monkeypatch, muddled)
    umpire = umpired(record, WITH_ERRORS)

    assert umpire.score.refused > 0
    assert umpire.score.right_reason == 0
    assert all(isinstance(complaint, WrongReason) for complaint in umpire.complaints)
    assert not umpire.went_wrong


def test_an_error_that_a_board_cannot_tell_is_counted_by_its_kind(record: Record) -> None:
    umpire = umpired(record, replace(WITH_ERRORS, sensor="single"))

    assert umpire.score.untellable > 0
    assert umpire.score.missed_errors == 0
    kinds = umpire.kinds.values()
    assert sum(kind.untellable for kind in kinds) == umpire.score.untellable
    assert sum(kind.planted_errors for kind in kinds) == umpire.score.planted_errors


def test_an_illegal_play_that_stands_is_challenged_by_the_opponent(record: Record) -> None:
    umpire = umpired(record, replace(WITH_ERRORS, profile=MONEY))

    assert umpire.score.refused > 0
    assert not umpire.went_wrong


def test_what_the_table_s_trouble_brings_about_is_no_false_alarm() -> None:
    state = State.of(SETUP.match)
    notice = Notice(What.SWITCH_DEAD)
    strict, kind = Umpire(), Umpire(frozenset({What.SWITCH_DEAD}))

    strict.hear(notice, state)
    kind.hear(notice, state)

    assert (strict.score.false_alarms, kind.score.false_alarms) == (1, 0)


def test_errors_made_at_once_are_a_kind_of_their_own() -> None:
    one = ErrorPlanted(("a",), START.setup, frozenset())

    assert kind_of(one) == "a"
    assert kind_of(replace(one, slips=("a", "b"))) == AT_ONCE


def test_the_errors_of_several_evenings_are_added_up() -> None:
    first, second = Umpire(), Umpire()
    first.kinds = {"a": Score(planted_errors=1, refused=1)}
    second.kinds = {"b": Score(planted_errors=2), "a": Score(planted_errors=3, untellable=1)}

    added = by_kind([first, second])

    assert list(added) == ["a", "b"]
    assert added["a"] == Score(planted_errors=4, refused=1, untellable=1)
