"""The set-up starts from nothing, does nothing twice, and says in one sentence what is wrong."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from tests.rigs.browser.service_process import write_configuration
from tests.rigs.environment.checkout import ROOT
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


@pytest.mark.usefixtures("venv")
@pytest.mark.parametrize("made_for", bootstrap.LOCKS)
@pytest.mark.parametrize("kind", bootstrap.LOCKS)
def test_finished_set_up_is_ready_and_developing_includes_running(kind: str, made_for: str) -> None:
    assert not bootstrap.is_ready(kind)
    finish(made_for)

    assert bootstrap.is_ready(kind) is (made_for in ENOUGH[kind])


def test_the_peers_have_an_environment_of_their_own() -> None:
    places = {kind: bootstrap.venv_of(kind).name for kind in bootstrap.LOCKS}
    assert places == {"run": ".venv", "dev": ".venv", "bench": ".venv-bench"}


def test_moved_checkout_other_python_and_lost_interpreter_are_set_up_again(venv: Path) -> None:
    finish("dev")
    assert bootstrap.is_ready("dev")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "version", "3.99.0")
        assert not bootstrap.is_ready("dev")
    moved = venv.rename(venv.with_name("moved"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bootstrap, "VENV", moved)
        assert not bootstrap.is_ready("dev")
    bootstrap.python_of(moved.rename(venv)).unlink()
    assert not bootstrap.is_ready("dev")


def test_an_old_python_is_refused_in_one_sentence() -> None:
    with pytest.raises(bootstrap.SetupError, match=r"^Python 3\.11 or newer .* is Python 3\.9\.$"):
        bootstrap.check_python((3, 9))


def test_failed_installation_is_reported_in_one_sentence() -> None:
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


# ---- an environment that works is not lost ----


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in (*bootstrap.LOCKS.values(), "pyproject.toml"):
        (tmp_path / name).write_bytes((ROOT / name).read_bytes())
    monkeypatch.setattr(bootstrap, "ROOT", tmp_path)
    monkeypatch.setattr(bootstrap, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(bootstrap, "make_venv", bare_venv)
    monkeypatch.setattr(bootstrap, "install", lambda *_: None)
    bootstrap.make("run")
    (tmp_path / ".venv" / "as it was").touch()
    return tmp_path


def bare_venv(venv: Path, *options: str) -> list[str]:
    command = [sys.executable, "-m", "venv", "--without-pip", *options, str(venv)]
    subprocess.run(command, check=True)
    program = bootstrap.python_of(venv).with_name("kibitz")
    program.write_text(f"#!{bootstrap.python_of(venv)}\nimport sys; print(sys.prefix)\n")
    program.chmod(0o755)
    return [sys.executable, "-m", "pip"]


def no_network(*_: object) -> None:
    raise bootstrap.SetupError("the packages could not be installed")


def interrupted(*_: object) -> None:
    raise KeyboardInterrupt


@pytest.mark.parametrize("failing", [no_network, interrupted])
def test_failed_set_up_leaves_the_old_environment(
    checkout: Path, failing: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bootstrap, "install", failing)

    with pytest.raises((bootstrap.SetupError, KeyboardInterrupt)):
        bootstrap.make("run")

    assert (checkout / ".venv" / "as it was").exists()
    assert sorted(path.name for path in checkout.glob(".venv*")) == [".venv"]


@pytest.mark.usefixtures("checkout")
def test_failed_set_up_says_what_still_works(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bootstrap, "install", no_network)
    with pytest.raises(bootstrap.SetupError, match=r"untouched: \.venv/bin/kibitz run --open$"):
        bootstrap.make("run")


def test_whole_set_up_takes_the_place_of_the_old_one(checkout: Path) -> None:
    bootstrap.make("dev")

    assert not (checkout / ".venv" / "as it was").exists()
    assert bootstrap.is_ready("dev")
    assert sorted(path.name for path in checkout.glob(".venv*")) == [".venv"]


def test_programs_of_an_environment_name_the_place_where_it_ends_up(checkout: Path) -> None:
    venv = checkout / ".venv"
    ran = subprocess.run([venv / "bin" / "kibitz"], capture_output=True, check=True, text=True)

    assert ran.stdout.strip() == str(venv)
    files = [path for path in venv.rglob("*") if path.is_file()]
    assert not [path for path in files if b".venv-new" in path.read_bytes()]


@pytest.mark.parametrize("left", [".venv-new", ".venv-old"])
def test_power_cut_in_a_set_up_costs_no_environment(checkout: Path, left: str) -> None:
    venv = checkout / ".venv"
    if left == ".venv-old":
        venv.rename(checkout / left)
    (checkout / ".venv-new" / "lib").mkdir(parents=True)

    with pytest.raises(bootstrap.SetupError), bootstrap.building(venv):
        no_network()

    assert (venv / "as it was").exists()
    assert sorted(path.name for path in checkout.glob(".venv*")) == [".venv"]


def replace_in_file(checkout: Path, name: str, old: str, new: str) -> None:
    path = checkout / name
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")


@pytest.mark.parametrize(
    ("name", "old", "new", "ready"),
    [
        ("pyproject.toml", "# Everything", "# All", True),
        ("pyproject.toml", "line-length = 100", "line-length = 99", True),
        ("pyproject.toml", '"click>=8.1,<9"', '"click>=8.2,<9"', False),
        ("pyproject.toml", "root_command:main", "root_command:other", False),
        ("requirements.lock", "click==", "click==9.", False),
        ("requirements-dev.lock", "click==", "click==9.", True),
    ],
)
def test_only_other_packages_or_metadata_are_set_up_again(
    checkout: Path, name: str, old: str, new: str, *, ready: bool
) -> None:
    replace_in_file(checkout, name, old, new)
    assert bootstrap.is_ready("run") is ready


def add(venv: Path, name: str, version: str, url: str = "") -> None:
    """Lets an environment hold a package that somebody has added."""
    (folder,) = venv.glob("lib/python*/site-packages")
    info = folder / f"{name}-{version}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    (info / "INSTALLER").write_text("pip\n")
    (info / "RECORD").write_text("")
    if url:
        origin = {"url": url, "dir_info": {"editable": True}}
        (info / "direct_url.json").write_text(json.dumps(origin))


@pytest.fixture
def installed(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    assert checkout.is_dir()
    installed = list[str]()
    monkeypatch.setattr(bootstrap, "install", lambda _pip, given, _what: installed.extend(given))
    return installed


def test_packages_added_by_the_user_are_preserved(checkout: Path, installed: list[str]) -> None:
    venv = checkout / ".venv"
    add(venv, "bleak", "1.0.1")
    add(venv, "my_dice", "0.2", url=checkout.as_uri())
    add(venv, "kibitz", "0.1.0", url=checkout.as_uri())
    add(venv, "click", "8.1.0")

    bootstrap.make("run")

    preserved = installed[installed.index("--editable") + 2 :]
    assert preserved == ["--no-deps", "bleak==1.0.1", "-e", str(checkout)]


def test_package_that_was_locked_is_not_preserved(checkout: Path, installed: list[str]) -> None:
    add(checkout / ".venv", "click", "8.1.0")
    replace_in_file(checkout, "requirements.lock", "click==", "other==")

    bootstrap.make("run")

    assert not any("click" in word for word in installed)


def test_environment_that_shares_the_packages_of_the_system_still_does(checkout: Path) -> None:
    settings = checkout / ".venv" / "pyvenv.cfg"
    replace_in_file(checkout, ".venv/pyvenv.cfg", "-packages = false", "-packages = true")

    bootstrap.make("run")

    assert "include-system-site-packages = true" in settings.read_text("utf-8")


# ---- a stopped set-up stops all that it has started ----


def start_and_stop(program: str, how: signal.Signals) -> tuple[int, str, str]:
    """Stops Python once it has printed its child; returns its code, the child and its errors."""
    command, pipe = [sys.executable, "-c", program], subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, cwd=ROOT) as process:
        assert process.stdout
        try:
            child = process.stdout.readline().strip()
            process.send_signal(how)
            _, output = process.communicate(timeout=60)
        finally:
            process.kill()
        return process.returncode, child, output


def runs_on(process: str) -> bool:
    """True if a process runs; the mere entry of one that has ended does not count."""
    try:
        status = Path(f"/proc/{process}/stat").read_text("utf-8")
    except OSError:
        return False
    return status.rpartition(")")[2].split()[0] != "Z"


SETTING_UP = """
import signal, sys
# The process that runs the tests may ignore some of these signals.
for each in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
    signal.signal(each, signal.SIG_DFL)
