"""The legal plays of a throw as numbered boards, and the words that help to find them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from engine.backgammon.illegal_plays.stuck_checkers import find_stuck_reasons
from engine.backgammon.moves.plays import Counts, LegalPlays, Numbers, PlayNode
from engine.backgammon.moves.steps import CheckerStep
from engine.backgammon.notation.play_text import write_play
from engine.backgammon.position import (
    BAR,
    CHECKERS,
    MOVER_BAR,
    MOVER_OFF,
    OTHER_BAR,
    OTHER_OFF,
    Position,
)
from engine.players import Player
from hardware.checkers import Colour, Place
from referee.match_settings import MatchSettings
from referee.seating import FIELDS_BY_PLACE
from referee.state import State
from service.web.messages.play_messages import (
    ListedPlay,
    NumberedStep,
    PlayList,
    PlaysPart,
    StuckChecker,
)
from service.words.phrases import Phrases
from service.words.rule_texts import place_in_words, reason_in_words

MAX_LISTED = 200
"""The largest number of plays in a list; a double can have two thousand."""
MAX_BOARDS = 1000
"""The largest number of boards that a page is sent; a double of scattered checkers can have more
than two thousand."""
_BoardKey = tuple[Counts, Numbers]


@dataclass(frozen=True, slots=True)
class PlayableThrow:
    """A throw that people have to play, and what its player may be told."""

    plays: LegalPlays
    chosen: Position | None
    """The only play to make, if the computer has chosen it and people move for it."""
    settings: MatchSettings
    colour: Colour

    @property
    def explains(self) -> bool:
        """True if the players may be told of legal plays while they move."""
        return self.settings.judges_at_once


def playable_throw(state: State, automatic_player: Player | None) -> PlayableThrow | None:
    """The throw that people have to play; None if there is none, or the profile locks all help."""
    plays = state.plays
    is_locked = state.settings.profile.hints_locked
    if plays is None or is_locked or state.is_setting_up or state.turn is automatic_player:
        return None
    return PlayableThrow(plays, state.chosen, state.settings, state.colour)


class NumberedPlays:
    """The boards on the way to the legal plays of a throw, numbered from the one before it."""

    def __init__(self, number: int, throw: PlayableThrow) -> None:
        self.number = number
        self._throw = throw
        self._listed: tuple[int, PlayList] | None = None
        """The board from which plays were listed last, and the list."""

    def part(self, phrases: Phrases) -> PlaysPart:
        """The part of the page about these plays."""
        throw, explains = self._throw, self._throw.explains
        steps = self._steps if len(self._on_the_way) <= MAX_BOARDS else ()
        return PlaysPart(
            self.number,
            throw.colour,
            throw.plays.position.counts,
            steps,
            explains,
            self._forced_play if explains and steps else "",
            self._dance(phrases) if explains and not throw.plays.tree.playable else "",
            self._limits(phrases) if explains and steps and not throw.chosen else "",
        )

    def play_list(self, board: int) -> PlayList | None:
        """The plays that can still be made from a board; None if they may not be listed."""
        if not self._may_explain(board):
            return None
        if self._listed is None or self._listed[0] != board:
            self._listed = (board, self._list_from(board))
        return self._listed[1]

    def stuck_checker(self, board: int, place: Place, phrases: Phrases) -> StuckChecker | None:
        """The reason why the checker of a place cannot move; None if it may not be told."""
        field = FIELDS_BY_PLACE[self._throw.colour].get(place)
        if field is None or not self._may_explain(board):
            return None
        count = self._nodes[board].counts[field]
        if not count:
            return StuckChecker(phrases.say("plays.no_checker"))
        if count < 0 or field in (OTHER_BAR, OTHER_OFF):
            return StuckChecker(self._other_player(phrases))
        if field == MOVER_OFF:
            return StuckChecker(phrases.say("plays.borne_off"))
        source = BAR if field == MOVER_BAR else field + 1
        can_move = any(step[0] == source for step in self._steps[board])
        return StuckChecker("" if can_move else self._reasons_in_words(board, source, phrases))

    def _may_explain(self, board: int) -> bool:
        return self._throw.explains and board in self._on_the_way

    @cached_property
    def _numbered(self) -> dict[_BoardKey, tuple[int, PlayNode]]:
        """Every board on the way to a play with its number, parents before children."""
        layer = [self._throw.plays.tree]
        found = {_key(layer[0]): (0, layer[0])}
        while layer:
            following = [after for node in layer for after in node.legal_steps.values()]
            layer = []
            for node in following:
                if _key(node) not in found:
                    found[_key(node)] = (len(found), node)
                    layer.append(node)
        return found

    @cached_property
    def _nodes(self) -> tuple[PlayNode, ...]:
        return tuple(node for _, node in self._numbered.values())

    @cached_property
    def _on_the_way(self) -> frozenset[int]:
        """The boards from which a play can still be made; if one has been chosen, only that one."""
        chosen = self._throw.chosen
        if not chosen:
            return frozenset(range(len(self._nodes)))
        found = {at for at, node in enumerate(self._nodes) if node.counts == chosen.counts}
        for at in reversed(range(len(self._nodes))):
            following = self._nodes[at].legal_steps.values()
            if any(self._numbered[_key(node)][0] in found for node in following):
                found.add(at)
        return frozenset(found)

    @cached_property
    def _steps(self) -> tuple[tuple[NumberedStep, ...], ...]:
        """The steps from each board; if a play has been chosen, only those that lead to it."""
        return tuple(tuple(self._numbered_steps(node.legal_steps)) for node in self._nodes)

    def _numbered_steps(self, steps: Mapping[CheckerStep, PlayNode]) -> Iterator[NumberedStep]:
        for step, after in steps.items():
            board = self._numbered[_key(after)][0]
            if board in self._on_the_way:
                yield step.source, step.die, board

    @property
    def _forced_play(self) -> str:
        """The only legal play in notation; empty if there are several, or none."""
        ends = self._ends_from(0)
        return write_play(self._line_to(ends[0])) if len(ends) == 1 and ends[0] else ""

    def _list_from(self, board: int) -> PlayList:
        lines = [(self._line_to(at), at) for at in self._ends_from(board) if at]
        lines.sort(reverse=True)
        listed = (ListedPlay(write_play(line), at) for line, at in lines[:MAX_LISTED])
        return PlayList(tuple(listed), len(lines))

    def _line_to(self, board: int) -> tuple[CheckerStep, ...]:
        return self._throw.plays.lines[self._nodes[board].position]

    def _ends_from(self, board: int) -> list[int]:
        """The boards at the end of a play that this one can become."""
        reached = {board: None}
        layer: Iterable[int] = reached
        while layer := {step[2]: None for at in layer for step in self._steps[at]}:
            reached |= layer
        return [at for at in reached if not self._steps[at]]

    def _limits(self, phrases: Phrases) -> str:
        """The numbers that no legal play uses, or that there is only one play."""
        root = self._nodes[0]
        numbers, played = dict.fromkeys(root.left), root.playable
        ends = [self._nodes[at].counts[MOVER_OFF] for at in self._ends_from(0)]
        if not played or played == len(root.left) or CHECKERS in ends:
            return phrases.say("plays.only_play") if played and self._forced_play else ""
        if len(numbers) == 1:
            values = {"number": root.left[0], "of": len(root.left)}
            return phrases.say("plays.some_of_double", count=played, **values)
        first, *others = {step.die for step in root.legal_steps}
        lost = [number for number in numbers if number != first]
        return "" if others else phrases.say("plays.one_number", number=first, lost=lost[0])

    def _dance(self, phrases: Phrases) -> str:
        root = self._nodes[0]
        if root.counts[MOVER_BAR]:
            reasons = find_stuck_reasons(self._throw.plays, root, BAR)
            points = [place_in_words(point, phrases) for it in reasons for point in it.points]
            return phrases.say("plays.dance_on_bar", points=phrases.join(points, joined_by="or"))
        numbers = phrases.join(dict.fromkeys(root.left), joined_by="or")
        return phrases.say("plays.dance", numbers=numbers)

    def _reasons_in_words(self, board: int, source: int, phrases: Phrases) -> str:
        """The reasons why a checker of the mover cannot move, each once."""
        node = self._nodes[board]
        if not node.left:
            return phrases.say("plays.no_number")
        reasons = find_stuck_reasons(self._throw.plays, node, source)
        if not reasons:
            return phrases.say("notice.not_chosen", player=self._name(self._throw.colour))
        return " ".join(dict.fromkeys(reason_in_words(reason, phrases) for reason in reasons))

    def _other_player(self, phrases: Phrases) -> str:
        owner, mover = self._name(self._throw.colour.other), self._name(self._throw.colour)
        return phrases.say("plays.other_player", owner=owner, player=mover)

    def _name(self, colour: Colour) -> str:
        settings = self._throw.settings
        return settings.names[settings.seating.player(colour)]


def _key(node: PlayNode) -> _BoardKey:
    """The identity of a board; at the end of a play, the numbers left do not matter."""
    return node.counts, node.left if node.playable else ()
