"""What is heard at a table is little, and tells right from wrong."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import pytest

from engine.backgammon.game import events
from hardware.checkers import Colour, bar, point
from hardware.drivers.simulated.sounder import SimulatedSounder
from hardware.signals import Button
from hardware.sounds import Tune
from referee.effects import Judged, Lit, Meaning, NextMatch, Notice, WakeAt, What
from service.config import drivers
from service.simulation import gestures
from service.tables.running import running
from service.tables.sounding import MOMENT, QUESTION, TUNES, WRONG, Sounding
from tests.rigs.tables import SETUP, Sitting, a_match, performance, seated_at, ways

HEARD = replace(SETUP, sounder=drivers.SimulatedSounder())
SILENT = {
    What.SET_UP,
    What.SWITCH_DEAD,
    What.SWITCH_STUCK,
    What.DEVICE_LOST,
    What.DEVICE_BACK,
    What.HIDDEN,
    What.TROUBLED,
    What.TROUBLE_OVER,
    What.RESUMED,
    What.NO_SENSE,
    What.NO_PLAY,
    What.DEVICES_DISAGREE,
    What.HINTS,
    What.HINTS_LOCKED,
}


def told(what: What) -> Notice:
    return Notice(what, Colour.LIGHT)


def test_of_everything_that_is_told_it_is_decided_whether_it_is_heard() -> None:
    assert set(What) - set(TUNES) == SILENT


def test_there_are_two_tunes_and_both_are_short() -> None:
    assert set(TUNES.values()) == {WRONG, QUESTION}
    for tune in (WRONG, QUESTION):
        assert sum(tone.seconds for tone in tune) < 0.5
    loudest = max(tone.hertz for tone in WRONG)
    assert loudest < min(tone.hertz for tone in QUESTION)


@pytest.mark.parametrize("what", [What.ILLEGAL, What.DISTURBED, What.REFUSED, What.NOT_YOUR_THROW])
def test_what_does_not_count_sounds_low_and_twice(what: What) -> None:
    assert Sounding().of(told(what), 5.0) == WRONG


@pytest.mark.parametrize("what", [What.WHICH, What.SWITCH_SILENT, What.ILLEGAL_CHOICE])
def test_a_question_sounds_upwards(what: What) -> None:
    assert Sounding().of(told(what), 5.0) == QUESTION


def test_what_is_asked_of_nobody_is_no_question() -> None:
    assert Sounding().of(Notice(What.SWITCH_CLOSED), 5.0) is None


def test_a_notice_that_comes_again_within_a_moment_is_not_heard_again() -> None:
    sounding, illegal = Sounding(), told(What.ILLEGAL)

    assert sounding.of(illegal, 5.0) == WRONG
    assert sounding.of(illegal, 5.0 + MOMENT / 2) is None
    assert sounding.of(told(What.REFUSED), 5.0 + MOMENT / 2) == WRONG
    assert sounding.of(illegal, 5.0 + MOMENT) == WRONG


def test_lamps_that_begin_to_ask_are_heard_once() -> None:
    sounding, asked = Sounding(), {bar(Colour.DARK): Meaning.OFFER}

    assert sounding.of(Lit(asked), 5.0) == QUESTION
    assert sounding.of(Lit({**asked, point(1): Meaning.DOUBT}), 50.0) is None
    assert sounding.of(Lit({}), 60.0) is None
    assert sounding.of(Lit(asked), 70.0) == QUESTION


def test_all_else_is_silence() -> None:
    for effect in (Judged(None), WakeAt(9.0), NextMatch(), Lit({point(1): Meaning.ILLEGAL})):
        assert Sounding().of(effect, 5.0) is None


def tunes(seated: Sitting) -> list[Tune]:
    (sounder,) = seated.devices.all_of(SimulatedSounder)
    return [played.tune for played in sounder.history]


def evening(folder: Path, rule: Callable[[Sitting], Awaitable[None]]) -> list[Tune]:
    """All that was heard."""

    async def run() -> list[Tune]:
        async with running(HEARD, ways(folder), lambda _table: None) as table:
            seated = seated_at(table)
            await seated.passes(1)
            await rule(seated)
            await seated.passes(1)
            return tunes(seated)

    return asyncio.run(run())


async def a_refused_cube(seated: Sitting) -> None:
    await seated.do(gestures.Press(Button.CUBE))


async def a_match_without_a_fault(seated: Sitting) -> None:
    await seated.play(performance(a_match()))


async def nothing(seated: Sitting) -> None:
    await seated.passes(1)


def test_a_refusal_is_heard_once_and_not_again_when_the_journal_is_read(tmp_path: Path) -> None:
    assert evening(tmp_path, a_refused_cube) == [WRONG]
    assert evening(tmp_path, nothing) == []


def test_of_a_match_in_which_all_is_well_only_the_offers_are_heard(tmp_path: Path) -> None:
    asking = (events.Double, events.Resign)
    offers = [event for event in a_match().events if isinstance(event, asking)]

    assert evening(tmp_path, a_match_without_a_fault) == [QUESTION] * len(offers)
