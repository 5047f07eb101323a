"""Dice that are thrown at the keyboard, behind a real port."""

from pathlib import Path

import pytest

from firmware_bridge.twins.dice_node import DiceNode
from service.commands.twin import LONGEST
from tests.rigs.commands import ENGLISH, Shell


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shell:
    return Shell(tmp_path, monkeypatch)


@pytest.fixture
def done(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, tuple[int, ...]]]:
    """What hands did with the dice, in order."""
    deeds: list[tuple[str, tuple[int, ...]]] = []
    turned = DiceNode._turn

    def turn(node: DiceNode, state: object, numbers: tuple[int, ...] = ()) -> None:
        turned(node, state, numbers)  # type: ignore[arg-type] # passed on as it came
        deeds.append((str(getattr(state, "value", state)), numbers))

    monkeypatch.setattr(DiceNode, "_turn", turn)
    return deeds


def test_the_port_is_told_and_is_gone_at_the_end(shell: Shell) -> None:
    result = shell.kibitz("twin", "dice", "--link", "dice")

    assert f"plugged in at {shell.folder / 'dice'}" in result.output
    assert result.exit_code == 0
    assert list(shell.folder.iterdir()) == []


def test_dice_do_what_is_typed(shell: Shell, done: list[tuple[str, tuple[int, ...]]]) -> None:
    shell.kibitz("twin", "dice", typed="3 5\n66\n 4 \nROLL\ncocked\nlift\n\n")

    rolling = ("rolling", ())
    thrown = [
        rolling,
        ("settled", (3, 5)),
        rolling,
        ("settled", (6, 6)),
        rolling,
        ("settled", (4,)),
    ]
    assert done == [*thrown, rolling, ("cocked", ()), ("lifted", ())]


def test_dice_that_are_plugged_in_again_tell_their_port_again(shell: Shell) -> None:
    result = shell.kibitz("twin", "dice", "--link", "dice", typed="unplug\n3 5\nplug\n")

    assert result.output.count("plugged in at") == 2


@pytest.mark.parametrize("typed", ["7 1", "1 2 3", "0", "fly", "\x1b[2J", "3 5 x", "\u0663 \u0665"])
def test_what_no_dice_do_is_said(
    shell: Shell, done: list[tuple[str, tuple[int, ...]]], typed: str
) -> None:
    result = shell.kibitz("twin", "dice", typed=f"{typed}\n")

    assert "Dice do not do" in result.output
    assert "\x1b" not in result.output
    assert done == []


def test_a_line_without_end_is_read_in_pieces(shell: Shell) -> None:
    result = shell.kibitz("twin", "dice", typed="x" * 10 * LONGEST)

    assert result.output.count("Dice do not do") == 10


def test_a_file_is_not_overwritten_by_the_link(shell: Shell) -> None:
    (shell.folder / "dice").write_text("mine")

    result = shell.kibitz("twin", "dice", "--link", "dice")

    assert result.exit_code == 2
    assert "is no link" in result.output
    assert (shell.folder / "dice").read_text() == "mine"


def test_a_link_in_a_folder_that_is_not_there_is_refused(shell: Shell) -> None:
    result = shell.kibitz("twin", "dice", "--link", "nowhere/dice")

    assert result.exit_code == 2
    assert "The dice have no port: No such file or directory." in result.output


def test_the_dice_speak_french_too(shell: Shell) -> None:
    french = {**ENGLISH, "LC_ALL": "fr_FR.UTF-8"}
    result = shell.kibitz("twin", "dice", typed="fly\n", environment=french)

    assert "Les dés sont branchés" in result.output
