"""The limits of vision: frozen values, each field of them documented."""

import ast
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from tests.rigs.environment.checkout import ROOT
from vision.board_reader import ReaderLimits
from vision.board_search.corner_search import SearchLimits
from vision.calibration.from_start_position import CalibrationLimits
from vision.camera_registration import RegistrationLimits
from vision.tracking.tracker_state import TrackerLimits
from vision.uncalibrated_reader import UncalibratedLimits

STAGES = [
    *(ReaderLimits, SearchLimits, CalibrationLimits),
    *(RegistrationLimits, TrackerLimits, UncalibratedLimits),
]


def undocumented(source: str) -> Iterator[str]:
    """The fields of limits without a string under them."""
    for node in ast.parse(source).body:
        if isinstance(node, ast.ClassDef) and node.name.endswith("Limits"):
            for one, below in pairwise([*node.body, ast.Pass()]):
                if isinstance(one, ast.AnnAssign) and not isinstance(below, ast.Expr):
                    yield f"{node.name}.{ast.unparse(one.target)}"


@pytest.mark.parametrize("stage", STAGES)
def test_limits_of_a_stage_are_one_hashable_value(stage: type) -> None:
    assert hash(stage()) == hash(stage())
    assert stage() == stage()


def test_each_limit_is_documented() -> None:
    files = Path(ROOT / "vision").rglob("*.py")
    assert not [each for file in files for each in undocumented(file.read_text(encoding="utf-8"))]


def test_limit_without_a_string_is_found() -> None:
    source = 'class ALimits:\n    x: int = 1\n    y: int = 2\n    """Pixels."""\n'
    assert list(undocumented(source)) == ["ALimits.x"]
