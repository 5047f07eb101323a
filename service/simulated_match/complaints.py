"""The referee's errors, in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine.backgammon.game.events import EndTurn, Event, Play
from engine.backgammon.game.match import Match
from engine.backgammon.illegal_plays.play_reasons import Reason
from engine.backgammon.moves.plays import LegalPlays
from engine.backgammon.notation.play_text import write_result
from engine.backgammon.rulebook import Rulebook
from referee.effects import ReportVerdict
from referee.match_settings import MatchSettings
from referee.notices import BoardDisturbed, Notice
from referee.verdicts import Disturbed, Illegal
from service.words.notice_texts import notice_in_words
from service.words.phrases import ENGLISH, Phrases, phrases_in
from service.words.rule_texts import reason_in_words
from simulation.gestures import SlipPlanted, TurnBegins


@dataclass(frozen=True, slots=True)
class Complaint:
    """An error of the referee, with the game and the turn."""

    game: int
    turn: int
    """Number of the turn in the game, from 1; 0 before the first throw."""

    def in_words(self, phrases: Phrases) -> str:
        """The complaint as a sentence, with the game and the turn."""
        key = "simulate.at_turn" if self.turn else "simulate.at_game"
        at = phrases.say(key, game=self.game, turn=self.turn)
        return phrases.say("simulate.complaint", at=at, what=self.what(phrases))

    def what(self, phrases: Phrases) -> str:
        """The complaint without the game and the turn."""
        raise NotImplementedError

    def __str__(self) -> str:
        """The complaint in English, for tests and logs."""
        return self.in_words(phrases_in(ENGLISH))


@dataclass(frozen=True, slots=True)
class FalseAlarm(Complaint):
    """An objection while nothing was wrong."""

    alarm: ReportVerdict | Notice
    settings: MatchSettings

    def what(self, phrases: Phrases) -> str:
        match self.alarm:
            case ReportVerdict(verdict=Illegal(reasons=reasons)):
                said = _reasons(reasons, phrases)
            case ReportVerdict(verdict=Disturbed(moves=moves)):
                disturbed = BoardDisturbed(None, moves=moves)
                said = notice_in_words(disturbed, self.settings, phrases)
            case ReportVerdict():
                said = ""
            case notice:
                said = notice_in_words(notice, self.settings, phrases)
        return phrases.say("simulate.false_alarm", said=said).rstrip()


@dataclass(frozen=True, slots=True)
class LostPlay(Complaint):
    """A turn that was not recorded exactly as it was played."""

    throw: TurnBegins | None
    rulebook: Rulebook
    expected: Play | None
    recorded_events: tuple[Event, ...]
    """The last events recorded: a play, the end of a turn, or both."""

    def what(self, phrases: Phrases) -> str:
        play = self._notation(self.expected, phrases)
        other = next((it for it in self.recorded_events if isinstance(it, Play)), None)
        ended = any(isinstance(it, EndTurn) for it in self.recorded_events)
        key = "lost_nothing" if other is None else "lost_other"
        if other == self.expected:
            key = "lost_other_turn" if ended else "lost_open"
        return phrases.say(f"simulate.{key}", play=play, other=self._notation(other, phrases))

    def _notation(self, play: Play | None, phrases: Phrases) -> str:
        if play is None or self.throw is None or play.result == self.throw.position:
            return phrases.say("simulate.no_move")
        plays = LegalPlays(self.throw.position, self.throw.dice, self.rulebook)
        return write_result(plays, play.result)


@dataclass(frozen=True, slots=True)
class MissedError(Complaint):
    """A missing objection to an error that could be detected."""

    planted: SlipPlanted

    def what(self, phrases: Phrases) -> str:
        return phrases.say("simulate.missed", slips=_slips(self.planted, phrases))


@dataclass(frozen=True, slots=True)
class Standstill(Complaint):
    """A match that does not go on, although the hands do everything rightly."""

    def what(self, phrases: Phrases) -> str:
        return phrases.say("simulate.standstill")


@dataclass(frozen=True, slots=True)
class WrongReason(Complaint):
    """An objection to an error for another reason."""

    planted: SlipPlanted
    reasons: tuple[Reason, ...]

    def what(self, phrases: Phrases) -> str:
        slips = _slips(self.planted, phrases)
        said = _reasons(self.reasons, phrases)
        key = "wrong_reason" if said else "no_reason"
        return phrases.say(f"simulate.{key}", slips=slips, said=said)


@dataclass(frozen=True, slots=True)
class WrongTurn(Complaint):
    """A throw that the referee reads as another one, or plays from another position."""

    expected: TurnBegins
    match: Match

    def what(self, phrases: Phrases) -> str:
        dice, seen = self.expected.dice, self.match.game.dice
        if seen == dice:
            return phrases.say("simulate.other_layout")
        return phrases.say(
            "simulate.other_throw" if seen else "simulate.no_throw",
            dice=phrases.join((dice.high, dice.low)),
            seen=phrases.join((seen.high, seen.low)) if seen else "",
        )


@dataclass(frozen=True, slots=True)
class WrongMatchState(Complaint):
    """A match that differs from the record."""

    expected: Match
    match: Match

    def what(self, phrases: Phrases) -> str:
        expected, seen = (_match_state(match, phrases) for match in (self.expected, self.match))
        if expected == seen:
            return phrases.say("simulate.other_layout")
        return phrases.say("simulate.other_score", should=expected, seen=seen)


def slip_in_words(name: str, phrases: Phrases) -> str:
    """The name of a slip in words."""
    return phrases.say(f"simulate.slip.{name.replace(' ', '_')}")


def _slips(planted: SlipPlanted, phrases: Phrases) -> str:
    return phrases.join(slip_in_words(name, phrases) for name in planted.slips)


def _reasons(reasons: Iterable[Reason], phrases: Phrases) -> str:
    """The reasons as sentences, each only once."""
    sentences: Iterator[str] = (reason_in_words(reason, phrases) for reason in reasons)
    return " ".join(dict.fromkeys(sentences))


def _match_state(match: Match, phrases: Phrases) -> str:
    phase = phrases.say(f"simulate.phase.{match.game.phase.value}")
    one, two = match.score.one, match.score.two
    return phrases.say("simulate.standing", number=match.number, one=one, two=two, phase=phase)
