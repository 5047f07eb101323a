"""The set-up starts from nothing, does nothing twice, and says in one sentence what is wrong."""

import sys
from pathlib import Path

import pytest

from tools import bootstrap

ENOUGH = {"run": {"run", "dev"}, "dev": {"dev"}, "bench": {"bench"}}


@pytest.fixture
def venv(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A virtual environment in which nothing but the interpreter has been put."""
    python = bootstrap.python_of(tmp_path)
    python.parent.mkdir()
    python.symlink_to(sys.executable)
    monkeypatch.setattr(bootstrap, "VENV", tmp_path)
    monkeypatch.setattr(bootstrap, "BENCH_VENV", tmp_path)
    return tmp_path


def finish(kind: str) -> None:
    bootstrap.stamp_of(kind).write_text(bootstrap.fingerprint(kind), encoding="utf-8")


@pytest.mark.parametrize("kind", bootstrap.LOCKS)
def test_an_unfinished_set_up_is_not_ready(venv: Path, kind: str) -> None:
    assert venv.is_dir()
    assert not bootstrap.is_ready(kind)


@pytest.mark.usefixtures("venv")
@pytest.mark.parametrize("made_for", bootstrap.LOCKS)
@pytest.mark.parametrize("kind", bootstrap.LOCKS)
def test_developing_includes_running_and_not_the_reverse(kind: str, made_for: str) -> None:
    finish(made_for)

    assert bootstrap.is_ready(kind) is (made_for in ENOUGH[kind])


def test_the_peers_have_an_environment_of_their_own() -> None:
    places = {kind: bootstrap.venv_of(kind).name for kind in bootstrap.LOCKS}

    assert places == {"run": ".venv", "dev": ".venv", "bench": ".venv-bench"}


def test_a_moved_checkout_is_set_up_again(venv: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    finish("dev")
    moved = venv.rename(venv.with_name("moved"))
    monkeypatch.setattr(bootstrap, "VENV", moved)

    assert not bootstrap.is_ready("dev")


def test_another_python_is_set_up_again(venv: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    finish("dev")
    assert venv.is_dir()
    monkeypatch.setattr(sys, "version", "3.99.0")

    assert not bootstrap.is_ready("dev")


def test_a_lost_interpreter_is_set_up_again(venv: Path) -> None:
    finish("dev")
    bootstrap.python_of(venv).unlink()

    assert not bootstrap.is_ready("dev")


def test_an_old_python_is_refused_in_one_sentence() -> None:
    with pytest.raises(bootstrap.SetupError, match=r"^Python 3\.11 or newer .* is Python 3\.9\.$"):
        bootstrap.check_python((3, 9))


def test_a_failed_installation_is_told_in_one_sentence() -> None:
    with pytest.raises(bootstrap.SetupError, match=r"^the lock could not be installed"):
        bootstrap.install([sys.executable, "-c", "raise SystemExit(1)"], [], "the lock")


def test_a_python_without_venv_lends_its_own_pip(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bootstrap, "runs", lambda command: "--without-pip" in command)
    monkeypatch.setattr("importlib.util.find_spec", lambda name: name)

    pip = bootstrap.make_venv(tmp_path)

    assert pip == [sys.executable, "-m", "pip", "--python", str(bootstrap.python_of(tmp_path))]
    assert "its own pip" in capsys.readouterr().err


def test_a_python_with_neither_venv_nor_pip_names_the_package_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bootstrap, "runs", lambda _command: False)
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)

    with pytest.raises(bootstrap.SetupError, match="python3-venv"):
        bootstrap.make_venv(tmp_path)
