"""A bot that plays for one colour at a simulated table, with its own choice of plays."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from engine.backgammon.dice import Dice
from engine.backgammon.moves.plays import LegalPlays, StepSequence
from engine.backgammon.notation.play_text import write_play
from engine.backgammon.notation.snapshots.gnu_id import parse_gnu_id
from engine.backgammon.position import Position
from examples.live_feed import LiveFeed, Message, NoTable, open_feed

OPPONENT = {"light": "dark", "dark": "light"}
BAR, OFF = 25, 0
"""The first and the last place of a step, as the rules number them."""


def choose(plays: LegalPlays) -> Position:
    """The play that leaves the fewest blots, and of those the one that brings most home.

    This is the function to replace.
    """
    return min(plays, key=lambda play: (_blots(play), _pips(play)))


def _blots(play: Position) -> int:
    return play.counts[: BAR - 1].count(1)


def _pips(play: Position) -> int:
    return sum(number * max(count, 0) for number, count in enumerate(play.counts[:BAR], start=1))


class Bot:
    """Throws, moves, ends its turns, and answers every question with yes."""

    def __init__(self, feed: LiveFeed, colour: str) -> None:
        self._feed = feed
        self._colour = colour
        self._last_state: object = None
        """The state in which it acted last; it acts once in each."""
        self._arranged: object = None
        """The number of the game for which it has set up the checkers."""

    def run(self) -> Iterator[str]:
        """Plays until the service ends; yields each of its plays and each refusal."""
        for message in self._feed.messages():
            match message["is"]:
                case "Game":
                    yield from self._decide(message)
                case "Refused":
                    yield f"refused: {message['words']}"

    def _decide(self, game: Message) -> Iterator[str]:
        """Does what the game waits for, if it waits for this bot."""
        offers = [it for it in game["players"][self._colour]["offers"] if it["main"]]
        waits_for = game["verdict"] if game["setting_up"] else ""
        dice = {it["state"] for it in game["dice"]}
        # Dice that lie cocked are thrown again; those that roll were thrown a moment ago.
        state = (game["gnu_id"], game["turn"], offers, "cocked" in dice, waits_for)
        if "rolling" in dice:
            # Equal first dice are thrown again, though they leave the game as it was.
            self._last_state = None
            return
        if state == self._last_state:
            return
        self._last_state = state
        if game["setting_up"] and self._arranged != game["number"]:
            self._arranged = game["number"]
            self._feed.act("Arrange", how="expected")
        if offers:
            request, number = offers[0]["request"], offers[0]["number"]
            self._feed.act("MakeRequest", colour=self._colour, request=request, number=number)
        elif game["turn"] in (None, self._colour) and not game["over"]:
            yield from self._throw_or_play(game)

    def _throw_or_play(self, game: Message) -> Iterator[str]:
        snapshot = parse_gnu_id(game["gnu_id"])
        if snapshot.dice is None:
            self._throw(game)
        elif game["turn"] == self._colour:
            yield self._play(snapshot.position, snapshot.dice)

    def _throw(self, game: Message) -> None:
        """Throws the own dice, or the pair that both players share."""
        pairs = [it["colour"] for it in game["dice"]]
        mine = self._colour if self._colour in pairs else None
        self._feed.act("ThrowDice", colour=mine)

    def _play(self, position: Position, dice: Dice) -> str:
        plays = LegalPlays(position, dice)
        line = plays.lines[choose(plays)]
        self._carry(line)
        return f"{dice}: {write_play(line)}"

    def _carry(self, line: StepSequence) -> None:
        """Carries the checkers, each hit checker to its bar first."""
        other = OPPONENT[self._colour]
        for step in line:
            target = self._place(step.target)
            if step.hits:
                self._move(other, target, f"bar.{other}")
            self._move(self._colour, self._place(step.source), target)

    def _move(self, colour: str, source: str, target: str) -> None:
        self._feed.act("Lift", place=source, colour=colour)
        self._feed.act("Put", place=target, colour=colour)

    def _place(self, number: int) -> str:
        """The fixed name of a place; the points are named as Light counts them."""
        if number in (BAR, OFF):
            return f"{'bar' if number else 'off'}.{self._colour}"
        return f"p{number if self._colour == 'light' else BAR - number}"


def main(link: str, colour: str) -> None:
    """Plays until the service ends, and prints the plays."""
    with open_feed(link) as feed:
        if not feed.welcome["may_act"]:
            raise NoTable("this link has no key, or a wrong one; a bot needs the whole link")
        for line in Bot(feed, colour).run():
            print(line, flush=True)


if __name__ == "__main__":
    try:
        match sys.argv[1:]:
            case [link, "light" | "dark" as colour]:
                main(link, colour)
            case _:
                sys.exit("Usage: python -m examples.bot LINK light|dark")
    except NoTable as problem:
        sys.exit(str(problem))
