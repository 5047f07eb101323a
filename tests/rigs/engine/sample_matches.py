"""Whole matches: recorded ones, random ones, and a short one."""

import json
import tarfile
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import zip_longest
from random import Random
from typing import Any

import pytest

from engine.backgammon.dice import ALL_THROWS, NUMBERS, Dice
from engine.backgammon.game import events
from engine.backgammon.game.course import apply
from engine.backgammon.game.match import Game, Match, Phase
from engine.backgammon.game.scoring import Win
from engine.backgammon.game.turns import gammons_count_single, legal_plays
from engine.backgammon.notation.record.mat import read_mat
from engine.backgammon.notation.record.record import MatchReading, Record
from engine.backgammon.rulebook import (
    PARKER,
    SEASIDE,
    TOURNAMENT,
    TRICTRAC,
    FirstDice,
    Option,
    Rulebook,
)
from engine.backgammon.strategy.computer import Strategy
from engine.players import ByPlayer, Player
from tests.rigs.environment.checkout import ROOT

NAMES = ByPlayer("Alice", "Bob")
_DATA = ROOT / "tests" / "data" / "matches.tar.xz"


@dataclass(frozen=True, slots=True)
class SampleGame:
    """Known facts of a game besides its record."""

    score: ByPlayer[int]
    """The score at the beginning."""
    winner: Player
    points: int
    resigned: bool
    crawford: bool


@dataclass(frozen=True, slots=True)
class Sample:
    """A recorded match as a program wrote it, with the known facts of its games."""

    name: str
    length: int
    games: tuple[SampleGame, ...]
    text: str = field(repr=False)

    def with_line(self, number: int, old: str, new: str) -> str:
        """The text with one line changed, counted from 1."""
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
    found = [(row["file"], row["length"], tuple(map(_game, row["games"]))) for row in rows]
    return tuple(Sample(name, length, games, files[name]) for name, length, games in found)


@cache
def read_sample(sample: Sample) -> MatchReading:
    """The result of reading a recorded match."""
    return read_mat(sample.text)


def sample(number: int) -> Sample:
    """The recorded match of this number."""
    return next(sample for sample in samples() if sample.name == f"match-{number}.mat")


MONEY = replace(TOURNAMENT, jacoby=Option.FOR_STAKES, beavers=Option.FOR_STAKES)
_PLAYED = {
    "tournament": (TOURNAMENT, 5),
    "no Crawford": (replace(TOURNAMENT, crawford=False), 3),
    "money": (MONEY, 0),
    "automatic doubles": (replace(MONEY, automatic_doubles=2), 0),
    "parker": (PARKER, 0),
    "trictrac": (TRICTRAC, 0),
    "seaside": (SEASIDE, 3),
}
played_books = pytest.mark.parametrize(("rulebook", "length"), _PLAYED.values(), ids=_PLAYED)


def random_match(rulebook: Rulebook, length: int, seed: int, games: int = 3) -> Record:
    """A random match with cube actions, until it is won or has that many games."""
    chance = Random(seed)  # noqa: S311 - dice, not secrets
    match, happened = Match(rulebook, length), list[events.Event]()
    while not (match.winner or (match.game.phase is Phase.OVER and match.number == games)):
        for event in _next(match, chance):
            outcome = apply(match, event)
            if isinstance(outcome, Match):
                match = outcome
                happened.append(event)
    return Record(NAMES, rulebook, length, tuple(happened))


def _game(row: dict[str, Any]) -> SampleGame:
    winner = Player.ONE if row["winner"] == NAMES.one else Player.TWO
    score = ByPlayer(*row["score"])
    return SampleGame(score, winner, row["points"], row["resigned"], row["crawford"])


def _next(match: Match, chance: Random) -> Iterator[events.Event]:
    """Possible events of the player on turn; not all need be allowed."""
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
    """An opening throw; a tie only where it doubles the stake, since records omit others."""
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
    """The rows of a game, with a turn of each player; empty where there is none."""
    pairs = zip_longest(cells[::2], cells[1::2], fillvalue="")
    return "".join(f"{row:3}) {one:<27} {two}\n" for row, (one, two) in enumerate(pairs, 1))


