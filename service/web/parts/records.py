"""The record as it is shown, and what was said: lines of a score sheet in one language."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.backgammon.game.match import Match
from engine.backgammon.players import ByPlayer, Player
from hardware.checkers import Colour
from referee.recounting import tell_result
from referee.seating import Seating
from referee.settings import MatchSettings
from referee.telling import tell_reason
from referee.words import Phrases
from service.match_ids import ids_of
from service.tables.chronicle import Heard
from service.tables.sheets import (
    Answered,
    GameSheet,
    Line,
    MatchSheet,
    Offered,
    Resigned,
    SetUp,
    Turned,
)
from service.web.boards import write_board
from service.web.messages.to_page import GameRecord, Record, Row, Said, Sayings

MOST_SAID = 40


@dataclass(frozen=True, slots=True)
class Writer:
    """Writes the lines of a match's sheet."""

    names: ByPlayer[str]
    light: Player
    phrases: Phrases

    @classmethod
    def of(cls, settings: MatchSettings, phrases: Phrases) -> Writer:
        """Who writes where these people play."""
        return cls(settings.names, settings.light, phrases)

    def game(self, sheet: GameSheet, rows: Iterable[Row] | None = None) -> GameRecord:
        """The record of a game; its rows may have been written before."""
        start, seating = sheet.start, Seating(self.light)
        written = map(self.row, sheet.lines) if rows is None else rows
        return GameRecord(
            start.number,
            {colour: start.score[seating.player(colour)] for colour in Colour},
            self._board(sheet.began_with),
            tuple(written),
            self.result(sheet.match),
        )

    def result(self, match: Match) -> str:
        """How a game ended, and the match with it; nothing while it goes on."""
        return " ".join(tell_result(match, self.names, self.phrases))

    def row(self, line: Line) -> Row:
        """One line, with the board after it."""
        ids = ids_of(line.after, self.light)
        return Row(
            Seating(self.light).colour(line.player),
            self._words(line),
            self._note(line),
            self._board(line.after),
            ids.xgid,
            ids.gnu_id,
        )

    def _board(self, match: Match) -> str:
        game = match.game
        return write_board(Seating(self.light).layout(game.position, game.turn))

    def _words(self, line: Line) -> str:
        say = self.phrases.say
        match line:
            case Turned(dice=dice, play=play):
                return say(
                    "page.sheet.turn" if play else "page.sheet.no_play", dice=dice, play=play
                )
            case Offered(stake=stake, beaver=beaver):
                return say("page.sheet.beavers" if beaver else "page.sheet.doubles", stake=stake)
            case Answered(takes=takes):
                return say("page.sheet.takes" if takes else "page.sheet.drops")
            case Resigned(win=win):
                return say("page.sheet.resigns", win=say(f"win.{win.name.lower()}"))
        return say("page.sheet.set_up")

    def _note(self, line: Line) -> str:
        if isinstance(line, SetUp):
            return self.phrases.say("page.sheet.by_hand")
        if not (isinstance(line, Turned) and line.reasons):
            return ""
        reasons = dict.fromkeys(tell_reason(reason, self.phrases) for reason in line.reasons)
        return self.phrases.say("page.sheet.illegal", why=" ".join(reasons))


class Written:
    """What has been written of a match's sheet in one language, so that only the rest need be."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer
        self._rows: list[tuple[Line, Row]] = []
        """Those of the game that was last written."""
        self._results: list[tuple[Match, str]] = []

    def record(self, number: int, sheet: MatchSheet) -> Record:
        """The record of the game that is played, and how those before it ended."""
        *finished, playing = sheet.games
        rows = self._written(playing.lines)
        results = tuple(self._result(at, game.match) for at, game in enumerate(finished))
        return Record(number, results, self._writer.game(playing, rows))

    def _written(self, lines: tuple[Line, ...]) -> list[Row]:
        same = 0
        for (line, _), now in zip(self._rows, lines, strict=False):
            if line is not now:
                break
            same += 1
        del self._rows[same:]
        self._rows += [(line, self._writer.row(line)) for line in lines[same:]]
        return [row for _, row in self._rows]

    def _result(self, at: int, match: Match) -> str:
        """How a game has ended; the same as long as it does not go on after all."""
        if at == len(self._results):
            self._results.append((match, self._writer.result(match)))
        known, result = self._results[at]
        if known is match:
            return result
        del self._results[at:]
        return self._result(at, match)


def sayings(heard: Iterable[Heard], phrases: Phrases) -> Sayings:
    """What was said last, the oldest first."""
    said = (Said(one.number, one.words(phrases), one.alarm) for one in heard)
    return Sayings(tuple(one for one in said if one.words)[-MOST_SAID:])
