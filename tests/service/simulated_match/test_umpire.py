"""The umpire counts what a referee does wrong, and finds one that is wrong on purpose."""

from collections.abc import Iterable
from dataclasses import replace

import pytest

from engine.backgammon.dice import Dice
from engine.backgammon.game import events
from engine.backgammon.game.events import EndTurn, Play
from engine.backgammon.game.match import Match
from engine.backgammon.game.scoring import Win
from engine.backgammon.illegal_plays.play_reasons import Reason, ReasonKind
from engine.backgammon.moves.plays import LegalPlays
from engine.backgammon.notation.record.record import Record
from engine.backgammon.position import START, Setup
from engine.backgammon.rulebook import TOURNAMENT
from engine.players import Player
from hardware.checkers import POINTS, Colour
from hardware.drivers.clocks import SimulatedClock
from hardware.drivers.simulated.board_sensors import SlotBoard
from hardware.drivers.simulated.simulated_devices import SwitchFault
from hardware.drivers.simulated.simulated_table import SimulatedTable
from referee import notices
from referee.effects import Effect, RecordEvent, ReportVerdict
from referee.match_settings import CASUAL_PROFILE, MONEY_PROFILE
from referee.notices import Notice
from referee.state import State
from referee.verdicts import Complete, Disturbed, Illegal
from service.simulated_match.complaints import FalseAlarm, LostPlay, WrongMatchState, WrongReason
from service.simulated_match.runner import SimulationOptions
from service.simulated_match.umpire import (
    ALARMS,
    TWO_SLIPS,
    RefereeScore,
    TableTruth,
    Umpire,
    kind_of,
    scores_by_kind,
)
from simulation.everyday_habits import only
from simulation.gestures import (
    Checkpoint,
    SlipCorrected,
    SlipPlanted,
    SlipShown,
    TurnBegins,
    TurnEnds,
)
from tests.rigs.referee.board_views import SEATING
from tests.rigs.referee.sample_notices import example_notice
from tests.rigs.simulation.umpired_matches import (
    EffectFilter,
    beginning_of,
    falsified_referee,
    umpire_of,
)
from tests.rigs.tables.table_in_memory import TABLE_SETTINGS

WITH_ERRORS = SimulationOptions(CASUAL_PROFILE, "hall", errors=1.0)


@pytest.fixture
def record() -> Record:
    return beginning_of(60)


def turns(record: Record) -> int:
    return sum(isinstance(event, EndTurn) for event in record.events)


def with_referee(patch: pytest.MonkeyPatch, spoil: EffectFilter) -> None:
    patch.setattr("service.table.refereed_table.step", falsified_referee(spoil))


def is_alarm(effect: Effect) -> bool:
    if isinstance(effect, Notice):
        return type(effect) in ALARMS
    return isinstance(effect, ReportVerdict) and isinstance(effect.verdict, Illegal | Disturbed)


def test_a_good_referee_does_nothing_wrong(record: Record) -> None:
    umpire = umpire_of(record)

    assert umpire.score == RefereeScore(turns=turns(record))
    assert umpire.complaints == []
    assert not umpire.has_errors


def test_every_planted_error_is_counted_as_refused_reported_undetectable_or_missed(
    record: Record,
) -> None:
    score = umpire_of(record, WITH_ERRORS).score

    assert score.planted_errors > 0.9 * turns(record)
    assert score.planted_errors == score.refused + score.untellable + score.missed_errors
    assert score.right_reason <= score.refused


