"""What a picture of the starting position teaches about a board: where the camera is, and more."""
