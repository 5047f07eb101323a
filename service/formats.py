"""The formats in which a kept match can be written down, for commands and for the page."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum

from engine.backgammon.notation.record.mat import write_mat
from engine.backgammon.notation.record.script import RULEBOOK, Moved, Script, Tag
from engine.backgammon.notation.record.sgf import write_sgf
from engine.backgammon.notation.record.text import write_text
from engine.backgammon.notation.record.transcript import script_of
from engine.backgammon.players import Player
from referee.words import Phrases
from service.journal.reading import KeptMatch
from service.match_ids import ids_of
from service.printing import printable
from service.tables.recorded import Recorded, recorded
from service.tables.retelling import judged_again
from service.tables.sheets import Answered, GameSheet, Line, Offered, Resigned, Turned


class Format(Enum):
    """How a match can be written down."""

    MAT = "mat"
    SGF = "sgf"
    TEXT = "text"
    IDS = "ids"


ILLEGAL = {Format.MAT: "export.illegal_lost", Format.SGF: "export.illegal_sgf"}
"""What to tell of illegal plays that stood, where a format has no word for them."""


@dataclass(frozen=True, slots=True)
class Written:
    """A match written down, and what people should know of it."""

    text: str
    games: int
    form: Format
    found: Recorded
    illegal: int
    """How many plays were not legal, and stood."""

    def remarks(self, phrases: Phrases) -> Iterator[str]:
        """What the file cannot say itself."""
        if self.illegal and self.form in ILLEGAL:
            yield phrases.say(ILLEGAL[self.form], count=self.illegal)
        if self.found.set_up and self.form in _WRITE:
            games = phrases.listed(self.found.set_up)
            yield phrases.say("export.set_up", count=len(self.found.set_up), games=games)
        if self.found.record.length and not self.found.record.final.winner:
            yield phrases.say("export.unfinished")


def written(kept: KeptMatch, form: Format) -> Written:
    """A match in a format."""
    found = recorded(kept)
    script = script_of(found.record, [Tag(RULEBOOK, found.record.rulebook.name)])
    text = _WRITE[form](script) if form in _WRITE else _ids(kept)
    return Written(text, len(script.games), form, found, sum(_stood_illegally(script)))


_WRITE: Mapping[Format, Callable[[Script], str]] = {
    Format.MAT: write_mat,
    Format.SGF: write_sgf,
    Format.TEXT: write_text,
}


def _stood_illegally(script: Script) -> Iterable[bool]:
    entries = (entry for game in script.games for entry in game.entries)
    return (isinstance(entry, Moved) and entry.illegal for entry in entries)


def _ids(kept: KeptMatch) -> str:
    """Every moment somebody had to decide something, and what he did: parted by tabs."""
    light, names = kept.settings.light, kept.settings.names
    title = f"{printable(names[light])} - {printable(names[light.opponent])}"
    head = f"# {title}; Light, the first of them, has the capital letters"
    games = judged_again(kept).games
    lines = (line for game in games for line in _game_ids(game, light))
    return "".join(f"{line}\n" for line in (head, *lines))


def _game_ids(game: GameSheet, light: Player) -> Iterator[str]:
    for line in game.lines:
        if did := _did(line):
            ids = ids_of(line.before, light)
            colour = "light" if line.player is light else "dark"
            yield "\t".join((f"{game.start.number}", colour, did, ids.xgid, ids.gnu_id))


def _did(line: Line) -> str:
    """What a player did, as match files have it; nothing for what nobody decided."""
    match line:
        case Turned(dice=dice, play=play, reasons=reasons):
            return f"{dice}: {play or '-'}{' (illegal)' if reasons else ''}"
        case Offered(stake=stake, beaver=beaver):
            return f"{'Beavers' if beaver else 'Doubles'} => {stake}"
        case Answered(takes=takes):
            return "Takes" if takes else "Drops"
        case Resigned(win=win):
            return f"Resigns {win.name.lower()}"
    return ""
