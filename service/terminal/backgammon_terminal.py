"""A match of backgammon at the terminal: throws, the cube, plays and offers."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import ClassVar

from engine.backgammon.dice import NUMBERS
from engine.backgammon.game import events
from engine.backgammon.game.course import apply
from engine.backgammon.game.events import Ban, Refusal
from engine.backgammon.game.match import Match, Phase
from engine.backgammon.game.scoring import Win
from engine.backgammon.game.turns import double_ban, legal_plays, must_announce_dead_cube
from engine.backgammon.illegal_plays.explanation import find_reasons
from engine.backgammon.notation.play_text import read_play, write_play
from engine.backgammon.notation.snapshots.diagram import draw
from engine.players import Player
from engine.scanner import NotationError
from service.terminal.terminal_match import TerminalMatch
from service.terminal.typed_lines import TerminalCommand, TypedLine
from service.words.rule_texts import Announcer, notation_error_in_words, refusal_in_words
from simulation.program_players import throw_dice

_EVENTS: Mapping[TerminalCommand, Callable[[Player], events.Event]] = {
    TerminalCommand.TAKE: events.Take, TerminalCommand.DROP: events.Drop,
    TerminalCommand.BEAVER: events.Beaver, TerminalCommand.ACCEPT: events.AcceptResignation,
    TerminalCommand.REFUSE: events.PlayOn, TerminalCommand.BACK: events.TakeBack,
}  # fmt: skip
_EVENTS_ON_UNDO: Mapping[TerminalCommand, Callable[[Player], events.Event]] = {
    TerminalCommand.ACCEPT: events.AgreeUndo, TerminalCommand.REFUSE: events.RefuseUndo,
}  # fmt: skip


@dataclass(slots=True, kw_only=True)
class BackgammonTerminal(TerminalMatch[Match, events.Event]):
    """One match of backgammon at one terminal."""

    rng: random.Random
    warned_of_dead_cube: bool = False
    """True if the player has just been warned that the cube is dead."""

    COMMANDS: ClassVar = frozenset(TerminalCommand) - {TerminalCommand.DRAW, TerminalCommand.CLAIM}
    PHRASES: ClassVar = {
        "legal_plays": "game.legal_plays", "more_plays": "game.more_plays", "help": "game.help",
    }  # fmt: skip

    @property
    def announcer(self) -> Announcer:
        """Puts events and the score into words."""
        return Announcer(self.names, self.phrases)

    def _is_over(self) -> bool:
        return self.match.winner is not None

    def _event_by_itself(self) -> events.Event | None:
        if self.match.game.phase is not Phase.OPENING:
            return None
        return events.OpeningThrow(self.rng.choice(NUMBERS), self.rng.choice(NUMBERS))

    def _is_between_games(self) -> bool:
        return self.match.game.phase is Phase.OVER

    def _apply(self, event: events.Event) -> Match | None:
        after = apply(self.match, event)
        if isinstance(after, Refusal):
            self.say(refusal_in_words(after, self.phrases))
            return None
        self.warned_of_dead_cube = False
        return after

    def _sentences(self, event: events.Event, after: Match) -> list[str]:
        return self.announcer.event_in_words(self.match, event, after)

    def _event(self, typed: TypedLine, actor: Player) -> events.Event | None:
        special: Mapping[TerminalCommand, Callable[[], events.Event | None]] = {
            TerminalCommand.NOTHING: lambda: self._obvious(actor),
            TerminalCommand.THROW: lambda: events.Throw(actor, throw_dice(self.rng)),
            TerminalCommand.DOUBLE: lambda: self._double(actor),
            TerminalCommand.RESIGN: lambda: self._resign(typed.rest, actor),
            TerminalCommand.UNDO: lambda: self._undo(actor),
            TerminalCommand.VOID: lambda: self._void(actor),
            TerminalCommand.PLAY: lambda: self._play(typed.rest, actor),
        }
        if typed.meaning in special:
            return special[typed.meaning]()
        plain = _EVENTS_ON_UNDO if self.match.game.undo_asked_by else _EVENTS
        return plain.get(typed.meaning, _EVENTS[typed.meaning])(actor)

    def _undo(self, actor: Player) -> events.Event | None:
        """Takes back this play, or asks to undo the last turn."""
        if self.match.game.phase is not Phase.PLAYED and self._undo_turns(actor):
            return None
        return events.TakeBack(actor)

    def _ask_undo(self, player: Player) -> events.Event:
        return events.AskUndo(player)

    def _agree_undo(self, player: Player) -> events.Event:
        return events.AgreeUndo(player)

    def _void(self, actor: Player) -> events.Event | None:
        """Declares the throw void if the opponent agrees; a program never does."""
        void, opponent = events.VoidThrow(actor), actor.opponent
        if isinstance(apply(self.match, void), Refusal):
            return void
        if opponent not in self.players:
            names = self.names
            self._say("game.asks_void", player=names[actor], opponent=names[opponent])
            answer = self._read(f"{names[opponent]}> ")
            if answer.meaning is TerminalCommand.ACCEPT:
                return void
        self._say("game.void_refused")
        return None

    def _obvious(self, actor: Player) -> events.Event | None:
        """The event for Enter: the only thing to do now; None if there is a choice."""
        game = self.match.game
        if game.resignation or game.undo_asked_by or game.phase in (Phase.DOUBLED, Phase.BEAVERED):
            return None
        if game.phase is Phase.TO_THROW:
            return events.Throw(actor, throw_dice(self.rng))
        if game.phase is Phase.OVER:
            return events.NextGame()
        return events.EndTurn(actor)

    def _double(self, actor: Player) -> events.Event | None:
        if not self.match.rulebook.cube:
            self._say("ban.no_cube")
            return None
        useless = must_announce_dead_cube(self.match, actor) and not double_ban(self.match, actor)
        if useless and not self.warned_of_dead_cube:
            self.warned_of_dead_cube = True
            self._say("game.dead_cube")
            return None
        return events.Double(actor)

    def _resign(self, how: str, actor: Player) -> events.Event | None:
        if how in ("1", "2", "3"):
            return events.Resign(actor, Win(int(how)))
        self._say("game.resign_question")
        return None

    def _play(self, text: str, actor: Player) -> events.Event | None:
        """The play typed in notation; None if it is not legal, with the reasons printed."""
        game = self.match.game
        if game.phase not in (Phase.TO_PLAY, Phase.PLAYED):
            self._say("game.unknown", words=self._words())
            return None
        plays = legal_plays(self.match)
        try:
            board = read_play(text, plays)
        except NotationError as error:
            self.say(notation_error_in_words(error, self.phrases))
            return None
        if reasons := find_reasons(plays.position, plays.dice, board, self.match.rulebook):
            self.say(refusal_in_words(Refusal(Ban.ILLEGAL_PLAY, reasons), self.phrases))
            return None
        return events.Play(actor, board.position())

    def _legal_plays(self) -> list[str]:
        return sorted(write_play(line) for line in legal_plays(self.match).lines.values())

    def _table(self) -> str:
        return f"\n{draw_board(self.match)}\n{self.announcer.match_status(self.match)}"

    def _prompt_mark(self) -> str:
        return f" {self.match.game.dice}" if self.match.game.dice else ""

    def _hint(self) -> str:
        match, game = self.match, self.match.game
        phase = game.phase
        stuck = phase is Phase.TO_PLAY and game.position in legal_plays(match)
        hints = {
            "game.hint_accept": game.resignation or game.undo_asked_by,
            "game.hint_take": phase in (Phase.DOUBLED, Phase.BEAVERED),
            "game.hint_may_double": phase is Phase.TO_THROW and not double_ban(match, game.turn),
            "game.hint_throw": phase is Phase.TO_THROW,
            "game.hint_played": phase is Phase.PLAYED,
            "game.hint_no_play": stuck,
            "game.hint_next_game": phase is Phase.OVER,
        }
        key = next((key for key, holds in hints.items() if holds), None)
        return self.phrases.say(key, dice=game.dice) if key else ""


def draw_board(match: Match) -> str:
    """The board as text, numbered for the player whose turn it is."""
    game = match.game
    return draw(game.position if game.played is None else game.played, mover=game.turn)
