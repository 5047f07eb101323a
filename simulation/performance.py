"""A whole recorded match as gestures and marks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice

from engine.backgammon.game import events
from engine.backgammon.game.match import Match, Phase
from engine.backgammon.moves.plays import LegalPlays
from engine.backgammon.notation.record.record import Record, ReplayedEvent
from engine.backgammon.players import Player
from engine.backgammon.position import START, Position
from hardware.checkers import Colour
from hardware.signals import PlayerRequestKind
from simulation import dice_and_button_gestures, gestures
from simulation.checker_transfers import ColouredSetup, carry, find_transfers, set_up
from simulation.dice_and_button_gestures import offer_gestures
from simulation.habits import Temperament, TurnCompletion
from simulation.planted_slips import plant_slips
from simulation.step_lines import line_to
from simulation.turn_gestures import NotAPlay, TurnToPlay, play_turn

Performance = Iterator[gestures.Gesture | gestures.Mark]
SAYS_NEXT = 0.5
"""Probability that a player asks for the next game before the board is set up for it."""
INSISTENCE = 3
"""Presses of the own button by somebody who insists after a refusal."""
FINISHES = 0.5
"""Probability that a play that was begun is finished from where it is, not made anew."""
TAKING_BACK = events.TakeBack | events.Challenge | events.AskUndo | events.AgreeUndo


@dataclass(frozen=True, slots=True)
class PerformanceOptions:
    """The agreements of the players that matter to their hands."""

    light: Player
    """The player with the light checkers."""
    own_dice: bool = False
    """True if each player has a pair of dice; otherwise both share one."""
    early_throws: bool = True
    """True if a throw of a player's own dice completes the opponent's turn."""
    opponent_decides: bool = False
    """True if an illegal play stands unless the opponent wants it retaken."""
    errors: float = 0.0
    """Share of the turns that are played wrongly first."""
    spares: bool = False
    """True if checkers of another set are at hand, so that there may be too many."""
    next_on_request: bool = False
    """True if only a request begins the next game, as where checkers are moved on a page."""

    def __post_init__(self) -> None:
        if not 0 <= self.errors <= 1:
            raise ValueError(f"errors must be between 0 and 1, not {self.errors}")

    def colour(self, player: Player) -> Colour:
        """The colour of a player's checkers."""
        return Colour.LIGHT if player is self.light else Colour.DARK

    def dice_of(self, colour: Colour) -> Colour | None:
        """The owner of the dice that this player throws; None if they are shared."""
        return colour if self.own_dice else None


@dataclass(frozen=True, slots=True)
class TableAtStart:
    """The state of the table when the hands begin."""

    board: ColouredSetup = field(default_factory=lambda: ColouredSetup.of(START, Colour.LIGHT))
    lying: frozenset[Colour | None] = frozenset()
    """The owners of the dice that have been thrown and not been picked up."""


def perform(
    record: Record,
    evening: PerformanceOptions,
    temper: Temperament,
    found: TableAtStart = TableAtStart(),
    after: int = 0,
) -> Performance:
    """The gestures and marks of a match, or of the rest of it after so many events."""
    return MatchPerformer(record, evening, temper, found).perform(after)


