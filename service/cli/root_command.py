"""The command `kibitz` and its subcommands."""

from __future__ import annotations

import os
from contextlib import suppress

import click

from service.cli.calibrate_command import calibrate_command
from service.cli.command_options import CommandError, InputError
from service.cli.firmware_commands import firmware_command
from service.cli.picture_commands import look_command, watch_command
from service.cli.record_commands import check_command, export_command, replay_command
from service.cli.run_command import run_command
from service.cli.setup_commands import check_config_command, doctor_command
from service.cli.simulation_commands import simulate_command, twin_command
from service.cli.story_command import story_command
from service.cli.terminal_commands import play_command, position_command
from service.drivers.driver_entry import UnusableDriver
from service.terminal.terminal_output import LostOutput, checked_streams
from service.words.phrases import UnusableLanguage


def main() -> None:
    """Runs the command; if its output cannot be written, ends with one line and exit code 2."""
    try:
        with checked_streams():
            kibitz_group(prog_name="kibitz")
    except LostOutput as problem:
        with suppress(OSError):
            click.echo(f"kibitz: {problem.strerror}", err=True)
        os._exit(InputError.exit_code)  # a normal exit would try to flush the lost output


class KibitzGroup(click.Group):
    """The group of all commands: what somebody added and cannot be used is one line to them."""

    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except (UnusableDriver, UnusableLanguage) as problem:
            raise CommandError(str(problem)) from problem


@click.group(cls=KibitzGroup)
@click.version_option(package_name="kibitz")
def kibitz_group() -> None:
    """Kibitz: a referee for a real backgammon board."""


for command in (
    play_command, simulate_command, run_command, check_config_command, doctor_command,
    calibrate_command, firmware_command, replay_command, export_command, position_command,
    look_command, watch_command, check_command, story_command, twin_command,
):  # fmt: skip
    kibitz_group.add_command(command)
