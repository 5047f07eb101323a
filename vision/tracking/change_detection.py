"""Separates changes of light, hands and checkers; detects unusable pictures."""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np

from hardware.signals import CameraProblem
from vision.occlusion import OcclusionLimits, reaching_pieces, segment_occlusions
from vision.picture_arrays import Mask, Picture, Plane
from vision.tracking.tracked_area import SmallPicture, TrackedArea


@dataclass(frozen=True, slots=True)
class LightLimits:
    """The limits of what light may change and of what shows the board."""

    pixels_per_checker: int = 3
    """Pixels across a checker at which light is estimated."""
    neighbourhood_size: float = 5.0
    """Diameters of a checker; the size of a neighbourhood most of which has the same light."""
    min_log_gain: float = -1.4
    """Natural logarithm of brightness; light darkens nothing further."""
    max_log_gain: float = 0.9
    """Natural logarithm of brightness; light brightens nothing further."""
    max_log_tint: float = 0.22
    """Natural logarithm of brightness; the most that light makes channels differ."""
    added_levels: float = 8.0
    """Brightness levels that are added before comparisons, since dark pixels say little."""
    min_brightness: float = 12.0
    """Brightness levels; a picture whose brightest channel has a lower mean is too dark."""
    min_correlation: float = 0.5
    """Correlation of the coarse picture with the board below which the board is covered."""
    min_sharpness: float = 0.7
    """Fraction of the reference's sharpness below which a board is out of focus."""
    min_coarse_side: int = 4
    """Pixels; the least side of the coarse picture, which has about one for each checker."""


_SCALE = 60.0
"""Steps of a byte for a factor of e."""
_EVEN = 128
"""The byte for light that has not changed."""


def match_light(
    reference: SmallPicture, small: Picture, checker: float, limits: LightLimits
) -> SmallPicture:
    """The reference, converted to the light of another picture of the same scene.

    The change of light is the median of large neighbourhoods, so edges of shadows stay in place.
    """
    height, width = small.shape[:2]
    sides = (max(round(it * limits.pixels_per_checker / checker), 1) for it in (width, height))
    coarse = next(sides), next(sides)
    before = cv2.resize(reference, coarse, interpolation=cv2.INTER_AREA)
    now = cv2.resize(small, coarse, interpolation=cv2.INTER_AREA).astype(np.float32)
    change = np.log((now + limits.added_levels) / (before + limits.added_levels))
    common = _median_change(change, limits)
    common[~may_be_light(common, limits)] = 0
    gain = cv2.resize(np.exp(common), (width, height), interpolation=cv2.INTER_LINEAR)
    return (reference + limits.added_levels) * gain - limits.added_levels


def may_be_light(common: SmallPicture, limits: LightLimits) -> Mask:
    """True where a change of log brightness can be caused by light."""
    low, high = common.min(axis=2), common.max(axis=2)
    within = (low > limits.min_log_gain) & (high < limits.max_log_gain)
    return np.asarray(within & (high - low < limits.max_log_tint))


def _median_change(change: SmallPicture, limits: LightLimits) -> SmallPicture:
    """The median change in each neighbourhood."""
    reach = 2 * round(limits.neighbourhood_size * limits.pixels_per_checker / 2) + 1
    steps = np.clip(change * _SCALE + _EVEN, 0, 255).astype(np.uint8)
    return np.asarray((cv2.medianBlur(steps, reach).astype(np.float32) - _EVEN) / _SCALE)


def is_dark(small: Picture, limits: LightLimits = LightLimits()) -> bool:
    """True if there is too little light to see anything."""
    return max(cv2.mean(small)[:3]) < limits.min_brightness


def find_problem(
    small: Picture, reference: SmallPicture, checker: float, limits: LightLimits
) -> CameraProblem | None:
    """The problem of a picture that differs nearly everywhere, or None if it shows the board."""
    if is_dark(small, limits):
        return CameraProblem.TOO_DARK
    if _correlation(small, reference, checker, limits) < limits.min_correlation:
        return CameraProblem.COVERED
    if _sharpness(small) < limits.min_sharpness * _sharpness(reference):
        return CameraProblem.OUT_OF_FOCUS
    return None


def _correlation(
    small: Picture, reference: SmallPicture, checker: float, limits: LightLimits
) -> float:
    """The correlation of two pictures at low resolution, from -1 to 1."""
    one, other = (_coarse_grey(picture, checker, limits).ravel() for picture in (small, reference))
    one, other = one - one.mean(), other - other.mean()
    if min(one.std(), other.std()) < 1:
        return 0.0
    return float((one * other).mean() / (one.std() * other.std()))


