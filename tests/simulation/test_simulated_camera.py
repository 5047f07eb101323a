"""A simulated camera shows the simulated table, and is disturbed and fails as a real one."""

import asyncio

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from hardware.checkers import BACKGAMMON, Colour, Place, bar, point, tray
from hardware.devices import DeviceFault
from hardware.drivers.clocks import SimulatedClock
from hardware.drivers.simulated.simulated_devices import SimulatedDice
from hardware.drivers.simulated.simulated_table import SimulatedTable
from simulation.rendering.board_geometry import Rect
from simulation.rendering.board_pictures import START
from simulation.rendering.exposure import PictureArray
from simulation.rendering.picture_conditions import LIGHTS, ShadowEdge
from simulation.simulated_camera import HAND_STAYS, PACE, SimulatedCamera
from tests.rigs.devices.camera_rigs import ShotRecorder, next_shot
from tests.rigs.devices.device_rigs import deliver_pending

SIZE = (320, 180)
Mask = NDArray[np.bool_]
LIGHT, DARK = Colour
NOISY = 24
"""The largest change of a byte by noise."""


class Room:
    """A table at the beginning of a game, with dice, and a camera over it."""

    def __init__(self, seed: int = 0, look: str = "club", light: str = "soft") -> None:
        self.clock = SimulatedClock(5.0)
        self.table = SimulatedTable(START)
        self.dice = SimulatedDice("dice", self.clock)
        self.camera = SimulatedCamera(
            "camera",
            self.table,
            self.clock,
            seed,
            look=look,
            light=light,
            viewpoint="above",
            size=SIZE,
            dice=(self.dice,),
        )

    def later(self, seconds: float = 2 * HAND_STAYS) -> PictureArray:
        """The picture after a while."""
        self.clock.advance(seconds)
        return self.camera.take_picture()

    def carry(self, source: Place, target: Place) -> None:
        self.table.put(target, self.table.lift(source))


def changed(before: PictureArray, after: PictureArray) -> Mask:
    """A mask of the differences of two pictures that exceed the noise."""
    steps = np.abs(before.astype(int) - after).max(axis=2) > NOISY
    return np.asarray(cv2.medianBlur(steps.astype(np.uint8), 3), np.bool_)


def part_of(room: Room, where: Rect) -> Mask:
    """The pixels near a part of the floor."""
    field = np.array(room.camera.plan.field.corners, np.float32)
    way = cv2.getPerspectiveTransform(field, room.camera.corners.astype(np.float32))
    four = cv2.perspectiveTransform(np.array([where.corners], np.float32), way)
    part: NDArray[np.uint8] = np.zeros((SIZE[1], SIZE[0]), np.uint8)
    cv2.fillConvexPoly(part, four.round().astype(np.int32), (1,))
    return np.asarray(cv2.dilate(part, np.ones((9, 9), np.uint8)), np.bool_)


def within(room: Room, where: Rect, mask: Mask) -> float:
    """The share of a mask that lies over a part of the floor."""
    return float((mask & part_of(room, where)).sum() / max(mask.sum(), 1))


async def open_and_freeze(camera: SimulatedCamera) -> None:
    """Opens the camera and freezes its exposure."""
    async with camera:
        await camera.freeze_exposure()


@pytest.fixture
def room() -> Room:
    return Room()


def test_untouched_table_looks_the_same_but_for_noise(room: Room) -> None:
    one, other = room.later(), room.later()

    assert not changed(one, other).any()
    assert not np.array_equal(one, other)


def test_pictures_repeat_with_the_same_seed_only() -> None:
    def evening(seed: int) -> list[PictureArray]:
        room = Room(seed)
        pictures = [room.later()]
        room.dice.roll(3, 1)
        room.carry(point(8), point(5))
        return [*pictures, room.later(0.1), room.later()]

    first, again, other = evening(1), evening(1), evening(2)

    assert all(np.array_equal(one, two) for one, two in zip(first, again, strict=True))
    assert changed(first[0], other[0]).any()


