"""The registry of drivers: those of Kibitz, and those of files that a configuration names."""

from __future__ import annotations

import hashlib
import importlib
import sys
import traceback
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType, UnionType

from service.drivers import camera_drivers as cameras
from service.drivers import dice_drivers as dice
from service.drivers import driver_entry
from service.drivers import pi_drivers as pi
from service.drivers import pico_drivers as pico
from service.drivers import simulated_drivers as simulated
from service.drivers.driver_entry import (
    AnyDriver,
    Driver,
    DriverOptions,
    MachineNeed,
    Probe,
    WireIdentity,
)
from service.schema.configuration_problems import MistakeKind, PhraseValue, toml_text
from service.schema.settings_schema import settings_table
from service.schema.value_shapes import ReadPosition
from service.words.printable_text import printable

BUILT_IN: tuple[AnyDriver, ...] = (
    *simulated.SIMULATED_BOARDS, pico.PICO_BOARD, pi.PI_BOARD, driver_entry.NO_BOARD,
    driver_entry.NO_CAMERA, cameras.SIMULATED_CAMERA, cameras.USB_CAMERA, cameras.CSI_CAMERA,
    cameras.STREAM_CAMERA, cameras.FILES_CAMERA,
    simulated.SIMULATED_DICE, pico.PICO_DICE, dice.SERIAL_DICE, dice.LINE_DICE, dice.GODICE_DICE,
    dice.PIXELS_DICE,
    simulated.SIMULATED_BUTTONS, pico.PICO_BUTTONS, pi.PI_BUTTONS,
    simulated.SIMULATED_LAMPS, pico.PICO_LAMPS, pi.PI_STRIP, pi.PI_PLAIN_LAMPS,
    driver_entry.NO_SOUNDER, simulated.SIMULATED_SOUNDER, pico.PICO_SOUNDER, pi.PI_SOUNDER,
    driver_entry.NO_STATUS_LIGHT, pi.PI_STATUS_LIGHT,
)  # fmt: skip
"""The drivers of Kibitz, kind by kind, in the order of messages and of the manual."""

_DRIVER_OF_OPTIONS: dict[type[DriverOptions], AnyDriver] = {it.options: it for it in BUILT_IN}
"""The driver of each class of options, of this process."""


class DuplicateDriver(ValueError):
    """Raised if two drivers of a kind have the same name."""

    def __init__(self, driver: AnyDriver) -> None:
        super().__init__(f"there is already a driver {driver.name!r} of the kind {driver.kind}")
        self.driver = driver


@dataclass(frozen=True, slots=True, eq=False)
class DriverRegistry:
    """Drivers with different names and different classes of options."""

    drivers: tuple[AnyDriver, ...] = BUILT_IN

    def extended(self, more: Iterable[AnyDriver]) -> DriverRegistry:
        """The registry with more drivers; DuplicateDriver or ValueError if they clash."""
        known = {(driver.kind, driver.name) for driver in self.drivers}
        added = tuple(more)
        for driver in added:
            if (driver.kind, driver.name) in known:
                raise DuplicateDriver(driver)
            if _DRIVER_OF_OPTIONS.get(driver.options, driver) is not driver:
                raise ValueError(f"{driver.options.__name__} are the options of another driver")
            known.add((driver.kind, driver.name))
            _DRIVER_OF_OPTIONS[driver.options] = driver
        return DriverRegistry((*self.drivers, *added))

    def options_of(self, base: type[DriverOptions]) -> Mapping[str, type[DriverOptions]]:
        """The classes of options of a kind, given by its base class, by the driver's name."""
        return {it.name: it.options for it in self.drivers if it.kind is base.KIND}


DRIVERS = DriverRegistry()
"""The registry of Kibitz's own drivers."""


def driver_for(options: DriverOptions) -> AnyDriver:
    """The driver of these options."""
    return _DRIVER_OF_OPTIONS[type(options)]


DRIVERS_NAME = "DRIVERS"
"""The name of the tuple with the drivers of a file."""
MAX_REASON_LENGTH = 200
"""Maximum letters of the text of an exception that are shown."""


class _Unusable(Exception):
    """Raised if the drivers of a file cannot be used."""

    def __init__(self, mistake: MistakeKind, **values: PhraseValue) -> None:
        super().__init__(mistake)
        self.mistake = mistake
        self.values = values


def load_registry(names: Iterable[str], spot: ReadPosition) -> DriverRegistry:
    """The registry with the drivers of these files and modules.

    Their code is run. Adds a mistake for each one that cannot be used, and leaves it out.
    """
    registry = DRIVERS
    for number, name in enumerate(names):
        try:
            registry = _extended(registry, _load_module(name))
        except _Unusable as reason:
            spot.under(number).add_mistake(reason.mistake, file=name, **reason.values)
    return registry


