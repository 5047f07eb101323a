"""Where a camera stands, and how it looks at the board."""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import MappingProxyType

STEEPEST = 60.0
"""Degrees; nobody can tell checkers apart from further aside."""


@dataclass(frozen=True, slots=True)
class Viewpoint:
    """A camera and its lens."""

    tilt: float = 5.0
    """Degrees from straight above."""
    azimuth: float = 0.0
    """Degrees around the board; at 0 it stands in front of the bottom row, at 90 at the right."""
    roll: float = 0.0
    """Degrees by which it is turned in its own direction."""
    fill: float = 0.86
    """How much of the picture the board fills, at the side where it fills most."""
    reach: float = 55.0
    """Degrees from the left to the right of the picture; a wider lens stands nearer."""
    aside: tuple[float, float] = (0.0, 0.0)
    """How far the board is from the middle of the picture, in widths of it."""
    lens: float = -0.08
    """How the lens bends: below zero like a barrel."""
    bump: tuple[float, float, float] = (0.0, 0.0, 0.0)
    """Degrees by which it was knocked since: to the right, down, and around."""
    focus: float = 0.55
    """Pixels of blur at 720 rows."""

    def __post_init__(self) -> None:
        if not 0 <= self.tilt <= STEEPEST or not 0.1 < self.fill <= 1.5:  # noqa: PLR2004 - plain
            raise ValueError("a camera sees a board from above, and as more than a speck")

    def bumped(self, right: float, down: float, around: float = 0.0) -> Viewpoint:
        """The same camera after it was knocked by so many degrees."""
        x, y, turn = self.bump
        return replace(self, bump=(x + right, y + down, turn + around))


VIEWPOINTS = MappingProxyType(
    {
        "above": Viewpoint(tilt=2),
        "leaning": Viewpoint(tilt=15, roll=0.6),
        "slanted": Viewpoint(tilt=26, azimuth=8, reach=60),
        "steep": Viewpoint(tilt=35, azimuth=-6, fill=0.9, reach=62, lens=-0.12),
        "short-side": Viewpoint(tilt=24, azimuth=90, fill=0.92),
        "other-short-side": Viewpoint(tilt=18, azimuth=-91, roll=-1.5, fill=0.9),
        "far-side": Viewpoint(tilt=22, azimuth=180, roll=1.0),
        "corner": Viewpoint(tilt=28, azimuth=38, fill=0.92, reach=50),
        "small": Viewpoint(tilt=9, azimuth=3, fill=0.5, aside=(0.06, -0.03)),
        "wide": Viewpoint(tilt=12, azimuth=-4, fill=0.88, reach=80, lens=-0.1),
        "telephoto": Viewpoint(tilt=20, azimuth=-12, reach=24, lens=0.02, roll=2.0),
        "crooked": Viewpoint(tilt=7, azimuth=2, roll=11.0, fill=0.9),
    }
)
"""Viewpoints by name."""
