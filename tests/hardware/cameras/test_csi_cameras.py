"""A CSI camera of a Pi: its configuration in picamera2, and the fault where that is missing."""

import sys
from types import ModuleType

import numpy as np
import pytest

from hardware.devices import DeviceFault
from hardware.drivers.cameras.csi_source import CsiSettings, CsiSource, open_picamera
from tests.rigs.devices.fake_cameras import CameraScene, ScriptedPicamera

SETTINGS = CsiSettings(0, 1280, 720, 15)


def opened(world: CameraScene, *, obeys: bool = True) -> tuple[CsiSource, ScriptedPicamera]:
    made: list[ScriptedPicamera] = []

    def camera(number: int) -> ScriptedPicamera:
        made.append(ScriptedPicamera(world, number, obeys=obeys))
        return made[-1]

    source = CsiSource(SETTINGS, camera)
    source.open()
    return source, made[0]


def install_picamera2(monkeypatch: pytest.MonkeyPatch, world: CameraScene, cameras: int) -> None:
    """Installs a picamera2 that knows so many cameras."""
    module = ModuleType("picamera2")

    class Picamera2(ScriptedPicamera):
        def __init__(self, number: int) -> None:
            super().__init__(world, number)

        @staticmethod
        def global_camera_info() -> list[object]:
            return [object()] * cameras

    vars(module)["Picamera2"] = Picamera2
    monkeypatch.setitem(sys.modules, "picamera2", module)


def test_pictures_are_requested_in_opencv_format_and_without_a_queue() -> None:
    _, camera = opened(CameraScene())

    assert camera.configuration == {
        "main": {"size": (1280, 720), "format": "RGB888"},
        "controls": {"FrameRate": 15.0},
        "queue": False,
    }


def test_a_picture_has_three_colours_although_the_camera_gives_four() -> None:
    source, _ = opened(CameraScene(shape=(120, 160, 4)))

    picture = source.take()
    assert picture.shape == (120, 160, 3)
    assert picture.flags["C_CONTIGUOUS"]


def test_exposure_colours_and_lens_are_frozen_at_their_values() -> None:
    source, camera = opened(CameraScene())

    assert source.freeze_exposure()
    assert camera.controls == {
        "AeEnable": False,
        "AwbEnable": False,
        "ExposureTime": 20_000,
        "AnalogueGain": 2.0,
        "ColourGains": (1.5, 1.9),
        "AfMode": 0,
        "LensPosition": 3.5,
    }


def test_lens_without_control_is_left_alone() -> None:
    source, camera = opened(CameraScene())
    camera.camera_controls = {}

    assert source.freeze_exposure()
    assert "LensPosition" not in camera.controls


def test_exposure_other_than_requested_is_not_frozen() -> None:
    source, _ = opened(CameraScene(), obeys=False)
    assert not source.freeze_exposure()


@pytest.mark.parametrize(
    ("error", "said"),
    [(TimeoutError(), "no picture within 4 s"), (RuntimeError("frontend"), "frontend")],
)
def test_camera_without_a_picture_is_reported_with_the_reason(error: Exception, said: str) -> None:
    world = CameraScene()
    source, _ = opened(world)
    world.harm = [error]

    with pytest.raises(DeviceFault, match=f"^delivers no more pictures: {said}$"):
        source.take()


def test_missing_picamera2_is_reported_with_its_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "picamera2", None)
    with pytest.raises(DeviceFault, match="sudo apt install python3-picamera2"):
        CsiSource(SETTINGS).open()


def test_picamera2_that_does_not_fit_numpy_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    class Misfit(ModuleType):
        def __getattr__(self, _name: str) -> object:
            raise ValueError("numpy.dtype size changed")

    monkeypatch.setitem(sys.modules, "picamera2", Misfit("picamera2"))

    with pytest.raises(DeviceFault, match=r"numpy\.dtype size changed"):
        CsiSource(SETTINGS).open()


@pytest.mark.parametrize(("cameras", "number"), [(0, 0), (1, 1)])
def test_camera_unknown_to_the_pi_is_reported(
    monkeypatch: pytest.MonkeyPatch, cameras: int, number: int
) -> None:
    install_picamera2(monkeypatch, CameraScene(), cameras)
    with pytest.raises(DeviceFault, match="rpicam-hello --list-cameras"):
        open_picamera(number)


def test_camera_in_use_by_another_program_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    world = CameraScene(plugged=False)
    install_picamera2(monkeypatch, world, 1)

    with pytest.raises(DeviceFault, match=r"did not complete.*in use\?"):
        CsiSource(SETTINGS).open()


def test_camera_is_opened_by_its_number_and_released(monkeypatch: pytest.MonkeyPatch) -> None:
    world = CameraScene()
    install_picamera2(monkeypatch, world, 2)
    source = CsiSource(CsiSettings(1, 640, 480, 10))

    source.open()
    assert np.all(source.take() == world.brightness)
    source.close()
    source.close()

    assert (world.opened, world.released) == ([1], 1)
