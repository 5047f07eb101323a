"""Reasons, refusals, errors of notation, events and scores of a match in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine.backgammon.errors import NoCheckerThere, NotationError, NothingToHit, SeveralWays
from engine.backgammon.game import events
from engine.backgammon.game.events import Event, Refusal
from engine.backgammon.game.match import Crawford, Match, Phase
from engine.backgammon.game.turns import beaver_ban, legal_plays
from engine.backgammon.illegal_plays.play_reasons import Reason, ReasonKind
from engine.backgammon.notation.play_text import write_play
from engine.backgammon.players import ByPlayer, Player
from engine.backgammon.position import BAR, OFF
from service.words.phrases import Phrases

MAX_QUOTED_LENGTH = 40
"""The length of the text that is repeated to show where it could not be read."""
_COUNTED = (
    ReasonKind.CHECKERS_MISSING, ReasonKind.CHECKERS_TOO_MANY, ReasonKind.HIT_CHECKER_NOT_ON_BAR,
)  # fmt: skip
"""The reasons that count checkers, each of which is an error."""
_OF_ANY_NUMBER = (
    ReasonKind.PLAYED_BY_OTHER_SIDE, ReasonKind.TURN_IS_OVER, ReasonKind.STILL_ON_BAR,
)  # fmt: skip
"""The reasons whose words do not depend on how many checkers made a move."""


def reason_in_words(reason: Reason, phrases: Phrases) -> str:
    """A reason in words, addressed to the player who moved."""
    text = phrases.say(
        _reason_key(reason),
        count=reason.count,
        whose=phrases.say(f"side.{reason.side.value}"),
        source=place_in_words(reason.source, phrases),
        target=place_in_words(reason.target, phrases),
        points=_list_once((place_in_words(point, phrases) for point in reason.points), phrases),
        numbers=_list_once(reason.numbers, phrases),
        either=phrases.join(dict.fromkeys(reason.numbers), joined_by="or"),
        possible=len(reason.numbers),
    )
    if not reason.others or reason.why in _OF_ANY_NUMBER:
        return text
    return phrases.say("reason_variant.several_checkers", count=1 + reason.others, why=text)


def _reason_key(reason: Reason) -> str:
    """The key of a reason's phrase, which may depend on the details."""
    if reason.why is ReasonKind.HIT_CHECKER_NOT_ON_BAR and reason.count < len(reason.points):
        return "reason_variant.some_hits"
    if reason.why is ReasonKind.NO_DIE and not reason.numbers:
        return "reason_variant.all_played"
    return f"reason.{reason.why.value}"


def errors_of(reason: Reason) -> int:
    """The number of errors that a reason names."""
    if reason.why in _COUNTED:
        return reason.count
    return 1 if reason.why in _OF_ANY_NUMBER else 1 + reason.others


def refusal_in_words(refusal: Refusal, phrases: Phrases) -> str:
    """A refusal in words, with the reasons if a play is illegal."""
    sentences = [phrases.say(f"ban.{refusal.ban.value}")]
    sentences += [reason_in_words(reason, phrases) for reason in refusal.reasons]
    return " ".join(dict.fromkeys(sentences))


def notation_error_in_words(error: NotationError, phrases: Phrases, table: str = "game") -> str:
    """An error of notation in words; `table` names the phrases, usually those for typed plays."""
    match error:
        case NoCheckerThere(place=place):
            return phrases.say(f"{table}.no_checker_there", place=place_in_words(place, phrases))
        case NothingToHit(place=place):
            return phrases.say(f"{table}.nothing_to_hit", place=place_in_words(place, phrases))
        case SeveralWays(ways=ways):
            return phrases.say(f"{table}.several_ways", ways=phrases.join(ways, joined_by="or"))
    rest = error.text[error.at :] or error.text
    return phrases.say(f"{table}.unreadable", rest=repr(rest[:MAX_QUOTED_LENGTH]))


def place_in_words(place: int | None, phrases: Phrases) -> str:
    """A place in words; empty for None."""
    if place is None:
        return ""
    names = {BAR: "place.bar", OFF: "place.tray"}
    return phrases.say(names.get(place, "place.point"), point=place)


def _list_once(items: Iterable[object], phrases: Phrases) -> str:
    return phrases.join(dict.fromkeys(items))


def event_in_words(
    before: Match, event: events.Event, after: Match, names: ByPlayer[str], phrases: Phrases
) -> list[str]:
    """The sentences for an event; empty if it is obvious, or if a notice announces it."""
    texts = _EventTexts(before, after, names, phrases)
    if isinstance(event, events.OpeningThrow):
        return [*texts.opening(event)]
    return [*texts.event(event), *texts.ending()]


def result_in_words(match: Match, names: ByPlayer[str], phrases: Phrases) -> list[str]:
    """The result of the game, and of the match if it is over; empty while the game goes on."""
    result = match.game.result
    if result is None:
        return []
    sentences = [
        phrases.say(
            f"ending.{result.ending.value}",
            count=result.points,
            winner=names[result.winner],
            loser=names[result.winner.opponent],
            win=phrases.say(f"win.{result.win.name.lower()}"),
        )
    ]
    if winner := match.winner:
        sentences.append(
            phrases.say(
                "game.match_won",
                winner=names[winner],
                winner_score=match.score[winner],
                loser_score=match.score[winner.opponent],
            )
        )
    return sentences


