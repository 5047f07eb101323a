"""A match and its games: what may happen, who may do it, and what it is worth."""
