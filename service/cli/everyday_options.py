"""The options of `kibitz simulate` for the habits of everyday players."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

import click

from service.cli.number_option import NumberOption
from simulation.everyday_habits import (
    HABIT_KINDS,
    HABITS,
    HUMAN,
    EverydayHabits,
    HabitKind,
    only,
)

PRACTISED, EVERYDAY = "practised", "everyday"
MAX_TIMES = 1000
CommandT = TypeVar("CommandT", bound=Callable[..., Any])


def _read_habits(
    _context: click.Context, _option: click.Parameter, given: Sequence[str]
) -> dict[str, float | None]:
    """The habits that were named, each with its rate, or None for the rate of people."""
    rates: dict[str, float | None] = {}
    for text in given:
        name, has_rate, rate = text.partition("=")
        if name not in HABITS:
            raise click.BadParameter(f"{name!r} is not one of {', '.join(HABITS)}.")
        try:
            rates[name] = NumberOption(0, 1).convert(rate, None, None) if has_rate else None
        except click.BadParameter as problem:
            raise click.BadParameter(f"{name}: {problem.message}") from problem
    return rates


_OPTIONS = (
    click.option(
        "--players",
        type=click.Choice((PRACTISED, EVERYDAY)),
        help=f"Whose hands they are. Default: {PRACTISED}, or {EVERYDAY} with a --habit.",
    ),
    click.option(
        "--habit",
        "chosen_habits",
        metavar="NAME[=RATE]",
        multiple=True,
        callback=_read_habits,
        help="Habit of everyday players, at this rate or that of people; may be repeated."
        f" Default: all. They are: {', '.join(HABITS)}.",
    ),
    click.option(
        "--times",
        type=NumberOption(0, MAX_TIMES),
        help="Multiple of the rates of everyday habits, such as 10. Default: 1.",
    ),
)


def everyday_options(command: CommandT) -> CommandT:
    """Adds the options to a command."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def with_everyday_habits(planned: Mapping[str, Any]) -> dict[str, Any]:
    """The values of all options, with the habits that these options choose in their place."""
    rest = dict(planned)
    players, chosen, times = (rest.pop(name) for name in ("players", "chosen_habits", "times"))
    idle = [name for name in chosen if HABIT_KINDS[name] is HabitKind.AFTER_ERROR]
    if idle and not rest["errors"]:
        raise click.UsageError(f"--habit {idle[0]} needs --errors: it follows a wrong play.")
    return {**rest, "everyday": _habits(players, chosen, times)}


def _habits(
    players: str | None, chosen: Mapping[str, float | None], times: float | None
) -> EverydayHabits | None:
    """The habits of everyday players; None for practised ones."""
    practised = players == PRACTISED or not (players or chosen)
    for option, given in (("--habit", bool(chosen)), ("--times", times is not None)):
        if practised and given:
            raise click.UsageError(f"{option} needs --players {EVERYDAY}.")
    if practised:
        return None
    return (only(chosen) if chosen else HUMAN).times(1.0 if times is None else times)
