"""Players that are programs: the seam they share, and one of our own."""
