"""The folders of labelled pictures that are measured by default."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tools.bootstrap import ROOT

REAL = Path(os.environ.get("KIBITZ_PHOTOS", os.devnull))
"""Pictures of real boards, if somebody says where he has some; they do not belong to us."""
OURS = ROOT / "build" / "vision"
"""Pictures by the simulated camera, drawn once."""
DRAWN = "drawn"
"""The file that tells that all of them are there."""


def ours() -> Path:
    """Our own pictures, drawn if that was not done yet."""
    if not (OURS / DRAWN).is_file():
        command = [sys.executable, "-m", "tools.vision_samples", str(OURS)]
        subprocess.run(command, check=True, cwd=ROOT)
        (OURS / DRAWN).touch()
    return OURS


def usual_folders() -> list[Path]:
    """Our own pictures, and those of real boards if there are any."""
    return [ours(), *([REAL] if REAL.is_dir() else [])]
