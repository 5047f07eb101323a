"""The host names settings in settings.py that cannot be built."""

import asyncio
import logging
from typing import Any

import pytest

from firmware_bridge.board_link import BoardLink
from firmware_bridge.port import PortFault
from firmware_bridge.serial_port import SerialPort
from firmware_bridge.wire.board_messages import BoardUpdate
from hardware.drivers.clocks import SystemClock
from tests.rigs.environment.log_watch import LogWatch
from tests.rigs.firmware.pico_fixtures import MakePico
from tests.rigs.micropython.simulated_pico import Pico

LOG = "firmware_bridge.board_link"
ENDED = "the program of the board has ended"
MAX_LOGGED = 2
"""The largest number of log lines that say that the program has ended."""
OPENINGS = 2
"""The number of times that a board that does not run is opened again."""


class Typo:
    """A value whose text is not Python."""

    def __repr__(self) -> str:
        return "26,,"


class IgnoringListener:
    """A listener that ignores everything."""

    def on_update(self, update: BoardUpdate) -> None:
        """Ignores the update."""

    def on_lost(self, why: str) -> None:
        """Ignores the loss."""


async def open_repeatedly(pico: Pico) -> None:
    """Opens a board that does not run again and again, as the service does; each try fails."""
    link = BoardLink(SerialPort(pico.port), SystemClock())
    for _ in range(OPENINGS):
        with pytest.raises(PortFault):
            await link.join(IgnoringListener())


@pytest.mark.release
@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"LAMPS": 79}, "ValueError: settings.py: LAMPS must be a number from 0 to 78, not 79"),
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
    pico.world.until(lambda: pico.world.outputs.tracebacks, "a traceback")
    expected_logs.expect(LOG, logging.WARNING, said)
    # This is logged first if the output from before the opening was lost.
    expected_logs.expect(LOG, logging.WARNING, ENDED)

    asyncio.run(open_repeatedly(pico))

    assert [said in text for text in caplog.messages if ENDED in text][-1:] == [True]
    assert sum(said in text for text in caplog.messages) == 1
    assert sum(ENDED in text for text in caplog.messages) <= MAX_LOGGED
    assert any("settings.py" in trace and said in trace for trace in pico.world.outputs.tracebacks)
    pico.world.outputs.tracebacks.clear()
