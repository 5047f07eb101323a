"""Cameras of other makers, played: a VideoCapture of OpenCV, and a Picamera2."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

AUTO_EXPOSURE, EXPOSURE = cv2.CAP_PROP_AUTO_EXPOSURE, cv2.CAP_PROP_EXPOSURE
OBEYED: Mapping[int, float] = {
    cv2.CAP_PROP_AUTO_EXPOSURE: 3,
    cv2.CAP_PROP_EXPOSURE: 157,
    cv2.CAP_PROP_AUTO_WB: 1,
    cv2.CAP_PROP_WB_TEMPERATURE: 4600,
    cv2.CAP_PROP_AUTOFOCUS: 1,
    cv2.CAP_PROP_FOCUS: 30,
}
"""What a good camera can be told, and what it says at first."""


@dataclass
class World:
    """What is before a camera, and what happens to it."""

    brightness: int = 100
    plugged: bool = True
    going: threading.Event = field(default_factory=threading.Event)
    """Whether its calls return at all."""
    shape: tuple[int, ...] = (120, 160, 3)
    opened: list[object] = field(default_factory=list)
    released: int = 0
    harm: list[Exception | None] = field(default_factory=list)
    """What comes of the next pictures, each of which comes to harm: nothing, or an error."""
    held_brightness: int | None = None
    """How bright pictures are once exposure is held; None: as before."""

    own_exposure: float | None = None
    """How long a camera exposes by itself, if that is not what it tells."""

    def __post_init__(self) -> None:
        self.going.set()

    def hang(self) -> None:
        self.going.clear()

    def go_on(self) -> None:
        self.going.set()

    def picture(self, *, held: bool, exposure: float = 0) -> NDArray[np.uint8]:
        shown = self.brightness
        if held and self.held_brightness is not None:
            shown = self.held_brightness
        if held and self.own_exposure is not None:
            shown = round(shown * (exposure / self.own_exposure) ** 0.45)
        return np.full(self.shape, min(shown, 255), np.uint8)


class ScriptedVideo:
    """A VideoCapture that obeys in what it says it can, and for the rest only nods."""

    def __init__(self, world: World, path: str, obeys: Mapping[int, float] = OBEYED) -> None:
        self._world = world
        self._told: dict[int, float] = dict(obeys)
        self._obeys = frozenset(obeys)
        self.asked: dict[int, float] = {}
        self.grabs = 0
        world.opened.append(path)
        self._grabbed: NDArray[np.uint8] | None = None

    def isOpened(self) -> bool:  # noqa: N802 - as OpenCV has it
        return self._world.plugged

    def grab(self) -> bool:
        self.grabs += 1
        self._world.going.wait()
        held = self._told.get(AUTO_EXPOSURE) == 1
        self._grabbed = self._world.picture(held=held, exposure=self._told.get(EXPOSURE, 0))
        return self._world.plugged

    def retrieve(self) -> tuple[bool, Any]:
        if self._world.harm:
            if (error := self._world.harm.pop()) is not None:
                raise error
            return False, None
        return self._grabbed is not None, self._grabbed

    def get(self, what: int, /) -> float:
        return self._told.get(what, 0.0)

    def set(self, what: int, value: float, /) -> bool:
        self.asked[what] = value
        if what in self._obeys:
            self._told[what] = value
        return True

    def release(self) -> None:
        self._world.released += 1


class ScriptedPicamera:
    """A Picamera2."""

    def __init__(self, world: World, number: int, *, obeys: bool = True) -> None:
        if not world.plugged:
            raise RuntimeError("Camera __init__ sequence did not complete.")
        self._world = world
        self._obeys = obeys
        self.camera_controls = {"AfMode": (0, 2, 0)}
        self.controls: dict[str, object] = {}
        self.how: dict[str, Any] = {}
        self.running = False
        world.opened.append(number)

    def create_video_configuration(self, **how: Any) -> dict[str, Any]:
        return how

    def configure(self, how: dict[str, Any]) -> None:
        self.how = how

    def start(self) -> None:
        self.running = True

    def capture_array(self, name: str, *, wait: float) -> NDArray[np.uint8]:
        assert (name, wait > 0, self.running) == ("main", True, True)
        self._world.going.wait()
        if not self._world.plugged:
            raise RuntimeError("the camera has gone")
        if self._world.harm and (error := self._world.harm.pop()) is not None:
            raise error
        return self._world.picture(held="AeEnable" in self.controls)

    def capture_metadata(self, *, wait: float) -> dict[str, Any]:
        assert wait > 0
        told = {"ExposureTime": 20_000, "AnalogueGain": 2.0, "ColourGains": (1.5, 1.9)}
        if self.controls and not self._obeys:
            told["ExposureTime"] = 33_000
        return {**told, "LensPosition": 3.5, "Lux": 100.0}

    def set_controls(self, controls: dict[str, object]) -> None:
        self.controls = controls

    def close(self) -> None:
        self._world.released += 1
