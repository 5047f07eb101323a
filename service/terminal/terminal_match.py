"""A match of any game at the terminal: its prompts, its course and its commands."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Generic, Protocol, Self, TypeVar

from engine.players import ByPlayer, Player
from service.terminal.typed_lines import TerminalCommand, TypedLine, parse_line
from service.words.phrases import Phrases

MAX_LISTED = 60
"""Number of legal plays that are listed; the rest are only counted."""


class TurnOfAnyGame(Protocol):
    """The part of a game that says whose turn it is."""

    @property
    def turn(self) -> Player: ...

    @property
    def undo_asked_by(self) -> Player | None: ...


class MatchOfAnyGame(Protocol):
    """The part of a match that the matches of all games have in common."""

    @property
    def game(self) -> TurnOfAnyGame: ...

    @property
    def before(self) -> Self | None: ...

    @property
    def to_act(self) -> Player: ...


M = TypeVar("M", bound=MatchOfAnyGame)
E = TypeVar("E")
M_contra = TypeVar("M_contra", contravariant=True)
E_co = TypeVar("E_co", covariant=True)


class Opponent(Protocol[M_contra, E_co]):
    """A program that acts for a player."""

    def answer(self, match: M_contra, player: Player) -> E_co:
        """The event by which this player acts; the match must wait for him."""


class MatchQuit(Exception):
    """Raised when a person leaves the match."""


@dataclass(slots=True, kw_only=True)
class TerminalMatch(ABC, Generic[M, E]):
    """One match at one terminal; each game says what its events and words are."""

    match: M
    names: ByPlayer[str]
    phrases: Phrases
    ask: Callable[[str], str]
    """Shows a prompt and returns the line typed; EOFError at the end of the input."""
    say: Callable[[str], None]
    save: Callable[[tuple[E, ...]], None]
    """Stores all events so far; called after every completed turn."""
    players: Mapping[Player, Opponent[M, E]] = field(default_factory=dict)
    """The programs that act for players."""
    event_log: list[E] = field(default_factory=list)
    last_shown: str = ""
    """The board and the score as they were shown last."""

    COMMANDS: ClassVar[frozenset[TerminalCommand]]
    """The commands of the game that have words of their own."""

    def run(self, greeting: Sequence[str]) -> None:
        """Says the greeting, and plays until the match is over or a person leaves it."""
        for sentence in greeting:
            self.say(sentence)
        try:
            while not self._is_over():
                self._go_on()
        except (MatchQuit, EOFError):
            self.say("")
        self.save(tuple(self.event_log))

    @property
    def synonyms(self) -> Mapping[str, tuple[str, ...]]:
        """The words of this game's commands by their meaning."""
        words, meant = self.phrases.synonyms, {command.value for command in self.COMMANDS}
        return {meaning: spellings for meaning, spellings in words.items() if meaning in meant}

    @abstractmethod
    def _is_over(self) -> bool:
        """True if the match is over."""

    @abstractmethod
    def _event_by_itself(self) -> E | None:
        """The event that happens now without anybody's decision; None if somebody must act."""

    @abstractmethod
    def _is_between_games(self) -> bool:
        """True if people must go on to the next game, or begin it."""

    @abstractmethod
    def _apply(self, event: E) -> M | None:
        """The match after an event; None if it is refused, with the refusal printed."""

    @abstractmethod
    def _sentences(self, event: E, after: M) -> list[str]:
        """The sentences for an event; empty if it is obvious."""

    @abstractmethod
    def _event(self, typed: TypedLine, actor: Player) -> E | None:
        """The event that was typed; None if a message was printed instead."""

    @abstractmethod
    def _table(self) -> str:
        """The board drawn, and the score."""

    @abstractmethod
    def _prompt_mark(self) -> str:
        """The text between the name and the end of a prompt, such as the dice."""

    @abstractmethod
    def _hint(self) -> str:
        """The hint for this moment, for example about Enter; empty if there is none."""

    @abstractmethod
    def _legal_plays(self) -> list[str]:
        """The legal plays as text, in their order."""

    @abstractmethod
    def _ask_undo(self, player: Player) -> E:
        """The event by which a player asks to take back the last turn."""

    @abstractmethod
    def _agree_undo(self, player: Player) -> E:
        """The event by which a player agrees to that."""

    PHRASES: ClassVar[Mapping[str, str]]
    """The keys of the phrases that each game has: `legal_plays`, `more_plays` and `help`."""

    def _go_on(self) -> None:
        actor = self.match.to_act
        if event := self._event_by_itself():
            self._happen(event)
        elif actor in self.players and not self._is_between_games():
            self._happen(self.players[actor].answer(self.match, actor))
        else:
            self._show_board()
            self._obey(self._read(self._prompt(actor)), actor)

    def _read(self, prompt: str) -> TypedLine:
        return parse_line(self.ask(prompt), self.synonyms)

    def _happen(self, event: E) -> None:
        before, after = self.match, self._apply(event)
        if after is None:
            return
        for sentence in self._sentences(event, after):
            self.say(sentence)
        self.match = after
        self.event_log.append(event)
        if after.before is not before.before or self._is_between_games():
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

    def _undo_turns(self, actor: Player) -> bool:
        """Asks to take back the last turn; with a program all turns back to the actor's last one.

        A program agrees at once. False if there is no such turn.
        """
        last = self.match.before
        if last and not self.players:
            self._happen(self._ask_undo(last.game.turn))
            return True
        players = [*_players_of_completed_turns(self.match)]
        turns_back = players.index(actor) + 1 if actor in players else 0
        for _ in range(turns_back):
            self._happen(self._ask_undo(actor))
            if self.match.game.undo_asked_by:
                self._happen(self._agree_undo(actor.opponent))
        return bool(turns_back)

    def _list_plays(self) -> None:
        if hint := self._hint():
            self.say(hint)
            return
        lines = self._legal_plays()
        self._say(self.PHRASES["legal_plays"], count=len(lines))
        for line in lines[:MAX_LISTED]:
            self.say(f"  {line}")
        if len(lines) > MAX_LISTED:
            self._say(self.PHRASES["more_plays"], count=len(lines) - MAX_LISTED)

    def _help(self) -> None:
        self._say(self.PHRASES["help"], words=self._words())
        self.last_shown = ""

    def _show_board(self) -> None:
        table = self._table()
        if table != self.last_shown:
            self.last_shown = table
            self.say(table)

    def _prompt(self, actor: Player) -> str:
        hint = self._hint()
        line = f"{self.names[actor]}{self._prompt_mark()}> "
        return f"{hint}\n{line}" if hint else line

    def _words(self) -> str:
        return self.phrases.join(words[0] for words in self.synonyms.values())

    def _say(self, key: str, *, count: int | None = None, **values: object) -> None:
        self.say(self.phrases.say(key, count=count, **values))


def _players_of_completed_turns(match: MatchOfAnyGame) -> Iterator[Player]:
    """The players of the completed turns of this game, the last first."""
    while earlier := match.before:
        yield earlier.game.turn
        match = earlier
