"""Whether each configured device is there, and is what the configuration says."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from firmware_bridge.ports.reasons import MISSING
from firmware_bridge.wire.tellings import BoardInfo
from hardware.cells import CELL_MAPS
from service.config import drivers
from service.config.settings import Table
from service.doctor.facts import Answer, Asked, Tried
from service.doctor.findings import Devices, Finding, What, hint, ok, problem
from service.doctor.ports import BOARD

DICE = "dice"
"""What dice with a port of their own call their kind."""


def devices(table: Table, asked: tuple[Asked, ...], tried: Iterable[Tried]) -> Iterator[Finding]:
    """The devices of one table; what is wrong with a port itself is told of the port."""
    if table.simulated:
        simulated = tuple(kind for kind in table.devices if kind in table.simulated)
        yield ok(What.SIMULATED, table=table.name, devices=Devices(simulated))
    if isinstance(table.board, drivers.PicoBoard):
        found = _at(table.board.port, asked)
        yield from _there(table, "board", table.board.uid, BOARD, found)
        if len(boards := _wanted(found, table.board.uid, BOARD)) > 0:
            yield from _parts(table, table.board, boards[0])
    if isinstance(table.dice, drivers.SerialDice):
        found = _at(table.dice.port, asked)
        yield from _there(table, "dice", table.dice.uid, DICE, found)
        for info in _wanted(found, table.dice.uid, DICE)[:1]:
            yield from _pairs(table, table.dice.pairs, info)
    for one in tried:
        if one.table != table.name:
            continue
        values = {"table": table.name, "device": Devices((one.device,))}
        at_port = one.device.startswith(DICE) and isinstance(table.dice, drivers.LineDice)
        what = What.NO_PORT if at_port and one.why.endswith(MISSING) else What.FAULT
        yield problem(what, **values, why=one.why) if one.why else ok(What.DEVICES, **values)


def _at(port: str | None, asked: tuple[Asked, ...]) -> tuple[Asked, ...]:
    """What came of asking where a device is to be looked for."""
    return asked if port is None else tuple(one for one in asked if one.port == port)


def _wanted(found: Iterable[Asked], uid: str | None, kind: str) -> list[BoardInfo]:
    infos = [one.info for one in found if one.info is not None]
    return [info for info in infos if info.kind == kind and uid in (None, info.uid)]


def _there(
    table: Table, device: str, uid: str | None, kind: str, found: tuple[Asked, ...]
) -> Iterator[Finding]:
    """Whether what is wanted is among what was found."""
    values = {"table": table.name, "device": Devices((device,))}
    infos = [one.info for one in found if one.info is not None]
    if _wanted(found, uid, kind):
        yield ok(What.DEVICES, **values)
    elif any(one.holder and one.holder.is_kibitz for one in found):
        yield hint(What.NOT_CHECKED, **values)
    elif others := [info for info in infos if info.kind == kind]:
        yield problem(What.OTHER_UID, **values, uid=uid, found=others[0].uid)
    elif infos and len(found) == 1:
        yield problem(What.OTHER_KIND, **values, kind=infos[0].kind)
    elif len(found) != 1 or found[0].answer is Answer.MISSING:
        yield problem(What.NOT_FOUND, **values)


def _parts(table: Table, board: drivers.PicoBoard, info: BoardInfo) -> Iterator[Finding]:
    """Whether the board has all that the table wants of it."""
    layout, cells = board.layout, len(CELL_MAPS[board.layout])
    if info.cells < cells:
        yield problem(What.NO_SENSORS, table=table.name, has=info.cells, wanted=cells)
    elif info.layout != layout:
        yield problem(What.OTHER_LAYOUT, table=table.name, has=info.layout or "-", wanted=layout)
    if isinstance(table.lamps, drivers.PicoLamps):
        yield from _lamps(table, table.lamps, info)
    if isinstance(table.buttons, drivers.PicoButtons):
        wanted = len(table.buttons.meanings)
        if info.buttons < wanted:
            values = {"table": table.name, "has": info.buttons, "wanted": wanted}
            level = hint if info.buttons else problem
            yield level(What.FEW_BUTTONS, **values)
    if isinstance(table.dice, drivers.PicoDice):
        yield from _pairs(table, table.dice.pairs, info)


def _lamps(table: Table, lamps: drivers.PicoLamps, info: BoardInfo) -> Iterator[Finding]:
    if info.lamps == 0:
        yield problem(What.NO_LAMPS, table=table.name)
    elif info.milliamperes < lamps.most_milliamps:
        values = {"has": info.milliamperes, "wanted": lamps.most_milliamps}
        yield hint(What.LESS_CURRENT, table=table.name, **values)


def _pairs(table: Table, wanted: int, info: BoardInfo) -> Iterator[Finding]:
    if info.dice < wanted:
        yield problem(What.FEW_DICE, table=table.name, has=info.dice, wanted=wanted)
