"""Boards and checkers by name: materials, shapes and sizes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from types import MappingProxyType
from typing import Any

SurfaceColour = tuple[int, int, int]
"""Red, green and blue in sRGB, from 0 to 255."""


class Grain(Enum):
    """The kinds of material, each with a grain of its own."""

    PLAIN = "plain"
    WOOD = "wood"
    LEATHER = "leather"
    FELT = "felt"
    CORK = "cork"
    PAPER = "paper"
    MARBLE = "marble"
    METAL = "metal"


class TopShape(Enum):
    """The shapes of the top of a checker."""

    FLAT = "flat"
    RINGED = "ringed"
    DISHED = "dished"
    DOMED = "domed"


class BorneOffStyle(Enum):
    """The arrangements of checkers that have been borne off."""

    FLAT = "flat in the tray, in piles"
    EDGE = "on edge in the tray"
    BESIDE = "on the table beside the board"


class TrayPosition(Enum):
    """The positions of the trays of a board."""

    NONE = "none"
    HOME = "beside the homes"
    BOTH = "at both sides"


@dataclass(frozen=True, slots=True)
class Material:
    """The material of a surface, and its gloss."""

    colour: SurfaceColour
    grain: Grain = Grain.PLAIN
    gloss: float = 0.05
    """Share of a light that is mirrored, from 0 to 1."""
    polish: float = 30.0
    """Sharpness of the mirrored light; a wide shine has 10, a sharp one 400."""
    contrast: float = 1.0
    """Strength of the grain."""


@dataclass(frozen=True, slots=True)
class CheckerShape:
    """The shape of checkers, in point widths."""

    across: float = 0.9
    thick: float = 0.24
    top: TopShape = TopShape.FLAT
    dome: float = 0.0
    """Height of the middle of a domed top above its rim."""


@dataclass(frozen=True, slots=True)
class BoardLook:
    """A board and its checkers, with lengths in point widths."""

    light: Material
    dark: Material
    field: Material
    odd: Material
    """Material of the points 1, 3, 5...; the others are `even`."""
    even: Material
    rim: Material
    table: Material
    tray: Material
    make: CheckerShape = CheckerShape()
    bar: float = 1.0
    """Width of the bar; 0 for a board without one."""
    depth: float = 11.3
    """Distance from rim to rim across both rows."""
    height: float = 0.3
    """Height of rim and bar over the field."""
    edge: float = 0.45
    """Width of the rim."""
    standing: float = 0.5
    """Height of the field above the table."""
    trays: TrayPosition = TrayPosition.HOME
    tray_width: float = 1.3
    aside: BorneOffStyle = BorneOffStyle.FLAT
    point: float = 4.7
    """Length of a point."""
    outlined: bool = False
    """True if the points have outlines."""
    hinges: bool = False
    dice: SurfaceColour = (235, 230, 215)
    pips: SurfaceColour = (25, 25, 30)

    def __post_init__(self) -> None:
        if self.make.across * 10 > self.depth or self.make.across > 1:
            raise ValueError(
                "checkers must be at most 1 wide, and ten of them must fit into the depth"
            )
        if self.bar < 0 or self.height < 0 or self.standing < 0:
            raise ValueError("bar, height and standing must not be negative")


_KINDS = {
    "wood": Material((0, 0, 0), Grain.WOOD, 0.06, 40),
    "felt": Material((0, 0, 0), Grain.FELT, 0.0),
    "leather": Material((0, 0, 0), Grain.LEATHER, 0.08, 25),
    "plastic": Material((0, 0, 0), Grain.PLAIN, 0.12, 90),
    "paper": Material((0, 0, 0), Grain.PAPER, 0.01),
    "marble": Material((0, 0, 0), Grain.MARBLE, 0.5, 220),
    "metal": Material((0, 0, 0), Grain.METAL, 0.9, 60),
    "cork": Material((0, 0, 0), Grain.CORK, 0.0),
}
"""The materials by name, without their colours."""
_MATERIALS = """
club: plastic 232,230,222; plastic 34,34,37; felt 196,188,170; felt 42,42,46;
    felt 166,32,36; leather 46,46,50; felt 78,92,116; felt 40,40,44;
wood: wood 222,184,128; wood 92,52,32; wood 196,152,96; wood 104,58,36;
    wood 226,202,152; wood 122,72,44; wood 142,108,76; wood 156,112,70;
two-woods: wood 208,168,112; wood 142,94,60; wood 196,152,96; wood 104,58,36;
    wood 226,202,152; wood 122,72,44; wood 142,108,76; wood 156,112,70;
green-felt: marble 232,216,176; marble 112,28,30; felt 30,92,62; felt 222,212,184;
    felt 128,34,38; wood 88,48,30; wood 112,82,60; felt 30,92,62;
black-on-black: plastic 118,118,122; plastic 24,24,26 gloss=0.2; leather 36,36,38;
    leather 88,88,92; leather 64,22,24; leather 26,26,28; wood 92,70,52; leather 30,30,32;
