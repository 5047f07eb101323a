"""The Smart Game Format for backgammon (`FF[4]GM[6]`), as GNU Backgammon reads and writes it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise

from engine.backgammon.dice import Dice
from engine.backgammon.notation.play_text import read_moves
from engine.backgammon.notation.record import record, sgf_tree
from engine.backgammon.notation.record.script_replay import read_script
from engine.backgammon.notation.record.sgf_set_up import (
    SET_UP,
    read_set_up,
    set_up_nodes,
    write_set_up,
)
from engine.backgammon.notation.record.sgf_tree import SgfNode, SgfProperty, SgfText, escape
from engine.backgammon.position import BAR
from engine.backgammon.position import OFF as TRAY
from engine.backgammon.rulebook import TOURNAMENT, Rulebook
from engine.players import ByPlayer, Player

PROGRAM = "Kibitz"
COUNTING_FROM_ZERO = (PROGRAM, "GNU Backgammon")
"""The programs that give the first game of a match the number 0; the format says 1."""
WHITE, BLACK = "W", "B"
COLOURS = {WHITE: Player.ONE, BLACK: Player.TWO}
COLOUR_LETTERS = {player: colour for colour, player in COLOURS.items()}
ABOUT = {"EventDate": "DT", "Event": "EV", "Round": "RO", "Site": "PC", "Transcriber": "AN"}
"""The SGF properties for the tags of a match file."""
DATE = ABOUT["EventDate"]
MATCH_INFO = ("length", "game", "ws", "bs")
CRAWFORD_GAME, NO_CUBE_RULE, BEAVERS_RULE = "CrawfordGame", "NoCube", "Beavers"
"""The names of rules in SGF that differ from the tags of a match file."""
OTHER_GAMES = ("nackgammon", "hypergammon")
CUBE_SET_UP = ("CV", "CP", "CO")
CUBE_TURNS: dict[str, Callable[..., record.Entry]] = {
    "double": record.DoubleEntry,
    "take": record.TakeEntry,
    "drop": record.DropEntry,
}
PLACES_BY_LETTER = {"y": BAR, "z": TRAY}
PLACE_LETTERS = {place: letter for letter, place in PLACES_BY_LETTER.items()}

_MOVED = re.compile(r"([1-6])([1-6])((?:[a-z]{2})*)", re.ASCII)
_WON = re.compile(r"([BW])\+([0-9]{1,9})(R?)", re.ASCII)
_NUMBER = re.compile(r"\s*([0-9]{1,6})\s*", re.ASCII)


def read_sgf(text: str, rulebook: Rulebook = TOURNAMENT) -> record.MatchReading:
    """The match in an SGF text, with all its faults; raises `NotationError` if malformed."""
    return read_script(parse_sgf(text), rulebook)


def parse_sgf(text: str) -> record.Script:
    """The script of an SGF text; raises `NotationError` with line and column if malformed."""
    sgf = SgfText(text)
    games = [_GameText(sgf, tree) for tree in sgf.trees()]
    first = games[0]
    for game in games:
        if game.length != first.length:
            raise sgf.failure("games of one match", game.root.at)
    from_zero = any(game.counts_from_zero for game in games)
    scripts = tuple(game.script(index, from_zero=from_zero) for index, game in enumerate(games, 1))
    return record.Script(scripts[0].names, first.length, tuple(_tags(first)), scripts)


def write_sgf(script: record.Script) -> str:
    """The SGF text of a script, one tree for each game; unknown details are left out."""
    texts = [_write_about(script), *[""] * (len(script.games) - 1)]
    games = zip(script.games, texts, strict=True)
    return "".join(_write_game(script, game, text) for game, text in games)


class _GameText:
    """One game of an SGF text."""

    def __init__(self, sgf: SgfText, tree: sgf_tree.SgfMainLine) -> None:
        self.sgf = sgf
        self.tree = tree
        self.root = tree[0]
        self.set_up_nodes = set_up_nodes(tree)
        if self.root_value("GM") != "6":
            raise sgf.failure("a game of backgammon, GM[6]", self.root.at)
        self.info = dict(self._match_info())
        self.length = self.info.get("length", 0)

    @property
    def counts_from_zero(self) -> bool:
        """True if this file gives the first game of a match the number 0."""
        return self.info.get("game") == 0 or self.root_value("AP").startswith(COUNTING_FROM_ZERO)

    def script(self, index: int, *, from_zero: bool) -> record.ScriptGame:
        """The game as a script has it; without a number of its own, it gets `index`."""
        number = self.info.get("game")
        white, black = self.info.get("ws"), self.info.get("bs")
        rules = self.rules()
        return record.ScriptGame(
            index if number is None else number + from_zero,
            None if white is None or black is None else ByPlayer(white, black),
            record.number_rows((*self._entries(), *self._result())),
            ByPlayer(self.root_value("PW"), self.root_value("PB")),
            stake=None if self.set_up_nodes else self._stake(),
            crawford=CRAWFORD_GAME.lower() in rules if self.length and rules is not None else None,
            line=self.sgf.line_of(self.root.at),
            set_up=read_set_up(self.sgf, self.set_up_nodes),
        )

    def root_value(self, name: str) -> str:
        """The value of a property of the root; empty if the root does not have it."""
        found = self.root[name]
        return found.value if found else ""

    def rules(self) -> tuple[str, ...] | None:
        """The rules agreed on; None if the file does not say. GNU Backgammon always does."""
        found = self.root["RU"]
        if not found:
            return () if self.root_value("AP").startswith("GNU Backgammon") else None
        rules = tuple(rule.strip().lower() for rule in found.value.split(":"))
        if any(rule.startswith(OTHER_GAMES) for rule in rules):
            raise self.sgf.failure("a game from the usual start", found.at)
        return rules

    def _match_info(self) -> Iterator[tuple[str, int]]:
        if not (found := self.root["MI"]):
            return
        for value in found.values:
            name, _, text = value.partition(":")
            name = name.strip().lower()
            number = _NUMBER.fullmatch(text)
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

    def _entries(self) -> Iterator[record.Entry]:
        """Yields the entries of the game; dice that a later entry plays are left out."""
        entries = [entry for node in self.tree for entry in self._read_node(node)]
        for entry, after in zip(entries, (*entries[1:], None), strict=False):
            if not (isinstance(entry, record.MoveEntry) and _is_played_by(after, entry)):
                yield entry

    def _read_node(self, node: SgfNode) -> Iterator[record.Entry]:
        for found in node.properties:
            self._refuse_set_up(node, found)
            line = self.sgf.line_of(found.at)
            if found.name in COLOURS:
                yield replace(self._read_turn(COLOURS[found.name], found), line=line)
            elif found.name == "DI":
                yield replace(self._read_throw(node, found), line=line)

    def _read_throw(self, node: SgfNode, found: SgfProperty) -> record.MoveEntry:
        dice, turn = _MOVED.fullmatch(found.value), node["PL"]
        if not dice or dice[3] or not turn or turn.value not in COLOURS:
            raise self.sgf.failure("whose dice they are and what they show: PL[W]DI[63]", found.at)
        thrown = Dice(int(dice[1]), int(dice[2]))
        return record.MoveEntry(player=COLOURS[turn.value], dice=thrown, played=False)

    def _read_turn(self, player: Player, found: SgfProperty) -> record.Entry:
        if found.value in CUBE_TURNS:
            return CUBE_TURNS[found.value](player=player)
        moved = _MOVED.fullmatch(found.value)
        if not moved or len(found.values) > 1:
            raise self.sgf.failure("double, take, drop, or a throw and its play: 31hefe", found.at)
        dice = Dice(int(moved[1]), int(moved[2]))
        return record.MoveEntry(player=player, dice=dice, text=_steps(player, moved[3]))

    def _refuse_set_up(self, node: SgfNode, found: SgfProperty) -> None:
        if any(node is one for one in self.set_up_nodes):
            return
        harmless = node is self.root and (found.name == "CV" or found.value in ("c", "n"))
        if found.name in SET_UP or (found.name in CUBE_SET_UP and not harmless):
            expected = f"a game played from the start; {found.name} sets a position up"
            raise self.sgf.failure(expected, found.at)

    def _result(self) -> Iterator[record.WinEntry]:
        found = self.root["RE"]
        won = _WON.match(found.value) if found else None
        if found and won:
            player, line = COLOURS[won[1]], self.sgf.line_of(found.at)
            points, resigned = int(won[2]), bool(won[3])
            yield record.WinEntry(player=player, points=points, resigned=resigned, line=line)


def _is_played_by(after: record.Entry | None, thrown: record.MoveEntry) -> bool:
    """True if dice that were only thrown are played by the next entry."""
    if thrown.played or not isinstance(after, record.MoveEntry):
        return False
    return (after.player, after.dice) == (thrown.player, thrown.dice)


def _tags(game: _GameText) -> Iterator[record.Tag]:
    """Yields the tags of the match from its first game."""
    for name, short in ABOUT.items():
        if value := game.root_value(short):
            yield record.Tag(name, value.replace("-", ".") if short == DATE else value)
    rules = game.rules()
    if rules is None:
        return
    if NO_CUBE_RULE.lower() in rules:
        yield record.Tag(record.CUBE_LIMIT, record.NO_CUBE)
    if game.length != 1:
        rule = record.CRAWFORD if game.length else record.JACOBY
        yield record.Tag(rule, record.ON if rule.lower() in rules else record.OFF)
    if BEAVERS_RULE.lower() in rules:
        yield record.Tag(record.BEAVER, record.ON)


def _steps(player: Player, letters: str) -> str:
    """A play in the notation of match files, from pairs of letters."""
    points = [_point(player, letter) for letter in letters]
    pairs = zip(points[::2], points[1::2], strict=True)
    return " ".join(f"{source}/{target}" for source, target in pairs)


def _point(player: Player, letter: str) -> int:
    if letter in PLACES_BY_LETTER:
        return PLACES_BY_LETTER[letter]
    number = ord(letter) - ord("a") + 1
    return number if player is Player.ONE else BAR - number


def _letter(player: Player, place: int) -> str:
    if place in PLACE_LETTERS:
        return PLACE_LETTERS[place]
    return chr(ord("a") - 1 + (place if player is Player.ONE else BAR - place))


def _write_game(script: record.Script, game: record.ScriptGame, about: str) -> str:
    score = game.score
    points = f"[ws:{score.one}][bs:{score.two}]" if score else ""
    names = f"PW[{escape(game.names.one)}]PB[{escape(game.names.two)}]"
    root = [
        f"(;FF[4]GM[6]CA[UTF-8]AP[{PROGRAM}]",
        f"MI[length:{script.length}][game:{max(game.number - 1, 0)}]{points}{names}{about}",
        f"RU[{_write_rules(script, game)}]",
        f"CV[{game.stake}]" if game.stake and game.stake > 1 else "",
        *(_write_result(entry) for entry in game.entries if isinstance(entry, record.WinEntry)),
        write_set_up(game.set_up) if game.set_up else "",
    ]
    nodes = (_write_node(entry) for entry in game.entries if not isinstance(entry, record.WinEntry))
    return "".join([*root, *(f"\n;{node}" for node in nodes), ")\n"])


def _write_about(script: record.Script) -> str:
    values = ((short, script.tag(name)) for name, short in ABOUT.items())
    return "".join(
        f"{short}[{escape(value.replace('.', '-') if short == DATE else value)}]"
        for short, value in values
        if value
    )


def _write_rules(script: record.Script, game: record.ScriptGame) -> str:
    """The rules agreed on; in a match, the Crawford rule too unless the script denies it."""
    in_force = {
        NO_CUBE_RULE: script.tag(record.CUBE_LIMIT) == record.NO_CUBE,
        record.CRAWFORD: script.length and script.is_on(record.CRAWFORD) is not False,
        CRAWFORD_GAME: game.crawford,
        record.JACOBY: not script.length and script.is_on(record.JACOBY),
        BEAVERS_RULE: not script.length and script.is_on(record.BEAVER),
    }
    return ":".join(rule for rule, holds in in_force.items() if holds)


def _write_result(won: record.WinEntry) -> str:
    return f"RE[{COLOUR_LETTERS[won.player]}+{won.points}{'R' * bool(won.resigned)}]"


def _write_node(entry: record.Entry) -> str:
    colour = COLOUR_LETTERS[entry.player]
    match entry:
        case record.MoveEntry(dice=dice, played=False):
            return f"PL[{colour}]DI[{dice}]"
        case record.MoveEntry(dice=dice):
            places = _steps_of_illegal_play(entry) if entry.illegal else _steps_of_play(entry)
            return f"{colour}[{dice}{''.join(_letter(entry.player, place) for place in places)}]"
        case record.TakeEntry():
            return f"{colour}[take]"
        case record.DropEntry():
            return f"{colour}[drop]"
        case _:
            return f"{colour}[double]"


def _steps_of_play(entry: record.MoveEntry) -> Iterator[int]:
    """Yields the source and target of each step of a play."""
    for move in read_moves(entry.text):
        yield from (move.source.place, move.target.place)


def _steps_of_illegal_play(entry: record.MoveEntry) -> Iterator[int]:
    """Yields the same for a play that broke a rule and may use any places, such as the bar."""
    for journey in entry.text.replace("*", "").split():
        for move in pairwise(map(int, journey.split("/"))):
            yield from move