def test_a_play_is_seen_where_it_was_made_and_nowhere_else(room: Room) -> None:
    before = room.later()
    room.carry(point(13), point(9))
    after = room.later()

    where = changed(before, after)
    plan = room.camera.plan
    left, right = (plan.point(plan.slot(number)) for number in (13, 9))
    assert where.sum() > 40
    assert within(room, left, where) > 0.2
    assert within(room, right, where) > 0.2
    assert within(room, left, where) + within(room, right, where) > 0.95


@pytest.mark.release(after=8)
@pytest.mark.parametrize("place", BACKGAMMON.places)
def test_a_checker_is_seen_wherever_it_is_put(room: Room, place: Place) -> None:
    colour = DARK if place in (bar(DARK), tray(DARK), *START.piles) else LIGHT
    colour = next((one for one in Colour if START.count(place, one)), colour)
    before = room.later()
    room.table.lift(point(6 if colour is LIGHT else 19))
    without = room.later()
    room.table.put(place, colour)
    after = room.later()

    assert changed(before, without).any()
    assert changed(without, after).sum() > 12


def test_a_checker_laid_down_anew_does_not_lie_in_just_the_same_way(room: Room) -> None:
    before = room.later()
    room.carry(point(6), point(6))
    steps = np.abs(before.astype(int) - room.later()).mean(axis=2)

    plan = room.camera.plan
    anew, left = (part_of(room, plan.point(plan.slot(number))) for number in (6, 13))
    assert steps[anew].mean() > 1.3 * steps[left].mean()


def test_a_hand_is_seen_while_it_is_busy_and_is_gone_soon_after(room: Room) -> None:
    before = room.later()
    room.table.lift(point(6))
    holding = room.later(10.0)
    room.table.put(point(6), LIGHT)
    putting = room.later(HAND_STAYS / 2)
    after = room.later()

    assert changed(before, holding).mean() > 0.02
    assert changed(before, putting).mean() > 0.02
    assert changed(before, after).mean() < 0.002


def test_each_player_reaches_in_from_his_own_side(room: Room) -> None:
    before = room.later()
    rows = []
    for colour, place in ((LIGHT, point(6)), (DARK, point(19))):
        room.table.lift(place)
        seen = changed(before, room.later())
        rows.append((bool(seen[:20].any()), bool(seen[-20:].any())))
        room.table.put(place, colour)
        room.later()

    assert rows == [(False, True), (True, False)]


def test_hand_stays_over_the_board_until_it_is_taken_away(room: Room) -> None:
    before = room.later()
    room.camera.hand_in(point(20))
    held = [room.later(100.0) for _ in range(2)]
    room.camera.hand_out()

    assert all(changed(before, picture).mean() > 0.02 for picture in held)
    assert not changed(before, room.later()).any()
    with pytest.raises(ValueError, match="cannot be held over box"):
        room.camera.hand_in(Place("box"))


def test_arranging_the_board_leaves_no_hand_over_it(room: Room) -> None:
    before = room.later()
    room.table.arrange(START)

    assert changed(before, room.later(0.0)).mean() < 0.02


def test_dice_lie_on_the_board_once_they_have_settled_and_until_they_are_lifted(room: Room) -> None:
    bare = room.later()
    room.dice.start_rolling()
    rolling = room.later()
    room.dice.settle(6, 2)
    lying, still = room.later(), room.later()
    room.dice.lift()
    lifted = room.later()

    assert not changed(bare, rolling).any()
    assert changed(bare, lying).any()
    assert not changed(lying, still).any()
    assert not changed(bare, lifted).any()


def test_the_same_throw_does_not_lie_where_it_lay_before(room: Room) -> None:
    pictures = []
    for _ in range(2):
        room.dice.roll(4, 4)
        pictures.append(room.later())
        room.dice.lift()
        room.later()

    assert changed(*pictures).any()


def test_a_knock_moves_the_board_in_the_picture_and_it_stays_so(room: Room) -> None:
    before, corners = room.later(), room.camera.corners
    room.camera.bump(1.5, 1.0, 0.5)
    after, still = room.later(), room.later()

    assert changed(before, after).mean() > 0.05
    assert not changed(after, still).any()
    assert np.abs(room.camera.corners - corners).min() > 1


