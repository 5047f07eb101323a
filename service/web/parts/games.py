"""The match as it is shown: who plays, what stands, what may be asked for, what is waited for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from engine.backgammon.game.doubling import double_ban
from engine.backgammon.game.match import Crawford, Match, Phase
from engine.backgammon.game.refusals import Ban
from engine.backgammon.players import Player
from engine.backgammon.sides import Side
from hardware.checkers import Colour, tray
from referee.announcing import tell_notice
from referee.asking import OF_SENSORS
from referee.captions import tell_state, write_choice
from referee.effects import Notice, What
from referee.profiles import HINT_LEVELS
from referee.recounting import tell_result
from referee.seating import Facing
from referee.state import OFFERED, State
from referee.verdicts import Disturbed, Illegal, Unreadable
from referee.words import Phrases
from service.announcer import Announcer
from service.match_ids import Ids
from service.web.messages.to_page import CubeShown, DiceShown, Game, PlayerShown, Question
from service.web.offers import May
from service.web.parts.drawing import Picture, is_whole, pips, pips_of

_NO_CUBE = (Ban.NO_CUBE, Ban.NO_CUBE_IN_ONE_POINT_MATCH)


@dataclass(frozen=True, slots=True)
class Moment:
    """What is known of a match at one moment, in no language yet."""

    number: int
    """Another one whenever what may be asked for or answered has changed."""
    state: State
    picture: Picture
    offers: Mapping[Colour, tuple[May, ...]]
    computer: Player | None
    by_itself: Player | None
    """The computer, where nobody throws and moves for it."""
    facing: Facing
    ids: Ids


def game(moment: Moment, phrases: Phrases) -> Game:
    """The match, and what the referee waits for."""
    state, match = moment.state, moment.state.match
    settings = state.settings
    return Game(
        moment=moment.number,
        verdict=verdict(state, phrases, moment.by_itself),
        alarm=objects(state),
        status=Announcer(settings.names, phrases).status(match),
        players={colour: _player(moment, colour, phrases) for colour in Colour},
        turn=None if state.is_setting_up else state.colour,
        dice=tuple(_dice(state)),
        cube=_cube(state),
        question=_question(state, phrases),
        length=match.length,
        number=match.number,
        crawford=match.crawford is Crawford.NOW,
        rulebook=settings.rulebook.name,
        profile=settings.profile.name,
        hints_locked=settings.profile.hints_locked,
        setting_up=state.is_setting_up,
        over=match.game.phase is Phase.OVER,
        winner=state.seating.colour(match.winner) if match.winner else None,
        xgid=moment.ids.xgid,
        gnu_id=moment.ids.gnu_id,
        light_far=moment.facing.light_far,
        home_left=moment.facing.home_left,
    )


def verdict(state: State, phrases: Phrases, by_itself: Player | None = None) -> str:
    """What the referee makes of the board, and where the sensors do not agree.

    A game that is over is told of first, and after the last one nothing more is waited for.
    """
    result = tell_result(state.match, state.settings.names, phrases)
    is_over = state.match.winner and not state.has_offer
    waiting = [] if is_over else [tell_state(state, phrases, by_itself)]
    told = " ".join([*result, *waiting])
    if not state.sight.disputed:
        return told
    quarrel = Notice(What.DEVICES_DISAGREE, places=state.sight.disputed)
    return f"{told} {tell_notice(quarrel, state.settings, phrases)}"


def counting_in(state: State) -> Colour:
    """As whom the points are numbered: whoever's turn it is, or Light."""
    return Colour.LIGHT if state.is_setting_up else state.colour


def objects(state: State) -> bool:
    """Whether something is not as it should be, and the players are told so."""
    if state.sight.disputed:
        return True
    if state.asking:
        return state.asking.question in OF_SENSORS
    match state.verdict:
        case Illegal():
            return state.shows_illegal
        case Disturbed(moves):
            return bool(moves) and not state.is_setting_up
    return isinstance(state.verdict, Unreadable)


def _player(moment: Moment, colour: Colour, phrases: Phrases) -> PlayerShown:
    state = moment.state
    player = state.seating.player(colour)
    travel, off = _travel(moment, colour)
    return PlayerShown(
        name=state.settings.names[player],
        score=state.match.score[player],
        pips=travel,
        off=off,
        computer=player is moment.computer,
        hints=HINT_LEVELS.index(state.hints[colour]),
        offers=tuple(may.told(state, phrases) for may in moment.offers[colour]),
    )


def _travel(moment: Moment, colour: Colour) -> tuple[int | None, int]:
    """The pips and what is borne off: as the checkers lie, or as they did when all of them did."""
    state = moment.state
    if is_whole(moment.picture):
        return pips(moment.picture, colour), moment.picture[tray(colour)][colour]
    if state.is_setting_up:
        return None, moment.picture[tray(colour)][colour]
    game = state.match.game
    side = Side.MOVER if state.seating.player(colour) is game.turn else Side.OTHER
    return pips_of(game.position, game.turn, state.seating)[colour], game.position.off[side]


def _dice(state: State) -> Iterable[DiceShown]:
    for name in sorted(state.dice):
        seen = state.dice[name]
        yield DiceShown(name, seen.state, seen.numbers, seen.colour)


def _cube(state: State) -> CubeShown | None:
    """The cube, if this match has any use for one."""
    match = state.match
    cube, seating = match.game.cube, state.seating
    if double_ban(match, match.game.turn) in _NO_CUBE:
        return None
    owner = None if cube.owner is None else seating.colour(cube.owner)
    if match.game.phase not in OFFERED:
        return CubeShown(cube.value, owner)
    return CubeShown(cube.value, owner, match.game.offer, seating.colour(_doubled(match)))


def _doubled(match: Match) -> Player:
    """Who has to answer the double, whatever else is asked."""
    turn = match.game.turn
    return turn.opponent if match.game.phase is Phase.DOUBLED else turn


def _question(state: State, phrases: Phrases) -> Question | None:
    asking = state.asking
    if asking is None:
        return None
    return Question(
        tell_state(state, phrases),
        state.seating.colour(asking.to),
        tuple(write_choice(state, play, phrases) for play in asking.plays),
        asking.chosen,
    )
