"""What may see the checkers of a simulated table, by the names that people choose from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import get_args

from service.config.cameras import CameraDriver, NoCamera, SimulatedCamera
from service.config.drivers import BoardDriver, NoBoard, SimulatedBoard
from service.config.settings import Table

CAMERA = "camera"
FELT_BY: Mapping[str, BoardDriver] = {kind().driver: kind() for kind in get_args(SimulatedBoard)}
SENSORS = (*FELT_BY, CAMERA)
"""The boards that feel them, and the camera that looks at a board which feels nothing."""


class NotSimulated(ValueError):
    """A table whose checkers are real."""


def seen_by(table: Table, sensor: str) -> Table:
    """The table with nothing but this sensor; NotSimulated if its checkers are real."""
    found = table.camera
    if not isinstance(table.board, SimulatedBoard) and not isinstance(found, SimulatedCamera):
        raise NotSimulated(table.name)
    usual = found if isinstance(found, SimulatedCamera) else SimulatedCamera()
    camera: CameraDriver = usual if sensor == CAMERA else NoCamera()
    return replace(table, board=FELT_BY.get(sensor, NoBoard()), camera=camera)
