"""The option `--corners`, which may be given as one text, as four, or as a file."""

from __future__ import annotations

import re

import click

_NUMBER = r"[\d.]+(?:e[-+]?\d+)?|nan|inf(?:inity)?"
_PART = re.compile(rf"(?:[-+,;:x()\[\]\s]|{_NUMBER})+", re.IGNORECASE)
_NUMBERS = 8
_OPTION = "--corners"


class WithCorners(click.Command):
    """A command whose corners may be four arguments after the name of the option."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        return super().parse_args(ctx, joined(args))


def joined(arguments: list[str]) -> list[str]:
    """The same arguments with all corners in one."""
    if _OPTION not in arguments:
        return arguments
    begin = arguments.index(_OPTION) + 1
    end = begin
    many = 0
    while end < len(arguments) and many < _NUMBERS and is_part(arguments[end]):
        many += len(re.findall(_NUMBER, arguments[end], re.IGNORECASE))
        end += 1
    if end <= begin + 1:
        return arguments
    return [*arguments[:begin], " ".join(arguments[begin:end]), *arguments[end:]]


def is_part(argument: str) -> bool:
    """Whether this may be one of several arguments that are corners together."""
    return _PART.fullmatch(argument) is not None


by_corners = click.option(
    _OPTION,
    metavar="X,Y X,Y X,Y X,Y",
    help=(
        "Where the corners of the field are, in pixels: top left, top right, bottom right and"
        " bottom left of the board as it is numbered. Also a file with them."
    ),
)
"""The option `--corners`."""