def offer_in_words(match: Match, names: ByPlayer[str], phrases: Phrases) -> str:
    """The offer or request that waits for an answer, and the possible answers."""
    game, opponent = match.game, names[match.to_act]
    if game.resignation:
        win = phrases.say(f"win.{game.resignation.win.name.lower()}")
        player = names[game.resignation.player]
        return phrases.say("game.offers", player=player, opponent=opponent, win=win)
    if game.undo_asked_by:
        last = names[(match.before or match).game.turn]
        return phrases.say("game.asks_undo", player=last, opponent=opponent)
    key = "asked" if beaver_ban(match) else "asked_beaver"
    key = "beavered" if game.phase is Phase.BEAVERED else key
    player = names[match.to_act.opponent]
    return phrases.say(f"game.{key}", player=player, opponent=opponent, stake=game.offer)


@dataclass(frozen=True, slots=True)
class _EventTexts:
    """An event in words, with the match before and after it."""

    before: Match
    after: Match
    names: ByPlayer[str]
    phrases: Phrases

    def opening(self, event: events.OpeningThrow) -> Iterator[str]:
        yield self.phrases.say(
            "game.opening",
            one=self.names.one,
            two=self.names.two,
            die_one=event.one,
            die_two=event.two,
        )
        if self.after.game.phase is not Phase.OPENING:
            yield self._say("begins", self.after.game.turn)
        elif self.after.game.cube == self.before.game.cube:
            yield self.phrases.say("game.tie")
        else:
            yield self.phrases.say("game.tie_doubles", stake=self.after.game.cube.value)

    def event(self, event: events.Event) -> Iterator[str]:
        match event:
            case events.Throw(player, dice):
                yield self._say("throws", player, dice=dice)
            case events.Play(player) if not self.after.game.reasons:
                yield self._say("played", player, play=self._play())
            case events.VoidThrow(player):
                opening = self.after.game.phase is Phase.OPENING
                yield self._say("opening_void" if opening else "throw_void", player)
            case events.TakeBack():
                yield self.phrases.say("game.taken_back")
            case events.Challenge(player):
                yield self._say("challenges", player)
            case events.RunOutOfTime(player):
                yield self._say("out_of_time", player)
            case events.NextGame():
                yield self.phrases.say("game.next_game", number=self.after.number)
            case _:
                yield from self._offer(event)

    def _offer(self, event: events.Event) -> Iterator[str]:
        after = self.after
        match event:
            case events.Double() | events.Beaver() | events.Resign():
                yield offer_in_words(after, self.names, self.phrases)
            case events.Take(player):
                yield self._say("takes", player, stake=after.game.cube.value)
            case events.PlayOn(player):
                yield self._say("plays_on", player)
            case _:
                yield from self._undo(event)

    def _undo(self, event: events.Event) -> Iterator[str]:
        match event:
            case events.AskUndo() if self.after.game.undo_asked_by:
                yield offer_in_words(self.after, self.names, self.phrases)
            case events.AskUndo() | events.AgreeUndo():
                yield self.phrases.say("game.undone")
            case events.RefuseUndo():
                yield self.phrases.say("game.not_undone")

    def _play(self) -> str:
        played = self.after.game.played
        line = legal_plays(self.after).lines.get(played) if played else None
        return write_play(line) if line else self.phrases.say("position.none")

    def ending(self) -> Iterator[str]:
        if self.before.game.phase is not Phase.OVER:
            yield from result_in_words(self.after, self.names, self.phrases)

    def _say(self, key: str, player: Player, **values: object) -> str:
        opponent = self.names[player.opponent]
        return self.phrases.say(
            f"game.{key}", player=self.names[player], opponent=opponent, count=None, **values
        )


@dataclass(frozen=True, slots=True)
class Announcer:
    """Puts the events and the score of a match into words."""

    names: ByPlayer[str]
    phrases: Phrases

    def event_in_words(self, before: Match, event: Event, after: Match) -> list[str]:
        """The sentences for an event; empty if it needs none."""
        return event_in_words(before, event, after, self.names, self.phrases)

    def match_status(self, match: Match) -> str:
        """The score and the cube."""
        key = "game.match_status" if match.length else "game.stakes_status"
        status = self.phrases.say(
            key,
            count=match.length,
            one=self.names.one,
            two=self.names.two,
            score_one=match.score.one,
            score_two=match.score.two,
            cube=self._cube(match),
        )
        if match.crawford is Crawford.NOW:
            status += " " + self.phrases.say("game.crawford")
        return status

    def _cube(self, match: Match) -> str:
        cube = match.game.cube
        if not match.rulebook.cube:
            return self.phrases.say("game.no_cube")
        if cube.owner is None:
            return self.phrases.say("game.cube_centred", value=cube.value)
        return self.phrases.say("game.cube_owned", value=cube.value, player=self.names[cube.owner])
