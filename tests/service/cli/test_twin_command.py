"""Dice that are thrown at the keyboard, behind a real port."""

import pytest

from firmware_bridge.simulated_dice_node import SimulatedDiceNode
from service.cli.simulation_commands import MAX_LINE_BYTES
from tests.rigs.environment.command_shell import ENGLISH, CommandShell


@pytest.fixture
def dice_actions(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, tuple[int, ...]]]:
    """The actions of hands with the dice, in order."""
    actions: list[tuple[str, tuple[int, ...]]] = []
    original = SimulatedDiceNode._change

    def turn(node: SimulatedDiceNode, state: object, numbers: tuple[int, ...] = ()) -> None:
        original(node, state, numbers)  # type: ignore[arg-type] # passed on as it came
        actions.append((str(getattr(state, "value", state)), numbers))

    monkeypatch.setattr(SimulatedDiceNode, "_change", turn)
    return actions


def test_port_is_printed_and_removed_at_the_end(shell: CommandShell) -> None:
    result = shell.kibitz("twin", "dice", "--link", "dice")

    assert f"plugged in at {shell.folder / 'dice'}" in result.output
    assert result.exit_code == 0
    assert list(shell.folder.iterdir()) == []


def test_dice_do_what_is_typed(
    shell: CommandShell, dice_actions: list[tuple[str, tuple[int, ...]]]
) -> None:
    shell.kibitz("twin", "dice", typed="3 5\n66\n 4 \nROLL\ncocked\nlift\n\n")

    rolling = ("rolling", ())
    thrown = [
        rolling, ("settled", (3, 5)), rolling, ("settled", (6, 6)), rolling, ("settled", (4,)),
    ]  # fmt: skip
    assert dice_actions == [*thrown, rolling, ("cocked", ()), ("lifted", ())]


def test_dice_that_are_plugged_in_again_tell_their_port_again(shell: CommandShell) -> None:
    result = shell.kibitz("twin", "dice", "--link", "dice", typed="unplug\n3 5\nplug\n")
    assert result.output.count("plugged in at") == 2


@pytest.mark.parametrize("typed", ["7 1", "1 2 3", "0", "fly", "\x1b[2J", "3 5 x", "\u0663 \u0665"])
def test_impossible_dice_action_is_reported(
    shell: CommandShell, dice_actions: list[tuple[str, tuple[int, ...]]], typed: str
) -> None:
    result = shell.kibitz("twin", "dice", typed=f"{typed}\n")

    assert "Dice cannot do" in result.output
    assert "\x1b" not in result.output
    assert dice_actions == []


def test_a_line_without_end_is_read_in_pieces(shell: CommandShell) -> None:
    result = shell.kibitz("twin", "dice", typed="x" * 10 * MAX_LINE_BYTES)
    assert result.output.count("Dice cannot do") == 10


def test_a_file_is_not_overwritten_by_the_link(shell: CommandShell) -> None:
    (shell.folder / "dice").write_text("mine")

    result = shell.kibitz("twin", "dice", "--link", "dice")

    assert result.exit_code == 2
    assert "is not a link" in result.output
    assert (shell.folder / "dice").read_text() == "mine"


def test_a_link_in_a_folder_that_is_not_there_is_refused(shell: CommandShell) -> None:
    result = shell.kibitz("twin", "dice", "--link", "nowhere/dice")

    assert result.exit_code == 2
    assert "The dice could not open a port: No such file or directory." in result.output


def test_the_dice_speak_french_too(shell: CommandShell) -> None:
    french = {**ENGLISH, "LC_ALL": "fr_FR.UTF-8"}
    result = shell.kibitz("twin", "dice", typed="fly\n", environment=french)

    assert "Les dés sont branchés" in result.output
