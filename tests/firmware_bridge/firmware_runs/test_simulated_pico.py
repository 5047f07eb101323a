"""The simulated Pico leaves no process behind, and behaves as a real one."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.rigs.environment.checkout import ROOT
from tests.rigs.micropython.simulated_pico import Interpreter, Pico
from tests.rigs.wire.raw_host import RawHost

PATIENCE = 10
OWNER = """
import sys
from pathlib import Path
from tests.rigs.micropython.simulated_pico import Interpreter, Pico
pico = Pico(Interpreter(sys.argv[1], Path(sys.argv[2])), Path(sys.argv[3]))
pico.plug()
pico.world.until(lambda: pico.world.outputs.frames, "light")
if sys.argv[4] == "hangs":
    pico.world.hang()
print(pico._power.process.pid, flush=True)
sys.stdin.read()
"""


@pytest.mark.parametrize("state", ["runs", "hangs"])
def test_firmware_dies_with_its_test(interpreter: Interpreter, tmp_path: Path, state: str) -> None:
    command = [sys.executable, "-c", OWNER, interpreter.node, str(interpreter.micropython)]
    owner = subprocess.Popen(
        [*command, str(tmp_path / "usb"), state],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert owner.stdout is not None
    firmware = int(owner.stdout.readline())
    assert runs(firmware)
    owner.send_signal(signal.SIGKILL)
    owner.communicate()

    ended = time.monotonic() + PATIENCE
    while runs(firmware) and time.monotonic() < ended:
        time.sleep(0.01)
    assert not runs(firmware)


def runs(process: int) -> bool:
    """True if the process is alive, and no zombie that waits for its parent."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return "\nState:\tZ" not in Path(f"/proc/{process}/status").read_text(encoding="ascii")


def test_a_program_that_is_stopped_by_hand_shows_a_prompt_and_starts_again(pico: Pico) -> None:
    with RawHost(pico.port) as talk:
        boot = talk.hello()["boot"]
        talk.send(b"\r\x03")
        pico.world.until(lambda: pico.world.outputs.tracebacks, "a traceback")
        assert "KeyboardInterrupt" in pico.world.outputs.tracebacks.pop()
        talk.send(b"\x03\x04")

        assert talk.hello()["boot"] != boot
    assert any(b">>> " in noise for noise in talk.noise)


def test_a_lone_control_c_stops_nothing(pico: Pico) -> None:
    with RawHost(pico.port) as talk:
        boot = talk.hello()["boot"]
        talk.send(b"\x03\x03\x04\n")

        assert talk.hello()["boot"] == boot
