"""What is known of one board under one camera."""

from __future__ import annotations

from dataclasses import dataclass

from vision.eye import Eye
from vision.field import Field
from vision.home import Home
from vision.looks import Looks


@dataclass(frozen=True, slots=True, eq=False)
class Learned:
    """Everything that reading a picture of it takes."""

    eye: Eye
    field: Field
    home: Home
    looks: Looks