from tools import bootstrap
bootstrap.is_ready = lambda kind: False
bootstrap.make = lambda kind: bootstrap.run(["sh", "-c", "sleep 600 & echo $!; wait"])
sys.argv = ["bootstrap", "run"]
bootstrap.main()
"""


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="only Linux has /proc")
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_stopped_set_up_says_so_in_one_line_and_leaves_nothing_running(how: signal.Signals) -> None:
    code, child, output = start_and_stop(SETTING_UP, how)

    assert code == bootstrap.STOPPED
    assert output == "kibitz: the set-up was stopped; the next make begins it anew\n"
    assert child
    assert not runs_on(child)


@pytest.mark.parametrize("target", ["play", "simulate"])
def test_make_has_no_shell_between_itself_and_kibitz(target: str) -> None:
    """Make passes SIGTERM on to its own child, and a shell would not pass it on."""
    # Without the variables of a make that may be running these tests.
    environment = {"PATH": os.environ["PATH"]}
    make = ["make", "--dry-run", target]
    output = subprocess.check_output(make, cwd=ROOT, env=environment, text=True)

    *_, last = output.splitlines()
    assert last.startswith("exec .venv/bin/python -m service ")


def test_end_of_make_play_is_the_end_of_kibitz(tmp_path: Path) -> None:
    write_configuration(tmp_path)
    configuration = f"--config {tmp_path / 'kibitz.toml'}"
    place = f"BIN={Path(sys.executable).parent}"
    command = ["make", "--old-file=run", "play", f"ARGS={configuration}", place]
    # Without a screen, no browser is opened.
    environment, pipe = {"PATH": os.environ["PATH"], "HOME": str(tmp_path)}, subprocess.PIPE
    for _ in range(2):
        with subprocess.Popen(
            command, cwd=ROOT, env=environment, stdout=pipe, text=True, start_new_session=True
        ) as make:
            try:
                assert make.stdout
                assert any("#key=" in line for line in make.stdout)
                make.terminate()
                output, _ = make.communicate(timeout=60)
            finally:
                with suppress(ProcessLookupError):
                    os.killpg(make.pid, signal.SIGKILL)
        assert make.returncode == -signal.SIGTERM
        assert output.endswith("Kibitz has stopped.\n")


def test_other_set_ups_are_waited_for() -> None:
    program = "from tools import bootstrap\nwith bootstrap.setup_lock(): pass"
    command = [sys.executable, "-c", program]
    with bootstrap.setup_lock():
        other = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, cwd=ROOT)
        assert other.stderr
        assert "waited for" in other.stderr.readline()
        assert other.poll() is None
    other.communicate(timeout=60)
    assert other.returncode == 0
