"""A phone as a camera: its redirects are followed with care, and its data is not trusted."""

import asyncio
from collections.abc import Callable

import pytest

from hardware.devices import Camera, DeviceFault
from hardware.drivers.cameras.camera_factory import stream_camera
from hardware.drivers.cameras.sourced_camera import OPEN_TIMEOUT, PICTURE_TIMEOUT
from hardware.drivers.cameras.stream_source import LONGEST_PART
from hardware.drivers.clocks import SimulatedClock
from tests.rigs.devices.camera_rigs import ShotRecorder, next_shot
from tests.rigs.devices.fake_cameras import FakePhone, ok_head, serve_phone, status_answer

SECRET = "hunter2"  # noqa: S105 - invented
WITH_SECRET = "http://anna:hunter%32@127.0.0.1:{port}/video?token=hunter2"  # noqa: S105 - as above
CHUNKED = ok_head("image/jpeg").replace(b"Connection: close", b"Transfer-Encoding: chunked")
Answer = Callable[[FakePhone, str], bytes | None]


def fault_of(answer: Answer, url: str = "http://127.0.0.1:{port}/video") -> str:
    """The fault of a phone that answers like this; it never holds the secrets of its address."""

    async def story() -> str:
        async with serve_phone(FakePhone(answer=answer)) as phone:
            camera = stream_camera("camera", SimulatedClock(), url.format(port=phone.port))
            with pytest.raises(DeviceFault, match=r"^camera ") as caught:
                await read_many_pictures(camera)
        assert SECRET not in str(caught.value)
        return str(caught.value)

    return asyncio.run(story())


def camera_at(phone: FakePhone) -> Camera:
    return stream_camera("camera", SimulatedClock(), phone.url)


async def read_many_pictures(camera: Camera) -> None:
    async with camera:
        for _ in range(20):
            await next_shot(camera)


def always(data: bytes) -> Answer:
    return lambda _phone, _path: data


def redirect_to(where: str) -> Answer:
    """Redirects every request to this address."""
    return lambda phone, _path: status_answer(302, f"Location: {where.format(port=phone.port)}")


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (status_answer(401), "requires a valid name and password"),
        (status_answer(404), "has no pictures at this path"),
        (status_answer(500), "answers 500 instead of a picture"),
        (b"SSH-2.0-OpenSSH_9.2\r\n\r\n", "its response is not HTTP"),
        (b"", "it closes the connection"),
        (ok_head("text/html") + b"<html>", "answers with a web page, not with pictures"),
        (ok_head("multipart/x-mixed-replace"), "a multipart stream without a boundary"),
        (ok_head("multipart/x-mixed-replace; boundary=x"), "has ended its stream"),
        (ok_head("multipart/x-mixed-replace; boundary=x") + b"y" * 99_999, "sends no boundary"),
        (ok_head("image/jpeg") + b"no picture", "a picture that it sent is not a picture"),
        (ok_head("image/jpeg") + bytes(LONGEST_PART + 99_999), "far too large"),
        (b"HTTP/1.1 200 OK\r\n" + b"X: y\r\n" * 200 + b"\r\n", "not HTTP"),
        (b"HTTP/1.1 200 OK\r\nX: " + b"y" * 99_999 + b"\r\n\r\n", "not HTTP"),
        (CHUNKED + b"zz\r\n", "not HTTP"),
    ],
)
def test_phone_without_pictures_is_reported_in_words(data: bytes, expected: str) -> None:
    assert expected in fault_of(always(data))
    assert expected in fault_of(always(data), WITH_SECRET)


@pytest.mark.parametrize(
    ("where", "expected"),
    [
        ("file:///etc/passwd", "that Kibitz does not follow"),
        ("ftp://127.0.0.1/x", "that Kibitz does not follow"),
        ("http://127.0.0.1:{port}/on", "redirects without end"),
        ("http://[::1", "an invalid address"),
        ("http://127.0.0.1:99999/", "an invalid address"),
    ],
)
def test_bad_redirect_is_reported_in_words(where: str, expected: str) -> None:
    assert expected in fault_of(redirect_to(where))
    assert expected in fault_of(redirect_to(where), WITH_SECRET)


async def test_unreachable_phone_is_reported_without_the_password() -> None:
    async with serve_phone(FakePhone()) as phone:
        port = phone.port
        phone.unplug()
        camera = stream_camera("camera", SimulatedClock(), WITH_SECRET.format(port=port))
        with pytest.raises(DeviceFault) as caught:
            await camera.__aenter__()
    assert f"cannot be reached at 127.0.0.1:{port}: " in str(caught.value)
    assert SECRET not in str(caught.value)


