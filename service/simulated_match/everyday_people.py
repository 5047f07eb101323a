"""Everyday players at a simulated table, and what they do when the referee objects."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from engine.backgammon.game.events import Double
from engine.backgammon.game.match import Phase
from engine.backgammon.position import Position
from engine.players import Player
from hardware.checkers import OWN_NUMBERING, POINTS, Colour, Place, bar
from hardware.drivers.clocks import SimulatedClock
from hardware.signals import PlayerRequestKind
from referee import notices
from referee.effects import Effect
from referee.notices import Notice
from referee.questions import SENSOR_QUESTIONS, OpenQuestion, QuestionKind
from referee.verdicts import CheckerMove
from service.simulated_match.simulated_people import (
    ANSWER_DELAY,
    AnsweredNotice,
    SimulatedPeople,
    TroubleMaker,
)
from service.table.device_factory import DeviceSet
from service.table.refereed_table import RefereedTable
from simulation import gestures
from simulation.checker_transfers import ColouredSetup
from simulation.dice_and_button_gestures import OWN_BUTTON, ROLL_SECONDS
from simulation.everyday_checkers import CheckerHands, GestureIterator
from simulation.everyday_habits import EverydayTemper
from simulation.performance import Performance

PATIENCE = 3.0
"""Seconds that players wait for the referee before they try something else."""
MOST_DECLARED = 4
"""Most throws and turns that are taken back for a throw that did not count."""
Remedy = Callable[[], Awaitable[None]]
WRONG_THROWS = ("rethrow", "dice_knocked", "grabs", "throws_early")
"""Habits after which the dice show something that does not count."""
_ABOUT_THROWS = (QuestionKind.EARLY_THROW, QuestionKind.VOID)
_TELLING = notices.IllegalPlayRefused | notices.BoardDisturbed
"""Notices that name the moves that put the board right."""
_NAMING = _TELLING | notices.SwitchSilent | notices.SwitchClosed | notices.PlacesHidden
"""Notices that name places."""


class MatchStandsStill(Exception):
    """Raised when the match does not go on, whatever the players do rightly."""


class EverydayPeople(SimulatedPeople):
    """Players who see the table, hear the referee, and do not know what it thinks."""

    def __init__(
        self,
        table: RefereedTable,
        devices: DeviceSet,
        clock: SimulatedClock,
        temper: EverydayTemper,
        troubles: TroubleMaker | None = None,
        *,
        speed: float | None = None,
    ) -> None:
        super().__init__(table, devices, clock, troubles, speed=speed)
        self._temper = temper
        self._hands = CheckerHands(self._hand.checkers, temper)
        self._named: tuple[Place, ...] = ()
        """The places that the referee named last."""
        self._told_moves: tuple[CheckerMove, ...] = ()
        """The moves that the referee asked for last."""
        self._evidence_given = 0
        """The number of ways in which the players have shown in this turn what lies there."""
        self._is_double_refused = False
        """True if a double was refused in this turn, because it seemed unfinished."""

    async def perform(self, performance: Performance) -> None:
        """Performs all gestures and marks until the end, or until the match stands still."""
        try:
            await super().perform(performance)
        except MatchStandsStill:
            self.umpire.count_standstill()

    def _on_effect(self, effect: Effect) -> None:
        self.umpire.on_effect(effect, self._table.state)
        if isinstance(effect, AnsweredNotice | notices.VoidAsked | notices.EarlyThrowChoice):
            self._asked.append(effect)
        if isinstance(effect, _NAMING):
            self._named = effect.places or self._named
        if isinstance(effect, _TELLING):
            self._told_moves = effect.moves
        if isinstance(effect, notices.EventRefused) and isinstance(effect.event, Double):
            # The cube button does not tell who has pressed it, but nobody doubles in his own turn.
            self._is_double_refused = True

    async def _do(self, gesture: gestures.Gesture) -> None:
        is_checker = isinstance(gesture, gestures.CheckerGesture | gestures.Pause)
        if self.umpire.planted and self.umpire.was_completed and not is_checker:
            return  # the wrong play has passed: nobody goes on trying
        await super()._do(gesture)

    async def _pass_mark(self, mark: gestures.Mark) -> None:
        match mark:
            case gestures.TurnBegins():
                self._named, self._told_moves, self._evidence_given = (), (), 0
                self._is_double_refused = False
                await self._see_throw_accepted(mark)
            case gestures.TurnEnds(player):
                await self._see_turn_ended(player)
            case gestures.SlipShown() | gestures.Checkpoint():
                await self._wait_until_seen()
        if isinstance(mark, gestures.Checkpoint):
            await self._confirm_set_up_if_asked()
        self.umpire.on_mark(mark, self._table.state)
        if isinstance(mark, gestures.SlipShown) and self.umpire.was_completed:
            await self._take_back()
        if isinstance(mark, gestures.TurnBegins) and self._troubles:
            for gesture in self._troubles.next():
                await self._table.wait_until_quiet()
                await self._do(gesture)
        if self._is_stuck_at(mark):
            raise MatchStandsStill
        self.on_redraw()

    def _is_stuck_at(self, mark: gestures.Mark) -> bool:
        """True if the referee has not taken the throw, or has not ended the turn."""
        game = self._table.state.match.game
        match mark:
            case gestures.TurnBegins(_, dice, position):
                return (game.dice, game.position) != (dice, position)
            case gestures.TurnEnds(player):
                return not self._is_over(player)
        return False

    # ---- a throw ----

    async def _see_throw_accepted(self, mark: gestures.TurnBegins) -> None:
        """Waits for the referee to take the throw; throws again, at last after taking it back."""
        remedies: tuple[Remedy, ...] = (
            self._be_patient,
            lambda: self._throw_again(mark),
            lambda: self._declare_void(mark),
        )
        await self._table.wait_until_quiet()
        for remedy in remedies:
            if not self._is_stuck_at(mark):
                return
            await remedy()

    async def _throw_again(self, mark: gestures.TurnBegins) -> None:
        colour = self._table.state.seating.colour(mark.player)
        opening = self._table.state.match.game.phase is Phase.OPENING
        dice = (mark.dice.high, mark.dice.low)
        light_first = dice if colour is Colour.LIGHT else dice[::-1]
        if None in self._hand.dice:
            await self._roll(light_first, None)
        elif opening:
            for one, number in zip(Colour, light_first, strict=True):
                await self._roll((number,), one)
        else:
            await self._roll(dice, colour)
        await self._be_patient()

    async def _roll(self, numbers: tuple[int, ...], owner: Colour | None) -> None:
        await self._perform_all(
            [
                gestures.LiftDice(owner),
                gestures.Pause(self._temper.carry_seconds()),
                gestures.RollDice(owner),
                gestures.Pause(ROLL_SECONDS + self._temper.carry_seconds()),
                gestures.SettleDice(numbers, owner),
                gestures.Pause(self._temper.carry_seconds()),
            ]
        )

    async def _declare_void(self, mark: gestures.TurnBegins) -> None:
        """Has both players declare what the referee took for a throw void, and throws again.

        If the referee took the throw for that of the other player, the turn is taken back first.
        """
        seating = self._table.state.seating
        for _ in range(MOST_DECLARED):
            game = self._table.state.match.game
            if game.dice:
                await self._agree_to(PlayerRequestKind.VOID, seating.colour(game.turn))
            elif game.turn is not mark.player:
                await self._agree_to(PlayerRequestKind.UNDO, seating.colour(mark.player))
            else:
                break
        await self._throw_again(mark)

    async def _agree_to(self, request: PlayerRequestKind, colour: Colour) -> None:
        """Makes a request, which the opponent agrees to if he is asked."""
        before = self._table.state.match
        self._request(colour, request)
        await self._table.wait_until_quiet()
        if self._table.state.match is before or self._table.state.match.game.undo_asked_by:
            self._request(colour.other, PlayerRequestKind.YES)
            await self._table.wait_until_quiet()

    # ---- the end of a turn ----

    def _is_over(self, player: Player) -> bool:
        game = self._table.state.match.game
        return game.turn is not player or game.phase in (Phase.OVER, Phase.OPENING)

    async def _see_turn_ended(self, player: Player) -> None:
        """Sees to it that a turn ends that was played rightly, as people would."""
        remedies: tuple[Remedy, ...] = (
            self._be_patient,
            lambda: self._press(player),
            self._lay_back,
            lambda: self._press(player),
            self._carry_as_told,
            lambda: self._press(player),
            self._tidy_bar,
            lambda: self._press(player),
            self._shift,
            lambda: self._press(player),
            self._lay_back,
            lambda: self._press(player),
            lambda: self._pause(10 * PATIENCE),
            lambda: self._press(player),
        )
        await self._wait_until_seen()
        for remedy in remedies:
            if self._is_over(player):
                break
            await remedy()
        if self._is_over(player) and self._is_double_refused:
            self._is_double_refused = False
            self._request(self._table.state.colour, PlayerRequestKind.DOUBLE)
            await self._table.wait_until_quiet()

    async def _be_patient(self) -> None:
        await self._pause(PATIENCE)
        await self._answer_all()

    async def _press(self, player: Player) -> None:
        self._hand.perform(gestures.Press(OWN_BUTTON[self._table.state.seating.colour(player)]))
        await self._table.wait_until_quiet()
        await self._be_patient()

    async def _lay_back(self) -> None:
        """Takes everything off the places that the referee named, and puts it back."""
        for place in self._named:
            await self._perform_all(self._hands.lift_and_lay_back(place))
        await self._be_patient()

    async def _shift(self) -> None:
        """Moves the checkers of the places that the referee named to the next slots."""
        for place in self._named:
            await self._perform_all(self._hands.shift(place))
        await self._be_patient()

    async def _carry_as_told(self) -> None:
        """Carries checkers as the referee asks, to the other half of the bar or another tray.

        Nobody who has played rightly does anything else that it asks for.
        """
        for move in self._told_moves:
            if move.source and move.target and move.colour:
                alike = self._hands.alike(move.source, move.colour)
                if move.target in alike and self._hands.table.count(move.source, move.colour):
                    await self._do(gestures.Lift(move.source, move.colour))
                    await self._pause(self._temper.carry_seconds())
                    await self._do(gestures.Put(move.target, move.colour))
        await self._be_patient()

    async def _tidy_bar(self) -> None:
        """Carries every checker on the bar to the half of its player."""
        for colour in Colour:
            while self._hand.checkers.count(bar(colour.other), colour):
                await self._do(gestures.Lift(bar(colour.other), colour))
                await self._pause(self._temper.carry_seconds())
                await self._do(gestures.Put(bar(colour), colour))
        await self._be_patient()

    async def _perform_all(self, doing: GestureIterator | list[gestures.Gesture]) -> None:
        for gesture in doing:
            await self._do(gesture)

    # ---- answers ----

    async def _answer(self, notice: Notice) -> None:
        """Answers a question truthfully, as somebody who sees the board."""
        await self._pause(ANSWER_DELAY)
        question = self._table.state.question
        if isinstance(notice, notices.SetUpIncomplete):
            await self._confirm_set_up((*notice.places, *notice.surplus))
        elif question and question.kind is QuestionKind.WHICH:
            self._answer_which(question)
        elif question and question.kind in SENSOR_QUESTIONS:
            await self._answer_about_sensors(question)
        elif question and question.kind in _ABOUT_THROWS:
            self._request(self._table.state.seating.colour(question.to), self._throw_counts())
        await self._table.wait_until_quiet()

    def _throw_counts(self) -> PlayerRequestKind:
        """The answer to the question if the last throw counts."""
        is_wrong = self.umpire.wrong_act in WRONG_THROWS or self.umpire.planted
        return PlayerRequestKind.NO if is_wrong else PlayerRequestKind.YES

    def _answer_which(self, question: OpenQuestion) -> None:
        number = next((at for at, it in enumerate(question.plays) if self._lies(it)), None)
        colour = self._table.state.seating.colour(question.to)
        if number is not None:
            self._request(colour, PlayerRequestKind.CHOOSE, number)

    async def _answer_about_sensors(self, question: OpenQuestion) -> None:
        """The opponent says yes if the checkers really lie so, sometimes after they were moved."""
        if not self._is_true(question):
            self._request(self._table.state.seating.colour(question.to), PlayerRequestKind.NO)
            return
        evidence = self._evidence(question)
        if self._evidence_given < len(evidence):
            give = evidence[self._evidence_given]
            self._evidence_given += 1
            for place in question.places:
                await self._perform_all(give(place))
            await self._pause(PATIENCE)
            if not self._table.state.question:
                if not self._is_over(question.to.opponent):
                    await self._press(question.to.opponent)
                return
        if still_open := self._table.state.question:
            self._request(self._table.state.seating.colour(still_open.to), PlayerRequestKind.YES)

    def _is_true(self, question: OpenQuestion) -> bool:
        """True if the checkers really lie as a yes to this question says."""
        if question.plays:
            return self._lies(question.plays[question.chosen])
        # The question is about one more checker than the switches known to be faulty explain.
        view = self._table.state.view
        totals = [(view[place].total, len(self._hand.checkers[place])) for place in question.places]
        if question.kind is QuestionKind.PHANTOM:
            right = all(self._may_lie_so(place) for place in question.places if place in POINTS)
            return right and all(seen.low > there for seen, there in totals)
        return all(seen.high < there for seen, there in totals)

    def _may_lie_so(self, place: Place) -> bool:
        """True if what really lies on a point may lie there after a legal play."""
        plays, colour = self._table.state.plays, self._table.state.colour
        numbers = [OWN_NUMBERING[side].index(place) for side in (colour, colour.other)]
        counts = tuple(self._hand.checkers.count(place, side) for side in (colour, colour.other))
        return plays is None or any(
            (play.setup.mover[numbers[0]], play.setup.other[numbers[1]]) == counts for play in plays
        )

    def _evidence(self, question: OpenQuestion) -> Sequence[Callable[[Place], GestureIterator]]:
        """The ways to show what really lies on a place, in the order in which people try them."""
        if question.kind is QuestionKind.PHANTOM:
            return (self._hands.lift_and_lay_back,)
        return (self._hands.lift_and_lay_back, self._hands.shift)

    def _lies(self, position: Position) -> bool:
        """True if the checkers really lie as in this position of the player whose turn it is."""
        colour = self._table.state.colour
        return self._hands.setup(colour) == ColouredSetup.of(position, colour)
