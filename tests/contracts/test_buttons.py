"""The contract of buttons: a press is reported once, and never late."""

from hardware.signals import Button, ButtonPressed
from tests.rigs.devices.device_rigs import (
    ButtonsRig,
    SignalRecorder,
    parametrize_rigs,
    record_signals,
)
from tests.rigs.devices.driver_rigs import BUTTONS


def pressed(recorder: SignalRecorder) -> list[Button]:
    return [signal.button for signal in recorder.signals if isinstance(signal, ButtonPressed)]


@parametrize_rigs(BUTTONS)
async def test_presses_are_reported_in_their_order(rig: ButtonsRig) -> None:
    order = [Button.LIGHT, Button.DARK, Button.DARK, Button.UNDO]
    async with record_signals(rig) as recorder:
        for button in order:
            rig.press(button)
        await rig.settle()
        assert pressed(recorder) == order


@parametrize_rigs(BUTTONS)
async def test_presses_made_while_disconnected_are_not_reported_later(rig: ButtonsRig) -> None:
    rig.press(Button.RESIGN)
    async with record_signals(rig) as recorder:
        rig.unplug()
        rig.press(Button.RESIGN)
        await rig.settle()
        assert recorder.lost
    rig.press(Button.RESIGN)
    rig.plug_in()
    async with record_signals(rig) as again:
        assert pressed(recorder) + pressed(again) == []
