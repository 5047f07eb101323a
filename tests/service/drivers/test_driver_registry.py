"""The registry has each driver once, whole, and fit for the devices that it creates."""

from collections import Counter

import pytest

from hardware.drivers.clocks import SimulatedClock
from referee.state import State
from service.config.service_settings import TableSettings
from service.drivers import driver_entry
from service.drivers.dice_drivers import LINE_DICE, LineDiceOptions
from service.drivers.driver_entry import (
    AnyDriver,
    DeviceKind,
    Driver,
    DriverOptions,
    MachineNeed,
    NoBoardOptions,
    Probe,
    kind_of,
)
from service.drivers.driver_registry import BUILT_IN, DRIVERS, DuplicateDriver, driver_for
from service.schema.settings_schema import settings_table
from service.table.device_factory import create_devices

EACH = pytest.mark.parametrize("driver", BUILT_IN, ids=lambda it: f"{it.kind}-{it.name}")
BASES: dict[DeviceKind, type[DriverOptions]] = {
    base.KIND: base
    for base in vars(driver_entry).values()
    if isinstance(base, type) and issubclass(base, DriverOptions) and base is not DriverOptions
}


def table_with(driver: AnyDriver) -> TableSettings:
    """A table with the default options of a driver, and a board that it accepts."""
    fields = {driver.kind.value: driver.options()}
    if driver.needed_board:
        fields["board"] = DRIVERS.options_of(BASES[DeviceKind.BOARD])[driver.needed_board]()
    if driver.kind is DeviceKind.CAMERA and driver.probe is Probe.MEASURE:
        fields["board"] = NoBoardOptions()
    if driver.options is NoBoardOptions:
        fields["camera"] = DRIVERS.options_of(BASES[DeviceKind.CAMERA])["simulated"]()
    return TableSettings(**fields)


def test_driver_names_are_unique_in_each_kind_and_options_in_all() -> None:
    assert set(Counter((it.kind, it.name) for it in BUILT_IN).values()) == {1}
    assert set(Counter(it.options for it in BUILT_IN).values()) == {1}
    assert {it.kind for it in BUILT_IN} == set(DeviceKind) == set(BASES)


def test_kinds_are_the_keys_of_devices_in_a_table() -> None:
    keys = [entry.key for entry in settings_table(TableSettings).fields]
    assert keys[-len(DeviceKind) :] == [kind.value for kind in DeviceKind]


@EACH
def test_driver_is_found_by_its_options_and_by_its_name(driver: AnyDriver) -> None:
    assert driver_for(driver.options()) is driver
    assert DRIVERS.options_of(BASES[driver.kind])[driver.name] is driver.options


@EACH
def test_driver_creates_devices_that_are_named_as_its_kind(driver: AnyDriver) -> None:
    table = table_with(driver)
    devices = create_devices(table, SimulatedClock(), State.of(table.match_settings))
    created = [it for it in devices.all_devices if kind_of(it.name) is driver.kind]

    assert bool(created) == (driver.name != "none")
    assert {devices.drivers[device.name] for device in created} <= {driver.name}
    assert all(it.is_simulated == (driver.kind in table.simulated_kinds) for it in created)


@EACH
def test_devices_with_hardware_are_examined_by_the_doctor_or_with_their_board(
    driver: AnyDriver,
) -> None:
    has_hardware = driver.name != "none" and not driver.is_simulated(driver.options())
    is_examined = driver.probe is not Probe.NONE

    assert is_examined or driver.needed_board or not has_hardware
    assert has_hardware or not driver.needs
    assert (MachineNeed.SERIAL_PORT in driver.needs) == (driver.port is not None)


@EACH
def test_needed_board_is_a_board_that_exists(driver: AnyDriver) -> None:
    assert driver.needed_board in ("", *DRIVERS.options_of(BASES[DeviceKind.BOARD]))


def test_driver_of_a_taken_name_is_refused() -> None:
    class OtherOptions(LineDiceOptions):
        """Options of the same kind."""

    twice = Driver(name="lines", options=OtherOptions, create=lambda _options, _context: [])

    with pytest.raises(DuplicateDriver, match="already a driver 'lines'"):
        DRIVERS.extended([twice])


def test_options_of_another_driver_are_refused() -> None:
    other = Driver(name="other", options=LineDiceOptions, create=lambda _options, _context: [])
    with pytest.raises(ValueError, match="LineDiceOptions are the options of another driver"):
        DRIVERS.extended([other])


@pytest.mark.parametrize("name", ["", "Mine", "my dice", "-x", "x" * 33])
def test_driver_name_is_a_short_plain_word(name: str) -> None:
    with pytest.raises(ValueError, match="cannot have the name"):
        Driver(name=name, options=LineDiceOptions, create=lambda _options, _context: [])


def test_driver_that_is_identified_needs_a_port_and_an_identity() -> None:
    with pytest.raises(ValueError, match="needs a port and an identity"):
        Driver(name="mute", options=LineDiceOptions, create=LINE_DICE.create, probe=Probe.IDENTIFY)


def test_options_without_a_kind_are_refused() -> None:
    with pytest.raises(TypeError, match="not based on the options of any kind"):
        Driver(name="any", options=DriverOptions, create=lambda _options, _context: [])
