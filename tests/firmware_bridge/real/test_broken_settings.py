"""Whoever writes something into settings.py that cannot be built is told so by the host."""

import asyncio
import logging
from typing import Any

import pytest

from firmware_bridge.link import BoardLink
from firmware_bridge.ports.port import PortFault
from firmware_bridge.ports.serial_port import SerialPort
from firmware_bridge.wire.tellings import Cells, DiceTelling, Presses
from hardware.drivers.system_clock import SystemClock
from tests.rigs.firmware import MakePico
from tests.rigs.logs import LogWatch
from tests.rigs.micropython.pico import Pico

LOG = "firmware_bridge.link"
ENDED = "the program of the board has ended"
MOST_LOGGED = 2
OPENINGS = 2
"""How often a board that does not run is opened again."""


class Typo:
    """What is no Python."""

    def __repr__(self) -> str:
        return "26,,"


class Nobody:
    """An ear that waits for nothing."""

    def told(self, telling: Cells | Presses | DiceTelling) -> None:
        """Nobody hears it."""

    def lost(self, why: str) -> None:
        """Nobody minds."""


async def opened_again_and_again(pico: Pico) -> None:
    """What the service does with a board that does not run."""
    link = BoardLink(SerialPort(pico.port), SystemClock())
    for _ in range(OPENINGS):
        with pytest.raises(PortFault):
            await link.join(Nobody())


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"LAMPS": 27}, "ValueError: settings.py: LAMPS must be 0 or 26 or 52 or 78, not 27"),
        ({"LAMPS": Typo()}, "SyntaxError: invalid syntax"),
    ],
    ids=["lamps", "syntax"],
)
def test_settings_that_cannot_be_built_are_named_in_the_log_and_only_once(
    new_pico: MakePico,
    expected_logs: LogWatch,
    caplog: pytest.LogCaptureFixture,
    settings: dict[str, Any],
    said: str,
) -> None:
    pico = new_pico(**settings)
    pico.plug()
    pico.world.until(lambda: pico.world.seen.tracebacks, "a traceback")
    expected_logs.expect(LOG, logging.WARNING, said)
    # This comes before it, if what was said before the port was opened has been lost.
    expected_logs.expect(LOG, logging.WARNING, ENDED)

    asyncio.run(opened_again_and_again(pico))

    assert [said in text for text in caplog.messages if ENDED in text][-1:] == [True]
    assert sum(said in text for text in caplog.messages) == 1
    assert sum(ENDED in text for text in caplog.messages) <= MOST_LOGGED
    assert any("settings.py" in trace and said in trace for trace in pico.world.seen.tracebacks)
    pico.world.seen.tracebacks.clear()
