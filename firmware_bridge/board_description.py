"""The sensors and lamps that a board describes in its HELLO."""

from __future__ import annotations

from firmware_bridge.wire.board_messages import BoardInfo
from hardware.checkers import BoardKind
from hardware.sensor_map import SENSOR_MAPS, SensorMap, usual_map


class UnusableBoard(ValueError):
    """A board of another game, or one whose parts are not those that it describes.

    The text is a predicate that follows the name of the board.
    """


def described_sensors(info: BoardInfo, board: BoardKind, layout: str | None = None) -> SensorMap:
    """The map of a board's sensors; UnusableBoard if it is not for this game or this layout.

    A board that does not say where its sensors lie has those of the map that it names.
    """
    check_game(info, board)
    if not info.cells:
        raise UnusableBoard("has no sensors")
    named = f"with the layout {info.layout}" if info.layout else "without a layout"
    if layout not in (None, info.layout):
        raise UnusableBoard(f"has sensors {named}, but {layout} is configured")
    known = SENSOR_MAPS.get(info.layout or "")
    if info.sensor_places is None:
        if known is None or known.board is not board:
            raise UnusableBoard(f"has sensors {named}, which is no layout for {board.name}")
        if info.cells != len(known):
            text = f"has {info.cells} sensors, but the layout {info.layout} has {len(known)}"
            raise UnusableBoard(text)
        return known
    told = _map_of(info.layout or "", board, sensors=info.sensor_places)
    if known is not None and (known.board, [*known.spans]) != (board, [*told.spans]):
        raise UnusableBoard(f"calls its layout {info.layout}, but describes another one")
    if info.cells != len(told):
        raise UnusableBoard(f"has {info.cells} sensors, but describes {len(told)}")
    return told


def described_lamps(info: BoardInfo, board: BoardKind) -> SensorMap:
    """A map with the lamps of a board; UnusableBoard if it is not for this game, or has others."""
    check_game(info, board)
    if not info.lamps:
        raise UnusableBoard("has no lamps")
    if info.lamp_places is None:
        told = usual_map(board)
    else:
        told = _map_of(info.layout or "", board, lamps=info.lamp_places)
    if info.lamps not in told.lamp_counts:
        *some, most = map(str, told.lamp_counts)
        wanted = f"{', '.join(some)} or {most}" if some else most
        raise UnusableBoard(f"has {info.lamps} lamps, but {wanted} are needed")
    return told


def check_game(info: BoardInfo, board: BoardKind) -> None:
    """Raises UnusableBoard unless the board is one for this game."""
    if info.game != board.name:
        raise UnusableBoard(f"is a board for {info.game}, but this table is for {board.name}")


def _map_of(name: str, board: BoardKind, sensors: str = "", lamps: str = "") -> SensorMap:
    try:
        return SensorMap(name, board, sensors, lamps)
    except ValueError as problem:
        what = "sensors" if sensors else "lamps"
        runs = sensors or lamps
        raise UnusableBoard(f"describes its {what} as '{runs}', but {problem}") from None
