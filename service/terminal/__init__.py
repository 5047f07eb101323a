"""A match at one terminal, and what is shown and kept of it."""
