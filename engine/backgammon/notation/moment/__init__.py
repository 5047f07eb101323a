"""One moment of a match as text, and read back: a position with all that stands around it."""
