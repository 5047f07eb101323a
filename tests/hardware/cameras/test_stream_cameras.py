"""A phone is a camera: where it leads to is followed with care, and little of it is believed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from hardware.devices import Camera, DeviceFault
from hardware.drivers.cameras.device import OPENING, PATIENCE
from hardware.drivers.cameras.factory import stream_camera
from hardware.drivers.cameras.parts import LONGEST_PART
from hardware.drivers.simulated.clock import SimulatedClock
from tests.rigs.cameras import Seen, shot_of
from tests.rigs.phone import Phone, ok, serving, status

SECRET = "hunter2"  # noqa: S105 - of nobody
WITH_SECRET = "http://anna:hunter%32@127.0.0.1:{port}/video?token=hunter2"  # noqa: S105 - as above
CHUNKED = ok("image/jpeg").replace(b"Connection: close", b"Transfer-Encoding: chunked")
Answer = Callable[[Phone, str], bytes | None]


def fault_of(answer: Answer, url: str = "http://127.0.0.1:{port}/video") -> str:
    """What is told of a phone that answers like this; never what its address holds."""

    async def story() -> str:
        async with serving(Phone(answer=answer)) as phone:
            camera = stream_camera("camera", SimulatedClock(), url.format(port=phone.port))
            with pytest.raises(DeviceFault, match=r"^camera ") as told:
                await looked_at_for_long(camera)
        assert SECRET not in str(told.value)
        return str(told.value)

    return asyncio.run(story())


def camera_at(phone: Phone) -> Camera:
    return stream_camera("camera", SimulatedClock(), phone.url)


async def looked_at_for_long(camera: Camera) -> None:
    async with camera:
        for _ in range(20):
            await shot_of(camera)


def always(data: bytes) -> Answer:
    return lambda _phone, _path: data


def led_to(where: str) -> Answer:
    """Everything leads there."""
    return lambda phone, _path: status(302, f"Location: {where.format(port=phone.port)}")


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (status(401), "wants a name and a password"),
        (status(404), "has no pictures at this path"),
        (status(500), "answers 500 instead of a picture"),
        (b"SSH-2.0-OpenSSH_9.2\r\n\r\n", "what it says is no HTTP"),
        (b"", "it hangs up"),
        (ok("text/html") + b"<html>", "answers with a page, not with pictures"),
        (ok("multipart/x-mixed-replace"), "without saying what is between them"),
        (ok("multipart/x-mixed-replace; boundary=x"), "has ended its stream"),
        (ok("multipart/x-mixed-replace; boundary=x") + b"y" * 99_999, "sends no boundary"),
        (ok("image/jpeg") + b"no picture", "a picture that it sent is not a picture"),
        (ok("image/jpeg") + bytes(LONGEST_PART + 99_999), "far too large"),
        (b"HTTP/1.1 200 OK\r\n" + b"X: y\r\n" * 200 + b"\r\n", "no HTTP"),
        (b"HTTP/1.1 200 OK\r\nX: " + b"y" * 99_999 + b"\r\n\r\n", "no HTTP"),
        (CHUNKED + b"zz\r\n", "no HTTP"),
    ],
)
def test_a_phone_that_shows_no_pictures_is_told_in_words(data: bytes, said: str) -> None:
    assert said in fault_of(always(data))
    assert said in fault_of(always(data), WITH_SECRET)


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("file:///etc/passwd", "that Kibitz does not follow"),
        ("ftp://127.0.0.1/x", "that Kibitz does not follow"),
        ("http://127.0.0.1:{port}/on", "from one address to the next without end"),
        ("http://[::1", "at which nothing can be"),
        ("http://127.0.0.1:99999/", "at which nothing can be"),
    ],
)
def test_where_a_phone_leads_to_is_not_followed_blindly(where: str, said: str) -> None:
    assert said in fault_of(led_to(where))
    assert said in fault_of(led_to(where), WITH_SECRET)


def test_nobody_there_is_told_by_the_address_without_what_is_secret() -> None:
    async def story() -> None:
        async with serving(Phone()) as phone:
            port = phone.port
            phone.unplug()
            camera = stream_camera("camera", SimulatedClock(), WITH_SECRET.format(port=port))
            with pytest.raises(DeviceFault) as told:
                await camera.__aenter__()
        assert f"cannot be reached at 127.0.0.1:{port}: " in str(told.value)
        assert SECRET not in str(told.value)

    asyncio.run(story())


def asked(url: str, answer: Answer, other: Phone | None = None) -> list[str]:
    """The questions that come of opening a camera."""

    async def story() -> list[str]:
        async with serving(other or Phone()) as elsewhere, serving(Phone(answer=answer)) as phone:
            phone.path = f"http://localhost:{elsewhere.port}/video"
            async with stream_camera(
                "camera", SimulatedClock(), url.format(port=phone.port)
            ) as camera:
                await shot_of(camera)
            return [*phone.asked, *elsewhere.asked]

    return asyncio.run(story())


def test_name_and_password_go_along_as_http_has_it() -> None:
    (question,) = asked(WITH_SECRET, lambda _phone, _path: None)

    assert question.startswith("GET /video?token=hunter2 HTTP/1.1\r\n")
    assert "Authorization: Basic YW5uYTpodW50ZXIy\r\n" in question


def test_a_redirect_is_followed_with_the_password_on_the_same_host() -> None:
    def answer(_phone: Phone, path: str) -> bytes | None:
        return status(301, "Location: /stream") if path.startswith("/video") else None

    first, second = asked(WITH_SECRET, answer)

    assert second.startswith("GET /stream HTTP/1.1\r\n")
    assert "Authorization: Basic" in first
    assert "Authorization: Basic" in second


def test_a_password_is_for_nobody_but_the_host_it_was_given_for() -> None:
    first, second = asked(WITH_SECRET, lambda phone, _path: status(307, f"Location: {phone.path}"))

    assert "Authorization" in first
    assert "Authorization" not in second


def test_a_spoiled_picture_among_good_ones_is_passed_over() -> None:
    class Careless(Phone):
        def picture(self) -> bytes:
            self.brightness += 1
            return b"\xff\xd8\xff oh" if self.brightness % 3 else super().picture()

    async def story() -> None:
        async with serving(Careless()) as phone, camera_at(phone) as camera:
            shots = camera.shots()
            for _ in range(5):
                await anext(shots)

    asyncio.run(story())


def test_pictures_nobody_asked_for_are_not_kept_for_later() -> None:
    async def story() -> None:
        async with serving(Phone(brightness=40)) as phone, camera_at(phone) as camera:
            shots = camera.shots()
            await anext(shots)
            await phone.has_sent(100)
            phone.brightness = 200
            levels = [float((await anext(shots)).pixels.mean()) for _ in range(3)]
        assert levels[-1] == pytest.approx(200, abs=3)

    asyncio.run(story())


def test_closing_while_a_phone_is_silent_hangs_up() -> None:
    async def story() -> None:
        async with serving(Phone()) as phone:
            async with camera_at(phone) as camera:
                seen = Seen(camera)
                await seen.first.wait()
                phone.hang()
            await seen.over()
            phone.go_on()
            await asyncio.wait(phone.lines.values())
        assert seen.lost is None

    asyncio.run(story())


@pytest.mark.parametrize(
    "drips",
    [b"H", b"HTTP/1.1 100 Continue\r\n\r\n", ok("multipart/x-mixed-replace; boundary=x")[:9]],
    ids=["word", "answers", "beginning"],
)
def test_a_phone_that_talks_without_end_and_says_nothing_is_given_up(drips: bytes) -> None:
    async def story() -> str:
        clock = SimulatedClock()
        async with serving(Phone(drips=drips)) as phone:
            camera = stream_camera("camera", clock, phone.url)
            opening = asyncio.ensure_future(camera.__aenter__())
            while not opening.done():
                await clock.pass_by(OPENING)
            with pytest.raises(DeviceFault) as told:
                await opening
            return str(told.value)

    assert asyncio.run(story()).startswith("camera ")


def test_parts_without_pictures_are_not_waited_for_without_end() -> None:
    async def story() -> str:
        clock, part = SimulatedClock(), b"--x\r\n\r\n\r\n"
        data = ok("multipart/x-mixed-replace; boundary=x") + part
        async with serving(Phone(drips=data)) as phone:
            async with stream_camera("camera", clock, phone.url) as camera:
                seen = Seen(camera)
                while not seen.lost:
                    await clock.pass_by(PATIENCE)
            return str(seen.lost)

    assert asyncio.run(story()).startswith("camera ")
