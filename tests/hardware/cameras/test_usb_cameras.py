"""A camera at USB: found in every way it can be named, asked in the right order, held if it can."""

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.devices import DeviceFault
from hardware.drivers.cameras.usb_source import (
    BRIGHTNESS_RANGE,
    MAX_DAMAGED,
    STABLE_NAMES,
    UsbSettings,
    UsbSource,
    VideoCapture,
)
from tests.rigs.devices.fake_cameras import (
    AUTO_EXPOSURE,
    EXPOSURE,
    SUPPORTED_PROPERTIES,
    CameraScene,
    ScriptedVideo,
)

BY_ID = "usb-046d_HD_Pro_Webcam_C920-video-index0"


@dataclass
class Machine:
    """A computer with cameras, as far as a driver can see."""

    devices: Path
    world: CameraScene = field(default_factory=CameraScene)
    obeys: dict[int, float] = field(default_factory=lambda: dict(SUPPORTED_PROPERTIES))
    videos: list[ScriptedVideo] = field(default_factory=list)
    ticks: Iterator[float] = field(default_factory=lambda: iter(range(10_000)))

    def plug_in(self, number: int, name: str = "") -> None:
        (self.devices / f"video{number}").touch()
        if name:
            (self.devices / STABLE_NAMES).mkdir(parents=True, exist_ok=True)
            (self.devices / STABLE_NAMES / name).symlink_to(self.devices / f"video{number}")

    def source(self, device: str | None) -> UsbSource:
        def seconds() -> float:
            return next(self.ticks)

        return UsbSource(UsbSettings(device, 1280, 720, 15), seconds, self.devices, self._video)

    def opened(self, device: str | None) -> UsbSource:
        source = self.source(device)
        source.open()
        return source

    def _video(self, path: str) -> VideoCapture:
        self.videos.append(ScriptedVideo(self.world, path, self.obeys))
        return self.videos[-1]


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    made = Machine(tmp_path)
    made.plug_in(0)
    made.plug_in(2, BY_ID)
    return made


@pytest.mark.parametrize(
    ("named", "number"), [("0", 0), ("2", 2), (BY_ID, 2), ("{devices}/video0", 0), (None, 2)]
)
def test_a_camera_is_named_by_number_path_name_or_not_at_all(
    machine: Machine, named: str | None, number: int
) -> None:
    machine.opened(named and named.format(devices=machine.devices))

    assert machine.world.opened == [str(machine.devices / f"video{number}")]


