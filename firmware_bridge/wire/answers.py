"""Which answer belongs to which request."""

from __future__ import annotations

from collections.abc import Mapping

from firmware_bridge.wire.requests import Buttons, Hello, Measure, Ping, Request, Roll, Snap
from firmware_bridge.wire.tellings import (
    BoardInfo,
    Cells,
    DiceTelling,
    Done,
    Pong,
    Presses,
    Raw,
    Refusal,
    Telling,
)
from firmware_bridge.wire.words import ERR, OK, Malformed, printable, words_of


def answer(telling: Telling) -> bytes:
    """The body of an answer that tells this."""
    return telling.body if isinstance(telling, Refusal) else f"{OK} ".encode() + telling.body


def is_about(request: Request, body: bytes) -> bool:
    """Whether it may be an answer to this request at all, rather than to one long forgotten."""
    words = body.split(b" ")
    return words[0] == ERR.encode() or words[:2] == [OK.encode(), _verb(request).encode()]


def read_answer(request: Request, body: bytes, info: BoardInfo | None) -> Telling:
    """What a board answers to this request; Malformed if that is no answer to it.

    The board has told who it is before it is asked anything but HELLO.
    """
    words = words_of(body)
    if words[0] == ERR:
        return Refusal.from_body(body)
    if words[:2] != [OK, _verb(request)]:
        raise Malformed(f"it answers {request.verb} with '{printable(body)}'")
    told = _read(request, body[len(OK) + 1 :], info)
    match request, told:
        case (Ping(asked), Pong(word)) if asked != word:
            raise Malformed(f"it answers PING {asked} with {word}")
        case (Roll(asked_pair), DiceTelling(pair=pair)) if asked_pair != pair:
            raise Malformed(f"it answers ROLL {asked_pair} with pair {pair}")
        case (Measure(asked_bank), Raw(bank=bank)) if asked_bank != bank:
            raise Malformed(f"it answers RAW {asked_bank} with bank {bank}")
    return told


def _verb(request: Request) -> str:
    """The word after OK."""
    return _KINDS[request.verb].verb if request.verb in _KINDS else request.verb


def _read(request: Request, body: bytes, info: BoardInfo | None) -> Telling:
    match request:
        case Hello():
            return BoardInfo.from_body(body)
        case Ping():
            return Pong.from_body(body)
        case Measure():
            return Raw.from_body(body)
        case Snap() | Buttons() | Roll():
            if info is None:
                raise Malformed("nobody knows who answers")
            return _KINDS[request.verb].from_body(body, info)
    return Done.from_body(body)


_KINDS: Mapping[str, type[Cells | Presses | DiceTelling]] = {
    Snap.verb: Cells,
    Buttons.verb: Presses,
    Roll.verb: DiceTelling,
}
