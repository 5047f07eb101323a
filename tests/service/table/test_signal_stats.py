"""Signals are counted by source, and the last observation is known however old it is."""

from dataclasses import replace

from hardware.checkers import point
from hardware.observations import EMPTY_SIGHTING, Observation
from hardware.signals import GarbledData, Signal
from service.table.inbox import SIGNALS_PER_SOURCE, SignalStats

LOOK = Observation("board", 1, {point(6): EMPTY_SIGHTING})


def test_last_observation_is_remembered_behind_other_signals() -> None:
    hearing = SignalStats()
    hearing.count(LOOK)
    for at in range(SIGNALS_PER_SOURCE + 1):
        hearing.count(GarbledData("board", 2 + at, "?!"))

    heard = hearing.sources["board"]

    assert heard.signals == SIGNALS_PER_SOURCE + 2
    assert LOOK not in heard.last
    assert heard.observation == LOOK


def test_last_observation_is_renamed_with_the_places() -> None:
    hearing = SignalStats()
    hearing.count(LOOK)
    hearing.count(garbled := GarbledData("board", 2, "?!"))
    turned = replace(LOOK, sightings={point(19): EMPTY_SIGHTING})

    def renamed(signal: Signal) -> Signal:
        return turned if isinstance(signal, Observation) else signal

    hearing.rename_places(renamed)

    heard = hearing.sources["board"]
    assert heard.observation == turned
    assert [*heard.last] == [turned, garbled]
