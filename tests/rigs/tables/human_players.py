"""People who play against the computer at a simulated table."""

from dataclasses import dataclass
from random import Random
from typing import Any

from engine.backgammon.dice import NUMBERS
from engine.backgammon.game.match import Phase
from engine.backgammon.position import Position
from hardware.checkers import OWN_NUMBERING, Colour, Place, bar, tray
from hardware.drivers.simulated.simulated_devices import SimulatedDice
from hardware.signals import Button, DiceState, PlayerRequestKind
from referee.effects import LampMeaning
from referee.questions import QuestionKind
from referee.state import State
from service.table.computer_player import ComputerPlayer
from service.table.table_runtime import TableRuntime
from simulation import gestures
from simulation.dice_and_button_gestures import OWN_BUTTON
from simulation.habits import TIDY, Temperament
from simulation.turn_gestures import TurnToPlay, play_turn
from tests.rigs.tables.table_in_memory import HandsAtTable, hands_at

MAX_ACTIONS = 2000
"""Limit of actions after which a match counts as stuck."""
MAX_CARRIED = 8
DOUBLES = 0.1
DROPS = 0.3


@dataclass
class PersonForBoth:
    """A person who moves the checkers of both players and decides for one."""

    seated: HandsAtTable
    computer: ComputerPlayer
    chance: Random

    @property
    def state(self) -> State:
        return self.seated.table.state

    @property
    def colour(self) -> Colour:
        assert self.computer.player
        return self.state.seating.colour(self.computer.player.opponent)

    @property
    def is_asked(self) -> bool:
        return self.state.match.to_act is not self.computer.player

    async def play_match(self) -> None:
        for _ in range(MAX_ACTIONS):
            if self.state.match.winner:
                return
            await self.go_on()
        raise AssertionError(self.state)

    async def go_on(self) -> None:
        """Performs the next action that the match waits for."""
        game = self.state.match.game
        if game.resignation or game.undo_asked_by:
            await self.do(gestures.SendRequest(self.colour, PlayerRequestKind.YES))
        elif game.phase in (Phase.DOUBLED, Phase.BEAVERED):
            answer = PlayerRequestKind.NO if self.chance.random() < DROPS else PlayerRequestKind.YES
            await self.do(gestures.SendRequest(self.colour, answer))
        elif game.phase is Phase.TO_PLAY:
            await self.take_turn()
        elif game.phase is Phase.OVER:
            self.seated.checkers.arrange(self.state.expected_layout)
            await self.pass_seconds(1)
        elif game.phase is Phase.TO_THROW and self.is_asked and self.chance.random() < DOUBLES:
            await self.double()
            await self.throw()
        else:
            await self.throw()

    async def double(self) -> None:
        """Doubles with the shared button, and confirms it."""
        await self.do(gestures.Press(Button.CUBE), 1)
        question = self.state.question
        if question and question.kind is QuestionKind.CONFIRM:
            await self.do(gestures.Press(OWN_BUTTON[self.state.seating.colour(question.to)]))

    async def throw(self) -> None:
        """Throws for the player to throw, unless a question waits for an answer."""
        if self.state.match.game.phase in (Phase.OPENING, Phase.TO_THROW):
            await self.do(gestures.RollDice(None), 0.8)
            numbers = self.chance.choices(NUMBERS, k=2)
            await self.do(gestures.SettleDice(tuple(numbers), None))

    async def take_turn(self) -> None:
        """Moves for this person or for the computer, and completes the turn."""
        if self.is_asked:
            await self.play(self.choose_play())
        else:
            await self.follow_the_lamps()
        await self.end_turn()

    async def end_turn(self) -> None:
        await self.pass_seconds(0.5)
        own = gestures.Press(OWN_BUTTON[self.state.colour])
        lift = gestures.LiftDice(self.dice().colour)
        await self.do(own if self.chance.random() < 1 / 2 else lift, 0.5)

    def choose_play(self) -> Position:
        return self.chance.choice(sorted(self.plays, key=lambda play: play.counts))

    @property
    def plays(self) -> tuple[Position, ...]:
        return tuple(self.state.plays or ())

    def dice(self, colour: Colour | None = None) -> SimulatedDice:
        """The dice of this colour, or the shared pair."""
        pairs = {pair.colour: pair for pair in self.seated.devices.all_of(SimulatedDice)}
        return pairs.get(colour or self.colour) or pairs[None]

    async def play(self, play: Position) -> None:
        state = self.state
        assert state.match.game.dice
        turn = TurnToPlay(state.match.game.position, state.match.game.dice, state.colour)
        for gesture in play_turn(turn, play, Temperament(TIDY, self.chance)):
            await self.perform(gesture)

    async def follow_the_lamps(self) -> None:
        """Takes checkers where lamps say so and put them where others say, number by number."""
        dice = self.state.match.game.dice
        left = list(dice.numbers) if dice else []
        for _ in range(MAX_CARRIED):
            if not self.lamps_with(LampMeaning.COMPUTER):
                return
            for place in self.lit_blots:
                await self.do(gestures.Lift(place, self.colour))
                await self.do(gestures.Put(bar(self.colour), self.colour))
            if carry := self._next_carry(left):
                source, target = carry
                await self.do(gestures.Lift(source, self.colour.other))
                await self.do(gestures.Put(target, self.colour.other))
        raise AssertionError(self.state)

    @property
    def lit_blots(self) -> list[Place]:
        """The lit places where a checker of the person is hit by the computer."""
        meant = (LampMeaning.COMPUTER, LampMeaning.COMPUTER_TO)
        lit = [place for place, meaning in self.state.lamps.items() if meaning in meant]
        here = self.seated.checkers
        return [at for at in lit if at != bar(self.colour) and self.colour in here[at]]

    def _next_carry(self, left: list[int]) -> tuple[Place, Place] | None:
        """Source and target of the next checker, by one of these numbers if possible."""
        at = OWN_NUMBERING[self.colour.other]
        carries = {
            (source, target): at.index(source) - at.index(target)
            for source in self.lamps_with(LampMeaning.COMPUTER)
            for target in self.lamps_with(LampMeaning.COMPUTER_TO)
            if source in at and target in at
        }
        for carry, pips in carries.items():
            if pips in left:
                left.remove(pips)
                return carry
        # A larger number bears off as well; only then may one checker take several numbers.
        off = [carry for carry in carries if carry[1] == tray(self.colour.other)]
        fits = [carry for carry, pips in carries.items() if pips and sum(left) % pips == 0]
        return next(iter(off or fits or carries), None)

    def lamps_with(self, meaning: LampMeaning) -> list[Place]:
        return [place for place, meant in self.state.lamps.items() if meant is meaning]

    async def perform(self, gesture: gestures.Gesture) -> None:
        await self.seated.do(gesture)

    async def do(self, gesture: gestures.Gesture, seconds: float = 0.1) -> None:
        await self.perform(gesture)
        await self.pass_seconds(seconds)

    async def pass_seconds(self, seconds: float) -> None:
        """Passes time, and gives the computer all the time it needs."""
        await self.computer.wait_until_settled()
        await self.seated.pass_seconds(seconds)
        await self.computer.wait_until_settled()


