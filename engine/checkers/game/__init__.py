"""Matches and their games: the events, the rules for each of them, and the scores."""
