"""Checks ports, devices and cameras against the configuration."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from firmware_bridge.serial_port import MISSING
from firmware_bridge.wire.board_messages import BoardInfo
from hardware.sensor_map import SENSOR_MAPS
from service.config.service_settings import TableSettings
from service.doctor.facts import CameraMeasurement, OpenedDevice, PortAnswer, ProbedPort
from service.doctor.findings import (
    DeviceNames,
    Finding,
    FindingKind,
    ProcessNames,
    hint,
    ok,
    problem,
)
from service.drivers.camera_drivers import CsiCameraOptions, FilesCameraOptions, UsbCameraOptions
from service.drivers.dice_drivers import SerialDiceOptions
from service.drivers.driver_entry import DeviceKind, DriverOptions, WireIdentity, kind_of
from service.drivers.driver_registry import driver_for
from service.drivers.pico_drivers import (
    BOARD_KIND,
    PicoBoardOptions,
    PicoButtonsOptions,
    PicoDiceOptions,
    PicoLampsOptions,
)

NUMBERS = re.compile(r"[0-9]+")


def check_port(probed: ProbedPort, ours: str, *, wanted: bool) -> Iterator[Finding]:
    """The findings about one port; `ours` is the firmware version that belongs to this Kibitz.

    A port that is not `wanted` by the configuration may belong to any other device.
    """
    if probed.info is not None:
        yield from _board_findings(probed.port, probed.info, ours)
    elif wanted:
        yield _port_fault(probed)
    elif probed.answer in _ANSWERS_OF_OUR_BOARDS:
        fault = _port_fault(probed)
        yield hint(fault.what, **fault.values)
    else:
        yield ok(FindingKind.OTHER_PORT, port=probed.port, named=probed.usb_name or "?")


def check_boot_loaders(many: int) -> Iterator[Finding]:
    """The finding about Picos in their boot loader."""
    if many:
        yield problem(FindingKind.BOOT_LOADER)


def is_older(version: str, than: str) -> bool:
    """True if a firmware version is older than another one, by its numbers."""
    return _numbers(version) < _numbers(than)


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(digits[:9]) for digits in NUMBERS.findall(version)[:4])


def _board_findings(where: str, info: BoardInfo, ours: str) -> Iterator[Finding]:
    what = FindingKind.BOARD if info.kind == BOARD_KIND else FindingKind.DICE
    yield ok(
        what,
        port=where,
        uid=info.uid,
        firmware=info.firmware,
        sensors=info.cells,
        lamps=info.lamps,
        buttons=info.buttons,
        pairs=info.dice,
        milliamps=info.milliamps,
        layout=info.layout or "-",
    )
    values = {"port": where, "firmware": info.firmware, "ours": ours}
    if info.kind == BOARD_KIND and is_older(info.firmware, ours):
        yield hint(FindingKind.OLDER_FIRMWARE, **values)
    elif info.kind == BOARD_KIND and is_older(ours, info.firmware):
        yield hint(FindingKind.NEWER_FIRMWARE, **values)


def _port_fault(probed: ProbedPort) -> Finding:
    """The finding about a port without a board; it is named as the answer, unless it is in use."""
    holder = probed.holder
    if probed.answer is not PortAnswer.IN_USE:
        return problem(FindingKind(probed.answer.value), port=probed.port, why=probed.why)
    if holder is None:
        return problem(FindingKind.PORT_IN_USE, port=probed.port)
    values = {"port": probed.port, "process": holder.process, "command": holder.command}
    if holder.is_kibitz:
        return hint(FindingKind.PORT_USED_BY_KIBITZ, **values)
    return problem(
        FindingKind.PORT_IN_USE_BY, **values, programs=ProcessNames((holder, *holder.others))
    )


_ANSWERS_OF_OUR_BOARDS = (
    PortAnswer.WRONG_CHECK, PortAnswer.OTHER_WIRE, PortAnswer.CRASHED, PortAnswer.MISBEHAVING,
)  # fmt: skip
"""Answers that only our boards give."""


def check_devices(
    table: TableSettings, probed: tuple[ProbedPort, ...], opened_devices: Iterable[OpenedDevice]
) -> Iterator[Finding]:
    """The findings about the devices of one table, except those about ports."""
    if table.simulated_kinds:
        simulated = tuple(kind for kind in table.devices if kind in table.simulated_kinds)
        yield ok(FindingKind.SIMULATED, table=table.name, devices=DeviceNames(simulated))
    for kind, options in table.devices.items():
        driver = driver_for(options)
        if driver.port and driver.identity:
            port, wanted = driver.port(options), driver.identity(options)
            found = tuple(one for one in probed if port in (None, one.port))
            yield from _check_presence(table, kind, wanted, found)
            for info in _matching_boards(found, wanted)[:1]:
                yield from _check_parts(table, kind, info)
    for one in opened_devices:
        if one.table == table.name:
            yield _opening_finding(table, one)


def _opening_finding(table: TableSettings, opened: OpenedDevice) -> Finding:
    values = {"table": table.name, "device": DeviceNames((opened.device,))}
    if not opened.why:
        return ok(FindingKind.DEVICES, **values)
    at_port = driver_for(table.devices[kind_of(opened.device)]).port is not None
    what = FindingKind.NO_PORT if at_port and opened.why.endswith(MISSING) else FindingKind.FAULT
    return problem(what, **values, why=opened.why)


def _matching_boards(found: Iterable[ProbedPort], wanted: WireIdentity) -> list[BoardInfo]:
    infos = [one.info for one in found if one.info is not None]
    return [info for info in infos if info.kind == wanted.kind and wanted.uid in (None, info.uid)]


def _check_presence(
    table: TableSettings, device: str, wanted: WireIdentity, found: tuple[ProbedPort, ...]
) -> Iterator[Finding]:
    values = {"table": table.name, "device": DeviceNames((device,))}
    infos = [one.info for one in found if one.info is not None]
    if _matching_boards(found, wanted):
        yield ok(FindingKind.DEVICES, **values)
    elif any(one.holder and one.holder.is_kibitz for one in found):
        yield hint(FindingKind.NOT_CHECKED, **values)
    elif others := [info for info in infos if info.kind == wanted.kind]:
        yield problem(FindingKind.OTHER_UID, **values, uid=wanted.uid, found=others[0].uid)
    elif infos and len(found) == 1:
        yield problem(FindingKind.OTHER_KIND, **values, kind=infos[0].kind)
    elif len(found) != 1 or found[0].answer is PortAnswer.MISSING:
        yield problem(FindingKind.NOT_FOUND, **values)


def _check_parts(table: TableSettings, kind: DeviceKind, info: BoardInfo) -> Iterator[Finding]:
    """The findings about a device that answered, and about the parts on it if it is the board."""
    device, parts = table.devices[kind], [table.devices[kind]]
    if kind is DeviceKind.BOARD:
        name = driver_for(device).name
        parts += [it for it in table.devices.values() if driver_for(it).needed_board == name]
    for options_class, check in _PART_CHECKS.items():
        for options in parts:
            if type(options) is options_class:
                yield from check(table.name, options, info)


def _check_board(table: str, board: PicoBoardOptions, info: BoardInfo) -> Iterator[Finding]:
    layout, wanted = board.layout, SENSOR_MAPS[board.layout]
    game, cells = wanted.board.name, len(wanted)
    if info.game != game:
        yield problem(FindingKind.OTHER_GAME, table=table, has=info.game, wanted=game)
    elif info.cells < cells:
        yield problem(FindingKind.NO_SENSORS, table=table, has=info.cells, wanted=cells)
    elif info.layout != layout:
        has = info.layout or "-"
        yield problem(FindingKind.OTHER_LAYOUT, table=table, has=has, wanted=layout)


def _check_lamps(table: str, lamps: PicoLampsOptions, info: BoardInfo) -> Iterator[Finding]:
    if info.lamps == 0:
        yield problem(FindingKind.NO_LAMPS, table=table)
    elif info.milliamps < lamps.most_milliamps:
        values = {"has": info.milliamps, "wanted": lamps.most_milliamps}
        yield hint(FindingKind.LESS_CURRENT, table=table, **values)


def _check_buttons(table: str, buttons: PicoButtonsOptions, info: BoardInfo) -> Iterator[Finding]:
    wanted = len(buttons.meanings)
    if info.buttons < wanted:
        level = hint if info.buttons else problem
        yield level(FindingKind.FEW_BUTTONS, table=table, has=info.buttons, wanted=wanted)


def _check_pairs(
    table: str, dice: PicoDiceOptions | SerialDiceOptions, info: BoardInfo
) -> Iterator[Finding]:
    if info.dice < dice.pairs:
        yield problem(FindingKind.FEW_DICE, table=table, has=info.dice, wanted=dice.pairs)


_PART_CHECKS: Mapping[type[DriverOptions], Callable[[str, Any, BoardInfo], Iterator[Finding]]] = {
    PicoBoardOptions: _check_board,
    PicoLampsOptions: _check_lamps,
    PicoButtonsOptions: _check_buttons,
    PicoDiceOptions: _check_pairs,
    SerialDiceOptions: _check_pairs,
}
"""The checks of options against the report of a device; other options need none."""


BLACK_BRIGHTNESS = 0.05
"""Mean brightness, from 0 to 1, below which a picture shows nothing."""
DIM_BRIGHTNESS = 0.16
"""Mean brightness, from 0 to 1, below which the light is too weak."""
DAZZLED_BRIGHTNESS = 0.9
"""Mean brightness, from 0 to 1, above which a picture is overexposed."""
BLURRED_SHARPNESS = 0.13
"""Sharpness; sharp pictures of boards have 0.15 to 0.25, badly focused ones 0.05 to 0.12."""
SMALL_HEIGHT = 480
"""Rows of a picture; with fewer, checkers are hard to read unless the camera is very near."""
SLOW_RATE = 2.0
"""Pictures per second; with fewer, the page follows the hands too late."""


def check_camera(table: TableSettings, measured: CameraMeasurement) -> Iterator[Finding]:
    """The findings about the camera of one table."""
    values = {"table": table.name, "device": DeviceNames(("camera",))}
    if measured.why:
        is_usb = isinstance(table.camera, UsbCameraOptions)
        what = FindingKind.NO_CAMERA if is_usb else FindingKind.FAULT
        yield problem(what, table=table.name, why=measured.why)
        return
    size = {"width": measured.width, "height": measured.height}
    yield ok(FindingKind.CAMERA, **values, **size, rate=f"{measured.rate:.3g}")
    yield from _check_picture_size(table, measured)
    if measured.rate < SLOW_RATE and not isinstance(table.camera, FilesCameraOptions):
        yield hint(FindingKind.CAMERA_SLOW, **values, rate=f"{measured.rate:.2g}")
    if measured.brightness < BLACK_BRIGHTNESS:
        yield problem(FindingKind.CAMERA_BLACK, **values)
        return
    if measured.brightness < DIM_BRIGHTNESS:
        yield hint(FindingKind.CAMERA_DIM, **values)
    if measured.brightness > DAZZLED_BRIGHTNESS:
        yield hint(FindingKind.CAMERA_DAZZLED, **values)
    if measured.sharpness < BLURRED_SHARPNESS:
        yield hint(FindingKind.CAMERA_BLURRED, **values)
    if not measured.can_lock_exposure:
        yield hint(FindingKind.CAMERA_NOT_LOCKABLE, **values)


def _check_picture_size(table: TableSettings, measured: CameraMeasurement) -> Iterator[Finding]:
    has = {"width": measured.width, "height": measured.height}
    if measured.height < SMALL_HEIGHT:
        yield hint(FindingKind.CAMERA_SMALL, table=table.name, **has)
    if isinstance(table.camera, UsbCameraOptions | CsiCameraOptions):
        wide, high = table.camera.size
        if (measured.width, measured.height) != (wide, high):
            wanted = {"wide": wide, "high": high}
            yield hint(FindingKind.CAMERA_OTHER_SIZE, table=table.name, **has, **wanted)