white-and-grey: plastic 238,238,238; plastic 158,160,164; felt 92,104,128; felt 206,208,212;
    felt 52,60,82; leather 62,66,78; felt 146,140,130; felt 70,80,100;
cork-domes: marble 236,152,56; marble 26,84,58; cork 206,150,98; cork 232,222,200 contrast=0.5;
    cork 92,54,40 contrast=0.6; wood 72,52,42; felt 92,108,132; cork 188,132,84;
paper: plastic 206,70,60; plastic 34,104,48; paper 222,220,214; paper 214,212,206;
    paper 150,150,150; paper 226,224,218; wood 66,44,32; paper 222,220,214;
metal: metal 226,200,138; metal 96,100,108; leather 112,62,40; leather 62,34,26;
    leather 186,142,96; leather 74,42,30; marble 206,202,196; leather 88,50,34;
colours-of-points: plastic 226,216,190; plastic 150,34,38; felt 56,62,72; felt 152,36,40;
    felt 224,214,188; wood 64,40,28; wood 168,134,98; felt 56,62,72;
blue-leather: marble 238,232,220; marble 36,62,122; leather 174,166,150; leather 44,66,112;
    leather 122,130,142; leather 32,44,76; wood 120,88,64; leather 44,58,92;
red-and-black: plastic 196,40,36 gloss=0.25; plastic 22,22,24 gloss=0.25; wood 222,190,140;
    wood 52,34,26; wood 150,96,58; wood 92,60,40; plastic 218,216,210; wood 156,112,70;
"""
"""Of each look the materials of light, dark, field, odd, even, rim, table and tray."""


def _look(name: str, make: CheckerShape, **others: Any) -> BoardLook:
    materials = []
    for part in _MATERIALS.partition(f"\n{name}: ")[2].split(";", 8)[:8]:
        kind, colour, *changes = part.split()
        red, green, blue = map(int, colour.split(","))
        more: dict[str, Any] = {it: float(x) for it, x in (change.split("=") for change in changes)}
        materials.append(replace(_KINDS[kind], colour=(red, green, blue), **more))
    light, dark, field, odd, even, rim, table, tray = materials
    return BoardLook(light, dark, field, odd, even, rim, table, tray, make, **others)


_FLAT, _RINGED, _DISHED, _DOMED = TopShape
_BOTH = {"trays": TrayPosition.BOTH}
_ON_EDGE = {"aside": BorneOffStyle.EDGE}
_NO_TRAYS = {"trays": TrayPosition.NONE}
_BESIDE = _NO_TRAYS | {"aside": BorneOffStyle.BESIDE}
_SHAPES: dict[str, tuple[CheckerShape, dict[str, Any]]] = {
    "club": (CheckerShape(0.9, 0.24, _DISHED), _BOTH | _ON_EDGE),
    "wood": (CheckerShape(0.9, 0.25, _RINGED), {"hinges": True}),
    "two-woods": (
        CheckerShape(0.88, 0.26, _RINGED),
        _NO_TRAYS | {"depth": 11.0, "outlined": True, "hinges": True},
    ),
    "green-felt": (CheckerShape(0.9, 0.28, _FLAT), {}),
    "black-on-black": (CheckerShape(0.92, 0.23, _FLAT), _BOTH | _ON_EDGE),
    "white-and-grey": (CheckerShape(0.88, 0.22, _DISHED), _ON_EDGE),
    "cork-domes": (CheckerShape(0.91, 0.2, _DOMED, 0.12), _BOTH | {"hinges": True}),
    "paper": (
        CheckerShape(0.91, 0.13, _RINGED),
        _BESIDE | {"bar": 0.0, "height": 0.0, "edge": 0.3, "standing": 0.0, "outlined": True},
    ),
    "metal": (CheckerShape(0.86, 0.18, _RINGED), {}),
    "colours-of-points": (CheckerShape(0.9, 0.25, _FLAT), _BOTH),
    "blue-leather": (
        CheckerShape(0.93, 0.27, _DISHED),
        _BOTH | _ON_EDGE | {"bar": 1.3, "depth": 11.8},
    ),
    "red-and-black": (
        CheckerShape(0.84, 0.22, _FLAT),
        _BESIDE | {"bar": 0.8, "depth": 10.6, "height": 0.42, "hinges": True},
    ),
}
"""The checkers of each look, and what differs from the usual board."""
LOOKS = MappingProxyType(
    {name: _look(name, make, **others) for name, (make, others) in _SHAPES.items()}
)
"""Looks by name; the first is the default."""
CLUB = LOOKS["club"]


def find_look(name: str | int) -> BoardLook:
    """A look by its name, or by a number modulo their count; ValueError for an unknown name."""
    if isinstance(name, int):
        return tuple(LOOKS.values())[name % len(LOOKS)]
    if name not in LOOKS:
        raise ValueError(f"there is no look {name!r}, only {', '.join(LOOKS)}")
    return LOOKS[name]
