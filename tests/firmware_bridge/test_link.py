"""A board is shared by all that is on it, and whatever may be at a port is told in words."""

import asyncio
import logging
from collections.abc import Callable
from random import Random

import pytest

from firmware_bridge.drivers.buttons import WiredButtons
from firmware_bridge.drivers.dice import WiredDice
from firmware_bridge.drivers.lamps import WiredLamps
from firmware_bridge.drivers.switches import WiredSwitches
from firmware_bridge.link import BoardLink
from firmware_bridge.pico.framing import FROM_BOARD, UNASKED, encode
from firmware_bridge.ports.port import Ear, PortFault
from firmware_bridge.wire.requests import Buzz, Ink, Ping, Request, Set, Shine
from firmware_bridge.wire.tellings import (
    Cells,
    DiceTelling,
    Done,
    Pong,
    Presses,
    Reason,
    Refusal,
)
from hardware.checkers import Colour, point
from hardware.devices import DeviceFault
from hardware.signals import Button
from tests.rigs.devices import arrived
from tests.rigs.logs import LogWatch
from tests.rigs.wired import MEANINGS, Cable, WiredBoard, plugged_in

LINK = "firmware_bridge.link"
GREEN = Ink(0, 200, 0)
SOON = 4.0
"""Seconds after which it is known what is at a port."""


class Ears:
    """One who joins, and remembers what was said."""

    def __init__(self) -> None:
        self.heard: list[Cells | Presses | DiceTelling] = []
        self.why: list[str] = []

    def told(self, telling: Cells | Presses | DiceTelling) -> None:
        self.heard.append(telling)

    def lost(self, why: str) -> None:
        self.why.append(why)


def lit(first: Ink) -> Shine:
    return Shine.of([first, *[None] * 25])


async def why_not(board: WiredBoard, link: BoardLink, seconds: float = SOON) -> str:
    """Why nobody can join."""
    joining = asyncio.create_task(link.join(Ears()))
    await board.clock.pass_by(seconds)
    with pytest.raises(PortFault) as fault:
        await joining
    assert not board.cable.is_open()
    return fault.value.why


async def answered_by(answer: Callable[[bytes], bytes]) -> str:
    """Why nobody can join where this answers."""
    board = WiredBoard()
    cable = board.cable

    def reply() -> None:
        said, cable.to_board = cable.to_board, b""
        if said:
            cable.say(answer(said))

    cable.on_write = reply
    return await why_not(board, board.link())


def test_all_devices_of_a_board_share_one_opening() -> None:
    async def scene() -> None:
        async with plugged_in(WiredBoard()) as board:
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

    asyncio.run(scene())


def test_who_joins_later_finds_what_was_told_before() -> None:
    async def scene() -> None:
        async with plugged_in(WiredBoard()) as board:
            link, first, second = board.link(), Ears(), Ears()
            info = await link.join(first)
            assert (info.uid, info.cells, info.lamps) == (board.uid, 128, 26)
            before = link.cells
            board.table.lift(point(6))
            await arrived()
            assert await link.join(second) == info
            assert link.cells != before
            assert [first.heard, second.heard] == [[link.cells], []]
            await link.leave(first)
            await link.leave(second)

    asyncio.run(scene())


def test_who_no_longer_waits_does_not_spoil_it_for_the_others() -> None:
    async def scene() -> None:
        async with plugged_in(WiredBoard()) as board:
            link, stays = board.link(), Ears()
            going = asyncio.create_task(link.join(Ears()))
            staying = asyncio.create_task(link.join(stays))
            await asyncio.sleep(0)
            going.cancel()
            assert (await staying).uid == board.uid
            assert going.cancelled()
            await link.leave(stays)
            assert (board.cable.openings, board.cable.is_open()) == (1, False)

    asyncio.run(scene())


