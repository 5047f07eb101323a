"""Whether the pictures of a camera are good enough to see checkers on them."""

from __future__ import annotations

from collections.abc import Iterator

from service.config import cameras
from service.config.settings import Table
from service.doctor.facts import Watched
from service.doctor.findings import Devices, Finding, What, hint, ok, problem

BLACK, DIM, DAZZLED = 0.05, 0.16, 0.9
"""Of 1, how bright a picture is on average."""
BLURRED = 0.13
"""Sharp pictures of boards have 0.15 to 0.25, those that are badly out of focus 0.05 to 0.12."""
SMALL = 480
"""Rows; in fewer a checker is hard to see unless the camera is very near."""
SLOW = 2.0
"""Pictures a second; with fewer the page follows the hands too late."""


def camera(table: Table, watched: Watched) -> Iterator[Finding]:
    """The camera of one table."""
    values = {"table": table.name, "device": Devices(("camera",))}
    if watched.why:
        is_usb = isinstance(table.camera, cameras.UsbCamera)
        what = What.NO_CAMERA if is_usb else What.FAULT
        yield problem(what, table=table.name, why=watched.why)
        return
    size = {"width": watched.width, "height": watched.height}
    yield ok(What.CAMERA, **values, **size, rate=f"{watched.rate:.3g}")
    yield from _size(table, watched)
    if watched.rate < SLOW and not isinstance(table.camera, cameras.FilesCamera):
        yield hint(What.CAMERA_SLOW, **values, rate=f"{watched.rate:.2g}")
    if watched.brightness < BLACK:
        yield problem(What.CAMERA_BLACK, **values)
        return
    if watched.brightness < DIM:
        yield hint(What.CAMERA_DIM, **values)
    if watched.brightness > DAZZLED:
        yield hint(What.CAMERA_DAZZLED, **values)
    if watched.sharpness < BLURRED:
        yield hint(What.CAMERA_BLURRED, **values)
    if not watched.holds:
        yield hint(What.CAMERA_RESTLESS, **values)


def _size(table: Table, watched: Watched) -> Iterator[Finding]:
    has = {"width": watched.width, "height": watched.height}
    if watched.height < SMALL:
        yield hint(What.CAMERA_SMALL, table=table.name, **has)
    if isinstance(table.camera, cameras.UsbCamera | cameras.CsiCamera):
        wide, high = table.camera.size
        if (watched.width, watched.height) != (wide, high):
            wanted = {"wide": wide, "high": high}
            yield hint(What.CAMERA_OTHER_SIZE, table=table.name, **has, **wanted)
