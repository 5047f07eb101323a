"""Where a camera is by what it sees of a board that it knows, whatever lies on it."""
