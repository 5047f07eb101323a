"""Light and shadow, noise, and how a camera exposes."""

from dataclasses import replace
from functools import partial

import numpy as np
import pytest

from hardware.checkers import Colour, Layout, Pile, point
from simulation.rendering.board_geometry import BoardPlan
from simulation.rendering.board_looks import CLUB, Material
from simulation.rendering.board_pictures import cached_renderer, render_board
from simulation.rendering.exposure import PictureArray
from simulation.rendering.picture_conditions import LIGHTS, VIEWPOINTS, SceneLight, ShadowEdge
from simulation.rendering.round_bodies import RoundBody

SIZE = (320, 180)
EMPTY = Layout({})
PLAN = BoardPlan(replace(CLUB, bar=0.0, height=0.0, standing=0.0))
TOWER = RoundBody((0.0, 0.0, 0.0), 1.0, 1.6, CLUB.dark)


def render(
    light: SceneLight | str, *things: RoundBody, layout: Layout = EMPTY, noise: float = 0
) -> PictureArray:
    clean = partial(render_board, PLAN.look, size=SIZE, quality=None, noise=noise)
    return clean(light, "above", layout, things=things).picture


def tower_shadow(light: SceneLight) -> tuple[float, float, int]:
    """The offset of a tower's shadow to the right and up, and its size, all in pixels."""
    bare, shaded = render(light).astype(int), render(light, TOWER).astype(int)
    camera = cached_renderer(PLAN, light, VIEWPOINTS["above"], SIZE).camera
    x, y = camera.pixels(np.zeros((1, 3)))[0]
    rows, columns = np.nonzero((bare - shaded).min(axis=2) > 12)
    away = np.hypot(columns - x, rows - y) > camera.per_unit(np.zeros(3)) * 0.9
    rows, columns = rows[away], columns[away]
    return float(columns.mean() - x), float(y - rows.mean()), len(rows)


@pytest.mark.parametrize(
    ("place", "right", "up"),
    [((-10, 0, 9), 1, 0), ((10, 0, 9), -1, 0), ((0, 10, 9), 0, -1), ((-7, -7, 9), 1, 1)],
)
def test_a_shadow_falls_away_from_the_light(
    place: tuple[float, float, float], right: int, up: int
) -> None:
    light = SceneLight(around=0.25, main=1.2, place=place, size=0.02)

    to_right, upwards, many = tower_shadow(light)

    assert many > 15
    assert right * to_right >= (3 if right else 0)
    assert up * upwards >= (3 if up else 0)
    assert right or abs(to_right) < 2
    assert up or abs(upwards) < 2


def test_the_lower_the_light_the_longer_the_shadow() -> None:
    lights = (SceneLight(0.25, main=1.2, place=(-10, 0, up), size=0.02) for up in (12, 5))
    high, low = map(tower_shadow, lights)

    assert low[0] > 1.3 * high[0]


def test_a_wide_light_throws_softer_shadows_than_a_small_one() -> None:
    steps = []
    for size in (0.02, 0.5):
        light = SceneLight(around=0.25, main=1.2, place=(-10, 0, 9), size=size)
        bare, shaded = (render(light, *things).astype(int).sum(axis=2) for things in ((), (TOWER,)))
        ratio = (shaded / np.maximum(bare, 1))[SIZE[1] // 2]
        steps.append(float(np.abs(np.diff(ratio[SIZE[0] // 2 + 12 :])).max()))

    assert steps[0] > 2 * steps[1]


def test_a_checker_darkens_the_ground_at_its_foot_in_any_light() -> None:
    one = Layout({point(8): Pile(Colour.LIGHT, 1)})
    bare, lying = render("plain").astype(int), render("plain", layout=one).astype(int)

    around = np.abs(bare - lying).max(axis=2) > 4
    darker = (bare - lying).min(axis=2) > 4
    assert around.sum() > darker.sum() > 10


def test_a_shadow_over_the_board_ends_at_its_edge() -> None:
    edge = replace(LIGHTS["edge"], edge=ShadowEdge(angle=0.0, at=0.0, soft=0.1, dark=0.9))
    without = replace(edge, edge=None)
    exposure = cached_renderer(PLAN, edge, VIEWPOINTS["above"], SIZE).meter(without)
    clean = partial(render_board, PLAN.look, size=SIZE, exposure=exposure, quality=None, noise=0)
    pictures = (clean(light, "above", EMPTY).picture for light in (without, edge))
    free, cut = (picture.astype(float) for picture in pictures)

    ratio = (cut + 1) / (free + 1)
    middle = SIZE[0] // 2
    assert ratio[:, : middle - 8].min() > 0.93
    assert ratio[:, middle + 8 :].mean() < 0.75


def test_dimming_light_fades_and_moving_shadow_moves() -> None:
    dimming, walking = LIGHTS["dimming"], LIGHTS["moving-edge"]

    assert dimming.after(10).main < 0.85 * dimming.main
    assert dimming.after(1e6).main == pytest.approx(dimming.fade_floor * dimming.main)
    now, later = walking.edge, walking.after(10).edge
    assert now is not None
    assert later is not None
    assert later.at == pytest.approx(now.at + 10 * now.speed)
    assert not LIGHTS["soft"].changes


def test_automatic_exposure_compensates_dim_light_with_noise() -> None:
    dim = replace(LIGHTS["soft"], around=0.04, main=0.04)
    bright, dark = render("soft"), render(dim)
    noisy = [
        float(np.std(render(light, noise=1.0).astype(int) - render(light)))
        for light in ("soft", dim)
    ]

    assert dark.mean() > 0.8 * bright.mean()
    assert noisy[1] > 2 * noisy[0]


def test_noise_is_fresh_in_each_picture_and_the_same_for_the_same_seed() -> None:
    take = partial(render_board, PLAN.look, "soft", "above", EMPTY, size=SIZE)
    one, other, again = (take(frame=frame).picture for frame in (1, 2, 1))

    assert np.array_equal(one, again)
    assert 0.5 < np.std(one.astype(int) - other) < 12


def test_glare_is_where_the_board_mirrors_the_light() -> None:
    glossy = Material((120, 90, 60), gloss=0.2, polish=60.0)
    look = replace(PLAN.look, field=glossy, odd=glossy, even=glossy)
    light = replace(LIGHTS["glare"], glare=(0.5, 0.4))
    clean = partial(render_board, look, size=SIZE, quality=None, noise=0)
    lit, plain = (clean(each, "above", EMPTY) for each in (light, replace(light, shine=0.0)))
    shine = (lit.picture.astype(int) - plain.picture).sum(axis=2)

    rows, columns = np.nonzero(shine >= np.percentile(shine, 98))
    spot = np.array([[0.5 * PLAN.half_width, 0.4 * PLAN.half_depth, 0.0]])
    x, y = lit.camera.pixels(spot)[0]
    assert abs(np.median(columns) - x) < 10
    assert abs(np.median(rows) - y) < 10
