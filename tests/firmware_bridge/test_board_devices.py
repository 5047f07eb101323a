"""Drivers of the switches, buttons, dice, lamps and piezo of a board at the other end of a wire."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial

import pytest

from firmware_bridge import board_devices
from firmware_bridge.pico.framing import FROM_BOARD, UNASKED, encode
from firmware_bridge.wire.requests import LampInk, SetLamps
from hardware.checkers import Colour, Layout, Pile, Place, bar, point
from hardware.devices import DeviceFault, Sounder
from hardware.observations import MAX_CHECKERS, Count, Observation, Sighting, of_any_colour
from hardware.outputs import DARK_FRAME, LampFrame, LampLight, Rgb, Rhythm, Tone
from hardware.sensor_map import C64, P5
from hardware.signals import Button, ButtonPressed, DiceReading, DiceState
from tests.rigs.devices.device_rigs import SignalRecorder, deliver_pending
from tests.rigs.firmware.wired_board import MEANINGS, WiredBoard
from tests.rigs.firmware.wired_rigs import WiredHand, powered_board

LIGHT, DARK, UNDO, RESIGN = MEANINGS


@asynccontextmanager
async def pressing(board: WiredBoard, *meanings: Button) -> AsyncIterator[list[Button]]:
    """The buttons, opened, and what was pressed."""
    pressed: list[Button] = []
    device = board_devices.WiredButtons("buttons", board.clock, board.link(), meanings or MEANINGS)

    async def listen() -> None:
        async for signal in device.signals():
            assert isinstance(signal, ButtonPressed)
            pressed.append(signal.button)

    async with device:
        listening = asyncio.create_task(listen())
        await deliver_pending()
        yield pressed
        await deliver_pending()
    await listening


async def test_counts_begin_again_after_255() -> None:
    async with powered_board(WiredBoard()) as board:
        assert board.board
        assert board.board.presses
        board.board.presses.counts[1] = 254
        async with pressing(board) as pressed:
            for _ in range(4):
                board.press(DARK)
        assert pressed == [DARK] * 4


async def test_lost_press_is_reported_with_the_next_heartbeat() -> None:
    async with powered_board(WiredBoard()) as board, pressing(board) as pressed:
        board.cable.garble = lambda _: b""
        board.press(UNDO)
        board.press(UNDO)
        await deliver_pending()
        board.cable.garble = lambda data: data
        assert pressed == []
        await board.clock.pass_seconds(2)
        assert pressed == [UNDO, UNDO]


async def test_a_button_without_a_meaning_does_nothing() -> None:
    async with powered_board(WiredBoard()) as board:
        async with pressing(board, LIGHT, DARK) as pressed:
            for button in MEANINGS:
                board.press(button)
        assert pressed == [LIGHT, DARK]


def test_device_has_the_configured_buttons() -> None:
    board = WiredBoard()
    device = board_devices.WiredButtons("buttons", board.clock, board.link(), (LIGHT, RESIGN))
    assert device.buttons == {LIGHT, RESIGN}


ROLLING, SETTLED, COCKED, _ON_CHECKER, LIFTED = DiceState
SOON = 4.0
"""Seconds within which a loss is noticed."""


def dice_states(heard: SignalRecorder) -> list[tuple[DiceState, tuple[int, ...], bool]]:
    readings = [one for one in heard.signals if isinstance(one, DiceReading)]
    return [(one.state, one.numbers, one.standing) for one in readings]


async def test_each_pair_reports_separately_with_its_owner() -> None:
    async with powered_board(WiredBoard(pairs=2)) as board:
        link, heard = board.link(), [SignalRecorder(), SignalRecorder()]
        light = board_devices.WiredDice("dice.light", board.clock, link, 0, Colour.LIGHT)
        dark = board_devices.WiredDice("dice.dark", board.clock, link, 1, Colour.DARK)
        async with light, dark:
            both = zip(heard, (light, dark), strict=True)
            listening = [asyncio.create_task(ear.listen(pair)) for ear, pair in both]
            WiredHand(board.dice, 1).roll(6, 1)
            await deliver_pending()
            assert dice_states(heard[0]) == [(LIFTED, (), True)]
            thrown = [(ROLLING, (), False), (SETTLED, (6, 1), False)]
            assert dice_states(heard[1]) == [(LIFTED, (), True), *thrown]
            owners = {s.colour for s in heard[1].signals if isinstance(s, DiceReading)}
            assert owners == {dark.colour} == {Colour.DARK}
        await asyncio.wait(listening)


async def test_dice_that_the_board_cannot_reach_are_lost_and_the_board_is_not() -> None:
    async with powered_board(WiredBoard()) as board:
        link, heard = board.link(), SignalRecorder()
        dice = board_devices.WiredDice("dice", board.clock, link)
        buttons = board_devices.WiredButtons("buttons", board.clock, link, MEANINGS)
        async with buttons:
            async with dice:
                listening = asyncio.create_task(heard.listen(dice))
                board.dice.reached = False
                await board.clock.pass_seconds(SOON)
                await listening
            assert str(heard.lost) == ("dice: the port cannot reach the dice")
            with pytest.raises(DeviceFault, match="cannot reach the dice"):
                await dice.__aenter__()
            board.dice.reached = True
            await board.clock.pass_seconds(SOON)
            async with dice:
                reading = await anext(dice.signals())
                assert isinstance(reading, DiceReading)
                assert (reading.state, reading.standing) == (LIFTED, True)
            board.press(Button.UNDO)
            assert isinstance(await anext(buttons.signals()), ButtonPressed)
        assert board.cable.openings == 1


GREEN = LampLight(Rgb(0, 200, 0))
RED = LampLight(Rgb(200, 0, 0), Rhythm.BLINK)


@asynccontextmanager
async def opened() -> AsyncIterator[tuple[WiredBoard, board_devices.WiredLamps]]:
    """A board, with its lamps opened."""
    board = WiredBoard()
    lamps = board_devices.WiredLamps("lamps", board.clock, board.link())
    async with powered_board(board), lamps:
        yield board, lamps


def pictures(board: WiredBoard) -> int:
    """The number of frames that the board was sent."""
    return sum(said.count(b"LED") for said in board.cable.written)


def test_request_has_the_lamps_in_the_order_of_the_strip() -> None:
    frame = LampFrame({point(1): GREEN, bar(Colour.DARK): RED, Place("the floor"): RED})
    green, red = LampInk(0, 200, 0, 0b11111111), LampInk(200, 0, 0, 0b11110000)
    assert board_devices.lamps_request(frame, P5.lamps, 1) == SetLamps(
        (green, red), "a" + "." * 24 + "b"
    )
    assert board_devices.lamps_request(frame, P5.lamps, 3) == SetLamps(
        (green, red), "aaa" + "." * 72 + "bbb"
    )


def test_every_place_may_have_a_light_of_its_own() -> None:
    frame = LampFrame({place: LampLight(Rgb(0, 0, 9 * at)) for at, place in enumerate(P5.lamps)})
    for each in (1, 2, 3):
        assert len(board_devices.lamps_request(frame, P5.lamps, each).inks) == 26


@pytest.mark.parametrize("rhythm", Rhythm)
async def test_every_rhythm_is_shown(rhythm: Rhythm) -> None:
    async with opened() as (board, lamps):
        frame = LampFrame({point(7): LampLight(Rgb(1, 2, 3), rhythm), point(8): GREEN})
        await lamps.show(frame)
        assert board.see() == frame


async def test_same_picture_is_sent_once() -> None:
    async with opened() as (board, lamps):
        for _ in range(5):
            await lamps.show(LampFrame({point(1): GREEN}))
        assert pictures(board) == 1
        await lamps.__aexit__(None, None, None)
        async with lamps:
            await lamps.show(LampFrame({point(1): GREEN}))
            assert pictures(board) == 2


async def test_picture_counts_as_shown_after_the_boards_confirmation() -> None:
    async with opened() as (board, lamps):
        running, board.board = board.board, None
        showing = asyncio.create_task(lamps.show(LampFrame({point(1): GREEN})))
        await board.clock.pass_seconds(1)
        assert not showing.done()
        board.board = running
        await board.clock.pass_seconds(1)
        assert showing.done()
        assert board.see() == LampFrame({point(1): GREEN})


async def test_picture_after_a_cancelled_one_is_sent_again() -> None:
    async with opened() as (board, lamps):
        await lamps.show(LampFrame({point(1): GREEN}))
        showing = asyncio.create_task(lamps.show(LampFrame({point(2): RED})))
        await asyncio.sleep(0)
        showing.cancel()
        await lamps.show(LampFrame({point(1): GREEN}))
        assert board.see() == LampFrame({point(1): GREEN})


async def test_loss_of_the_board_during_a_request_is_a_fault() -> None:
    async with opened() as (board, lamps):
        board.board = None
        showing = asyncio.create_task(lamps.show(LampFrame({point(1): GREEN})))
        await board.clock.pass_seconds(SOON)
        with pytest.raises(DeviceFault) as fault:
            await showing
        assert str(fault.value) == ("lamps: the port has said nothing for 2.5 s")


async def test_a_board_that_refuses_a_picture_is_a_fault() -> None:
    async with opened() as (board, lamps):
        assert board.board
        board.board.lamps = None
        with pytest.raises(DeviceFault, match="cannot set the lamps: hw no lamps"):
            await lamps.show(DARK_FRAME)


TUNE = (Tone(440, 0.2), Tone(0, 0.1), Tone(880, 0.5))


async def test_a_tune_is_played_tone_by_tone() -> None:
    async with powered_board(WiredBoard()) as board:
        sounder = board_devices.WiredSounder("sounder", board.clock, board.link())
        assert isinstance(sounder, Sounder)
        async with sounder:
            playing = asyncio.create_task(sounder.play(TUNE))
            await board.clock.pass_seconds(0.5)
            assert [hertz for hertz in board.piezo.hertz if hertz] == [440, 880]
            assert not playing.done()
            await board.clock.pass_seconds(0.5)
            assert playing.done()
            board.feel(1000)
            assert board.piezo.hertz[-1] == 0


async def test_a_new_tune_cuts_the_old_one_short() -> None:
    async with powered_board(WiredBoard()) as board:
        async with board_devices.WiredSounder("sounder", board.clock, board.link()) as sounder:
            first = asyncio.create_task(sounder.play(TUNE))
            await board.clock.pass_seconds(0.05)
            second = asyncio.create_task(sounder.play((Tone(500, 1.0),)))
            await board.clock.pass_seconds(2)
            assert [hertz for hertz in board.piezo.hertz if hertz] == [440, 500]
        await asyncio.gather(first, second)


async def test_cancelled_tune_leaves_silence() -> None:
    board = WiredBoard()
    sounder = board_devices.WiredSounder("sounder", board.clock, board.link())
    async with powered_board(board), sounder:
        playing = asyncio.create_task(sounder.play(TUNE))
        await deliver_pending()
        playing.cancel()
        await asyncio.wait({playing})
        assert playing.cancelled()
        assert board.piezo.hertz == [440, 0]


async def test_a_board_that_has_no_piezo_is_refused() -> None:
    async with powered_board(WiredBoard()) as board:
        assert board.board
        board.board.sounder = None
        sounder = board_devices.WiredSounder("sounder", board.clock, board.link())
        with pytest.raises(DeviceFault, match="cannot play a sound: hw no sounder"):
            await sounder.__aenter__()
        assert not board.cable.is_open()


def test_closed_switches_count_checkers_and_may_hide_more_if_all_are_closed() -> None:
    assert board_devices.sighting_of_switches((0, 0, 0, 0, 0)) == of_any_colour(0)
    assert board_devices.sighting_of_switches((1, 0, 1, 0, 0)) == of_any_colour(2)
    assert board_devices.sighting_of_switches((1, 1, 1, 1, 1)) == of_any_colour(5, MAX_CHECKERS)


def test_magnetic_sensors_count_colours_and_an_unsure_one_allows_any() -> None:
    sighting = board_devices.sighting_of_magnets
    most = Count(4, MAX_CHECKERS)
    assert sighting((1, 1, 2, 0, 0)) == Sighting(Count(2, 2), Count(1, 1), Count(3, 3))
    assert sighting((1, 3, 0, 0, 0)) == Sighting(Count(1, 2), Count(0, 1), Count(1, 2))
    assert sighting((2, 2, 2, 2)) == Sighting(Count(0, MAX_CHECKERS), most, most)


async def test_every_point_and_both_halves_of_the_bar_are_seen() -> None:
    async with powered_board(WiredBoard(bits=2)) as board:
        laid = {point(24): Pile(Colour.DARK, 2), bar(Colour.DARK): Pile(Colour.DARK, 1)}
        board.table.arrange(Layout(laid))
        async with board_devices.WiredSwitches("board", board.clock, board.link()) as device:
            observation = await anext(device.signals())
        assert isinstance(observation, Observation)
        assert device.places == set(P5.lamps)
        full = {place for place in P5.lamps if not observation[place].allows(0, 0)}
        assert full == {point(24), bar(Colour.DARK)}
        assert observation[point(24)].allows(0, 2)
        assert not observation[point(24)].allows(2, 0)


async def test_equivalent_observation_is_not_repeated() -> None:
    async with powered_board(WiredBoard()) as board:
        async with board_devices.WiredSwitches("board", board.clock, board.link()) as device:
            heard = SignalRecorder()
            listening = asyncio.create_task(heard.listen(device))
            await deliver_pending()
            # Another slot of the same point.
            board.table.lift(point(8))
            board.table.put(point(8), Colour.DARK, 4)
            await deliver_pending()
            assert len(heard.signals) == 3
            generation = 5
            cells = f"S {generation} {board.slots.scan():032x}" if board.slots else ""
            board.cable.say(encode(FROM_BOARD, UNASKED, cells.encode()))
            await deliver_pending()
            assert len(heard.signals) == 3
        await listening


def switches(board: WiredBoard) -> board_devices.WiredDevice:
    return board_devices.WiredSwitches("device", board.clock, board.link(), layout="p5")


def buttons(board: WiredBoard) -> board_devices.WiredDevice:
    return board_devices.WiredButtons("device", board.clock, board.link(), MEANINGS)


def lamps(board: WiredBoard) -> board_devices.WiredDevice:
    return board_devices.WiredLamps("device", board.clock, board.link())


def dice(board: WiredBoard, pair: int = 0) -> board_devices.WiredDevice:
    return board_devices.WiredDice("device", board.clock, board.link(), pair)


def with_buttons(count: int) -> WiredBoard:
    board = WiredBoard()
    board.keys.count = count
    return board


def with_sensors(count: int) -> WiredBoard:
    board = WiredBoard()
    assert board.slots
    board.slots.count, board.slots._felt = count, 0
    return board


with_x9, without_layout = (partial(WiredBoard, layout=layout) for layout in ("x9", "-"))
Make = Callable[[], WiredBoard]
Device = Callable[[WiredBoard], board_devices.WiredDevice]


@pytest.mark.parametrize(
    ("make", "device", "why"),
    [
        (partial(with_buttons, 0), buttons, "no buttons"),
        (partial(with_buttons, 2), buttons, "2 buttons, but 4 are configured"),
        (partial(WiredBoard, pairs=0), dice, "no dice"),
        (partial(WiredBoard, pairs=1), partial(dice, pair=1), "only one pair of dice"),
        (partial(WiredBoard, lamps=0), lamps, "no lamps"),
        (partial(WiredBoard, lamps=30), lamps, "30 lamps, but 26, 52 or 78 are needed"),
        (partial(WiredBoard, bits=0), switches, "no sensors"),
        (with_x9, switches, "sensors with the layout x9, but p5 is configured"),
        (without_layout, switches, "sensors without a layout, but p5 is configured"),
        (partial(with_sensors, 120), switches, "120 sensors, but describes 128"),
    ],
)
async def test_a_board_that_does_not_suit_a_device_is_refused_with_the_reason(
    make: Make, device: Device, why: str
) -> None:
    async with powered_board(make()) as board:
        with pytest.raises(DeviceFault) as fault:
            await device(board).__aenter__()
        assert str(fault.value) == f"device: the port has {why}"
        await deliver_pending()
        assert not board.cable.is_open()


@pytest.mark.parametrize("device", [switches, lamps])
async def test_a_board_for_another_game_is_refused_by_its_game(device: Device) -> None:
    async with powered_board(WiredBoard(sensor_map=C64)) as board:
        with pytest.raises(DeviceFault) as fault:
            await device(board).__aenter__()
        said = "is a board for checkers, but this table is for backgammon"
        assert str(fault.value) == f"device: the port {said}"
        await deliver_pending()
        assert not board.cable.is_open()
