"""The state of a table as the feed shows it, from what the page shows."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.backgammon.illegal_plays.play_reasons import Reason
from engine.players import Player
from hardware.checkers import Colour, Place
from referee import verdicts
from referee.seating import colour_of, place_for_mover
from referee.state import State
from service.records.score_sheet import CompletedTurn, GameSheet
from service.web.messages.feed_messages import (
    EventId,
    LastMove,
    LyingCheckers,
    PlayerScore,
    ReasonShown,
    TableShown,
    VerdictKind,
    VerdictShown,
)
from service.web.messages.to_page import LastTurn
from service.web.parts.board_part import DrawnBoard
from service.web.parts.game_part import MatchMoment, game_part, has_objection, verdict_in_words
from service.words.phrases import Phrases
from service.words.rule_texts import reason_in_words

_KINDS = {
    verdicts.Unchanged: VerdictKind.UNCHANGED,
    verdicts.OnTheWay: VerdictKind.ON_THE_WAY,
    verdicts.Complete: VerdictKind.COMPLETE,
    verdicts.Ambiguous: VerdictKind.AMBIGUOUS,
    verdicts.Illegal: VerdictKind.ILLEGAL,
    verdicts.Disturbed: VerdictKind.DISTURBED,
    verdicts.UnreadableBoard: VerdictKind.UNREADABLE,
}
_LATER = (VerdictKind.ON_THE_WAY, VerdictKind.COMPLETE)
"""The verdicts that are told at the end of the turn if plays are judged only there."""


def verdict_kind(state: State) -> VerdictKind:
    """The kind of the verdict, as far as the players may be told it."""
    verdict = state.verdict
    if verdict is None:
        return VerdictKind.MOVING
    kind = _KINDS[type(verdict)]
    is_later = kind in _LATER and not state.settings.judges_at_once
    is_secret = kind is VerdictKind.ILLEGAL and not state.shows_illegal
    return VerdictKind.MOVING if is_later or is_secret else kind


def verdict_reasons(state: State) -> tuple[Reason, ...]:
    """The reasons of an illegal play, if the players may be told them."""
    match state.verdict:
        case verdicts.Illegal(reasons) if state.shows_illegal:
            return reasons
    return ()


def verdict_shown(
    state: State, phrases: Phrases, automatic_player: Player | None = None
) -> VerdictShown:
    """The verdict with its reasons as codes and in words."""
    return VerdictShown(
        code=verdict_kind(state),
        alarm=has_objection(state),
        words=verdict_in_words(state, phrases, automatic_player),
        reasons=reasons_shown(verdict_reasons(state), state.colour, phrases),
        question=state.question.kind if state.question else None,
    )


def reasons_shown(
    reasons: Iterable[Reason], mover: Colour, phrases: Phrases
) -> tuple[ReasonShown, ...]:
    """Reasons with places of the table; `mover` is the player whose play they are about."""
    return tuple(_reason(reason, mover, phrases) for reason in reasons)


def _reason(reason: Reason, mover: Colour, phrases: Phrases) -> ReasonShown:
    source, target, *places = (
        None if number is None else place_for_mover(number, reason.side, mover)
        for number in (reason.source, reason.target, *reason.points)
    )
    return ReasonShown(
        code=reason.why,
        words=reason_in_words(reason, phrases),
        colour=colour_of(reason.side, mover),
        source=source,
        target=target,
        places=tuple(place for place in places if place),
        numbers=reason.numbers,
        count=reason.count,
    )


@dataclass(frozen=True, slots=True)
class TableMoment:
    """A table at one moment, before translation."""

    name: str
    simulated: bool
    event: EventId
    """The newest event."""
    match: int
    """The number of the match in the journal."""
    game: GameSheet
    moment: MatchMoment


def table_shown(table: TableMoment, phrases: Phrases) -> TableShown:
    """The whole state of a table."""
    moment = table.moment
    state, part = moment.state, game_part(moment, phrases)
    players = {
        colour: PlayerScore(it.name, it.score, it.pips, it.off, it.computer)
        for colour, it in part.players.items()
    }
    return TableShown(
        table=table.name,
        event=table.event,
        match=table.match,
        game=part.number,
        length=part.length,
        crawford=part.crawford,
        rulebook=part.rulebook,
        profile=part.profile,
        phase=state.match.game.phase,
        setting_up=part.setting_up,
        players=players,
        turn=part.turn,
        dice=part.dice,
        cube=part.cube,
        verdict=verdict_shown(state, phrases, moment.automatic_player),
        status=part.status,
        board=_board(moment.picture),
        last_move=_last_move(state, table.game, part.last_turn),
        winner=part.winner,
        xgid=part.xgid,
        gnu_id=part.gnu_id,
        light_far=part.light_far,
        home_left=part.home_left,
        simulated=table.simulated,
    )


def _board(picture: DrawnBoard) -> dict[Place, LyingCheckers]:
    return {
        place: LyingCheckers(there.light, there.dark, there.unknown)
        for place, there in picture.items()
        if there.light or there.dark or there.unknown
    }


def _last_move(state: State, game: GameSheet, on_board: LastTurn | None) -> LastMove | None:
    """The last completed turn of the game, if there is one."""
    line = next((it for it in reversed(game.lines) if isinstance(it, CompletedTurn)), None)
    if line is None:
        return None
    dice = (line.dice.high, line.dice.low)
    moved = on_board.moved if on_board else ()
    return LastMove(state.seating.colour(line.player), dice, line.play, not line.reasons, moved)
