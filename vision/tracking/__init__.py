"""The tracking of a board over time: what has changed, what may be claimed, what prevents it."""
