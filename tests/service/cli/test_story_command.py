"""`kibitz story` tells stories, compares them, and says what cannot be told, with file and line."""

from pathlib import Path

import pytest

from tests.rigs.environment.checkout import ROOT
from tests.rigs.environment.command_shell import CommandShell

OPENING = """# The opening throw.

match: 3

set up
dice 3-1
"""
ANSWERED = """# The opening throw.

match: 3

set up
    board: as it should be
    lights: none
dice 3-1
    * opening throw: light 3, dark 1: light begins
    lights: 24 13 8 6 movable, light's bar turn
"""


def write(shell: CommandShell, text: str, name: str = "a.story") -> str:
    (shell.folder / name).write_text(text, encoding="utf-8")
    return name


def test_story_is_printed_with_its_answers(shell: CommandShell) -> None:
    result = shell.kibitz("story", write(shell, OPENING))

    assert result.output == ANSWERED
    assert result.exit_code == 0


def test_answers_in_the_file_are_replaced_in_the_output_only(shell: CommandShell) -> None:
    wrong = ANSWERED.replace("light begins", "dark begins")

    result = shell.kibitz("story", write(shell, wrong))

    assert result.output == ANSWERED
    assert result.exit_code == 0
    assert (shell.folder / "a.story").read_text(encoding="utf-8") == wrong


def test_several_stories_are_printed_each_below_its_name(shell: CommandShell) -> None:
    one, two = write(shell, OPENING), write(shell, OPENING, "b.story")

    result = shell.kibitz("story", one, two)

    assert result.output == f"# a.story\n{ANSWERED}\n# b.story\n{ANSWERED}"


@pytest.mark.parametrize("text", [ANSWERED, ANSWERED.replace("\n", "\r\n"), "\ufeff" + ANSWERED])
def test_check_of_a_story_with_the_same_answers_succeeds(shell: CommandShell, text: str) -> None:
    (shell.folder / "a.story").write_bytes(text.encode())

    result = shell.kibitz("story", "--check", "a.story")

    assert result.output == "a.story: the same answers\n"
    assert result.exit_code == 0


def test_check_shows_a_different_answer_as_a_diff(shell: CommandShell) -> None:
    wrong = ANSWERED.replace("light begins", "dark begins")

    result = shell.kibitz("story", "--check", write(shell, wrong), write(shell, ANSWERED, "b"))

    lines = result.output.splitlines()
    assert lines[:3] == ["--- a.story", "+++ a.story (told again)", "@@ -6,5 +6,5 @@"]
    assert "-    * opening throw: light 3, dark 1: dark begins" in lines
    assert "+    * opening throw: light 3, dark 1: light begins" in lines
    assert lines[-1] == "b: the same answers"
    assert result.exit_code == 1


def test_check_shows_answers_that_are_missing(shell: CommandShell) -> None:
    result = shell.kibitz("story", "--check", write(shell, OPENING))

    assert "+    board: as it should be" in result.output
    assert result.exit_code == 1