def test_first_camera_that_opens_is_taken_where_cameras_have_no_names(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    for number in (10, 9, 1):
        machine.plug_in(number)
    machine.world.plugged = False

    with pytest.raises(DeviceFault, match="video1 is in use or is not a camera"):
        machine.opened(None)
    # From ten on they are what a Pi codes films with.
    names = [Path(str(path)).name for path in machine.world.opened]
    assert names == ["video1", "video9"]
    assert machine.world.released == 2


@pytest.mark.parametrize(
    ("named", "said"),
    [("7", r"is not plugged in: there is no .*/video7"), (None, "no video device")],
)
def test_missing_camera_is_reported_by_its_path(
    tmp_path: Path, named: str | None, said: str
) -> None:
    with pytest.raises(DeviceFault, match=said):
        Machine(tmp_path).opened(named)


def test_missing_permission_is_reported_with_the_group_to_join(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda _path, _mode: False)

    with pytest.raises(DeviceFault, match=r"usermod -aG video \$USER"):
        machine.opened("0")


def test_a_camera_is_asked_for_the_kind_of_picture_before_its_size(machine: Machine) -> None:
    machine.opened("0")

    asked = list(machine.videos[0].asked.items())
    assert asked[:5] == [
        (cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG")),
        (cv2.CAP_PROP_FRAME_WIDTH, 1280),
        (cv2.CAP_PROP_FRAME_HEIGHT, 720),
        (cv2.CAP_PROP_FPS, 15),
        (cv2.CAP_PROP_BUFFERSIZE, 1),
    ]


def test_buffered_pictures_are_skipped(machine: Machine) -> None:
    source = machine.opened("0")
    video = machine.videos[0]
    before = video.grabs
    # Two came at once, the third was waited for.
    machine.ticks = iter([0.0, 0.0001, 1.0, 1.001, 2.0, 2.03])

    source.take()

    assert video.grabs - before == 3


def test_a_camera_whose_pictures_all_come_at_once_still_gives_one(machine: Machine) -> None:
    source = machine.opened("0")
    machine.ticks = iter([0.0] * 100)

    assert source.take().shape == (120, 160, 3)


@pytest.mark.parametrize("error", [None, cv2.error("a broken JPEG")], ids=["silent", "loud"])
def test_a_picture_that_came_to_harm_is_passed_over_but_not_for_ever(
    machine: Machine, error: Exception | None
) -> None:
    source = machine.opened("0")
    machine.world.harm = [error] * (MAX_DAMAGED - 1)
    assert source.take().shape == (120, 160, 3)

    machine.world.harm = [error] * MAX_DAMAGED
    with pytest.raises(DeviceFault, match=r"^delivers damaged pictures$"):
        source.take()


def test_a_picture_without_colours_gets_three(machine: Machine) -> None:
    machine.world.shape = (120, 160)

    assert machine.opened("0").take().shape == (120, 160, 3)


def test_a_camera_that_obeys_is_held_as_it_is(machine: Machine) -> None:
    source = machine.opened("0")

    assert source.freeze_exposure()
    video = machine.videos[0]
    assert {what: video.get(what) for what in SUPPORTED_PROPERTIES} == {
        **SUPPORTED_PROPERTIES,
        cv2.CAP_PROP_AUTO_EXPOSURE: 1,
        cv2.CAP_PROP_AUTO_WB: 0,
        cv2.CAP_PROP_AUTOFOCUS: 0,
    }
    assert source.freeze_exposure()


def test_a_camera_with_nothing_to_focus_is_held_as_well(machine: Machine) -> None:
    for what in (cv2.CAP_PROP_AUTOFOCUS, cv2.CAP_PROP_FOCUS):
        del machine.obeys[what]

    assert machine.opened("0").freeze_exposure()


@pytest.mark.parametrize("silent", [AUTO_EXPOSURE, cv2.CAP_PROP_AUTO_WB])
def test_a_camera_that_only_nods_is_not_held(machine: Machine, silent: int) -> None:
    del machine.obeys[silent]

    assert not machine.opened("0").freeze_exposure()


@pytest.mark.parametrize("own", [40.0, 600.0])
def test_a_camera_that_does_not_tell_how_it_exposes_is_held_as_bright_as_it_was(
    machine: Machine, own: float
) -> None:
    machine.world.own_exposure = own
    source = machine.opened("0")

    assert source.freeze_exposure()
    assert machine.videos[0].get(EXPOSURE) == pytest.approx(own, rel=0.5)
    low, high = (part * machine.world.brightness for part in BRIGHTNESS_RANGE)
    assert low < source.take().mean() < high


def test_a_camera_that_darkens_when_it_is_held_is_let_go_again(machine: Machine) -> None:
    machine.world.held_brightness = 20
    source = machine.opened("0")

    assert not source.freeze_exposure()
    assert machine.videos[0].get(AUTO_EXPOSURE) == 3
    assert np.all(source.take() == 100)


def test_controls_frozen_by_an_earlier_owner_are_released_on_opening(machine: Machine) -> None:
    machine.obeys = {**SUPPORTED_PROPERTIES, AUTO_EXPOSURE: 1, cv2.CAP_PROP_AUTO_WB: 0}

    machine.opened("0")

    assert machine.videos[0].get(AUTO_EXPOSURE) == 3
    assert machine.videos[0].get(cv2.CAP_PROP_AUTO_WB) == 1
