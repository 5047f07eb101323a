"""MicroPython is brought as it was locked, or one line says why it was not."""

import io
import sys
import tarfile
from pathlib import Path

import pytest

from tools import bootstrap, micropython

PROGRAM = b"a program"


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return tmp_path / "micropython"


def package(files: tuple[str, ...] = micropython.FILES) -> bytes:
    """A package as npm would bring it."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as archive:
        for name in files:
            entry = tarfile.TarInfo(f"package/{name}")
            entry.size = len(PROGRAM)
            archive.addfile(entry, io.BytesIO(PROGRAM))
    return packed.getvalue()


@pytest.fixture
def npm(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """An npm that brings what lies in this file."""
    shelf = tmp_path / "shelf"
    shelf.write_bytes(package())
    copy = f"import shutil; shutil.copy({str(shelf)!r}, 'micropython.tgz')"
    monkeypatch.setattr(micropython, "NPM_PACK", [sys.executable, "-c", copy])
    monkeypatch.setattr("shutil.which", lambda name: name)
    return shelf


@pytest.fixture
def lock(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, npm: Path) -> Path:
    """A lock for what this npm brings."""
    path = tmp_path / "some.lock"
    path.write_text(f"@a/b@1.0 {micropython.digest(npm)}\n")
    monkeypatch.setattr(micropython, "LOCK", path)
    return path


def test_the_lock_names_a_package_a_version_and_a_digest() -> None:
    package, integrity = micropython.locked()

    name, at, version = package.rpartition("@")
    assert (name, at) == ("@micropython/micropython-webassembly-pyscript", "@")
    assert version.replace(".", "").isdigit()
    assert len(integrity) == len("sha512-") + 88


@pytest.mark.usefixtures("lock")
def test_what_was_locked_is_brought_once(place: Path, npm: Path) -> None:
    assert not micropython.is_there(place)

    assert micropython.bring(place) is None
    npm.unlink()

    assert [(place / name).read_bytes() for name in micropython.FILES] == [PROGRAM] * 2
    assert micropython.is_there(place)
    assert micropython.bring(place) is None


def test_another_lock_brings_it_anew(place: Path, lock: Path) -> None:
    micropython.bring(place)
    lock.write_text(lock.read_text().replace("@1.0", "@1.1"))

    assert not micropython.is_there(place)
    assert micropython.bring(place) is None
    assert micropython.is_there(place)


@pytest.mark.usefixtures("lock")
@pytest.mark.parametrize("lost", [*micropython.FILES, micropython.STAMP])
def test_what_is_not_whole_is_brought_anew(place: Path, lost: str) -> None:
    micropython.bring(place)
    (place / lost).unlink()

    assert not micropython.is_there(place)
    assert micropython.bring(place) is None
    assert micropython.is_there(place)


@pytest.mark.usefixtures("lock")
def test_what_is_not_as_it_was_locked_is_refused(place: Path, npm: Path) -> None:
    npm.write_bytes(package(files=("micropython.mjs", "micropython.wasm", "more")))

    told = micropython.bring(place)

    assert told is not None
    assert told.endswith("what npm brought is not the @a/b@1.0 that was locked")
    assert not place.exists()


def test_a_package_without_the_program_is_refused(place: Path, npm: Path, lock: Path) -> None:
    npm.write_bytes(package(files=micropython.FILES[:1]))
    lock.write_text(f"@a/b@1.0 {micropython.digest(npm)}\n")

    told = micropython.bring(place)

    assert told is not None
    assert told.endswith("the package lacks micropython.wasm")
    assert not micropython.is_there(place)


@pytest.mark.usefixtures("lock")
def test_what_is_no_package_is_refused(place: Path, npm: Path, lock: Path) -> None:
    npm.write_bytes(b"<html>")
    lock.write_text(f"@a/b@1.0 {micropython.digest(npm)}\n")

    told = micropython.bring(place)

    assert told is not None
    assert "cannot be unpacked" in told


@pytest.mark.usefixtures("npm")
@pytest.mark.parametrize(
    ("program", "why"),
    [
        (
            "import sys; sys.exit('npm error no such host\\nmore')",
            "npm failed: npm error no such host",
        ),
        ("raise SystemExit(7)", "npm failed: 7"),
        ("pass", "npm failed: it brought nothing"),
        ("import time; time.sleep(60)", "npm took more than 0.2 s"),
    ],
)
def test_an_npm_that_fails_is_told_in_one_line(
    place: Path, monkeypatch: pytest.MonkeyPatch, program: str, why: str
) -> None:
    monkeypatch.setattr(micropython, "NPM_PACK", [sys.executable, "-c", program])
    monkeypatch.setattr(micropython, "PATIENCE", 5 if "sleep" not in program else 0.2)

    told = micropython.bring(place)

    assert told is not None
    assert told.endswith(why)
    assert not place.exists()


def test_no_npm_is_told_in_one_line(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda _name: None)

    told = micropython.bring(place)

    assert told == "there is no MicroPython for the tests of the firmware, as npm is not installed"


def test_a_set_up_without_micropython_is_a_set_up(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bootstrap, "is_ready", lambda _kind: True)
    monkeypatch.setattr(micropython, "bring", lambda _place: "there is no MicroPython")

    bootstrap.set_up("run")
    assert capsys.readouterr().err == ""
    bootstrap.set_up("dev")
    assert capsys.readouterr().err == "kibitz: there is no MicroPython\n"


def test_a_full_disk_is_told_in_one_line(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError("no space left on device")

    monkeypatch.setattr("shutil.which", lambda name: name)
    monkeypatch.setattr("subprocess.run", full)

    told = micropython.bring(place)

    assert told is not None
    assert told.endswith("no space left on device")
