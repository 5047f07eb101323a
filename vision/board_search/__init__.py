"""Detection of a board in a picture, without help."""