def test_a_port_for_which_nobody_waits_any_more_is_let_go() -> None:
    async def scene() -> None:
        board = WiredBoard()
        link = board.link()
        joining = asyncio.create_task(link.join(Ears()))
        await arrived()
        assert board.cable.is_open()
        joining.cancel()
        await asyncio.wait({joining})
        assert not board.cable.is_open()
        async with plugged_in(board):
            ears = Ears()
            await link.join(ears)
            await link.leave(ears)

    asyncio.run(scene())


class SlowCable(Cable):
    """A cable whose port is let go of only when it may be."""

    def __init__(self) -> None:
        super().__init__()
        self.may_close = asyncio.Event()
        self.closing = 0

    async def open(self, ear: Ear) -> None:
        assert not self.closing
        await super().open(ear)

    async def close(self) -> None:
        self.closing += 1
        await self.may_close.wait()
        self.closing -= 1
        await super().close()


def test_who_gave_up_waiting_for_a_port_does_not_open_it_to_the_next() -> None:
    async def scene() -> None:
        board = WiredBoard()
        cable = SlowCable()
        cable.on_write, board.cable = board.cable.on_write, cable
        async with plugged_in(board):
            link = board.link()
            await link.join(Ears())
            link.lost("was lost")
            impatient = asyncio.create_task(link.join(Ears()))
            await arrived()
            assert cable.closing == 1
            impatient.cancel()
            await arrived()
            next_one = asyncio.create_task(link.join(ears := Ears()))
            await arrived()
            assert (cable.closing, cable.openings) == (1, 1)
            cable.may_close.set()
            await next_one
            assert cable.openings == 2
            await link.leave(ears)
            await asyncio.wait({impatient})

    asyncio.run(scene())


def test_a_port_that_goes_while_it_is_opened_is_told_once() -> None:
    class Gone(Cable):
        async def open(self, ear: Ear) -> None:
            await super().open(ear)
            self.plugged = False
            ear.lose("was unplugged")

    async def scene() -> None:
        board = WiredBoard()
        link, ears = BoardLink(Gone(), board.clock), Ears()
        with pytest.raises(PortFault, match="was unplugged"):
            await link.join(ears)
        assert ears.why == []

    asyncio.run(scene())


def test_a_failure_is_told_to_all_who_wait_and_then_tried_anew() -> None:
    async def scene() -> None:
        board = WiredBoard()
        link = board.link()
        board.cable.taken = True
        both = await asyncio.gather(link.join(Ears()), link.join(Ears()), return_exceptions=True)
        assert [str(fault) for fault in both] == [
            "the port is in use by another program, or by another Kibitz"
        ] * 2
        board.cable.taken = False
        async with plugged_in(board):
            ears = Ears()
            await link.join(ears)
            await link.leave(ears)

    asyncio.run(scene())


def test_a_board_that_vanishes_is_lost_to_all_and_found_again_as_it_is_then() -> None:
    async def scene() -> None:
        async with plugged_in(WiredBoard()) as board:
            link, ears = board.link(), [Ears(), Ears()]
            for one in ears:
                await link.join(one)
            board.unplug()
            await arrived()
            assert [one.why for one in ears] == [["was unplugged"]] * 2
            with pytest.raises(PortFault, match="was unplugged"):
                await link.ask(Ping("anybody"))
            with pytest.raises(PortFault, match="is not there"):
                await link.join(Ears())
            board.table.lift(point(6))
            board.plug_in()
            again = Ears()
            await link.join(again)
            assert link.cells is not None
            assert sum(link.cells.cells) == 7
            await link.leave(again)

    asyncio.run(scene())