def mat(*games: str, length: int = 5, scores: str = "0-0", tags: str = "") -> str:
    """A match file with the rows of each game and their initial scores."""
    text = f"{tags}\n {length} point match\n"
    for number, (game, score) in enumerate(zip(games, scores.split(), strict=True), 1):
        one, two = score.split("-")
        left = f"{NAMES.one} : {one}"
        text += f"\n Game {number}\n {left:<31}{NAMES.two} : {two}\n{game}"
    return text


class RandomPlayer:
    """A player that makes any play, takes every double and never offers anything."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)  # noqa: S311 - dice, not secrets

    def choose(self, match: Match) -> events.Event | None:
        player = match.to_act
        match match.game.phase:
            case Phase.DOUBLED | Phase.BEAVERED:
                return events.Take(player)
            case Phase.TO_PLAY:
                plays = sorted(legal_plays(match), key=lambda play: play.counts)
                return events.Play(player, self.chance.choice(plays))
            case Phase.PLAYED:
                return events.EndTurn(player)
        return events.AcceptResignation(player) if match.game.resignation else None

    def offer_resignation(self, _match: Match) -> events.Resign | None:
        return None


def played_states(
    rulebook: Rulebook, length: int, seats: ByPlayer[Strategy], seed: int, games: int = 1
) -> Iterator[Match]:
    """Every state of a match until it is won or has that many games; a refused event fails."""
    chance = Random(seed)  # noqa: S311 - dice, not secrets
    match, asked = Match(rulebook, length), Game()
    while True:
        yield match
        if match.winner or (match.game.phase is Phase.OVER and match.number == games):
            return
        chooser, game = seats[match.to_act], match.game
        event = chooser.choose(match)
        if event is None and game.phase is Phase.TO_THROW and game != asked:
            event, asked = chooser.offer_resignation(match), game
        outcome = apply(match, event or _from_the_table(match, chance))
        assert isinstance(outcome, Match), (event, outcome)
        match = outcome


def _from_the_table(match: Match, chance: Random) -> events.Event:
    if match.game.phase is Phase.OVER:
        return events.NextGame()
    one, two = chance.choices(NUMBERS, k=2)
    if match.game.phase is Phase.OPENING:
        return events.OpeningThrow(one, two)
    return events.Throw(match.to_act, Dice(one, two))


SHORT_GAME_SEED = 4588
"""Seed of a game with hits, entering from the bar and turns without a play, in nineteen turns."""
FIRST_THROWER = Player.ONE
"""The player whose opening die is the first of two dice."""
LARGE_DOUBLES = tuple(Dice(number, number) for number in (3, 4, 5, 6))


def short_game(length: int, seed: int = SHORT_GAME_SEED) -> Iterator[tuple[Match, events.Event]]:
    """All events in the first game of a match, each with the match before it."""
    chance = Random(seed)  # noqa: S311 - dice, no secrets
    match = Match(TOURNAMENT, length)
    while match.game.phase is not Phase.OVER:
        event = _next_short_event(match, chance)
        yield match, event
        outcome = apply(match, event)
        assert isinstance(outcome, Match), outcome
        match = outcome


def _next_short_event(match: Match, chance: Random) -> events.Event:
    game, turn = match.game, match.game.turn
    if game.phase is Phase.OPENING:
        return events.OpeningThrow(*chance.sample(range(1, 7), 2))
    if game.phase is Phase.TO_THROW:
        return events.Throw(turn, chance.choice(LARGE_DOUBLES))
    plays = sorted(legal_plays(match), key=lambda play: play.counts)
    if game.phase is Phase.PLAYED or game.position in plays:
        return events.EndTurn(turn)
    return events.Play(turn, chance.choice(plays))
