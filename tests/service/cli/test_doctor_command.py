"""`kibitz doctor`: one line for each thing, with what to do where something is wrong."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from service.cli import setup_commands
from service.doctor.facts import Facts, FolderFacts, MachineFacts, PageFacts, PowerFacts
from tests.rigs.environment.command_shell import ENGLISH, CommandShell
from tests.rigs.micropython.simulated_pico import Pico

MACHINE = MachineFacts(system="Linux x86_64", python="3.11.2")
FACTS = Facts(MACHINE, FolderFacts(Path("/srv/kibitz")), PageFacts("http://127.0.0.1:8080/"))
LOW = Facts(
    MachineFacts(system="", python="3.11.2", model="Raspberry Pi 5", power=PowerFacts(low=True)),
    FolderFacts(Path("/srv/kibitz"), free_bytes=0),
    PageFacts("http://127.0.0.1:8080/"),
)


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> CommandShell:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CONFIG_HOME", "")
    return CommandShell(tmp_path, monkeypatch)


def patch_facts(facts: Facts, patch: pytest.MonkeyPatch) -> None:
    async def collect(*_asked: object) -> Facts:
        return facts

    patch.setattr(setup_commands, "collect_facts", collect)


def configure(shell: CommandShell, text: str) -> None:
    (shell.folder / "kibitz.toml").write_text(text, "utf-8")


def test_doctor_without_problems_says_so(
    shell: CommandShell, monkeypatch: pytest.MonkeyPatch
) -> None:
    patch_facts(FACTS, monkeypatch)

    done = shell.kibitz("doctor")

    assert done.exit_code == 0
    assert done.output.endswith("\nNo problems found.\n")
    assert all(line.startswith("ok ") for line in done.output.splitlines()[:-2])


def test_language_option_overrides_the_configuration(
    shell: CommandShell, monkeypatch: pytest.MonkeyPatch
) -> None:
    patch_facts(FACTS, monkeypatch)
    configure(shell, '[service]\nlanguage = "fr"\n')

    assert shell.kibitz("doctor").output.endswith("\nAucun défaut trouvé.\n")
    assert shell.kibitz("doctor", "--language=en").output.endswith("\nNo problems found.\n")


def test_each_problem_comes_with_what_to_do(
    shell: CommandShell, monkeypatch: pytest.MonkeyPatch
) -> None:
    patch_facts(LOW, monkeypatch)

    done = shell.kibitz("doctor")
    lines = done.output.splitlines()

    assert done.exit_code == 1
    (low,) = (at for at, line in enumerate(lines) if "too little voltage" in line)
    assert lines[low].startswith("PROBLEM ")
    assert lines[low + 1].strip().startswith("→ Use a power supply")
    assert lines[-1] == "2 problems found."


def test_doctor_speaks_french(shell: CommandShell, monkeypatch: pytest.MonkeyPatch) -> None:
    patch_facts(LOW, monkeypatch)
    assert "DÉFAUT" in shell.kibitz("doctor", "--language", "fr").output


def test_report_for_programs_agrees_with_the_text(
    shell: CommandShell, monkeypatch: pytest.MonkeyPatch
) -> None:
    patch_facts(LOW, monkeypatch)

    done = shell.kibitz("doctor", "--json")
    findings = json.loads(done.output)

    assert done.exit_code == 1
    problems = [one["what"] for one in findings if one["level"] == "problem"]
    assert problems == ["undervoltage", "disk_full"]
    assert all(one["do"] for one in findings if one["level"] != "ok")


def test_a_configuration_with_mistakes_is_a_problem_like_any_other(
    shell: CommandShell, monkeypatch: pytest.MonkeyPatch
) -> None:
    patch_facts(FACTS, monkeypatch)
    configure(shell, "[tabel]\n")

    done = shell.kibitz("doctor")

    assert done.exit_code == 1
    assert "kibitz check-config kibitz.toml" in done.output


def test_a_port_that_is_not_there_is_found_missing_by_really_looking(shell: CommandShell) -> None:
    journals = f"[service]\njournals = '{shell.folder}'\n"
    port = f"port = '{shell.folder}/ttyACM9'"
    configure(shell, f"{journals}[[table]]\nboard = {{ driver = 'pico', {port} }}\n")

    done = shell.kibitz("doctor", "--config", "kibitz.toml", environment=ENGLISH)

    assert done.exit_code == 1
    assert "ttyACM9: this port does not exist." in done.output
    assert "Table table, board: not found" in done.output
    assert "Table table: dice, buttons and lamps (SIMULATED)." in done.output


def test_dice_that_only_print_are_opened_and_say_why_not(shell: CommandShell) -> None:
    dice = f"dice = {{ driver = 'lines', port = '{shell.folder}/ttyUSB9' }}"
    configure(shell, f"[[table]]\n{dice}\n")

    done = shell.kibitz("doctor")

    assert done.exit_code == 1
    assert "ttyUSB9 is not there" in done.output


def test_pins_that_only_pretend_are_simulated_and_not_opened(shell: CommandShell) -> None:
    text = "[[table]]\nboard = { driver = 'pi', pins = 'mock' }\nlamps.driver = 'pi'\n"
    configure(shell, text)

    assert "board, dice, buttons and lamps (SIMULATED)" in shell.kibitz("doctor").output


def test_a_real_board_is_asked_and_found_as_configured(shell: CommandShell, pico: Pico) -> None:
    parts = "buttons.driver = 'pico'\nlamps.driver = 'pico'"
    configure(shell, f"[[table]]\nboard = {{ driver = 'pico', port = '{pico.port}' }}\n{parts}\n")

    done = shell.kibitz("doctor", "--json")
    findings = {one["what"]: one for one in json.loads(done.output)}

    assert findings["board"]["values"]["uid"] == pico.uid
    assert findings["devices"]["says"] == "Table table, board: found."
    assert findings["simulated"]["values"]["devices"] == "dice"
    wrong = {what for what, one in findings.items() if one["level"] == "problem"}
    assert not wrong & {"not_found", "older", "silent", "no_lamps", "few_buttons"}


def test_board_in_use_is_reported_with_its_user(shell: CommandShell) -> None:
    board, host = os.openpty()
    port = os.ttyname(host)
    configure(shell, f"[[table]]\nboard = {{ driver = 'pico', port = '{port}' }}\n")
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