def test_devices_say_by_name_why_they_cannot_be_used() -> None:
    async def scene() -> None:
        async with plugged_in(WiredBoard()) as board:
            lamps = WiredLamps("lamps", board.clock, board.link())
            async with lamps:
                board.unplug()
                with pytest.raises(DeviceFault) as fault:
                    await lamps.until_lost()
            assert str(fault.value) == "lamps: the port was unplugged"
            with pytest.raises(DeviceFault) as fault:
                await lamps.__aenter__()
            assert str(fault.value) == "lamps: the port is not there"

    asyncio.run(scene())


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (lambda _: b"", "has said nothing for 3.0 s"),
        (lambda said: said, "only sends back what it is sent"),
        (lambda said: said + b"\r\nERROR\r\n", 'is no board that we know; it says "ERROR"'),
        (lambda _: b"$GPGGA,123519,4807.038,N*47\r\n", "is no board that we know; it says"),
        (lambda _: bytes(range(256)), "is no board that we know; it says"),
        (lambda _: b"\xff" * 5000, "is no board that we know; it says"),
        (lambda _: encode(FROM_BOARD, 1, b"ERR proto 7"), "speaks version 7 of the wire"),
        (lambda _: encode(FROM_BOARD, 1, b"OK HELLO proto=2 ink=3"), "speaks version 2"),
        (lambda _: encode(FROM_BOARD, 1, b"OK HELLO proto=1"), "says what cannot be"),
        (lambda _: encode(FROM_BOARD, 9, b"OK PING x"), "does not answer HELLO"),
        (lambda _: encode(FROM_BOARD, UNASKED, b"X 1"), "does not answer HELLO"),
        (lambda _: bytes(70_000), "says far too much"),
        (lambda _: b"x\n" * 1500, "says far too much"),
    ],
)
def test_what_is_no_board_of_ours_is_told_from_what_it_says(
    answer: Callable[[bytes], bytes], why: str
) -> None:
    said = asyncio.run(answered_by(answer))
    assert said.startswith(why)
    assert said.isprintable()
    assert len(said) < 120


def test_a_board_of_another_kind_is_refused_by_its_kind() -> None:
    async def scene() -> None:
        async with plugged_in(WiredBoard()) as board:
            link = BoardLink(board.cable, board.clock, kinds=("dice",))
            assert await why_not(board, link) == (
                'is a board of the kind "kibitz", and another kind is wanted here'
            )

    asyncio.run(scene())


@pytest.mark.parametrize(
    ("lie", "why"),
    [
        (b"S 1 ff", "says what cannot be: "),
        (b"B 1 2 3 4 5 6 7 8 9", "says what cannot be: "),
        (b"D 3 1 S 66", "says what cannot be: "),
        (b"H boot=00000000 up=1 cells=0 btn=0 dice=- bad=0 over=0 mem=1", "has started again"),
    ],
)
def test_a_board_that_lies_is_lost_and_says_which_lie(lie: bytes, why: str) -> None:
    async def scene() -> None:
        async with plugged_in(WiredBoard()) as board:
            link, ears = board.link(), Ears()
            await link.join(ears)
            board.cable.say(encode(FROM_BOARD, UNASKED, lie))
            await arrived()
            assert len(ears.why) == 1
            assert ears.why[0].startswith(why)
            assert ears.heard == []
            assert not board.cable.is_open()
            await link.join(again := Ears())
            await link.leave(again)

    asyncio.run(scene())


def test_a_board_that_floods_is_not_listened_to() -> None:
    async def scene() -> None:
        async with plugged_in(WiredBoard()) as board:
            link, ears = board.link(), Ears()
            await link.join(ears)
            for number in range(2000):
                board.cable.say(encode(FROM_BOARD, UNASKED, b"S %d %032x" % (number, number)))
            await arrived()
            assert ears.why == ["says far too much: more than 1000 lines in a second"]
            assert not board.cable.is_open()

    asyncio.run(scene())


def test_a_board_that_falls_silent_is_lost() -> None:
    async def scene() -> None:
        async with plugged_in(WiredBoard()) as board:
            link, ears = board.link(), Ears()
            await link.join(ears)
            await board.clock.pass_by(10)
            assert ears.why == []
            board.board = None
            await board.clock.pass_by(SOON)
            assert ears.why == ["has said nothing for 2.5 s"]

    asyncio.run(scene())