def _extended(registry: DriverRegistry, module: ModuleType) -> DriverRegistry:
    drivers = getattr(module, DRIVERS_NAME, None)
    are_drivers = isinstance(drivers, tuple) and all(isinstance(it, Driver) for it in drivers)
    if not are_drivers or not drivers:
        raise _Unusable(MistakeKind.NO_DRIVERS)
    for driver in drivers:
        _check_fields(driver)
        try:
            registry = registry.extended([driver])
        except DuplicateDriver as twice:
            name, kind = toml_text(driver.name), driver.kind.value
            raise _Unusable(MistakeKind.SAME_DRIVERS, driver=name, kind=kind) from twice
        except ValueError as error:
            raise _unusable(driver, "options", str(error)) from error
    return registry


_TYPES: Mapping[str, type] = {"needed_board": str, "probe": Probe, "needs": frozenset}
_RESULT_TYPES: Mapping[str, type | UnionType] = {
    "is_simulated": bool,
    "exclusive_resource": str,
    "port": str | None,
    "identity": WireIdentity,
}
"""The types that the functions of a driver return for its options."""


def _check_fields(driver: AnyDriver) -> None:
    """Raises _Unusable if the options of a driver are no settings, or another field is wrong."""
    field = "options"
    try:
        options = _default_options(driver)
        for field, kind in _TYPES.items():
            _check_type(getattr(driver, field), kind)
        for need in driver.needs:
            _check_type(need, MachineNeed)
        for field, result in _RESULT_TYPES.items():
            if (function := getattr(driver, field)) is not None:
                _check_type(function(options), result)
    except Exception as error:  # the options are anybody's code
        raise _unusable(driver, field, exception_text(error)) from error


def _default_options(driver: AnyDriver) -> DriverOptions:
    if "__dataclass_fields__" not in vars(driver.options):
        raise TypeError(f"{driver.options.__name__} is not a dataclass")
    settings_table(driver.options)
    options: DriverOptions = driver.options()
    return options


def _check_type(value: object, kind: type | UnionType) -> None:
    if not isinstance(value, kind):
        raise TypeError(f"{value!r} is not of the type {getattr(kind, '__name__', kind)}")


def _unusable(driver: AnyDriver, field: str, problem: str) -> _Unusable:
    name, text = toml_text(driver.name), f"{field}: {problem}"
    return _Unusable(MistakeKind.UNUSABLE_DRIVER, driver=name, problem=text)


def _load_module(name: str) -> ModuleType:
    """The module of a file or of a module name; runs its code."""
    path = Path(name).expanduser() if name.startswith(("/", "~")) else None
    try:
        return _loaded_file(path) if path else importlib.import_module(name)
    except OSError as error:
        if path and error.filename == str(path):
            problem = error.strerror or exception_text(error)
            raise _Unusable(MistakeKind.DRIVERS_UNREADABLE, problem=problem) from error
        raise _code_failure(error) from error
    except ModuleNotFoundError as error:
        if not path and error.name and f"{name}.".startswith(f"{error.name}."):
            raise _Unusable(MistakeKind.DRIVERS_UNREADABLE, problem=str(error)) from error
        raise _code_failure(error) from error
    except (Exception, SystemExit) as error:  # the file is anybody's code
        raise _code_failure(error) from error


def _loaded_file(path: Path) -> ModuleType:
    """The module of a file, which its name in `sys.modules` tells from all others."""
    source = path.read_bytes()
    name = f"kibitz_drivers_{hashlib.sha256(bytes(path)).hexdigest()[:16]}"
    module = ModuleType(name)
    module.__file__ = str(path)
    # The types of settings are looked up in the module, by its name.
    sys.modules[name] = module
    try:
        exec(compile(source, path, "exec"), vars(module))  # noqa: S102 - its owner named it
    except BaseException:
        del sys.modules[name]
        raise
    return module


def _code_failure(error: BaseException) -> _Unusable:
    """The exception for an error that the code of a file raised, with the line of the code."""
    frames = traceback.extract_tb(error.__traceback__)
    theirs = [it for it in frames if it.filename not in (__file__, importlib.__file__)]
    theirs = [it for it in theirs if not it.filename.startswith("<")]
    line = next((it.lineno for it in reversed(theirs) if it.filename == theirs[0].filename), None)
    if line is None and isinstance(error, SyntaxError):
        line = error.lineno
    return _Unusable(MistakeKind.DRIVERS_RAISED, line=line or 1, problem=exception_text(error))


def exception_text(error: BaseException) -> str:
    """The class and the text of an exception, on one line; its text may raise another one."""
    text = ""
    with suppress(Exception):
        text = error.msg if isinstance(error, SyntaxError) else str(error)
    return printable(f"{type(error).__name__}: {text}".removesuffix(": "), MAX_REASON_LENGTH)