FAULTY_STORIES = {
    "": "a.story: nothing happens in this file; docs/stories.md says how to write a story.",
    "# nothing\n": "a.story: nothing happens in this file",
    "match: 3\n": "a.story:1: the story ends with its header",
    "match: 3\n\n\n# later\n": "a.story:1: the story ends with its header",
    "set up\n": "a.story:1: 'set up' is not a line of a header",
    "# a\n\nmatch: 3\nset up\n": "a.story:4: 'set up' is not a line of a header",
    "match: 3\n    board: none\n\nset up\n": "a.story:2: '    board: none' is not a line of a",
    "weather: fine\n\nset up\n": "a.story:1: 'weather: fine' is not a line of a header",
    "match:\n\nset up\n": "a.story:1: 'match:' is not a line of a header",
    "match: 3\nmatch: 5\n\nset up\n": "a.story:2: match is named twice.",
    "match: three\n\nset up\n": "a.story:1: match cannot be 'three'",
    "match: 3\nrulebook: parker\n\nset up\n": "a.story:1: parker is played for",
    "rulebook: chess\n\nset up\n": "a.story:1: rulebook cannot be 'chess'; it can be: parker,",
    "rulebook: graves, beaver = on\n\nset up\n": "a.story:1: rulebook cannot be 'beaver = on'",
    "rulebook: graves, cube_top = 3\n\nset up\n": "a.story:1: rulebook cannot be "
    "'cube_top = 3'; it can be: none, 1, 2, 4, ….",
    "profile: strict\n\nset up\n": "a.story:1: profile cannot be 'strict'; it can be: casual,",
    "profile: club, hints = some\n\nset up\n": "a.story:1: profile cannot be 'hints = some'; "
    "it can be: none, checkers, destinations.",
    "profile: club, settle = 1, settle = 2\n\nset up\n": "a.story:1: settle is named twice.",
    "sensor: slot\n\nset up\n": "a.story:1: sensor cannot be 'slot'; it can be: slots, hall,",
    "sensor: slots and slots\n\nset up\n": "a.story:1: slots is named twice.",
    "left column: white\n\nset up\n": "a.story:1: left column cannot be 'white'",
    "score: 2\n\nset up\n": "a.story:1: score cannot be '2'",
    "score: 3-0\n\nset up\n": "a.story:1: the match is over with the score 3-0.",
    "crawford: soon\n\nset up\n": "a.story:1: crawford cannot be 'soon'",
    "match: 3\n\nset up\nlight sneezes\n": "a.story:4: unknown line: 'light",
    "match: 3\n\n  set up\n": "a.story:3: unknown line: '  set up'",
    "match: 3\n\nset up\n\tboard: none\n": "a.story:4: this line has a character that cannot",
    "match: 3\n\nset up # \x1b[2J\n": "a.story:3: this line has a character that cannot",
    "match: 3\n\nset up\n\n# more\n\npress bell\n": "a.story:7: unknown line",
    "match: 3\n\nset up\nlight says hello\n": "a.story:4: unknown line",
    "match: 3\n\nset up: light 30\n": "a.story:3: there is no place '30'",
    "match: 3\n\nset up: light x6\n": "a.story:3: there is no place 'x6'",
    "match: 3\n\nset up: light 6+2\n": "a.story:3: '6+2' is not a number of checkers",
    "match: 3\n\nset up: light 6(9) 5(9)\n": "a.story:3: '5(9)' is a wrong number of checkers",
    "match: 3\n\nset up: light 6 6\n": "a.story:3: the place 6 is named twice.",
    "match: 3\n\nset up: white 6\n": "a.story:3: 'white 6' is not a position",
    "match: 3\n\nset up\nlight lifts 5\n": "a.story:4: there is no such checker",
    "match: 3\n\nset up\nlight puts 5\n": "a.story:4: there is no such checker",
    "match: 3\n\nset up\nlight taps 5\n": "a.story:4: there is no such checker",
    "match: 3\n\nset up\nlight touches 5\n": "a.story:4: there is no such checker",
    "match: 3\n\nset up\nlight lifts from beside the board\n": "a.story:4: there is no such",
    "match: 3\n\nset up\nlight lifts 6\nlight puts 5 on top\n": "a.story:5: no checker lies there",
    "match: 3\n\nset up\nlight moves 6 to its next slot\n": "a.story:4: no slot of this place is",
    "match: 3\n\nset up\nlight moves 8 to slot 9\n": "a.story:4: 8 has slots 1 to 5, not 9.",
    "match: 3\n\nset up\nlight lifts 6\nlight puts 5 in slot 0\n": "a.story:5: 5 has slots 1 to 5",
    "match: 3\n\nset up\nlight lifts 6\nlight puts between 5 and 5, felt on 5\n": "a.story:"
    "5: a checker lies between two different places",
    "match: 3\n\nset up\nlight lifts 6\nlight puts between 5 and 4, felt on 3\n": "a.story:"
    "5: a checker lies between two different places",
    "match: 3\n\nset up\nlight plays 8-5\n": "a.story:4: '8-5' is not a move of a checker",
    "match: 3\n\nset up\ntable knocked: 8/5\n": "a.story:4: '8/5' is not a move of a checker",
    "match: 3\n\nset up\nhands away\n": "a.story:4: no camera is among the sensors",
    "match: 3\n\nset up\ncamera is too dark\n": "a.story:4: no camera is among the sensors",
    "sensor: camera\n\nset up\nswitch 1 of light's 6 dies\n": "a.story:4: a camera has no",
    "match: 3\n\nset up\nswitch 9 of light's 6 dies\n": "a.story:4: there is no switch 9",
    "match: 3\n\nset up\nslot unplugged\n": "a.story:4: there is no device 'slot'",
    "match: 3\n\nset up\ntold: 8/5\n": "a.story:4: no dice have been thrown.",
    "match: 3\n\nset up\ndice 3-1\ntold: 8/x\n": "a.story:5: '8/x' cannot be read as a play: "
    "the part from 'x' on cannot be read.",
    "match: 3\n\nset up\ndice 3-1\ntold: 7/4\n": "a.story:5: '7/4' cannot be read as a play: "
    "there is no checker on point 7.",
    "match: 3\n\nset up\ndice 6-1\ntold: 13/12\n": "a.story:5: '13/12' does not lead to a possible",
    "match: 3\n\nset up\nlight says hints 7\n": "a.story:4: unknown line: 'light says hints 7'",
    "match: 3\n\nset up\nlight says choose 0\n": "a.story:4: unknown line",
    "match: 3\n\nset up\nlight says yes 3\n": "a.story:4: unknown line",
    "match: 3\n\nset up\nboth say resign\n": "a.story:4: unknown line",
    "match: 3\n\nset up\nlight plays 8/5(0)\n": "a.story:4: '8/5(0)' is not a move of a checker",
    "match: 3\n\nset up: light box(5) | dark 6\n": "a.story:3: 'box(5)' is beside the board",
    "match: 3\n\nwanted, dark to throw: light 6 box | dark 6\n": "a.story:3: 'box' is beside",
    "match: 26\n\nset up\n": "a.story:1: tournament has matches to at most 25 points.",
}