def test_a_board_that_started_again_behind_our_back_is_lost() -> None:
    async def scene() -> None:
        async with plugged_in(WiredBoard()) as board:
            link, ears = board.link(), Ears()
            await link.join(ears)
            board.restart()
            await board.clock.pass_by(SOON)
            assert ears.why == ["has started again"]

    asyncio.run(scene())


def test_a_line_that_takes_nothing_more_is_a_loss() -> None:
    async def scene() -> None:
        async with plugged_in(WiredBoard()) as board:
            link, ears = board.link(), Ears()
            await link.join(ears)
            board.cable.plugged = False
            with pytest.raises(PortFault, match="was unplugged"):
                await link.ask(Ping("anybody"))
            assert ears.why == ["was unplugged"]

    asyncio.run(scene())


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


def test_a_board_that_crashed_is_heard_once_and_started_again(expected_logs: LogWatch) -> None:
    expected_logs.expect(LINK, logging.WARNING, "ZeroDivisionError: divide by zero")

    async def scene() -> None:
        async with plugged_in(WiredBoard()) as board:
            link, ears = board.link(), Ears()
            await link.join(ears)
            Crashed(board)
            board.cable.say(
                b"Traceback (most recent call last):\r\n"
                b'  File "/main.py", line 7, in run\r\n'
                b"ZeroDivisionError: divide by zero\r\n>>> "
            )
            await board.clock.pass_by(SOON)
            assert ears.why == ["has said nothing for 2.5 s"]
            joining = asyncio.create_task(link.join(again := Ears()))
            await board.clock.pass_by(SOON)
            assert (await joining).uid == board.uid
            await link.leave(again)

    asyncio.run(scene())
    crashes = [r for r in expected_logs._seen if "ended" in r.getMessage()]
    assert len(crashes) == 1


def test_a_board_found_crashed_is_started_again(expected_logs: LogWatch) -> None:
    expected_logs.expect(LINK, logging.WARNING, "the program of the board has ended")

    async def scene() -> None:
        async with plugged_in(WiredBoard()) as board:
            Crashed(board)
            link, ears = board.link(), Ears()
            joining = asyncio.create_task(link.join(ears))
            await board.clock.pass_by(SOON)
            assert (await joining).uid == board.uid
            await link.leave(ears)

    asyncio.run(scene())


def test_what_keeps_a_board_from_starting_is_told_once_however_often_it_is_tried(
    expected_logs: LogWatch,
) -> None:
    expected_logs.expect(LINK, logging.WARNING, "the program of the board has ended")

    async def scene() -> None:
        async with plugged_in(WiredBoard()) as board:
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

    asyncio.run(scene())
    ends = [record.getMessage() for record in expected_logs._seen]
    assert ["ValueError: LAMPS" in end for end in ends] == [False, True]


def test_noise_is_counted_and_does_no_harm() -> None:
    async def scene() -> None:
        async with plugged_in(WiredBoard()) as board:
            link, ears = board.link(), Ears()
            await link.join(ears)
            board.cable.say(b"half a li\n\xff\xfe\n")
            await arrived()
            assert (link.noises, ears.why) == (2, [])
            assert list(link.overheard) == ["half a li", "\\xff\\xfe"]
            await link.leave(ears)
            await link.join(ears)
            board.cable.say(b"and again\n")
            await arrived()
            assert link.noises == 3
            assert list(link.overheard) == ["and again"]
            await link.leave(ears)

    asyncio.run(scene())


def test_another_board_at_the_same_port_is_taken_and_told(expected_logs: LogWatch) -> None:
    expected_logs.expect(LINK, logging.WARNING, "another board than before: 77, not e6614103e7")

    async def scene() -> None:
        async with plugged_in(WiredBoard()) as board:
            link, ears = board.link(), Ears()
            await link.join(ears)
            board.unplug()
            await arrived()
            board.uid = "77"
            board.plug_in()
            assert (await link.join(ears)).uid == "77"
            await link.leave(ears)

    asyncio.run(scene())


