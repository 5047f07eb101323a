"""Ten pictures of one set-up: the starting position, settled positions, and a hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from hardware.checkers import POINTS, Colour, Place
from simulation.rendering.board_geometry import BoardPlan, checker_spot, home_half
from simulation.rendering.board_looks import Grain, Material, find_look
from simulation.rendering.board_pictures import START, BoardPicture, cached_renderer, render_board
from simulation.rendering.dice_and_cube import Block, place_dice
from simulation.rendering.exposure import Exposure
from simulation.rendering.hand_and_arm import DrawnHand, make_hand
from simulation.rendering.picture_conditions import LIGHTS, VIEWPOINTS, SceneLight, Viewpoint
from simulation.rendering.renderer import Thing
from simulation.rendering.round_bodies import RoundBody
from tools.vision_samples.games import Kind, positions
from tools.vision_samples.ground_truth import TruthLine, truth
from tools.vision_samples.setups import SampleSetup

KINDS = (
    Kind.MIDDLE, Kind.BAR, Kind.STACK, Kind.OFF, Kind.MIDDLE, Kind.STACK, Kind.RACE, Kind.OFF,
    Kind.MIDDLE,
)  # fmt: skip
CUBE = 0.8
"""Widths of a point."""
CUP = Material((70, 44, 30), Grain.LEATHER, 0.05)
CLOTHES = {Colour.LIGHT: (1, 0), Colour.DARK: (3, 2)}
"""Skin and sleeve of the players, where it is known who reaches for something."""


def frames(setup: SampleSetup, seed: int) -> Iterator[tuple[BoardPicture, TruthLine]]:
    """Each picture and its truth."""
    chance = Random(f"{setup.name} {seed}")  # noqa: S311 - chance that repeats itself, no secret
    plan = BoardPlan(find_look(setup.look), setup.home)
    held = first_exposure(setup)
    layouts = [START, *positions(list(KINDS), seed + sum(setup.name.encode()))]
    for number, layout in enumerate(layouts):
        with_hand = number == len(layouts) - 1
        things = loose(plan, chance) if number else []
        if with_hand:
            things += [hand_at(plan, chance.choice(POINTS), chance)]
        view = render_board(
            find_look(setup.look),
            light_at(setup, number, len(layouts)),
            viewpoint_at(setup, number),
            layout,
            size=setup.size,
            seed=seed + number,
            home=setup.home,
            things=things,
            exposure=held,
            quality=None,
        )
        image = f"{setup.name}_{number:02}.jpg"
        role = "calibration_start" if not number else "test"
        kind = ("start", *(it.value for it in KINDS))[number]
        state = "hand" if with_hand else "settled"
        yield view, truth(setup, view, layout, image, role=role, kind=kind, state=state)


def first_exposure(setup: SampleSetup) -> Exposure | None:
    """The exposure that a camera keeps; None for one that goes on choosing."""
    if not setup.held:
        return None
    plan, light = BoardPlan(find_look(setup.look), setup.home), light_at(setup, 0, 1)
    rendering = cached_renderer(plan, light, VIEWPOINTS[setup.viewpoint], setup.size)
    return rendering.meter(light)


def light_at(setup: SampleSetup, number: int, many: int, seconds: float = 0.0) -> SceneLight:
    """The light of a frame."""
    name = setup.light
    for begin, later in setup.later.items():
        name = later if number >= begin else name
    light = LIGHTS[name].after(seconds)
    left = 1 - setup.fades * number / max(many - 1, 1)
    return replace(light, around=light.around * left, main=light.main * left)


def viewpoint_at(setup: SampleSetup, number: int) -> Viewpoint:
    """The viewpoint of the camera in a frame."""
    viewpoint = VIEWPOINTS[setup.viewpoint]
    if setup.bump and number >= setup.bump[0]:
        viewpoint = viewpoint.bumped(*setup.bump[1])
    return viewpoint


def loose(plan: BoardPlan, chance: Random) -> list[Thing]:
    """Dice, cube and cup, as they happen to lie about."""
    things: list[Thing] = []
    if chance.random() < 0.75:  # noqa: PLR2004 - most of the time
        numbers = chance.randint(1, 6), chance.randint(1, 6)
        things += place_dice(plan, numbers, chance.choice((-1, 1)), chance)
    if chance.random() < 0.6:  # noqa: PLR2004 - more often than not
        things.append(cube(plan, chance))
    if chance.random() < 0.4:  # noqa: PLR2004 - now and then
        things.append(cup(plan, chance))
    return things


def cube(plan: BoardPlan, chance: Random) -> Block:
    """In the middle of the bar, or beside the board."""
    look = plan.look
    where = (0.0, 0.0, look.height if plan.bar else 0.0)
    if chance.random() < 0.5:  # noqa: PLR2004 - as often as not
        away = plan.outer.left if plan.home.right > 0 else plan.outer.right
        x = away - 0.9 * plan.home.right
        where = (x, chance.uniform(-4, 4), -look.standing)
    number = chance.choice((2, 4, 8, 64))
    return Block(
        where, CUBE, number, (242, 240, 232), (20, 20, 24), chance.uniform(-0.3, 0.3), pips=False
    )


def cup(plan: BoardPlan, chance: Random) -> RoundBody:
    """On the table behind the board, or on the board."""
    if chance.random() < 0.3:  # noqa: PLR2004 - now and then
        x = chance.choice((-1, 1)) * chance.uniform(1.8, 4.5)
        return RoundBody((x, chance.uniform(-0.3, 0.3), 0.0), 1.5, 1.9, CUP, hollow=True)
    at = chance.uniform(-5, 5), plan.outer.high + 1.2, -plan.look.standing
    return RoundBody(at, 1.5, 1.9, CUP, hollow=True)


def hand_at(
    plan: BoardPlan, place: Place, chance: Random, colour: Colour | None = None
) -> DrawnHand:
    """A hand that reaches for a place from its side of the table."""
    x, y, z = checker_spot(plan, place, chance.randint(1, 4))
    side = home_half(plan, colour or chance.choice(tuple(Colour)))
    elbow = 0.5 * x + chance.uniform(-2.5, 2.5)
    skin, sleeve = CLOTHES[colour] if colour else (chance.randrange(5), chance.randrange(5))
    spread, left = chance.uniform(0.6, 1.4), bool(chance.getrandbits(1))
    return make_hand((x, y, z + 0.3), side, elbow, skin, sleeve, left=left, spread=spread)
