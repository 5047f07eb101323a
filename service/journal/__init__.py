"""The journal: every signal of a table as it came, and what was decided on it."""
