"""What the looks of a board are, worked out from a picture of its starting position."""
