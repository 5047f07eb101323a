"""Backgammon: positions, throws, legal plays and the reasons against all others, games, matches."""
