"""A whole recorded match as everyday players play it."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from engine.backgammon.game import events
from engine.backgammon.game.match import Match, Phase
from engine.backgammon.notation.record.record import Record, ReplayedEvent
from engine.backgammon.position import Position
from hardware.checkers import Colour
from hardware.drivers.simulated.simulated_table import SimulatedTable
from hardware.signals import PlayerRequestKind
from simulation import dice_and_button_gestures, gestures
from simulation.checker_transfers import ColouredSetup
from simulation.dice_and_button_gestures import OWN_BUTTON
from simulation.everyday_checkers import CheckerHands
from simulation.everyday_dice import EverydayDice
from simulation.everyday_habits import EverydayTemper
from simulation.everyday_turns import EverydayTurn
from simulation.everyday_wrong_acts import WrongActs
from simulation.habits import PEOPLE, TIDY, Temperament, TurnCompletion
from simulation.performance import (
    MatchPerformer,
    Performance,
    PerformanceOptions,
    TableAtStart,
)
from simulation.turn_gestures import NotAPlay, TurnToPlay
from simulation.wrong_play_attempts import WrongPlayAttempts

ORDINARY_ENDS = replace(
    TIDY, ties=PEOPLE.ties, page=PEOPLE.page, leave=PEOPLE.leave, button=PEOPLE.button
)
"""Ways to end turns, and to use buttons and page, that all players have."""


def perform_everyday(
    record: Record, evening: PerformanceOptions, temper: EverydayTemper, table: SimulatedTable
) -> Performance:
    """The gestures and marks of a match by everyday players at this table.

    Each is chosen by how the table lies, so that it must be performed before the next is taken.
    """
    return EverydayPerformer(record, evening, temper, table).perform(0)


class EverydayPerformer(MatchPerformer):
    """The performance of a match by everyday players, who see the real table."""

    def __init__(
        self,
        record: Record,
        evening: PerformanceOptions,
        temper: EverydayTemper,
        table: SimulatedTable,
    ) -> None:
        super().__init__(record, evening, Temperament(ORDINARY_ENDS, temper.rng), TableAtStart())
        self._everyday = temper
        self._hands = CheckerHands(table, temper)
        self._dice = EverydayDice(temper)
        self._wrong_acts = WrongActs(self._hands)
        self._attempts = WrongPlayAttempts(self._hands, self._dice)

    def perform(self, after: int) -> Performance:
        for item in super().perform(after):
            if isinstance(item, gestures.LiftDice):
                self._lying.discard(item.colour)
            elif isinstance(item, gestures.RollDice | gestures.SettleDice):
                self._lying.add(item.colour)
            yield item

    def _begin(self, match: Match, *, anew: bool) -> Performance:
        yield gestures.GameBegins(match, anew)
        self._play = self._turn_left_open = None
        wanted = ColouredSetup.of(match.game.position, self._colour(match.game.turn))
        yield from self._wrong_acts.set_up(wanted)
        yield gestures.Pause(self._everyday.thinking_seconds())

    # ---- the throw ----

    def _throw(self, throw: events.Throw, after: Match) -> Performance:
        habits, colour = self._everyday.habits, self._colour(throw.player)
        if not self._turn_left_open and self._everyday.decides(habits.before_throw):
            yield from self._wrong_acts.move_and_take_back("before_throw", colour)
        yield from super()._throw(throw, after)

    def _throw_dice(self, numbers: Sequence[int], owner: Colour | None) -> Performance:
        if self._turn_left_open:
            yield from dice_and_button_gestures.throw(numbers, owner, self._everyday.plain)
        else:
            yield from self._dice.throw(numbers, owner)

    def _turn_begins(self, match: Match) -> Performance:
        yield from super()._turn_begins(match)
        if self._dice.has_thrown_anew:
            self._dice.has_thrown_anew = False
            yield gestures.WrongActMended()

    # ---- the play ----

    def _make(self, turn: TurnToPlay, result: Position) -> Performance:
        """Makes the recorded play, with wrong acts before and after it that are put right."""
        temper, habits = self._everyday, self._everyday.habits
        if result != turn.position:
            owner = self._evening.dice_of(turn.colour)
            yield from self._dice.mishandle(turn.dice, owner)
            yield from self._dice.grab(turn.dice, owner)
            if owner and not self._evening.early_throws:
                yield from self._dice.throw_early(owner.other)
        if temper.decides(habits.wrong_player):
            yield from self._wrong_acts.move_and_take_back("wrong_player", turn.colour.other)
        knocked, knocked_later = temper.decides(habits.knock), temper.rng.choice((False, True))
        if knocked and not knocked_later:
            yield from self._wrong_acts.knock()
        wanted = ColouredSetup.of(result, turn.colour)
        if self._hands.setup(turn.colour) == ColouredSetup.of(turn.position, turn.colour):
            with suppress(NotAPlay):
                yield from EverydayTurn(self._hands, turn).play(result)
        yield from self._hands.carry_to(wanted)
        if knocked and knocked_later:
            yield from self._wrong_acts.knock()

    def _go_wrong(
        self, planted: gestures.SlipPlanted, turn: TurnToPlay, result: Position
    ) -> Performance:
        temper, evening = self._everyday, self._evening
        owner = evening.dice_of(turn.colour)
        yield planted
        yield from self._hands.carry_to(ColouredSetup(planted.board, turn.colour))
        yield from self._complete(self._own_act(turn.colour), turn.colour)
        yield gestures.Pause(temper.thinking_seconds())
        decided = evening.opponent_decides
        yield from self._attempts.make(turn.colour, owner, throws_count=decided)
        yield gestures.SlipShown()
        if evening.opponent_decides and not planted.board.faults():
            rival = turn.colour.other
            yield from dice_and_button_gestures.ask(
                rival, PlayerRequestKind.CHALLENGE, self._temper
            )
        yield from self._hands.carry_to(ColouredSetup.of(result, turn.colour))
        yield gestures.Pause(temper.thinking_seconds())
        yield gestures.SlipCorrected()

    # ---- the end of the turn ----

    def _end_turn(self, scene: ReplayedEvent, following: events.Event | None) -> Performance:
        yield from super()._end_turn(scene, following)
        over = scene.after.game.phase is Phase.OVER
        pressing = self._everyday.decides(self._everyday.habits.presses_twice)
        if pressing and not (over or self._turn_left_open):
            yield gestures.Press(OWN_BUTTON[self._colour(scene.before.game.turn)])
            yield gestures.Pause(self._everyday.carry_seconds())

    def _complete(self, act: TurnCompletion, colour: Colour) -> Performance:
        habits, owner = self._everyday.habits, self._evening.dice_of(colour)
        if act is TurnCompletion.DICE and self._everyday.decides(habits.opponent_lifts):
            yield gestures.Pause(self._everyday.grab_seconds())
            yield gestures.LiftDice(owner)
            yield gestures.Pause(self._everyday.carry_seconds())
            self._lying.discard(owner)
            return
        yield from super()._complete(act, colour)

    def _bring_into_line(self, scene: ReplayedEvent) -> Performance:
        if isinstance(
            scene.event, events.TakeBack | events.Challenge | events.AskUndo | events.AgreeUndo
        ):
            game = scene.after.game
            position = game.position if game.played is None else game.played
            yield from self._hands.carry_to(ColouredSetup.of(position, self._colour(game.turn)))
            yield gestures.Pause(self._everyday.thinking_seconds())
            self._play = None
