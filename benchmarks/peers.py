"""The peers that pip can install, each made to answer in our terms."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

from benchmarks.brute_force import Counts
from benchmarks.contest import Contestant
from benchmarks.pgx_search import pgx
from benchmarks.sample_positions import MoveProblem

MoveProblems = Sequence[MoveProblem]
CHECKERS = 15
OPENSPIEL_BAR = 100
"""The number of the bar in OpenSpiel's queries for checkers."""


@dataclass(frozen=True, slots=True)
class Peer:
    """Another generator: its name, the module it lives in, and how it takes part."""

    name: str
    module: str
    contestants: Callable[[MoveProblems], list[Contestant]]


def peers(pairs: MoveProblems) -> tuple[list[Contestant], dict[str, str]]:
    """The contestants that can take part here, and the reasons why the others cannot."""
    present: list[Contestant] = []
    absent: dict[str, str] = {}
    for peer in PEERS:
        if find_spec(peer.module) is None:
            absent[peer.name] = "not installed"
            continue
        try:
            present += peer.contestants(pairs)
        except ImportError as fault:
            absent[peer.name] = f"does not load: {fault}"
    return present, absent


def set_contestant(
    name: str, items: Sequence[Any], results: Callable[[Any], set[Counts]]
) -> Contestant:
    """A contestant that returns complete sets in our terms."""
    return Contestant(name, items, results, lambda: (sorted(results(item)) for item in items))


def _bgsage(pairs: MoveProblems) -> list[Contestant]:
    sage = import_module("bgsage")

    def question(pair: MoveProblem) -> tuple[list[int], int, int]:
        *points, mover_bar, other_bar, _, _ = pair.position
        return [other_bar, *points, mover_bar], pair.die1, pair.die2

    def results(pair: MoveProblem) -> set[Counts]:
        found = set()
        for other_bar, *points, mover_bar in sage.possible_moves(*question(pair)):
            mover = sum(count for count in points if count > 0) + mover_bar
            other = other_bar - sum(count for count in points if count < 0)
            found.add((*points, mover_bar, other_bar, CHECKERS - mover, CHECKERS - other))
        return found or {pair.position}

    questions = [question(pair) for pair in pairs]
    raw = Contestant("bgsage, raw", questions, lambda item: sage.possible_moves(*item))
    return [set_contestant("bgsage, decoded", pairs, results), raw]


def _gnubg_nn(pairs: MoveProblems) -> list[Contestant]:
    gnubg = import_module("gnubg_nn")

    def question(pair: MoveProblem) -> tuple[list[list[int]], int, int]:
        *points, mover_bar, other_bar, _, _ = pair.position
        mover = [max(count, 0) for count in points]
        other = [max(-count, 0) for count in reversed(points)]
        return [[*other, other_bar], [*mover, mover_bar]], pair.die1, pair.die2

    def results(pair: MoveProblem) -> set[Counts]:
        found = set()
        for key in gnubg.moves(*question(pair)):
            other, mover = gnubg.board_from_position_key(key)
            points = [mover[at] - other[23 - at] for at in range(24)]
            off = (CHECKERS - sum(mover), CHECKERS - sum(other))
            found.add((*points, mover[24], other[24], *off))
        return found or {pair.position}

    questions = [question(pair) for pair in pairs]
    keys = Contestant("gnubg-nn, keys only", questions, lambda item: gnubg.moves(*item))
    return [set_contestant("gnubg-nn, decoded", pairs, results), keys]


def _gym_backgammon(pairs: MoveProblems) -> list[Contestant]:
    rules = _gym_rules()
    white, black = rules.WHITE, rules.BLACK
    game = rules.Backgammon()

    def set_up(position: Counts) -> None:
        *points, mover_bar, other_bar, mover_off, other_off = position
        game.board = [(abs(n), (white if n > 0 else black) if n else None) for n in points]
        game.bar, game.off = [mover_bar, other_bar], [mover_off, other_off]
        game.players_positions = game.get_players_positions()
        game.state = game.save_state()

    def results(pair: MoveProblem) -> set[Counts]:
        set_up(pair.position)
        found = set()
        for play in game.get_valid_plays(white, (-pair.die1, -pair.die2)):
            set_up(pair.position)
            game.execute_play(white, play)
            points = (count if owner == white else -count for count, owner in game.board)
            found.add((*points, *game.bar, *game.off))
        return found or {pair.position}

    return [set_contestant("gym-backgammon", pairs, results)]


def _gym_rules() -> Any:
    """The file with the rules; the package around it asks for gym and for a display."""
    package = find_spec("gym_backgammon")
    file = Path(package.origin if package and package.origin else "").parent / "envs/backgammon.py"
    spec = spec_from_file_location("gym_backgammon_rules", file)
    if spec is None or spec.loader is None:
        raise ImportError(f"{file.name} is no Python file")
    rules = module_from_spec(spec)
    spec.loader.exec_module(rules)
    return rules


def _openspiel(pairs: MoveProblems) -> list[Contestant]:
    game = import_module("pyspiel").load_game("backgammon(max_player_turns=100000)")

    def replay(pair: MoveProblem) -> Any:
        state = game.new_initial_state()
        for action in pair.history:
            state.apply_action(action)
        return state

    def results(state: Any) -> set[Counts]:
        mover = state.current_player()
        found = set()
        for action in state.legal_actions():
            after = state.child(action)
            if after.is_terminal() or after.current_player() != mover:
                found.add(_openspiel_counts(after, mover))
            else:
                seconds = map(after.child, after.legal_actions())
                found.update(_openspiel_counts(second, mover) for second in seconds)
        return found

    return [
        set_contestant("OpenSpiel, distinct results", [replay(pair) for pair in pairs], results)
    ]


def _openspiel_counts(state: Any, mover: int) -> Counts:
    board, other = state.board, 1 - mover
    points = [board(mover, at) - board(other, at) for at in range(24)]
    if mover == 0:
        points.reverse()
    mover_bar, other_bar = board(mover, OPENSPIEL_BAR), board(other, OPENSPIEL_BAR)
    mover_off = CHECKERS - mover_bar - sum(count for count in points if count > 0)
    other_off = CHECKERS - other_bar + sum(count for count in points if count < 0)
    return (*points, mover_bar, other_bar, mover_off, other_off)


PEERS = (
    Peer("bgsage", "bgsage", _bgsage),
    Peer("gnubg-nn", "gnubg_nn", _gnubg_nn),
    Peer("gym-backgammon", "gym_backgammon", _gym_backgammon),
    Peer("OpenSpiel", "pyspiel", _openspiel),
    Peer("pgx", "pgx", pgx),
)
