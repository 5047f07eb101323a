"""The dice of a board that has none."""

from firmware_bridge.twins.thrown_dice import ThrownDice


def test_where_somebody_hears_of_them_each_change_waits_until_the_one_before_is_told() -> None:
    dice = ThrownDice("L -", lambda: True)
    for doing in ("R -", "S 35", "L -"):
        dice.do(doing)
    told = []
    for _ in range(5):
        dice.turn(0)
        dice.turn(0)
        told.append(dice.told())
    assert told == [b"D 0 1 R -", b"D 0 2 S 35", *[b"D 0 3 L -"] * 3]


def test_where_nobody_hears_of_them_only_the_newest_is_left() -> None:
    dice = ThrownDice("L -", lambda: False)
    for doing in ("R -", "S 35"):
        dice.do(doing)
    dice.turn(0)
    assert dice.told() == b"D 0 2 S 35"


def test_generations_begin_anew() -> None:
    dice = ThrownDice("L -", lambda: False)
    for _ in range(65536):
        dice.do("S 35")
    dice.turn(0)
    assert dice.generation == 0
