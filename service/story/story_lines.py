"""Performs what a line of a story says, once or several times."""

from __future__ import annotations

import re

from hardware.drivers.simulated.simulated_table import NoChecker
from service.story.device_lines import DEVICE_ACTIONS
from service.story.hand_lines import HAND_ACTIONS, SECONDS
from service.story.simulated_evening import Evening
from service.story.story_problems import StoryProblem

ACTIONS = {**HAND_ACTIONS, **DEVICE_ACTIONS}
"""The actions of a story, by the pattern of their line."""
APART = 0.3
"""Time (s) between repetitions, unless a story says otherwise."""
TIMES = {
    word: count
    for count, words in enumerate(
        ("twice|two times", "three times", "four times", "five times", "six times", "seven times",
         "eight times", "nine times", "ten times"),
        start=2,
    )
    for word in words.split("|")
}  # fmt: skip
"""The number of repetitions by its words."""
_REPEATED = re.compile(rf"(.+?),? ({'|'.join(TIMES)})(?:, {SECONDS} apart)?")


def perform_line(evening: Evening, line: str) -> None:
    """Performs the action of a line; StoryProblem if it is unknown or impossible there."""
    once, count, apart = _repetitions(line)
    for repetition in range(count):
        if repetition:
            evening.wait(apart)
        _perform_once(evening, once)


def _repetitions(line: str) -> tuple[str, int, float]:
    """The line without its repetition, how often it is to be done, and the time in between."""
    if not (found := _REPEATED.fullmatch(line)):
        return line, 1, APART
    return found[1], TIMES[found[2]], float(found[3] or APART)


def _perform_once(evening: Evening, line: str) -> None:
    for pattern, action in ACTIONS.items():
        if found := re.fullmatch(pattern, line):
            try:
                action(evening, *found.groups())
            except NoChecker as problem:
                raise StoryProblem("no_checker") from problem
            return
    raise StoryProblem("unknown_line", text=line)
