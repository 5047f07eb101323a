"""The devices as they are shown: how each is reached, and what it said."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice

from hardware.checkers import Place
from hardware.drivers.simulated.device import SimulatedDevice
from hardware.signals import Signal
from referee.effects import Meaning
from referee.naming import tell_device
from referee.palettes import STANDARD
from referee.words import Phrases
from service.plain import text_of
from service.tables.hearing import Source
from service.tables.running import Running
from service.terse import spell_sighting
from service.web.messages.to_page import (
    Devices,
    DeviceShown,
    Diagnostics,
    Lamp,
    SourceShown,
)
from service.web.parts.places import lamp_of

MOST_SIGNALS = 10
"""Of each source."""


def devices(running: Running, phrases: Phrases) -> Devices:
    """What the table is made of, and how it is reached."""
    table, attached = running.table, running.devices
    plugged = {device.name: device.plugged for device in attached.all_of(SimulatedDevice)}
    shown = (
        DeviceShown(
            name,
            attached.drivers.get(name, ""),
            name in table.simulated,
            link.value,
            plugged.get(name),
            tell_device(name, phrases),
        )
        for name, link in table.links.items()
    )
    unwritten = table.unwritten.told(phrases) if table.unwritten else ""
    return Devices(tuple(shown), unwritten, legend(running))


def legend(running: Running) -> tuple[Lamp, ...]:
    """How the lamps of a table tell each meaning, as eyes see them."""
    lamps = running.devices.lamps
    palette = lamps[0].palette if lamps else STANDARD
    return tuple(lamp_of(palette[meaning], meaning) for meaning in Meaning)


def diagnostics(running: Running, lamps: Mapping[Place, Lamp], said: int) -> Diagnostics:
    """The devices from the inside."""
    heard = running.table.heard
    sources = tuple(_source(name, heard[name]) for name in sorted(heard))
    counters = {
        "signals": float(sum(source.signals for source in heard.values())),
        "nonsense": float(sum(source.nonsense for source in heard.values())),
        "sayings": float(said),
        "match": float(running.journal.match),
    }
    return Diagnostics(sources, lamps, counters)


def _source(name: str, source: Source) -> SourceShown:
    newest = tuple(islice(reversed(source.last), MOST_SIGNALS))
    claims = source.look.sightings if source.look else {}
    return SourceShown(
        name,
        source.signals,
        source.nonsense,
        tuple(text_of(signal, Signal) for signal in newest),
        {place: spell_sighting(sighting) for place, sighting in claims.items()},
    )
