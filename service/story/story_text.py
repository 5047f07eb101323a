"""Stories as text: read, and written again with the answers of the referee."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from service.storage.atomic_files import FileTooLarge, NotAFile, read_small_file
from service.story.simulated_evening import Evening
from service.story.story_answers import answer_lines
from service.story.story_header import HeaderLine, StoryHeader, read_header
from service.story.story_lines import perform_line
from service.story.story_problems import StoryProblem
from service.words.printable_text import printable

INDENT = "    "
"""The beginning of each line of an answer."""
COMMENT = "#"
MAX_FILE_BYTES = 1_000_000
"""The largest file in bytes; a story of a whole match is far smaller."""


@dataclass(frozen=True, slots=True)
class StoryLine:
    """A line of a story, with its number in the file."""

    number: int
    text: str

    @property
    def is_action(self) -> bool:
        """True if something happens in this line: it is neither empty nor a comment."""
        return bool(self.text) and not self.text.startswith(COMMENT)


@dataclass(frozen=True, slots=True)
class Story:
    """A parsed story, without its answers."""

    header: StoryHeader
    head: tuple[str, ...]
    """The lines of the header as they were written, with comments and empty ones."""
    lines: tuple[StoryLine, ...]
    """The lines below the header, with comments and empty ones."""


def load_story_text(path: Path) -> str:
    """The text of a file; StoryProblem if it cannot be read or is no text."""
    try:
        return read_small_file(path, MAX_FILE_BYTES).decode("utf-8-sig")
    except NotAFile as error:
        raise StoryProblem("no_file") from error
    except FileTooLarge as error:
        raise StoryProblem("too_large", most=MAX_FILE_BYTES) from error
    except OSError as error:
        raise StoryProblem("cannot_read", problem=error.strerror) from error
    except UnicodeDecodeError as error:
        raise StoryProblem("no_text") from error


def read_story(text: str) -> Story:
    """The story of a text without its answers; StoryProblem if it has no proper header."""
    lines = [StoryLine(number, line.rstrip()) for number, line in _numbered(text)]
    for line in lines:
        if printable(line.text) != line.text:
            raise StoryProblem("control_character").at(line.number)
    begun = next((at for at, line in enumerate(lines) if line.is_action), None)
    if begun is None:
        raise StoryProblem("empty")
    over = next((at for at, line in enumerate(lines) if at > begun and not line.text), len(lines))
    head = lines[:over]
    header = read_header(HeaderLine(line.number, line.text) for line in head if line.is_action)
    if not any(line.is_action for line in lines[over:]):
        raise StoryProblem("only_header").at(head[-1].number)
    without_answers = (line for line in lines[over:] if not line.text.startswith(INDENT))
    return Story(header, tuple(line.text for line in head), tuple(without_answers))


def rerun_story(text: str) -> str:
    """The same story with the answers of the referee; StoryProblem if it cannot be performed."""
    return "".join(f"{line}\n" for line in rerun_lines(text))


def rerun_lines(text: str) -> Iterator[str]:
    """Yields the lines of the same story with answers, up to one that cannot be performed."""
    story = read_story(text)
    yield from lines_with_answers(story, evening_of(story))


def lines_with_answers(story: Story, evening: Evening) -> Iterator[str]:
    """The lines of a story with the answers of an evening."""
    yield from story.head
    evening.begin()
    for line in story.lines:
        yield line.text
        if line.is_action:
            start = len(evening.history)
            _perform(evening, line)
            yield from (f"{INDENT}{answer}" for answer in answer_lines(evening.history[start:]))


def evening_of(story: Story) -> Evening:
    """The evening that the header of a story describes."""
    header = story.header
    return Evening(header.settings, header.sensors, header.match)


def _perform(evening: Evening, line: StoryLine) -> None:
    try:
        perform_line(evening, line.text)
    except StoryProblem as problem:
        raise problem.at(line.number) from problem.__cause__
    except Exception as failure:
        failure.add_note(f"This happened in line {line.number} of a story: {line.text}")
        raise


def _numbered(text: str) -> Iterator[tuple[int, str]]:
    """The lines of a text with their numbers, from 1, whatever ends them."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return enumerate(lines if lines[-1] else lines[:-1], start=1)
