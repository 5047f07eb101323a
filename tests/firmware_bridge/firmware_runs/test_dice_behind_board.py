"""Two Picos: one has dice and nothing else, and hangs on the second UART of the other."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from threading import Event, Thread

import pytest
import serial

from tests.rigs.firmware.pico_fixtures import MakePico
from tests.rigs.micropython.simulated_pico import Pico
from tests.rigs.wire.raw_host import PATIENCE, RawHost, from_board

THROWS = (("R -", "S 53"), ("R -", "S 53"), ("R -", "C -"), ("L -",))


@contextmanager
def cable_between(board: Pico, node: Pico) -> Iterator[None]:
    """Carries the requests of the board to the port of the node, and its answers back."""
    pulled = Event()

    def carry() -> None:
        carried = 0
        with serial.Serial(node.port, timeout=0.02, exclusive=True) as port:
            while not pulled.is_set():
                said = board.world.outputs.to_dice[carried:]
                carried += len(said)
                port.write(said)
                if heard := port.read(64):
                    board.world.dice_say(heard)

    thread = Thread(target=carry, name="UART", daemon=True)
    thread.start()
    try:
        yield
    finally:
        pulled.set()
        thread.join()


@pytest.mark.release
def test_every_throw_of_a_node_behind_a_board_is_reported_once(new_pico: MakePico) -> None:
    board = new_pico(DICE=1)
    node = new_pico(uid="d1ce", SENSORS=None, LAMPS=0, BUTTONS=0, BUZZER=False, DICE=1)
    board.plug()
    node.plug()
    heard = []

    with RawHost(board.port) as talk, cable_between(board, node):
        talk.hello()
        talk.ask("PING 1")
        talk.unrequested.clear()
        own_generation = 0
        for throw in THROWS:
            for doing in throw:
                own_generation += 1
                state = from_board(0, f"D 0 {own_generation} {doing}")
                heard += next_dice_messages(talk, partial(node.world.dice_say, state))
        silence = next_dice_messages(talk, lambda: None)

    assert [state for *_, state in heard] == [doing for throw in THROWS for doing in throw]
    generations = [int(generation) for _, _, generation, _ in heard]
    assert generations == list(range(generations[0], generations[0] + len(heard)))
    assert [state for *_, state in silence] == ["E -"]


def next_dice_messages(talk: RawHost, dice_speak: Callable[[], None]) -> list[list[str]]:
    """The next messages of dice that the board passes on, while dice and host go on talking.

    A board that hears nothing from its host for long sends it nothing but its heartbeat.
    """
    ended = time.monotonic() + PATIENCE
    while not (states := [body for body in talk.unrequested if body.startswith("D 0 ")]):
        assert time.monotonic() < ended, "the board reports nothing of the dice"
        dice_speak()
        # The answer also comes after all that was done for earlier requests.
        assert talk.ask("PING 1").startswith("OK")
    talk.unrequested.clear()
    return [state.split(" ", 3) for state in states]
