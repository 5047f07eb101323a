"""The speed of whole matches through the service on simulated time, beside the referee alone."""

from __future__ import annotations

import asyncio
import gc
from statistics import median
from time import process_time
from typing import NamedTuple

from benchmarks.study_results import Account, Aim, Extent, ResultLine
from benchmarks.table_matches import BOARDS, Hands, play_match, records
from engine.backgammon.notation.record.record import Record
from referee.state import State
from referee.step import step
from service.simulated_match.umpire import RefereeScore

COLUMNS = ("turns", "signals", "turns per s", "signals per s", "times the referee alone")


class _Round(NamedTuple):
    """One pass over the matches at one board: seconds of processor time."""

    turns: int
    signals: int
    table: float
    """Hands, devices, referee and lamps."""
    referee: float
    """The same signals, judged once more by nobody but the referee."""
    faults: int


def measure_simulation(extent: Extent) -> Account:
    """Some of the matches at each board."""
    chosen = records(extent.slow_matches)
    rounds = [
        {board: _round(chosen, board, extent.max_gestures) for board in BOARDS}
        for _ in range(extent.rounds)
    ]
    faults = sum(one.faults for found in rounds for one in found.values())
    return Account(
        title="Whole matches on simulated time",
        about=f"{extent.slow_matches} matches; processor time, median of {extent.rounds} rounds",
        columns=COLUMNS,
        lines=[_line(board, [found[board] for found in rounds]) for board in BOARDS],
        aims=[Aim("false alarms and lost plays", 0, faults)],
    )


def _round(chosen: list[Record], board: str, most: int | None) -> _Round:
    gc.collect()
    start = process_time()
    played = [
        asyncio.run(play_match(record, board, Hands(seed, gestures=most)))
        for seed, record in enumerate(chosen)
    ]
    table = process_time() - start
    start = process_time()
    for one in played:
        state = State.of(one.settings)
        for signal in one.signals:
            state = step(state, signal).state
    referee = process_time() - start
    score = sum((one.score for one in played), RefereeScore())
    signals = sum(len(one.signals) for one in played)
    return _Round(score.turns, signals, table, referee, score.false_alarms + score.lost_plays)


def _line(board: str, rounds: list[_Round]) -> ResultLine:
    turns, signals = rounds[0].turns, rounds[0].signals
    table = median(one.table for one in rounds)
    ratio = median(one.table / one.referee for one in rounds)
    return ResultLine(board, (turns, signals, turns / table, signals / table, ratio))
