"""A match in the terminal: two people, or one against a program."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from engine.backgammon.dice import NUMBERS
from engine.backgammon.errors import NotationError
from engine.backgammon.game import events
from engine.backgammon.game.course import apply
from engine.backgammon.game.doubling import double_ban, told_cube_is_dead
from engine.backgammon.game.match import Match, Phase
from engine.backgammon.game.refusals import Ban, Refusal
from engine.backgammon.game.scoring import Win
from engine.backgammon.game.turns import legal_plays
from engine.backgammon.notation.moment.diagram import draw
from engine.backgammon.notation.play.play_text import read_play, write_play
from engine.backgammon.players import Player
from engine.backgammon.why.explain import why_not
from referee.telling import tell_misread, tell_refusal
from referee.words import Phrases
from service.announcer import Announcer
from service.terminal.random_player import throw_dice
from service.terminal.typed import Meaning, Typed, understand

MOST_LISTED = 60
"""How many legal plays are listed; the rest is only counted."""


_PLAIN: Mapping[Meaning, Callable[[Player], events.Event]] = {
    Meaning.TAKE: events.Take,
    Meaning.DROP: events.Drop,
    Meaning.BEAVER: events.Beaver,
    Meaning.ACCEPT: events.AcceptResignation,
    Meaning.REFUSE: events.PlayOn,
    Meaning.BACK: events.TakeBack,
}
_TO_UNDO: Mapping[Meaning, Callable[[Player], events.Event]] = {
    Meaning.ACCEPT: events.AgreeUndo,
    Meaning.REFUSE: events.RefuseUndo,
}


class Opponent(Protocol):
    """Plays without being asked."""

    def answer(self, match: Match, player: Player) -> events.Event:
        """What this player does now that it is for him to act."""


class Quit(Exception):
    """Somebody has had enough."""


@dataclass(slots=True)
class Terminal:
    """One match at one screen."""

    match: Match
    announcer: Announcer
    phrases: Phrases
    chance: random.Random
    ask: Callable[[str], str]
    """Shows a prompt and gives the line typed; EOFError where no more can come."""
    say: Callable[[str], None]
    keep: Callable[[tuple[events.Event, ...]], None]
    """Keeps what has happened, after every completed turn."""
    players: Mapping[Player, Opponent] = field(default_factory=dict)
    """Who plays without being asked."""
    happened: list[events.Event] = field(default_factory=list)
    shown: str = ""
    """The board and the score as they were last shown."""
    told_dead: bool = False
    """Whether it was just said that the cube is of no use."""

    def run(self, greeting: str | None = None) -> None:
        """Play until the match is won, or somebody has had enough; a greeting is a phrase."""
        names = self.announcer.names
        self._say("game.welcome", one=names.one, two=names.two)
        if greeting:
            self._say(greeting)
        try:
            while not self.match.winner:
                self._go_on()
        except (Quit, EOFError):
            self.say("")
        self.keep(tuple(self.happened))

    def _go_on(self) -> None:
        match = self.match
        actor = match.to_act
        if match.game.phase is Phase.OPENING:
            self._happen(
                events.OpeningThrow(self.chance.choice(NUMBERS), self.chance.choice(NUMBERS))
            )
        elif actor in self.players and match.game.phase is not Phase.OVER:
            self._happen(self.players[actor].answer(match, actor))
        else:
            self._show_board()
            self._obey(understand(self.ask(self._prompt(actor)), self.phrases.synonyms), actor)

    def _happen(self, event: events.Event) -> None:
        before, after = self.match, apply(self.match, event)
        if isinstance(after, Refusal):
            self.say(tell_refusal(after, self.phrases))
            return
        for sentence in self.announcer.tell(before, event, after):
            self.say(sentence)
        self.match = after
        self.happened.append(event)
        self.told_dead = False
        if after.before is not before.before or after.game.phase is Phase.OVER:
            self.keep(tuple(self.happened))

    def _obey(self, typed: Typed, actor: Player) -> None:
        """Do what was typed: say something, or let something happen."""
        spoken = {
            Meaning.PLAYS: self._list_plays,
            Meaning.HELP: self._help,
            Meaning.QUIT: self._quit,
        }
        if typed.meaning in spoken:
            spoken[typed.meaning]()
        elif event := self._event(typed, actor):
            self._happen(event)

    def _event(self, typed: Typed, actor: Player) -> events.Event | None:
        """The event that was meant; None if there is more to say first."""
        special: Mapping[Meaning, Callable[[], events.Event | None]] = {
            Meaning.NOTHING: lambda: self._obvious(actor),
            Meaning.THROW: lambda: events.Throw(actor, throw_dice(self.chance)),
            Meaning.DOUBLE: lambda: self._double(actor),
            Meaning.RESIGN: lambda: self._resign(typed.rest, actor),
            Meaning.UNDO: lambda: self._undo(actor),
            Meaning.PLAY: lambda: self._play(typed.rest, actor),
        }
        if typed.meaning in special:
            return special[typed.meaning]()
        plain = _TO_UNDO if self.match.game.undo_asked_by else _PLAIN
        return plain.get(typed.meaning, _PLAIN[typed.meaning])(actor)

    def _undo(self, actor: Player) -> events.Event | None:
        """Whoever completed the last turn asks for it; a player of ours agrees at once."""
        if self.match.game.phase is Phase.PLAYED:
            return events.TakeBack(actor)
        last = self.match.before
        if last and not self.players:
            return events.AskUndo(last.game.turn)
        turns_back = next(
            (back for back, turn in enumerate(_completed(self.match), 1) if turn is actor), 0
        )
        for _ in range(turns_back):
            self._happen(events.AskUndo(actor))
            if self.match.game.undo_asked_by:
                self._happen(events.AgreeUndo(actor.opponent))
        return None if turns_back else events.TakeBack(actor)

    def _obvious(self, actor: Player) -> events.Event | None:
        """What pressing Enter does: the one thing there is to do, if there is just one."""
        game = self.match.game
        if game.resignation or game.undo_asked_by or game.phase in (Phase.DOUBLED, Phase.BEAVERED):
            return None
        if game.phase is Phase.TO_THROW:
            return events.Throw(actor, throw_dice(self.chance))
        if game.phase is Phase.OVER:
            return events.NextGame()
        return events.EndTurn(actor)

    def _double(self, actor: Player) -> events.Event | None:
        if not self.match.rulebook.cube:
            self._say("ban.no_cube")
            return None
        useless = told_cube_is_dead(self.match, actor) and not double_ban(self.match, actor)
        if useless and not self.told_dead:
            self.told_dead = True
            self._say("game.dead_cube")
            return None
        return events.Double(actor)

    def _resign(self, how: str, actor: Player) -> events.Event | None:
        if how in ("1", "2", "3"):
            return events.Resign(actor, Win(int(how)))
        self._say("game.stakes_question")
        return None

    def _play(self, text: str, actor: Player) -> events.Event | None:
        """A play typed in notation; refused with its reasons if it is not legal."""
        game = self.match.game
        if game.phase not in (Phase.TO_PLAY, Phase.PLAYED):
            self._say("game.unknown", words=self._words())
            return None
        plays = legal_plays(self.match)
        try:
            board = read_play(text, plays)
        except NotationError as error:
            self.say(tell_misread(error, self.phrases))
            return None
        if reasons := why_not(plays.position, plays.dice, board, self.match.rulebook):
            self.say(tell_refusal(Refusal(Ban.ILLEGAL_PLAY, reasons), self.phrases))
            return None
        return events.Play(actor, board.position())

    def _list_plays(self) -> None:
        if hint := self._hint():
            self.say(hint)
            return
        lines = [write_play(line) for line in legal_plays(self.match).lines.values()]
        self._say("game.legal_plays", count=len(lines))
        for line in sorted(lines)[:MOST_LISTED]:
            self.say(f"  {line}")
        if len(lines) > MOST_LISTED:
            self._say("game.more_plays", count=len(lines) - MOST_LISTED)

    def _help(self) -> None:
        self._say("game.help", words=self._words())
        self.shown = ""

    def _quit(self) -> None:
        raise Quit

    def _show_board(self) -> None:
        table = f"\n{drawn(self.match)}\n{self.announcer.status(self.match)}"
        if table != self.shown:
            self.shown = table
            self.say(table)

    def _prompt(self, actor: Player) -> str:
        hint = self._hint()
        dice = f" {self.match.game.dice}" if self.match.game.dice else ""
        name = self.announcer.names[actor]
        return f"{hint}\n{name}{dice}> " if hint else f"{name}{dice}> "

    def _hint(self) -> str:
        """What can be done now by just pressing Enter."""
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
        return self.phrases.listed(words[0] for words in self.phrases.synonyms.values())

    def _say(self, key: str, *, count: int | None = None, **values: object) -> None:
        self.say(self.phrases.say(key, count=count, **values))


def _completed(match: Match) -> Iterator[Player]:
    """Whose turns have been completed in this game, the last first."""
    while earlier := match.before:
        yield earlier.game.turn
        match = earlier


def drawn(match: Match) -> str:
    """The board as it lies on the table, numbered for the player whose turn it is."""
    game = match.game
    return draw(game.position if game.played is None else game.played, mover=game.turn)
