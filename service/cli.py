"""The command `kibitz` and what can be asked of it."""

from __future__ import annotations

import os
from contextlib import suppress

import click

from service.commands.calibrate import calibrate_command
from service.commands.check import check_command
from service.commands.check_config import check_config_command
from service.commands.doctor import doctor_command
from service.commands.export import export_command
from service.commands.firmware import firmware_command
from service.commands.look import look_command
from service.commands.options import BadInput
from service.commands.play import play_command
from service.commands.position import position_command
from service.commands.replay import replay_command
from service.commands.run import run_command
from service.commands.simulate import simulate_command
from service.commands.twin import twin_command
from service.commands.watch import watch_command
from service.outlet import LostOutput, outlets


def main() -> None:
    """The command; an output that cannot be written to ends it with one line and exit code 2."""
    try:
        with outlets():
            kibitz(prog_name="kibitz")
    except LostOutput as problem:
        with suppress(OSError):
            click.echo(f"kibitz: {problem.strerror}", err=True)
        os._exit(BadInput.exit_code)  # nothing can be said any more, not even at the end


@click.group()
@click.version_option(package_name="kibitz")
def kibitz() -> None:
    """Kibitz: a referee for a real backgammon board."""


for command in (
    play_command,
    simulate_command,
    run_command,
    check_config_command,
    doctor_command,
    calibrate_command,
    firmware_command,
    replay_command,
    export_command,
    position_command,
    look_command,
    watch_command,
    check_command,
    twin_command,
):
    kibitz.add_command(command)
