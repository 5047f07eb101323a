"""Plays as people write and type them."""
