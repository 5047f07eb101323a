"""The account of a match: its turns, and the notices, questions and answers between them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import groupby

from engine.backgammon.game import events
from engine.backgammon.game.match import Match
from engine.backgammon.game.turns import legal_plays
from engine.backgammon.notation.play_text import write_result
from hardware.checkers import Colour
from hardware.observations import Observation
from hardware.signals import (
    Button,
    ButtonPressed,
    DiceReading,
    DiceState,
    LayoutStated,
    PlayerRequest,
    PlayerRequestKind,
    Signal,
    TimerExpired,
)
from referee import notices
from referee.effects import Effect, RecordEvent
from referee.notices import Notice
from referee.question_notices import question_notice
from referee.questions import OpenQuestion, QuestionKind
from service.storage.codec import DecodingError
from service.storage.journal_reader import StoredMatch
from service.storage.journal_replay import ReplayedSignal, replay_match
from service.storage.stored_decisions import decode_decision
from service.words.captions import play_in_words
from service.words.notice_texts import notice_in_words
from service.words.phrases import Phrases
from service.words.rule_texts import Announcer

NOT_TOLD = notices.HintsChanged | notices.HintsLocked
"""Notices that nobody wants to read afterwards."""
CONFIRMATIONS = notices.SwitchDead | notices.SwitchStuck
"""Notices that follow a confirmation by a player."""
BUTTON_COLOURS = {Button.LIGHT: Colour.LIGHT, Button.DARK: Colour.DARK}
"""The buttons that belong to one player."""


@dataclass(frozen=True, slots=True)
class AccountLine:
    """A line of an account."""

    stored_at: str
    """The time of day of its signal: UTC, in ISO 8601."""
    text: str
    is_said: bool = False
    """True if the referee said it to people, who may cause it again and again."""

    def in_words(self, phrases: Phrases, count: int = 1) -> str:
        """The line with its time, in the time zone of this machine, and how often it came."""
        text = self.text
        if count > 1:
            text = phrases.say("account.again", count=count, text=text)
        return f"{_time_of_day(self.stored_at)}  {text}"


def account_of(stored: StoredMatch, phrases: Phrases) -> Iterator[str]:
    """Yields the lines of the account of a match, as it was decided then."""
    yield _title(stored, phrases)
    lines = (
        line
        for signal in replay_match(stored, as_recorded=True)
        for line in _lines_of(signal, phrases)
    )
    for _, same in groupby(lines, key=lambda line: line.text if line.is_said else id(line)):
        first, *more = same
        yield first.in_words(phrases, 1 + len(more))


def _title(stored: StoredMatch, phrases: Phrases) -> str:
    settings = stored.settings
    key = "check.match" if settings.length else "check.stakes"
    return phrases.say(
        "account.title",
        count=None,
        number=stored.head.number,
        light=settings.names[settings.light],
        dark=settings.names[settings.light.opponent],
        length=phrases.say(key, count=settings.length),
        rules=settings.rulebook.name,
        referee=settings.profile.name,
        day=stored.head.begun.partition("T")[0],
    )


def _lines_of(signal: ReplayedSignal, phrases: Phrases) -> Iterator[AccountLine]:
    """Yields the lines of a signal: who answered, and what came of it."""
    texts = _SignalTexts(signal, phrases)
    at = signal.entry.stored_at
    for text in texts.answer():
        yield AccountLine(at, text)
    for effect in _effects(signal):
        if isinstance(effect, RecordEvent):
            for text in texts.event(effect):
                yield AccountLine(at, text)
        elif isinstance(effect, Notice) and not isinstance(effect, NOT_TOLD):
            yield AccountLine(at, texts.notice(effect), is_said=True)
    if signal.before.set_up_request and not signal.after.set_up_request:
        turn = signal.after.settings.names[signal.after.turn]
        yield AccountLine(at, phrases.say("account.set_up", player=turn))


def _effects(signal: ReplayedSignal) -> tuple[Effect, ...]:
    """The stored effects of a signal; those of judging it now if they cannot be read."""
    if signal.entry.decision is None:
        return tuple(signal.effects)
    try:
        return tuple(decode_decision(signal.entry.decision, signal.before.match))
    except DecodingError:
        return tuple(signal.effects)


@dataclass(frozen=True, slots=True)
class _SignalTexts:
    """The events, notices and answers of a signal in words."""

    signal: ReplayedSignal
    phrases: Phrases

    def event(self, effect: RecordEvent) -> Iterator[str]:
        names = self.signal.after.settings.names
        if isinstance(effect.event, events.Play) and effect.after.game.reasons:
            play = _illegal_play(effect.event, effect.before)
            player = names[effect.event.player]
            yield self.phrases.say("account.illegal", player=player, play=play)
        announcer = Announcer(names, self.phrases)
        yield from announcer.event_in_words(effect.before, effect.event, effect.after)
        if isinstance(effect.event, events.NextGame):
            yield announcer.match_status(effect.after)

    def notice(self, notice: Notice) -> str:
        """A notice in words; for a question with the player asked, and with the plays in doubt."""
        state = self.signal.after
        text = notice_in_words(notice, state.settings, self.phrases)
        question = state.question
        if not (question and type(notice) is type(question_notice(state, question))):
            return self.phrases.say("account.says", text=text)
        if question.kind is QuestionKind.WHICH:
            plays = [play_in_words(state, play, self.phrases) for play in question.plays]
            listed = self.phrases.join(plays, joined_by="or")
            text = f"{text} {self.phrases.say('verdict.ambiguous', plays=listed)}"
        asked = state.settings.names[question.to]
        return self.phrases.say("account.asks", player=asked, text=text)

    def answer(self) -> Iterator[str]:
        """Yields who answered the question of the referee, or why it lapsed."""
        before, after = self.signal.before.question, self.signal.after.question
        if before is None:
            yield from self._unasked_answer()
        elif after and after.behind == before:
            return  # It waits until another question is answered.
        elif after and before.kind is after.kind is QuestionKind.CONFIRM:
            return  # The button was pressed again, and asks for something else.
        elif after and after != before and replace(after, chosen=before.chosen) == before:
            yield self.phrases.say("account.next_play")
        elif before != after:
            yield self._answer(before) or self.phrases.say(f"account.lapsed_{self._cause()}")

    def _unasked_answer(self) -> Iterator[str]:
        """Yields an answer without an open question.

        A player said no before and agrees now, or confirms a switch before the game.
        """
        before, signal = self.signal.before, self.signal.entry.signal
        declined = before.this_turn.declined_questions
        if declined and self.signal.after.this_turn.declined_questions != declined:
            if answer := self._answer(declined[-1]):
                yield answer
        elif any(isinstance(it, CONFIRMATIONS) for it in self.signal.effects):
            colour = _colour_of(signal)
            if colour and before.is_setting_up:
                player = before.settings.names[before.seating.player(colour)]
                yield self.phrases.say("account.answers_yes", player=player)

    def _answer(self, question: OpenQuestion) -> str | None:
        """The answer of the player who was asked; None if the signal is no answer of his."""
        asked = self.signal.before.seating.colour(question.to)
        player = self.signal.before.settings.names[question.to]
        match self.signal.entry.signal:
            case PlayerRequest(colour=colour, kind=kind) if colour is asked:
                return self._request(player, kind)
            case ButtonPressed(button=button) if BUTTON_COLOURS.get(button) is asked:
                return self.phrases.say("account.answers_yes", player=player)
            case ButtonPressed(button=Button.NO):
                return self.phrases.say("account.button_no", player=player)
            case LayoutStated():
                return self.phrases.say("account.stated")
        return None

    def _request(self, player: str, kind: PlayerRequestKind) -> str:
        words = {
            PlayerRequestKind.NO: "answers_no",
            PlayerRequestKind.CHOOSE: "answers_play",
            PlayerRequestKind.DOUBLE: "answers_double",
        }
        return self.phrases.say(f"account.{words.get(kind, 'answers_yes')}", player=player)

    def _cause(self) -> str:
        """The cause for which a question lapsed without an answer."""
        match self.signal.entry.signal:
            case Observation() | TimerExpired():
                return "board"
            case DiceReading(state=DiceState.LIFTED):
                return "lifted"
            case DiceReading():
                return "thrown"
        return "otherwise"


def _colour_of(signal: Signal) -> Colour | None:
    """The player who pressed his button or made a request."""
    match signal:
        case PlayerRequest(colour=colour):
            return colour
        case ButtonPressed(button=button):
            return BUTTON_COLOURS.get(button)
    return None


def _illegal_play(event: events.Play, match: Match) -> str:
    return write_result(legal_plays(match), event.result) if match.game.dice else ""


def _time_of_day(stored_at: str) -> str:
    """The local time of day of a stored time; the text itself if it is no time."""
    try:
        return datetime.fromisoformat(stored_at).astimezone().strftime("%H:%M:%S")
    except ValueError:
        return stored_at
