"""Checkers on an 8x8 board: positions, legal plays, reasons against illegal plays, games."""
