"""What lies on a board of which nothing was learnt, told from one picture of it."""

from vision.guessing.guess import HOME as HOME
from vision.guessing.guess import guessed as guessed
