"""Matches that the computer plays against itself, for hands to play and people to watch."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from engine.backgammon.dice import NUMBERS
from engine.backgammon.game import events
from engine.backgammon.game.course import apply
from engine.backgammon.game.match import Match, Phase
from engine.backgammon.game.refusals import Refusal
from engine.backgammon.notation.record.record import Record
from engine.backgammon.players import ByPlayer, Player
from engine.backgammon.playing.chooser import Chooser
from engine.backgammon.playing.computer import Computer
from engine.backgammon.rulebook import Rulebook
from service.terminal.program_player import ProgramPlayer

NAMES = ByPlayer("O", "X")
AT_A_GLANCE = Computer(second_looks=1)
"""Who plays: a whole match takes no time then, and is still worth watching."""


def self_play(seed: int, rulebook: Rulebook, length: int, chooser: Chooser = AT_A_GLANCE) -> Record:
    """A match of the chooser against itself, cube and all; one game of it, if for stakes."""
    chance = Random(seed)  # noqa: S311 - dice that can be had again, no secret
    happened = tuple(_course(Match(rulebook, length), chooser, chance))
    return Record(NAMES, rulebook, length, happened)


def _course(match: Match, chooser: Chooser, chance: Random) -> Iterator[events.Event]:
    players = {player: ProgramPlayer(chooser, chance) for player in Player}
    while not _is_over(match):
        event = _next(match, players, chance)
        outcome = apply(match, event)
        if isinstance(outcome, Refusal):
            raise ValueError(f"{event} is refused: {outcome}")  # noqa: TRY004
        yield event
        match = outcome


def _is_over(match: Match) -> bool:
    return bool(match.winner) or (not match.length and match.game.phase is Phase.OVER)


def _next(match: Match, players: dict[Player, ProgramPlayer], chance: Random) -> events.Event:
    match match.game.phase:
        case Phase.OVER:
            return events.NextGame()
        case Phase.OPENING:
            return events.OpeningThrow(chance.choice(NUMBERS), chance.choice(NUMBERS))
    return players[match.to_act].answer(match, match.to_act)