def requests_of(url: str, answer: Answer, other: FakePhone | None = None) -> list[str]:
    """The requests that are sent to open a camera and read a picture."""

    async def story() -> list[str]:
        async with (
            serve_phone(other or FakePhone()) as elsewhere,
            serve_phone(FakePhone(answer=answer)) as phone,
        ):
            phone.path = f"http://localhost:{elsewhere.port}/video"
            async with stream_camera(
                "camera", SimulatedClock(), url.format(port=phone.port)
            ) as camera:
                await next_shot(camera)
            return [*phone.requests, *elsewhere.requests]

    return asyncio.run(story())


def test_name_and_password_are_sent_as_basic_authentication() -> None:
    (request,) = requests_of(WITH_SECRET, lambda _phone, _path: None)

    assert request.startswith("GET /video?token=hunter2 HTTP/1.1\r\n")
    assert "Authorization: Basic YW5uYTpodW50ZXIy\r\n" in request


def test_a_redirect_is_followed_with_the_password_on_the_same_host() -> None:
    def answer(_phone: FakePhone, path: str) -> bytes | None:
        return status_answer(301, "Location: /stream") if path.startswith("/video") else None

    first, second = requests_of(WITH_SECRET, answer)

    assert second.startswith("GET /stream HTTP/1.1\r\n")
    assert "Authorization: Basic" in first
    assert "Authorization: Basic" in second


def test_password_is_sent_only_to_the_configured_host() -> None:
    first, second = requests_of(
        WITH_SECRET, lambda phone, _path: status_answer(307, f"Location: {phone.path}")
    )

    assert "Authorization" in first
    assert "Authorization" not in second


async def test_broken_picture_among_good_ones_is_skipped() -> None:
    class Careless(FakePhone):
        def picture(self) -> bytes:
            self.brightness += 1
            return b"\xff\xd8\xff oh" if self.brightness % 3 else super().picture()

    async with serve_phone(Careless()) as phone, camera_at(phone) as camera:
        shots = camera.shots()
        for _ in range(5):
            await anext(shots)


async def test_unrequested_pictures_are_not_stored() -> None:
    async with serve_phone(FakePhone(brightness=40)) as phone, camera_at(phone) as camera:
        shots = camera.shots()
        await anext(shots)
        await phone.has_sent(100)
        phone.brightness = 200
        levels = [float((await anext(shots)).pixels.mean()) for _ in range(3)]
    assert levels[-1] == pytest.approx(200, abs=3)


async def test_closing_disconnects_from_a_silent_phone() -> None:
    async with serve_phone(FakePhone()) as phone:
        async with camera_at(phone) as camera:
            recorder = ShotRecorder(camera)
            await recorder.first.wait()
            phone.hang()
        await recorder.over()
        phone.go_on()
        await asyncio.wait(phone.lines.values())
    assert recorder.lost is None


@pytest.mark.parametrize(
    "drips",
    [b"H", b"HTTP/1.1 100 Continue\r\n\r\n", ok_head("multipart/x-mixed-replace; boundary=x")[:9]],
    ids=["word", "answers", "beginning"],
)
def test_phone_that_sends_endless_nonsense_is_given_up(drips: bytes) -> None:
    async def story() -> str:
        clock = SimulatedClock()
        async with serve_phone(FakePhone(drips=drips)) as phone:
            camera = stream_camera("camera", clock, phone.url)
            opening = asyncio.ensure_future(camera.__aenter__())
            while not opening.done():
                await clock.pass_seconds(OPEN_TIMEOUT)
            with pytest.raises(DeviceFault) as caught:
                await opening
            return str(caught.value)

    assert asyncio.run(story()).startswith("camera ")


def test_phone_that_sends_only_empty_parts_is_given_up() -> None:
    async def story() -> str:
        clock, part = SimulatedClock(), b"--x\r\n\r\n\r\n"
        data = ok_head("multipart/x-mixed-replace; boundary=x") + part
        async with serve_phone(FakePhone(drips=data)) as phone:
            async with stream_camera("camera", clock, phone.url) as camera:
                recorder = ShotRecorder(camera)
                while not recorder.lost:
                    await clock.pass_seconds(PICTURE_TIMEOUT)
            return str(recorder.lost)

    assert asyncio.run(story()).startswith("camera ")
