"""The Smart Game Format for backgammon (`FF[4]GM[6]`), as GNU Backgammon reads and writes it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise

from engine.backgammon.dice import Dice
from engine.backgammon.notation.play.typed_moves import read_moves
from engine.backgammon.notation.record.reading import Reading
from engine.backgammon.notation.record.replay import read_script
from engine.backgammon.notation.record.script import (
    BEAVER,
    CRAWFORD,
    CUBE_LIMIT,
    JACOBY,
    NO_CUBE,
    OFF,
    ON,
    Doubled,
    Dropped,
    Entry,
    Moved,
    Script,
    ScriptGame,
    Tag,
    Took,
    Won,
    numbered,
)
from engine.backgammon.notation.record.sgf_tree import Node, Property, SgfText, Tree, escaped
from engine.backgammon.places import BAR
from engine.backgammon.places import OFF as TRAY
from engine.backgammon.players import ByPlayer, Player
from engine.backgammon.rulebook import TOURNAMENT, Rulebook

PROGRAM = "Kibitz"
COUNTING_FROM_ZERO = (PROGRAM, "GNU Backgammon")
"""The programs that give the first game of a match the number 0; the format says 1."""
WHITE, BLACK = "W", "B"
COLOURS = {WHITE: Player.ONE, BLACK: Player.TWO}
LETTERS = {player: colour for colour, player in COLOURS.items()}
ABOUT = {"EventDate": "DT", "Event": "EV", "Round": "RO", "Site": "PC", "Transcriber": "AN"}
"""Where the format keeps what a match file's tags tell."""
DATE = ABOUT["EventDate"]
MATCH_INFO = ("length", "game", "ws", "bs")
CRAWFORD_GAME, NO_CUBE_RULE, BEAVERS_RULE = "CrawfordGame", "NoCube", "Beavers"
"""Rules agreed on that no tag of a match file is named after."""
OTHER_GAMES = ("nackgammon", "hypergammon")
SET_UP, CUBE_SET_UP = ("AB", "AW", "AE"), ("CV", "CP", "CO")
CUBE_TURNS: dict[str, Callable[..., Entry]] = {"double": Doubled, "take": Took, "drop": Dropped}
PLACES = {"y": BAR, "z": TRAY}
PLACE_LETTERS = {place: letter for letter, place in PLACES.items()}

_MOVED = re.compile(r"([1-6])([1-6])((?:[a-z]{2})*)", re.ASCII)
_WON = re.compile(r"([BW])\+([0-9]{1,9})(R?)", re.ASCII)
_NUMBER = re.compile(r"\s*([0-9]{1,6})\s*", re.ASCII)


def read_sgf(text: str, rulebook: Rulebook = TOURNAMENT) -> Reading:
    """The match in such a text, with all its faults; NotationError if the text is malformed."""
    return read_script(parse_sgf(text), rulebook)


def parse_sgf(text: str) -> Script:
    """What such a text tells; NotationError with line and column if it is malformed."""
    sgf = SgfText(text)
    games = [_GameText(sgf, tree) for tree in sgf.trees()]
    first = games[0]
    for game in games:
        if game.length != first.length:
            raise sgf.failure("games of one match", game.root.at)
    from_zero = any(game.counts_from_zero for game in games)
    told = tuple(game.script(index, from_zero=from_zero) for index, game in enumerate(games, 1))
    return Script(told[0].names, first.length, tuple(_tags(first)), told)


def write_sgf(script: Script) -> str:
    """Such a text, one tree for each game; what the script does not tell is left out."""
    about = [_about(script), *[""] * (len(script.games) - 1)]
    games = zip(script.games, about, strict=True)
    return "".join(_write_game(script, game, told) for game, told in games)