def _coarse_grey(
    picture: Picture | SmallPicture, checker: float, limits: LightLimits
) -> SmallPicture:
    height, width = picture.shape[:2]
    least = limits.min_coarse_side
    size = max(round(width / checker), least), max(round(height / checker), least)
    grey = picture.mean(axis=2, dtype=np.float32)
    return np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_AREA), dtype=np.float32)


def _sharpness(picture: Picture | SmallPicture) -> float:
    """The strength of a picture's edges relative to its contrast."""
    grey = picture.mean(axis=2, dtype=np.float32)
    edges = np.abs(np.diff(grey, axis=1)).mean() + np.abs(np.diff(grey, axis=0)).mean()
    return float(edges / max(grey.std(), 1.0))


CHANGED_HANDS = OcclusionLimits(
    max_gap=0.0,
    min_straddling=0.38,
    min_hand_area=1.27,
    min_over_field=0.0,
    hand_margin=0.45,
    unseen_reach=0.0,
)
"""The limits of hands that change a picture; they may stay aside, and their reach is seen."""


@dataclass(frozen=True, slots=True)
class ChangeLimits:
    """The limits of changes between two small pictures."""

    min_levels: float = 2.5
    """Brightness levels of 255; smaller differences are ignored."""
    noise_multiple: float = 5.0
    """Multiples of a pixel's noise from which a difference is a change."""
    first_noise: float = 1.0
    """Brightness levels; the assumed noise before it is learnt."""
    noise_rate: float = 0.1
    """Weight from 0 to 1 of one picture in the running mean of the noise."""
    max_gap: float = 0.7
    """Diameters of a checker; changes that are no further apart are joined."""
    light: LightLimits = field(default_factory=LightLimits)
    """The limits of what light may change."""
    hands: OcclusionLimits = CHANGED_HANDS
    """The limits of hands that change a picture."""
    min_arm_area: float = 1.2
    """Areas of a checker with lost edges from which a piece that reaches in is a hand."""
    min_hand_area: float = 5.0
    """Areas of a checker with lost edges from which any piece is a hand."""
    edge_window: float = 1.5
    """Diameters of a checker; the side of the window in which edges are compared."""
    kept_edge_fraction: float = 0.5
    """Fraction of the edges of a window that are still there if only its light has changed."""
    max_edge_strength: float = 0.1
    """Log brightness per pixel; stronger edges do not count more."""
    min_edge_levels: float = 2.5
    """Brightness levels per pixel; a weaker edge may be noise."""
    min_edge_agreement: float = 0.7
    """Fraction of the weaker gradient by which those of the same edge agree."""
    deciding_edge_fraction: float = 0.25
    """Fraction of a window's pixels from which its edges can decide; one line has fewer."""
    lost_edge_fraction: float = 0.3
    """Fraction of the area of a hand over which known edges are lost, at least."""


def level_difference(small: Picture, reference: Picture | SmallPicture) -> Plane:
    """The difference of two pictures in levels, in the channel in which it is largest, smoothed."""
    apart = cv2.absdiff(small, np.clip(reference, 0, 255).astype(np.uint8))
    most = cv2.max(cv2.max(apart[:, :, 0], apart[:, :, 1]), apart[:, :, 2])
    return np.asarray(cv2.blur(most.astype(np.float32), (3, 3)), dtype=np.float32)


def noise_limit(noise: Plane, limits: ChangeLimits) -> Plane:
    """The difference in levels above which it is not noise."""
    return limits.min_levels + limits.noise_multiple * noise


def update_noise(noise: Plane, levels: Plane, limits: ChangeLimits) -> Plane:
    """The running mean of the noise, updated by a difference of unchanged pictures."""
    return noise + np.float32(limits.noise_rate) * (levels - noise)


@dataclass(frozen=True, slots=True, eq=False)
class PictureChanges:
    """The changes between two pictures."""

    things: Mask
    """A mask of what has come or gone on the board."""
    hands: tuple[Mask, ...]
    """One mask for each hand."""


def classify_changes(
    changed: Mask, small: Picture, reference: SmallPicture, area: TrackedArea, limits: ChangeLimits
) -> PictureChanges:
    """Separates changes into hands, things on the board, and light, which is dropped."""
    closed = _close_gaps(changed, area, limits)
    candidates = segment_occlusions(closed, area.raster, limits.hands).hands
    if not candidates:
        return PictureChanges(changed, ())
    edges = _Edges.of(small, reference, area, limits)
    gone, decided = edges.lost_edges(_is_painted(edges, area, limits))
    light = ~edges.lost_edges(np.ones_like(decided))[0]
    flat = ~area.outside
    things, hands = changed, []
    for piece in candidates:
        if np.count_nonzero(piece & decided & flat) > area.checker**2:
            lost, known = piece & gone & flat, piece & decided & flat
        else:
            lost, known = piece & gone, piece & decided
        many = max(np.count_nonzero(known), np.count_nonzero(piece) / 4)
        if np.count_nonzero(lost) > max(limits.lost_edge_fraction * many, area.checker**2 / 2):
            hands.append(piece)
        else:
            hands += _arms(piece & gone, flat, area, limits)
            things = things & ~(piece & light)
    return PictureChanges(things, tuple(hands))


