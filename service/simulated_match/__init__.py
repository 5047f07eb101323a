"""Whole matches played by simulated hands, with an umpire who judges the referee."""
