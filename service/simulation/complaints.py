"""What a referee did wrong at a simulated table, and how people are told."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine.backgammon.game.events import EndTurn, Event, Play
from engine.backgammon.game.match import Match
from engine.backgammon.moves.plays import LegalPlays
from engine.backgammon.notation.play.described import describe
from engine.backgammon.notation.play.play_text import write_play
from engine.backgammon.rulebook import Rulebook
from engine.backgammon.why.reasons import Reason
from referee.announcing import tell_notice
from referee.effects import Judged, Notice, What
from referee.settings import MatchSettings
from referee.telling import tell_reason
from referee.verdicts import Disturbed, Illegal
from referee.words import Language, Phrases, load_phrases
from service.simulation.marks import ErrorPlanted, TurnBegins


@dataclass(frozen=True, slots=True)
class Complaint:
    """Something that the referee should not have done, or should have."""

    game: int
    turn: int
    """Which turn of the game, from 1 on; 0 before the first throw."""

    def told(self, phrases: Phrases) -> str:
        """In a sentence, with the game and the turn."""
        key = "simulate.at_turn" if self.turn else "simulate.at_game"
        at = phrases.say(key, game=self.game, turn=self.turn)
        return phrases.say("simulate.complaint", at=at, what=self.what(phrases))

    def what(self, phrases: Phrases) -> str:
        """The same without the game and the turn."""
        raise NotImplementedError

    def __str__(self) -> str:
        """In English, for tests and logs."""
        return self.told(load_phrases(Language.ENGLISH))


@dataclass(frozen=True, slots=True)
class FalseAlarm(Complaint):
    """It objected while nothing was wrong."""

    alarm: Judged | Notice
    settings: MatchSettings

    def what(self, phrases: Phrases) -> str:
        match self.alarm:
            case Judged(verdict=Illegal(reasons=reasons)):
                said = _reasons(reasons, phrases)
            case Judged(verdict=Disturbed(moves=moves)):
                said = tell_notice(Notice(What.DISTURBED, moves=moves), self.settings, phrases)
            case Notice() as notice:
                said = tell_notice(notice, self.settings, phrases)
            case _:
                said = ""
        return phrases.say("simulate.false_alarm", said=said).rstrip()


@dataclass(frozen=True, slots=True)
class LostPlay(Complaint):
    """A turn was not taken down just as it was played."""

    throw: TurnBegins | None
    rulebook: Rulebook
    expected: Play | None
    kept: tuple[Event, ...]
    """What was taken down last: a play, the end of a turn, or both."""

    def what(self, phrases: Phrases) -> str:
        play = self._written(self.expected, phrases)
        other = next((it for it in self.kept if isinstance(it, Play)), None)
        ended = any(isinstance(it, EndTurn) for it in self.kept)
        key = "lost_nothing" if other is None else "lost_other"
        if other == self.expected:
            key = "lost_other_turn" if ended else "lost_open"
        return phrases.say(f"simulate.{key}", play=play, other=self._written(other, phrases))

    def _written(self, play: Play | None, phrases: Phrases) -> str:
        """A play as people write it."""
        if play is None or self.throw is None or play.result == self.throw.position:
            return phrases.say("simulate.no_move")
        plays = LegalPlays(self.throw.position, self.throw.dice, self.rulebook)
        if play.result in plays:
            return write_play(plays.lines[play.result])
        return describe(plays, play.result)


@dataclass(frozen=True, slots=True)
class MissedError(Complaint):
    """It did not object to an error that could be told."""

    planted: ErrorPlanted

    def what(self, phrases: Phrases) -> str:
        return phrases.say("simulate.missed", slips=_slips(self.planted, phrases))


@dataclass(frozen=True, slots=True)
class WrongReason(Complaint):
    """It objected to an error, and told another."""

    planted: ErrorPlanted
    reasons: tuple[Reason, ...]

    def what(self, phrases: Phrases) -> str:
        slips = _slips(self.planted, phrases)
        said = _reasons(self.reasons, phrases)
        return phrases.say(
            "simulate.wrong_reason" if said else "simulate.no_reason", slips=slips, said=said
        )


@dataclass(frozen=True, slots=True)
class WrongTurn(Complaint):
    """A throw lies there to be played, and the referee takes it for another."""

    should: TurnBegins
    match: Match

    def what(self, phrases: Phrases) -> str:
        dice, seen = self.should.dice, self.match.game.dice
        if seen == dice:
            return phrases.say("simulate.lies_otherwise")
        return phrases.say(
            "simulate.other_throw" if seen else "simulate.no_throw",
            dice=phrases.listed((dice.high, dice.low)),
            seen=phrases.listed((seen.high, seen.low)) if seen else "",
        )


@dataclass(frozen=True, slots=True)
class Strayed(Complaint):
    """The match is not where the record is."""

    should: Match
    match: Match

    def what(self, phrases: Phrases) -> str:
        should, seen = (_standing(match, phrases) for match in (self.should, self.match))
        if should == seen:
            return phrases.say("simulate.lies_otherwise")
        return phrases.say("simulate.strayed", should=should, seen=seen)


def tell_slip(name: str, phrases: Phrases) -> str:
    """A way to err in words, by its name."""
    return phrases.say(f"simulate.slip.{name.replace(' ', '_')}")


def _slips(planted: ErrorPlanted, phrases: Phrases) -> str:
    return phrases.listed(tell_slip(name, phrases) for name in planted.slips)


def _reasons(reasons: Iterable[Reason], phrases: Phrases) -> str:
    """Each sentence once."""
    told: Iterator[str] = (tell_reason(reason, phrases) for reason in reasons)
    return " ".join(dict.fromkeys(told))


def _standing(match: Match, phrases: Phrases) -> str:
    phase = phrases.say(f"simulate.phase.{match.game.phase.value}")
    one, two = match.score.one, match.score.two
    return phrases.say("simulate.standing", number=match.number, one=one, two=two, phase=phase)
