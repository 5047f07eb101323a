"""The reading of pictures of a board: pure functions on arrays."""
