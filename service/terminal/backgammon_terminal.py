"""A match at the terminal: its commands, its prompts and its course."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Protocol

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
from service.words.phrases import Phrases
from service.words.rule_texts import Announcer, notation_error_in_words, refusal_in_words
from simulation.program_players import throw_dice


class TerminalCommand(Enum):
    """The commands that a line can stand for."""

    NOTHING = ""
    THROW = "throw"
    DOUBLE = "double"
    TAKE = "take"
    DROP = "drop"
    BEAVER = "beaver"
    RESIGN = "resign"
    ACCEPT = "accept"
    REFUSE = "refuse"
    UNDO = "undo"
    VOID = "void"
    BACK = "back"
    PLAYS = "plays"
    HELP = "help"
    QUIT = "quit"
    PLAY = "play"


@dataclass(frozen=True, slots=True)
class TypedLine:
    """A parsed line: its meaning, and the rest of its text."""

    meaning: TerminalCommand
    rest: str = ""


def parse_line(line: str, synonyms: Mapping[str, tuple[str, ...]]) -> TypedLine:
    """The meaning of a line: one of the words of the language, or else a play."""
    words = line.strip().lower().split()
    if not words:
        return TypedLine(TerminalCommand.NOTHING)
    for meaning, spellings in synonyms.items():
        if words[0] in spellings:
            return TypedLine(TerminalCommand(meaning), " ".join(words[1:]))
    return TypedLine(TerminalCommand.PLAY, line.strip())


MAX_LISTED = 60
"""Number of legal plays that are listed; the rest are only counted."""
_EVENTS: Mapping[TerminalCommand, Callable[[Player], events.Event]] = {
    TerminalCommand.TAKE: events.Take, TerminalCommand.DROP: events.Drop,
    TerminalCommand.BEAVER: events.Beaver, TerminalCommand.ACCEPT: events.AcceptResignation,
    TerminalCommand.REFUSE: events.PlayOn, TerminalCommand.BACK: events.TakeBack,
}  # fmt: skip
_EVENTS_ON_UNDO: Mapping[TerminalCommand, Callable[[Player], events.Event]] = {
    TerminalCommand.ACCEPT: events.AgreeUndo, TerminalCommand.REFUSE: events.RefuseUndo,
}  # fmt: skip


class Opponent(Protocol):
    """A program that acts for a player."""

    def answer(self, match: Match, player: Player) -> events.Event:
        """The event by which this player acts; the match must wait for him."""


class MatchQuit(Exception):
    """Raised when a person leaves the match."""


@dataclass(slots=True)
class TerminalMatch:
    """One match at one terminal."""

    match: Match
    announcer: Announcer
    phrases: Phrases
    rng: random.Random
    ask: Callable[[str], str]
    """Shows a prompt and returns the line typed; EOFError at the end of the input."""
    say: Callable[[str], None]
    save: Callable[[tuple[events.Event, ...]], None]
    """Stores all events so far; called after every completed turn."""
    players: Mapping[Player, Opponent] = field(default_factory=dict)
    """The programs that act for players."""
    event_log: list[events.Event] = field(default_factory=list)
    last_shown: str = ""
    """The board and the score as they were shown last."""
    warned_of_dead_cube: bool = False
    """True if the player has just been warned that the cube is dead."""

    def run(self, greeting: str | None = None) -> None:
        """Plays until the match is won or a person leaves it; a greeting is the key of a phrase."""
        names = self.announcer.names
        self._say("game.welcome", one=names.one, two=names.two)
        if greeting:
            self._say(greeting)
        try:
            while not self.match.winner:
                self._go_on()
        except (MatchQuit, EOFError):
            self.say("")
        self.save(tuple(self.event_log))

    def _go_on(self) -> None:
        match = self.match
        actor = match.to_act
        if match.game.phase is Phase.OPENING:
            one, two = self.rng.choice(NUMBERS), self.rng.choice(NUMBERS)
            self._happen(events.OpeningThrow(one, two))
        elif actor in self.players and match.game.phase is not Phase.OVER:
            self._happen(self.players[actor].answer(match, actor))
        else:
            self._show_board()
            self._obey(parse_line(self.ask(self._prompt(actor)), self.phrases.synonyms), actor)

    def _happen(self, event: events.Event) -> None:
        before, after = self.match, apply(self.match, event)
        if isinstance(after, Refusal):
            self.say(refusal_in_words(after, self.phrases))
            return
        for sentence in self.announcer.event_in_words(before, event, after):
            self.say(sentence)
        self.match = after
        self.event_log.append(event)
        self.warned_of_dead_cube = False
        if after.before is not before.before or after.game.phase is Phase.OVER:
            self.save(tuple(self.event_log))

    def _obey(self, typed: TypedLine, actor: Player) -> None:
        """Carries out what was typed: prints something, or applies an event."""
        if typed.meaning is TerminalCommand.QUIT:
            raise MatchQuit
        spoken = {TerminalCommand.PLAYS: self._list_plays, TerminalCommand.HELP: self._help}
        if typed.meaning in spoken:
            spoken[typed.meaning]()
        elif event := self._event(typed, actor):
            self._happen(event)

    def _event(self, typed: TypedLine, actor: Player) -> events.Event | None:
        """The event that was typed; None if a message was printed instead."""
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
        """Takes back this play, or asks to undo the last turn.

        A program agrees at once, so all turns back to the actor's last one are undone.
        """
        if self.match.game.phase is Phase.PLAYED:
            return events.TakeBack(actor)
        last = self.match.before
        if last and not self.players:
            return events.AskUndo(last.game.turn)
        players = [*_players_of_completed_turns(self.match)]
        turns_back = players.index(actor) + 1 if actor in players else 0
        for _ in range(turns_back):
            self._happen(events.AskUndo(actor))
            if self.match.game.undo_asked_by:
                self._happen(events.AgreeUndo(actor.opponent))
        return None if turns_back else events.TakeBack(actor)

    def _void(self, actor: Player) -> events.Event | None:
        """Declares the throw void if the opponent agrees; a program never does."""
        void, opponent = events.VoidThrow(actor), actor.opponent
        if isinstance(apply(self.match, void), Refusal):
            return void
        if opponent not in self.players:
            names = self.announcer.names
            self._say("game.asks_void", player=names[actor], opponent=names[opponent])
            answer = parse_line(self.ask(f"{names[opponent]}> "), self.phrases.synonyms)
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

    def _list_plays(self) -> None:
        if hint := self._hint():
            self.say(hint)
            return
        lines = [write_play(line) for line in legal_plays(self.match).lines.values()]
        self._say("game.legal_plays", count=len(lines))
        for line in sorted(lines)[:MAX_LISTED]:
            self.say(f"  {line}")
        if len(lines) > MAX_LISTED:
            self._say("game.more_plays", count=len(lines) - MAX_LISTED)

    def _help(self) -> None:
        self._say("game.help", words=self._words())
        self.last_shown = ""

    def _show_board(self) -> None:
        table = f"\n{draw_board(self.match)}\n{self.announcer.match_status(self.match)}"
        if table != self.last_shown:
            self.last_shown = table
            self.say(table)

    def _prompt(self, actor: Player) -> str:
        hint = self._hint()
        dice = f" {self.match.game.dice}" if self.match.game.dice else ""
        name = self.announcer.names[actor]
        return f"{hint}\n{name}{dice}> " if hint else f"{name}{dice}> "

    def _hint(self) -> str:
        """The hint for this moment, for example about Enter; empty if there is none."""
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

    def _words(self) -> str:
        return self.phrases.join(words[0] for words in self.phrases.synonyms.values())

    def _say(self, key: str, *, count: int | None = None, **values: object) -> None:
        self.say(self.phrases.say(key, count=count, **values))


def _players_of_completed_turns(match: Match) -> Iterator[Player]:
    """The players of the completed turns of this game, the last first."""
    while earlier := match.before:
        yield earlier.game.turn
        match = earlier


def draw_board(match: Match) -> str:
    """The board as text, numbered for the player whose turn it is."""
    game = match.game
    return draw(game.position if game.played is None else game.played, mover=game.turn)
