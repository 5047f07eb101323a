"""The camera of a table as a board sensor, and boards read from picture files."""
