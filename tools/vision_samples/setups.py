"""The set-ups that are drawn: the board, the viewpoint, the light, and the difficulty."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from hardware.devices import PictureSize
from simulation.rendering.board_geometry import HomeQuarter

BIG, SMALL = (1280, 720), (640, 480)


@dataclass(frozen=True, slots=True)
class SampleSetup:
    """One board before one camera."""

    name: str
    look: str
    viewpoint: str
    difficulty: str
    light: str = "soft"
    home: HomeQuarter = HomeQuarter.BOTTOM_RIGHT
    size: PictureSize = BIG
    later: Mapping[int, str] = field(default_factory=dict)
    """The light from a frame on, where it is another one then."""
    fades: float = 0.0
    """Fraction of the light that is gone by the last frame."""
    bump: tuple[int, tuple[float, float, float]] | None = None
    """At which frame the camera is knocked, and by how many degrees."""
    held: bool = True
    """True if the camera keeps the exposure of the first frame."""
    quality: int = 88


SETUPS = (
    SampleSetup("v01", "club", "above", "easy: from above, soft light"),
    SampleSetup("v02", "wood", "leaning", "wood on wood, a lamp", light="lamp"),
    SampleSetup(
        "v03", "two-woods", "slanted", "two close shades of wood", home=HomeQuarter.TOP_LEFT
    ),
    SampleSetup("v04", "green-felt", "steep", "tilted by 35 degrees, polished", light="window"),
    SampleSetup("v05", "black-on-black", "leaning", "black on black leather", light="window"),
    SampleSetup(
        "v06", "white-and-grey", "far-side", "white against grey", home=HomeQuarter.BOTTOM_LEFT
    ),
    SampleSetup("v07", "cork-domes", "short-side", "domes, glare, the short side", light="glare"),
    SampleSetup("v08", "paper", "crooked", "paper without a bar, dim, noisy", light="dim"),
    SampleSetup("v09", "metal", "other-short-side", "metal, hard sun", light="sun"),
    SampleSetup("v10", "colours-of-points", "wide", "the colours of the points", light="plain"),
    SampleSetup(
        "v11", "blue-leather", "telephoto", "the camera is knocked", light="window",
        bump=(5, (1.1, -0.7, 0.8)),
    ),
    SampleSetup("v12", "red-and-black", "leaning", "hard low sun and its shadows", light="low-sun"),
    SampleSetup(
        "v13", "club", "small", "small, and a shadow crosses", light="plain", later={3: "edge"}
    ),
    SampleSetup(
        "v14", "wood", "corner", "over the corner, the light fades", light="lamp", fades=0.75
    ),
    SampleSetup(
        "v15", "green-felt", "leaning", "small pictures", "lamp", HomeQuarter.TOP_RIGHT, SMALL
    ),
    SampleSetup("v16", "paper", "slanted", "paper, hard sun", "sun", HomeQuarter.BOTTOM_LEFT),
    SampleSetup("v17", "red-and-black", "above", "glare that turns red to white", light="glare"),
    SampleSetup("v18", "black-on-black", "slanted", "black on black, at dusk", light="dusk"),
)  # fmt: skip
"""The setups of the measurements in `docs/vision.md`."""
SEQUENCES = (
    SampleSetup("q1", "club", "leaning", "a calm evening"),
    SampleSetup("q2", "wood", "slanted", "the light fades", light="lamp", fades=0.6),
    SampleSetup("q3", "blue-leather", "above", "a shadow crosses", light="moving-edge"),
    SampleSetup(
        "q4", "green-felt", "short-side", "the camera is knocked", light="window",
        bump=(30, (0.9, 0.6, -0.5)),
    ),
)  # fmt: skip
"""The same, for what is followed from picture to picture."""
