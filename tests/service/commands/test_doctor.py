"""`kibitz doctor`: one line for each thing, with what to do where something is wrong."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from service.commands import doctor
from service.doctor.facts import Facts, Folder, Machine, Page, Power
from tests.rigs.commands import ENGLISH, Shell
from tests.rigs.micropython.pico import Pico

MACHINE = Machine(system="Linux x86_64", python="3.11.2")
FACTS = Facts(MACHINE, Folder(Path("/srv/kibitz")), Page("http://127.0.0.1:8080/"))
LOW = Facts(
    Machine(system="", python="3.11.2", model="Raspberry Pi 5", power=Power(low=True)),
    Folder(Path("/srv/kibitz"), free=0),
    Page("http://127.0.0.1:8080/"),
)


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shell:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CONFIG_HOME", "")
    return Shell(tmp_path, monkeypatch)


def found(facts: Facts, patch: pytest.MonkeyPatch) -> None:
    async def visit(*_asked: object) -> Facts:
        return facts

    patch.setattr(doctor, "visit", visit)


def test_where_all_is_well_it_says_so(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    found(FACTS, monkeypatch)

    done = shell.kibitz("doctor")

    assert done.exit_code == 0
    assert done.output.endswith("\nNothing is wrong.\n")
    assert all(line.startswith("ok ") for line in done.output.splitlines()[:-2])


def test_it_speaks_as_the_configuration_wants_unless_it_is_told_otherwise(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    found(FACTS, monkeypatch)
    (shell.folder / "kibitz.toml").write_text('[service]\nlanguage = "fr"\n', "utf-8")

    assert shell.kibitz("doctor").output.endswith("\nRien ne va mal.\n")
    assert shell.kibitz("doctor", "--language=en").output.endswith("\nNothing is wrong.\n")


def test_each_problem_comes_with_what_to_do(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    found(LOW, monkeypatch)

    done = shell.kibitz("doctor")
    lines = done.output.splitlines()

    assert done.exit_code == 1
    (low,) = (at for at, line in enumerate(lines) if "too little voltage" in line)
    assert lines[low].startswith("PROBLEM ")
    assert lines[low + 1].strip().startswith("→ Use a power supply")
    assert lines[-1] == "2 things are wrong."


def test_it_speaks_french(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    found(LOW, monkeypatch)

    assert "DÉFAUT" in shell.kibitz("doctor", "--language", "fr").output


def test_programs_are_told_the_same(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    found(LOW, monkeypatch)

    done = shell.kibitz("doctor", "--json")
    told = json.loads(done.output)

    assert done.exit_code == 1
    assert [one["what"] for one in told if one["level"] == "problem"] == [
        "undervoltage",
        "disk_full",
    ]
    assert all(one["do"] for one in told if one["level"] != "ok")


def test_a_configuration_with_mistakes_is_a_problem_like_any_other(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    found(FACTS, monkeypatch)
    (shell.folder / "kibitz.toml").write_text("[tabel]\n", "utf-8")

    done = shell.kibitz("doctor")

    assert done.exit_code == 1
    assert "kibitz check-config kibitz.toml" in done.output


def test_a_port_that_is_not_there_is_found_missing_by_really_looking(shell: Shell) -> None:
    journals = f"[service]\njournals = '{shell.folder}'\n"
    port = f"port = '{shell.folder}/ttyACM9'"
    (shell.folder / "kibitz.toml").write_text(
        f"{journals}[[table]]\nboard = {{ driver = 'pico', {port} }}\n", "utf-8"
    )

    done = shell.kibitz("doctor", "--config", "kibitz.toml", environment=ENGLISH)

    assert done.exit_code == 1
    assert "ttyACM9: there is no such port." in done.output
    assert "Table table, board: it is not found" in done.output
    assert "Table table: SIMULATED are dice, buttons and lamps." in done.output


def test_dice_that_only_print_are_opened_and_say_why_not(shell: Shell) -> None:
    dice = f"dice = {{ driver = 'lines', port = '{shell.folder}/ttyUSB9' }}"
    (shell.folder / "kibitz.toml").write_text(f"[[table]]\n{dice}\n", "utf-8")

    done = shell.kibitz("doctor")

    assert done.exit_code == 1
    assert "ttyUSB9 is not there" in done.output


def test_pins_that_only_pretend_are_simulated_and_not_opened(shell: Shell) -> None:
    text = "[[table]]\nboard = { driver = 'pi', pins = 'mock' }\nlamps.driver = 'pi'\n"
    (shell.folder / "kibitz.toml").write_text(text, "utf-8")

    assert "SIMULATED are board, dice, buttons and lamps" in shell.kibitz("doctor").output


def test_a_real_board_is_asked_and_found_as_configured(shell: Shell, pico: Pico) -> None:
    parts = "buttons.driver = 'pico'\nlamps.driver = 'pico'"
    (shell.folder / "kibitz.toml").write_text(
        f"[[table]]\nboard = {{ driver = 'pico', port = '{pico.port}' }}\n{parts}\n", "utf-8"
    )

    done = shell.kibitz("doctor", "--json")
    told = {one["what"]: one for one in json.loads(done.output)}

    assert told["board"]["values"]["uid"] == pico.uid
    assert told["devices"]["says"] == "Table table, board: it is there."
    assert told["simulated"]["values"]["devices"] == "dice"
    wrong = {what for what, one in told.items() if one["level"] == "problem"}
    assert not wrong & {"not_found", "older", "silent", "no_lamps", "few_buttons"}


def test_a_board_that_somebody_else_has_is_told_with_who_it_is(shell: Shell) -> None:
    board, host = os.openpty()
    port = os.ttyname(host)
    (shell.folder / "kibitz.toml").write_text(
        f"[[table]]\nboard = {{ driver = 'pico', port = '{port}' }}\n", "utf-8"
    )
    program = f"import serial\nmine = serial.Serial({port!r}, exclusive=True)\n"
    program += "print(flush=True)\ntry:\n    input()\nexcept EOFError:\n    pass\n"
    with subprocess.Popen(
        [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        assert other.stdin is not None
        assert other.stdout is not None
        other.stdout.readline()

        done = shell.kibitz("doctor", "--json")
        other.stdin.close()
    os.close(board)
    os.close(host)
    (taken,) = (one for one in json.loads(done.output) if one["what"].startswith("taken"))

    assert done.exit_code == 1
    assert taken["values"]["process"] == str(other.pid)
    assert "import serial" in taken["says"]
