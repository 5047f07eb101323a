"""What a picture of the board honestly shows, worked out by pure functions on arrays."""
