"""Somebody who plays against the computer, and throws and moves for it as the lamps say."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from engine.backgammon.dice import NUMBERS
from engine.backgammon.game.match import Phase
from engine.backgammon.players import Player
from engine.backgammon.position import Position
from hardware.checkers import Colour, Place, bar
from hardware.signals import Button, Wish
from referee.effects import Meaning
from referee.state import State
from service.computer import HandlessPlayer
from service.running import Running
from service.simulation.acts import OWN
from service.simulation.gestures import Gesture, Lift, LiftDice, Press, Put, Roll, Say, Throw
from service.simulation.habits import TIDY, Temper
from service.simulation.hands import Turn, play_turn
from tests.rigs.tables import Sitting

MOST_ACTS = 2000
"""More of them, and the game does not come to its end."""
DOUBLES = 0.1
DROPS = 0.3


@dataclass
class Guest:
    """Hands for two, and a head for one."""

    seated: Sitting
    computer: HandlessPlayer
    chance: Random
    seen: list[State] = field(default_factory=list)
    """What was known before each act."""

    @property
    def state(self) -> State:
        return self.seated.table.state

    @property
    def colour(self) -> Colour:
        return self.state.seating.colour(self.computer.player.opponent)

    @property
    def is_asked(self) -> bool:
        return self.state.match.to_act is not self.computer.player

    async def play_match(self) -> None:
        """Go on until the match is won."""
        for _ in range(MOST_ACTS):
            if self.state.match.winner:
                return
            self.seen.append(self.state)
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
        """Take a checker wherever a lamp says so, then put them where others say."""
        colour = self.state.colour
        while taken := self.lit(Meaning.COMPUTER):
            await self.do(Lift(taken[0], self.seated.checkers[taken[0]][-1]))
        while lit := self.lit(Meaning.COMPUTER_TO):
            if bar(colour.other) not in lit:
                await self.do(Put(lit[0], colour))
                continue
            if colour.other not in self.seated.checkers.hand:
                hit = next(place for place in lit if colour.other in self.seated.checkers[place])
                await self.do(Lift(hit, colour.other))
            await self.do(Put(bar(colour.other), colour.other))

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
    assert running.computer
    return Guest(seated, running.computer, Random(seed))  # noqa: S311 - hands, no secret
