"""Positions as XGID, GNU id, board letters, and a card for people and programs."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from engine.backgammon.game.match import Crawford, Match, Phase
from engine.backgammon.game.scoring import Cube
from engine.backgammon.moves.plays import LegalPlays
from engine.backgammon.notation.play_text import write_play
from engine.backgammon.notation.snapshots.diagram import LETTERS, draw
from engine.backgammon.notation.snapshots.gnu_id import gnu_id, match_id, parse_gnu_id, position_id
from engine.backgammon.notation.snapshots.snapshot import Snapshot, player_to_decide
from engine.backgammon.notation.snapshots.xgid import parse_xgid, xgid
from engine.backgammon.position import CHECKERS, Position
from engine.backgammon.rulebook import Rulebook
from engine.players import ByPlayer, Player
from engine.sides import Side
from hardware.checkers import POINTS, Colour, Layout, Pile, Place, bar, tray
from service.words.phrases import Phrases

BOTTOM = Player.TWO
"""The player at the bottom, with the capital letters: Light."""
_DOUBLE_OFFERED = (Phase.DOUBLED, Phase.BEAVERED)


@dataclass(frozen=True, slots=True)
class PositionIds:
    """A moment in both notations; empty where a number is too large for the notation."""

    xgid: str
    gnu_id: str


def ids_of(match: Match, light: Player) -> PositionIds:
    """The ids of the present moment of a match."""
    return ids_of_snapshot(snapshot_of(match, light))


def ids_of_snapshot(snapshot: Snapshot) -> PositionIds:
    """The ids of a snapshot in which Light is the player at the bottom."""
    return PositionIds(_unless_too_large(xgid, snapshot), _unless_too_large(gnu_id, snapshot))


def snapshot_of(match: Match, light: Player) -> Snapshot:
    """The snapshot of a match: position, decision, cube and score, with Light at the bottom."""
    game, offered = match.game, match.game.phase in _DOUBLE_OFFERED
    owner = game.cube.owner
    return Snapshot(
        game.position,
        _seat_of(game.turn, light),
        game.dice,
        doubled=offered,
        resigning=_resignation(match),
        cube=Cube(game.cube.value, None if owner is None else _seat_of(owner, light)),
        score=ByPlayer(match.score[light.opponent], match.score[light]),
        length=match.length,
        crawford=bool(match.length) and match.crawford is Crawford.NOW,
        jacoby=match.rulebook.jacoby.in_force(match.length),
        beavers=match.rulebook.beavers.in_force(match.length),
    )


def _seat_of(player: Player, light: Player) -> Player:
    return BOTTOM if player is light else BOTTOM.opponent


def _resignation(match: Match) -> int:
    """The level of a resignation offered by the player to act, or 0; others have no notation."""
    offer = match.game.resignation
    going_on = replace(match.game, resignation=None, undo_asked_by=None)
    if offer is None or offer.player is not match.with_game(going_on).to_act:
        return 0
    return int(offer.win)


def _unless_too_large(write: Callable[[Snapshot], str], snapshot: Snapshot) -> str:
    try:
        return write(snapshot)
    except ValueError:
        return ""


BOARD_PLACES = (bar(Colour.DARK), *POINTS, bar(Colour.LIGHT))
"""The places in the order of their letters."""
EMPTY_PLACE = "-"
_FIRST = {Colour.LIGHT: "A", Colour.DARK: "a"}
_PILES: Mapping[str, Pile | None] = {
    EMPTY_PLACE: None,
    **{
        chr(ord(first) + count - 1): Pile(colour, count)
        for colour, first in _FIRST.items()
        for count in range(1, CHECKERS + 1)
    },
}
_LETTERS = {pile: letter for letter, pile in _PILES.items()}


def write_board(layout: Layout) -> str:
    """Returns the letters of a layout; raises ValueError unless each side has fifteen checkers."""
    letters = "".join(_letter(layout, place) for place in BOARD_PLACES)
    if read_board(letters) != layout:
        raise ValueError("the trays do not hold the checkers that are missing on the board")
    return letters


def read_board(text: str) -> Layout:
    """Returns the layout of such letters, trays included; raises ValueError for invalid letters."""
    piles = read_piles(text)
    there = Counter[Colour]()
    for pile in piles.values():
        there[pile.colour] += pile.count
    if too_many := [colour.value for colour in Colour if there[colour] > CHECKERS]:
        raise ValueError(f"more than {CHECKERS} checkers of one colour: {' and '.join(too_many)}")
    off = {
        tray(colour): Pile(colour, CHECKERS - there[colour])
        for colour in Colour
        if there[colour] < CHECKERS
    }
    return Layout({**piles, **off})


def read_piles(text: str) -> Mapping[Place, Pile]:
    """Returns the piles of such letters, of any total; raises ValueError for invalid letters."""
    if len(text) != len(BOARD_PLACES):
        raise ValueError(f"a board has {len(BOARD_PLACES)} letters, not {len(text)}")
    lying = {place: _pile(letter) for place, letter in zip(BOARD_PLACES, text, strict=True)}
    piles = {place: pile for place, pile in lying.items() if pile}
    for colour in Colour:
        if (half := piles.get(bar(colour))) and half.colour is not colour:
            raise ValueError(f"{half.colour.value} checkers on the bar of {colour.value}")
    return piles


def _letter(layout: Layout, place: Place) -> str:
    pile = layout.piles.get(place)
    if pile not in _LETTERS:
        raise ValueError(f"no letter stands for {pile} on {place}")
    return _LETTERS[pile]


def _pile(letter: str) -> Pile | None:
    if letter not in _PILES:
        raise ValueError(f"a board is written with -, A to O and a to o, not {letter!r}")
    return _PILES[letter]


def parse_id(text: str) -> Snapshot:
    """The snapshot of an XGID, a Position ID or a Position ID:Match ID; NotationError otherwise."""
    is_xgid = re.match(r"\s*xgid\s*=|\s*[-A-Pa-p]{26}\s*:", text, re.IGNORECASE)
    return parse_xgid(text) if is_xgid else parse_gnu_id(text)


@dataclass(frozen=True, slots=True)
class PositionCard:
    """A snapshot of a match, and the rulebook that decides which plays are legal."""

    snapshot: Snapshot
    rulebook: Rulebook

    def text(self, phrases: Phrases) -> str:
        """The card as text for people."""
        return "\n".join(self._lines(phrases))

    def values(self) -> dict[str, object]:
        """The card as values for programs."""
        snapshot = self.snapshot
        owner = snapshot.cube.owner
        values: dict[str, object] = {
            "position": snapshot.position.counts,
            "player": snapshot.player.value,
            "dice": [snapshot.dice.high, snapshot.dice.low] if snapshot.dice else [],
            "doubled": snapshot.doubled,
            "resigning": snapshot.resigning,
            "cube": snapshot.cube.value,
            "cube_owner": None if owner is None else owner.value,
            "score": [snapshot.score.one, snapshot.score.two],
            "match_length": snapshot.length,
            "crawford": snapshot.crawford,
            "jacoby": snapshot.jacoby,
            "beavers": snapshot.beavers,
            "pips": [snapshot.position.pips.mover, snapshot.position.pips.other],
            "contact": snapshot.position.has_contact,
            "position_id": position_id(snapshot.position),
            "match_id": match_id(snapshot),
            "gnubg_id": gnu_id(snapshot),
            "xgid": xgid(snapshot),
        }
        if snapshot.dice:
            values["plays"] = [{"play": it, "position": to.counts} for it, to in self._plays()]
        return values

    def _lines(self, phrases: Phrases) -> Iterator[str]:
        snapshot, position = self.snapshot, self.snapshot.position
        yield draw(position, mover=snapshot.player)
        yield ""
        yield self._turn_in_words(phrases)
        yield phrases.say("position.pips", mover=position.pips.mover, other=position.pips.other)
        yield phrases.say("position.contact" if position.has_contact else "position.race")
        yield ""
        yield xgid(snapshot)
        yield f"Position ID: {position_id(position)}"
        yield f"Match ID: {match_id(snapshot)}"
        if snapshot.dice and not position.winner:
            yield ""
            plays = self._plays()
            yield phrases.say("position.plays_of", count=len(plays), dice=snapshot.dice)
            yield from (f"  {play or phrases.say('position.none')}" for play, _ in plays)

    def _turn_in_words(self, phrases: Phrases) -> str:
        """A sentence about the player to act, and the act; or about the winner."""
        snapshot, dice = self.snapshot, self.snapshot.dice
        decider = LETTERS[player_to_decide(snapshot)]
        if winner := snapshot.position.winner:
            won = snapshot.player if winner is Side.MOVER else snapshot.player.opponent
            return phrases.say("position.over", player=LETTERS[won])
        if snapshot.resigning:
            return phrases.say("position.to_answer_resignation", player=decider)
        if snapshot.doubled:
            return phrases.say("position.to_answer_double", player=decider)
        if dice:
            numbers = phrases.join((dice.high, dice.low))
            return phrases.say("position.to_play", player=decider, dice=numbers)
        return phrases.say("position.on_roll", player=decider)

    def _plays(self) -> list[tuple[str, Position]]:
        """The legal plays of the dice, as text and as the resulting position."""
        if self.snapshot.dice is None or self.snapshot.position.winner:
            return []
        plays = LegalPlays(self.snapshot.position, self.snapshot.dice, self.rulebook)
        written = ((write_play(line), result) for result, line in plays.lines.items())
        return sorted(written, key=lambda play: play[0])
