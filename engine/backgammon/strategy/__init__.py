"""Computer players: the protocol they share, and our own player."""
