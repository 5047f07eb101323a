"""Lights and viewpoints by name: under which light, and from where, a picture is taken."""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import MappingProxyType

from simulation.rendering.board_looks import SurfaceColour

WHITE = (255, 255, 255)
STEP = 0.5
"""Seconds from one step of a changing light to the next."""


@dataclass(frozen=True, slots=True)
class ShadowEdge:
    """The edge of a large shadow across the board, beyond which there is less light."""

    angle: float
    """Direction of the shadow in degrees; at 0 it is at the right."""
    at: float = 0.0
    """Distance of the edge from the middle of the board, in point widths."""
    soft: float = 0.3
    """Width of the edge, in point widths."""
    dark: float = 0.9
    """Share of the main light that the shadow takes away."""
    speed: float = 0.0
    """Speed of the edge in point widths per second."""


@dataclass(frozen=True, slots=True)
class SceneLight:
    """The light from everywhere, and the main light from one side."""

    around: float = 0.5
    """Strength of the light from everywhere."""
    tint: SurfaceColour = WHITE
    main: float = 0.5
    """Strength of the main light: sun, lamp or window."""
    main_tint: SurfaceColour = WHITE
    place: tuple[float, float, float] = (-8.0, 10.0, 22.0)
    """Position of the main light in point widths from the middle of the board: right, up, above."""
    is_far: bool = True
    """True if it is far away like the sun; otherwise it is a lamp at `place`."""
    size: float = 0.25
    """Apparent size of the main light; the smaller, the harder the shadows."""
    glare: tuple[float, float] | None = None
    """Spot of the board that mirrors it into the camera, relative to half the width and depth."""
    shine: float = 1.0
    """Brightness of its reflections."""
    edge: ShadowEdge | None = None
    fade_rate: float = 0.0
    """Share of the light that is lost each second."""
    fade_floor: float = 0.3
    """Share of the light that is never lost."""
    flicker: float = 0.0
    """Standard deviation of its strength from shot to shot, as of lamps on the mains."""

    def __post_init__(self) -> None:
        if min(self.around, self.main) < 0 or self.around + self.main == 0:
            raise ValueError("around and main must not be negative, nor both 0")
        if self.place[2] <= 0:
            raise ValueError("the last number of place must be above 0: a light is over the table")

    def after(self, seconds: float) -> SceneLight:
        """The light after so many seconds."""
        seconds = STEP * (seconds // STEP)
        left = max((1 - self.fade_rate) ** seconds, self.fade_floor)
        edge = self.edge and replace(self.edge, at=self.edge.at + self.edge.speed * seconds)
        return replace(self, around=self.around * left, main=self.main * left, edge=edge)

    @property
    def at_full_strength(self) -> SceneLight:
        """The light at full strength, without shadow edge and changes."""
        main_place = self.place, self.is_far, self.size, self.glare, self.shine
        return SceneLight(1.0, self.tint, 1.0, self.main_tint, *main_place)

    @property
    def changes(self) -> bool:
        """True if it changes with time."""
        return self.fade_rate > 0 or (self.edge is not None and self.edge.speed != 0)


WARM, COLD, DAY = (255, 214, 160), (205, 222, 255), (255, 250, 240)
_LOW_LIGHT = SceneLight(0.3, COLD, 1.1, DAY, (-7, 9, 12), size=0.03)
LIGHTS = MappingProxyType(
    {
        "soft": SceneLight(),
        "plain": SceneLight(around=0.8, main=0.2, size=0.6),
        "window": SceneLight(0.3, COLD, 0.7, DAY, place=(-18, 6, 12), size=0.5, shine=0.6),
        "sun": SceneLight(0.22, COLD, 1.3, DAY, place=(-10, 8, 11), size=0.02),
        "low-sun": SceneLight(0.2, COLD, 1.5, WARM, place=(16, 5, 9), size=0.02),
        "lamp": SceneLight(0.25, WARM, 0.9, WARM, (4, 7, 13), False, 0.12, None, 1.5, flicker=0.01),
        "glare": SceneLight(0.35, WARM, 0.8, DAY, (0, 0, 16), False, 0.1, (0.45, 0.1), 9),
        "dim": SceneLight(0.035, WARM, 0.025, WARM, place=(9, 9, 16), is_far=False, size=0.3),
        "dusk": SceneLight(0.02, COLD, 0.012, COLD, place=(-18, 6, 12), size=0.5),
        "edge": replace(_LOW_LIGHT, edge=ShadowEdge(20, 1.0, 0.25, 0.93)),
        "moving-edge": replace(_LOW_LIGHT, edge=ShadowEdge(0, 8.0, 0.4, 0.93, -0.25)),
        "dimming": SceneLight(0.45, WARM, 0.5, DAY, fade_rate=0.02, fade_floor=0.25),
    }
)
"""Lights by name."""


STEEPEST = 60.0
"""Largest tilt in degrees; beyond it checkers cannot be told apart."""


@dataclass(frozen=True, slots=True)
class Viewpoint:
    """The position, direction and lens of a camera."""

    tilt: float = 5.0
    """Angle from straight above, in degrees."""
    azimuth: float = 0.0
    """Degrees around the board; at 0 it stands in front of the bottom row, at 90 at the right."""
    roll: float = 0.0
    """Degrees of rotation around its optical axis."""
    fill: float = 0.86
    """Share of the picture that the board fills, in the direction in which it fills more."""
    field_of_view: float = 55.0
    """Horizontal field of view in degrees; a camera with a wider one stands nearer."""
    offset: tuple[float, float] = (0.0, 0.0)
    """Offset of the board from the middle of the picture, in widths and heights of it."""
    distortion: float = -0.08
    """Radial distortion of the lens; below zero it is a barrel distortion."""
    bump: tuple[float, float, float] = (0.0, 0.0, 0.0)
    """Degrees by which it has been knocked: to the right, down, and around its axis."""
    focus: float = 0.55
    """Pixels of blur at 720 rows."""

    def __post_init__(self) -> None:
        if not 0 <= self.tilt <= STEEPEST or not 0.1 < self.fill <= 1.5:  # noqa: PLR2004 - plain
            raise ValueError(f"tilt must be 0 to {STEEPEST}, and fill above 0.1 and at most 1.5")

    def bumped(self, right: float, down: float, around: float = 0.0) -> Viewpoint:
        """The viewpoint after the camera was knocked by so many degrees."""
        x, y, turn = self.bump
        return replace(self, bump=(x + right, y + down, turn + around))


VIEWPOINTS = MappingProxyType(
    {
        "above": Viewpoint(tilt=2),
        "leaning": Viewpoint(tilt=15, roll=0.6),
        "slanted": Viewpoint(tilt=26, azimuth=8, field_of_view=60),
        "steep": Viewpoint(tilt=35, azimuth=-6, fill=0.9, field_of_view=62, distortion=-0.12),
        "short-side": Viewpoint(tilt=24, azimuth=90, fill=0.92),
        "other-short-side": Viewpoint(tilt=18, azimuth=-91, roll=-1.5, fill=0.9),
        "far-side": Viewpoint(tilt=22, azimuth=180, roll=1.0),
        "corner": Viewpoint(tilt=28, azimuth=38, fill=0.92, field_of_view=50),
        "small": Viewpoint(tilt=9, azimuth=3, fill=0.5, offset=(0.06, -0.03)),
        "wide": Viewpoint(tilt=12, azimuth=-4, fill=0.88, field_of_view=80, distortion=-0.1),
        "telephoto": Viewpoint(tilt=20, azimuth=-12, field_of_view=24, distortion=0.02, roll=2.0),
        "crooked": Viewpoint(tilt=7, azimuth=2, roll=11.0, fill=0.9),
    }
)
"""Viewpoints by name."""