def _close_gaps(changed: Mask, area: TrackedArea, limits: ChangeLimits) -> Mask:
    """The mask of changes with the gaps between the parts of one thing closed."""
    size = 2 * round(limits.max_gap / 2 * area.checker) + 1
    kernel = np.ones((size, size), np.uint8)
    closed = cv2.morphologyEx(changed.astype(np.uint8), cv2.MORPH_CLOSE, kernel)
    return np.asarray(closed).astype(np.bool_)


def _arms(lost: Mask, flat: Mask, area: TrackedArea, limits: ChangeLimits) -> list[Mask]:
    """The arms in a piece that otherwise only changed its light: too large for moved checkers."""
    count, labels = cv2.connectedComponents(lost.astype(np.uint8))
    blobs = np.asarray(labels, np.int32)
    within = np.bincount(blobs[lost & flat], minlength=count)
    checkers = within / (np.pi / 4 * area.checker**2)
    reaching = reaching_pieces(blobs, blobs, count, area.raster, limits.hands)
    arms = (checkers > limits.min_hand_area) | ((checkers > limits.min_arm_area) & reaching)
    return [blobs == number for number in np.flatnonzero(arms) if number]


@dataclass(frozen=True, slots=True, eq=False)
class _Edges:
    """The gradients of two pictures of one scene; light changes neither edges nor much colour."""

    across: Plane
    """Gradient to the right in the first picture, in log brightness per pixel."""
    down: Plane
    """Gradient downwards."""
    strength: Plane
    """Length of the gradient."""
    kept: Plane
    """Fraction of each gradient that is still there in the second picture."""
    clear: Mask
    """True for edges that are not noise."""
    tinted: Mask
    """True where the colour has changed by more than light explains."""
    window: tuple[int, int]
    """Width and height of the window in which edges are compared, in pixels."""
    limits: ChangeLimits

    @classmethod
    def of(
        cls, small: Picture, reference: SmallPicture, area: TrackedArea, limits: ChangeLimits
    ) -> _Edges:
        faint = limits.light.added_levels
        bright, now = (_brightness(it, faint) for it in (reference, small.astype(np.float32)))
        (across, down), (now_across, now_down) = _edges(bright), _edges(now)
        strength = np.maximum(np.hypot(across, down), np.float32(1e-3))
        kept = np.clip(2 * (across * now_across + down * now_down) / strength**2, 0, 1)
        clear = strength * np.exp(np.minimum(bright, now)) > limits.min_edge_levels
        ratio = (small + np.float32(faint)) / (reference + np.float32(faint))
        tinted = ~may_be_light(np.log(ratio), limits.light)
        window = (round(limits.edge_window * area.checker) | 1,) * 2
        return cls(across, down, strength, kept, clear, tinted, window, limits)

    def lost_edges(self, among: Mask) -> tuple[Mask, Mask]:
        """Masks of where some of the edges are lost, and of where that can be decided.

        `among` selects the edges. A change of light does not count as a loss.
        """
        strength = np.minimum(self.strength / self.limits.max_edge_strength, 1)
        edge = np.where(self.clear & among, strength, 0)
        there = cv2.blur(edge, self.window)
        still = cv2.blur(self.kept * edge, self.window)
        decided: Mask = (there > self.limits.deciding_edge_fraction) | self.tinted
        return decided & (self.tinted | (still < self.limits.kept_edge_fraction * there)), decided


def _is_painted(edges: _Edges, area: TrackedArea, limits: ChangeLimits) -> Mask:
    """True for edges of the board itself, neither of checkers nor of shadows."""
    bare_across, bare_down = _edges(_brightness(area.bare, limits.light.added_levels))
    along = edges.across * bare_across + edges.down * bare_down
    square = np.minimum(edges.strength**2, bare_across**2 + bare_down**2)
    return np.asarray(along > limits.min_edge_agreement * square)


def _brightness(picture: SmallPicture, faint: float) -> Plane:
    """The natural logarithm of the brightness."""
    return np.asarray(np.log(np.maximum(picture, 0).mean(axis=2) + faint), dtype=np.float32)


def _edges(bright: Plane) -> tuple[Plane, Plane]:
    """The gradients to the right and downwards."""
    across, down = (cv2.Sobel(bright, cv2.CV_32F, x, 1 - x, ksize=3) for x in (1, 0))
    return np.asarray(across / 8, np.float32), np.asarray(down / 8, np.float32)
