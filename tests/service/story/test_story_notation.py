"""The notation of stories is the one that docs/stories.md explains, and complete."""

import re
from dataclasses import fields

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.backgammon.game import events
from engine.backgammon.rulebook import RULEBOOKS
from hardware.checkers import BACKGAMMON, point
from hardware.drivers.simulated.board_sensors import BOARD_SENSORS
from hardware.signals import Button, CameraProblem, DiceReading, DiceState, PlayerRequest
from hardware.signals import PlayerRequestKind as Kind
from referee import verdicts
from referee.match_settings import PROFILES
from service.story.device_lines import OF_BOTH
from service.story.simulated_evening import Evening, RefereeFailed
from service.story.story_answers import EVENT_WORDS, VERDICT_WORDS
from service.story.story_header import HEADER, setting_words
from service.story.story_lines import ACTIONS, perform_line
from service.story.story_problems import StoryProblem
from service.story.story_text import evening_of, read_story, rerun_story
from service.words.phrases import ENGLISH as ENGLISH_CODE
from service.words.phrases import phrases_in
from tests.rigs.environment.checkout import ROOT

MANUAL = (ROOT / "docs" / "stories.md").read_text(encoding="utf-8")
ENGLISH = phrases_in(ENGLISH_CODE)
BEGUN = "match: 3\nsensor: {sensor}\n\nset up\n"


def examples() -> list[str]:
    """The lines of a story that the manual shows in its tables."""
    _, _, part = MANUAL.partition("## What can happen")
    part, _, _ = part.partition("## How long things take")
    return [text.replace("\\|", "|") for text in re.findall(r"`([^`]+)`", part)]


def first_examples() -> list[str]:
    """The first line of each row of these tables."""
    _, _, part = MANUAL.partition("## What can happen")
    rows = re.findall(r"^\| `([^`]+)`", part.partition("## How long")[0], re.MULTILINE)
    return [text.replace("\\|", "|") for text in rows]


def begun(sensor: str = "slots") -> Evening:
    """An evening at which the checkers are set up."""
    evening = evening_of(read_story(BEGUN.format(sensor=sensor)))
    evening.begin()
    perform_line(evening, "set up")
    return evening


def test_example_of_the_manual_is_told_as_it_stands() -> None:
    _, _, part = MANUAL.partition("## How to read one\n\n```\n")
    story, _, _ = part.partition("```")
    assert rerun_story(story) == story


KINDS = BOARD_SENSORS[BACKGAMMON]


@pytest.mark.parametrize("pattern", ACTIONS)
def test_manual_has_an_example_of_every_line(pattern: str) -> None:
    assert any(re.fullmatch(pattern, text) for text in examples())


@pytest.mark.parametrize("text", first_examples())
def test_every_line_of_the_manual_is_known(text: str) -> None:
    assert any(re.fullmatch(pattern, text) for pattern in ACTIONS)


@pytest.mark.parametrize("kind", [*Kind, *Button, *CameraProblem])
def test_manual_names_every_request_button_and_camera_problem(
    kind: Kind | Button | CameraProblem,
) -> None:
    assert re.search(rf"[` ]{kind.value.replace('_', ' ')}\b[^`|]*`", MANUAL)


@pytest.mark.parametrize("name", [*HEADER, *PROFILES, *KINDS, "camera"])
def test_manual_names_every_part_of_a_header(name: str) -> None:
    assert re.search(rf"`(?:{name}[`:]|[a-z ]+: {name})", MANUAL)


@pytest.mark.parametrize(
    "preset", [*RULEBOOKS.values(), *PROFILES.values()], ids=lambda it: it.name
)
def test_every_setting_can_stand_in_a_header(preset: object) -> None:
    key = "rulebook" if preset in RULEBOOKS.values() else "profile"
    for field in fields(preset):  # type: ignore[arg-type]
        for word, value in setting_words(type(preset), field.name).items():
            match = "stakes" if key == "rulebook" else "1"
            head = f"{key}: {getattr(preset, 'name', '')}, {field.name} = {word}\nmatch: {match}"
            settings = read_story(f"{head}\n\nset up\n").header.settings
            assert getattr(getattr(settings, key), field.name) == value


def test_number_of_a_setting_is_read() -> None:
    head = "rulebook: graves, automatic_doubles = 2, cube_top = 8\nprofile: club, settle = 1.5"
    settings = read_story(f"{head}\n\nset up\n").header.settings
    assert settings.rulebook.automatic_doubles == 2
    assert settings.rulebook.cube_top == 8
    assert settings.profile.settle == 1.5


def test_every_event_and_every_verdict_has_words() -> None:
    # The opening throw is an event of no player, so it has a line of its own.
    assert {*EVENT_WORDS, events.OpeningThrow} == set(events.Event.__args__)
    assert set(VERDICT_WORDS) == set(verdicts.Verdict.__args__)


def requests(evening: Evening) -> list[tuple[str, Kind]]:
    signals = [one.signal for one in evening.history]
    return [(it.colour.value, it.kind) for it in signals if isinstance(it, PlayerRequest)]


@pytest.mark.parametrize("kind", OF_BOTH)
def test_request_of_both_is_made_by_light_and_accepted_by_dark(kind: Kind) -> None:
    evening = begun()
    perform_line(evening, f"both say {kind.value}")
    assert requests(evening) == [("light", kind), ("dark", Kind.YES)]


