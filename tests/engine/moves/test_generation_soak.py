"""The fast generation finds exactly what brute force finds, in a great many positions."""

import pytest

from tests.rigs.brute_force import assert_found_exactly
from tests.rigs.placements import KINDS, strewn

STREWN = 4_000


@pytest.mark.soak
@pytest.mark.parametrize("kind", KINDS)
def test_strewn_checkers_are_found_exactly_again_and_again(kind: str, soak_factor: int) -> None:
    for position, dice in strewn(kind, STREWN * soak_factor):
        assert_found_exactly(position, dice)