def person_for_both(runtime: TableRuntime, seated: HandsAtTable, seed: int = 1) -> PersonForBoth:
    """A person who moves all checkers at a table where the computer plays."""
    assert runtime.computer_player.player
    return PersonForBoth(seated, runtime.computer_player, Random(seed))  # noqa: S311 - hands, no secret


POLL_INTERVAL = 0.1
"""Seconds between two looks at the table."""
LONG_WAIT = 60.0
"""Seconds after which nothing more is expected."""


@dataclass
class PersonForOwn(PersonForBoth):
    """A person who throws and moves only for the own side, at a board in any orientation."""

    runtime: TableRuntime

    @property
    def phase(self) -> Phase:
        return self.state.match.game.phase

    @property
    def is_mine(self) -> bool:
        return self.state.turn is not self.computer.player

    @property
    def lies_as_expected(self) -> bool:
        """True if the checkers actually lie as they did when the turn began."""
        wanted = self.seated.table.orientation.layout(self.state.expected_layout)
        return self.seated.checkers.layout == wanted

    async def go_on(self) -> None:
        game = self.state.match.game
        if self.state.has_offer:
            if self.is_asked:
                no = game.phase is Phase.DOUBLED and self.chance.random() < DROPS
                answer = PlayerRequestKind.NO if no else PlayerRequestKind.YES
                await self.do(gestures.SendRequest(self.colour, answer))
        elif game.phase is Phase.OPENING:
            await self.open()
        elif game.phase is Phase.OVER:
            await self.set_up()
        elif self.is_mine and game.phase is Phase.TO_THROW:
            if self.chance.random() < DOUBLES:
                await self.double()
            if not self.state.has_offer:
                await self.throw()
        elif self.is_mine and game.phase is Phase.TO_PLAY:
            await self.take_turn()
        await self.pass_seconds(POLL_INTERVAL)

    async def open(self) -> None:
        """Throws the own die, or the shared pair."""
        thrown = self.colour in self.state.this_turn.opening
        rolls = self.dice().reading().state is DiceState.ROLLING
        if self.state.is_set_up and not thrown and not rolls:
            await self.throw()

    async def throw(self) -> None:
        pair = self.dice()
        one = pair.colour is not None and self.phase is Phase.OPENING
        numbers = self.chance.choices(NUMBERS, k=1 if one else 2)
        self.runtime.rolling_dice.throw(pair, tuple(numbers))
        await self.pass_seconds(0.8)

    async def set_up(self) -> None:
        wanted = self.seated.table.orientation.layout(self.state.expected_layout)
        self.seated.checkers.arrange(wanted)
        await self.pass_seconds(1)

    async def take_turn(self) -> None:
        play = self.choose_play()
        await self.play(play)
        await self.end_turn()
        if (asking := self.state.question) and asking.kind is QuestionKind.WHICH:
            number = asking.plays.index(play)
            await self.do(gestures.SendRequest(self.colour, PlayerRequestKind.CHOOSE, number))

    async def perform(self, gesture: gestures.Gesture) -> None:
        await self.seated.do(gestures.rename_places(gesture, self.seated.table.orientation))

    async def wait_until(self, wanted: Any) -> None:
        """Passes time until a condition holds."""
        for _ in range(int(LONG_WAIT / POLL_INTERVAL)):
            if wanted():
                return
            await self.pass_seconds(POLL_INTERVAL)
        raise AssertionError(self.state)


def person_for_own(runtime: TableRuntime, seed: int = 1) -> PersonForOwn:
    """A person who moves the own checkers at a table where the computer acts by itself."""
    chance = Random(seed)  # noqa: S311 - hands, no secret
    return PersonForOwn(hands_at(runtime), runtime.computer_player, chance, runtime)