@pytest.mark.parametrize(
    ("line", "count", "seconds"),
    [
        ("light says done", 1, 0.0),
        ("light says done twice", 2, 0.3),
        ("light says done two times", 2, 0.3),
        ("light says done three times", 3, 0.6),
        ("light says done, ten times, 1.5s apart", 10, 13.5),
    ],
)
def test_line_is_repeated_with_time_in_between(line: str, count: int, seconds: float) -> None:
    evening = begun()
    before = evening.clock.now()
    perform_line(evening, line)
    assert len(requests(evening)) == count
    assert evening.clock.now() - before == pytest.approx(seconds)


@pytest.mark.parametrize(
    ("line", "states"),
    [
        ("dice fall off", [(DiceState.ROLLING, (), None)]),
        ("dark's dice fall off", [(DiceState.ROLLING, (), "dark")]),
        ("one die at rest 5", [(DiceState.ROLLING, (), None), (DiceState.SETTLED, (5,), None)]),
        (
            "one of light's dice at rest 2",
            [(DiceState.ROLLING, (), "light"), (DiceState.SETTLED, (2,), "light")],
        ),
        ("light's dice nudged to 2-1", [(DiceState.SETTLED, (2, 1), "light")]),
    ],
)
def test_dice_report_no_more_than_what_lies_on_the_board(
    line: str, states: list[tuple[DiceState, tuple[int, ...], str | None]]
) -> None:
    evening = begun()
    perform_line(evening, line)
    found = [one.signal for one in evening.history if isinstance(one.signal, DiceReading)]
    assert states == [
        (it.state, it.numbers, it.colour.value if it.colour else None) for it in found
    ]


@pytest.mark.parametrize(
    ("lines", "heights"),
    [
        (["light moves 8 to its next slot"], (1, 1, 0, 1, 0)),
        (["light moves 8 to slot 5", "light moves 8 to its next slot"], (1, 1, 0, 1, 0)),
        (["light moves 8 to slot 1"], (2, 1, 0, 0, 0)),
        (["light lifts 6", "light puts 8 on top"], (1, 1, 2, 0, 0)),
        (["light lifts 6", "light puts 8 in slot 5"], (1, 1, 1, 0, 1)),
        (["light moves 8 to slot 5", "light touches 8"], (1, 1, 0, 0, 1)),
        (["light moves 8 to slot 5", "light lifts 6", "light taps 8"], (1, 1, 0, 0, 1)),
        (["light lifts 8", "light puts beside the board"], (1, 1, 0, 0, 0)),
        (["dark lifts light from light's 8", "dark puts light beside the board"], (1, 1, 0, 0, 0)),
        (
            ["light lifts 8", "light puts beside the board", "light lifts from beside the board",
             "light puts 8"],
            (1, 1, 1, 0, 0),
        ),
    ],
)  # fmt: skip
def test_checkers_lie_in_the_slots_that_a_line_names(
    lines: list[str], heights: tuple[int, ...]
) -> None:
    evening = begun()
    for line in lines:
        perform_line(evening, line)
    assert evening.table.slot_heights(point(8)) == heights


@pytest.mark.parametrize(
    ("line", "seconds"),
    [
        ("light taps 13, 11, 7", 3 * 0.3),
        ("light taps 13, 11, 7 for 2s each", 3 * 2.2),
        ("light taps 13 for 0.5s", 0.7),
    ],
)
def test_checker_that_taps_stays_in_the_hand(line: str, seconds: float) -> None:
    evening = begun()
    perform_line(evening, "light lifts 8")
    before = evening.clock.now()
    perform_line(evening, line)
    assert len(evening.table.hand) == 1
    assert evening.clock.now() - before == pytest.approx(seconds)


def test_failure_of_the_referee_is_no_mistake_of_the_story(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken(*_: object) -> None:
        raise ValueError("a bug")

    evening = begun()
    monkeypatch.setattr("service.story.simulated_evening.step", broken)
    with pytest.raises(RefereeFailed, match="could not judge"):
        perform_line(evening, "dice 3-1")


KNOWN = [text for text in examples() if any(re.fullmatch(it, text) for it in ACTIONS)]
ORDINARY = ["set up", "dice 3-1", "dice 6-5", "light plays 8/5 6/5", "dice lifted", "wait 1s"]
SENSORS = [
    *KINDS,
    "camera",
    "slots and camera",
    "p5 and camera",
    "hall without trays",
]


@given(
    st.sampled_from(SENSORS),
    st.sampled_from([*PROFILES]),
    st.lists(st.sampled_from([*KNOWN, *ORDINARY]), max_size=8),
)
def test_any_lines_are_told_twice_alike_or_refused_with_their_number(
    sensor: str, profile: str, lines: list[str]
) -> None:
    head = f"sensor: {sensor}\nprofile: {profile}\n\nset up\n"
    text = "".join([head, *(f"{line}\n" for line in lines)])
    told = told_or_refused(text)
    if isinstance(told, StoryProblem):
        assert told.line in range(5, 5 + len(lines))
        return
    kept = [line for line in told.splitlines() if not line.startswith(" ")]
    assert kept == text.splitlines()
    assert rerun_story(told) == told


@given(st.text(max_size=60))
def test_any_text_is_told_or_refused(text: str) -> None:
    for story in (text, f"{text}\n\nset up\n", f"match: 3\n\n{text}\n"):
        found = told_or_refused(story)
        assert isinstance(found, str) or found.in_words(ENGLISH)


def told_or_refused(text: str) -> str | StoryProblem:
    """The story with its answers, or the problem for which it cannot be told."""
    try:
        return rerun_story(text)
    except StoryProblem as problem:
        return problem
