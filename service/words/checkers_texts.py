"""Checkers in words: reasons, refusals, faults of positions, events and scores of a match."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from engine.checkers.game import events
from engine.checkers.game.events import Event, Refusal
from engine.checkers.game.match import Match, Phase
from engine.checkers.illegal_plays.play_reasons import Reason
from engine.checkers.moves.plays import HopLine, LegalPlays
from engine.checkers.notation.move_text import JUMP, STEP, write_line
from engine.checkers.position import Position, SetupFault
from engine.checkers.squares import field_name, mirror_square, square_name, square_on
from engine.players import ByPlayer, Player
from engine.sides import Side
from service.words.phrases import Phrases

NameOfField = Callable[[int], str]
"""Names a field, which the player to move numbers."""


def table_names(*, dark: bool) -> NameOfField:
    """Names of fields as on the table, `c3`, for the numbering of Dark or of Light."""
    return lambda field: field_name(field, dark=dark)


def pdn_names(*, dark: bool) -> NameOfField:
    """Numbers of squares as in PDN, `11`, for the numbering of Dark or of Light.

    A light field has none and is named as on the table.
    """

    def name(field: int) -> str:
        square = square_on(field)
        if square is None:
            return field_name(field, dark=dark)
        return str(square if dark else mirror_square(square))

    return name


def reason_in_words(reason: Reason, name: NameOfField, phrases: Phrases) -> str:
    """A reason in words, addressed to the player who moved."""
    fields = [name(field) for field in reason.fields]
    return phrases.say(
        f"checkers.reason.{reason.why.value}",
        count=len(fields),
        whose=phrases.say(f"side.{reason.side.value}"),
        source="" if reason.source is None else name(reason.source),
        target="" if reason.target is None else name(reason.target),
        fields=phrases.join(fields),
        either=phrases.join(fields, joined_by="or"),
    )


def refusal_in_words(refusal: Refusal, name: NameOfField, phrases: Phrases) -> str:
    """A refusal in words, with the reasons if a move is illegal."""
    own = f"checkers.ban.{refusal.ban.value}"
    sentences = [phrases.say(own if own in phrases.texts else f"ban.{refusal.ban.value}")]
    sentences += [reason_in_words(reason, name, phrases) for reason in refusal.reasons]
    return " ".join(dict.fromkeys(sentences))


def setup_faults_in_words(
    faults: Iterable[SetupFault], phrases: Phrases, *, dark_to_move: bool
) -> list[str]:
    """A sentence for each fault that keeps a setup from being a position, by numbers of squares."""
    name = pdn_names(dark=dark_to_move)
    return [
        phrases.say(
            f"checkers.setup.{_key(fault)}",
            count=fault.count or len(fault.fields),
            side=colour_in_words(phrases, dark=(fault.side is Side.MOVER) == dark_to_move),
            fields=phrases.join(_names_in_order(fault.fields, name)),
        )
        for fault in faults
    ]


def _names_in_order(fields: Iterable[int], name: NameOfField) -> list[str]:
    """The numbers of squares in ascending order."""
    return sorted(map(name, fields), key=lambda it: (len(it), it))


def _key(fault: SetupFault) -> str:
    return fault.kind.name.lower()


def colour_in_words(phrases: Phrases, *, dark: bool) -> str:
    """The side with the dark or the light checkers."""
    return phrases.say(f"checkers.colour.{'dark' if dark else 'light'}")


def moves_in_words(plays: LegalPlays, *, dark: bool) -> list[str]:
    """Every legal move by numbers and by names, in the order of their squares."""
    ways = sorted((ways[0] for ways in plays.lines.values()), key=_visited_squares)
    return [move_in_words(line, dark=dark) for line in ways]


def move_in_words(line: HopLine, *, dark: bool) -> str:
    """A move by the numbers of its squares and by their names: `11-15 (f6-e5)`."""
    return f"{write_line(line, dark=dark)} ({write_on_table(line, dark=dark)})"


def write_on_table(line: HopLine, *, dark: bool) -> str:
    """A move by the names of its squares: `c3-d4`."""
    separator = STEP if line[0].jumped is None else JUMP
    return separator.join(square_name(square, dark=dark) for square in _visited_squares(line))


def _visited_squares(line: HopLine) -> tuple[int, ...]:
    return (line[0].source, *(hop.target for hop in line))


def event_in_words(
    before: Match, event: Event, after: Match, names: ByPlayer[str], phrases: Phrases
) -> list[str]:
    """The sentences for an event; empty if it is obvious."""
    texts = _EventTexts(after, names, phrases)
    ending = [] if before.game.phase is Phase.OVER else result_in_words(after, names, phrases)
    return [*texts.event(event), *ending]


def result_in_words(match: Match, names: ByPlayer[str], phrases: Phrases) -> list[str]:
    """The result of the game, and of the match if it is over; empty while the game goes on."""
    result = match.game.result
    if result is None:
        return []
    winner = result.winner or Player.ONE
    sentences = [
        phrases.say(
            f"checkers.ending.{result.ending.value}",
            count=match.rulebook.draw_claim_after,
            winner=names[winner],
            loser=names[winner.opponent],
            times=match.rulebook.repetitions,
        )
    ]
    if match.is_over and match.length > 1:
        sentences.append(_match_result(match, names, phrases))
    return sentences


def _match_result(match: Match, names: ByPlayer[str], phrases: Phrases) -> str:
    winner, score = match.winner, match.score
    if winner is None:
        return phrases.say("checkers.game.match_drawn", score=score.one)
    return phrases.say(
        "checkers.game.match_won",
        winner=names[winner],
        winner_score=score[winner],
        loser_score=score[winner.opponent],
    )


def match_status(match: Match, names: ByPlayer[str], phrases: Phrases) -> str:
    """The number of the game, and the players with their colours and points."""
    dark = match.game.dark
    return phrases.say(
        f"checkers.game.{'match_status' if match.length else 'open_status'}",
        count=match.length,
        number=match.number,
        dark=names[dark],
        light=names[dark.opponent],
        score_dark=match.score[dark],
        score_light=match.score[dark.opponent],
    )


@dataclass(frozen=True, slots=True)
class _EventTexts:
    """The sentences for events, with the match after the event."""

    after: Match
    names: ByPlayer[str]
    phrases: Phrases

    def event(self, event: Event) -> Iterator[str]:
        match event:
            case events.Begin(player) | events.BeginFrom(player):
                yield self._say("checkers.game.begins", player)
            case events.Play(player, result):
                yield self._say("checkers.game.plays", player, move=self._move(result))
            case events.TakeBack():
                yield self.phrases.say("game.taken_back")
            case events.RunOutOfTime(player):
                yield self._say("game.out_of_time", player)
            case events.NextGame():
                yield self.phrases.say("game.next_game", number=self.after.number)
            case _:
                yield from self._offer(event)

    def _offer(self, event: Event) -> Iterator[str]:
        match event:
            case events.Resign(player):
                yield self._say("checkers.game.offers_resignation", player)
            case events.PlayOn(player):
                yield self._say("game.plays_on", player)
            case events.OfferDraw(player):
                yield self._say("checkers.game.offers_draw", player)
            case events.DeclineDraw(player):
                yield self._say("checkers.game.declines_draw", player)
            case _:
                yield from self._undo(event)

    def _undo(self, event: Event) -> Iterator[str]:
        match event:
            case events.AskUndo() if asked_by := self.after.game.undo_asked_by:
                last = (self.after.before or self.after).game.turn
                opponent = self.names[asked_by.opponent]
                player = self.names[last]
                yield self.phrases.say("game.asks_undo", player=player, opponent=opponent)
            case events.AskUndo() | events.AgreeUndo():
                yield self.phrases.say("game.undone")
            case events.RefuseUndo():
                yield self.phrases.say("game.not_undone")

    def _move(self, result: Position) -> str:
        game = self.after.game
        plays = LegalPlays(game.position, self.after.rulebook)
        line = plays.lines[result][0]
        return move_in_words(line, dark=game.turn is game.dark)

    def _say(self, key: str, player: Player, **values: object) -> str:
        opponent = self.names[player.opponent]
        return self.phrases.say(
            key, player=self.names[player], opponent=opponent, count=None, **values
        )
