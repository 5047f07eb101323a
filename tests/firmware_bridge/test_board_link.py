"""A board is shared by all devices on it, and any other device at a port is refused in words."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from random import Random

import pytest

from firmware_bridge.board_devices import WiredButtons, WiredDice, WiredLamps, WiredSwitches
from firmware_bridge.board_link import BoardLink
from firmware_bridge.pico.framing import FROM_BOARD, UNASKED, encode
from firmware_bridge.port import PortFault, PortListener
from firmware_bridge.wire.board_messages import (
    BoardUpdate,
    Confirmation,
    Pong,
    PressCounts,
    RefusalReason,
    RequestRefusal,
    SensorStates,
)
from firmware_bridge.wire.requests import ChangeSetting, LampInk, Ping, PlayTone, Request, SetLamps
from hardware.checkers import Colour, point
from hardware.devices import DeviceFault
from hardware.signals import Button
from tests.rigs.devices.device_rigs import deliver_pending
from tests.rigs.environment.log_watch import LogWatch
from tests.rigs.firmware.wired_board import MEANINGS, Cable, WiredBoard
from tests.rigs.firmware.wired_rigs import powered_board

LINK = "firmware_bridge.board_link"
GREEN = LampInk(0, 200, 0)
SOON = 4.0
"""Seconds within which a device at a port is recognised or refused."""


class RecordingListener:
    """A listener that records the updates and losses of a board."""

    def __init__(self) -> None:
        self.updates: list[BoardUpdate] = []
        self.losses: list[str] = []

    def on_update(self, update: BoardUpdate) -> None:
        self.updates.append(update)

    def on_lost(self, why: str) -> None:
        self.losses.append(why)


@asynccontextmanager
async def joined_board() -> AsyncIterator[tuple[WiredBoard, BoardLink, RecordingListener]]:
    """A board that runs, and its link with a listener, who leaves in the end."""
    async with powered_board(WiredBoard()) as board:
        link, listener = board.link(), RecordingListener()
        await link.join(listener)
        yield board, link, listener
        await link.leave(listener)


def lit(first: LampInk) -> SetLamps:
    return SetLamps.of([first, *[None] * 25])


async def why_not(board: WiredBoard, link: BoardLink, seconds: float = SOON) -> str:
    """The reason with which joining is refused."""
    joining = asyncio.create_task(link.join(RecordingListener()))
    await board.clock.pass_seconds(seconds)
    with pytest.raises(PortFault) as fault:
        await joining
    assert not board.cable.is_open()
    return fault.value.why


async def answered_by(answer: Callable[[bytes], bytes]) -> str:
    """The reason with which joining something that answers like this is refused."""
    board = WiredBoard()
    cable = board.cable

    def reply() -> None:
        said, cable.to_board = cable.to_board, b""
        if said:
            cable.say(answer(said))

    cable.on_write = reply
    return await why_not(board, board.link())


async def test_all_devices_of_a_board_share_one_opening() -> None:
    async with powered_board(WiredBoard()) as board:
        link, clock = board.link(), board.clock
        devices = (
            WiredSwitches("board", clock, link),
            WiredLamps("lamps", clock, link),
            WiredButtons("buttons", clock, link, MEANINGS),
            WiredDice("dice", clock, link),
        )
        await asyncio.gather(*(device.__aenter__() for device in devices))
        assert board.cable.openings == 1
        for device in devices:
            assert board.cable.is_open()
            await device.__aexit__(None, None, None)
        assert not board.cable.is_open()


async def test_later_listener_finds_the_last_known_state() -> None:
    async with powered_board(WiredBoard()) as board:
        link, first, second = board.link(), RecordingListener(), RecordingListener()
        info = await link.join(first)
        assert (info.uid, info.cells, info.lamps) == (board.uid, 128, 26)
        before = link.sensors
        board.table.lift(point(6))
        await deliver_pending()
        assert await link.join(second) == info
        assert link.sensors != before
        assert [first.updates, second.updates] == [[link.sensors], []]
        await link.leave(first)
        await link.leave(second)


async def test_cancelled_listener_does_not_disturb_the_others() -> None:
    async with powered_board(WiredBoard()) as board:
        link, stays = board.link(), RecordingListener()
        going = asyncio.create_task(link.join(RecordingListener()))
        staying = asyncio.create_task(link.join(stays))
        await asyncio.sleep(0)
        going.cancel()
        assert (await staying).uid == board.uid
        assert going.cancelled()
        await link.leave(stays)
        assert (board.cable.openings, board.cable.is_open()) == (1, False)


async def test_port_without_waiters_is_closed() -> None:
    board = WiredBoard()
    link = board.link()
    joining = asyncio.create_task(link.join(RecordingListener()))
    await deliver_pending()
    assert board.cable.is_open()
    joining.cancel()
    await asyncio.wait({joining})
    assert not board.cable.is_open()
    async with powered_board(board):
        listener = RecordingListener()
        await link.join(listener)
        await link.leave(listener)


class SlowCable(Cable):
    """A cable whose port closes only when it may."""

    def __init__(self) -> None:
        super().__init__()
        self.may_close = asyncio.Event()
        self.closing = 0

    async def open(self, listener: PortListener) -> None:
        assert not self.closing
        await super().open(listener)

    async def close(self) -> None:
        self.closing += 1
        await self.may_close.wait()
        self.closing -= 1
        await super().close()


async def test_cancelled_opening_does_not_block_the_next_listener() -> None:
    board = WiredBoard()
    cable = SlowCable()
    cable.on_write, board.cable = board.cable.on_write, cable
    async with powered_board(board):
        link = board.link()
        await link.join(RecordingListener())
        link.on_lost("was lost")
        impatient = asyncio.create_task(link.join(RecordingListener()))
        await deliver_pending()
        assert cable.closing == 1
        impatient.cancel()
        await deliver_pending()
        next_one = asyncio.create_task(link.join(listener := RecordingListener()))
        await deliver_pending()
        assert (cable.closing, cable.openings) == (1, 1)
        cable.may_close.set()
        await next_one
        assert cable.openings == 2
        await link.leave(listener)
        await asyncio.wait({impatient})


async def test_port_lost_during_the_opening_is_reported_once() -> None:
    class Gone(Cable):
        async def open(self, listener: PortListener) -> None:
            await super().open(listener)
            self.plugged = False
            listener.on_lost("was unplugged")

    board = WiredBoard()
    link, listener = BoardLink(Gone(), board.clock), RecordingListener()
    with pytest.raises(PortFault, match="was unplugged"):
        await link.join(listener)
    assert listener.losses == []


async def test_failure_is_reported_to_all_waiters_and_retried() -> None:
    board = WiredBoard()
    link = board.link()
    board.cable.taken = True
    both = await asyncio.gather(
        link.join(RecordingListener()), link.join(RecordingListener()), return_exceptions=True
    )
    why = "the port is in use by another program, or by another Kibitz"
    assert [str(fault) for fault in both] == [why] * 2
    board.cable.taken = False
    async with powered_board(board):
        listener = RecordingListener()
        await link.join(listener)
        await link.leave(listener)


async def test_unplugged_board_is_lost_to_all_and_rejoined_with_its_new_state() -> None:
    async with powered_board(WiredBoard()) as board:
        link, listeners = board.link(), [RecordingListener(), RecordingListener()]
        for one in listeners:
            await link.join(one)
        board.unplug()
        await deliver_pending()
        assert [one.losses for one in listeners] == [["was unplugged"]] * 2
        with pytest.raises(PortFault, match="was unplugged"):
            await link.ask(Ping("anybody"))
        with pytest.raises(PortFault, match="is not there"):
            await link.join(RecordingListener())
        board.table.lift(point(6))
        board.plug_in()
        again = RecordingListener()
        await link.join(again)
        assert link.sensors is not None
        assert sum(link.sensors.cells) == 7
        await link.leave(again)


async def test_devices_say_by_name_why_they_cannot_be_used() -> None:
    async with powered_board(WiredBoard()) as board:
        lamps = WiredLamps("lamps", board.clock, board.link())
        async with lamps:
            board.unplug()
            with pytest.raises(DeviceFault) as fault:
                await lamps.until_lost()
        assert str(fault.value) == "lamps: the port was unplugged"
        with pytest.raises(DeviceFault) as fault:
            await lamps.__aenter__()
        assert str(fault.value) == "lamps: the port is not there"


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (lambda _: b"", "has said nothing for 3.0 s"),
        (lambda said: said, "only sends back what it is sent"),
        (lambda said: said + b"\r\nERROR\r\n", 'is not a known board; it sent "ERROR"'),
        (lambda _: b"$GPGGA,123519,4807.038,N*47\r\n", "is not a known board; it sent"),
        (lambda _: bytes(range(256)), "is not a known board; it sent"),
        (lambda _: b"\xff" * 5000, "is not a known board; it sent"),
        (lambda _: encode(FROM_BOARD, 1, b"ERR proto 7"), "uses version 7 of the protocol"),
        (lambda _: encode(FROM_BOARD, 1, b"OK HELLO proto=2 ink=3"), "uses version 2"),
        (lambda _: encode(FROM_BOARD, 1, b"OK HELLO proto=1"), "sent an invalid message"),
        (lambda _: encode(FROM_BOARD, 9, b"OK PING x"), "does not answer HELLO"),
        (lambda _: encode(FROM_BOARD, UNASKED, b"X 1"), "does not answer HELLO"),
        (lambda _: bytes(70_000), "sends too much data"),
        (lambda _: b"x\n" * 1500, "sends too much data"),
    ],
)
def test_foreign_device_is_known_by_its_output(answer: Callable[[bytes], bytes], why: str) -> None:
    said = asyncio.run(answered_by(answer))
    assert said.startswith(why)
    assert said.isprintable()
    assert len(said) < 120


async def test_a_board_of_another_kind_is_refused_by_its_kind() -> None:
    async with powered_board(WiredBoard()) as board:
        link = BoardLink(board.cable, board.clock, kinds=("dice",))
        why = await why_not(board, link)
        assert why == 'is a board of the kind "kibitz", but another kind is needed'


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (b"S 1 ff", "sent an invalid message: "),
        (b"B 1 2 3 4 5 6 7 8 9", "sent an invalid message: "),
        (b"D 3 1 S 66", "sent an invalid message: "),
        (b"H boot=00000000 up=1 cells=0 btn=0 dice=- bad=0 over=0 mem=1", "has started again"),
    ],
)
async def test_board_with_a_false_message_is_lost_with_the_reason(body: bytes, why: str) -> None:
    async with joined_board() as (board, link, listener):
        board.cable.say(encode(FROM_BOARD, UNASKED, body))
        await deliver_pending()
        assert len(listener.losses) == 1
        assert listener.losses[0].startswith(why)
        assert listener.updates == []
        assert not board.cable.is_open()
        await link.join(again := RecordingListener())
        await link.leave(again)


async def test_board_that_floods_is_lost() -> None:
    async with joined_board() as (board, _, listener):
        for number in range(2000):
            board.cable.say(encode(FROM_BOARD, UNASKED, b"S %d %032x" % (number, number)))
        await deliver_pending()
        assert listener.losses == ["sends too much data: more than 1000 lines in one second"]
        assert not board.cable.is_open()


async def test_a_board_that_falls_silent_is_lost() -> None:
    async with joined_board() as (board, _, listener):
        await board.clock.pass_seconds(10)
        assert listener.losses == []
        board.board = None
        await board.clock.pass_seconds(SOON)
        assert listener.losses == ["has said nothing for 2.5 s"]


async def test_board_that_restarted_unnoticed_is_lost() -> None:
    async with joined_board() as (board, _, listener):
        board.restart()
        await board.clock.pass_seconds(SOON)
        assert listener.losses == ["has started again"]


async def test_failed_write_is_a_loss() -> None:
    async with joined_board() as (board, link, listener):
        board.cable.plugged = False
        with pytest.raises(PortFault, match="was unplugged"):
            await link.ask(Ping("anybody"))
        assert listener.losses == ["was unplugged"]


class Crashed:
    """A board whose program has ended, until it is started again."""

    def __init__(self, board: WiredBoard) -> None:
        self.board, self.running = board, board.board
        board.board, board.cable.on_write = None, self.reply

    def reply(self) -> None:
        cable = self.board.cable
        said, cable.to_board = cable.to_board, b""
        if b"\x03\x04" in said:
            cable.on_write = self.board._listen
            self.board.plug_in()
        elif said:
            cable.say(said + b"SyntaxError: invalid syntax\r\n>>> ")


async def test_board_that_crashed_is_heard_once_and_started_again(expected_logs: LogWatch) -> None:
    expected_logs.expect(LINK, logging.WARNING, "ZeroDivisionError: divide by zero")
    async with joined_board() as (board, link, listener):
        Crashed(board)
        board.cable.say(
            b"Traceback (most recent call last):\r\n"
            b'  File "/main.py", line 7, in run\r\n'
            b"ZeroDivisionError: divide by zero\r\n>>> "
        )
        await board.clock.pass_seconds(SOON)
        assert listener.losses == ["has said nothing for 2.5 s"]
        joining = asyncio.create_task(link.join(again := RecordingListener()))
        await board.clock.pass_seconds(SOON)
        assert (await joining).uid == board.uid
        await link.leave(again)
    crashes = [r for r in expected_logs._seen if "ended" in r.getMessage()]
    assert len(crashes) == 1


async def test_a_board_found_crashed_is_started_again(expected_logs: LogWatch) -> None:
    expected_logs.expect(LINK, logging.WARNING, "the program of the board has ended")
    async with powered_board(WiredBoard()) as board:
        Crashed(board)
        link, listener = board.link(), RecordingListener()
        joining = asyncio.create_task(link.join(listener))
        await board.clock.pass_seconds(SOON)
        assert (await joining).uid == board.uid
        await link.leave(listener)


async def test_same_failure_to_start_is_logged_once(expected_logs: LogWatch) -> None:
    expected_logs.expect(LINK, logging.WARNING, "the program of the board has ended")
    async with powered_board(WiredBoard()) as board:
        link, cable = board.link(), board.cable
        board.board = None

        def reply() -> None:
            said, cable.to_board = cable.to_board, b""
            if b"\x03\x04" in said:
                cable.say(b"Traceback (most recent call last):\r\nValueError: LAMPS\r\n")
            if said:
                cable.say(b">>> ")

        cable.on_write = reply
        for _ in range(3):
            await why_not(board, link, 2 * SOON)
    ends = [record.getMessage() for record in expected_logs._seen]
    assert ["ValueError: LAMPS" in end for end in ends] == [False, True]


async def test_noise_is_counted_and_does_not_lose_the_board() -> None:
    async with joined_board() as (board, link, listener):
        board.cable.say(b"half a li\n\xff\xfe\n")
        await deliver_pending()
        assert (link.noise_count, listener.losses) == (2, [])
        assert list(link.noise_lines) == ["half a li", "\\xff\\xfe"]
        await link.leave(listener)
        await link.join(listener)
        board.cable.say(b"and again\n")
        await deliver_pending()
        assert link.noise_count == 3
        assert list(link.noise_lines) == ["and again"]


async def test_other_board_at_one_port_is_accepted_and_reported(expected_logs: LogWatch) -> None:
    expected_logs.expect(
        LINK, logging.WARNING, "a different board answers: 77 instead of e6614103e7"
    )
    async with joined_board() as (board, link, listener):
        board.unplug()
        await deliver_pending()
        board.uid = "77"
        board.plug_in()
        assert (await link.join(listener)).uid == "77"


async def test_setting_refused_by_a_board_is_reported(expected_logs: LogWatch) -> None:
    expected_logs.expect(
        "firmware_bridge.session_runner",
        logging.WARNING,
        "the board refuses the setting SET thr 1,1",
    )
    async with powered_board(WiredBoard()) as board:
        settings = (ChangeSetting("thr", "1,1"), ChangeSetting("deb", "2"))
        link, listener = BoardLink(board.cable, board.clock, settings), RecordingListener()
        await link.join(listener)
        await link.leave(listener)


async def test_every_request_is_answered_or_refused() -> None:
    async with powered_board(WiredBoard()) as board:
        link, listener = board.link(), RecordingListener()
        with pytest.raises(PortFault, match="is not open"):
            await link.ask(Ping("early"))
        await link.join(listener)
        requests: list[Request] = [Ping("a"), PlayTone(440, 100), SetLamps((), "." * 5)]
        answers = await asyncio.gather(*map(link.ask, requests))
        assert answers == [Pong("a"), Confirmation("BUZ"), RequestRefusal(RefusalReason.ARGUMENT)]
        assert board.piezo.hertz == [440]
        await link.leave(listener)


async def test_newest_of_many_pictures_is_shown_and_its_response_counts_for_all() -> None:
    async with joined_board() as (board, link, _):
        board.cable.written.clear()
        pictures = [lit(LampInk(0, 0, blue)) for blue in range(1, 20)]
        answers = await asyncio.gather(*map(link.ask, pictures))
        assert set(answers) == {Confirmation("LED")}
        assert len([said for said in board.cable.written if b"LED" in said]) == 2
        board.feel()
        assert board.strip.lamp(0).blue == 19


async def test_request_to_a_lost_board_fails() -> None:
    async with joined_board() as (board, link, _):
        board.board = None
        asking = asyncio.create_task(link.ask(lit(GREEN)))
        await board.clock.pass_seconds(SOON)
        with pytest.raises(PortFault, match="has said nothing for"):
            await asking


async def test_noisy_link_loses_and_invents_nothing(soak_factor: int) -> None:
    chance = Random(5)  # noqa: S311 - a bad line, no secret

    def garble(data: bytes) -> bytes:
        return bytes(b ^ 1 << chance.randrange(8) if chance.random() < 0.004 else b for b in data)

    async with joined_board() as (board, link, listener):
        board.cable.garble = garble
        buttons, pressed = WiredButtons("buttons", board.clock, link, MEANINGS), 0
        async with buttons:
            for turn in range(100 * soak_factor):
                if turn % 2:
                    board.table.put(point(8), Colour.DARK)
                else:
                    board.table.lift(point(8))
                board.press(Button.DARK)
                pressed += 1
                await board.clock.pass_seconds(2.5)
            board.cable.garble = lambda data: data
            await board.clock.pass_seconds(2.5)
            cells = [one.cells for one in listener.updates if isinstance(one, SensorStates)]
            assert len(cells) == pressed
            assert all(sum(one) in (7, 8) for one in cells)
            assert link.presses == PressCounts((0, pressed % 256, 0, 0))
            assert link.noise_count > 10
            assert listener.losses == []


async def test_link_has_the_information_of_its_board() -> None:
    async with powered_board(WiredBoard()) as board:
        link, listener = board.link(), RecordingListener()
        before = link.info
        info = await link.join(listener)
        assert (before, link.info) == (None, info)
        await link.leave(listener)