class _GameText:
    """One game of the text."""

    def __init__(self, sgf: SgfText, tree: Tree) -> None:
        self.sgf = sgf
        self.tree = tree
        self.root = tree[0]
        if self.told("GM") != "6":
            raise sgf.failure("a game of backgammon, GM[6]", self.root.at)
        self.info = dict(self._match_info())
        self.length = self.info.get("length", 0)

    @property
    def counts_from_zero(self) -> bool:
        """Whether the first game of a match has the number 0 here."""
        return self.info.get("game") == 0 or self.told("AP").startswith(COUNTING_FROM_ZERO)

    def script(self, index: int, *, from_zero: bool) -> ScriptGame:
        """What the game tells; its place among the games is its number if it tells none."""
        number = self.info.get("game")
        white, black = self.info.get("ws"), self.info.get("bs")
        rules = self.rules()
        return ScriptGame(
            index if number is None else number + from_zero,
            None if white is None or black is None else ByPlayer(white, black),
            numbered((*self._entries(), *self._result())),
            ByPlayer(self.told("PW"), self.told("PB")),
            stake=self._stake(),
            crawford=CRAWFORD_GAME.lower() in rules if self.length and rules is not None else None,
            line=self.sgf.line_of(self.root.at),
        )

    def told(self, name: str) -> str:
        """What the root says of this; nothing if it does not."""
        found = self.root[name]
        return found.value if found else ""

    def rules(self) -> tuple[str, ...] | None:
        """The rules agreed on; None if they are not told. GNU Backgammon leaves out none."""
        found = self.root["RU"]
        if not found:
            return () if self.told("AP").startswith("GNU Backgammon") else None
        rules = tuple(rule.strip().lower() for rule in found.value.split(":"))
        if any(rule.startswith(OTHER_GAMES) for rule in rules):
            raise self.sgf.failure("a game from the usual start", found.at)
        return rules

    def _match_info(self) -> Iterator[tuple[str, int]]:
        if not (found := self.root["MI"]):
            return
        for value in found.values:
            name, _, told = value.partition(":")
            name = name.strip().lower()
            number = _NUMBER.fullmatch(told)
            if number and name in MATCH_INFO:
                yield name, int(number[1])
            elif name in MATCH_INFO:
                raise self.sgf.failure(f"a number for {name}", found.at)

    def _stake(self) -> int:
        found = self.root["CV"]
        stake = _NUMBER.fullmatch(found.value) if found else None
        if found and not (stake and int(stake[1]).bit_count() == 1):
            raise self.sgf.failure("a cube that shows a power of two", found.at)
        return int(stake[1]) if stake else 1

    def _entries(self) -> Iterator[Entry]:
        """What was done; dice that were then played are not told twice."""
        told = [entry for node in self.tree for entry in self._done(node)]
        for entry, after in zip(told, (*told[1:], None), strict=False):
            match entry, after:
                case Moved(player=player, dice=dice, played=False), Moved() if (player, dice) == (
                    after.player,
                    after.dice,
                ):
                    continue
            yield entry

    def _done(self, node: Node) -> Iterator[Entry]:
        for found in node.properties:
            self._refuse_set_up(node, found)
            line = self.sgf.line_of(found.at)
            if found.name in COLOURS:
                yield replace(self._turn(COLOURS[found.name], found), line=line)
            elif found.name == "DI":
                yield replace(self._thrown(node, found), line=line)

    def _thrown(self, node: Node, found: Property) -> Moved:
        dice, turn = _MOVED.fullmatch(found.value), node["PL"]
        if not dice or dice[3] or not turn or turn.value not in COLOURS:
            raise self.sgf.failure("whose dice they are and what they show: PL[W]DI[63]", found.at)
        thrown = Dice(int(dice[1]), int(dice[2]))
        return Moved(player=COLOURS[turn.value], dice=thrown, played=False)

    def _turn(self, player: Player, found: Property) -> Entry:
        if found.value in CUBE_TURNS:
            return CUBE_TURNS[found.value](player=player)
        moved = _MOVED.fullmatch(found.value)
        if not moved or len(found.values) > 1:
            raise self.sgf.failure("double, take, drop, or a throw and its play: 31hefe", found.at)
        dice = Dice(int(moved[1]), int(moved[2]))
        return Moved(player=player, dice=dice, text=_steps(player, moved[3]))

    def _refuse_set_up(self, node: Node, found: Property) -> None:
        harmless = node is self.root and (found.name == "CV" or found.value in ("c", "n"))
        if found.name in SET_UP or (found.name in CUBE_SET_UP and not harmless):
            expected = f"a game played from the start; {found.name} sets a position up"
            raise self.sgf.failure(expected, found.at)

    def _result(self) -> Iterator[Won]:
        found = self.root["RE"]
        won = _WON.match(found.value) if found else None
        if found and won:
            yield Won(
                player=COLOURS[won[1]],
                points=int(won[2]),
                resigned=bool(won[3]),
                line=self.sgf.line_of(found.at),
            )