class MatchPerformer:
    """The performance of a match, with the state of the table."""

    def __init__(
        self, record: Record, evening: PerformanceOptions, temper: Temperament, found: TableAtStart
    ) -> None:
        self._record = record
        self._evening = evening
        self._temper = temper
        self._board = found.board
        self._lying = set(found.lying)
        """The owners of the dice that have been thrown and not been picked up."""
        self._turn_left_open: gestures.TurnEnds | None = None
        """The turn that is left to the opponent to complete."""
        self._play: events.Play | None = None
        """The play made in this turn; None before it."""

    def perform(self, after: int) -> Performance:
        """Performs every event of the record after the first `after`."""
        scenes = list(self._record.replay())
        gaps = {restart.after for restart in self._record.restarts}
        for index, scene in islice(enumerate(scenes), after, None):
            if index == 0 or index in gaps:
                yield from self._begin(scene.before, anew=index in gaps)
            elif index == after:
                yield from self._go_on(scene)
            following = scenes[index + 1].event if index + 1 < len(scenes) else None
            yield from self._follow(scene, following)
            if not self._turn_left_open and not isinstance(scene.event, events.Play):
                yield gestures.Checkpoint(scene.after)

    def _follow(self, scene: ReplayedEvent, following: events.Event | None) -> Performance:
        match scene.event:
            case events.OpeningThrow(one, two):
                yield from self._throw_for_the_first_turn(scene, one, two)
            case events.Throw() as throw:
                yield from self._throw(throw, scene.after)
            case events.CockedThrow(player):
                dice = self._evening.dice_of(self._colour(player))
                yield from self._pick_up({dice})
                yield from dice_and_button_gestures.cock(dice, self._temper)
            case events.Play() as play:
                yield from self._move(play, scene.before, following)
            case events.EndTurn():
                yield from self._end_turn(scene, following)
            case events.NextGame():
                yield from self._next_game(scene.after)
            case _:
                yield from offer_gestures(scene, self._evening.colour, self._temper)
                yield from self._complete_open_turn()
                yield from self._bring_into_line(scene)

    def _colour(self, player: Player) -> Colour:
        return self._evening.colour(player)

    # ---- in the midst of a game ----

    def _go_on(self, scene: ReplayedEvent) -> Performance:
        """Corrects the board at the start, unless the next play does so anyway."""
        match, game = scene.before, scene.before.game
        if game.phase is Phase.OVER:
            return
        if game.phase is Phase.OPENING:
            yield from self._begin(match, anew=False)
            return
        begun = isinstance(scene.event, events.Play) and self._temper.decides(FINISHES)
        if not begun:
            position = game.position if game.played is None else game.played
            wanted = ColouredSetup.of(position, self._colour(game.turn))
            yield from carry(self._board, wanted, self._temper)
            self._board = wanted
        yield from self._turn_begins(match)
        if game.played is not None:
            self._play = events.Play(game.turn, game.played)

    # ---- the beginning of a game ----

    def _begin(self, match: Match, *, anew: bool) -> Performance:
        """Sets up the board for a game."""
        yield gestures.GameBegins(match, anew)
        self._play = self._turn_left_open = None
        wanted = ColouredSetup.of(match.game.position, self._colour(match.game.turn))
        yield from set_up(self._board, wanted, self._temper)
        yield gestures.Pause(self._temper.thinking_seconds())
        self._board = wanted

    def _next_game(self, match: Match) -> Performance:
        """Sets up the board for the next game; asks for it before, if need be or by chance."""
        if self._evening.next_on_request or self._temper.decides(SAYS_NEXT):
            colour = self._temper.rng.choice(tuple(Colour))
            yield from dice_and_button_gestures.next_game(colour, self._temper)
        yield from self._begin(match, anew=False)

    def _throw_for_the_first_turn(self, scene: ReplayedEvent, one: int, two: int) -> Performance:
        temper, own_dice = self._temper, self._evening.own_dice
        dice = {self._evening.dice_of(colour) for colour in Colour}
        yield from self._pick_up(dice)
        if scene.before.rulebook.automatic_doubles == 0 and temper.decides(temper.habits.ties):
            yield from dice_and_button_gestures.opening_tie(temper, own_dice=own_dice)
        light, dark = (one, two) if self._evening.light is Player.ONE else (two, one)
        yield from dice_and_button_gestures.opening_throw(light, dark, temper, own_dice=own_dice)
        self._lying |= dice
        yield from self._turn_begins(scene.after)

    # ---- the throw ----

    def _throw(self, throw: events.Throw, after: Match) -> Performance:
        dice = self._evening.dice_of(self._colour(throw.player))
        if dice or not self._turn_left_open:
            yield from self._pick_up({dice})
        numbers = self._temper.rng.sample((throw.dice.high, throw.dice.low), 2)
        yield from self._throw_dice(numbers, dice)
        self._lying.add(dice)
        yield from self._complete_open_turn()
        yield from self._turn_begins(after)

    def _throw_dice(self, numbers: Sequence[int], owner: Colour | None) -> Performance:
        """Throws both dice; None is the owner of shared dice."""
        yield from dice_and_button_gestures.throw(numbers, owner, self._temper)

    def _pick_up(self, dice: set[Colour | None]) -> Performance:
        """Picks up those of these dice that still lie on the table."""
        lying = [whose for whose in (None, *Colour) if whose in dice & self._lying]
        yield from dice_and_button_gestures.pick_up(lying, self._temper)
        self._lying -= dice

    def _turn_begins(self, match: Match) -> Performance:
        game = match.game
        if game.dice:
            self._play = None
            yield gestures.Pause(self._temper.carry_seconds())
            yield gestures.TurnBegins(game.turn, game.dice, game.position)

    # ---- the play ----

    def _move(self, play: events.Play, before: Match, after: events.Event | None) -> Performance:
        turn = self._turn(before)
        wrong = self._error(turn, play.result) if isinstance(after, events.EndTurn) else None
        if wrong:
            yield from self._go_wrong(wrong, turn, play.result)
        else:
            yield from self._make(turn, play.result)
        self._board = ColouredSetup.of(play.result, turn.colour)
        self._play = play
        yield gestures.Pause(self._temper.thinking_seconds())
        yield gestures.PlayMade(play)

    def _make(self, turn: TurnToPlay, result: Position) -> Performance:
        """Makes the recorded play, legal or not, or finishes one that was begun."""
        played = carry(self._board, ColouredSetup.of(result, turn.colour), self._temper)
        if not find_transfers(self._board, ColouredSetup.of(turn.position, turn.colour)):
            with suppress(NotAPlay):
                played = play_turn(turn, result, self._temper)
        yield from played

    def _error(self, turn: TurnToPlay, result: Position) -> gestures.SlipPlanted | None:
        """The error planted in this turn; None if it is played correctly."""
        if not self._temper.decides(self._evening.errors):
            return None
        plays = LegalPlays(turn.position, turn.dice, turn.rulebook)
        line = line_to(turn.position, turn.dice, result, self._temper.rng)
        if line is None:
            return None
        return plant_slips(plays, line, self._temper.rng, spares=self._evening.spares)

    def _go_wrong(
        self, planted: gestures.SlipPlanted, turn: TurnToPlay, result: Position
    ) -> Performance:
        """Plays wrongly and completes the turn; then corrects the play."""
        temper = self._temper
        wrong = ColouredSetup(planted.board, turn.colour)
        right = ColouredSetup.of(result, turn.colour)
        yield planted
        yield from carry(self._board, wrong, temper)
        yield from self._complete(self._own_act(turn.colour), turn.colour)
        yield gestures.Pause(temper.thinking_seconds())
        if temper.decides(temper.habits.insist):
            for _ in range(INSISTENCE):
                yield from self._complete(TurnCompletion.BUTTON, turn.colour)
                yield gestures.Pause(temper.thinking_seconds())
        yield gestures.SlipShown()
        if self._evening.opponent_decides and not planted.board.faults():
            rival = turn.colour.other
            yield from dice_and_button_gestures.ask(rival, PlayerRequestKind.CHALLENGE, temper)
        yield from carry(wrong, right, temper)
        yield gestures.Pause(temper.thinking_seconds())
        yield gestures.SlipCorrected()

    # ---- the end of the turn ----

    def _end_turn(self, scene: ReplayedEvent, following: events.Event | None) -> Performance:
        """Completes the turn; one in which nothing can be played may go wrong first, too."""
        turn = self._turn(scene.before)
        if self._play is None:
            wrong = self._error(turn, turn.position)
            if wrong:
                yield from self._go_wrong(wrong, turn, turn.position)
            else:
                yield from play_turn(turn, turn.position, self._temper)
        ended = gestures.TurnEnds(scene.before.game.turn, self._play)
        if scene.after.game.phase is not Phase.OVER and self._may_leave(following):
            self._turn_left_open = ended
            return
        yield from self._complete(self._own_act(turn.colour), turn.colour)
        yield ended

    def _may_leave(self, following: events.Event | None) -> bool:
        """True if the turn is left to the opponent to complete."""
        throws = isinstance(following, events.Throw)
        early = throws and self._evening.own_dice
        stands = self._evening.early_throws if early else throws
        goes_on = stands or isinstance(following, events.Double)
        return goes_on and bool(self._lying) and self._temper.decides(self._temper.habits.leave)

    def _own_act(self, colour: Colour) -> TurnCompletion:
        """The act that completes a turn; dice in the cup cannot be picked up again."""
        dice_lie = self._evening.dice_of(colour) in self._lying
        button = not dice_lie or self._temper.decides(self._temper.habits.button)
        return TurnCompletion.BUTTON if button else TurnCompletion.DICE

    def _complete(self, act: TurnCompletion, colour: Colour) -> Performance:
        dice = self._evening.dice_of(colour)
        yield from dice_and_button_gestures.end_turn(act, colour, dice, self._temper)
        if act is TurnCompletion.DICE:
            self._lying.discard(dice)

    def _complete_open_turn(self) -> Performance:
        """Marks the end of a turn that was left to the opponent, who has now completed it."""
        if self._turn_left_open:
            yield self._turn_left_open
            self._turn_left_open = None

    # ---- second thoughts ----

    def _bring_into_line(self, scene: ReplayedEvent) -> Performance:
        """Carries the checkers back after an event that takes something back."""
        if not isinstance(scene.event, TAKING_BACK):
            return
        game = scene.after.game
        position = game.position if game.played is None else game.played
        wanted = ColouredSetup.of(position, self._colour(game.turn))
        yield from carry(self._board, wanted, self._temper)
        yield gestures.Pause(self._temper.thinking_seconds())
        self._board, self._play = wanted, None

    def _turn(self, match: Match) -> TurnToPlay:
        game = match.game
        if game.dice is None:
            raise ValueError("the record has no throw for this turn")
        return TurnToPlay(game.position, game.dice, self._colour(game.turn), match.rulebook)
