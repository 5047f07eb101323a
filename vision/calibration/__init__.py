"""The calibration of a board and its camera from a picture of the starting position."""
