"""The reasons why a board is not a legal result of a turn."""
