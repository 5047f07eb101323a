"""Simulates colour blindness and measures the perceived distance of two colours."""

import math
from enum import Enum

from hardware.outputs import Rgb

Linear = tuple[float, float, float]
"""Red, green and blue in linear light."""
Matrix = tuple[Linear, Linear, Linear]

D65 = (0.95047, 1.0, 1.08883)
TO_XYZ: Matrix = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)


class ColourVision(Enum):
    """Transformations after Machado, Oliveira and Fernandes (2009) for complete dichromacy."""

    COMMON = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
    PROTAN = (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    )
    DEUTAN = (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    )
    TRITAN = (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    )


def simulate_vision(colour: Rgb, eyes: ColourVision) -> Linear:
    """The light in which common eyes see a colour as these eyes do."""
    light = (_linear(colour.red), _linear(colour.green), _linear(colour.blue))
    red, green, blue = (min(max(part, 0.0), 1.0) for part in _multiply(eyes.value, light))
    return red, green, blue


def luminance(colour: Rgb, eyes: ColourVision) -> float:
    """Perceived brightness of a colour; white is 1."""
    return _multiply(TO_XYZ, simulate_vision(colour, eyes))[1]


def colour_distance(one: Rgb, two: Rgb, eyes: ColourVision) -> float:
    """Perceived difference of two colours in CIELAB; a trained eye just distinguishes 2."""
    pairs = zip(_lab(simulate_vision(one, eyes)), _lab(simulate_vision(two, eyes)), strict=True)
    return math.hypot(*(a - b for a, b in pairs))


def _linear(part: int) -> float:
    value = part / 255
    return value / 12.92 if value <= 0.04045 else math.pow((value + 0.055) / 1.055, 2.4)


def _multiply(matrix: Matrix, light: Linear) -> Linear:
    x, y, z = (sum(a * b for a, b in zip(row, light, strict=True)) for row in matrix)
    return x, y, z


def _lab(light: Linear) -> Linear:
    shares = zip(_multiply(TO_XYZ, light), D65, strict=True)
    x, y, z = (_lab_curve(part / white) for part, white in shares)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _lab_curve(part: float) -> float:
    return math.cbrt(part) if part > 216 / 24389 else (24389 / 27 * part + 16) / 116
