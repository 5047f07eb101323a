"""The wheel contains the rooms, whole, and runs on its own."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.rigs.environment.checkout import ROOMS, ROOT
from tools.bootstrap import LOCKS, SetupError, install, install_locked, make_venv, python_of


def contents(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, capture_output=True, check=True)
    return next(folder.glob("*.whl"))


@pytest.mark.release
def test_the_wheel_holds_the_rooms_and_nothing_else(wheel: Path) -> None:
    about = wheel.name.replace("-py3-none-any.whl", ".dist-info")
    assert {name.split("/")[0] for name in contents(wheel)} == {*ROOMS, about}


@pytest.mark.release
def test_the_wheel_holds_the_page_the_phrases_and_the_types(wheel: Path) -> None:
    found = (*ROOT.glob("service/words/*/*.toml"), *ROOT.glob("service/web/page/**/*.*"))
    files = {str(path.relative_to(ROOT)) for path in found if path.is_file()}

    assert {f"service/words/{language}/language.toml" for language in ("en", "fr")} <= files
    assert "service/web/page/page.html" in files
    assert files | {f"{room}/py.typed" for room in ROOMS} <= contents(wheel)


@pytest.mark.soak
def test_the_wheel_runs_where_nothing_else_is(wheel: Path, tmp_path: Path) -> None:
    try:
        pip = make_venv(tmp_path)
    except SetupError as fault:
        pytest.skip(str(fault))
    install_locked(pip, LOCKS["run"])
    install(pip, ["--no-deps", str(wheel)], "the wheel")

    command = [str(python_of(tmp_path).with_name("kibitz")), "--help"]
    ended = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)

    assert ended.stdout.startswith("Usage: kibitz")
