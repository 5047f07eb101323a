"""The parts of a page, each computed from the state of a table."""
