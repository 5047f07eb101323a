"""The moments that docs/lights.md shows: short evenings, played through the real referee."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from engine.backgammon.dice import Dice
from engine.backgammon.moves.plays import LegalPlays
from engine.backgammon.position import START, Position
from engine.backgammon.rulebook import TOURNAMENT
from engine.players import ByPlayer, Player
from hardware.checkers import BACKGAMMON, POINTS, Colour, Layout, Pile, Place, bar
from hardware.observations import Observation, Sighting, of_any_colour
from hardware.signals import (
    Button,
    ButtonPressed,
    DeviceLost,
    DiceReading,
    DiceState,
    PlayChosen,
    Signal,
    TimerExpired,
)
from referee.hand_pace import LONGEST_REST
from referee.match_settings import CASUAL_PROFILE, MatchSettings
from referee.seating import Seating
from referee.state import State
from referee.step import step
from tools.board_drawing import Scene

LIGHT, DARK = Colour
SEATING = Seating(Player.ONE)
SETTINGS = MatchSettings(ByPlayer("Ann", "Bob"), TOURNAMENT, 5, Player.ONE, CASUAL_PROFILE)
SWITCHES, CLOCK, DICE = "switches", "clock", "dice"


class SceneTable:
    """A table with switches that count and tell no colour, and a referee who watches it."""

    def __init__(self) -> None:
        self.state = State.of(SETTINGS)
        self.piles = dict(SEATING.layout(START, Player.ONE).piles)
        self.unseen: dict[Place, Sighting] = {}
        self.dice: tuple[int, ...] = ()
        self.now = 0.0

    def signal(self, happened: Callable[[float], Signal]) -> None:
        """Sends a signal now, and lets the board lie still after it."""
        self.state = step(self.state, happened(self.now)).state
        self.now += 1.0
        self.state = step(self.state, TimerExpired(CLOCK, self.now)).state

    def rest(self, seconds: float) -> None:
        """Lets the board lie as it is."""
        self.now += seconds
        self.state = step(self.state, TimerExpired(CLOCK, self.now)).state

    def look(self) -> None:
        """Reports the switches."""
        seen = {
            place: self.unseen.get(place, of_any_colour(pile.count if pile else 0))
            for place, pile in ((place, self.piles.get(place)) for place in BACKGAMMON.places)
        }
        self.signal(lambda now: Observation(SWITCHES, now, seen))

    def lift(self, *numbers: int) -> Colour:
        """Takes a checker from each of these points; the colour of the last."""
        colour = LIGHT
        for number in numbers:
            place = POINTS[number - 1]
            colour, count = self.piles[place].colour, self.piles[place].count
            del self.piles[place]
            if count > 1:
                self.piles[place] = Pile(colour, count - 1)
        return colour

    def put(self, number: int, colour: Colour) -> None:
        """Puts a checker down; one of the other colour that lies there alone goes to its bar."""
        place = POINTS[number - 1]
        there = self.piles.get(place)
        if there and there.colour is not colour:
            self.piles[bar(there.colour)] = Pile(there.colour, 1)
            there = None
        self.piles[place] = Pile(colour, there.count + 1 if there else 1)

    def carry(self, moves: str) -> None:
        """Carries checkers from point to point, `8/5 6/5` as Light counts, and reports them."""
        for move in moves.split():
            source, target = map(int, move.split("/"))
            self.put(target, self.lift(source))
        self.look()

    def begin(self, light: int, dark: int) -> None:
        """Sets up, and throws one die for each player."""
        self.look()
        self.throw(light, dark)

    def throw(self, *numbers: int) -> None:
        self.dice = numbers
        self.signal(lambda now: DiceReading(DICE, now, DiceState.SETTLED, numbers))

    def pick_up(self) -> None:
        """The dice are lifted, which ends the turn."""
        self.dice = ()
        self.signal(lambda now: DiceReading(DICE, now, DiceState.LIFTED))

    def press(self, button: Button) -> None:
        self.signal(lambda now: ButtonPressed("buttons", now, button))

    def scene(self, title: str) -> Scene:
        """The checkers on the table now, and the lit lamps."""
        return Scene(title, Layout(self.piles), self.state.lamps, self.dice, self.state.colour)


def _set_up(evening: SceneTable) -> None:
    evening.piles[POINTS[7]] = Pile(LIGHT, 2)
    evening.piles[POINTS[18]] = Pile(DARK, 6)
    evening.piles[POINTS[16]] = Pile(DARK, 2)
    evening.look()


def _movable(evening: SceneTable) -> None:
    evening.begin(3, 1)


def _destinations(evening: SceneTable) -> None:
    _movable(evening)
    evening.lift(8)
    evening.look()


def _complete(evening: SceneTable) -> None:
    _movable(evening)
    evening.carry("8/5 6/5")


def _illegal(evening: SceneTable) -> None:
    evening.begin(5, 4)
    evening.carry("13/8 13/10")
    evening.rest(LONGEST_REST)


def _knocked_board(evening: SceneTable) -> None:
    _movable(evening)
    evening.carry("6/7 6/7 8/9 19/20 17/16")


def _alike(evening: SceneTable) -> None:
    """Four points may hold a checker or none, and one checker has left the 13 and one the 6."""
    evening.begin(3, 2)
    evening.unseen = {POINTS[number - 1]: of_any_colour(0, 1) for number in (3, 4, 10, 11)}
    evening.carry("13/11 6/3")


def _which(evening: SceneTable) -> None:
    _alike(evening)
    evening.pick_up()


def _turn(evening: SceneTable) -> None:
    _complete(evening)
    evening.pick_up()


def _offer(evening: SceneTable) -> None:
    _turn(evening)
    evening.press(Button.CUBE)
    evening.press(Button.DARK)


def _confirm(evening: SceneTable) -> None:
    _turn(evening)
    evening.press(Button.CUBE)


def _doubt(evening: SceneTable) -> None:
    _movable(evening)
    evening.unseen = {POINTS[4]: of_any_colour(1)}
    evening.carry("8/5 6/5")
    evening.press(Button.LIGHT)


def _link_lost(evening: SceneTable) -> None:
    _movable(evening)
    evening.signal(lambda now: DeviceLost(SWITCHES, now, "unplugged"))


def _computer(evening: SceneTable) -> None:
    _turn(evening)
    evening.throw(6, 4)
    mover = evening.state.turn
    play = _point_made(evening.state.expected, Dice(6, 4))
    wanted = SEATING.layout(play, mover)
    evening.signal(lambda now: PlayChosen("opponent", now, wanted))


def _point_made(before: Position, dice: Dice) -> Position:
    """The play that brings two checkers to the mover's point 2."""
    return max(LegalPlays(before, dice, TOURNAMENT), key=lambda play: play.counts[1])


