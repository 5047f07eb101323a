"""Positions, matches and plays: reading them from text and writing them as text."""
