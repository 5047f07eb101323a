"""The command `kibitz calibrate`: a camera learns its board from the starting position."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import click

from hardware.devices import Clock, DeviceFault
from hardware.drivers.system_clock import SystemClock
from hardware.shots import Shot
from referee.state import State
from referee.words import Phrases
from service.camera_words import advise_after, tell_sight, tell_verdict
from service.commands.configured import configured, spoken
from service.commands.corners import WithCorners, by_corners
from service.commands.options import ANY_PATH, BadInput, speaking
from service.config.cameras import NoCamera
from service.config.settings import Configuration, Table
from service.files import write_whole
from service.journal.lock import Claim
from service.journal.problems import JournalProblem, system_problem
from service.printing import printable_lines
from service.seeing.eyes import Eyes
from service.seeing.glimpse import Glimpse, Outcome, Quad, Verdict
from service.seeing.sensor import CameraSensor
from service.tables.agreed import agreed_at, agreed_file
from service.tables.devices import Seeing, attach
from service.tables.running import camera_of, journal_of

NOT_LEARNT = 1
"""What `calibrate` leaves as its exit code where the board was not learnt."""
SETTLING = 2.0
"""Seconds in which a camera gets used to the light."""
TRIES = 3
"""Pictures that are learnt from until one will do."""
LOOKS = 3
"""At a picture after the board was learnt, a second apart: what lies still is read."""
WIDEST = 4096
"""Pixels across the picture that is kept."""
KEPT = frozenset({".jpg", ".jpeg"})
"""How the name of that picture ends."""
SHEET = ".svg"
"""And of the cards, which are drawn and not made of pixels."""
IN_USE = "in_use"
"""The problem of a journal that another program writes."""


@dataclass(frozen=True, slots=True)
class Calibrated:
    """What came of it."""

    verdict: Verdict
    glimpse: Glimpse | None = None
    """What is seen of the board now, if it was learnt."""
    drawn: bytes | None = None
    """A picture with that drawn over it, as JPEG."""


@click.command("calibrate", cls=WithCorners)
@click.option(
    "--config",
    "file",
    type=ANY_PATH,
    help="The configuration; if not given, ./kibitz.toml, or else the one of the user.",
)
@click.option("--table", "name", metavar="NAME", help="Which table; needed where several have one.")
@by_corners
@click.option(
    "--overlay",
    type=ANY_PATH,
    metavar="FILE",
    help="Where to keep a picture, as .jpg, with what is seen drawn over it.",
)
@click.option(
    "--markers-sheet",
    "sheet",
    type=ANY_PATH,
    metavar="FILE",
    help="Only keep cards there, as .svg, that are printed and laid at the corners of a board.",
)
@speaking
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
    """Let the camera of a table learn the board before it.

    The board must show the starting position: all thirty checkers where a game begins, and no hand
    over it. What is learnt is kept where `kibitz run` looks for it. While Kibitz runs the camera
    is its own; then calibrate on the page, in the view Camera.
    """
    if sheet:
        if sheet.suffix.lower() != SHEET:
            raise BadInput(phrases, "calibrate_sheet", file=sheet)
        _keep(_cards(), sheet, phrases)
        return
    configuration = configured(file, phrases).configuration
    phrases = spoken(context, phrases, configuration)
    if overlay and overlay.suffix.lower() not in KEPT:
        raise BadInput(phrases, "calibrate_kind", file=overlay)
    table, quad = _table(configuration, name, phrases), _quad(corners, phrases)
    folder = configuration.service.journals_in(os.environ, Path.home())
    with _claimed(journal_of(folder, table.name), table.name, phrases):
        setup = agreed_at(agreed_file(folder, table.name), table)
        sensor = _sensor(setup, SystemClock(), camera_of(journal_of(folder, table.name)))
        click.echo(phrases.say("calibrate.looking", table=table.name))
        calibrated = _calibrated(sensor, quad, phrases)
    for line in _told(calibrated, setup, phrases):
        click.echo(printable_lines(line))
    if overlay and calibrated.drawn:
        _keep(calibrated.drawn, overlay, phrases)
    if not calibrated.verdict.learnt:
        context.exit(NOT_LEARNT)


async def calibrated_by(sensor: CameraSensor, corners: Quad | None, clock: Clock) -> Calibrated:
    """What the board before a camera teaches; DeviceFault if the camera cannot be reached."""
    eyes = sensor.eyes
    async with sensor as opened:
        shots = opened.camera.shots()
        await eyes.begin()
        shot = await _settled(shots, clock)
        if shot is None:
            return Calibrated(Verdict(Outcome.NO_PICTURE))
        verdict = await _taught(eyes, shot, corners)
        for _ in range(TRIES - 1):
            if verdict.learnt or (another := await anext(shots, None)) is None:
                break
            shot = another
            verdict = await _taught(eyes, shot, corners)
        glimpse = await _read(eyes, await anext(shots, shot)) if verdict.learnt else None
        photo = await eyes.picture(drawn=True, widest=WIDEST)
    return Calibrated(verdict, glimpse, photo.jpeg if photo else None)


async def _settled(shots: AsyncIterator[Shot], clock: Clock) -> Shot | None:
    """The first picture once the camera has got used to the light; None if there are none."""
    begun, newest = clock.now(), None
    async for shot in shots:
        newest = shot
        if clock.now() - begun >= SETTLING:
            break
    return newest


async def _taught(eyes: Eyes, shot: Shot, corners: Quad | None) -> Verdict:
    await eyes.look(shot)
    return await eyes.calibrate(corners)


async def _read(eyes: Eyes, shot: Shot) -> Glimpse:
    """What is seen in a picture, which is taken to be lying still."""
    glimpse = await eyes.look(shot)
    for later in range(1, LOOKS):
        glimpse = await eyes.look(replace(shot, at=shot.at + later))
    return glimpse


def _calibrated(sensor: CameraSensor, corners: Quad | None, phrases: Phrases) -> Calibrated:
    try:
        return asyncio.run(calibrated_by(sensor, corners, SystemClock()))
    except DeviceFault as fault:
        raise BadInput(phrases, "calibrate_lost", problem=fault) from fault


def _table(configuration: Configuration, name: str | None, phrases: Phrases) -> Table:
    """The table whose camera is meant."""
    tables = [table for table in configuration.tables if name in (None, table.name)]
    if not tables:
        names = ", ".join(table.name for table in configuration.tables)
        raise BadInput(phrases, "calibrate_no_table", table=name, tables=names)
    seeing = [table for table in tables if not isinstance(table.camera, NoCamera)]
    if not seeing:
        raise BadInput(phrases, "calibrate_no_camera")
    if len(seeing) > 1:
        names = " | ".join(table.name for table in seeing)
        raise BadInput(phrases, "calibrate_which", tables=names)
    return seeing[0]


@contextmanager
def _claimed(journal: Path, table: str, phrases: Phrases) -> Iterator[None]:
    """Nobody else uses the table as long as this is open; BadInput if somebody does."""
    claim = Claim(journal)
    try:
        journal.parent.mkdir(parents=True, exist_ok=True)
        claim.take()
    except OSError as error:
        raise BadInput.of(system_problem(error, journal).told(phrases), phrases) from error
    except JournalProblem as problem:
        if problem.key == IN_USE:
            raise BadInput(phrases, "calibrate_in_use", table=table) from problem
        raise BadInput.of(problem.told(phrases), phrases) from problem
    try:
        yield
    finally:
        claim.drop()


def _sensor(setup: Table, clock: Clock, file: Path) -> CameraSensor:
    """The camera of a table, and who looks through it; what is simulated stands at the start."""
    devices = attach(setup, clock, State.of(setup.match), Seeing(file))
    return next(one for one in devices.reporters if isinstance(one, CameraSensor))


def _quad(text: str | None, phrases: Phrases) -> Quad | None:
    if text is None:
        return None
    # Whoever is only asked for help must not carry the libraries that pictures take.
    from service.looking.corner_texts import corners_in
    from service.looking.problems import CannotLook

    try:
        corners = corners_in(text)
    except CannotLook as problem:
        raise BadInput.of(problem.told(phrases), phrases) from problem
    return corners.top_left, corners.top_right, corners.bottom_right, corners.bottom_left


def _told(calibrated: Calibrated, setup: Table, phrases: Phrases) -> Iterator[str]:
    """What came of it, what is seen, and what to do next."""
    verdict, settings = calibrated.verdict, setup.match
    yield tell_verdict(verdict, settings, phrases)
    if calibrated.glimpse:
        yield tell_sight(calibrated.glimpse, settings, phrases)
    if verdict.corners:
        corners = " ".join(f"{x:.0f},{y:.0f}" for x, y in verdict.corners)
        yield phrases.say("calibrate.corners", corners=corners)
    yield advise_after(verdict, phrases)


def _cards() -> bytes:
    """The cards that mark the corners of a board, to be printed."""
    # Whoever is only asked for help must not carry the libraries that pictures take.
    from vision.marker_sheet import sheet

    return sheet().encode()


def _keep(content: bytes, file: Path, phrases: Phrases) -> None:
    try:
        write_whole(file, content)
    except OSError as error:
        raise BadInput(phrases, "cannot_write", file=file, problem=error.strerror) from error
