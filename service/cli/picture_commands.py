"""kibitz look and watch: read boards from pictures."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from engine.players import Player
from service.camera.picture_errors import UnusableInput
from service.cli import command_options
from service.words.phrases import Phrases
from service.words.printable_text import printable_lines

if TYPE_CHECKING:
    from service.camera.photo_reading import PhotoStep, StepListener

READING_DIFFERS = 1
"""The exit code if the reading differs from the expected position."""


@click.command("look", cls=command_options.CommandWithCorners)
@click.argument("picture", type=command_options.ANY_PATH)
@command_options.corners_option
@click.option(
    "--learn",
    "start",
    type=command_options.ANY_PATH,
    metavar="START",
    help="Picture of the starting position by the same camera, to calibrate with.",
)
@click.option("--expect", metavar="XGID", help="Expected position; prints the differences.")
@click.option("--json", "as_json", is_flag=True, help="Print machine-readable JSON.")
@click.option(
    "--overlay",
    type=command_options.ANY_PATH,
    metavar="FILE",
    help="Write the picture with the reading drawn over it to this file.",
)
@command_options.language_option
def look_command(  # noqa: PLR0913 - an argument for each option
    *,
    picture: Path,
    corners: str | None,
    start: Path | None,
    expect: str | None,
    as_json: bool,
    overlay: Path | None,
    phrases: Phrases,
) -> None:
    """Read the checkers on the board in PICTURE, with the certainty of each place."""
    # A service without a camera must not load the libraries for pictures.
    from service.camera.photo_reading import read_photo_file
    from service.camera.photo_report import PhotoReport, compare_reading, report_json

    position = None
    if expect is not None:
        snapshot = command_options.parse_position(expect, phrases)
        is_dark = snapshot.player is Player.TWO
        position = snapshot.position if is_dark else snapshot.position.mirrored
    with command_options.refusing(UnusableInput, phrases):
        reading = read_photo_file(picture, corners, start, overlay, _step_listener(phrases))
    expected = compare_reading(reading, position) if position else None
    report = PhotoReport(reading, expected)
    if as_json:
        click.echo(json.dumps(report_json(report, by_corners=corners is not None)))
    else:
        click.echo(printable_lines(report.in_words(phrases)))
    sys.exit(READING_DIFFERS if expected and expected.wrong else 0)


def _step_listener(phrases: Phrases) -> StepListener:
    """Tells a person at a terminal what takes time; programs are told nothing."""

    def say(step: PhotoStep, file: Path) -> None:
        if sys.stderr.isatty():
            words = phrases.say(f"look.{step.value}", file=file)
            click.echo(printable_lines(words), err=True)

    return say


NOT_FOLLOWED = 1
"""The exit code if the game could not be followed to its last picture."""


@click.command("watch", cls=command_options.CommandWithCorners)
@click.argument("folder", type=command_options.ANY_PATH)
@command_options.corners_option
@click.option(
    "--learn",
    "start",
    type=command_options.ANY_PATH,
    metavar="START",
    help="Picture of the starting position. Default: searched for in the folder.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one line of JSON for each turn.")
@command_options.language_option
@click.pass_context
def watch_command(
    context: click.Context,
    *,
    folder: Path,
    corners: str | None,
    start: Path | None,
    as_json: bool,
    phrases: Phrases,
) -> None:
    """Follow the game in the pictures of FOLDER, and print every play once it is certain.

    One picture after each turn is enough. The exit code is 0 if the game was followed to the last
    of them, and 1 if something stayed open.
    """
    # A service without a camera must not load the libraries for pictures.
    from service.camera.corner_texts import parse_corners
    from service.camera.photo_reading import PhotoStep, calibrate_from_file
    from service.camera.picture_sequence import FollowingStop, follow_folder

    def on_skip(problem: UnusableInput) -> None:
        why = problem.in_words(phrases)
        click.echo(phrases.say("watch.skipped", count=None, why=why), err=True)

    stops = list[FollowingStop]()
    turns = 0
    with command_options.refusing(UnusableInput, phrases):
        corner_points = parse_corners(corners) if corners is not None else None
        if start:
            _step_listener(phrases)(PhotoStep.LEARNING, start)
        calibration = calibrate_from_file(start, corner_points) if start else None
        for played in follow_folder(folder, corner_points, calibration, on_skip, stops.append):
            turns = played.number
            click.echo(json.dumps(played.as_json) if as_json else played.in_words(phrases))
    if not as_json:
        click.echo(phrases.say("watch.turns", count=turns))
    for stop in stops:
        click.echo(stop.in_words(phrases), err=True)
    if stops:
        context.exit(NOT_FOLLOWED)
