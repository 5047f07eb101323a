"""Whole matches: reading them from match files, and writing them."""
