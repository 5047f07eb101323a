"""The rules of the games, and nothing of sensors, light, time or files."""
