"""What every device does that reports, be it a board, dice or buttons."""

import pytest

from hardware.devices import DeviceFault, Reporter
from tests.rigs.devices import Heard, ReporterRig, every, hearing
from tests.rigs.drivers import REPORTERS

Reports = ReporterRig[Reporter]


@every(REPORTERS)
async def test_the_first_report_is_how_things_stand(rig: Reports) -> None:
    async with hearing(rig) as heard:
        assert len(heard.signals) == (1 if rig.stands else 0)


@every(REPORTERS)
async def test_what_happens_is_reported_once(rig: Reports) -> None:
    async with hearing(rig) as heard:
        heard.signals.clear()
        rig.stir()
        await rig.settle()
        assert len(heard.signals) == 1
        rig.stir()
        await rig.settle()
        assert len(heard.signals) == 2


@every(REPORTERS)
async def test_nothing_is_reported_while_nothing_happens(rig: Reports) -> None:
    async with hearing(rig) as heard:
        heard.signals.clear()
        await rig.clock.pass_by(rig.long)
        await rig.settle()
        assert heard.signals == []


@every(REPORTERS)
async def test_every_report_says_where_it_comes_from_and_when(rig: Reports) -> None:
    async with hearing(rig) as heard:
        opened = rig.clock.now()
        for _ in range(3):
            await rig.clock.pass_by(1.5)
            rig.stir()
        await rig.settle()
        assert {signal.source for signal in heard.signals} == {rig.device.name}
        times = [signal.at for signal in heard.signals][-3:]
        assert times == pytest.approx([opened + 1.5, opened + 3.0, opened + 4.5], abs=0.1)
        assert times == sorted(times)


@every(REPORTERS)
async def test_what_happens_between_opening_and_listening_is_not_lost(rig: Reports) -> None:
    async with rig.device:
        rig.stir()
        await rig.settle()
        heard = rig.device.signals()
        for _ in range(2 if rig.stands else 1):
            await anext(heard)


@every(REPORTERS)
async def test_a_device_that_is_lost_is_a_device_fault(rig: Reports) -> None:
    async with hearing(rig) as heard:
        rig.unplug()
        await rig.settle()
        assert isinstance(heard.lost, DeviceFault)
        assert rig.device.name in str(heard.lost)


@every(REPORTERS)
async def test_what_was_said_before_the_loss_is_heard(rig: Reports) -> None:
    async with hearing(rig) as heard:
        heard.signals.clear()
        rig.stir()
        await rig.settle()
        rig.unplug()
        await rig.settle()
        assert len(heard.signals) == 1


@every(REPORTERS)
async def test_a_device_that_came_back_must_be_opened_anew(rig: Reports) -> None:
    async with rig.device:
        rig.unplug()
        rig.plug_in()
        rig.stir()
        await rig.settle()
        heard = Heard()
        await heard.listen(rig.device)
        assert heard.lost is not None


@every(REPORTERS)
async def test_after_a_loss_it_begins_again_with_how_things_stand(rig: Reports) -> None:
    async with hearing(rig) as heard:
        rig.unplug()
        await rig.settle()
        before = len(heard.signals)
    await rig.clock.pass_by(60)
    rig.stir()
    rig.plug_in()

    async with hearing(rig) as again:
        assert len(again.signals) == before
        assert all(signal.at == rig.clock.now() for signal in again.signals)


@every(REPORTERS)
async def test_closing_ends_the_reports_without_a_fault(rig: Reports) -> None:
    async with hearing(rig) as heard:
        await rig.device.__aexit__(None, None, None)
        await rig.settle()
        assert heard.ended
        assert heard.lost is None


@every(REPORTERS)
async def test_a_closed_device_has_nothing_to_say(rig: Reports) -> None:
    with pytest.raises(RuntimeError, match=rig.device.name):
        await anext(rig.device.signals())
