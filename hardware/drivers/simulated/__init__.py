"""Devices without hardware: drivers like any other, with a second face for the world."""
