"""The computer player: evaluation of positions and search."""
