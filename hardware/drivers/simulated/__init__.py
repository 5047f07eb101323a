"""Simulated devices: ordinary drivers, with additional methods that play the world."""
