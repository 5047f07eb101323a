"""kibitz story: performs stories, or compares them with the answers in their files."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import unified_diff
from itertools import chain
from pathlib import Path

import click

from service.cli import command_options
from service.story.story_problems import StoryProblem
from service.story.story_text import load_story_text, rerun_lines
from service.words.phrases import Phrases

ANSWERS_DIFFER = 1
"""The exit code if an answer is not the one in the file."""


@dataclass(frozen=True, slots=True)
class CheckedStory:
    """A story with the answers of its file, and with those of the referee."""

    file: Path
    in_file: tuple[str, ...]
    answered: tuple[str, ...]

    @property
    def difference(self) -> tuple[str, ...]:
        """The lines of a unified diff from the file to the answers of the referee."""
        names = (f"{self.file}", f"{self.file} (told again)")
        return tuple(unified_diff(self.in_file, self.answered, *names, lineterm=""))


@click.command("story")
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=command_options.ANY_PATH)
@click.option(
    "--check", is_flag=True, help="Print only what differs from the answers in the files."
)
@command_options.language_option
def story_command(*, files: tuple[Path, ...], check: bool, phrases: Phrases) -> None:
    """Perform stories, and print them with the answers of the referee: docs/stories.md."""
    worst = 0
    for number, file in enumerate(files):
        try:
            if check:
                worst = max(worst, _compare(file, phrases))
            else:
                _perform(file, _separator(file, number) if len(files) > 1 else ())
        except StoryProblem as problem:
            refusal = command_options.InputError.from_text(_where(file, problem, phrases), phrases)
            refusal.show()
            worst = refusal.exit_code
    sys.exit(worst)


def _perform(file: Path, heading: Iterable[str]) -> None:
    """Prints a story, as far as it can be performed, as that shows why it cannot go on."""
    answered = rerun_lines(load_story_text(file))
    for line in chain(heading, answered):
        click.echo(line)


def _compare(file: Path, phrases: Phrases) -> int:
    """Prints what differs from the answers in a file, and returns the exit code for it."""
    text = load_story_text(file)
    in_file = tuple(line.rstrip() for line in text.splitlines())
    story = CheckedStory(file, in_file, tuple(rerun_lines(text)))
    if story.difference:
        click.echo("\n".join(story.difference))
        return ANSWERS_DIFFER
    click.echo(phrases.say("story.same", count=None, file=file))
    return 0


def _separator(file: Path, number: int) -> Iterator[str]:
    """The lines above one of several stories: comments belong to a story."""
    if number:
        yield ""
    yield f"# {file}"


def _where(file: Path, problem: StoryProblem, phrases: Phrases) -> str:
    where = f"{file}" if problem.line is None else f"{file}:{problem.line}"
    return phrases.say("story.where", count=None, where=where, problem=problem.in_words(phrases))
