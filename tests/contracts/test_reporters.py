"""The contract of all devices that report, be it a board, dice or buttons."""

import pytest

from hardware.devices import DeviceFault, InputDevice
from tests.rigs.devices import device_rigs
from tests.rigs.devices.driver_rigs import INPUT_DEVICES

Reports = device_rigs.InputDeviceRig[InputDevice]


@device_rigs.parametrize_rigs(INPUT_DEVICES)
async def test_first_report_is_the_current_state(rig: Reports) -> None:
    async with device_rigs.record_signals(rig) as recorder:
        assert len(recorder.signals) == (1 if rig.reports_on_opening else 0)


@device_rigs.parametrize_rigs(INPUT_DEVICES)
async def test_event_is_reported_once(rig: Reports) -> None:
    async with device_rigs.record_signals(rig) as recorder:
        recorder.signals.clear()
        rig.cause_report()
        await rig.settle()
        assert len(recorder.signals) == 1
        rig.cause_report()
        await rig.settle()
        assert len(recorder.signals) == 2


@device_rigs.parametrize_rigs(INPUT_DEVICES)
async def test_idle_device_reports_nothing(rig: Reports) -> None:
    async with device_rigs.record_signals(rig) as recorder:
        recorder.signals.clear()
        await rig.clock.pass_seconds(rig.idle_seconds)
        await rig.settle()
        assert recorder.signals == []


@device_rigs.parametrize_rigs(INPUT_DEVICES)
async def test_every_report_says_where_it_comes_from_and_when(rig: Reports) -> None:
    async with device_rigs.record_signals(rig) as recorder:
        opened = rig.clock.now()
        for _ in range(3):
            await rig.clock.pass_seconds(1.5)
            rig.cause_report()
        await rig.settle()
        assert {signal.source for signal in recorder.signals} == {rig.device.name}
        times = [signal.at for signal in recorder.signals][-3:]
        assert times == pytest.approx([opened + 1.5, opened + 3.0, opened + 4.5], abs=0.1)
        assert times == sorted(times)


@device_rigs.parametrize_rigs(INPUT_DEVICES)
async def test_event_between_opening_and_listening_is_not_lost(rig: Reports) -> None:
    async with rig.device:
        rig.cause_report()
        await rig.settle()
        signals = rig.device.signals()
        for _ in range(2 if rig.reports_on_opening else 1):
            await anext(signals)


@device_rigs.parametrize_rigs(INPUT_DEVICES)
async def test_lost_device_raises_a_device_fault(rig: Reports) -> None:
    async with device_rigs.record_signals(rig) as recorder:
        rig.unplug()
        await rig.settle()
        assert isinstance(recorder.lost, DeviceFault)
        assert rig.device.name in str(recorder.lost)


@device_rigs.parametrize_rigs(INPUT_DEVICES)
async def test_signals_sent_before_a_loss_are_received(rig: Reports) -> None:
    async with device_rigs.record_signals(rig) as recorder:
        recorder.signals.clear()
        rig.cause_report()
        await rig.settle()
        rig.unplug()
        await rig.settle()
        assert len(recorder.signals) == 1


@device_rigs.parametrize_rigs(INPUT_DEVICES)
async def test_a_device_that_came_back_must_be_opened_anew(rig: Reports) -> None:
    async with rig.device:
        rig.unplug()
        rig.plug_in()
        rig.cause_report()
        await rig.settle()
        recorder = device_rigs.SignalRecorder()
        await recorder.listen(rig.device)
        assert recorder.lost is not None


@device_rigs.parametrize_rigs(INPUT_DEVICES)
async def test_reopened_device_first_reports_its_current_state(rig: Reports) -> None:
    async with device_rigs.record_signals(rig) as recorder:
        rig.unplug()
        await rig.settle()
        before = len(recorder.signals)
    await rig.clock.pass_seconds(60)
    rig.cause_report()
    rig.plug_in()

    async with device_rigs.record_signals(rig) as again:
        assert len(again.signals) == before
        assert all(signal.at == rig.clock.now() for signal in again.signals)


@device_rigs.parametrize_rigs(INPUT_DEVICES)
async def test_closing_ends_the_reports_without_a_fault(rig: Reports) -> None:
    async with device_rigs.record_signals(rig) as recorder:
        await rig.device.__aexit__(None, None, None)
        await rig.settle()
        assert recorder.ended
        assert recorder.lost is None


@device_rigs.parametrize_rigs(INPUT_DEVICES)
async def test_closed_device_refuses_to_report(rig: Reports) -> None:
    with pytest.raises(RuntimeError, match=rig.device.name):
        await anext(rig.device.signals())
