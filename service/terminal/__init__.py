"""A match played at one terminal: its commands, its players and its file."""
