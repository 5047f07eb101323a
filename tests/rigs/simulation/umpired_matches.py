"""Simulated matches with an umpire, on switches or before a camera."""

import asyncio
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from multiprocessing import get_context
from random import Random

from engine.backgammon.notation.record.record import Record
from hardware.signals import Signal
from referee.effects import Effect
from referee.match_settings import CASUAL_PROFILE
from referee.state import State
from referee.step import StepResult, step
from service.drivers.camera_drivers import SimulatedCameraOptions
from service.simulated_match.runner import SimulatedMatch, SimulationOptions, play_match
from service.simulated_match.simulated_people import RedrawCallback
from service.simulated_match.umpire import RefereeScore, Umpire
from simulation.habits import Habits
from simulation.rendering.board_looks import LOOKS
from simulation.rendering.picture_conditions import LIGHTS, VIEWPOINTS, ShadowEdge
from simulation.simulated_camera import SimulatedCamera
from tests.rigs.engine.sample_matches import read_sample, samples

EffectFilter = Callable[[Effect], Iterable[Effect]]
Job = tuple[int, SimulationOptions]
"""The number of a recorded match, and the options of its simulation."""


def recorded_match(number: int) -> Record:
    """One of the fifty matches."""
    return read_sample(samples()[number]).record


def beginning_of(many: int, number: int = 0) -> Record:
    """The first events of a recorded match."""
    record = recorded_match(number)
    return replace(record, events=record.events[:many])


def umpire_of(record: Record, plan: SimulationOptions | None = None) -> Umpire:
    """The umpire of this match after it was played."""
    return asyncio.run(play_match(record, plan or SimulationOptions(CASUAL_PROFILE)))


def falsified_referee(spoil: EffectFilter) -> Callable[[State, Signal], StepResult]:
    """A referee whose effects are falsified."""

    def judge(state: State, signal: Signal) -> StepResult:
        judged = step(state, signal)
        effects = (one for effect in judged.effects for one in spoil(effect))
        return StepResult(judged.state, tuple(effects))

    return judge


def play_in_parallel(jobs: Iterable[Job]) -> Iterator[tuple[SimulationOptions, Umpire]]:
    """Plays all of these, two at a time, each in a process of its own."""
    waiting = list(jobs)
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as tables:
        yield from zip((plan for _, plan in waiting), tables.map(_play, waiting), strict=True)


def _play(job: Job) -> Umpire:
    number, plan = job
    return umpire_of(recorded_match(number), plan)


def format_scores(scores: Mapping[str, Mapping[str, RefereeScore]]) -> str:
    """The planted errors by kind of error and kind of sensor."""
    head = "".join(f"{f'{sensor}: planted refused right untold':>40}" for sensor in scores)
    lines = ["", f"{'':<52}{head}"]
    for kind in sorted(set[str]().union(*scores.values())):
        row = (kinds.get(kind, RefereeScore()) for kinds in scores.values())
        numbers = "".join(
            f"{it.planted_errors:>19}{it.refused:>8}{it.right_reason:>6}{it.untellable:>7}"
            for it in row
        )
        lines.append(f"{kind:<52}{numbers}")
    return "\n".join(lines)


SIZE = (640, 480)
PACE = 2.0
"""The factor by which hands before a camera are slower than on switches."""
STEP = 10.0
"""Seconds from one change of light to the next."""
BRIGHTER, LEAST, MOST = 1.08, 0.6, 1.2
"""Factor of one change of light, and the limits of the strength."""
SHADOW, BUMP = 0.1, 0.03
"""Chances, at each step, that a shadow comes or goes, and that the camera is knocked."""
KNOCK = 0.25
"""The largest knock, in degrees."""


@dataclass(frozen=True, slots=True)
class CameraView:
    """A board, the light on it, and the viewpoint of the camera."""

    look: str = "club"
    light: str = "soft"
    viewpoint: str = "leaning"

    @property
    def camera(self) -> SimulatedCameraOptions:
        return SimulatedCameraOptions(
            size=SIZE,
            look=LOOKS[self.look],
            light=LIGHTS[self.light],
            viewpoint=VIEWPOINTS[self.viewpoint],
        )


@dataclass(frozen=True, slots=True)
class CameraMatch:
    """Settings of a match to play before a camera."""

    number: int
    """The number of the recorded match."""
    view: CameraView = CameraView()
    errors: float = 0.0
    seed: int = 0
    events: int | None = None
    """The number of events to play; None plays all."""

    @property
    def plan(self) -> SimulationOptions:
        return SimulationOptions(
            CASUAL_PROFILE,
            "camera",
            seed=self.seed,
            errors=self.errors,
            habits=Habits(pace=PACE, hit_first=1.0),
            camera=self.view.camera,
        )


def play_before_camera(match: CameraMatch) -> Umpire:
    """The umpire of this match, played while the light changes."""
    record = recorded_match(match.number)
    if match.events is not None:
        record = beginning_of(match.events, match.number)
    weather = ChangingLight(Random(match.seed))  # noqa: S311 - clouds, no secret
    return asyncio.run(play_match(record, match.plan, weather.over))


def play_camera_matches(waiting: Iterable[CameraMatch]) -> Iterator[tuple[CameraMatch, Umpire]]:
    """Plays all of these, two at a time, each in its own process."""
    every = list(waiting)
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as tables:
        yield from zip(every, tables.map(play_before_camera, every), strict=True)


@dataclass(slots=True)
class ChangingLight:
    """Changes of light, shadows and knocks."""

    chance: Random
    strength: float = 1.0
    shaded: bool = False
    at: float = STEP

    @contextmanager
    def over(self, scene: SimulatedMatch) -> Iterator[RedrawCallback]:
        """Changes the light on this table from now on."""
        (camera,) = scene.devices.all_of(SimulatedCamera)

        def redraw() -> None:
            while scene.table.clock.now() >= self.at:
                self.at += STEP
                self._change(camera)

        yield redraw

    def _change(self, camera: SimulatedCamera) -> None:
        chance = self.chance
        self.strength *= BRIGHTER if chance.random() < 0.5 else 1 / BRIGHTER
        self.strength = min(max(self.strength, LEAST), MOST)
        camera.dim(self.strength)
        if chance.random() < SHADOW:
            self.shaded = not self.shaded
            edge = ShadowEdge(
                angle=chance.uniform(0, 180), at=chance.uniform(2, 10), soft=0.3, dark=0.6
            )
            camera.cast_shadow(edge if self.shaded else None)
        if chance.random() < BUMP:
            camera.bump(chance.uniform(-KNOCK, KNOCK), chance.uniform(-KNOCK, KNOCK))
