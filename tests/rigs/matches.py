"""Whole matches: fifty that were recorded, and as many as wanted that are made up."""

import json
import tarfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import zip_longest
from random import Random
from typing import Any

from engine.backgammon.dice import ALL_THROWS
from engine.backgammon.game import events
from engine.backgammon.game.course import apply
from engine.backgammon.game.ending import gammons_count_single
from engine.backgammon.game.match import Match, Phase
from engine.backgammon.game.scoring import Win
from engine.backgammon.game.turns import legal_plays
from engine.backgammon.notation.record.mat import read_mat
from engine.backgammon.notation.record.reading import Reading
from engine.backgammon.notation.record.record import Record
from engine.backgammon.players import ByPlayer, Player
from engine.backgammon.rulebook import FirstDice, Rulebook
from tests.rigs.house import ROOT

NAMES = ByPlayer("Alice", "Bob")
_DATA = ROOT / "tests" / "data" / "matches.tar.xz"


@dataclass(frozen=True, slots=True)
class SampleGame:
    """What is known of a game besides its record."""

    score: ByPlayer[int]
    """The score when it began."""
    winner: Player
    points: int
    resigned: bool
    crawford: bool


@dataclass(frozen=True, slots=True)
class Sample:
    """A recorded match, as a program wrote it down, and what is known of its games."""

    name: str
    length: int
    games: tuple[SampleGame, ...]
    text: str = field(repr=False)

    def with_line(self, number: int, old: str, new: str) -> str:
        """The text with something else in one line, counted from 1."""
        lines = self.text.split("\n")
        assert old in lines[number - 1], lines[number - 1]
        lines[number - 1] = lines[number - 1].replace(old, new, 1)
        return "\n".join(lines)


@cache
def samples() -> tuple[Sample, ...]:
    """Every recorded match."""
    with tarfile.open(_DATA) as archive:
        files = {
            member.name.rpartition("/")[2]: file.read().decode()
            for member in archive
            if (file := archive.extractfile(member))
        }
    rows = map(json.loads, files["index.jsonl"].splitlines())
    return tuple(
        Sample(row["file"], row["length"], tuple(map(_game, row["games"])), files[row["file"]])
        for row in rows
    )


@cache
def reading_of(sample: Sample) -> Reading:
    """What comes of reading a recorded match."""
    return read_mat(sample.text)


def sample(number: int) -> Sample:
    """The recorded match of this number."""
    return next(sample for sample in samples() if sample.name == f"match-{number}.mat")


def made_up(rulebook: Rulebook, length: int, seed: int, games: int = 3) -> Record:
    """A match that chance has played, every cube action in it, till it is won or so many games."""
    chance = Random(seed)  # noqa: S311 - dice, not secrets
    match, happened = Match(rulebook, length), list[events.Event]()
    while not (match.winner or (match.game.phase is Phase.OVER and match.number == games)):
        for event in _next(match, chance):
            outcome = apply(match, event)
            if isinstance(outcome, Match):
                match = outcome
                happened.append(event)
    return Record(NAMES, rulebook, length, tuple(happened))


def _game(told: dict[str, Any]) -> SampleGame:
    winner = Player.ONE if told["winner"] == NAMES.one else Player.TWO
    score = ByPlayer(*told["score"])
    return SampleGame(score, winner, told["points"], told["resigned"], told["crawford"])


def _next(match: Match, chance: Random) -> Iterator[events.Event]:
    """What the player whose turn it is might do; not all of it need be allowed."""
    turn = match.game.turn
    match match.game.phase:
        case Phase.OVER:
            yield events.NextGame()
        case Phase.OPENING:
            yield _opening(match, chance)
        case Phase.TO_THROW if chance.random() < 0.05:
            yield events.Double(turn)
        case Phase.TO_THROW:
            yield events.Throw(turn, chance.choice(ALL_THROWS))
        case Phase.DOUBLED:
            answers = (events.Take, events.Take, events.Beaver, events.Drop)
            yield chance.choice(answers)(turn.opponent)
        case Phase.BEAVERED:
            yield chance.choice((events.Take, events.Take, events.Drop))(turn)
        case _:
            yield from _turn(match, chance)


def _opening(match: Match, chance: Random) -> events.OpeningThrow:
    """A tie only where it doubles the stake, or else no record of it would tell."""
    most = match.rulebook.automatic_doubles
    if (most is None or match.game.ties < most) and chance.random() < 0.2:
        return events.OpeningThrow(1, 1)
    if match.rulebook.first_dice is FirstDice.ANEW:
        return chance.choice((events.OpeningThrow(2, 1), events.OpeningThrow(1, 2)))
    high, low = chance.sample(range(1, 7), 2)
    return events.OpeningThrow(high, low)


def _turn(match: Match, chance: Random) -> Iterator[events.Event]:
    turn, before = match.game.turn, match.game.position
    plays = sorted(legal_plays(match), key=lambda play: play.counts)
    if before in plays:
        yield events.EndTurn(turn)
    elif chance.random() < 0.02:
        win = Win.SINGLE if gammons_count_single(match) else chance.choice(list(Win))
        yield events.Resign(turn, win)
        yield events.AcceptResignation(turn.opponent)
    else:
        yield events.Play(turn, chance.choice(plays))
        yield events.EndTurn(turn)


def rows(*cells: str) -> str:
    """The rows of a game, player ONE's turn and TWO's in each; empty where there is none."""
    pairs = zip_longest(cells[::2], cells[1::2], fillvalue="")
    return "".join(f"{row:3}) {one:<27} {two}\n" for row, (one, two) in enumerate(pairs, 1))


def mat(*games: str, length: int = 5, scores: str = "0-0", tags: str = "") -> str:
    """A match file with the rows of each game, and the scores they begin at."""
    text = f"{tags}\n {length} point match\n"
    for number, (game, score) in enumerate(zip(games, scores.split(), strict=True), 1):
        one, two = score.split("-")
        left = f"{NAMES.one} : {one}"
        text += f"\n Game {number}\n {left:<31}{NAMES.two} : {two}\n{game}"
    return text
