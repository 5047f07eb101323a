"""Cameras: on USB, on the ribbon of a Pi, at the end of a network, or a folder of pictures."""
