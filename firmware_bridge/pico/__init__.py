"""The program of the microcontroller under a board; all of it runs on MicroPython, unchanged."""
