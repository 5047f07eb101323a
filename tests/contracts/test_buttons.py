"""What every set of buttons does: a press is told once, and never late."""

from hardware.signals import Button, ButtonPressed
from tests.rigs.devices import ButtonsRig, Heard, every, hearing
from tests.rigs.drivers import BUTTONS


def pressed(heard: Heard) -> list[Button]:
    return [signal.button for signal in heard.signals if isinstance(signal, ButtonPressed)]


@every(BUTTONS)
async def test_presses_are_told_in_the_order_in_which_they_were_made(rig: ButtonsRig) -> None:
    order = [Button.LIGHT, Button.DARK, Button.DARK, Button.UNDO]
    async with hearing(rig) as heard:
        for button in order:
            rig.press(button)
        await rig.settle()
        assert pressed(heard) == order


@every(BUTTONS)
async def test_what_was_pressed_while_nobody_was_there_is_not_told_later(rig: ButtonsRig) -> None:
    rig.press(Button.RESIGN)
    async with hearing(rig) as heard:
        rig.unplug()
        rig.press(Button.RESIGN)
        await rig.settle()
        assert heard.lost
    rig.press(Button.RESIGN)
    rig.plug_in()
    async with hearing(rig) as again:
        assert pressed(heard) + pressed(again) == []
