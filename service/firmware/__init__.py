"""The firmware of a Pico: its files, their installation, and a test of the board."""
