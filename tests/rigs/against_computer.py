"""Somebody who plays against the computer, and throws and moves for it as the lamps say."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from engine.backgammon.dice import NUMBERS
from engine.backgammon.game.match import Phase
from engine.backgammon.position import Position
from hardware.checkers import Colour, Place, bar, tray
from hardware.signals import Button, Wish
from referee.effects import Meaning
from referee.state import State
from service.simulation.acts import OWN
from service.simulation.gestures import Gesture, Lift, LiftDice, Press, Put, Roll, Say, Throw
from service.simulation.habits import TIDY, Temper
from service.simulation.hands import AT, Turn, play_turn
from service.tables.handless import HandlessPlayer
from service.tables.running import Running
from tests.rigs.tables import Sitting

MOST_ACTS = 2000
"""More of them, and the game does not come to its end."""
MOST_CARRIED = 8
DOUBLES = 0.1
DROPS = 0.3


@dataclass
class Guest:
    """Hands for two, and a head for one."""

    seated: Sitting
    computer: HandlessPlayer
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
        """Go on until the match is won."""
        for _ in range(MOST_ACTS):
            if self.state.match.winner:
                return
            await self.go_on()
        raise AssertionError(self.state)

    async def go_on(self) -> None:
        """Do the next thing there is to do."""
        game = self.state.match.game
        if game.resignation or game.undo_asked_by:
            await self.do(Say(self.colour, Wish.YES))
        elif game.phase in (Phase.DOUBLED, Phase.BEAVERED):
            wish = Wish.NO if self.chance.random() < DROPS else Wish.YES
            await self.do(Say(self.colour, wish))
        elif game.phase is Phase.TO_PLAY:
            await self.take_turn()
        elif game.phase is Phase.OVER:
            self.seated.checkers.arrange(self.state.expected_layout)
            await self.pass_by(1)
        elif game.phase is Phase.TO_THROW and self.is_asked and self.chance.random() < DOUBLES:
            await self.do(Press(Button.CUBE))
            await self.throw()
        else:
            await self.throw()

    async def throw(self) -> None:
        """Throw, for whoever it is to throw; but not while an answer is waited for."""
        if self.state.match.game.phase in (Phase.OPENING, Phase.TO_THROW):
            await self.do(Roll(None), 0.8)
            numbers = self.chance.choices(NUMBERS, k=2)
            await self.do(Throw(tuple(numbers), None))

    async def take_turn(self) -> None:
        """Move, for oneself or for the computer, and complete the turn by an act."""
        if self.is_asked:
            await self.play(self.chance.choice(sorted(self.plays, key=lambda play: play.counts)))
        else:
            await self.follow_the_lamps()
        await self.pass_by(0.5)
        own = Press(OWN[self.state.colour])
        await self.do(own if self.chance.random() < 1 / 2 else LiftDice(None), 0.5)

    @property
    def plays(self) -> tuple[Position, ...]:
        return tuple(self.state.plays or ())

    async def play(self, play: Position) -> None:
        """Make a play, whoever's turn it is."""
        state = self.state
        assert state.match.game.dice
        turn = Turn(state.match.game.position, state.match.game.dice, state.colour)
        for gesture in play_turn(turn, play, Temper(TIDY, self.chance)):
            await self.seated.do(gesture)

    async def follow_the_lamps(self) -> None:
        """Take checkers where lamps say so and put them where others say, number by number."""
        dice = self.state.match.game.dice
        left = list(dice.numbers) if dice else []
        for _ in range(MOST_CARRIED):
            if not self.lit(Meaning.COMPUTER):
                return
            for place in self.lit_blots:
                await self.do(Lift(place, self.colour))
                await self.do(Put(bar(self.colour), self.colour))
            if carry := self._next_carry(left):
                source, target = carry
                await self.do(Lift(source, self.colour.other))
                await self.do(Put(target, self.colour.other))
        raise AssertionError(self.state)

    @property
    def lit_blots(self) -> list[Place]:
        """Where a checker of the guest is to be taken to the bar."""
        meant = (Meaning.COMPUTER, Meaning.COMPUTER_TO)
        lit = [place for place, meaning in self.state.lit.items() if meaning in meant]
        here = self.seated.checkers
        return [it for it in lit if it != bar(self.colour) and self.colour in here[it]]

    def _next_carry(self, left: list[int]) -> tuple[Place, Place] | None:
        """From where to where a checker is carried next, by one of these numbers if that may be."""
        at = AT[self.colour.other]
        carries = {
            (source, target): at.index(source) - at.index(target)
            for source in self.lit(Meaning.COMPUTER)
            for target in self.lit(Meaning.COMPUTER_TO)
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

    def lit(self, meaning: Meaning) -> list[Place]:
        """Where the lamps say this."""
        return [place for place, meant in self.state.lit.items() if meant is meaning]

    async def do(self, gesture: Gesture, seconds: float = 0.1) -> None:
        await self.seated.do(gesture)
        await self.pass_by(seconds)

    async def pass_by(self, seconds: float) -> None:
        """Let time go by, the computer having all the time it needs."""
        await self.computer.settled()
        await self.seated.passes(seconds)
        await self.computer.settled()


def guest_at(running: Running, seated: Sitting, seed: int = 1) -> Guest:
    """Somebody at a table where the computer plays."""
    assert running.computer.player
    return Guest(seated, running.computer, Random(seed))  # noqa: S311 - hands, no secret
