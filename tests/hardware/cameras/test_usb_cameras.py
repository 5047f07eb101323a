"""A USB camera: found by each of its names, configured in order, frozen if it supports that."""

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
    """A computer with cameras, as a driver finds it."""

    devices: Path
    world: CameraScene = field(default_factory=CameraScene)
    supported: dict[int, float] = field(default_factory=lambda: dict(SUPPORTED_PROPERTIES))
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
        self.videos.append(ScriptedVideo(self.world, path, self.supported))
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
    # From video10 on they are the codecs of a Pi.
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


def test_picture_format_is_set_before_the_size(machine: Machine) -> None:
    machine.opened("0")

    requested = list(machine.videos[0].requested.items())
    assert requested[:5] == [
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
def test_damaged_pictures_are_skipped_up_to_a_limit(
    machine: Machine, error: Exception | None
) -> None:
    source = machine.opened("0")
    machine.world.harm = [error] * (MAX_DAMAGED - 1)
    assert source.take().shape == (120, 160, 3)

    machine.world.harm = [error] * MAX_DAMAGED
    with pytest.raises(DeviceFault, match=r"^delivers damaged pictures$"):
        source.take()


def test_grey_picture_gets_three_channels(machine: Machine) -> None:
    machine.world.shape = (120, 160)
    assert machine.opened("0").take().shape == (120, 160, 3)


def test_controls_are_frozen_at_their_values(machine: Machine) -> None:
    source = machine.opened("0")

    assert source.freeze_exposure()
    video = machine.videos[0]
    assert {one: video.get(one) for one in SUPPORTED_PROPERTIES} == {
        **SUPPORTED_PROPERTIES,
        cv2.CAP_PROP_AUTO_EXPOSURE: 1,
        cv2.CAP_PROP_AUTO_WB: 0,
        cv2.CAP_PROP_AUTOFOCUS: 0,
    }
    assert source.freeze_exposure()


def test_camera_without_focus_is_frozen_as_well(machine: Machine) -> None:
    for one in (cv2.CAP_PROP_AUTOFOCUS, cv2.CAP_PROP_FOCUS):
        del machine.supported[one]
    assert machine.opened("0").freeze_exposure()


@pytest.mark.parametrize("silent", [AUTO_EXPOSURE, cv2.CAP_PROP_AUTO_WB])
def test_camera_that_ignores_a_control_is_not_frozen(machine: Machine, silent: int) -> None:
    del machine.supported[silent]
    assert not machine.opened("0").freeze_exposure()


@pytest.mark.parametrize("own", [40.0, 600.0])
def test_camera_with_a_wrong_exposure_value_is_frozen_as_bright_as_it_was(
    machine: Machine, own: float
) -> None:
    machine.world.own_exposure = own
    source = machine.opened("0")

    assert source.freeze_exposure()
    assert machine.videos[0].get(EXPOSURE) == pytest.approx(own, rel=0.5)
    low, high = (part * machine.world.brightness for part in BRIGHTNESS_RANGE)
    assert low < source.take().mean() < high


def test_camera_that_darkens_when_frozen_is_released(machine: Machine) -> None:
    machine.world.held_brightness = 20
    source = machine.opened("0")

    assert not source.freeze_exposure()
    assert machine.videos[0].get(AUTO_EXPOSURE) == 3
    assert np.all(source.take() == 100)


def test_controls_frozen_by_an_earlier_owner_are_released_on_opening(machine: Machine) -> None:
    machine.supported = {**SUPPORTED_PROPERTIES, AUTO_EXPOSURE: 1, cv2.CAP_PROP_AUTO_WB: 0}

    machine.opened("0")

    assert machine.videos[0].get(AUTO_EXPOSURE) == 3
    assert machine.videos[0].get(cv2.CAP_PROP_AUTO_WB) == 1
