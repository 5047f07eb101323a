"""The peers in checkers that pip can install, each made to answer in our terms."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from benchmarks.contest import Contestant
from engine.checkers.moves.generation import Bits
from engine.checkers.notation.fen import write_fen
from engine.checkers.position import Position
from engine.checkers.squares import FAR_ROW, bit_of

Results = frozenset[Bits]


@dataclass(frozen=True, slots=True)
class CheckersPeer:
    """Another generator of English checkers: its name, its module, and how it answers."""

    name: str
    module: str
    prepare: Callable[[], Callable[[Position], Any]]
    """Loads it; gives what makes a board of its own from a position with Dark to move."""
    results: Callable[[Any], Results]
    """The results of every legal play on such a board, as our bits."""
    raw: Callable[[Any], object]
    """The shortest way to its own list of moves, of which captures may be single jumps."""


def checkers_peers(positions: Sequence[Position]) -> tuple[list[Contestant], dict[str, str]]:
    """The contestants that can take part here, and the reasons why the others cannot."""
    present: list[Contestant] = []
    absent: dict[str, str] = {}
    for peer in PEERS:
        if find_spec(peer.module) is None:
            absent[peer.name] = "not installed"
            continue
        boards = list(map(peer.prepare(), positions))
        present.append(Contestant(f"{peer.name}, raw", boards, peer.raw))
        present.append(_contestant(peer, boards))
    return present, absent


def _contestant(peer: CheckersPeer, boards: Sequence[Any]) -> Contestant:
    return Contestant(peer.name, boards, peer.results, lambda: map(peer.results, boards))


def _prepare_pydraughts() -> Callable[[Position], Any]:
    game = import_module("draughts.core.game").Game

    def board(position: Position) -> Any:
        made = game("english", write_fen(position, dark_to_move=True))
        made.position = position
        return made

    return board


def _pydraughts_moves(board: Any) -> Any:
    for piece in board.board.pieces:
        piece.reset_for_new_board()
    return board.legal_moves()


def _pydraughts_results(board: Any) -> Results:
    moves, captures = _pydraughts_moves(board)
    ways = zip(moves, captures, strict=True)
    return frozenset(
        _after(board.position, move[0][0], move[-1][1], [it for it in taken if it])
        for move, taken in ways
    )


def _after(position: Position, source: int, target: int, captured: Sequence[int]) -> Bits:
    """The bits after a checker has moved and captured, by squares."""
    start, end = bit_of(source), bit_of(target)
    other = position.other & ~sum(map(bit_of, captured))
    mover = position.mover & ~start | end
    crown = end if position.kings & start else end & FAR_ROW
    return mover, other, position.kings & ~start & (mover | other) | crown


def _prepare_imparaai() -> Callable[[Position], Any]:
    make_board = import_module("checkers.board").Board
    make_piece = import_module("checkers.piece").Piece

    def pieces(board: Any, position: Position) -> Iterator[Any]:
        for player, side in ((1, position.mover), (2, position.other)):
            for square in range(1, 33):
                if bit_of(square) & side:
                    piece = make_piece()
                    piece.player, piece.position, piece.board = player, square, board
                    piece.king = bool(bit_of(square) & position.kings)
                    yield piece

    def board(position: Position) -> Any:
        made = make_board()
        made.player_turn = 1
        made.pieces = list(pieces(made, position))
        return made

    return board


def _imparaai_moves(board: Any) -> Any:
    for piece in board.pieces:
        piece.reset_for_new_board()
    return board.get_possible_moves()


def _imparaai_results(board: Any) -> Results:
    found: set[Bits] = set()
    for move in _imparaai_moves(board):
        after = board.create_new_board_from_move(move)
        if after.player_turn == board.player_turn:
            found |= _imparaai_results(after)
        else:
            found.add(_imparaai_bits(after))
    return frozenset(found)


def _imparaai_bits(board: Any) -> Bits:
    mover = other = kings = 0
    for piece in board.pieces:
        if not piece.captured:
            bit = bit_of(piece.position)
            mover |= bit * (piece.player == 1)
            other |= bit * (piece.player != 1)
            kings |= bit * bool(piece.king)
    return mover, other, kings


PEERS = (
    CheckersPeer(
        "pydraughts", "draughts", _prepare_pydraughts, _pydraughts_results, _pydraughts_moves
    ),
    CheckersPeer(
        "imparaai-checkers", "checkers", _prepare_imparaai, _imparaai_results, _imparaai_moves
    ),
)
