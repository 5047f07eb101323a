"""A whole recorded match as hands perform it: every event as gestures, with marks in between."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice

from engine.backgammon.game import events
from engine.backgammon.game.match import Match, Phase
from engine.backgammon.moves.plays import LegalPlays
from engine.backgammon.notation.record.record import Record, Scene
from engine.backgammon.players import Player
from engine.backgammon.position import START, Position
from hardware.checkers import Colour
from hardware.signals import Wish
from referee.seating import Seating
from service.simulation import acts
from service.simulation.carrying import Board, carried, errands, set_up
from service.simulation.erring import plant_error
from service.simulation.gestures import Gesture, Pause
from service.simulation.habits import Act, Temper
from service.simulation.hands import NotAPlay, Turn, play_turn
from service.simulation.lines import line_to
from service.simulation.marks import (
    ErrorMended,
    ErrorPlanted,
    ErrorShown,
    GameBegins,
    Mark,
    Played,
    Reached,
    TurnBegins,
    TurnEnds,
)
from service.simulation.offers import make_offer

Performance = Iterator[Gesture | Mark]
SAYS_NEXT = 0.5
"""How often somebody says that the next game may begin, before the board is set up for it."""
INSISTENCE = 3
"""Presses of the own button by somebody who insists after a refusal."""
FINISHES = 0.5
"""How often a play that somebody had begun is finished from where it is, and not made anew."""
_TAKING_BACK = events.TakeBack | events.Challenge | events.AskUndo | events.AgreeUndo


@dataclass(frozen=True, slots=True)
class Evening:
    """What the people agree on before they sit down, as far as their hands care."""

    seating: Seating
    own_dice: bool = False
    """Whether each player has a pair of dice, or both throw the same."""
    early_throws: bool = True
    """Whether a throw of one's own dice completes the opponent's turn."""
    opponent_decides: bool = False
    """Whether an illegal play stands unless the opponent wants it retaken."""
    errors: float = 0.0
    """How many of the turns are played wrongly first."""
    spares: bool = False
    """Whether checkers of another set are about, so that there may be too many."""

    def __post_init__(self) -> None:
        if not 0 <= self.errors <= 1:
            raise ValueError(f"a share lies between 0 and 1, not {self.errors}")

    def dice_of(self, colour: Colour) -> Colour | None:
        """The dice this player throws."""
        return colour if self.own_dice else None


@dataclass(frozen=True, slots=True)
class Found:
    """What hands find at the table when they begin."""

    board: Board = field(default_factory=lambda: Board.of(START, Colour.LIGHT))
    lying: frozenset[Colour | None] = frozenset()
    """The dice that have been thrown and not been picked up."""


def perform(
    record: Record,
    evening: Evening,
    temper: Temper,
    found: Found = Found(),
    after: int = 0,
) -> Performance:
    """All that hands do to play this match, or what is left of it after so many events."""
    return _Performer(record, evening, temper, found).perform(after)


class _Performer:
    """The match as far as it has been performed."""

    def __init__(self, record: Record, evening: Evening, temper: Temper, found: Found) -> None:
        self._record = record
        self._evening = evening
        self._temper = temper
        self._board = found.board
        self._lying = set(found.lying)
        """The dice that have been thrown and not been picked up."""
        self._left: TurnEnds | None = None
        """The turn that the opponent is to complete."""
        self._play: events.Play | None = None
        """What has been played in this turn."""

    def perform(self, after: int) -> Performance:
        """Every event of the record that comes after so many."""
        scenes = list(self._record.scenes())
        gaps = {restart.after for restart in self._record.restarts}
        for index, scene in islice(enumerate(scenes), after, None):
            if index == 0 or index in gaps:
                yield from self._begin(scene.before, anew=index in gaps)
            elif index == after:
                yield from self._go_on(scene)
            following = scenes[index + 1].event if index + 1 < len(scenes) else None
            yield from self._follow(scene, following)
            if not self._left and not isinstance(scene.event, events.Play):
                yield Reached(scene.after)

    def _follow(self, scene: Scene, following: events.Event | None) -> Performance:
        match scene.event:
            case events.OpeningThrow(one, two):
                yield from self._throw_for_the_first_turn(scene, one, two)
            case events.Throw() as throw:
                yield from self._throw(throw, scene.after)
            case events.CockedThrow(player):
                yield from self._cock(self._evening.dice_of(self._colour(player)))
            case events.Play() as play:
                yield from self._move(play, scene.before, following)
            case events.EndTurn():
                yield from self._end_turn(scene, following)
            case events.NextGame():
                yield from self._next_game(scene.after)
            case _:
                yield from make_offer(scene, self._evening.seating, self._temper)
                yield from self._completed()
                yield from self._bring_into_line(scene)

    def _colour(self, player: Player) -> Colour:
        return self._evening.seating.colour(player)

    # ---- in the midst of a game ----

    def _go_on(self, scene: Scene) -> Performance:
        """Put right what lies otherwise than it should, unless that is what comes next anyway."""
        match, game = scene.before, scene.before.game
        if game.phase is Phase.OVER:
            return
        if game.phase is Phase.OPENING:
            yield from self._begin(match, anew=False)
            return
        begun = isinstance(scene.event, events.Play) and self._temper.will(FINISHES)
        if not begun:
            position = game.position if game.played is None else game.played
            wanted = Board.of(position, self._colour(game.turn))
            yield from carried(self._board, wanted, self._temper)
            self._board = wanted
        yield from self._turn_begins(match)
        if game.played is not None:
            self._play = events.Play(game.turn, game.played)

    # ---- the beginning of a game ----

    def _begin(self, match: Match, *, anew: bool) -> Performance:
        """Set up for a game."""
        yield GameBegins(match, anew)
        self._play = self._left = None
        wanted = Board.of(match.game.position, self._colour(match.game.turn))
        yield from set_up(self._board, wanted, self._temper)
        yield Pause(self._temper.thought())
        self._board = wanted

    def _next_game(self, match: Match) -> Performance:
        """Say so, or just set up the board."""
        if self._temper.will(SAYS_NEXT):
            colour = self._temper.chance.choice(tuple(Colour))
            yield from acts.next_game(colour, self._temper)
        yield from self._begin(match, anew=False)

    def _throw_for_the_first_turn(self, scene: Scene, one: int, two: int) -> Performance:
        temper, own_dice = self._temper, self._evening.own_dice
        dice = {self._evening.dice_of(colour) for colour in Colour}
        yield from self._pick_up(dice)
        if scene.before.rulebook.automatic_doubles == 0 and temper.will(temper.habits.ties):
            yield from acts.opening_tie(temper, own_dice=own_dice)
        light, dark = (one, two) if self._evening.seating.light is Player.ONE else (two, one)
        yield from acts.opening_throw(light, dark, temper, own_dice=own_dice)
        self._lying |= dice
        yield from self._turn_begins(scene.after)

    # ---- the throw ----

    def _throw(self, throw: events.Throw, after: Match) -> Performance:
        dice = self._evening.dice_of(self._colour(throw.player))
        if dice or not self._left:
            yield from self._pick_up({dice})
        numbers = self._temper.chance.sample((throw.dice.high, throw.dice.low), 2)
        yield from acts.throw(numbers, dice, self._temper)
        self._lying.add(dice)
        yield from self._completed()
        yield from self._turn_begins(after)

    def _cock(self, dice: Colour | None) -> Performance:
        yield from self._pick_up({dice})
        yield from acts.cock(dice, self._temper)

    def _pick_up(self, dice: set[Colour | None]) -> Performance:
        """Pick up those of these dice that still lie there."""
        lying = [whose for whose in (None, *Colour) if whose in dice & self._lying]
        yield from acts.pick_up(lying, self._temper)
        self._lying -= dice

    def _turn_begins(self, match: Match) -> Performance:
        game = match.game
        if game.dice:
            self._play = None
            yield Pause(self._temper.moment())
            yield TurnBegins(game.turn, game.dice, game.position)

    # ---- the play ----

    def _move(
        self, play: events.Play, before: Match, following: events.Event | None
    ) -> Performance:
        turn = self._turn(before)
        wrong = self._error(turn, play.result) if isinstance(following, events.EndTurn) else None
        if wrong:
            yield from self._go_wrong(wrong, turn, play.result)
        else:
            yield from self._make(turn, play.result)
        self._board = Board.of(play.result, turn.colour)
        self._play = play
        yield Pause(self._temper.thought())
        yield Played(play)

    def _make(self, turn: Turn, result: Position) -> Performance:
        """Play as recorded, by the rules or not; or finish what has been begun."""
        played = carried(self._board, Board.of(result, turn.colour), self._temper)
        if not errands(self._board, Board.of(turn.position, turn.colour)):
            with suppress(NotAPlay):
                played = play_turn(turn, result, self._temper)
        yield from played

    def _error(self, turn: Turn, result: Position) -> ErrorPlanted | None:
        """How this turn goes wrong, if it does."""
        if not self._temper.will(self._evening.errors):
            return None
        plays = LegalPlays(turn.position, turn.dice, turn.rulebook)
        line = line_to(turn.position, turn.dice, result, self._temper.chance)
        if line is None:
            return None
        return plant_error(plays, line, self._temper.chance, spares=self._evening.spares)

    def _go_wrong(self, planted: ErrorPlanted, turn: Turn, result: Position) -> Performance:
        """Play wrongly and complete the turn; then put it right."""
        temper = self._temper
        wrong, right = Board(planted.board, turn.colour), Board.of(result, turn.colour)
        yield planted
        yield from carried(self._board, wrong, temper)
        yield from self._complete(self._own_act(turn.colour), turn.colour)
        yield Pause(temper.thought())
        if temper.will(temper.habits.insist):
            for _ in range(INSISTENCE):
                yield from self._complete(Act.BUTTON, turn.colour)
                yield Pause(temper.thought())
        yield ErrorShown()
        if self._evening.opponent_decides and not planted.board.faults():
            yield from acts.ask(turn.colour.other, Wish.CHALLENGE, temper)
        yield from carried(wrong, right, temper)
        yield Pause(temper.thought())
        yield ErrorMended()

    # ---- the end of the turn ----

    def _end_turn(self, scene: Scene, following: events.Event | None) -> Performance:
        """Complete the turn; one in which nothing can be played may go wrong first, too."""
        turn = self._turn(scene.before)
        if self._play is None:
            wrong = self._error(turn, turn.position)
            if wrong:
                yield from self._go_wrong(wrong, turn, turn.position)
            else:
                yield from play_turn(turn, turn.position, self._temper)
        ended = TurnEnds(scene.before.game.turn, self._play)
        if scene.after.game.phase is not Phase.OVER and self._may_leave(following):
            self._left = ended
            return
        yield from self._complete(self._own_act(turn.colour), turn.colour)
        yield ended

    def _may_leave(self, following: events.Event | None) -> bool:
        """Whether the turn is left to the opponent to complete."""
        throws = isinstance(following, events.Throw)
        early = throws and self._evening.own_dice
        stands = self._evening.early_throws if early else throws
        goes_on = stands or isinstance(following, events.Double)
        return goes_on and bool(self._lying) and self._temper.will(self._temper.habits.leave)

    def _own_act(self, colour: Colour) -> Act:
        """How a turn is completed; dice in the cup cannot be picked up again."""
        dice_lie = self._evening.dice_of(colour) in self._lying
        button = not dice_lie or self._temper.will(self._temper.habits.button)
        return Act.BUTTON if button else Act.DICE

    def _complete(self, act: Act, colour: Colour) -> Performance:
        dice = self._evening.dice_of(colour)
        yield from acts.end_turn(act, colour, dice, self._temper)
        if act is Act.DICE:
            self._lying.discard(dice)

    def _completed(self) -> Performance:
        """The opponent has completed the turn that was left to him."""
        if self._left:
            yield self._left
            self._left = None

    # ---- second thoughts ----

    def _bring_into_line(self, scene: Scene) -> Performance:
        """Carry the checkers back where something is taken back."""
        if not isinstance(scene.event, _TAKING_BACK):
            return
        game = scene.after.game
        position = game.position if game.played is None else game.played
        wanted = Board.of(position, self._colour(game.turn))
        yield from carried(self._board, wanted, self._temper)
        yield Pause(self._temper.thought())
        self._board, self._play = wanted, None

    def _turn(self, match: Match) -> Turn:
        game = match.game
        if game.dice is None:
            raise ValueError("nobody has thrown")
        return Turn(game.position, game.dice, self._colour(game.turn), match.rulebook)