def test_a_setting_that_a_board_does_not_take_is_told(expected_logs: LogWatch) -> None:
    expected_logs.expect(LINK, logging.WARNING, "does not take the setting SET thr 1,1")

    async def scene() -> None:
        async with plugged_in(WiredBoard()) as board:
            settings = (Set("thr", "1,1"), Set("deb", "2"))
            link, ears = BoardLink(board.cable, board.clock, settings), Ears()
            await link.join(ears)
            await link.leave(ears)

    asyncio.run(scene())


def test_whatever_is_asked_is_answered_or_refused() -> None:
    async def scene() -> None:
        async with plugged_in(WiredBoard()) as board:
            link, ears = board.link(), Ears()
            with pytest.raises(PortFault, match="is not open"):
                await link.ask(Ping("early"))
            await link.join(ears)
            requests: list[Request] = [Ping("a"), Buzz(440, 100), Shine((), "." * 5)]
            answers = await asyncio.gather(*map(link.ask, requests))
            assert answers == [Pong("a"), Done("BUZ"), Refusal(Reason.ARGUMENT)]
            assert board.piezo.hertz == [440]
            await link.leave(ears)

    asyncio.run(scene())


def test_of_many_pictures_the_newest_is_shown_and_answers_for_all() -> None:
    async def scene() -> None:
        async with plugged_in(WiredBoard()) as board:
            link, ears = board.link(), Ears()
            await link.join(ears)
            board.cable.written.clear()
            pictures = [lit(Ink(0, 0, blue)) for blue in range(1, 20)]
            answers = await asyncio.gather(*map(link.ask, pictures))
            assert set(answers) == {Done("LED")}
            assert len([said for said in board.cable.written if b"LED" in said]) == 2
            board.feel()
            assert board.strip.lamp(0).blue == 19
            await link.leave(ears)

    asyncio.run(scene())


def test_who_asks_while_the_board_is_lost_is_told_so() -> None:
    async def scene() -> None:
        async with plugged_in(WiredBoard()) as board:
            link, ears = board.link(), Ears()
            await link.join(ears)
            board.board = None
            asking = asyncio.create_task(link.ask(lit(GREEN)))
            await board.clock.pass_by(SOON)
            with pytest.raises(PortFault, match="has said nothing for"):
                await asking

    asyncio.run(scene())


def test_on_a_bad_line_nothing_is_lost_and_nothing_invented(soak_factor: int) -> None:
    chance = Random(5)  # noqa: S311 - a bad line, no secret

    def garble(data: bytes) -> bytes:
        return bytes(b ^ 1 << chance.randrange(8) if chance.random() < 0.004 else b for b in data)

    async def scene() -> None:
        async with plugged_in(WiredBoard()) as board:
            link, ears = board.link(), Ears()
            await link.join(ears)
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
                    await board.clock.pass_by(2.5)
                board.cable.garble = lambda data: data
                await board.clock.pass_by(2.5)
                cells = [one.cells for one in ears.heard if isinstance(one, Cells)]
                assert len(cells) == pressed
                assert all(sum(one) in (7, 8) for one in cells)
                assert link.presses == Presses((0, pressed % 256, 0, 0))
                assert link.noises > 10
                assert ears.why == []
            await link.leave(ears)

    asyncio.run(scene())


def test_a_link_knows_what_its_board_is() -> None:
    async def scene() -> None:
        async with plugged_in(WiredBoard()) as board:
            link, ears = board.link(), Ears()
            before = link.info
            info = await link.join(ears)
            assert (before, link.info) == (None, info)
            await link.leave(ears)

    asyncio.run(scene())
