"""Every step of a test is said in words, in both languages."""

from dataclasses import replace

import pytest

from hardware.checkers import Colour, bar, point, tray
from referee.words import Language, Phrases, load_phrases
from service.tables.trying import COLOURS, End, Flaw, LampTrial, SwitchFault, SwitchTrial
from service.web.messages import to_page
from service.web.messages.from_page import Test
from service.web.trials import trial_shown
from tests.rigs.tables import SETUP

ENGLISH, FRENCH = (load_phrases(language) for language in Language)
LAMPS = LampTrial("lamps", (point(13), bar(Colour.DARK)))
SWITCHES = SwitchTrial("board", (point(13), tray(Colour.LIGHT)))
ASKED = replace(SWITCHES, at=0, checker=1, seen={point(13): 0, tray(Colour.LIGHT): 0})


def shown(trial: LampTrial | SwitchTrial | None, phrases: Phrases = ENGLISH) -> to_page.Trial:
    return trial_shown(trial, SETUP.match, phrases)


def test_where_nothing_was_tried_out_nothing_is_said() -> None:
    assert shown(None) == to_page.Trial(running=False)


def test_it_is_said_what_is_tried_out() -> None:
    assert shown(LAMPS).test is shown(LAMPS.ended(End.DONE)).test is Test.LAMPS
    assert shown(SWITCHES).test is shown(SWITCHES.ended(End.STOPPED)).test is Test.SWITCHES


@pytest.mark.parametrize("number", range(len(COLOURS)))
def test_every_colour_is_named(number: int) -> None:
    trial = shown(replace(LAMPS, done=number))

    assert tuple(COLOURS)[number] in trial.words
    assert (trial.done, trial.of, trial.place) == (number, 6, None)


@pytest.mark.parametrize(
    ("trial", "words"),
    [
        (replace(LAMPS, done=4), "Only one lamp is to shine, on point 13 (as Alice counts)."),
        (replace(LAMPS, done=5), "Only one lamp is to shine, on Bob's half of the bar."),
        (ASKED, "Please put a checker on point 13 (as Alice counts). If nothing happens, skip it."),
        (
            replace(ASKED, at=1, checker=3),
            "Please put one more checker in Alice's tray, so that there are 3.",
        ),
        (
            replace(ASKED, answered=(tray(Colour.LIGHT),)),
            (
                "You were to put it on point 13 (as Alice counts), but something is seen in "
                "Alice's tray. If you did put it there, go on to the next switch; otherwise carry "
                "it over."
            ),
        ),
        (
            replace(SWITCHES, answered=(point(13),)),
            (
                "Please take all checkers off the board and out of the trays. Something is still "
                "seen on point 13 (as Alice counts). If nothing lies there, go on to the next "
                "switch."
            ),
        ),
        (
            ASKED.ended(End.DONE),
            (
                "Every switch is well. That was every place. Please set up the checkers again; the "
                "lamps help with it."
            ),
        ),
        (ASKED.ended(End.LOST), "I cannot reach the board, so the test has ended."),
        (LAMPS.ended(End.STOPPED), "The test was stopped."),
    ],
)
def test_what_is_to_be_done_is_said(trial: LampTrial | SwitchTrial, words: str) -> None:
    assert shown(trial).words == words
    assert shown(trial, FRENCH).words not in ("", words)
    assert shown(trial).place == trial.place


@pytest.mark.parametrize("flaw", Flaw)
def test_every_fault_is_told_with_its_place(flaw: Flaw) -> None:
    fault = SwitchFault(flaw, point(13), 2, (point(14),))
    trial = replace(ASKED, faults=(fault,)).ended(End.DONE)

    (told,) = shown(trial).faults

    assert "on point 13" in told
    assert ("on point 14" in told) is (flaw in (Flaw.SWAPPED, Flaw.ALSO))
    assert shown(trial, FRENCH).faults != (told,)
    assert "Every switch is well" not in shown(trial).words
