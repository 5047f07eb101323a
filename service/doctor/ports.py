"""What is at the ports at which boards and dice are plugged in."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from firmware_bridge.wire.tellings import BoardInfo
from service.doctor.facts import Answer, Asked
from service.doctor.findings import Finding, Programs, What, hint, ok, problem

BOARD = "kibitz"
"""What our boards call their kind."""
NUMBERS = re.compile(r"[0-9]+")


def port(asked: Asked, ours: str, *, wanted: bool) -> Iterator[Finding]:
    """What came of asking at one port; `ours` is the firmware that belongs to this Kibitz.

    A port that the configuration does not need may be anything.
    """
    if asked.info is not None:
        yield from _board(asked.port, asked.info, ours)
    elif wanted:
        yield _FAULTS[asked.answer](asked)
    elif asked.answer in _PERHAPS_OURS:
        fault = _FAULTS[asked.answer](asked)
        yield hint(fault.what, **fault.values)
    else:
        yield ok(What.OTHER_PORT, port=asked.port, named=asked.named or "?")


def loaders(many: int) -> Iterator[Finding]:
    """Picos that wait for a program."""
    if many:
        yield problem(What.LOADER)


def is_older(version: str, than: str) -> bool:
    """Whether a firmware is from before another one, as far as numbers can tell."""
    return _numbers(version) < _numbers(than)


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(digits[:9]) for digits in NUMBERS.findall(version)[:4])


def _board(where: str, info: BoardInfo, ours: str) -> Iterator[Finding]:
    what = What.BOARD if info.kind == BOARD else What.DICE
    yield ok(
        what,
        port=where,
        uid=info.uid,
        firmware=info.firmware,
        sensors=info.cells,
        lamps=info.lamps,
        buttons=info.buttons,
        pairs=info.dice,
        milliamps=info.milliamperes,
        layout=info.layout or "-",
    )
    values = {"port": where, "firmware": info.firmware, "ours": ours}
    if info.kind == BOARD and is_older(info.firmware, ours):
        yield hint(What.OLDER, **values)
    elif info.kind == BOARD and is_older(ours, info.firmware):
        yield hint(What.NEWER, **values)


def _plainly(what: What) -> Callable[[Asked], Finding]:
    return lambda asked: problem(what, port=asked.port, why=asked.why)


def _taken(asked: Asked) -> Finding:
    holder = asked.holder
    if holder is None:
        return problem(What.TAKEN, port=asked.port)
    values = {"port": asked.port, "process": holder.process, "command": holder.command}
    if holder.is_kibitz:
        return hint(What.OURS, **values)
    return problem(What.TAKEN_BY, **values, programs=Programs((holder, *holder.others)))


_FAULTS: Mapping[Answer, Callable[[Asked], Finding]] = {
    Answer.SILENT: _plainly(What.SILENT),
    Answer.WRONG_CHECK: _plainly(What.WRONG_CHECK),
    Answer.OTHER_TALK: _plainly(What.OTHER_TALK),
    Answer.ECHO: _plainly(What.ECHO),
    Answer.OTHER_WIRE: _plainly(What.OTHER_WIRE),
    Answer.CRASHED: _plainly(What.CRASHED),
    Answer.UNRULY: _plainly(What.UNRULY),
    Answer.TAKEN: _taken,
    Answer.MISSING: _plainly(What.MISSING),
    Answer.FORBIDDEN: _plainly(What.FORBIDDEN),
    Answer.SHUT: _plainly(What.SHUT),
}
_PERHAPS_OURS = (Answer.WRONG_CHECK, Answer.OTHER_WIRE, Answer.CRASHED, Answer.UNRULY)
"""Answers that only a board of ours gives."""
