"""The command `kibitz twin`: devices without hardware behind a real port, to try things with."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import click

from firmware_bridge.twins.dice_node import DiceNode
from referee.words import Phrases
from service.commands.options import ANY_PATH, BadInput, speaking
from service.printing import printable

LONGEST = 80
_NUMBERS = re.compile(r"([1-6])(?:[\s,]*([1-6]))?", re.ASCII)
_WORDS: Mapping[str, Callable[[DiceNode], None]] = {
    "roll": DiceNode.start_rolling,
    "cocked": DiceNode.cock,
    "lift": DiceNode.lift,
    "unplug": DiceNode.unplug,
    "plug": DiceNode.plug_in,
}


@click.group("twin")
def twin_command() -> None:
    """Devices without hardware, behind a real serial port."""


@twin_command.command("dice")
@click.option(
    "--link",
    type=ANY_PATH,
    help="A path that always leads to the port; if not given, the port has a new one each time.",
)
@speaking
def dice_command(*, link: Path | None, phrases: Phrases) -> None:
    """A pair of dice that is thrown by typing what it shows.

    It speaks the wire, as dice with a port of their own do: name the port that is printed in the
    configuration, with the driver "serial".
    """
    node = DiceNode(link.absolute() if link else None)
    try:
        _plug_in(node, phrases)
        while line := sys.stdin.buffer.readline(LONGEST):
            _do(node, line.decode("utf-8", "replace").strip().lower(), phrases)
    except KeyboardInterrupt:
        return
    finally:
        node.unplug()


def _do(node: DiceNode, said: str, phrases: Phrases) -> None:
    """What somebody has typed."""
    if numbers := _NUMBERS.fullmatch(said):
        node.roll(*(int(number) for number in numbers.groups() if number))
    elif said == "plug":
        _plug_in(node, phrases)
    elif said in _WORDS:
        _WORDS[said](node)
    elif said:
        click.echo(phrases.say("twin.unknown", typed=printable(said)))


def _plug_in(node: DiceNode, phrases: Phrases) -> None:
    try:
        node.plug_in()
    except OSError as problem:
        why = problem.strerror or type(problem).__name__
        raise BadInput(phrases, "no_twin", problem=why) from problem
    click.echo(phrases.say("twin.port", port=printable(str(node.where))))
    click.echo(phrases.say("twin.how"))
