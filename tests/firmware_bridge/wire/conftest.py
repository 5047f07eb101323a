"""A greeted board on a wire."""

import pytest

from tests.rigs.wire.plain_board import SimulatedWire, ready_wire


@pytest.fixture
def wire() -> SimulatedWire:
    return ready_wire()
