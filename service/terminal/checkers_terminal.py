"""A match of checkers at the terminal: moves, draws and offers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import ClassVar

from engine.checkers.errors import NoSuchMove, SeveralMoves
from engine.checkers.game import events
from engine.checkers.game.course import apply
from engine.checkers.game.events import Ban, Refusal
from engine.checkers.game.match import Match, Phase
from engine.checkers.game.turns import can_claim_draw, legal_plays
from engine.checkers.notation.diagram import draw
from engine.checkers.notation.move_reasons import find_move_reasons
from engine.checkers.notation.move_text import read_move, read_squares
from engine.checkers.rulebook import Beginner
from engine.checkers.squares import square_name
from engine.players import Player
from engine.scanner import NotationError
from service.terminal.terminal_match import TerminalMatch
from service.terminal.typed_lines import TerminalCommand, TypedLine
from service.words.checkers_texts import (
    event_in_words,
    match_status,
    moves_in_words,
    refusal_in_words,
    table_names,
)

MAX_QUOTED = 40
"""The most characters that are repeated of a line that was not understood."""
_EventOf = Callable[[Player], events.Event]
_EVENTS: Mapping[TerminalCommand, _EventOf] = {
    TerminalCommand.RESIGN: events.Resign, TerminalCommand.DRAW: events.OfferDraw,
    TerminalCommand.CLAIM: events.ClaimDraw,
}  # fmt: skip
_ANSWERS: Mapping[TerminalCommand, tuple[_EventOf, _EventOf, _EventOf]] = {
    TerminalCommand.ACCEPT: (events.AgreeUndo, events.AcceptDraw, events.AcceptResignation),
    TerminalCommand.REFUSE: (events.RefuseUndo, events.DeclineDraw, events.PlayOn),
}
"""The answers to a request to undo, to an offered draw, and to anything else."""


@dataclass(slots=True, kw_only=True)
class CheckersTerminal(TerminalMatch[Match, events.Event]):
    """One match of checkers at one terminal; a move that is typed completes the turn."""

    COMMANDS: ClassVar = frozenset(
        {
            TerminalCommand.RESIGN, TerminalCommand.DRAW, TerminalCommand.CLAIM,
            TerminalCommand.ACCEPT, TerminalCommand.REFUSE, TerminalCommand.UNDO,
            TerminalCommand.PLAYS, TerminalCommand.HELP, TerminalCommand.QUIT,
        }
    )  # fmt: skip
    PHRASES: ClassVar = {
        "legal_plays": "checkers.game.legal_moves", "more_plays": "checkers.game.more_moves",
        "help": "checkers.game.help",
    }  # fmt: skip

    def _is_over(self) -> bool:
        return self.match.is_over

    def _event_by_itself(self) -> events.Event | None:
        game = self.match.game
        if game.phase is Phase.PLAYED:
            return events.EndTurn(game.turn)
        dark_begins = self.match.rulebook.beginner is Beginner.DARK
        return events.Begin(game.dark) if game.phase is Phase.OPENING and dark_begins else None

    def _is_between_games(self) -> bool:
        return self.match.game.phase in (Phase.OPENING, Phase.OVER)

    def _apply(self, event: events.Event) -> Match | None:
        after = apply(self.match, event)
        if isinstance(after, Refusal):
            self._refuse(after)
            return None
        return after

    def _sentences(self, event: events.Event, after: Match) -> list[str]:
        return event_in_words(self.match, event, after, self.names, self.phrases)

    def _event(self, typed: TypedLine, actor: Player) -> events.Event | None:
        game = self.match.game
        if typed.meaning is TerminalCommand.UNDO:
            return None if self._undo_turns(actor) else events.TakeBack(actor)
        if typed.meaning in _ANSWERS:
            undo, draw_offer, other = _ANSWERS[typed.meaning]
            answer = undo if game.undo_asked_by else draw_offer if game.draw_offered_by else other
            return answer(actor)
        if typed.meaning in _EVENTS:
            return _EVENTS[typed.meaning](actor)
        if game.phase is Phase.OPENING:
            return self._begin(typed.rest)
        if typed.meaning is TerminalCommand.PLAY:
            return self._play(typed.rest, actor)
        return events.NextGame() if game.phase is Phase.OVER else None

    def _begin(self, text: str) -> events.Event | None:
        """The first move goes to the player who was typed, by number or name, or else to Dark."""
        dark = self.match.game.dark
        known = {"": dark, "1": Player.ONE, "2": Player.TWO}
        known |= {self.names[player].lower(): player for player in Player}
        player = known.get(text.lower())
        return events.Begin(player) if player else None

    def _ask_undo(self, player: Player) -> events.Event:
        return events.AskUndo(player)

    def _agree_undo(self, player: Player) -> events.Event:
        return events.AgreeUndo(player)

    def _play(self, text: str, actor: Player) -> events.Event | None:
        """The move that was typed; None if it is not legal, with the reasons printed."""
        if hint := self._hint():
            self._say("checkers.game.no_move_now", hint=hint)
            return None
        plays = legal_plays(self.match)
        try:
            return events.Play(actor, read_move(plays, text.lower(), dark=self._is_dark_to_move))
        except NoSuchMove:
            self._explain(text.lower())
        except SeveralMoves as error:
            ways = self.phrases.join(error.ways, joined_by="or")
            self._say("checkers.game.several_moves", ways=ways)
        except NotationError as error:
            rest = error.text[error.at :] or error.text
            self._say("checkers.game.unreadable", rest=repr(rest[:MAX_QUOTED]))
        return None

    def _explain(self, text: str) -> None:
        """Says why a move is not legal."""
        dark, position = self._is_dark_to_move, self.match.game.position
        squares = read_squares(text, dark=dark)
        reasons = find_move_reasons(position, squares, self.match.rulebook)
        if reasons is None:
            self._say("checkers.game.no_checker", square=square_name(squares[0], dark=dark))
        else:
            self._refuse(Refusal(Ban.ILLEGAL_PLAY, reasons))

    def _refuse(self, refusal: Refusal) -> None:
        names = table_names(dark=self._is_dark_to_move)
        self.say(refusal_in_words(refusal, names, self.phrases))

    @property
    def _is_dark_to_move(self) -> bool:
        return self.match.game.turn is self.match.game.dark

    def _legal_plays(self) -> list[str]:
        return moves_in_words(legal_plays(self.match), dark=self._is_dark_to_move)

    def _table(self) -> str:
        match, game = self.match, self.match.game
        # The only person looks at the board from his side.
        dark_below = bool(self.players) and game.dark not in self.players
        board = draw(game.position, dark_to_move=self._is_dark_to_move, dark_below=dark_below)
        status = match_status(match, self.names, self.phrases)
        if game.phase is Phase.TO_PLAY and can_claim_draw(match):
            status += " " + self.phrases.say("checkers.game.hint_claim")
        return f"\n{board}\n{status}"

    def _prompt_mark(self) -> str:
        return ""

    def _hint(self) -> str:
        game, names = self.match.game, self.names
        hints = {
            "checkers.game.hint_answer": (
                game.resigned_by or game.draw_offered_by or game.undo_asked_by
            ),
            "checkers.game.who_begins": game.phase is Phase.OPENING,
            "game.hint_next_game": game.phase is Phase.OVER,
        }
        key = next((key for key, holds in hints.items() if holds), None)
        first = names[game.dark]
        return self.phrases.say(key, one=names.one, two=names.two, first=first) if key else ""
