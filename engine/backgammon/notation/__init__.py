"""Positions, matches and plays as text, and read back."""
