"""Backgammon: positions, throws, legal plays, reasons against illegal plays, games, matches."""
