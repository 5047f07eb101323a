"""Two Picos: one has dice and nothing else, and hangs on the second UART of the other."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread

import serial

from tests.rigs.firmware import MakePico
from tests.rigs.micropython.pico import Pico
from tests.rigs.talk import Talk, from_board

THROWS = (("R -", "S 53"), ("R -", "S 53"), ("R -", "C -"), ("L -",))


@contextmanager
def hanging_on(board: Pico, node: Pico) -> Iterator[None]:
    """What the board says to its dice goes to the port of the node, and back."""
    pulled = Event()

    def carry() -> None:
        carried = 0
        with serial.Serial(node.port, timeout=0.02, exclusive=True) as port:
            while not pulled.is_set():
                said = board.world.seen.to_dice[carried:]
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


def test_a_node_of_ours_behind_a_board_tells_every_throw_once(new_pico: MakePico) -> None:
    board = new_pico(DICE=1)
    node = new_pico(uid="d1ce", SENSORS=None, LAMPS=0, BUTTONS=0, BUZZER=False, DICE=1)
    board.plug()
    node.plug()
    heard = []

    with Talk(board.port) as talk, hanging_on(board, node):
        talk.hello()
        theirs = 0
        for throw in THROWS:
            for doing in throw:
                theirs += 1
                node.world.dice_say(from_board(0, f"D 0 {theirs} {doing}"))
                heard.append(talk.hear("D 0 ").split(" ", 3))
        talk.hear(lambda told: told.endswith(" E -"))

    assert [state for *_, state in heard] == [doing for throw in THROWS for doing in throw]
    generations = [int(generation) for _, _, generation, _ in heard]
    assert generations == list(range(generations[0], generations[0] + len(heard)))
