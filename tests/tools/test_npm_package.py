"""A package of npm is fetched as it was locked, or one line says why it was not."""

import io
import sys
import tarfile
from pathlib import Path

import pytest

from tools import bootstrap, micropython, npm_package, typescript
from tools.npm_package import STAMP, NpmPackage

PROGRAM = b"a program"
FILES = ("program.mjs", "lib/one.d.ts", "lib/two.d.ts")
NEEDED = ("program.mjs", "lib/*.d.ts")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "program"


def packed(files: tuple[str, ...] = (*FILES, "README.md")) -> bytes:
    """A package as npm would bring it."""
    archive_bytes = io.BytesIO()
    with tarfile.open(fileobj=archive_bytes, mode="w:gz") as archive:
        for name in files:
            entry = tarfile.TarInfo(f"package/{name}")
            entry.size = len(PROGRAM)
            archive.addfile(entry, io.BytesIO(PROGRAM))
    return archive_bytes.getvalue()


@pytest.fixture
def npm(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """An npm that brings what is in this file."""
    source = tmp_path / "source"
    source.write_bytes(packed())
    copy = f"import shutil; shutil.copy({str(source)!r}, 'program.tgz')"
    monkeypatch.setattr(npm_package, "NPM_PACK", [sys.executable, "-c", copy])
    monkeypatch.setattr("shutil.which", lambda name: name)
    return source


@pytest.fixture
def package(tmp_path: Path, npm: Path) -> NpmPackage:
    """The package that this npm brings, locked."""
    lock = tmp_path / "some.lock"
    lock.write_text(f"@a/b@1.0 {npm_package.digest(npm)}\n")
    return NpmPackage(lock, NEEDED)


@pytest.mark.parametrize(
    ("package", "name"),
    [
        (micropython.PACKAGE, "@micropython/micropython-webassembly-pyscript"),
        (typescript.PACKAGE, "typescript"),
    ],
)
def test_lock_names_a_package_a_version_and_a_digest(package: NpmPackage, name: str) -> None:
    locked, at, version = package.name.rpartition("@")

    assert (locked, at) == (name, "@")
    assert version.replace(".", "").isdigit()
    assert len(package.integrity) == len("sha512-") + 88
    assert len(package.lock.read_text(encoding="utf-8").split()) == 2


def test_locked_package_is_fetched_once(folder: Path, package: NpmPackage, npm: Path) -> None:
    assert not package.is_in(folder)

    assert package.fetch(folder) == ""
    npm.unlink()

    assert [(folder / name).read_bytes() for name in FILES] == [PROGRAM] * 3
    assert not (folder / "README.md").exists()
    assert package.is_in(folder)
    assert package.fetch(folder) == ""


@pytest.mark.parametrize("lost", ["program.mjs", STAMP, "the lock"])
def test_package_that_is_not_whole_or_another_one_is_fetched_anew(
    folder: Path, package: NpmPackage, lost: str
) -> None:
    package.fetch(folder)
    if lost == "the lock":
        package.lock.write_text(package.lock.read_text().replace("@1.0", "@1.1"))
    else:
        (folder / lost).unlink()

    assert not package.is_in(folder)
    assert package.fetch(folder) == ""
    assert package.is_in(folder)


def test_package_of_another_digest_is_refused(folder: Path, package: NpmPackage, npm: Path) -> None:
    npm.write_bytes(packed(files=(*FILES, "more")))

    assert package.fetch(folder) == "npm brought another @a/b@1.0 than the one locked"
    assert not folder.exists()


@pytest.mark.parametrize(("there", "lacking"), [(FILES[:1], NEEDED[1]), (FILES[1:], NEEDED[0])])
def test_package_without_the_program_is_refused(
    folder: Path, npm: Path, package: NpmPackage, there: tuple[str, ...], lacking: str
) -> None:
    npm.write_bytes(packed(there))
    package.lock.write_text(f"@a/b@1.0 {npm_package.digest(npm)}\n")

    assert package.fetch(folder) == f"the package lacks {lacking}"
    assert not package.is_in(folder)


def test_file_that_is_no_package_is_refused(folder: Path, npm: Path, package: NpmPackage) -> None:
    npm.write_bytes(b"<html>")
    package.lock.write_text(f"@a/b@1.0 {npm_package.digest(npm)}\n")

    assert "cannot be unpacked" in package.fetch(folder)


@pytest.mark.parametrize(
    ("program", "why"),
    [
        ("import sys; sys.exit('error: no host\\nmore')", "npm failed: error: no host"),
        ("raise SystemExit(7)", "npm failed: 7"),
        ("pass", "npm failed: it brought nothing"),
        ("import time; time.sleep(60)", "npm took more than 0.2 s"),
    ],
)
def test_failing_npm_is_reported_in_one_line(
    folder: Path, package: NpmPackage, monkeypatch: pytest.MonkeyPatch, program: str, why: str
) -> None:
    monkeypatch.setattr(npm_package, "NPM_PACK", [sys.executable, "-c", program])
    monkeypatch.setattr(npm_package, "PATIENCE", 5 if "sleep" not in program else 0.2)

    assert package.fetch(folder) == why
    assert not folder.exists()


def test_full_disk_is_reported_in_one_line(
    folder: Path, package: NpmPackage, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError("no space left on device")

    monkeypatch.setattr("subprocess.run", full)

    assert package.fetch(folder) == "no space left on device"


def test_missing_npm_is_reported(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda _name: None)

    assert micropython.fetch(folder) == (
        "there is no MicroPython for the tests of the firmware, as npm is not installed"
    )
    assert typescript.fetch(folder) == (
        "there is no TypeScript for the types of the JavaScript, as npm is not installed"
    )


def test_set_up_without_packages_of_npm_is_a_set_up(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bootstrap, "is_ready", lambda _kind: True)
    monkeypatch.setattr(micropython, "fetch", lambda _folder: "there is no MicroPython")
    monkeypatch.setattr(typescript, "fetch", lambda _folder: "there is no TypeScript")

    bootstrap.set_up("run")
    assert capsys.readouterr().err == ""
    bootstrap.set_up("dev")
    warnings = "kibitz: there is no MicroPython\nkibitz: there is no TypeScript\n"
    assert capsys.readouterr().err == warnings