@pytest.mark.parametrize(("text", "message"), FAULTY_STORIES.items(), ids=map(repr, FAULTY_STORIES))
def test_story_that_cannot_be_performed_is_named_with_file_and_line(
    shell: CommandShell, text: str, message: str
) -> None:
    file, good = write(shell, text), write(shell, OPENING, "good.story")

    result = shell.kibitz("story", file, good)

    first, *rest = result.stderr.splitlines()
    assert first.startswith(f"Error: {message}")
    assert not rest
    assert result.stdout.endswith(ANSWERED)
    assert result.exit_code == 2
    assert (shell.folder / file).read_bytes() == text.encode()


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("missing", None, "missing: Kibitz cannot read it (No such file or directory)"),
        (".", None, ".: this is not a file."),
        ("picture", b"\xff\xd8\xff", "picture: this is not a text in UTF-8"),
        ("huge", b"# \n" * 400_000, "huge: the file has more than 1000000 bytes"),
    ],
)
def test_file_that_is_no_story_is_refused(
    shell: CommandShell, name: str, content: bytes | None, message: str
) -> None:
    if content is not None:
        (shell.folder / name).write_bytes(content)

    result = shell.kibitz("story", "--check", name)

    assert result.stderr.startswith(f"Error: {message}")
    assert result.stdout == ""
    assert result.exit_code == 2


def test_problem_is_named_in_the_language_of_the_reader(shell: CommandShell) -> None:
    file = write(shell, "match: 3\n\nlight sneezes\n")

    result = shell.kibitz("story", "--language", "fr", file)

    assert result.stderr.startswith("Erreur\u00a0: a.story:3\u00a0: ligne inconnue")


def test_every_story_of_the_tests_can_be_checked(shell: CommandShell) -> None:
    stories = sorted(map(str, (ROOT / "tests" / "stories").glob("pressing-again-*.story")))

    result = shell.kibitz("story", "--check", *stories)

    assert result.exit_code == 0
    assert result.output.count("the same answers") == len(stories) > 1
    assert Path(stories[0]).name in result.output
