"""Empty boards are drawn once and then read from files, by however many processes."""

from pathlib import Path

import numpy as np

from simulation.rendering.empty_board import EmptyBoard
from tests.rigs.vision.empty_boards import cached_drawing


class Drawing:
    def __init__(self) -> None:
        self.asked: list[object] = []

    def __call__(self, what: object) -> EmptyBoard:
        self.asked.append(what)
        light = np.full((2, 3, 3), len(self.asked), np.float16)
        return EmptyBoard(light, light + 1, np.zeros((2, 3), np.uint8))


def test_board_is_drawn_once_for_all_processes(tmp_path: Path) -> None:
    drawing = Drawing()
    first = cached_drawing(tmp_path, drawing)("oak")
    again = cached_drawing(tmp_path, drawing)("oak")

    assert drawing.asked == ["oak"]
    assert (again.around == first.around).all()
    assert (again.main == first.main).all()
    assert (again.level == first.level).all()


def test_another_board_is_drawn_for_itself(tmp_path: Path) -> None:
    drawing = Drawing()
    drawn = cached_drawing(tmp_path, drawing)

    assert drawn("oak").around[0, 0, 0] == 1
    assert drawn("ash").around[0, 0, 0] == 2
    assert drawing.asked == ["oak", "ash"]
    assert len(list(tmp_path.iterdir())) == 2