_SCENES: Mapping[str, tuple[str, Callable[[SceneTable], None]]] = MappingProxyType(
    {
        "set-up": ("Setting up: a checker is missing here and there, and one is too many", _set_up),
        "movable": ("Light has thrown 3 and 1 and can move these checkers", _movable),
        "destinations": ("A checker is lifted: where it may come down", _destinations),
        "complete": ("A finished legal play, until the dice are picked up", _complete),
        "illegal": ("An illegal play: where the checker is and where it belongs", _illegal),
        "correction": ("Somebody knocked against the board: from where to where", _knocked_board),
        "ambiguous": ("A lamp dazzles the camera: the play may be one of two", _alike),
        "which": ("Light is done: which of the two was it?", _which),
        "turn": ("It is Dark's turn", _turn),
        "offer": ("Dark has doubled: Light has to answer", _offer),
        "confirm": ("The cube button is pressed: does Dark want to double?", _confirm),
        "doubt": ("A switch that does not see a checker", _doubt),
        "link-lost": ("The switches cannot be reached", _link_lost),
        "computer": ("The computer plays Dark: what to move for it", _computer),
    }
)


def scenes() -> Mapping[str, Scene]:
    """Every scene by its name."""
    played: dict[str, Scene] = {}
    for name, (title, play) in _SCENES.items():
        evening = SceneTable()
        play(evening)
        played[name] = evening.scene(title)
    return played
