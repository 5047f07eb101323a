"""kibitz calibrate: calibrates the camera of a table."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import click

from hardware.devices import Clock, DeviceFault, Shot
from hardware.drivers.clocks import SystemClock
from referee.state import State
from service.camera import camera_state
from service.camera.camera_pipeline import CameraPipeline
from service.camera.camera_sensor import CameraSensor
from service.cli import command_options
from service.config.service_settings import Configuration, TableSettings
from service.drivers.driver_entry import NoCameraOptions
from service.storage.atomic_files import write_atomically
from service.storage.journal import JournalLock
from service.storage.journal_tables import JournalProblem, system_problem
from service.storage.table_agreement import agreement_file, apply_stored_agreement
from service.table.device_factory import CameraOptions, create_devices
from service.table.table_runtime import calibration_path, journal_path
from service.words.phrases import Phrases
from service.words.printable_text import printable_lines

NOT_CALIBRATED = 1
"""The exit code if the camera could not be calibrated."""
SETTLING = 2.0
"""Seconds in which a camera adapts to the light."""
MAX_PICTURES = 3
"""Maximum number of pictures that are tried for the calibration."""
READINGS = 3
"""Readings of one picture after the calibration, a second apart: only a still board is read."""
MAX_OVERLAY_WIDTH = 4096
"""Maximum width in pixels of the overlay."""
OVERLAY_EXTENSIONS = frozenset({".jpg", ".jpeg"})
"""The file extensions of the overlay."""
SHEET_EXTENSION = ".svg"
"""The file extension of the marker sheet."""
IN_USE = "in_use"
"""The key of the problem of a journal that another program is writing."""


@dataclass(frozen=True, slots=True)
class CalibrationRun:
    """The result of a calibration."""

    result: camera_state.CalibrationResult
    state: camera_state.CameraState | None = None
    """The reading of the board, if the calibration succeeded."""
    drawn: bytes | None = None
    """A picture with the reading drawn over it, as JPEG."""


@click.command("calibrate", cls=command_options.CommandWithCorners)
@command_options.config_option
@click.option(
    "--table", "name", metavar="NAME", help="Table to calibrate; needed if several have a camera."
)
@command_options.corners_option
@click.option(
    "--overlay",
    type=command_options.ANY_PATH,
    metavar="FILE",
    help="Write a picture (.jpg) with the reading drawn over it to this file.",
)
@click.option(
    "--markers-sheet",
    "sheet",
    type=command_options.ANY_PATH,
    metavar="FILE",
    help="Only write a sheet (.svg) of markers to print and lay at the corners of a board.",
)
@command_options.language_option
@click.pass_context
def calibrate_command(  # noqa: PLR0913 - an argument for each option
    context: click.Context,
    *,
    file: Path | None,
    name: str | None,
    corners: str | None,
    overlay: Path | None,
    sheet: Path | None,
    phrases: Phrases,
) -> None:
    """Calibrate the camera of a table.

    The board must show the starting position: all thirty checkers where a game begins, and no hand
    over it. The calibration is stored where `kibitz run` finds it. A running Kibitz keeps the
    camera open; calibrate on its page then, in the view Camera.
    """
    if sheet:
        if sheet.suffix.lower() != SHEET_EXTENSION:
            raise command_options.InputError(phrases, "calibrate_sheet", file=sheet)
        _write_file(_marker_sheet(), sheet, phrases)
        return
    configuration = command_options.load_configuration(file, phrases).configuration
    phrases = command_options.choose_phrases(context, phrases, configuration)
    if overlay and overlay.suffix.lower() not in OVERLAY_EXTENSIONS:
        raise command_options.InputError(phrases, "calibrate_kind", file=overlay)
    table, quad = _table(configuration, name, phrases), _quad(corners, phrases)
    folder = configuration.service.journal_folder(os.environ, Path.home())
    with _locked_table(journal_path(folder, table.name), table.name, phrases):
        setup = apply_stored_agreement(agreement_file(folder, table.name), table).settings
        sensor = _sensor(setup, SystemClock(), calibration_path(journal_path(folder, table.name)))
        click.echo(phrases.say("calibrate.looking", table=table.name))
        calibrated = _run_calibration(sensor, quad, phrases)
    for line in _result_lines(calibrated, setup, phrases):
        click.echo(printable_lines(line))
    if overlay and calibrated.drawn:
        _write_file(calibrated.drawn, overlay, phrases)
    if not calibrated.result.is_success:
        context.exit(NOT_CALIBRATED)


async def calibrate_camera(
    sensor: CameraSensor, corners: camera_state.Quad | None, clock: Clock
) -> CalibrationRun:
    """Calibrates a camera; DeviceFault if it cannot be reached."""
    pipeline = sensor.pipeline
    async with sensor as opened:
        shots = opened.camera.shots()
        await pipeline.camera_opened()
        shot = await _first_settled_picture(shots, clock)
        if shot is None:
            return CalibrationRun(
                camera_state.CalibrationResult(camera_state.CalibrationOutcome.NO_PICTURE)
            )
        result = await _calibrate_from(pipeline, shot, corners)
        for _ in range(MAX_PICTURES - 1):
            if result.is_success or (another := await anext(shots, None)) is None:
                break
            shot = another
            result = await _calibrate_from(pipeline, shot, corners)
        state = await _read(pipeline, await anext(shots, shot)) if result.is_success else None
        photo = await pipeline.picture(drawn=True, widest=MAX_OVERLAY_WIDTH)
    return CalibrationRun(result, state, photo.jpeg if photo else None)


async def _first_settled_picture(shots: AsyncIterator[Shot], clock: Clock) -> Shot | None:
    """The first picture after the camera has adapted to the light; None if there are none."""
    begun, newest = clock.now(), None
    async for shot in shots:
        newest = shot
        if clock.now() - begun >= SETTLING:
            break
    return newest


async def _calibrate_from(
    pipeline: CameraPipeline, shot: Shot, corners: camera_state.Quad | None
) -> camera_state.CalibrationResult:
    await pipeline.process(shot)
    return await pipeline.calibrate(corners)


async def _read(pipeline: CameraPipeline, shot: Shot) -> camera_state.CameraState:
    """The reading of a picture, which is assumed not to change."""
    state = await pipeline.process(shot)
    for later in range(1, READINGS):
        state = await pipeline.process(replace(shot, at=shot.at + later))
    return state


def _run_calibration(
    sensor: CameraSensor, corners: camera_state.Quad | None, phrases: Phrases
) -> CalibrationRun:
    try:
        return asyncio.run(calibrate_camera(sensor, corners, SystemClock()))
    except DeviceFault as fault:
        raise command_options.InputError(phrases, "calibrate_lost", problem=fault) from fault


def _table(configuration: Configuration, name: str | None, phrases: Phrases) -> TableSettings:
    """The table to calibrate; InputError if it has no camera or several tables qualify."""
    tables = [table for table in configuration.tables if name in (None, table.name)]
    if not tables:
        names = ", ".join(table.name for table in configuration.tables)
        raise command_options.InputError(phrases, "calibrate_no_table", table=name, tables=names)
    seeing = [table for table in tables if not isinstance(table.camera, NoCameraOptions)]
    if not seeing:
        raise command_options.InputError(phrases, "calibrate_no_camera")
    if len(seeing) > 1:
        names = " | ".join(table.name for table in seeing)
        raise command_options.InputError(phrases, "calibrate_which", tables=names)
    return seeing[0]


@contextmanager
def _locked_table(journal: Path, table: str, phrases: Phrases) -> Iterator[None]:
    """Locks the journal of a table while this is open; InputError if another program uses it."""
    lock = JournalLock(journal)
    try:
        journal.parent.mkdir(parents=True, exist_ok=True)
        lock.take()
    except OSError as error:
        text = system_problem(error, journal).in_words(phrases)
        raise command_options.InputError.from_text(text, phrases) from error
    except JournalProblem as problem:
        if problem.key == IN_USE:
            raise command_options.InputError(phrases, "calibrate_in_use", table=table) from problem
        raise command_options.InputError.from_text(problem.in_words(phrases), phrases) from problem
    try:
        yield
    finally:
        lock.release()


def _sensor(setup: TableSettings, clock: Clock, file: Path) -> CameraSensor:
    """The camera sensor of a table; a simulated board shows the starting position."""
    devices = create_devices(setup, clock, State.of(setup.match_settings), CameraOptions(file))
    return next(one for one in devices.input_devices if isinstance(one, CameraSensor))


def _quad(text: str | None, phrases: Phrases) -> camera_state.Quad | None:
    if text is None:
        return None
    # Printing the help must not load the libraries for pictures.
    from service.camera.corner_texts import parse_corners
    from service.camera.picture_errors import UnusableInput

    with command_options.refusing(UnusableInput, phrases):
        corners = parse_corners(text)
    return corners.top_left, corners.top_right, corners.bottom_right, corners.bottom_left


def _result_lines(
    calibrated: CalibrationRun, setup: TableSettings, phrases: Phrases
) -> Iterator[str]:
    """The lines to print: the result, the reading, the corners and the next step."""
    result, settings = calibrated.result, setup.match_settings
    yield camera_state.result_in_words(result, settings, phrases)
    if calibrated.state:
        yield camera_state.view_in_words(calibrated.state, settings, phrases)
    if result.corners:
        corners = " ".join(f"{x:.0f},{y:.0f}" for x, y in result.corners)
        yield phrases.say("calibrate.corners", corners=corners)
    yield camera_state.result_advice(result, phrases)


def _marker_sheet() -> bytes:
    # Printing the help must not load the libraries for pictures.
    from vision.corner_markers import marker_sheet

    return marker_sheet().encode()


def _write_file(content: bytes, file: Path, phrases: Phrases) -> None:
    with command_options.refusing_file_errors(file, phrases):
        write_atomically(file, content)
