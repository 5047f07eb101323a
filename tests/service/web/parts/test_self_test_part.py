"""Every step of a test is said in words, in every language."""

from dataclasses import replace

import pytest

from hardware.checkers import Colour, bar, point, tray
from service.table.self_test import (
    TEST_COLOURS,
    LampSelfTest,
    SelfTestEnd,
    SwitchFinding,
    SwitchFindingKind,
    SwitchSelfTest,
)
from service.web.messages.device_messages import SelfTestPart
from service.web.messages.from_page import SelfTestCommand
from service.web.parts.device_parts import self_test_part
from service.words.phrases import Language, Phrases, load_phrases
from tests.rigs.tables.table_in_memory import TABLE_SETTINGS

ENGLISH, FRENCH = load_phrases(Language("en")), load_phrases(Language("fr"))
LAMPS = LampSelfTest("lamps", (point(13), bar(Colour.DARK)))
SWITCHES = SwitchSelfTest("board", (point(13), tray(Colour.LIGHT)))
ASKED = replace(SWITCHES, index=0, checker=1, observed={point(13): 0, tray(Colour.LIGHT): 0})


def part_of(
    self_test: LampSelfTest | SwitchSelfTest | None, phrases: Phrases = ENGLISH
) -> SelfTestPart:
    return self_test_part(self_test, TABLE_SETTINGS.match_settings, phrases)


def test_part_is_empty_without_a_self_test() -> None:
    assert part_of(None) == SelfTestPart(running=False)


def test_part_says_which_test_runs() -> None:
    assert (
        part_of(LAMPS).test
        is part_of(LAMPS.with_end(SelfTestEnd.DONE)).test
        is SelfTestCommand.LAMPS
    )
    assert (
        part_of(SWITCHES).test
        is part_of(SWITCHES.with_end(SelfTestEnd.STOPPED)).test
        is SelfTestCommand.SWITCHES
    )


@pytest.mark.parametrize("number", range(len(TEST_COLOURS)))
def test_every_colour_is_named(number: int) -> None:
    self_test = part_of(replace(LAMPS, completed_steps=number))

    assert tuple(TEST_COLOURS)[number] in self_test.words
    assert (self_test.done, self_test.of, self_test.place) == (number, 6, None)


@pytest.mark.parametrize(
    ("self_test", "words"),
    [
        (replace(LAMPS, completed_steps=4),
         "Only one lamp should be lit, on point 13 (as Alice counts)."),
        (replace(LAMPS, completed_steps=5),
         "Only one lamp should be lit, on Bob's half of the bar."),
        (ASKED, ("Please put a checker on point 13 (as Alice counts). "
         "If nothing happens, skip this one.")),
        (replace(ASKED, index=1, checker=3),
         "Please put one more checker in Alice's tray, so that there are 3."),
        (replace(ASKED, wrong_places=(tray(Colour.LIGHT),)),
         ("The checker should be on point 13 (as Alice counts), but something is seen in "
         "Alice's tray. If you put it in the right place, go on to the next switch; "
         "otherwise move it there.")),
        (replace(SWITCHES, wrong_places=(point(13),)),
         ("Please take all checkers off the board and out of the trays. Something is still "
         "seen on point 13 (as Alice counts). If nothing lies there, go on to the next "
         "switch.")),
        (ASKED.with_end(SelfTestEnd.DONE),
         ("Every switch works. That was every place. Please set up the checkers again; the "
         "lamps help you.")),
        (ASKED.with_end(SelfTestEnd.LOST), "I cannot reach the board, so the test has ended."),
        (LAMPS.with_end(SelfTestEnd.STOPPED), "The test was stopped."),
    ],
)  # fmt: skip
def test_next_step_of_the_self_test_is_said(
    self_test: LampSelfTest | SwitchSelfTest, words: str
) -> None:
    assert part_of(self_test).words == words
    assert part_of(self_test, FRENCH).words not in ("", words)
    assert part_of(self_test).place == self_test.place


@pytest.mark.parametrize("flaw", SwitchFindingKind)
def test_every_fault_is_reported_with_its_place(flaw: SwitchFindingKind) -> None:
    fault = SwitchFinding(flaw, point(13), 2, (point(14),))
    self_test = replace(ASKED, findings=(fault,)).with_end(SelfTestEnd.DONE)

    (text,) = part_of(self_test).faults

    assert "on point 13" in text
    assert ("on point 14" in text) is (flaw in (SwitchFindingKind.SWAPPED, SwitchFindingKind.ALSO))
    assert part_of(self_test, FRENCH).faults != (text,)
    assert "Every switch works" not in part_of(self_test).words
