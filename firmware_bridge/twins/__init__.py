"""Devices without hardware that speak the real bytes, behind a serial port of the system."""
