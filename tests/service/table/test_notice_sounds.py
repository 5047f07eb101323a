"""Sounds at a table are few, and tell right from wrong."""

from dataclasses import replace
from pathlib import Path

import pytest

from engine.backgammon.game import events
from hardware.checkers import Colour, bar, point
from hardware.drivers.simulated.simulated_devices import SimulatedSounder
from hardware.outputs import Tune
from hardware.signals import Button
from referee import notices, request_notices
from referee.effects import LampMeaning, ReportVerdict, ShowLamps, StartNextMatch, WakeAt
from referee.notices import Notice
from service.drivers.simulated_drivers import SimulatedSounderOptions
from service.table.notice_sounds import (
    QUESTION_TUNE,
    REPEAT_INTERVAL,
    TUNES,
    WRONG_TUNE,
    SoundSelector,
)
from simulation.gestures import Gesture, Mark, Press
from tests.rigs.referee.sample_notices import NOTICE_KINDS, example_notice
from tests.rigs.tables import table_in_memory as tables

WITH_SOUNDER = replace(tables.TABLE_SETTINGS, sounder=SimulatedSounderOptions())
SILENT = {
    notices.SetUpIncomplete, notices.SwitchDead, notices.SwitchStuck, notices.SwitchMended,
    notices.DevicesLost, notices.RequestWithdrawn, request_notices.PositionDeclined,
    request_notices.SeatingChanged,
    notices.DevicesBack, notices.PlacesHidden, notices.CameraProblemFound,
    notices.CameraProblemSolved, notices.MatchResumed, notices.NotUnderstood, notices.NoLegalPlay,
    notices.SensorsDisagree, notices.HintsChanged, notices.HintsLocked,
}  # fmt: skip


def test_every_notice_is_either_audible_or_silent() -> None:
    assert set(NOTICE_KINDS) - set(TUNES) == SILENT


def test_there_are_two_tunes_and_both_are_short() -> None:
    assert set(TUNES.values()) == {WRONG_TUNE, QUESTION_TUNE}
    for tune in (WRONG_TUNE, QUESTION_TUNE):
        assert sum(tone.seconds for tone in tune) < 0.5
    loudest = max(tone.hertz for tone in WRONG_TUNE)
    assert loudest < min(tone.hertz for tone in QUESTION_TUNE)


@pytest.mark.parametrize(
    "what",
    [
        notices.IllegalPlayRefused,
        notices.BoardDisturbed,
        notices.EventRefused,
        notices.NotYourThrow,
    ],
)
def test_refused_act_sounds_low_and_twice(what: type[Notice]) -> None:
    assert SoundSelector().tune_for(example_notice(what), 5.0) == WRONG_TUNE


@pytest.mark.parametrize(
    "what", [notices.WhichPlay, notices.SwitchSilent, notices.IllegalPlayChoice]
)
def test_a_question_sounds_upwards(what: type[Notice]) -> None:
    assert SoundSelector().tune_for(example_notice(what), 5.0) == QUESTION_TUNE


def test_notice_addressed_to_nobody_sounds_no_question() -> None:
    assert SoundSelector().tune_for(example_notice(notices.SwitchClosed, colour=None), 5.0) is None


def test_a_notice_that_comes_again_within_a_moment_is_not_heard_again() -> None:
    selector, soon = SoundSelector(), 5.0 + REPEAT_INTERVAL / 2
    illegal, refused = map(example_notice, (notices.IllegalPlayRefused, notices.EventRefused))

    assert selector.tune_for(illegal, 5.0) == WRONG_TUNE
    assert selector.tune_for(illegal, soon) is None
    assert selector.tune_for(refused, soon) == WRONG_TUNE
    assert selector.tune_for(illegal, 5.0 + REPEAT_INTERVAL) == WRONG_TUNE


def test_lamps_that_begin_to_ask_are_heard_once() -> None:
    selector, asked = SoundSelector(), {bar(Colour.DARK): LampMeaning.OFFER}

    assert selector.tune_for(ShowLamps(asked), 5.0) == QUESTION_TUNE
    assert selector.tune_for(ShowLamps({**asked, point(1): LampMeaning.DOUBT}), 50.0) is None
    assert selector.tune_for(ShowLamps({}), 60.0) is None
    assert selector.tune_for(ShowLamps(asked), 70.0) == QUESTION_TUNE


def test_other_effects_are_silent() -> None:
    for effect in (
        ReportVerdict(None),
        WakeAt(9.0),
        StartNextMatch(),
        ShowLamps({point(1): LampMeaning.ILLEGAL}),
    ):
        assert SoundSelector().tune_for(effect, 5.0) is None


def tunes(seated: tables.HandsAtTable) -> list[Tune]:
    (sounder,) = seated.devices.all_of(SimulatedSounder)
    return [played.tune for played in sounder.history]


def evening(folder: Path, *performance: Gesture | Mark) -> list[Tune]:
    """The tunes that were played during a performance."""
    played_tunes: list[Tune] = []

    async def play(seated: tables.HandsAtTable) -> None:
        await seated.play(performance)
        await seated.pass_seconds(1)
        played_tunes.extend(tunes(seated))

    tables.play_evening(folder, play, WITH_SOUNDER)
    return played_tunes


def test_a_refusal_is_heard_once_and_not_again_when_the_journal_is_read(tmp_path: Path) -> None:
    assert evening(tmp_path, Press(Button.CUBE)) == [WRONG_TUNE]
    assert evening(tmp_path) == []


def test_of_a_match_in_which_all_is_well_only_the_offers_are_heard(tmp_path: Path) -> None:
    asking = (events.Double, events.Resign)
    offers = [event for event in tables.random_record().events if isinstance(event, asking)]

    played_tunes = evening(tmp_path, *tables.tidy_performance(tables.random_record()))
    assert played_tunes == [QUESTION_TUNE] * len(offers)
