"""What lies on a board of which nothing was learnt, told from one picture of it."""

from vision.guessing.guessed import guessed as guessed
