"""Dice that talk over Bluetooth."""
