"""The version of the program on the board."""

FIRMWARE = b"0.1.0"