def _tags(game: _GameText) -> Iterator[Tag]:
    """What the first game tells of the match."""
    for name, short in ABOUT.items():
        if told := game.told(short):
            yield Tag(name, told.replace("-", ".") if short == DATE else told)
    rules = game.rules()
    if rules is None:
        return
    if NO_CUBE_RULE.lower() in rules:
        yield Tag(CUBE_LIMIT, NO_CUBE)
    if game.length > 1:
        yield Tag(CRAWFORD, ON if CRAWFORD.lower() in rules else OFF)
    if not game.length:
        yield Tag(JACOBY, ON if JACOBY.lower() in rules else OFF)
    if BEAVERS_RULE.lower() in rules:
        yield Tag(BEAVER, ON)


def _steps(player: Player, letters: str) -> str:
    """A play as match files have it, from pairs of letters."""
    points = [_point(player, letter) for letter in letters]
    pairs = zip(points[::2], points[1::2], strict=True)
    return " ".join(f"{source}/{target}" for source, target in pairs)


def _point(player: Player, letter: str) -> int:
    if letter in PLACES:
        return PLACES[letter]
    number = ord(letter) - ord("a") + 1
    return number if player is Player.ONE else BAR - number


def _letter(player: Player, place: int) -> str:
    if place in PLACE_LETTERS:
        return PLACE_LETTERS[place]
    return chr(ord("a") - 1 + (place if player is Player.ONE else BAR - place))


def _write_game(script: Script, game: ScriptGame, about: str) -> str:
    score = game.score
    points = f"[ws:{score.one}][bs:{score.two}]" if score else ""
    names = f"PW[{escaped(game.names.one)}]PB[{escaped(game.names.two)}]"
    root = [
        f"(;FF[4]GM[6]CA[UTF-8]AP[{PROGRAM}]",
        f"MI[length:{script.length}][game:{max(game.number - 1, 0)}]{points}{names}{about}",
        f"RU[{_write_rules(script, game)}]",
        f"CV[{game.stake}]" if game.stake and game.stake > 1 else "",
        *(_write_result(entry) for entry in game.entries if isinstance(entry, Won)),
    ]
    nodes = (_write_node(entry) for entry in game.entries if not isinstance(entry, Won))
    return "".join([*root, *(f"\n;{node}" for node in nodes), ")\n"])


def _about(script: Script) -> str:
    told = ((short, script.tag(name)) for name, short in ABOUT.items())
    return "".join(
        f"{short}[{escaped(value.replace('.', '-') if short == DATE else value)}]"
        for short, value in told
        if value
    )


def _write_rules(script: Script, game: ScriptGame) -> str:
    """The rules agreed on; in a match, those of Crawford unless it is told otherwise."""
    in_force = {
        NO_CUBE_RULE: script.tag(CUBE_LIMIT) == NO_CUBE,
        CRAWFORD: script.length and script.is_on(CRAWFORD) is not False,
        CRAWFORD_GAME: game.crawford,
        JACOBY: not script.length and script.is_on(JACOBY),
        BEAVERS_RULE: not script.length and script.is_on(BEAVER),
    }
    return ":".join(rule for rule, holds in in_force.items() if holds)


def _write_result(won: Won) -> str:
    return f"RE[{LETTERS[won.player]}+{won.points}{'R' * bool(won.resigned)}]"


def _write_node(entry: Entry) -> str:
    colour = LETTERS[entry.player]
    match entry:
        case Moved(dice=dice, played=False):
            return f"PL[{colour}]DI[{dice}]"
        case Moved(dice=dice):
            places = _moved_as_described(entry) if entry.illegal else _moved(entry)
            return f"{colour}[{dice}{''.join(_letter(entry.player, place) for place in places)}]"
        case Took():
            return f"{colour}[take]"
        case Dropped():
            return f"{colour}[drop]"
        case _:
            return f"{colour}[double]"


def _moved(entry: Moved) -> Iterator[int]:
    """From where to where each step of a play went."""
    for move in read_moves(entry.text):
        yield from (move.source.place, move.target.place)


def _moved_as_described(entry: Moved) -> Iterator[int]:
    """The same of a play that broke a rule: it may have gone where none can go, as to the bar."""
    for journey in entry.text.replace("*", "").split():
        for move in pairwise(map(int, journey.split("/"))):
            yield from move
