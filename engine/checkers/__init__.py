"""Checkers on 8×8: positions, legal plays, reasons against illegal plays, games, matches."""
