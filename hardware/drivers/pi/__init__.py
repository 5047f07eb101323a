"""Drivers of a board on the pins of a Raspberry Pi, without a microcontroller."""
