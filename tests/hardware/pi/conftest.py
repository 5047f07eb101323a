"""A board on simulated pins."""

import pytest

from tests.rigs.devices.pi_rigs import PiBench


@pytest.fixture
def bench() -> PiBench:
    return PiBench()