def test_dimmed_light_is_visible_with_frozen_exposure_only() -> None:
    means = {}
    for is_frozen in (True, False):
        room = Room()
        bright = room.later()
        if is_frozen:
            asyncio.run(open_and_freeze(room.camera))
        room.camera.dim(0.4)
        means[is_frozen] = float(room.later().mean() / bright.mean())

    assert means[True] < 0.75
    assert 0.9 < means[False] < 1.1


def test_frozen_exposure_is_released_when_the_camera_is_reopened(room: Room) -> None:
    async def brightness() -> tuple[float, float]:
        async with room.camera as camera:
            assert await camera.freeze_exposure()
            camera.dim(0.3)
            held = (await next_shot(camera)).pixels.mean()
        async with room.camera as camera:
            return float(held), float((await next_shot(camera)).pixels.mean())

    held, free = asyncio.run(brightness())

    assert free > 1.3 * held


def test_dimming_light_dims_as_time_passes() -> None:
    room = Room(light="dimming")
    asyncio.run(open_and_freeze(room.camera))
    first, soon, late = room.later(0.0), room.later(0.4), room.later(60.0)

    assert not changed(first, soon).any()
    assert late.mean() < 0.75 * first.mean()


def test_a_shadow_may_be_laid_over_the_board_and_taken_away(room: Room) -> None:
    asyncio.run(open_and_freeze(room.camera))
    before = room.later()
    room.camera.cast_shadow(ShadowEdge(angle=0.0, at=0.0, soft=0.1, dark=0.9))
    shaded = room.later()
    room.camera.cast_shadow(None)

    half = SIZE[0] // 2
    assert shaded[:, half + 10 :].mean() < 0.85 * before[:, half + 10 :].mean()
    assert abs(shaded[:, : half - 10].mean() / before[:, : half - 10].mean() - 1) < 0.03
    assert not changed(before, room.later()).any()


def test_light_can_be_changed_but_not_dimmed_below_zero(room: Room) -> None:
    before = room.later()
    room.camera.set_light("low-sun")

    assert changed(before, room.later()).mean() > 0.05
    with pytest.raises(ValueError, match="must be 0 or more, not -"):
        room.camera.dim(-0.1)
    room.camera.dim(0.0)
    assert room.later().mean() < 25


def test_covered_camera_is_black_and_unfocused_camera_has_no_edges(room: Room) -> None:
    def edges(picture: PictureArray) -> float:
        grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
        return float(np.percentile(np.abs(np.diff(cv2.blur(grey, (3, 3)).astype(int))), 99))

    clear = room.later()
    room.camera.cover()
    covered = room.later()
    room.camera.uncover()
    room.camera.unfocus()
    soft = room.later()
    room.camera.focus()

    assert covered.mean() < 15
    assert covered.std() < 6
    assert edges(soft) < 0.6 * edges(clear)
    assert not changed(clear, room.later()).any()


def test_unplugged_camera_gives_no_picture_until_it_is_plugged_in(room: Room) -> None:
    before = room.later()
    room.camera.unplug()
    with pytest.raises(DeviceFault, match="camera is not plugged in"):
        room.camera.take_picture()
    room.carry(point(13), point(9))
    room.camera.plug_in()

    assert changed(before, room.later()).any()


async def test_pictures_come_at_the_pace_of_the_camera_and_end_with_it(room: Room) -> None:
    async with room.camera as camera:
        recorder = ShotRecorder(camera)
        for _ in range(20):
            await deliver_pending()
            room.clock.advance(0.1)
        await deliver_pending()
    await recorder.over()
    times = [shot.at for shot in recorder.shots]

    assert len(times) in range(10, 13)
    assert min(np.diff(times)) >= 1 / PACE - 1e-9


def test_each_look_and_each_light_is_chosen_by_name() -> None:
    for light in LIGHTS:
        assert Room(light=light).camera.plan.look is Room().camera.plan.look
    with pytest.raises(ValueError, match="there is no look 'moon'"):
        Room(look="moon")
