"""The end of a game: the card that a page shows until somebody dismisses it."""

from __future__ import annotations

from collections.abc import Iterator

from engine.backgammon.game.match import Match, Phase
from engine.players import ByPlayer, Player
from service.records.match_statistics import GameEnding, PlayStatistics
from service.web.messages import ending_messages
from service.words.phrases import Phrases
from service.words.rule_texts import result_in_words

_BETWEEN_GAMES = (Phase.OVER, Phase.OPENING)
MINUTE, HOUR = 60, 3600
"""Seconds."""


def shown_ending(ending: GameEnding | None, match: Match) -> GameEnding | None:
    """The ending to show while this match is played; None once the next game has begun."""
    return ending if match.game.phase in _BETWEEN_GAMES else None


def ending_part(ending: GameEnding | None, phrases: Phrases) -> ending_messages.EndingPart:
    """Returns the part of the page about the end of the last game."""
    result = ending.match.game.result if ending else None
    if ending is None or result is None:
        return ending_messages.EndingPart(None)
    match, settings = ending.match, ending.settings
    how, *_ = result_in_words(match, settings.names, phrases)
    key = "won_match" if match.winner else "won_game"
    winner = match.winner or result.winner
    return ending_messages.EndingPart(
        ending_messages.EndingShown(
            id=f"{ending.number}-{match.number}-{ending.serial}",
            match=ending.number,
            is_match=match.winner is not None,
            winner=settings.seating.colour(winner),
            title=phrases.say(
                f"page.ending.{key}", winner=settings.names[winner], number=match.number
            ),
            how=how,
            facts=tuple(_facts(ending, phrases)),
        )
    )


def _facts(ending: GameEnding, phrases: Phrases) -> Iterator[ending_messages.EndingFact]:
    match, names = ending.match, ending.settings.names
    played = ending.whole if match.winner else ending.game
    key = "score_of_match" if match.length else "score"
    length = phrases.say(f"page.ending.{key}", count=match.length)
    yield ending_messages.EndingFact(length, _for_each(match.score, names, phrases))
    if match.winner:
        yield _fact("games", str(match.number), phrases)
    yield _fact("length", _length_in_words(played, phrases), phrases)
    objections = phrases.say("page.ending.no_objections")
    if any(played.objections):
        objections = _for_each(played.objections, names, phrases)
    yield _fact("objections", objections, phrases)


def _fact(key: str, words: str, phrases: Phrases) -> ending_messages.EndingFact:
    return ending_messages.EndingFact(phrases.say(f"page.ending.{key}"), words)


def _for_each(values: ByPlayer[int], names: ByPlayer[str], phrases: Phrases) -> str:
    say = phrases.say
    return ", ".join(
        say("page.ending.of_player", player=names[player], number=values[player])
        for player in Player
    )


def _length_in_words(played: PlayStatistics, phrases: Phrases) -> str:
    turns = phrases.say("page.ending.turns", count=played.turns)
    seconds = round(played.seconds)
    if seconds < MINUTE:
        time = phrases.say("page.ending.seconds", count=seconds)
    elif seconds < HOUR:
        time = phrases.say("page.ending.minutes", count=seconds // MINUTE)
    else:
        hours, rest = divmod(seconds, HOUR)
        time = phrases.say("page.ending.hours", count=hours, minutes=rest // MINUTE)
    return phrases.say("page.ending.time_and_turns", time=time, turns=turns)
