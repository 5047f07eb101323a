"""Reads games in the Portable Draughts Notation (PDN), and reports every fault in them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NoReturn

from engine.checkers.errors import NoSuchMove, NotAPosition
from engine.checkers.game import events
from engine.checkers.game.course import apply
from engine.checkers.game.events import Refusal
from engine.checkers.game.match import Ending, Match, Phase
from engine.checkers.game.turns import legal_plays
from engine.checkers.notation.fen import read_fen
from engine.checkers.notation.move_reasons import find_move_reasons
from engine.checkers.notation.move_text import read_move, read_squares
from engine.checkers.notation.pdn_tokens import GameTokens, Token, TokenKind, split_games
from engine.checkers.notation.record import (
    RULEBOOK,
    CheckersRecord,
    GamesReading,
    RecordFault,
    RecordFaultKind,
)
from engine.checkers.position import Position
from engine.checkers.rulebook import ENGLISH, RULEBOOKS, Rulebook
from engine.players import Player
from engine.scanner import NotationError

GAME_TYPE = "21"
"""The number of English draughts among the types of games; other boards number other squares."""
DARK, LIGHT = Player.ONE, Player.TWO
WINNERS = {"1-0": LIGHT, "2-0": LIGHT, "0-1": DARK, "0-2": DARK}
"""By result the winner: White, the light side, stands first."""
DRAWS = frozenset(("1/2-1/2", "1-1"))
UNKNOWN = "*"


def read_pdn(text: str, rulebook: Rulebook | None = None) -> GamesReading:
    """The games of a file, with all their faults.

    Each is read by the rulebook given, or else by the one that it names, or by `english`. Raises
    `NotationError` if the text is longer than any file.
    """
    readings = [
        _read_game(game, index, rulebook) for index, game in enumerate(split_games(text), 1)
    ]
    faults = tuple(fault for reading in readings for fault in reading.faults)
    unfinished = tuple(number for reading in readings for number in reading.unfinished)
    return GamesReading(tuple(it.games[0] for it in readings), faults, unfinished)


def _read_game(game: GameTokens, number: int, rulebook: Rulebook | None) -> GamesReading:
    """Reads a game; without draws by repetition if it went on after one, as many do."""
    reader = _GameReader(game, number, rulebook or ENGLISH)
    record = reader.read(keep_rulebook=rulebook is not None)
    result = reader.match.game.result
    if reader.is_past_end and result and result.ending is Ending.REPETITION:
        reader = _GameReader(game, number, replace(reader.match.rulebook, repetitions=None))
        record = reader.read(keep_rulebook=True)
    unfinished = () if reader.match.game.result else (number,)
    return GamesReading((record,), tuple(reader.faults), unfinished)


class _CannotGoOn(Exception):
    """The game cannot be read any further."""


class _GameReader:
    """Reads one game: the match so far, with its events and faults."""

    def __init__(self, game: GameTokens, number: int, rulebook: Rulebook) -> None:
        self.game = game
        self.number = number
        self.match = Match(rulebook)
        self.events: list[events.Event] = []
        self.faults: list[RecordFault] = []
        self.moves = 0
        self.begins_at = 0
        """The number of half moves that the first row lacks."""
        self.is_past_end = False
        """True if the file has a move after the end of the game."""

    def read(self, *, keep_rulebook: bool = False) -> CheckersRecord:
        """Reads the whole game."""
        for error in self.game.errors:
            line, text = error.line or 0, error.text[error.at :][:40]
            self._note(RecordFaultKind.UNREADABLE, line=line, text=text, misread=error)
        try:
            self._begin(keep_rulebook=keep_rulebook)
            for token in self.game.tokens:
                _FOLLOW[token.kind](self, token)
        except _CannotGoOn:
            pass
        if not self.game.is_finished:
            self._note(RecordFaultKind.NO_RESULT, line=self._last_line)
        self.faults.sort(key=lambda fault: fault.line)
        return CheckersRecord(self.match.rulebook, tuple(self.game.tags), tuple(self.events))

    def read_number(self, token: Token) -> None:
        """Compares the number of a move with the number due."""
        found, half_moves = int(token.text.rstrip(".")), self.moves + self.begins_at
        if found not in (half_moves // 2 + 1, self.moves // 2 + 1):
            due = str(half_moves // 2 + 1)
            self._note(RecordFaultKind.WRONG_NUMBER, line=token.line, text=token.text, expected=due)

    def read_move(self, token: Token) -> None:
        """Plays a move."""
        where: dict[str, Any] = {"line": token.line, "text": token.text}
        game = self.match.game
        if game.phase is Phase.OVER:
            self.is_past_end = True
            self._fail(RecordFaultKind.GAME_OVER, **where)
        dark = game.turn is DARK
        try:
            result = read_move(legal_plays(self.match), token.text, dark=dark)
        except NoSuchMove:
            self._fail_illegal(token, dark=dark)
        except NotationError as error:
            self._fail(RecordFaultKind.UNCLEAR_MOVE, misread=error, **where)
        self._do(events.Play(game.turn, result), events.EndTurn(game.turn))
        self.moves += 1

    def read_result(self, token: Token) -> None:
        """Ends the game as the file says, and compares that with the board and with the tag."""
        tag, where = self._tag("Result"), {"line": token.line, "text": token.text}
        if tag is not None and _meaning(tag) != _meaning(token.text):
            self._note(RecordFaultKind.WRONG_RESULT, expected=tag, **where)
        if token.text == UNKNOWN:
            return
        winner, game = WINNERS.get(token.text), self.match.game
        if game.result is not None:
            if game.result.winner is not winner:
                expected = _result_text(game.result.winner)
                self._note(RecordFaultKind.WRONG_RESULT, expected=expected, **where)
        elif winner:
            self._do(events.Resign(winner.opponent), events.AcceptResignation(winner))
        else:
            self._do(events.OfferDraw(game.turn), events.AcceptDraw(game.turn.opponent))

    def _begin(self, *, keep_rulebook: bool) -> None:
        """Reads the tags that say by which rules, and from which position."""
        kind, name = self._tag("GameType"), self._tag(RULEBOOK)
        if kind is not None and kind.split(",")[0].strip() != GAME_TYPE:
            where = {"line": self._line("GameType"), "text": kind, "expected": GAME_TYPE}
            self._fail(RecordFaultKind.WRONG_GAME_TYPE, **where)
        if name is not None and name not in RULEBOOKS:
            expected = " or ".join(RULEBOOKS)
            line = self._line(RULEBOOK)
            self._note(RecordFaultKind.UNKNOWN_RULEBOOK, line=line, text=name, expected=expected)
        if name in RULEBOOKS and not keep_rulebook:
            self.match = Match(RULEBOOKS[str(name)])
        fen = self._tag("FEN")
        if fen is None:
            self._do(events.Begin(DARK))
            return
        position, dark = self._position(fen)
        self.begins_at = int(not dark)
        self._do(events.BeginFrom(DARK if dark else LIGHT, position))

    def _position(self, fen: str) -> tuple[Position, bool]:
        where: dict[str, Any] = {"line": self._line("FEN"), "text": fen}
        try:
            reading = read_fen(fen)
            position = reading.position
        except NotationError as error:
            self._fail(RecordFaultKind.WRONG_POSITION, misread=error, **where)
        except NotAPosition as error:
            self._fail(RecordFaultKind.WRONG_POSITION, setup_faults=error.faults, **where)
        return position, reading.dark_to_move

    def _do(self, *acts: events.Event) -> None:
        """Applies events that are allowed."""
        for event in acts:
            after = apply(self.match, event)
            if isinstance(after, Refusal):
                raise ValueError(f"{event} is refused: {after}")  # noqa: TRY004 - a fault of ours
            self.match = after
            self.events.append(event)

    def _fail_illegal(self, token: Token, *, dark: bool) -> NoReturn:
        """Records the rules that a move breaks."""
        position = self.match.game.position
        squares = read_squares(token.text, dark=dark)
        where: dict[str, Any] = {"line": token.line, "text": token.text}
        reasons = find_move_reasons(position, squares, self.match.rulebook)
        if reasons is None:
            self._fail(RecordFaultKind.NO_CHECKER, **where)
        self._fail(RecordFaultKind.ILLEGAL_MOVE, reasons=reasons, **where)

    def _fail(self, kind: RecordFaultKind, **details: Any) -> NoReturn:
        """Records a fault after which the game cannot be read any further."""
        self._note(kind, ends_game=True, **details)
        raise _CannotGoOn

    def _note(self, kind: RecordFaultKind, **details: Any) -> None:
        in_moves = kind in _KINDS_OF_MOVES
        move = (self.moves + self.begins_at) // 2 + 1 if in_moves else None
        details["player"] = self.match.game.turn if in_moves else None
        self.faults.append(RecordFault(kind=kind, game=self.number, move=move, **details))

    def _tag(self, name: str) -> str | None:
        found = (tag.value for tag in self.game.tags if tag.name.lower() == name.lower())
        return next(found, None)

    def _line(self, name: str) -> int:
        return self.game.tag_lines.get(name.lower(), self.game.line)

    @property
    def _last_line(self) -> int:
        return self.game.tokens[-1].line if self.game.tokens else self.game.line


_KINDS_OF_MOVES = frozenset(
    {
        RecordFaultKind.NO_CHECKER,
        RecordFaultKind.ILLEGAL_MOVE,
        RecordFaultKind.UNCLEAR_MOVE,
        RecordFaultKind.WRONG_NUMBER,
        RecordFaultKind.GAME_OVER,
    }
)
_FOLLOW = {
    TokenKind.NUMBER: _GameReader.read_number,
    TokenKind.MOVE: _GameReader.read_move,
    TokenKind.RESULT: _GameReader.read_result,
}


def _meaning(result: str) -> object:
    """The winner, or a draw, or nothing known, however it is written."""
    return WINNERS.get(result) or (result in DRAWS)


def _result_text(winner: Player | None) -> str:
    """The result of a game with a winner or of a draw."""
    return next((text for text, player in WINNERS.items() if player is winner), "1/2-1/2")
