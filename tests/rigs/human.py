"""Somebody who plays against a computer that throws and moves by itself."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from random import Random
from typing import Any

from engine.backgammon.dice import NUMBERS
from engine.backgammon.game.match import Phase
from engine.backgammon.position import Position
from hardware.checkers import BACKGAMMON, Colour
from hardware.drivers.simulated.dice import SimulatedDice
from hardware.signals import Button, DiceState, Wish
from referee.asking import Question
from service.simulation.acts import OWN
from service.simulation.gestures import Gesture, LiftDice, Press, Say
from service.simulation.habits import TIDY, Temper
from service.simulation.hands import Turn, play_turn
from service.tables.running import Running
from tests.rigs.against_computer import DOUBLES, DROPS, Guest
from tests.rigs.tables import seated_at

STEP = 0.1
"""Seconds between two looks at the table."""
AGES = 60.0
"""Seconds after which nothing more will come."""


@dataclass
class Human(Guest):
    """A guest who throws and moves only for himself, and sees the board as it is turned."""

    running: Running

    @property
    def phase(self) -> Phase:
        return self.state.match.game.phase

    @property
    def is_mine(self) -> bool:
        return self.state.turn is not self.computer.player

    @property
    def lies_as_expected(self) -> bool:
        """Whether the checkers truly lie as they did when the turn began."""
        wanted = self.seated.table.facing.layout(self.state.expected_layout)
        return self.seated.checkers.layout == wanted

    def dice(self, colour: Colour | None = None) -> SimulatedDice:
        """The dice of this colour, or those that both throw."""
        pairs = {pair.colour: pair for pair in self.seated.devices.all_of(SimulatedDice)}
        return pairs.get(colour or self.colour) or pairs[None]

    async def go_on(self) -> None:
        game = self.state.match.game
        if self.state.has_offer:
            if self.is_asked:
                no = game.phase is Phase.DOUBLED and self.chance.random() < DROPS
                await self.do(Say(self.colour, Wish.NO if no else Wish.YES))
        elif game.phase is Phase.OPENING:
            await self.open()
        elif game.phase is Phase.OVER:
            await self.set_up()
        elif self.is_mine and game.phase is Phase.TO_THROW:
            if self.chance.random() < DOUBLES:
                await self.do(Press(Button.CUBE))
            if not self.state.has_offer:
                await self.throw()
        elif self.is_mine and game.phase is Phase.TO_PLAY:
            await self.take_turn()
        await self.pass_by(STEP)

    async def open(self) -> None:
        """Throw one's own die, or the pair that both throw."""
        thrown = self.colour in self.state.this_turn.opening
        rolls = self.dice().look().state is DiceState.ROLLING
        if self.state.is_set_up and not thrown and not rolls:
            await self.throw()

    async def throw(self) -> None:
        pair = self.dice()
        one = pair.colour is not None and self.phase is Phase.OPENING
        numbers = self.chance.choices(NUMBERS, k=1 if one else 2)
        self.running.throws.throw(pair, tuple(numbers))
        await self.pass_by(0.8)

    async def set_up(self) -> None:
        """Set up all checkers at once."""
        wanted = self.seated.table.facing.layout(self.state.expected_layout)
        self.seated.checkers.arrange(wanted)
        await self.pass_by(1)

    async def take_turn(self) -> None:
        play = self.chance.choice(sorted(self.plays, key=lambda play: play.counts))
        await self.play(play)
        await self.pass_by(0.5)
        await self.end_turn()
        if (asking := self.state.asking) and asking.question is Question.WHICH:
            await self.do(Say(self.colour, Wish.CHOOSE, asking.plays.index(play)))

    async def end_turn(self) -> None:
        if self.chance.random() < 1 / 2:
            await self.do(Press(OWN[self.colour]), 0.5)
        else:
            await self.do(LiftDice(self.dice().colour), 0.5)

    async def play(self, play: Position) -> None:
        state = self.state
        assert state.match.game.dice
        turn = Turn(state.match.game.position, state.match.game.dice, state.colour)
        for gesture in play_turn(turn, play, Temper(TIDY, self.chance)):
            await self.seated.do(self.turned(gesture))

    async def do(self, gesture: Gesture, seconds: float = 0.1) -> None:
        await self.seated.do(self.turned(gesture))
        await self.pass_by(seconds)

    def turned(self, gesture: Gesture) -> Gesture:
        """The gesture at the places as the board itself calls them."""
        facing = self.seated.table.facing
        given = {field.name: getattr(gesture, field.name) for field in fields(gesture)}
        turned: dict[str, Any] = {
            name: facing[value] for name, value in given.items() if value in BACKGAMMON
        }
        return replace(gesture, **turned)

    async def waits_until(self, wanted: Any) -> None:
        """Let time go by until something is so."""
        for _ in range(int(AGES / STEP)):
            if wanted():
                return
            await self.pass_by(STEP)
        raise AssertionError(self.state)


def human_at(running: Running, seed: int = 1) -> Human:
    """Somebody at a table where the computer acts by itself."""
    chance = Random(seed)  # noqa: S311 - hands, no secret
    return Human(seated_at(running), running.computer, chance, running)
