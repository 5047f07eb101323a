"""Positions, moves and games: reading them from text and writing them as text."""
