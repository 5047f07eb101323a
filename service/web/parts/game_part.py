"""The match: what the page shows of the game, its record and the recent notices."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from engine.backgammon.game import events
from engine.backgammon.game.events import Ban
from engine.backgammon.game.match import Crawford, Match, Phase
from engine.backgammon.game.turns import double_ban
from engine.players import Player
from engine.sides import Side
from hardware.checkers import Colour, tray
from hardware.signals import DiceReading, DiceState
from referee.match_settings import HINT_LEVELS, MatchSettings
from referee.notices import SensorsDisagree
from referee.questions import SENSOR_QUESTIONS
from referee.seating import Orientation, Seating
from referee.state import MOVING_PHASES, OFFER_PHASES, State
from referee.verdicts import Disturbed, Illegal, UnreadableBoard
from service.records import score_sheet
from service.records.position_ids import PositionIds, ids_of, write_board
from service.table.live_score_sheet import NumberedAnnouncement
from service.web.messages import to_page
from service.web.messages.log_messages import LogLine, NoticesPart
from service.web.parts.board_part import DrawnBoard, drawn_pips, is_complete_drawing, position_pips
from service.web.parts.completed_turns import (
    last_turn_shown,
    moved_checkers,
    thrown_numbers,
    turn_in_words,
)
from service.web.parts.next_step import awaited_step
from service.web.parts.player_offers import PlayerOffer
from service.words.captions import numbering_colour, play_in_words, state_in_words
from service.words.double_texts import double_in_words
from service.words.notice_texts import notice_in_words
from service.words.phrases import Phrases
from service.words.rule_texts import Announcer, reason_in_words, result_in_words

_NO_CUBE = (Ban.NO_CUBE, Ban.NO_CUBE_IN_ONE_POINT_MATCH)


@dataclass(frozen=True, slots=True)
class MatchMoment:
    """The state of a match at one moment, before translation."""

    revision: int
    """A number that rises whenever the possible requests or answers change."""
    state: State
    picture: DrawnBoard
    offers: Mapping[Colour, tuple[PlayerOffer, ...]]
    computer: Player | None
    automatic_player: Player | None
    """The computer player, if its throws and moves are automatic."""
    orientation: Orientation
    ids: PositionIds
    nameless: tuple[Player, ...]
    """The players who are asked for their names."""
    last_turn: score_sheet.CompletedTurn | None = None
    """The last completed turn, if the board is as it left it."""


def game_part(moment: MatchMoment, phrases: Phrases) -> to_page.GamePart:
    """Returns the part of the page about the game."""
    state, match = moment.state, moment.state.match
    settings = state.settings
    return to_page.GamePart(
        revision=moment.revision,
        verdict=verdict_in_words(state, phrases, moment.automatic_player),
        alarm=has_objection(state),
        next=_next_step(moment, phrases),
        status=Announcer(settings.names, phrases).match_status(match),
        players={colour: _player(moment, colour, phrases) for colour in Colour},
        turn=None if state.is_setting_up else state.colour,
        dice=tuple(_dice(state)),
        cube=_cube(match, state.seating),
        question=_question(state, phrases),
        length=match.length,
        number=match.number,
        crawford=match.crawford is Crawford.NOW,
        rulebook=settings.rulebook.name,
        profile=settings.profile.name,
        hints_locked=settings.profile.hints_locked,
        setting_up=state.is_setting_up,
        over=match.game.phase is Phase.OVER,
        winner=state.seating.colour(match.winner) if match.winner else None,
        xgid=moment.ids.xgid,
        gnu_id=moment.ids.gnu_id,
        light_far=moment.orientation.light_far,
        home_left=moment.orientation.home_left,
        last_turn=last_turn_shown(moment.last_turn, settings, phrases),
        double_meaning=_double_meaning(state, phrases),
        names_wanted=tuple(
            to_page.NameWanted(state.seating.colour(it), f"names.{it.name.lower()}")
            for it in moment.nameless
        ),
    )


def _next_step(moment: MatchMoment, phrases: Phrases) -> to_page.NextStep:
    players = (moment.computer, moment.automatic_player)
    step = awaited_step(moment.state, moment.offers, *players)
    return step.in_words(moment.state, phrases)


def verdict_in_words(state: State, phrases: Phrases, automatic_player: Player | None = None) -> str:
    """Returns the referee's verdict in words, and the places where sensors disagree.

    The result of a finished game comes first; after the last game nothing else is said.
    """
    result = result_in_words(state.match, state.settings.names, phrases)
    is_over = state.match.winner and not state.has_offer
    counting = numbering_colour(state)
    waiting = [] if is_over else [state_in_words(state, phrases, automatic_player, counting)]
    text = " ".join([*result, *waiting])
    if not state.observed.disputed:
        return text
    notice = SensorsDisagree(state.observed.disputed)
    return f"{text} {notice_in_words(notice, state.settings, phrases, counting)}"


def has_objection(state: State) -> bool:
    """True if the verdict is an objection that the players are told."""
    if state.observed.disputed:
        return True
    if state.question:
        return state.question.kind in SENSOR_QUESTIONS
    match state.verdict:
        case Illegal():
            return state.shows_illegal
        case Disturbed(moves):
            return bool(moves) and not state.is_setting_up
    return isinstance(state.verdict, UnreadableBoard) and not state.awaits_first_look


def _player(moment: MatchMoment, colour: Colour, phrases: Phrases) -> to_page.PlayerShown:
    state = moment.state
    player = state.seating.player(colour)
    pips, off = _pips_and_off(moment, colour)
    return to_page.PlayerShown(
        name=state.settings.names[player],
        score=state.match.score[player],
        pips=pips,
        off=off,
        computer=player is moment.computer,
        hints=HINT_LEVELS.index(state.hints[colour]),
        offers=tuple(offer.in_words(state, phrases) for offer in moment.offers[colour]),
    )


def _pips_and_off(moment: MatchMoment, colour: Colour) -> tuple[int | None, int]:
    """The pips and the checkers borne off, as drawn or, if some are missing, before the turn."""
    state = moment.state
    if is_complete_drawing(moment.picture):
        return drawn_pips(moment.picture, colour), moment.picture[tray(colour)][colour]
    if state.is_setting_up:
        return None, moment.picture[tray(colour)][colour]
    game = state.match.game
    side = Side.MOVER if state.seating.player(colour) is game.turn else Side.OTHER
    return position_pips(game.position, game.turn, state.seating)[colour], game.position.off[side]


def _dice(state: State) -> Iterable[to_page.DiceShown]:
    for name in sorted(state.dice):
        pair = state.dice[name]
        yield to_page.DiceShown(
            name, pair.state, pair.numbers, pair.colour, over=_is_over(state, pair)
        )


def _is_over(state: State, dice: DiceReading) -> bool:
    """True if dice show a throw that is over, or one that does not count, such as a tie."""
    game = state.match.game
    if dice.state is not DiceState.SETTLED:
        return False
    if game.phase is Phase.OPENING:
        return dice.colour not in state.this_turn.opening
    if game.phase not in MOVING_PHASES:
        return True
    is_early = state.this_turn.early_throw or (state.question and state.question.dice)
    return dice.colour is state.colour.other and not (game.has_opening_dice or is_early)


def _cube(match: Match, seating: Seating) -> to_page.CubeShown | None:
    """The cube, or None if this match is played without one."""
    cube = match.game.cube
    if double_ban(match, match.game.turn) in _NO_CUBE:
        return None
    owner = None if cube.owner is None else seating.colour(cube.owner)
    if match.game.phase not in OFFER_PHASES:
        return to_page.CubeShown(cube.value, owner)
    to = seating.colour(_player_to_answer(match))
    return to_page.CubeShown(cube.value, owner, match.game.offer, to)


def _player_to_answer(match: Match) -> Player:
    turn = match.game.turn
    return turn.opponent if match.game.phase is Phase.DOUBLED else turn


def _double_meaning(state: State, phrases: Phrases) -> tuple[str, ...]:
    """The meaning of an offered double, unless the profile gives no help."""
    if state.settings.profile.hints_locked:
        return ()
    return double_in_words(state.match, state.settings.names, phrases)


def _question(state: State, phrases: Phrases) -> to_page.Question | None:
    question = state.question
    if question is None:
        return None
    return to_page.Question(
        state_in_words(state, phrases, both_count_as=numbering_colour(state)),
        state.seating.colour(question.to),
        tuple(play_in_words(state, play, phrases) for play in question.plays),
        question.chosen,
    )


MAX_NOTICES = 40


@dataclass(frozen=True, slots=True)
class RowWriter:
    """Translates the lines of a score sheet into the rows of a page."""

    settings: MatchSettings
    phrases: Phrases

    def game(
        self, sheet: score_sheet.GameSheet, rows: Iterable[to_page.Row] | None = None
    ) -> to_page.GameRecord:
        """Returns the record of a game; `rows` are its rows if they are translated already."""
        start, seating = sheet.start, self.settings.seating
        written = map(self.row, sheet.lines) if rows is None else rows
        return to_page.GameRecord(
            start.number,
            {colour: start.score[seating.player(colour)] for colour in Colour},
            self._board(sheet.began_with),
            tuple(written),
            self.result(sheet.match),
            set_up=sheet.began_with is not start,
            cube=_cube(sheet.began_with, seating),
        )

    def result(self, match: Match) -> str:
        """The result of a game, and of the match; empty while it goes on."""
        return " ".join(result_in_words(match, self.settings.names, self.phrases))

    def row(self, line: score_sheet.SheetLine) -> to_page.Row:
        """Translates one line, with the board, the cube and the ids after it."""
        ids, seating = ids_of(line.after, self.settings.light), self.settings.seating
        turn = line if isinstance(line, score_sheet.CompletedTurn) else None
        return to_page.Row(
            seating.colour(line.player),
            self._words(line),
            self._note(line),
            self._board(line.after),
            ids.xgid,
            ids.gnu_id,
            dice=thrown_numbers(turn) if turn else (),
            moved=moved_checkers(turn, seating) if turn else (),
            cube=_cube(line.after, seating),
            objections=self._objections(line),
        )

    def _board(self, match: Match) -> str:
        game = match.game
        return write_board(self.settings.seating.layout(game.position, game.turn))

    def _objections(self, line: score_sheet.SheetLine) -> tuple[str, ...]:
        """The objections before a line in words, each once."""
        words = (notice_in_words(it, self.settings, self.phrases) for it in line.objections)
        return tuple(dict.fromkeys(words))

    def _words(self, line: score_sheet.SheetLine) -> str:
        say = self.phrases.say
        match line:
            case score_sheet.CompletedTurn():
                return turn_in_words(line, self.phrases)
            case score_sheet.StakeOffer(stake=stake, beaver=beaver):
                return say("page.sheet.beavers" if beaver else "page.sheet.doubles", stake=stake)
            case score_sheet.StakeAnswer(takes=takes):
                return say("page.sheet.takes" if takes else "page.sheet.drops")
            case score_sheet.AcceptedResignation(win=win):
                return say("page.sheet.resigns", win=say(f"win.{win.name.lower()}"))
        return say("page.sheet.set_up")

    def _note(self, line: score_sheet.SheetLine) -> str:
        if isinstance(line, score_sheet.SetUpPosition):
            return self.phrases.say("page.sheet.by_hand")
        if not (isinstance(line, score_sheet.CompletedTurn) and line.reasons):
            return ""
        reasons = dict.fromkeys(reason_in_words(reason, self.phrases) for reason in line.reasons)
        return self.phrases.say("page.sheet.illegal", why=" ".join(reasons))


class RecordCache:
    """A cache of translated rows of a score sheet, so that only new lines are translated."""

    def __init__(self, writer: RowWriter) -> None:
        self._writer = writer
        self._rows: list[tuple[score_sheet.SheetLine, to_page.Row]] = []
        """The lines of the game that was translated last, with their rows."""
        self._results: list[tuple[Match, str]] = []

    def record(self, number: int, sheet: score_sheet.MatchSheet) -> to_page.RecordPart:
        """Returns the record of the present game, and the results of the games before it."""
        *finished, playing = sheet.games
        rows = self._updated_rows(playing.lines)
        results = tuple(self._result(at, game.match) for at, game in enumerate(finished))
        return to_page.RecordPart(number, results, self._writer.game(playing, rows))

    def _updated_rows(self, lines: tuple[score_sheet.SheetLine, ...]) -> list[to_page.Row]:
        same = 0
        for (line, _), now in zip(self._rows, lines, strict=False):
            if line is not now:
                break
            same += 1
        del self._rows[same:]
        self._rows += [(line, self._writer.row(line)) for line in lines[same:]]
        return [row for _, row in self._rows]

    def _result(self, at: int, match: Match) -> str:
        """The result of a game; translated again if the game has been resumed."""
        if at == len(self._results):
            self._results.append((match, self._writer.result(match)))
        known, result = self._results[at]
        if known is match:
            return result
        del self._results[at:]
        return self._result(at, match)


_GOING_ON = (events.Take, events.Beaver, events.PlayOn)
"""The answers to an offer after which the game goes on; other ones end it, as the page shows."""


def recent_notices(
    recent: Iterable[NumberedAnnouncement], phrases: Phrases, computer: Player | None = None
) -> NoticesPart:
    """The most recent notices, the oldest first."""
    lines = (_log_line(one, phrases, computer) for one in recent)
    return NoticesPart(tuple(one for one in lines if one.words)[-MAX_NOTICES:])


def _log_line(one: NumberedAnnouncement, phrases: Phrases, computer: Player | None) -> LogLine:
    at, event = one.at.isoformat(timespec="seconds"), one.announcement.event
    return LogLine(
        one.number,
        one.text(phrases),
        one.is_objection,
        at,
        one.turn.match,
        one.turn.game,
        one.turn.number,
        answer=isinstance(event, _GOING_ON) and event.player is computer,
    )
