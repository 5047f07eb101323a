"""Everything the doctor has to say, in the order in which people want to hear it."""

from __future__ import annotations

from collections.abc import Iterator

from service.config.settings import Configuration
from service.doctor.cameras import camera
from service.doctor.devices import devices
from service.doctor.facts import Facts
from service.doctor.findings import Finding
from service.doctor.keeping import journals, page
from service.doctor.machine import machine
from service.doctor.needs import AT_PORTS, Needs
from service.doctor.ports import loaders, port


def examined(facts: Facts, configuration: Configuration, ours: str) -> Iterator[Finding]:
    """What is found; `ours` is the firmware that belongs to this Kibitz."""
    tables = configuration.tables
    named = {
        driver.port
        for table in tables
        for driver in table.devices.values()
        if isinstance(driver, AT_PORTS)
    }
    yield from machine(facts.machine, Needs.of(tables))
    yield from journals(facts.folder)
    yield from page(facts.page)
    yield from loaders(facts.loaders)
    for asked in facts.ports:
        yield from port(asked, ours, wanted=asked.port in named)
    for table in tables:
        yield from devices(table, facts.ports, facts.tried)
        for watched in facts.cameras:
            if watched.table == table.name:
                yield from camera(table, watched)
