"""Creates the devices of a table from its settings."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar

from hardware.checkers import Place
from hardware.devices import Camera, Clock, Device, InputDevice, Lamps, Sounder, StatusLight
from hardware.drivers.simulated.simulated_devices import SimulatedDevice, SimulatedDice
from hardware.drivers.simulated.simulated_sensor import SimulatedSensor
from hardware.drivers.simulated.simulated_table import SimulatedTable
from hardware.outputs import DutyFrame, LampFrame, limit_power
from referee.effects import LampMeaning
from referee.palettes import STANDARD, Palette, frame
from referee.seating import NEAR_RIGHT, Orientation
from referee.state import State
from service.camera.camera_pipeline import CameraPipeline
from service.camera.camera_sensor import CameraSensor
from service.camera.picture_executor import PictureExecutor, run_at_once
from service.config.service_settings import TableSettings
from service.drivers.driver_entry import (
    AnyDriver,
    DeviceKind,
    DriverContext,
    DriverOptions,
    UnusableDriver,
    kind_of,
)
from service.drivers.driver_registry import BUILT_IN, MAX_REASON_LENGTH, driver_for, exception_text
from service.words.printable_text import printable

DeviceT = TypeVar("DeviceT", bound=Device)


@dataclass(frozen=True, slots=True)
class ConfiguredLamps:
    """Lamps with the settings of their light."""

    device: Lamps
    palette: Palette = STANDARD
    brightness: float = 1.0
    most_milliamps: float = 400.0

    def frame_for(self, picture: Mapping[Place, LampMeaning] | LampFrame) -> DutyFrame:
        """The frame for these meanings, or for this picture, limited to the allowed current."""
        lit = picture if isinstance(picture, LampFrame) else frame(picture, self.palette)
        return limit_power(lit, self.brightness, self.most_milliamps)


@dataclass(frozen=True, slots=True)
class DeviceSet:
    """All devices of a table."""

    input_devices: tuple[InputDevice, ...]
    lamps: tuple[ConfiguredLamps, ...] = ()
    checkers: SimulatedTable | None = None
    """The checkers of a simulated table; None if the table is real."""
    drivers: Mapping[str, str] = field(default_factory=dict)
    """The driver name of each device, by the name of the device."""
    sounders: tuple[Sounder, ...] = ()
    status_lights: tuple[StatusLight, ...] = ()
    camera_pipeline: CameraPipeline | None = None
    """The pipeline that reads the pictures of the camera, if there is one."""
    orientation: Orientation = NEAR_RIGHT
    """The orientation of the board when the devices were created."""

    @property
    def all_devices(self) -> tuple[Device, ...]:
        """All devices of every kind."""
        lamps = (lamps.device for lamps in self.lamps)
        return (*self.input_devices, *lamps, *self.sounders, *self.status_lights)

    def all_of(self, kind: type[DeviceT]) -> tuple[DeviceT, ...]:
        """The devices of a class, including the cameras behind sensors."""
        every = (*self.all_devices, *self._cameras)
        return tuple(device for device in every if isinstance(device, kind))

    @property
    def simulated_boards(self) -> tuple[SimulatedSensor, ...]:
        return self.all_of(SimulatedSensor)  # type: ignore[type-abstract] # only asked for

    @property
    def simulated_sensors(self) -> tuple[SimulatedDevice, ...]:
        """The simulated devices that observe the checkers: boards and the camera."""
        cameras = (one for one in self._cameras if isinstance(one, SimulatedDevice))
        return (*self.simulated_boards, *cameras)

    @property
    def _cameras(self) -> tuple[Camera, ...]:
        return tuple(one.camera for one in self.input_devices if isinstance(one, CameraSensor))


@dataclass(frozen=True, slots=True)
class CameraOptions:
    """Options for reading the pictures of a camera."""

    calibration_file: Path | None = None
    """The file of the calibration; None: it is not stored."""
    executor: PictureExecutor = run_at_once


SYNCHRONOUS_CAMERA = CameraOptions()
"""No stored calibration; pictures are read synchronously."""


INPUT_KINDS = (DeviceKind.BOARD, DeviceKind.DICE, DeviceKind.BUTTONS)
"""The kinds of input devices except cameras, in the order in which they are shown."""
PROTOCOLS: Mapping[DeviceKind, Any] = {
    DeviceKind.BOARD: InputDevice,
    DeviceKind.CAMERA: Camera,
    DeviceKind.DICE: InputDevice,
    DeviceKind.BUTTONS: InputDevice,
    DeviceKind.LAMPS: Lamps,
    DeviceKind.SOUNDER: Sounder,
    DeviceKind.STATUS: StatusLight,
}
"""The protocol of the devices of each kind."""


def create_devices(
    table: TableSettings, clock: Clock, state: State, camera: CameraOptions = SYNCHRONOUS_CAMERA
) -> DeviceSet:
    """Creates the devices of a table without opening them.

    Simulated checkers and dice start as the state expects them.
    """
    context = replace(create_context(table, clock, state), executor=camera.executor)
    inputs = [one for kind in INPUT_KINDS for one in create_kind(table, kind, context)]
    dice = tuple(device for device in inputs if isinstance(device, SimulatedDice))
    cameras = _camera_sensors(table, replace(context, dice=dice), camera)
    devices = DeviceSet(
        (*inputs, *cameras),
        _configured_lamps(table, context),
        sounders=create_kind(table, DeviceKind.SOUNDER, context),
        status_lights=create_kind(table, DeviceKind.STATUS, context),
        camera_pipeline=next((sensor.pipeline for sensor in cameras), None),
        orientation=table.orientation,
    )
    return replace(
        devices,
        checkers=context.checkers if devices.simulated_sensors else None,
        drivers={
            device.name: driver_for(table.devices[kind_of(device.name)]).name
            for device in devices.all_devices
        },
    )


def create_context(table: TableSettings, clock: Clock, state: State) -> DriverContext:
    """Creates the context of the drivers of a table, with the connection to its board."""
    checkers = SimulatedTable(table.orientation.layout(state.expected_layout))
    connection = driver_for(table.board).connect(table.board, clock)
    return DriverContext(clock, checkers, state, connection)


def create_kind(table: TableSettings, kind: DeviceKind, context: DriverContext) -> tuple[Any, ...]:
    """Creates the devices of a kind; UnusableDriver if its driver creates anything else."""
    options = table.devices[kind]
    driver = driver_for(options)
    if driver in BUILT_IN:
        devices = tuple(driver.create(options, context))
    else:
        devices = _create_added(driver, options, context)
    for device in devices:
        if not isinstance(device, PROTOCOLS[kind]):
            raise _unusable(driver, f"it creates {printable(repr(device), MAX_REASON_LENGTH)}")
    names = [str(device.name) for device in devices]
    if {name.partition(".")[0] for name in names} - {kind} or len(set(names)) < len(names):
        named = printable(", ".join(names), MAX_REASON_LENGTH)
        expected = f"{kind}, or {kind}.light and {kind}.dark"
        raise _unusable(driver, f"it names its devices {named} (expected: {expected})")
    return devices


def _create_added(
    driver: AnyDriver, options: DriverOptions, context: DriverContext
) -> tuple[Any, ...]:
    """The devices of a driver from outside of Kibitz, at least one; UnusableDriver if it fails."""
    try:
        devices = tuple(driver.create(options, context))
    except (Exception, SystemExit) as error:  # the driver is anybody's code
        raise _unusable(driver, exception_text(error)) from error
    if not devices:
        raise _unusable(driver, "it creates no device")
    return devices


def check_added_drivers(table: TableSettings, clock: Clock) -> None:
    """Raises UnusableDriver if a driver from outside of Kibitz cannot create its devices."""
    added = [kind for kind, it in table.devices.items() if driver_for(it) not in BUILT_IN]
    if added:
        context = create_context(table, clock, State.of(table.match_settings))
        for kind in added:
            create_kind(table, kind, context)


def _unusable(driver: AnyDriver, problem: str) -> UnusableDriver:
    file = getattr(sys.modules.get(driver.options.__module__), "__file__", None)
    named = f"The driver {driver.name!r} of {driver.kind} in {file}"
    return UnusableDriver(f"{named} cannot be used: {problem}.")


def _camera_sensors(
    table: TableSettings, context: DriverContext, options: CameraOptions
) -> tuple[CameraSensor, ...]:
    sensors = []
    for camera in create_kind(table, DeviceKind.CAMERA, context):
        pipeline = CameraPipeline(
            camera.name,
            options.executor,
            options.calibration_file,
            simulated=camera.is_simulated,
            orientation=table.orientation,
        )
        sensors.append(CameraSensor(camera, pipeline, context.clock))
    return tuple(sensors)


def _configured_lamps(table: TableSettings, context: DriverContext) -> tuple[ConfiguredLamps, ...]:
    lit = table.lamps
    return tuple(
        ConfiguredLamps(lamps, lit.palette, lit.brightness, lit.most_milliamps)
        for lamps in create_kind(table, DeviceKind.LAMPS, context)
    )
