"""Whole matches as their files record them, and read back."""
