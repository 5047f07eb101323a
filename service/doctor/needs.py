"""What the configured devices need of a machine."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from service.config import cameras, drivers
from service.config.settings import Table

ON_PINS = (
    drivers.PiBoard,
    drivers.PiButtons,
    drivers.PiLamps,
    drivers.PiPlainLamps,
    drivers.PiSounder,
    drivers.PiStatusLight,
)
VIDEO = (cameras.UsbCamera, cameras.CsiCamera)
"""Drivers of cameras that are plugged in."""
ASKED = (drivers.PicoBoard, drivers.SerialDice)
"""Drivers of what can be asked at a port who it is."""
AT_PORTS = (*ASKED, drivers.LineDice)


@dataclass(frozen=True, slots=True)
class Needs:
    """What must be there."""

    pins: bool = False
    ports: bool = False
    bluetooth: bool = False
    video: bool = False

    @classmethod
    def of(cls, tables: Iterable[Table]) -> Needs:
        """What these tables need; what is simulated needs nothing."""
        real = [
            driver
            for table in tables
            for kind, driver in table.devices.items()
            if kind not in table.simulated
        ]
        return cls(
            pins=any(isinstance(driver, ON_PINS) for driver in real),
            ports=any(isinstance(driver, AT_PORTS) for driver in real),
            bluetooth=any(isinstance(driver, drivers.BluetoothDice) for driver in real),
            video=any(isinstance(driver, VIDEO) for driver in real),
        )

    @property
    def groups(self) -> tuple[str, ...]:
        """The groups that may use what is needed."""
        needed = (
            (self.ports, ("dialout",)),
            (self.pins, ("gpio", "spi")),
            (self.video, ("video",)),
        )
        return tuple(group for is_needed, groups in needed if is_needed for group in groups)
