"""The firmware of the microcontroller under a board; runs on MicroPython unchanged."""
