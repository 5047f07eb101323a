"""The light over a table: from where, how strong, and how it changes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import MappingProxyType

from hardware.drivers.simulated.camera.looks import Rgb

WHITE = (255, 255, 255)
STEP = 0.5
"""Seconds; light that changes does so in steps of this."""


@dataclass(frozen=True, slots=True)
class Edge:
    """The edge of a shadow that lies across the board: what is behind it has less light."""

    angle: float
    """Degrees; at 0 the shadow is at the right."""
    at: float = 0.0
    """Widths of a point from the middle of the board."""
    soft: float = 0.3
    """Widths of a point over which it grows dark."""
    dark: float = 0.9
    """How much of the main light is taken away."""
    speed: float = 0.0
    """Widths of a point a second."""


@dataclass(frozen=True, slots=True)
class Light:
    """What comes from everywhere, and what comes from one side."""

    around: float = 0.5
    """How strong the light from everywhere is."""
    tint: Rgb = WHITE
    main: float = 0.5
    """How strong the sun, the lamp or the window is."""
    main_tint: Rgb = WHITE
    place: tuple[float, float, float] = (-8.0, 10.0, 22.0)
    """Where it is from the middle of the board, in widths of a point: right, up and above."""
    far: bool = True
    """Whether it is far away like the sun, or a lamp as near as `place` says."""
    size: float = 0.25
    """How large it is for its distance; the smaller, the harder the shadows."""
    glare: tuple[float, float] | None = None
    """Where the board mirrors it into the camera, as parts of its half width and half depth."""
    shine: float = 1.0
    """How bright what is mirrored is."""
    edge: Edge | None = None
    dims: float = 0.0
    """What part of the light goes each second."""
    least: float = 0.3
    """What part of it stays."""
    flicker: float = 0.0
    """How much lamps on the mains change it from shot to shot."""

    def __post_init__(self) -> None:
        if min(self.around, self.main) < 0 or self.around + self.main == 0:
            raise ValueError("there is no light without light")
        if self.place[2] <= 0:
            raise ValueError("a light is over the table")

    def after(self, seconds: float) -> Light:
        """The light as it is so much later."""
        seconds = STEP * (seconds // STEP)
        left = max((1 - self.dims) ** seconds, self.least)
        edge = self.edge and replace(self.edge, at=self.edge.at + self.edge.speed * seconds)
        return replace(self, around=self.around * left, main=self.main * left, edge=edge)

    @property
    def steady(self) -> Light:
        """What of it decides how things look, but for how strong it is."""
        plain = Light()
        return replace(
            self, around=1.0, main=1.0, edge=None, dims=plain.dims, least=plain.least,
            flicker=plain.flicker,
        )  # fmt: skip

    @property
    def changes(self) -> bool:
        """Whether it is another one later."""
        return self.dims > 0 or (self.edge is not None and self.edge.speed != 0)


WARM, COLD, DAY = (255, 214, 160), (205, 222, 255), (255, 250, 240)
LIGHTS = MappingProxyType(
    {
        "soft": Light(),
        "plain": Light(around=0.8, main=0.2, size=0.6),
        "window": Light(0.3, COLD, 0.7, DAY, place=(-18, 6, 12), size=0.5, shine=0.6),
        "sun": Light(0.22, COLD, 1.3, DAY, place=(-10, 8, 11), size=0.02),
        "low-sun": Light(0.2, COLD, 1.5, WARM, place=(16, 5, 9), size=0.02),
        "lamp": Light(
            0.25, WARM, 0.9, WARM, place=(4, 7, 13), far=False, size=0.12, shine=1.5, flicker=0.01
        ),
        "glare": Light(
            0.35, WARM, 0.8, DAY, far=False, size=0.1, place=(0, 0, 16), glare=(0.45, 0.1), shine=9
        ),
        "dim": Light(0.035, WARM, 0.025, WARM, place=(9, 9, 16), far=False, size=0.3),
        "dusk": Light(0.02, COLD, 0.012, COLD, place=(-18, 6, 12), size=0.5),
        "edge": Light(
            0.3, COLD, 1.1, DAY, place=(-7, 9, 12), size=0.03, edge=Edge(20, 1.0, 0.25, 0.93)
        ),
        "moving-edge": Light(
            0.3, COLD, 1.1, DAY, (-7, 9, 12), size=0.03, edge=Edge(0, 8.0, 0.4, 0.93, -0.25)
        ),
        "dimming": Light(0.45, WARM, 0.5, DAY, dims=0.02, least=0.25),
    }
)
"""Lights by name."""