def test_an_alarm_where_nothing_is_wrong_is_a_false_one(
    record: Record, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nervous(effect: Effect) -> Iterable[Effect]:
        yield effect
        if isinstance(effect, ReportVerdict) and isinstance(effect.verdict, Complete):
            yield example_notice(notices.IllegalPlayRefused)

    with_referee(monkeypatch, nervous)
    umpire = umpire_of(record)

    assert umpire.score.false_alarms >= turns(record)
    assert umpire.has_errors
    assert isinstance(umpire.complaints[0], FalseAlarm)


def test_the_play_before_is_not_taken_for_the_one_that_was_lost() -> None:
    umpire, state = Umpire(), State.of(TABLE_SETTINGS.match_settings)
    for event in (Play(Player.ONE, START), EndTurn(Player.ONE)):
        umpire.on_effect(RecordEvent(event, state.match, state.match), state)

    umpire.on_mark(TurnEnds(Player.TWO, Play(Player.TWO, START)), state)
    (lost,) = umpire.complaints
    assert isinstance(lost, LostPlay)
    assert lost.recorded_events == ()


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("length", [0, 3])
def test_a_game_that_ends_before_anything_was_moved_may_lead_to_the_next_at_once(
    record: Record, seed: int, length: int
) -> None:
    resigned = events.Resign(Player.ONE, Win.SINGLE), events.AcceptResignation(Player.TWO)
    over = (events.OpeningThrow(3, 1), *resigned)
    short = replace(record, length=length, events=(*over, events.NextGame(), *over))

    umpire = umpire_of(short, SimulationOptions(CASUAL_PROFILE, seed=seed))

    assert [*map(str, umpire.complaints)] == []
    assert not umpire.has_errors


def test_a_match_state_that_differs_from_the_record_is_reported() -> None:
    umpire, state = Umpire(), State.of(TABLE_SETTINGS.match_settings)

    umpire.on_mark(Checkpoint(state.match), state)
    assert umpire.complaints == []

    umpire.on_mark(Checkpoint(replace(state.match, number=2)), state)
    assert [*map(type, umpire.complaints)] == [WrongMatchState]
    assert umpire.has_errors


def test_a_play_that_is_not_recorded_is_lost(
    record: Record, monkeypatch: pytest.MonkeyPatch
) -> None:
    def forgetful(effect: Effect) -> Iterable[Effect]:
        if not (isinstance(effect, RecordEvent) and isinstance(effect.event, Play)):
            yield effect

    with_referee(monkeypatch, forgetful)
    umpire = umpire_of(record)

    played = [isinstance(event, Play) for event in record.events]
    ended = [isinstance(event, EndTurn) for event in record.events[1:]]
    assert umpire.score.lost_plays == sum(map(all, zip(played, ended, strict=False)))
    assert umpire.has_errors


def test_another_play_than_the_one_made_is_a_lost_one(
    record: Record, monkeypatch: pytest.MonkeyPatch
) -> None:
    def careless(effect: Effect) -> Iterable[Effect]:
        if isinstance(effect, RecordEvent) and isinstance(effect.event, Play):
            play = effect.event
            yield replace(effect, event=replace(play, result=play.result.mirrored))
        else:
            yield effect

    with_referee(monkeypatch, careless)

    assert umpire_of(record).score.lost_plays > 0


def test_error_without_an_objection_is_missed(
    record: Record, monkeypatch: pytest.MonkeyPatch
) -> None:
    def silent(effect: Effect) -> Iterable[Effect]:
        if not is_alarm(effect):
            yield effect

    with_referee(monkeypatch, silent)
    umpire = umpire_of(record, WITH_ERRORS)
    score = umpire.score

    assert score.missed_errors == score.planted_errors - score.untellable > 0
    assert score.refused == score.right_reason == 0
    assert umpire.has_errors


def test_a_reason_that_does_not_fit_is_no_right_one(
    record: Record, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = (Reason(ReasonKind.MOVED_BEFORE_THROW),)
    empty = Setup.of({}, {})

    def muddled(effect: Effect) -> Iterable[Effect]:
        match effect:
            case notices.IllegalPlayRefused() | notices.SwitchSilent() | notices.SwitchClosed() if (
                effect.reasons
            ):
                yield replace(effect, reasons=other, board=empty)
            case notices.IllegalPlayStands() | notices.IllegalPlayChoice():
                yield replace(effect, reasons=other)
            case ReportVerdict(verdict=Illegal() as verdict):
                yield ReportVerdict(replace(verdict, reasons=other, board=empty))
            case _:
                yield effect

    with_referee(monkeypatch, muddled)
    umpire = umpire_of(record, WITH_ERRORS)

    assert umpire.score.refused > 0
    assert umpire.score.right_reason == 0
    assert all(isinstance(complaint, WrongReason) for complaint in umpire.complaints)
    assert not umpire.has_errors


def test_an_error_that_a_board_cannot_tell_is_counted_by_its_kind(record: Record) -> None:
    umpire = umpire_of(record, replace(WITH_ERRORS, sensor="single"))

    assert umpire.score.untellable > 0
    assert umpire.score.missed_errors == 0
    kinds = umpire.kinds.values()
    assert sum(kind.untellable for kind in kinds) == umpire.score.untellable
    assert sum(kind.planted_errors for kind in kinds) == umpire.score.planted_errors


PRESSING = replace(WITH_ERRORS, everyday=only({"presses": 1.0}))


def test_error_that_passes_at_a_later_press_is_missed(
    record: Record, monkeypatch: pytest.MonkeyPatch
) -> None:
    refusals: list[Effect] = []

    def impatient(effect: Effect) -> Iterable[Effect]:
        if isinstance(effect, notices.IllegalPlayRefused):
            refusals.append(effect)
            if len(refusals) % 2 == 0:
                match = Match(TOURNAMENT, 3)
                yield RecordEvent(EndTurn(Player.ONE), match, match)
                return
        yield effect

    with_referee(monkeypatch, impatient)
    score = umpire_of(record, PRESSING).score

    assert 0 < score.passed <= score.missed_errors
    assert score.planted_errors == score.refused + score.untellable + score.missed_errors


def test_good_referee_lets_nothing_pass_at_a_later_press(record: Record) -> None:
    score = umpire_of(record, PRESSING).score

    assert score.passed == score.missed_errors == 0
    assert score.refused > 10


def test_lamps_alone_do_not_tell_people_of_an_error(
    record: Record, monkeypatch: pytest.MonkeyPatch
) -> None:
    def mute(effect: Effect) -> Iterable[Effect]:
        if not isinstance(effect, Notice):
            yield effect

    with_referee(monkeypatch, mute)

    assert umpire_of(record, WITH_ERRORS).score.refused == 0


def test_an_illegal_play_that_stands_is_challenged_by_the_opponent(record: Record) -> None:
    umpire = umpire_of(record, replace(WITH_ERRORS, profile=MONEY_PROFILE))

    assert umpire.score.refused > 0
    assert not umpire.has_errors


@pytest.mark.parametrize("kind", [notices.SwitchDead, notices.SwitchStuck])
def test_notice_about_a_switch_is_right_only_where_one_is_faulty(
    kind: type[notices.SwitchDead | notices.SwitchStuck],
) -> None:
    state = State.of(TABLE_SETTINGS.match_settings)
    board = SlotBoard("board", SimulatedTable(), SimulatedClock())
    board.set_fault(POINTS[4], 2, SwitchFault.DEAD)
    umpire = Umpire(TableTruth((board,)))

    for place, false_alarms in ((POINTS[4], 0), (POINTS[5], 1)):
        umpire.on_effect(kind((place,)), state)
        assert umpire.score.false_alarms == false_alarms


def test_refusal_of_a_right_play_is_a_false_alarm_whatever_is_faulty() -> None:
    board = SlotBoard("board", SimulatedTable(), SimulatedClock())
    board.set_fault(POINTS[4], 2, SwitchFault.DEAD)
    refusal = notices.IllegalPlayRefused(Colour.LIGHT, (), START.setup, (POINTS[4],))

    umpire = Umpire(TableTruth((board,)))
    umpire.on_effect(refusal, State.of(TABLE_SETTINGS.match_settings))

    assert umpire.score.false_alarms == 1


def test_error_that_shows_only_after_the_turn_was_untellable() -> None:
    state = State.of(TABLE_SETTINGS.match_settings)
    plays = LegalPlays(START, Dice(3, 1))
    play = next(iter(plays))
    table = SimulatedTable(SEATING.layout(play, Player.ONE))
    board = SlotBoard("board", table, SimulatedClock())
    umpire = Umpire(TableTruth((board,)))
    umpire.on_mark(TurnBegins(Player.ONE, Dice(3, 1), START), state)
    umpire.on_mark(SlipPlanted(("a",), play.setup, frozenset()), state)

    umpire.on_effect(RecordEvent(EndTurn(Player.ONE), state.match, state.match), state)
    table.add_extra(Colour.LIGHT)
    table.put(POINTS[21], Colour.LIGHT)
    umpire.on_mark(SlipShown(), state)
    umpire.on_mark(SlipCorrected(), state)

    assert (umpire.score.untellable, umpire.score.missed_errors) == (1, 0)


def test_errors_made_at_once_are_a_kind_of_their_own() -> None:
    one = SlipPlanted(("a",), START.setup, frozenset())

    assert kind_of(one) == "a"
    assert kind_of(replace(one, slips=("a", "b"))) == TWO_SLIPS


def test_the_errors_of_several_evenings_are_added_up() -> None:
    first, second = Umpire(), Umpire()
    first.kinds = {"a": RefereeScore(planted_errors=1, refused=1)}
    second.kinds = {
        "b": RefereeScore(planted_errors=2),
        "a": RefereeScore(planted_errors=3, untellable=1),
    }

    added = scores_by_kind([first, second])

    assert list(added) == ["a", "b"]
    assert added["a"] == RefereeScore(planted_errors=4, refused=1, untellable=1)
